"""`mcts`: Monte Carlo tree search for both roles, after Nijssen & Winands (CIG 2011)."""

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sy_agents.drawing import streams
from sy_agents.mcts import tree
from sy_agents.mcts.categories import candidates, weights
from sy_agents.mcts.options import MCTSOptions
from sy_agents.mcts.playouts import lookup
from sy_agents.mcts.state import lightened
from sy_env.editions import AnyEdition, Edition
from sy_env.engine import Array, Game
from sy_env.jit import readable
from sy_env.london.state import CHOOSE_PIECE, OVER
from sy_env.policies import Request

SLICE = 256  # iterations between looks at the clock
NODES = 1 << 14  # room that a tree with a budget in seconds begins with


class Decision:
    """One decision, prepared for searching it.

    Attributes:
        actions: what is worth a thought, int32 (n,): the legal actions, without black tickets that would be wasted.
        stations: where the search puts Mister X, uint8; none: he stays where he is, for the decision is his own.
    """

    def __init__(self, game: Game, record: Array, options: MCTSOptions) -> None:
        """Prepare the decision of the mover of a redacted GAME record of shape (1,), in which the game is not over."""
        self.options = options
        self._tables = game.tables
        self._record = record
        room = np.empty(game.actions.size, np.int32)
        self.actions = room[: tree.root_actions(record, game.tables, options.filtering, room)].copy()
        self._lookup = lookup(game.edition.board)
        self._root = readable(record.copy()) if options.playout == "greedy" else lightened(record)
        self.stations, self._cumulative = self._whereabouts(game)

    def _whereabouts(self, game: Game) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
        """The stations and the sums of their weights."""
        if self._record["mover"][0] == 0:
            return np.empty(0, np.uint8), np.empty(0)
        stations = np.empty(game.edition.num_stations, np.uint8)
        cumulative = np.empty(game.edition.num_stations)
        learned = weights(game.edition, self.options.categorization)
        limiting = self.options.limiting
        n = candidates(self._record, self._tables, self._lookup.hops, learned, limiting, stations, cumulative)
        return stations[:n].copy(), cumulative[:n].copy()

    def _search(self, key: np.uint64) -> Array:
        """A new SEARCH record, of shape (1,)."""
        search = readable(np.zeros(1, tree.SEARCH))
        record = self._record[0]
        search["nodes"] = 1
        search["key"] = key
        search["seat"] = 0 if record["phase"] == CHOOSE_PIECE else record["mover"]
        for name in ("c_hider", "c_seekers", "epsilon", "coalition", "filtering"):
            search[name] = getattr(self.options, name)
        search["covered"] = tree.is_covered(self._record, self._tables)
        return search

    def grown(self, key: np.uint64) -> NDArray[np.float64]:
        """Visits and sums of results of the actions, float64 (2, n), after the whole budget; `key` is all the chance there is."""
        search = self._search(key)
        nodes = readable(np.zeros(1 + (self.options.playouts or NODES), tree.NODE))
        nodes["parent"][0] = -1
        spare = readable(self._root.copy())
        board = self._lookup
        for iterations in _slices(self.options):
            while search["nodes"][0] + iterations > len(nodes):
                nodes = readable(np.concatenate([nodes, np.zeros_like(nodes)]))
            tree.grow(
                self._root,
                self._tables,
                nodes,
                search,
                self.stations,
                self._cumulative,
                board.hops,
                board.beyond,
                board.lines,
                spare,
                iterations,
            )
        children = nodes[np.flatnonzero(nodes["parent"] == 0)[: len(self.actions)]]
        found = np.zeros((2, len(self.actions)))
        at = np.searchsorted(self.actions, children["action"])
        found[:, at] = children["visits"], children["score"]
        return found

    def choice(self, found: NDArray[np.float64]) -> int:
        """The robust child: the action with the most visits; among equals the one with the best results."""
        visits, scores = found
        return int(self.actions[np.argmax(visits + scores / np.maximum(visits, 1) / 2)])


def _slices(options: MCTSOptions) -> Iterator[int]:
    """The budget, in numbers of iterations until somebody looks at the clock."""
    if options.seconds is None:
        yield options.playouts or 0
        return
    end = time.perf_counter() + options.seconds
    yield SLICE
    while time.perf_counter() < end:
        yield SLICE


@dataclass(frozen=True)
class MCTS:
    """The search player of either role of every London edition without Master's app.

    It searches what the mover may know: for the pursuers Mister X is put on stations drawn from the set where he can be, he
    himself searches from his true station. With a budget of playouts equal requests get equal actions, whatever the number of
    threads; with a budget in seconds they depend on the machine.

    Attributes:
        name: how tables call it.
        options: what it does.
    """

    name: str = "mcts"
    options: MCTSOptions = field(default_factory=MCTSOptions)

    def act(self, request: Request) -> NDArray[np.int32]:
        """Legal actions, int32 (n,); 0 in finished games."""
        answers = np.zeros(len(request), np.int32)
        rows = np.flatnonzero(request.games["phase"] != OVER)
        decisions = {int(i): Decision(request.game, request.games[i : i + 1], self.options) for i in rows}
        jobs = [
            (i, key)
            for i, decision in decisions.items()
            if len(decision.actions) > 1
            for key in streams(request.seeds[i : i + 1], self.options.trees)[0]
        ]
        found = {i: np.zeros((2, len(decision.actions))) for i, decision in decisions.items()}
        for (i, _), result in zip(jobs, self._grow([(decisions[i], key) for i, key in jobs]), strict=True):
            found[i] += result
        for i, decision in decisions.items():
            answers[i] = decision.choice(found[i])
        return answers

    def _grow(self, jobs: Sequence[tuple[Decision, np.uint64]]) -> list[NDArray[np.float64]]:
        """The trees of all decisions, shared out among threads."""
        threads = min(self.options.threads or os.cpu_count() or 1, len(jobs))
        if threads <= 1:
            return [decision.grown(key) for decision, key in jobs]
        with ThreadPoolExecutor(threads, "mcts") as pool:
            return list(pool.map(lambda job: job[0].grown(job[1]), jobs))


def make(edition: AnyEdition, role: str, argument: str = "") -> MCTS:
    """The search player with the options that `argument` names; see :meth:`MCTSOptions.parsed`.

    Raises:
        ValueError: an argument that cannot be read, or an edition that it does not play.
    """
    options = MCTSOptions.parsed(argument)
    if not isinstance(edition, Edition) or edition.app is not None:
        raise ValueError(f"mcts does not play {edition.name}: it plays the London editions without Master's app.")
    return MCTS(f"mcts:{argument}" if argument else "mcts", options)
