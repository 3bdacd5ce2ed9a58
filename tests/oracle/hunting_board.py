"""Boards of Hunting Mister X laid out of tiles (A5, C-1): which space is reached from which, by what.

The tiles are a stand-in: the printed ones are not available. Corners are TL, TR, BL, BR; the roads that
leave a tile are N1 N2 (over TL, TR), E1 E2 (beside TR, BR), S1 S2 (under BL, BR), W1 W2 (beside TL, BL).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

LETTERS = "ABCDEFGHI"
CORNERS = {"TL": (0, 0), "TR": (0, 1), "BL": (1, 0), "BR": (1, 1)}
DICE_KINDS = ("taxi", "bus", "underground")
KINDS = (*DICE_KINDS, "black", "helicopter")
STREETS = ("TL-TR", "TL-BL", "TR-BR", "BL-BR")
STUBS = ("N1", "N2", "E1", "E2", "S1", "S2", "W1", "W2")
NEIGHBOUR_STUBS = (("E1", "W1", "TR", "TL"), ("E2", "W2", "BR", "BL")), (("S1", "N1", "BL", "TL"), ("S2", "N2", "BR", "TR"))

Way = tuple[int, int]
Cell = tuple[int, int]


@dataclass(frozen=True)
class Side:
    """One side of a tile: stops by corner (letters of T, B, U), and what of the standard roads is different."""

    stops: tuple[str, str, str, str]
    oneway: tuple[str, ...] = ()  # "TL>TR": from TL to TR only
    dead: tuple[str, ...] = ()  # stubs that end before the edge
    diagonals: tuple[str, ...] = ()  # "TL/BR": taxis only
    missing: tuple[str, ...] = ()  # streets and stubs that are not drawn


STANDARD = {
    "A": Side(("T", "TB", "TBU", "T")),
    "B": Side(("TB", "T", "T", "TB")),
    "C": Side(("T", "TBU", "TB", "T")),
    "D": Side(("T", "TB", "TB", "T")),
    "E": Side(("TBU", "T", "TB", "T")),
    "F": Side(("T", "TB", "T", "TB")),
    "G": Side(("TB", "T", "T", "TBU")),
    "H": Side(("T", "TB", "TB", "T")),
    "I": Side(("TBU", "T", "T", "TB")),
}
EXPERT = {
    "A": Side(STANDARD["A"].stops, oneway=("TL>TR",), diagonals=("TR/BL",)),
    "B": Side(STANDARD["B"].stops, dead=("S2",), diagonals=("TL/BR",)),
    "C": Side(STANDARD["C"].stops, oneway=("BR>TR",), dead=("W2",)),
    "D": Side(STANDARD["D"].stops, oneway=("BL>BR", "TR>TL")),
    "E": Side(STANDARD["E"].stops, dead=("N2",), diagonals=("TL/BR",)),
    "F": Side(STANDARD["F"].stops, oneway=("TR>BR",), dead=("S1",)),
    "G": Side(STANDARD["G"].stops, dead=("E1",), diagonals=("TR/BL",)),
    "H": Side(STANDARD["H"].stops, oneway=("TL>BL", "BR>TR")),
    "I": Side(STANDARD["I"].stops, oneway=("BR>BL",), diagonals=("TR/BL",)),
}


class HuntingBoard:
    """Tiles in rows, e.g. ("ABC", "DEF"), those of `flipped` with their expert side up.

    Spaces keep the numbers of their tile: A 1 to 4, B 5 to 8, ..., in the order TL, TR, BL, BR.
    """

    def __init__(
        self,
        rows: Sequence[str],
        flipped: Iterable[str] = (),
        standard: Mapping[str, Side] = STANDARD,
        expert: Mapping[str, Side] = EXPERT,
        black_ignores_dead_end: bool = False,
    ) -> None:
        self.rows, self.flipped = tuple(rows), frozenset(flipped)
        letters = "".join(rows)
        if len(set(letters)) < len(letters) or not self.flipped <= set(letters) or len({len(row) for row in rows}) != 1:
            raise ValueError(f"tiles {self.rows}, flipped {sorted(self.flipped)}, allowed: rows of one length, no letter twice")
        self.sides = {letter: (expert if letter in self.flipped else standard)[letter] for letter in letters}
        self.cells: dict[int, Cell] = {}
        self.stops: dict[int, str] = {}
        for letter, row, column in self._tiles():
            for index, (down, right) in enumerate(CORNERS.values()):
                space = 4 * LETTERS.index(letter) + 1 + index
                self.cells[space] = 2 * row + down, 2 * column + right
                self.stops[space] = self.sides[letter].stops[index]
        self._spaces_at = {cell: space for space, cell in self.cells.items()}
        self._lay_roads(black_ignores_dead_end)
        self._targets = {(kind, space): frozenset(self._find(kind, space)) for kind in KINDS for space in self.cells}

    @property
    def spaces(self) -> list[int]:
        return sorted(self.cells)

    def tile(self, space: int) -> str:
        """The letter of the tile that `space` is on."""
        return LETTERS[(space - 1) // 4]

    def tile_spaces(self, letter: str) -> set[int]:
        return {space for space in self.cells if self.tile(space) == letter}

    def underground_tiles(self) -> int:
        """How many tiles have an underground station."""
        return sum(any("U" in stop for stop in side.stops) for side in self.sides.values())

    def targets(self, kind: str, space: int) -> frozenset[int]:
        """Where one move of `kind` leads from `space`, whoever stands there."""
        return self._targets[kind, space]

    def _tiles(self) -> Iterator[tuple[str, int, int]]:
        for row, letters in enumerate(self.rows):
            for column, letter in enumerate(letters):
                yield letter, row, column

    # --- roads ---

    def _lay_roads(self, black_ignores_dead_end: bool) -> None:
        """`ways`: for taxi and bus dice; `black_ways`: for a black ticket; `diagonals`: for taxis only."""
        self.ways: set[Way] = set()
        self.black_ways: set[Way] = set()
        self.diagonals: set[Way] = set()
        for letter, row, column in self._tiles():
            self._lay_streets(letter)
            for (down, right), stubs in zip(((0, 1), (1, 0)), NEIGHBOUR_STUBS, strict=True):
                if row + down < len(self.rows) and column + right < len(self.rows[0]):
                    self._join(letter, self.rows[row + down][column + right], stubs, black_ignores_dead_end)

    def _corner(self, letter: str, corner: str) -> int:
        return 4 * LETTERS.index(letter) + 1 + list(CORNERS).index(corner)

    def _lay_streets(self, letter: str) -> None:
        side = self.sides[letter]
        for street in STREETS:
            if street not in side.missing:
                a, b = (self._corner(letter, corner) for corner in street.split("-"))
                self.ways |= {(a, b), (b, a)}
                self.black_ways |= {(a, b), (b, a)}
        for arrow in side.oneway:
            start, end = (self._corner(letter, corner) for corner in arrow.split(">"))
            self.ways.discard((end, start))
        for diagonal in side.diagonals:
            a, b = (self._corner(letter, corner) for corner in diagonal.split("/"))
            self.diagonals |= {(a, b), (b, a)}

    def _join(self, letter: str, other: str, stubs: Iterable[tuple[str, str, str, str]], over_dead: bool) -> None:
        """Roads from one tile to its neighbour: both stubs must be drawn, and neither may be dead."""
        side, next_side = self.sides[letter], self.sides[other]
        for stub, next_stub, corner, next_corner in stubs:
            a, b = self._corner(letter, corner), self._corner(other, next_corner)
            if stub in side.missing or next_stub in next_side.missing:
                continue
            open_road = stub not in side.dead and next_stub not in next_side.dead
            if open_road:
                self.ways |= {(a, b), (b, a)}
            if open_road or over_dead:
                self.black_ways |= {(a, b), (b, a)}

    # --- moves ---

    def _find(self, kind: str, space: int) -> set[int]:
        if kind == "taxi":
            return self._taxi(space, self.ways)
        if kind == "bus":
            return self._bus(space, self.ways)
        if kind == "underground":
            return self._underground(space)
        if kind == "black":
            return self._taxi(space, self.black_ways) | self._bus(space, self.black_ways) | self._underground(space)
        return self._across(space)

    def _taxi(self, space: int, ways: set[Way]) -> set[int]:
        return {end for start, end in ways | self.diagonals if start == space}

    def _bus(self, space: int, ways: set[Way]) -> set[int]:
        """The first bus stop in each direction, over roads that are open all the way."""
        if "B" not in self.stops[space]:
            return set()
        found = set()
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            here = space
            while True:
                row, column = self.cells[here]
                ahead = self._spaces_at.get((row + down, column + right), 0)
                if (here, ahead) not in ways:
                    break
                here = ahead
                if "B" in self.stops[here]:
                    found.add(here)
                    break
        return found

    def _underground(self, space: int) -> set[int]:
        if "U" not in self.stops[space]:
            return set()
        return {other for other, stop in self.stops.items() if "U" in stop and other != space}

    def _across(self, space: int) -> set[int]:
        """From a border space to the opposite border in the same row or column."""
        row, column = self.cells[space]
        last_row, last_column = 2 * len(self.rows) - 1, 2 * len(self.rows[0]) - 1
        cells = set()
        if row in (0, last_row):
            cells.add((last_row - row, column))
        if column in (0, last_column):
            cells.add((row, last_column - column))
        return {self._spaces_at[cell] for cell in cells}
