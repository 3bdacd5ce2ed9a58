"""OpenSpiel's own algorithms find what the exact solver finds: values, best responses, exploitability.

tests/adapters/test_openspiel.py is the test of the adapter; it runs wherever OpenSpiel is installed.
"""

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.slow
pytest.importorskip("pyspiel")

from open_spiel.python import policy
from open_spiel.python.algorithms import best_response, cfr, expected_game_score, exploitability

import sy_env
from sy_agents.evaluation.exact import best_for_detectives, best_for_mrx, solve
from sy_agents.evaluation.exact_tree import WholeGame, whole_game
from sy_agents.evaluation.exploitability import strategy_of
from sy_env.adapters.openspiel import load_game
from sy_env.policies import Uniform

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "wheel, 2 rounds": ("wheel", {"rounds": 2}),
    "wheel": ("wheel", {}),
    "glasses, 4 rounds": ("glasses", {"rounds": 4, "reveal_set": ()}),
    "glasses": ("glasses", {"reveal_set": ()}),
}


@pytest.mark.parametrize("name", GAMES)
def test_best_responses_to_random_play_are_equal(name: str) -> None:
    edition, options = GAMES[name]
    game = load_game(edition, **options)
    uniform = policy.UniformRandomPolicy(game)
    whole = whole_game(sy_env.make_game(edition, "team", **options), merged=False)
    mrx, _ = strategy_of(whole, Uniform(), "mrx")
    detectives, _ = strategy_of(whole, Uniform(), "detectives")
    root = game.new_initial_state()
    theirs = best_response.BestResponsePolicy(game, 1, uniform)
    his = best_response.BestResponsePolicy(game, 0, uniform)
    assert -theirs.value(root) == pytest.approx(best_for_detectives(whole, mrx))
    assert his.value(root) == pytest.approx(best_for_mrx(whole, detectives))
    both = best_for_mrx(whole, detectives) - best_for_detectives(whole, mrx)
    assert exploitability.nash_conv(game, uniform) == pytest.approx(both)


def test_counterfactual_regret_comes_to_the_value() -> None:
    """CFR+ brackets the value between what its strategies are worth against best responses."""
    game = load_game("wheel", rounds=2)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(25):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    found = expected_game_score.policy_value(game.new_initial_state(), [average, average])[0]
    gap = exploitability.nash_conv(game, average)
    assert gap < 0.1
    assert found == pytest.approx(1 / 3, abs=gap + 1e-9)


class Solved(policy.Policy):
    """The strategies of a solution as a policy of OpenSpiel; the game begins without chance."""

    def __init__(self, game: Any, whole: WholeGame) -> None:
        super().__init__(game, [0, 1])
        solution = solve(whole)
        self.value = solution.value
        self._table: dict[str, dict[int, float]] = {}
        self._walk(game.new_initial_state(), whole.levels, (solution.mrx, solution.detectives), 0)

    def _walk(self, state: Any, levels: Any, strategies: Any, node: int, depth: int = 0) -> None:
        if state.is_terminal():
            return
        level = levels[depth]
        edges = range(*np.searchsorted(level.source, [node, node + 1]))
        chances = strategies[state.current_player()][depth]
        found = {int(level.action[edge]): float(chances[edge]) for edge in edges}
        assert self._table.setdefault(state.information_state_string(), found) == found
        for edge in edges:
            self._walk(state.child(int(level.action[edge])), levels, strategies, int(level.target[edge]), depth + 1)

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        return self._table[state.information_state_string(state.current_player())]


@pytest.mark.parametrize(
    ("edition", "options", "value"),
    [("glasses", {"rounds": 4, "reveal_set": ()}, -1 / 2), ("glasses", {"reveal_set": ()}, -7 / 9), ("glasses", {}, -1)],
)
def test_openspiel_finds_nothing_to_exploit_in_the_solution(edition: str, options: dict[str, Any], value: float) -> None:
    game = load_game(edition, **options)
    solved = Solved(game, whole_game(sy_env.make_game(edition, "team", **options), merged=False))
    assert exploitability.nash_conv(game, solved) == pytest.approx(0, abs=1e-6)
    score = expected_game_score.policy_value(game.new_initial_state(), [solved, solved])
    assert score[0] == pytest.approx(value) and solved.value == pytest.approx(value)


def test_information_sets_are_counted_as_openspiel_counts_them() -> None:
    whole = whole_game(sy_env.make_game("wheel", "team", rounds=2))
    table = policy.TabularPolicy(load_game("wheel", rounds=2))
    assert len(table.state_lookup) == whole.mrx_states + whole.detectives_states


def test_the_linear_program_of_openspiel_gives_the_value() -> None:
    for solver in ("cvxpy", "ecos"):
        pytest.importorskip(solver, reason="the linear programs of OpenSpiel need cvxpy and ecos")
    from open_spiel.python.algorithms import sequence_form_lp  # needs cvxpy

    value = sequence_form_lp.solve_zero_sum_game(load_game("wheel", rounds=2))[0]
    assert value == pytest.approx(1 / 3, abs=1e-6)
