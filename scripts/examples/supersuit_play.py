"""SuperSuit: eight games as one vector environment, a row for every agent; all agents play legal actions at random.

pip install "sy_env[supersuit]"
python scripts/examples/supersuit_play.py
"""

import numpy as np
import supersuit

import sy_env

game = supersuit.pettingzoo_env_to_vec_env_v1(sy_env.parallel_env("classic", players=6))
envs = supersuit.concat_vec_envs_v1(game, 8)
rng = np.random.default_rng(0)
observation, infos = envs.reset(seed=0)
wins, illegal = np.zeros(2, int), 0
for _ in range(400):
    actions = [rng.choice(np.flatnonzero(mask)) for mask in observation["action_mask"]]
    observation, rewards, terminated, truncated, infos = envs.step(np.array(actions))
    wins += (rewards.reshape(8, -1)[:, 0] == [[1], [-1]]).sum(axis=1)  # Mister X's is the first row of a game
    illegal += truncated.any()  # only an illegal action truncates
print(f"{8 * 400:,} steps, {illegal} illegal; {wins.sum()} games over, of which Mister X won {wins[0]}")
