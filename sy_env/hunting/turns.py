"""What an action changes, who is next, who has won (RULES A5). Rules never roll dice: at ROLL they wait for `apply_roll`."""

import numpy as np

from sy_env.bits import ZERO, bit
from sy_env.episode import DETECTIVES, MRX
from sy_env.hunting.moves import DOUBLE_ACTION, PASS_ACTION, PLACE_KIND, REROLL_ACTION, choices
from sy_env.hunting.possible import follow_move, keep_double, keep_pass, start_possible
from sy_env.hunting.state import (
    BLACK,
    CAPTURE,
    CHOOSE_PIECE,
    DIE_KINDS,
    ENTERED,
    FACES,
    FIRST_HALF,
    HELICOPTER,
    MOVE,
    OVER,
    PASS,
    PAWNS,
    PIECES,
    PLACE,
    ROLL,
    SECOND_HALF,
    SPACES,
    START,
    SURVIVED,
    TILES,
)
from sy_env.jit import Flag, Int, Record, Word, kernel, lowest


@kernel
def finish(game: Record, winner: Int, reason: Int) -> None:
    """End the game."""
    game.winner = winner
    game.reason = reason
    game.phase = OVER


# -- rounds


@kernel
def _begin_round(game: Record, tables: Record) -> None:
    """The dice on the table go back; the detectives take theirs, or as many as there are (B-17)."""
    for kind in range(DIE_KINDS):
        game.dice[kind] = 0
    for seat in range(PIECES):
        game.laid[seat] = 0
    game.hand = min(tables.detective_dice, tables.total_dice - np.int64(game.board_dice))
    game.moved = 0


@kernel
def starting_seat(game: Record, tables: Record) -> Int:
    """The pawn of the starting player: seat 1 in the first round, then the next one every round."""
    return (np.int64(game.round) - 1) % (tables.pieces - 1) + 1


@kernel
def _next_clockwise(game: Record, tables: Record) -> Int:
    seat = starting_seat(game, tables)
    while (game.moved >> seat) & 1:
        seat = seat + 1 if seat + 1 < tables.pieces else 1
    return seat


@kernel
def apply_roll(game: Record, tables: Record, taxi: Int, bus: Int, underground: Int, blank: Int) -> None:
    """Chance: the dice in hand show so many of each face. Ask the pawn that is next, or the player which pawn it shall be."""
    game.roll[0] = taxi
    game.roll[1] = bus
    game.roll[2] = underground
    game.roll[3] = blank
    game.phase = MOVE
    if tables.any_order:
        candidates = np.uint64(choices(game, tables))
        game.mover = lowest(candidates)
        if candidates & (candidates - np.uint64(1)) != ZERO:
            game.phase = CHOOSE_PIECE


@kernel
def _clear_roll(game: Record) -> None:
    for face in range(FACES):
        game.roll[face] = 0


@kernel
def _end_detectives(game: Record, tables: Record) -> None:
    _clear_roll(game)
    for pawn in range(PAWNS):
        game.path[game.round, pawn] = game.station[pawn + 1]
        game.path_die[game.round, pawn] = game.laid[pawn + 1]
    if game.spaces >= tables.board_spaces:
        finish(game, MRX, SURVIVED)
    else:
        game.mover = 0
        game.phase = MOVE


@kernel
def wait_for_roll(game: Record, tables: Record) -> None:
    """The dice in hand are to be rolled for the next pawn."""
    game.rerolled = 0
    game.phase = ROLL
    game.mover = _next_clockwise(game, tables)


@kernel
def _next_turn(game: Record, tables: Record) -> None:
    """The mover is done: roll for the next pawn, or when all are done let Mister X move, if he has not escaped."""
    if game.mover == 0:
        _begin_round(game, tables)
    if np.int64(game.moved) == (1 << tables.pieces) - 2:
        _end_detectives(game, tables)
    else:
        wait_for_roll(game, tables)


# -- actions of Mister X


@kernel
def tile_spaces(tables: Record, tile: Int) -> Word:
    """The spaces of a tile, by its index in the box; both sides have the same."""
    spaces = ZERO
    for position in range(4):
        spaces |= bit(np.int64(tables.number[tile, 0, position]))
    return spaces


@kernel
def tile_of(game: Record, tables: Record, space: Int) -> Int:
    """Index in the box of the tile on which `space` lies."""
    for place in range(TILES):
        tile = np.int64(game.tiles[place]) - 1
        if tile >= 0 and tile_spaces(tables, tile) & bit(space) != ZERO:
            return tile
    return -1


