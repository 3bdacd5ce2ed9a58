"""`greedy`: the one-ply players of both roles of Nijssen & Winands (CIG 2011), by what everybody at the table knows.

A pursuer makes the move after which it is nearest, in sum, to all stations where Mister X can be. The team, where it picks the
piece, picks the one whose best move gains most.

Mister X makes the move that takes him farthest from the closest pursuer; among equals the one that leaves the most stations
where he can be. He keeps his black tickets in the first two rounds, for fields on which he shows himself, and while all stations
where he can be have taxi lines only. He declares a double move when a pursuer stands within one line of every station that a
single move can reach, and two moves take him farther away. (The paper does not say when its Mister X does; "greedy:single" never
does.)

Where Master's app is in play, `sy_agents.greedy_app` says how meeting points, flights and investigations come in.
Hunting Mister X has a greedy player of its own, in `sy_agents.greedy_hunting`.

Distances are lines by taxi, bus and underground; tickets left do not count. What is still equal is drawn.
"""

from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sy_env.bits import ONE, WORDS, ZERO, bit
from sy_env.boards import Board
from sy_env.chance import below
from sy_env.editions import AnyEdition, Edition, HuntingEdition
from sy_env.errors import one_of
from sy_env.jit import Array, Flag, Int, Record, entry, hook, kernel, lowest, ones
from sy_env.london.moves import double_action, free, legal_actions, pass_action
from sy_env.london.state import (
    BLACK,
    CHOOSE_PIECE,
    FIRST_HALF,
    MOVE,
    MOVE_KINDS,
    OVER,
    SECOND_HALF,
)
from sy_env.policies import Policy, Request

if TYPE_CHECKING:
    from sy_agents.greedy_hunting import GreedyHunting

MOST_ACTIONS = 2048
ARGUMENTS = ("", "single")


@dataclass(frozen=True)
class Greedy:
    """The greedy player of either role of every London edition.

    Attributes:
        name: how tables call it.
        doubles: whether its Mister X declares double moves.
    """

    name: str = "greedy"
    doubles: bool = True

    def act(self, request: Request) -> NDArray[np.int32]:
        """Legal actions, int32 (n,); 0 in finished games."""
        if request.game.edition.app is not None:
            import_module("sy_agents.greedy_app")  # variants of the hooks below
        hops, balls = _reach(request.game.edition.board)
        actions = np.zeros(len(request), np.int32)
        spare = np.empty_like(request.games, shape=1)
        choose(request.games, request.game.tables, hops, balls, self.doubles, request.seeds, spare, actions)
        return actions


def make(edition: AnyEdition, role: str, argument: str = "") -> Policy:
    """The greedy player; with the argument "single" its Mister X makes no double moves.

    Raises:
        ValueError: another argument, or an edition that it does not play.
    """
    if argument not in ARGUMENTS:
        raise ValueError(one_of("greedy: argument", argument, ARGUMENTS[1:]))
    return _player(edition)(f"greedy:{argument}" if argument else "greedy", doubles=not argument)


def _player(edition: AnyEdition) -> type["Greedy | GreedyHunting"]:
    if isinstance(edition, HuntingEdition):
        from sy_agents.greedy_hunting import GreedyHunting  # it takes `keep_best` from here

        return GreedyHunting
    if isinstance(edition, Edition):
        return Greedy
    raise ValueError(f"greedy plays the editions of London and of Hunting Mister X; a {type(edition).__name__} is neither.")


@lru_cache(maxsize=16)
def _reach(board: Board) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """Distances of pursuers, uint8 (n + 1, n + 1), and balls: sets of the stations within d lines, uint64 (d, n + 1, 4)."""
    hops = board.detective_distances
    within = hops <= np.arange(hops[1:, 1:].max())[:, None, None]
    padded = np.zeros((*within.shape[:2], 64 * WORDS), np.bool_)
    padded[:, 1:, 1 : hops.shape[1]] = within[:, 1:, 1:]
    return hops, np.packbits(padded, axis=-1, bitorder="little").view("<u8").astype(np.uint64)


# -- what all decisions share


@kernel
def keep_best(actions: Array, scores: Array, n: Int) -> Int:
    """Move the actions with the highest score to the front; returns how many there are."""
    best = scores[0]
    kept = 0
    for j in range(n):
        if scores[j] > best:
            best = scores[j]
            kept = 0
        if scores[j] == best:
            actions[kept] = actions[j]
            kept += 1
    return kept


@kernel
def _kind(tables: Record, action: Int) -> Int:
    return action // tables.stations


@kernel
def target(tables: Record, action: Int) -> Int:
    """The station that a move leads to."""
    return action % tables.stations + 1


# -- pursuers


