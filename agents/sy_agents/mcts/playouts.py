"""Playouts: a game played to its end, uniformly (basic) or by one-ply rules with some chance (greedy).

Epsilon-greedy playouts follow Nijssen & Winands (CIG 2011): a pursuer makes the move after which it is nearest, in sum, to all
stations where Mister X can be; Mister X makes the move farthest from the closest pursuer, among equals the one that leaves the
most stations where he can be. Which pursuer the team moves next, and whether Mister X declares a double move, is left to chance.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sy_agents.mcts.heuristics import chase, flee
from sy_env.bits import WORDS, has
from sy_env.boards import Board
from sy_env.chance import below, mix, word_at
from sy_env.episode import DETECTIVES
from sy_env.jit import Array, Flag, Int, Record, Word, entry, hook, kernel, variant
from sy_env.london.moves import (
    can_pay,
    double_action,
    first_half_origin,
    legal_actions,
    move_action,
    mrx_can_double,
    second_half_exists,
)
from sy_env.london.setup import play
from sy_env.london.state import BLACK, CHOOSE_PIECE, DOUBLE, FIRST_HALF, MOVE, MOVE_KINDS, OVER, PURSUERS, SECOND_HALF

TRIES = 8  # draws before all legal actions are listed
_TARGET = 255  # of a line, coded as kind * 256 + target
_KIND_SHIFT = 8
_S11 = np.uint64(11)
_FRACTIONS = 2.0**53  # so many numbers a random word is cut down to


@dataclass(frozen=True)
class Lookup:
    """A board in the form that playouts read.

    Attributes:
        hops: distances of pursuers, uint8 (n + 1, n + 1).
        beyond: stations farther than d lines from a station, uint64 (n + 1, d, 4).
        lines: what leaves a station, int32 (2, n + 1, most + 1): first how many, then each as kind * 256 + target; in block 0 the
            moves of Mister X and behind them his double move, in block 1 those of pursuers.
    """

    hops: NDArray[np.uint8]
    beyond: NDArray[np.uint64]
    lines: NDArray[np.int32]


@lru_cache(maxsize=16)
def lookup(board: Board) -> Lookup:
    """The tables of a board."""
    hops = np.ascontiguousarray(board.detective_distances)
    reach = int(hops[1:, 1:].max())
    farther = hops[:, None, :] > np.arange(reach)[:, None]
    padded = np.zeros((*farther.shape[:2], 64 * WORDS), np.bool_)
    padded[1:, :, 1 : hops.shape[1]] = farther[1:, :, 1:]
    beyond = np.packbits(padded, axis=-1, bitorder="little").view("<u8").astype(np.uint64)
    return Lookup(hops, beyond, _lines(board))


def _lines(board: Board) -> NDArray[np.int32]:
    bits = np.stack([board.adjacency_bits(kind) for kind in range(MOVE_KINDS)]).astype("<u8")
    leads = np.unpackbits(bits.view(np.uint8), axis=-1, bitorder="little")[:, : board.num_stations + 1]
    lists: list[list[list[int]]] = [[], []]
    for station in range(board.num_stations + 1):
        moves = [int(kind) << _KIND_SHIFT | int(target) for kind, target in np.argwhere(leads[:, station])]
        lists[0].append([*moves, DOUBLE << _KIND_SHIFT])
        lists[1].append([move for move in moves if move >> _KIND_SHIFT != BLACK])
    most = max(len(moves) for moves in lists[0])
    lines: Any = np.zeros((2, board.num_stations + 1, most + 1), np.int32)
    for block in range(2):
        for station, moves in enumerate(lists[block]):
            lines[block, station, 0] = len(moves)
            lines[block, station, 1 : 1 + len(moves)] = moves
    return np.asarray(lines)


# -- drawing a legal action uniformly


@kernel
def _mrx_may(game: Record, tables: Record, kind: Int, target: Int) -> Flag:
    """Whether a line from Mister X's station, or his double move, is a legal action now."""
    if kind == DOUBLE:
        return game.phase == MOVE and mrx_can_double(game, tables, np.int64(game.station[0]))
    if game.stock[0, kind] == 0 or (has(game.occupied, target) and not tables.enter_loses):
        return False
    if game.phase == FIRST_HALF:
        return second_half_exists(game, tables, np.int64(game.station[0]), target, kind)
    return not (game.phase == SECOND_HALF and tables.forbid_return and target == first_half_origin(game))


