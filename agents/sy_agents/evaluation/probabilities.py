"""How likely a policy takes each action: told by itself, or counted over draws."""

from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from sy_agents.greedy import Greedy
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

    A policy with a method `probabilities(request)` is asked, as learned ones are. `random` and `greedy` draw once, evenly, among
    some actions: so many evenly spaced random words as there are legal actions show all of these. Others are asked `draws` times.

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
