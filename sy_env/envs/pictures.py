"""What the Gymnasium doors show of a game: only what the learner may see."""

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray

from sy_env.engine import Array, Game
from sy_env.errors import one_of
from sy_env.render import Window, ansi, frame

RENDER_MODES = ("human", "rgb_array", "ansi")
RENDER_FPS = 4


class Painter:
    """Draws games from one point of view in one render mode."""

    def __init__(self, game: Game, viewpoint: str, render_mode: str | None) -> None:
        """A painter of `game`.

        Raises:
            ValueError: unknown render mode.
        """
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(one_of("render_mode", render_mode, RENDER_MODES) + ".")
        self.render_mode = render_mode
        self._game = game
        self._viewpoint: str = viewpoint
        self._window: Window | None = None

    def paint(self, record: Array) -> str | NDArray[np.uint8] | None:
        """The record, shape (): text for "ansi", pixels uint8 (height, width, 3) for "rgb_array", in a window for "human"."""
        if self.render_mode is None:
            logger.warn('render() shows nothing without a render mode; give render_mode="ansi", for example.')
            return None
        scene = self._game.scene(record, self._viewpoint)
        if self.render_mode == "ansi":
            return ansi(scene)
        if self.render_mode == "rgb_array":
            return frame(scene)
        if self._window is None:
            self._window = Window(f"sy_env {self._game.edition.name}", RENDER_FPS)
        self._window.show(frame(scene))
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None
