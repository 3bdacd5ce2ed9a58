"""Positions set up by hand: what follows from them, and what is refused."""

from typing import Any

import pytest

from sy_env import LogEntry, Position, make_batch
from sy_env.errors import PositionError
from tests.engine.batches import contents, play
from tests.london.table import Table

AWAY = (150, 151, 152)


@pytest.mark.parametrize(
    "rest",
    [
        {},
        {"round": 4},
        {"round": 2, "log": [LogEntry("taxi", 2)]},
        {"round": 2, "log": [LogEntry("bus", 2, shown=True)]},
    ],
)
def test_no_way_back_to_where_a_double_began(rest: dict[str, Any]) -> None:
    table = Table("classic", (2, *AWAY), 4, **rest).play("double", "taxi 10")
    assert "taxi 2" not in table.legal and "taxi 11" in table.legal


def test_a_double_under_way() -> None:
    table = Table("classic", (2, *AWAY), 4, phase="first_half", possible={2})
    assert table.mover == "mrx_0" and "taxi 10" in table.legal and "double" not in table.legal
    log = [LogEntry("taxi", 2, shown=True), LogEntry("taxi", 10)]
    table = Table("classic", (10, *AWAY), 4, round=2, phase="second_half", log=log, possible={10, 20})
    assert {"taxi 11", "taxi 21", "taxi 34"} < table.legal and "taxi 2" not in table.legal
    assert table.play("taxi 34").possible("detective_0") == {9, 11, 21, 33, 34}


def test_pieces_left_out_have_what_they_are_dealt() -> None:
    table = Table("classic", (2, *AWAY), 4, tickets={"mrx_0": (1, 2, 3), "detective_1": (5, 5, 5)})
    assert [table.tickets(name) for name in table.seats] == [
        [1, 2, 3, 3, 2],
        [10, 8, 4, 0, 0],
        [5, 5, 5, 0, 0],
        [10, 8, 4, 0, 0],
    ]


def test_a_pool_is_given_once() -> None:
    table = Table("master", (2, *AWAY), 2, tickets={"detective_1": (3, 2, 1)})
    assert table.tickets("detective_0") == table.tickets("detective_1") == [3, 2, 1, 0, 0]


@pytest.mark.parametrize(
    ("position", "possible"),
    [
        ({"possible": {2, 46, 199}}, {2, 46, 199}),
        ({"round": 2, "log": [LogEntry("taxi", 2, shown=True)]}, {2}),
        ({}, set(range(1, 200)) - {*AWAY}),
    ],
)
def test_possible_stations(position: dict[str, Any], possible: set[int]) -> None:
    assert Table("classic", (2, *AWAY), 4, **position).possible("detective_2") == possible


def test_the_log_is_numbered_by_rounds() -> None:
    table = Table("classic", (2, *AWAY), 4, round=5, log=[LogEntry()] * 6)
    assert table.game["log_round"][:7].tolist() == [1, 1, 2, 2, 3, 4, 0]


def test_setting_up_keeps_the_stream() -> None:
    batch = make_batch("classic", 2, seed=6, players=4)
    twin = make_batch("classic", 2, seed=6, players=4)
    batch.place(1, Position((2, *AWAY)))
    batch.reset()
    twin.reset()
    assert (batch.games["station"] == twin.games["station"]).all()


def test_ends_are_looked_at_at_once() -> None:
    batch = make_batch("classic", 3, players=4)
    batch.place(1, Position((104, 86, 116, 150)))
    assert batch.to_move.tolist() == [0, -1, 0] and batch.terminated.tolist() == [False, True, False]
    assert batch.action_mask[1].all() and batch.rewards[1].tolist() == [-1, 1, 1, 1]
    batch.place(1, Position((104, 86, 117, 150)))
    assert batch.to_move[1] == 0 and not batch.terminated[1] and not batch.rewards[1].any()


