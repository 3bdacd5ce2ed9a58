"""A box of tiles: the ones that come with the package, or your own from a CSV file."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from io import StringIO
from pathlib import Path
from typing import Any, Self

from sy_env.boards.checks import BoardError
from sy_env.boards.files import DATA
from sy_env.boards.tiles import MOST_TILES, Side, Tile, check_once
from sy_env.errors import one_of

BUNDLED = ("hunting",)
SIDES = ("standard", "expert")
CORNERS = ("top_left", "top_right", "bottom_left", "bottom_right")
FEATURES = ("missing", "one_way", "dead_end", "diagonal")
COLUMNS = ("tile", "side", *CORNERS, *FEATURES)

Row = Mapping[str, str]


@dataclass(frozen=True, repr=False)
class TileSet:
    """The tiles in a box: 1 to 9, with spaces numbered within 1..36, each number once.

    Raises:
        BoardError: too many tiles, or letters or numbers that stand there twice.
    """

    name: str
    tiles: tuple[Tile, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.tiles) <= MOST_TILES:
            raise BoardError(f"{len(self.tiles)} tiles; allowed are 1..{MOST_TILES}.")
        check_once("tile", [tile.letter for tile in self.tiles])
        check_once("space", [number for tile in self.tiles for number in tile.standard.numbers])

    def __repr__(self) -> str:
        return f"<TileSet {self.name!r}: {self.letters}>"

    @property
    def letters(self) -> str:
        """The letters of the tiles, in order."""
        return "".join(tile.letter for tile in self.tiles)

    def __getitem__(self, letter: str) -> Tile:
        """The tile of that letter.

        Raises:
            BoardError: there is none.
        """
        if len(letter) != 1 or letter not in self.letters:
            raise BoardError(one_of("tile", letter, self.letters) + ".")
        return self.tiles[self.letters.index(letter)]

    @property
    def is_bundled(self) -> bool:
        """Whether these are the tiles that come with the package under this name."""
        return self.name in BUNDLED and self == TileSet.load(self.name)

    @classmethod
    def load(cls, source: str | Path = "hunting") -> Self:
        """The tiles of that name that come with the package, or those of a CSV file.

        The file has a row a side and the columns tile, side ("standard" or "expert"), top_left, top_right, bottom_left,
        bottom_right (number and stops: `3 taxi|bus`), missing, one_way, dead_end, diagonal (words of :class:`Side` joined by `|`,
        may be empty).

        Raises:
            BoardError: naming file, row, value and what is allowed.
        """
        if source in BUNDLED:
            return cls(str(source), _bundled(str(source)))
        path = Path(source)
        if not path.is_file():
            raise BoardError(f"{one_of('tiles', str(source), BUNDLED)}, nor is it a file.")
        return cls(path.stem, _tiles(_rows(path)))

    def rows(self) -> list[dict[str, str]]:
        """The tiles as the rows of a CSV file, by column."""
        return [_row(tile.letter, word, side) for tile in self.tiles for word, side in zip(SIDES, tile.sides, strict=False)]

    def write(self, path: str | Path) -> None:
        """Write the tiles as a CSV file that :meth:`load` reads."""
        text = StringIO()
        writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows())
        Path(path).write_text(text.getvalue(), encoding="utf-8", newline="")

    def to_dict(self) -> dict[str, Any]:
        """The tiles in words that JSON and YAML can hold."""
        return {"name": self.name, "rows": self.rows()}

    @classmethod
    def from_dict(cls, words: Mapping[str, Any]) -> Self:
        """The tiles that :meth:`to_dict` described, or `dataclasses.asdict`.

        Raises:
            BoardError: they cannot be used.
        """
        if "tiles" in words:
            return cls(str(words.get("name")), tuple(_tile(tile) for tile in words["tiles"]))
        for key in ("name", "rows"):
            if key not in words:
                raise BoardError(f"tiles: {key!r} is missing; a description has name and rows.")
        return cls(str(words["name"]), _tiles((f"tiles, row {i}", row) for i, row in enumerate(words["rows"], 1)))


def _tile(words: Mapping[str, Any]) -> Tile:
    """The tile that was turned into its fields, lists in place of tuples."""
    sides = {side: words.get(side) for side in SIDES}
    described = {side: Side(**_settled(fields)) for side, fields in sides.items() if fields is not None}
    return Tile(words["letter"], **described)


def _settled(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(tuple(entry) if isinstance(entry, list) else entry for entry in value) for name, value in fields.items()}


# -- rows


def _row(letter: str, word: str, side: Side) -> dict[str, str]:
    spaces = (f"{number} {'|'.join(stops)}" for number, stops in zip(side.numbers, side.stops, strict=True))
    features = ("|".join(getattr(side, name)) for name in FEATURES)
    return dict(zip(COLUMNS, (letter, word, *spaces, *features), strict=True))


@lru_cache(maxsize=4)
def _bundled(name: str) -> tuple[Tile, ...]:
    return _tiles(_rows(DATA / name / "tiles.csv"))


def _rows(path: Path) -> Iterator[tuple[str, Row]]:
    """The rows of a file, each with the words that name its place."""
    try:
        text = path.read_text(encoding="utf-8-sig")  # spreadsheets put a mark at the start
    except UnicodeDecodeError as error:
        raise BoardError(f"{path} is not UTF-8 text: {error}.") from None
    reader = csv.reader(StringIO(text, newline=""))
    header = [word.strip() for word in next(reader, [])]
    for cells in reader:
        if cells:
            yield f"{path}, row {reader.line_num}", dict(zip(header, map(str.strip, cells), strict=False))


def _tiles(rows: Iterable[tuple[str, Row]]) -> tuple[Tile, ...]:
    tiles: dict[str, dict[str, Side]] = {}
    for where, row in rows:
        _check_columns(where, row)
        if row["side"] not in SIDES:
            raise BoardError(f"{where}: {one_of('side', row['side'], SIDES)}.")
        sides = tiles.setdefault(row["tile"], {})
        if row["side"] in sides:
            raise BoardError(f"{where}: the {row['side']} side of tile {row['tile']} is described more than once.")
        sides[row["side"]] = _side(where, row)
    for letter, sides in tiles.items():
        if "standard" not in sides:
            raise BoardError(f"tile {letter} has no standard side.")
    return tuple(Tile(letter, **sides) for letter, sides in tiles.items())


def _check_columns(where: str, row: Row) -> None:
    for column in row:
        if column not in COLUMNS:
            raise BoardError(f"{where}: {one_of('column', column, COLUMNS)}.")
    for column in COLUMNS:
        if column not in row:
            raise BoardError(f"{where}: column {column!r} is missing; there are {', '.join(row)}.")


def _side(where: str, row: Row) -> Side:
    spaces = [_space(f"{where}, {corner}", row[corner]) for corner in CORNERS]
    features = {name: tuple(word for word in row[name].split("|") if word) for name in FEATURES}
    try:
        return Side(numbers=tuple(number for number, _ in spaces), stops=tuple(stops for _, stops in spaces), **features)
    except BoardError as error:
        raise BoardError(f"{where}: {error}") from None


def _space(where: str, cell: str) -> tuple[int, tuple[str, ...]]:
    number, _, stops = cell.partition(" ")
    if not number.isdecimal():
        raise BoardError(f"{where}: {cell!r} is not a number and its stops, such as '3 taxi|bus'.")
    return int(number), tuple(stops.split("|"))
