"""Brains that nobody trained, and games for them to decide in."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

import sy_env
from sy_agents.learned.brain import Brain, fresh_brain
from sy_agents.learned.families import FAMILIES, Family, family_of
from sy_agents.learned.player import Learned
from sy_agents.learned.thinking import Thinking
from sy_env.engine import BatchedGame
from sy_env.policies import Request


def bold(brain: Brain) -> Brain:
    """A brain whose scores differ a lot, so that it is far from playing uniformly."""
    mrx, detectives, filter_ = (network._replace(w3=network.w3 * 300) for network in (brain.mrx, brain.detectives, brain.filter))
    return Brain(mrx, detectives, filter_, brain.family)


HUNTING_EDITIONS: list[Any] = [
    sy_env.make_edition("hunting", players=4),
    sy_env.make_edition("hunting", players=2),
    sy_env.make_edition("hunting_expert", players=3, reveal_index="space"),
    sy_env.make_edition("hunting", players=3, placement="random", mrx_enter_detective=False),
    sy_env.make_edition("hunting_expert", players=4, no_die="specials_unavailable", start_spaces="no_underground"),
]

FRESH = {family: fresh_brain(np.random.default_rng(5), 16, 16, family) for family in FAMILIES.values()}
BOLD: dict[Family, Brain] = {family: bold(brain) for family, brain in FRESH.items()}


def random_games(edition: Any, steps: int, n: int = 64, control: str = "individual") -> BatchedGame:
    """Games after some random decisions; those that ended have begun anew."""
    batch = sy_env.make_batch(edition, n, seed=3, control=control)
    rng = np.random.default_rng(4)
    for _ in range(steps):
        batch.step(batch.sample_actions(rng))
    return batch


def of_role(batch: BatchedGame, role: int) -> NDArray[np.int64]:
    """The games in which Mister X (0) or a pursuer (1) is to move."""
    return np.flatnonzero((batch.games["mover"] > 0) == role)


def words_for(rows: NDArray[np.int64]) -> NDArray[np.uint64]:
    """A random word for each decision."""
    return np.random.default_rng(0).integers(0, 2**64, len(rows), np.uint64)


def brain_for(batch: BatchedGame) -> Brain:
    """The bold brain of the family that the games belong to."""
    return BOLD[family_of(batch.game.edition)]


def thinking_for(batch: BatchedGame) -> Thinking:
    """What thinks about the games."""
    return family_of(batch.game.edition).thinking(batch.game)


def decide(batch: BatchedGame, rows: NDArray[np.int64], redacted: bool = True) -> NDArray[np.int32]:
    """What a bold player does in some games, given the redacted records or the whole truth."""
    games = batch.redacted(rows) if redacted else batch.games.take(rows)
    return Learned(brain_for(batch)).act(Request(batch.game, games, words_for(rows)))
