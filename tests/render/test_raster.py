import sys

import numpy as np
import pytest

from sy_env.render import frame, rgb_array, svg

from .scenes import glasses, london, moved

pytest.importorskip("resvg_py")
pytest.importorskip("PIL")

ONE_WORD = """<svg xmlns="http://www.w3.org/2000/svg" width="60" height="36" viewBox="0 0 60 36">
<rect width="60" height="36" fill="#ffffff"/>
<text x="5" y="25" font-size="20" font-family="{}">127</text></svg>"""


def test_pixels_have_the_shape_of_the_canvas() -> None:
    pixels = rgb_array(svg(glasses()), 400)
    assert pixels.shape == (240, 400, 3)
    assert pixels.dtype == np.uint8
    assert pixels.flags.writeable


@pytest.mark.parametrize("width", [500, 800])
def test_a_frame_is_the_svg_picture(width: int) -> None:
    scene = london()
    difference = frame(scene, width).astype(int) - rgb_array(svg(scene), width)
    assert abs(difference).max() <= 3  # layers are rounded apart


def test_distinct_positions_give_distinct_pictures() -> None:
    scene = glasses()
    assert (frame(scene, 400) != frame(moved(scene, 1, 3), 400)).any()
    np.testing.assert_array_equal(frame(scene, 400), frame(scene, 400))


@pytest.mark.parametrize("family", ["Aileron", "no such font, sans-serif", "serif"])
def test_text_appears_whatever_fonts_the_system_has(family: str) -> None:
    assert (rgb_array(ONE_WORD.format(family), 60) < 100).any()


@pytest.mark.parametrize("module", ["resvg_py", "PIL.Image"])
def test_a_missing_module_is_named_with_its_extra(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=rf'needs {module}: pip install "sy_env\[render\]"'):
        rgb_array(svg(glasses()), 200)
