"""When the pursuers are stuck for good (RULES A0.6, B-07)."""

import numpy as np

from sy_env.bits import WORDS, ZERO, bit
from sy_env.jit import Flag, Int, Record, Word, kernel
from sy_env.london.moves import can_pay, pursuer_can_move
from sy_env.london.state import MOVE_KINDS


@kernel
def _held_by_detective(game: Record, tables: Record, w: Int) -> Word:
    """Word `w` of the stations on which detectives stand."""
    word = game.occupied[w]
    for seat in range(tables.detectives + 1, tables.pieces):
        if np.int64(game.station[seat]) >> 6 == w:
            word &= ~bit(game.station[seat])
    return word


@kernel
def _detective_finished(game: Record, tables: Record, seat: Int) -> Flag:
    for w in range(WORDS):
        free = ~_held_by_detective(game, tables, w)
        for kind in range(MOVE_KINDS - 1):
            if can_pay(game, tables, seat, kind) and tables.adjacency[kind, game.station[seat], w] & free != ZERO:
                return False
    return True


@kernel
def pursuers_stuck(game: Record, tables: Record) -> Flag:
    """Whether the pursuers can never move again, as the edition counts it (`stuck_rule`).

    By default: all detectives are finished, for none can pay for a line to a station without a detective. Bobbies can leave
    theirs, so they do not count.
    """
    last = tables.pieces if tables.stuck_all else tables.detectives + 1
    for seat in range(1, last):
        if pursuer_can_move(game, tables, seat):
            return False
    if tables.stuck_all:
        return True
    for seat in range(1, last):
        if not _detective_finished(game, tables, seat):
            return False
    return tables.detectives > 0
