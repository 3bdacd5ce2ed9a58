"""What the detectives' network sees of a position: what they believe, the dice, and what all actions of a decision share."""

import numpy as np

from sy_agents.learned.hunting.chances import KIND_SETS
from sy_agents.learned.hunting.mister_x import summarise
from sy_agents.learned.hunting.places import FAR, WIDTH, in_turns
from sy_agents.learned.hunting.standing import (
    BOXES,
    CLOCK,
    DICE,
    TABLE,
    describe_boxes,
    describe_clock,
    describe_dice,
    describe_table,
)
from sy_agents.learned.networks import Real
from sy_env.bits import ONE, ZERO
from sy_env.hunting.moves import usable
from sy_env.hunting.state import CHOOSE_PIECE, DIE_KINDS, PIECES, PLACE
from sy_env.jit import Array, Int, Record, Word, kernel, lowest

POSITION = (
    *CLOCK,
    "yet_to_move",  # pawns after this one
    *DICE,
    *BOXES,
    "start",
    "choosing",
    *TABLE,
    "entropy",
    "spaces",  # log of their number
    "largest",  # weight of a space
    "team_distance",  # expected, of the closest other pawn, now
    "best_catch",  # the largest weight that the roll reaches
    "next_catch",  # the largest weight that a new roll would reach, on average
)
MOVE = (
    "pass",
    "reroll",
    "piece",
    *(f"by_{name}" for name in ("taxi", "bus", "underground")),
    "caught",  # probability
    "distance",  # expected
    "nearer",  # by how much the move shortens it
    "in_reach",  # probability that a hand of dice takes the pawn from here to where he is now
    "likeliest",  # distance to the likeliest space
    "closest",  # expected distance of the closest of all pawns
    "next_distance",  # after his next move, by the dice laid so far and this one
    "next_in_reach",
    "next_covered",  # probability that a hand of dice takes one of all pawns to him
    "next_spaces",  # log of the number of spaces that he can be on
    "next_largest",
    "next_here",
    "new_kind",  # the first die of its kind that he can take
    "taxi_ways",
    "bus_ways",
    "underground_ways",
    "bus_stop",
    "underground_stop",
    "fellow",  # distance of the closest other pawn
    "fellow_back",  # and of this one from it
)
FEATURES = (*POSITION, *MOVE)

DESK = np.dtype(
    [
        ("now", np.float32, WIDTH),
        ("flowed", np.uint8, KIND_SETS),  # by set of kinds that he can take: whether `next` is there
        ("next", np.float32, (KIND_SETS, WIDTH)),
        ("number", np.float32, KIND_SETS),
        ("largest", np.float32, KIND_SETS),
        ("guard", np.int64, WIDTH),  # distance of the closest other pawn
        ("posts", np.int64, PIECES),
        ("likeliest", np.int64),
        ("position", np.float32, len(POSITION)),
    ],
    align=True,
)
"""What all actions of one decision share."""

_ZERO = np.float32(0.0)
_ONE = np.float32(1.0)


# -- a pawn


@kernel
def _largest_on(spaces: Word, weights: Array) -> Real:
    """The largest weight of some spaces."""
    best = _ZERO
    while spaces != ZERO:
        best = max(best, weights[lowest(spaces)])
        spaces &= spaces - ONE
    return best


@kernel
def _best_catch(game: Record, seat: Int, weights: Array) -> Real:
    """The largest weight that the roll takes a pawn to."""
    spaces = ZERO
    for kind in range(DIE_KINDS):
        spaces |= usable(game, seat, kind)
    return _largest_on(spaces, weights)


@kernel
def _next_catch(game: Record, seat: Int, misses: Array, weights: Array) -> Real:
    """The largest weight that a new roll of the hand takes a pawn to, on average."""
    expected = _ZERO
    chance = _ONE  # that none of the better kinds shows
    taken = 0
    for _ in range(DIE_KINDS):
        best = -1
        value = -_ONE
        for kind in range(DIE_KINDS):
            if (taken >> kind) & 1:
                continue
            found = _largest_on(game.adjacency[kind, game.station[seat]] & ~game.occupied, weights)
            if found > value:
                best = kind
                value = found
        taken |= 1 << best
        missing = misses[taken, min(np.int64(game.hand), misses.shape[1] - 1)]
        expected += (chance - missing) * value
        chance = missing
    return expected


# -- a decision


@kernel
def stand_guard(game: Record, tables: Record, belief: Record, mover: Int, desk: Record) -> None:
    """Where all pawns stand, and how far the closest of the others is from every space."""
    desk.guard[:] = FAR
    for seat in range(PIECES):
        post = np.int64(game.station[seat]) if 0 < seat < tables.pieces else 0
        desk.posts[seat] = post
        if post > 0 and seat != mover:
            for space in range(1, WIDTH):
                desk.guard[space] = min(desk.guard[space], np.int64(belief.turns[post, space]))


@kernel
def prepare(game: Record, tables: Record, belief: Record, misses: Array, desk: Record) -> None:
    """Fill the desk; `desk.now` is already there."""
    seat = np.int64(game.mover)
    desk.flowed[:] = 0
    desk.likeliest = 0
    for space in range(1, WIDTH):
        if desk.likeliest == 0 or desk.now[space] > desk.now[desk.likeliest]:
            desk.likeliest = space
    stand_guard(game, tables, belief, seat, desk)
    _describe_position(game, tables, misses, seat, desk, desk.position)


@kernel
def _describe_position(game: Record, tables: Record, misses: Array, seat: Int, desk: Record, row: Array) -> None:
    row[:] = _ZERO
    describe_clock(game, tables, row)
    for other in range(1, tables.pieces):
        row[4] += np.float32(0.3) if other != seat and not (game.moved >> other) & 1 else _ZERO
    describe_dice(game, row[5:])
    describe_boxes(game, row[15:])
    row[18] = game.phase == PLACE
    row[19] = game.phase == CHOOSE_PIECE
    describe_table(tables, row[20:])
    entropy, number, largest = summarise(desk.now)
    row[23] = entropy / np.float32(3.0)
    row[24] = np.log(max(number, _ONE)) / np.float32(3.0)
    row[25] = largest
    for space in range(1, WIDTH):
        if desk.now[space] > _ZERO:
            row[26] += desk.now[space] * in_turns(desk.guard[space])
    if game.phase != PLACE:
        row[27] = _best_catch(game, seat, desk.now)
        row[28] = _next_catch(game, seat, misses, desk.now)
