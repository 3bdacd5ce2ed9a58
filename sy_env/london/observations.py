"""What each side may know: the observation vector, its layout, and the redacted record.

This file alone decides what leaves the hidden fields of a record. What pursuers get is a function of public information: moving
hidden Mister X to another possible station changes nothing in it, bit for bit.
"""

import numpy as np

from sy_env.bits import ONE, WORDS, ZERO
from sy_env.jit import Array, Flag, Int, Record, Word, hook, kernel, lowest
from sy_env.london.layout import MOST
from sy_env.london.layout import london_layout as london_layout
from sy_env.london.state import FIELDS, FIRST_HALF, OVER, PASS, PIECES, PURSUERS, SECOND_HALF, STOCKS

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
        if 0 < game.log_ticket[i] <= PASS:  # unknown in positions set up without their history
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


# -- where the views of other games differ


@hook
def decision_seen(game: Record, tables: Record, viewer: Int) -> tuple[Int, Int]:
    """The seat that decides and the phase, as `viewer` knows them."""
    return game.mover, game.phase


@hook
def possible_word(game: Record, tables: Record, viewer: Int, w: Int) -> Word:
    """Word `w` of the set of stations where Mister X can be, as far as `viewer` may know it."""
    return game.possible[w]


@hook
def observe_further(game: Record, tables: Record, viewer: Int, row: Array) -> None:
    """Write the entries behind those of the base games."""


@hook
def redact_further(game: Record, tables: Record, viewer: Int) -> None:
    """Blank what `viewer` may not know of the fields that only some games have."""


# -- the views


@kernel
def write_word(word: Word, w: Int, row: Array, at: Int) -> None:
    """Mark the stations of word `w` of a set; the entry of station 1 is number `at` + 1."""
    while word != ZERO:
        row[at + 64 * w + lowest(word)] = 1
        word &= word - ONE


@kernel
def observe(game: Record, tables: Record, viewer: Int, row: Array) -> None:
    """Write the observation of the seat `viewer` into `row`, int8 of the layout's size."""
    row[:] = 0
    row[_ROLE + (1 if viewer > 0 else 0)] = 1
    row[_SEAT + viewer] = 1
    mover, phase = decision_seen(game, tables, viewer)
    if phase < OVER:
        row[_PHASE + phase] = 1
    if phase != OVER:
        row[_TO_MOVE + _row_of(tables, viewer, np.int64(mover))] = 1
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
            write_word(possible_word(game, tables, viewer, w), w, row, at)
    observe_further(game, tables, viewer, row)


@hook
def observe_truth(game: Record, tables: Record, row: Array) -> None:
    """Write the whole truth, for a central critic: what Mister X sees, from whom nothing is hidden."""
    observe(game, tables, 0, row)


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


def num_entries(stations: int) -> int:
    """Number of entries of an observation on a board of so many stations."""
    return london_layout(stations).size


DTYPE = np.int8
