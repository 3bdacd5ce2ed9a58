"""What a batch promises: streams by seed, restarts, ends, rewards, threads, views."""

from collections import Counter

import numpy as np
import pytest

from sy_env import BatchedGame, make_batch
from sy_env.engine import Array
from tests.engine.batches import contents, parts, play, same

EDITIONS = ("classic", "master", "master_app", "nijssen2011", "glasses")


def choose(batch: BatchedGame, row: int, word: int) -> int:
    """A legal action of one game."""
    legal = batch.action_mask[row].nonzero()[0]
    return int(legal[word % len(legal)])


@pytest.mark.parametrize("name", EDITIONS)
def test_a_game_is_the_same_in_a_batch_of_any_size(name: str) -> None:
    many = make_batch(name, 5, seed=100)
    alone = [make_batch(name, 1, seed=100 + i) for i in range(5)]
    words = np.random.default_rng(0).integers(2**31, size=(250, 5))
    for step in words.tolist():
        for row, batch in enumerate(alone):
            assert all(np.array_equal(a[row], b[0]) for (_, a), (_, b) in zip(parts_of(many), parts_of(batch), strict=True))
            batch.step([choose(batch, 0, step[row])])
        many.step([choose(many, row, step[row]) for row in range(5)])


def parts_of(batch: BatchedGame) -> list[tuple[str, Array]]:
    return [(name, array) for name, array in parts(batch) if name != "final_observation"]


def test_seeds_make_games() -> None:
    assert same(make_batch("classic", 4, seed=7), make_batch("classic", 4, seed=7))
    one, other = (make_batch("classic", 200, seed=seed).games["station"] for seed in (0, 1000))
    assert (one != other).any(axis=1).mean() > 0.99
    assert len({row.tobytes() for row in one}) > 190, "neighbouring seeds have games of their own"


def test_reset_restarts_streams_and_rows() -> None:
    batch = play(make_batch("classic", 4, seed=7), 30)
    before = contents(batch)
    batch.reset(rows=[1, 3])
    after = contents(batch)
    assert all(batch.games["decisions"][[1, 3]] == 0) and all(batch.games["decisions"][[0, 2]] == 30)
    assert before != after
    batch.reset(seed=7)
    assert not any(batch.rewards.ravel()) and (batch.games == make_batch("classic", 4, seed=7).games).all()
    batch.reset(seed=[50, 51], rows=[2, 0])
    fresh = make_batch("classic", 2, seed=50)
    assert (batch.games[[2, 0]] == fresh.games).all() and (batch.observation[[2, 0]] == fresh.observation).all()


def test_a_stream_goes_on_from_game_to_game() -> None:
    batch = make_batch("classic", 1, seed=3)
    starts = []
    for _ in range(30):
        starts.append(batch.games["station"][0].tobytes())
        batch.reset()
    assert len(set(starts)) == 30
    batch.reset(seed=3)
    assert batch.games["station"][0].tobytes() == starts[0]


@pytest.mark.parametrize("control", ["individual", "team"])
@pytest.mark.parametrize("name", EDITIONS)
def test_threads_change_nothing(name: str, control: str) -> None:
    one, two = (make_batch(name, 7, seed=5, control=control, keep_final=True, threads=threads) for threads in (1, 2))
    assert same(play(one, 250), play(two, 250))


@pytest.mark.parametrize("name", EDITIONS)
def test_autoreset_deals_the_next_game_in_the_same_step(name: str) -> None:
    going = make_batch(name, 16, seed=9, keep_final=True)
    stopping = make_batch(name, 16, seed=9, autoreset=False)
    rng = np.random.default_rng(1)
    for _ in range(250):
        actions = going.sample_actions(rng)
        going.step(actions)
        stopping.step(actions)
        ended = np.flatnonzero(going.terminated)
        assert (stopping.terminated == going.terminated).all() and (stopping.rewards == going.rewards).all()
        assert (going.final_observation[ended] == stopping.observation[ended]).all()
        assert (stopping.ended == going.ended).all()
        stopping.reset(rows=ended)
        assert all((going.games[name] == stopping.games[name]).all() for name in going.game.record.fields or ())
        assert (going.observation == stopping.observation).all() and (going.action_mask == stopping.action_mask).all()
    assert (going.ended["winner"] > 0).all(), "every row came to an end"


