"""What Mister X's network sees of each of his actions: the pursuers around its station, and what they will believe after it."""

import numpy as np

from sy_agents.learned.belief import fields_since_shown, fields_to_reveal
from sy_agents.learned.flights import FLIGHT, destination, kind_of, may_imagine
from sy_agents.learned.networks import Real, log_scaled, scaled
from sy_agents.learned.points import POINTS, describe_points
from sy_agents.learned.reply import REPLY, foresee
from sy_agents.learned.surroundings import onward, sort_distances
from sy_env.bits import ONE, WORDS, ZERO, has
from sy_env.jit import Array, Flag, Int, Record, kernel, lowest, ones
from sy_env.london.state import BLACK, DOUBLE, FIRST_HALF, MOVE_KINDS, PURSUERS, SECOND_HALF, STOCKS
from sy_env.london.tables import WIDTH

POSITION = (
    "round",
    "rounds_left",
    "to_reveal",
    "since_shown",
    *(f"own_{name}" for name in ("taxi", "bus", "underground", "black", "double")),
    "first_half",
    "second_half",
    "pursuers",
    "bobbies",
    "used_go_to_mrx",
    "reveal_by_round",
    "entropy",  # of the pursuers' belief before the move
    "stations",  # log of their number
    "believed",  # weight of his own station
    "largest",  # weight of a station
    "closest",  # distance of the closest pursuer to where he stands
    "in_reach",  # a pursuer can pay for a line to where he stands
)
MOVE = (
    "double",
    "taxi",
    "bus",
    "underground",
    "black",
    *(f"distance_{i}" for i in range(PURSUERS)),
    *(f"closest_{i}" for i in (1, 2, 3, 4, 5)),  # one-hot; 5: or more
    "attackers",  # pursuers that can pay for a line to here
    "within_two",
    "exits",
    "safe_exits",  # to stations that no pursuer can reach by one move
    "reach",  # stations two lines away
    "safe_reach",  # of those, more than two lines from every pursuer
    "farther",  # the best distance of the closest pursuer that one more move reaches
    "taxi_lines",
    "bus_lines",
    "underground_lines",
    "lines",  # of any kind
    "rail",
    "shown",  # he shows himself by this move
    "shown_next",
    "believed_after",
    "believed_share",  # of the largest weight
    "believed_log",
    "entropy_after",
    "stations_after",
    "largest_after",
    "mass_distance",  # expected distance of the believed station from here
    "mass_within_two",
    "watched",  # expected distance of the closest pursuer to the believed station
    "left",  # tickets of the kind
    "last",
)
FEATURES = (*POSITION, *MOVE, *REPLY, *POINTS)

DESK = np.dtype(
    [
        ("now", np.float32, WIDTH),
        ("after", np.float32, (MOVE_KINDS + 1, WIDTH)),  # the pursuers' belief after a hidden move by each kind, or a flight
        ("entropy", np.float32, MOVE_KINDS + 1),
        ("number", np.float32, MOVE_KINDS + 1),
        ("largest", np.float32, MOVE_KINDS + 1),
        ("watched", np.float32, MOVE_KINDS + 1),
        ("near", np.uint64, WORDS),  # stations that a pursuer can reach by one move
        ("near_two", np.uint64, WORDS),  # stations within two lines of a pursuer
        ("reach", np.uint64, WORDS),
        ("shown", np.bool_),
        ("position", np.float32, len(POSITION)),
    ],
    align=True,
)
"""What all actions of one decision share."""

_ZERO = np.float32(0.0)


@kernel
def shown_by_move(game: Record, tables: Record) -> Flag:
    """Whether he shows himself by his next move."""
    if tables.reveal_by_round:
        return tables.reveal[game.round] and game.phase != SECOND_HALF
    return tables.reveal[min(np.int64(game.fields) + 1, len(tables.reveal) - 1)]


