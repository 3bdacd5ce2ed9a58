"""What the critic sees of a position of Hunting Mister X: the whole truth, his space too. No player reads it."""

import numpy as np

from sy_agents.learned.belief import fields_since_shown
from sy_agents.learned.hunting.belief import spaces_to_reveal, weights_now
from sy_agents.learned.hunting.chances import hand_beside, threat
from sy_agents.learned.hunting.mister_x import summarise
from sy_agents.learned.hunting.places import SPACE, WIDTH, describe_space, in_turns, look_now
from sy_agents.learned.networks import log_scaled, scaled
from sy_env.bits import ZERO, bit
from sy_env.hunting.state import CHOOSE_PIECE, DIE_KINDS, FACES, FIRST_HALF, PIECES, PLACE, SECOND_HALF
from sy_env.jit import Array, Record, entry, kernel

FEATURES = (
    "mrx_to_move",
    "start",
    "first_half",
    "second_half",
    "choosing",
    "round",
    "spaces_left",
    "to_reveal",
    "since_shown",
    "black",
    "double",
    "helicopter",
    "hand",
    *(f"roll_{name}" for name in ("taxi", "bus", "underground", "x")),
    *(f"laid_{name}" for name in ("taxi", "bus", "underground")),
    "rerolls",
    "rerolled",
    "board_dice",
    "pawns",
    "any_order",
    "expert",
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
    row[5] = game.round / 12.0
    row[6] = (tables.board_spaces - np.int64(game.spaces)) / 12.0
    row[7] = spaces_to_reveal(tables, np.int64(game.spaces), np.int64(game.round) - 1) / 5.0
    row[8] = scaled(fields_since_shown(game, np.int64(game.spaces)), 6, 5.0)
    row[9] = game.black / 3.0
    row[10] = game.double
    row[11] = game.helicopter
    row[12] = game.hand / 4.0
    for face in range(FACES):
        row[13 + face] = game.roll[face] / 2.0
    for kind in range(DIE_KINDS):
        row[17 + kind] = game.dice[kind] / 3.0
    row[20] = game.rerolls / 3.0
    row[21] = game.rerolled / 2.0
    row[22] = game.board_dice / 5.0
    row[23] = (tables.pieces - 1) / 3.0
    row[24] = tables.any_order
    row[25] = tables.expert_tiles > 0
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
