"""Where Mister X can be in Hunting Mister X, as everybody at the table can work out: two ways, as in `knowledge`."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from .hunting_game import HuntingGame

Seen = str | tuple[str, ...]  # an action as the table sees it, or the faces of a roll


class HuntingEvent(NamedTuple):
    """A public event and what the table knows after it."""

    seen: Seen
    view: tuple[Any, ...]


def seen_as(mover: int, phase: str, action: str) -> str:
    """What the table sees of `action`: of Mister X's moves only how he goes."""
    return action.split()[0] if mover == 0 else action


def public_view(game: HuntingGame) -> tuple[Any, ...]:
    """What the table knows of the hidden part of `game`: the tile of his start and the numbers that were shown."""
    tile = game.board.tile(game.log[0].station) if game.log else ""
    return tile, tuple((entry.kind, entry.station if entry.shown else 0) for entry in game.log)


class HuntingKnowledge:
    """The set of spaces, carried forward from one public event to the next; empty before he has a start."""

    def __init__(self, spaces: Iterable[int] = ()) -> None:
        self.spaces = set(spaces)

    def starts(self, game: HuntingGame) -> None:
        """Mister X has named his tile."""
        self.spaces = game.board.tile_spaces(game.board.tile(game.stations[0])) - game.held

    def pawn_stops(self, space: int) -> None:
        """A pawn has moved to `space` and caught nobody."""
        self.spaces = self.spaces - {space}

    def mrx_acts(self, before: HuntingGame, game: HuntingGame, how: str) -> None:
        """Mister X has acted in `before`, which is now `game` and goes on: so he is on no pawn's space."""
        if how == "double":
            self.spaces = {space for space in self.spaces if before.can_double(space)}
        elif how == "pass":
            self.spaces = {space for space in self.spaces if before.may_pass(space)}
        else:
            ends = set().union(*(game.board.targets(how, space) for space in self.spaces))
            self.spaces = ends - game.held
        if before.phase == "first_half":
            self.spaces = {space for space in self.spaces if game.second_halves(space)}
        if game.log[-1].shown:
            self.spaces = {game.stations[0]}


def ends_of_all_hunting_histories(first: Sequence[HuntingGame], record: Sequence[HuntingEvent]) -> set[int]:
    """Mister X's spaces at the end of all games that begin as one of `first` and look like `record`."""
    ends = set()
    branches = [(game, 0) for game in first]
    while branches:
        game, played = branches.pop()
        if game.phase == "over":
            continue
        if played == len(record):
            ends.add(game.stations[0])
            continue
        event = record[played]
        after = [twin for twin in _continuations(game, event.seen) if public_view(twin) == event.view]
        branches += [(twin, played + 1) for twin in after]
    return ends - {0}


def _continuations(game: HuntingGame, seen: Seen) -> list[HuntingGame]:
    """The games one event later in which that event looked like `seen`."""
    if isinstance(seen, tuple):
        twin = game.clone()
        twin.roll(seen)
        return [twin]
    after = []
    for action in game.legal():
        if seen_as(game.mover, game.phase, action) == seen:
            twin = game.clone()
            twin.apply(action)
            after.append(twin)
    return after
