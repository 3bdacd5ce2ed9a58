"""Hunting Mister X under the batch engine: streams, copies, both controls, chance from outside."""

import copy
import os
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from sy_env.editions.hunting import hunting, hunting_expert
from sy_env.engine import BatchedGame
from sy_env.errors import PositionError
from sy_env.hunting.dice import rolls
from sy_env.hunting.game import HuntingGame
from tests.hunting.tables import at, deal, play, same

NAME = "{0.name}-{0.players}-{0.placement}".format
EDITIONS = [hunting(2), hunting_expert(3), hunting_expert(4)]


def batch_of(edition: Any, games: int, seed: int = 0, control: str = "individual", **options: Any) -> BatchedGame:
    game: Any = HuntingGame(edition, control)
    return BatchedGame(game, games, seed, **options)


@pytest.mark.parametrize("edition", EDITIONS, ids=NAME)
def test_rows_are_the_games_of_their_seeds(edition: Any) -> None:
    batch = batch_of(edition, 5, 40)
    singles = [batch_of(edition, 1, 40 + i) for i in range(5)]
    rng = np.random.default_rng(0)
    for _ in range(150):
        actions = batch.sample_actions(rng)
        batch.step(actions)
        for i, single in enumerate(singles):
            single.step(actions[i : i + 1])
            assert same(single.games[0], batch.games[i])
            assert (single.observation[0] == batch.observation[i]).all()
            assert (single.action_mask[0] == batch.action_mask[i]).all()
            assert (single.rewards[0] == batch.rewards[i]).all()


@pytest.mark.parametrize("edition", EDITIONS, ids=NAME)
def test_both_controls_have_the_same_decisions(edition: Any) -> None:
    alone, team = batch_of(edition, 20, 3), batch_of(edition, 20, 3, "team")
    rng = np.random.default_rng(0)
    for _ in range(100):
        assert (np.minimum(alone.to_move, 1) == team.to_move).all()
        assert (alone.action_mask == team.action_mask).all()
        actions = alone.sample_actions(rng)
        alone.step(actions)
        team.step(actions)
        assert same(alone.games, team.games)


@pytest.mark.parametrize("edition", EDITIONS, ids=NAME)
def test_observations_stay_within_the_layout(edition: Any) -> None:
    batch = batch_of(edition, 200, 9, keep_final=True)
    rng = np.random.default_rng(0)
    for _ in range(60):
        assert (batch.observation >= batch.layout.low).all() and (batch.observation <= batch.layout.high).all()
        for seat in range(len(batch.game.seats)):
            mask, observation = batch.look(seat)
            assert (observation >= batch.layout.low).all() and (observation <= batch.layout.high).all()
            assert mask.any(1).all()
            idle = np.flatnonzero(batch.to_move != seat)
            assert (mask[idle].sum(1) == 1).all() and (mask[idle, batch.actions.index("pass")] == 1).all()
        batch.step(batch.sample_actions(rng))


def test_games_end_and_pay() -> None:
    batch = batch_of(hunting(), 100, autoreset=False)
    rng = np.random.default_rng(0)
    while (batch.to_move >= 0).any():
        batch.step(batch.sample_actions(rng))
        ended = batch.terminated
        assert (batch.rewards[~ended] == 0).all()
        assert (abs(batch.rewards[ended]) == 1).all()
        assert (batch.rewards[ended, 0] == -batch.rewards[ended, 1]).all()
    assert (batch.action_mask == 1).all()
    assert set(batch.games["reason"]) == {1, 2, 3}
    assert ((batch.games["reason"] == 3) == (batch.games["winner"] == 1)).all()


