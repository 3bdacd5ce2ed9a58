"""What each side may know: the observation vector, its layout, and the redacted record.

This file alone decides what leaves the hidden fields of a record. What pursuers get is a function of public information: moving
hidden Mister X to another possible station changes nothing in it, bit for bit.
"""

import numpy as np

from sy_env.bits import ONE, ZERO, Words, fill, words_of, write_set
from sy_env.jit import Array, Entries, Flag, Int, Record, Word, hook, kernel, lowest, spread
from sy_env.london.layout import MOST, SMALL_VIEW
from sy_env.london.layout import london_layout as london_layout
from sy_env.london.state import FIELDS, FIRST_HALF, OVER, PASS, PIECES, SECOND_HALF, STOCKS

# Offsets into the vector: those before the station-sized fields are the same on every board.
_AT = {field.name: field.start for field in london_layout(255)}
_PHASE, _TO_MOVE, _ROUND, _ROUNDS_LEFT = _AT["phase"], _AT["to_move"], _AT["round"], _AT["rounds_left"]
_FIELDS_USED, _MOVES_TO_REVEAL = _AT["fields_used"], _AT["moves_to_reveal"]
_VISIBLE, _MOVED, _TICKETS, _STATION = _AT["piece_visible"], _AT["piece_moved"], _AT["piece_tickets"], _AT["piece_station"]
_LOG_TICKET, _LOG_VISIBLE, _LOG_TENS, _LOG_UNITS = _AT["log_ticket"], _AT["log_visible"], _AT["log_tens"], _AT["log_units"]
_LOG_SHOWN, _LOG_ROUND, _LOG_DUE = _AT["log_shown"], _AT["log_round"], _AT["log_due"]


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
def _write_pieces(game: Record, tables: Record, viewer: Int, row: Entries) -> None:
    visible = viewer == 0 or mrx_visible(game)
    row[_VISIBLE + np.int64(tables.row_of[viewer, 0])] = visible
    for seat in range(tables.pieces):
        at = np.int64(tables.row_of[viewer, seat])
        row[_MOVED + at] = (game.moved >> seat) & 1
        if seat > 0 or visible:
            row[_STATION + tables.stations * at + game.station[seat] - 1] = 1
        account = tables.account[seat]
        if account >= 0 and not (seat == 0 and viewer > 0 and tables.hide_stock):
            for kind in range(STOCKS if seat == 0 else 3):
                row[_TICKETS + STOCKS * at + kind] = min(game.stock[account, kind], MOST)


@kernel
def _write_stations(game: Record, known: Array, row: Entries) -> None:
    """Write what of the log is a number a field, `known` being the stations that the observer knows, else 0.

    One loop over all fields, written or not: machine code does all of them at once.
    """
    for i in range(FIELDS):
        row[_LOG_VISIBLE + i] = known[i] > 0
        row[_LOG_TENS + i] = known[i] // 10
        row[_LOG_UNITS + i] = known[i] % 10
        row[_LOG_SHOWN + i] = game.log_shown[i] > 0
        row[_LOG_ROUND + i] = game.log_round[i]


@kernel
def _write_log(game: Record, tables: Record, viewer: Int, row: Entries) -> None:
    if viewer == 0:
        _write_stations(game, game.log_station, row)
    else:
        _write_stations(game, game.log_shown, row)
    last: Int = 0
    for i in range(game.fields):
        code = np.int64(game.log_ticket[i])
        if 0 < code <= PASS:  # unknown in positions set up without their history
            row[_LOG_TICKET + 5 * i + code - 1] = 1
        if game.log_shown[i] > 0:
            last = np.int64(game.log_shown[i])
    if last > 0:
        row[_STATION + tables.stations * PIECES + last - 1] = 1


@kernel
def _from_to(start: Int, stop: Int) -> Word:
    """A word with the bits from `start` to before `stop` set; none where `stop` is not behind `start`."""
    return ((ONE << np.uint64(stop)) - ONE) & ~((ONE << np.uint64(start)) - ONE)


@kernel
def _due_fields(game: Record, tables: Record) -> Word:
    """The fields to come on which he has to show himself, if he makes no further double: bit i for field i, counted from 0."""
    fields = np.int64(game.fields)
    end = fields + moves_to_come(game, tables)
    if not tables.reveal_by_round:  # reveals are numbered as fields, from 1
        return tables.reveal_bits >> ONE & _from_to(fields, end)
    ahead = np.int64(game.round) + 1 - _moves_this_turn(game)  # round of the field `fields`, did every round fill one
    due = (tables.reveal_bits >> np.uint64(ahead)) << np.uint64(fields)
    if game.phase == FIRST_HALF:
        now = ONE << np.uint64(fields) if tables.reveal[game.round] else ZERO
        return now | due & _from_to(fields + 2, end)
    return due & _from_to(fields + 1 if game.phase == SECOND_HALF else fields, end)


@kernel
def _write_reveals(game: Record, tables: Record, row: Entries) -> None:
    due = _due_fields(game, tables)
    spread(np.uint32(due), row, _LOG_DUE)
    row[_MOVES_TO_REVEAL] = 0 if due == ZERO else lowest(due) + 1 - np.int64(game.fields)


# -- where the views of other games differ


@hook
def decision_seen(game: Record, tables: Record, viewer: Int) -> tuple[Int, Int]:
    """The seat that decides and the phase, as `viewer` knows them."""
    return game.mover, game.phase


@hook
def possible_seen(game: Record, viewer: Int) -> Words:
    """The set of stations where Mister X can be, as far as `viewer` may know it."""
    return words_of(game.possible)


@hook
def observe_further(game: Record, tables: Record, viewer: Int, row: Entries) -> None:
    """Write the entries behind those of the base games."""


@hook
def redact_further(game: Record, tables: Record, viewer: Int) -> None:
    """Blank what `viewer` may not know of the fields that only some games have."""


# -- the views


@kernel
def observe(game: Record, tables: Record, viewer: Int, row: Entries, size: Int) -> None:
    """Write the observation of the seat `viewer` into `row`: int8, `size` entries as the layout has."""
    for i in range(SMALL_VIEW):
        row[i] = tables.fixed_view[viewer, i]
    fill(row, SMALL_VIEW, size, 0)
    mover, phase = decision_seen(game, tables, viewer)
    if phase < OVER:
        row[_PHASE + phase] = 1
    if phase != OVER:
        row[_TO_MOVE + np.int64(tables.row_of[viewer, mover])] = 1
    row[_ROUND] = game.round
    if tables.last_field > 0:
        row[_ROUNDS_LEFT] = tables.last_field - game.fields
    else:
        row[_ROUNDS_LEFT] = tables.last_round - game.round
    row[_FIELDS_USED] = game.fields
    _write_pieces(game, tables, viewer, row)
    _write_log(game, tables, viewer, row)
    _write_reveals(game, tables, row)
    if not tables.hide_possible:
        at = _STATION + tables.stations * (PIECES + 1)
        write_set(possible_seen(game, viewer), np.int64(tables.stations), row, at)
    observe_further(game, tables, viewer, row)


@hook
def observe_truth(game: Record, tables: Record, row: Entries, size: Int) -> None:
    """Write the whole truth, for a central critic: what Mister X sees, from whom nothing is hidden."""
    observe(game, tables, 0, row, size)


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
    redact_further(game, tables, viewer)
