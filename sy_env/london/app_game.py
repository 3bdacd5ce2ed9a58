"""The London games with Master's app, as the engine sees them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sy_env.actions import ActionLayout, Block
from sy_env.editions.app import INVESTIGATIONS
from sy_env.editions.edition import Edition
from sy_env.errors import PositionError, one_of
from sy_env.jit import readable
from sy_env.layouts import Layout

# These modules bring the app's variants of the London kernels; they have to be here before a kernel is compiled.
from sy_env.london import app_chance, app_observations
from sy_env.london.app_position import place_app
from sy_env.london.app_state import APP_GAME, APP_REASONS, DRAW_MAST, DRAW_POINT
from sy_env.london.app_tables import app_tables
from sy_env.london.game import LondonGame, london_actions
from sy_env.london.position import Position

if TYPE_CHECKING:
    from sy_env.london.scene import Viewpoint
    from sy_env.render import Scene

_ROW = np.zeros(1, np.int64)
_MOST_OUTCOMES = 255


def app_actions(edition: Edition) -> ActionLayout:
    """The actions of a game with the app: those of the London games, then flights, investigations, none, witnesses."""
    assert edition.app is not None
    stations = tuple(str(station) for station in range(1, edition.board.num_stations + 1))
    landmarks = tuple(str(station) for _, station in edition.app.landmarks_on(edition.board))
    rows = [("helicopter", stations), ("investigate", INVESTIGATIONS), ("decline", ())]
    if landmarks:
        rows.append(("witness", landmarks))
    blocks = london_actions(edition).blocks
    for kind, arguments in rows:
        blocks += (Block(kind, blocks[-1].start + blocks[-1].size, arguments),)
    return ActionLayout(blocks)


class MasterAppGame(LondonGame):
    """A game whose edition has an app. Satisfies `sy_env.engine.Game`."""

    record = APP_GAME
    reasons: tuple[str | None, ...] = APP_REASONS
    chance_loops: Any = app_chance
    """Kernels for those who enumerate the outcomes of chance instead of drawing them."""

    def __init__(self, edition: Edition, control: str = "individual") -> None:
        """An edition with its pursuers under `control`: "individual" (an agent a piece) or "team" (one agent for all).

        Under individual control the pursuer of the lowest seat decides about investigations.
        """
        super().__init__(edition, control)
        self.tables: NDArray[Any] = readable(app_tables(edition, control))
        self.actions: ActionLayout = app_actions(edition)
        self.layout: Layout = app_observations.app_layout(edition.board.num_stations)

    def scene(self, record: Any, viewpoint: "Viewpoint" = "detectives") -> "Scene":
        """The scene of a record from a point of view, ready to draw; see :func:`sy_env.london.app_scene.app_scene_of`."""
        from sy_env.london.app_scene import app_scene_of  # drawing is loaded when something is drawn

        return app_scene_of(self, record, viewpoint)

    def place(self, position: Position, record: NDArray[Any]) -> None:
        """Set up `position`, a Position or AppPosition, in a record of shape (1,).

        Raises:
            PositionError: the position is not legal; the record is unchanged.
        """
        place_app(position, self.edition, self.tables, record)

    def chance(self, record: Any) -> str | None:
        """What chance decided after the last action in a record (), as text; None if it decided nothing.

        It is "meeting_point 108" or "meeting_point none"; "offer none", or the kinds that are offered, such as "offer scan";
        "scan 7" for the distance from the mast that was drawn.
        """
        drawn, number = int(record["drawn"]), int(record["round"])
        if drawn == 0:
            return None
        if drawn == DRAW_POINT:
            slot = int(self.tables["point_slot"][0][number]) - 1
            return f"meeting_point {int(record['point'][slot]) or 'none'}"
        if drawn == DRAW_MAST:
            return f"scan {int(record['answer'][number])}"
        offered = [kind for i, kind in enumerate(INVESTIGATIONS) if int(record["offered"]) >> i & 1]
        return " ".join(("offer", *(offered or ["none"])))

    def set_chance(self, text: str, record: NDArray[Any]) -> None:
        """Put another outcome in place of what chance decided after the last action in a record of shape (1,).

        Raises:
            PositionError: chance decided nothing, or this cannot come; the record is unchanged.
        """
        found = {self.chance(other[0]): other[0] for other in self._others(record)}
        if not found:
            raise PositionError(f"{text!r}: the last action left nothing to chance. Nothing was changed.")
        if text not in found:
            raise PositionError(f"{one_of('outcome', text, found)}. Nothing was changed.")
        record[0] = found[text]

    def _others(self, record: NDArray[Any]) -> Iterator[NDArray[Any]]:
        """The record after every outcome that chance may have come to after the last action."""
        before = record.copy()
        self.chance_loops.undraw(before, self.tables, _ROW)
        values, weights = np.zeros(_MOST_OUTCOMES, np.int64), np.zeros(_MOST_OUTCOMES)
        for i in range(self.chance_loops.outcomes(before, self.tables, 0, values, weights)):
            after = before.copy()
            self.chance_loops.resolve(after, self.tables, _ROW, values[i : i + 1])
            yield after