def test_copies_go_on_alike() -> None:
    batch = batch_of(hunting_expert(2), 10, 5)
    rng = np.random.default_rng(0)
    for _ in range(30):
        batch.step(batch.sample_actions(rng))
    snapshot, twins = batch.snapshot(), [copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    actions = [batch.sample_actions(rng)]
    batch.step(actions[0])
    for twin in twins:
        twin.step(actions[0])
        assert same(twin.games, batch.games)
    after = batch.games.copy()
    batch.restore(snapshot)
    batch.step(actions[0])
    assert same(batch.games, after)


def test_the_text_of_actions() -> None:
    actions = deal(4).actions
    assert actions.size == 222
    for action in range(actions.size):
        assert actions.index(actions.text(action)) == action
    assert [actions.text(i) for i in (0, 36, 72, 108, 144, 180, 216, 217, 218, 219)] == [
        *(f"{kind} 1" for kind in ("taxi", "bus", "underground", "black", "helicopter", "place")),
        "double",
        "pass",
        "reroll",
        "piece detective_0",
    ]


def test_kernels_run_as_plain_python_too() -> None:
    code = (
        "import numpy as np, zlib\n"
        "from tests.hunting.test_engine import batch_of, hunting_expert\n"
        "batch = batch_of(hunting_expert(2), 2, 11)\n"
        "rng = np.random.default_rng(0)\n"
        "for _ in range(80): batch.step(batch.sample_actions(rng))\n"
        "fields = [np.ascontiguousarray(batch.games[name]).tobytes() for name in batch.games.dtype.names]\n"
        "print(zlib.crc32(b''.join(fields) + batch.observation.tobytes() + batch.action_mask.tobytes()))\n"
    )
    results = []
    for disabled in ("0", "1"):
        environment = {
            **os.environ,
            "NUMBA_DISABLE_JIT": disabled,
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        }
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
        assert done.returncode == 0, done.stderr
        results.append(done.stdout)
    assert results[0] == results[1] != ""


# -- chance


def test_rolls_and_their_chances() -> None:
    found = rolls((2, 2, 1, 1), 4)
    assert len(found) == 35
    assert sum(found.values()) == pytest.approx(1)
    assert found[4, 0, 0, 0] == pytest.approx((1 / 3) ** 4)
    assert rolls((1, 0, 0, 1), 1) == {(0, 0, 0, 1): 0.5, (1, 0, 0, 0): 0.5}
    assert rolls((2, 2, 1, 1), 0) == {(0, 0, 0, 0): 1.0}


@pytest.mark.parametrize("edition", [*EDITIONS, hunting(3, placement="random")], ids=NAME)
def test_a_game_can_be_played_again_from_its_opening_and_rolls(edition: Any) -> None:
    first, again = batch_of(edition, 1, 21, autoreset=False), batch_of(edition, 1, 99, autoreset=False)
    game: Any = first.game
    again.game.start(game.opening(first.games[0]), again.games)
    rng = np.random.default_rng(0)
    draws = 0
    while first.to_move[0] >= 0:
        roll = game.chance(first.games[0])
        if roll and first.games["draws"][0] != draws:
            game.set_chance(roll, again.games)
        draws = int(first.games["draws"][0])
        again.view()
        assert (again.observation == first.observation).all()
        actions = first.sample_actions(rng)
        first.step(actions)
        again.step(actions)
    assert again.games["winner"] == first.games["winner"]


def test_openings_that_nobody_deals_are_refused() -> None:
    batch = batch_of(hunting(3), 1)
    game: Any = batch.game
    before = batch.games.copy()
    for opening in (
        {"layout": "ABC", "flipped": ""},
        {"layout": "ABB/CDE", "flipped": ""},
        {"layout": "ABD/HFG", "flipped": ""},  # two undergrounds
        {"layout": "ABC/DEF", "flipped": "A"},
    ):
        with pytest.raises(PositionError, match="Nothing was changed"):
            game.start(opening, batch.games)
        assert same(batch.games, before)


def test_a_roll_has_as_many_dice_as_are_in_hand() -> None:
    batch = at((36, 16, 20, 32), roll=(4, 0, 0, 0))
    game: Any = batch.game
    with pytest.raises(PositionError, match="4 dice in hand"):
        game.set_chance("roll taxi", batch.games)
    with pytest.raises(PositionError, match="is no roll"):
        game.set_chance("roll taxi taxi taxi tram", batch.games)
    assert game.chance(batch.games[0]) == "roll taxi taxi taxi taxi"
    game.set_chance("roll x x x x", batch.games)
    batch.view()
    play(batch, "pass")
    placing = at((0, 0, 0, 0), phase="place")
    with pytest.raises(PositionError, match="detectives' turn"):
        game.set_chance("roll x x x x", placing.games)
