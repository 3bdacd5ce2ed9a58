"""What Master's app changes in the course of a game: meeting points, flights, investigations (RULES A4, B-12 to C-4)."""

import numpy as np

from sy_env.bits import WORDS, ZERO
from sy_env.editions.app import MOST_POINTS
from sy_env.episode import DETECTIVES, MRX
from sy_env.jit import Flag, Int, Record, kernel, variant
from sy_env.london.app_possible import follow_flight, follow_points, keep_point
from sy_env.london.app_state import (
    ALL_KINDS,
    DRAW_OFFER,
    DRAW_POINT,
    INVESTIGATE,
    KINDS,
    MET,
    MISSED,
    WITNESS,
)
from sy_env.london.app_tables import EVERY_ROUND, ONE_KIND, RANDOM
from sy_env.london.investigations import hear, heed, investigate, scan
from sy_env.london.meeting_points import is_unreached
from sy_env.london.setup import clear_further
from sy_env.london.state import FIELDS, HELICOPTER, ROUNDS, SURVIVED
from sy_env.london.stuck import pursuers_stuck
from sy_env.london.turns import (
    act_further,
    arrive,
    ask,
    begin_mrx_turn,
    begin_round,
    finish,
    finish_last_round,
    next_pursuer,
    open_pursuit,
    stuck_winner,
    write_field,
)


@variant(clear_further, "point")
def _clear_further(game: Record, tables: Record) -> None:
    for w in range(WORDS):
        game.analysis[w] = ZERO
        game.undrawn[:, w] = ZERO
    for i in range(FIELDS):
        game.log_held[i] = 0
        game.log_possible[i, :] = ZERO
    for i in range(ROUNDS + 1):
        game.asked[i] = 0
        game.answer[i] = ZERO
        game.witness[i] = 0
        game.witness_age[i] = 0
    for slot in range(MOST_POINTS):
        game.point[slot] = 0
        game.point_field[slot] = 0
    for kind in range(KINDS):
        game.last_asked[kind] = 0
    game.helicopters = tables.helicopters
    game.anchor_fields = 0
    game.anchor_round = 0
    game.forgotten = 0
    game.drawn = 0
    game.offered = 0
    game.reached = 0


# -- meeting points


@variant(begin_round, "point")
def _begin_round(game: Record, tables: Record) -> None:
    if tables.point_slot[game.round] > 0:
        ask(game, 0, DRAW_POINT)
    else:
        begin_mrx_turn(game, tables)


@kernel
def apply_point(game: Record, tables: Record, station: Int) -> None:
    """Chance: the meeting point of this round appears on `station`; 0: nowhere, now or later."""
    if tables.points_visible:
        keep_point(game, tables, station)
    game.point[np.int64(tables.point_slot[game.round]) - 1] = station
    begin_mrx_turn(game, tables)


@variant(arrive, "point")
def _arrive(game: Record, tables: Record) -> None:
    """He reaches a meeting point by ending a move on it, either half of a double too; the second one wins at once (B-13)."""
    station = np.int64(game.station[0])
    met: Int = 0
    for slot in range(MOST_POINTS):
        if is_unreached(game, slot) and game.point[slot] == station:
            game.point_field[slot] = game.fields
            game.reached += 1
            met = station
    if tables.points_visible:
        follow_points(game, met)
    if game.reached > 1:
        finish(game, MRX, MET)


@variant(stuck_winner, "point")
def _stuck_winner(game: Record, tables: Record) -> Int:
    """Stuck pursuers lose to a Mister X who has reached a point; else play goes on by default until he does (B-12)."""
    if not pursuers_stuck(game, tables):
        return 0
    return MRX if game.reached > 0 else np.int64(tables.stuck_app)


@variant(finish_last_round, "point")
def _finish_last_round(game: Record, tables: Record) -> None:
    """To escape is not enough: one meeting point at least has to be reached."""
    if game.reached > 0:
        finish(game, MRX, SURVIVED)
    else:
        finish(game, DETECTIVES, MISSED)


# -- helicopter


@kernel
def _fly(game: Record, tables: Record, station: Int) -> None:
    follow_flight(game, tables)
    game.helicopters -= 1
    write_field(game, tables, HELICOPTER, station)
    game.station[0] = station
    game.moves += 1
    arrive(game, tables)


# -- investigations


@variant(open_pursuit, "point")
def _open_pursuit(game: Record, tables: Record) -> None:
    if tables.offer == RANDOM or tables.offer == ONE_KIND:
        ask(game, 1, DRAW_OFFER)
    elif tables.offer == EVERY_ROUND or tables.offer_rounds[game.round]:
        apply_offer(game, tables, ALL_KINDS)
    else:
        next_pursuer(game, tables)


@kernel
def apply_offer(game: Record, tables: Record, kinds: Int) -> None:
    """Chance: these kinds of investigations are offered (bit k for kind k), none or one or all of them."""
    game.offered = kinds
    if kinds > 0:
        ask(game, 1, INVESTIGATE)
    else:
        next_pursuer(game, tables)


@kernel
def apply_mast(game: Record, tables: Record, mast: Int) -> None:
    """Chance: Scan measures from `mast`, and the pursuers move."""
    scan(game, tables, mast)
    next_pursuer(game, tables)


@variant(act_further, "point")
def _act_further(game: Record, tables: Record, number: Int) -> Flag:
    n = np.int64(tables.stations)
    if number < n:
        _fly(game, tables, number + 1)
        return True
    if game.phase == WITNESS:
        hear(game, tables, number - n - KINDS - 1)
        game.phase = INVESTIGATE
    elif number < n + KINDS:
        investigate(game, tables, number - n)
    game.offered = 0
    heed(game, tables)
    return game.phase == INVESTIGATE
