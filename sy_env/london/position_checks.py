"""What a position has to be: the checks before one is set up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sy_env.editions.edition import Edition
from sy_env.errors import PositionError, one_of
from sy_env.london.state import DOUBLE, FIELDS, FIRST_HALF, HELICOPTER, MOVE, PASS, SECOND_HALF, STOCKS

if TYPE_CHECKING:
    from sy_env.london.position import LogEntry, Position

TICKET_NAMES = ("taxi", "bus", "underground", "black", "double")
LOG_CODES = {"unknown": 0, "taxi": 1, "bus": 2, "underground": 3, "black": 4, "pass": PASS, "helicopter": HELICOPTER}
PHASES = {"move": MOVE, "first_half": FIRST_HALF, "second_half": SECOND_HALF}


def check_position(position: Position, edition: Edition, log: Sequence[LogEntry]) -> None:
    """Refuse a position, its log written out, that cannot be.

    Raises:
        PositionError: naming what is wrong.
    """
    _check_stations(position, edition)
    _check_tickets(position, edition)
    _check_turn(position, edition, len(log))
    _check_log(log, position, edition)
    _check_possible(position, edition)
    _check_halves(position, edition, log)


def need(condition: bool, message: str) -> None:
    """Refuse a position for what `message` says.

    Raises:
        PositionError: the condition does not hold.
    """
    if not condition:
        raise PositionError(f"{message} Nothing was changed.")


def _check_stations(position: Position, edition: Edition) -> None:
    n = edition.board.num_stations
    seats = edition.seat_names
    need(
        len(position.stations) == len(seats),
        f"{len(position.stations)} stations given for {len(seats)} pieces {seats}.",
    )
    for name, station in zip(seats, position.stations, strict=True):
        need(isinstance(station, int | np.integer), f"{name} cannot stand on {station!r}: a station is an integer.")
        need(1 <= station <= n, f"{name} cannot stand on {station}: stations are 1..{n}.")
    need(len(set(position.stations)) == len(seats), f"Two pieces share a station: {tuple(position.stations)}.")


def _check_turn(position: Position, edition: Edition, written: int) -> None:
    need(
        position.to_move in ("mrx", "pursuers"),
        one_of("to_move", position.to_move, ("mrx", "pursuers")) + ".",
    )
    need(position.phase in PHASES, one_of("phase", position.phase, PHASES) + ".")
    need(
        position.to_move == "mrx" or position.phase == "move",
        f"phase {position.phase!r} is Mister X's, not the pursuers'.",
    )
    for name in position.moved:
        need(name in edition.seat_names[1:], one_of("moved piece", name, edition.seat_names[1:]) + ".")
    need(
        position.to_move == "pursuers" or not position.moved,
        "Pursuers have not moved yet when Mister X is to move.",
    )
    need(len(set(position.moved)) < len(edition.seat_names) - 1, "All pursuers have moved: the round is over.")
    last = edition.rounds if edition.game_length == "rounds" else edition.fields
    need(1 <= position.round <= last, f"round {position.round} is outside 1..{last}.")
    least = fields_expected(position)
    most = min(least + edition.mrx_double, edition.fields if edition.game_length == "fields" else FIELDS)
    need(
        least <= written <= most,
        f"{written} fields on the log; round {position.round} asks for {least} to {most}.",
    )
    _check_room(position, edition, written)


def _check_room(position: Position, edition: Edition, written: int) -> None:
    """The log has to hold all that Mister X can still write, doubles of a rich hand included."""
    now = 0 if position.to_move == "pursuers" else 2 if position.phase == "first_half" else 1
    if edition.game_length == "fields":
        room, asked = edition.fields, written + now
    else:
        hand = tuple(position.tickets.get("mrx_0", ()))
        doubles = hand[DOUBLE] if len(hand) > DOUBLE else edition.mrx_double
        room, asked = FIELDS, written + now + edition.rounds - position.round + doubles
    need(asked <= room, f"The log can come to {asked} fields; it has {room}.")


def fields_expected(position: Position) -> int:
    """The least number of log fields that the moment asks for."""
    return position.round - (1 if position.to_move == "mrx" and position.phase != "second_half" else 0)


def _check_log(log: Sequence[LogEntry], position: Position, edition: Edition) -> None:
    n = edition.board.num_stations
    tickets = [ticket for ticket in LOG_CODES if ticket != "helicopter" or edition.app is not None]
    for number, written in enumerate(log, 1):
        need(written.ticket in tickets, f"Field {number}: {one_of('ticket', written.ticket, tickets)}.")
        need(
            0 <= written.station <= n,
            f"Field {number}: station {written.station} is outside 0..{n} (0: unknown).",
        )
        need(not written.shown or written.station > 0, f"Field {number} was shown, but its station is not given.")
        need(
            0 <= written.round <= position.round,
            f"Field {number}: round {written.round} is outside 0..{position.round}.",
        )
    if log and log[-1].station > 0:
        here = position.stations[0]
        need(log[-1].station == here, f"The last field says {log[-1].station}, but Mister X stands on {here}.")


def _check_possible(position: Position, edition: Edition) -> None:
    if position.possible is None:
        return
    stations = set(position.possible)
    n = edition.board.num_stations
    need(
        all(1 <= station <= n for station in stations),
        f"possible {sorted(stations)} has stations outside 1..{n}.",
    )
    need(
        position.stations[0] in stations,
        f"possible leaves out {position.stations[0]}, where Mister X stands.",
    )
    taken = stations & set(position.stations[1:])
    need(not taken, f"possible has {sorted(taken)}, where pursuers stand.")


def _check_tickets(position: Position, edition: Edition) -> None:
    for name, counts in position.tickets.items():
        need(name in edition.seat_names, one_of("tickets for piece", name, edition.seat_names) + ".")
        account = edition.accounts[edition.seat_names.index(name)]
        need(account >= 0, f"{name} travels without tickets.")
        need(
            3 <= len(counts) <= STOCKS,
            f"tickets of {name} have to be (taxi, bus, underground[, black, double]), not {tuple(counts)}.",
        )
        for kind, count in zip(TICKET_NAMES, counts, strict=False):
            need(0 <= count <= 255, f"{name} cannot hold {count} {kind} tickets: 0..255.")
            need(
                account == 0 or count == 0 or kind not in ("black", "double"),
                f"{name} is a detective: no {kind} tickets.",
            )


def _check_halves(position: Position, edition: Edition, log: Sequence[LogEntry]) -> None:
    if position.phase != "second_half":
        return
    known = len(log) > 1 and log[-2].station > 0
    need(
        known or edition.double_return == "allow",
        "phase 'second_half' needs the station on which the double move began.",
    )
