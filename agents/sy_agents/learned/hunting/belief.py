"""The belief about Mister X in Hunting Mister X: weights of the spaces where he can be, carried from move to move of his board.

As in the London games (`sy_agents.learned.belief`): the weights flow along what the kind of a hidden move allows, and a network,
the filter, says how much likelier each space is than that. A record tells the public history, and the belief follows from it.
"""

from typing import Any

import numpy as np

from sy_agents.hunting_distances import TURN
from sy_agents.learned.belief import fields_since_shown
from sy_agents.learned.hidden_moves import keep_move, weigh
from sy_agents.learned.hunting.chances import KIND_SETS, MOST_DICE
from sy_agents.learned.hunting.places import FAR, SPACE, WIDTH, describe_space, look_in, measure_board
from sy_agents.learned.networks import WIDEST, run, scaled
from sy_env.bits import ONE, ZERO, bit
from sy_env.hunting.state import DIE_KINDS, MOVE_KINDS, PASS, PAWNS, PIECES
from sy_env.hunting.turns import tile_spaces
from sy_env.jit import Array, Flag, Int, Record, Word, entry, kernel, lowest, ones

BELIEF = np.dtype(
    [
        ("fields", np.int64),  # spaces of his board that are taken in; -1: nothing yet
        ("weights", np.float32, WIDTH),
        ("turns", np.uint8, (WIDTH, WIDTH)),  # from a space (row) to another for a detective, in quarters of a turn
    ],
    align=True,
)
"""What the detectives believe, and how far the spaces of their board are from each other."""

FEATURES = (
    *SPACE,
    "prior",
    "prior_share",
    "fled",  # how much farther from the closest pawn than where he came from, on average
    *(f"by_{name}" for name in ("taxi", "bus", "underground", "black", "helicopter")),
    "second_half",
    "never_shown",
    "since_shown",
    "to_reveal",
    "round",
    "reached",
)
"""What the filter's network sees of each space, float32, each about 0 to 1."""

_ZERO = np.float32(0.0)

ROOM = np.dtype(
    [
        ("posts", np.int64, PIECES),  # where the pawns stand, by seat; 0: none
        ("held", np.uint64),
        ("reach", np.uint64),  # spaces that a pawn holds or may enter with one die
        ("hand", np.int64),
        ("misses", np.float32, (KIND_SETS, MOST_DICE)),
        ("kind_turns", np.int64, DIE_KINDS),
        ("distance", np.int64, WIDTH),
        ("distances", np.int64, PAWNS),
        ("closest", np.int64, WIDTH),
        ("prior", np.float32, WIDTH),
        ("came", np.float32, WIDTH),
        ("scores", np.float32, WIDTH),
        ("first", np.float32, WIDEST),
        ("second", np.float32, WIDEST),
        ("rows", np.float32, (WIDTH, len(FEATURES))),
        ("spaces", np.int64, WIDTH),
    ],
    align=True,
)
"""Room to work in: where the pawns stand, and one hidden move."""


# -- public history


@kernel
def spaces_to_reveal(tables: Record, spaces: Int, round_: Int) -> Int:
    """How many spaces of his board (or turns) after `spaces` (`round_`) he is spotted next; 9: not soon."""
    begin = spaces if tables.reveal_by_space else round_
    for ahead in range(1, 9):
        if begin + ahead < len(tables.reveal) and tables.reveal[begin + ahead]:
            return ahead
    return 9


# -- one hidden move


@kernel
def _flow(game: Record, kind: Int, weights: Array, room: Record) -> None:
    """Let weights flow by a kind of move into `room.prior`; `came` sums the closest pawns' distances at origins."""
    room.prior[:] = _ZERO
    room.came[:] = _ZERO
    for origin in range(1, WIDTH):
        weight = weights[origin]
        word = game.adjacency[kind, origin] & ~room.held
        if weight <= _ZERO or word == ZERO:
            continue
        share = weight / np.float32(ones(word))
        while word != ZERO:
            space = lowest(word)
            word &= word - ONE
            room.prior[space] += share
            room.came[space] += share * np.float32(min(room.closest[origin], 6 * TURN))


@kernel
def _list_reached(room: Record) -> Int:
    n = 0
    for space in range(1, WIDTH):
        if room.prior[space] > _ZERO:
            room.spaces[n] = space
            n += 1
    return n


@kernel
def move_hidden(
    game: Record, tables: Record, belief: Record, network: Any, i: Int, second: Flag, kind: Int, room: Record, weights: Array
) -> Int:
    """Weights after a hidden move by `kind` that fills space number `i` (0-based) of his board.

    The pawns stand as in `room`, where the spaces reached, the weights that flowed there and the features stay. Returns how many
    spaces there are; where nothing leads on, none, and the weights stay.
    """
    _flow(game, kind, weights, room)
    n = _list_reached(room)
    largest = _ZERO
    for j in range(n):
        largest = max(largest, room.prior[room.spaces[j]])
    since = fields_since_shown(game, i)
    round_: Int = np.int64(game.log_round[i]) if i < game.spaces else np.int64(game.round)
    for j in range(n):
        row = room.rows[j]
        row[:] = _ZERO
        describe_space(game, tables, belief, room.spaces[j], room, row)
        rest = row[len(SPACE) :]
        prior = room.prior[room.spaces[j]]
        rest[0] = max(np.log(prior), np.float32(-8.0)) / np.float32(4.0) + np.float32(1.0)
        rest[1] = prior / largest
        closest = np.float32(min(room.closest[room.spaces[j]], 6 * TURN))
        rest[2] = (closest - room.came[room.spaces[j]] / prior) / np.float32(3 * TURN)
        rest[3 + kind] = 1.0
        rest[3 + MOVE_KINDS] = second
        rest[4 + MOVE_KINDS] = since == i
        rest[5 + MOVE_KINDS] = scaled(since, 6, 5.0)
        rest[6 + MOVE_KINDS] = spaces_to_reveal(tables, i, round_ - 1) / 5.0
        rest[7 + MOVE_KINDS] = round_ / 12.0
        rest[8 + MOVE_KINDS] = np.log(np.float32(n)) / np.float32(4.0)
        room.scores[j] = run(network, row, room.first, room.second)
    if n > 0:
        weigh(n, room.spaces, room.prior, room.scores, weights)
    return n


