"""Master's app mode in plain types (A4, C-2 to C-4): its options and the answers its investigations give."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from .editions import BUS, TAXI, TICKETS, Board, OracleEdition, master
from .position import Entry

KINDS = ("analysis", "locate", "scan", "interrogation")
LONDON_MASTS = (13, 184, 94, 108)  # North, South, West, East

APP_CHOICES = {
    "heli_mode": ("any", "pads", "opposite"),
    "app_stuck": ("play_on", "mrx_wins", "mrx_loses"),
    "investigation_offer": ("random", "every_round", "one_random_kind", "rounds"),
    "analysis_prior": ("cards", "all"),
}


class Answer(NamedTuple):
    """What the detectives were told in a round; `kind` "witness" is a witness's statement.

    `value`: a set of stations (analysis), a word by mast (locate), a distance (scan), the marked landmarks
    (interrogation), a landmark and how many moves ago it was (witness).
    """

    round: int
    kind: str
    value: frozenset[int] | tuple[str, ...] | int | tuple[int, int]


@dataclass(frozen=True)
class AppEdition(OracleEdition):
    """A London game with the app; the points of `mp_rounds` and the rest are stand-ins."""

    masts: tuple[int, ...] = LONDON_MASTS
    landmarks: tuple[int, ...] = ()
    coordinates: tuple[tuple[float, float], ...] = ()  # of stations 1, 2, ..., for heli_mode="opposite"
    heli_count: int = 1
    heli_mode: str = "any"
    heli_pads: tuple[int, ...] = ()
    app_stuck: str = "play_on"
    mp_rounds: tuple[int, ...] = (1, 6, 11, 16)
    mp_pool: tuple[int, ...] | None = None  # None: every bus stop
    mp_min_dist: int = 6
    mp_visible_to_detectives: bool = False
    investigation_offer: str = "random"
    offer_rounds: tuple[int, ...] = ()
    investigations_public: bool = False
    locate_thresholds: tuple[int, int] = (4, 9)
    witness_radius: int = 1
    interrogation_memory: int = 2
    analysis_prior: str = "cards"

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, allowed in APP_CHOICES.items():
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name}={getattr(self, name)!r}, allowed: {allowed}")
        if self.mp_min_dist < 1:
            raise ValueError(f"mp_min_dist={self.mp_min_dist}, allowed: 1 or more")
        if self.heli_mode == "opposite" and len(self.coordinates) != self.stations:
            raise ValueError(f'heli_mode="opposite" needs coordinates of {self.stations} stations, not {len(self.coordinates)}')

    @cached_property
    def taxi_distances(self) -> dict[int, dict[int, int]]:
        """Taxi moves from each station to all that a taxi reaches."""
        return taxi_distances(self.board)

    @cached_property
    def near_landmarks(self) -> dict[int, tuple[int, ...]]:
        """By station, the landmarks whose witnesses see Mister X there."""

        def seen(station: int) -> tuple[int, ...]:
            return tuple(mark for mark in self.landmarks if self.distance(mark, station) <= self.witness_radius)

        return {station: seen(station) for station in range(1, self.stations + 1)}

    def distance(self, a: int, b: int) -> float:
        """Taxi moves between two stations, infinite if no taxi leads there."""
        return self.taxi_distances[a].get(b, float("inf"))

    def point_places(self, mrx: int, pursuers: Iterable[int], unreached: Iterable[int]) -> set[int]:
        """Where the next meeting point may appear (C-4)."""
        lines = self.board.by_ticket[BUS]
        pool = set(lines) if self.mp_pool is None else set(self.mp_pool)
        if self.mp_pool is None:
            pool = {station for station in pool if lines[station]}
        away_from = [mrx, *unreached]
        free = pool - set(pursuers)
        return {place for place in free if all(self.distance(place, other) >= self.mp_min_dist for other in away_from)}

    def landings(self, station: int, pursuers: Iterable[int]) -> set[int]:
        """Where a flight from `station` may end, meeting points left out of account (C-3)."""
        if self.heli_mode == "any":
            targets = set(range(1, self.stations + 1))
        elif self.heli_mode == "pads":
            targets = set(self.heli_pads)
        else:
            targets = {self.opposite(station)}
        return targets - set(pursuers) - {station}

    def opposite(self, station: int) -> int:
        """The station nearest to the mirror image of `station`; the lowest number on a tie."""
        x, y = self.coordinates[station - 1]
        mirrored_x, mirrored_y = 1 - x, 1 - y

        def squared(other: int) -> float:
            dx, dy = self.coordinates[other - 1][0] - mirrored_x, self.coordinates[other - 1][1] - mirrored_y
            return dx * dx + dy * dy

        return min(range(1, self.stations + 1), key=lambda other: (squared(other), other))

    # --- answers ---

    def analysis(self, log: Sequence[Entry]) -> frozenset[int]:
        """Where Mister X can be by reveals and kinds of tickets alone, pursuers ignored."""
        everywhere = set(range(1, self.stations + 1))
        found = self.mrx_starts([]) if self.analysis_prior == "cards" else everywhere
        for entry in log:
            if entry.shown:
                found = {entry.station}
            elif entry.kind == "helicopter":
                pads = everywhere if self.heli_mode == "any" else set(self.heli_pads)
                found = {self.opposite(station) for station in found} if self.heli_mode == "opposite" else pads
            elif entry.kind in TICKETS:
                lines = self.board.by_ticket[TICKETS.index(entry.kind)]
                found = set().union(*(lines[station] for station in found))
        return frozenset(found)

    def locate(self, station: int) -> tuple[str, ...]:
        """Near, medium or far from each mast."""
        near, medium = self.locate_thresholds
        distances = [self.distance(mast, station) for mast in self.masts]
        return tuple("near" if d <= near else "medium" if d <= medium else "far" for d in distances)

    def scans(self, station: int) -> set[float]:
        """Every distance that a scan can give when Mister X is on `station`."""
        return {self.distance(mast, station) for mast in self.masts}

    def sightings(self, trail: Sequence[int]) -> dict[int, int]:
        """Landmarks that witnesses mark, each with the age of the latest sighting in moves.

        `trail`: Mister X's stations by log field, the oldest first; older ones than the memory are left out.
        """
        marks: dict[int, int] = {}
        recent = trail[::-1][: self.interrogation_memory + 1]
        for age, station in enumerate(recent):
            for landmark in self.near_landmarks[station]:
                marks.setdefault(landmark, age)
        return marks


@lru_cache(maxsize=8)
def taxi_distances(board: Board) -> dict[int, dict[int, int]]:
    """Taxi moves from each station of a board to all that a taxi reaches."""
    return {station: _distances_from(board, station) for station in board.by_ticket[TAXI]}


def _distances_from(board: Board, start: int) -> dict[int, int]:
    lines = board.by_ticket[TAXI]
    found, edge, steps = {start: 0}, {start}, 0
    while edge:
        steps += 1
        edge = {end for station in edge for end in lines[station]} - found.keys()
        found.update(dict.fromkeys(edge, steps))
    return found


def master_app(players: int = 5, **options: Any) -> AppEdition:
    """The Master box with its app; `lines` and `landmarks` are among the options."""
    box = {name: getattr(master(players, lines=()), name) for name in OracleEdition.__dataclass_fields__}
    return AppEdition(**{**box, **options})
