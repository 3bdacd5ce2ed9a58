"""Where Mister X can be in the app mode, answers of investigations included: two ways, as in `knowledge`."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, NamedTuple

from .app_edition import Answer
from .app_game import AppGame, Outcome
from .editions import TICKETS
from .knowledge import Sighting, appearance

Trail = tuple[int, ...]  # Mister X's last stations, the oldest first


class Event(NamedTuple):
    """A public event: an action as the table sees it, or the outcome of a chance (None: of a hidden one)."""

    chance: str | None
    seen: str | Sighting | Outcome | None
    view: tuple[Any, ...]  # what the table knows after it


def public_view(game: AppGame, hears: bool) -> tuple[Any, ...]:
    """What the table knows of the hidden part of `game`; `hears`: answers and offers are among it."""
    log = tuple((entry.kind, entry.station if entry.shown else 0) for entry in game.log)
    visible = game.edition.mp_visible_to_detectives
    points = (tuple(game.points), tuple(game.reached)) if visible else ()
    return (log, points, tuple(game.answers), game.offered) if hears else (log, points)


class AppKnowledge:
    """Trails long enough for doubles and for the memory of witnesses, carried forward by public events."""

    def __init__(self, game: AppGame, candidates: Iterable[int]) -> None:
        self._memory = max(2, game.edition.interrogation_memory + 1)
        past = tuple(entry.station for entry in game.log[:-1])  # of a position in mid-game: taken as known
        self._met = False  # whether the table has just seen him reach a point
        self._trails: dict[int, set[Trail]] = {  # by their last stations
            station: {(*past, station)[-self._memory :]} for station in candidates
        }

    @property
    def stations(self) -> set[int]:
        return set(self._trails)

    def keep(self, stations: Iterable[int]) -> None:
        kept = set(stations)
        self._trails = {end: trails for end, trails in self._trails.items() if end in kept}

    def _keep_trails(self, fits: Callable[[Trail], bool]) -> None:
        fitting = {end: set(filter(fits, trails)) for end, trails in self._trails.items()}
        self._trails = {end: trails for end, trails in fitting.items() if trails}

    def turn_begins(self, game: AppGame) -> None:
        self.keep(game.alive(self.stations))

    def point_drawn(self, game: AppGame, outcome: Outcome) -> None:
        """A point that the detectives see has appeared on `outcome`, or none (0)."""
        before = [point for point in game.points if point != outcome]
        kept = set()
        for station in self.stations:
            places = game.edition.point_places(station, game.stations[1:], before)
            if outcome in (places or {0}):
                kept.add(station)
        self.keep(kept)

    def mrx_acts(self, before: AppGame, game: AppGame, action: str) -> None:
        """Mister X has done `action` and the game, now `game`, goes on."""
        word = action.split()[0]
        self._met = game.edition.mp_visible_to_detectives and len(game.reached) > len(before.reached)
        if word == "double":
            self.keep({station for station in self.stations if any(game.first_halves(station))})
        elif word == "pass":
            passing = game.passable(self.stations)
            self._advance(game, lambda trail: {trail[-1]} & passing, moves=False)
        elif word == "helicopter":
            public = before.clone()
            public.points = before.points if game.edition.mp_visible_to_detectives else []
            self._advance(game, lambda trail: public.flights(trail[-1]))
        else:
            self._ticket(before.phase, game, TICKETS.index(word))

    def _ticket(self, phase: str, game: AppGame, kind: int) -> None:
        lines = game.edition.board.by_ticket[kind]
        if phase == "second_half":
            self._advance(game, lambda trail: game.second_stations(trail[-2], trail[-1], (kind,)))
        elif phase == "first_half":
            self._advance(game, lambda trail: {m for m in lines[trail[-1]] if game.second_halves(trail[-1], m)})
        else:
            self._advance(game, lambda trail: lines[trail[-1]])

    def _advance(self, game: AppGame, ends: Callable[[Trail], Iterable[int]], moves: bool = True) -> None:
        """One log field more, ending on a station of `ends`, as far as the table's view agrees.

        `ends` asks for no more than the last two stations of a trail.
        """
        entry = game.log[-1]
        closed = set(game.stations[1:])
        if moves and game.edition.mp_visible_to_detectives:
            closed |= set(game.points)
        seen = {entry.station} if entry.shown or self._met else None
        found: dict[Trail, set[int]] = {}
        grown: dict[int, set[Trail]] = {}
        for trail in chain.from_iterable(self._trails.values()):
            if trail[-2:] not in found:
                found[trail[-2:]] = set(ends(trail)) - closed
            for end in found[trail[-2:]] if seen is None else found[trail[-2:]] & seen:
                grown.setdefault(end, set()).add((*trail, end)[-self._memory :])
        self._trails = grown

    def pursuer_stops(self, station: int) -> None:
        self.keep(self.stations - {station})

    def hears(self, game: AppGame, answer: Answer) -> None:
        """An investigation was answered; Analysis says nothing that is not public."""
        edition, value = game.edition, answer.value
        if answer.kind == "locate":
            self.keep({station for station in self.stations if edition.locate(station) == value})
        elif answer.kind == "scan":
            self.keep({station for station in self.stations if value in edition.scans(station)})
        elif answer.kind == "interrogation":
            self._keep_trails(lambda trail: self._sightings(game, trail).keys() == value)
        elif answer.kind == "witness" and isinstance(value, tuple):
            landmark, age = value
            self._keep_trails(lambda trail: self._sightings(game, trail).get(int(landmark)) == age)

    def _sightings(self, game: AppGame, trail: Trail) -> dict[int, int]:
        """What witnesses say if he came along `trail`; the start station is not in the log."""
        return game.edition.sightings(trail[-len(game.log) :] if game.log else ())


def ends_of_all_app_histories(first: AppGame, candidates: Iterable[int], record: list[Event], hears: bool) -> set[int]:
    """End stations of all games that look like `record`, from `first` with Mister X on any of `candidates`."""
    ends = set()
    branches: list[tuple[AppGame, int]] = []
    for station in candidates:
        game = first.clone()
        game.place(station)
        game.begin()
        branches.append((game, 0))
    while branches:
        game, played = branches.pop()
        if game.phase == "over":
            continue
        if played == len(record):
            ends.add(game.stations[0])
            continue
        event = record[played]
        after = [twin for twin in _continuations(game, event) if public_view(twin, hears) == event.view]
        branches += [(twin, played + 1) for twin in after]
    return ends


def _continuations(game: AppGame, event: Event) -> list[AppGame]:
    """The games one action or chance later that `event` may describe."""
    if event.chance != game.chance:
        return []
    after = []
    if event.chance:
        for outcome in game.outcomes():
            if event.seen in (None, outcome):
                twin = game.clone()
                twin.resolve(outcome)
                after.append(twin)
        return after
    for action in game.legal():
        twin = game.clone()
        twin.apply(action)
        if appearance(twin, game.mover, action) == event.seen:
            after.append(twin)
    return after
