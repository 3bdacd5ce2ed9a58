"""The London editions in plain types: a board made of lines, and the options of each box."""

import csv
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

TICKETS = ("taxi", "bus", "underground", "black")
TAXI, BUS, UNDERGROUND, BLACK, DOUBLE = range(5)
LONDON_STATIONS = 199
UNLIMITED = 99  # what a kind shows that never runs out

Line = tuple[int, int, str]

GLASSES_LINES: tuple[Line, ...] = tuple(
    (a, b, "taxi")
    for a, b in (
        *((1, 2), (2, 3), (2, 4), (3, 5), (4, 5), (5, 6)),
        *((6, 7), (7, 8), (7, 9), (8, 10), (9, 10), (10, 11)),
    )
)
CLASSIC_CARDS = (13, 26, 29, 34, 50, 53, 91, 94, 103, 112, 117, 132, 138, 141, 155, 174, 197, 198)
MASTER_D_CARDS = (13, 26, 29, 34, 50, 53, 91, 94, 103, 112, 117, 123, 138, 141, 155, 174)
MASTER_X_CARDS = (35, 45, 51, 71, 78, 104, 106, 127, 132, 146, 166, 170, 172)

CHOICES = {
    "tickets_per": ("pawn", "player"),
    "pawn_order": ("grouped", "interleaved"),
    "ticket_flow": ("to_mrx", "supply", "discard"),
    "mrx_supply": ("finite", "unlimited"),
    "reveal_index": ("move", "round"),
    "game_length": ("rounds", "fields"),
    "order": ("fixed", "any"),
    "double_return": ("allow", "forbid"),
    "stuck_rule": ("detectives", "all_pursuers"),
    "stuck_tie": ("mrx_loses", "draw"),
    "mrx_enter_detective": ("illegal", "loses"),
    "mrx_no_ticket": ("loses", "passes"),
    "control": ("individual", "team"),
}


class Board:
    """Who is whose neighbour, by ticket (A0.1); black opens every line, the ferry only black."""

    def __init__(self, lines: tuple[Line, ...], stations: int) -> None:
        numbers = range(1, stations + 1)
        found: list[dict[int, set[int]]] = [{n: set() for n in numbers} for _ in TICKETS]
        for a, b, transport in lines:
            kinds = {BLACK} if transport == "ferry" else {BLACK, TICKETS.index(transport)}
            for kind in kinds:
                found[kind][a].add(b)
                found[kind][b].add(a)
        self.by_ticket = [{n: frozenset(ends) for n, ends in table.items()} for table in found]
        self._reach: dict[tuple[tuple[int, ...], int], frozenset[int]] = {}

    def reach(self, kinds: tuple[int, ...], station: int) -> frozenset[int]:
        """Stations one move away from `station` with a ticket of any of `kinds`."""
        key = kinds, station
        if key not in self._reach:
            self._reach[key] = frozenset().union(*(self.by_ticket[kind][station] for kind in kinds))
        return self._reach[key]


board_of = lru_cache(maxsize=8)(Board)
"""The board of some lines: built once, for boards are never changed."""


