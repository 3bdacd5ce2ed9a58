"""Ratings of the players of both roles as two populations that only ever meet each other, by the library openskill."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sy_agents.evaluation.tables import Cell
from sy_env.engine import Array
from sy_env.episode import DETECTIVES, MRX
from sy_env.policies import ROLES

MOST_GAMES = 20_000  # that are rated, two seconds' work; of more, as many are drawn


@dataclass(frozen=True)
class Rating:
    """How strong a player is in one role, on a scale where everybody begins at 25.

    Ratings are compared within a role: between the roles they also hold what the rules give either side.

    Attributes:
        mean: the estimate; a lead of 8 over an opponent means about four wins of five.
        deviation: its standard deviation.
    """

    mean: float
    deviation: float


def ratings(cells: Sequence[Cell], winners: Sequence[Array], seed: int = 0) -> dict[tuple[str, str], Rating]:
    """Rate every player by all games of a tournament, in an order that the seed shuffles.

    Players do not learn between games, so no uncertainty is added from game to game (tau = 0), and early games weigh no less
    than late ones. Of more than `MOST_GAMES` games as many are drawn.

    Args:
        cells: the pairings.
        winners: for every cell the winners of its games, an array (games,) as in EPISODE.
        seed: of the order.

    Returns:
        Ratings by role ("mrx", "detectives") and player.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    found = {key: model.rating() for cell in cells for key in _keys(cell)}
    whose = np.repeat(np.arange(len(cells)), [len(games) for games in winners])
    results = np.concatenate(winners)
    for game in np.random.default_rng(seed).permutation(len(results))[:MOST_GAMES]:
        mister_x, detectives = _keys(cells[whose[game]])
        won = results[game]  # a draw leaves both ranks at 0
        teams = model.rate([[found[mister_x]], [found[detectives]]], ranks=[float(won == DETECTIVES), float(won == MRX)])
        (found[mister_x],), (found[detectives],) = teams
    return {key: Rating(rating.mu, rating.sigma) for key, rating in found.items()}


def _keys(cell: Cell) -> tuple[tuple[str, str], tuple[str, str]]:
    return (ROLES[0], cell.mister_x), (ROLES[1], cell.detectives)
