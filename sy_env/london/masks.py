"""What may the mover do: legal actions as a mask, with ones where :func:`sy_env.london.moves.legal_actions` lists them."""

import numpy as np

from sy_env.bits import ONE, ZERO, fill, is_any, write_set
from sy_env.jit import Entries, Flag, Int, Record, hook, kernel, lowest
from sy_env.london.moves import choices, double_action, may_double, move_action, pass_action, targets
from sy_env.london.state import CHOOSE_PIECE, MOVE_KINDS


@hook
def mark_flights(game: Record, tables: Record, mask: Entries) -> Flag:
    """Write the mover's flights where a game has helicopters; returns whether there is one."""
    return False


@kernel
def _write_travels(game: Record, tables: Record, mask: Entries, size: Int) -> None:
    some = False
    for kind in range(MOVE_KINDS):
        words = targets(game, tables, kind)
        some |= is_any(words)
        write_set(words, np.int64(tables.stations), mask, move_action(tables, kind, 1))
    fill(mask, double_action(tables), size, 0)
    if may_double(game, tables):
        mask[double_action(tables)] = 1
    some |= mark_flights(game, tables, mask)
    if not some:
        mask[pass_action(tables)] = 1


@kernel
def _write_choices(game: Record, tables: Record, mask: Entries, size: Int) -> None:
    fill(mask, 0, size, 0)
    first, word = choices(game, tables)
    while word != ZERO:
        mask[first + lowest(word)] = 1
        word &= word - ONE


@kernel
def write_mask(game: Record, tables: Record, mask: Entries, size: Int) -> None:
    """Write the mask, `size` entries, of a game that goes on."""
    if game.phase < CHOOSE_PIECE:
        _write_travels(game, tables, mask, size)
    else:
        _write_choices(game, tables, mask, size)
