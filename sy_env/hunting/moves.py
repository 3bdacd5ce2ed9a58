"""What may the mover do: legal actions as a sorted list of indices (RULES A5)."""

import numpy as np

from sy_env.bits import ONE, ZERO, bit
from sy_env.hunting.state import (
    BLACK,
    CHOOSE_PIECE,
    DIE_KINDS,
    FIRST_HALF,
    MOVE,
    MOVE_KINDS,
    OVER,
    PAWNS,
    PLACE,
    ROLL,
    SPACES,
)
from sy_env.jit import Array, Flag, Int, Record, Word, kernel, lowest

# -- action layout: kind x space, place x space, double, pass, reroll, piece

PLACE_KIND = MOVE_KINDS
DOUBLE_ACTION, PASS_ACTION, REROLL_ACTION = ((MOVE_KINDS + 1) * SPACES + i for i in range(3))
NUM_ACTIONS = REROLL_ACTION + 1 + PAWNS


@kernel
def move_action(kind: Int, space: Int) -> Int:
    """Index of moving to `space` by `kind` (PLACE_KIND: of starting there)."""
    return kind * SPACES + space - 1


@kernel
def piece_action(seat: Int) -> Int:
    """Index of choosing the pawn `seat` for a roll."""
    return REROLL_ACTION + seat


@kernel
def _append(kind: Int, targets: Word, out: Array, n: Int) -> Int:
    while targets != ZERO:
        out[n] = move_action(kind, lowest(targets))
        targets &= targets - ONE
        n += 1
    return n


# -- starts


@kernel
def start_spaces(game: Record, tables: Record) -> Word:
    """Where the mover may start: Mister X on every free space of the board, detectives where only taxis stop (B-25)."""
    free = ZERO
    for row in range(2 * tables.rows):
        for column in range(2 * tables.columns):
            free |= bit(np.int64(game.grid[row, column]))
    free &= ~game.occupied
    if game.mover > 0:
        free &= ~game.underground_stops
        if not tables.start_on_bus:
            free &= ~game.bus_stops
    return free


# -- detectives


@kernel
def usable(game: Record, seat: Int, kind: Int) -> Word:
    """Where a die that shows `kind` takes the pawn `seat` in the roll that lies there."""
    if game.roll[kind] == 0:
        return ZERO
    return game.adjacency[kind, game.station[seat]] & ~game.occupied


@kernel
def can_use_roll(game: Record, seat: Int) -> Flag:
    """Whether some die of the roll can move the pawn `seat`."""
    for kind in range(DIE_KINDS):
        if usable(game, seat, kind) != ZERO:
            return True
    return False


@kernel
def may_reroll(game: Record, tables: Record) -> Flag:
    """Whether the detectives may use a "Roll again" token (B-26)."""
    return game.rerolls > 0 and game.hand > 0 and game.rerolled < tables.reroll_limit


@kernel
def choices(game: Record, tables: Record) -> Int:
    """Bits of the pawns that may be chosen for the roll: those that can use it, or all that have not moved if none can."""
    unmoved = 0
    able = 0
    for seat in range(1, tables.pieces):
        if not (game.moved >> seat) & 1:
            unmoved |= 1 << seat
            if can_use_roll(game, seat):
                able |= 1 << seat
    return able if able > 0 else unmoved


@kernel
def _piece_actions(game: Record, tables: Record, out: Array) -> Int:
    n = 0
    if may_reroll(game, tables):
        out[0] = REROLL_ACTION
        n = 1
    candidates = choices(game, tables)
    for seat in range(1, tables.pieces):
        if (candidates >> seat) & 1:
            out[n] = piece_action(seat)
            n += 1
    return n


@kernel
def _detective_actions(game: Record, tables: Record, out: Array) -> Int:
    n = 0
    for kind in range(DIE_KINDS):
        n = _append(kind, usable(game, np.int64(game.mover), kind), out, n)
    if n == 0:
        out[0] = PASS_ACTION
        n = 1
    if may_reroll(game, tables):
        out[n] = REROLL_ACTION
        n += 1
    return n


# -- Mister X


@kernel
def targets(game: Record, tables: Record, kind: Int, space: Int) -> Word:
    """Where Mister X can go from `space` by `kind`; onto a detective, to lose, unless the edition rules it out (B-18)."""
    reached = game.adjacency[kind, space]
    return reached if tables.enter_loses else reached & ~game.occupied


@kernel
def laid_dice(game: Record) -> Int:
    """How many laid dice Mister X has not taken yet."""
    return np.int64(game.dice[0]) + np.int64(game.dice[1]) + np.int64(game.dice[2])


