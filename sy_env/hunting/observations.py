"""What each side may know: the observation vector, its layout, and the redacted record.

This file alone decides what leaves the hidden fields of a record. What detectives get is a function of public information: moving
hidden Mister X to another possible space changes nothing in it, bit for bit.
"""

import numpy as np

from sy_env.bits import ONE, ZERO
from sy_env.hunting.state import BOARD, DIE_KINDS, FACES, FIRST_HALF, OVER, PICTURE, PIECES, SPACES, START
from sy_env.hunting.turns import starting_seat, tile_spaces
from sy_env.jit import Array, Flag, Int, Record, Word, kernel, lowest
from sy_env.layouts import Layout, build_layout

LAYOUT_VERSION = 1
RULE_FLAGS = 8
ASKED = 5  # phases in which somebody decides
MOST = 127  # numbers are clipped to what int8 holds

_PIECE = "rows as in `piece_space`"
_SPACE = "by number of the space"

HUNTING_LAYOUT: Layout = build_layout(
    "hunting",
    LAYOUT_VERSION,
    [
        ("role", (2,), 0, 1, "one-hot: the observer is Mister X, a detective"),
        ("seat", (PIECES,), 0, 1, "one-hot: seat of the observer (0 Mister X, 1.. detectives)"),
        ("phase", (ASKED,), 0, 1, "one-hot: a start, a move, first half of a double, second half, choice of a pawn for the roll"),
        ("to_move", (PIECES,), 0, 1, f"one-hot: whose decision it is; {_PIECE}"),
        ("round", (1,), 0, MOST, "round, from 1"),
        ("spaces_used", (1,), 0, BOARD, "spaces of Mister X's board that are filled"),
        ("spaces_left", (1,), 0, BOARD, "spaces of it that are free"),
        (
            "moves_to_reveal",
            (1,),
            0,
            BOARD,
            "Mister X's moves until he is spotted (1: his next) without doubles; 0: never",
        ),
        ("roll", (FACES,), 0, MOST, "dice in hand that show taxi, bus, underground, X"),
        ("hand", (1,), 0, MOST, "dice that the detectives have not laid in this round"),
        ("dice", (DIE_KINDS,), 0, MOST, "laid dice that Mister X can take: taxi, bus, underground"),
        ("board_dice", (1,), 0, MOST, "dice on Mister X's board"),
        ("rerolls", (2,), 0, MOST, "roll-again tokens left, and used on this roll"),
        ("boxes", (3,), 0, MOST, "black tickets, double moves and helicopter flights that Mister X has left"),
        (
            "rules",
            (RULE_FLAGS,),
            0,
            1,
            "edition: spotted by spaces, one player moves all pawns, entering a detective loses, special moves forced, special "
            "moves need a laid die, helicopter in doubles, doubles need two dice, start on bus stops",
        ),
        ("piece_present", (PIECES,), 0, 1, f"the row is in play; {_PIECE}"),
        ("piece_visible", (PIECES,), 0, 1, f"the observer knows where it stands; {_PIECE}"),
        ("piece_moved", (PIECES,), 0, 1, f"a detective that is done for this round; {_PIECE}"),
        ("piece_starts", (PIECES,), 0, 1, f"the detective with the starting player token; {_PIECE}"),
        ("piece_die", (PIECES, DIE_KINDS), 0, 1, f"one-hot: the die that it laid: taxi, bus, underground; {_PIECE}"),
        (
            "log_kind",
            (BOARD, START),
            0,
            1,
            "Mister X's board, one-hot by space: taxi, bus, underground, black, helicopter, pass, the start",
        ),
        ("log_visible", (BOARD,), 0, 1, "the observer knows the number that is written there"),
        ("log_number", (BOARD,), 0, SPACES, "that number, 0 if not visible"),
        ("log_shown", (BOARD,), 0, 1, "the number can be read by everybody"),
        ("log_round", (BOARD,), 0, MOST, "round in which it was filled, 0: not yet"),
        ("log_due", (BOARD,), 0, 1, "spaces to come after which he is spotted, without further doubles"),
        (
            "piece_space",
            (PIECES, SPACES),
            0,
            1,
            "one-hot, zero if hidden, absent or not placed. Rows for a detective: itself, the other detectives in seat order "
            "from it (around), Mister X last; for Mister X: himself, the detectives in seat order",
        ),
        ("last_shown", (SPACES,), 0, 1, "one-hot: space where he was spotted last"),
        ("start_tile", (SPACES,), 0, 1, "spaces of the tile on which he began, once named"),
        ("possible", (SPACES,), 0, 1, "exact set of spaces where Mister X can be, from public information"),
        # the board, in the order of `picture` in the record
        ("space_present", (SPACES,), 0, 1, f"it is on the board; {_SPACE}"),
        ("space_bus", (SPACES,), 0, 1, f"a bus stops there; {_SPACE}"),
        ("space_underground", (SPACES,), 0, 1, f"an underground stops there; {_SPACE}"),
        ("space_column", (SPACES,), 0, 6, f"its column from 1, 0 if absent; {_SPACE}"),
        ("space_row", (SPACES,), 0, 6, f"its row from 1, 0 if absent; {_SPACE}"),
        ("space_diagonal", (SPACES,), 0, 1, f"a diagonal for taxis leads across its tile; {_SPACE}"),
        ("space_roads", (SPACES, 4), 0, 1, f"taxis can leave to the north, east, south, west; {_SPACE}"),
        ("space_rides", (SPACES, 4), 0, 1, f"a bus can leave to the north, east, south, west; {_SPACE}"),
    ],
)
"""The observation of all editions of Hunting Mister X, player counts and roles."""

