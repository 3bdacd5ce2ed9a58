"""What an action changes, who is next, who has won (RULES A0.3, A0.6, A1 to A3)."""

import numpy as np

from sy_env.bits import add, discard, has
from sy_env.episode import DETECTIVES, DRAW, MRX
from sy_env.jit import Flag, Int, Record, hook, kernel
from sy_env.london.moves import mrx_can_act, pursuer_can_move
from sy_env.london.possible import follow_move, follow_shown, keep_double, keep_movable, keep_pass, rule_out
from sy_env.london.state import (
    CAPTURE,
    CHOOSE_PIECE,
    DOUBLE,
    ENTERED,
    FIRST_HALF,
    MOVE,
    MOVE_KINDS,
    OVER,
    PASS,
    PURSUERS,
    SECOND_HALF,
    STUCK,
    SURROUNDED,
    SURVIVED,
)
from sy_env.london.stuck import pursuers_stuck


@kernel
def finish(game: Record, winner: Int, reason: Int) -> None:
    """End the game."""
    game.winner = winner
    game.reason = reason
    game.phase = OVER


@kernel
def ask(game: Record, seat: Int, phase: Int) -> None:
    """The decision is that of the piece `seat`."""
    game.mover = seat
    game.phase = phase


@hook
def stuck_winner(game: Record, tables: Record) -> Int:
    """Who wins because the pursuers are stuck; 0: they are not, or play goes on nevertheless."""
    return MRX if pursuers_stuck(game, tables) else 0


# -- turns


@kernel
def begin_mrx_turn(game: Record, tables: Record) -> None:
    """Mister X is next, unless the game ends before he is asked: he cannot move, or the pursuers are stuck (in this order)."""
    winner = stuck_winner(game, tables)
    if not mrx_can_act(game, tables, np.int64(game.station[0])):
        tie = tables.stuck_draw and winner == MRX
        finish(game, DRAW if tie else DETECTIVES, SURROUNDED)
    elif winner > 0:
        finish(game, winner, STUCK)
    else:
        ask(game, 0, MOVE)
        keep_movable(game, tables)


@kernel
def next_decision(game: Record, tables: Record) -> tuple[Int, Int]:
    """The pursuer that is asked next, and the phase; one at least has not moved.

    Fixed order: the next seat. Any order: the lowest unmoved seat that can move; under team control the team chooses where
    there is a choice. When nobody unmoved can move, the lowest unmoved seat is asked, and can only pass.
    """
    unmoved = 0
    movable = 0
    for seat in range(1, tables.pieces):
        if (game.moved >> seat) & 1:
            continue
        if unmoved == 0:
            unmoved = seat
        if not tables.any_order:
            break
        if pursuer_can_move(game, tables, seat):
            if movable > 0:
                return 1, CHOOSE_PIECE
            movable = seat
            if not tables.team:
                break
    return movable if movable > 0 else unmoved, MOVE


@kernel
def next_pursuer(game: Record, tables: Record) -> None:
    """Ask the next pursuer; one at least has not moved."""
    seat, phase = next_decision(game, tables)
    ask(game, seat, phase)


@hook
def open_pursuit(game: Record, tables: Record) -> None:
    """The pursuers' phase begins, and nobody has moved yet."""
    next_pursuer(game, tables)


@kernel
def begin_pursuers(game: Record, tables: Record) -> None:
    """Mister X's turn is over: the pursuers are next, unless they are stuck."""
    winner = stuck_winner(game, tables)
    if winner > 0:
        finish(game, winner, STUCK)
    else:
        game.moved = 0
        open_pursuit(game, tables)


@kernel
def _all_moved(game: Record, tables: Record) -> Flag:
    return game.moved == (1 << tables.pieces) - 2


@hook
def begin_round(game: Record, tables: Record) -> None:
    """A round begins."""
    begin_mrx_turn(game, tables)


@hook
def finish_last_round(game: Record, tables: Record) -> None:
    """The last round is over, and nobody caught Mister X."""
    finish(game, MRX, SURVIVED)


@kernel
def _end_round(game: Record, tables: Record) -> None:
    for seat in range(1, tables.pieces):
        game.path[game.round, seat - 1] = game.station[seat]
    over = game.fields >= tables.last_field if tables.last_field > 0 else game.round >= tables.last_round
    if over:
        finish_last_round(game, tables)
        return
    game.round += 1
    game.moved = 0
    begin_round(game, tables)


# -- actions of Mister X