@kernel
def _total(game: Record, balls: Array, station: Int) -> Int:
    """Sum of the distances from `station` to all stations where Mister X can be.

    Summed over d, the number of stations farther than d is the sum of the distances: no loop over stations is needed.
    """
    total = 0
    for d in range(len(balls)):
        beyond = 0
        for w in range(WORDS):
            beyond += ones(game.possible[w] & ~balls[d, station, w])
        if beyond == 0:
            return total
        total += beyond
    return total


@kernel
def _score_chase(game: Record, tables: Record, balls: Array, actions: Array, scores: Array, n: Int) -> None:
    """Score moves of a pursuer: minus the sum of distances after it."""
    for j in range(n):
        scores[j] = -_total(game, balls, target(tables, actions[j]))


@kernel
def _chase(game: Record, tables: Record, balls: Array, actions: Array, scores: Array) -> Int:
    """Write a pursuer's best moves into `actions`; returns how many there are."""
    n = legal_actions(game, tables, actions)
    if actions[0] == pass_action(tables):
        return n
    _score_chase(game, tables, balls, actions, scores, n)
    return keep_best(actions, scores, n)


@kernel
def _gain(game: Record, tables: Record, balls: Array, seat: Int, spare: Array, moves: Array, scores: Array) -> Int:
    """By how much the best move of the pursuer `seat` shortens its sum of distances."""
    spare[0] = game
    draft = spare[0]
    draft.mover = seat
    draft.phase = MOVE
    _chase(draft, tables, balls, moves, scores)
    before = _total(game, balls, np.int64(game.station[seat]))
    return before - _total(game, balls, target(tables, moves[0]))


@kernel
def _pick_piece(
    game: Record, tables: Record, balls: Array, spare: Array, actions: Array, scores: Array, moves: Array, move_scores: Array
) -> Int:
    """Write the pieces whose best move gains most into `actions`; returns how many there are."""
    n = legal_actions(game, tables, actions)
    for j in range(n):
        seat = actions[j] - pass_action(tables)
        scores[j] = _gain(game, tables, balls, seat, spare, moves, move_scores)
    return keep_best(actions, scores, n)


# -- Mister X


@kernel
def closest(game: Record, tables: Record, hops: Array, station: Int) -> Int:
    """Distance of the closest pursuer to `station`."""
    best = np.int64(hops[game.station[1], station])
    for seat in range(2, tables.pieces):
        best = min(best, np.int64(hops[game.station[seat], station]))
    return best


@kernel
def shown(game: Record, tables: Record, half: Int) -> Flag:
    """Whether Mister X shows himself on the next field (`half` 0) or on the second half of a double move from here (1)."""
    if tables.reveal_by_round:
        return tables.reveal[game.round] and half == 0 and game.phase != SECOND_HALF
    return tables.reveal[min(game.fields + 1 + half, len(tables.reveal) - 1)]


@kernel
def keeps_black(game: Record, tables: Record, half: Int) -> Flag:
    """Whether a black ticket would be wasted: early, or where he shows himself anyway."""
    return game.round <= 2 or shown(game, tables, half)


@hook
def taxi_only(game: Record, tables: Record) -> Flag:
    """Whether all stations where he can be have taxi lines only, so that black tells as much as taxi."""
    for w in range(WORDS):
        word = game.possible[w]
        while word != ZERO:
            station = 64 * w + lowest(word)
            word &= word - ONE
            for v in range(WORDS):
                if tables.adjacency[BLACK, station, v] != tables.adjacency[0, station, v]:
                    return False
    return True


@kernel
def without_black(game: Record, tables: Record, actions: Array, n: Int) -> Int:
    """Drop moves by black ticket that would be wasted, if others are left; returns how many remain."""
    others = n  # actions are in order of their kinds, black last
    while others > 0 and _kind(tables, actions[others - 1]) == BLACK:
        others -= 1
    if others in (0, n) or not (keeps_black(game, tables, 0) or taxi_only(game, tables)):
        return n
    return others


@kernel
def _after_two(game: Record, tables: Record, hops: Array, action: Int) -> Int:
    """The best distance that the second half of a double move can reach when `action` is its first; -1 if it has none."""
    origin = np.int64(game.station[0])
    middle = target(tables, action)
    best = -1
    if closest(game, tables, hops, middle) == 0:
        return best
    for kind in range(MOVE_KINDS):
        paid = kind == _kind(tables, action) and not (tables.unlimited and kind < BLACK)
        if game.stock[0, kind] <= paid or (kind == BLACK and keeps_black(game, tables, 1)):
            continue
        for w in range(WORDS):
            word = tables.adjacency[kind, middle, w] & free(game, tables, w)
            if tables.forbid_return and origin >> 6 == w:
                word &= ~bit(origin)
            while word != ZERO:
                best = max(best, closest(game, tables, hops, 64 * w + lowest(word)))
                word &= word - ONE
    return best


