"""The London games as the engine sees them: an edition under one form of control."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sy_env.actions import ActionLayout, build_actions
from sy_env.editions.edition import Edition
from sy_env.errors import PositionError
from sy_env.jit import readable
from sy_env.layouts import Layout
from sy_env.london import loops
from sy_env.london.observations import london_layout
from sy_env.london.position import Position, place
from sy_env.london.state import GAME, PIECES, PURSUERS, REASONS
from sy_env.london.tables import tables

if TYPE_CHECKING:
    from sy_env.london.scene import Viewpoint
    from sy_env.render import Scene


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
    position_type = Position
    reasons: tuple[str | None, ...] = REASONS

    def __init__(self, edition: Edition, control: str = "individual") -> None:
        """An edition with its pursuers under `control`: "individual" (an agent a piece) or "team" (one agent for all)."""
        self.edition = edition
        self.control = control
        self.agents: tuple[str, ...] = edition.agents(control)
        self.tables: NDArray[Any] = readable(tables(edition, control))
        self.seats: tuple[str, ...] = edition.seat_names
        self.actions: ActionLayout = london_actions(edition)
        self.layout: Layout = london_layout(edition.board.num_stations)

    def __reduce__(self) -> tuple[Any, ...]:
        # Made anew, a copy has the read-only tables that kernels are compiled for; writable ones would be compiled for again.
        return type(self), (self.edition, self.control)

    def place(self, position: Position, record: NDArray[Any]) -> None:
        """Set up `position` in a record of shape (1,).

        Raises:
            PositionError: the position is not legal; the record is unchanged.
        """
        place(position, self.edition, self.tables, record)

    def opening(self, record: Any) -> tuple[int, ...]:
        """Start stations by seat, from the record () of a game that has just been dealt."""
        return tuple(record["station"][: len(self.seats)].tolist())

    def chance(self, record: Any) -> str | None:
        """None: there is no chance after the deal."""
        return None

    def set_chance(self, text: str, record: NDArray[Any]) -> None:
        """Refuse it: there is no chance after the deal.

        Raises:
            PositionError: always.
        """
        raise PositionError(f"{text!r}: nothing is left to chance after the deal. Nothing was changed.")

    def start(self, stations: Sequence[int], record: NDArray[Any]) -> None:
        """Start a game on given start cards in a record of shape (1,); its random stream stays.

        Args:
            stations: start stations by seat, Mister X first.
            record: where.

        Raises:
            PositionError: these cards cannot be dealt; the record is unchanged.
        """
        _check_deal(stations, self.edition)
        deals = np.zeros((1, PIECES), np.uint8)
        deals[0, : len(stations)] = stations
        loops.deal_given(record, self.tables, np.zeros(1, np.int64), deals)

    def scene(self, record: Any, viewpoint: "Viewpoint" = "detectives") -> "Scene":
        """The scene of a record from a point of view, ready to draw; see :func:`sy_env.london.scene.scene_of`."""
        from sy_env.london.scene import scene_of  # drawing is loaded when something is drawn

        return scene_of(self, record, viewpoint)


def _check_deal(stations: Sequence[int], edition: Edition) -> None:
    seats = edition.seat_names
    if len(stations) != len(seats) or len(set(stations)) != len(seats):
        raise PositionError(f"Start stations {tuple(stations)}: the seats {seats} need one each, all different.")
    own = edition.start_cards if edition.mrx_start_cards is None else edition.mrx_start_cards
    for seat, station in enumerate(stations):
        cards: tuple[int, ...] = own if seat == 0 else edition.start_cards
        if edition.fixed_starts is not None:
            cards = (edition.fixed_starts[seat],)
        if station not in cards:
            raise PositionError(f"{seats[seat]} cannot start on {station}; its start cards are {cards}.")
