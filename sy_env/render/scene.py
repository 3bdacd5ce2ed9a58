"""What a picture shows: plain data, already reduced to what the viewer may know.

Nothing in this folder ever sees a game. Whoever builds a :class:`Scene` leaves out what its viewpoint must
not see; a renderer could not show it if it wanted to.
"""

from dataclasses import dataclass
from typing import Literal

from sy_env.boards.board import Board
from sy_env.boards.tile_board import TileBoard
from sy_env.errors import one_of

VIEWPOINTS = ("everyone", "mrx", "detectives")
KINDS = ("mrx", "detective", "bobby")
TICKETS = ("taxi", "bus", "underground", "black", "double")
LOG_TICKETS = ("", "taxi", "bus", "underground", "black", "pass", "helicopter", "start")


@dataclass(frozen=True)
class Pawn:
    """One piece as the viewer sees it."""

    name: str  # agent name: "mrx_0", "detective_0", "bobby_0"
    kind: Literal["mrx", "detective", "bobby"]
    station: int | None  # 1..n; None = hidden from the viewer
    tickets: tuple[int, int, int, int, int] | None  # taxi, bus, underground, black, double; None = hidden
    moved: bool  # has moved in this round
    to_move: bool

    def __post_init__(self) -> None:
        _check("kind", self.kind, KINDS)


@dataclass(frozen=True)
class LogField:
    """One field of Mister X's travel log."""

    number: int  # 1-based
    ticket: str  # "" = not used yet; taxi, bus, underground, black, pass; helicopter, start
    station: int | None  # where the move led; None = hidden or not used yet
    reveal: bool  # a field on which he has to show himself

    def __post_init__(self) -> None:
        _check("ticket", self.ticket, LOG_TICKETS)


@dataclass(frozen=True)
class Scene:
    """One position, ready to draw.

    ``pawns`` are in seat order, Mister X first. ``possible`` is the public set of stations where Mister X can
    be, or ``None`` where it is not shown. ``last_move`` is (from, to) of the last move that the viewer saw.
    ``route`` is Mister X's whole way, first station first, shown after the end only. ``points`` and ``reached`` are the
    meeting points of Master's app that the viewer knows, ``notes`` what else there is to say, a line each, and ``note_lines``
    how many lines a picture keeps free for them, the same in the whole game.
    """

    board: Board | TileBoard
    edition: str
    viewpoint: Literal["everyone", "mrx", "detectives"]
    round: int  # 1-based
    rounds: int
    pawns: tuple[Pawn, ...]
    log: tuple[LogField, ...]
    possible: frozenset[int] | None
    message: str  # "detective_1 to move", "Mister X wins: survived"
    last_move: tuple[int, int] | None
    route: tuple[int, ...] = ()
    points: frozenset[int] = frozenset()
    reached: frozenset[int] = frozenset()
    notes: tuple[str, ...] = ()
    note_lines: int = 0

    def __post_init__(self) -> None:
        _check("viewpoint", self.viewpoint, VIEWPOINTS)
        modes = self.board.modes
        for station in self._stations():
            if not (1 <= station < len(modes) and modes[station]):
                there = [number for number, stops in enumerate(modes) if stops]
                raise ValueError(f"Scene: station {station} is not on the board, which has {there[0]} to {there[-1]}.")

    def _stations(self) -> set[int]:
        """Every station that this scene names."""
        named = {pawn.station for pawn in self.pawns} | {field.station for field in self.log}
        named |= set(self.possible or ()) | set(self.last_move or ()) | set(self.route)
        named |= self.points | self.reached
        return {station for station in named if station is not None}


def _check(what: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"Scene: {one_of(what, value, allowed)}.")
