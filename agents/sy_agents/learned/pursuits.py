"""What the pursuers' network sees of one move, beside the position: who is near after it, and what its ticket costs."""

import numpy as np

from sy_agents.greedy import target
from sy_agents.learned.networks import Real, scaled
from sy_agents.learned.pursuers import MOVE, NEAR, POSITION, sort_weights
from sy_agents.learned.ways_out import score_ways
from sy_env.bits import ONE, WORDS, ZERO
from sy_env.jit import Array, Int, Record, kernel, lowest, ones
from sy_env.london.state import BLACK, PURSUERS

_ZERO = np.float32(0.0)


@kernel
def describe(
    game: Record, tables: Record, hops: Array, near: Array, places: Array, action: Int, desk: Record, row: Array
) -> None:
    """Write the features of a move, float32, into `row`, which is zero."""
    seat = np.int64(game.mover)
    station = target(tables, action)
    kind = action // tables.stations
    for j in range(len(POSITION)):
        row[j] = desk.position[j]
    _score_now(game, tables, hops, seat, station, desk, row[len(POSITION) :])
    _score_next(game, tables, hops, seat, station, kind, desk, row[len(POSITION) :])
    _score_ticket(game, tables, hops, places, seat, station, kind, row[len(POSITION) :])
    score_ways(game, tables, hops, near, station, desk, row[len(POSITION) + len(MOVE) :])


@kernel
def _within(desk: Record, distance: Int) -> Real:
    """Weight of the stations no farther than `distance`."""
    total = _ZERO
    for j in range((distance + 1) * (NEAR + 1)):
        total += desk.bins[j]
    return total


@kernel
def _new_within(desk: Record, distance: Int) -> Real:
    """Weight of the stations no farther than `distance` that are farther from all others."""
    total = _ZERO
    for d in range(distance + 1):
        for g in range(distance + 1, NEAR + 1):
            total += desk.bins[d * (NEAR + 1) + g]
    return total


@kernel
def _score_now(game: Record, tables: Record, hops: Array, seat: Int, station: Int, desk: Record, row: Array) -> None:
    distances, closest = sort_weights(hops, station, desk.now, desk.here, desk.number_here, desk)
    row[0] = desk.now[station]
    row[1] = distances / np.float32(5.0)
    row[2] = _within(desk, 1)
    row[3] = _within(desk, 2)
    row[4] = _within(desk, 3)
    row[5] = desk.distance - distances
    row[18] = closest / np.float32(5.0)
    row[20] = _new_within(desk, 1)
    row[19] = row[20] + desk.guarded
    for w in range(WORDS):
        word = tables.adjacency[BLACK, station, w] & desk.believed[w]
        while word != ZERO:
            row[6] += desk.now[64 * w + lowest(word)]
            word &= word - ONE
    row[21] = scaled(np.int64(hops[station, desk.likeliest]), 8, 5.0)


@kernel
def _payable(game: Record, tables: Record, seat: Int, station: Int, paid: Int, out: Array) -> Int:
    """Stations that the pursuer can move to from `station` after paying; returns how many there are."""
    account = tables.account[seat]
    for w in range(WORDS):
        out[w] = ZERO
    for kind in range(BLACK):
        if account < 0 or game.stock[account, kind] > (1 if kind == paid else 0):
            for w in range(WORDS):
                out[w] |= tables.adjacency[kind, station, w]
    number = 0
    for w in range(WORDS):
        number += ones(out[w])
    return number


@kernel
def _score_next(game: Record, tables: Record, hops: Array, seat: Int, station: Int, kind: Int, desk: Record, row: Array) -> None:
    distances, closest = sort_weights(hops, station, desk.next, desk.there, desk.number_there, desk)
    row[31] = _payable(game, tables, seat, station, kind, desk.payable) / 10.0
    row[7] = desk.next[station]
    row[8] = distances / np.float32(5.0)
    row[9] = _within(desk, 1)
    row[10] = _within(desk, 2)
    for w in range(WORDS):
        word = desk.payable[w]
        while word != ZERO:
            row[11] += desk.next[64 * w + lowest(word)]
            word &= word - ONE
    row[12] = closest / np.float32(3.0)
    row[14] = _new_within(desk, 1)
    row[13] = row[14] + desk.next_guarded
    row[16] = _new_within(desk, 2)
    row[15] = row[16] + desk.next_guarded_two
    row[17] = row[9] - row[14]
    row[22] = scaled(np.int64(hops[station, desk.next_likeliest]), 8, 5.0)


@kernel
def _score_ticket(
    game: Record, tables: Record, hops: Array, places: Array, seat: Int, station: Int, kind: Int, row: Array
) -> None:
    account = tables.account[seat]
    row[23 + kind] = 1.0
    left = 9 if account < 0 else np.int64(game.stock[account, kind]) - 1
    row[26] = left / 10.0
    row[27] = left == 0
    for other in range(BLACK):
        row[28 + other] = places[station, 1 + other]
    row[32] = places[station, 5]
    closest: Int = 8
    for other in range(1, PURSUERS + 1):
        if other < tables.pieces and other != seat:
            distance = np.int64(hops[station, game.station[other]])
            closest = min(closest, distance)
            row[34] += np.float32(distance <= 1) / 3.0
            row[35] += np.float32(distance <= 2) / 4.0
    row[33] = closest / 5.0
