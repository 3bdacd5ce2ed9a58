"""A board as a folder of CSV files: reading with every row checked, and writing."""

import csv
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from sy_env.boards.checks import (
    TRANSPORTS,
    BoardError,
    Lines,
    Point,
    check_no_gap,
    checked_aspect,
    checked_lines,
    checked_point,
    some,
    station_number,
)
from sy_env.errors import one_of

DATA = Path(__file__).parent / "data"
BUNDLED = ("london", "glasses", "wheel", "blocks", "quarter")

EDGES = ("a", "b", "transport")
STATIONS = ("station", "x", "y", "modes")
ABOUT = ("name", "aspect", "variants")
LANDMARKS = ("landmark", "station")
DIRECTED = ("oneway", "one_way", "one-way", "directed", "direction", "arc")

Row = dict[str, str]
Landmark = tuple[str, int]  # its name, and a station near it
Landmarks = tuple[Landmark, ...]


class BoardFiles(NamedTuple):
    """What the files of a board hold, in the order of the fields of `Board`."""

    name: str
    num_stations: int
    lines: Lines
    coordinates: tuple[Point, ...] | None
    aspect: float
    variants: tuple[str, ...]


def bundled(source: str | Path) -> bool:
    """Whether `source` names a board that comes with the package."""
    return isinstance(source, str) and source in BUNDLED


def folder_of(source: str | Path) -> Path:
    """The folder of a board that comes with the package, or of a user's.

    Raises:
        BoardError: there is neither.
    """
    folder = DATA / source if bundled(source) else Path(source)
    if not folder.is_dir():
        raise BoardError(f"{one_of('board', str(source), BUNDLED)}, nor is it a folder")
    return folder


def read_board(folder: Path, variants: Sequence[str] = ()) -> BoardFiles:
    """Read and check the files of a board.

    Args:
        folder: holds `edges.csv`, and if wanted `stations.csv`, `edges_variants.csv` and `board.csv`.
        variants: lines of `edges_variants.csv` to add.

    Raises:
        BoardError: naming file, row, value and what is allowed.
    """
    name, aspect, present = _read_about(folder)
    edges = folder / "edges.csv"
    rows = [(where, tuple(row[column] for column in EDGES)) for where, row in _rows(edges, EDGES)]
    common = checked_lines(rows)
    if not common:
        raise BoardError(f"{edges} has no lines.")
    lines = checked_lines(rows + _variant_rows(folder, variants))
    num_stations, coordinates = _read_stations(folder / "stations.csv", lines, _stops(common))
    check_no_gap(str(edges), num_stations, lines)
    return BoardFiles(name, num_stations, lines, coordinates, aspect, tuple(sorted({*present, *variants})))


def read_landmarks(path: Path) -> Landmarks:
    """Read a file of landmarks, one a row.

    Raises:
        BoardError: naming file, row, value and what is allowed.
    """
    return tuple((row["landmark"], station_number(where, row["station"])) for where, row in _rows(path, LANDMARKS))


def write_board(folder: Path, files: BoardFiles, modes: Sequence[str]) -> None:
    """Write the files of a board; `modes` are the words of the column `modes`, by station."""
    folder.mkdir(parents=True, exist_ok=True)
    points: Sequence[tuple[object, ...]] = files.coordinates or [()] * files.num_stations
    columns = STATIONS if files.coordinates else ("station", "modes")
    stations = [(i, *point, stops) for i, (point, stops) in enumerate(zip(points, modes, strict=True), 1)]
    _write(folder / "board.csv", ABOUT, [(files.name, files.aspect, "|".join(files.variants))])
    _write(folder / "stations.csv", columns, stations)
    _write(folder / "edges.csv", EDGES, files.lines)


def _read_about(folder: Path) -> tuple[str, float, tuple[str, ...]]:
    path = folder / "board.csv"
    if not path.exists():
        return folder.resolve().name or "custom", 1.0, ()
    rows = list(_rows(path, ABOUT[:1], ABOUT[1:]))
    if len(rows) != 1:
        raise BoardError(f"{path} has {len(rows)} rows; allowed is one below the header.")
    where, row = rows[0]
    if not row["name"].strip():
        raise BoardError(f"{where}: the name is empty.")
    variants = tuple(word for word in row.get("variants", "").split("|") if word)
    return row["name"], checked_aspect(where, row.get("aspect") or 1.0), variants


