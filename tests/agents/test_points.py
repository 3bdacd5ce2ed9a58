"""What Mister X's network and the critic see of meeting points and flights; that learned players keep the app's secrets."""

from typing import Any

import numpy as np
import pytest

import sy_env
from sy_agents.evaluation import Pairing, play_games
from sy_agents.learned import critic, mister_x
from sy_agents.learned.brain import fresh_brain
from sy_agents.learned.flights import MOST_FLIGHTS
from sy_agents.learned.london import LondonThinking
from sy_agents.learned.making import player_of
from sy_agents.learned.points import AIMS, POINTS
from sy_agents.training.rollouts import Seating, Table
from sy_env import LogEntry
from sy_env.engine import BatchedGame
from sy_env.london.state import OVER
from sy_env.policies import ROLES, Request, load_policy
from tests.agents.brains import bold
from tests.app.table import AppTable

BRAIN = fresh_brain(np.random.default_rng(5), 8, 8)
BOLD = bold(BRAIN)
HOPS = sy_env.make_edition("master_app").board.detective_distances.astype(int)


def features(batch: BatchedGame, role: str = "mrx") -> np.ndarray[Any, Any]:
    """The features of what the network of the role scores in the first game."""
    thinking = LondonThinking(batch.game)
    beliefs = thinking.new_beliefs(batch.num_games)
    games = batch.redacted()
    thinking.follow(beliefs, games, BRAIN.filter)
    made = thinking.decide(beliefs, games, np.array([0]), BRAIN.of(role), BRAIN.filter, np.zeros(1, np.uint64), keep=True)
    made.trim()
    return made.rows


def seen(table: AppTable) -> dict[str, dict[str, float]]:
    """What Mister X's network sees of each of his actions; flights are numbered."""
    legal = [table.batch.actions.text(int(action)) for action in np.flatnonzero(table.batch.action_mask[0])]
    moves = [action for action in legal if not action.startswith("helicopter")]
    rows = features(table.batch)
    names = [*moves, *(f"flight {i}" for i in range(len(rows) - len(moves)))]
    return {name: dict(zip(mister_x.FEATURES, row.tolist(), strict=True)) for name, row in zip(names, rows, strict=True)}


def near(expected: float) -> Any:
    return pytest.approx(expected, abs=1e-6)


# -- points


def test_a_move_is_seen_to_lead_towards_a_point() -> None:
    action = seen(AppTable((46,), round=6, points=(62, 199)))["taxi 47"]
    assert HOPS[46, 62] == 2 and HOPS[47, 62] == 1
    assert (action["app"], action["reached"], action["known"], action["to_come"], action["next_point"]) == (1, 0, 0.5, 0.5, 1)
    assert (action["point_distance"], action["point_1"], action["point_2"]) == (1 / 8, 1, 0)
    assert action["point_distance_2"] == near(HOPS[47, 199] / 8)
    assert action["nearer"] == near(1 / 3) and action["nearer_2"] == near((HOPS[46, 199] - HOPS[47, 199]) / 3)
    assert action["way"] == near((1 + HOPS[62, 199]) / 16)
    assert (action["arrives"], action["meets"], action["flight"]) == (0, 0, 0)
    assert action["slack"] == near((22 - 6 - 1) / 8) or action["slack"] == 1
    assert action["replied"] == 1


def test_reaching_a_point_is_seen_and_the_way_to_the_other() -> None:
    action = seen(AppTable((47,), round=6, points=(62, 199)))["taxi 62"]
    assert (action["arrives"], action["meets"], action["reached"], action["point_1"]) == (1, 0, 0, 0)
    assert action["point_distance"] == action["way"] * 2 == near(HOPS[62, 199] / 8)


def test_the_second_point_is_seen_to_win() -> None:
    log = [LogEntry()] * 5
    actions = seen(AppTable((47,), round=6, points=(62,), reached=(46,), log=log))
    assert {action["reached"] for action in actions.values()} == {1}
    action = actions["taxi 62"]
    assert (action["arrives"], action["meets"], action["way"], action["way_fits"], action["escaped"]) == (1, 1, 0, 1, 1)


