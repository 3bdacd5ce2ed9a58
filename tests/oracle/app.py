"""The referee of Master's app mode: a game with the public record, and from it where Mister X can be."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, Self

from .app_edition import AppEdition
from .app_game import AppGame, Outcome
from .app_knowledge import AppKnowledge, Event, ends_of_all_app_histories, public_view
from .editions import TICKETS
from .knowledge import appearance


class AppReferee(AppGame):
    """A game of the app mode from its start; `at` sets up a position in the middle of one.

    `possible` is what the detectives know, `possible_for_mrx` what Mister X knows of it: the same without
    offers and answers, unless investigations are public. Both are exact while the game runs.
    """

    def __init__(
        self,
        edition: AppEdition,
        starts: Sequence[int],
        prior: Iterable[int] | None = None,
        **position: Any,
    ) -> None:
        super().__init__(edition, starts, **position)
        self._candidates = edition.mrx_starts(self.stations[1:]) if prior is None else set(prior)
        if self.stations[0] not in self._candidates:
            raise ValueError(f"Mister X on {self.stations[0]}, allowed: {sorted(self._candidates)}")
        self._first = AppGame(edition, starts, **position, secretive=True)
        deaf = replace(edition, investigation_offer="rounds", offer_rounds=())
        self._first_unheard = AppGame(deaf, starts, **position, secretive=True)
        self._record: list[Event] = []
        self._record_unheard: list[Event] = []
        self._knowledge = AppKnowledge(self, self._candidates)
        self._unheard = copy(self._knowledge)
        self.begin()
        self._note_turn()

    @classmethod
    def at(
        cls,
        edition: AppEdition,
        stations: Sequence[int],
        tickets: Mapping[int, Sequence[int]] | None = None,
        possible: Iterable[int] | None = None,
        **position: Any,
    ) -> Self:
        """A position between two actions; the point of its round has been drawn already.

        `position`: round, log, mover, moved, points, reached, helicopters. Earlier stations of the log count
        as known. With `mover` above 0 and nobody in `moved`, the offer of this round comes next.
        """
        log = list(position.pop("log", ()))
        if possible is None:
            everywhere = set(range(1, edition.stations + 1)) - set(stations[1:])
            possible = {stations[0]} if log and log[-1][2] else everywhere
        position.setdefault("points", ())
        return cls(edition, stations, possible, tickets=tickets, log=log, **position)

    def clone(self) -> Self:
        twin = super().clone()
        twin._record, twin._record_unheard = self._record[:], self._record_unheard[:]
        twin._knowledge, twin._unheard = copy(self._knowledge), copy(self._unheard)  # their sets are only replaced
        return twin

    @property
    def possible(self) -> set[int]:
        """Where Mister X can be by all that the detectives know."""
        return self._knowledge.stations

    @property
    def possible_for_mrx(self) -> set[int]:
        """The same set as Mister X knows it."""
        return self.possible if self.edition.investigations_public else self._unheard.stations

    def possible_by_enumeration(self, heard: bool = True) -> set[int]:
        """`possible` (`heard`) or `possible_for_mrx`, found by playing out every hidden history that fits."""
        if self.phase == "over":
            raise ValueError("the game is over: only a running game can be enumerated")
        if heard or self.edition.investigations_public:
            return ends_of_all_app_histories(self._first, self._candidates, self._record, hears=True)
        return ends_of_all_app_histories(self._first_unheard, self._candidates, self._record_unheard, hears=False)

    def resolve(self, outcome: Outcome) -> None:
        chance, told = self.chance, len(self.answers)
        super().resolve(outcome)
        hidden = chance == "mast" or (chance == "meeting_point" and not self.edition.mp_visible_to_detectives)
        if chance == "meeting_point" and not hidden:
            for knowledge in (self._knowledge, self._unheard):
                knowledge.point_drawn(self, outcome)
        self._note(chance, None if hidden else outcome, told)

    def apply(self, action: str) -> None:
        before, told = self.clone(), len(self.answers)
        super().apply(action)
        word, *station = action.split()
        if self.phase != "over":
            for knowledge in (self._knowledge, self._unheard):
                if before.mover == 0:
                    knowledge.mrx_acts(before, self, action)
                elif word in TICKETS:
                    knowledge.pursuer_stops(int(station[0]))
        self._note(None, appearance(self, before.mover, action), told, secret=before.phase in ("investigate", "witness"))

    def _note(self, chance: str | None, seen: Any, told: int, secret: bool = False) -> None:
        """Write down a public event; `secret`: one that Mister X does not see. `told`: answers before it."""
        self._record.append(Event(chance, seen, public_view(self, hears=True)))
        if not secret and chance not in ("offer", "mast"):
            self._record_unheard.append(Event(chance, seen, public_view(self, hears=False)))
        for answer in self.answers[told:]:
            self._knowledge.hears(self, answer)
        self._note_turn()

    def _note_turn(self) -> None:
        if self.mover == 0 and self.phase == "move":
            self._knowledge.turn_begins(self)
            self._unheard.turn_begins(self)
