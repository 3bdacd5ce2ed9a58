"""Thinking in the London games."""

from typing import Any

import numpy as np

from sy_agents.learned.belief import BELIEF, FEATURES, ROOM, follow_all
from sy_agents.learned.critic import describe_all
from sy_agents.learned.deciding import DESK, decide
from sy_agents.learned.flights import MOST_FLIGHTS
from sy_agents.learned.geography import geography
from sy_agents.learned.histories import hash_histories
from sy_agents.learned.thinking import Decisions, HiddenMoves, Thinking
from sy_agents.mcts.playouts import lookup
from sy_env.engine import Array, Game
from sy_env.jit import readable
from sy_env.london.state import FIELDS
from sy_env.london.tables import WIDTH


class LondonThinking(Thinking):
    """The kernels of the London games, with the geography of their board."""

    belief = BELIEF
    fields = "fields"
    places = WIDTH
    filter_features = len(FEATURES)

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._hops, self._near, self._places, most_lines = geography(game.edition.board)
        self.most_actions = 4 * most_lines + 2 + MOST_FLIGHTS
        self._beyond = lookup(game.edition.board).beyond
        self._desk = np.zeros(1, DESK)
        self._drafts = readable(np.zeros(1, game.record))
        self._room = np.zeros(1, ROOM)

    def describe_positions(self, beliefs: Array, games: Array, out: Array) -> None:
        """As in :class:`Thinking`."""
        describe_all(games, self.game.tables, self._hops, self._near, self._places, beliefs, self._room["around"], out)

    def histories(self, games: Array) -> Array:
        """As in :class:`Thinking`."""
        keys = np.zeros((len(games), FIELDS + 1), np.uint64)
        hash_histories(games, keys)
        return keys

    def _follow(self, beliefs: Array, games: Array, filter_: Any, kept: HiddenMoves) -> int:
        geography = self._hops, self._near, self._places
        return int(follow_all(beliefs, games, self.game.tables, *geography, filter_, self._room, *kept.arrays))

    def _decide(
        self, beliefs: Array, games: Array, which: Array, network: Any, filter_: Any, words: Array, keep: bool, made: Decisions
    ) -> None:
        geography = self._hops, self._near, self._beyond, self._places
        room = self._desk, self._drafts
        decide(beliefs, games, which, self.game.tables, *geography, network, filter_, words, *room, keep, *made.arrays)
