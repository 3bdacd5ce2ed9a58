"""The state that a search steps: the engine's own rules on a record, with or without the set of possible stations.

Greedy playouts need to know where Mister X can be, so they run on the engine's `GAME` records. Basic ones do not: they run on
`LIGHT` records, for which the hooks that keep that set compile to nothing. Both are stepped by the kernels of
`sy_env.london.turns`, so a search knows no rules of its own.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sy_env.engine import Array
from sy_env.jit import Int, Record, kernel, readable, variant
from sy_env.london import possible
from sy_env.london.state import GAME

_LEFT_OUT = ("possible", "origins", "key", "draws", "redraws")
_KEPT = tuple(name for name in GAME.names or () if name not in _LEFT_OUT)

LIGHT = np.dtype([*((name, GAME[name]) for name in _KEPT), ("light", "u1")], align=True)
"""A GAME without the set of possible stations; the field `light` is read by nobody and tells kernels which body to take."""


def lightened(games: Array) -> NDArray[Any]:
    """Copies of GAME records as LIGHT records."""
    copies = np.zeros(len(games), LIGHT)
    for name in _KEPT:
        copies[name] = games[name]
    return readable(copies)


@kernel
def put_mrx(game: Record, station: Int) -> None:
    """Let Mister X stand on `station`, where his last move, or the deal, has led him."""
    game.station[0] = station
    if game.fields == 0:
        game.mrx_start = station
    else:
        game.log_station[game.fields - 1] = station


# -- what LIGHT records leave out


@variant(possible.keep_movable, "light")
def _keep_movable(game: Record, tables: Record) -> None:
    pass


@variant(possible.keep_double, "light")
def _keep_double(game: Record, tables: Record) -> None:
    pass


@variant(possible.keep_pass, "light")
def _keep_pass(game: Record, tables: Record) -> None:
    pass


@variant(possible.follow_move, "light")
def _follow_move(game: Record, tables: Record, kind: Int) -> None:
    pass


@variant(possible.follow_shown, "light")
def _follow_shown(game: Record, station: Int) -> None:
    pass


@variant(possible.rule_out, "light")
def _rule_out(game: Record, station: Int) -> None:
    pass
