"""What the pursuers' network sees of each of their moves: distances to where Mister X may be now, and after his next move."""

import numpy as np

from sy_agents.learned.belief import fields_since_shown, fields_to_reveal
from sy_agents.learned.geography import FAR
from sy_agents.learned.networks import Real, lesser, scaled
from sy_agents.learned.surroundings import onward
from sy_agents.learned.ways_out import WAYS, guard_ways
from sy_env.bits import ONE, WORDS, ZERO, add
from sy_env.jit import Array, Int, Record, kernel, lowest, ones
from sy_env.london.state import BLACK, DOUBLE, STOCKS
from sy_env.london.tables import WIDTH

POSITION = (
    "round",
    "rounds_left",
    "to_reveal",
    "since_shown",
    "yet_to_move",  # pursuers after this one
    "pursuers",
    *(f"mrx_{name}" for name in ("taxi", "bus", "underground", "black", "double")),
    *(f"own_{name}" for name in ("taxi", "bus", "underground")),
    "bobby",
    "used_go_to_mrx",
    "reveal_by_round",
    "entropy",
    "stations",  # log of their number
    "largest",  # weight of a station
    "team_distance",  # expected, of the closest other pursuer, now
    "team_within_one",  # probability
    "next_team_distance",  # after his next move, if the others stay
    "next_team_within_one",
)
MOVE = (
    "caught",  # probability
    "distance",  # expected
    "within_one",  # probabilities
    "within_two",
    "within_three",
    "nearer",  # by how much the move shortens the expected distance
    "blocks",  # probability that he can move to this station
    "next_here",  # probability, after his next move
    "next_distance",
    "next_within_one",
    "next_within_two",
    "next_payable",  # probability that he can be caught from here by the next move, with the tickets left
    "next_closest",  # expected distance of the closest of all pursuers
    "next_covered",  # probability that one of all pursuers is within one line
    "next_newly_covered",  # by this move alone
    "next_covered_two",
    "next_newly_covered_two",
    "next_doubly_covered",
    "closest",  # expected distance of the closest of all pursuers, now
    "covered",
    "newly_covered",
    "likeliest",  # distance to the likeliest station
    "next_likeliest",
    "taxi",
    "bus",
    "underground",
    "left",  # tickets of the kind after the move
    "last",  # ticket of the kind
    "taxi_lines",
    "bus_lines",
    "underground_lines",
    "payable_lines",
    "rail",
    "fellow",  # distance of the closest other pursuer
    "fellows_within_one",
    "fellows_within_two",
)
FEATURES = (*POSITION, *MOVE, *WAYS)

NEAR = 3
"""Distances are told apart up to here."""

DESK = np.dtype(
    [
        ("now", np.float32, WIDTH),
        ("guard", np.uint8, WIDTH),  # distance of the closest other pursuer
        ("next", np.float32, WIDTH),
        ("here", np.int64, WIDTH),  # stations with weight now
        ("number_here", np.int64),
        ("there", np.int64, WIDTH),  # stations with weight after his next move
        ("number_there", np.int64),
        ("likeliest", np.int64),
        ("next_likeliest", np.int64),
        ("believed", np.uint64, WORDS),  # the set of `here`
        ("distance", np.float32),  # expected, from where the pursuer stands
        ("guarded", np.float32),  # weight within one line of another pursuer, now
        ("next_guarded", np.float32),
        ("next_guarded_two", np.float32),  # within two lines
        ("bins", np.float32, (NEAR + 1) ** 2),
        ("payable", np.uint64, WORDS),
        ("watched", np.uint64, WORDS),  # stations within one line of another pursuer
        ("reach", np.uint8, WIDTH),  # distance of the closest of all pursuers after a move
        ("ways", np.float32, len(WAYS)),  # without the pursuer that is to move
        ("position", np.float32, len(POSITION)),
    ],
    align=True,
)
"""What all moves of one decision share."""

_ZERO = np.float32(0.0)


@kernel
def _set_guard(game: Record, tables: Record, hops: Array, seat: Int, guard: Array) -> None:
    guard[:] = FAR
    for other in range(1, tables.pieces):
        if other != seat:
            for station in range(1, tables.stations + 1):
                guard[station] = min(guard[station], hops[game.station[other], station])


@kernel
def flow_any(game: Record, tables: Record, now: Array, after: Array) -> None:
    """Weights after a hidden move of Mister X by any ticket that he has, all lines alike; he stays where he cannot move."""
    after[:] = _ZERO
    for origin in range(1, tables.stations + 1):
        weight = now[origin]
        if weight == _ZERO:
            continue
        number = 0
        for w in range(WORDS):
            number += ones(onward(game, tables, origin, -1, w))
        if number == 0:
            after[origin] += weight
        for w in range(WORDS):
            word = onward(game, tables, origin, -1, w)
            while word != ZERO:
                after[64 * w + lowest(word)] += weight / np.float32(number)
                word &= word - ONE


@kernel
def _list(weights: Array, stations: Int, out: Array) -> Int:
    n = 0
    for station in range(1, stations + 1):
        if weights[station] > _ZERO:
            out[n] = station
            n += 1
    return n


