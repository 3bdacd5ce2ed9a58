"""One-ply rules of greedy playouts, on what everybody at the table knows (Nijssen & Winands, CIG 2011).

They are those of `sy_agents.greedy` in a form for millions of moves: stations are scored once, whatever tickets lead there, and
scoring stops when a station is known to be worse.
"""

import numpy as np

from sy_agents.greedy import closest, keep_best, shown, spread, taxi_only, without_black
from sy_env.bits import ONE, WORDS, ZERO, has
from sy_env.chance import below, mix
from sy_env.jit import Array, Flag, Int, Record, Word, kernel, lowest, ones, variant
from sy_env.london.moves import can_pay, double_action, legal_actions, move_action
from sy_env.london.state import BLACK

# -- pursuers


@kernel
def _total(game: Record, beyond: Array, station: Int, most: Int) -> Int:
    """Sum of the distances from `station` to all stations where Mister X can be; anything above `most` once it is above."""
    total = 0
    for d in range(beyond.shape[1]):
        farther = 0
        for w in range(WORDS):
            farther += ones(game.possible[w] & beyond[station, d, w])
        total += farther
        if farther == 0 or total > most:
            break
    return total


@kernel
def _reachable(game: Record, tables: Record, seat: Int, w: Int) -> Word:
    """Word `w` of the stations that the pursuer `seat` can move to."""
    word = ZERO
    for kind in range(BLACK):
        if can_pay(game, tables, seat, kind):
            word |= tables.adjacency[kind, game.station[seat], w]
    return word & ~game.occupied[w]


@kernel
def _kind_to(game: Record, tables: Record, seat: Int, target: Int, word: Word) -> Int:
    """A kind of ticket by which the pursuer `seat` can get to `target`, drawn from those it has."""
    best = 0
    count = 0
    for kind in range(BLACK):
        if can_pay(game, tables, seat, kind) and has(tables.adjacency[kind, game.station[seat]], target):
            count += 1
            if below(mix(word + np.uint64(count)), count) == 0:
                best = kind
    return best


@kernel
def chase(game: Record, tables: Record, beyond: Array, word: Word) -> Int:
    """A pursuer's move that is nearest to all stations where Mister X can be, ties drawn; -1: it has none."""
    seat = np.int64(game.mover)
    best = 0
    least = 1 << 40
    ties = 0
    for w in range(WORDS):
        targets = _reachable(game, tables, seat, w)
        while targets != ZERO:
            target = 64 * w + lowest(targets)
            targets &= targets - ONE
            total = _total(game, beyond, target, least)
            if total < least:
                least = total
                ties = 0
            if total == least:
                ties += 1
                if below(mix(word + np.uint64(ties)), ties) == 0:
                    best = target
    if ties == 0:
        return -1
    return move_action(tables, _kind_to(game, tables, seat, best, word), best)


# -- Mister X


@kernel
def flee(game: Record, tables: Record, hops: Array, word: Word, actions: Array, scores: Array) -> Int:
    """Mister X's move farthest from the closest pursuer, ties by the stations where he can be, then drawn; -1: he has none."""
    n = legal_actions(game, tables, actions)
    while n > 0 and actions[n - 1] >= double_action(tables):
        n -= 1
    n = without_black(game, tables, actions, n)
    if n == 0:
        return -1
    for j in range(n):
        scores[j] = 1000 * closest(game, tables, hops, actions[j] % tables.stations + 1)
    if not shown(game, tables, 0):
        _add_spread(game, tables, actions, scores, n)
    return np.int64(actions[below(word, keep_best(actions, scores, n))])


@kernel
def _add_spread(game: Record, tables: Record, actions: Array, scores: Array, n: Int) -> None:
    """Add to the scores of Mister X's moves the number of stations where he can be after them, where it can decide."""
    best = 0
    for j in range(n):
        best = max(best, scores[j])
    kind = -1
    size = 0
    for j in range(n):
        if scores[j] == best:
            if actions[j] // tables.stations != kind:
                kind = actions[j] // tables.stations
                size = spread(game, tables, kind)
            scores[j] += size


@variant(taxi_only, "light")
def _taxi_only(game: Record, tables: Record) -> Flag:
    return False  # not known without the set of possible stations
