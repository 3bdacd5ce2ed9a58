"""Where the pawns stand in Hunting Mister X, and what that makes of a space: how far they are, and which ways out are open."""

import numpy as np

from sy_agents.hunting_distances import FAR as NO_WAY
from sy_agents.hunting_distances import TURN, measure, reach_of
from sy_agents.learned.belief import fields_since_shown
from sy_agents.learned.hunting.chances import hand_beside, threat
from sy_agents.learned.networks import Real, scaled
from sy_env.bits import ZERO, bit
from sy_env.hunting.state import BLACK, DIE_KINDS, PAWNS, PIECES, SPACES
from sy_env.jit import Array, Int, Record, kernel, ones

WIDTH = SPACES + 1
FAR = 255
"""Distances are cut off here: no way at all. They are in quarters of a turn, as those of `sy_agents.hunting_distances`."""

SPACE = (
    *(f"distance_{i}" for i in range(PAWNS)),  # of the pawns in turns, the closest first
    "threat",  # chance that the dice let a pawn move here in the next round
    "taxi_ways",
    "bus_ways",
    "underground_ways",
    "safe_ways",  # to spaces out of reach of every pawn
)
"""What the detectives' places make of a space."""


@kernel
def measure_board(game: Record, belief: Record, room: Record) -> None:
    """Measure how far all spaces of a board are from each other."""
    for origin in range(1, WIDTH):
        measure(game, room.kind_turns, bit(origin), room.distance)
        for space in range(WIDTH):
            belief.turns[origin, space] = FAR if room.distance[space] >= NO_WAY else min(room.distance[space], FAR)


@kernel
def _look(game: Record, belief: Record, room: Record) -> None:
    """The pawns stand on `room.posts`: what they hold and reach, and how far the closest is from every space."""
    room.held = ZERO
    room.reach = reach_of(game, room.posts)
    room.closest[:] = FAR
    for seat in range(1, PIECES):
        post = room.posts[seat]
        if post > 0:
            room.held |= bit(post)
            for space in range(1, WIDTH):
                room.closest[space] = min(room.closest[space], np.int64(belief.turns[post, space]))


@kernel
def look_now(game: Record, tables: Record, belief: Record, hand: Int, room: Record) -> None:
    """The pawns stand where they do, with so many dice in hand."""
    for seat in range(PIECES):
        room.posts[seat] = game.station[seat] if 0 < seat < tables.pieces else 0
    room.hand = hand
    _look(game, belief, room)


@kernel
def look_in(game: Record, tables: Record, belief: Record, round_: Int, i: Int, room: Record) -> None:
    """The pawns stand where they did in a round (0: at the start), when Mister X filled space number `i` of his board."""
    for seat in range(PIECES):
        room.posts[seat] = game.path[round_, seat - 1] if 0 < seat < tables.pieces else 0
    room.hand = hand_beside(tables, fields_since_shown(game, i) + 1)
    _look(game, belief, room)


@kernel
def sort_distances(belief: Record, space: Int, room: Record) -> None:
    """The pawns' distances to a space into `room.distances`, the closest first."""
    for j in range(PAWNS):
        post = room.posts[j + 1]
        distance = np.int64(belief.turns[post, space]) if post > 0 else FAR
        i = j
        while i > 0 and room.distances[i - 1] > distance:
            room.distances[i] = room.distances[i - 1]
            i -= 1
        room.distances[i] = distance


@kernel
def in_turns(distance: Int) -> Real:
    """A distance as a feature: 1 for six turns and more."""
    return scaled(distance, 6 * TURN, 6.0 * TURN)


@kernel
def describe_space(game: Record, tables: Record, belief: Record, space: Int, room: Record, row: Array) -> None:
    """Write the features SPACE of a space into `row`."""
    sort_distances(belief, space, room)
    for j in range(PAWNS):
        row[j] = in_turns(room.distances[j])
    row[3] = threat(game, tables, room.misses, room.posts, room.hand, space)
    for kind in range(DIE_KINDS):
        row[4 + kind] = np.float32(ones(game.adjacency[kind, space])) / np.float32(4.0)
    row[7] = np.float32(ones(game.adjacency[BLACK, space] & ~room.reach)) / np.float32(6.0)
