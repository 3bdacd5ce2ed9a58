"""Exact values: best responses equal brute force, both sides' strategies are certified, values are known ones."""

import itertools
from typing import Any

import numpy as np
import pytest

import sy_agents
import sy_env
from sy_agents.evaluation.exact import best_for_detectives, best_for_mrx, solve
from sy_agents.evaluation.exact_tree import WholeGame, whole_game
from sy_agents.evaluation.exploitability import exploitability, solved, strategy_of
from sy_agents.evaluation.probabilities import probabilities
from sy_agents.pretrained import FOLDER
from sy_env.envs.events import CHANCE
from sy_env.envs.tree import OVER, Node, Tree
from sy_env.policies import Uniform, load_policy

LEARNED = f"learned:{FOLDER / 'london.safetensors'}"
FEW_CHOICES = {"rounds": 2, "detective_tickets": (0, 2, 0)}  # the detective rides out, and back


def game(edition: str, **options: Any) -> WholeGame:
    return whole_game(sy_env.make_game(edition, "team", **options), merged=False)


def by_walking(node: Node, plan: dict[str, int]) -> float:
    """What Mister X gets on the average when he plays at random and the detectives by a plan (or at random without one)."""
    if node.player == OVER:
        return node.returns()[0]
    if node.player == CHANCE:
        return sum(chance * by_walking(node.child(outcome), plan) for outcome, chance in node.outcomes)
    if node.player == 1 and plan:
        return by_walking(node.child(plan[node.known(1)]), plan)
    return sum(by_walking(node.child(action), plan) for action in node.legal) / len(node.legal)


def best_by_walking(node: Node) -> float:
    """What Mister X gets at most against random detectives; he knows everything."""
    if node.player == OVER:
        return node.returns()[0]
    if node.player == CHANCE:
        return sum(chance * best_by_walking(node.child(outcome)) for outcome, chance in node.outcomes)
    worth = [best_by_walking(node.child(action)) for action in node.legal]
    return sum(worth) / len(worth) if node.player else max(worth)


def choices(node: Node, found: dict[str, list[int]]) -> dict[str, list[int]]:
    """The detectives' actions by what they know."""
    if node.player == 1:
        found[node.known(1)] = node.legal
    for action in node.legal or [outcome for outcome, _ in node.outcomes]:
        choices(node.child(action), found)
    return found


def test_the_detectives_best_response_is_that_of_brute_force() -> None:
    """Against a random Mister X: every plan of theirs is tried."""
    whole = game("wheel", **FEW_CHOICES)
    strategy, _ = strategy_of(whole, Uniform(), "mrx")
    root = Tree(whole.game).root
    known = choices(root, {})
    plans = [dict(zip(known, plan, strict=True)) for plan in itertools.product(*known.values())]
    assert len(plans) == 9
    assert best_for_detectives(whole, strategy) == pytest.approx(min(by_walking(root, plan) for plan in plans))


@pytest.mark.parametrize(("edition", "options"), [("wheel", {"rounds": 2}), ("glasses", {"rounds": 3})])
def test_mister_xs_best_response_is_that_of_brute_force(edition: str, options: dict[str, Any]) -> None:
    whole = game(edition, **options)
    strategy, _ = strategy_of(whole, Uniform(), "detectives")
    assert best_for_mrx(whole, strategy) == pytest.approx(best_by_walking(Tree(whole.game).root))
    merged = whole_game(whole.game)
    assert best_for_mrx(merged, strategy_of(merged, Uniform(), "detectives")[0]) == pytest.approx(best_for_mrx(whole, strategy))


@pytest.mark.parametrize(
    ("edition", "options", "value"),
    [
        ("wheel", {}, -1 / 9),
        ("wheel", {"rounds": 2}, 1 / 3),
        ("glasses", {}, -1),
        ("glasses", {"reveal_set": ()}, -7 / 9),
    ],
)
def test_values_are_certified_by_best_responses(edition: str, options: dict[str, Any], value: float) -> None:
    whole = whole_game(sy_env.make_game(edition, "team", **options))
    solution = solve(whole)
    assert solution.value == pytest.approx(value)
    assert best_for_mrx(whole, solution.detectives) == pytest.approx(value)
    assert best_for_detectives(whole, solution.mrx) == pytest.approx(value)
    assert abs(solution.gap) < 1e-9


