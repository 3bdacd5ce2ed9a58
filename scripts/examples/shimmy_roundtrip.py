"""Shimmy: the OpenSpiel game comes back as a PettingZoo environment.

pip install "sy_env[openspiel]"
python scripts/examples/shimmy_roundtrip.py
"""

import numpy as np
from shimmy import OpenSpielCompatibilityV0

import sy_env.adapters.openspiel  # noqa: F401  # registers the game

env = OpenSpielCompatibilityV0(game_name="sy_env", config={"edition": "classic", "control": "team"})
rng = np.random.default_rng(0)
wins = 0
for seed in range(5):
    env.reset(seed=seed)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        wins += agent == env.possible_agents[0] and reward > 0
        env.step(None if over else rng.choice(np.flatnonzero(info["action_mask"])))
print(f"Mister X won {wins} of 5 random games")