def test_a_double_is_seen_to_reach_a_point_two_moves_away() -> None:
    actions = seen(AppTable((46,), round=6, points=(62, 199)))
    assert (actions["double"]["arrives"], actions["double"]["point_distance"]) == (1, near(HOPS[62, 199] / 8))
    assert seen(AppTable((46,), round=6, points=(199,)))["double"]["arrives"] == 0


def test_a_pursuer_at_a_point_is_seen() -> None:
    alone = seen(AppTable((46,), round=6, points=(62,)))["taxi 47"]
    guarded = seen(AppTable((46, 61), round=6, points=(62,)))["taxi 47"]
    assert guarded["guard"] == near(HOPS[61, 62] / 5) and guarded["guard"] < alone["guard"] and guarded["lead"] < alone["lead"]


def test_what_locate_tells_is_counted() -> None:
    batch = sy_env.make_batch("master_app", 1, seed=1, autoreset=False)
    thinking = LondonThinking(batch.game)
    beliefs = thinking.new_beliefs(1)
    thinking.follow(beliefs, batch.games, BRAIN.filter)
    made = thinking.decide(beliefs, batch.redacted(), np.array([0]), BRAIN.mrx, BRAIN.filter, np.zeros(1, np.uint64), keep=True)
    made.trim()
    located, number = made.rows[:, [mister_x.FEATURES.index(name) for name in ("located", "located_stations")]].T
    nearness = batch.game.tables["nearness"][0]
    taxis = [int(action) for action in np.flatnonzero(batch.action_mask[0]) if action < 199]
    believed = thinking._desk["mister_x"]["after"][0, 0]  # after a move by taxi
    for row, action in enumerate(taxis):
        alike = believed * (nearness == nearness[action + 1])
        assert located[row] == near(believed[action + 1] / alike.sum()) and located[row] > believed[action + 1]
        assert number[row] == near(np.log((alike > 0).sum()) / 4)


# -- flights


def test_a_few_flights_are_seen_safe_and_close_to_points() -> None:
    actions = seen(AppTable((46,), round=6, points=(62, 199)))
    flights = [action for name, action in actions.items() if name.startswith("flight")]
    assert len(flights) == MOST_FLIGHTS
    assert {action["flight"] for action in flights} == {1} and {action["taxi"] for action in flights} == {0}
    assert (
        max(action["distance_0"] for action in flights) * 8 >= 3 and min(action["point_distance"] for action in flights) <= 2 / 8
    )
    assert len({action["believed_after"] for action in flights}) == 1
    assert flights[0]["believed_after"] == near(1 / (199 - 4))
    assert not [name for name in seen(AppTable((46,), round=6, points=(62,), helicopters=0)) if name.startswith("flight")]


def test_he_flies_where_he_can_do_nothing_else() -> None:
    table = AppTable((46,), round=6, points=(62,), tickets={"mrx_0": (0, 0, 0, 0, 0)}, mrx_supply="finite")
    for name in ("taxi", "bus", "underground"):
        table.game["stock"][0, ("taxi", "bus", "underground").index(name)] = 0
    table.batch.view()
    player = player_of(BOLD, "bold", table.batch.game.edition)
    action = int(player.act(Request(table.batch.game, table.batch.redacted(), np.zeros(1, np.uint64)))[0])
    assert table.batch.actions.text(action).startswith("helicopter") and table.batch.action_mask[0, action]


# -- other games


@pytest.mark.parametrize("name", ["classic", "master"])
def test_without_the_app_nothing_is_seen_of_it(name: str) -> None:
    batch = sy_env.make_batch(name, 4, seed=1)
    assert not features(batch)[:, mister_x.FEATURES.index(POINTS[0]) :].any()
    thinking = LondonThinking(batch.game)
    out = np.full((4, len(critic.FEATURES)), np.nan, np.float32)
    thinking.describe_positions(thinking.new_beliefs(4), batch.games, out)
    assert (out[:, -len(AIMS) :] == 0).all()


