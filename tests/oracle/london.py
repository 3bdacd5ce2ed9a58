"""The referee: a game that also keeps the public record, and from it where Mister X can be."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any, Self

from .editions import TICKETS, OracleEdition
from .game import Game
from .knowledge import Knowledge, Sighting, appearance, ends_of_all_histories


class Referee(Game):
    """A London game from its start; `at` sets up a position in the middle of one.

    `possible` is exact while the game runs; when it ends, `possible` stays as it was before the last action.
    """

    def __init__(
        self,
        edition: OracleEdition,
        starts: Sequence[int],
        prior: Iterable[int] | None = None,
        **position: Any,
    ) -> None:
        super().__init__(edition, starts, **position)
        self._candidates = edition.mrx_starts(self.stations[1:]) if prior is None else set(prior)
        if self.stations[0] not in self._candidates:
            raise ValueError(f"Mister X on {self.stations[0]}, allowed: {sorted(self._candidates)}")
        self._first = Game(edition, starts, **position)
        self._record: list[str | Sighting] = []
        self._knowledge = Knowledge(self._candidates)
        self.begin()
        self._note_turn()

    @classmethod
    def at(
        cls,
        edition: OracleEdition,
        stations: Sequence[int],
        tickets: Mapping[int, Sequence[int]] | Sequence[Sequence[int]] | None = None,
        round: int = 1,
        log: Iterable[tuple[str, int, bool, int]] = (),
        mover: int = 0,
        moved: Iterable[int] = (),
        possible: Iterable[int] | None = None,
    ) -> Self:
        """A position between two actions, no double under way; end conditions are looked at at once.

        `tickets`: rows by seat; seats left out of a mapping keep what they are dealt. `mover`: 0 for
        Mister X's turn, else the pursuer asked (under team control any pursuer stands for the team).
        """
        log, moved = list(log), set(moved)
        if possible is None:
            everywhere = set(range(1, edition.stations + 1)) - set(stations[1:])
            possible = {stations[0]} if log and log[-1][2] else everywhere
        rows = tickets if tickets is None or isinstance(tickets, Mapping) else dict(enumerate(tickets))
        return cls(edition, stations, possible, tickets=rows, round=round, log=log, mover=mover, moved=moved)

    def clone(self) -> Self:
        twin = super().clone()
        twin._record = self._record[:]
        twin._knowledge = copy(self._knowledge)  # its sets are replaced, never changed
        return twin

    @property
    def possible(self) -> set[int]:
        """Where Mister X can be by the public record; kept from event to event."""
        return set(self._knowledge.stations)

    def possible_by_enumeration(self) -> set[int]:
        """The same set, found by playing out every hidden history that fits the public record."""
        if self.phase == "over":
            raise ValueError("the game is over: only a running game can be enumerated")
        return ends_of_all_histories(self._first, self._candidates, self._record)

    def apply(self, action: str) -> None:
        mover, phase = self.mover, self.phase
        super().apply(action)
        seen = appearance(self, mover, action)
        self._record.append(seen)
        if self.phase == "over":
            return
        if mover > 0:
            self._note_pursuer(action)
        else:
            self._note_mrx(phase, seen)
        self._note_turn()

    def _note_turn(self) -> None:
        if self.mover == 0 and self.phase == "move":
            self._knowledge.turn_begins(self)

    def _note_mrx(self, phase: str, seen: str | Sighting) -> None:
        if isinstance(seen, str):
            self._knowledge.declares_double(self)
            return
        kind, shown = seen
        if kind == "pass":
            self._knowledge.passes(self, shown)
            return
        note = {
            "move": self._knowledge.single_move,
            "first_half": self._knowledge.first_half,
            "second_half": self._knowledge.second_half,
        }[phase]
        note(self, TICKETS.index(kind), shown)

    def _note_pursuer(self, action: str) -> None:
        word, *station = action.split()
        if word in TICKETS:
            self._knowledge.pursuer_stops(int(station[0]))
