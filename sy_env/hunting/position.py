"""Any legal position as a starting point: for puzzles, curricula and tests."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from sy_env.boards.tile_board import TileBoard, layout_of, rows_of
from sy_env.editions.hunting import HuntingEdition
from sy_env.errors import PositionError
from sy_env.hunting import position_checks as checks
from sy_env.hunting.dice import LAYOUT, step
from sy_env.hunting.moves import NUM_ACTIONS, legal_actions
from sy_env.hunting.setup import apply_layout
from sy_env.hunting.state import FIRST_HALF, MOVE, PASS, PLACE, SECOND_HALF, START, TILES
from sy_env.hunting.turns import apply_roll, wait_for_roll
from sy_env.jit import Array, Flag, Int, entry

LOG_CODES = {"unknown": 0, "taxi": 1, "bus": 2, "underground": 3, "black": 4, "helicopter": 5, "pass": PASS, "start": START}
PHASES = {"place": PLACE, "move": MOVE, "first_half": FIRST_HALF, "second_half": SECOND_HALF}
DICE = ("taxi", "bus", "underground")


@dataclass(frozen=True)
class BoardSpace:
    """One filled space of Mister X's board.

    Attributes:
        kind: "start", "taxi", "bus", "underground", "black", "helicopter", "pass" or "unknown".
        number: the number that is written on it, 0 if unknown. It can be read by everybody if Mister X was spotted since.
        round: round in which it was filled; 0: worked out (spaces beyond one a round are put into the first rounds).
    """

    kind: str = "unknown"
    number: int = 0
    round: int = 0


@dataclass(frozen=True)
class HuntingPosition:
    """A position of Hunting Mister X.

    Attributes:
        stations: number of the space by seat, Mister X first; 0 in phase "place": not on the board yet.
        layout: letters of the tiles, row by row: "ABC/DEF/GHI". None: the board that lies in the record.
        flipped: letters of the tiles that show their expert side; read with `layout`.
        round: 1-based.
        to_move: "mrx" or "pursuers"; in phase "place" whoever is next.
        moved: names of detectives that are done for this round.
        phase: "move" or "place"; at Mister X's turn also "first_half" (a double was declared) and "second_half".
        roll: dice in hand that show taxi, bus, underground, X. None: they are rolled by the record's stream.
        dice: by the name of a detective, the kind of the die that it laid; those left out laid none.
        rerolls, black, double, helicopter: tokens and tickets left. None: as at the start.
        log: Mister X's board, the start first. None: as many unknown spaces as the round asks for.
        possible: spaces where Mister X can be. None: where he was just shown, in the first round his tile, else every space
            without a detective.
    """

    stations: Sequence[int]
    layout: str | Sequence[str] | None = None
    flipped: str = ""
    round: int = 1
    to_move: str = "pursuers"
    moved: Sequence[str] = ()
    phase: str = "move"
    roll: Sequence[int] | None = None
    dice: Mapping[str, str] = field(default_factory=dict)
    rerolls: int | None = None
    black: int | None = None
    double: int | None = None
    helicopter: int | None = None
    log: Sequence[BoardSpace] | None = None
    possible: Collection[int] | None = None

    def to_dict(self) -> dict[str, Any]:
        """The position in words and numbers that JSON can hold; what has its default is left out."""
        words = {entry.name: getattr(self, entry.name) for entry in fields(self)}
        words = {name: value for name, value in words.items() if value not in (None, (), {}, "")}
        if self.log is not None:
            words["log"] = [asdict(written) for written in self.log]
        return {name: list(value) if isinstance(value, set | frozenset | tuple) else value for name, value in words.items()}

    @classmethod
    def from_dict(cls, words: Mapping[str, Any]) -> Self:
        """The position that :meth:`to_dict` described.

        Raises:
            PositionError: it has words that no position has.
        """
        settled: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in words.items()}
        try:
            if "log" in settled:
                settled["log"] = tuple(BoardSpace(**written) for written in settled["log"])
            return cls(**settled)
        except TypeError as error:
            raise PositionError(f"{dict(words)} describes no position: {error}.") from None


def place(position: HuntingPosition, edition: HuntingEdition, tables: NDArray[Any], record: NDArray[Any]) -> None:
    """Set up `position` in the record of shape (1,); the record's random stream stays, but rolls the dice if they are not given.

    Raises:
        PositionError: the position is not legal; the record is unchanged.
    """
    given = position.layout
    board = board_of(edition, record[0]) if given is None else checks.checked_board(edition, layout_of(given), position.flipped)
    log = _log(position)
    checks.check(position, edition, board, log)
    draft = record.copy()
    _begin(draft, tables, layout_numbers(board))
    _write(position, edition, board, log, draft[0])
    rolling = position.to_move == "pursuers" and position.phase == "move"
    if position.roll is not None:
        checks.check_roll(tuple(position.roll), int(draft["hand"][0]) if rolling else None)
    _resume(draft, tables, rolling, np.array(position.roll or (), np.int64))
    checks.need(bool(_may_act(draft, tables)), f"Nothing is legal in phase {position.phase!r} of this position.")
    record[0] = draft[0]


# -- what is derived


def board_of(edition: HuntingEdition, game: Any) -> TileBoard:
    """The board that lies in a record, shape ()."""
    letters = edition.tiles.letters
    laid = [(letters[tile - 1], side) for tile, side in zip(game["tiles"], game["flipped"], strict=True) if tile]
    rows = rows_of("".join(letter for letter, _ in laid), edition.columns)
    flipped = "".join(letter for letter, side in laid if side)
    return TileBoard(edition.tiles, rows, flipped, edition.black_ignores_dead_end)


def layout_numbers(board: TileBoard) -> NDArray[np.uint8]:
    """A board in the form that `apply_layout` takes, shape (LAYOUT,)."""
    layout = np.zeros(LAYOUT, np.uint8)
    for i, letter in enumerate("".join(board.layout)):
        layout[i] = board.tiles.letters.index(letter) + 1
        layout[TILES + i] = letter in board.flipped
    return layout


def _log(position: HuntingPosition) -> list[BoardSpace]:
    """Mister X's board, with what follows from the position filled in."""
    if position.phase == "place":
        return list(position.log or ())
    log = position.log
    if log is None:
        log = [BoardSpace("start"), *(BoardSpace() for _ in range(checks.least_spaces(position) - 1))]
    extra = len(log) - checks.least_spaces(position)
    rounds = [1, *(i // 2 + 1 if i < 2 * extra else i - extra + 1 for i in range(len(log)))]
    filled = [replace(written, round=written.round or guess) for written, guess in zip(log, rounds, strict=False)]
    if filled and filled[-1].number == 0:
        filled[-1] = replace(filled[-1], number=position.stations[0])
    return filled


def _uncovered(position: HuntingPosition, edition: HuntingEdition, log: Sequence[BoardSpace]) -> int:
    """How many spaces of Mister X's board have no die any more: those filled before he was spotted last."""
    if edition.reveal_index == "space":
        return max((mark for mark in edition.reveal_set or () if 1 < mark <= len(log)), default=0)
    mark = max((mark for mark in edition.reveal_set or () if mark < position.round), default=0)
    return sum(written.round <= mark for written in log)


def _possible(position: HuntingPosition, board: TileBoard, log: Sequence[BoardSpace], uncovered: int) -> int:
    """The set of possible spaces as a word."""
    if position.possible is not None:
        spaces = set(position.possible)
    elif log and uncovered == len(log):
        spaces = {position.stations[0]}
    elif len(log) == 1:
        spaces = {space for space in board.points if board.letter_of(space) == board.letter_of(position.stations[0])}
    else:
        spaces = set(board.points)
    return sum(1 << space for space in spaces - set(position.stations[1:])) if log else 0


def _write(position: HuntingPosition, edition: HuntingEdition, board: TileBoard, log: Sequence[BoardSpace], game: Any) -> None:
    names = edition.seat_names
    game["station"][: len(names)] = position.stations
    game["occupied"] = sum(1 << station for station in position.stations[1:] if station)
    uncovered = _uncovered(position, edition, log)
    game["possible"][0] = _possible(position, board, log, uncovered)
    if log and log[0].number:
        game["start_tile"] = board.tiles.letters.index(board.letter_of(log[0].number)) + 1
    for i, written in enumerate(log):
        game["log_kind"][i] = LOG_CODES[written.kind]
        game["log_station"][i] = written.number
        game["log_shown"][i] = written.number if i < uncovered else 0
        game["log_round"][i] = written.round
    game["spaces"] = len(log)
    game["board_dice"] = len(log) - uncovered
    game["round"] = position.round
    game["phase"] = PHASES[position.phase]
    moved = names[1:] if position.to_move == "mrx" and position.phase != "place" else position.moved
    game["moved"] = sum(1 << names.index(name) for name in set(moved))
    for boxes in ("rerolls", "black", "double", "helicopter"):
        if getattr(position, boxes) is not None:
            game[boxes] = getattr(position, boxes)
    _write_dice(position, edition, log, game)


def _write_dice(position: HuntingPosition, edition: HuntingEdition, log: Sequence[BoardSpace], game: Any) -> None:
    for name, kind in position.dice.items():
        game["laid"][edition.seat_names.index(name)] = DICE.index(kind) + 1
        game["dice"][DICE.index(kind)] += 1
    earlier = list(log)
    if position.phase == "second_half":
        last = earlier.pop()
        if last.kind in DICE:  # the first half took that die
            game["dice"][DICE.index(last.kind)] -= 1
    if position.phase != "place":
        covered = len(earlier) - _uncovered(position, edition, earlier)  # when the round began
        game["hand"] = max(min(edition.detective_dice, edition.dice - covered) - len(position.dice), 0)


# -- kernels


@entry
def _begin(games: Array, tables: Array, layout: Array) -> None:
    apply_layout(games[0], tables[0], layout)


@entry
def _resume(games: Array, tables: Array, pursuers: Flag, roll: Array) -> None:
    """Go on from fields written by hand: whose turn it is, and the roll."""
    game = games[0]
    table = tables[0]
    if game.phase == PLACE:
        seat: Int = 0
        for other in range(table.pieces - 1, 0, -1):
            if game.station[other] == 0:
                seat = other
        game.mover = seat
    elif pursuers:
        wait_for_roll(game, table)
        if len(roll) > 0:
            apply_roll(game, table, roll[0], roll[1], roll[2], roll[3])
        step(game, table, -1)
    else:
        game.mover = 0


@entry
def _may_act(games: Array, tables: Array) -> Flag:
    return legal_actions(games[0], tables[0], np.empty(NUM_ACTIONS, np.int32)) > 0
