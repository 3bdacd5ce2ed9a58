"""Positions: what is refused, and that games go on from any that was reached."""

import json
from typing import Any

import pytest

from sy_env.errors import PositionError
from sy_env.hunting.position import BoardSpace, HuntingPosition
from tests.hunting.tables import at, deal, legal, mover, possible, same

STATIONS = (5, 16, 20, 32)
BOARD = [BoardSpace("start", 1), BoardSpace("taxi", 2), BoardSpace("black", 5)]

REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"stations": (5, 16, 20)}, "3 stations given for 4 pieces"),
    ({"stations": (5, 16, 16, 32)}, "share a space"),
    ({"stations": (37, 16, 20, 32)}, "cannot stand on 37"),
    ({"stations": (0, 16, 20, 32)}, "cannot stand on 0"),
    ({"stations": (5, 16, 20, 32), "phase": "place"}, "starts last"),
    ({"stations": (0, 0, 20, 0), "phase": "place"}, "seat order"),
    ({"layout": "ABC/DEF"}, "3 rows of 3"),
    ({"layout": "ABC/DEF/GHH"}, "more than once"),
    ({"flipped": "Z"}, "'Z' is not one of"),
    ({"phase": "mov"}, "did you mean 'move'"),
    ({"to_move": "detectives"}, "'detectives' is not one of mrx, pursuers"),
    ({"phase": "first_half"}, "Mister X's, not the detectives'"),
    ({"moved": ("bobby_0",)}, "'bobby_0' is not one of"),
    ({"moved": ("detective_1",)}, "the order is"),
    ({"moved": ("detective_0", "detective_1", "detective_2")}, "All detectives have moved"),
    ({"dice": {"detective_0": "taxi"}}, "has not moved yet"),
    ({"dice": {"detective_0": "x"}, "to_move": "mrx"}, "die 'x' is not one of"),
    ({"roll": (1, 1, 1, 0)}, "4 dice in hand"),
    ({"roll": (4, 0, 0, 0), "to_move": "mrx"}, "detectives' turn"),
    ({"black": 4}, "black 4 is outside 0..3"),
    ({"round": 3, "log": BOARD[:2]}, "round 3 asks for 3 to 4"),
    ({"round": 13, "to_move": "mrx"}, "has 13 spaces"),
    ({"round": 3, "log": [BoardSpace("taxi", 1), *BOARD[1:]]}, "holds his start"),
    ({"round": 3, "log": [*BOARD[:2], BoardSpace("black", 7)]}, "Mister X stands on 5"),
    ({"possible": [1, 2]}, "leaves out 5"),
    ({"possible": [5, 16]}, "where detectives stand"),
    ({"phase": "second_half", "to_move": "mrx", "round": 3, "log": [*BOARD, BoardSpace("taxi", 5)]}, "dice laid are"),
    ({"phase": "first_half", "to_move": "mrx", "black": 0}, "Nothing is legal"),
]


@pytest.mark.parametrize(("position", "message"), REFUSED, ids=[str(position) for position, _ in REFUSED])
def test_positions_that_cannot_be(position: dict[str, Any], message: str) -> None:
    batch = deal(4)
    before = batch.games.copy()
    with pytest.raises(PositionError, match=message):
        batch.place(0, HuntingPosition(**{"stations": STATIONS, "layout": "ABC/DEF/GHI", **position}))
    assert same(batch.games, before)


def test_the_board_that_lies_there_is_kept() -> None:
    batch = deal(4, seed=5, expert_tiles=3)
    before = batch.games["adjacency"].copy()
    spaces = sorted(batch.game.board(batch.games[0]).points)  # type: ignore[attr-defined]
    batch.place(0, HuntingPosition(tuple(spaces[:4])))
    assert (batch.games["adjacency"] == before).all()


def test_where_he_can_be_unless_it_is_said() -> None:
    assert possible(at(STATIONS)) == {5, 6, 7, 8}  # his tile
    log = [*BOARD, BoardSpace("taxi", 5)]
    assert possible(at(STATIONS, round=4, log=log)) == {5}  # just spotted
    assert possible(at(STATIONS, round=3)) == set(range(1, 37)) - set(STATIONS[1:])


def test_spotted_numbers_can_be_read() -> None:
    log = [*BOARD, BoardSpace("pass", 5), BoardSpace("taxi", 5)]
    batch = at(STATIONS, round=5, log=log)
    assert batch.games["log_shown"][0, :5].tolist() == [1, 2, 5, 5, 0]
    assert batch.games["board_dice"][0] == 1


def test_dice_are_rolled_if_no_roll_is_given() -> None:
    batch = at(STATIONS, moved=("detective_0",), dice={"detective_0": "taxi"})
    assert batch.games["roll"][0].sum() == 3
    assert mover(batch) == "detective_1"


def test_second_half() -> None:
    dice = {"detective_0": "taxi", "detective_1": "bus"}
    log = [BoardSpace("start", 1), BoardSpace("taxi", 5)]
    batch = at((5, 16, 20, 32), to_move="mrx", phase="second_half", dice=dice, double=0, log=log)
    assert {text.split()[0] for text in legal(batch)} == {"bus", "black"}


@pytest.mark.parametrize(
    "position",
    [
        HuntingPosition(STATIONS),
        HuntingPosition(STATIONS, "ABC/DEF/GHI", "AB", 3, log=BOARD, moved=("detective_2",), dice={"detective_2": "bus"}),
        HuntingPosition(STATIONS, possible={5, 6}, black=0, roll=(1, 1, 1, 1)),
    ],
)
def test_positions_go_through_words(position: HuntingPosition) -> None:
    words = json.loads(json.dumps(position.to_dict()))
    first, again = deal(4), deal(4)
    first.place(0, position)
    again.place(0, HuntingPosition.from_dict(words))
    assert same(first.games, again.games)


def test_words_that_describe_no_position() -> None:
    with pytest.raises(PositionError, match="describes no position"):
        HuntingPosition.from_dict({"stations": [1, 2, 3, 4], "tickets": {}})
