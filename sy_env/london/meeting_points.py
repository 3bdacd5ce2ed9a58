"""Meeting points: which ones Mister X has not reached, and where the next can appear (RULES A4, C-4)."""

import numpy as np

from sy_env.bits import ONE, WORDS, ZERO, bit
from sy_env.editions.app import MOST_POINTS
from sy_env.jit import Flag, Int, Record, Word, kernel, lowest, ones


@kernel
def is_unreached(game: Record, slot: Int) -> Flag:
    """Whether meeting point `slot` is on the board and Mister X has not reached it in the fields written so far."""
    return game.point[slot] > 0 and (game.point_field[slot] == 0 or game.point_field[slot] > game.fields)


@kernel
def unreached_word(game: Record, w: Int) -> Word:
    """Word `w` of the meeting points that Mister X has not reached."""
    word = ZERO
    for slot in range(MOST_POINTS):
        if is_unreached(game, slot) and np.int64(game.point[slot]) >> 6 == w:
            word |= bit(np.int64(game.point[slot]))
    return word


@kernel
def reached_by_field(game: Record, field: Int) -> Int:
    """The meeting point that Mister X reached on the log field of that number; 0: none."""
    for slot in range(MOST_POINTS):
        if game.point_field[slot] == field:
            return np.int64(game.point[slot])
    return 0


@kernel
def place_word(game: Record, tables: Record, station: Int, w: Int) -> Word:
    """Word `w` of the stations on which a meeting point can appear while Mister X is on `station`."""
    word = tables.point_pool[w] & ~game.occupied[w] & tables.far[station, w]
    for slot in range(MOST_POINTS):
        if is_unreached(game, slot):
            word &= tables.far[np.int64(game.point[slot]), w]
    return word


@kernel
def count_places(game: Record, tables: Record, station: Int) -> Int:
    """On how many stations a meeting point can appear while Mister X is on `station`."""
    places = 0
    for w in range(WORDS):
        places += ones(place_word(game, tables, station, w))
    return places


@kernel
def place_at(game: Record, tables: Record, station: Int, index: Int) -> Int:
    """Number `index`, from 0, of the stations that :func:`count_places` counts."""
    for w in range(WORDS):
        word = place_word(game, tables, station, w)
        if index >= ones(word):
            index -= ones(word)
            continue
        for _ in range(index):
            word &= word - ONE
        return 64 * w + lowest(word)
    return 0
