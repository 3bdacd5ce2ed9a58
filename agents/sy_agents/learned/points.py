"""What the networks see of meeting points, where Master's app is in play. In other games all of it is zero."""

import numpy as np

from sy_agents.greedy import closest
from sy_agents.learned.networks import lesser, scaled
from sy_agents.learned.surroundings import onward
from sy_env.bits import ONE, WORDS, ZERO
from sy_env.editions.app import MOST_POINTS
from sy_env.jit import Array, Flag, Int, Record, hook, kernel, lowest, variant
from sy_env.london.meeting_points import is_unreached
from sy_env.london.state import MOVE_KINDS, OVER

STANDING = (
    "app",
    "reached",  # he has reached a point
    "known",  # points that he has not reached
    "to_come",  # points yet to appear
    "next_point",  # rounds until one appears; 0: none will
    "helicopters",
)
WAY = (
    "point_distance",  # of the nearest point that he has not reached
    "point_distance_2",  # of the second
    *(f"point_{i}" for i in (1, 2, 3, 4)),  # one-hot: distance of the nearest; 4: or more
    "way",  # lines to as many points as he needs to win at once, one after the other
    "way_fits",  # into the rounds that are left
    "slack",  # rounds that are left beyond the distance of the nearest
    "guard",  # distance of the closest pursuer to the nearest
    "guard_2",  # to the second
    "lead",  # by how much he is closer to the nearest than they are
)
POINTS = (
    *STANDING,
    *WAY,  # after the action; after the best two moves for the declaration of a double
    "flight",
    "arrives",  # on a point
    "meets",  # on the second, and wins
    "nearer",  # the nearest point by the action
    "nearer_2",
    "safe_ways",  # stations one line on, closer to the nearest point, that no pursuer can reach by one move
    "located",  # weight of his station in the pursuers' belief once they have asked Locate
    "located_stations",  # log of the number of stations that they then believe possible
)
"""Features of an action of Mister X, float32, each about 0 to 1."""

AIMS = (*STANDING, *WAY, "asking")
"""Features of a position for the critic; `asking`: the pursuers may investigate."""

UNKNOWN = 8
"""Lines that a point is taken to be away before it appears."""


@kernel
def _two_nearest(game: Record, hops: Array, station: Int, middle: Int) -> tuple[Int, Int]:
    """The two points nearest to `station` among those still unreached after he came there by `middle`; 0: none."""
    first: Int = 0  # from no station is 0 nearer than FAR
    second: Int = 0
    for slot in range(MOST_POINTS):
        point = np.int64(game.point[slot])
        if not is_unreached(game, slot) or point in (station, middle):
            continue
        if hops[station, point] < hops[station, first]:
            first, second = point, first
        elif hops[station, point] < hops[station, second]:
            second = point
    return first, second


@kernel
def _arrivals(game: Record, station: Int, middle: Int) -> Int:
    """How many points he reaches on `middle` and `station`."""
    number = 0
    for slot in range(MOST_POINTS):
        point = np.int64(game.point[slot])
        number += is_unreached(game, slot) and point in (station, middle)
    return number


@kernel
def _lines(hops: Array, station: Int, point: Int) -> Int:
    return np.int64(hops[station, point]) if station > 0 and point > 0 else UNKNOWN


@kernel
def way(game: Record, hops: Array, station: Int, middle: Int) -> Int:
    """Lines from `station`, where he came by `middle` (0: directly), to as many points as he still needs to win at once."""
    needed = 2 - np.int64(game.reached) - _arrivals(game, station, middle)
    if needed <= 0:
        return 0
    first, second = _two_nearest(game, hops, station, middle)
    if needed == 1:
        return _lines(hops, station, first)
    return _lines(hops, station, first) + _lines(hops, first, second)


@kernel
def _rounds_left(game: Record, tables: Record) -> Int:
    return np.int64(tables.last_field - game.fields if tables.last_field > 0 else tables.last_round - game.round)


@kernel
def _write_standing(game: Record, tables: Record, row: Array) -> None:
    row[0] = 1.0
    row[1] = game.reached > 0
    for slot in range(MOST_POINTS):
        row[2] += np.float32(is_unreached(game, slot)) / np.float32(4.0)
    for number in range(np.int64(tables.last_round), np.int64(game.round), -1):
        if tables.point_slot[number] > 0:
            row[3] += np.float32(0.25)
            row[4] = (number - game.round) / 5.0
    row[5] = scaled(np.int64(game.helicopters), 4, 2.0)