@kernel
def _nobody_laid(game: Record) -> Flag:
    for seat in range(1, PAWNS + 1):
        if game.laid[seat] > 0:
            return False
    return True


@kernel
def uses(game: Record, tables: Record, kind: Int, double: Flag) -> Int:
    """How often Mister X can go by `kind` in this turn, in a `double` move or in a single one (B-20, B-21).

    The die that covers a special move is never short: in a double it is a laid one that the other half leaves, or one from the
    supply where the edition allows that (B-22).
    """
    if kind < DIE_KINDS:
        return np.int64(game.dice[kind])
    if tables.specials_need_die and _nobody_laid(game):
        return 0
    if kind == BLACK:
        return np.int64(game.black)
    return 0 if double and not tables.heli_in_double else np.int64(game.helicopter)


@kernel
def _can_use(game: Record, tables: Record, space: Int, first: Int, last: Int) -> Flag:
    for kind in range(first, last):
        if uses(game, tables, kind, False) > 0 and targets(game, tables, kind, space) != ZERO:
            return True
    return False


@kernel
def mrx_may_pass(game: Record, tables: Record, space: Int) -> Flag:
    """Whether Mister X may pass on `space`: no laid die takes him anywhere, nor a special move where those are forced (B-19)."""
    last = MOVE_KINDS if tables.force_specials else DIE_KINDS
    return not _can_use(game, tables, space, 0, last)


@kernel
def second_half_exists(game: Record, tables: Record, middle: Int, paid: Int) -> Flag:
    """Whether a double move whose first half was by `paid` can go on from `middle`."""
    for kind in range(MOVE_KINDS):
        left = uses(game, tables, kind, True) - (1 if kind == paid else 0)
        if left > 0 and targets(game, tables, kind, middle) != ZERO:
            return True
    return False


@kernel
def first_half_targets(game: Record, tables: Record, kind: Int, space: Int) -> Word:
    """Where the first half of a double move may lead from `space` by `kind`: where a second half is left."""
    kept = ZERO
    word = targets(game, tables, kind, space)
    while word != ZERO:
        middle = lowest(word)
        word &= word - ONE
        if second_half_exists(game, tables, middle, kind):
            kept |= bit(middle)
    return kept


@kernel
def mrx_can_double(game: Record, tables: Record, space: Int) -> Flag:
    """Whether Mister X may declare a double move on `space` (B-22; two spaces of his board have to be free)."""
    if game.double == 0 or game.spaces + 2 > tables.board_spaces:
        return False
    if tables.two_dice and laid_dice(game) < 2:
        return False
    for kind in range(MOVE_KINDS):
        if uses(game, tables, kind, True) > 0 and first_half_targets(game, tables, kind, space) != ZERO:
            return True
    return False


@kernel
def _mrx_actions(game: Record, tables: Record, out: Array) -> Int:
    space = np.int64(game.station[0])
    n = 0
    for kind in range(MOVE_KINDS):
        if uses(game, tables, kind, game.phase != MOVE) > 0:
            if game.phase == FIRST_HALF:
                n = _append(kind, first_half_targets(game, tables, kind, space), out, n)
            else:
                n = _append(kind, targets(game, tables, kind, space), out, n)
    if game.phase == MOVE:
        if mrx_can_double(game, tables, space):
            out[n] = DOUBLE_ACTION
            n += 1
        if mrx_may_pass(game, tables, space):
            out[n] = PASS_ACTION
            n += 1
    return n


@kernel
def legal_actions(game: Record, tables: Record, out: Array) -> Int:
    """Write the mover's legal actions, sorted, into `out` (int32, at least NUM_ACTIONS long) and return how many there are.

    Never zero while somebody is to decide; zero when the game is over or the dice are to be rolled.
    """
    if game.phase in (OVER, ROLL):
        return 0
    if game.phase == PLACE:
        return _append(PLACE_KIND, start_spaces(game, tables), out, 0)
    if game.phase == CHOOSE_PIECE:
        return _piece_actions(game, tables, out)
    if game.mover == 0:
        return _mrx_actions(game, tables, out)
    return _detective_actions(game, tables, out)


@kernel
def is_legal(game: Record, tables: Record, action: Int, scratch: Array) -> Flag:
    """Whether the mover may take `action`; `scratch` is an int32 array as for :func:`legal_actions`."""
    for j in range(legal_actions(game, tables, scratch)):
        if scratch[j] == action:
            return True
    return False