@kernel
def _two_lead_farther(game: Record, tables: Record, hops: Array, actions: Array, n: Int, best: Int) -> Flag:
    """Whether a double move that begins with one of the actions leads farther away than `best`."""
    for j in range(n):
        if _after_two(game, tables, hops, actions[j]) > best:
            return True
    return False


@kernel
def _score_flight(game: Record, tables: Record, hops: Array, actions: Array, scores: Array, n: Int) -> Int:
    """Score moves of Mister X by the distance of the closest pursuer, at the end of a double move; returns the best."""
    best = -1
    for j in range(n):
        if game.phase == FIRST_HALF:
            scores[j] = _after_two(game, tables, hops, actions[j])
        else:
            scores[j] = closest(game, tables, hops, target(tables, actions[j]))
        best = max(best, scores[j])
    return best


@kernel
def spread(game: Record, tables: Record, kind: Int) -> Int:
    """How many stations he can be at after a move by a ticket of `kind` (between the halves of a double: at most)."""
    size = 0
    for v in range(WORDS):
        reached = ZERO
        for w in range(WORDS):
            word = game.possible[w]
            while word != ZERO:
                reached |= tables.adjacency[kind, 64 * w + lowest(word), v]
                word &= word - ONE
        size += ones(reached & ~game.occupied[v])
    return size


@kernel
def _score_cover(game: Record, tables: Record, actions: Array, scores: Array, n: Int) -> None:
    """Score moves of Mister X by the number of stations where he can be after them."""
    hidden = not shown(game, tables, 0)
    kind = -1
    size = 1
    for j in range(n):
        if hidden and _kind(tables, actions[j]) != kind:
            kind = _kind(tables, actions[j])
            size = spread(game, tables, kind)
        scores[j] = size


@hook
def keep_aim(game: Record, tables: Record, hops: Array, actions: Array, n: Int) -> Int:
    """Move those of Mister X's moves to the front that serve another goal than to be far away; returns how many there are."""
    return n


@hook
def fly_away(game: Record, tables: Record, hops: Array, actions: Array, scores: Array, n: Int) -> Int:
    """In danger, or without moves: write Mister X's best further actions to the front; returns how many there are."""
    return 0


@kernel
def _count_moves(tables: Record, actions: Array, n: Int) -> Int:
    """How many of the actions, which are in order, are moves."""
    while n > 0 and actions[n - 1] >= double_action(tables):
        n -= 1
    return n


@kernel
def _flee(game: Record, tables: Record, hops: Array, doubles: Flag, actions: Array, scores: Array) -> Int:
    """Write Mister X's best actions into `actions`; returns how many there are."""
    legal = legal_actions(game, tables, actions)
    if actions[0] == pass_action(tables):
        return legal
    n = _count_moves(tables, actions, legal)
    double = n < legal and actions[n] == double_action(tables)
    n = without_black(game, tables, actions, keep_aim(game, tables, hops, actions, n))
    best = _score_flight(game, tables, hops, actions, scores, n)
    if double and doubles and best <= 1 and _two_lead_farther(game, tables, hops, actions, n, best):
        actions[0] = double_action(tables)
        return 1
    if best <= 1 and game.phase == MOVE:
        flights = fly_away(game, tables, hops, actions, scores, legal)
        if flights > 0:
            return flights
    n = keep_best(actions, scores, n)
    _score_cover(game, tables, actions, scores, n)
    return keep_best(actions, scores, n)


# -- phases that only some games have


@hook
def answer_further(game: Record, tables: Record, actions: Array) -> Int:
    """Write the best actions of such a phase into `actions`; returns how many there are."""
    return legal_actions(game, tables, actions)


@entry
def choose(games: Array, tables: Array, hops: Array, balls: Array, doubles: Flag, seeds: Array, spare: Array, out: Array) -> None:
    """Write the action of the mover of every game into `out` (int32), ties drawn by `seeds`; `spare` is room for one record."""
    table = tables[0]
    actions = np.empty(MOST_ACTIONS, np.int32)
    scores = np.empty(MOST_ACTIONS, np.int64)
    moves = np.empty(MOST_ACTIONS, np.int32)
    move_scores = np.empty(MOST_ACTIONS, np.int64)
    for i in range(len(games)):
        game = games[i]
        if game.phase == OVER:
            continue
        if game.phase > OVER:
            n = answer_further(game, table, actions)
        elif game.phase == CHOOSE_PIECE:
            n = _pick_piece(game, table, balls, spare, actions, scores, moves, move_scores)
        elif game.mover > 0:
            n = _chase(game, table, balls, actions, scores)
        else:
            n = _flee(game, table, hops, doubles, actions, scores)
        out[i] = actions[below(seeds[i], n)]
