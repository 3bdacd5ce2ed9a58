"""Location categories: how likely Mister X is at a station, by its distance to the closest pursuer.

At a decision of the pursuers every station where Mister X can be is of a category: 1, 2, 3, 4, or 5 and more lines from the
closest pursuer. The table counts, over many games, how many possible stations each category had and on how many of them he was;
the quotient is the weight with which a search puts him there (Nijssen & Winands, CIG 2011). `scripts/learn_categories.py` learns
it from games; other editions than those it was learned for use the table of `nijssen2011`.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sy_agents.greedy import closest
from sy_env.bits import following, has
from sy_env.editions import Edition
from sy_env.engine import Array
from sy_env.jit import Flag, Int, Record, entry, kernel

CATEGORIES = 5
FALLBACK = "nijssen2011"
TABLE = Path(__file__).parents[1] / "data" / "mcts_categories.json"


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    table: Mapping[str, Any] = json.loads(TABLE.read_text())
    return table


@lru_cache(maxsize=64)
def weights(edition: Edition, learned: bool = True) -> NDArray[np.float64]:
    """Weight of a station by its category, float64 (5,); all 1 unless `learned`."""
    if not learned:
        return np.ones(CATEGORIES)
    table = _table()
    counts = table.get(edition.name, table[FALLBACK])
    return np.array(counts["actual"], np.float64) / np.array(counts["possible"], np.float64)


@kernel
def _category(game: Record, tables: Record, hops: Array, station: Int) -> Int:
    return min(max(closest(game, tables, hops, station), 1), CATEGORIES) - 1


@entry
def candidates(
    games: Array, tables: Array, hops: Array, weights: Array, limiting: Flag, stations: Array, cumulative: Array
) -> Int:
    """Write the stations where a search puts Mister X, and the sums of their weights; returns how many there are.

    In the one GAME record these are the stations where he can be, or without `limiting` all that are free of pursuers.
    `stations` (uint8) and `cumulative` (float64) have room for every station.
    """
    game = games[0]
    n = 0
    total: Any = 0.0
    for station in range(1, tables[0].stations + 1):
        if has(game.possible, station) if limiting else not has(game.occupied, station):
            total += weights[_category(game, tables[0], hops, station)]
            stations[n] = station
            cumulative[n] = total
            n += 1
    return n


# -- learning the table


@entry
def count_categories(games: Array, tables: Array, hops: Array, rows: Array, possible: Array, actual: Array) -> None:
    """Add the possible stations of the full GAME records `rows` to the counts, int64 (5,), and those where Mister X is."""
    for i in rows:
        game = games[i]
        station = following(game.possible, -1)
        while station >= 0:
            category = _category(game, tables[0], hops, station)
            possible[category] += 1
            actual[category] += station == game.station[0]
            station = following(game.possible, station)
