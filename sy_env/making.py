"""From the name of an edition to games of it."""

from typing import Any

from sy_env.editions import AnyEdition, HuntingEdition, make_edition
from sy_env.engine import BatchedGame, Game
from sy_env.layouts import Layout
from sy_env.london.game import LondonGame


def make_game(edition: str | AnyEdition, control: str = "individual", **options: Any) -> Game:
    """A game to play: an edition with its pursuers under one form of control.

    Args:
        edition: a name, such as "classic" or "master", or an edition.
        control: "individual" (every pursuer is an agent) or "team" (one agent for all of them).
        options: the edition's options, such as `players=4`.

    Raises:
        EditionError: unknown edition, option or value; the message names the nearest right spelling.
    """
    made: AnyEdition = (
        make_edition(edition, **options) if isinstance(edition, str) else edition.replace(**options) if options else edition
    )
    if isinstance(made, HuntingEdition):  # kernels are loaded where they are needed
        from sy_env.hunting.game import HuntingGame

        return HuntingGame(made, control)
    if made.app is not None:
        from sy_env.london.app_game import MasterAppGame

        return MasterAppGame(made, control)
    return LondonGame(made, control)


def make_batch(
    edition: str | AnyEdition,
    num_games: int,
    seed: int = 0,
    *,
    control: str = "individual",
    autoreset: bool = True,
    keep_final: bool = False,
    threads: int = 1,
    **options: Any,
) -> BatchedGame:
    """A batch of games that are stepped together; see :class:`sy_env.engine.BatchedGame`.

    Args:
        edition: a name, such as "classic" or "master", or an edition.
        num_games: number of games, at least 1.
        seed: game i draws from the stream `seed + i`, whatever the size of the batch.
        control: "individual" (every pursuer is an agent) or "team" (one agent for all of them).
        autoreset: deal a new game in the same step in which one ends.
        keep_final: keep the last observation of games that end.
        threads: number of threads that share the batch.
        options: the edition's options, such as `players=4`.

    Raises:
        EditionError: unknown edition, option or value; the message names the nearest right spelling.
        ValueError, TypeError: a number is out of range or of the wrong type.
    """
    game = make_game(edition, control, **options)
    return BatchedGame(game, num_games, seed, autoreset=autoreset, keep_final=keep_final, threads=threads)


def layout(edition: str | AnyEdition, **options: Any) -> Layout:
    """What the entries of an observation mean: a table of names, places, shapes, ranges and meanings."""
    return make_game(edition, **options).layout
