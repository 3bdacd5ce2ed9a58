"""How likely a policy takes each action: told by itself, worked out from its scores, or counted over many draws."""

from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from sy_agents.greedy import Greedy
from sy_agents.learned.networks import Network
from sy_agents.learned.player import Learned, Thinking
from sy_env.engine import Array, Game
from sy_env.policies import Policy, Request, Uniform

CHUNK = 200_000  # decisions asked for at once
EXACT = "exact"


@runtime_checkable
class Distributed(Protocol):
    """A policy that can say how likely it takes each action."""

    def probabilities(self, request: Request) -> NDArray[np.float64]:
        """Probabilities of all actions, float64 (n, A), in the n games of the request."""


class Probabilities(NamedTuple):
    """Probabilities of all actions, float64 (n, A), and how they were found: EXACT, or "N draws"."""

    values: NDArray[np.float64]
    how: str


def probabilities(policy: Policy, game: Game, records: Array, draws: int = 100, seed: int = 0) -> Probabilities:
    """How likely a policy takes each action.

    A policy with a method `probabilities(request)` is asked, and a learned one is known by its scores. `random` and `greedy` draw
    once, evenly, among some actions: so many evenly spaced random words as there are legal actions show all of these. Others are
    asked `draws` times.

    Args:
        policy: plays the movers of all these games.
        game: what is played.
        records: redacted records (n,).
        draws: how often a policy is asked of which only draws are known.
        seed: of its random words.
    """
    request = Request(game, records, np.random.default_rng(seed).integers(0, 2**64, len(records), np.uint64))
    if isinstance(policy, Distributed):
        return Probabilities(np.asarray(policy.probabilities(request)), EXACT)
    if isinstance(policy, Learned):
        return Probabilities(_by_scores(policy, request), EXACT)
    if isinstance(policy, Uniform | Greedy):
        most = int(request.action_mask.sum(axis=1).max(initial=1))
        spaced = (2 * np.arange(most, dtype=np.uint64) + np.uint64(1)) * np.uint64(2**63 // most)
        drawn = _counted(policy, request, spaced) > 0
        return Probabilities(drawn / drawn.sum(axis=1, keepdims=True), EXACT)
    words = np.random.default_rng(seed).integers(0, 2**64, draws, np.uint64)
    return Probabilities(_counted(policy, request, words), f"{draws:,} draws")


def _counted(policy: Policy, request: Request, words: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Shares of the actions when a policy is asked once with each of these words."""
    counts = np.zeros((len(request), request.game.actions.size))
    step = max(1, CHUNK // len(words))
    for start in range(0, len(request), step):
        rows = np.repeat(np.arange(start, min(start + step, len(request))), len(words))
        seeds = np.tile(words, len(rows) // len(words))
        actions = policy.act(Request(request.game, request.games.take(rows), seeds))
        np.add.at(counts, (rows, actions), 1 / len(words))
    return counts


def _by_scores(policy: Learned, request: Request) -> NDArray[np.float64]:
    """The softmax that a learned policy draws from; decisions that no network scores are its only legal action, or the first."""
    thinking = Thinking(request.game)
    beliefs = thinking.new_beliefs(len(request))
    thinking.follow(beliefs, request.games, policy.brain.filter)
    network = policy.brain.detectives if (request.games["mover"] > 0).any() else policy.brain.mrx
    which = np.arange(len(request))
    made = thinking.decide(beliefs, request.games, which, network, policy.brain.filter, request.seeds, keep=True)
    made.trim()
    found = np.zeros((len(request), request.game.actions.size))
    found[which, made.actions] = 1.0
    scores = _run(network, made.rows)
    for row in np.flatnonzero(np.diff(made.bounds)):
        mine = scores[made.bounds[row] : made.bounds[row + 1]]
        weights = np.exp(mine - mine.max())
        found[row, np.flatnonzero(request.action_mask[row])] = weights / weights.sum()
    return found


def _run(network: Network, rows: NDArray[np.float32]) -> NDArray[np.float64]:
    """What a network makes of rows of features."""
    first = np.maximum(rows @ network.w1 + network.b1, 0)
    second = np.maximum(first @ network.w2 + network.b2, 0)
    return np.asarray(second @ network.w3 + network.b3[0], np.float64)
