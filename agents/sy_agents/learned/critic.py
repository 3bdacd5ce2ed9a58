"""What the critic sees of a position while the networks learn: the whole truth, Mister X's station too. No player reads it."""

import numpy as np

from sy_agents.learned.belief import fields_since_shown, fields_to_reveal, weights_now
from sy_agents.learned.mister_x import summarise
from sy_agents.learned.networks import log_scaled, scaled
from sy_agents.learned.points import AIMS, describe_aims
from sy_agents.learned.surroundings import count_safe_exits, look_now, sort_distances
from sy_env.bits import has
from sy_env.jit import Array, Int, Record, entry, kernel
from sy_env.london.state import BLACK, CHOOSE_PIECE, DOUBLE, FIRST_HALF, PURSUERS, SECOND_HALF, STOCKS
from sy_env.london.tables import WIDTH

FEATURES = (
    "mrx_to_move",
    "first_half",
    "second_half",
    "choosing",
    "yet_to_move",
    "round",
    "rounds_left",
    "to_reveal",
    "since_shown",
    *(f"mrx_{name}" for name in ("taxi", "bus", "underground", "black", "double")),
    *(f"pursuers_{name}" for name in ("taxi", "bus", "underground")),
    "pursuers",
    "bobbies",
    "used_go_to_mrx",
    "reveal_by_round",
    *(f"distance_{i}" for i in range(PURSUERS)),
    *(f"closest_{i}" for i in (1, 2, 3, 4, 5)),  # one-hot; 5: or more
    "attackers",  # pursuers yet to move that can pay for a line to him
    "waiting_within_two",
    "lines",
    "safe_exits",
    "believed",
    "believed_log",
    "entropy",
    "stations",
    "largest",
    "watched",
    "mass_distance",
    *AIMS,
)
"""Features of a position, float32, each about 0 to 1."""

_ZERO = np.float32(0.0)


@kernel
def _describe_rules(game: Record, tables: Record, row: Array) -> None:
    left = tables.last_field - game.fields if tables.last_field > 0 else tables.last_round - game.round
    row[0] = game.mover == 0
    row[1] = game.phase == FIRST_HALF
    row[2] = game.phase == SECOND_HALF
    row[3] = game.phase == CHOOSE_PIECE
    row[5] = game.round / 24.0
    row[6] = left / 24.0
    row[7] = fields_to_reveal(tables, np.int64(game.fields), np.int64(game.round)) / 5.0
    row[8] = scaled(fields_since_shown(game, np.int64(game.fields)), 6, 5.0)
    for kind in range(STOCKS):
        row[9 + kind] = scaled(np.int64(game.stock[0, kind]), 20, 5.0 if kind < DOUBLE else 2.0)
    for kind in range(BLACK):
        for seat in range(1, tables.detectives + 1):
            row[14 + kind] += game.stock[tables.account[seat], kind] / 50.0
    row[17] = (tables.pieces - 1) / 5.0
    row[18] = (tables.pieces - 1 - tables.detectives) / 2.0
    row[19] = tables.pass_on
    row[20] = tables.reveal_by_round


@kernel
def _describe_danger(game: Record, tables: Record, hops: Array, places: Array, around: Record, row: Array) -> None:
    station = np.int64(game.station[0])
    sort_distances(hops, station, around)
    for j in range(PURSUERS):
        row[21 + j] = scaled(around.distances[j], 8, 8.0)
        row[26 + j] = around.distances[0] == j + 1 or (j == 4 and around.distances[0] > 5)
    for seat in range(1, tables.pieces):
        if (game.moved >> seat) & 1:
            continue
        row[4] += np.float32(0.2)
        account = tables.account[seat]
        post = np.int64(game.station[seat])
        row[32] += np.float32(hops[post, station] <= 2) / 3.0
        for kind in range(BLACK):
            if (account < 0 or game.stock[account, kind] > 0) and has(tables.adjacency[kind, post], station):
                row[31] += np.float32(0.5)
                break
    row[33] = places[station, 0]
    row[34] = count_safe_exits(tables, station, around) / 10.0


@kernel
def _describe_belief(tables: Record, hops: Array, around: Record, station: Int, weights: Array, row: Array) -> None:
    entropy, number, largest, watched = summarise(tables, around, weights)
    row[35] = weights[station]
    row[36] = log_scaled(weights[station])
    row[37] = entropy / np.float32(4.0)
    row[38] = np.log(number) / np.float32(4.0)
    row[39] = largest
    row[40] = watched / np.float32(5.0)
    for other in range(1, tables.stations + 1):
        if weights[other] > _ZERO:
            row[41] += weights[other] * scaled(np.int64(hops[other, station]), 10, 5.0)


@entry
def describe_all(
    games: Array, tables: Array, hops: Array, near: Array, places: Array, beliefs: Array, around: Array, out: Array
) -> None:
    """Write the features of every game that is not over into the rows of `out`, float32 (N, features)."""
    table = tables[0]
    weights = np.zeros(WIDTH, np.float32)
    for i in range(len(games)):
        game = games[i]
        row = out[i]
        row[:] = _ZERO
        look_now(game, table, hops, near, around[0])
        weights_now(beliefs[i], game, table, weights)
        _describe_rules(game, table, row)
        _describe_danger(game, table, hops, places, around[0], row)
        _describe_belief(table, hops, around[0], np.int64(game.station[0]), weights, row)
        describe_aims(game, table, hops, row[len(FEATURES) - len(AIMS) :])
