"""What the detectives' network sees of one action, beside the position: who is near after it, and what its die lets him do."""

import numpy as np

from sy_agents.hunting_distances import kind_of, target
from sy_agents.learned.hunting.chances import kinds_between, threat
from sy_agents.learned.hunting.detectives import POSITION, stand_guard
from sy_agents.learned.hunting.mister_x import summarise
from sy_agents.learned.hunting.places import FAR, WIDTH, in_turns
from sy_agents.learned.networks import Real
from sy_env.bits import ONE, ZERO, bit
from sy_env.hunting.moves import PASS_ACTION, REROLL_ACTION, usable
from sy_env.hunting.state import BUS, DIE_KINDS, PIECES, UNDERGROUND
from sy_env.jit import Array, Int, Record, kernel, lowest, ones

_ZERO = np.float32(0.0)
_ONE = np.float32(1.0)


# -- his next move


@kernel
def _flow_next(game: Record, kinds: Int, desk: Record) -> None:
    """Where he may be after his next move by a set of kinds: each space's weight in equal shares, or staying where none leads."""
    following = desk.next[kinds]
    following[:] = _ZERO
    for space in range(1, WIDTH):
        weight = desk.now[space]
        if weight <= _ZERO:
            continue
        word = ZERO
        for kind in range(DIE_KINDS):
            if (kinds >> kind) & 1:
                word |= game.adjacency[kind, space]
        word &= ~game.occupied
        if word == ZERO:
            word = bit(space)
        share = weight / np.float32(ones(word))
        while word != ZERO:
            following[lowest(word)] += share
            word &= word - ONE
    _, desk.number[kinds], desk.largest[kinds] = summarise(following)
    desk.flowed[kinds] = 1


@kernel
def _laid_kinds(game: Record) -> Int:
    kinds = 0
    for kind in range(DIE_KINDS):
        kinds |= (1 << kind) if game.dice[kind] > 0 else 0
    return kinds


# -- the pawn


@kernel
def _expected(belief: Record, weights: Array, space: Int) -> Real:
    """Expected distance of a pawn on `space` to him."""
    total = _ZERO
    for other in range(1, WIDTH):
        if weights[other] > _ZERO:
            total += weights[other] * in_turns(np.int64(belief.turns[space, other]))
    return total


@kernel
def _nearest_by_roll(game: Record, belief: Record, seat: Int, weights: Array) -> Int:
    """The move, as (kind + 1) * WIDTH + space, by which the roll brings a pawn nearest to him; its own space if there is none."""
    best: Int = np.int64(game.station[seat])
    least = np.float32(1e9)
    for kind in range(DIE_KINDS):
        word = usable(game, seat, kind)
        while word != ZERO:
            space = lowest(word)
            word &= word - ONE
            value = _expected(belief, weights, space) - weights[space]
            if value < least:
                least = value
                best = (kind + 1) * WIDTH + space
    return best


# -- the action


@kernel
def describe(game: Record, tables: Record, belief: Record, action: Int, misses: Array, desk: Record, row: Array) -> None:
    """Write the features of an action, float32, into `row`, which is zero."""
    row[: len(POSITION)] = desk.position
    move = row[len(POSITION) :]
    seat = np.int64(game.mover)
    kind = kind_of(action) if action < PASS_ACTION else -1
    space = target(action) if action < PASS_ACTION else np.int64(game.station[seat])
    move[0] = action == PASS_ACTION
    move[1] = action == REROLL_ACTION
    if action > REROLL_ACTION:
        move[2] = 1.0
        seat = action - REROLL_ACTION
        stand_guard(game, tables, belief, seat, desk)
        nearest = _nearest_by_roll(game, belief, seat, desk.now)
        kind = nearest // WIDTH - 1
        space = nearest % WIDTH
    if 0 <= kind < DIE_KINDS:
        move[3 + kind] = 1.0
    _score_now(game, belief, seat, space, misses, desk, move)
    _score_next(game, tables, belief, seat, kind, space, misses, desk, move)
    _score_place(game, belief, seat, space, desk, move)


@kernel
def _score_now(game: Record, belief: Record, seat: Int, space: Int, misses: Array, desk: Record, row: Array) -> None:
    post = np.int64(game.station[seat])
    hand = min(np.int64(game.hand), misses.shape[1] - 1)
    row[6] = desk.now[space]
    row[7] = _expected(belief, desk.now, space)
    row[8] = _expected(belief, desk.now, post) - row[7] if post > 0 else _ZERO
    for other in range(1, WIDTH):
        weight = desk.now[other]
        if weight > _ZERO:
            row[9] += weight * (_ONE - misses[kinds_between(game, space, other), hand])
            row[11] += weight * in_turns(min(desk.guard[other], np.int64(belief.turns[space, other])))
    row[10] = in_turns(np.int64(belief.turns[space, desk.likeliest]))


@kernel
def _score_next(
    game: Record, tables: Record, belief: Record, seat: Int, kind: Int, space: Int, misses: Array, desk: Record, row: Array
) -> None:
    laid = _laid_kinds(game)
    kinds = laid | (1 << kind) if 0 <= kind < DIE_KINDS else laid
    if desk.flowed[kinds] == 0:
        _flow_next(game, kinds, desk)
    weights = desk.next[kinds]
    hand = min(tables.detective_dice, misses.shape[1] - 1)
    before = desk.posts[seat]
    desk.posts[seat] = space
    for other in range(1, WIDTH):
        weight = weights[other]
        if weight > _ZERO:
            row[12] += weight * in_turns(np.int64(belief.turns[space, other]))
            row[13] += weight * (_ONE - misses[kinds_between(game, space, other), hand])
            row[14] += weight * threat(game, tables, misses, desk.posts, hand, other)
    desk.posts[seat] = before
    row[15] = np.log(max(desk.number[kinds], _ONE)) / np.float32(3.0)
    row[16] = desk.largest[kinds]
    row[17] = weights[space]
    row[18] = kinds != laid


@kernel
def _score_place(game: Record, belief: Record, seat: Int, space: Int, desk: Record, row: Array) -> None:
    for kind in range(DIE_KINDS):
        row[19 + kind] = np.float32(ones(game.adjacency[kind, space])) / np.float32(4.0)
    row[22] = ones(game.adjacency[BUS, space]) > 0
    row[23] = ones(game.adjacency[UNDERGROUND, space]) > 0
    row[24] = in_turns(desk.guard[space])
    back: Int = FAR
    for other in range(1, PIECES):
        if other != seat and desk.posts[other] > 0:
            back = min(back, np.int64(belief.turns[space, desk.posts[other]]))
    row[25] = in_turns(back)
