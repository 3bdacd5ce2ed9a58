"""Any legal position as a starting point: for puzzles, curricula and tests."""

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from sy_env.bits import WORDS, ZERO, add, only
from sy_env.editions.edition import Edition
from sy_env.errors import PositionError
from sy_env.jit import Array, Flag, entry
from sy_env.london.moves import legal_actions, num_actions, pass_action
from sy_env.london.position_checks import LOG_CODES, PHASES, check_position, fields_expected, need
from sy_env.london.setup import clear, note_start, settle
from sy_env.london.state import MOVE, PIECES, SECOND_HALF, STOCKS
from sy_env.london.turns import begin_mrx_turn, begin_pursuers, next_pursuer


@dataclass(frozen=True)
class LogEntry:
    """One written field of the travel log.

    Attributes:
        ticket: "taxi", "bus", "underground", "black", "pass" or "unknown"; in games with Master's app also "helicopter".
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

    def to_dict(self) -> dict[str, Any]:
        """The position in words and numbers that JSON can hold."""
        words = {entry.name: _plain(getattr(self, entry.name)) for entry in fields(self)}
        tickets = {name: list(counts) for name, counts in self.tickets.items()}
        return {**words, "tickets": tickets, "log": None if self.log is None else [asdict(written) for written in self.log]}

    @classmethod
    def from_dict(cls, words: Mapping[str, Any]) -> Self:
        """The position that :meth:`to_dict` described.

        Raises:
            PositionError: it has words that no position has.
        """
        settled: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in words.items()}
        settled["tickets"] = {name: tuple(counts) for name, counts in words.get("tickets", {}).items()}
        try:
            if settled.get("log"):
                settled["log"] = tuple(LogEntry(**written) for written in settled["log"])
            return cls(**settled)
        except TypeError as error:
            raise PositionError(f"{dict(words)} describes no position: {error}.") from None


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, Set) else list(value) if isinstance(value, tuple) else value


def _rounds_of(log: Sequence[LogEntry], position: Position) -> list[int]:
    """The round of every field: as given, else one a round, fields beyond that in the first rounds."""
    extra = len(log) - fields_expected(position)
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
    clear(game, tables[0])
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
    note_start(game)
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
    settle(game, table)
    return True


def place(position: Position, edition: Edition, tables: NDArray[Any], record: NDArray[Any]) -> None:
    """Set up `position` in the record of shape (1,); the record's random stream stays.

    Ends of the game that the moment asks for are tested at once: at Mister X's turn whether he can move, before the pursuers'
    first move whether they can.

    Raises:
        PositionError: the position is not legal; the record is unchanged.
    """
    draft = drafted(position, edition, tables, record)
    resume(draft, position, edition, tables)
    record[0] = draft[0]


def log_of(position: Position) -> list[LogEntry]:
    """The travel log of a position, one that was left out written as unknown fields."""
    return [LogEntry()] * fields_expected(position) if position.log is None else list(position.log)


def drafted(position: Position, edition: Edition, tables: NDArray[Any], record: NDArray[Any]) -> NDArray[Any]:
    """A copy of `record` in which `position` is written, ready for :func:`resume`.

    Raises:
        PositionError: the position is not legal.
    """
    log = log_of(position)
    check_position(position, edition, log)
    draft = record.copy()
    _blank(draft, tables)
    _write(position, edition, log, draft[0])
    return draft


def resume(draft: NDArray[Any], position: Position, edition: Edition, tables: NDArray[Any]) -> None:
    """Derive the rest of a drafted position, and let the game go on to its first decision.

    Raises:
        PositionError: a double move under way cannot go on.
    """
    possible = _possible(position, edition, log_of(position))
    actions = np.empty(num_actions(edition.board.num_stations), np.int32)
    goes_on = _resume(draft, tables, possible, position.to_move == "pursuers", actions)
    need(goes_on, f"From {position.stations[0]} Mister X cannot go on with a double move: {position.phase!r}.")
