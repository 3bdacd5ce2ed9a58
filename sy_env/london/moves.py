"""What may the mover do: legal actions as a sorted list of indices (RULES A0.3 to A0.5)."""

import numpy as np

from sy_env.bits import ONE, WORDS, ZERO, bit
from sy_env.jit import Array, Flag, Int, Record, Word, hook, kernel, lowest
from sy_env.london.state import (
    CHOOSE_PIECE,
    DOUBLE,
    FIRST_HALF,
    MOVE,
    MOVE_KINDS,
    OVER,
    PURSUERS,
    SECOND_HALF,
)

# -- action layout: kind x station, double, pass, piece (one layout for all editions on a board)


@kernel
def move_action(tables: Record, kind: Int, station: Int) -> Int:
    """Index of travelling to `station` by a ticket of `kind`."""
    return kind * tables.stations + station - 1


@kernel
def double_action(tables: Record) -> Int:
    """Index of declaring a double move."""
    return MOVE_KINDS * tables.stations


@kernel
def pass_action(tables: Record) -> Int:
    """Index of passing."""
    return MOVE_KINDS * tables.stations + 1


@kernel
def piece_action(tables: Record, seat: Int) -> Int:
    """Index of choosing the pursuer `seat` to move next."""
    return MOVE_KINDS * tables.stations + 1 + seat


def num_actions(stations: int) -> int:
    """Number of actions on a board of so many stations."""
    return MOVE_KINDS * stations + 2 + PURSUERS


# -- Mister X


@kernel
def free(game: Record, tables: Record, w: Int) -> Word:
    """Word `w` of the stations that Mister X may enter: those without a pursuer, or all where entering is his loss."""
    if tables.enter_loses:
        return ~ZERO
    return ~game.occupied[w]


@kernel
def mrx_can_move(game: Record, tables: Record, station: Int) -> Flag:
    """Whether Mister X has a single move from `station`."""
    for kind in range(MOVE_KINDS):
        if game.stock[0, kind] > 0:
            for w in range(WORDS):
                if tables.adjacency[kind, station, w] & free(game, tables, w) != ZERO:
                    return True
    return False


@hook
def can_fly(game: Record, tables: Record, station: Int) -> Flag:
    """Whether Mister X has a flight from `station`, where a game has helicopters."""
    return False


@kernel
def mrx_may_pass(game: Record, tables: Record, station: Int) -> Flag:
    """Whether lack of tickets alone keeps Mister X on `station`, and the edition lets him pass then."""
    if not tables.no_ticket_passes or mrx_can_move(game, tables, station) or can_fly(game, tables, station):
        return False
    for w in range(WORDS):
        if tables.adjacency[MOVE_KINDS - 1, station, w] & free(game, tables, w) != ZERO:
            return True
    return False


@kernel
def mrx_can_act(game: Record, tables: Record, station: Int) -> Flag:
    """Whether Mister X's turn on `station` can come: without any action he would have lost before it."""
    return mrx_can_move(game, tables, station) or can_fly(game, tables, station) or mrx_may_pass(game, tables, station)


@kernel
def second_half_exists(game: Record, tables: Record, origin: Int, middle: Int, paid: Int) -> Flag:
    """Whether a double move that began on `origin` and reached `middle` by the ticket `paid` (-1: already paid) can go on."""
    for kind in range(MOVE_KINDS):
        if game.stock[0, kind] > (1 if kind == paid and not (tables.unlimited and kind < 3) else 0):
            for w in range(WORDS):
                targets = tables.adjacency[kind, middle, w] & free(game, tables, w)
                if tables.forbid_return and origin >> 6 == w:
                    targets &= ~bit(origin)
                if targets != ZERO:
                    return True
    return False


@kernel
def mrx_can_double(game: Record, tables: Record, station: Int) -> Flag:
    """Whether Mister X may declare a double move on `station`."""
    if game.stock[0, DOUBLE] == 0 or (tables.last_field > 0 and game.fields + 2 > tables.last_field):
        return False
    for kind in range(MOVE_KINDS):
        if game.stock[0, kind] > 0:
            for w in range(WORDS):
                word = tables.adjacency[kind, station, w] & free(game, tables, w)
                while word != ZERO:
                    if second_half_exists(game, tables, station, 64 * w + lowest(word), kind):
                        return True
                    word &= word - ONE
    return False