@kernel
def write_field(game: Record, tables: Record, code: Int, station: Int) -> None:
    """Write the next field of the log, and show the station if the field or round is marked (B-01)."""
    field = game.fields
    marked = tables.reveal[game.round] if tables.reveal_by_round else tables.reveal[field + 1]
    shown = marked and not (tables.reveal_by_round and game.phase == SECOND_HALF)
    game.log_ticket[field] = code
    game.log_station[field] = station
    game.log_shown[field] = station if shown else 0
    game.log_round[field] = game.round
    game.fields += 1
    if shown:
        follow_shown(game, station)


@hook
def arrive(game: Record, tables: Record) -> None:
    """Mister X has made a move and was not caught by it."""


@kernel
def _move_mrx(game: Record, tables: Record, kind: Int, station: Int) -> None:
    follow_move(game, tables, kind)
    if not (tables.unlimited and kind < MOVE_KINDS - 1):
        game.stock[0, kind] -= 1
    write_field(game, tables, kind + 1, station)
    game.station[0] = station
    game.moves += 1
    if has(game.occupied, station):
        finish(game, DETECTIVES, ENTERED)
    else:
        arrive(game, tables)


@kernel
def _declare_double(game: Record, tables: Record) -> None:
    keep_double(game, tables)
    game.stock[0, DOUBLE] -= 1
    game.phase = FIRST_HALF


@kernel
def _act_mrx(game: Record, tables: Record, kind: Int, station: Int) -> Flag:
    """Mister X's action; returns whether his turn is over."""
    if kind < MOVE_KINDS:
        first = game.phase == FIRST_HALF
        _move_mrx(game, tables, kind, station)
        if first and game.phase != OVER:
            game.phase = SECOND_HALF
        return not first
    if station == 1:
        _declare_double(game, tables)
        return False
    keep_pass(game, tables)
    write_field(game, tables, PASS, np.int64(game.station[0]))
    return True


# -- actions of the pursuers


@kernel
def _move_pursuer(game: Record, tables: Record, kind: Int, station: Int) -> None:
    seat = np.int64(game.mover)
    account = tables.account[seat]
    if account >= 0:
        game.stock[account, kind] -= 1
        if tables.pass_on and not tables.unlimited:
            game.stock[0, kind] += 1
    discard(game.occupied, np.int64(game.station[seat]))
    add(game.occupied, station)
    game.station[seat] = station
    game.moved |= 1 << seat
    game.moves += 1
    rule_out(game, station)
    if station == game.station[0]:
        finish(game, DETECTIVES, CAPTURE)


@kernel
def _pass_pursuer(game: Record, tables: Record) -> None:
    """One pass is one pursuer's; under team control it stands also for those directly next that cannot move either."""
    game.moved |= 1 << np.int64(game.mover)
    if tables.team:
        for seat in range(1, tables.pieces):
            if not (game.moved >> seat) & 1:
                if pursuer_can_move(game, tables, seat):
                    break
                game.moved |= 1 << seat


@kernel
def _act_pursuer(game: Record, tables: Record, kind: Int, station: Int) -> Flag:
    """An action of the pursuers; returns whether the mover's turn is over."""
    if kind < MOVE_KINDS:
        _move_pursuer(game, tables, kind, station)
        return True
    if station == 2:
        _pass_pursuer(game, tables)
        return True
    ask(game, station - 2, MOVE)
    return False


@hook
def act_further(game: Record, tables: Record, number: Int) -> Flag:
    """Action `number` of those that only some games have; returns whether the mover's turn is over."""
    return False


@kernel
def step(game: Record, tables: Record, action: Int) -> None:
    """Let the mover take `action`, which has to be legal, and go on to the next decision or the end."""
    game.decisions += 1
    kind = 0
    station = action + 1  # behind the moves: 1 double, 2 pass, 3.. piece, 8.. further actions
    while kind < MOVE_KINDS and station > tables.stations:  # cheaper than a division
        station -= tables.stations
        kind += 1
    if kind == MOVE_KINDS and station > PURSUERS + 2:
        turn_is_over = act_further(game, tables, station - PURSUERS - 3)
    elif game.mover == 0:
        turn_is_over = _act_mrx(game, tables, kind, station)
    else:
        turn_is_over = _act_pursuer(game, tables, kind, station)
    if not turn_is_over or game.phase == OVER:
        return
    if game.mover == 0:
        begin_pursuers(game, tables)
    elif _all_moved(game, tables):
        _end_round(game, tables)
    else:
        next_pursuer(game, tables)