@kernel
def _write_way(game: Record, tables: Record, hops: Array, station: Int, middle: Int, row: Array) -> None:
    """Write the features WAY of `station`, where he came by `middle`."""
    first, second = _two_nearest(game, hops, station, middle)
    left = _rounds_left(game, tables)
    lines = way(game, hops, station, middle)
    row[6] = lines / 16.0
    row[7] = lines <= left
    row[0] = _lines(hops, station, first) / 8.0
    row[1] = _lines(hops, station, second) / 8.0
    if first == 0:
        return
    distance = np.int64(hops[station, first])
    guard = closest(game, tables, hops, first)
    row[2 + lesser(distance, 4) - 1] = 1.0
    row[8] = scaled(max(left - distance, -4), 8, 8.0)
    row[9] = scaled(guard, 8, 5.0)
    row[10] = scaled(closest(game, tables, hops, second), 8, 5.0) if second > 0 else 0.0
    row[11] = scaled(max(guard - distance, -5), 5, 5.0)


@kernel
def _safe_ways(game: Record, tables: Record, hops: Array, station: Int, point: Int, near: Array) -> Int:
    """Stations one line from `station`, closer to `point`, that no pursuer can reach by one move."""
    number = 0
    for w in range(WORDS):
        word = onward(game, tables, station, -1, w) & ~near[w]
        while word != ZERO:
            number += hops[64 * w + lowest(word), point] < hops[station, point]
            word &= word - ONE
    return number


@kernel
def _best_two(game: Record, tables: Record, hops: Array) -> tuple[Int, Int]:
    """The two moves that serve him best: they reach the most points, and leave the shortest way to the rest."""
    station = np.int64(game.station[0])
    by: Int = 0
    to: Int = station
    best: Int = -1000
    for w in range(WORDS):
        word = onward(game, tables, station, -1, w)
        while word != ZERO:
            middle = 64 * w + lowest(word)
            word &= word - ONE
            for v in range(WORDS):
                ends = onward(game, tables, middle, -1, v)
                while ends != ZERO:
                    end = 64 * v + lowest(ends)
                    ends &= ends - ONE
                    worth = 100 * _arrivals(game, end, middle) - way(game, hops, end, middle)
                    if worth > best:
                        best, by, to = worth, middle, end
    return by, to


@kernel
def _describe_located(tables: Record, station: Int, weights: Array, row: Array) -> None:
    """Write how much of a belief Locate leaves to `station`, and how many stations."""
    total = np.float32(0.0)
    number = 0
    for other in range(1, tables.stations + 1):
        if weights[other] > np.float32(0.0) and tables.nearness[other] == tables.nearness[station]:
            total += weights[other]
            number += 1
    if number > 0:
        row[0] = weights[station] / total
        row[1] = np.log(np.float32(number)) / np.float32(4.0)


@hook
def describe_points(
    game: Record, tables: Record, hops: Array, station: Int, kind: Int, near: Array, hidden: Flag, weights: Array, row: Array
) -> None:
    """Write the features POINTS of an action into `row`, which is zero.

    The action leads to `station` by a move of `kind` (as in `sy_agents.learned.flights`), or declares a double move (-1); `near`
    are the stations that a pursuer can reach by one move. Is it `hidden` where it led, the pursuers will believe in `weights`.
    """


@variant(describe_points, "point")
def _describe_points(
    game: Record, tables: Record, hops: Array, station: Int, kind: Int, near: Array, hidden: Flag, weights: Array, row: Array
) -> None:
    here = np.int64(game.station[0])
    middle: Int = 0
    if kind < 0:
        middle, station = _best_two(game, tables, hops)
    _write_standing(game, tables, row)
    _write_way(game, tables, hops, station, middle, row[len(STANDING) :])
    rest = row[len(STANDING) + len(WAY) :]
    arrivals = _arrivals(game, station, middle)
    first, second = _two_nearest(game, hops, here, 0)
    rest[0] = kind == MOVE_KINDS
    rest[1] = arrivals > 0
    rest[2] = arrivals + game.reached > 1
    rest[3] = (_lines(hops, here, first) - _lines(hops, station, first)) / 3.0
    rest[4] = (_lines(hops, here, second) - _lines(hops, station, second)) / 3.0
    goal, _ = _two_nearest(game, hops, station, middle)
    if goal > 0:
        rest[5] = _safe_ways(game, tables, hops, station, goal, near) / 3.0
    if hidden:
        _describe_located(tables, station, weights, rest[6:])
    elif kind >= 0:
        rest[6] = 1.0


@hook
def describe_aims(game: Record, tables: Record, hops: Array, row: Array) -> None:
    """Write the features AIMS of a position into `row`, which is zero."""


@variant(describe_aims, "point")
def _describe_aims(game: Record, tables: Record, hops: Array, row: Array) -> None:
    _write_standing(game, tables, row)
    _write_way(game, tables, hops, np.int64(game.station[0]), 0, row[len(STANDING) :])
    row[len(STANDING) + len(WAY)] = game.phase > OVER
