"""Ways out: what a move of a pursuer leaves of Mister X's next move, wherever he is believed to be.

The pursuers' counterpart of what his network sees of his exits: a way is safe if no pursuer is within one line of its end.
"""

import numpy as np

from sy_agents.learned.networks import lesser
from sy_agents.learned.surroundings import onward
from sy_env.bits import ONE, WORDS, ZERO
from sy_env.jit import Array, Int, Record, kernel, lowest, ones

WAYS = (
    "safe_ways",  # expected number
    "trapped",  # probability that there is none
    "one_way",  # that there is one at most
    "far_ways",  # expected number of ways to stations that no pursuer can reach by two moves
    "flight",  # expected distance of the closest pursuer after the way that leads farthest
    "newly_trapped",  # by this move alone
    "less_flight",
)
"""Features of a pursuer's move, float32, each about 0 to 1."""

LIKELY = np.float32(0.004)
"""Stations with less weight are passed over: it saves time where he can be nearly anywhere."""

_ZERO = np.float32(0.0)


@kernel
def guard_ways(game: Record, tables: Record, near: Array, desk: Record) -> None:
    """What the others leave: the set that they are next to, and the features without the pursuer that is to move."""
    for w in range(WORDS):
        desk.watched[w] = ZERO
    for seat in range(1, tables.pieces):
        if seat != game.mover:
            for w in range(WORDS):
                desk.watched[w] |= near[game.station[seat], w]
    desk.ways[:] = _ZERO
    for j in range(desk.number_here):
        origin = desk.here[j]
        if desk.now[origin] >= LIKELY:
            _add_ways(game, tables, near, desk, origin, 0, desk.guard, desk.ways)


@kernel
def _add_ways(game: Record, tables: Record, near: Array, desk: Record, origin: Int, post: Int, reach: Array, row: Array) -> None:
    """Add what there is at one believed station; the mover stands on `post`, 0: nowhere. `reach`: distances from pursuers."""
    safe = 0
    far: Int = 0
    farthest: Int = 0
    for w in range(WORDS):
        word = onward(game, tables, origin, -1, w)
        safe += ones(word & ~desk.watched[w] & ~near[post, w])
        while word != ZERO:
            station = 64 * w + lowest(word)
            word &= word - ONE
            distance = np.int64(reach[station])
            far += distance > 2
            farthest = max(farthest, distance)
    weight = desk.now[origin]
    row[0] += weight * np.float32(lesser(safe, 10)) / np.float32(10.0)
    row[1] += weight * np.float32(safe == 0)
    row[2] += weight * np.float32(safe <= 1)
    row[3] += weight * np.float32(lesser(far, 10)) / np.float32(10.0)
    row[4] += weight * np.float32(lesser(farthest, 8)) / np.float32(5.0)


@kernel
def score_ways(game: Record, tables: Record, hops: Array, near: Array, station: Int, desk: Record, row: Array) -> None:
    """Write the features of the mover's move to `station` into `row`, which is zero."""
    for other in range(1, tables.stations + 1):
        desk.reach[other] = min(desk.guard[other], hops[station, other])
    for j in range(desk.number_here):
        origin = desk.here[j]
        if origin != station and desk.now[origin] >= LIKELY:
            _add_ways(game, tables, near, desk, origin, station, desk.reach, row)
    row[5] = row[1] - desk.ways[1]
    row[6] = desk.ways[4] - row[4]
