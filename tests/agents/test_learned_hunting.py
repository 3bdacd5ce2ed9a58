"""Learned players of Hunting Mister X: their features, their training and files. What holds in all games: test_learned.py."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import sy_agents
from sy_agents.evaluation import Pairing, play_games
from sy_agents.learned.brain import load_brain, save_brain
from sy_agents.learned.families import HUNTING
from sy_agents.learned.hunting import critic, detectives, mister_x
from sy_agents.learned.hunting.thinking import HuntingThinking
from sy_agents.learned.thinking import Decisions
from sy_agents.training.config import Config
from sy_agents.training.run import Run
from sy_env.engine import BatchedGame
from sy_env.policies import ROLES
from tests.agents.brains import FRESH, HUNTING_EDITIONS, of_role, random_games, words_for

BRAIN = FRESH[HUNTING]


def described(batch: BatchedGame, role: str) -> tuple[NDArray[np.int64], Decisions]:
    """The games in which a role decides, and the decisions with their features."""
    thinking = HuntingThinking(batch.game)
    beliefs = thinking.new_beliefs(batch.num_games)
    thinking.follow(beliefs, batch.games, BRAIN.filter)
    rows = of_role(batch, ROLES.index(role))
    made = thinking.decide(beliefs, batch.games, rows, BRAIN.of(role), BRAIN.filter, words_for(rows), keep=True)
    made.trim()
    return rows, made


# -- belief


def test_distances_are_those_of_greedy() -> None:
    batch = random_games(HUNTING_EDITIONS[0], 0, n=4)
    thinking = HuntingThinking(batch.game)
    beliefs = thinking.new_beliefs(4)
    thinking.follow(beliefs, batch.games, BRAIN.filter)
    taxi = batch.games["adjacency"][:, 0]
    for turns, words in zip(beliefs["turns"], taxi, strict=True):
        beside = [(a, b) for a in range(1, 37) for b in range(1, 37) if int(words[a]) >> b & 1]
        assert (np.diag(turns)[1:] == 0).all()
        assert len({turns[a, b] for a, b in beside}) == 1  # the kind that shows most often: nothing is nearer than one ride


# -- features


@pytest.mark.parametrize("role", ROLES)
def test_every_feature_says_something(role: str) -> None:
    inputs = {"mrx": mister_x.FEATURES, "detectives": detectives.FEATURES}[role]
    low, high = np.full(len(inputs), np.inf), np.full(len(inputs), -np.inf)
    for edition in HUNTING_EDITIONS:
        batch = random_games(edition, 0, n=200)
        rng = np.random.default_rng(2)
        for _ in range(50):
            found = described(batch, role)[1].rows
            if len(found):
                assert np.isfinite(found).all()
                low, high = np.minimum(low, found.min(0)), np.maximum(high, found.max(0))
            batch.step(batch.sample_actions(rng))
    assert [name for name, a, b in zip(inputs, low, high, strict=True) if a == b] == []
    assert high.max() < 8 and low.min() > -8


def test_what_is_caught_is_the_weight_of_the_space() -> None:
    batch = random_games(HUNTING_EDITIONS[0], 17, n=200)
    rows, made = described(batch, "detectives")
    caught = made.rows[:, detectives.FEATURES.index("caught")]
    possible = batch.games["possible"][rows, 0]
    seen = 0
    for i, row in enumerate(rows):
        legal = np.flatnonzero(batch.action_mask[row])
        for action, weight in zip(legal, caught[made.bounds[i] : made.bounds[i + 1]], strict=False):
            if action < 3 * 36:
                seen += 1
                assert (weight > 0) == bool(int(possible[i]) >> int(action % 36 + 1) & 1)
    assert seen > 100


def test_he_knows_when_a_move_shows_him() -> None:
    batch = random_games(HUNTING_EDITIONS[0], 0, n=200)
    rng = np.random.default_rng(3)
    at = mister_x.FEATURES.index("shown")
    told = 0
    for _ in range(40):
        rows, made = described(batch, "mrx")
        before = batch.games["spaces"].copy()
        actions = batch.sample_actions(rng)
        batch.step(actions)
        for i, row in enumerate(rows):
            moved = batch.games["spaces"][row] == before[row] + 1 and not batch.terminated[row]
            if moved and made.bounds[i] < made.bounds[i + 1] and before[row] > 0:
                shown = batch.games["log_shown"][row, before[row]] > 0
                assert made.rows[made.bounds[i], at] == shown
                told += shown
    assert told > 20


def test_the_critic_sees_finite_numbers() -> None:
    batch = random_games(HUNTING_EDITIONS[1], 22)
    thinking = HuntingThinking(batch.game)
    beliefs = thinking.new_beliefs(batch.num_games)
    thinking.follow(beliefs, batch.games, BRAIN.filter)
    out = np.full((batch.num_games, len(critic.FEATURES)), np.nan, np.float32)
    thinking.describe_positions(beliefs, batch.games, out)
    assert np.isfinite(out).all() and (out.std(0) > 0).sum() > 25


# -- training and files


def test_a_run_learns_and_its_file_plays(tmp_path: Path) -> None:
    lanes = [{"edition": "hunting", "options": {"players": 2}, "games": 8}, {"edition": "hunting_expert", "games": 8}]
    config = Config.model_validate({"lanes": lanes, "iterations": 1, "learning": {"steps": 16}, "hidden": 8})
    run = Run(config, tmp_path)
    before = run.brain.copy()
    run.train()
    assert any((getattr(run.brain, role).w1 != getattr(before, role).w1).any() for role in ROLES)
    brain, _ = load_brain(tmp_path / "brain.safetensors")
    assert brain.family is HUNTING
    player = sy_agents.load(f"learned:{tmp_path / 'brain.safetensors'}", edition="hunting", role="mrx")
    assert play_games(Pairing(HUNTING_EDITIONS[1], player, "greedy"), 0, 4).illegal_actions == 0


def test_a_brain_plays_its_own_games_alone(tmp_path: Path) -> None:
    save_brain(BRAIN, tmp_path / "brain.safetensors")
    with pytest.raises(ValueError, match="plays Hunting Mister X, not 'classic'"):
        sy_agents.load(f"learned:{tmp_path / 'brain.safetensors'}", edition="classic", role="mrx")
    lanes = [{"edition": "hunting"}, {"edition": "classic"}]
    with pytest.raises(ValueError, match="one family of games, not Hunting Mister X and London"):
        Run(Config.model_validate({"lanes": lanes}), tmp_path)


def test_the_players_that_come_along_beat_greedy() -> None:
    """Far from an even game, so that chance does not decide it: greedy detectives win about a third of these games."""
    edition = HUNTING_EDITIONS[0]
    wins = {}
    for names in (("greedy", "greedy"), ("greedy", "pretrained"), ("pretrained", "greedy")):
        mrx, pursuers = (sy_agents.load(name, edition=edition, role=role) for name, role in zip(names, ROLES, strict=True))
        match = play_games(Pairing(edition, mrx, pursuers), 0, 300)
        wins[names] = (match.episodes["winner"] == 2).mean()
    assert wins["pretrained", "greedy"] + 0.1 < wins["greedy", "greedy"] < wins["greedy", "pretrained"] - 0.1
