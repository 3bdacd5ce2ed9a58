"""Stable-Baselines3: MaskablePPO reads the masks of `SB3VecEnv`; PPO, which does not, plays illegal actions."""

from typing import Any

import pytest

pytestmark = pytest.mark.slow
pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO

from sy_env.adapters import SB3VecEnv

every_role = pytest.mark.parametrize("role", ["mrx", "detectives"])


def learn(algorithm: Any, role: str) -> list[bool]:
    """Whether each game that ended while learning was ended by an illegal action."""
    illegal: list[bool] = []

    def note(seen: dict[str, Any], _: Any) -> bool:
        illegal.extend(info["illegal"] for info in seen["infos"] if info)
        return True

    envs = SB3VecEnv(role, 16, opponent="random")
    envs.seed(0)
    algorithm("MlpPolicy", envs, n_steps=64, batch_size=512, n_epochs=1, seed=0).learn(1024, callback=note)
    return illegal


@every_role
def test_with_masks_no_action_is_illegal(role: str) -> None:
    illegal = learn(MaskablePPO, role)
    assert len(illegal) >= 5 and not any(illegal)


@every_role
def test_without_masks_most_games_end_by_an_illegal_action(role: str) -> None:
    illegal = learn(PPO, role)
    assert sum(illegal) > 0.9 * len(illegal) > 100
