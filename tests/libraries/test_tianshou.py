"""Tianshou: a DQN for each role learns on the AEC door by the library's own multi-agent trainer."""

from typing import Any

import pytest

import sy_env
from sy_env.errors import IllegalActionError
from tests.libraries.unmasked import Unmasked

pytestmark = pytest.mark.slow
pytest.importorskip("tianshou")

import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net


def learn(game: type[sy_env.raw_env], exploration: float) -> Any:
    """The buffer after 400 steps of learning in two games at a time."""
    torch.manual_seed(0)

    def make_env() -> PettingZooEnv:
        return PettingZooEnv(game("classic", players=6, control="team"))

    def make_dqn(env: PettingZooEnv) -> DQN:
        net = Net(state_shape=env.observation_space["observation"].shape, action_shape=env.action_space.n, hidden_sizes=[16])
        policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=exploration)
        return DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3))

    env, envs = make_env(), DummyVectorEnv([make_env] * 2)
    envs.seed(0)
    algorithm = MultiAgentOffPolicyAlgorithm(algorithms=[make_dqn(env) for _ in env.agents], env=env)
    buffer = VectorReplayBuffer(1000, len(envs))
    parameters = OffPolicyTrainerParams(
        training_collector=Collector(algorithm, envs, buffer, exploration_noise=True),
        max_epochs=1,
        epoch_num_steps=400,
        collection_step_num_env_steps=100,
        update_step_num_gradient_steps_per_sample=0.02,
        multi_agent_return_reduction=lambda returns: returns[:, 0],
        show_progress=False,
        verbose=False,
    )
    algorithm.run_training(parameters)
    return buffer


@pytest.mark.parametrize("exploration", [0.0, 1.0])
def test_networks_of_both_roles_learn_from_legal_actions(exploration: float) -> None:
    buffer = learn(sy_env.raw_env, exploration)
    earned = buffer.rew[buffer.done]
    assert len(buffer) == 400 and not buffer.truncated.any()
    assert set(buffer.obs.agent_id) - {None} == {"mrx_0", "detectives_0"}  # None where the buffer is free
    assert len(earned) >= 1 and (earned[:, 0] == -earned[:, 1]).all()


@pytest.mark.parametrize("exploration", [0.0, 1.0])
def test_without_masks_an_action_is_illegal(exploration: float) -> None:
    with pytest.raises(IllegalActionError):
        learn(Unmasked, exploration)
