"""Where Mister X can be, by keeping every way that he can have gone: the brute force that the kernels' set is compared with."""

from typing import Any

import numpy as np

from sy_env.engine import BatchedGame
from sy_env.hunting.state import OVER, PLACE

Way = tuple[int, ...]


class Histories:
    """All ways of Mister X, space by space of his board, that what the detectives know allows."""

    def __init__(self) -> None:
        self.ways: set[Way] = set()

    @property
    def spaces(self) -> set[int]:
        return {way[-1] for way in self.ways}

    def follow(self, batch: BatchedGame, before: Any, text: str) -> None:
        """Take in an action of row 0; `before` is the record before it, shape (1,)."""
        after = batch.games[0]
        if after["phase"] == OVER:
            return
        if before["mover"][0] > 0:
            taken = set(after["station"][1:].tolist())
            self.ways = {way for way in self.ways if way[-1] not in taken}
        elif before["phase"][0] == PLACE:
            tile = batch.game.tables["number"][0, after["start_tile"] - 1, 0].tolist()
            self.ways = {(space,) for space in tile if space not in before["station"][0, 1:]}
        else:
            self._mrx(batch, before, text.split()[0])
        if after["spaces"] > before["spaces"][0] and after["log_shown"][after["spaces"] - 1]:
            self.ways &= {tuple(after["log_station"][: after["spaces"]].tolist())}

    def _mrx(self, batch: BatchedGame, before: Any, kind: str) -> None:
        pawns = set(before["station"][0, 1:].tolist())
        found: dict[int, list[int]] = {}
        for space in self.spaces:
            actions = [text for text in legal_from(batch, before, space) if text.split()[0] == kind]
            found[space] = [int(text.split()[1]) for text in actions if " " in text] or [space] * len(actions)
        if kind == "double":
            self.ways = {way for way in self.ways if found[way[-1]]}
        else:
            self.ways = {(*way, to) for way in self.ways for to in found[way[-1]] if to not in pawns}


def legal_from(batch: BatchedGame, record: Any, space: int) -> list[str]:
    """What Mister X might do if he stood on `space`."""
    supposed = record.copy()
    supposed["station"][0, 0] = space
    mask = np.empty((1, batch.actions.size), np.int8)
    observation = np.empty((1, batch.layout.size), np.int8)
    row = np.zeros(1, np.int64)
    batch.game.loops.look(supposed, batch.game.tables, row, row, mask, observation)
    return [batch.actions.text(int(action)) for action in mask[0].nonzero()[0]]
