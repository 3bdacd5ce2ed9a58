"""How fast the search player `mcts` is: playouts from the start of a game, and decisions."""

import time
from collections.abc import Iterator

import numpy as np

from sy_agents.evaluation.matches import Pairing, play_games
from sy_agents.evaluation.speed import Effort, Row
from sy_agents.mcts.options import STYLES
from sy_agents.mcts.playouts import lookup, play_outs
from sy_agents.mcts.state import lightened
from sy_env.editions import AnyEdition, Edition
from sy_env.engine import BatchedGame
from sy_env.making import make_game

PLAYOUTS = 1000  # at a time


def search_rows(edition: AnyEdition, effort: Effort) -> Iterator[Row]:
    """Playouts a second from the start to the end of the game, and decisions a second of mcts:100, on one thread.

    None in games that it does not play.
    """
    if not isinstance(edition, Edition) or edition.app is not None:
        return
    for style in STYLES:
        yield Row("search", f"{style} playouts, 1 thread", playout_rate(edition, style, effort), "playouts/s")
    for role, name in enumerate(("mrx", "detectives")):
        yield Row("search", f"mcts:100, {name}, 1 thread", decision_rate(edition, role, effort), "decisions/s")


def playout_rate(edition: Edition, style: str, effort: Effort) -> float:
    """Playouts a second from the start position of one game."""
    batch = BatchedGame(make_game(edition, "individual"), 1)
    root = batch.games.copy() if style == "greedy" else lightened(batch.games)
    board = lookup(edition.board)
    spare = root.copy()
    runs = iter(range(10**9))

    def run() -> tuple[int, float]:
        key = np.uint64(next(runs))
        start = time.perf_counter()
        play_outs(root, batch.game.tables, board.hops, board.beyond, board.lines, 0.2, key, spare, PLAYOUTS)
        return PLAYOUTS, time.perf_counter() - start

    return effort.rate(run)


def decision_rate(edition: Edition, role: int, effort: Effort) -> float:
    """Decisions a second of a search of 100 playouts against the random player."""
    search = "mcts:100,threads=1"
    pairing = Pairing(edition, *((search, "random") if role == 0 else ("random", search)))

    def run() -> tuple[int, float]:
        match = play_games(pairing, 0, 2)
        return match.decisions[role], match.thinking[role]

    return effort.rate(run)
