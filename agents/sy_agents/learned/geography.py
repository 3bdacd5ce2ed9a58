"""What the learned players know of a board beside its lines: how far stations are from each other."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sy_env.bits import WORDS
from sy_env.boards import Board
from sy_env.london.state import BLACK, BUS, MOVE_KINDS, TAXI, UNDERGROUND

FAR = 15
"""Distances are cut off here: nothing depends on more."""

PLACE = ("lines", "taxi_lines", "bus_lines", "underground_lines", "ferry", "rail")
"""Columns of `places`: lines away (by any ticket, by each kind), whether a ferry leaves, distance to the underground."""


class Geography(NamedTuple):
    """Distances in lines, uint8, indexed by station number; row and column 0 are FAR.

    Attributes:
        hops: (n + 1, n + 1), by everything that pursuers may use.
        near: uint64 (n + 1, 4), the set of the stations within one line, the station itself included.
        places: float32 (n + 1, len(PLACE)), what is always true of a station.
        most_lines: the most neighbours that a station has by one kind of ticket.
    """

    hops: NDArray[np.uint8]
    near: NDArray[np.uint64]
    places: NDArray[np.float32]
    most_lines: int


@lru_cache(maxsize=16)
def geography(board: Board) -> Geography:
    """The distances of a board. Cached."""
    hops = np.minimum(board.detective_distances, FAR).astype(np.uint8)
    hops[0, :] = hops[:, 0] = FAR
    within = np.zeros((len(hops), 64 * WORDS), np.bool_)
    within[:, : len(hops)] = hops <= 1
    near = np.packbits(within, axis=-1, bitorder="little").view("<u8").astype(np.uint64)
    words = np.stack([board.adjacency_bits(kind) for kind in range(MOVE_KINDS)])[:, : len(hops)]
    lines = np.unpackbits(words.astype("<u8").view(np.uint8), axis=-1, bitorder="little").sum(-1)
    return Geography(hops, near, _places(hops, words, lines), int(lines.max()))


def _places(hops: NDArray[np.uint8], words: NDArray[np.uint64], lines: NDArray[np.uint64]) -> NDArray[np.float32]:
    underground = np.flatnonzero(lines[UNDERGROUND])
    rail = hops[:, underground].min(axis=1) if len(underground) else np.full(len(hops), FAR, np.uint8)
    ferry = (words[BLACK] & ~(words[TAXI] | words[BUS] | words[UNDERGROUND])).any(-1)
    columns = (lines[BLACK] / 10, lines[TAXI] / 8, lines[BUS] / 8, lines[UNDERGROUND] / 8, ferry, np.minimum(rail, 8) / 8)
    return np.ascontiguousarray(np.stack(columns, -1), np.float32)
