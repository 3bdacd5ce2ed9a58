"""What Mister X's network sees of each of his actions: the danger of its space, and what the detectives will believe after it."""

import numpy as np

from sy_agents.hunting_distances import kind_of, target
from sy_agents.hunting_flight import spotted_next
from sy_agents.learned.hunting.belief import spaces_to_reveal
from sy_agents.learned.hunting.chances import threat
from sy_agents.learned.hunting.places import SPACE, WIDTH, describe_space, in_turns
from sy_agents.learned.hunting.standing import (
    BOXES,
    CLOCK,
    LAID,
    TABLE,
    describe_boxes,
    describe_clock,
    describe_laid,
    describe_table,
)
from sy_agents.learned.networks import Real, log_scaled
from sy_env.bits import ONE, ZERO, bit
from sy_env.hunting.moves import DOUBLE_ACTION, PASS_ACTION, PLACE_KIND, targets, uses
from sy_env.hunting.state import (
    BLACK,
    BUS,
    FIRST_HALF,
    MOVE_KINDS,
    PLACE,
    SECOND_HALF,
    UNDERGROUND,
)
from sy_env.hunting.turns import tile_of, tile_spaces
from sy_env.jit import Array, Flag, Int, Record, kernel, lowest, ones

POSITION = (
    *CLOCK,
    *BOXES,
    *LAID,
    "start",
    "first_half",
    "second_half",
    *TABLE,
    "next_hand",  # dice that the detectives will have
    "rerolls",
    "entropy",  # of the detectives' belief before the move
    "spaces",  # log of their number
    "believed",  # weight of his own space
    "largest",  # weight of a space
    "closest",  # distance of the closest pawn to where he stands
    "threat_here",
)
MOVE = (
    "double",
    "pass",
    *(f"by_{name}" for name in ("taxi", "bus", "underground", "black", "helicopter")),
    "enters",  # a space that a detective holds
    *SPACE,
    "in_reach",  # some die takes a pawn here
    "bus_stop",
    "underground_stop",
    "farther",  # the best distance of the closest pawn that one more move by any ticket reaches
    "shown",  # he is spotted after this move
    "shown_next",
    "believed_after",
    "believed_share",  # of the largest weight
    "believed_log",
    "entropy_after",
    "spaces_after",
    "largest_after",
    "watched",  # expected threat to the believed space
    "danger",  # threat here times the weight here, as the detectives see it
    "mass_distance",  # expected distance of the believed space from the closest pawn
    "last",  # of its kind
)
FEATURES = (*POSITION, *MOVE)

DESK = np.dtype(
    [
        ("now", np.float32, WIDTH),
        ("after", np.float32, (MOVE_KINDS + 1, WIDTH)),  # the belief after a hidden move by each kind, and after a pass
        ("entropy", np.float32, MOVE_KINDS + 1),
        ("number", np.float32, MOVE_KINDS + 1),
        ("largest", np.float32, MOVE_KINDS + 1),
        ("watched", np.float32, MOVE_KINDS + 1),
        ("distance", np.float32, MOVE_KINDS + 1),
        ("shown", np.bool_),
        ("position", np.float32, len(POSITION)),
    ],
    align=True,
)
"""What all actions of one decision share."""

_ZERO = np.float32(0.0)


@kernel
def _is_double(game: Record) -> Flag:
    """Whether he makes one of the halves of a double move."""
    return game.phase == FIRST_HALF or game.phase == SECOND_HALF


@kernel
def shown_by_move(game: Record, tables: Record) -> Flag:
    """Whether he is spotted after his next move or pass."""
    return spotted_next(game, tables) and (tables.reveal_by_space > 0 or game.phase != PLACE)


@kernel
def summarise(weights: Array) -> tuple[Real, Real, Real]:
    """Entropy, number of spaces and largest weight of a belief."""
    entropy = _ZERO
    number = _ZERO
    largest = _ZERO
    for space in range(1, WIDTH):
        weight = weights[space]
        if weight > _ZERO:
            entropy -= weight * np.log(weight)
            number += np.float32(1.0)
            largest = max(largest, weight)
    return entropy, number, largest


@kernel
def _summarise_after(game: Record, tables: Record, room: Record, kind: Int, desk: Record) -> None:
    weights = desk.after[kind]
    entropy, number, largest = summarise(weights)
    watched = _ZERO
    distance = _ZERO
    for space in range(1, WIDTH):
        if weights[space] > _ZERO:
            watched += weights[space] * threat(game, tables, room.misses, room.posts, room.hand, space)
            distance += weights[space] * in_turns(room.closest[space])
    desk.entropy[kind] = entropy
    desk.number[kind] = number
    desk.largest[kind] = largest
    desk.watched[kind] = watched
    desk.distance[kind] = distance


