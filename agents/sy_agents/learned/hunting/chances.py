"""Chances: how likely the dice take detectives to a space in their next turns."""

import numpy as np

from sy_agents.learned.networks import Real
from sy_env.bits import ZERO, bit
from sy_env.hunting.state import DIE_KINDS, PIECES
from sy_env.jit import Array, Int, Record, kernel

KIND_SETS = 1 << DIE_KINDS
MOST_DICE = 16

_ONE = np.float32(1.0)


@kernel
def write_misses(tables: Record, misses: Array) -> None:
    """Write the chance that so many dice show none of a set of kinds into `misses`, float32 (KIND_SETS, MOST_DICE)."""
    for kinds in range(KIND_SETS):
        faces: Int = 0
        for kind in range(DIE_KINDS):
            if (kinds >> kind) & 1:
                faces += np.int64(tables.die_faces[kind])
        miss = np.float32(tables.sides - faces) / np.float32(tables.sides)
        misses[kinds, 0] = _ONE
        for dice in range(1, MOST_DICE):
            misses[kinds, dice] = misses[kinds, dice - 1] * miss


@kernel
def kinds_between(game: Record, origin: Int, space: Int) -> Int:
    """The set of kinds of a die that takes a pawn from one space to another."""
    kinds = 0
    target = bit(space)
    for kind in range(DIE_KINDS):
        if game.adjacency[kind, origin] & target != ZERO:
            kinds |= 1 << kind
    return kinds


@kernel
def hand_beside(tables: Record, covered: Int) -> Int:
    """How many dice the detectives have in a round in which so many lie on Mister X's board."""
    return max(min(tables.detective_dice, tables.total_dice - covered, MOST_DICE - 1), 0)


@kernel
def threat(game: Record, tables: Record, misses: Array, posts: Array, hand: Int, space: Int) -> Real:
    """The chance that one of the pawns on `posts` (0: none there) can move to a space, if each lays a die of the hand in turn."""
    missed = _ONE
    dice = hand
    for seat in range(1, PIECES):
        if posts[seat] > 0:
            missed *= misses[kinds_between(game, np.int64(posts[seat]), space), max(dice, 0)]
            dice -= 1
    return _ONE - missed
