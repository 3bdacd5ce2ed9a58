"""AgileRL: its PPO reads the masks of the vector door, when it acts and when it learns."""

from typing import Any

import pytest

pytestmark = pytest.mark.slow
pytest.importorskip("agilerl")

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import PPO
from agilerl.rollouts import collect_rollouts

import sy_env  # noqa: F401  # names the games for Gymnasium

every_game = pytest.mark.parametrize("game", ["MisterX", "Detectives"])
STEPS = 512


class Noting(gymnasium.vector.VectorWrapper[Any, Any, Any]):
    """Notes of each game that ended whether an illegal action ended it; hides the masks if told so."""

    def __init__(self, games: Any, masked: bool) -> None:
        super().__init__(games)
        self.masked = masked
        self.illegal: list[bool] = []

    def _shown(self, info: dict[str, Any]) -> dict[str, Any]:
        return info if self.masked else {name: value for name, value in info.items() if name != "action_mask"}

    def reset(self, **arguments: Any) -> Any:
        observation, info = super().reset(**arguments)
        return observation, self._shown(info)

    def step(self, actions: Any) -> Any:
        *result, info = super().step(actions)
        final = info.get("final_info", {})
        self.illegal += final["illegal"][final["_illegal"]].tolist() if final else []
        return *result, self._shown(info)


def learn(game: str, masked: bool) -> tuple[PPO, list[bool]]:
    torch.manual_seed(0)
    games = Noting(gymnasium.make_vec(f"sy_env/{game}-v0", num_envs=8, autoreset_mode="SameStep"), masked)
    agent = PPO(games.single_observation_space, games.single_action_space, num_envs=8, learn_step=STEPS, update_epochs=1)
    collect_rollouts(agent, games)
    agent.learn()
    return agent, games.illegal


@every_game
def test_with_masks_no_action_is_illegal(game: str) -> None:
    agent, illegal = learn(game, masked=True)
    assert len(illegal) >= 2 and not any(illegal)
    batch = agent.rollout_buffer.get_tensor_batch()
    allowed = batch["action_masks"].gather(1, batch["actions"].long().reshape(STEPS, 1))
    assert allowed.all()
    assert np.isfinite(batch["log_probs"].numpy()).all()


@every_game
def test_without_masks_most_games_end_by_an_illegal_action(game: str) -> None:
    _, illegal = learn(game, masked=False)
    assert sum(illegal) > 0.9 * len(illegal) > 50
