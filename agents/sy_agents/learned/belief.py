"""Belief: how likely Mister X is at each station, from public information, by a filter that is learned from games.

After each of his hidden moves the weight of every station flows along the lines of the ticket that he paid with, in equal shares;
then a network looks at each station reached and says how much likelier than that he is there. A shown station settles it; a
station that a pursuer entered without a capture drops out. The public history alone decides: the belief at any decision follows
from the redacted record of that decision, and a belief kept from one move to the next is the same.
"""

from typing import Any

import numpy as np

from sy_agents.learned.hidden_moves import keep_move, weigh
from sy_agents.learned.networks import WIDEST, Real, run, scaled
from sy_agents.learned.surroundings import STATION, SURROUNDINGS, described, look_in
from sy_env.bits import ONE, WORDS, ZERO, has
from sy_env.jit import Array, Flag, Int, Record, entry, kernel, lowest, ones
from sy_env.london.state import HELICOPTER, MOVE_KINDS, PASS, PURSUERS
from sy_env.london.tables import WIDTH

BELIEF = np.dtype([("weights", np.float32, WIDTH), ("fields", np.int64)])
"""A belief: weights by station, and how many fields of the travel log they take in; -1: nothing yet."""

FEATURES = (
    *STATION,
    "log_prior",  # of the weight that flowed here
    "prior_share",  # of the largest weight
    "flight",  # how much farther the closest pursuer is than from where he came
    *(f"ticket_{i}" for i in range(MOVE_KINDS)),
    "second_half",
    "never_shown",
    "since_shown",
    "to_reveal",
    "round",
    "reached",  # log of the number of stations
)
"""What the filter's network sees of each station, float32, each about 0 to 1."""

_ZERO = np.float32(0.0)


ROOM = np.dtype(
    [
        ("around", SURROUNDINGS),
        ("prior", np.float32, WIDTH),
        ("came", np.float32, WIDTH),
        ("scores", np.float32, WIDTH),
        ("first", np.float32, WIDEST),
        ("second", np.float32, WIDEST),
        ("rows", np.float32, (WIDTH, len(FEATURES))),
        ("stations", np.int64, WIDTH),
    ],
    align=True,
)
"""Room to work in for the filter: the surroundings, and one hidden move."""


# -- public history


@kernel
def fields_to_reveal(tables: Record, fields: Int, round_: Int) -> Int:
    """How many fields (or rounds) after `fields` (`round_`) the next one is on which he shows himself; 9: none soon."""
    begin = round_ if tables.reveal_by_round else fields
    for ahead in range(1, 9):
        if begin + ahead < len(tables.reveal) and tables.reveal[begin + ahead]:
            return ahead
    return 9


@kernel
def fields_since_shown(game: Record, fields: Int) -> Int:
    """How many of the first `fields` fields were written after he last showed himself; all of them if he never did."""
    since = 0
    while since < fields and game.log_shown[fields - 1 - since] == 0:
        since += 1
    return since


# -- one hidden move


@kernel
def _flow(tables: Record, kind: Int, weights: Array, room: Record) -> None:
    """Let weights flow along the lines of a ticket into `room.prior`; `came` sums the closest pursuers' distances at origins."""
    room.prior[:] = _ZERO
    room.came[:] = _ZERO
    for origin in range(1, tables.stations + 1):
        if weights[origin] > _ZERO:
            _flow_from(tables, kind, origin, weights[origin], room)


@kernel
def _flow_from(tables: Record, kind: Int, origin: Int, weight: Real, room: Record) -> None:
    number = 0
    for w in range(WORDS):
        number += ones(tables.adjacency[kind, origin, w] & ~room.around.held[w])
    if number == 0:
        return
    share = weight / np.float32(number)
    for w in range(WORDS):
        word = tables.adjacency[kind, origin, w] & ~room.around.held[w]
        while word != ZERO:
            target = 64 * w + lowest(word)
            word &= word - ONE
            room.prior[target] += share
            room.came[target] += share * np.float32(room.around.closest[origin])


@kernel
def _list_reached(tables: Record, room: Record) -> Int:
    n = 0
    for station in range(1, tables.stations + 1):
        if room.prior[station] > _ZERO:
            room.stations[n] = station
            n += 1
    return n


@kernel
def move_hidden(
    game: Record,
    tables: Record,
    hops: Array,
    places: Array,
    network: Any,
    field: Int,
    round_: Int,
    second: Flag,
    kind: Int,
    room: Record,
    weights: Array,
) -> Int:
    """Weights after a hidden move by a ticket of `kind` that writes field number `field` (0-based) in a round.

    The pursuers stand as in `room`, where the stations reached, the weights that flowed there and the features stay. Returns how
    many stations there are; where no line leads on, none, and the weights stay.
    """
    _flow(tables, kind, weights, room)
    n = _list_reached(tables, room)
    largest = _ZERO
    for j in range(n):
        largest = max(largest, room.prior[room.stations[j]])
    since = fields_since_shown(game, field)
    to_reveal = fields_to_reveal(tables, field + 1, round_)
    for j in range(n):
        station = room.stations[j]
        row = room.rows[j]
        row[: len(STATION)] = described(tables, hops, places, station, room.around)
        row[len(STATION) :] = _ZERO
        rest = row[len(STATION) :]
        prior = room.prior[station]
        rest[0] = max(np.log(prior), np.float32(-12.0)) / np.float32(5.0) + np.float32(1.0)
        rest[1] = prior / largest
        rest[2] = (np.float32(room.around.closest[station]) - room.came[station] / prior) / np.float32(3.0)
        rest[3 + kind] = 1.0
        rest[7] = second
        rest[8] = since == field
        rest[9] = scaled(since, 6, 5.0)
        rest[10] = to_reveal / 5.0
        rest[11] = round_ / 24.0
        rest[12] = np.log(np.float32(n)) / np.float32(5.0)
        room.scores[j] = run(network, row, room.first, room.second)
    if n > 0:
        weigh(n, room.stations, room.prior, room.scores, weights)
    return n


