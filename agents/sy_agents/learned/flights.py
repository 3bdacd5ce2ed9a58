"""Mister X's helicopter flights, where Master's app is in play: which of them his network scores, what is believed after one.

He may fly almost anywhere, so a rule leaves his network the few flights that are worth a look: far from the pursuers, and close
to the meeting points that he needs.
"""

import numpy as np

from sy_agents.greedy import closest
from sy_agents.learned.points import way
from sy_env.bits import WORDS, following, has
from sy_env.jit import Array, Flag, Int, Record, hook, kernel, ones, variant
from sy_env.london.helicopter import flight_action
from sy_env.london.moves import double_action
from sy_env.london.state import MOVE, MOVE_KINDS

MOST_FLIGHTS = 6
"""How many flights of a decision are scored."""

FLIGHT = MOVE_KINDS
"""A flight as a kind of move, behind those that tickets pay for."""

_SAFE = 4  # lines from the closest pursuer; more do not make a landing better


@kernel
def kind_of(tables: Record, action: Int) -> Int:
    """The kind of ticket that an action of Mister X pays with; FLIGHT for a flight, -1 for a double's declaration or a pass."""
    if action > flight_action(tables, 0):
        return FLIGHT
    return action // tables.stations if action < double_action(tables) else -1


@kernel
def destination(tables: Record, action: Int) -> Int:
    """The station that a move or a flight leads to."""
    last = flight_action(tables, 0)
    return np.int64(action - last if action > last else action % tables.stations + 1)


@hook
def keep_flights(game: Record, tables: Record, hops: Array, actions: Array, kept: Int, n: Int, scores: Array) -> Int:
    """Put the flights that are worth a look behind the first `kept` of `n` actions; returns how many are kept now.

    `scores` is room for a number an action.
    """
    return kept


@kernel
def _worth(game: Record, tables: Record, hops: Array, station: Int) -> Int:
    guard = closest(game, tables, hops, station)
    return 100 * (4 * min(guard, _SAFE) - way(game, hops, station, 0)) + guard


@variant(keep_flights, "helicopters")
def _keep_flights(game: Record, tables: Record, hops: Array, actions: Array, kept: Int, n: Int, scores: Array) -> Int:
    if game.mover > 0 or kept == n or kind_of(tables, np.int64(actions[kept])) != FLIGHT:
        return kept
    for j in range(kept, n):
        scores[j] = _worth(game, tables, hops, destination(tables, np.int64(actions[j])))
    last = min(kept + MOST_FLIGHTS, n)
    for i in range(kept, last):
        best = i
        for j in range(i + 1, n):
            if scores[j] > scores[best]:
                best = j
        actions[i], actions[best] = actions[best], actions[i]
        scores[i], scores[best] = scores[best], scores[i]
    return last


# -- belief


@hook
def may_imagine(game: Record, kind: Int) -> Flag:
    """Whether Mister X may make his next move by that kind."""
    return kind < MOVE_KINDS and game.stock[0, kind] > 0


@variant(may_imagine, "helicopters")
def _may_imagine(game: Record, kind: Int) -> Flag:
    if kind == FLIGHT:
        return game.helicopters > 0 and game.phase == MOVE
    return game.stock[0, kind] > 0


@hook
def imagine_flight(game: Record, tables: Record, weights: Array) -> None:
    """What the pursuers believe after a flight: every station where it can end is equally likely."""


@variant(imagine_flight, "helicopters")
def _imagine_flight(game: Record, tables: Record, weights: Array) -> None:
    weights[:] = np.float32(0.0)
    number = 0
    for w in range(WORDS):
        number += ones(tables.airfield[w] & ~game.occupied[w])
    station = following(tables.airfield, -1)
    while station >= 0:
        if not has(game.occupied, station):
            weights[station] = np.float32(1.0) / np.float32(number)
        station = following(tables.airfield, station)
