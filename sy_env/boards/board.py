"""Board: stations, lines by transport, neighbour tables and distances; kept as a folder of CSV files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sy_env.boards.checks import (
    MOST_STATIONS,
    TRANSPORTS,
    BoardError,
    Line,
    Point,
    check_no_gap,
    checked_aspect,
    checked_lines,
    checked_point,
    some,
)
from sy_env.boards.files import BoardFiles, bundled, folder_of, read_board, write_board
from sy_env.boards.graph import UNREACHABLE as UNREACHABLE
from sy_env.boards.graph import arc_types, arcs, frozen, hops, neighbour_tables, ticket_bits
from sy_env.errors import one_of

DETECTIVE_TRANSPORTS = ("taxi", "bus", "underground")

Hops = NDArray[np.uint8]


@dataclass(frozen=True)
class Board:
    """Where one can travel. Equal boards are interchangeable: hashable, comparable, picklable.

    Lines go both ways. Several transports may join the same two stations; they are different lines.

    Attributes:
        name: what the board is called.
        num_stations: n, the stations are numbered 1..n, n <= 255.
        lines: (a, b, transport) with a < b, sorted; transport is taxi, bus, underground or ferry.
        coordinates: (x, y) of the stations 1..n as fractions of width and height, y down; or None.
        aspect: width of the board divided by its height.
        variants: names of the lines of some printings that are among `lines`.

    Raises:
        BoardError: on construction, when the parts do not make a board.
    """

    name: str
    num_stations: int
    lines: tuple[Line, ...]
    coordinates: tuple[Point, ...] | None = None
    aspect: float = 1.0
    variants: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise BoardError(f"A board needs a name; got {self.name!r}.")
        where = f"Board {self.name!r}"
        n = self.num_stations
        if isinstance(n, bool) or not isinstance(n, int) or not 2 <= n <= MOST_STATIONS:
            raise BoardError(f"{where}: num_stations {n!r} is not a whole number in 2..{MOST_STATIONS}.")
        lines = checked_lines(((f"{where}, line {i}", line) for i, line in enumerate(self.lines, 1)), n)
        check_no_gap(where, n, lines)
        object.__setattr__(self, "lines", lines)
        object.__setattr__(self, "coordinates", self._checked_coordinates(where))
        object.__setattr__(self, "aspect", checked_aspect(where, self.aspect))
        object.__setattr__(self, "variants", tuple(self.variants))

    def _checked_coordinates(self, where: str) -> tuple[Point, ...] | None:
        if self.coordinates is None:
            return None
        points = tuple(checked_point(f"{where}, station {i}", *xy) for i, xy in enumerate(self.coordinates, 1))
        if len(points) != self.num_stations:
            raise BoardError(f"{where}: {len(points)} coordinates for {self.num_stations} stations.")
        return points

    def __hash__(self) -> int:
        return hash((self.name, self.num_stations, len(self.lines), self.variants))

    def __reduce__(self) -> tuple[Any, ...]:  # derived tables are not worth their bytes
        return Board, self._parts()

    def _parts(self) -> tuple[Any, ...]:
        return self.name, self.num_stations, self.lines, self.coordinates, self.aspect, self.variants

    # --- making and keeping boards ---

    @staticmethod
    def load(
        source: str | Path = "london",
        variants: str | Iterable[str] = (),
        require_connected: str | Iterable[str] | None = None,
    ) -> Board:
        """A board that comes with the package, or one of your own.

        Args:
            source: "london", "glasses", or a folder with `edges.csv` (columns a, b, transport), and perhaps
                `stations.csv` (station, x, y, modes), `board.csv` (name, aspect, variants) and
                `edges_variants.csv` (a, b, transport, where_it_occurs).
            variants: lines of `edges_variants.csv` to add, such as "13-14".
            require_connected: transports that must join all stations, such as "taxi".

        Raises:
            BoardError: naming file, row, value and what is allowed.
        """
        wanted = tuple(sorted({variants} if isinstance(variants, str) else set(variants)))
        board = _load_bundled(str(source), wanted) if bundled(source) else Board(*read_board(folder_of(source), wanted))
        if require_connected is not None:
            board.check_connected(require_connected)
        return board

    @staticmethod
    def from_lines(
        lines: Iterable[Sequence[Any]],
        name: str = "custom",
        coordinates: ArrayLike | None = None,
        aspect: float = 1.0,
    ) -> Board:
        """A board made in code; its stations are those that the lines name.

        Args:
            lines: rows (a, b, transport).
            name: what the board is called.
            coordinates: (x, y) in 0..1 of the stations 1..n, shape (n, 2), y down.
            aspect: width of the board divided by its height.

        Raises:
            BoardError: the lines do not make a board.
        """
        checked = checked_lines((f"Board {name!r}, line {i}", tuple(line)) for i, line in enumerate(lines, 1))
        if not checked:
            raise BoardError(f"Board {name!r} has no lines.")
        return Board(name, max(b for _, b, _ in checked), checked, _points(name, coordinates), aspect)

    @property
    def is_bundled(self) -> bool:
        """Whether the package brings this very board: `Board.load(name, variants)` equals it."""
        try:
            return bundled(self.name) and self == Board.load(self.name, self.variants)
        except BoardError:  # variants that the package does not know
            return False

    def save(self, folder: str | Path) -> None:
        """Write the board as a folder that :meth:`load` reads back as an equal board.

        Each file appears complete or not at all; other files in the folder stay.
        """
        write_board(Path(folder), BoardFiles(*self._parts()), ["|".join(m) for m in self.modes[1:]])

    def to_dict(self) -> dict[str, Any]:
        """The board in words and numbers that JSON and YAML can hold."""
        return {
            "name": self.name,
            "lines": [list(line) for line in self.lines],
            "coordinates": None if self.coordinates is None else [list(point) for point in self.coordinates],
            "aspect": self.aspect,
            "variants": list(self.variants),
        }

    @staticmethod
    def from_dict(words: Mapping[str, Any]) -> Board:
        """The board that :meth:`to_dict` described; all but `lines` may be missing.

        Raises:
            BoardError: an unknown or missing key, or no board.
        """
        known = ("name", "lines", "coordinates", "aspect", "variants")
        for key in words:
            if key not in known:
                raise BoardError(f"Board: {one_of('key', key, known)}")
        if "lines" not in words:
            raise BoardError(f"Board: the key 'lines' is missing; there are: {', '.join(words) or 'none'}.")
        plain = {key: value for key, value in words.items() if key != "variants"}
        return replace(Board.from_lines(**plain), variants=tuple(words.get("variants", ())))

    # --- what is on it ---

    @cached_property
    def positions(self) -> NDArray[np.float64] | None:
        """`coordinates` by station, shape (n + 1, 2); row 0 is no station. Read-only."""
        if self.coordinates is None:
            return None
        return frozen(np.array([(0.0, 0.0), *self.coordinates]))

    @cached_property
    def neighbours(self) -> dict[str, tuple[tuple[int, ...], ...]]:
        """`neighbours[transport][station]`: stations one line away, in order."""
        return neighbour_tables(self.num_stations, self.lines)

    @cached_property
    def modes(self) -> tuple[tuple[str, ...], ...]:
        """`modes[station]`: transports that stop there, in the order of TRANSPORTS; `modes[0]` is empty."""
        stations = range(self.num_stations + 1)
        return tuple(tuple(t for t in TRANSPORTS if self.neighbours[t][station]) for station in stations)

    def adjacency_bits(self, kind: int) -> NDArray[np.uint64]:
        """Where a ticket leads: bit s % 64 of word s // 64 in row r is set when station s is one line from r.

        Args:
            kind: 0 taxi, 1 bus, 2 underground, 3 black (any line, the ferry too).

        Returns:
            Array of uint64, shape (256, 4), read-only.
        """
        return np.asarray(self._bits[kind])

    @cached_property
    def _bits(self) -> NDArray[np.uint64]:
        return ticket_bits(self.lines)

    # --- how far it is ---

    def distances(self, transports: str | Iterable[str]) -> Hops:
        """Least number of moves between all stations by some transports.

        Returns:
            Array of uint8, shape (n + 1, n + 1), read-only; 255 = no way. Row and column 0 are no station.

        Raises:
            BoardError: unknown transport.
        """
        chosen = (transports,) if isinstance(transports, str) else tuple(transports)
        for transport in chosen:
            if transport not in TRANSPORTS:
                raise BoardError(one_of("transport", transport, TRANSPORTS))
        return _distances(self, frozenset(chosen))

    @property
    def taxi_distances(self) -> Hops:
        """:meth:`distances` by taxi."""
        return self.distances("taxi")

    @property
    def detective_distances(self) -> Hops:
        """:meth:`distances` by everything that pursuers may use: taxi, bus and underground."""
        return self.distances(DETECTIVE_TRANSPORTS)

    def check_connected(self, transports: str | Iterable[str] = "taxi") -> None:
        """Refuse a board that the transports alone do not hold together.

        Raises:
            BoardError: naming stations that cannot be reached.
        """
        cut_off = np.flatnonzero(self.distances(transports)[1, 1:] == UNREACHABLE) + 1
        if len(cut_off):
            words = transports if isinstance(transports, str) else ", ".join(transports)
            raise BoardError(
                f"Board {self.name!r} is not connected by {words}: "
                f"no way leads from station 1 to station {some(cut_off.tolist())}."
            )

    # --- as a graph for learners ---

    @cached_property
    def edge_index(self) -> NDArray[np.int64]:
        """Lines as arcs, both directions, shape (2, 2 * len(lines)): node s - 1 is station s. Read-only.

        The two arcs of line i are columns i and len(lines) + i.
        """
        return arcs(self.lines)

    @cached_property
    def edge_types(self) -> NDArray[np.int64]:
        """Transport of every arc of `edge_index`, an index of TRANSPORTS. Shape (2 * lines,), read-only."""
        return arc_types(self.lines)

    @cached_property
    def node_features(self) -> NDArray[np.float32]:
        """What stations are, shape (n, 6), read-only: 1 where taxi, bus, underground, ferry stop; x and y.

        Without coordinates x and y are 0.
        """
        stops = [[float(t in modes) for t in TRANSPORTS] for modes in self.modes[1:]]
        places = np.zeros((self.num_stations, 2)) if self.positions is None else self.positions[1:]
        return frozen(np.hstack([stops, places]).astype(np.float32))


def _points(name: str, coordinates: ArrayLike | None) -> tuple[Point, ...] | None:
    if coordinates is None:
        return None
    array = np.asarray(coordinates, float)
    if array.ndim != 2 or array.shape[1] != 2:
        raise BoardError(f"Board {name!r}: coordinates of shape {array.shape}; allowed is (stations, 2).")
    return tuple((x, y) for x, y in array.tolist())


@lru_cache(maxsize=32)
def _load_bundled(name: str, variants: tuple[str, ...]) -> Board:
    return Board(*read_board(folder_of(name), variants))


@lru_cache(maxsize=64)
def _distances(board: Board, transports: frozenset[str]) -> Hops:
    return hops(board.num_stations, board.lines, transports)
