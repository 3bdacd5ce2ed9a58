"""What the critic sees of a position of Hunting Mister X: the whole truth, his space too. No player reads it."""

import numpy as np

from sy_agents.learned.hunting.belief import weights_now
from sy_agents.learned.hunting.chances import hand_beside, threat
from sy_agents.learned.hunting.mister_x import summarise
from sy_agents.learned.hunting.places import SPACE, WIDTH, describe_space, in_turns, look_now
from sy_agents.learned.hunting.standing import (
    BOXES,
    CLOCK,
    DICE,
    TABLE,
    describe_boxes,
    describe_clock,
    describe_dice,
    describe_table,
)
from sy_agents.learned.networks import log_scaled
from sy_env.bits import ZERO, bit
from sy_env.hunting.state import CHOOSE_PIECE, DIE_KINDS, FIRST_HALF, PIECES, PLACE, SECOND_HALF
from sy_env.jit import Array, Record, entry, kernel

FEATURES = (
    "mrx_to_move",
    "start",
    "first_half",
    "second_half",
    "choosing",
    *CLOCK,
    *BOXES,
    *DICE,
    "board_dice",
    *TABLE,
    "yet_to_move",
    *SPACE,  # of his
    "waiting_threat",  # chance that the pawns yet to move can be taken to him
    "roll_takes",  # the roll takes the pawn to move to him
    "believed",
    "believed_log",
    "entropy",
    "spaces",
    "largest",
    "mass_distance",  # expected distance of the believed space from the closest pawn
)
"""Features of a position, float32, each about 0 to 1."""

_ZERO = np.float32(0.0)


@kernel
def _describe_rules(game: Record, tables: Record, row: Array) -> None:
    row[0] = game.mover == 0
    row[1] = game.phase == PLACE
    row[2] = game.phase == FIRST_HALF
    row[3] = game.phase == SECOND_HALF
    row[4] = game.phase == CHOOSE_PIECE
    describe_clock(game, tables, row[5:])
    describe_boxes(game, row[9:])
    describe_dice(game, row[12:])
    row[22] = game.board_dice / 5.0
    describe_table(tables, row[23:])
    for seat in range(1, tables.pieces):
        row[26] += _ZERO if (game.moved >> seat) & 1 else np.float32(0.3)


@kernel
def _describe_danger(game: Record, tables: Record, belief: Record, room: Record, row: Array) -> None:
    space = np.int64(game.station[0])
    look_now(game, tables, belief, hand_beside(tables, np.int64(game.board_dice) + 1), room)
    if space == 0:
        return
    describe_space(game, tables, belief, space, room, row[27:])
    if game.mover == 0:
        return
    for seat in range(1, PIECES):
        if (game.moved >> seat) & 1:
            room.posts[seat] = 0
    row[27 + len(SPACE)] = threat(game, tables, room.misses, room.posts, np.int64(game.hand), space)
    for kind in range(DIE_KINDS):
        if game.roll[kind] > 0 and game.adjacency[kind, game.station[game.mover]] & bit(space) != ZERO:
            row[28 + len(SPACE)] = 1.0


@kernel
def _describe_belief(game: Record, weights: Array, room: Record, row: Array) -> None:
    space = np.int64(game.station[0])
    entropy, number, largest = summarise(weights)
    row[0] = weights[space]
    row[1] = log_scaled(weights[space])
    row[2] = entropy / np.float32(3.0)
    row[3] = np.log(max(number, np.float32(1.0))) / np.float32(3.0)
    row[4] = largest
    for other in range(1, WIDTH):
        row[5] += weights[other] * in_turns(room.closest[other])


@entry
def describe_all(games: Array, tables: Array, beliefs: Array, room: Array, out: Array) -> None:
    """Write the features of every game into the rows of `out`, float32 (N, at least len(FEATURES))."""
    weights = np.zeros(WIDTH, np.float32)
    for i in range(len(games)):
        row = out[i]
        row[:] = _ZERO
        weights_now(beliefs[i], games[i], tables[0], weights)
        _describe_rules(games[i], tables[0], row)
        _describe_danger(games[i], tables[0], beliefs[i], room[0], row)
        _describe_belief(games[i], weights, room[0], row[29 + len(SPACE) :])
