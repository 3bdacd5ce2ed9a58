"""From a record to a scene: what one point of view may know of a game of Hunting Mister X, ready to draw."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from sy_env.episode import WINNERS
from sy_env.errors import one_of
from sy_env.hunting.position import board_of
from sy_env.hunting.state import CHOOSE_PIECE, FIRST_HALF, OVER, PLACE, SECOND_HALF
from sy_env.jit import readable
from sy_env.render.scene import VIEWPOINTS, LogField, Pawn, Scene

if TYPE_CHECKING:
    from sy_env.hunting.game import HuntingGame

Viewpoint = Literal["everyone", "mrx", "detectives"]

KINDS = ("", "taxi", "bus", "underground", "black", "helicopter", "pass", "start")  # by code on Mister X's board
FACES = ("taxi", "bus", "underground", "X")
_VICTORIES = {"mrx": "Mister X wins", "detectives": "the detectives win"}
_HALVES = {FIRST_HALF: ": first half of a double move", SECOND_HALF: ": second half of a double move"}


def scene_of(game: "HuntingGame", record: Any, viewpoint: Viewpoint = "detectives") -> Scene:
    """The scene of one game from a point of view.

    While the game runs, a copy is redacted for the viewpoint first, and the scene is read from that copy alone. Once it is over
    everything is shown, Mister X's whole way with it. In the columns of tickets stand dice: for Mister X those that he can take,
    for the detective to move its roll, for the others the die that they laid.

    Args:
        game: what is played.
        record: a record of it, shape () or (1,), redacted or not. It is left as it is.
        viewpoint: "detectives", "mrx", or "everyone", who sees what Mister X sees.

    Raises:
        ValueError: unknown viewpoint.
    """
    if viewpoint not in VIEWPOINTS:
        raise ValueError(f"{one_of('viewpoint', viewpoint, VIEWPOINTS)}.")
    known = readable(np.atleast_1d(record).copy())
    over = known[0]["phase"] == OVER
    if not over:
        game.loops.redact_all(known, game.tables, np.array([viewpoint == "detectives"], np.int64))
    here = known[0]
    return Scene(
        board=board_of(game.edition, here),
        edition=game.edition.name,
        viewpoint=viewpoint,
        round=int(here["round"]),
        rounds=game.edition.board_spaces,
        pawns=tuple(_pawn(game, here, seat) for seat in range(len(game.seats))),
        log=tuple(_log(game, known)),
        possible=_possible(here) if game.edition.observe_possible or viewpoint == "everyone" else None,
        message=_message(game, here),
        last_move=_last_move(here),
        route=_way(here) if over else (),
        notes=(f"helicopter: {'ready' if here['helicopter'] else 'used'}",),
        note_lines=1,
    )


def _pawn(game: "HuntingGame", here: Any, seat: int) -> Pawn:
    phase, mover = int(here["phase"]), int(here["mover"])
    done = mover > 0 and phase != PLACE if seat == 0 else bool(here["moved"] >> seat & 1)
    chosen = seat > 0 and not done if phase == CHOOSE_PIECE else seat == mover
    to_move = phase != OVER and chosen
    taxi, bus, underground = _dice(here, seat, to_move)
    specials = (int(here["black"]), int(here["double"])) if seat == 0 else (0, 0)
    return Pawn(
        name=game.seats[seat],
        kind="mrx" if seat == 0 else "detective",
        station=int(here["station"][seat]) or None,
        tickets=(taxi, bus, underground, *specials),
        moved=done,
        to_move=to_move,
    )


def _dice(here: Any, seat: int, to_move: bool) -> tuple[int, int, int]:
    """Dice in the row of a piece, by kind."""
    laid = int(here["laid"][seat])
    counts = here["dice"] if seat == 0 else here["roll"] if to_move else np.arange(1, 4) == laid
    taxi, bus, underground = (int(count) for count in counts[:3])
    return taxi, bus, underground


def _log(game: "HuntingGame", known: NDArray[Any]) -> Iterator[LogField]:
    """All spaces of Mister X's board; marked are those after which he was spotted, or will be without further doubles."""
    here = known[0]
    mask = np.empty((1, game.actions.size), np.int8)
    observation = np.empty((1, game.layout.size), np.int8)
    game.loops.look(known, game.tables, np.zeros(1, np.int64), np.ones(1, np.int64), mask, observation)
    due = game.layout.unflatten(observation[0])["log_due"]
    for i in range(game.edition.board_spaces):
        yield LogField(
            number=i + 1,
            ticket=KINDS[here["log_kind"][i]],
            station=int(here["log_station"][i]) or None,
            reveal=bool(due[i]) or _was_spotted(game, here, i),
        )


def _was_spotted(game: "HuntingGame", here: Any, i: int) -> bool:
    marks = game.edition.reveal_set or ()
    if not here["log_shown"][i] or here["log_kind"][i] == KINDS.index("start"):
        return False
    if game.edition.reveal_index == "space":
        return i + 1 in marks
    following = int(here["log_round"][i + 1]) if i + 1 < here["spaces"] else 0
    return int(here["log_round"][i]) in marks and here["log_round"][i] != following


def _possible(here: Any) -> frozenset[int]:
    word = int(here["possible"][0])
    return frozenset(number for number in range(word.bit_length()) if word >> number & 1)


def _message(game: "HuntingGame", here: Any) -> str:
    phase, mover = int(here["phase"]), int(here["mover"])
    if phase == OVER:
        return f"{_VICTORIES[str(WINNERS[here['winner']])]}: {game.reasons[here['reason']]}"
    if phase == PLACE:
        return f"{game.seats[mover]} to choose a start"
    if mover == 0:
        flights = ", helicopter ready" if here["helicopter"] else ""
        return f"{game.seats[0]} to move{_HALVES.get(phase, flights)}"
    rolled = ", ".join(f"{count} {face}" for count, face in zip(here["roll"], FACES, strict=True) if count)
    who = "a pawn to choose" if phase == CHOOSE_PIECE else f"{game.seats[mover]} to move"
    return f"{who}: {rolled or 'no dice'}; {here['rerolls']} rerolls left"


def _last_move(here: Any) -> tuple[int, int] | None:
    """The last move, if the viewer saw both of its ends and the record tells which it was."""
    if here["phase"] == PLACE:
        return None
    if not _mrx_moved_last(here):
        return _last_of_pawns(here)
    spaces = int(here["spaces"])
    before, after = here["log_station"][max(spaces - 2, 0) : spaces][[0, -1]].tolist()
    return (before, after) if before and after and before != after else None


def _mrx_moved_last(here: Any) -> bool:
    if here["phase"] == OVER:
        return bool(here["mover"] == 0)
    return bool(here["phase"] == SECOND_HALF or (here["mover"] > 0 and not here["moved"]))


def _last_of_pawns(here: Any) -> tuple[int, int] | None:
    """The move of the pawn that is the only one to have laid a die in this round; the record does not keep their order."""
    laid = np.flatnonzero(here["laid"])
    if len(laid) != 1:
        return None
    seat = int(laid[0])
    before, after = int(here["path"][here["round"] - 1][seat - 1]), int(here["station"][seat])
    return (before, after) if before and before != after else None


def _way(here: Any) -> tuple[int, ...]:
    """Mister X's whole way, as far as a position set up by hand tells it."""
    return tuple(station for station in here["log_station"][: here["spaces"]].tolist() if station)
