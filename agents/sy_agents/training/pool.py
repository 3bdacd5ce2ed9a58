"""The pool: earlier brains that the learner goes on playing against, those that do better against it more often."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sy_agents.learned.brain import Brain
from sy_agents.training.rollouts import PAST_DETECTIVES, PAST_MRX
from sy_env.episode import DETECTIVES, MRX

MEMORY = 0.98  # share of the old score that a game leaves
LEAST = 0.05  # weight of an opponent that always loses


class Pool:
    """Earlier brains with their scores against the learner.

    Attributes:
        brains: the oldest first.
        scores: float64 (brains, 2), an average of what each brain scores against the learner as Mister X and as the detectives:
            1 for a game won; a new brain begins with 1/2.
        turn: which brain plays Mister X, and which the detectives, at the moment.
    """

    def __init__(self, first: Brain) -> None:
        self.brains = [first.copy()]
        self.scores: NDArray[np.float64] = np.full((1, 2), 0.5)
        self.turn = (0, 0)

    def add(self, brain: Brain) -> None:
        """Keep a copy of a brain."""
        self.brains.append(brain.copy())
        self.scores = np.vstack([self.scores, np.full((1, 2), 0.5)])

    def choose(self, rng: np.random.Generator) -> None:
        """Let others play: a brain's chance grows with its score (prioritised as in Vinyals et al. 2019, linearly)."""
        weights = self.scores + LEAST
        mrx, detectives = (int(rng.choice(len(self.brains), p=column / column.sum())) for column in weights.T)
        self.turn = (mrx, detectives)

    def playing(self) -> tuple[Brain, Brain]:
        """The brains that play Mister X and the detectives."""
        return self.brains[self.turn[0]], self.brains[self.turn[1]]

    def note(self, results: Sequence[tuple[int, int]]) -> None:
        """Take (seating, winner) of games into the scores of the brains that play."""
        for number, (seating, winner) in enumerate(((PAST_MRX, MRX), (PAST_DETECTIVES, DETECTIVES))):
            for seat, won in results:
                if seat == seating:
                    score = self.scores[self.turn[number], number]
                    self.scores[self.turn[number], number] = MEMORY * score + (1 - MEMORY) * (won == winner)