def test_merging_changes_neither_value_nor_size() -> None:
    merged, apart = (whole_game(sy_env.make_game("wheel", "team"), merged=merged) for merged in (True, False))
    assert solve(apart).value == pytest.approx(solve(merged).value)
    assert sum(map(len, merged.levels)) < sum(map(len, apart.levels)) == apart.histories
    for name in ("histories", "mrx_states", "detectives_states"):
        assert getattr(merged, name) == getattr(apart, name)


def test_a_double_move_is_followed() -> None:
    """Three decisions of Mister X in a row, the way back forbidden: merged and apart agree."""
    played = sy_env.make_game("wheel", "team", mrx_double=1, rounds=2)
    merged, apart = (solve(whole_game(played, merged)) for merged in (True, False))
    assert merged.value == pytest.approx(apart.value) and abs(merged.gap) < 1e-9


def test_a_perfect_policy_gives_nothing_away_and_a_random_one_does() -> None:
    edition = sy_env.make_edition("glasses", reveal_set=())
    found = {
        (name, role): exploitability(edition, load_policy(name, edition, role), role)
        for name in ("random", "greedy")
        for role in ("mrx", "detectives")
    }
    assert all(result.how == "exact" and result.exploitability > 0.1 for result in found.values())
    assert found["random", "mrx"].exploitability == pytest.approx(1 / 6)
    assert found["greedy", "mrx"].best_response == pytest.approx(-1)


def decisions(whole: WholeGame) -> Any:
    level = next(level for level in whole.levels if not level.mrx.any() and len(level) > 20)
    records = level.records.copy()
    whole.game.loops.redact_all(records, whole.game.tables, level.records["mover"].astype(np.int64))
    return records[~level.over]


@pytest.mark.parametrize("name", ["random", "greedy", LEARNED])
def test_probabilities_are_the_shares_of_many_draws(name: str) -> None:
    whole = whole_game(sy_env.make_game("glasses", "team"))
    records = decisions(whole)[:40]
    policy = load_policy(name, whole.game.edition, "detectives")
    exact = probabilities(policy, whole.game, records)
    assert exact.how == "exact" and np.allclose(exact.values.sum(axis=1), 1)
    drawn = np.zeros_like(exact.values)
    rng = np.random.default_rng(0)
    for _ in range(300):
        words = rng.integers(0, 2**64, len(records), np.uint64)
        actions = policy.act(sy_env.policies.Request(whole.game, records, words))
        drawn[np.arange(len(records)), actions] += 1 / 300
    assert abs(drawn - exact.values).max() < 0.15
    assert (drawn[exact.values == 0] == 0).all()


def test_a_policy_may_tell_its_probabilities_and_others_are_asked_often() -> None:
    whole = whole_game(sy_env.make_game("glasses", "team"))
    records = decisions(whole)

    class Drawn:
        name = "drawn"

        def act(self, request: sy_env.policies.Request) -> Any:
            return Uniform().act(request)

    class Telling(Drawn):
        def probabilities(self, request: sy_env.policies.Request) -> Any:
            return request.action_mask / request.action_mask.sum(axis=1, keepdims=True)

    assert probabilities(Telling(), whole.game, records).how == "exact"
    found = probabilities(Drawn(), whole.game, records, draws=64)
    assert found.how == "64 draws"
    assert abs(found.values - probabilities(Telling(), whole.game, records).values).max() < 0.3


def test_games_that_are_none_are_refused() -> None:
    for edition, control in (("hunting", "team"), ("master_app", "team"), ("glasses", "individual")):
        with pytest.raises(ValueError, match="without the app, under control='team'"):
            whole_game(sy_env.make_game(edition, control))
    assert sy_agents.load("greedy", edition="wheel").name == "greedy"
    assert solved(sy_env.make_edition("wheel"))[0].histories == 12_159


def test_london_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sy_agents.evaluation.exact_tree.MOST_NODES", 5000)
    with pytest.raises(ValueError, match="more than 5,000 nodes"):
        whole_game(sy_env.make_game("classic", "team", fixed_starts=(104, 26, 34, 91, 13, 174)))
    with pytest.raises(ValueError, match="begin in more than 10,000 ways"):
        whole_game(sy_env.make_game("classic", "team"))
