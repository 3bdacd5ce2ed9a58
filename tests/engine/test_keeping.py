"""Copies of a batch: equal when taken, independent afterwards, and they play on as the original does."""

import copy
import pickle
from collections.abc import Callable

import pytest

from sy_env import BatchedGame, make_batch
from tests.engine.batches import contents, play, same

COPIES: dict[str, Callable[[BatchedGame], BatchedGame]] = {
    "pickle": lambda batch: pickle.loads(pickle.dumps(batch)),
    "deepcopy": copy.deepcopy,
}
SETTINGS = [
    ("classic", "individual", 1),
    ("master", "team", 2),
    ("nijssen2011", "individual", 1),
    ("master_app", "team", 1),
    ("glasses", "team", 1),
]


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize(("name", "control", "threads"), SETTINGS)
def test_copies_play_on_alike_and_apart(name: str, control: str, threads: int, how: str) -> None:
    batch = make_batch(name, 6, seed=4, control=control, keep_final=True, threads=threads)
    play(batch, 40)
    twin = COPIES[how](batch)
    assert same(batch, twin) and twin.agents == batch.agents
    before = contents(twin)
    play(batch, 100, seed=1)
    assert contents(twin) == before
    assert same(play(twin, 100, seed=1), batch)


@pytest.mark.parametrize(("name", "control", "threads"), SETTINGS)
def test_restore_goes_back(name: str, control: str, threads: int) -> None:
    batch = play(make_batch(name, 6, seed=4, control=control, threads=threads), 40)
    kept, before = batch.snapshot(), contents(batch)
    play(batch, 100, seed=1)
    after = contents(batch)
    batch.restore(kept)
    assert contents(batch) == before
    assert contents(play(batch, 100, seed=1)) == after
    batch.restore(kept)
    assert contents(batch) == before, "a snapshot serves more than once"


def test_live_arrays_stay_the_same_objects() -> None:
    batch = make_batch("classic", 3)
    arrays = [batch.games, batch.to_move, batch.action_mask, batch.observation, batch.rewards, batch.terminated, batch.ended]
    kept = batch.snapshot()
    batch.restore(play(batch, 10).snapshot())
    batch.restore(kept)
    now = [batch.games, batch.to_move, batch.action_mask, batch.observation, batch.rewards, batch.terminated, batch.ended]
    assert all(a is b for a, b in zip(arrays, now, strict=True))


@pytest.mark.parametrize("other", [("classic", 4), ("glasses", 3), ("master", 3)])
def test_a_snapshot_has_to_fit(other: tuple[str, int]) -> None:
    batch = play(make_batch("classic", 3, players=4), 10)
    before = contents(batch)
    with pytest.raises(ValueError, match="does not fit"):
        batch.restore(make_batch(*other).snapshot())
    with pytest.raises(ValueError, match="does not fit"):
        batch.restore({})
    assert contents(batch) == before