# -- the whole history


@kernel
def _begin(game: Record, belief: Record, room: Record) -> None:
    belief.fields = 0
    belief.weights[:] = _ZERO
    belief.turns[:] = FAR
    measure_board(game, belief, room)


@kernel
def _spread(weights: Array, spaces: Word) -> None:
    """All of some spaces are equally likely; there is at least one."""
    share = np.float32(1.0) / np.float32(ones(spaces))
    weights[:] = _ZERO
    while spaces != ZERO:
        weights[lowest(spaces)] = share
        spaces &= spaces - ONE


@kernel
def _keep_stuck(game: Record, round_: Int, belief: Record) -> None:
    """He passed: he is where no die that was laid leads on, if there is such a space."""
    kept = ZERO
    for space in range(1, WIDTH):
        stuck = belief.weights[space] > _ZERO
        for pawn in range(PAWNS):
            die = np.int64(game.path_die[round_, pawn])
            stuck &= die == 0 or game.adjacency[die - 1, space] == ZERO
        kept |= bit(space) if stuck else ZERO
    if kept != ZERO:
        for space in range(1, WIDTH):
            if kept & bit(space) == ZERO:
                belief.weights[space] = _ZERO


@kernel
def _start(game: Record, tables: Record, belief: Record, room: Record) -> None:
    look_in(game, tables, belief, 0, 0, room)
    spaces = tile_spaces(tables, np.int64(game.start_tile) - 1) & ~room.held if game.start_tile > 0 else ZERO
    if spaces != ZERO:
        _spread(belief.weights, spaces)


@kernel
def _follow_space(belief: Record, game: Record, tables: Record, network: Any, room: Record) -> Int:
    """Take the next space of his board into the belief; returns how many spaces a hidden move reached, else 0."""
    i = np.int64(belief.fields)
    belief.fields += 1
    code = np.int64(game.log_kind[i])
    shown = np.int64(game.log_shown[i])
    if i == 0:
        _start(game, tables, belief, room)
    if shown > 0:
        belief.weights[:] = _ZERO
        belief.weights[shown] = 1.0
    if i == 0 or shown > 0 or code == 0:
        return 0
    round_ = np.int64(game.log_round[i])
    second = round_ == np.int64(game.log_round[i - 1]) and i > 1
    look_in(game, tables, belief, round_, i, room)
    for seat in range(1, PIECES):
        belief.weights[room.posts[seat]] = _ZERO
    if code == PASS:
        _keep_stuck(game, round_, belief)
        return 0
    return move_hidden(game, tables, belief, network, i, second, code - 1, room, belief.weights)


@entry
def follow_all(
    beliefs: Array,
    games: Array,
    tables: Array,
    network: Any,
    room: Array,
    rows: Array,
    priors: Array,
    bounds: Array,
    truth: Array,
) -> Int:
    """Bring every belief up to its game, and keep what a learner of the filter needs.

    The arguments are those of :func:`sy_agents.learned.belief.follow_all`, and so is what it returns.
    """
    moves = 0
    used = 0
    bounds[0] = 0
    for i in range(len(games)):
        game = games[i]
        belief = beliefs[i]
        if belief.fields < 0 or belief.fields > game.spaces:
            _begin(game, belief, room[0])
        while belief.fields < game.spaces:
            n = _follow_space(belief, game, tables[0], network, room[0])
            true = np.int64(game.log_station[belief.fields - 1])
            if (
                n > 1
                and len(rows) > 0
                and keep_move(n, room[0].spaces, room[0].prior, room[0].rows, true, rows, priors, used, moves, truth)
            ):
                moves += 1
                used += n
                bounds[moves] = used
    return moves


@kernel
def _board(game: Record) -> Word:
    """All spaces of the board."""
    spaces = ZERO
    for space in range(1, WIDTH):
        spaces |= bit(space) if game.picture[space - 1] > 0 else ZERO
    return spaces


@kernel
def weights_now(belief: Record, game: Record, tables: Record, out: Array) -> None:
    """The belief at a decision: the weights of the spaces where he can be, in sum 1; before he starts, all free spaces alike."""
    can = (game.possible[0] if game.possible[0] != ZERO else _board(game)) & ~game.occupied
    total = _ZERO
    for space in range(WIDTH):
        out[space] = belief.weights[space] if can & bit(space) != ZERO else _ZERO
        total += out[space]
    if total > np.float32(1e-9):
        for space in range(WIDTH):
            out[space] /= total
    elif can != ZERO:  # before he starts, or in a position that was set up, whose history is not told
        _spread(out, can)
