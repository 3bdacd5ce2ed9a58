"""Where can Mister X be: the exact set of stations that public information leaves (DECISIONS of the rules: A0.7).

The set follows from the start cards, the tickets on the log, shown stations, pursuers' moves that did not catch him, and from
the fact that play went on: a station on which the game would have ended is ruled out.
"""

import numpy as np

from sy_env.bits import ONE, WORDS, ZERO, add, bit, discard, only
from sy_env.jit import Int, Record, Word, hook, kernel, lowest
from sy_env.london.moves import free, mrx_can_act, mrx_can_double, mrx_may_pass, second_half_exists
from sy_env.london.state import BLACK, FIRST_HALF, SECOND_HALF, TAXI


@kernel
def start_possible(game: Record, tables: Record) -> None:
    """Before the first move: the cards of Mister X's deck less those that the pursuers drew."""
    for w in range(WORDS):
        game.possible[w] = ZERO
    if tables.fixed_starts[0] > 0:
        add(game.possible, np.int64(tables.fixed_starts[0]))
        return
    for i in range(tables.mrx_deck_size):
        add(game.possible, np.int64(tables.mrx_deck[i]))
    for w in range(WORDS):
        game.possible[w] &= ~game.occupied[w]


@kernel
def _may_be_stuck(game: Record, tables: Record, w: Int) -> Word:
    """Word `w` of the possible stations from which Mister X might have no move; a superset is fine.

    While he can pay for a taxi and every station has taxi lines, only the pursuers' neighbours can be closed.
    """
    if not tables.taxi_everywhere or (game.stock[0, TAXI] == 0 and game.stock[0, BLACK] == 0):
        return game.possible[w]
    near = ZERO
    for seat in range(1, tables.pieces):
        near |= tables.adjacency[TAXI, game.station[seat], w]
    return game.possible[w] & near


@hook
def keep_movable(game: Record, tables: Record) -> None:
    """Play goes on at Mister X's turn: he is not where he would have lost for want of a move."""
    for w in range(WORDS):
        word = _may_be_stuck(game, tables, w)
        while word != ZERO:
            station = 64 * w + lowest(word)
            word &= word - ONE
            if not mrx_can_act(game, tables, station):
                discard(game.possible, station)


@hook
def keep_double(game: Record, tables: Record) -> None:
    """He declares a double move: he is where one is legal (tested before the ticket is paid)."""
    for w in range(WORDS):
        word = game.possible[w]
        while word != ZERO:
            station = 64 * w + lowest(word)
            word &= word - ONE
            if not mrx_can_double(game, tables, station):
                discard(game.possible, station)


@hook
def keep_pass(game: Record, tables: Record) -> None:
    """He passes: he is where he has to."""
    for w in range(WORDS):
        word = game.possible[w]
        while word != ZERO:
            station = 64 * w + lowest(word)
            word &= word - ONE
            if not mrx_may_pass(game, tables, station):
                discard(game.possible, station)


@kernel
def _by_single(game: Record, tables: Record, kind: Int, before: tuple[Word, Word, Word, Word]) -> None:
    a = ZERO  # four words by hand: kept in registers, this loop is what tracking the set costs
    b = ZERO
    c = ZERO
    d = ZERO
    for w in range(WORDS):
        word = before[w]
        while word != ZERO:
            station = 64 * w + lowest(word)
            word &= word - ONE
            a |= tables.adjacency[kind, station, 0]
            b |= tables.adjacency[kind, station, 1]
            c |= tables.adjacency[kind, station, 2]
            d |= tables.adjacency[kind, station, 3]
    game.possible[0] = a
    game.possible[1] = b
    game.possible[2] = c
    game.possible[3] = d


@kernel
def _by_first_half(game: Record, tables: Record, kind: Int, before: tuple[Word, Word, Word, Word]) -> None:
    for w in range(WORDS):
        word = before[w]
        while word != ZERO:
            origin = 64 * w + lowest(word)
            word &= word - ONE
            for v in range(WORDS):
                targets = tables.adjacency[kind, origin, v] & free(game, tables, v) & ~game.possible[v]
                while targets != ZERO:
                    middle = 64 * v + lowest(targets)
                    targets &= targets - ONE
                    if second_half_exists(game, tables, origin, middle, kind):
                        add(game.possible, middle)


@kernel
def _by_second_half(game: Record, tables: Record, kind: Int, before: tuple[Word, Word, Word, Word]) -> None:
    """Without the way back: from a middle with one possible origin all but that origin, with more of them everything."""
    first_kind = np.int64(game.log_ticket[game.fields - 1]) - 1
    for w in range(WORDS):
        word = before[w]
        while word != ZERO:
            middle = 64 * w + lowest(word)
            word &= word - ONE
            origins = 0
            for v in range(WORDS):
                candidates = game.origins[v] & tables.adjacency[first_kind, middle, v]
                while candidates != ZERO and origins < 2:
                    origin = 64 * v + lowest(candidates)
                    candidates &= candidates - ONE
                    if second_half_exists(game, tables, origin, middle, -1):
                        origins += 1
                        _add_all_but(game, tables, kind, middle, origin)


@kernel
def _add_all_but(game: Record, tables: Record, kind: Int, middle: Int, origin: Int) -> None:
    for w in range(WORDS):
        targets = tables.adjacency[kind, middle, w]
        if origin >> 6 == w:
            targets &= ~bit(origin)
        game.possible[w] |= targets


@hook
def follow_move(game: Record, tables: Record, kind: Int) -> None:
    """He moves by the ticket `kind`. Called before it is paid and written, with the phase of the move."""
    before = (game.possible[0], game.possible[1], game.possible[2], game.possible[3])
    for w in range(WORDS):
        game.possible[w] = ZERO
    if game.phase == FIRST_HALF:
        for w in range(WORDS):
            game.origins[w] = before[w]
        _by_first_half(game, tables, kind, before)
    elif game.phase == SECOND_HALF and tables.forbid_return:
        _by_second_half(game, tables, kind, before)
    else:
        _by_single(game, tables, kind, before)
    for w in range(WORDS):
        game.possible[w] &= ~game.occupied[w]


@hook
def follow_shown(game: Record, station: Int) -> None:
    """He shows himself on `station`."""
    only(game.possible, station)


@hook
def rule_out(game: Record, station: Int) -> None:
    """A pursuer came to `station` and caught nobody."""
    discard(game.possible, station)
