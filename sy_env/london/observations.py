"""What each side may know: the observation vector, its layout, and the redacted record.

This file alone decides what leaves the hidden fields of a record. What pursuers get is a function of public information: moving
hidden Mister X to another possible station changes nothing in it, bit for bit.
"""

from functools import cache

import numpy as np

from sy_env.bits import ONE, WORDS, ZERO
from sy_env.jit import Array, Flag, Int, Record, kernel, lowest
from sy_env.layouts import Layout, build_layout
from sy_env.london.state import FIELDS, FIRST_HALF, OVER, PIECES, PURSUERS, SECOND_HALF, STOCKS

LAYOUT_VERSION = 1
RULE_FLAGS = 8
MOST = 127  # numbers are clipped to what int8 holds


@cache
def london_layout(stations: int) -> Layout:
    """The observation of all London base editions, player counts and roles on a board of so many stations."""
    piece = "rows as in `piece_station`"
    return build_layout(
        f"london-{stations}",
        LAYOUT_VERSION,
        [
            ("role", (2,), 0, 1, "one-hot: the observer is Mister X, a pursuer"),
            ("seat", (PIECES,), 0, 1, "one-hot: seat of the observer (0 Mister X, 1.. pursuers)"),
            (
                "phase",
                (4,),
                0,
                1,
                "one-hot: a move, first half of a double, second half, the team chooses a piece",
            ),
            ("to_move", (PIECES,), 0, 1, f"one-hot: whose decision it is; {piece}"),
            ("round", (1,), 0, MOST, "round, from 1"),
            (
                "rounds_left",
                (1,),
                0,
                MOST,
                "rounds after this one (log fields still free where they end the game)",
            ),
            ("fields_used", (1,), 0, FIELDS, "fields of the travel log that are written"),
            (
                "moves_to_reveal",
                (1,),
                0,
                MOST,
                "Mister X's moves until he shows himself (1: his next), without further doubles; 0: never",
            ),
            (
                "rules",
                (RULE_FLAGS,),
                0,
                1,
                "edition: reveals by round, any order, way back in a double forbidden, ends by fields, unlimited supply, "
                "entering a pursuer loses, pooled tickets, used tickets pass to Mister X",
            ),
            ("piece_present", (PIECES,), 0, 1, f"the row is in play; {piece}"),
            ("piece_kind", (PIECES, 3), 0, 1, f"one-hot: Mister X, detective, Bobby; {piece}"),
            ("piece_visible", (PIECES,), 0, 1, f"the observer knows where it stands; {piece}"),
            ("piece_moved", (PIECES,), 0, 1, f"a pursuer that is done for this round; {piece}"),
            (
                "piece_tickets",
                (PIECES, STOCKS),
                0,
                MOST,
                f"taxi, bus, underground, black, double; a pool is shown for each sharer; {piece}",
            ),
            (
                "log_ticket",
                (FIELDS, 5),
                0,
                1,
                "travel log, one-hot by field: taxi, bus, underground, black, pass",
            ),
            ("log_visible", (FIELDS,), 0, 1, "the observer knows the station of the field"),
            ("log_tens", (FIELDS,), 0, 25, "station of the field // 10, 0 if not visible"),
            ("log_units", (FIELDS,), 0, 9, "station of the field % 10, 0 if not visible"),
            ("log_shown", (FIELDS,), 0, 1, "the station of the field was shown to everybody"),
            ("log_round", (FIELDS,), 0, MOST, "round in which the field was written, 0: not yet"),
            (
                "log_due",
                (FIELDS,),
                0,
                1,
                "fields to come on which Mister X has to show himself, without further doubles",
            ),
            (
                "piece_station",
                (PIECES, stations),
                0,
                1,
                "one-hot, zero if hidden or absent. Rows for a pursuer: itself, the other pursuers in seat order from it "
                "(around), Mister X last; for Mister X: himself, the pursuers in seat order",
            ),
            ("last_shown", (stations,), 0, 1, "one-hot: station that was shown last"),
            (
                "possible",
                (stations,),
                0,
                1,
                "exact set of stations where Mister X can be, from public information",
            ),
        ],
    )


