"""What a side gets is a function of what it may know: neither Mister X's station, nor his meeting points, nor answers leak."""

import copy
from typing import Any

import numpy as np
import pytest

from sy_env import BatchedGame, make_batch
from sy_env.engine import Array
from sy_env.london.app_state import APP_PHASES
from sy_env.policies.policy import Request
from tests.comparison import stations_of

GAMES = 16
OPTIONS: dict[str, dict[str, Any]] = {
    "as it is": {},
    "asked every round": {"investigation_offer": "every_round", "heli_count": 3},
    "one kind, no way back": {"investigation_offer": "one_random_kind", "double_return": "forbid", "players": 2},
    "points visible": {"mp_visible_to_detectives": True, "mp_min_dist": 2},
    "answers public": {"investigations_public": True},
}
POINTS = ("point", "point_field", "reached")
ANSWERS = ("asked", "answer", "witness", "witness_age", "last_asked", "analysis", "offered", "decisions", "log_possible")


@pytest.fixture(params=[(name, control) for name in OPTIONS for control in ("individual", "team")], ids=" ".join)
def batch(request: pytest.FixtureRequest) -> BatchedGame:
    name, control = request.param
    return make_batch("master_app", GAMES, 1, control=control, autoreset=False, **{"players": 4, **OPTIONS[name]})


def running(batch: BatchedGame) -> Array:
    return np.flatnonzero(batch.to_move >= 0)


def app(batch: BatchedGame) -> Any:
    return batch.game.edition.app


def assert_same_views(batch: BatchedGame, twin: BatchedGame, seat: int, rows: Array) -> None:
    for real, other in zip(batch.look(seat, rows), twin.look(seat, rows), strict=True):
        assert (real == other).all()
    records, others = batch.redacted(rows, seat), twin.redacted(rows, seat)
    for name in records.dtype.names or ():
        assert (records[name] == others[name]).all(), name


# -- pursuers


def other_ways(batch: BatchedGame, row: int) -> list[int]:
    """Stations on which Mister X may as well have ended his last move, all answers so far being what they were."""
    game = batch.games[row]
    shown = game["fields"] and game["log_shown"][game["fields"] - 1]
    return [] if shown else sorted(stations_of(game["possible"]) - {int(game["station"][0])})


def with_ghosts(batch: BatchedGame, rng: np.random.Generator) -> tuple[BatchedGame, Array]:
    """The batch with Mister X on another possible station and his hidden meeting points elsewhere, and the games changed."""
    twin = copy.deepcopy(batch)
    changed = []
    for row in running(batch):
        game = twin.games[row]
        others = other_ways(batch, row)
        if others:
            game["station"][0] = rng.choice(others)
            if game["fields"]:
                game["log_station"][game["fields"] - 1] = game["station"][0]
            else:
                game["mrx_start"] = game["station"][0]
        if not app(batch).mp_visible_to_detectives:
            drawn = game["point"] > 0
            game["point"][drawn] = rng.choice(np.arange(1, 200), drawn.sum(), replace=False)
            if game["reached"] == 0 and drawn.any() and game["fields"]:
                game["reached"], game["point_field"][0] = 1, game["fields"]
        changed += [row] if others else []
    twin.view()
    return twin, np.array(changed, np.int64)


def test_pursuers_see_neither_him_nor_his_points(batch: BatchedGame) -> None:
    rng = np.random.default_rng(0)
    ghosts = 0
    while len(running(batch)):
        twin, rows = with_ghosts(batch, rng)
        ghosts += len(rows)
        for seat in range(1, len(batch.game.seats)):
            assert_same_views(batch, twin, seat, rows)
        asked = rows[batch.games["mover"][rows] > 0]
        assert (batch.action_mask[asked] == twin.action_mask[asked]).all()
        batch.step(batch.sample_actions(rng))
    assert ghosts > 100


def test_the_sets_hold_the_truth_and_answers_narrow_one_of_them(batch: BatchedGame) -> None:
    rng = np.random.default_rng(1)
    narrower = 0
    while len(running(batch)):
        for game in batch.games[running(batch)]:
            possible, unaided = stations_of(game["possible"]), stations_of(game["unaided"])
            assert int(game["station"][0]) in possible <= unaided
            narrower += possible < unaided
        batch.step(batch.sample_actions(rng))
    assert (narrower > 0) != app(batch).investigations_public


