"""Memory: beliefs of decisions past, found by the public history that they follow from.

It only saves time. A belief that is found is the one that would be worked out anew.
"""

import numpy as np

from sy_agents.learned.thinking import Thinking
from sy_env.engine import Array

ROOM = 16384
"""How many beliefs are remembered; the oldest go first."""


class Memory:
    """Beliefs in games of one edition."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._beliefs = thinking.new_beliefs(ROOM)
        self._places: dict[int, int] = {}
        self._keys: list[int | None] = [None] * ROOM
        self._next = 0

    def recall(self, games: Array, beliefs: Array) -> Array:
        """Write the beliefs that are known of the last three fields into `beliefs`; returns the keys of the histories."""
        keys = self._thinking.histories(games)
        counts = games[self._thinking.fields].astype(np.int64)
        for i, fields in enumerate(counts.tolist()):
            for known in range(fields, max(fields - 3, -1), -1):
                place = self._places.get(int(keys[i, known]))
                if place is not None:
                    beliefs[i] = self._beliefs[place]
                    break
        last: Array = keys[np.arange(len(games)), counts]
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
