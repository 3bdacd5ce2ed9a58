"""One game with the app set up by hand and played in words."""

from typing import Any, Self

import numpy as np

from sy_env import make_batch
from sy_env.london.app_position import AppPosition
from sy_env.london.app_state import APP_PHASES
from tests.comparison import stations_of
from tests.london.table import FAR, Table


class AppTable(Table):
    """A game from a position; every round offers all investigations unless an option says otherwise."""

    def __init__(self, stations: tuple[int, ...], players: int = 4, control: str = "individual", **rest: Any) -> None:
        options = {name: rest.pop(name) for name in list(rest) if name not in AppPosition.__dataclass_fields__}
        options = {"investigation_offer": "every_round", "players": players, **options}
        self.batch = make_batch("master_app", 1, control=control, autoreset=False, **options)
        self.seats = self.batch.game.seats
        away = [station for station in FAR if station not in stations]
        self.batch.place(0, AppPosition([*stations, *away][: len(self.seats)], **rest))

    @property
    def phase(self) -> str:
        return APP_PHASES[self.game["phase"]]

    @property
    def unaided(self) -> set[int]:
        """Where he can be as Mister X knows it: without answers."""
        return stations_of(self.game["unaided"])

    def shows(self, name: str, field: str) -> set[int]:
        """The stations that a field of a piece's observation marks."""
        return set((np.flatnonzero(self.sees(name)[field]) + 1).tolist())

    def value(self, name: str, field: str) -> Any:
        """A field of a piece's observation as plain numbers."""
        found = self.sees(name)[field].tolist()
        return found[0] if len(found) == 1 else found

    def pursuers_wander(self) -> Self:
        """Let all pursuers move, catching nobody and asking nothing."""
        while self.phase in ("investigate", "witness"):
            self.play("decline" if self.phase == "investigate" else min(self.legal))
        return super().pursuers_wander()