@dataclass(frozen=True)
class OracleEdition:
    """Every option of a London game; the defaults are the classic box with five players."""

    lines: tuple[Line, ...]
    stations: int
    players: int = 5
    detectives: int = 4
    bobbies: int = 0
    detective_tickets: tuple[int, int, int] = (10, 8, 4)
    tickets_per: str = "pawn"
    pawn_order: str = "grouped"
    mrx_tickets: tuple[int, int, int] = (4, 3, 3)
    mrx_black: int = 4
    mrx_double: int = 2
    ticket_flow: str = "to_mrx"
    mrx_supply: str = "finite"
    box_tickets: tuple[int, int, int] = (62, 49, 25)
    start_cards: tuple[int, ...] | None = None  # None: every station
    mrx_start_cards: tuple[int, ...] | None = None  # None: one deck for all
    fixed_starts: tuple[int, ...] | None = None
    reveal_index: str = "round"
    reveal_set: tuple[int, ...] = (3, 8, 13, 18)
    game_length: str = "rounds"
    rounds: int = 22
    fields: int = 24
    order: str = "fixed"
    double_return: str = "forbid"
    stuck_rule: str = "detectives"
    stuck_tie: str = "mrx_loses"
    mrx_enter_detective: str = "illegal"
    mrx_no_ticket: str = "loses"
    control: str = "individual"
    hide_mrx_stock: bool = False  # these two change what is shown to players, not the game
    observe_possible: bool = True

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name}={getattr(self, name)!r}, allowed: {allowed}")
        if not 1 <= self.detectives + self.bobbies <= 5:
            raise ValueError(f"{self.detectives} detectives, {self.bobbies} bobbies, allowed: 1 to 5 in all")

    @cached_property
    def board(self) -> Board:
        return board_of(self.lines, self.stations)

    @cached_property
    def owners(self) -> list[int]:
        """Who pays for each detective pawn, in seat order; pawns of one owner share their tickets (B-11)."""
        people = self.players - 1
        if self.tickets_per == "pawn" or people >= self.detectives:
            return list(range(self.detectives))
        dealt = [pawn % people for pawn in range(self.detectives)]
        return sorted(dealt) if self.pawn_order == "grouped" else dealt

    def mrx_starts(self, pursuers: list[int]) -> set[int]:
        """Where Mister X may stand before the first move, as everybody knows."""
        if self.fixed_starts is not None:
            return {self.fixed_starts[0]}
        deck = self.mrx_start_cards or self.start_cards or range(1, self.stations + 1)
        return set(deck) - set(pursuers)

    def deal(self) -> list[list[int]]:
        """Ticket rows by seat. Sharers hold one and the same list; Mister X's row holds the supply (A2)."""
        purses = [[0] * 5 for _ in set(self.owners)]
        for owner in self.owners:
            for kind, count in enumerate(self.detective_tickets):
                purses[owner][kind] += count
        normal = list(self.mrx_tickets)
        if self.ticket_flow == "supply":
            pairs = zip(self.box_tickets, self.detective_tickets, strict=True)
            normal = [box - self.detectives * each for box, each in pairs]
        if self.mrx_supply == "unlimited":
            normal = [UNLIMITED] * 3
        if min(normal) < 0:
            raise ValueError(f"box_tickets={self.box_tickets} are too few for {self.detectives} detectives")
        mrx = [*normal, self.mrx_black, self.mrx_double]
        return [mrx, *(purses[owner] for owner in self.owners), *([0] * 5 for _ in range(self.bobbies))]


def read_lines(path: Path) -> tuple[Line, ...]:
    """Lines of a board from a file with the columns a, b, transport."""
    with path.open(newline="") as rows:
        return tuple((int(row["a"]), int(row["b"]), row["transport"]) for row in csv.DictReader(rows))


def classic(players: int = 5, **options: Any) -> OracleEdition:
    """The classic box (A1); `lines` is among the options."""
    detectives = options.get("detectives", {3: 4, 4: 3, 5: 4, 6: 5}[players])
    box: dict[str, Any] = {"detectives": detectives, "mrx_black": detectives, "start_cards": CLASSIC_CARDS}
    return OracleEdition(**{"stations": LONDON_STATIONS, "players": players, **box, **options})


def master(players: int = 5, **options: Any) -> OracleEdition:
    """The Master box without its app (A2, A3); `lines` is among the options."""
    detectives, bobbies = {2: (2, 2), 3: (2, 2), 4: (3, 1), 5: (4, 0), 6: (5, 0)}[players]
    box: dict[str, Any] = {
        "detectives": detectives,
        "bobbies": bobbies,
        "detective_tickets": (11, 8, 4),
        "tickets_per": "player" if players == 2 else "pawn",
        "mrx_tickets": (0, 0, 0),
        "mrx_black": 5,
        "ticket_flow": "supply",
        "start_cards": MASTER_D_CARDS,
        "mrx_start_cards": MASTER_X_CARDS,
        "reveal_index": "move",
        "reveal_set": (3, 8, 13, 18, 24),
        "order": "any",
        "double_return": "allow",
    }
    return OracleEdition(**{"stations": LONDON_STATIONS, "players": players, **box, **options})


def nijssen2011(**options: Any) -> OracleEdition:
    """The rules of Nijssen and Winands (A6); `lines` is among the options."""
    rules: dict[str, Any] = {
        "reveal_index": "move",
        "reveal_set": (3, 8, 13, 18, 24),
        "game_length": "fields",
        "double_return": "allow",
        "mrx_enter_detective": "loses",
    }
    return classic(6, **{**rules, **options})


def glasses(**options: Any) -> OracleEdition:
    """The eleven stations of Student of Games (A6)."""
    box: dict[str, Any] = {
        "lines": GLASSES_LINES,
        "stations": 11,
        "players": 3,
        "detectives": 2,
        "detective_tickets": (5, 0, 0),
        "mrx_tickets": (5, 0, 0),
        "mrx_black": 0,
        "mrx_double": 0,
        "ticket_flow": "discard",
        "fixed_starts": (6, 1, 11),
        "reveal_set": (3,),
        "rounds": 5,
    }
    return OracleEdition(**{**box, **options})
