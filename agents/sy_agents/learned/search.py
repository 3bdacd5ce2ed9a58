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

from sy_agents.drawing import drawn
from sy_agents.learned.belief import weights_all
from sy_agents.learned.brain import Brain
from sy_agents.learned.player import Decisions, Learned, Thinking
from sy_env.chance import keys_of, next_words
from sy_env.engine import Array
from sy_env.episode import DETECTIVES, MRX
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
        made = self.learned.decide(request, thinking, beliefs, keep=True)
        made.trim()
        for rows in _shares(np.flatnonzero(np.diff(made.bounds) > 1), self.candidates * self.rollouts):
            self._improve(request, thinking, beliefs, made, rows)
        return made.actions

    def _improve(self, request: Request, thinking: Thinking, beliefs: Array, made: Decisions, rows: Array) -> None:
        """Replace the actions drawn in some decisions by better ones."""
        chances, actions = self._candidates(request, made, rows)
        keys = _keys(request.seeds[rows], self.rollouts + 1)
        origins = np.repeat(rows, self.candidates * self.rollouts)
        games = request.games[origins]
        if request.games["mover"][rows[0]] > 0:
            self._hide(thinking, beliefs[rows], games, keys[:, :-1])
        streams = np.repeat(keys[:, None, :-1], self.candidates, axis=1).reshape(-1)
        first = np.repeat(actions.reshape(-1), self.rollouts)
        winners = play_out(thinking, self.learned.brain, games, beliefs[origins], first, streams)
        sign = -1.0 if request.games["mover"][rows[0]] == 0 else 1.0
        results = sign * ((winners == DETECTIVES) - 1.0 * (winners == MRX))
        scores = chances + self.trust * results.reshape(len(rows), self.candidates, self.rollouts).mean(axis=2)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        made.actions[rows] = actions[np.arange(len(rows)), drawn(weights, keys[:, -1])]

    def _candidates(self, request: Request, made: Decisions, rows: Array) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
        """Log-probabilities and actions of the candidates, (n, candidates); where there are fewer, -inf and the first again."""
        network = self.learned.brain.of("mrx" if request.games["mover"][rows[0]] == 0 else "detectives")
        scores = network.scores(made.rows)
        chances = np.full((len(rows), self.candidates), -np.inf)
        actions = np.empty((len(rows), self.candidates), np.int32)
        masks = request.action_mask[rows]
        for i, row in enumerate(rows):
            legal = np.flatnonzero(masks[i])
            own = scores[made.bounds[row] : made.bounds[row + 1]].astype(np.float64)
            best = np.argsort(-own, kind="stable")[: self.candidates]
            actions[i] = legal[best[0]]
            actions[i, : len(best)] = legal[best]
            chances[i, : len(best)] = own[best] - np.logaddexp.reduce(own)
        return chances, actions

    def _hide(self, thinking: Thinking, beliefs: Array, games: Array, keys: Array) -> None:
        """Put Mister X on stations drawn from the pursuers' belief, the same in rollout r of all candidates."""
        each = self.candidates * self.rollouts
        weights = np.zeros((len(beliefs), WIDTH), np.float32)
        weights_all(beliefs, games[::each], thinking.game.tables, weights)
        for i, row in enumerate(weights):
            words = keys[i] >> np.uint64(11)
            stations = np.searchsorted(np.cumsum(row / row.sum(dtype=np.float64)), words * 2.0**-53, side="right")
            own = slice(i * each, (i + 1) * each)
            _put_mrx(games[own], np.tile(np.minimum(stations, np.flatnonzero(row)[-1]), self.candidates))


def _put_mrx(games: Array, stations: NDArray[np.int64]) -> None:
    """Let Mister X stand on `stations`, where his last moves, or the deals, have led him."""
    games["station"][:, 0] = stations
    fields = int(games["fields"][0])
    if fields:
        games["log_station"][:, fields - 1] = stations
    else:
        games["mrx_start"] = stations


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


def _keys(seeds: NDArray[np.uint64], number: int) -> NDArray[np.uint64]:
    """Keys of random streams, (n, number)."""
    keys = np.empty(len(seeds) * number, np.uint64)
    keys_of((seeds[:, None] + np.arange(number, dtype=np.uint64)).reshape(-1), keys)
    return keys.reshape(len(seeds), number)
