"""A whole small game, level by level: every position, who is to decide there, and what the detectives can tell apart.

Nodes of one level are positions after equally many decisions. What the detectives know is a public state: all that has happened,
but for where hidden Mister X went. His ways to one station that look the same to them can be merged: what may come after is the
same, so the value of the game and best responses to the detectives are too. A policy of his may tell them apart; against such
a one nothing is merged.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sy_env.editions import Edition
from sy_env.engine import Array, Game
from sy_env.envs.events import CHANCE
from sy_env.envs.tree import OVER, Node, Tree
from sy_env.episode import DETECTIVES, MRX
from sy_env.london.state import SECOND_HALF

MOST_NODES = 4_000_000
MOST_STARTS = 10_000
PAYOFFS = {MRX: 1.0, DETECTIVES: -1.0}


class TooLargeError(ValueError):
    """A game that is too large to be solved exactly."""


Indices = NDArray[np.int64]
Numbers = NDArray[np.float64]


@dataclass
class Level:
    """The positions after equally many decisions: N nodes, with M edges to those of the next level.

    Attributes:
        records: GAME (N,).
        public: int64 (N,), number of the public state within the level.
        payoff: float64 (N,), what Mister X gets where the game is over; NaN elsewhere.
        mrx: bool (N,), he is to decide.
        ways: float64 (N,), how many histories the node stands for.
        source, action, target: int64 (M,), edges sorted by source, then action.
    """

    records: Array
    public: Indices
    payoff: Numbers
    mrx: NDArray[np.bool_]
    ways: Numbers
    source: Indices = field(default_factory=lambda: np.zeros(0, np.int64))
    action: Indices = field(default_factory=lambda: np.zeros(0, np.int64))
    target: Indices = field(default_factory=lambda: np.zeros(0, np.int64))

    def __len__(self) -> int:
        return len(self.records)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Where the game is over, bool (N,)."""
        return ~np.isnan(self.payoff)

    @property
    def by_mrx(self) -> NDArray[np.bool_]:
        """The edges by which Mister X decides, bool (M,)."""
        return np.asarray(self.mrx[self.source])

    def states(self, kind: NDArray[np.bool_]) -> Indices:
        """Numbers of the public states of the nodes marked in `kind` (N,)."""
        return np.unique(self.public[kind])


@dataclass(frozen=True)
class WholeGame:
    """All of a small game.

    Attributes:
        game: what is played.
        levels: its positions.
        chances: float64, how likely each node of the first level is.
    """

    game: Game
    levels: tuple[Level, ...]
    chances: Numbers

    @property
    def histories(self) -> int:
        """Positions reached on different ways counted apart, as OpenSpiel does; chance aside."""
        return int(sum(level.ways.sum() for level in self.levels))

    @property
    def mrx_states(self) -> int:
        """Information sets of Mister X: he knows everything, so each of his decisions is one."""
        return int(sum(level.ways[level.mrx].sum() for level in self.levels))

    @property
    def detectives_states(self) -> int:
        """Information sets of the detectives."""
        return sum(len(level.states(~level.mrx & ~level.over)) for level in self.levels)


def whole_game(game: Game, merged: bool = True, progress: Callable[[int], object] | None = None) -> WholeGame:
    """Enumerate a small game of one team against Mister X.

    Args:
        game: a London game without the app, under team control.
        merged: whether his ways that look alike are merged.
        progress: called with the number of nodes of every level.

    Raises:
        ValueError: it is no such game, has more than MOST_NODES nodes, or begins in more than MOST_STARTS ways.
    """
    if not isinstance(game.edition, Edition) or game.edition.app is not None or game.control != "team":
        raise ValueError("Exact values are those of London games without the app, under control='team'.")
    records, chances = _starts(Tree(game))
    before = np.full((len(records), 2), -1, np.int64)
    public, _ = _number(np.hstack([_bytes(before), _content(game, records)]))
    levels = [_level(records, public, np.ones(len(records)))]
    total = len(records)
    while not levels[-1].over.all():
        levels.append(_next(game, levels[-1], merged))
        total += len(levels[-1])
        if progress is not None:
            progress(len(levels[-1]))
        if total > MOST_NODES:
            raise TooLargeError(f"This game has more than {MOST_NODES:,} nodes: too many to be solved exactly.")
    return WholeGame(game, tuple(levels), chances)