# -- the whole history


@kernel
def _begin(belief: Record, game: Record, tables: Record) -> None:
    """Before his first move: his start cards less the pursuers' stations, all equally likely."""
    belief.fields = 0
    belief.weights[:] = _ZERO
    if tables.fixed_starts[0] > 0:
        belief.weights[tables.fixed_starts[0]] = 1.0
        return
    for i in range(tables.mrx_deck_size):
        belief.weights[tables.mrx_deck[i]] = np.float32(1.0) / np.float32(tables.mrx_deck_size)


@kernel
def _new_round(game: Record, field: Int) -> Flag:
    return field == 0 or game.log_round[field] != game.log_round[field - 1]


@kernel
def _follow_field(
    belief: Record, game: Record, tables: Record, hops: Array, near: Array, places: Array, network: Any, room: Record
) -> Int:
    """Take the next field of the travel log into the belief; returns how many stations a hidden move reached, else 0."""
    field = np.int64(belief.fields)
    round_ = max(np.int64(game.log_round[field]), 1)
    look_in(game, tables, hops, near, round_, room.around)
    if _new_round(game, field):
        for j in range(PURSUERS):
            belief.weights[room.around.posts[j]] = _ZERO
    belief.fields += 1
    shown = np.int64(game.log_shown[field])
    code = np.int64(game.log_ticket[field])
    if shown > 0:
        belief.weights[:] = _ZERO
        belief.weights[shown] = 1.0
    elif code == HELICOPTER:  # he can be anywhere; the record's set of possible stations rules out what can be
        belief.weights[:] = np.float32(1.0) / np.float32(tables.stations)
    elif code < PASS:
        second = not _new_round(game, field)
        return move_hidden(game, tables, hops, places, network, field, round_, second, code - 1, room, belief.weights)
    return 0


@entry
def follow_all(
    beliefs: Array,
    games: Array,
    tables: Array,
    hops: Array,
    near: Array,
    places: Array,
    network: Any,
    room: Array,
    rows: Array,
    priors: Array,
    bounds: Array,
    truth: Array,
) -> Int:
    """Bring every belief up to its game, and keep what a learner of the filter needs.

    `beliefs` and `games` are those of all games, `tables`, `hops`, `near` and `places` those of the edition and its board.

    Further arguments:
        network: the filter.
        room: to work in, ROOM (1,).
        rows, priors: the network's inputs (M, features) and the weights that flowed (M,) of all hidden moves, one move after the
            other; with M = 0 nothing is kept.
        bounds: int64 (m + 1,), where in them each move begins.
        truth: int64 (m,), the row of the station where he is.

    Returns:
        How many moves were kept: those after which he may be at more than one station, in records that tell where he is.
    """
    table = tables[0]
    moves = 0
    used = 0
    bounds[0] = 0
    for i in range(len(games)):
        game = games[i]
        belief = beliefs[i]
        if belief.fields < 0 or belief.fields > game.fields:
            _begin(belief, game, table)
        while belief.fields < game.fields:
            n = _follow_field(belief, game, table, hops, near, places, network, room[0])
            true = np.int64(game.log_station[belief.fields - 1])
            if (
                n > 1
                and len(rows) > 0
                and keep_move(n, room[0].stations, room[0].prior, room[0].rows, true, rows, priors, used, moves, truth)
            ):
                moves += 1
                used += n
                bounds[moves] = used
    return moves


@kernel
def weights_now(belief: Record, game: Record, tables: Record, out: Array) -> None:
    """The belief at a decision: the weights of the stations where he can be, in sum 1."""
    hidden = True
    for w in range(WORDS):
        hidden &= game.possible[w] == ZERO
    total = _ZERO
    for station in range(1, tables.stations + 1):
        can = not has(game.occupied, station) if hidden else has(game.possible, station)
        out[station] = belief.weights[station] if can else _ZERO
        total += out[station]
    if total > np.float32(1e-9):
        for station in range(1, tables.stations + 1):
            out[station] /= total
        return
    number = 0  # a position that was set up, whose history is not told
    for station in range(1, tables.stations + 1):
        number += has(game.possible, station)
    for station in range(1, tables.stations + 1):
        out[station] = np.float32(1.0) / np.float32(number) if has(game.possible, station) else _ZERO


@entry
def weights_all(beliefs: Array, games: Array, tables: Array, out: Array) -> None:
    """:func:`weights_now` of every game into the rows of `out`, float32 (n, WIDTH), which are zero."""
    for i in range(len(games)):
        weights_now(beliefs[i], games[i], tables[0], out[i])
