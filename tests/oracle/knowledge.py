"""Where Mister X can be, as everybody at the table can work out: two ways that know nothing of each other."""

from collections.abc import Iterable

from .game import Game

Sighting = tuple[str, int]  # kind of ticket or "pass", and the station shown (0: hidden)


def appearance(game: Game, mover: int, action: str) -> str | Sighting:
    """What the table sees of `action`, which `game` has just carried out."""
    if mover > 0 or action == "double":
        return action
    entry = game.log[-1]
    return entry.kind, entry.station if entry.shown else 0


class Knowledge:
    """The set of stations, carried forward from one public event to the next.

    Each method takes the game as it stands after the event, which it has survived.
    """

    def __init__(self, stations: Iterable[int]) -> None:
        self.stations = set(stations)
        self._pairs: set[tuple[int, int]] = set()  # (origin, middle) of a double under way

    def turn_begins(self, game: Game) -> None:
        """Mister X is not lost where he stands."""
        self.stations = game.alive(self.stations)

    def declares_double(self, game: Game) -> None:
        self.stations = {station for station in self.stations if any(game.first_halves(station))}

    def passes(self, game: Game, shown: int) -> None:
        self.stations = {shown} if shown else game.passable(self.stations)

    def single_move(self, game: Game, kind: int, shown: int) -> None:
        """He is on no pursuer's station, even if he may enter one: the game would be over."""
        lines = game.edition.board.by_ticket[kind]
        ends = set().union(*(lines[station] for station in self.stations))
        self.stations = {shown} if shown else ends - set(game.stations[1:])

    def first_half(self, game: Game, kind: int, shown: int) -> None:
        lines, held = game.edition.board.by_ticket[kind], set(game.stations[1:])
        self._pairs = {
            (origin, middle)
            for origin in self.stations
            for middle in ({shown} & lines[origin] if shown else lines[origin] - held)
            if game.second_halves(origin, middle)
        }
        self.stations = {middle for _, middle in self._pairs}

    def second_half(self, game: Game, kind: int, shown: int) -> None:
        ends = set().union(*(game.second_stations(*pair, (kind,)) for pair in self._pairs))
        self.stations = {shown} if shown else ends - set(game.stations[1:])

    def pursuer_stops(self, station: int) -> None:
        """A pursuer has moved to `station` and caught nobody."""
        self.stations = self.stations - {station}


def ends_of_all_histories(first: Game, candidates: Iterable[int], record: list[str | Sighting]) -> set[int]:
    """End stations of all games that look like `record`, from `first` with Mister X on any of `candidates`.

    Each hidden history is played out as a game of its own; it counts if it never ends and each of its
    actions looks as the recorded one did.
    """
    ends = set()
    branches: list[tuple[Game, int]] = []
    for station in candidates:
        game = first.clone()
        game.stations[0] = station
        game.begin()
        branches.append((game, 0))
    while branches:
        game, played = branches.pop()
        if game.phase == "over":
            continue
        if played == len(record):
            ends.add(game.stations[0])
            continue
        branches += [(after, played + 1) for after in _continuations(game, record[played])]
    return ends


def _continuations(game: Game, seen: str | Sighting) -> list[Game]:
    """The games one action later in which that action looked like `seen`."""
    if isinstance(seen, str):
        actions = {seen} & game.legal()
    else:
        actions = {action for action in game.legal() if action.split()[0] == seen[0]}
    after = []
    for action in actions:
        twin = game.clone()
        twin.apply(action)
        if appearance(twin, game.mover, action) == seen:
            after.append(twin)
    return after
