"""Stable-Baselines3: MaskablePPO of sb3-contrib learns one role, then the other, against a player of sy_env.

pip install "sy_env[train]"
python scripts/examples/sb3_maskable_ppo.py
"""

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

from sy_env.adapters import SB3VecEnv

for role in ("mrx", "detectives"):
    envs = SB3VecEnv(role, num_envs=16, opponent="random")
    envs.seed(0)
    model = MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=256, gamma=1.0, seed=0)
    model.learn(1024)
    mean, _ = evaluate_policy(model, envs, n_eval_episodes=40)
    print(f"{role}: learned from {model.num_timesteps:,} decisions, then earned {mean:+.2f} a game")
