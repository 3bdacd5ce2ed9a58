"""A London game played by its rules (A0.3): what an action changes, who is next, who has won."""

from collections.abc import Iterable
from typing import Any

from .editions import BLACK, DOUBLE, TICKETS
from .position import Entry, Move, Position


class Game(Position):
    """`begin` looks whether the position is over already; `legal` and `apply` play on."""

    def __init__(self, *position: Any, **rest: Any) -> None:
        super().__init__(*position, **rest)
        self._legal: set[str] | None = None

    @property
    def choosing(self) -> bool:
        """Whether the team has to say which pursuer moves next."""
        return self.phase == "piece"

    def legal(self) -> set[str]:
        """Texts of all legal actions; empty when the game is over."""
        if self._legal is None:
            self._legal = self._find_legal()
        return set(self._legal)

    def _find_legal(self) -> set[str]:
        if self.phase == "over":
            return set()
        if self.phase == "piece":
            return {f"piece {seat}" for seat in self.free_to_move()}
        if self.mover > 0:
            return texts(self.pursuer_moves(self.mover)) or {"pass"}
        here = self.stations[0]
        if self.phase == "first_half":
            return texts(self.first_halves(here))
        if self.phase == "second_half":
            return texts(self.second_halves(self.origin, here))
        declared = {"double"} if self.can_double(here) else set()
        return texts(self.single_moves(here)) | declared or {"pass"}

    def apply(self, action: str) -> None:
        """Play a legal action; any other raises ValueError and changes nothing."""
        if action not in self.legal():
            allowed = sorted(self.legal()) or "nothing, the game is over"
            raise ValueError(f"{action!r} for seat {self.mover}, allowed: {allowed}")
        self._legal = None
        if self.mover == 0:
            self._mrx_acts(action)
        else:
            self._pursuers_act(action)

    def begin(self) -> None:
        """Look at the end conditions that are due in this position, and see who is next."""
        asked = self.mover
        if self.mover == 0:
            self._mrx_turn()
        elif self.moved:
            self._next_pursuer()
        else:
            self._pursuers_phase()
        if self.phase == "move" and self.mover != asked and self.edition.control == "individual":
            raise ValueError(f"seat {asked} is not next after {sorted(self.moved)}, seat {self.mover} is")

    def _mrx_turn(self) -> None:
        self.mover, self.phase = 0, "move"
        lost, stuck = not self.alive([self.stations[0]]), self.stuck()
        if lost:
            self._end("draw" if stuck and self.edition.stuck_tie == "draw" else "detectives", "surrounded")
        elif stuck:
            self._end("mrx", "stuck")

    def _mrx_acts(self, action: str) -> None:
        if action == "double":
            self.tickets[0][DOUBLE] -= 1
            self.phase = "first_half"
            return
        left = self.stations[0]
        kind = action.split()[0]
        if kind != "pass":
            self.stations[0] = int(action.split()[1])
            self._mrx_pays(TICKETS.index(kind))
        self._write(kind)
        if self.stations[0] in self.stations[1:]:
            self._end("detectives", "entered")
        elif self.phase == "first_half":
            self.origin, self.phase = left, "second_half"
        else:
            self.origin = 0
            self._pursuers_phase()

    def _mrx_pays(self, kind: int) -> None:
        if kind == BLACK or self.edition.mrx_supply == "finite":
            self.tickets[0][kind] -= 1

    def _write(self, kind: str) -> None:
        """Fill the next log field; show the station if it is due (B-01)."""
        if self.edition.reveal_index == "move":
            shown = len(self.log) + 1 in self.edition.reveal_set
        else:
            shown = self.round in self.edition.reveal_set and self.phase != "second_half"
        self.log.append(Entry(kind, self.stations[0], shown, self.round))

    def _pursuers_phase(self) -> None:
        if self.stuck():
            self._end("mrx", "stuck")
        else:
            self._next_pursuer()

    def _next_pursuer(self) -> None:
        waiting = self.waiting()
        free = self.free_to_move() if self.edition.order == "any" else []
        self.phase = "move"
        if not waiting:
            self._end_of_round()
        elif not free:
            self.mover = waiting[0]
        elif self.edition.control == "individual" or len(free) == 1:
            self.mover = free[0]
        else:
            self.mover, self.phase = 1, "piece"

    def _pursuers_act(self, action: str) -> None:
        if self.phase == "piece":
            self.mover, self.phase = int(action.split()[1]), "move"
            return
        self.moved.add(self.mover)
        if action == "pass":
            self._rest_of_the_team_passes()
        else:
            kind, end = action.split()
            self.stations[self.mover] = int(end)
            self._pursuer_pays(TICKETS.index(kind))
        if self.stations[self.mover] == self.stations[0]:
            self._end("detectives", "capture")
        else:
            self._next_pursuer()

    def _rest_of_the_team_passes(self) -> None:
        """One pass of a team also stands for those next in order who cannot move either."""
        if self.edition.control == "team":
            for seat in self.waiting():
                if self.can_move(seat):
                    return
                self.moved.add(seat)

    def _pursuer_pays(self, kind: int) -> None:
        if self.is_bobby(self.mover):
            return
        self.tickets[self.mover][kind] -= 1
        if self.edition.ticket_flow != "discard" and self.edition.mrx_supply == "finite":
            self.tickets[0][kind] += 1

    def _end_of_round(self) -> None:
        by_rounds = self.edition.game_length == "rounds"
        if self.round >= self.edition.rounds if by_rounds else len(self.log) >= self.edition.fields:
            self._end("mrx", "survived")
        else:
            self.round += 1
            self.moved.clear()
            self._mrx_turn()

    def _end(self, winner: str, reason: str) -> None:
        self.phase, self.winner, self.reason = "over", winner, reason


def texts(moves: Iterable[Move]) -> set[str]:
    """Moves as action texts, e.g. "bus 46"."""
    return {f"{TICKETS[kind]} {end}" for kind, end in moves}
