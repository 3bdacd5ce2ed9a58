"""Memory: beliefs of decisions past, found by the public history that they follow from.

It only saves time. A belief that is found is the one that would be worked out anew.
"""

import numpy as np

from sy_agents.learned.belief import BELIEF
from sy_env.chance import mix
from sy_env.engine import Array
from sy_env.jit import Int, Record, Word, entry, kernel
from sy_env.london.state import FIELDS, PURSUERS

ROOM = 16384
"""How many beliefs are remembered; the oldest go first."""


@kernel
def _with_posts(word: Word, game: Record, round_: Int) -> Word:
    for j in range(PURSUERS):
        word = mix(word ^ np.uint64(game.path[round_, j]))
    return word


@entry
def hash_histories(games: Array, keys: Array) -> None:
    """Write into `keys`, uint64 (n, FIELDS + 1), a hash of what the belief after each number of fields follows from."""
    for i in range(len(games)):
        game = games[i]
        word = _with_posts(np.uint64(1), game, 0)
        keys[i, 0] = word
        for field in range(game.fields):
            round_: Int = max(np.int64(game.log_round[field]), 1)
            word = mix(word ^ np.uint64(game.log_ticket[field]))
            word = mix(word ^ np.uint64(game.log_shown[field]))
            word = _with_posts(mix(word ^ np.uint64(round_)), game, round_ - 1)
            keys[i, field + 1] = word


class Memory:
    """Beliefs in games of one edition."""

    def __init__(self) -> None:
        self._beliefs = np.zeros(ROOM, BELIEF)
        self._places: dict[int, int] = {}
        self._keys: list[int | None] = [None] * ROOM
        self._next = 0

    def recall(self, games: Array, beliefs: Array) -> Array:
        """Write the beliefs that are known of the last three fields into `beliefs`; returns the keys of the histories."""
        keys = np.zeros((len(games), FIELDS + 1), np.uint64)
        hash_histories(games, keys)
        for i, fields in enumerate(games["fields"].tolist()):
            for known in range(fields, max(fields - 3, -1), -1):
                place = self._places.get(int(keys[i, known]))
                if place is not None:
                    beliefs[i] = self._beliefs[place]
                    break
        last: Array = keys[np.arange(len(games)), games["fields"]]
        return last

    def keep(self, keys: Array, beliefs: Array) -> None:
        """Remember beliefs by the keys that :meth:`recall` gave."""
        for key, belief in zip(keys.tolist(), beliefs, strict=True):
            if key in self._places:
                continue
            old = self._keys[self._next]
            if old is not None:
                del self._places[old]
            self._beliefs[self._next] = belief
            self._places[key] = self._next
            self._keys[self._next] = key
            self._next = (self._next + 1) % ROOM
