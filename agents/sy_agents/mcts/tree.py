"""The tree of a search: UCT over decisions, one tree for all the stations where Mister X is put (single-tree determinization).

An iteration puts Mister X on one of his possible stations, walks down the tree by the actions that are legal then, adds one node,
plays the game out and adds the result to the nodes it passed. Forced actions have no nodes. (Kocsis & Szepesvári, ECML 2006;
Coulom, CG 2006; Nijssen & Winands, CIG 2011.)
"""

import math
from typing import Any

import numpy as np

from sy_agents.greedy import keeps_black, taxi_only
from sy_agents.mcts.playouts import finish_game, fraction
from sy_agents.mcts.state import put_mrx
from sy_env.chance import below, word_at
from sy_env.episode import DETECTIVES, DRAW
from sy_env.jit import Array, Flag, Int, Record, Word, entry, kernel
from sy_env.london.moves import legal_actions
from sy_env.london.setup import play
from sy_env.london.state import BLACK, CAPTURE, CHOOSE_PIECE, MOVE_KINDS, OVER, PURSUERS

Nodes = Any  # an array of NODE records

DEPTH = 512  # no game of 32 rounds has as many decisions

NODE = np.dtype(
    [
        ("parent", "i4"),
        ("action", "i4"),  # that led here
        ("child", "i4"),  # the first, 0: none
        ("sibling", "i4"),  # the next, 0: none
        ("visits", "i4"),
        ("by_pursuer", "i4"),  # the action was one of the pursuers'
        ("score", "f8"),  # sum of results, for the side whose action it was
    ],
    align=True,
)
"""A node of the tree; number 0 is the decision that is searched."""

SEARCH = np.dtype(
    [
        ("nodes", "i8"),  # in use
        ("key", "u8"),  # the search's random stream
        ("draws", "u8"),  # words taken from it so far
        ("seat", "i8"),  # the pursuer that decides at the root; 0: Mister X, or the team that picks a piece
        ("c_hider", "f8"),
        ("c_seekers", "f8"),
        ("epsilon", "f8"),
        ("coalition", "f8"),
        ("filtering", "u1"),
        ("covered", "u1"),  # at the root all stations where Mister X can be have taxi lines only
    ],
    align=True,
)
"""One search: its options and how far it is."""


@kernel
def _draw(search: Record) -> Word:
    search.draws += np.uint64(1)
    return word_at(search.key, search.draws)


# -- what a decision offers


@kernel
def sensible_actions(game: Record, tables: Record, filtering: Flag, covered: Flag, out: Array) -> Int:
    """Write the mover's legal actions into `out`, without black tickets that would be wasted; returns how many there are.

    Mister X keeps his black tickets in the first two rounds, where he shows himself, and where `covered` says (or the record can
    tell) that all stations where he can be have taxi lines only, as long as he has other moves.
    """
    n = legal_actions(game, tables, out)
    if not filtering or game.mover > 0 or game.phase >= CHOOSE_PIECE:
        return n
    first = BLACK * tables.stations
    if out[0] >= first or not (keeps_black(game, tables, 0) or covered or taxi_only(game, tables)):
        return n
    kept = 0
    for j in range(n):
        if not first <= out[j] < first + tables.stations:
            out[kept] = out[j]
            kept += 1
    return kept


@entry
def root_actions(games: Array, tables: Array, filtering: Flag, out: Array) -> Int:
    """:func:`sensible_actions` of the one game in `games`, a GAME record."""
    return sensible_actions(games[0], tables[0], filtering, False, out)


@entry
def is_covered(games: Array, tables: Array) -> Flag:
    """Whether all stations where Mister X can be, in the one GAME record, have taxi lines only."""
    return taxi_only(games[0], tables[0])


# -- one iteration


@kernel
def _find_children(nodes: Nodes, node: Int, actions: Array, n: Int, slots: Array, children: Array) -> Int:
    """Write the child of `node` by each of the actions into `children`, 0 where there is none; returns how many have none."""
    child = nodes[node].child
    while child > 0:
        slots[nodes[child].action] = child
        child = nodes[child].sibling
    missing = 0
    for j in range(n):
        child = slots[actions[j]]  # may be left over from another node
        if nodes[child].parent != node or nodes[child].action != actions[j]:
            child = 0
        children[j] = child
        missing += child == 0
    return missing


@kernel
def _best_child(game: Record, nodes: Nodes, node: Int, search: Record, children: Array, n: Int) -> Int:
    """Position of the child with the highest upper confidence bound."""
    c = search.c_seekers if game.mover > 0 else search.c_hider
    logarithm = math.log(nodes[node].visits)
    best = 0
    highest = -1.0
    for j in range(n):
        child = nodes[children[j]]
        bound = child.score / child.visits + c * math.sqrt(logarithm / child.visits)
        if bound > highest:
            highest = bound
            best = j
    return best


