"""What `greedy` does where Master's app is in play.

Mister X goes for the nearest meeting point by moves after which no pursuer is one line away, and flies to the farthest station
when every move leads next to a pursuer. The team asks what leaves the fewest stations on average, Locate or Scan, while more than
one is possible; of several witnesses it hears any.
"""

import numpy as np

from sy_agents.greedy import answer_further, closest, fly_away, keep_aim, target
from sy_env.bits import count, following
from sy_env.editions.app import MASTS, MOST_POINTS
from sy_env.jit import Array, Int, Record, kernel, variant
from sy_env.london.app_state import INVESTIGATE, LOCATE, SCAN
from sy_env.london.helicopter import flight_action
from sy_env.london.investigations import decline_action, investigate_action
from sy_env.london.meeting_points import is_unreached
from sy_env.london.moves import legal_actions
from sy_env.london.state import FIRST_HALF

DISTANCES = 256


@kernel
def _to_point(game: Record, hops: Array, station: Int) -> Int:
    """Distance of the nearest meeting point that he has not reached; a large number if there is none."""
    best: Int = DISTANCES
    for slot in range(MOST_POINTS):
        if is_unreached(game, slot):
            best = min(best, np.int64(hops[station, game.point[slot]]))
    return best


@variant(keep_aim, "point")
def _keep_aim(game: Record, tables: Record, hops: Array, actions: Array, n: Int) -> Int:
    best = DISTANCES
    kept = 0
    if game.phase == FIRST_HALF:
        return n  # he runs
    for j in range(n):
        station = target(tables, actions[j])
        distance = _to_point(game, hops, station)
        if distance == DISTANCES or distance > best or closest(game, tables, hops, station) < 2:
            continue
        if distance < best:
            best = distance
            kept = 0
        actions[kept], actions[j] = actions[j], actions[kept]
        kept += 1
    return kept if kept > 0 else n


@variant(fly_away, "point")
def _fly_away(game: Record, tables: Record, hops: Array, actions: Array, scores: Array, n: Int) -> Int:
    best = 1
    kept = 0
    for j in range(n):
        station = np.int64(actions[j]) - flight_action(tables, 0)
        if station < 1:
            continue
        distance = closest(game, tables, hops, station)
        if distance > best:
            best = distance
            kept = 0
        if distance == best:
            actions[kept] = actions[j]
            kept += 1
    return kept


@kernel
def _left_by_locate(game: Record, tables: Record) -> Int:
    """How many stations Locate leaves on average if all possible ones are equally likely, times their number."""
    sizes = np.zeros(DISTANCES, np.int64)
    station = following(game.possible, -1)
    while station >= 0:
        sizes[tables.nearness[station]] += 1
        station = following(game.possible, station)
    return (sizes * sizes).sum()


@kernel
def _left_by_scan(game: Record, tables: Record) -> Int:
    """The same of Scan, which leaves all stations that far from some mast."""
    asked = np.zeros(DISTANCES, np.int64)
    sizes = np.zeros(DISTANCES, np.int64)
    station = following(game.possible, -1)
    while station >= 0:
        for mast in range(len(MASTS)):
            distance = tables.mast_distance[mast, station]
            asked[distance] += 1
            new = True
            for other in range(mast):
                new = new and tables.mast_distance[other, station] != distance
            sizes[distance] += new
        station = following(game.possible, station)
    return (asked * sizes).sum() // len(MASTS)


@variant(answer_further, "point")
def _answer_further(game: Record, tables: Record, actions: Array) -> Int:
    n = legal_actions(game, tables, actions)
    if game.phase != INVESTIGATE:
        return n
    locate = (game.offered >> LOCATE) & 1
    scan = (game.offered >> SCAN) & 1
    if count(game.possible) == 1:
        actions[0] = decline_action(tables)
    elif locate and not (scan and _left_by_scan(game, tables) < _left_by_locate(game, tables)):
        actions[0] = investigate_action(tables, LOCATE)
    elif scan:
        actions[0] = investigate_action(tables, SCAN)
    return 1
