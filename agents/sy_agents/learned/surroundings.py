"""What the pursuers' places make of a station: how far they are from it, and which ways out of it are open."""

import numpy as np

from sy_agents.learned.geography import FAR, PLACE
from sy_agents.learned.networks import scaled
from sy_env.bits import WORDS, ZERO, add, has
from sy_env.jit import Array, Int, Record, Word, kernel, ones
from sy_env.london.state import BLACK, MOVE_KINDS, PURSUERS
from sy_env.london.tables import WIDTH

STATION = (
    *(f"distance_{i}" for i in range(PURSUERS)),  # of the pursuers, the closest first
    *(f"closest_{i}" for i in (1, 2, 3, 4)),  # one-hot; 4: or more
    "within_one",  # pursuers
    "within_two",
    "safe_exits",  # lines to stations that no pursuer is next to
    *PLACE,
)
"""Features of a station, float32, each about 0 to 1."""

SURROUNDINGS = np.dtype(
    [
        ("posts", np.int64, PURSUERS),  # where the pursuers stand
        ("held", np.uint64, WORDS),  # stations that they hold
        ("closest", np.uint8, WIDTH),  # distance of the closest of them to each station
        ("near", np.uint64, WORDS),  # stations within one line of one of them
        ("described", np.uint64, WORDS),  # stations whose description is there
        ("description", np.float32, (WIDTH, len(STATION))),
        ("distances", np.int64, PURSUERS),
    ],
    align=True,
)
"""The pursuers' places, and what is known of the stations so far."""


@kernel
def _look(tables: Record, hops: Array, near: Array, around: Record) -> None:
    """The pursuers stand on `around.posts` (0: not in play): forget what was known of the stations before."""
    around.closest[:] = FAR
    for w in range(WORDS):
        around.held[w] = ZERO
        around.near[w] = ZERO
        around.described[w] = ZERO
    for j in range(PURSUERS):
        if around.posts[j] > 0:
            add(around.held, around.posts[j])
            for station in range(1, tables.stations + 1):
                around.closest[station] = min(around.closest[station], hops[around.posts[j], station])
            for w in range(WORDS):
                around.near[w] |= near[around.posts[j], w]


@kernel
def look_in(game: Record, tables: Record, hops: Array, near: Array, round_: Int, around: Record) -> None:
    """The pursuers stand where they did while Mister X moved in a round."""
    for j in range(PURSUERS):
        around.posts[j] = game.path[round_ - 1, j] if j < tables.pieces - 1 else 0
    _look(tables, hops, near, around)


@kernel
def look_now(game: Record, tables: Record, hops: Array, near: Array, around: Record) -> None:
    """The pursuers stand where they do."""
    for j in range(PURSUERS):
        around.posts[j] = game.station[j + 1] if j < tables.pieces - 1 else 0
    _look(tables, hops, near, around)


@kernel
def sort_distances(hops: Array, station: Int, around: Record) -> None:
    """The pursuers' distances to a station into `around.distances`, the closest first."""
    for j in range(PURSUERS):
        distance = np.int64(hops[around.posts[j], station])
        i = j
        while i > 0 and around.distances[i - 1] > distance:
            around.distances[i] = around.distances[i - 1]
            i -= 1
        around.distances[i] = distance


@kernel
def count_safe_exits(tables: Record, station: Int, around: Record) -> Int:
    """How many neighbours of a station are more than one line from every pursuer."""
    safe = 0
    for w in range(WORDS):
        safe += ones(tables.adjacency[BLACK, station, w] & ~around.near[w])
    return safe


@kernel
def _describe(tables: Record, hops: Array, places: Array, station: Int, around: Record, row: Array) -> None:
    """Write what the pursuers' places make of a station."""
    sort_distances(hops, station, around)
    within_one = 0
    within_two = 0
    for j in range(PURSUERS):
        row[j] = scaled(around.distances[j], 8, 8.0)
        within_one += around.distances[j] <= 1
        within_two += around.distances[j] <= 2
    for j in range(4):
        row[5 + j] = around.distances[0] == j + 1 or (j == 3 and around.distances[0] > 4)
    row[9] = within_one / 3.0
    row[10] = within_two / 3.0
    row[11] = count_safe_exits(tables, station, around) / 10.0
    for j in range(len(PLACE)):
        row[12 + j] = places[station, j]


@kernel
def described(tables: Record, hops: Array, places: Array, station: Int, around: Record) -> Array:
    """The description of a station, worked out when first asked for."""
    if not has(around.described, station):
        add(around.described, station)
        _describe(tables, hops, places, station, around, around.description[station])
    description: Array = around.description[station]
    return description


@kernel
def onward(game: Record, tables: Record, station: Int, paid: Int, w: Int) -> Word:
    """Word `w` of the stations that Mister X can move to from `station` after paying a ticket of kind `paid` (-1: none)."""
    word = ZERO
    for kind in range(MOVE_KINDS):
        if game.stock[0, kind] > (1 if kind == paid else 0):
            word |= tables.adjacency[kind, station, w]
    return word & ~game.occupied[w]
