"""The London games as the engine sees them: an edition under one form of control."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sy_env.actions import ActionLayout, build_actions
from sy_env.editions.edition import Edition
from sy_env.jit import JIT_DISABLED
from sy_env.layout import Layout
from sy_env.london import loops
from sy_env.london.observations import london_layout
from sy_env.london.position import Position, place
from sy_env.london.state import GAME, PURSUERS, REASONS
from sy_env.london.tables import tables


def london_actions(edition: Edition) -> ActionLayout:
    """The actions of a London game: ticket x station, double, pass, piece. Equal for all editions on a board but for names."""
    stations = tuple(str(station) for station in range(1, edition.board.num_stations + 1))
    names = edition.seat_names[1:]
    pieces = names + tuple(f"seat_{seat}" for seat in range(len(names) + 1, PURSUERS + 1))
    kinds = ("taxi", "bus", "underground", "black")
    return build_actions(*((kind, stations) for kind in kinds), ("double", ()), ("pass", ()), ("piece", pieces))


class LondonGame:
    """Satisfies `sy_env.engine.Game`."""

    loops: Any = loops
    record = GAME
    reasons: tuple[str | None, ...] = REASONS

    def __init__(self, edition: Edition, control: str = "individual") -> None:
        """An edition with its pursuers under `control`: "individual" (an agent a piece) or "team" (one agent for all)."""
        self.edition = edition
        self.control = control
        self.tables: NDArray[Any] = tables(edition, control)
        if JIT_DISABLED:
            self.tables = self.tables.view(np.recarray)
        self.seats: tuple[str, ...] = edition.seat_names
        self.agents: tuple[str, ...] = edition.agents(control)
        self.actions: ActionLayout = london_actions(edition)
        self.layout: Layout = london_layout(edition.board.num_stations)

    def place(self, position: Position, record: NDArray[Any]) -> None:
        """Set up `position` in a record of shape (1,).

        Raises:
            PositionError: the position is not legal; the record is unchanged.
        """
        place(position, self.edition, self.tables, record)