LOG = [LogEntry("taxi", 2)]
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "too few pieces": ({"stations": (2, 150)}, "2 stations.*4 pieces"),
    "no such station": ({"stations": (200, *AWAY)}, r"mrx_0.*200.*1\.\.199"),
    "station 0": ({"stations": (2, 0, 151, 152)}, r"detective_0.*0.*1\.\.199"),
    "shared station": ({"stations": (2, 150, 150, 152)}, "share a station"),
    "to move": ({"to_move": "detectives"}, "'detectives'.*pursuers"),
    "phase": ({"phase": "second"}, "'second'.*'second_half'"),
    "pursuers' half": ({"to_move": "pursuers", "phase": "first_half"}, "first_half"),
    "unknown mover": ({"to_move": "pursuers", "moved": ["detective_3"]}, "'detective_3'"),
    "moved too early": ({"moved": ["detective_0"]}, "have not moved yet"),
    "all moved": ({"to_move": "pursuers", "moved": [f"detective_{i}" for i in range(3)]}, "round is over"),
    "round 0": ({"round": 0}, r"round 0.*1\.\.22"),
    "round 23": ({"round": 23}, r"round 23.*1\.\.22"),
    "short log": ({"round": 3, "log": LOG}, "1 fields.*2 to 4"),
    "long log": ({"round": 2, "log": LOG * 4}, "4 fields.*1 to 3"),
    "odd ticket": ({"round": 2, "log": [LogEntry("taxy", 2)]}, "Field 1.*'taxy'.*'taxi'"),
    "odd log station": ({"round": 2, "log": [LogEntry("taxi", 200)]}, "Field 1.*200"),
    "shown nowhere": ({"round": 2, "log": [LogEntry("taxi", 0, shown=True)]}, "Field 1 was shown"),
    "log of the future": ({"round": 2, "log": [LogEntry("taxi", 2, round=3)]}, "Field 1.*round 3"),
    "log elsewhere": ({"round": 2, "log": [LogEntry("taxi", 3)]}, "says 3.*on 2"),
    "possible without him": ({"possible": {3, 4}}, "leaves out 2"),
    "possible on a pursuer": ({"possible": {2, 150}}, "150.*pursuers stand"),
    "possible off the board": ({"possible": {2, 200}}, "outside"),
    "tickets for nobody": ({"tickets": {"detective_7": (1, 1, 1)}}, "'detective_7'"),
    "too many tickets": ({"tickets": {"mrx_0": (1, 1, 256)}}, "256 underground"),
    "debts": ({"tickets": {"mrx_0": (-1, 1, 1)}}, "-1 taxi"),
    "black for a detective": ({"tickets": {"detective_0": (1, 1, 1, 1)}}, "no black"),
    "two numbers": ({"tickets": {"mrx_0": (1, 1)}}, "underground"),
    "doubles beyond the log": ({"tickets": {"mrx_0": (9, 9, 9, 9, 11)}}, "33 fields; it has 32"),
    "half with no origin": ({"phase": "second_half", "log": LOG}, "began"),
    "no way on": ({"phase": "first_half", "tickets": {"mrx_0": (1, 0, 0, 0, 2)}}, "cannot go on"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_positions_that_cannot_be(name: str) -> None:
    rest, match = REFUSED[name]
    batch = play(make_batch("classic", 3, seed=1, players=4), 25)
    before = contents(batch)
    with pytest.raises(PositionError, match=match):
        batch.place(1, Position(**{"stations": (2, *AWAY), **rest}))
    assert contents(batch) == before


@pytest.mark.parametrize(
    "rest", [{"round": 24, "log": [LogEntry()] * 24}, {"round": 23, "phase": "first_half", "log": [LogEntry()] * 23}]
)
def test_no_field_is_left(rest: dict[str, Any]) -> None:
    """Where the log ends the game, Mister X needs a free field to move, and two for a double."""
    batch = make_batch("classic", 1, players=4, game_length="fields")
    with pytest.raises(PositionError, match="25 fields; it has 24"):
        batch.place(0, Position((2, *AWAY), **rest))


def test_bobbies_hold_no_tickets() -> None:
    batch = make_batch("master", 1, players=4)
    with pytest.raises(PositionError, match="bobby_0 travels without"):
        batch.place(0, Position((2, *AWAY, 153), tickets={"bobby_0": (1, 1, 1)}))


@pytest.mark.parametrize("row", [-1, 3])
def test_rows_that_are_not_there(row: int) -> None:
    with pytest.raises(ValueError, match=r"0\.\.2"):
        make_batch("classic", 3, players=4).place(row, Position((2, *AWAY)))
