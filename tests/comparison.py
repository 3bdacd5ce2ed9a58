"""The engine and the referee side by side: one game played by both, compared after every action.

`tests/oracle` is a second implementation written from the rules alone; here the two meet. A difference is a report that
holds the whole game. Which games are played is in `tests/lineup.py`.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

import numpy as np

from sy_env import BatchedGame, Board, Edition
from sy_env.engine import Array
from sy_env.episode import WINNERS
from sy_env.london.state import PHASES
from tests.oracle import AppReferee, OracleEdition, Referee

LOG_KINDS = ("unknown", "taxi", "bus", "underground", "black", "pass", "helicopter")

State = dict[str, Any]
Habit = Callable[[Referee, random.Random], str]
"""How a random game goes: an action for the position at hand."""


# --- one edition in two languages


def _shared() -> list[str]:
    """Names of the options; the referee has the board as lines, and the control among them."""
    return [field.name for field in fields(OracleEdition) if field.name not in ("lines", "stations", "control")]


@lru_cache(maxsize=256)
def oracle_edition(edition: Edition, control: str = "individual") -> OracleEdition:
    """The edition as the referee knows it."""
    options = {name: getattr(edition, name) for name in _shared()}
    board = edition.board
    return OracleEdition(lines=board.lines, stations=board.num_stations, control=control, **options)


def engine_edition(oracle: OracleEdition) -> Edition:
    """The referee's edition as the engine knows it; the board has a line at every station."""
    options = {name: getattr(oracle, name) for name in _shared()}
    board = Board.from_lines(oracle.lines, name="small")
    return Edition(board=board, **{**options, "start_cards": oracle.start_cards or ()})


# --- what both say about a position


@lru_cache(maxsize=8)
def _spoken(game: Any) -> tuple[str, ...]:
    numbers = {f"piece {name}": f"piece {seat}" for seat, name in enumerate(game.seats)}
    return tuple(numbers.get(text, text) for text in game.actions.texts)


def action_words(batch: BatchedGame) -> tuple[str, ...]:
    """The actions by index as the referee spells them: "piece 2" chooses the pursuer in seat 2."""
    game: Any = batch.game  # hashed by what it is, not by what it holds
    return _spoken(game)


def stations_of(bits: Array) -> set[int]:
    """The stations of a set kept as four 64-bit words."""
    return set(np.unpackbits(bits.astype("<u8").view(np.uint8), bitorder="little").nonzero()[0].tolist())


def ticket_rows(batch: BatchedGame, row: int = 0) -> list[list[int]]:
    """Tickets by seat, a pool shown for each who shares it."""
    stock: list[list[int]] = batch.games["stock"][row].tolist()
    return [stock[account] if account >= 0 else [0] * 5 for account in batch.game.edition.accounts]


def log_of(game: Any) -> list[tuple[str, int, bool, int]]:
    """The travel log: kind, station, whether it was shown, round."""
    names = ("log_ticket", "log_station", "log_shown", "log_round")
    written = zip(*(game[name].tolist()[: game["fields"]] for name in names), strict=True)
    entries = [(LOG_KINDS[kind], station, shown, number) for kind, station, shown, number in written]
    assert all(shown in (0, station) for _, station, shown, _ in entries), f"wrong stations were shown: {entries}"
    return [(kind, station, shown > 0, number) for kind, station, shown, number in entries]


def engine_state(batch: BatchedGame, row: int = 0) -> State:
    """What the engine says about a game, in the referee's words."""
    game, mask = batch.games[row], batch.action_mask[row]
    over = PHASES[game["phase"]] == "over"
    spoken = action_words(batch)
    return {
        "phase": PHASES[game["phase"]],
        "mover": None if over else int(game["mover"]),
        "agent": int(batch.to_move[row]),
        "legal": set() if over and mask.all() else {spoken[i] for i in mask.nonzero()[0].tolist()},
        "stations": game["station"].tolist()[: len(batch.game.seats)],
        "held": stations_of(game["occupied"]),
        "tickets": ticket_rows(batch, row),
        "log": log_of(game),
        "round": int(game["round"]),
        "moved": {seat for seat in range(6) if int(game["moved"]) >> seat & 1},
        "possible": None if over else stations_of(game["possible"]),
        "winner": WINNERS[game["winner"]],
        "reason": batch.game.reasons[game["reason"]],
        "moves": int(game["moves"]),
        "decisions": int(game["decisions"]),
        "rewards": batch.rewards[row].tolist(),
    }


def referee_state(referee: Referee, moves: int, decisions: int) -> State:
    """What the referee says about a game in which so much was played."""
    over, team = referee.phase == "over", referee.edition.control == "team"
    gain = {"mrx": 1.0, "detectives": -1.0}.get(str(referee.winner), 0.0)
    return {
        "phase": referee.phase,
        "mover": None if over else referee.mover,
        "agent": -1 if over else min(referee.mover, 1) if team else referee.mover,
        "legal": referee.legal(),
        "stations": referee.stations,
        "held": set(referee.stations[1:]),
        "tickets": referee.tickets,
        "log": referee.log,
        "round": referee.round,
        "moved": referee.moved,
        "possible": None if over else referee.possible,
        "winner": referee.winner,
        "reason": referee.reason,
        "moves": moves,
        "decisions": decisions,
        "rewards": [gain, *[-gain] * (1 if team else len(referee.stations) - 1)],
    }


# --- games


@dataclass
class Played:
    """A game that both have played."""

    actions: list[str]
    reason: str | None  # why it ended
    difference: str = ""  # where the two differed


def compare(batch: BatchedGame, referee: Referee, habit: Habit, rng: random.Random) -> Played:
    """Play the only game of `batch` (no autoreset) and the referee's to the end; stop at the first difference."""
    spoken = {word: index for index, word in enumerate(action_words(batch))}
    start = referee.clone()
    actions: list[str] = []
    moves = 0
    while True:
        difference = differences(engine_state(batch), referee_state(referee, moves, len(actions)))
        if difference or referee.phase == "over":
            return Played(actions, referee.reason, difference and report(start, actions, difference))
        actions.append(habit(referee, rng))
        moves += actions[-1].startswith(LOG_KINDS[1:5])
        referee.apply(actions[-1])
        batch.step(np.array([spoken[actions[-1]]]))


def differences(engine: State, referee: State) -> str:
    """Lines that say where the two differ; empty if nowhere."""
    names = [name for name in engine if engine[name] != referee[name]]
    return "\n".join(f"  {name}: engine {engine[name]}, referee {referee[name]}" for name in names)


def report(start: Referee | AppReferee, actions: list[str], difference: str) -> str:
    """The whole game up to a difference."""
    edition = start.edition
    board = edition.lines if edition.stations < 12 else f"{edition.stations} stations"
    rules = replace(edition, lines=())
    return f"{rules}\nboard {board}, start {start.stations}, then {actions}\nthe two differ:\n{difference}"
