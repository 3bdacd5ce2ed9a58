import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from sy_env.boards.board import Board
from sy_env.render import Scene, style, svg

from .scenes import glasses, london, moved

SVG = "{http://www.w3.org/2000/svg}"
BARE = Board.from_lines(Board.load("glasses").lines)  # no coordinates


def words(scene: Scene) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg(scene)).iter(f"{SVG}text")]


@pytest.mark.parametrize("scene", [london(), glasses(), replace(glasses(), board=BARE)], ids=["london", "glasses", "bare"])
def test_every_station_is_on_a_well_formed_picture(scene: Scene) -> None:
    root = ElementTree.fromstring(svg(scene, 900))
    assert (root.get("width"), root.get("height")) == ("900", "540")
    assert set(map(str, range(1, scene.board.num_stations + 1))) <= set(words(scene))


def test_every_line_is_drawn_in_the_colour_of_its_transport() -> None:
    root = ElementTree.fromstring(svg(london()))
    drawn = Counter[str | None]()
    for path in root.iter(f"{SVG}path"):
        drawn[path.get("stroke")] += (path.get("d") or "").count("Q")
    assert [drawn[style.MODES[mode]] for mode in ("taxi", "bus", "underground", "ferry")] == [345, 99, 20, 3]


def test_the_panel_tells_round_turn_tickets_and_log() -> None:
    told = words(london())
    for word in (
        "classic",
        "round 9 / 22",
        "detective_1 to move",
        "detective_3",
        "view: everyone",
        "underground",
    ):
        assert word in told
    assert told.count("102") == 2  # on the board and in the log
    assert told.count("127") == 4  # and Mister X's pawn, on the board and in the panel


def test_hidden_mister_x_leaves_no_trace() -> None:
    told = words(london("detectives"))
    assert told.count("127") == 1  # the station's own number
    assert told.count("?") == 1
    assert svg(london("detectives")).count(f'fill="{style.MRX}"') < svg(london()).count(f'fill="{style.MRX}"')


def test_hidden_tickets_are_question_marks() -> None:
    assert words(glasses()).count("?") == 1 + 5


def test_what_changes_the_position_changes_the_picture() -> None:
    scene = london()
    others = [
        moved(scene, 1, 90),
        moved(scene, 0, 126),
        replace(scene, possible=None),
        replace(scene, last_move=None),
        replace(scene, round=10),
        replace(scene, route=(46, 79, 111)),
        replace(scene, log=scene.log[:8]),
    ]
    assert len({svg(scene), *map(svg, others)}) == len(others) + 1


def test_pawns_on_one_station_stand_side_by_side() -> None:
    picture = svg(moved(london(), 1, 127))
    marks = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" [^>]*fill="#ffffff"[^>]*>127</text>', picture)
    on_board = [(float(x), y) for x, y in marks if float(x) < 900]
    assert len(on_board) == 2
    assert len({y for _, y in on_board}) == 1
    assert abs(on_board[0][0] - on_board[1][0]) > 20


def test_words_from_outside_cannot_break_the_picture() -> None:
    scene = replace(glasses(), edition="<my> & own", message="a < b & " * 12)
    assert "<my> & own" in words(scene)


def test_equal_scenes_give_equal_pictures() -> None:
    assert svg(london()) == svg(london())
