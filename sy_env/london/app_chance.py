"""Chance in a game with Master's app: which outcomes there are, how one is drawn, and how a given one is applied.

Three things are left to chance besides the deal: where a meeting point appears, what investigations are offered, and from which
mast a Scan measures. For each the rules stop in a phase of its own; `settle` draws there from the game's stream. Those who
enumerate outcomes instead begin with `begin` and go on with `decide` and `resolve`, which stop where chance is due. `undraw` goes
back to there until the next action is taken.
"""

import numpy as np

from sy_env.bits import WORDS, ZERO
from sy_env.chance import draw
from sy_env.editions.app import MASTS
from sy_env.jit import Array, Flag, Int, Record, entry, kernel, variant
from sy_env.london.app_state import ALL_KINDS, DRAW_MAST, DRAW_OFFER, DRAW_POINT, KINDS
from sy_env.london.app_tables import OFFER_BOUND, ONE_KIND
from sy_env.london.app_turns import apply_mast, apply_offer, apply_point
from sy_env.london.meeting_points import count_places, place_at
from sy_env.london.setup import apply_deal, settle, settle_start
from sy_env.london.turns import ask, step


@kernel
def waits_for_chance(game: Record) -> Flag:
    """Whether chance has to decide next."""
    return game.phase == DRAW_POINT or game.phase == DRAW_OFFER or game.phase == DRAW_MAST


@kernel
def _is_maybe(game: Record, tables: Record) -> Flag:
    """Whether it is about an offer of all kinds or none, the one chance whose outcomes are not equally likely."""
    return game.phase == DRAW_OFFER and tables.offer != ONE_KIND


@kernel
def count_outcomes(game: Record, tables: Record) -> Int:
    """How many outcomes the chance that is due has."""
    if game.phase == DRAW_POINT:
        return max(count_places(game, tables, np.int64(game.station[0])), 1)
    if game.phase == DRAW_MAST:
        return len(MASTS)
    return 2 if _is_maybe(game, tables) else KINDS


@kernel
def outcome_at(game: Record, tables: Record, index: Int) -> Int:
    """Outcome number `index`, from 0, of the chance that is due.

    It is the station of a meeting point (0: none appears), the kinds that are offered (bit k for kind k), or a mast (0..3).
    """
    if game.phase == DRAW_POINT:
        return place_at(game, tables, np.int64(game.station[0]), index)
    if game.phase == DRAW_MAST:
        return index
    return ALL_KINDS * index if _is_maybe(game, tables) else 1 << index


@kernel
def apply_outcome(game: Record, tables: Record, outcome: Int) -> None:
    """Go on with an outcome of the chance that is due."""
    game.drawn = game.phase
    for w in range(WORDS):
        game.undrawn[0, w] = game.possible[w]
        game.undrawn[1, w] = game.unaided[w]
    if game.phase == DRAW_POINT:
        apply_point(game, tables, outcome)
    elif game.phase == DRAW_OFFER:
        apply_offer(game, tables, outcome)
    else:
        apply_mast(game, tables, outcome)


@variant(settle_start, "point")
def _settle_start(game: Record, tables: Record) -> None:
    if game.phase == DRAW_POINT:
        index = draw(game, count_outcomes(game, tables))
        apply_outcome(game, tables, outcome_at(game, tables, index))


@variant(settle, "point")
def _settle(game: Record, tables: Record) -> None:
    game.drawn = 0
    while waits_for_chance(game):
        if _is_maybe(game, tables):
            index = 1 if draw(game, OFFER_BOUND) < tables.offer_below else 0
        else:
            index = draw(game, count_outcomes(game, tables))
        apply_outcome(game, tables, outcome_at(game, tables, index))


# -- for those who enumerate outcomes


@entry
def begin(games: Array, tables: Array, rows: Array, deals: Array) -> None:
    """Start games in the given rows on given start cards: stations by seat, uint8 (n, 6), 0 where nobody sits."""
    for j in range(len(rows)):
        apply_deal(games[rows[j]], tables[0], deals[j])


@entry
def decide(games: Array, tables: Array, rows: Array, actions: Array) -> None:
    """Step the given rows by legal actions, one a row, as far as chance lets them."""
    for j in range(len(rows)):
        games[rows[j]].drawn = 0
        step(games[rows[j]], tables[0], np.int64(actions[j]))


@entry
def outcomes(games: Array, tables: Array, row: Int, values: Array, weights: Array) -> Int:
    """Write the outcomes of the chance that is due in a row, and how likely they are; returns how many, 0: none is due.

    Args:
        games: APP_GAME records.
        tables: APP_TABLES of shape (1,).
        row: index of the game.
        values: int64, room for 255; see :func:`outcome_at`.
        weights: float64, room for 255; their sum is 1.
    """
    game = games[row]
    if not waits_for_chance(game):
        return 0
    n = count_outcomes(game, tables[0])
    for index in range(n):
        values[index] = outcome_at(game, tables[0], index)
        weights[index] = 1.0 / n
    if _is_maybe(game, tables[0]):
        weights[1] = tables[0].offer_below / OFFER_BOUND
        weights[0] = 1.0 - weights[1]
    return n


@entry
def resolve(games: Array, tables: Array, rows: Array, values: Array) -> None:
    """Go on in the given rows with given outcomes, one a row, of the chance that is due there."""
    for j in range(len(rows)):
        apply_outcome(games[rows[j]], tables[0], np.int64(values[j]))


@kernel
def _take_back(game: Record, tables: Record) -> None:
    if game.drawn == DRAW_POINT:
        game.point[np.int64(tables.point_slot[game.round]) - 1] = 0
    elif game.drawn == DRAW_OFFER:
        game.offered = 0
    else:
        game.answer[game.round] = ZERO
    for w in range(WORDS):
        game.possible[w] = game.undrawn[0, w]
        game.unaided[w] = game.undrawn[1, w]
    game.winner = 0
    game.reason = 0
    ask(game, 0 if game.drawn == DRAW_POINT else 1, np.int64(game.drawn))
    game.drawn = 0


@entry
def undraw(games: Array, tables: Array, rows: Array) -> None:
    """Take back the outcomes of chance that the last actions in the given rows led to; they are due again."""
    for j in range(len(rows)):
        if games[rows[j]].drawn > 0:
            _take_back(games[rows[j]], tables[0])
