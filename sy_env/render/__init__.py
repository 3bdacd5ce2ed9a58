"""Pictures of a position: SVG, pixels, terminal text, a window.

All of them draw a :class:`Scene`, which holds no more than its viewer may know. SVG and text need numpy
alone; pixels and the window need ``pip install "sy_env[render]"``.
"""

from sy_env.render.ansi import ansi
from sy_env.render.raster import frame, rgb_array
from sy_env.render.scene import LogField, Pawn, Scene
from sy_env.render.svg import svg
from sy_env.render.window import Window

__all__ = ["LogField", "Pawn", "Scene", "Window", "ansi", "frame", "rgb_array", "svg"]
