"""Positions of games with the app: what is refused, and what the detectives know in them."""

import random
from pathlib import Path
from typing import Any

import pytest

from sy_env import AppPosition, Board, GameRecord, LogEntry, Position, make_batch, raw_env
from sy_env.errors import PositionError
from sy_env.record import Turn
from tests.app.side_by_side import HABITS, compare, referee_edition
from tests.app.table import AppTable
from tests.comparison import stations_of
from tests.oracle import AppReferee

FIVE = (46, 99, 139, 149, 164)
PATH = [LogEntry("taxi", 47), LogEntry("taxi", 62), LogEntry("taxi", 48)]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"points": (200,)}, r"A meeting point cannot be on 200: stations are 1\.\.199"),
        ({"points": (1, 1), "round": 6}, r"Two of the points \(1, 1\) are one station"),
        ({"points": (46,)}, r"Mister X stands on 46: that meeting point is reached"),
        ({"points": (1, 2), "round": 5}, r"2 meeting points in round 5; allowed are 0\.\.1"),
        ({"reached": (1, 2), "round": 11}, r"2 meeting points reached; allowed are 0\.\.1"),
        ({"reached": (1,)}, r"1 meeting points reached; allowed are 0\.\.0"),
        ({"helicopters": -1}, r"Mister X cannot hold -1 helicopter tickets"),
        ({"round": 3, "log": [LogEntry("taxi", 47), LogEntry("bus", 46)]}, r"Field 2: bus does not lead from 47 to 46"),
        (
            {"round": 3, "log": [LogEntry("taxi", 46), LogEntry("helicopter", 46)]},
            r"Field 2: helicopter does not lead from 46 to 46",
        ),
        ({"round": 3, "log": [LogEntry("taxi", 45), LogEntry("pass", 46)]}, r"Field 2: pass does not lead from 45 to 46"),
        ({"round": 2, "log": [LogEntry("heli", 46)]}, r"Field 1: ticket 'heli' is not one of .*helicopter"),
        ({"possible": (47,)}, r"possible leaves out 46"),
    ],
)
def test_what_is_refused(given: dict[str, Any], message: str) -> None:
    batch = make_batch("master_app", 1, players=4)
    before = batch.games.copy()
    with pytest.raises(PositionError, match=message):
        batch.place(0, AppPosition(FIVE, **given))
    assert (batch.games == before).all()


def test_flights_are_of_the_app_alone() -> None:
    batch = make_batch("master", 1, players=4)
    with pytest.raises(PositionError, match="Field 1: ticket 'helicopter' is not one of unknown, taxi"):
        batch.place(0, Position(FIVE, round=2, log=[LogEntry("helicopter", 46)]))


def test_a_plain_position_will_do() -> None:
    batch = make_batch("master_app", 1, players=4)
    batch.place(0, Position(FIVE))
    assert batch.games["helicopters"][0] == 1 and not batch.games["point"].any()


def test_points_lie_where_they_were_given() -> None:
    table = AppTable((46,), round=6, points=(62,), reached=(108,))
    assert table.shows("mrx_0", "point_unreached") == {62}
    assert table.shows("mrx_0", "point_reached") == {108}
    assert table.value("mrx_0", "points_reached") == 1
    assert not table.shows("detective_0", "point_unreached") and table.value("detective_0", "points_known") == 0


def test_witnesses_remember_what_the_log_gives() -> None:
    position: dict[str, Any] = {"round": 3, "to_move": "pursuers"}
    table = AppTable((48,), log=PATH, **position).play("investigate interrogation")
    assert table.shows("detective_0", "mark") == {35, 47}
    unknown = [LogEntry("taxi", 47), LogEntry("taxi"), PATH[2]]
    table = AppTable((48,), log=unknown, **position).play("investigate interrogation")
    assert table.shows("detective_0", "mark") == {35}, "62, which 47 is near, was not given"


def test_earlier_stations_that_were_not_shown_stay_unknown() -> None:
    """Positions whose logs differ where nobody saw it give the detectives the same set wherever the answer is the same."""
    rng = random.Random(0)
    neighbours = Board.load("london").neighbours["taxi"]
    found: dict[Any, list[set[int]]] = {}
    for _ in range(60):
        way = [46]
        for _ in range(3):
            way.append(rng.choice(neighbours[way[-1]]))
        log = [LogEntry("taxi", station) for station in way[1:]]
        table = AppTable((way[-1],), round=3, to_move="pursuers", log=log).play("investigate interrogation")
        answer = [tuple(table.shows("detective_0", name)) for name in ("mark", "witness")]
        possible = table.possible("detective_0")
        assert way[-1] in possible
        found.setdefault((*answer, *table.value("detective_0", "statement")), []).append(possible)
    assert sum(len(sets) > 1 for sets in found.values()) > 5
    assert all(possible == sets[0] for sets in found.values() for possible in sets)


@pytest.mark.parametrize("habit", ["curious", "uniform"])
def test_games_from_positions_go_as_the_referee_says(habit: str) -> None:
    """All fields before the position were shown: engine and referee know the same of them."""
    log = [LogEntry("taxi", 47, True, 1), LogEntry("taxi", 62, True, 2), LogEntry("taxi", 48, True, 3)]
    entries = [(entry.ticket, entry.station, entry.shown, entry.round) for entry in log]
    stations = (48, 99, 139, 149, 164)
    for number in range(6):
        to_move = ("mrx", "pursuers")[number % 2]
        batch = make_batch("master_app", 1, number, players=4, autoreset=False, double_return="forbid")
        moved = () if to_move == "mrx" else ("detective_0",)  # so that nothing is drawn yet
        here = AppPosition(stations, round=4 - (to_move == "pursuers"), to_move=to_move, moved=moved, log=log, points=(108,))
        batch.place(0, here)
        referee = AppReferee.at(
            referee_edition(batch.game.edition),
            stations,
            round=here.round,
            log=entries,
            mover=0 if to_move == "mrx" else 2,
            moved={1} if moved else (),
            points=(108,),
        )
        played = compare(batch, referee, HABITS[habit], random.Random(number), given=False)
        assert not played.difference, played.difference


def test_the_set_of_a_position_is_where_answers_begin() -> None:
    table = AppTable((48,), round=3, to_move="pursuers", log=PATH, possible=(48, 35, 100)).play(
        "investigate interrogation", "witness 47"
    )
    assert stations_of(table.game["possible"]) == {48}
    assert table.unaided == {48, 35, 100}


def test_a_game_from_a_position_is_written_and_read(tmp_path: Path) -> None:
    """What chance decides on the way is in the file: the offer that comes with the position, a mast."""
    here = AppPosition(
        (48, 99, 139, 149, 164),
        round=3,
        to_move="pursuers",
        log=PATH,
        points=(108,),
        helicopters=0,
        possible={48, 35},
    )
    env = raw_env("master_app", players=4, offer_probability=1.0)
    env.reset(seed=3, options={"position": here})
    env.step(env.game.actions.index("investigate scan"))
    record = env.game_record()
    record.save(tmp_path / "game.jsonl")
    again = GameRecord.load(tmp_path / "game.jsonl")
    distance = int(env.batch.games["answer"][0, 3])
    asked = Turn("detective_0", "investigate scan")
    assert again.turns == (
        Turn("chance", "offer analysis locate scan interrogation"),
        asked,
        Turn("chance", f"scan {distance}"),
    )
    assert again.start == AppPosition(**{**vars(here), "possible": (35, 48), "log": tuple(PATH)})
    *_, batch = again.replay()
    assert batch.state().tobytes() == env.state().tobytes()