@kernel
def first_half_origin(game: Record) -> Int:
    """The station on which the double move in progress began (its first half is the last field of the log)."""
    if game.fields < 2:
        return np.int64(game.mrx_start)
    return np.int64(game.log_station[game.fields - 2])


@kernel
def _mrx_moves(game: Record, tables: Record, out: Array) -> Int:
    station = np.int64(game.station[0])
    origin = first_half_origin(game) if game.phase == SECOND_HALF and tables.forbid_return else 0
    n = 0
    for kind in range(MOVE_KINDS):
        if game.stock[0, kind] == 0:
            continue
        for w in range(WORDS):
            word = tables.adjacency[kind, station, w] & free(game, tables, w)
            while word != ZERO:
                target = 64 * w + lowest(word)
                word &= word - ONE
                if target == origin:
                    continue
                if game.phase != FIRST_HALF or second_half_exists(game, tables, station, target, kind):
                    out[n] = move_action(tables, kind, target)
                    n += 1
    return n


@hook
def append_flights(game: Record, tables: Record, out: Array, n: Int) -> Int:
    """Write Mister X's flights behind his `n` other actions, where a game has helicopters; returns how many there are now."""
    return n


@kernel
def _mrx_actions(game: Record, tables: Record, out: Array) -> Int:
    n = _mrx_moves(game, tables, out)
    if game.phase == MOVE:
        if n > 0 and mrx_can_double(game, tables, np.int64(game.station[0])):
            out[n] = double_action(tables)
            n += 1
        n = append_flights(game, tables, out, n)
    if n == 0:
        out[0] = pass_action(tables)
        n = 1
    return n


# -- pursuers


@kernel
def can_pay(game: Record, tables: Record, seat: Int, kind: Int) -> Flag:
    """Whether the pursuer `seat` can pay for a line of `kind` (Bobbies always can)."""
    account = tables.account[seat]
    return account < 0 or game.stock[account, kind] > 0


@kernel
def pursuer_can_move(game: Record, tables: Record, seat: Int) -> Flag:
    """Whether the pursuer `seat` has a move now."""
    station = np.int64(game.station[seat])
    for kind in range(MOVE_KINDS - 1):
        if can_pay(game, tables, seat, kind):
            for w in range(WORDS):
                if tables.adjacency[kind, station, w] & ~game.occupied[w] != ZERO:
                    return True
    return False


@kernel
def _pursuer_actions(game: Record, tables: Record, out: Array) -> Int:
    seat = np.int64(game.mover)
    station = np.int64(game.station[seat])
    n = 0
    for kind in range(MOVE_KINDS - 1):
        if not can_pay(game, tables, seat, kind):
            continue
        for w in range(WORDS):
            word = tables.adjacency[kind, station, w] & ~game.occupied[w]
            while word != ZERO:
                out[n] = move_action(tables, kind, 64 * w + lowest(word))
                n += 1
                word &= word - ONE
    if n == 0:
        out[0] = pass_action(tables)
        n = 1
    return n


@kernel
def may_choose(game: Record, tables: Record, seat: Int) -> Flag:
    """Whether the team can choose the pursuer `seat` now: it has not moved and can."""
    return not (game.moved >> seat) & 1 and pursuer_can_move(game, tables, seat)


@kernel
def _piece_actions(game: Record, tables: Record, out: Array) -> Int:
    n = 0
    for seat in range(1, tables.pieces):
        if may_choose(game, tables, seat):
            out[n] = piece_action(tables, seat)
            n += 1
    return n


@hook
def further_actions(game: Record, tables: Record, out: Array) -> Int:
    """The legal actions in phases that only some games have; written and counted as by :func:`legal_actions`."""
    return 0


@kernel
def legal_actions(game: Record, tables: Record, out: Array) -> Int:
    """Write the mover's legal actions, sorted, into `out` (int32, at least `num_actions` long) and return how many there are.

    Never zero while the game goes on; zero once it is over.
    """
    if game.phase == OVER:
        return 0
    if game.phase > OVER:
        return further_actions(game, tables, out)
    if game.phase == CHOOSE_PIECE:
        return _piece_actions(game, tables, out)
    if game.mover == 0:
        return _mrx_actions(game, tables, out)
    return _pursuer_actions(game, tables, out)


@kernel
def is_legal(game: Record, tables: Record, action: Int, scratch: Array) -> Flag:
    """Whether the mover may take `action`; `scratch` is an int32 array as for :func:`legal_actions`."""
    for j in range(legal_actions(game, tables, scratch)):
        if scratch[j] == action:
            return True
    return False
