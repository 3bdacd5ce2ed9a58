"""AgileRL: PPO with masks learns one role, then the other, against a player of sy_env.

pip install "sy_env[agilerl]"
python scripts/examples/agilerl_ppo.py
"""

import gymnasium
import torch
from agilerl.algorithms import PPO
from agilerl.rollouts import collect_rollouts

import sy_env  # noqa: F401  # names the games for Gymnasium

torch.manual_seed(0)
for game in ("MisterX", "Detectives"):
    envs = gymnasium.make_vec(f"sy_env/{game}-v0", num_envs=16, opponent="random", autoreset_mode="SameStep")
    agent = PPO(envs.single_observation_space, envs.single_action_space, num_envs=16, learn_step=1024, batch_size=256, gamma=1.0)
    _, seen, done, scores, info = collect_rollouts(agent, envs)
    agent.learn()
    earned, *_ = collect_rollouts(agent, envs, last_obs=seen, last_done=done, last_scores=scores, last_info=info)
    print(f"{game}: learned from 1,024 decisions, then earned {sum(earned) / len(earned):+.2f} a game in {len(earned)} games")
