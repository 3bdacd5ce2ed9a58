"""A played game as JSON lines: write, read, verify, replay.

The first line says what was played and from where, every further line is one action as text, the last line is the result:

    {"format": "sy_env.game", "version": 1, "sy_env": "0.1.0", "control": "team", "edition": {...}, "starts": {...}}
    {"agent": "mrx_0", "action": "taxi 46"}
    {"agent": "detectives_0", "action": "bus 58"}
    {"winner": "detectives", "reason": "capture", "rounds": 9}

What chance decides stands between the actions: in Hunting Mister X the dice, as {"agent": "chance", "action": "roll taxi bus
x x"}, with Master's app "meeting_point 108", "offer none" and the like. In Hunting Mister X "opening", the board, stands in place
of "starts". A game that was set up has "position" there; one that was not played to its end has winner and reason null. The
record holds the whole truth, Mister X's stations included.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from sy_env import __version__
from sy_env.editions import AnyEdition, edition_of
from sy_env.editions.edition import Edition
from sy_env.engine import BatchedGame, Game
from sy_env.episode import WINNERS
from sy_env.errors import PositionError
from sy_env.hunting.position import HuntingPosition
from sy_env.london.app_position import AppPosition
from sy_env.london.position import Position
from sy_env.making import make_game
from sy_env.policies import ROLES, Policy, Request, load_policy

FORMAT = "sy_env.game"
VERSION = 1
FIRST_TURN = 2  # the line of the first action
CHANCE = "chance"

Start = tuple[int, ...] | Mapping[str, Any] | Position | HuntingPosition


class RecordError(ValueError):
    """A record that cannot be read or does not hold a game. The message names the line, and the file where there is one."""


class Turn(NamedTuple):
    """One action, as the text that `ActionLayout` gives it, and the agent that took it; or an outcome of chance."""

    agent: str
    action: str


class Result(NamedTuple):
    """How a game ended: winner and reason None while it is not over; the round that was reached."""

    winner: str | None
    reason: str | None
    rounds: int


@dataclass(frozen=True)
class GameRecord:
    """A game, from its start to where it was left.

    Attributes:
        edition: what was played.
        control: "individual" or "team".
        start: start stations by seat, the board and what else a deal is, or the position that was set up.
        turns: all actions.
        result: how it ended.
    """

    edition: Any
    control: str
    start: Start
    turns: tuple[Turn, ...]
    result: Result

    @classmethod
    def of(cls, game: Game, start: Start, actions: Iterable[int | str]) -> Self:
        """The record of a game that began at `start` and went on by `actions`, outcomes of chance (as text) among them.

        Raises:
            PositionError, IllegalActionError, GameOverError: that is no game.
        """
        batch = _begun(game, start)
        turns = []
        for action in actions:
            turns.append(Turn(CHANCE, action) if isinstance(action, str) else _turn(batch, action))
            _take(batch, turns[-1], FIRST_TURN + len(turns) - 1)
        return cls(game.edition, game.control, start, tuple(turns), _result(batch))

    @classmethod
    def play(cls, game: Game, mrx: str | Policy = "random", detectives: str | Policy = "random", seed: int = 0) -> Self:
        """A game between two policies, given by name or as objects.

        Args:
            game: what is played.
            mrx: who plays Mister X.
            detectives: who plays the pursuers.
            seed: of the deal and of all decisions, 0..2**63 - 1.

        Raises:
            ValueError, TypeError: no such policy, or it does not play this edition; a bad seed.
        """
        players = [load_policy(policy, game.edition, role) for policy, role in zip((mrx, detectives), ROLES, strict=True)]
        batch = BatchedGame(game, 1, seed, autoreset=False)
        start = game.opening(batch.games[0])
        rng = np.random.default_rng(seed)
        roll = game.chance(batch.games[0])
        turns = [] if roll is None else [Turn(CHANCE, roll)]
        while batch.to_move[0] >= 0:
            drawn = batch.games["draws"][0]
            player = players[min(1, int(batch.to_move[0]))]
            action = int(player.act(Request(game, batch.redacted(), rng.integers(2**64, size=1, dtype=np.uint64)))[0])
            turns.append(_turn(batch, action))
            batch.step([action])
            if batch.games["draws"][0] != drawn and (roll := game.chance(batch.games[0])):
                turns.append(Turn(CHANCE, roll))
        return cls(game.edition, game.control, start, tuple(turns), _result(batch))

    # -- replaying

    def replay(self) -> Iterator[BatchedGame]:
        """The game again: a batch of this one game, live, at its start and after every action.

        Raises:
            RecordError: it cannot have been played so; the message names the line.
        """
        try:
            batch = _begun(make_game(self.edition, self.control), self.start)
        except (ValueError, TypeError) as error:
            raise RecordError(f"line 1: {error}") from error
        for line, turn in enumerate(self.turns, FIRST_TURN):
            if turn.agent != CHANCE:
                yield batch
            _take(batch, turn, line)
        yield batch

    def verify(self) -> None:
        """Replay the game and compare its end.

        Raises:
            RecordError: it cannot have been played or have ended so; the message names the line.
        """
        *_, batch = self.replay()
        if self.result != (found := _result(batch)):
            raise RecordError(f"line {FIRST_TURN + len(self.turns)}: the result is {self.result}, but the game gives {found}.")

    # -- keeping

    def save(self, path: str | Path) -> None:
        """Write the record to a file: as a whole or, if that fails, not at all."""
        path = Path(path)
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            draft.write_text("".join(f"{json.dumps(line, default=int)}\n" for line in self._lines()), encoding="utf-8")
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)

    def _lines(self) -> Iterator[Mapping[str, Any]]:
        header = {"format": FORMAT, "version": VERSION, "sy_env": __version__, "control": self.control}
        yield {**header, "edition": self.edition.to_dict(), **_start_words(self.start, self.edition)}
        yield from (turn._asdict() for turn in self.turns)
        yield self.result._asdict()

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a record and verify it.

        Raises:
            RecordError: the file holds no game that can have been played; the message names file and line.
            OSError: the file cannot be opened.
        """
        try:
            record = cls._parsed(Path(path).read_bytes())
            record.verify()
        except RecordError as error:
            raise RecordError(f"{path}: {error}") from error
        return record

    @classmethod
    def _parsed(cls, data: bytes) -> Self:
        lines = [_object(text, number) for number, text in enumerate(data.splitlines(), 1)]
        if not lines:
            raise RecordError("line 1: the file is empty.")
        edition, control, start = _header(lines[0])
        if len(lines) < FIRST_TURN or set(lines[-1]) != set(Result._fields):
            raise RecordError(f"line {len(lines)}: the file is cut short: it does not end with a result.")
        turns = tuple(Turn(*_values(line, Turn._fields, number)) for number, line in enumerate(lines[1:-1], FIRST_TURN))
        return cls(edition, control, start, turns, Result(**lines[-1]))


