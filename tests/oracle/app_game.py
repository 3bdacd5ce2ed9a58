"""Master's app mode played by its rules (A4): what comes on top of the London game.

Chance is given from outside: in phase "chance" `outcomes` lists what may come, `resolve` takes it.
"""

from collections.abc import Iterable
from typing import Any, Self

from .app_edition import KINDS, Answer, AppEdition
from .game import Game
from .position import Entry

Outcome = int | str  # a meeting point or 0 for none, whether there is an offer or of which kind, a mast


class AppGame(Game):
    """A London game with meeting points, investigations and a helicopter.

    `points` given: a position in mid-game, where the point of this round has been drawn; else a fresh game.
    `secretive`: the game as the detectives know it, without meeting points that they cannot see.
    """

    edition: AppEdition

    def __init__(
        self,
        edition: AppEdition,
        stations: Iterable[int],
        points: Iterable[int] | None = None,
        reached: Iterable[int] = (),
        helicopters: int | None = None,
        secretive: bool = False,
        **position: Any,
    ) -> None:
        super().__init__(edition, list(stations), **position)
        self.points = list(points or ())  # drawn and not reached
        self.reached = list(reached)
        self.helicopters = edition.heli_count if helicopters is None else helicopters
        self.sees_points = edition.mp_visible_to_detectives or not secretive
        if not self.sees_points:
            self.points, self.reached = [], []
        self.point_due = points is None and self.round in edition.mp_rounds
        self.chance: str | None = None
        self.offered: frozenset[str] = frozenset()
        self.answers: list[Answer] = []

    def clone(self) -> Self:
        twin = super().clone()
        twin.points, twin.reached, twin.answers = self.points[:], self.reached[:], self.answers[:]
        return twin

    # --- chance ---

    def outcomes(self) -> list[Outcome]:
        """What may come where chance decides; empty elsewhere."""
        if self.chance == "meeting_point" and not self.sees_points:
            return [0]
        if self.chance == "meeting_point":
            return sorted(self.edition.point_places(self.stations[0], self.stations[1:], self.points)) or [0]
        if self.chance == "offer":
            return [False, True] if self.edition.investigation_offer == "random" else list(KINDS)
        return list(self.edition.masts) if self.chance == "mast" else []

    def resolve(self, outcome: Outcome) -> None:
        """Go on with what chance has brought; anything impossible raises ValueError."""
        if outcome not in self.outcomes():
            raise ValueError(f"{outcome!r} for {self.chance}, allowed: {self.outcomes() or 'nothing, no chance is due'}")
        self._legal = None
        event, self.chance = self.chance, None
        if event == "meeting_point":
            self.points += [outcome] if isinstance(outcome, int) and outcome else []
            self._mrx_turn()
        elif event == "offer":
            self._open([outcome] if isinstance(outcome, str) else KINDS if outcome else ())
        elif isinstance(outcome, int):
            self._answer("scan", int(self.edition.distance(outcome, self.stations[0])))
            self._next_pursuer()

    def _await(self, chance: str) -> None:
        self.phase, self.chance = "chance", chance

    # --- what may be done ---

    def movable(self, stations: Iterable[int]) -> set[int]:
        """Those of `stations` from which Mister X has a legal move or a flight, wherever secret points are."""
        stations = set(stations)
        return super().movable(stations) | {station for station in stations if self.landings(station)}

    def landings(self, station: int) -> set[int]:
        """Where a flight from `station` may end, meeting points left out of account."""
        return self.edition.landings(station, self.stations[1:]) if self.helicopters else set()

    def flights(self, station: int) -> set[int]:
        """Where he may fly from `station`: onto an unreached point only if he can do nothing else."""
        landings = self.landings(station)
        free = landings - set(self.points)
        return free if free or self.single_moves(station) else landings

    def _find_legal(self) -> set[str]:
        if self.phase == "chance":
            return set()
        if self.phase == "investigate":
            return {"decline"} | {f"investigate {kind}" for kind in self.offered}
        if self.phase == "witness":
            return {f"witness {landmark}" for landmark in self.sightings()}
        legal = super()._find_legal()
        flights = self.flights(self.stations[0]) if self.mover == 0 and self.phase == "move" else set()
        return legal - {"pass"} | {f"helicopter {station}" for station in flights} if flights else legal

    # --- Mister X ---

    def begin(self) -> None:
        if self.mover == 0:
            self._mrx_turn()
        else:
            super().begin()

    def _mrx_turn(self) -> None:
        self.mover, self.phase = 0, "move"
        if self.point_due:
            self.point_due = False
            self._await("meeting_point")
            return
        winner = self.stuck_winner()
        if not self.alive([self.stations[0]]):
            tie = winner == "mrx" and self.edition.stuck_tie == "draw"
            self._end("draw" if tie else "detectives", "surrounded")
        elif winner:
            self._end(winner, "stuck")

    def stuck_winner(self) -> str | None:
        """Who wins because the pursuers are stuck for good; nobody if play goes on (B-12)."""
        if not self.stuck():
            return None
        if self.reached or self.edition.app_stuck == "mrx_wins":
            return "mrx"
        return "detectives" if self.edition.app_stuck == "mrx_loses" else None

    def _mrx_acts(self, action: str) -> None:
        if action.startswith("helicopter"):
            self.stations[0] = int(action.split()[1])
            self.helicopters -= 1
            self._write("helicopter")
            self._pursuers_phase()
            return
        super()._mrx_acts(action)
        if self.phase == "second_half" and len(self.reached) >= 2:
            self._end("mrx", "met")

    def _write(self, kind: str) -> None:
        super()._write(kind)
        here = self.stations[0]
        if kind != "pass" and here in self.points:
            self.points.remove(here)
            self.reached.append(here)

    # --- pursuers ---

    def _pursuers_phase(self) -> None:
        winner = self.stuck_winner()
        if len(self.reached) >= 2:
            self._end("mrx", "met")
        elif winner:
            self._end(winner, "stuck")
        else:
            self._offer()

    def _offer(self) -> None:
        """Whether the team may investigate now (C-2)."""
        mode = self.edition.investigation_offer
        if mode in ("random", "one_random_kind"):
            self._await("offer")
        else:
            self._open(KINDS if mode == "every_round" or self.round in self.edition.offer_rounds else ())

    def _open(self, kinds: Iterable[str]) -> None:
        self.offered = frozenset(kinds)
        if self.offered:
            self.mover, self.phase = 1, "investigate"
        else:
            self._next_pursuer()

    def _pursuers_act(self, action: str) -> None:
        if self.phase == "investigate":
            self.offered = frozenset()
            self._investigate(action.split()[-1])
        elif self.phase == "witness":
            self._hear(int(action.split()[1]))
        else:
            super()._pursuers_act(action)

    def _investigate(self, kind: str) -> None:
        if kind == "scan":
            self._await("mast")
        elif kind == "interrogation":
            self._interrogate()
        else:
            if kind == "analysis":
                self._answer(kind, self.edition.analysis(self.log))
            elif kind == "locate":
                self._answer(kind, self.edition.locate(self.stations[0]))
            self._next_pursuer()

    def _interrogate(self) -> None:
        marks = self.sightings()
        self._answer("interrogation", frozenset(marks))
        if len(marks) > 1:
            self.phase = "witness"
        elif marks:
            self._hear(*marks)
        else:
            self._next_pursuer()

    def _hear(self, landmark: int) -> None:
        self._answer("witness", (landmark, self.sightings()[landmark]))
        self._next_pursuer()

    def sightings(self) -> dict[int, int]:
        """What witnesses have seen: landmark and age."""
        return self.edition.sightings([entry.station for entry in self.log])

    def _answer(self, kind: str, value: Any) -> None:
        self.answers.append(Answer(self.round, kind, value))

    # --- ends ---

    def _end_of_round(self) -> None:
        self.point_due = self.round + 1 in self.edition.mp_rounds
        super()._end_of_round()

    def _end(self, winner: str, reason: str) -> None:
        """Escaping to the end counts only with a meeting point reached."""
        if reason == "survived" and not self.reached:
            winner, reason = "detectives", "missed"
        super()._end(winner, reason)

    def place(self, station: int) -> None:
        """Stand Mister X on `station`: another history that ends there."""
        self.stations[0] = station
        if self.log:
            self.log[-1] = Entry(*self.log[-1])._replace(station=station)
