import numpy as np
import pytest

from sy_env.render import Window

pygame = pytest.importorskip("pygame")


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def picture(width: int = 50) -> np.ndarray:
    pixels = np.zeros((30, width, 3), np.uint8)
    pixels[10, 40] = 200, 100, 50
    return pixels


def test_shows_the_pixels_that_it_is_given() -> None:
    window = Window(render_fps=0)
    window.show(picture())
    surface = pygame.display.get_surface()
    assert surface.get_size() == (50, 30)
    assert surface.get_at((40, 10))[:3] == (200, 100, 50)
    window.show(picture(60))
    assert pygame.display.get_surface().get_size() == (60, 30)
    window.close()


def test_the_user_may_close_it_and_the_program_goes_on() -> None:
    window = Window(render_fps=0)
    window.show(picture())
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.show(picture())
    assert not window.is_open
    window.show(picture())
    assert not pygame.display.get_init()


def test_closing_twice_or_before_the_first_frame_is_no_error() -> None:
    never_opened = Window()
    never_opened.close()
    window = Window()
    window.show(picture())
    window.close()
    window.close()
