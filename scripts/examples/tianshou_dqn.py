"""Tianshou: Mister X and the detectives, each a DQN that reads the masks, learn from games against each other.

pip install "sy_env[tianshou]"
python scripts/examples/tianshou_dqn.py
"""

import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import sy_env

torch.manual_seed(0)


def make_env() -> PettingZooEnv:
    """The game with two agents, Mister X and the team of detectives."""
    return PettingZooEnv(sy_env.env("classic", players=6, control="team"))


def make_dqn(env: PettingZooEnv) -> DQN:
    """A DQN for one agent; it explores among the legal actions."""
    net = Net(state_shape=env.observation_space["observation"].shape, action_shape=env.action_space.n, hidden_sizes=[64])
    policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.2)
    return DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), n_step_return_horizon=3, target_update_freq=50)


env = make_env()
envs = DummyVectorEnv([make_env] * 4)
envs.seed(0)
algorithm = MultiAgentOffPolicyAlgorithm(algorithms=[make_dqn(env) for _ in env.agents], env=env)
buffer = VectorReplayBuffer(10_000, len(envs))
collector = Collector(algorithm, envs, buffer, exploration_noise=True)
steps = OffPolicyTrainerParams(
    training_collector=collector,
    max_epochs=1,
    epoch_num_steps=1000,
    collection_step_num_env_steps=100,
    update_step_num_gradient_steps_per_sample=0.1,
    multi_agent_return_reduction=lambda returns: returns[:, 0],
    show_progress=False,
    verbose=False,
)
algorithm.run_training(steps)
over, cut = buffer.rew[buffer.done][:, 0], buffer.truncated.sum()  # what Mister X earned; only an illegal action truncates
print(f"{len(buffer):,} steps, {cut} illegal; {len(over)} games over, of which Mister X won {(over > 0).sum()}")
