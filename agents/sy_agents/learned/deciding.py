"""Decisions of learned players: score every legal action of every game by the network of its role, and draw one by the scores."""

from typing import Any

import numpy as np

from sy_agents.learned import mister_x, pursuers, pursuits
from sy_agents.learned.belief import ROOM, move_hidden, weights_now
from sy_agents.learned.flights import FLIGHT, imagine_flight, keep_flights, may_imagine
from sy_agents.learned.networks import Real, run
from sy_agents.learned.surroundings import look_now
from sy_env.jit import Array, Flag, Int, Record, Word, entry, kernel
from sy_env.london.moves import double_action, legal_actions
from sy_env.london.state import MOVE_KINDS, OVER, SECOND_HALF

MOST_ACTIONS = 2048

DESK = np.dtype(
    [
        ("pursuers", pursuers.DESK),
        ("mister_x", mister_x.DESK),
        ("room", ROOM),
    ],
    align=True,
)
"""Room to work in, for one decision after the other."""


@kernel
def _imagine(game: Record, tables: Record, hops: Array, places: Array, filter_: Any, belief: Record, desk: Record) -> None:
    """What the pursuers will believe after each kind of hidden move."""
    mine = desk.mister_x
    weights_now(belief, game, tables, mine.now)
    mine.shown = mister_x.shown_by_move(game, tables)
    if mine.shown:
        return
    field = np.int64(game.fields)
    second = game.phase == SECOND_HALF
    for kind in range(MOVE_KINDS):
        if may_imagine(game, kind):
            after = mine.after[kind]
            after[:] = mine.now
            move_hidden(game, tables, hops, places, filter_, field, np.int64(game.round), second, kind, desk.room, after)
    if may_imagine(game, FLIGHT):
        imagine_flight(game, tables, mine.after[FLIGHT])


@kernel
def _prepare(
    game: Record, tables: Record, hops: Array, near: Array, places: Array, filter_: Any, belief: Record, desk: Record
) -> None:
    if game.mover == 0:
        look_now(game, tables, hops, near, desk.room.around)
        _imagine(game, tables, hops, places, filter_, belief, desk)
        mister_x.prepare(game, tables, desk.room.around, desk.mister_x)
    else:
        weights_now(belief, game, tables, desk.pursuers.now)
        pursuers.prepare(game, tables, hops, near, desk.pursuers)


@kernel
def _score(
    game: Record,
    tables: Record,
    hops: Array,
    near: Array,
    beyond: Array,
    places: Array,
    network: Any,
    action: Int,
    desk: Record,
    drafts: Array,
    spare: Array,
    row: Array,
) -> Real:
    row[:] = np.float32(0.0)
    if game.mover == 0:
        mister_x.describe(game, tables, hops, beyond, places, action, desk.room.around, desk.mister_x, drafts, spare, row)
    else:
        pursuits.describe(game, tables, hops, near, places, action, desk.pursuers, row)
    return run(network, row, desk.room.first, desk.room.second)


@kernel
def draw_by_score(scores: Array, n: Int, word: Word) -> Int:
    """An index drawn by softmax of the scores, which become log-probabilities."""
    highest = scores[0]
    for j in range(1, n):
        highest = max(highest, scores[j])
    total = np.float32(0.0)
    for j in range(n):
        total += np.exp(scores[j] - highest)
    for j in range(n):
        scores[j] -= highest + np.log(total)
    left = np.float64(word >> np.uint64(11)) * 2.0**-53
    for j in range(n):
        left -= np.exp(scores[j])
        if left < 0.0:
            return j
    return n - 1


@kernel
def scored(tables: Record, action: Int) -> Flag:
    """Whether a network scores the action whatever it is worth: a move or the declaration of a double.

    Of flights it scores some; of passes, pieces, and what the team does with Master's app nothing.
    """
    return action <= double_action(tables)


@kernel
def _list_scored(game: Record, tables: Record, hops: Array, actions: Array, scores: Array) -> Int:
    """Write the legal actions, those that a network scores first; returns how many it scores. `scores` is room to work in."""
    n = legal_actions(game, tables, actions)
    kept = 0
    for j in range(n):
        if scored(tables, np.int64(actions[j])):
            actions[kept], actions[j] = actions[j], actions[kept]
            kept += 1
    return keep_flights(game, tables, hops, actions, kept, n, scores)


@entry
def decide(
    beliefs: Array,
    games: Array,
    which: Array,
    tables: Array,
    hops: Array,
    near: Array,
    beyond: Array,
    places: Array,
    network: Any,
    filter_: Any,
    words: Array,
    desk: Array,
    drafts: Array,
    keep: Flag,
    actions: Array,
    chances: Array,
    rows: Array,
    bounds: Array,
    picked: Array,
) -> None:
    """Decide in games in which the same role is to move.

    `beliefs` and `games` are those of all games, the beliefs up to date; `tables`, `hops`, `near`, `beyond` and `places` those of
    the edition and its board.

    Further arguments:
        which: int64 (n,), the games to decide in.
        network: of the role.
        filter_: the network of the belief.
        words: uint64 (n,), a random word a decision.
        keep: keep all rows of features, one decision after the other; else `rows` has room for one decision.
        actions: int32 (n,), the actions drawn.
        chances: float32 (n,), the logarithms of their probabilities.
        rows: float32 (M, features), the features of the legal actions.
        bounds: int64 (n + 1,), where in `rows` each decision begins.
        picked: int64 (n,), the row of the action drawn.
        desk: room to work in, DESK (1,).
        drafts: room for one game.
    """
    table = tables[0]
    legal = np.empty(MOST_ACTIONS, np.int32)
    spare = np.empty(MOST_ACTIONS, np.int32)
    scores = np.empty(MOST_ACTIONS, np.float32)
    used = 0
    bounds[0] = 0
    for i in range(len(which)):
        game = games[which[i]]
        n = _list_scored(game, table, hops, legal, scores)
        actions[i] = 0 if game.phase == OVER else legal[0]
        chances[i] = 0.0
        picked[i] = used
        if n > 1:
            _prepare(game, table, hops, near, places, filter_, beliefs[which[i]], desk[0])
            for j in range(n):
                scores[j] = _score(
                    game, table, hops, near, beyond, places, network, np.int64(legal[j]), desk[0], drafts, spare, rows[used + j]
                )
            drawn = draw_by_score(scores, n, words[i])
            actions[i] = legal[drawn]
            chances[i] = scores[drawn]
            picked[i] = used + drawn
            used += n if keep else 0
        bounds[i + 1] = used