def _variant_rows(folder: Path, wanted: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
    if not wanted:
        return []
    found = list(_rows(folder / "edges_variants.csv", EDGES, ("where_it_occurs",)))
    names = [f"{row['a']}-{row['b']}" for _, row in found]
    for variant in wanted:
        if variant not in names:
            raise BoardError(f"{folder / 'edges_variants.csv'}: {one_of('variant', variant, names)}")
    return [
        (where, tuple(row[column] for column in EDGES)) for name, (where, row) in zip(names, found, strict=True) if name in wanted
    ]


def _read_stations(path: Path, lines: Lines, stops: Mapping[int, set[str]]) -> tuple[int, tuple[Point, ...] | None]:
    """Number of stations, and their coordinates if the file has them."""
    highest = max(b for _, b, _ in lines)
    if not path.exists():
        return highest, None
    places: dict[int, str] = {}
    points: dict[int, Point] = {}
    for where, row in _rows(path, STATIONS[:1], STATIONS[1:]):
        station = station_number(where, row["station"])
        if station in places:
            raise BoardError(f"{where}: station {station} stands already in {places[station]}.")
        places[station] = where
        if "modes" in row:
            _check_modes(where, row["modes"], station, stops.get(station, set()))
        if ("x" in row) != ("y" in row):
            raise BoardError(f"{path}: the columns x and y come together; one is missing.")
        if "x" in row:
            points[station] = checked_point(where, row["x"], row["y"])
    _check_stations(path, places.keys(), highest)
    return len(places), tuple(points[station] for station in sorted(points)) or None


def _stops(lines: Lines) -> dict[int, set[str]]:
    """The transports at every station that a line reaches."""
    stops: dict[int, set[str]] = {}
    for a, b, transport in lines:
        stops.setdefault(a, set()).add(transport)
        stops.setdefault(b, set()).add(transport)
    return stops


def _check_modes(where: str, words: str, station: int, stops: set[str]) -> None:
    given = words.split("|")
    for word in given:
        if word not in TRANSPORTS:
            raise BoardError(f"{where}: {one_of('mode', word, TRANSPORTS)}")
    if stops and set(given) != stops:
        right = "|".join(transport for transport in TRANSPORTS if transport in stops)
        raise BoardError(f"{where}: modes {words!r} of station {station}; its lines are {right!r}.")


def _check_stations(path: Path, stations: Collection[int], highest: int) -> None:
    missing = set(range(1, max(stations, default=0) + 1)) - set(stations)
    if missing:
        raise BoardError(f"{path}: station {some(missing)} is missing; numbers run from 1 without gaps.")
    dangling = set(range(1, highest + 1)) - set(stations)
    if dangling:
        known = f"it has 1..{max(stations, default=0)}"
        raise BoardError(f"{path}: station {some(dangling)} of edges.csv is not in it; {known}.")


def _rows(path: Path, needed: Sequence[str], optional: Sequence[str] = ()) -> Iterator[tuple[str, Row]]:
    """The rows of a CSV file, each with the words that name its place."""
    try:
        text = path.read_text(encoding="utf-8-sig")  # spreadsheets put a mark at the start
    except FileNotFoundError:
        raise BoardError(f"{path} is missing; its columns are {', '.join((*needed, *optional))}.") from None
    except UnicodeDecodeError as error:
        raise BoardError(f"{path} is not UTF-8 text: {error}.") from None
    reader = csv.reader(StringIO(text, newline=""))
    header = [word.strip() for word in next(reader, [])]
    _check_header(path, header, needed, optional)
    for cells in reader:
        where = f"{path}, row {reader.line_num}"
        if cells and len(cells) != len(header):
            raise BoardError(f"{where} has {len(cells)} cells; the columns are {', '.join(header)}.")
        if cells:
            yield where, {column: cell.strip() for column, cell in zip(header, cells, strict=True)}


def _check_header(path: Path, header: Sequence[str], needed: Sequence[str], optional: Sequence[str]) -> None:
    allowed = (*needed, *optional)
    for column in header:
        if column.lower() in DIRECTED:
            raise BoardError(f"{path}: column {column!r} is not allowed; lines always go both ways.")
        if column not in allowed:
            raise BoardError(f"{path}: {one_of('column', column, allowed)}")
        if header.count(column) > 1:
            raise BoardError(f"{path}: column {column!r} stands there more than once.")
    for column in needed:
        if column not in header:
            there = ", ".join(header) or "none"
            raise BoardError(f"{path}: column {column!r} is missing; there are: {there}.")


def _write(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a CSV file beside its place, then move it there at once."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_text(text.getvalue(), encoding="utf-8", newline="")
    beside.replace(path)