# -- playing


def middle(steps: int, n: int = 48, **options: Any) -> BatchedGame:
    batch = sy_env.make_batch("master_app", n, seed=3, **{"players": 4, "offer_probability": 1.0, **options})
    rng = np.random.default_rng(4)
    for _ in range(steps):
        batch.step(batch.sample_actions(rng))
    return batch


@pytest.mark.parametrize("control", ["individual", "team"])
def test_it_plays_both_roles_legally(control: str) -> None:
    edition = sy_env.make_edition("master_app", players=4, heli_count=2)
    player = player_of(BOLD, "bold", edition)
    match = play_games(Pairing(edition, player, player, control), 0, 40)
    assert match.illegal_actions == 0 and (match.episodes["winner"] > 0).all()


def test_the_critic_sees_how_the_points_stand() -> None:
    batch = middle(61)
    thinking = LondonThinking(batch.game)
    beliefs = thinking.new_beliefs(batch.num_games)
    thinking.follow(beliefs, batch.games, BRAIN.filter)
    out = np.full((batch.num_games, len(critic.FEATURES)), np.nan, np.float32)
    thinking.describe_positions(beliefs, batch.games, out)
    aims = dict(zip(AIMS, out[:, -len(AIMS) :].T, strict=True))
    assert np.isfinite(out).all() and (aims["app"] == 1).all()
    assert (aims["asking"] == (batch.games["phase"] > OVER)).all() and 0 < aims["asking"].sum() < 48
    assert (aims["reached"] == batch.games["reached"]).all()


def test_the_pursuers_do_not_depend_on_hidden_mister_x_or_his_points() -> None:
    batch = middle(60)
    rows = np.flatnonzero(batch.games["mover"] > 0)
    player = player_of(BOLD, "bold", batch.game.edition)
    seeds = np.arange(len(rows), dtype=np.uint64)
    before = player.act(Request(batch.game, batch.games.take(rows), seeds))
    moved = 0
    for row in rows:
        game = batch.games[row]
        flags = np.unpackbits(game["possible"].astype("<u8").view(np.uint8), bitorder="little")
        others = set(np.flatnonzero(flags).tolist()) - {int(game["station"][0])}
        if others:
            batch.games["station"][row, 0] = batch.games["log_station"][row, game["fields"] - 1] = min(others)
            batch.games["point"][row] = 199 - batch.games["point"][row]
            moved += 1
    assert moved > 10
    after = player.act(Request(batch.game, batch.games.take(rows), seeds))
    assert (after == before).all()


def test_in_a_rollout_mister_x_does_not_know_what_the_pursuers_were_answered() -> None:
    edition = sy_env.make_edition("master_app", players=4, investigation_offer="every_round")
    table = Table(edition, 256, 0, np.random.default_rng(1))
    greedy = [load_policy("greedy", edition, role) for role in ROLES]
    table.roll(26, Seating(BOLD, (BOLD, BOLD), (greedy[0], greedy[1]), np.array([1.0, 0, 0, 0, 0])))
    table.thinking.follow(table.beliefs, table.batch.games, BOLD.filter)
    rows = np.flatnonzero(table.batch.games["mover"] == 0)
    assert (table.batch.games["possible"][rows] != table.batch.games["unaided"][rows]).any()
    made = table._decide(BOLD, "mrx", table.beliefs, BOLD.filter, rows, keep=True)
    records = table.batch.redacted(rows)
    fresh = table.thinking.new_beliefs(len(rows))
    table.thinking.follow(fresh, records, BOLD.filter)
    which, words = np.arange(len(rows)), np.zeros(len(rows), np.uint64)
    alone = table.thinking.decide(fresh, records, which, BOLD.mrx, BOLD.filter, words, keep=True)
    made.trim()
    alone.trim()
    assert (made.rows == alone.rows).all()
