"""From a record to a scene: what one point of view may know of a London game, ready to draw."""

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from sy_env.episode import WINNERS
from sy_env.errors import one_of
from sy_env.jit import readable
from sy_env.london.state import CHOOSE_PIECE, FIELDS, FIRST_HALF, OVER, SECOND_HALF
from sy_env.render.scene import LOG_TICKETS, VIEWPOINTS, LogField, Pawn, Scene

if TYPE_CHECKING:
    from sy_env.london.game import LondonGame

Viewpoint = Literal["everyone", "mrx", "detectives"]

_VICTORIES = {"mrx": "Mister X wins", "detectives": "the detectives win", "draw": "a draw"}
_HALVES = {FIRST_HALF: ": first half of a double move", SECOND_HALF: ": second half of a double move"}


def scene_of(game: "LondonGame", record: Any, viewpoint: Viewpoint = "detectives") -> Scene:
    """The scene of one game from a point of view.

    While the game runs, a copy is redacted for the viewpoint first, and the scene is read from that copy alone: a picture for the
    detectives is a function of what they may know. Once it is over everything is shown, Mister X's whole way with it.

    Args:
        game: what is played.
        record: a record of it, shape () or (1,), redacted or not. It is left as it is.
        viewpoint: "detectives", "mrx", or "everyone", who sees what Mister X sees.

    Raises:
        ValueError: unknown viewpoint.
    """
    if viewpoint not in VIEWPOINTS:
        raise ValueError(f"{one_of('viewpoint', viewpoint, VIEWPOINTS)}.")
    known = _known(game, record, viewpoint)
    here = known[0]
    edition = game.edition
    return Scene(
        board=edition.board,
        edition=edition.name,
        viewpoint=viewpoint,
        round=int(here["round"]),
        rounds=edition.rounds if edition.game_length == "rounds" else edition.fields,
        pawns=tuple(_pawn(game, here, viewpoint, seat) for seat in range(len(game.seats))),
        log=_log(game, known),
        possible=_possible(here) if edition.observe_possible or viewpoint == "everyone" else None,
        message=_message(game, here),
        last_move=_last_move(game, here),
        route=_route(here) if here["phase"] == OVER else (),
    )


def _known(game: "LondonGame", record: Any, viewpoint: Viewpoint) -> NDArray[Any]:
    """A copy, shape (1,), that holds no more than the viewpoint may know."""
    known = readable(np.atleast_1d(record).copy())
    if known[0]["phase"] != OVER:
        game.loops.redact_all(known, game.tables, np.array([viewpoint == "detectives"], np.int64))
    return known


def _pawn(game: "LondonGame", here: Any, viewpoint: Viewpoint, seat: int) -> Pawn:
    name = game.seats[seat]
    phase, mover = int(here["phase"]), int(here["mover"])
    done = mover > 0 if seat == 0 else bool(here["moved"] >> seat & 1)
    choice = phase == CHOOSE_PIECE and seat > 0 and not done
    return Pawn(
        name=name,
        kind=name.partition("_")[0],  # type: ignore[arg-type]
        station=int(here["station"][seat]) or None,
        tickets=_tickets(game, here, viewpoint, seat),
        moved=done,
        to_move=phase != OVER and (choice if phase == CHOOSE_PIECE else seat == mover),
    )


def _tickets(game: "LondonGame", here: Any, viewpoint: Viewpoint, seat: int) -> tuple[int, int, int, int, int] | None:
    hidden = game.edition.hide_mrx_stock and viewpoint == "detectives" and here["phase"] != OVER
    if seat == 0 and hidden:
        return None
    account = game.edition.accounts[seat]
    if account < 0:
        return 0, 0, 0, 0, 0
    taxi, bus, underground, black, double = here["stock"][account].tolist()
    return taxi, bus, underground, black, double


def _log(game: "LondonGame", known: NDArray[Any]) -> tuple[LogField, ...]:
    """All fields that the game can fill, the double moves of the start counted."""
    here = known[0]
    edition = game.edition
    most = edition.fields if edition.game_length == "fields" else min(edition.rounds + edition.mrx_double, FIELDS)
    marked = _marked(game, known)
    return tuple(
        LogField(
            number=i + 1,
            ticket=LOG_TICKETS[here["log_ticket"][i]],
            station=int(here["log_station"][i]) or None,
            reveal=i + 1 in marked,
        )
        for i in range(max(most, int(here["fields"])))
    )


def _marked(game: "LondonGame", known: NDArray[Any]) -> set[int]:
    """Numbers of the fields on which he had or has to show himself.

    Where reveals go by rounds, the fields to come are those that the observation names: without further doubles.
    """
    if game.edition.reveal_index == "move":
        return set(game.edition.reveal_set)
    mask = np.empty((1, game.actions.size), np.int8)
    observation = np.empty((1, game.layout.size), np.int8)
    game.loops.look(known, game.tables, np.zeros(1, np.int64), np.ones(1, np.int64), mask, observation)
    due = game.layout.unflatten(observation[0])["log_due"]
    return {int(i) + 1 for i in np.flatnonzero((known[0]["log_shown"] > 0) | (due > 0))}


def _possible(here: Any) -> frozenset[int]:
    bits = np.unpackbits(here["possible"].astype("<u8").view(np.uint8), bitorder="little")
    return frozenset(np.flatnonzero(bits).tolist())


def _message(game: "LondonGame", here: Any) -> str:
    phase = int(here["phase"])
    if phase == OVER:
        return f"{_VICTORIES[str(WINNERS[here['winner']])]}: {game.reasons[here['reason']]}"
    if phase == CHOOSE_PIECE:
        return "the team chooses a piece to move"
    return f"{game.seats[here['mover']]} to move{_HALVES.get(phase, '')}"


def _last_move(game: "LondonGame", here: Any) -> tuple[int, int] | None:
    """The last move, if the viewer saw both of its ends and the record tells which it was."""
    if _mrx_moved_last(game, here):
        fields = int(here["fields"])
        before = int(here["log_station"][fields - 2] if fields > 1 else here["mrx_start"])
        after = int(here["log_station"][fields - 1])
        return (before, after) if before and after and before != after else None
    moves = _pursuers_moves(here)
    if here["phase"] == OVER and here["moved"]:
        return moves.get(int(here["mover"]))
    if game.edition.order == "any" and len(moves) > 1:
        return None  # the record keeps who has moved, not in which order
    return moves[max(moves)] if moves else None


def _mrx_moved_last(game: "LondonGame", here: Any) -> bool:
    if here["phase"] == OVER:
        return bool(here["mover"] == 0 and here["fields"] > 0) and game.reasons[here["reason"]] != "illegal"
    return bool(here["phase"] == SECOND_HALF or (here["mover"] > 0 and here["moved"] == 0))


def _pursuers_moves(here: Any) -> dict[int, tuple[int, int]]:
    """By seat, the moves of this round, or of the round before where no pursuer has moved yet."""
    round_ = int(here["round"]) - (0 if here["moved"] else 1)
    if round_ == 0:
        return {}
    before = here["path"][round_ - 1]
    ends = {seat: (int(before[seat - 1]), int(here["station"][seat])) for seat in range(1, len(before) + 1)}
    return {seat: move for seat, move in ends.items() if all(move) and move[0] != move[1]}


def _route(here: Any) -> tuple[int, ...]:
    """Mister X's whole way, as far as a position set up by hand tells it."""
    stations = [int(here["mrx_start"]), *here["log_station"][: here["fields"]].tolist()]
    return tuple(station for station in stations if station)