# Offsets into the vector: those before the station-sized fields are the same on every board.
_AT = {field.name: field.start for field in london_layout(255)}
_ROLE, _SEAT, _PHASE, _TO_MOVE = _AT["role"], _AT["seat"], _AT["phase"], _AT["to_move"]
_ROUND, _ROUNDS_LEFT, _FIELDS_USED = _AT["round"], _AT["rounds_left"], _AT["fields_used"]
_MOVES_TO_REVEAL, _RULES = _AT["moves_to_reveal"], _AT["rules"]
_PRESENT, _KIND, _VISIBLE, _MOVED = (
    _AT["piece_present"],
    _AT["piece_kind"],
    _AT["piece_visible"],
    _AT["piece_moved"],
)
_TICKETS, _STATION = _AT["piece_tickets"], _AT["piece_station"]
_LOG_TICKET, _LOG_VISIBLE, _LOG_TENS, _LOG_UNITS = (
    _AT["log_ticket"],
    _AT["log_visible"],
    _AT["log_tens"],
    _AT["log_units"],
)
_LOG_SHOWN, _LOG_ROUND, _LOG_DUE = _AT["log_shown"], _AT["log_round"], _AT["log_due"]


@kernel
def _row_of(tables: Record, viewer: Int, seat: Int) -> Int:
    """Row of the piece `seat` in the view of `viewer`."""
    if viewer == 0:
        return seat
    if seat == 0:
        return PURSUERS
    return seat - viewer if seat >= viewer else seat - viewer + tables.pieces - 1


@kernel
def mrx_visible(game: Record) -> Flag:
    """Whether Mister X stands on the board for all to see: his last field was shown."""
    return game.fields > 0 and game.log_shown[game.fields - 1] > 0


@kernel
def _moves_this_turn(game: Record) -> Int:
    """How many moves Mister X still has in this round, without a further double."""
    if game.mover > 0 or game.phase == OVER:
        return 0
    return 2 if game.phase == FIRST_HALF else 1


@kernel
def moves_to_come(game: Record, tables: Record) -> Int:
    """How many moves Mister X still has in the game at most, without further doubles."""
    if tables.last_field > 0:
        return tables.last_field - np.int64(game.fields)
    return tables.last_round - np.int64(game.round) + _moves_this_turn(game)


@kernel
def _write_pieces(game: Record, tables: Record, viewer: Int, row: Array) -> None:
    visible = viewer == 0 or mrx_visible(game)
    for seat in range(tables.pieces):
        at = _row_of(tables, viewer, seat)
        row[_PRESENT + at] = 1
        row[_KIND + 3 * at + (0 if seat == 0 else 1 if seat <= tables.detectives else 2)] = 1
        row[_MOVED + at] = (game.moved >> seat) & 1
        if seat > 0 or visible:
            row[_VISIBLE + at] = 1
            row[_STATION + tables.stations * at + game.station[seat] - 1] = 1
        account = tables.account[seat]
        if account >= 0 and not (seat == 0 and viewer > 0 and tables.hide_stock):
            for kind in range(STOCKS if seat == 0 else 3):
                row[_TICKETS + STOCKS * at + kind] = min(game.stock[account, kind], MOST)


@kernel
def _write_log(game: Record, tables: Record, viewer: Int, row: Array) -> None:
    for i in range(game.fields):
        if game.log_ticket[i] > 0:  # unknown in positions set up without their history
            row[_LOG_TICKET + 5 * i + np.int64(game.log_ticket[i]) - 1] = 1
        row[_LOG_ROUND + i] = game.log_round[i]
        station = np.int64(game.log_shown[i])
        if station > 0:
            row[_LOG_SHOWN + i] = 1
        if viewer == 0:
            station = np.int64(game.log_station[i])
        if station > 0:
            row[_LOG_VISIBLE + i] = 1
            row[_LOG_TENS + i] = station // 10
            row[_LOG_UNITS + i] = station % 10