def _begun(game: Game, start: Start) -> BatchedGame:
    batch = BatchedGame(game, 1, autoreset=False)
    if isinstance(start, Position | HuntingPosition):
        batch.place(0, start)
    else:
        game.start(start, batch.games)
        batch.view()
    return batch


def _turn(batch: BatchedGame, action: int) -> Turn:
    return Turn(batch.agents[int(batch.to_move[0])], batch.actions.text(action))


def _take(batch: BatchedGame, turn: Turn, line: int) -> None:
    if turn.agent == CHANCE:
        _set_chance(batch, turn, line)
        return
    mover = int(batch.to_move[0])
    if mover < 0:
        raise RecordError(f"line {line}: {turn.agent} acts, but the game is over.")
    if turn.agent != batch.agents[mover]:
        raise RecordError(f"line {line}: {turn.agent} acts, but {batch.agents[mover]} is to move.")
    try:
        batch.step([batch.actions.index(turn.action)])
    except ValueError as error:
        raise RecordError(f"line {line}: {error}") from error


def _set_chance(batch: BatchedGame, turn: Turn, line: int) -> None:
    try:
        batch.game.set_chance(turn.action, batch.games)
    except PositionError as error:
        raise RecordError(f"line {line}: {error}") from error
    batch.view()


def _result(batch: BatchedGame) -> Result:
    here = batch.games[0]
    return Result(WINNERS[here["winner"]], batch.game.reasons[here["reason"]], int(here["round"]))


# -- lines


def _object(text: bytes, line: int) -> dict[str, Any]:
    try:
        words = json.loads(text)
    except ValueError as error:
        raise RecordError(f"line {line}: no JSON: {error}.") from error
    if not isinstance(words, dict):
        raise RecordError(f"line {line}: {text!r} is no JSON object.")
    return words


def _values(words: Mapping[str, Any], names: tuple[str, ...], line: int) -> list[str]:
    if set(words) != set(names) or not all(isinstance(words[name], str) for name in names):
        raise RecordError(f"line {line}: {dict(words)} has to have the words {names} and no others.")
    return [words[name] for name in names]


def _header(words: Mapping[str, Any]) -> tuple[AnyEdition, str, Start]:
    if words.get("format") != FORMAT:
        raise RecordError(f"line 1: format {words.get('format')!r}; a record begins with {FORMAT!r}.")
    if words.get("version") != VERSION:
        writer = f"sy_env {words.get('sy_env')}"
        raise RecordError(
            f"line 1: version {words.get('version')!r}, written by {writer}; this is {__version__}, which reads {VERSION}."
        )
    try:
        edition = edition_of(words["edition"])
        return edition, words["control"], _start(words, edition)
    except KeyError as error:
        raise RecordError(f"line 1: {error} is missing.") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise RecordError(f"line 1: {error}") from error


def _start_words(start: Start, edition: AnyEdition) -> Mapping[str, Any]:
    if isinstance(start, Mapping):
        return {"opening": start}
    if isinstance(start, Position | HuntingPosition):
        return {"position": start.to_dict()}
    return {"starts": dict(zip(edition.seat_names, start, strict=True))}


def _start(words: Mapping[str, Any], edition: AnyEdition) -> Start:
    if "opening" in words:
        return dict(words["opening"])
    if "position" in words:
        return _position(words["position"], edition)
    starts = words["starts"]
    if not isinstance(starts, Mapping) or set(starts) != set(edition.seat_names):
        raise PositionError(f"starts {starts} have to give a station for each of {edition.seat_names}.")
    return tuple(starts[name] for name in edition.seat_names)


def _position(words: Any, edition: AnyEdition) -> Position | HuntingPosition:
    if not isinstance(words, Mapping):
        raise PositionError(f"position {words!r} is no JSON object.")
    if not isinstance(edition, Edition):
        return HuntingPosition.from_dict(words)
    return (AppPosition if "points" in words else Position).from_dict(words)
