"""How far spaces are from detectives of Hunting Mister X: in turns, by what their dice show on average."""

import numpy as np

from sy_env.bits import ONE, ZERO, bit
from sy_env.hunting.state import DIE_KINDS, PIECES, SPACES
from sy_env.jit import Array, Int, Record, Word, kernel, lowest

TURN = 4  # distances are in quarters of a turn
RARE = 16 * TURN  # the longest line: dice hardly ever show it
FAR = 64 * TURN  # no way at all


@kernel
def chance_without(tables: Record, faces: Int, dice: Int) -> float:
    """Chance that so many dice show none of `faces` of their sides."""
    return float(((tables.sides - faces) / tables.sides) ** dice)


@kernel
def turns_for(tables: Record, kind: Int) -> Int:
    """Quarters of a turn until a full hand of dice shows `kind`, on average."""
    shown = 1.0 - chance_without(tables, np.int64(tables.die_faces[kind]), tables.detective_dice)
    return RARE if RARE * shown < TURN else np.int64(round(TURN / shown))


@kernel
def measure(game: Record, turns: Array, sources: Word, distance: Array) -> None:
    """Write the distances of detectives on `sources` to every space."""
    for space in range(SPACES + 1):
        distance[space] = 0 if sources & bit(space) != ZERO else FAR
    while sources != ZERO:  # spaces whose distance has changed
        space = lowest(sources)
        sources &= sources - ONE
        for kind in range(DIE_KINDS):
            length = distance[space] + turns[kind]
            word = game.adjacency[kind, space]
            while word != ZERO:
                to = lowest(word)
                word &= word - ONE
                if length < distance[to]:
                    distance[to] = length
                    sources |= bit(to)


@kernel
def reach_of(game: Record, posts: Array) -> Word:
    """Spaces that some detective on `posts`, by seat (0: nobody there), holds or may enter with one die."""
    spaces = ZERO
    for seat in range(1, PIECES):
        if posts[seat] > 0:
            spaces |= bit(np.int64(posts[seat]))
            for kind in range(DIE_KINDS):
                spaces |= game.adjacency[kind, posts[seat]]
    return spaces


@kernel
def target(action: Int) -> Int:
    """The space that a move, or a start, leads to."""
    return action % SPACES + 1


@kernel
def kind_of(action: Int) -> Int:
    """The kind of a move."""
    return action // SPACES
