"""A position of a London game and who may do what in it (A0.3 to A0.6); nothing here changes it."""

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Self

from .editions import BLACK, DOUBLE, OracleEdition

Move = tuple[int, int]  # kind of ticket, station it leads to


class Entry(NamedTuple):
    """One field of the travel log. A pass fills one too."""

    kind: str
    station: int
    shown: bool
    round: int


class Position:
    """Pieces, tickets, log and whose turn it is. Rows of pawns that share tickets are one list."""

    def __init__(
        self,
        edition: OracleEdition,
        stations: Sequence[int],
        tickets: Mapping[int, Sequence[int]] | None = None,
        round: int = 1,
        log: Iterable[tuple[str, int, bool, int]] = (),
        mover: int = 0,
        moved: Iterable[int] = (),
    ) -> None:
        self.edition = edition
        self.stations = list(stations)
        self.tickets = edition.deal()
        for seat, row in (tickets or {}).items():
            self.tickets[seat][:] = row
        self.round = round
        self.log = [Entry(*entry) for entry in log]
        self.mover = mover
        self.moved = set(moved)
        self.phase = "move"
        self.winner: str | None = None
        self.reason: str | None = None
        self.origin = 0  # where a double under way began
        self._check_stations()

    def _check_stations(self) -> None:
        pieces = 1 + self.edition.detectives + self.edition.bobbies
        apart = len(set(self.stations)) == len(self.stations) == pieces
        if not apart or not all(1 <= station <= self.edition.stations for station in self.stations):
            allowed = f"{pieces} different stations of 1..{self.edition.stations}"
            raise ValueError(f"stations {self.stations}, allowed: {allowed}")

    def clone(self) -> Self:
        twin = copy.copy(self)
        twin.stations = self.stations[:]
        rows = {id(row): row[:] for row in self.tickets}  # sharers go on sharing
        twin.tickets = [rows[id(row)] for row in self.tickets]
        twin.log = self.log[:]
        twin.moved = set(self.moved)
        return twin

    # --- what Mister X could do on a station; only public facts besides the stations asked about ---

    @property
    def blocked(self) -> set[int]:
        """Stations that Mister X may not enter."""
        return set() if self.edition.mrx_enter_detective == "loses" else set(self.stations[1:])

    def payable(self, spent: int | None = None) -> tuple[int, ...]:
        """Kinds that Mister X can pay for, now or after one ticket of kind `spent` is gone."""
        row = self.tickets[0]
        return tuple(kind for kind in range(4) if row[kind] > (1 if kind == spent else 0))

    def movable(self, stations: Iterable[int]) -> set[int]:
        """Those of `stations` from which Mister X has a legal move."""
        kinds, blocked, reach = self.payable(), self.blocked, self.edition.board.reach
        return {station for station in stations if not reach(kinds, station) <= blocked}

    def passable(self, stations: Iterable[int]) -> set[int]:
        """Those of `stations` where he passes: some line leads to a free station, but he can pay for none."""
        if self.edition.mrx_no_ticket == "loses":
            return set()
        blocked, any_line = self.blocked, self.edition.board.by_ticket[BLACK]
        idle = set(stations) - self.movable(stations)
        return {station for station in idle if not any_line[station] <= blocked}

    def alive(self, stations: Iterable[int]) -> set[int]:
        """Those of `stations` on which Mister X does not lose when his turn comes."""
        return self.movable(stations) | self.passable(stations)

    def single_moves(self, station: int) -> set[Move]:
        blocked, lines = self.blocked, self.edition.board.by_ticket
        return {(kind, end) for kind in self.payable() for end in lines[kind][station] - blocked}

    def first_halves(self, station: int) -> Iterator[Move]:
        """Moves after which a second half exists, paid from what the first half leaves (A0.5)."""
        blocked, lines = self.blocked, self.edition.board.by_ticket
        for kind in self.payable():
            rest = self.payable(spent=kind)
            for middle in lines[kind][station] - blocked:
                if self.second_stations(station, middle, rest):
                    yield kind, middle

    def second_halves(self, origin: int, middle: int) -> set[Move]:
        """Moves of the second half, paid from the stock as it is."""
        return {(k, end) for k in self.payable() for end in self.second_stations(origin, middle, (k,))}

    def second_stations(self, origin: int, middle: int, kinds: tuple[int, ...]) -> set[int]:
        """Where a double by `origin` and `middle` may end with a ticket of `kinds` (B-06)."""
        barred = self.blocked | {origin} if self.edition.double_return == "forbid" else self.blocked
        return set(self.edition.board.reach(kinds, middle) - barred)

    def can_double(self, station: int) -> bool:
        """Whether he may declare a double from `station`."""
        unused = self.edition.fields - len(self.log) if self.edition.game_length == "fields" else 2
        return self.tickets[0][DOUBLE] > 0 and unused >= 2 and any(self.first_halves(station))

    # --- pursuers ---

    @property
    def pursuers(self) -> range:
        return range(1, len(self.stations))

    def is_bobby(self, seat: int) -> bool:
        return seat > self.edition.detectives

    def pursuer_kinds(self, seat: int) -> tuple[int, ...]:
        """Kinds that the pursuer can pay for; a Bobby travels free, but by no ferry."""
        row = self.tickets[seat]
        return (0, 1, 2) if self.is_bobby(seat) else tuple(kind for kind in range(3) if row[kind] > 0)

    def pursuer_moves(self, seat: int) -> set[Move]:
        held, station = set(self.stations[1:]), self.stations[seat]
        lines = self.edition.board.by_ticket
        return {(kind, end) for kind in self.pursuer_kinds(seat) for end in lines[kind][station] - held}

    def can_move(self, seat: int) -> bool:
        """Whether the pursuer has a legal move now."""
        reach = self.edition.board.reach(self.pursuer_kinds(seat), self.stations[seat])
        return not reach <= set(self.stations[1:])

    def stuck(self) -> bool:
        """Whether the pursuers are stuck for good (A0.6): no detective will ever move again."""
        if self.edition.stuck_rule == "all_pursuers":
            return not any(self.can_move(seat) for seat in self.pursuers)
        seats = range(1, self.edition.detectives + 1)
        held = {self.stations[seat] for seat in seats}
        reach = self.edition.board.reach
        return bool(held) and all(reach(self.pursuer_kinds(s), self.stations[s]) <= held for s in seats)

    def waiting(self) -> list[int]:
        """Pursuers still to move in this round."""
        return [seat for seat in self.pursuers if seat not in self.moved]

    def free_to_move(self) -> list[int]:
        """Those of the waiting who have a legal move now."""
        return [seat for seat in self.waiting() if self.can_move(seat)]
