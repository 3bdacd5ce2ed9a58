"""Hunting Mister X as the engine sees it: an edition under one form of control."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sy_env.actions import ActionLayout, build_actions
from sy_env.boards.tile_board import TileBoard, layout_of
from sy_env.editions.hunting import HuntingEdition
from sy_env.errors import PositionError
from sy_env.hunting import loops
from sy_env.hunting.observations import HUNTING_LAYOUT
from sy_env.hunting.position import HuntingPosition, board_of, layout_numbers, place
from sy_env.hunting.position_checks import check_deal, check_roll, checked_board
from sy_env.hunting.state import CHOOSE_PIECE, GAME, MOVE, PAWNS, REASONS, SPACES
from sy_env.hunting.tables import tables
from sy_env.jit import readable
from sy_env.layouts import Layout

if TYPE_CHECKING:
    from sy_env.hunting.scene import Viewpoint
    from sy_env.render import Scene

FACES = ("taxi", "bus", "underground", "x")
_ROW = np.zeros(1, np.int64)


def hunting_actions(edition: HuntingEdition) -> ActionLayout:
    """The actions: kind of move x space, start x space, double, pass, reroll, piece. Equal for all editions but for names."""
    spaces = tuple(str(space) for space in range(1, SPACES + 1))
    names = edition.seat_names[1:]
    pieces = names + tuple(f"seat_{seat}" for seat in range(len(names) + 1, PAWNS + 1))
    kinds = ("taxi", "bus", "underground", "black", "helicopter", "place")
    single = ("double", "pass", "reroll")
    return build_actions(*((kind, spaces) for kind in kinds), *((word, ()) for word in single), ("piece", pieces))


class HuntingGame:
    """Satisfies `sy_env.engine.Game`."""

    loops: Any = loops
    record = GAME
    position_type = HuntingPosition
    reasons: tuple[str | None, ...] = REASONS

    def __init__(self, edition: HuntingEdition, control: str = "individual") -> None:
        """An edition with its detectives under `control`: "individual" (an agent a pawn) or "team" (one agent for all).

        Both have the same decisions in the same order. Where one player moves all pawns (`order="any"`) and there is a choice,
        the agent of the lowest pawn among them says which one uses the roll.
        """
        self.edition = edition
        self.control = control
        self.tables: NDArray[Any] = readable(tables(edition, control))
        self.seats: tuple[str, ...] = edition.seat_names
        self.agents: tuple[str, ...] = edition.agents(control)
        self.actions: ActionLayout = hunting_actions(edition)
        self.layout: Layout = HUNTING_LAYOUT

    def __reduce__(self) -> tuple[Any, ...]:
        # Made anew, a copy has the read-only tables that kernels are compiled for; writable ones would be compiled for again.
        return type(self), (self.edition, self.control)

    def place(self, position: HuntingPosition, record: NDArray[Any]) -> None:
        """Set up `position` in a record of shape (1,).

        Raises:
            PositionError: the position is not legal; the record is unchanged.
        """
        place(position, self.edition, self.tables, record)

    def board(self, record: Any) -> TileBoard:
        """The board that lies in a record, shape ()."""
        return board_of(self.edition, record)

    def scene(self, record: Any, viewpoint: "Viewpoint" = "detectives") -> "Scene":
        """The scene of a record from a point of view, ready to draw; see :func:`sy_env.hunting.scene.scene_of`."""
        from sy_env.hunting.scene import scene_of  # drawing is loaded when something is drawn

        return scene_of(self, record, viewpoint)

    # -- starts and rolls, to write down and to play again

    def opening(self, record: Any) -> dict[str, Any]:
        """How the game in a record (), just dealt, begins: its board, and where everybody starts if that was drawn."""
        board = board_of(self.edition, record)
        begins: dict[str, Any] = {"layout": "/".join(board.layout), "flipped": board.flipped}
        if self.edition.placement == "random":
            begins["starts"] = record["station"][: len(self.seats)].tolist()
        return begins

    def start(self, opening: Any, record: NDArray[Any]) -> None:
        """Start a game as :meth:`opening` describes it in a record of shape (1,); its random stream goes on.

        Raises:
            PositionError: no deal begins so; the record is unchanged.
        """
        board = checked_board(self.edition, layout_of(opening["layout"]), opening["flipped"])
        check_deal(self.edition, board)
        draft = record.copy()
        loops.lay_given(draft, self.tables, _ROW, layout_numbers(board)[None])
        starts = opening.get("starts", ())
        for space in (*starts[1:], *starts[:1]):  # Mister X is the last to start
            action = np.array([self.actions.index(f"place {space}")])
            if loops.first_illegal(draft, self.tables, _ROW, action) >= 0:
                raise PositionError(f"{starts}: nobody can start on {space}. Nothing was changed.")
            loops.act_only(draft, self.tables, _ROW, action)
        loops.go_on(draft, self.tables, _ROW)
        record[0] = draft[0]

    def chance(self, record: Any) -> str | None:
        """The roll in front of the detectives in a record () as text, such as "roll taxi taxi bus x"; None at other turns.

        A new one was drawn whenever an action changes the record's `draws`.
        """
        if record["mover"] == 0 or record["phase"] not in (MOVE, CHOOSE_PIECE):
            return None
        faces = (face for face, count in zip(FACES, record["roll"].tolist(), strict=True) for _ in range(count))
        return " ".join(("roll", *faces))

    def set_chance(self, text: str, record: NDArray[Any]) -> None:
        """Put another roll in place of the one in a record of shape (1,); a pawn that was chosen for that is no longer.

        Raises:
            PositionError: it is no roll, it is not the detectives' turn, or they have another number of dice in hand; the
                record is unchanged.
        """
        word, *faces = text.split()
        if word != "roll" or not set(faces) <= set(FACES):
            raise PositionError(f"{text!r} is no roll, such as 'roll taxi bus x'. Nothing was changed.")
        roll = tuple(faces.count(face) for face in FACES)
        check_roll(roll, int(record["hand"][0]) if self.chance(record[0]) else None)
        loops.roll_given(record, self.tables, _ROW, np.array([roll], np.int64))
