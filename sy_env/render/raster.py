"""SVG to pixels: resvg draws, Pillow decodes; both come with ``pip install "sy_env[render]"``."""

from __future__ import annotations

import atexit
import os
import tempfile
from functools import lru_cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sy_env.render.scene import Scene
from sy_env.render.svg import document, play_layer, still_layer

if TYPE_CHECKING:
    from PIL.Image import Image


def rgb_array(svg_text: str, width: int) -> NDArray[np.uint8]:
    """Pixels (height, width, 3) of an SVG document; parts that it leaves transparent come out black."""
    return np.array(_rasterise(svg_text, width).convert("RGB"))


def frame(scene: Scene, width: int = 800) -> NDArray[np.uint8]:
    """Pixels (3/5 width, width, 3) of a scene: the picture of :func:`~sy_env.render.svg.svg`, made faster.

    What stays the same for a whole game is drawn once; pawns, tickets and log are drawn for every frame.
    """
    still = _still_pixels(still_layer(scene), width)
    play = _rasterise(document(play_layer(scene), width), width)
    return np.array(extra("PIL.Image").alpha_composite(still, play).convert("RGB"))


def extra(module: str) -> Any:
    """An optional module of the extra ``render``, imported on first use.

    Raises:
        ImportError: naming the extra, when the module is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(f'drawing pixels needs {module}: pip install "sy_env[render]"') from error


@lru_cache(maxsize=4)
def _still_pixels(layer: str, width: int) -> Image:
    return _rasterise(document(layer, width), width)


def _rasterise(svg_text: str, width: int) -> Image:
    """The drawing as an RGBA image."""
    png = extra("resvg_py").svg_to_bytes(svg_string=svg_text, width=width, **_fonts())
    image: Image = extra("PIL.Image").open(BytesIO(png)).convert("RGBA")
    return image


@lru_cache(maxsize=1)
def _fonts() -> dict[str, Any]:
    """Tell resvg to use Pillow's built-in font alone.

    resvg brings no font and draws no text where the system has none. Pillow carries one: with it every
    machine draws the same pixels, and no time goes into looking for fonts.
    """
    font = extra("PIL.ImageFont").load_default(12)
    outlines = getattr(font, "path", None)
    if not isinstance(outlines, BytesIO):
        return {}  # a Pillow without FreeType has none to offer: fall back to the system's fonts
    with tempfile.NamedTemporaryFile(prefix="sy_env_", suffix=".ttf", delete=False) as file:
        file.write(outlines.getvalue())
    atexit.register(_remove, file.name, os.getpid())
    names = dict.fromkeys(("font_family", "serif_family", "sans_serif_family"), font.getname()[0])
    return {"skip_system_fonts": True, "font_files": [file.name], **names}


def _remove(path: str, owner: int) -> None:
    """Delete a file when its process ends, not when a fork of it does."""
    if os.getpid() == owner:
        Path(path).unlink(missing_ok=True)