def test_ends_are_paid_once_and_told() -> None:
    batch = make_batch("classic", 32, seed=2, autoreset=False)
    paid = np.zeros_like(batch.rewards)
    decisions = np.zeros(32, int)
    rng = np.random.default_rng(0)
    while (batch.to_move >= 0).any():
        running = batch.to_move >= 0
        decisions += running
        batch.step(batch.sample_actions(rng))
        paid += batch.rewards
        assert (batch.terminated == (running & (batch.to_move < 0))).all()
        assert not batch.rewards[~batch.terminated].any()
    assert set(paid[:, 0]) <= {1.0, -1.0} and (paid[:, 1:] == -paid[:, :1]).all()
    assert (paid[:, 0] == np.where(batch.games["winner"] == 1, 1, -1)).all()
    assert (batch.ended["decisions"] == decisions).all()
    for name in ("winner", "reason", "moves"):
        assert (batch.ended[name] == batch.games[name]).all()
    assert (batch.ended["rounds"] == batch.games["round"]).all()


def test_finished_games_stay() -> None:
    batch = make_batch("glasses", 16, seed=0, autoreset=False)
    rng = np.random.default_rng(0)
    while not (batch.to_move < 0).any():
        batch.step(batch.sample_actions(rng))
    over = batch.to_move < 0
    assert not over.all()
    kept = batch.games[over].copy()
    for nonsense in (0, batch.actions.size - 1, -5, 10**9):
        actions = batch.sample_actions(rng)
        actions[over] = nonsense
        batch.step(actions)
        assert (batch.games[over] == kept).all()
        assert (batch.to_move[over] == -1).all() and batch.action_mask[over].all()
        assert not batch.terminated[over].any() and not batch.rewards[over].any()
        if (batch.to_move < 0).sum() > over.sum():
            break


def test_drawn_actions_are_legal_and_uniform() -> None:
    batch = make_batch("classic", 6000)
    batch.reset(seed=np.full(6000, 4))
    legal = batch.action_mask[0].nonzero()[0].tolist()
    counts = Counter(batch.sample_actions(np.random.default_rng(0)).tolist())
    assert set(counts) == set(legal)
    expected = 6000 / len(legal)
    statistic = sum((n - expected) ** 2 for n in counts.values()) / expected
    freedom = len(legal) - 1
    assert abs(statistic - freedom) < 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("control", ["individual", "team"])
def test_idle_agents_may_only_pass(control: str) -> None:
    batch = play(make_batch("master", 8, seed=1, control=control), 11)
    passing = batch.actions.index("pass")
    for seat in range(len(batch.game.seats)):
        mask, observation = batch.look(seat)
        agent = seat if control == "individual" else min(seat, 1)
        idle = batch.to_move != agent
        assert (mask[idle].nonzero()[1] == passing).all() and (mask[idle].sum(axis=1) == 1).all()
        asked = batch.games["mover"] == seat
        assert (mask[asked] == batch.action_mask[asked]).all()
        assert (observation[asked] == batch.observation[asked]).all()


def test_looking_changes_nothing() -> None:
    batch = play(make_batch("master", 6, seed=1), 20)
    before = contents(batch)
    batch.look(2)
    batch.look(np.array([0, 3]), [4, 1])
    batch.redacted()
    assert (batch.state() == batch.look(0)[1]).all()
    batch.view()
    assert contents(batch) == before
    copies = batch.views()
    kept = {name: array.copy() for name, array in copies.items()}
    play(batch, 5)
    assert all((copies[name] == kept[name]).all() for name in kept)


def test_the_state_is_all_that_mrx_sees() -> None:
    batch = play(make_batch("classic", 8, seed=1), 33)
    stations = batch.layout.unflatten(batch.state())["piece_station"]
    assert (stations.argmax(axis=2) + 1 == batch.games["station"]).all()