@kernel
def draw_action(game: Record, tables: Record, lines: Array, key: Word, counter: Int, actions: Array) -> Int:
    """A legal action of the mover, each as likely as the others; `actions` is room for a list of them.

    Drawn from all lines of the station until one is legal, which is uniform over those that are and needs no list. Where that
    does not come off soon, all legal actions are listed.
    """
    word = word_at(key, counter)
    if game.phase != CHOOSE_PIECE:
        seat = np.int64(game.mover)
        station = np.int64(game.station[seat])
        block = 1 if seat > 0 else 0
        count = lines[block, station, 0]  # not zero: boards are connected by taxi
        for _ in range(TRIES):
            line = lines[block, station, 1 + below(word, count)]
            kind = line >> _KIND_SHIFT
            target = np.int64(line & _TARGET)
            word = mix(word)  # the next try's
            if seat > 0:
                legal = can_pay(game, tables, seat, kind) and not has(game.occupied, target)
            else:
                legal = _mrx_may(game, tables, kind, target)
            if legal:
                return double_action(tables) if kind == DOUBLE else move_action(tables, kind, target)
    n = legal_actions(game, tables, actions)
    return np.int64(actions[below(word, n)])


# -- epsilon-greedy actions


@kernel
def greedy_action(
    game: Record,
    tables: Record,
    hops: Array,
    beyond: Array,
    lines: Array,
    epsilon: float,
    key: Word,
    counter: Int,
    actions: Array,
    scores: Array,
) -> Int:
    """An epsilon-greedy action of the mover; it takes the words `counter` and `counter + 1` of the stream `key`."""
    word = word_at(key, counter + 1)
    action: Int = -1
    if fraction(word_at(key, counter)) >= epsilon:
        if game.mover == 0:
            action = flee(game, tables, hops, word, actions, scores)
        elif game.phase != CHOOSE_PIECE:
            action = chase(game, tables, beyond, word)
    return action if action >= 0 else draw_action(game, tables, lines, key, counter + 1, actions)


@kernel
def fraction(word: Word) -> float:
    """A number in [0, 1) from a random word."""
    return np.float64(word >> _S11) / _FRACTIONS


# -- whole playouts


@hook
def finish_game(
    game: Record,
    tables: Record,
    hops: Array,
    beyond: Array,
    lines: Array,
    epsilon: float,
    key: Word,
    actions: Array,
    scores: Array,
) -> None:
    """Play the game to its end by epsilon-greedy actions; `actions` and `scores` are room for lists of actions."""
    counter = 0
    while game.phase != OVER:
        play(game, tables, greedy_action(game, tables, hops, beyond, lines, epsilon, key, counter, actions, scores))
        counter += 2


@variant(finish_game, "light")
def _finish_uniformly(
    game: Record,
    tables: Record,
    hops: Array,
    beyond: Array,
    lines: Array,
    epsilon: float,
    key: Word,
    actions: Array,
    scores: Array,
) -> None:
    counter = 0
    while game.phase != OVER:
        play(game, tables, draw_action(game, tables, lines, key, counter, actions))
        counter += 1


@entry
def play_outs(
    roots: Array,
    tables: Array,
    hops: Array,
    beyond: Array,
    lines: Array,
    epsilon: float,
    key: Word,
    spare: Array,
    times: Int,
) -> tuple[Int, Int]:
    """Play the one record in `roots` out so many times (see :func:`finish_game`); `spare` is room for one more record.

    Returns:
        How many games the pursuers won, and the moves made in all games together.
    """
    actions = np.empty(MOVE_KINDS * tables[0].stations + 2 + PURSUERS, np.int32)
    scores = np.empty(len(actions), np.int64)
    wins: Int = 0
    moves: Int = 0
    for number in range(times):
        spare[0] = roots[0]
        finish_game(spare[0], tables[0], hops, beyond, lines, epsilon, word_at(key, number), actions, scores)
        wins += spare[0].winner == DETECTIVES
        moves += np.int64(spare[0].moves) - np.int64(roots[0].moves)
    return wins, moves
