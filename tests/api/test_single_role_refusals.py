"""The Gymnasium door for one role: actions, arguments and seeds that are refused, and that nothing is lost by it."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded

from sy_env.editions import EditionError
from sy_env.envs import single_role
from tests.api.single_role import every_role, legal, make

# -- illegal and bad actions


@every_role
def test_an_illegal_action_loses(role: str) -> None:
    env = make(role)
    env.reset(seed=3)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    observation, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"] is True and info["reason"] == "illegal"
    assert info["winner"] == ("detectives" if role == "MisterX" else "mrx")
    assert observation in env.observation_space and info["action_mask"].all()
    with pytest.raises(ResetNeeded, match="is over"):
        env.step(illegal)


@every_role
@pytest.mark.parametrize("action", [-1, 803, 10**9, 1.0, True, None, "taxi 46", [3], np.array([3]), np.float32(2)])
def test_what_is_no_action_is_refused_and_changes_nothing(role: str, action: Any) -> None:
    env = make(role)
    env.reset(seed=3)
    before = pickle.dumps(env._games)
    with pytest.raises(InvalidAction, match="Nothing was changed"):
        env.step(action)
    assert pickle.dumps(env._games) == before


@every_role
def test_integers_of_all_kinds_are_actions(role: str) -> None:
    for kind in (int, np.int64, np.int8, np.uint16, lambda value: np.array(value, np.int32)):
        env = make(role, edition="glasses")
        env.reset(seed=0)
        env.step(kind(legal(env)[0]))


@every_role
def test_nothing_before_the_first_reset(role: str) -> None:
    env = make(role, render_mode="ansi")
    with pytest.raises(ResetNeeded, match="not started"):
        env.step(0)
    with pytest.raises(ResetNeeded, match="before the first reset"):
        env.render()


# -- arguments


@every_role
@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"edition": "clasic"}, EditionError, "classic"),
        ({"player": 4}, EditionError, "players"),
        ({"players": 9}, EditionError, "players"),
        ({"control": "teem"}, EditionError, "team"),
        ({"opponent": "randon"}, ValueError, "random"),
        ({"opponent": 7}, TypeError, "neither the name of a policy"),
        ({"opponent": {"name": "random", "luck": 1}}, ValueError, "give the policy itself"),
        ({"shaping": "posible"}, ValueError, "possible"),
        ({"shaping_gamma": 1.5}, ValueError, "0..1"),
    ],
)
def test_bad_arguments_are_refused(role: str, arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make(role, **arguments)


def test_a_bad_render_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="did you mean 'ansi'"):
        single_role.MisterXEnv(render_mode="ansy")


@every_role
@pytest.mark.parametrize("seed", [-1, 2**63, 2**80, 1.5, "7", True])
def test_a_bad_seed_changes_nothing(role: str, seed: Any) -> None:
    env = make(role)
    env.reset(seed=3)
    before = pickle.dumps(env._games)
    with pytest.raises((gymnasium.error.Error, ValueError, TypeError), match=r"(?i)seed"):
        env.reset(seed=seed)
    assert pickle.dumps(env._games) == before
