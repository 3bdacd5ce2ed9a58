"""One game set up by hand and played in words."""

from typing import Any, Self

import numpy as np

from sy_env import LogEntry, Position, make_batch
from sy_env.engine import Array
from sy_env.episode import WINNERS
from sy_env.london.state import PHASES
from tests.comparison import ticket_rows

FAR = (99, 139, 149, 164, 176)  # out of the way of all scenarios


class Table:
    """A game of a named edition from a position; pursuers that are not named stand far away."""

    def __init__(
        self, edition: str, stations: tuple[int, ...] = (), players: int | None = None, control: str = "individual", **rest: Any
    ) -> None:
        options = {name: rest.pop(name) for name in list(rest) if name not in Position.__dataclass_fields__}
        if players is not None:
            options["players"] = players
        self.batch = make_batch(edition, 1, control=control, autoreset=False, **options)
        self.seats = self.batch.game.seats
        if stations:
            away = [station for station in FAR if station not in stations]
            self.batch.place(0, Position([*stations, *away][: len(self.seats)], **rest))

    # --- what is so

    @property
    def legal(self) -> set[str]:
        """Texts of the mover's legal actions, none when the game is over."""
        if self.result:
            return set()
        return {self.batch.actions.text(i) for i in self.batch.action_mask[0].nonzero()[0]}

    @property
    def mover(self) -> str:
        return self.seats[int(self.game["mover"])]

    @property
    def game(self) -> Any:
        return self.batch.games[0]

    @property
    def phase(self) -> str:
        return PHASES[self.game["phase"]]

    @property
    def round(self) -> int:
        return int(self.game["round"])

    @property
    def fields(self) -> int:
        return int(self.game["fields"])

    @property
    def result(self) -> tuple[str | None, str | None] | None:
        """Winner and reason, None while the game runs."""
        game = self.game
        over = game["phase"] == PHASES.index("over")
        return (WINNERS[game["winner"]], self.batch.game.reasons[game["reason"]]) if over else None

    @property
    def shown(self) -> list[int]:
        """Stations shown on the fields of the log, 0 where none was."""
        stations: list[int] = self.game["log_shown"][: self.fields].tolist()
        return stations

    def tickets(self, name: str) -> list[int]:
        """Taxi, bus, underground, black, double."""
        return ticket_rows(self.batch)[self.seats.index(name)]

    def station(self, name: str) -> int:
        return int(self.game["station"][self.seats.index(name)])

    def sees(self, name: str) -> dict[str, Array]:
        """The observation of a piece, by field."""
        observation = self.batch.look(self.seats.index(name))[1][0]
        return self.batch.layout.unflatten(observation)

    def possible(self, name: str) -> set[int]:
        """Where the piece thinks that Mister X can be."""
        return set((np.flatnonzero(self.sees(name)["possible"]) + 1).tolist())

    # --- what happens

    def play(self, *actions: str) -> Self:
        """Let those who are asked take these actions."""
        for action in actions:
            self.batch.step([self.batch.actions.index(action)])
        return self

    def pursuers_wander(self) -> Self:
        """Let all pursuers move, catching nobody."""
        here = str(self.station("mrx_0"))
        while not self.result and self.mover != "mrx_0":
            self.play(min(action for action in self.legal if action.split()[-1] != here))
        return self


def total(table: Table) -> list[int]:
    """Taxi, bus and underground tickets of all pieces together."""
    rows = [table.tickets(name) for name in table.seats]
    return [sum(kind) for kind in zip(*rows, strict=True)][:3]


def names(word: str, count: int) -> list[str]:
    return [f"{word}_{i}" for i in range(count)]


def unknown(fields: int) -> list[LogEntry]:
    """A log of which only the length is known."""
    return [LogEntry() for _ in range(fields)]
