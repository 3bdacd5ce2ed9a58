"""The Gymnasium door for one role: its opponents, and what is shown; neither tells of hidden Mister X."""

import copy
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from sy_env.errors import IllegalActionError
from tests.api.cases import same
from tests.api.single_role import Constant, Recorder, every_role, legal, make, play

# -- opponents


def test_the_opponent_sees_no_more_than_it_may() -> None:
    recorder = Recorder()
    env = make("MisterX", opponent=recorder)
    env.reset(seed=0)
    play(env, np.random.default_rng(0), 30)
    records = np.concatenate([request.games for request in recorder.shown])
    hidden = records["log_shown"][np.arange(len(records)), np.maximum(records["fields"].astype(int) - 1, 0)] == 0
    assert hidden.any() and (records["station"][hidden, 0] == 0).all()
    assert not records["key"].any() and not records["mrx_start"].any()
    assert (records["log_station"] == records["log_shown"]).all()


@every_role
def test_the_quick_way_for_random_is_the_slow_way(role: str) -> None:
    quick, slow = make(role, edition="master"), make(role, edition="master", opponent=Recorder())
    assert same(quick.reset(seed=1), slow.reset(seed=1))
    assert same(play(quick, np.random.default_rng(0), 150), play(slow, np.random.default_rng(0), 150))


def test_the_opponent_can_change_in_a_game() -> None:
    recorder = Recorder()
    env = make("MisterX")
    env.reset(seed=0)
    play(env, np.random.default_rng(0), 3)
    env.set_opponent(recorder)
    assert env.opponent is recorder
    play(env, np.random.default_rng(0), 3)
    assert recorder.shown
    with pytest.raises(ValueError, match="random"):
        env.set_opponent("randm")
    assert env.opponent is recorder


@pytest.mark.parametrize("answer", [[802], [0, 1], [1.0], [10**6], None])
def test_an_opponent_that_breaks_its_promise_is_named(answer: Any) -> None:
    env = make("MisterX", opponent=Constant(answer))
    env.reset(seed=0)
    with pytest.raises(IllegalActionError, match="'constant'"):
        env.step(int(legal(env)[0]))
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.set_opponent("random")
    env.reset(seed=0)
    env.step(int(legal(env)[0]))


# -- what is shown


def test_pictures_of_all_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    texts = make("MisterX", render_mode="ansi")
    texts.reset(seed=0)
    assert "mrx_0 to move" in texts.render()
    pixels = make("Detectives", render_mode="rgb_array")
    pixels.reset(seed=0)
    assert pixels.render().shape[2] == 3 and pixels.render().dtype == np.uint8
    window = make("Detectives", render_mode="human", edition="glasses")
    window.reset(seed=0)
    window.step(int(legal(window)[0]))
    assert window.render() is None
    window.close()
    window.close()


def swapped(env: Any, station: int) -> Any:
    """The same game with hidden Mister X on another station."""
    twin = copy.deepcopy(env)
    games = twin._games.batch.games
    games["station"][0, 0] = games["log_station"][0, games["fields"][0] - 1] = station
    twin._games._view(np.zeros(1, np.int64))
    return twin


def test_rendering_without_a_mode_says_so() -> None:
    env = make("MisterX")
    env.reset(seed=0)
    with pytest.warns(UserWarning, match="without a render mode"):
        assert env.render() is None


def test_nothing_shown_depends_on_where_hidden_mister_x_is() -> None:
    rng = np.random.default_rng(0)
    env = make("Detectives", edition="nijssen2011", render_mode="ansi", shaping="possible")
    env.reset(seed=0)
    games = env._games.batch.games
    compared = 0
    for _ in range(150):
        here = int(games["station"][0, 0])
        other = int(rng.choice(np.flatnonzero(env.layout.unflatten(env._games.observation[0])["possible"]))) + 1
        action = int(rng.choice(legal(env)))
        if other != here and games["log_shown"][0, games["fields"][0] - 1] == 0:
            twin = swapped(env, other)
            assert same(env._games.observation, twin._games.observation) and same(env.action_masks(), twin.action_masks())
            assert env.render() == twin.render()
            # What follows the last pursuer is Mister X's own move, and a capture is no secret.
            if games["mover"][0] < 5 and action % 199 + 1 not in (here, other):
                assert same(copy.deepcopy(env).step(action), twin.step(action))
                compared += 1
        if env.step(action)[2]:
            env.reset()
    assert compared > 30


@every_role
@pytest.mark.parametrize("gamma", [1.0, 0.9])
def test_shaping_adds_differences_of_a_public_potential(role: str, gamma: float) -> None:
    plain = make(role)
    shaped = make(role, shaping="possible", shaping_gamma=gamma)
    sign = 1 if role == "Detectives" else -1
    rng = np.random.default_rng(0)

    def potential(observation: Any) -> float:
        known = int(plain.layout.unflatten(observation)["possible"].sum())
        return float(sign * -np.log2(known) / np.log2(199))

    before = potential(plain.reset(seed=4)[0])
    shaped.reset(seed=4)
    ends = 0
    for _ in range(400):
        action = int(rng.choice(legal(plain)))
        observation, reward, terminated, _, _ = plain.step(action)
        after = 0.0 if terminated else potential(observation)
        assert shaped.step(action)[1] == pytest.approx(reward + gamma * after - before)
        before = after
        if terminated:
            ends += 1
            before = potential(plain.reset()[0])
            shaped.reset()
    assert ends > 1
