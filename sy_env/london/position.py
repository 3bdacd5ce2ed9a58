"""Any legal position as a starting point: for puzzles, curricula and tests."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sy_env.bits import WORDS, ZERO, add, only
from sy_env.editions.edition import Edition
from sy_env.errors import PositionError, one_of
from sy_env.jit import Array, Flag, entry
from sy_env.london.moves import legal_actions, num_actions, pass_action
from sy_env.london.setup import clear
from sy_env.london.state import DOUBLE, FIELDS, FIRST_HALF, MOVE, PASS, PIECES, SECOND_HALF, STOCKS
from sy_env.london.turns import begin_mrx_turn, begin_pursuers, next_pursuer

TICKET_NAMES = ("taxi", "bus", "underground", "black", "double")
LOG_CODES = {"unknown": 0, "taxi": 1, "bus": 2, "underground": 3, "black": 4, "pass": PASS}
PHASES = {"move": MOVE, "first_half": FIRST_HALF, "second_half": SECOND_HALF}


@dataclass(frozen=True)
class LogEntry:
    """One written field of the travel log.

    Attributes:
        ticket: "taxi", "bus", "underground", "black", "pass" or "unknown".
        station: where Mister X went; 0 if unknown.
        shown: whether he showed himself there.
        round: round of the field; 0: worked out (fields beyond one a round are put into the first rounds).
    """

    ticket: str = "unknown"
    station: int = 0
    shown: bool = False
    round: int = 0


@dataclass(frozen=True)
class Position:
    """A position of a London game.

    Attributes:
        stations: station by seat, Mister X first.
        tickets: by seat name, (taxi, bus, underground[, black, double]); pieces left out have what they start with. Detectives
            who share a pool are given the pool, under the name of any one of them.
        round: 1-based.
        to_move: "mrx" or "pursuers".
        moved: names of pursuers that are done for this round.
        phase: "move"; at Mister X's turn also "first_half" (a double was declared) and "second_half".
        log: the travel log so far, None: as many unknown fields as the round asks for.
        possible: stations where Mister X can be, None: where he was just shown, else every station without a pursuer.
    """

    stations: Sequence[int]
    tickets: Mapping[str, Sequence[int]] = field(default_factory=dict)
    round: int = 1
    to_move: str = "mrx"
    moved: Sequence[str] = ()
    phase: str = "move"
    log: Sequence[LogEntry] | None = None
    possible: Collection[int] | None = None


def _need(condition: bool, message: str) -> None:
    if not condition:
        raise PositionError(f"{message} Nothing was changed.")


def _check_stations(position: Position, edition: Edition) -> None:
    n = edition.board.num_stations
    seats = edition.seat_names
    _need(
        len(position.stations) == len(seats),
        f"{len(position.stations)} stations given for {len(seats)} pieces {seats}.",
    )
    for name, station in zip(seats, position.stations, strict=True):
        _need(isinstance(station, int | np.integer), f"{name} cannot stand on {station!r}: a station is an integer.")
        _need(1 <= station <= n, f"{name} cannot stand on {station}: stations are 1..{n}.")
    _need(len(set(position.stations)) == len(seats), f"Two pieces share a station: {tuple(position.stations)}.")


def _check_turn(position: Position, edition: Edition, written: int) -> None:
    _need(
        position.to_move in ("mrx", "pursuers"),
        one_of("to_move", position.to_move, ("mrx", "pursuers")) + ".",
    )
    _need(position.phase in PHASES, one_of("phase", position.phase, PHASES) + ".")
    _need(
        position.to_move == "mrx" or position.phase == "move",
        f"phase {position.phase!r} is Mister X's, not the pursuers'.",
    )
    for name in position.moved:
        _need(name in edition.seat_names[1:], one_of("moved piece", name, edition.seat_names[1:]) + ".")
    _need(
        position.to_move == "pursuers" or not position.moved,
        "Pursuers have not moved yet when Mister X is to move.",
    )
    _need(len(set(position.moved)) < len(edition.seat_names) - 1, "All pursuers have moved: the round is over.")
    last = edition.rounds if edition.game_length == "rounds" else edition.fields
    _need(1 <= position.round <= last, f"round {position.round} is outside 1..{last}.")
    least = _fields_expected(position)
    most = min(least + edition.mrx_double, edition.fields if edition.game_length == "fields" else FIELDS)
    _need(
        least <= written <= most,
        f"{written} fields on the log; round {position.round} asks for {least} to {most}.",
    )
    _check_room(position, edition, written)


def _check_room(position: Position, edition: Edition, written: int) -> None:
    """The log has to hold all that Mister X can still write, doubles of a rich hand included."""
    now = 0 if position.to_move == "pursuers" else 2 if position.phase == "first_half" else 1
    if edition.game_length == "fields":
        room, need = edition.fields, written + now
    else:
        hand = tuple(position.tickets.get("mrx_0", ()))
        doubles = hand[DOUBLE] if len(hand) > DOUBLE else edition.mrx_double
        room, need = FIELDS, written + now + edition.rounds - position.round + doubles
    _need(need <= room, f"The log can come to {need} fields; it has {room}.")


def _fields_expected(position: Position) -> int:
    return position.round - (1 if position.to_move == "mrx" and position.phase != "second_half" else 0)


def _check_log(log: Sequence[LogEntry], position: Position, edition: Edition) -> None:
    n = edition.board.num_stations
    for number, written in enumerate(log, 1):
        _need(written.ticket in LOG_CODES, f"Field {number}: {one_of('ticket', written.ticket, LOG_CODES)}.")
        _need(
            0 <= written.station <= n,
            f"Field {number}: station {written.station} is outside 0..{n} (0: unknown).",
        )
        _need(not written.shown or written.station > 0, f"Field {number} was shown, but its station is not given.")
        _need(
            0 <= written.round <= position.round,
            f"Field {number}: round {written.round} is outside 0..{position.round}.",
        )
    if log and log[-1].station > 0:
        here = position.stations[0]
        _need(log[-1].station == here, f"The last field says {log[-1].station}, but Mister X stands on {here}.")


def _check_possible(position: Position, edition: Edition) -> None:
    if position.possible is None:
        return
    stations = set(position.possible)
    n = edition.board.num_stations
    _need(
        all(1 <= station <= n for station in stations),
        f"possible {sorted(stations)} has stations outside 1..{n}.",
    )
    _need(
        position.stations[0] in stations,
        f"possible leaves out {position.stations[0]}, where Mister X stands.",
    )
    taken = stations & set(position.stations[1:])
    _need(not taken, f"possible has {sorted(taken)}, where pursuers stand.")


def _check_tickets(position: Position, edition: Edition) -> None:
    for name, counts in position.tickets.items():
        _need(name in edition.seat_names, one_of("tickets for piece", name, edition.seat_names) + ".")
        account = edition.accounts[edition.seat_names.index(name)]
        _need(account >= 0, f"{name} travels without tickets.")
        _need(
            3 <= len(counts) <= STOCKS,
            f"tickets of {name} have to be (taxi, bus, underground[, black, double]), not {tuple(counts)}.",
        )
        for kind, count in zip(TICKET_NAMES, counts, strict=False):
            _need(0 <= count <= 255, f"{name} cannot hold {count} {kind} tickets: 0..255.")
            _need(
                account == 0 or count == 0 or kind not in ("black", "double"),
                f"{name} is a detective: no {kind} tickets.",
            )


def _rounds_of(log: Sequence[LogEntry], position: Position) -> list[int]:
    """The round of every field: as given, else one a round, fields beyond that in the first rounds."""
    extra = len(log) - _fields_expected(position)
    rounds: list[int] = []
    for i, written in enumerate(log):
        guess = i // 2 + 1 if i < 2 * extra else i - extra + 1
        rounds.append(written.round or guess)
    return rounds


def _write(position: Position, edition: Edition, log: Sequence[LogEntry], game: Any) -> None:
    game["station"][: len(position.stations)] = position.stations
    for name, counts in position.tickets.items():
        account = edition.accounts[edition.seat_names.index(name)]
        game["stock"][account, : len(counts)] = counts
    for i, (written, number) in enumerate(zip(log, _rounds_of(log, position), strict=True)):
        game["log_ticket"][i] = LOG_CODES[written.ticket]
        game["log_station"][i] = written.station
        game["log_shown"][i] = written.station if written.shown else 0
        game["log_round"][i] = number
    if log:
        game["log_station"][len(log) - 1] = position.stations[0]  # given or not: he stands where it led
    else:
        game["mrx_start"] = position.stations[0]
    game["fields"] = len(log)
    game["round"] = position.round
    game["phase"] = PHASES[position.phase]
    game["moved"] = sum(1 << edition.seat_names.index(name) for name in set(position.moved))
    if not position.moved:  # so this is where the round before left the pursuers
        game["path"][position.round - 1][: edition.pursuers] = position.stations[1:]


def _possible(position: Position, edition: Edition, log: Sequence[LogEntry]) -> NDArray[np.uint8]:
    """The set of possible stations as uint8 flags by station."""
    if position.possible is not None:
        stations = set(position.possible)
    elif log and log[-1].shown:
        stations = {position.stations[0]}
    else:
        stations = set(range(1, edition.board.num_stations + 1)) - set(position.stations[1:])
    flags = np.zeros(edition.board.num_stations + 1, np.uint8)
    flags[list(stations)] = 1
    return flags


@entry
def _blank(games: Array, tables: Array) -> None:
    game = games[0]
    clear(game)
    for seat in range(PIECES):
        game.station[seat] = 0
        for kind in range(STOCKS):
            game.stock[seat, kind] = tables[0].start_stock[seat, kind]
    game.mrx_start = 0


@entry
def _resume(games: Array, tables: Array, possible: Array, pursuers: Flag, actions: Array) -> bool:
    """Go on from fields written by hand: derive the rest, and test the ends of the game that the moment asks for.

    Returns whether the position can be: a double move under way can go on. `actions` is an int32 array to work in.
    """
    game = games[0]
    table = tables[0]
    for seat in range(1, table.pieces):
        add(game.occupied, np.int64(game.station[seat]))
    for w in range(WORDS):
        game.possible[w] = ZERO
        game.origins[w] = ~game.occupied[w]
    for station in range(len(possible)):
        if possible[station]:
            add(game.possible, station)
    if game.phase == SECOND_HALF and game.fields > 1 and game.log_shown[game.fields - 2] > 0:
        only(game.origins, np.int64(game.log_shown[game.fields - 2]))
    if pursuers and game.moved == 0:
        begin_pursuers(game, table)
    elif pursuers:
        next_pursuer(game, table)
    elif game.phase == MOVE:
        begin_mrx_turn(game, table)
    else:
        game.mover = 0
        legal_actions(game, table, actions)
        return bool(actions[0] != pass_action(table))
    return True


def place(position: Position, edition: Edition, tables: NDArray[Any], record: NDArray[Any]) -> None:
    """Set up `position` in the record of shape (1,); the record's random stream stays.

    Ends of the game that the moment asks for are tested at once: at Mister X's turn whether he can move, before the pursuers'
    first move whether they can.

    Raises:
        PositionError: the position is not legal; the record is unchanged.
    """
    _check_stations(position, edition)
    _check_tickets(position, edition)
    log = [LogEntry()] * _fields_expected(position) if position.log is None else list(position.log)
    _check_turn(position, edition, len(log))
    _check_log(log, position, edition)
    _check_possible(position, edition)
    _check_halves(position, edition, log)
    draft = record.copy()
    _blank(draft, tables)
    _write(position, edition, log, draft[0])
    possible = _possible(position, edition, log)
    actions = np.empty(num_actions(edition.board.num_stations), np.int32)
    goes_on = _resume(draft, tables, possible, position.to_move == "pursuers", actions)
    _need(goes_on, f"From {position.stations[0]} Mister X cannot go on with a double move: {position.phase!r}.")
    record[0] = draft[0]


def _check_halves(position: Position, edition: Edition, log: Sequence[LogEntry]) -> None:
    if position.phase != "second_half":
        return
    known = len(log) > 1 and log[-2].station > 0
    _need(
        known or edition.double_return == "allow",
        "phase 'second_half' needs the station on which the double move began.",
    )
