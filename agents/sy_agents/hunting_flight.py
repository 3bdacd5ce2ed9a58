"""What the greedy Mister X of `sy_agents.greedy_hunting` does."""

import numpy as np

from sy_agents.greedy import keep_best
from sy_agents.hunting_distances import FAR, kind_of, measure, reach_of, target
from sy_env.bits import ONE, ZERO, bit
from sy_env.hunting.moves import DOUBLE_ACTION, PASS_ACTION, legal_actions, mrx_may_pass, targets, uses
from sy_env.hunting.state import DIE_KINDS, FIRST_HALF, MOVE, MOVE_KINDS
from sy_env.jit import Array, Flag, Int, Record, Word, kernel, lowest, ones


@kernel
def _goal(game: Record, action: Int) -> Int:
    """Where Mister X stands after a move or a pass."""
    return np.int64(game.station[0]) if action == PASS_ACTION else target(action)


@kernel
def spotted_next(game: Record, tables: Record) -> Flag:
    """Whether he is spotted after his next move."""
    if tables.reveal_by_space:
        return tables.reveal[game.spaces + 1] > 0
    return game.phase != FIRST_HALF and tables.reveal[game.round] > 0


@kernel
def _cover(game: Record, tables: Record, action: Int) -> Int:
    """How many spaces he can be on after this move or pass, by its kind (between the halves of a double: at most)."""
    if spotted_next(game, tables):
        return 1
    reached = ZERO
    word = game.possible[0]
    while word != ZERO:
        space = lowest(word)
        word &= word - ONE
        if action != PASS_ACTION:
            reached |= game.adjacency[kind_of(action), space]
        elif mrx_may_pass(game, tables, space):
            reached |= bit(space)
    return ones(reached & ~game.occupied)


@kernel
def _after_two(game: Record, tables: Record, action: Int, distance: Array) -> Int:
    """The longest distance at the end of a double move that begins with `action`; -1 if there is none."""
    best = -1
    middle = target(action)
    if uses(game, tables, kind_of(action), True) == 0 or distance[middle] == 0:
        return best
    for kind in range(MOVE_KINDS):
        if uses(game, tables, kind, True) > (kind == kind_of(action)):
            word = targets(game, tables, kind, middle) & ~game.occupied
            while word != ZERO:
                best = max(best, distance[lowest(word)])
                word &= word - ONE
    return best


@kernel
def _plain_first(actions: Array, n: Int) -> Int:
    """Move moves by dice, and a pass, to the front, and leave out a declaration; returns how many actions remain."""
    kept = 0
    for j in range(n):
        if actions[j] != DOUBLE_ACTION:
            actions[kept] = actions[j]
            kept += 1
    if actions[kept - 1] == PASS_ACTION:  # dice lead nowhere then: all others are special moves
        actions[0], actions[kept - 1] = actions[kept - 1], actions[0]
    return kept


@kernel
def _count_plain(actions: Array, n: Int) -> Int:
    plain = 0
    while plain < n and (actions[plain] == PASS_ACTION or kind_of(actions[plain]) < DIE_KINDS):
        plain += 1
    return plain


@kernel
def _farthest(game: Record, distance: Array, actions: Array, n: Int) -> Int:
    """The action among the first `n` that leads farthest from detectives; -1 if there is none."""
    best = -1
    for j in range(n):
        if best < 0 or distance[_goal(game, actions[j])] > distance[_goal(game, best)]:
            best = int(actions[j])
    return best


@kernel
def _escapes(game: Record, distance: Array, reach: Word, actions: Array, n: Int) -> Flag:
    """Whether the farthest of the actions leads out of the detectives' reach."""
    best = _farthest(game, distance, actions, n)
    return best >= 0 and reach & bit(_goal(game, best)) == ZERO


@kernel
def _should_double(game: Record, tables: Record, distance: Array, actions: Array, n: Int) -> Flag:
    """Whether two moves lead farther than the actions do."""
    best = distance[_goal(game, _farthest(game, distance, actions, n))]
    for j in range(n):
        if actions[j] != PASS_ACTION and _after_two(game, tables, np.int64(actions[j]), distance) > best:
            return True
    return False


@kernel
def flee(game: Record, tables: Record, turns: Array, doubles: Flag, distance: Array, actions: Array, scores: Array) -> Int:
    """Write Mister X's best actions into `actions`; returns how many there are."""
    n = legal_actions(game, tables, actions)
    measure(game, turns, game.occupied, distance)
    if game.phase == FIRST_HALF:
        for j in range(n):
            scores[j] = _after_two(game, tables, np.int64(actions[j]), distance)
        return keep_best(actions, scores, n)
    double = doubles and game.phase == MOVE and actions[n - 1] == DOUBLE_ACTION
    n = _plain_first(actions, n)
    plain = _count_plain(actions, n)
    reach = reach_of(game, game.station)
    if _escapes(game, distance, reach, actions, plain):
        n = plain
    elif double and not _escapes(game, distance, reach, actions, n) and _should_double(game, tables, distance, actions, n):
        actions[0] = DOUBLE_ACTION
        return 1
    for j in range(n):
        scores[j] = FAR * distance[_goal(game, np.int64(actions[j]))] + _cover(game, tables, np.int64(actions[j]))
    return keep_best(actions, scores, n)


@kernel
def hide(game: Record, tables: Record, turns: Array, distance: Array, actions: Array, scores: Array) -> Int:
    """Write Mister X's best starts into `actions`; returns how many there are."""
    n = legal_actions(game, tables, actions)
    measure(game, turns, game.occupied, distance)
    for j in range(n):
        scores[j] = distance[target(actions[j])]
    return keep_best(actions, scores, n)