@kernel
def _reach_of_pursuers(game: Record, tables: Record, around: Record, desk: Record) -> None:
    for w in range(WORDS):
        desk.near[w] = ZERO
        desk.near_two[w] = ZERO
    for seat in range(1, tables.pieces):
        account = tables.account[seat]
        for kind in range(BLACK):
            if account < 0 or game.stock[account, kind] > 0:
                for w in range(WORDS):
                    desk.near[w] |= tables.adjacency[kind, game.station[seat], w]
    for station in range(1, tables.stations + 1):
        if around.closest[station] <= 2:
            desk.near_two[station >> 6] |= ONE << np.uint64(station & 63)


@kernel
def summarise(tables: Record, around: Record, weights: Array) -> tuple[Real, Real, Real, Real]:
    """Entropy, number of stations, largest weight, and the expected distance of the closest pursuer of a belief."""
    entropy = _ZERO
    number = _ZERO
    largest = _ZERO
    watched = _ZERO
    for station in range(1, tables.stations + 1):
        weight = weights[station]
        if weight > _ZERO:
            entropy -= weight * np.log(weight)
            number += np.float32(1.0)
            largest = max(largest, weight)
            watched += weight * np.float32(min(around.closest[station], 8))
    return entropy, number, largest, watched


@kernel
def prepare(game: Record, tables: Record, around: Record, desk: Record) -> None:
    """Fill the desk; `desk.now`, `after` and `shown` are already there, and `around` knows where the pursuers stand."""
    desk.position[:] = _ZERO
    _reach_of_pursuers(game, tables, around, desk)
    for kind in range(MOVE_KINDS + 1):
        if may_imagine(game, kind) and not desk.shown:
            entropy, number, largest, watched = summarise(tables, around, desk.after[kind])
            desk.entropy[kind] = entropy
            desk.number[kind] = number
            desk.largest[kind] = largest
            desk.watched[kind] = watched
    _describe_position(game, tables, around, desk, desk.position)


@kernel
def _describe_position(game: Record, tables: Record, around: Record, desk: Record, row: Array) -> None:
    station = np.int64(game.station[0])
    left = tables.last_field - game.fields if tables.last_field > 0 else tables.last_round - game.round
    row[0] = game.round / 24.0
    row[1] = left / 24.0
    row[2] = fields_to_reveal(tables, np.int64(game.fields), np.int64(game.round)) / 5.0
    row[3] = scaled(fields_since_shown(game, np.int64(game.fields)), 6, 5.0)
    for kind in range(STOCKS):
        row[4 + kind] = scaled(np.int64(game.stock[0, kind]), 20, 5.0 if kind < DOUBLE else 2.0)
    row[9] = game.phase == FIRST_HALF
    row[10] = game.phase == SECOND_HALF
    row[11] = (tables.pieces - 1) / 5.0
    row[12] = (tables.pieces - 1 - tables.detectives) / 2.0
    row[13] = tables.pass_on
    row[14] = tables.reveal_by_round
    entropy, number, largest, _ = summarise(tables, around, desk.now)
    row[15] = entropy / np.float32(4.0)
    row[16] = np.log(number) / np.float32(4.0)
    row[17] = desk.now[station]
    row[18] = largest
    row[19] = scaled(np.int64(around.closest[station]), 8, 5.0)
    row[20] = has(desk.near, station)


# -- stations around


@kernel
def _look_around(game: Record, tables: Record, station: Int, paid: Int, around: Record, desk: Record, row: Array) -> None:
    exits = 0
    safe = 0
    farther: Int = 0
    for w in range(WORDS):
        desk.reach[w] = ZERO
    for w in range(WORDS):
        word = onward(game, tables, station, paid, w)
        exits += ones(word)
        safe += ones(word & ~desk.near[w])
        while word != ZERO:
            middle = 64 * w + lowest(word)
            word &= word - ONE
            farther = max(farther, np.int64(around.closest[middle]))
            for v in range(WORDS):
                desk.reach[v] |= tables.adjacency[BLACK, middle, v]
    reach = 0
    safe_reach = 0
    for w in range(WORDS):
        reach += ones(desk.reach[w] & ~game.occupied[w])
        safe_reach += ones(desk.reach[w] & ~desk.near_two[w])
    row[17] = exits / 10.0
    row[18] = safe / 10.0
    row[19] = reach / 30.0
    row[20] = safe_reach / 30.0
    row[21] = scaled(farther, 8, 5.0)