@kernel
def _write_last_shown(game: Record, tables: Record, row: Array) -> None:
    for i in range(np.int64(game.fields) - 1, -1, -1):
        if game.log_shown[i] > 0:
            row[_STATION + tables.stations * PIECES + game.log_shown[i] - 1] = 1
            return


@kernel
def _write_reveals(game: Record, tables: Record, row: Array) -> None:
    """Mark the fields to come on which he has to show himself, if he makes no further double."""
    first = np.int64(game.fields)
    shift = 1  # from a field's index to the number that reveals are counted by: its own, or its round's
    if tables.reveal_by_round:
        shift = np.int64(game.round) + 1 - first - _moves_this_turn(game)
        if game.phase == FIRST_HALF:
            first += 2
        elif game.phase == SECOND_HALF:
            first += 1
    for i in range(np.int64(game.fields) + moves_to_come(game, tables) - 1, first - 1, -1):
        if tables.reveal[i + shift]:
            row[_LOG_DUE + i] = 1
            row[_MOVES_TO_REVEAL] = i + 1 - np.int64(game.fields)
    if tables.reveal_by_round and game.phase == FIRST_HALF and tables.reveal[game.round]:
        row[_LOG_DUE + np.int64(game.fields)] = 1
        row[_MOVES_TO_REVEAL] = 1


@kernel
def _write_rules(tables: Record, row: Array) -> None:
    row[_RULES] = tables.reveal_by_round
    row[_RULES + 1] = tables.any_order
    row[_RULES + 2] = tables.forbid_return
    row[_RULES + 3] = tables.last_field > 0
    row[_RULES + 4] = tables.unlimited
    row[_RULES + 5] = tables.enter_loses
    row[_RULES + 6] = tables.pooled
    row[_RULES + 7] = tables.pass_on


@kernel
def observe(game: Record, tables: Record, viewer: Int, row: Array) -> None:
    """Write the observation of the seat `viewer` into `row`, int8 of the layout's size."""
    row[:] = 0
    row[_ROLE + (1 if viewer > 0 else 0)] = 1
    row[_SEAT + viewer] = 1
    if game.phase != OVER:
        row[_PHASE + game.phase] = 1
        row[_TO_MOVE + _row_of(tables, viewer, np.int64(game.mover))] = 1
    row[_ROUND] = game.round
    if tables.last_field > 0:
        row[_ROUNDS_LEFT] = tables.last_field - game.fields
    else:
        row[_ROUNDS_LEFT] = tables.last_round - game.round
    row[_FIELDS_USED] = game.fields
    _write_rules(tables, row)
    _write_pieces(game, tables, viewer, row)
    _write_log(game, tables, viewer, row)
    _write_last_shown(game, tables, row)
    _write_reveals(game, tables, row)
    if not tables.hide_possible:
        at = _STATION + tables.stations * (PIECES + 1) - 1
        for w in range(WORDS):
            word = game.possible[w]
            while word != ZERO:
                row[at + 64 * w + lowest(word)] = 1
                word &= word - ONE


@kernel
def redact(game: Record, tables: Record, viewer: Int) -> None:
    """Blank, in a copy of a record, what the seat `viewer` may not know; the random stream is blanked for everybody."""
    game.key = ZERO
    game.draws = ZERO
    game.redraws = 0
    if viewer > 0:
        if not mrx_visible(game):
            game.station[0] = 0
        game.mrx_start = 0
        for i in range(FIELDS):
            game.log_station[i] = game.log_shown[i]


def num_entries(stations: int) -> int:
    """Number of entries of an observation on a board of so many stations."""
    return london_layout(stations).size


DTYPE = np.int8
