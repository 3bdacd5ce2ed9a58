"""A window that shows frames: pygame-ce, from the extra ``render``, imported when the first window opens."""

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sy_env.render.raster import extra


class Window:
    """Shows pictures at a steady pace; closing it never ends the program.

    After the user has closed the window, :meth:`show` does nothing and ``is_open`` is false.

    Args:
        title: of the window.
        render_fps: most frames a second; :meth:`show` waits where it is called more often. 0: no limit.

    Raises:
        ImportError: from the first :meth:`show`, naming the extra, when pygame-ce is not installed.
    """

    def __init__(self, title: str = "sy_env", render_fps: int = 4) -> None:
        self.title = title
        self.render_fps = render_fps
        self.is_open = True  # until the user or `close` closes it
        self._screen: Any = None  # opened by the first frame, which gives the size
        self._clock: Any = None

    def show(self, frame: NDArray[np.uint8]) -> None:
        """Show a frame (height, width, 3); a new size resizes the window."""
        if not self.is_open:
            return
        pygame = self._open((frame.shape[1], frame.shape[0]))
        self._screen.blit(pygame.surfarray.make_surface(frame.swapaxes(0, 1)), (0, 0))
        pygame.display.flip()
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
        elif self.render_fps:
            self._clock.tick(self.render_fps)

    def close(self) -> None:
        """Close the window; closing it again does nothing."""
        self.is_open = False
        if self._screen is not None:
            self._screen = None
            extra("pygame").display.quit()

    def _open(self, size: tuple[int, int]) -> Any:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        pygame = extra("pygame")
        if self._screen is None:
            pygame.display.init()
            pygame.display.set_caption(self.title)
            self._clock = pygame.time.Clock()
        if self._screen is None or self._screen.get_size() != size:
            self._screen = pygame.display.set_mode(size)
        return pygame
