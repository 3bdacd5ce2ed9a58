"""What a board must be: the checks that files and boards made in code have in common."""

import math
from collections.abc import Iterable, Sequence
from operator import index

from sy_env.errors import one_of

TRANSPORTS = ("taxi", "bus", "underground", "ferry")
MOST_STATIONS = 255  # a set of stations is four 64-bit words, and 0 is no station

Line = tuple[int, int, str]  # stations a < b and the transport between them
Lines = tuple[Line, ...]
Point = tuple[float, float]


class BoardError(ValueError):
    """A board that cannot be used. The message names the place, the value and what is allowed."""


def station_number(where: str, value: object, most: int = MOST_STATIONS) -> int:
    """The station that `value`, a whole number or its digits, stands for.

    Raises:
        BoardError: it is no whole number, or not within 1..`most`.
    """
    try:
        number = int(value) if isinstance(value, str) else index(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise BoardError(f"{where}: station {value!r} is not a whole number.") from None
    if isinstance(value, bool) or not 1 <= number <= most:
        limit = f" (a board has at most {MOST_STATIONS})" if number > MOST_STATIONS else ""
        raise BoardError(f"{where}: station {value!r} is outside 1..{most}{limit}.")
    return number


def checked_lines(rows: Iterable[tuple[str, Sequence[object]]], most: int = MOST_STATIONS) -> Lines:
    """Lines in canonical form: a < b, sorted.

    Args:
        rows: for every line the words that name its place, and (a, b, transport).
        most: highest station number.

    Raises:
        BoardError: no such station or transport, a loop, a line given twice (in either direction).
    """
    places: dict[Line, str] = {}
    for where, row in rows:
        line = _line(where, row, most)
        if line in places:
            once = f"{_words(line)} stands already in {places[line]}"
            raise BoardError(f"{where}: {once}; lines go both ways, each is given once.")
        places[line] = where
    return tuple(sorted(places))


def _line(where: str, row: Sequence[object], most: int) -> Line:
    if isinstance(row, str) or len(row) != 3:
        raise BoardError(f"{where}: {row!r} is not a line; a line is (station, station, transport).")
    a, b = sorted(station_number(where, value, most) for value in row[:2])
    transport = str(row[2])
    if transport not in TRANSPORTS:
        raise BoardError(f"{where}: {one_of('transport', transport, TRANSPORTS)}")
    if a == b:
        raise BoardError(f"{where}: {transport} {a}-{b} is a loop; a line joins two different stations.")
    return a, b, transport


def _words(line: Line) -> str:
    return f"{line[2]} {line[0]}-{line[1]}"


def check_no_gap(where: str, num_stations: int, lines: Lines) -> None:
    """Refuse stations of 1..`num_stations` that no line reaches.

    Raises:
        BoardError: naming the first few.
    """
    lonely = set(range(1, num_stations + 1)) - {station for a, b, _ in lines for station in (a, b)}
    if lonely:
        needs = f"every station of 1..{num_stations} needs one"
        raise BoardError(f"{where}: no line leads to station {some(lonely)}; {needs}.")


def checked_point(where: str, x: object, y: object) -> Point:
    """Coordinates as floats.

    Raises:
        BoardError: one is no number in 0..1.
    """
    return _fraction(where, "x", x), _fraction(where, "y", y)


def _fraction(where: str, axis: str, value: object) -> float:
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise BoardError(f"{where}: {axis} {value!r} is not a number.") from None
    if not 0.0 <= number <= 1.0:
        raise BoardError(f"{where}: {axis} {value!r} is outside 0..1.")
    return number


def checked_aspect(where: str, value: object) -> float:
    """Width of a board divided by its height.

    Raises:
        BoardError: no number above 0.
    """
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        number = math.nan
    if not 0.0 < number < math.inf:
        raise BoardError(f"{where}: aspect {value!r} is not a number above 0 (width divided by height).")
    return number


def some(stations: Iterable[int]) -> str:
    """The first few of a set of stations, in words."""
    numbers = sorted(stations)
    return ", ".join(map(str, numbers[:5])) + (f" and {len(numbers) - 5} more" if len(numbers) > 5 else "")
