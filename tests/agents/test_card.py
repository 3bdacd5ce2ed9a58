"""Benchmark cards: what they say is played, the worst case counts, a stopped run goes on."""

import json
from pathlib import Path

import pytest

from sy_agents.evaluation.card import Card, Score, Task, digest, load_card, score, totals, worst_cases
from sy_env.policies import ROLES, load_policy

CARDS = sorted((Path(__file__).resolve().parents[2] / "configs" / "benchmark").glob("*.yaml"))
SMALL = Card(
    name="small",
    version=1,
    seed=7,
    tasks=(Task(name="glasses", edition="glasses", opponents=("random", "greedy"), games=20),),
)


def test_every_task_is_played_against_every_opponent_in_both_roles(tmp_path: Path) -> None:
    scores = list(score(SMALL, "greedy", ROLES, tmp_path))
    assert [(one.role, one.opponent) for one in scores] == [(role, name) for role in ROLES for name in ("random", "greedy")]
    mrx, detectives = (next(one for one in scores if one.role == role and one.opponent == "greedy") for role in ROLES)
    assert mrx.win_rate == pytest.approx(1 - detectives.win_rate)  # greedy against itself, in the same deals
    assert all(one.low <= one.win_rate <= one.high and one.illegal_actions == 0 for one in scores)


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    games: list[int] = []
    first = list(score(SMALL, "random", ("mrx",), tmp_path, progress=games.append))
    journal = tmp_path / "glasses-mrx.jsonl"
    before = journal.read_bytes()
    assert list(score(SMALL, "random", ("mrx",), tmp_path)) == first
    assert journal.read_bytes() == before and sum(games) == 40
    with pytest.raises(ValueError, match="holds games of another command"):
        list(score(SMALL.model_copy(update={"seed": 8}), "random", ("mrx",), tmp_path))


def test_the_opponent_that_does_best_counts() -> None:
    rates = {("a", "x"): 0.9, ("a", "y"): 0.4, ("b", "x"): 0.6}
    scores = [Score(task, "mrx", name, 10, rate, 0, 1, 0.0, 0) for (task, name), rate in rates.items()]
    assert [(one.task, one.opponent) for one in worst_cases(scores)] == [("a", "y"), ("b", "x")]
    assert totals(scores) == {"mrx": pytest.approx(0.5)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name: a", "version"),
        ("name: a\nversion: 1\nseed: 0\ntasks: []", "at least 1 item"),
        (
            "name: a\nversion: 1\nseed: 0\ntasks: [{name: b, edition: clasic, opponents: [random], games: 1}]",
            "did you mean 'classic'",
        ),
        ("name: a\nversion: 1\nseed: 0\ntsks: []", "tsks"),
    ],
)
def test_a_wrong_card_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "card.yaml").write_text(text)
    with pytest.raises(ValueError, match=message):
        load_card(tmp_path / "card.yaml")


def test_a_player_that_does_not_play_a_task_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="mcts does not play hunting"):
        next(score(load_card(CARDS[0]), "mcts:10", ("mrx",), tmp_path))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("path", CARDS, ids=lambda path: path.stem)
def test_the_cards_that_come_along_and_their_results_fit(path: Path) -> None:
    card = load_card(path)
    assert card.name == path.stem
    for task in card.tasks:
        for opponent in task.opponents:
            for role in ROLES:
                load_policy(opponent, task.make_edition(), role)
    words = json.loads(path.with_suffix(".results.json").read_text(encoding="utf-8"))
    assert words["digest"] == digest(card)
    expected = {(task.name, opponent) for task in card.tasks for opponent in task.opponents}
    for rows in words["players"].values():
        for role in {row["role"] for row in rows}:
            assert {(row["task"], row["opponent"]) for row in rows if row["role"] == role} == expected
