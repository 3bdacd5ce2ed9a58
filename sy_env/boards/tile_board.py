"""A board laid out of tiles: where its spaces lie, and where each transport leads."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from sy_env.boards.checks import BoardError
from sy_env.boards.tile_set import TileSet
from sy_env.boards.tiles import IN, MOST_SPACES, OPEN, OUT, PAINTED, STEPS, STOPS, Side, check_once

Point = tuple[int, int]  # column and row of a space, from 0, y down


@dataclass(frozen=True)
class TileBoard:
    """Tiles in rows, all upright.

    Attributes:
        tiles: the box that they come from.
        layout: rows of letters, from the top: ("ABC", "DEF", "GHI").
        flipped: letters of the tiles that show their expert side.
        black_ignores_dead_end: Mister X's black ticket leads through dead ends.

    Raises:
        BoardError: unknown letters, a tile laid twice, rows of different lengths, a tile turned over that has no expert side.
    """

    tiles: TileSet
    layout: tuple[str, ...]
    flipped: str = ""
    black_ignores_dead_end: bool = False

    def __post_init__(self) -> None:
        letters = "".join(self.layout)
        if not letters or len({len(row) for row in self.layout}) != 1:
            raise BoardError(f"layout {self.layout} has to be rows of letters of one length.")
        check_once("tile", letters)
        for letter in letters + self.flipped:
            if self.tiles[letter].expert is None and letter in self.flipped:
                raise BoardError(f"tile {letter} has no expert side to be turned to.")
        for letter in self.flipped:
            if letter not in letters:
                raise BoardError(f"tile {letter} is turned over, but not on the board {self.layout}.")

    # -- geometry

    def side(self, letter: str) -> Side:
        """The side that a tile shows."""
        tile = self.tiles[letter]
        return tile.expert if letter in self.flipped and tile.expert is not None else tile.standard

    @cached_property
    def points(self) -> dict[int, Point]:
        """Column and row of every space, by its number."""
        return {number: point for point, (number, _, _) in self._places.items()}

    @cached_property
    def _places(self) -> dict[Point, tuple[int, str, int]]:
        """By column and row: the number of the space, the letter of its tile, and its position on the tile (0..3)."""
        return {
            (2 * column + position % 2, 2 * row + position // 2): (number, letter, position)
            for row, letters in enumerate(self.layout)
            for column, letter in enumerate(letters)
            for position, number in enumerate(self.side(letter).numbers)
        }

    @property
    def num_stations(self) -> int:
        """How many spaces there are."""
        return len(self.points)

    @cached_property
    def modes(self) -> tuple[tuple[str, ...], ...]:
        """What stops at each number 0..36, nothing where there is no such space."""
        return tuple(self.stops(number) if number in self.points else () for number in range(MOST_SPACES + 1))

    @cached_property
    def neighbours(self) -> dict[str, tuple[tuple[int, ...], ...]]:
        """Where each of taxi, bus and underground leads from each number 0..36, sorted."""
        numbers = range(MOST_SPACES + 1)
        return {
            stop: tuple(tuple(sorted(self.targets(stop, number))) if number in self.points else () for number in numbers)
            for stop in STOPS
        }

    def letter_of(self, space: int) -> str:
        """The letter of the tile on which a space lies."""
        return self._places[self.points[space]][1]

    def stops(self, space: int) -> tuple[str, ...]:
        """What stops at a space."""
        _, letter, position = self._places[self.points[space]]
        return self.side(letter).stops[position]

    # -- travelling

    def targets(self, kind: str, space: int) -> frozenset[int]:
        """Where a move leads from a space, whoever stands there.

        Args:
            kind: "taxi", "bus", "underground", "black" or "helicopter".
            space: its number.
        """
        return frozenset(getattr(self, f"_by_{kind}")(space))

    def _by_taxi(self, space: int, black: bool = False) -> Iterator[int]:
        for direction in range(4):
            beyond = self._next(self.points[space], direction, black)
            if beyond is not None:
                yield self._places[beyond][0]
        _, letter, position = self._places[self.points[space]]
        across = self.side(letter).across()[position]
        if across >= 0:
            yield self.side(letter).numbers[across]

    def _by_bus(self, space: int, black: bool = False) -> Iterator[int]:
        if "bus" not in self.stops(space):
            return
        for direction in range(4):
            point = self._next(self.points[space], direction, black)
            while point is not None and "bus" not in self.stops(self._places[point][0]):
                point = self._next(point, direction, black)
            if point is not None:
                yield self._places[point][0]

    def _by_underground(self, space: int) -> Iterator[int]:
        if "underground" in self.stops(space):
            yield from (other for other in self.points if other != space and "underground" in self.stops(other))

    def _by_black(self, space: int) -> Iterator[int]:
        yield from self._by_taxi(space, black=True)
        yield from self._by_bus(space, black=True)
        yield from self._by_underground(space)

    def _by_helicopter(self, space: int) -> Iterator[int]:
        (x, y), right, bottom = self.points[space], 2 * len(self.layout[0]) - 1, 2 * len(self.layout) - 1
        if x in (0, right):
            yield self._places[right - x, y][0]
        if y in (0, bottom):
            yield self._places[x, bottom - y][0]

    def _next(self, point: Point, direction: int, black: bool) -> Point | None:
        """The place to which a road leads in a direction."""
        beyond = (point[0] + STEPS[direction][0], point[1] + STEPS[direction][1])
        drawn = PAINTED if self.black_ignores_dead_end else OPEN
        leave, enter = (drawn, drawn) if black else (OUT, IN)
        if beyond not in self._places or not self._exit(point, direction) & leave:
            return None
        return beyond if self._exit(beyond, (direction + 2) % 4) & enter else None

    def _exit(self, point: Point, direction: int) -> int:
        _, letter, position = self._places[point]
        return self._exits[letter][position][direction]

    @cached_property
    def _exits(self) -> dict[str, tuple[tuple[int, ...], ...]]:
        return {letter: self.side(letter).exits() for letter in "".join(self.layout)}

    # -- judging

    def is_connected(self) -> bool:
        """Whether taxis lead from every space to every other."""
        spaces = tuple(self.points)
        forward = {space: self.targets("taxi", space) for space in spaces}
        backward = {space: frozenset(a for a in spaces if space in forward[a]) for space in spaces}
        return all(len(_reached(spaces[0], way)) == len(spaces) for way in (forward, backward))


def _reached(start: int, ways: dict[int, frozenset[int]]) -> Collection[int]:
    reached = {start}
    waiting = [start]
    while waiting:
        fresh = ways[waiting.pop()] - reached
        reached |= fresh
        waiting.extend(fresh)
    return reached


def rows_of(letters: str, columns: int) -> tuple[str, ...]:
    """Letters in rows of so many."""
    return tuple(letters[i : i + columns] for i in range(0, len(letters), columns))


def layout_of(layout: str | Sequence[str]) -> tuple[str, ...]:
    """Rows of letters from a text such as "ABC/DEF/GHI", or from rows."""
    return tuple(layout.split("/")) if isinstance(layout, str) else tuple(layout)