@kernel
def prepare(game: Record, tables: Record, hops: Array, near: Array, desk: Record) -> None:
    """Fill the desk for the pursuer that is to move; `desk.now` holds the belief."""
    seat = np.int64(game.mover)
    desk.position[:] = _ZERO
    _set_guard(game, tables, hops, seat, desk.guard)
    flow_any(game, tables, desk.now, desk.next)
    desk.number_here = _list(desk.now, tables.stations, desk.here)
    desk.number_there = _list(desk.next, tables.stations, desk.there)
    for w in range(WORDS):
        desk.believed[w] = ZERO
    for j in range(desk.number_here):
        add(desk.believed, desk.here[j])
    desk.likeliest = _largest(desk.now, desk.here, desk.number_here)
    desk.next_likeliest = _largest(desk.next, desk.there, desk.number_there)
    desk.distance, _ = sort_weights(hops, np.int64(game.station[seat]), desk.now, desk.here, desk.number_here, desk)
    desk.guarded, _ = _guarded(desk.now, desk.here, desk.number_here, desk.guard)
    desk.next_guarded, desk.next_guarded_two = _guarded(desk.next, desk.there, desk.number_there, desk.guard)
    guard_ways(game, tables, near, desk)
    _describe_position(game, tables, seat, desk, desk.position)


@kernel
def _largest(weights: Array, stations: Array, n: Int) -> Int:
    """The station with the largest weight."""
    best = stations[0]
    for j in range(1, n):
        if weights[stations[j]] > weights[best]:
            best = stations[j]
    return best


@kernel
def _guarded(weights: Array, stations: Array, n: Int, guard: Array) -> tuple[Real, Real]:
    """Weight of the stations within one line, and within two, of another pursuer."""
    one = _ZERO
    two = _ZERO
    for j in range(n):
        if guard[stations[j]] <= 2:
            two += weights[stations[j]]
            if guard[stations[j]] <= 1:
                one += weights[stations[j]]
    return one, two


@kernel
def _describe_position(game: Record, tables: Record, seat: Int, desk: Record, row: Array) -> None:
    left = tables.last_field - game.fields if tables.last_field > 0 else tables.last_round - game.round
    row[0] = game.round / 24.0
    row[1] = left / 24.0
    row[2] = fields_to_reveal(tables, np.int64(game.fields), np.int64(game.round)) / 5.0
    row[3] = scaled(fields_since_shown(game, np.int64(game.fields)), 6, 5.0)
    waiting = 0
    for other in range(1, tables.pieces):
        waiting += other != seat and not (game.moved >> other) & 1
    row[4] = waiting / 5.0
    row[5] = (tables.pieces - 1) / 5.0
    for kind in range(STOCKS):
        row[6 + kind] = scaled(np.int64(game.stock[0, kind]), 20, 5.0 if kind < DOUBLE else 2.0)
    account = tables.account[seat]
    for kind in range(BLACK):
        row[11 + kind] = 1.0 if account < 0 else game.stock[account, kind] / 10.0
    row[14] = account < 0
    row[15] = tables.pass_on
    row[16] = tables.reveal_by_round
    row[17] = _entropy(desk) / np.float32(4.0)
    row[18] = np.log(np.float32(desk.number_here)) / np.float32(4.0)
    row[19] = desk.now[desk.likeliest]
    row[20] = _guard_distance(desk.now, desk.here, desk.number_here, desk.guard) / np.float32(5.0)
    row[21] = desk.guarded
    row[22] = _guard_distance(desk.next, desk.there, desk.number_there, desk.guard) / np.float32(5.0)
    row[23] = desk.next_guarded


@kernel
def _entropy(desk: Record) -> Real:
    entropy = _ZERO
    for j in range(desk.number_here):
        weight = desk.now[desk.here[j]]
        entropy -= weight * np.log(weight)
    return entropy


@kernel
def _guard_distance(weights: Array, stations: Array, n: Int, guard: Array) -> Real:
    """Expected distance of the closest other pursuer."""
    total = _ZERO
    for j in range(n):
        total += weights[stations[j]] * np.float32(min(guard[stations[j]], 8))
    return total


@kernel
def sort_weights(hops: Array, station: Int, weights: Array, stations: Array, n: Int, desk: Record) -> tuple[Real, Real]:
    """Sort weights into `desk.bins` by the distance from a station and that of the closest other pursuer, each 0 to NEAR.

    Returns the expected distance, and the expected distance of the closest of all pursuers.
    """
    desk.bins[:] = _ZERO
    distances = _ZERO
    closest = _ZERO
    for j in range(n):
        other = stations[j]
        weight = weights[other]
        distance: Int = hops[station, other]
        guard: Int = desk.guard[other]
        desk.bins[lesser(distance, NEAR) * (NEAR + 1) + lesser(guard, NEAR)] += weight
        distances += weight * np.float32(lesser(distance, 10))
        closest += weight * np.float32(lesser(lesser(distance, guard), 8))
    return distances, closest
