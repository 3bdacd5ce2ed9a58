"""OpenSpiel: information-set search plays London for both sides, and counterfactual regret solves a small game.

pip install "sy_env[openspiel]"
python scripts/examples/openspiel_selfplay.py
"""

import numpy as np
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

from sy_env.adapters.openspiel import load_game

rng = np.random.RandomState(0)
game = load_game("classic", control="team")
bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), uct_c=1.4, max_simulations=8, random_state=rng)
state = game.new_initial_state()
decisions = 0
while decisions < 12:
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choice(outcomes, p=chances))
        continue
    action = bot.step(state)
    print(f"{('Mister X', 'detectives')[state.current_player()]}: {state.action_to_string(action)}")
    state.apply_action(action)
    decisions += 1

small = load_game("glasses", control="team", rounds=2, fixed_starts=(6, 3, 9))
solver = cfr.CFRPlusSolver(small)
for iteration in range(1, 41):
    solver.evaluate_and_update_policy()
    if iteration % 20 == 0:
        left = exploitability.exploitability(small, solver.average_policy())
        print(f"CFR+ after {iteration} iterations: exploitability {left:.5f}")
