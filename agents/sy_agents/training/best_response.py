"""A best response: one role learns against a frozen player of the other, to see how much the frozen one gives away.

It is local: it starts from the frozen player's own networks, or from nothing, and finds what this learner finds in its time. The
gain is a lower bound of what a perfect opponent would gain.
"""

import time
from collections.abc import Callable

import numpy as np

from sy_agents.learned.brain import Brain, fresh_brain
from sy_agents.learned.player import Learned
from sy_agents.training.config import Config
from sy_agents.training.learner import Learner
from sy_agents.training.rollouts import GREEDY_DETECTIVES, GREEDY_MRX, PAST_DETECTIVES, PAST_MRX, SEATINGS, Seating, Table
from sy_env.editions import Edition
from sy_env.policies import ROLES, Policy


def other(role: str) -> str:
    """The other role."""
    return ROLES[1 - ROLES.index(role)]


def _seating(brain: Brain, frozen: Policy, role: str) -> Seating:
    """All games: the learner plays `role`, the frozen player the other."""
    shares = np.zeros(len(SEATINGS))
    if isinstance(frozen, Learned):
        shares[PAST_DETECTIVES if role == "mrx" else PAST_MRX] = 1
        return Seating(brain, (frozen.brain, frozen.brain), (frozen, frozen), shares, frozen.brain.filter)
    shares[GREEDY_DETECTIVES if role == "mrx" else GREEDY_MRX] = 1
    return Seating(brain, (brain, brain), (frozen, frozen), shares)


def best_response(
    edition: Edition,
    frozen: Policy,
    role: str,
    config: Config,
    seconds: float,
    progress: Callable[[float, dict[str, float]], object] | None = None,
) -> Learned:
    """Train a player of `role` against `frozen` for some time.

    Args:
        edition: what is played, as in the configuration's first lane, whose number of games is used.
        frozen: plays the other role, and does not learn.
        role: "mrx" or "detectives".
        config: numbers of the algorithm, seed, units of the networks.
        seconds: how long.
        progress: called after every iteration with the share of the time that is over, and what was measured.

    Returns:
        The trained player. Mister X's imagines the belief of the frozen detectives where they have one; the detectives learn a
        belief of their own about the frozen Mister X.
    """
    rng = np.random.default_rng(config.seed)
    known = isinstance(frozen, Learned)
    brain = frozen.brain.copy() if isinstance(frozen, Learned) else fresh_brain(rng, config.hidden, config.filter_hidden)
    learner = Learner(brain, config)
    table = Table(edition, config.lanes[0].games, config.seed, rng)
    seating = _seating(brain, frozen, role)
    table.seating[:] = int(seating.shares.argmax())
    learning = (role,) if role == "mrx" and known else (role, "filter")
    start = time.perf_counter()
    while (done := (time.perf_counter() - start) / seconds) < 1:
        measured = learner.learn([table.roll(config.learning.steps, seating)], done, rng, learning)
        if progress is not None:
            progress(done, measured)
    return Learned(brain, f"best response as {role} to {frozen.name}")
