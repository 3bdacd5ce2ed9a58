"""Games at given positions, in words."""

from typing import Any

import numpy as np

from sy_env.editions.hunting import hunting
from sy_env.engine import BatchedGame
from sy_env.hunting.game import HuntingGame
from sy_env.hunting.position import HuntingPosition

LAYOUTS = {9: "ABC/DEF/GHI", 6: "ABC/DEF"}


def deal(players: int = 4, control: str = "individual", seed: int = 0, games: int = 1, **options: Any) -> BatchedGame:
    """A batch of games that stay over when they end."""
    game: Any = HuntingGame(hunting(players, **options), control)
    return BatchedGame(game, games, seed, autoreset=False)


def at(stations: tuple[int, ...], players: int = 4, options: dict[str, Any] | None = None, **position: Any) -> BatchedGame:
    """One game at a position; the board is ABC/DEF/GHI, or ABC/DEF with two pawns, if no layout is given."""
    batch = deal(players, **(options or {}))
    set_up(batch, stations, **position)
    return batch


def set_up(batch: BatchedGame, stations: tuple[int, ...], **position: Any) -> None:
    edition: Any = batch.game.edition
    position.setdefault("layout", LAYOUTS[edition.columns * edition.rows])
    batch.place(0, HuntingPosition(stations, **position))


def legal(batch: BatchedGame, kind: str = "") -> list[str]:
    """The legal actions of the mover in words, or the numbers behind the word `kind`."""
    words = [batch.actions.text(int(action)) for action in batch.action_mask[0].nonzero()[0]]
    return [word.removeprefix(f"{kind} ") for word in words if word.startswith(f"{kind} ")] if kind else words


def numbers(batch: BatchedGame, kind: str) -> set[int]:
    """The spaces to which the mover may go by `kind`."""
    return {int(word) for word in legal(batch, kind)}


def play(batch: BatchedGame, *words: str) -> None:
    """Take actions in row 0, one after the other."""
    for word in words:
        batch.step([batch.actions.index(word)])


def mover(batch: BatchedGame) -> str:
    return batch.game.seats[int(batch.games["mover"][0])]


def possible(batch: BatchedGame) -> set[int]:
    """The public set of spaces in row 0."""
    word = int(batch.games["possible"][0, 0])
    return {space for space in range(1, 37) if word >> space & 1}


def outcome(batch: BatchedGame) -> tuple[str | None, str | None]:
    """Winner and reason of row 0."""
    game = batch.games[0]
    return (None, "mrx", "detectives")[int(game["winner"])], batch.game.reasons[int(game["reason"])]


def same(a: Any, b: Any) -> bool:
    """Whether records are equal, field by field."""
    return all(np.array_equal(a[name], b[name]) for name in a.dtype.names)
