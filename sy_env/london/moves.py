"""What may the mover do: legal actions as a sorted list of indices (RULES A0.3 to A0.5)."""

import numpy as np

from sy_env.bits import NOWHERE, ONE, WORDS, ZERO, Words, bit, without, words_of
from sy_env.jit import Array, Flag, Int, Record, Word, hook, kernel, lowest
from sy_env.london.state import (
    BLACK,
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
def _going_on(game: Record, tables: Record, kind: Int, w: Int, word: Word) -> Word:
    """Those stations of word `w` where a double move under way may lead by a ticket of `kind`, if a single one might."""
    origin = np.int64(game.station[0]) if game.phase == FIRST_HALF else first_half_origin(game)
    if game.phase == SECOND_HALF:
        return word & ~bit(origin) if tables.forbid_return and origin >> 6 == w else word
    kept = word
    while word != ZERO:
        middle = 64 * w + lowest(word)
        word &= word - ONE
        if not second_half_exists(game, tables, origin, middle, kind):
            kept &= ~bit(middle)
    return kept


@kernel
def _mrx_targets(game: Record, tables: Record, kind: Int) -> Words:
    if game.stock[0, kind] == 0:
        return NOWHERE
    words = words_of(tables.adjacency[kind, game.station[0]])
    if not tables.enter_loses:
        words = without(words, words_of(game.occupied))
    if game.phase != MOVE:
        for w in range(WORDS):  # the first word, looked at, becomes the last one
            words = (words[1], words[2], words[3], _going_on(game, tables, kind, w, words[0]))
    return words


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
def _pursuer_targets(game: Record, tables: Record, kind: Int) -> Words:
    seat = np.int64(game.mover)
    if kind == BLACK or not can_pay(game, tables, seat, kind):
        return NOWHERE
    return without(words_of(tables.adjacency[kind, game.station[seat]]), words_of(game.occupied))


@kernel
def may_choose(game: Record, tables: Record, seat: Int) -> Flag:
    """Whether the team can choose the pursuer `seat` now: it has not moved and can."""
    return not (game.moved >> seat) & 1 and pursuer_can_move(game, tables, seat)


# -- whoever decides


@kernel
def targets(game: Record, tables: Record, kind: Int) -> Words:
    """The stations to which the mover may travel by a ticket of `kind`."""
    return _mrx_targets(game, tables, kind) if game.mover == 0 else _pursuer_targets(game, tables, kind)


@kernel
def may_double(game: Record, tables: Record) -> Flag:
    """Whether the mover may declare a double move."""
    return game.mover == 0 and game.phase == MOVE and mrx_can_double(game, tables, np.int64(game.station[0]))


@hook
def further_choices(game: Record, tables: Record) -> tuple[Int, Word]:
    """As :func:`choices`, in phases that only some games have."""
    return 0, ZERO


@kernel
def choices(game: Record, tables: Record) -> tuple[Int, Word]:
    """The legal actions in a phase that asks for no move: an action, and a word whose bit k stands for the action k after it."""
    if game.phase > OVER:
        return further_choices(game, tables)
    word = ZERO
    for seat in range(1, tables.pieces):
        if may_choose(game, tables, seat):
            word |= bit(seat)
    return piece_action(tables, 0), word


@kernel
def append_word(word: Word, first: Int, out: Array, n: Int) -> Int:
    """Write an action for every bit of a word behind `n` others, `first` for bit 0; returns how many there are now."""
    while word != ZERO:
        out[n] = first + lowest(word)
        n += 1
        word &= word - ONE
    return n


@kernel
def append_set(words: Words, first: Int, out: Array, n: Int) -> Int:
    """Write an action for every station of a set behind `n` others, `first` for station 1; returns how many there are now."""
    for w in range(WORDS):
        n = append_word(words[w], first - 1 + 64 * w, out, n)
    return n


@hook
def append_flights(game: Record, tables: Record, out: Array, n: Int) -> Int:
    """Write the mover's flights behind its `n` other actions, where a game has helicopters; returns how many there are now."""
    return n


@kernel
def _append_travels(game: Record, tables: Record, out: Array) -> Int:
    n: Int = 0
    for kind in range(MOVE_KINDS):
        n = append_set(targets(game, tables, kind), move_action(tables, kind, 1), out, n)
    if may_double(game, tables):
        out[n] = double_action(tables)
        n += 1
    n = append_flights(game, tables, out, n)
    if n == 0:
        out[0] = pass_action(tables)
        n = 1
    return n


@kernel
def legal_actions(game: Record, tables: Record, out: Array) -> Int:
    """Write the mover's legal actions, sorted, into `out` (int32, at least `num_actions` long) and return how many there are.

    Never zero while the game goes on; zero once it is over.
    """
    if game.phase == OVER:
        return 0
    if game.phase < CHOOSE_PIECE:
        return _append_travels(game, tables, out)
    first, word = choices(game, tables)
    return append_word(word, first, out, 0)


@kernel
def is_legal(game: Record, tables: Record, action: Int, scratch: Array) -> Flag:
    """Whether the mover may take `action`; `scratch` is an int32 array as for :func:`legal_actions`."""
    for j in range(legal_actions(game, tables, scratch)):
        if scratch[j] == action:
            return True
    return False
