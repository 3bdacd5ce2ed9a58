"""`greedy` in Hunting Mister X: distances in expected turns, as the dice allow.

A line by some transport takes as many turns as a full hand of the detectives' dice needs on average to show it; a distance is
the shortest sum of them. Who stands in the way does not count.

A detective makes the move after which the spaces where Mister X can be are nearest to it, in sum. The pawn that gains most uses
the roll. It is made again while the dice in hand promise a clearly better one. At the start the pawns spread over the board.

Mister X moves to where the nearest detective is farthest; among equals he leaves the most spaces where he can be. Black tickets,
the helicopter and the double move are for turns in which all laid dice lead into a detective's reach.

What is still equal is drawn.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sy_agents.greedy import keep_best
from sy_agents.hunting_distances import FAR, TURN, chance_without, measure, target, turns_for
from sy_agents.hunting_flight import flee, hide
from sy_env.bits import ONE, ZERO, bit
from sy_env.chance import below
from sy_env.hunting.moves import NUM_ACTIONS, PASS_ACTION, REROLL_ACTION, legal_actions, usable
from sy_env.hunting.state import CHOOSE_PIECE, DIE_KINDS, OVER, PLACE, SPACES
from sy_env.jit import Array, Flag, Int, Record, Word, entry, kernel, lowest, ones
from sy_env.policies import Request

PATIENCE = TURN // 2  # a roll is made again for more than this, on average over the spaces where Mister X can be


@dataclass(frozen=True)
class GreedyHunting:
    """The greedy player of either role of Hunting Mister X.

    Attributes:
        name: how tables call it.
        doubles: whether its Mister X declares double moves.
    """

    name: str = "greedy"
    doubles: bool = True

    def act(self, request: Request) -> NDArray[np.int32]:
        """Legal actions, int32 (n,); 0 in finished games."""
        actions = np.zeros(len(request), np.int32)
        choose(request.games, request.game.tables, self.doubles, request.seeds, actions)
        return actions


@kernel
def _sum_up(game: Record, turns: Array, spaces: Word, distance: Array, sums: Array) -> None:
    """Write the sum of the distances to all spaces where Mister X can be, from each of `spaces`."""
    while spaces != ZERO:
        space = lowest(spaces)
        spaces &= spaces - ONE
        measure(game, turns, bit(space), distance)
        sums[space] = 0
        word = game.possible[0]
        while word != ZERO:
            sums[space] += distance[lowest(word)]
            word &= word - ONE


@kernel
def _reached_by(game: Record, seat: Int, kind: Int) -> Word:
    """Where a die of this kind would take the pawn `seat`."""
    return game.adjacency[kind, game.station[seat]] & ~game.occupied


@kernel
def _best(spaces: Word, sums: Array) -> Int:
    """The smallest sum on some spaces, at least one."""
    best = sums[lowest(spaces)]
    while spaces != ZERO:
        best = min(best, sums[lowest(spaces)])
        spaces &= spaces - ONE
    return best


@kernel
def _by_roll(game: Record, seat: Int, sums: Array) -> Int:
    """The smallest sum to which the roll takes the pawn `seat`; the present one if it cannot use it."""
    spaces = ZERO
    for kind in range(DIE_KINDS):
        spaces |= usable(game, seat, kind)
    return _best(spaces if spaces != ZERO else bit(np.int64(game.station[seat])), sums)


@kernel
def _nearest_kind(game: Record, seat: Int, kinds: Int, sums: Array) -> Int:
    """The kind, of a set of them, by which the pawn `seat` comes nearest; -1 if none takes it anywhere."""
    best: Int = FAR * SPACES
    nearest = -1
    for kind in range(DIE_KINDS):
        spaces = _reached_by(game, seat, kind)
        if (kinds >> kind) & 1 and spaces != ZERO and _best(spaces, sums) < best:
            best = _best(spaces, sums)
            nearest = kind
    return nearest


@kernel
def _by_next_roll(game: Record, tables: Record, seat: Int, sums: Array) -> float:
    """The smallest sum to which the dice in hand take the pawn `seat` on average when they are rolled."""
    expected = 0.0
    chance = 1.0  # that none of the better kinds shows
    faces: Int = 0  # sides that show them
    kinds = (1 << DIE_KINDS) - 1
    kind = _nearest_kind(game, seat, kinds, sums)
    while kind >= 0:
        faces += np.int64(tables.die_faces[kind])
        missing = chance_without(tables, faces, np.int64(game.hand))
        expected += (chance - missing) * _best(_reached_by(game, seat, kind), sums)
        chance = missing
        kinds ^= 1 << kind
        kind = _nearest_kind(game, seat, kinds, sums)
    return expected + chance * float(sums[game.station[seat]])


@kernel
def _sum_up_around(game: Record, turns: Array, seat: Int, distance: Array, sums: Array) -> None:
    """Write the sums on the pawn's space and on all that dice can take it to."""
    spaces = bit(np.int64(game.station[seat]))
    for kind in range(DIE_KINDS):
        spaces |= _reached_by(game, seat, kind)
    _sum_up(game, turns, spaces, distance, sums)