@kernel
def prepare(game: Record, tables: Record, room: Record, desk: Record) -> None:
    """Fill the desk; `desk.now`, `after` and `shown` are already there, and `room` knows where the pawns stand."""
    if not desk.shown:
        for kind in range(MOVE_KINDS + 1):
            if kind == MOVE_KINDS or uses(game, tables, kind, _is_double(game)) > 0:
                _summarise_after(game, tables, room, kind, desk)
    row = desk.position
    space = np.int64(game.station[0])
    describe_clock(game, tables, row)
    describe_boxes(game, row[4:])
    describe_laid(game, row[7:])
    row[10] = game.phase == PLACE
    row[11] = game.phase == FIRST_HALF
    row[12] = game.phase == SECOND_HALF
    describe_table(tables, row[13:])
    row[16] = room.hand / 4.0
    row[17] = game.rerolls / 3.0
    entropy, number, largest = summarise(desk.now)
    row[18] = entropy / np.float32(3.0)
    row[19] = np.log(number) / np.float32(3.0)
    row[20] = desk.now[space]
    row[21] = largest
    row[22] = in_turns(room.closest[space]) if space > 0 else _ZERO
    row[23] = threat(game, tables, room.misses, room.posts, room.hand, space) if space > 0 else _ZERO


# -- spaces around


@kernel
def _farther(game: Record, tables: Record, space: Int, room: Record) -> Int:
    """The best distance of the closest pawn to a space that one line leads to, by whatever."""
    best: Int = 0
    word = game.adjacency[BLACK, space] & ~game.occupied
    while word != ZERO:
        best = max(best, room.closest[lowest(word)])
        word &= word - ONE
    return best


@kernel
def _best_end(game: Record, tables: Record, room: Record) -> Int:
    """The space farthest from the closest pawn that two moves reach: where a double move could lead."""
    start = np.int64(game.station[0])
    best: Int = start
    farthest: Int = -1
    for first in range(MOVE_KINDS):
        if uses(game, tables, first, True) == 0:
            continue
        word = targets(game, tables, first, start) & ~game.occupied
        while word != ZERO:
            middle = lowest(word)
            word &= word - ONE
            for second in range(MOVE_KINDS):
                if uses(game, tables, second, True) <= (second == first):
                    continue
                ends = targets(game, tables, second, middle) & ~game.occupied
                while ends != ZERO:
                    end = lowest(ends)
                    ends &= ends - ONE
                    if room.closest[end] > farthest:
                        farthest = room.closest[end]
                        best = end
    return best


# -- an action


@kernel
def describe(game: Record, tables: Record, belief: Record, action: Int, room: Record, desk: Record, row: Array) -> None:
    """Write the features of an action, float32, into `row`, which is zero."""
    row[: len(POSITION)] = desk.position
    move = row[len(POSITION) :]
    moves = action < DOUBLE_ACTION
    kind = kind_of(action) if moves else MOVE_KINDS
    space = target(action)
    if action == PASS_ACTION:
        space = np.int64(game.station[0])
    elif action == DOUBLE_ACTION:
        space = _best_end(game, tables, room)
    move[0] = action == DOUBLE_ACTION
    move[1] = action == PASS_ACTION
    if moves and kind < MOVE_KINDS:
        move[2 + kind] = 1.0
        move[8 + len(SPACE) + 15] = uses(game, tables, kind, _is_double(game)) == 1
    move[7] = game.occupied & bit(space) != ZERO
    describe_space(game, tables, belief, space, room, move[8:])
    rest = move[8 + len(SPACE) :]
    rest[0] = room.reach & bit(space) != ZERO
    rest[1] = ones(game.adjacency[BUS, space]) > 0
    rest[2] = ones(game.adjacency[UNDERGROUND, space]) > 0
    rest[3] = in_turns(_farther(game, tables, space, room))
    rest[4] = desk.shown
    rest[5] = spaces_to_reveal(tables, np.int64(game.spaces) + 1, np.int64(game.round)) == 1
    if action == DOUBLE_ACTION:
        return
    if kind == PLACE_KIND and action != PASS_ACTION:
        _score_start(game, tables, space, rest)
    else:
        _score_belief(space, kind, move[8 + 3], desk, rest)


@kernel
def _score_belief(space: Int, kind: Int, danger: Real, desk: Record, row: Array) -> None:
    if desk.shown:
        row[6] = 1.0
        row[7] = 1.0
        row[8] = 1.0
        row[11] = 1.0
        row[12] = danger
        row[13] = danger
        return
    weight = desk.after[kind, space]
    row[6] = weight
    row[7] = weight / desk.largest[kind] if desk.largest[kind] > _ZERO else _ZERO
    row[8] = log_scaled(weight)
    row[9] = desk.entropy[kind] / np.float32(3.0)
    row[10] = np.log(max(desk.number[kind], np.float32(1.0))) / np.float32(3.0)
    row[11] = desk.largest[kind]
    row[12] = desk.watched[kind]
    row[13] = danger * weight
    row[14] = desk.distance[kind]


@kernel
def _score_start(game: Record, tables: Record, space: Int, row: Array) -> None:
    """He starts: the detectives will know the tile, whose free spaces are all alike to them."""
    free = ones(tile_spaces(tables, tile_of(game, tables, space)) & ~game.occupied)
    row[6] = np.float32(1.0) / np.float32(free)
    row[7] = 1.0
    row[8] = log_scaled(row[6])
    row[10] = np.log(np.float32(free)) / np.float32(3.0)
    row[9] = row[10]
    row[11] = row[6]