@kernel
def _count_attackers(game: Record, tables: Record, station: Int) -> Int:
    attackers = 0
    for seat in range(1, tables.pieces):
        account = tables.account[seat]
        for kind in range(BLACK):
            if (account < 0 or game.stock[account, kind] > 0) and has(
                tables.adjacency[kind, station], np.int64(game.station[seat])
            ):
                attackers += 1
                break
    return attackers


@kernel
def _best_end(game: Record, tables: Record, around: Record) -> Int:
    """The station farthest from the closest pursuer that two moves reach: where a double move could lead."""
    station = np.int64(game.station[0])
    best: Int = station
    farthest: Int = -1
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
                    if np.int64(around.closest[end]) > farthest:
                        farthest = np.int64(around.closest[end])
                        best = end
    return best


# -- an action


@kernel
def describe(
    game: Record,
    tables: Record,
    hops: Array,
    beyond: Array,
    places: Array,
    action: Int,
    around: Record,
    desk: Record,
    drafts: Array,
    spare: Array,
    row: Array,
) -> None:
    """Write the features of a move, a flight or the declaration of a double move, float32, into `row`, which is zero."""
    for j in range(len(POSITION)):
        row[j] = desk.position[j]
    move = row[len(POSITION) :]
    kind = kind_of(tables, action)
    double = kind < 0
    station = _best_end(game, tables, around) if double else destination(tables, action)
    move[0] = double
    if not double and kind != FLIGHT:
        move[1 + kind] = 1.0
        move[38] = scaled(np.int64(game.stock[0, kind]) - 1, 10, 5.0)
        move[39] = game.stock[0, kind] == 1
    _score_danger(game, tables, hops, station, around, move)
    _look_around(game, tables, station, kind, around, desk, move)
    for other in range(BLACK):
        move[22 + other] = places[station, 1 + other]
    move[25] = places[station, 0]
    move[26] = places[station, 5]
    _score_belief(game, tables, hops, station, kind, desk, move)
    further = row[len(POSITION) + len(MOVE) :]
    foresee(game, tables, hops, beyond, action, drafts, spare, further)
    hidden = not (double or desk.shown)
    weights = desk.after[max(kind, 0)]
    describe_points(game, tables, hops, station, kind, desk.near, hidden, weights, further[len(REPLY) :])


@kernel
def _score_danger(game: Record, tables: Record, hops: Array, station: Int, around: Record, row: Array) -> None:
    sort_distances(hops, station, around)
    twos = 0
    for j in range(PURSUERS):
        distance = around.distances[j]
        row[5 + j] = scaled(distance, 8, 8.0)
        row[10 + j] = around.distances[0] == j + 1 or (j == 4 and around.distances[0] > 5)
        twos += distance <= 2
    row[15] = _count_attackers(game, tables, station) / 2.0
    row[16] = twos / 3.0


@kernel
def _score_belief(game: Record, tables: Record, hops: Array, station: Int, kind: Int, desk: Record, row: Array) -> None:
    row[27] = desk.shown
    row[28] = fields_to_reveal(tables, np.int64(game.fields) + 1, np.int64(game.round) + 1) == 1
    if desk.shown or kind < 0:
        row[29] = desk.shown
        row[30] = desk.shown
        row[31] = 1.0 if desk.shown else 0.0
        row[34] = desk.shown
        return
    weights = desk.after[kind]
    weight = weights[station]
    row[29] = weight
    row[30] = weight / desk.largest[kind]
    row[31] = log_scaled(weight)
    row[32] = desk.entropy[kind] / np.float32(4.0)
    row[33] = np.log(desk.number[kind]) / np.float32(4.0)
    row[34] = desk.largest[kind]
    for other in range(1, tables.stations + 1):
        if weights[other] > _ZERO:
            distance = np.int64(hops[station, other])
            row[35] += weights[other] * scaled(distance, 10, 5.0)
            row[36] += weights[other] * np.float32(distance <= 2)
    row[37] = desk.watched[kind] / np.float32(5.0)