@kernel
def _pick_piece(game: Record, tables: Record, turns: Array, distance: Array, sums: Array, actions: Array, scores: Array) -> Int:
    """Write the pawns that gain most by the roll into `actions`; returns how many there are."""
    n = 0
    for j in range(legal_actions(game, tables, actions)):
        if actions[j] > REROLL_ACTION:
            seat = actions[j] - REROLL_ACTION
            _sum_up_around(game, turns, seat, distance, sums)
            actions[n] = actions[j]
            scores[n] = sums[game.station[seat]] - _by_roll(game, seat, sums)
            n += 1
    return keep_best(actions, scores, n)


@kernel
def _chase(game: Record, tables: Record, turns: Array, distance: Array, sums: Array, actions: Array, scores: Array) -> Int:
    """Write a detective's best actions into `actions`; returns how many there are."""
    seat = np.int64(game.mover)
    n = legal_actions(game, tables, actions)
    _sum_up_around(game, turns, seat, distance, sums)
    if actions[n - 1] == REROLL_ACTION:
        n -= 1
        gain = _by_roll(game, seat, sums) - _by_next_roll(game, tables, seat, sums)
        if gain > PATIENCE * ones(game.possible[0]):
            actions[0] = REROLL_ACTION
            return 1
    if actions[0] == PASS_ACTION:
        return 1
    for j in range(n):
        scores[j] = -sums[target(actions[j])]
    return keep_best(actions, scores, n)


@kernel
def _spread_out(game: Record, tables: Record, turns: Array, distance: Array, actions: Array, scores: Array) -> Int:
    """Write the best starts of a detective into `actions`; returns how many there are."""
    n = legal_actions(game, tables, actions)
    for j in range(n):
        measure(game, turns, game.occupied | bit(target(actions[j])), distance)
        scores[j] = -distance.sum()
    return keep_best(actions, scores, n)


@entry
def choose(games: Array, tables: Array, doubles: Flag, seeds: Array, out: Array) -> None:
    """Write the action of the mover of every game into `out` (int32), ties drawn by `seeds`."""
    table = tables[0]
    actions = np.empty(NUM_ACTIONS, np.int32)
    scores = np.empty(NUM_ACTIONS, np.int64)
    distance = np.empty(SPACES + 1, np.int64)
    sums = np.empty(SPACES + 1, np.int64)
    turns = np.array([turns_for(table, kind) for kind in range(DIE_KINDS)])
    for i in range(len(games)):
        game = games[i]
        if game.phase == OVER:
            continue
        if game.mover == 0:
            if game.phase == PLACE:
                n = hide(game, table, turns, distance, actions, scores)
            else:
                n = flee(game, table, turns, doubles, distance, actions, scores)
        elif game.phase == PLACE:
            n = _spread_out(game, table, turns, distance, actions, scores)
        elif game.phase == CHOOSE_PIECE:
            n = _pick_piece(game, table, turns, distance, sums, actions, scores)
        else:
            n = _chase(game, table, turns, distance, sums, actions, scores)
        out[i] = actions[below(seeds[i], n)]