_AT = {field.name: field.start for field in HUNTING_LAYOUT}
_ROLE, _SEAT, _PHASE, _TO_MOVE = _AT["role"], _AT["seat"], _AT["phase"], _AT["to_move"]
_ROUND, _USED, _LEFT, _TO_REVEAL = _AT["round"], _AT["spaces_used"], _AT["spaces_left"], _AT["moves_to_reveal"]
_ROLL, _HAND, _DICE, _BOARD_DICE = _AT["roll"], _AT["hand"], _AT["dice"], _AT["board_dice"]
_REROLLS, _BOXES, _RULES = _AT["rerolls"], _AT["boxes"], _AT["rules"]
_PRESENT, _VISIBLE, _MOVED, _STARTS = _AT["piece_present"], _AT["piece_visible"], _AT["piece_moved"], _AT["piece_starts"]
_DIE, _SPACE_OF = _AT["piece_die"], _AT["piece_space"]
_LOG_KIND, _LOG_VISIBLE, _LOG_NUMBER = _AT["log_kind"], _AT["log_visible"], _AT["log_number"]
_LOG_SHOWN, _LOG_ROUND, _LOG_DUE = _AT["log_shown"], _AT["log_round"], _AT["log_due"]
_LAST_SHOWN, _START_TILE, _POSSIBLE, _PICTURE = _AT["last_shown"], _AT["start_tile"], _AT["possible"], _AT["space_present"]


@kernel
def _row_of(tables: Record, viewer: Int, seat: Int) -> Int:
    """Row of the piece `seat` in the view of `viewer`."""
    if viewer == 0:
        return seat
    if seat == 0:
        return PIECES - 1
    return seat - viewer if seat >= viewer else seat - viewer + tables.pieces - 1


@kernel
def mrx_visible(game: Record) -> Flag:
    """Whether Mister X stands on the board for all to see: he was spotted, and has not moved since."""
    return game.spaces > 0 and game.log_shown[game.spaces - 1] > 0


@kernel
def _write_set(spaces: Word, at: Int, row: Array) -> None:
    while spaces != ZERO:
        row[at - 1 + lowest(spaces)] = 1
        spaces &= spaces - ONE


@kernel
def _write_pieces(game: Record, tables: Record, viewer: Int, row: Array) -> None:
    visible = viewer == 0 or mrx_visible(game)
    for seat in range(tables.pieces):
        at = _row_of(tables, viewer, seat)
        row[_PRESENT + at] = 1
        row[_MOVED + at] = (game.moved >> seat) & 1
        if game.laid[seat] > 0:
            row[_DIE + DIE_KINDS * at + np.int64(game.laid[seat]) - 1] = 1
        if (seat > 0 or visible) and game.station[seat] > 0:
            row[_VISIBLE + at] = 1
            row[_SPACE_OF + SPACES * at + np.int64(game.station[seat]) - 1] = 1
    row[_STARTS + _row_of(tables, viewer, starting_seat(game, tables))] = 1


