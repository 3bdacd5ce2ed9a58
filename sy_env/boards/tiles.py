"""A tile of Hunting Mister X: four spaces, two sides, the roads between the spaces and those that lead off the tile."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sy_env.boards.checks import BoardError, station_number
from sy_env.errors import one_of

MOST_TILES = 9
MOST_SPACES = 36
STOPS = ("taxi", "bus", "underground")

POSITIONS = ("TL", "TR", "BL", "BR")  # on a tile: top left, top right, bottom left, bottom right
NORTH, EAST, SOUTH, WEST = range(4)
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # (x, y) of a step in each direction, y down

Exits = dict[str, tuple[int, int]]  # by road: the position that it leaves from, and the direction
INNER: Exits = {"TL-TR": (0, EAST), "TL-BL": (0, SOUTH), "TR-BR": (1, SOUTH), "BL-BR": (2, EAST)}
NORTH_SOUTH: Exits = {"N1": (0, NORTH), "N2": (1, NORTH), "S1": (2, SOUTH), "S2": (3, SOUTH)}
EAST_WEST: Exits = {"E1": (1, EAST), "E2": (3, EAST), "W1": (0, WEST), "W2": (2, WEST)}
STUBS: Exits = NORTH_SOUTH | EAST_WEST
ROADS = (*INNER, *STUBS)
DIAGONALS = {"TL-BR": (0, 3), "TR-BL": (1, 2)}

OUT, IN, OPEN, PAINTED = 1, 2, 4, 8
"""Flags of an exit: one may leave by it; enter by it; it is open but for one-way signs; it is drawn, perhaps as a dead end."""
FREE = OUT | IN | OPEN | PAINTED


def _backwards(road: str) -> str:
    return "-".join(reversed(road.split("-")))


ONE_WAYS = {road.replace("-", ">"): road for road in INNER} | {_backwards(road).replace("-", ">"): road for road in INNER}
"""One-way signs and the inner roads on which they stand."""


@dataclass(frozen=True, kw_only=True)
class Side:
    """One side of a tile.

    Attributes:
        numbers: of the spaces top left, top right, bottom left, bottom right, in 1..36.
        stops: what stops at each of them, among "taxi", "bus", "underground". Taxis stop everywhere.
        missing: roads that are not there. Roads are called by what they join ("TL-TR", "TL-BL", "TR-BR", "BL-BR") or by the edge
            that they cross: "N1", "N2" (top; left, right), "E1", "E2" (right; upper, lower), "S1", "S2", "W1", "W2".
        one_way: inner roads with a sign, from and to: "TL>TR".
        dead_end: roads that are drawn, but end.
        diagonal: roads for taxis alone: "TL-BR", "TR-BL".

    Raises:
        BoardError: a number, stop or road that cannot be.
    """

    numbers: tuple[int, ...]
    stops: tuple[tuple[str, ...], ...]
    missing: tuple[str, ...] = ()
    one_way: tuple[str, ...] = ()
    dead_end: tuple[str, ...] = ()
    diagonal: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.numbers) != 4 or len(self.stops) != 4:
            raise BoardError(f"A tile has 4 spaces, not {len(self.numbers)} numbers and {len(self.stops)} rows of stops.")
        for number, stops in zip(self.numbers, self.stops, strict=True):
            _check_space(number, stops)
        check_once("space", self.numbers)
        _check_words("missing road", self.missing, ROADS)
        _check_words("one-way road", self.one_way, ONE_WAYS)
        _check_words("dead end", self.dead_end, ROADS)
        _check_words("diagonal", self.diagonal, DIAGONALS)
        check_once("road", (*self.missing, *self.dead_end, *(ONE_WAYS[way] for way in self.one_way)))
        check_once("diagonal", self.diagonal)

    def exits(self) -> tuple[tuple[int, ...], ...]:
        """By position, the flags of its exits to the north, east, south and west: sums of OUT, IN, OPEN, PAINTED."""
        flags = [[0, 0, 0, 0] for _ in POSITIONS]
        for road, (position, direction) in (INNER | STUBS).items():
            value = 0 if road in self.missing else PAINTED if road in self.dead_end else FREE
            flags[position][direction] = value
            if road in INNER:
                flags[self._end_of(road)][(direction + 2) % 4] = value
        for way in self.one_way:
            self._put_sign(way, flags)
        return tuple(map(tuple, flags))

    def _put_sign(self, way: str, flags: list[list[int]]) -> None:
        road = ONE_WAYS[way]
        start, direction = INNER[road]
        forward = way == road.replace("-", ">")
        flags[start][direction] &= ~(IN if forward else OUT)
        flags[self._end_of(road)][(direction + 2) % 4] &= ~(OUT if forward else IN)

    @staticmethod
    def _end_of(road: str) -> int:
        return POSITIONS.index(road.split("-")[1])

    def across(self) -> tuple[int, ...]:
        """By position, the position at the other end of its diagonal; -1: it has none."""
        other = [-1, -1, -1, -1]
        for road in self.diagonal:
            a, b = DIAGONALS[road]
            other[a], other[b] = b, a
        return tuple(other)

    def spaces_with(self, stop: str) -> tuple[int, ...]:
        """The numbers of the spaces where a transport stops."""
        return tuple(number for number, stops in zip(self.numbers, self.stops, strict=True) if stop in stops)

    def spaces_without(self, *stops: str) -> tuple[int, ...]:
        """The numbers of the spaces where none of the transports stops."""
        return tuple(number for number, here in zip(self.numbers, self.stops, strict=True) if not set(stops) & set(here))


@dataclass(frozen=True)
class Tile:
    """A tile with its two sides. Sets that are never turned over may leave the expert sides out.

    Raises:
        BoardError: no capital letter, or sides with different spaces.
    """

    letter: str
    standard: Side
    expert: Side | None = None

    def __post_init__(self) -> None:
        if len(self.letter) != 1 or not "A" <= self.letter <= "Z":
            raise BoardError(f"tile {self.letter!r} has to be called by a letter A..Z.")
        if self.expert is not None and set(self.expert.numbers) != set(self.standard.numbers):
            raise BoardError(f"tile {self.letter}: its sides have the spaces {self.standard.numbers} and {self.expert.numbers}.")

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that it has, the standard one first."""
        return (self.standard,) if self.expert is None else (self.standard, self.expert)


def _check_space(number: int, stops: Sequence[str]) -> None:
    station_number("tile", number, MOST_SPACES)
    _check_words(f"space {number}: stop", stops, STOPS)
    if "taxi" not in stops:
        raise BoardError(f"space {number} has the stops {list(stops)}; taxis stop everywhere.")


def _check_words(what: str, words: Iterable[str], allowed: Iterable[str]) -> None:
    for word in words:
        if word not in allowed:
            raise BoardError(one_of(what, word, allowed) + ".")


def check_once(what: str, values: Sequence[object]) -> None:
    """Refuse a value that is named more than once.

    Raises:
        BoardError: naming it.
    """
    for value in values:
        if values.count(value) > 1:
            raise BoardError(f"{what} {value} is named more than once.")
