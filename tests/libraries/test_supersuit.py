"""SuperSuit: rows of agents, whose masks come through its vector environments."""

from typing import Any

import numpy as np
import pytest

import sy_env
from sy_env.envs.parallel import TurnBasedEnv
from sy_env.errors import IllegalActionError
from tests.libraries.unmasked import Unmasked

pytestmark = pytest.mark.slow
supersuit = pytest.importorskip("supersuit")
AGENTS = 6


def play(game: type[sy_env.raw_env], steps: int) -> np.ndarray:
    """Random actions that the masks allow, in two games; returns the rewards, (steps, games, agents)."""
    rows = supersuit.pettingzoo_env_to_vec_env_v1(TurnBasedEnv(game("classic", players=AGENTS)))
    envs = supersuit.concat_vec_envs_v1(rows, 2)
    rng = np.random.default_rng(0)
    observation, _ = envs.reset(seed=0)
    rewards: list[Any] = []
    for _ in range(steps):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in observation["action_mask"]])
        observation, earned, *_ = envs.step(actions)
        rewards.append(earned)
    return np.array(rewards).reshape(steps, 2, AGENTS)


def test_masks_come_through() -> None:
    rewards = play(sy_env.raw_env, 400)
    over = rewards[rewards.any(axis=2)]
    assert len(over) >= 4
    assert (over[:, 0] == -over[:, 1]).all() and (over[:, 1:] == over[:, 1:2]).all()  # all detectives earn the same


def test_without_masks_an_action_is_illegal() -> None:
    with pytest.raises(IllegalActionError):
        play(Unmasked, 400)