def _starts(tree: Tree) -> tuple[Array, Numbers]:
    """The records with which games begin, and how likely each is among the deals that somebody can play."""
    found: list[tuple[Node, float]] = []
    todo = [(tree.root, 1.0)]
    while todo:
        node, chance = todo.pop()
        if node.player != CHANCE:
            found.append((node, chance))
            if len(found) > MOST_STARTS:
                raise TooLargeError(f"This game can begin in more than {MOST_STARTS:,} ways: too many to be solved exactly.")
            continue
        children = [(node.child(outcome), chance * share) for outcome, share in node.outcomes]
        todo += [(child, share) for child, share in children if child is not tree.root]
    assert all(node.player != OVER for node, _ in found)
    chances = np.array([chance for _, chance in found])
    return np.concatenate([node.record for node, _ in found if node.record is not None]), chances / chances.sum()


def _level(records: Array, public: Indices, ways: Numbers) -> Level:
    payoff = np.full(len(records), np.nan)
    payoff[records["winner"] > 0] = 0.0
    for winner, amount in PAYOFFS.items():
        payoff[records["winner"] == winner] = amount
    return Level(records, public, payoff, np.asarray((records["mover"] == 0) & np.isnan(payoff)), ways)


def _next(game: Game, level: Level, merged: bool) -> Level:
    """The level after `level`, whose edges are written."""
    going = np.flatnonzero(~level.over)
    mask, seen = np.empty((len(going), game.actions.size), np.int8), np.empty((len(going), game.layout.size), np.int8)
    game.loops.look(level.records, game.tables, going, level.records["mover"][going].astype(np.int64), mask, seen)
    row, level.action = (array.astype(np.int64) for array in np.nonzero(mask))
    level.source = going[row]
    records = level.records.take(level.source)
    game.loops.advance(records, game.tables, np.arange(len(records)), level.action.astype(np.int32))
    theirs = np.where(level.by_mrx, -1, level.action)  # his actions are seen as far as the records show them
    before = np.stack([level.public[level.source], theirs], axis=1)
    public, _ = _number(np.hstack([_bytes(before), _content(game, records)]))
    level.target, first = _number(_bytes(_private(records, public))) if merged else (np.arange(len(records)),) * 2
    ways = np.bincount(level.target, level.ways[level.source], len(first)).astype(float)
    return _level(records.take(first), public[first], ways)


def _private(records: Array, public: Indices) -> Indices:
    """What decides how hidden Mister X can go on: public state, station, and within a double move where it began."""
    rows = np.arange(len(records))
    earlier = records["log_station"][rows, np.maximum(records["fields"].astype(np.int64) - 2, 0)]
    origin = np.where(records["fields"] < 2, records["mrx_start"], earlier)
    within = records["phase"] == SECOND_HALF
    return np.stack([public, records["station"][:, 0], np.where(within, origin, 0)], axis=1).astype(np.int64)


def _content(game: Game, records: Array) -> NDArray[np.uint8]:
    """All that the detectives may know of every record, as bytes (N, width), without those between the fields."""
    redacted = records.copy()
    game.loops.redact_all(redacted, game.tables, np.ones(len(records), np.int64))
    return np.hstack([_bytes(redacted[name]) for name in records.dtype.names or ()])


def _bytes(array: NDArray[Any]) -> NDArray[np.uint8]:
    return np.ascontiguousarray(array).reshape(len(array), -1).view(np.uint8)


def _number(rows: NDArray[np.uint8]) -> tuple[Indices, Indices]:
    """Numbers of the rows, equal for equal ones, in order of appearance; and where each appears first."""
    numbers: dict[bytes, int] = {}
    found = np.array([numbers.setdefault(row.tobytes(), len(numbers)) for row in rows], np.int64)
    return found, np.unique(found, return_index=True)[1]