@kernel
def _write_log(game: Record, viewer: Int, row: Array) -> None:
    for i in range(game.spaces):
        if game.log_kind[i] > 0:  # unknown in positions set up without their history
            row[_LOG_KIND + START * i + np.int64(game.log_kind[i]) - 1] = 1
        row[_LOG_ROUND + i] = game.log_round[i]
        number = game.log_station[i] if viewer == 0 else game.log_shown[i]
        if number > 0:
            row[_LOG_VISIBLE + i] = 1
            row[_LOG_NUMBER + i] = number
        if game.log_shown[i] > 0:
            row[_LOG_SHOWN + i] = 1


@kernel
def _write_last_shown(game: Record, row: Array) -> None:
    for i in range(np.int64(game.spaces) - 1, -1, -1):
        if game.log_shown[i] > 0:
            row[_LAST_SHOWN + np.int64(game.log_shown[i]) - 1] = 1
            return


@kernel
def _write_reveals(game: Record, tables: Record, row: Array) -> None:
    """Mark the spaces to come after which he is spotted, if he makes no further double."""
    used: Int = max(np.int64(game.spaces), 1)
    shift: Int = 1  # from a space's index to the number that reveals are counted by: its own, or that of the turn that ends on it
    first = used
    if tables.reveal_by_space == 0:
        first += game.phase == FIRST_HALF
        shift = np.int64(game.round) - first
    for i in range(tables.board_spaces - 1, first - 1, -1):
        if tables.reveal[i + shift]:
            row[_LOG_DUE + i] = 1
            row[_TO_REVEAL] = i + 1 - used


@kernel
def _write_rules(tables: Record, row: Array) -> None:
    row[_RULES] = tables.reveal_by_space
    row[_RULES + 1] = tables.any_order
    row[_RULES + 2] = tables.enter_loses
    row[_RULES + 3] = tables.force_specials
    row[_RULES + 4] = tables.specials_need_die
    row[_RULES + 5] = tables.heli_in_double
    row[_RULES + 6] = tables.two_dice
    row[_RULES + 7] = tables.start_on_bus


@kernel
def _write_counts(game: Record, tables: Record, row: Array) -> None:
    row[_ROUND] = game.round
    row[_USED] = game.spaces
    row[_LEFT] = tables.board_spaces - np.int64(game.spaces)
    for face in range(FACES):
        row[_ROLL + face] = game.roll[face]
    row[_HAND] = game.hand
    for kind in range(DIE_KINDS):
        row[_DICE + kind] = game.dice[kind]
    row[_BOARD_DICE] = game.board_dice
    row[_REROLLS] = game.rerolls
    row[_REROLLS + 1] = game.rerolled
    row[_BOXES] = game.black
    row[_BOXES + 1] = game.double
    row[_BOXES + 2] = game.helicopter


@kernel
def observe(game: Record, tables: Record, viewer: Int, row: Array) -> None:
    """Write the observation of the seat `viewer` into `row`, int8 of the layout's size."""
    row[:_PICTURE] = 0
    for i in range(PICTURE):  # ten times as fast as an assignment of slices
        row[_PICTURE + i] = game.picture[i]
    row[_ROLE + (1 if viewer > 0 else 0)] = 1
    row[_SEAT + viewer] = 1
    if game.phase != OVER:
        row[_PHASE + np.int64(game.phase)] = 1
        row[_TO_MOVE + _row_of(tables, viewer, np.int64(game.mover))] = 1
    _write_counts(game, tables, row)
    _write_rules(tables, row)
    _write_pieces(game, tables, viewer, row)
    _write_log(game, viewer, row)
    _write_last_shown(game, row)
    _write_reveals(game, tables, row)
    if game.start_tile > 0:
        _write_set(tile_spaces(tables, np.int64(game.start_tile) - 1), _START_TILE, row)
    if not tables.hide_possible:
        _write_set(game.possible[0], _POSSIBLE, row)


@kernel
def redact(game: Record, viewer: Int) -> None:
    """Blank, in a copy of a record, what the seat `viewer` may not know; the random stream is blanked for everybody."""
    game.key = ZERO
    game.draws = ZERO
    if viewer > 0:
        if not mrx_visible(game):
            game.station[0] = 0
        for i in range(BOARD):
            game.log_station[i] = game.log_shown[i]