@kernel
def _nth_missing(children: Array, number: Int) -> Int:
    """Position of the action without a child, counted from 0."""
    j = -1
    while number >= 0:
        j += 1
        if children[j] == 0:
            number -= 1
    return j


@kernel
def _add_node(nodes: Nodes, parent: Int, action: Int, by_pursuer: Flag, search: Record) -> Int:
    number = search.nodes
    node = nodes[number]
    node.parent = parent
    node.action = action
    node.child = 0
    node.sibling = nodes[parent].child
    node.visits = 0
    node.by_pursuer = by_pursuer
    node.score = 0.0
    nodes[parent].child = number
    search.nodes += 1
    return np.int64(number)


@kernel
def _walk_down(
    game: Record, tables: Record, nodes: Nodes, search: Record, actions: Array, slots: Array, children: Array, path: Array
) -> Int:
    """Play down the tree to a new node, or to the end of the game; returns the length of the path of nodes."""
    path[0] = 0
    length = 1
    while game.phase != OVER:
        node = path[length - 1]
        n = sensible_actions(game, tables, search.filtering, search.covered and node == 0, actions)
        if n == 1:
            play(game, tables, np.int64(actions[0]))
            continue
        missing = _find_children(nodes, node, actions, n, slots, children)
        if missing > 0:
            j = _nth_missing(children, below(_draw(search), missing))
            path[length] = _add_node(nodes, node, actions[j], game.mover > 0, search)
        else:
            j = _best_child(game, nodes, node, search, children, n)
            path[length] = children[j]
        length += 1
        play(game, tables, np.int64(actions[j]))
        if missing > 0:
            break
    return length


@kernel
def _results(game: Record, search: Record) -> tuple[float, float]:
    """What the end of a game is worth to Mister X and to the pursuers; a capture by another pursuer than `seat` is worth less."""
    if game.winner == DRAW:
        return 0.5, 0.5
    if game.winner != DETECTIVES:
        return 1.0, 0.0
    if game.reason == CAPTURE and search.seat > 0 and game.mover != search.seat:
        return 0.0, 1.0 - search.coalition
    return 0.0, 1.0


@kernel
def _back_up(game: Record, nodes: Nodes, search: Record, path: Array, length: Int) -> None:
    mister_x, pursuers = _results(game, search)
    for i in range(length):
        node = nodes[path[i]]
        node.visits += 1
        node.score += pursuers if node.by_pursuer else mister_x


@kernel
def _station(stations: Array, cumulative: Array, word: Word) -> Int:
    """One of the stations, with the weights whose sums up to each are `cumulative`."""
    mark = fraction(word) * cumulative[len(stations) - 1]
    j = 0
    while j < len(stations) - 1 and cumulative[j] <= mark:
        j += 1
    return np.int64(stations[j])


@kernel
def _num_actions(tables: Record) -> Int:
    """Number of actions of an edition."""
    return MOVE_KINDS * tables.stations + 2 + PURSUERS


@entry
def grow(
    roots: Array,
    tables: Array,
    nodes: Nodes,
    searches: Array,
    stations: Array,
    cumulative: Array,
    hops: Array,
    beyond: Array,
    lines: Array,
    spare: Array,
    iterations: Int,
) -> None:
    """Grow a tree by some iterations.

    Args:
        roots: the decision to search, one GAME or LIGHT record; GAME for greedy playouts, LIGHT for basic ones.
        tables: the edition.
        nodes: NODE records, room for one more each iteration; the tree so far is `nodes[: searches[0].nodes]`.
        searches: one SEARCH record; it goes on from where it is.
        stations: where Mister X is put, uint8; none: he stays where he is.
        cumulative: float64 (stations,), sums of their weights.
        hops: the board, as :class:`sy_agents.mcts.playouts.Lookup` has it.
        beyond: the same.
        lines: the same.
        spare: room for one record like `roots`.
        iterations: how many.
    """
    table = tables[0]
    search = searches[0]
    actions = np.empty(_num_actions(table), np.int32)
    scores = np.empty(_num_actions(table), np.int64)
    children = np.empty(_num_actions(table), np.int32)
    slots = np.zeros(_num_actions(table), np.int32)
    path = np.empty(DEPTH, np.int64)
    for _ in range(iterations):
        spare[0] = roots[0]
        game = spare[0]
        if len(stations) > 0:
            put_mrx(game, _station(stations, cumulative, _draw(search)))
        length = _walk_down(game, table, nodes, search, actions, slots, children, path)
        finish_game(game, table, hops, beyond, lines, search.epsilon, _draw(search), actions, scores)
        _back_up(game, nodes, search, path, length)
