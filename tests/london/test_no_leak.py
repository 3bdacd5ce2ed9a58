"""What pursuers get is a function of public information: hidden Mister X may as well stand elsewhere."""

import copy
from typing import Any

import numpy as np
import pytest

from sy_env import BatchedGame, make_batch
from sy_env.engine import Array
from sy_env.policies.policy import Request
from tests.comparison import stations_of

EDITIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "classic for six": ("classic", {"players": 6}),
    "classic for three, reveals by move": ("classic", {"players": 3, "reveal_index": "move", "tickets_per": "player"}),
    "master for four": ("master", {"players": 4}),
    "master for two, all can be stuck": ("master", {"players": 2, "stuck_rule": "all_pursuers"}),
    "nijssen2011": ("nijssen2011", {}),
    "glasses": ("glasses", {"reveal_set": ()}),
}
GAMES = 24


@pytest.fixture(params=[(name, control) for name in EDITIONS for control in ("individual", "team")], ids=" ".join)
def batch(request: pytest.FixtureRequest) -> BatchedGame:
    name, control = request.param
    edition, options = EDITIONS[name]
    return make_batch(edition, GAMES, seed=1, control=control, autoreset=False, **options)


def running(batch: BatchedGame) -> Array:
    """Games that still run."""
    return np.asarray(batch.to_move >= 0)


def hidden(batch: BatchedGame) -> Array:
    """Games in which Mister X does not stand on the board for all to see."""
    fields = batch.games["fields"].astype(int)
    last = batch.games["log_shown"][np.arange(GAMES), fields - 1]
    return np.asarray((fields == 0) | (last == 0))


def with_ghosts(batch: BatchedGame, rng: np.random.Generator) -> tuple[BatchedGame, Array]:
    """The batch with hidden Mister X on another possible station, and the games in which there was one."""
    twin = copy.deepcopy(batch)
    moved = np.zeros(GAMES, bool)
    for row in np.flatnonzero(running(batch) & hidden(batch)):
        game = twin.games[row]
        others = sorted(stations_of(game["possible"]) - {int(game["station"][0])})
        if not others:
            continue
        moved[row] = True
        game["station"][0] = rng.choice(others)
        if game["fields"]:
            game["log_station"][game["fields"] - 1] = game["station"][0]
        else:
            game["mrx_start"] = game["station"][0]
    twin.view()
    return twin, moved


def assert_same_records(some: Array, others: Array) -> None:
    for name in some.dtype.names or ():
        assert (some[name] == others[name]).all(), name


def assert_pursuers_cannot_tell(batch: BatchedGame, twin: BatchedGame, rows: Array) -> None:
    for seat in range(1, len(batch.game.seats)):
        for real, other in zip(batch.look(seat, rows), twin.look(seat, rows), strict=True):
            assert (real == other).all()
        assert_same_records(batch.redacted(rows, seat), twin.redacted(rows, seat))
    asked = rows[batch.games["mover"][rows] > 0]
    assert (batch.action_mask[asked] == twin.action_mask[asked]).all()
    assert (batch.observation[asked] == twin.observation[asked]).all()


def test_pursuers_cannot_tell_where_mrx_is(batch: BatchedGame) -> None:
    """Neither in any position, nor after the same action of theirs if it caught neither him nor his ghost."""
    rng = np.random.default_rng(0)
    ghosts = 0
    while running(batch).any():
        twin, moved = with_ghosts(batch, rng)
        assert_pursuers_cannot_tell(batch, twin, np.flatnonzero(moved))
        ghosts += int(moved.sum())
        by_pursuers = moved & (batch.games["mover"] > 0)
        actions = batch.sample_actions(rng)
        batch.step(actions)
        twin.step(np.where(by_pursuers, actions, twin.sample_actions(rng)))
        assert_pursuers_cannot_tell(batch, twin, np.flatnonzero(by_pursuers & running(batch) & running(twin)))
    assert ghosts > 100


def test_the_possible_set_holds_the_truth(batch: BatchedGame) -> None:
    rng = np.random.default_rng(1)
    while running(batch).any():
        for game in batch.games[running(batch)]:
            assert int(game["station"][0]) in stations_of(game["possible"])
        batch.step(batch.sample_actions(rng))


def test_redacted_records_keep_what_is_public_alone(batch: BatchedGame) -> None:
    rng = np.random.default_rng(2)
    while running(batch).any():
        of_pursuers, of_mrx = batch.redacted(seats=1), batch.redacted(seats=0)
        shown = batch.games["log_shown"]
        assert (of_pursuers["station"][:, 0] == np.where(hidden(batch), 0, batch.games["station"][:, 0])).all()
        assert (of_pursuers["log_station"] == shown).all() and not of_pursuers["mrx_start"].any()
        for records in (of_pursuers, of_mrx):
            assert not records["key"].any() and not records["draws"].any() and not records["redraws"].any()
        secret = ("station", "log_station", "mrx_start", "key", "draws", "redraws")
        for name in batch.game.record.names or ():
            if name not in secret:
                assert (of_pursuers[name] == batch.games[name]).all()
            if name not in secret[3:]:
                assert (of_mrx[name] == batch.games[name]).all()
        batch.step(batch.sample_actions(rng))


def test_redacted_records_are_enough_to_play(batch: BatchedGame) -> None:
    """Policies of both sides get the mask and the observation of the true record."""
    rng = np.random.default_rng(3)
    while running(batch).any():
        rows = np.flatnonzero(running(batch))
        request = Request(batch.game, batch.redacted(rows), np.zeros(len(rows), np.uint64))
        assert (request.action_mask == batch.action_mask[rows]).all()
        assert (request.observation == batch.observation[rows]).all()
        batch.step(batch.sample_actions(rng))