@kernel
def _write(game: Record, code: Int, space: Int) -> None:
    """Mister X goes to `space`: it is written on the next space of his board, and covered with a die."""
    game.station[0] = space
    game.log_kind[game.spaces] = code
    game.log_station[game.spaces] = space
    game.log_round[game.spaces] = game.round
    game.spaces += 1
    game.board_dice += 1


@kernel
def _start_mrx(game: Record, tables: Record, space: Int) -> None:
    """He starts on `space` and names his tile."""
    tile = tile_of(game, tables, space)
    game.start_tile = tile + 1
    start_possible(game, tile_spaces(tables, tile))
    _write(game, START, space)


@kernel
def _pay(game: Record, kind: Int) -> None:
    if kind == BLACK:
        game.black -= 1
    elif kind == HELICOPTER:
        game.helicopter -= 1
    else:
        game.dice[kind] -= 1


@kernel
def _spot(game: Record) -> None:
    """He is seen: his pawn is put down, all dice come off his board, and what is written there can be read."""
    for i in range(game.spaces):
        game.log_shown[i] = game.log_station[i]
    game.board_dice = 0
    game.possible[0] = bit(np.int64(game.station[0]))


@kernel
def _travel(game: Record, tables: Record, code: Int, space: Int) -> None:
    """He moves, or passes, and may be spotted (B-17)."""
    turn_is_over = game.phase != FIRST_HALF
    if code == PASS:
        keep_pass(game, tables)
        _write(game, PASS, np.int64(game.station[0]))
    else:
        follow_move(game, tables, code - 1)
        _pay(game, code - 1)
        _write(game, code, space)
        game.moves += 1
        if game.occupied & bit(space) != ZERO:
            finish(game, DETECTIVES, ENTERED)
            return
    if tables.reveal[game.spaces] if tables.reveal_by_space else turn_is_over and tables.reveal[game.round]:
        _spot(game)


@kernel
def _act_mrx(game: Record, tables: Record, action: Int) -> Flag:
    """Mister X's action; returns whether his turn is over."""
    if action == DOUBLE_ACTION:
        keep_double(game, tables)
        game.double -= 1
        game.phase = FIRST_HALF
        return False
    kind = action // SPACES
    space = action - kind * SPACES + 1
    if kind == PLACE_KIND:
        _start_mrx(game, tables, space)
        return True
    first = game.phase == FIRST_HALF
    _travel(game, tables, PASS if action == PASS_ACTION else kind + 1, space)
    if game.phase == OVER:
        return True
    if first:
        game.phase = SECOND_HALF
        return False
    game.round += 1
    return True


# -- actions of the detectives


@kernel
def _start_pawn(game: Record, tables: Record, space: Int) -> None:
    seat = np.int64(game.mover)
    game.station[seat] = space
    game.occupied |= bit(space)
    game.path[0, seat - 1] = space
    game.mover = seat + 1 if seat + 1 < tables.pieces else 0


@kernel
def _move_pawn(game: Record, kind: Int, space: Int) -> None:
    seat = np.int64(game.mover)
    game.occupied ^= bit(np.int64(game.station[seat])) | bit(space)
    game.station[seat] = space
    game.laid[seat] = kind + 1
    game.dice[kind] += 1
    game.hand -= 1
    game.moves += 1
    game.possible[0] &= ~bit(space)
    if space == game.station[0]:
        finish(game, DETECTIVES, CAPTURE)


@kernel
def _act_detective(game: Record, tables: Record, action: Int) -> Flag:
    """An action of the detectives; returns whether the mover's turn is over."""
    if action == REROLL_ACTION:
        game.rerolls -= 1
        game.rerolled += 1
        game.phase = ROLL
        return False
    if action > REROLL_ACTION:
        game.mover = action - REROLL_ACTION
        game.phase = MOVE
        return False
    kind = action // SPACES
    space = action - kind * SPACES + 1
    if kind == PLACE_KIND:
        _start_pawn(game, tables, space)
        return False
    game.moved |= 1 << np.int64(game.mover)
    if action != PASS_ACTION:
        _move_pawn(game, kind, space)
    return True


@kernel
def act(game: Record, tables: Record, action: Int) -> None:
    """Let the mover take `action`, which has to be legal, and go on to the next decision, the next roll or the end."""
    if not (tables.random_placement and game.phase == PLACE):
        game.decisions += 1
    turn_is_over = _act_mrx(game, tables, action) if game.mover == 0 else _act_detective(game, tables, action)
    if turn_is_over and game.phase != OVER:
        _next_turn(game, tables)
