"""The helicopter: where Mister X can fly instead of moving (RULES B-14, C-3).

A flight is his whole turn and fills a field of the log, whose kind everybody sees. It ends on another station without a pursuer
and not on a meeting point that he has still to reach; on one of those only if he can do nothing else and land nowhere else. So
whether he can act at all never depends on meeting points, which are secret.
"""

import numpy as np

from sy_env.bits import NOWHERE, WORDS, ZERO, Words, is_any, write_set
from sy_env.jit import Array, Entries, Flag, Int, Record, Word, kernel, variant
from sy_env.london.masks import mark_flights
from sy_env.london.meeting_points import unreached_word
from sy_env.london.moves import append_flights, append_set, can_fly, mrx_can_move, piece_action
from sy_env.london.state import MOVE, PURSUERS


@kernel
def landing_word(game: Record, tables: Record, station: Int, w: Int) -> Word:
    """Word `w` of the stations on which a flight from `station` can end, meeting points left out of account."""
    return tables.landings[station, w] & ~game.occupied[w]


@variant(can_fly, "helicopters")
def _can_fly(game: Record, tables: Record, station: Int) -> Flag:
    if game.helicopters > 0:
        for w in range(WORDS):
            if landing_word(game, tables, station, w) != ZERO:
                return True
    return False


@kernel
def only_points_left(game: Record, tables: Record, station: Int) -> Flag:
    """Whether Mister X on `station` can only fly, and only onto meeting points that he has not reached."""
    for w in range(WORDS):
        if landing_word(game, tables, station, w) & ~unreached_word(game, w) != ZERO:
            return False
    return not mrx_can_move(game, tables, station)


@kernel
def flight_word(game: Record, tables: Record, station: Int, w: Int, points_too: Flag) -> Word:
    """Word `w` of the stations to which he may fly from `station`; `points_too` as :func:`only_points_left` says."""
    word = landing_word(game, tables, station, w)
    return word if points_too else word & ~unreached_word(game, w)


@kernel
def flight_action(tables: Record, station: Int) -> Int:
    """Index of flying to `station`: these actions stand behind those of the base games."""
    return piece_action(tables, PURSUERS) + station


@kernel
def _may_fly(game: Record) -> Flag:
    return game.mover == 0 and game.phase == MOVE and game.helicopters > 0


@kernel
def _flights(game: Record, tables: Record) -> Words:
    station = np.int64(game.station[0])
    points_too = only_points_left(game, tables, station)
    words = NOWHERE
    for w in range(WORDS):
        words = (words[1], words[2], words[3], flight_word(game, tables, station, w, points_too))
    return words


@variant(append_flights, "helicopters")
def _append_flights(game: Record, tables: Record, out: Array, n: Int) -> Int:
    if not _may_fly(game):
        return n
    return append_set(_flights(game, tables), flight_action(tables, 1), out, n)


@variant(mark_flights, "helicopters")
def _mark_flights(game: Record, tables: Record, mask: Entries) -> Flag:
    if not _may_fly(game):
        return False
    words = _flights(game, tables)
    write_set(words, np.int64(tables.stations), mask, flight_action(tables, 1))
    return is_any(words)
