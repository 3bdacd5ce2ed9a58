"""A best response: one role learns against a frozen player of the other, to see how much the frozen one gives away.

It is local: it starts from the frozen player's own networks, or from nothing, and finds what this learner finds in its time. The
gain is a lower bound of what a perfect opponent would gain.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sy_agents.evaluation import Cell, Pairing, cell_of, play_pairings
from sy_agents.learned.brain import Brain, fresh_brain
from sy_agents.learned.families import family_of
from sy_agents.learned.player import Learned
from sy_agents.training.config import Config
from sy_agents.training.learner import Learner
from sy_agents.training.rollouts import GREEDY_DETECTIVES, GREEDY_MRX, PAST_DETECTIVES, PAST_MRX, SEATINGS, Seating, Table
from sy_env.editions import AnyEdition
from sy_env.policies import ROLES, Policy, load_policy

ALONE = 0.05
"""Share of the time in which the critic learns alone: by its first guesses the networks would unlearn what they know."""


@dataclass(frozen=True)
class Gain:
    """What an opponent gained by learning against a frozen player.

    Attributes:
        role: what the opponent plays.
        opponent: the trained opponent.
        before: the frozen player's own counterpart against it.
        after: the opponent against it, in the same deals.
    """

    role: str
    opponent: Learned
    before: Cell
    after: Cell

    @property
    def points(self) -> float:
        """The gain as a share of the games, -1..1; what the frozen player gives away is at least that, but for chance."""
        gain = self.after.detectives_win_rate - self.before.detectives_win_rate
        return gain if self.role == "detectives" else -gain


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
    edition: AnyEdition,
    frozen: Policy,
    role: str,
    config: Config,
    seconds: float,
    progress: Callable[[float, dict[str, float]], object] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Learned:
    """Train a player of `role` against `frozen` for some time.

    Args:
        edition: what is played, as in the configuration's first lane, whose number of games is used.
        frozen: plays the other role, and does not learn.
        role: "mrx" or "detectives".
        config: numbers of the algorithm, seed, units of the networks, sharpness of the start: a frozen player that leaves little
            to chance would try little else.
        seconds: how long.
        progress: called after every iteration with the share of the time that is over, and what was measured.
        clock: tells the time in seconds.

    Returns:
        The trained player. Mister X's imagines the belief of the frozen detectives where they have one; the detectives learn a
        belief of their own about the frozen Mister X.
    """
    rng = np.random.default_rng(config.seed)
    known = isinstance(frozen, Learned)
    if isinstance(frozen, Learned):
        brain = frozen.brain.copy()
        brain.sharpen(config.sharpness)
    else:
        brain = fresh_brain(rng, config.hidden, config.filter_hidden, family_of(edition))
    learner = Learner(brain, config)
    table = Table(edition, config.lanes[0].games, config.seed, rng)
    seating = _seating(brain, frozen, role)
    table.seating[:] = int(seating.shares.argmax())
    learning = (role,) if role == "mrx" and known else (role, "filter")
    start = clock()
    while (done := (clock() - start) / seconds) < 1:
        rollout = table.roll(config.learning.steps, seating)
        measured = learner.learn([rollout], done, rng, learning if done >= ALONE else ())
        if progress is not None:
            progress(done, measured)
    return Learned(brain, f"best response as {role} to {frozen.name}")


def measured_gain(
    edition: AnyEdition,
    against: str,
    role: str,
    config: Config,
    seconds: float,
    games: int,
    progress: Callable[[float, dict[str, float]], object] | None = None,
) -> Gain:
    """Train an opponent against a player, frozen, and measure it before and after.

    Args:
        edition: what is played.
        against: name of the frozen player.
        role: what the opponent plays.
        config: numbers of the algorithm; its seed is that of the learner and of the games.
        seconds: how long the opponent learns.
        games: played before, and after.
        progress: as :func:`best_response` calls it.

    Raises:
        ValueError: the player is unknown, or does not play the edition.
    """
    frozen, own = (load_policy(against, edition, side) for side in (other(role), role))
    opponent = best_response(edition, frozen, role, config, seconds, progress)
    pairings = [Pairing(edition, *((one, frozen) if role == "mrx" else (frozen, one))) for one in (own, opponent)]
    matches = play_pairings(pairings, games, config.seed)
    before, after = (cell_of(pairing, match, config.seed) for pairing, match in zip(pairings, matches, strict=True))
    return Gain(role, opponent, before, after)
