"""Positions of games with Master's app."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sy_env.editions.edition import Edition
from sy_env.london.position import LogEntry, Position, drafted, log_of, resume
from sy_env.london.position_checks import LOG_CODES, need
from sy_env.london.state import HELICOPTER, MOVE_KINDS, PASS


@dataclass(frozen=True)
class AppPosition(Position):
    """A position of a game with Master's app; the meeting point of its round has appeared already.

    What the detectives know begins with it: before, Mister X's way is known by tickets and shown stations alone. Witnesses
    remember the stations that its log gives without a gap up to the last.

    Attributes:
        points: stations of meeting points that Mister X has not reached.
        reached: stations of those that he has, one at most: the second ends the game.
        helicopters: his helicopter tickets, None: as many as the edition gives him.
    """

    points: Sequence[int] = ()
    reached: Sequence[int] = ()
    helicopters: int | None = None


def place_app(position: Position, edition: Edition, tables: NDArray[Any], record: NDArray[Any]) -> None:
    """Set up `position` in the APP_GAME record of shape (1,); what chance then has to decide is drawn from its stream.

    Raises:
        PositionError: the position is not legal; the record is unchanged.
    """
    if not isinstance(position, AppPosition):
        position = AppPosition(**{field.name: getattr(position, field.name) for field in fields(Position)})
    draft = drafted(position, edition, tables, record)
    log = log_of(position)
    _check_points(position, edition, len(log))
    _check_way(log, tables[0])
    _write(position, log, draft[0])
    resume(draft, position, edition, tables)
    record[0] = draft[0]


def _check_points(position: AppPosition, edition: Edition, written: int) -> None:
    n = edition.board.num_stations
    app = edition.app
    assert app is not None
    for point in (*position.points, *position.reached):
        need(1 <= point <= n, f"A meeting point cannot be on {point}: stations are 1..{n}.")
    need(len(set(position.points)) == len(position.points), f"Two of the points {tuple(position.points)} are one station.")
    here = position.stations[0]
    need(here not in position.points, f"Mister X stands on {here}: that meeting point is reached.")
    most = min(1, written)
    need(len(position.reached) <= most, f"{len(position.reached)} meeting points reached; allowed are 0..{most}.")
    drawn = sum(number <= position.round for number in app.mp_rounds)
    shown = len(position.points) + len(position.reached)
    need(shown <= drawn, f"{shown} meeting points in round {position.round}; allowed are 0..{drawn}.")
    tickets = position.helicopters
    need(tickets is None or 0 <= tickets <= 255, f"Mister X cannot hold {tickets} helicopter tickets: 0..255.")


def _check_way(log: Sequence[LogEntry], table: Any) -> None:
    """Stations that the log gives one after the other have to be joined as its tickets say."""
    for number, (before, after) in enumerate(pairwise(log), 2):
        if before.station > 0 and after.station > 0:
            leads = _leads(table, LOG_CODES[after.ticket], before.station, after.station)
            need(leads, f"Field {number}: {after.ticket} does not lead from {before.station} to {after.station}.")


def _leads(table: Any, code: int, start: int, end: int) -> bool:
    if code in (0, PASS):
        return code == 0 or start == end
    words = table["landings"][start] if code == HELICOPTER else table["adjacency"][code - 1, start]
    assert code <= MOVE_KINDS or code == HELICOPTER
    return bool(int(words[end >> 6]) >> (end & 63) & 1)


def _write(position: AppPosition, log: Sequence[LogEntry], game: Any) -> None:
    points = [*position.reached, *position.points]
    game["point"][: len(points)] = points
    game["point_field"][: len(position.reached)] = np.arange(1, len(position.reached) + 1)
    game["reached"] = len(position.reached)
    if position.helicopters is not None:
        game["helicopters"] = position.helicopters
    game["anchor_fields"] = len(log)
    game["anchor_round"] = position.round
    gaps = [number for number, written in enumerate(log[:-1], 1) if written.station == 0]
    game["forgotten"] = gaps[-1] if gaps else 0
