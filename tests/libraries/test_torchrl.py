"""TorchRL: its PettingZoo wrapper on the AEC door, and its Gym wrapper on the vector door, both with masks."""

from typing import Any

import pytest

import sy_env
from sy_env.errors import IllegalActionError
from tests.libraries.unmasked import Unmasked

pytestmark = pytest.mark.slow
torchrl = pytest.importorskip("torchrl")

import gymnasium
import numpy as np
import torch
from tensordict.nn import InteractionType, TensorDictModule, TensorDictSequential
from torchrl.data import Binary, Composite
from torchrl.envs import Compose, DTypeCastTransform, GymWrapper, PettingZooWrapper, TransformedEnv
from torchrl.envs.libs.gym import default_info_dict_reader
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor

AGENTS = ("mrx_0", "detectives_0")


def masked_actor(seen: Any, mask: Any, action: Any) -> ProbabilisticActor:
    logits = (action[0], "logits") if isinstance(action, tuple) else "logits"
    network = TensorDictModule(MLP(out_features=803, num_cells=[16]), in_keys=[seen], out_keys=[logits])
    keys = {"logits": logits, "mask": mask}
    return ProbabilisticActor(
        network,
        in_keys=keys,
        out_keys=[action],
        distribution_class=MaskedCategorical,
        default_interaction_type=InteractionType.RANDOM,
    )


def roll(game: type[sy_env.raw_env], steps: int) -> Any:
    """Steps by untrained networks, one for each agent."""
    torch.manual_seed(0)
    door = PettingZooWrapper(game("classic", players=6, control="team"), use_mask=True, seed=0)
    seen = [(agent, "observation", "observation") for agent in AGENTS]
    env = TransformedEnv(door, DTypeCastTransform(torch.int8, torch.float32, in_keys=seen))
    actors = [masked_actor(keys, (agent, "action_mask"), (agent, "action")) for agent, keys in zip(AGENTS, seen, strict=True)]
    with torch.no_grad():
        return env.rollout(steps, TensorDictSequential(*actors), break_when_any_done=False)


def test_networks_of_both_roles_play_legal_actions() -> None:
    steps = roll(sy_env.raw_env, 300)
    over = steps["next", "done"].squeeze(-1)
    earned = {agent: steps["next", agent, "reward"][over].flatten() for agent in AGENTS}
    assert len(steps) == 300 and over.sum() >= 2 and not steps["next", "truncated"].any()
    assert (earned["mrx_0"].abs() == 1).all() and (earned["mrx_0"] == -earned["detectives_0"]).all()
    for agent in AGENTS:
        asked = steps[agent, "mask"].flatten()
        allowed = steps[agent, "action_mask"].squeeze(1).gather(1, steps[agent, "action"])
        assert 20 < asked.sum() < 300 and allowed[asked].all()


def test_without_masks_an_action_is_illegal() -> None:
    with pytest.raises(IllegalActionError):
        roll(Unmasked, 300)


class Noting(gymnasium.vector.VectorWrapper[Any, Any, Any]):
    """Counts the games that an illegal action ended."""

    illegal = 0
    autoreset_mode = gymnasium.vector.AutoresetMode.DISABLED  # where TorchRL looks for it

    def step(self, actions: Any) -> Any:
        result = super().step(actions)
        self.illegal += int(result[-1].get("illegal", np.zeros(1)).sum())
        return result


@pytest.mark.parametrize("masked", [True, False])
def test_the_vector_door(masked: bool) -> None:
    torch.manual_seed(0)
    games = Noting(gymnasium.make_vec("sy_env/MisterX-v0", num_envs=8, autoreset_mode=Noting.autoreset_mode))
    env = GymWrapper(games, categorical_action_encoding=True)
    masks = Composite(action_mask=Binary(803, shape=(8, 803), dtype=torch.int8), shape=(8,))
    env.set_info_dict_reader(default_info_dict_reader(["action_mask"], spec=masks))
    dtypes = {"observation": torch.float32, "action_mask": torch.bool}
    env = TransformedEnv(env, Compose(*(DTypeCastTransform(torch.int8, dtype, in_keys=[name]) for name, dtype in dtypes.items())))
    env.set_seed(0)
    actor = masked_actor("observation", "action_mask", "action")
    with torch.no_grad():
        steps = env.rollout(60, actor if masked else None, break_when_any_done=False)
    assert steps["next", "done"].any()
    assert bool(games.illegal) != masked