def test_analysis_holds_the_exact_set(batch: BatchedGame) -> None:
    rng = np.random.default_rng(4)
    answers = 0
    while len(running(batch)):
        for game in batch.games[running(batch)]:
            if game["asked"][game["round"]] == 1 and game["moved"] == 0:
                answers += 1
                assert stations_of(game["possible"]) <= stations_of(game["analysis"])
        batch.step(batch.sample_actions(rng))
    assert answers > 10


def test_points_are_shown_to_those_who_may_see_them(batch: BatchedGame) -> None:
    rng = np.random.default_rng(5)
    while len(running(batch)):
        rows = running(batch)
        records = batch.redacted(rows, 1)
        seen = batch.layout.unflatten(batch.look(1, rows)[1])
        for name in POINTS:
            truth = batch.games[name][rows]
            assert (records[name] == (truth if app(batch).mp_visible_to_detectives else 0)).all()
        if not app(batch).mp_visible_to_detectives:
            assert not any(seen[name].any() for name in ("point_unreached", "point_reached", "points_reached", "points_known"))
        own = batch.layout.unflatten(batch.look(0, rows)[1])
        assert (own["points_reached"][:, 0] == batch.games["reached"][rows]).all()
        assert ((own["point_unreached"] + own["point_reached"]).sum(axis=1) == (batch.games["point"][rows] > 0).sum(axis=1)).all()
        batch.step(batch.sample_actions(rng))


# -- Mister X


def without_investigations(batch: BatchedGame) -> BatchedGame:
    """The batch as it would be had nothing been offered and asked."""
    twin = copy.deepcopy(batch)
    for name in ANSWERS:
        twin.games[name] = 0
    twin.games["possible"] = twin.games["unaided"]
    twin.games["origins"] = twin.games["unaided_origins"]
    for row in running(batch):
        if APP_PHASES[twin.games["phase"][row]] in ("investigate", "witness"):
            twin.games["phase"][row], twin.games["mover"][row] = _first_pursuer(batch, int(row))
    return twin


def _first_pursuer(batch: BatchedGame, row: int) -> tuple[int, int]:
    """Phase and mover once the investigation is declined."""
    twin = copy.deepcopy(batch)
    while APP_PHASES[twin.games["phase"][row]] in ("investigate", "witness"):
        twin.step(twin.action_mask.argmax(axis=1))
    return int(twin.games["phase"][row]), int(twin.games["mover"][row])


def test_mister_x_sees_neither_questions_nor_answers(batch: BatchedGame) -> None:
    if app(batch).investigations_public:
        pytest.skip("he sees them")
    rng = np.random.default_rng(2)
    for _ in range(60):
        rows = running(batch)
        if not len(rows):
            break
        assert_same_views(batch, without_investigations(batch), 0, rows)
        batch.step(batch.sample_actions(rng))


def test_with_public_investigations_he_knows_what_they_know() -> None:
    batch = make_batch("master_app", GAMES, 1, players=4, autoreset=False, **OPTIONS["answers public"])
    names = (
        "offered",
        "asked",
        "answer_age",
        "locate",
        "scan",
        "statement",
        "analysis",
        "mark",
        "witness",
        "possible",
        "app_phase",
    )
    rng = np.random.default_rng(3)
    while len(rows := running(batch)):
        mine, theirs = (batch.layout.unflatten(batch.look(seat, rows)[1]) for seat in (0, 1))
        for name in names:
            assert (mine[name] == theirs[name]).all(), name
        batch.step(batch.sample_actions(rng))


# -- both


def test_redacted_records_are_enough_to_play(batch: BatchedGame) -> None:
    """Policies of both sides get the mask and the observation of the true record."""
    rng = np.random.default_rng(3)
    while len(rows := running(batch)):
        request = Request(batch.game, batch.redacted(rows), np.zeros(len(rows), np.uint64))
        assert (request.action_mask == batch.action_mask[rows]).all()
        assert (request.observation == batch.observation[rows]).all()
        assert not request.games["key"].any() and not request.games["draws"].any()
        batch.step(batch.sample_actions(rng))


def test_the_central_state_has_everything(batch: BatchedGame) -> None:
    rng = np.random.default_rng(6)
    for _ in range(120):
        if not len(rows := running(batch)):
            break
        state = batch.layout.unflatten(batch.state(rows))
        mine, theirs = (batch.layout.unflatten(batch.look(seat, rows)[1]) for seat in (0, 1))
        for name in ("point_unreached", "point_reached", "points_reached", "piece_station", "log_tens", "role"):
            assert (state[name] == mine[name]).all()
        for name in ("offered", "asked", "locate", "scan", "statement", "analysis", "mark", "witness", "possible"):
            assert (state[name] == theirs[name]).all()
        batch.step(batch.sample_actions(rng))
