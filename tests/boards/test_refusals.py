"""Boards that are refused, and whether the message says where, what, and what would be right."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sy_env.boards import Board, BoardError

EDGES = "a,b,transport\n1,2,taxi\n2,3,taxi\n1,3,bus\n"
STATIONS = "station,x,y,modes\n1,0,0,taxi|bus\n2,0.5,1,taxi\n3,1,0.25,taxi|bus\n"
VARIANTS = "a,b,transport,where_it_occurs\n2,3,bus,an old printing\n"

Make = Callable[..., Path]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Write the files of a board; None leaves one out."""

    def write(edges: str | None = EDGES, **files: str | None) -> Path:
        contents = {"edges": edges, "stations": STATIONS, **files}
        for name, text in contents.items():
            if text is not None:
                (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
        return tmp_path

    return write


def refused(folder: Path, *words: str, **options: Any) -> None:
    """Loading fails, and the message holds all the words."""
    with pytest.raises(BoardError) as error:
        Board.load(folder, **options)
    assert all(word in str(error.value) for word in words), str(error.value)


def test_a_right_board_is_read(make: Make) -> None:
    board = Board.load(make(edges_variants=VARIANTS), require_connected="taxi")
    assert board.lines == ((1, 2, "taxi"), (1, 3, "bus"), (2, 3, "taxi"))
    assert board.coordinates == ((0.0, 0.0), (0.5, 1.0), (1.0, 0.25))
    assert board.name == make().name
    assert Board.load(make(), "2-3").lines[-2:] == ((2, 3, "bus"), (2, 3, "taxi"))


def test_stations_are_optional_and_their_order_free(make: Make) -> None:
    assert Board.load(make(stations=None)).positions is None
    assert Board.load(make(stations="station\n3\n1\n2\n")).num_stations == 3
    turned = "y,station,x\n0.25,3,1\n0,1,0\n1,2,0.5\n"
    assert Board.load(make(stations=turned)).coordinates == ((0.0, 0.0), (0.5, 1.0), (1.0, 0.25))


def test_marks_of_spreadsheets_do_no_harm(make: Make) -> None:
    text = "\ufeff" + EDGES.replace("\n", "\r\n").replace(",", ", ") + "\r\n"
    assert len(Board.load(make(text)).lines) == 3


@pytest.mark.parametrize(
    ("edges", "words"),
    [
        ("a,b,transport\n1,2,taxi\n2,3,taksi\n", ["edges.csv, row 3", "'taksi'", "underground", "mean 'taxi'"]),
        ("a,b,transport\n1,2,taxi\n2,2,taxi\n", ["edges.csv, row 3", "taxi 2-2", "two different stations"]),
        ("a,b,transport\n1,2,taxi\n1,2,taxi\n", ["row 3", "taxi 1-2", "already", "row 2"]),
        ("a,b,transport\n1,2,taxi\n2,1,taxi\n", ["row 3", "taxi 1-2", "already", "row 2", "both ways"]),
        ("a,b,transport\n1,two,taxi\n", ["row 2", "'two'", "whole number"]),
        ("a,b,transport\n1,2.0,taxi\n", ["row 2", "'2.0'", "whole number"]),
        ("a,b,transport\n0,2,taxi\n", ["row 2", "'0'", "1..255"]),
        ("a,b,transport\n-1,2,taxi\n", ["row 2", "'-1'", "1..255"]),
        ("a,b,transport\n1,256,taxi\n", ["row 2", "'256'", "at most 255"]),
        ("a,b,transport\n1,2,taxi\n2,,taxi\n", ["row 3", "''", "whole number"]),
        ("a,b,transport\n1,2\n", ["row 2", "2 cells", "a, b, transport"]),
        ("a,b,transport\n1,2,taxi,x\n", ["row 2", "4 cells"]),
        ("a,b,transport\n", ["edges.csv", "no lines"]),
        ("", ["edges.csv", "'a' is missing", "none"]),
        ("a,b\n1,2\n", ["edges.csv", "'transport' is missing", "a, b"]),
        ("a,b,transpport\n1,2,taxi\n", ["edges.csv", "'transpport'", "mean 'transport'"]),
        ("a,b,transport,b\n1,2,taxi,2\n", ["edges.csv", "'b'", "more than once"]),
        ("a,b,transport,oneway\n1,2,taxi,1\n", ["edges.csv", "'oneway'", "both ways"]),
        ("a,b,transport,Directed\n1,2,taxi,1\n", ["edges.csv", "'Directed'", "both ways"]),
        ("a,b,transport,weight\n1,2,taxi,1\n", ["edges.csv", "'weight'", "a, b, transport"]),
    ],
)
def test_bad_lines(make: Make, edges: str, words: list[str]) -> None:
    refused(make(edges, stations=None), *words)


@pytest.mark.parametrize(
    ("stations", "words"),
    [
        ("station\n1\n2\n", ["stations.csv", "station 3", "edges.csv", "1..2"]),
        ("station\n1\n2\n3\n4\n", ["edges.csv", "no line leads to station 4", "1..4"]),
        ("station\n1\n2\n3\n5\n", ["stations.csv", "station 4 is missing", "without gaps"]),
        ("station\n1\n2\n3\n2\n", ["stations.csv, row 5", "station 2", "already", "row 3"]),
        ("station\n1\nx\n3\n", ["stations.csv, row 3", "'x'", "whole number"]),
        ("station\n1\n300\n3\n", ["stations.csv, row 3", "'300'", "at most 255"]),
        ("station,x,y\n1,0,0\n2,1.5,0\n3,0,0\n", ["stations.csv, row 3", "x '1.5'", "0..1"]),
        ("station,x,y\n1,0,0\n2,0,-0.1\n3,0,0\n", ["stations.csv, row 3", "y '-0.1'", "0..1"]),
        ("station,x,y\n1,0,0\n2,0,nan\n3,0,0\n", ["stations.csv, row 3", "y 'nan'", "0..1"]),
        ("station,x,y\n1,0,0\n2,left,0\n3,0,0\n", ["stations.csv, row 3", "x 'left'", "number"]),
        ("station,x\n1,0\n2,0\n3,0\n", ["stations.csv", "x and y", "missing"]),
        ("station,modes\n1,taxi\n2,taxi\n3,taxi|bus\n", ["stations.csv, row 2", "'taxi'", "'taxi|bus'"]),
        ("station,modes\n1,taxi|bus\n2,taxi|bus\n3,taxi|bus\n", ["stations.csv, row 3", "'taxi|bus'", "'taxi'"]),
        ("station,modes\n1,taxi|busz\n2,taxi\n3,bus\n", ["stations.csv, row 2", "'busz'", "mean 'bus'"]),
        ("x,y\n0,0\n", ["stations.csv", "'station' is missing"]),
        ("station,colour\n1,red\n", ["stations.csv", "'colour'", "station, x, y, modes"]),
    ],
)
def test_bad_stations(make: Make, stations: str, words: list[str]) -> None:
    refused(make(stations=stations), *words)


def test_a_gap_in_numbers_without_stations_file(make: Make) -> None:
    refused(make("a,b,transport\n1,2,taxi\n2,4,taxi\n", stations=None), "edges.csv", "station 3", "1..4")


@pytest.mark.parametrize(
    ("about", "words"),
    [
        ("name,aspect\nmine,0\n", ["board.csv, row 2", "aspect '0'", "above 0"]),
        ("name,aspect\nmine,wide\n", ["board.csv, row 2", "aspect 'wide'", "above 0"]),
        ("name,aspect\nmine,inf\n", ["board.csv, row 2", "aspect 'inf'", "above 0"]),
        ("name\n\n", ["board.csv", "0 rows"]),
        ("name\na\nb\n", ["board.csv", "2 rows"]),
        ('name,aspect\n" ",1\n', ["board.csv, row 2", "name is empty"]),
        ("nname\nmine\n", ["board.csv", "'nname'", "mean 'name'"]),
    ],
)
def test_bad_words_about_a_board(make: Make, about: str, words: list[str]) -> None:
    refused(make(board=about), *words)


def test_missing_files_and_folders(make: Make, tmp_path: Path) -> None:
    refused(make(None), "edges.csv", "missing", "a, b, transport")
    refused(tmp_path / "nowhere", "nowhere", "london, glasses")
    with pytest.raises(BoardError, match=r"'lodnon' is not one of london, glasses, .* .did you mean 'london'"):
        Board.load("lodnon")


def test_variants_that_do_not_exist(make: Make) -> None:
    with pytest.raises(BoardError, match=r"'13-15' is not one of 13-14, 29-55 .did you mean '13-14'\?"):
        Board.load("london", ("13-15",))
    refused(make(), "edges_variants.csv", "missing", variants="2-3")
    refused(make(edges_variants=VARIANTS), "edges_variants.csv", "'1-2'", "2-3", variants="1-2")
    refused(make(EDGES + "2,3,bus\n"), "edges_variants.csv, row 2", "already", "edges.csv, row 5", variants="2-3")


def test_files_that_are_not_text(make: Make) -> None:
    folder = make()
    (folder / "edges.csv").write_bytes(b"a,b,transport\n\xff\xfe")
    refused(folder, "edges.csv", "UTF-8")


def test_taxi_lines_must_connect_where_asked(make: Make) -> None:
    folder = make("a,b,transport\n1,2,taxi\n1,3,bus\n", stations=None)
    assert Board.load(folder).num_stations == 3
    refused(folder, "not connected by taxi", "station 3", require_connected="taxi")
    Board.load(folder, require_connected=("taxi", "bus"))
    refused(folder, "'tram'", "taxi, bus", require_connected="tram")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([(1, 2, "taxi"), (2, 3, "busss")], "line 2: transport 'busss' .*did you mean 'bus'"),
        ([(1, 2, "taxi"), (2, 1, "taxi")], "line 2: taxi 1-2 stands already in .* line 1"),
        ([(1, 2, "taxi"), (3, 3, "taxi")], "line 2: taxi 3-3 is a loop"),
        ([(1, 2.5, "taxi")], "line 1: station 2.5 is not a whole number"),
        ([(True, 2, "taxi")], "line 1: station True is outside"),
        ([(1, 2)], "line 1: .* is not a line"),
        ([(1, 2, "taxi"), (4, 2, "taxi")], "no line leads to station 3"),
        ([(1, 256, "taxi")], "at most 255"),
        ([], "no lines"),
    ],
)
def test_bad_lines_in_code(lines: list[Any], message: str) -> None:
    with pytest.raises(BoardError, match=message):
        Board.from_lines(lines)


def test_bad_parts_in_code() -> None:
    lines = ((1, 2, "taxi"),)
    for parts, message in (
        (("", 2, lines), "needs a name"),
        (("b", 0, lines), "num_stations 0"),
        (("b", 256, lines), "num_stations 256"),
        (("b", 1, lines), "num_stations 1"),
        (("b", 3, lines), "no line leads to station 3"),
        (("b", 2, ((1, 3, "taxi"),)), "station 3 is outside 1..2"),
        (("b", 2, lines, ((0, 0),)), "1 coordinates for 2 stations"),
        (("b", 2, lines, ((0, 0), (0, 2))), "station 2: y 2 is outside 0..1"),
        (("b", 2, lines, None, 0), "aspect 0"),
    ):
        with pytest.raises(BoardError, match=message):
            Board(*parts)
    with pytest.raises(BoardError, match=r"shape \(3,\)"):
        Board.from_lines(lines, coordinates=[0, 1, 1])


def test_bad_words_for_a_board() -> None:
    with pytest.raises(BoardError, match="'edges' is not one of"):
        Board.from_dict({"edges": []})
    with pytest.raises(BoardError, match="'lines' is missing; there are: name"):
        Board.from_dict({"name": "mine"})
