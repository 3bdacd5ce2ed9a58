"""Where can Mister X be in a game with the app: the detectives' set, which uses their answers, and the set without answers.

Mister X hands the app over and sees neither kinds nor answers of investigations, so what he knows about the others' knowledge is
a set of its own, `unaided`. What happens on the board changes both sets in the same way. Meeting points narrow them only where
the detectives see these.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from sy_env.bits import WORDS, ZERO, bit, discard, following, only
from sy_env.editions.app import MASTS
from sy_env.jit import Array, Flag, Int, Record, Word, kernel, usual, variant
from sy_env.london.app_state import HELICOPTER_HELD, LOCATE, SCAN
from sy_env.london.helicopter import flight_word, landing_word, only_points_left
from sy_env.london.meeting_points import count_places, place_word, unreached_word
from sy_env.london.possible import (
    follow_move,
    follow_shown,
    keep_double,
    keep_movable,
    keep_pass,
    rule_out,
)
from sy_env.london.setup import note_start
from sy_env.london.state import MOVE_KINDS

# -- two sets


@kernel
def _swap_views(game: Record) -> None:
    for w in range(WORDS):
        game.possible[w], game.unaided[w] = game.unaided[w], game.possible[w]
        game.origins[w], game.unaided_origins[w] = game.unaided_origins[w], game.origins[w]


@kernel
def _views_agree(game: Record) -> Flag:
    for w in range(WORDS):
        if game.possible[w] != game.unaided[w] or game.origins[w] != game.unaided_origins[w]:
            return False
    return True


@kernel
def _share_view(game: Record) -> None:
    for w in range(WORDS):
        game.unaided[w] = game.possible[w]
        game.unaided_origins[w] = game.origins[w]


def _in_both_views(update: Callable[..., None]) -> Callable[..., None]:
    """A kernel that lets `update`, itself one, change `possible` and `unaided`: both at once as long as they agree."""

    def twice(game: Record, *rest: Any) -> None:
        if _views_agree(game):
            update(game, *rest)
            _share_view(game)
        else:
            for _ in range(2):
                update(game, *rest)
                _swap_views(game)

    return twice


for _update in (keep_movable, keep_double, follow_shown):
    variant(_update, "unaided")(_in_both_views(usual(_update)))


@variant(rule_out, "unaided")
def _rule_out(game: Record, station: Int) -> None:
    discard(game.possible, station)
    discard(game.unaided, station)


_keep_pass_twice = kernel(_in_both_views(usual(keep_pass)))
_follow_move_twice = kernel(_in_both_views(usual(follow_move)))


@kernel
def _note_before(game: Record) -> None:
    """Note what will have to be known of the moment before a field if his ways are followed once more."""
    field = game.fields
    game.log_held[field] = HELICOPTER_HELD if game.helicopters > 0 else 0
    for kind in range(MOVE_KINDS):
        if game.stock[0, kind] > 0:
            game.log_held[field] |= 1 << kind
    for w in range(WORDS):
        game.log_possible[field, w] = game.possible[w]


@variant(keep_pass, "unaided")
def _keep_pass(game: Record, tables: Record) -> None:
    _note_before(game)
    _keep_pass_twice(game, tables)


@variant(follow_move, "unaided")
def _follow_move(game: Record, tables: Record, kind: Int) -> None:
    _note_before(game)
    _follow_move_twice(game, tables, kind)


@variant(note_start, "unaided")
def _note_start(game: Record) -> None:
    _share_view(game)
    for w in range(WORDS):
        game.anchor[w] = game.possible[w]


# -- flights and visible meeting points


@kernel
def landings_of(game: Record, tables: Record, station: Int, w: Int) -> Word:
    """Word `w` of the stations to which he can have flown from `station`, by what the detectives know of meeting points."""
    if not tables.points_visible:
        return landing_word(game, tables, station, w)
    return flight_word(game, tables, station, w, only_points_left(game, tables, station))


@kernel
def _follow_flight(game: Record, tables: Record) -> None:
    after = np.empty(WORDS, np.uint64)
    for w in range(WORDS):
        after[w] = ZERO
    station = following(game.possible, -1)
    while station >= 0:
        for w in range(WORDS):
            after[w] |= landings_of(game, tables, station, w)
        station = following(game.possible, station)
    for w in range(WORDS):
        game.possible[w] = after[w]


@kernel
def keep_where_appears(game: Record, tables: Record, point: Int, words: Array) -> None:
    """Keep those stations of a set on which Mister X lets the next meeting point be `point`; 0: none appears."""
    station = following(words, -1)
    while station >= 0:
        if point == 0:
            appears = count_places(game, tables, station) == 0
        else:
            appears = place_word(game, tables, station, point >> 6) & bit(point) != ZERO
        if not appears:
            discard(words, station)
        station = following(words, station)


@kernel
def _keep_point(game: Record, tables: Record, point: Int) -> None:
    keep_where_appears(game, tables, point, game.possible)


@kernel
def _follow_points(game: Record, reached: Int) -> None:
    if reached > 0:
        only(game.possible, reached)
    else:
        for w in range(WORDS):
            game.possible[w] &= ~unreached_word(game, w)


_follow_flight_twice = kernel(_in_both_views(_follow_flight))


@kernel
def follow_flight(game: Record, tables: Record) -> None:
    """He flies. Called before the ticket is paid and the field written."""
    _note_before(game)
    _follow_flight_twice(game, tables)


keep_point = kernel(_in_both_views(_keep_point))
"""A meeting point that everybody sees appears (game, tables, its station or 0). Called before it is written."""
follow_points = kernel(_in_both_views(_follow_points))
"""He has moved, and everybody sees whether he reached a meeting point (game, its station or 0)."""


# -- answers


@kernel
def publish(game: Record, tables: Record) -> None:
    """After an answer: where investigations are public, Mister X knows what the detectives know."""
    if tables.answers_public:
        for w in range(WORDS):
            game.unaided[w] = game.possible[w]


@kernel
def fits(tables: Record, station: Int, kind: Int, answer: Int) -> Flag:
    """Whether Locate or Scan can have given this answer with Mister X on `station`."""
    if kind == LOCATE:
        return tables.nearness[station] == answer
    for mast in range(len(MASTS)):
        if tables.mast_distance[mast, station] == answer:
            return True
    return False


@kernel
def keep_fitting(words: Array, tables: Record, kind: Int, answer: Int) -> None:
    """Keep those stations of a set that fit an answer of Locate or Scan; other kinds tell of more than his station."""
    if kind != LOCATE and kind != SCAN:
        return
    station = following(words, -1)
    while station >= 0:
        if not fits(tables, station, kind, answer):
            discard(words, station)
        station = following(words, station)
