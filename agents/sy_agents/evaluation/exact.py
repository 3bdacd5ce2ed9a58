"""Exact values of small games: what both sides can force, and what a policy gives away to a perfect opponent.

Payoffs are Mister X's: 1 for his win, -1 for the detectives', so a value v is a chance of (1 + v) / 2 that he gets away. It is
found by the sequence form (Koller, Megiddo & von Stengel 1996), as one linear program; best responses to the two strategies that
come with it show that these give nothing away.
"""

from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

from sy_agents.evaluation.exact_tree import Indices, Level, Numbers, WholeGame

Strategy = list[Numbers]  # by level, the probability of each edge; those of the other side's edges are not read


@dataclass(frozen=True)
class Solution:
    """A solved game.

    Attributes:
        value: what Mister X gets when both sides play their best.
        mrx, detectives: strategies that are worth it, whatever the other side does.
        gap: how far best responses to the two are apart: 0 but for rounding.
    """

    value: float
    mrx: Strategy
    detectives: Strategy
    gap: float


# -- best responses


def best_for_mrx(whole: WholeGame, detectives: Strategy) -> float:
    """What Mister X gets at most against a strategy of the detectives."""
    values = whole.levels[-1].payoff
    for level, chances in zip(whole.levels[-2::-1], detectives[-2::-1], strict=True):
        after = values[level.target]
        weighted = np.bincount(level.source, np.where(level.by_mrx, 0, chances * after), len(level))
        best = np.full(len(level), -np.inf)
        np.maximum.at(best, level.source, after)
        values = np.where(level.over, level.payoff, np.where(level.mrx, best, weighted))
    return float(whole.chances @ values)


def best_for_detectives(whole: WholeGame, mrx: Strategy) -> float:
    """What Mister X gets at least by a strategy, whatever the detectives do."""
    reaches = _reaches(whole, mrx)
    values = whole.levels[-1].payoff
    for level, chances, reach in zip(whole.levels[-2::-1], mrx[-2::-1], reaches[-2::-1], strict=True):
        after = values[level.target]
        chosen = _chosen(level, reach[level.source] * after)
        share = np.where(level.by_mrx, chances, chosen)
        values = np.where(level.over, level.payoff, np.bincount(level.source, share * after, len(level)))
    return float(whole.chances @ values)


def _reaches(whole: WholeGame, mrx: Strategy) -> list[Numbers]:
    """By level, how likely chance and Mister X let play come to each node."""
    reaches = [whole.chances]
    for level, chances, after in zip(whole.levels[:-1], mrx[:-1], whole.levels[1:], strict=True):
        flow = reaches[-1][level.source] * np.where(level.by_mrx, chances, 1)
        reaches.append(np.bincount(level.target, flow, len(after)).astype(float))
    return reaches


def _chosen(level: Level, worth: Numbers) -> Numbers:
    """1 for the edges of the detectives that are worth least to Mister X, one action in each public state; else 0."""
    theirs = np.flatnonzero(~level.by_mrx)
    states, actions, group = _choices(level, theirs)
    sums = np.bincount(group, worth[theirs], len(states))
    order = np.lexsort((actions, sums, states))
    best = order[np.unique(states[order], return_index=True)[1]]
    chosen = np.zeros(len(level.source))
    chosen[theirs] = np.isin(group, best)
    return chosen


def _choices(level: Level, edges: Indices) -> tuple[Indices, Indices, Indices]:
    """The different (public state, action) of some edges: states, actions, and for each edge its place in them."""
    pairs = np.stack([level.public[level.source[edges]], level.action[edges]], axis=1)
    different, group = np.unique(pairs, axis=0, return_inverse=True)
    return different[:, 0], different[:, 1], group.ravel()


# -- the value


