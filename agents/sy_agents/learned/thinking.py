"""Thinking: beliefs and decisions in games of one kind. Each family of games has its own kernels for it."""

from typing import Any

import numpy as np

from sy_agents.learned.networks import Network
from sy_env.engine import Array, Game


class Decisions:
    """Actions drawn in some games, and what a learner needs of them.

    Attributes:
        actions: int32 (n,).
        chances: float32 (n,), the logarithms of their probabilities.
        rows: float32 (M, features), features of all legal actions, if they were kept; decisions without a choice have none.
        bounds: int64 (n + 1,), where in `rows` each decision begins.
        picked: int64 (n,), the row of the action drawn.
    """

    def __init__(self, n: int, features: int, most_rows: int) -> None:
        self.actions = np.zeros(n, np.int32)
        self.chances = np.zeros(n, np.float32)
        self.rows = np.empty((most_rows, features), np.float32)
        self.bounds = np.zeros(n + 1, np.int64)
        self.picked = np.zeros(n, np.int64)

    @property
    def arrays(self) -> tuple[Array, ...]:
        """What kernels write, in the order of their arguments."""
        return self.actions, self.chances, self.rows, self.bounds, self.picked

    def trim(self) -> None:
        """Give back the room that no row of features took."""
        self.rows = self.rows[: self.bounds[-1]].copy()


class HiddenMoves:
    """Moves after which Mister X may be in more than one place: what the filter learns from.

    Attributes:
        rows: float32 (M, features) of the places that he may have reached, one move after the other.
        priors: float32 (M,), the weights that flowed there.
        bounds: int64 (m + 1,), where in them each move begins.
        truth: int64 (m,), the row of the place where he is.
        moves: m.
    """

    def __init__(self, moves: int, places: int, features: int) -> None:
        self.rows = np.empty((moves * places, features), np.float32)
        self.priors = np.empty(moves * places, np.float32)
        self.bounds = np.zeros(moves + 1, np.int64)
        self.truth = np.empty(moves, np.int64)
        self.moves = 0

    @property
    def arrays(self) -> tuple[Array, ...]:
        """What kernels write, in the order of their arguments."""
        return self.rows, self.priors, self.bounds, self.truth

    def trim(self) -> None:
        """Give back the room that no move took."""
        used = int(self.bounds[self.moves])
        self.rows, self.priors = self.rows[:used].copy(), self.priors[:used].copy()
        self.bounds, self.truth = self.bounds[: self.moves + 1], self.truth[: self.moves]


class Thinking:
    """Beliefs and decisions in games of one kind: the kernels with the room they work in.

    Attributes:
        game: what is played.
        belief: dtype of a belief; its field `fields` counts what of the history it has taken in, -1 for nothing.
        fields: the field of a record that counts the same.
        places: the most places where Mister X can be, and one more.
        filter_features: how many the filter reads of each place.
        most_actions: the most actions that one decision can have.
    """

    belief: np.dtype[np.void]
    fields: str
    places: int
    filter_features: int
    most_actions: int

    def __init__(self, game: Game) -> None:
        self.game = game

    def new_beliefs(self, n: int) -> Array:
        """Beliefs that know nothing yet, `belief` (n,)."""
        beliefs: Array = np.zeros(n, self.belief)
        beliefs["fields"] = -1
        return beliefs

    def follow(self, beliefs: Array, games: Array, filter_: Network, keep: bool = False) -> HiddenMoves:
        """Bring the beliefs up to the games."""
        fields = games[self.fields].astype(np.int64)
        known = np.where(beliefs["fields"] > fields, 0, beliefs["fields"].clip(0))
        kept = HiddenMoves(int((fields - known).sum()) if keep else 0, self.places, self.filter_features)
        kept.moves = self._follow(beliefs, games, tuple(filter_), kept)
        kept.trim()
        return kept

    def decide(
        self, beliefs: Array, games: Array, which: Array, network: Network, filter_: Network, words: Array, keep: bool = False
    ) -> Decisions:
        """Draw actions in the games `which`, in all of which one role is to move."""
        made = Decisions(len(which), len(network.w1), self.most_actions * (len(which) if keep else 1))
        self._decide(beliefs, games, which, tuple(network), tuple(filter_), words, keep, made)
        return made

    def describe_positions(self, beliefs: Array, games: Array, out: Array) -> None:
        """Write what a critic sees of the games into the first columns of `out`, float32 (N, features or more)."""
        raise NotImplementedError

    def histories(self, games: Array) -> Array:
        """A hash of what the belief after each number of fields follows from, uint64 (n, most fields + 1)."""
        raise NotImplementedError

    def _follow(self, beliefs: Array, games: Array, filter_: Any, kept: HiddenMoves) -> int:
        raise NotImplementedError

    def _decide(
        self, beliefs: Array, games: Array, which: Array, network: Any, filter_: Any, words: Array, keep: bool, made: Decisions
    ) -> None:
        raise NotImplementedError
