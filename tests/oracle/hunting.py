"""The referee of Hunting Mister X: a game with the public record, and from it where Mister X can be."""

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any, Self

from .hunting_board import HuntingBoard
from .hunting_edition import HuntingEdition
from .hunting_game import HuntingGame
from .hunting_knowledge import HuntingEvent, HuntingKnowledge, ends_of_all_hunting_histories, public_view, seen_as
from .position import Entry


class HuntingReferee(HuntingGame):
    """A game from the placing of the pawns; `at` sets up a position in mid-game.

    `possible` is exact while the game runs; when it ends, `possible` stays as it was before the last action.
    """

    def __init__(
        self,
        edition: HuntingEdition,
        board: HuntingBoard,
        prior: Iterable[int] = (),
        **position: Any,
    ) -> None:
        edition.check(board)
        super().__init__(edition, board, **position)
        self._record: list[HuntingEvent] = []
        self._knowledge = HuntingKnowledge(prior)
        self._first = [HuntingGame(edition, board, **position)]
        if self.log:
            self._first = [_with_mrx_on(space, self._first[0]) for space in prior]

    @classmethod
    def at(
        cls,
        edition: HuntingEdition,
        board: HuntingBoard,
        stations: Sequence[int],
        log: Iterable[tuple[str, int, bool, int]] = (),
        possible: Iterable[int] | None = None,
        **position: Any,
    ) -> Self:
        """A position between two actions, no double under way; see `HuntingGame` for the rest of it.

        `log`: with the start and his present space; if it is left out, he stands on his start.
        """
        entries = [Entry(*entry) for entry in log] or [Entry("start", stations[0], False, 1)]
        if possible is None:
            anywhere = board.spaces if len(entries) > 1 else board.tile_spaces(board.tile(stations[0]))
            possible = {stations[0]} if entries[-1].shown else set(anywhere) - set(stations[1:])
        return cls(edition, board, sorted(possible), stations=stations, log=entries, **position)

    def clone(self) -> Self:
        twin = super().clone()
        twin._record, twin._knowledge = self._record[:], copy(self._knowledge)  # its set is replaced, never changed
        return twin

    @property
    def possible(self) -> set[int]:
        """Where Mister X can be by the public record; kept from event to event."""
        return set(self._knowledge.spaces)

    def possible_by_enumeration(self) -> set[int]:
        """The same set, found by playing out every hidden history that fits the public record."""
        if self.phase == "over":
            raise ValueError("the game is over: only a running game can be enumerated")
        return ends_of_all_hunting_histories(self._first, self._record)

    def roll(self, faces: Sequence[str]) -> None:
        super().roll(faces)
        self._record.append(HuntingEvent(tuple(faces), public_view(self)))

    def apply(self, action: str) -> None:
        before = self.clone()
        super().apply(action)
        self._record.append(HuntingEvent(seen_as(before.mover, before.phase, action), public_view(self)))
        if self.phase == "over":
            return
        if before.phase == "place":
            if before.mover == 0:
                self._knowledge.starts(self)
        elif before.mover == 0:
            self._knowledge.mrx_acts(before, self, action.split()[0])
        elif self.stations[before.mover] != before.stations[before.mover]:
            self._knowledge.pawn_stops(self.stations[before.mover])


def _with_mrx_on(space: int, game: HuntingGame) -> HuntingGame:
    """The same position with Mister X on another space."""
    twin = game.clone()
    twin.stations[0] = space
    twin.log[-1] = twin.log[-1]._replace(station=space)
    return twin