class _Program:
    """The linear program: how often Mister X comes where, and what every public state is then worth to him.

    Columns are the flows into nodes, the flows along his edges, and the worth of public states, level by level.
    """

    def __init__(self, whole: WholeGame) -> None:
        self.levels = whole.levels
        counts = [(len(level), len(level.source), int(level.public.max()) + 1) for level in self.levels]
        starts = [0, *accumulate(sum(count) for count in counts)]
        self.size = starts[-1]
        self.node = starts[:-1]
        self.edge = [start + count[0] for start, count in zip(starts, counts, strict=False)]
        self.state = [start + count[0] + count[1] for start, count in zip(starts, counts, strict=False)]
        self._equal: list[tuple[int, int, float]] = []
        self._less: list[tuple[int, int, float]] = []
        self.equal_to: list[float] = []
        self.choices: list[tuple[Indices, Indices, Indices, int]] = []  # of the detectives, with their first row
        self.rows_less = 0
        for depth, level in enumerate(self.levels):
            self._flows(depth, level, whole.chances)
            self._worth(depth, level)

    def _row(self, terms: list[tuple[int, float]], value: float = 0.0) -> None:
        self._equal += [(len(self.equal_to), column, factor) for column, factor in terms]
        self.equal_to.append(value)

    def _flows(self, depth: int, level: Level, chances: Numbers) -> None:
        """What flows into a node flows out along Mister X's edges, and whole along each of the detectives'."""
        if depth == 0:
            for node, chance in enumerate(chances):
                self._row([(self.node[0] + node, 1.0)], float(chance))
        if not len(level.source):
            return
        outward: dict[int, list[tuple[int, float]]] = {}
        inward: dict[int, list[tuple[int, float]]] = {}
        for edge, (source, target, his) in enumerate(zip(level.source, level.target, level.by_mrx, strict=True)):
            column = self.edge[depth] + edge if his else self.node[depth] + int(source)
            inward.setdefault(int(target), []).append((column, 1.0))
            if his:
                outward.setdefault(int(source), []).append((column, 1.0))
        for source, terms in outward.items():
            self._row([*terms, (self.node[depth] + source, -1.0)])
        for target, terms in inward.items():
            self._row([*terms, (self.node[depth + 1] + target, -1.0)])

    def _worth(self, depth: int, level: Level) -> None:
        """A state is worth what follows: the payoffs, all states after his moves, or those after the detectives' best action."""
        ends: dict[int, list[tuple[int, float]]] = {}
        for node in np.flatnonzero(level.over):
            ends.setdefault(int(level.public[node]), []).append((self.node[depth] + int(node), float(level.payoff[node])))
        for state, terms in ends.items():
            self._row([*terms, (self.state[depth] + state, -1.0)])
        if not len(level.source):
            return
        for state, after in self._following(depth, level, np.flatnonzero(level.by_mrx), level.public[level.source]):
            self._row([*after, (self.state[depth] + state, -1.0)])
        theirs = np.flatnonzero(~level.by_mrx)
        states, actions, group = _choices(level, theirs)
        self.choices.append((states, actions, group, self.rows_less))
        grouped = np.full(len(level.source), -1)
        grouped[theirs] = group
        for choice, after in self._following(depth, level, theirs, grouped):
            row = self.rows_less + choice
            self._less += [(row, column, -factor) for column, factor in after]
            self._less.append((row, self.state[depth] + int(states[choice]), 1.0))
        self.rows_less += len(states)

    def _following(self, depth: int, level: Level, edges: Indices, by: Indices) -> list[tuple[int, list[tuple[int, float]]]]:
        """For each value of `by` (M,) among some edges, the public states that these lead to, as terms."""
        public = self.levels[depth + 1].public
        after: dict[int, set[int]] = {}
        for edge in edges:
            after.setdefault(int(by[edge]), set()).add(int(public[level.target[edge]]))
        return [(key, [(self.state[depth + 1] + state, 1.0) for state in sorted(states)]) for key, states in after.items()]

    def solve(self) -> tuple[float, Numbers, Numbers]:
        """The value, the flows, and what the detectives' choices weigh."""
        cost = np.zeros(self.size)
        first = np.unique(self.levels[0].public)
        cost[self.state[0] + first] = -1.0
        bounds = np.tile([0.0, np.inf], (self.size, 1))
        for depth, level in enumerate(self.levels):
            bounds[self.state[depth] : self.state[depth] + int(level.public.max()) + 1, 0] = -np.inf
        found = linprog(
            cost,
            A_eq=_sparse(self._equal, len(self.equal_to), self.size),
            b_eq=self.equal_to,
            A_ub=_sparse(self._less, self.rows_less, self.size) if self.rows_less else None,
            b_ub=np.zeros(self.rows_less) if self.rows_less else None,
            bounds=bounds,
            method="highs",
        )
        if not found.success:
            raise RuntimeError(f"The linear program was not solved: {found.message}")
        return -float(found.fun), np.asarray(found.x), -np.asarray(found.ineqlin.marginals)


def _sparse(terms: list[tuple[int, int, float]], rows: int, columns: int) -> coo_matrix:
    row, column, factor = (np.array(part) for part in zip(*terms, strict=True))
    return coo_matrix((factor, (row.astype(int), column.astype(int))), shape=(rows, columns)).tocsr()


def _normalised(level: Level, weights: Numbers) -> Numbers:
    """Weights (M,) made probabilities of each node's edges; uniform where all are 0."""
    weights = np.maximum(weights, 0.0)
    total = np.bincount(level.source, weights, len(level))[level.source]
    number = np.bincount(level.source, minlength=len(level))[level.source]
    return np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / np.maximum(number, 1))


def solve(whole: WholeGame) -> Solution:
    """Solve a game that is enumerated.

    Raises:
        RuntimeError: the linear program could not be solved.
    """
    program = _Program(whole)
    value, flows, weights = program.solve()
    mrx, detectives = [], []
    choices = iter(program.choices)
    for depth, level in enumerate(whole.levels):
        his = flows[program.edge[depth] : program.edge[depth] + len(level.source)]
        theirs = np.zeros(len(level.source))
        if len(level.source):
            _, _, group, row = next(choices)
            theirs[~level.by_mrx] = weights[row + group]
        mrx.append(_normalised(level, his))
        detectives.append(_normalised(level, theirs))
    gap = best_for_mrx(whole, detectives) - best_for_detectives(whole, mrx)
    return Solution(value, mrx, detectives, gap)
