"""Thinking in Hunting Mister X."""

from typing import Any

import numpy as np

from sy_agents.hunting_distances import turns_for
from sy_agents.learned.hunting.belief import BELIEF, FEATURES, ROOM, follow_all
from sy_agents.learned.hunting.chances import write_misses
from sy_agents.learned.hunting.critic import describe_all
from sy_agents.learned.hunting.deciding import DESK, decide
from sy_agents.learned.hunting.histories import hash_histories
from sy_agents.learned.hunting.places import WIDTH
from sy_agents.learned.thinking import Decisions, HiddenMoves, Thinking
from sy_env.engine import Array, Game
from sy_env.hunting.moves import NUM_ACTIONS
from sy_env.hunting.state import BOARD, DIE_KINDS
from sy_env.jit import entry


class HuntingThinking(Thinking):
    """The kernels of Hunting Mister X; each belief holds the distances of its board, for every game has a board of its own."""

    belief = BELIEF
    fields = "spaces"
    places = WIDTH
    filter_features = len(FEATURES)
    most_actions = NUM_ACTIONS

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._desk = np.zeros(1, DESK)
        self._room = np.zeros(1, ROOM)
        _equip(game.tables, self._room)

    def describe_positions(self, beliefs: Array, games: Array, out: Array) -> None:
        """As in :class:`Thinking`."""
        describe_all(games, self.game.tables, beliefs, self._room, out)

    def histories(self, games: Array) -> Array:
        """As in :class:`Thinking`."""
        keys = np.zeros((len(games), BOARD + 1), np.uint64)
        hash_histories(games, keys)
        return keys

    def _follow(self, beliefs: Array, games: Array, filter_: Any, kept: HiddenMoves) -> int:
        return int(follow_all(beliefs, games, self.game.tables, filter_, self._room, *kept.arrays))

    def _decide(
        self, beliefs: Array, games: Array, which: Array, network: Any, filter_: Any, words: Array, keep: bool, made: Decisions
    ) -> None:
        room = self._room, self._desk
        decide(beliefs, games, which, self.game.tables, network, filter_, words, *room, keep, *made.arrays)


@entry
def _equip(tables: Array, room: Array) -> None:
    """What the dice of an edition make of distances and chances."""
    write_misses(tables[0], room[0].misses)
    for kind in range(DIE_KINDS):
        room[0].kind_turns[kind] = turns_for(tables[0], kind)
