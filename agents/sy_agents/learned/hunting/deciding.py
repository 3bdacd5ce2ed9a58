"""Decisions in Hunting Mister X: score every legal action by the network of the mover's role, and draw one by the scores."""

from typing import Any

import numpy as np

from sy_agents.learned.deciding import draw_by_score
from sy_agents.learned.hunting import detectives, mister_x, pursuit
from sy_agents.learned.hunting.belief import move_hidden, weights_now
from sy_agents.learned.hunting.chances import hand_beside
from sy_agents.learned.hunting.places import look_now
from sy_agents.learned.networks import run
from sy_env.hunting.moves import NUM_ACTIONS, PASS_ACTION, legal_actions, mrx_may_pass, uses
from sy_env.hunting.state import MOVE_KINDS, OVER, PLACE, SECOND_HALF
from sy_env.jit import Array, Flag, Int, Record, entry, kernel

DESK = np.dtype([("detectives", detectives.DESK), ("mister_x", mister_x.DESK)], align=True)
"""Room to work in, for one decision after the other."""


@kernel
def _imagine(game: Record, tables: Record, belief: Record, filter_: Any, can_pass: Flag, room: Record, desk: Record) -> None:
    """What the detectives will believe after each kind of hidden move, and after a pass."""
    if desk.shown or game.phase == PLACE:
        return
    for kind in range(MOVE_KINDS):
        if uses(game, tables, kind, True) > 0 or uses(game, tables, kind, False) > 0:
            desk.after[kind] = desk.now
            second = game.phase == SECOND_HALF
            move_hidden(game, tables, belief, filter_, np.int64(game.spaces), second, kind, room, desk.after[kind])
    passed = desk.after[MOVE_KINDS]
    passed[:] = desk.now
    if can_pass:
        for space in range(1, len(passed)):
            if not mrx_may_pass(game, tables, space):
                passed[space] = np.float32(0.0)


@kernel
def _prepare(game: Record, tables: Record, belief: Record, filter_: Any, can_pass: Flag, room: Record, desk: Record) -> None:
    if game.mover == 0:
        mine = desk.mister_x
        weights_now(belief, game, tables, mine.now)
        mine.shown = mister_x.shown_by_move(game, tables)
        covered: Int = 0 if mine.shown else np.int64(game.board_dice) + 1
        look_now(game, tables, belief, hand_beside(tables, covered), room)
        _imagine(game, tables, belief, filter_, can_pass, room, mine)
        mister_x.prepare(game, tables, room, mine)
    else:
        weights_now(belief, game, tables, desk.detectives.now)
        detectives.prepare(game, tables, belief, room.misses, desk.detectives)


@kernel
def _describe(game: Record, tables: Record, belief: Record, action: Int, room: Record, desk: Record, row: Array) -> None:
    row[:] = np.float32(0.0)
    if game.mover == 0:
        mister_x.describe(game, tables, belief, action, room, desk.mister_x, row)
    else:
        pursuit.describe(game, tables, belief, action, room.misses, desk.detectives, row)


@entry
def decide(
    beliefs: Array,
    games: Array,
    which: Array,
    tables: Array,
    network: Any,
    filter_: Any,
    words: Array,
    room: Array,
    desk: Array,
    keep: Flag,
    actions: Array,
    chances: Array,
    rows: Array,
    bounds: Array,
    picked: Array,
) -> None:
    """Decide in games in which the same role is to move; the arguments are those of :func:`sy_agents.learned.deciding.decide`."""
    table = tables[0]
    legal = np.empty(NUM_ACTIONS, np.int32)
    scores = np.empty(NUM_ACTIONS, np.float32)
    used = 0
    bounds[0] = 0
    for i in range(len(which)):
        game = games[which[i]]
        n = 0 if game.phase == OVER else legal_actions(game, table, legal)
        actions[i] = legal[0] if n > 0 else 0
        chances[i] = 0.0
        picked[i] = used
        if n > 1:
            _prepare(game, table, beliefs[which[i]], filter_, legal[n - 1] == PASS_ACTION, room[0], desk[0])
            for j in range(n):
                _describe(game, table, beliefs[which[i]], np.int64(legal[j]), room[0], desk[0], rows[used + j])
                scores[j] = run(network, rows[used + j], room[0].first, room[0].second)
            drawn = draw_by_score(scores, n, words[i])
            actions[i] = legal[drawn]
            chances[i] = scores[drawn]
            picked[i] = used + drawn
            used += n if keep else 0
        bounds[i + 1] = used
