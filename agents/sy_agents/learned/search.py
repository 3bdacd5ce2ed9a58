"""Search on top of a brain: its best actions are tried out in games that it plays to the end against itself.

For each decision the most probable actions are candidates. Each is followed by some rollouts in which the brain plays both roles
(Tesauro & Galperin, "On-line Policy Improvement using Monte-Carlo Search", 1996); rollout r of all candidates has the same
random words and the same hidden station, so that the candidates differ by what they do and not by luck. The action is drawn from

    log pi'(a) = log pi(a) + trust * Q(a) + constant,

where Q(a) is the mean result of its rollouts, from -1 to 1: the policy that is best by Q among those that stay close to pi.

The pursuers do not know where Mister X is: each rollout puts him on a station drawn from their belief. He himself searches from
where he is. Both are worked out from the redacted record alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sy_agents.drawing import drawn, streams
from sy_agents.learned.belief import weights_all
from sy_agents.learned.brain import Brain
from sy_agents.learned.player import Learned, role_of
from sy_agents.learned.thinking import Thinking
from sy_agents.mcts.state import put_mrx
from sy_env.chance import next_words
from sy_env.engine import Array
from sy_env.episode import DETECTIVES, MRX
from sy_env.jit import entry
from sy_env.london.state import OVER
from sy_env.london.tables import WIDTH
from sy_env.policies import Request

AT_ONCE = 8192
"""How many rollouts are played side by side; it bounds the memory and changes no result."""


@dataclass(frozen=True)
class Searching:
    """A player that searches on top of a brain, for either role of the London games without Master's app.

    Attributes:
        learned: the player whose networks it uses.
        rollouts: of each candidate, at every decision.
        name: how tables call it.
        candidates: how many actions are tried out, the most probable ones.
        trust: weight of a rollout's mean result beside the logarithm of the network's probability.
    """

    learned: Learned
    rollouts: int = 32
    name: str = "search"
    candidates: int = 4
    trust: float = 8.0

    def act(self, request: Request) -> NDArray[np.int32]:
        """Legal actions, int32 (n,); 0 in finished games."""
        thinking, beliefs = self.learned.believe(request)
        chances = self.learned.chances(request, thinking, beliefs)
        answers: NDArray[np.int32] = chances.argmax(axis=1).astype(np.int32)
        for rows in _shares(np.flatnonzero((chances > 0).sum(axis=1) > 1), self.candidates * self.rollouts):
            answers[rows] = self._best(request, thinking, beliefs, chances, rows)
        return answers

    def _best(self, request: Request, thinking: Thinking, beliefs: Array, chances: NDArray[np.float64], rows: Array) -> Array:
        """Actions in some decisions, by the rollouts of their candidates; a candidate of chance 0 is never drawn."""
        mine = role_of(request)
        actions = np.argsort(-chances[rows], axis=1, kind="stable")[:, : self.candidates].astype(np.int32)
        keys = streams(request.seeds[rows], self.rollouts + 1)
        origins = np.repeat(rows, self.candidates * self.rollouts)
        games = request.games[origins]
        if mine == "detectives":
            self._hide(thinking, beliefs[rows], games, keys[:, :-1])
        each = np.repeat(keys[:, None, :-1], self.candidates, axis=1).reshape(-1)
        first = np.repeat(np.where(chances[rows[:, None], actions] > 0, actions, actions[:, :1]), self.rollouts)
        winners = play_out(thinking, self.learned.brain, games, beliefs[origins], first, each)
        won, lost = (DETECTIVES, MRX) if mine == "detectives" else (MRX, DETECTIVES)
        results = (winners == won) - 1.0 * (winners == lost)
        worth = results.reshape(len(rows), self.candidates, self.rollouts).mean(axis=2)
        weights = chances[rows[:, None], actions] * np.exp(self.trust * (worth - worth.max(axis=1, keepdims=True)))
        return actions[np.arange(len(rows)), drawn(weights, keys[:, -1])]

    def _hide(self, thinking: Thinking, beliefs: Array, games: Array, keys: NDArray[np.uint64]) -> None:
        """Put Mister X on stations drawn from the pursuers' belief, the same in rollout r of all candidates."""
        weights = np.zeros((len(beliefs), WIDTH), np.float32)
        weights_all(beliefs, games[:: self.candidates * self.rollouts], thinking.game.tables, weights)
        stations = drawn(np.repeat(weights.astype(np.float64), self.rollouts, axis=0), keys.reshape(-1))
        shared = stations.reshape(len(beliefs), 1, self.rollouts)
        _put_all(games, np.repeat(shared, self.candidates, axis=1).reshape(-1))


@entry
def _put_all(games: Array, stations: Array) -> None:
    """Let Mister X stand on `stations`, one a game."""
    for i in range(len(games)):
        put_mrx(games[i], np.int64(stations[i]))


def play_out(thinking: Thinking, brain: Brain, games: Array, beliefs: Array, first: Array, keys: Array) -> NDArray[np.uint8]:
    """Play games to their ends, both roles by the brain; the games and beliefs are changed.

    Args:
        thinking: the kernels for the games.
        brain: plays.
        games: records (n,) that tell where Mister X is.
        beliefs: of the pursuers (n,).
        first: int32 (n,), the first actions.
        keys: uint64 (n,), of the random streams.

    Returns:
        The winners, uint8 (n,).
    """
    loops, tables = thinking.game.loops, thinking.game.tables
    n = len(games)
    counters, words = np.zeros(n, np.uint64), np.empty(n, np.uint64)
    waiting = np.empty(n, np.int64)
    actions = first.astype(np.int32)
    alive = np.arange(n)
    while True:
        loops.advance(games, tables, alive, actions)
        alive = alive[games["phase"][alive] != OVER]
        if not len(alive):
            winners: NDArray[np.uint8] = games["winner"].copy()
            return winners
        next_words(keys, counters, alive, words)
        drawn = np.zeros(n, np.uint64)
        drawn[alive] = words[: len(alive)]
        thinking.follow(beliefs, games, brain.filter)
        chosen = np.zeros(n, np.int32)
        for role, pursuers in (("mrx", False), ("detectives", True)):
            which = waiting[: loops.waiting_for(games, alive, pursuers, waiting)]
            if len(which):
                made = thinking.decide(beliefs, games, which, brain.of(role), brain.filter, drawn[which])
                chosen[which] = made.actions
        actions = chosen[alive]


def _shares(rows: Array, each: int) -> Iterator[Array]:
    """The decisions in shares of which none has too many rollouts."""
    size = max(1, AT_ONCE // each)
    for start in range(0, len(rows), size):
        yield rows[start : start + size]
