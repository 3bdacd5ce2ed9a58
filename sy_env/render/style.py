"""Colours, pawn shapes and the few SVG words that every drawing here is made of."""

from html import escape
from math import cos, pi, sin

FONT = "Aileron, 'Helvetica Neue', Helvetica, Arial, sans-serif"

PAPER = "#f6f2e7"
INK = "#1b2433"
PANEL = "#1e2838"
PANEL_RAISED = "#2b374b"
PANEL_TEXT = "#f2f0ea"
PANEL_DIM = "#9aa7ba"
HALO = "#8a4fd0"  # stations where Mister X can be
TRACE = "#f0408a"  # the last move
POINT = "#2f8f2f"  # meeting points
GLOW = "#ffd166"  # whose turn, reveal marks

# Colours of transports and of tickets; "ink" is readable on them.
MODES = {"taxi": "#e0a106", "bus": "#1f9d8b", "underground": "#d1394a", "ferry": "#34506e"}
TICKETS = {**MODES, "black": "#0b0f17", "double": "#5b6b84", "pass": "#5b6b84", "helicopter": "#7d4e9e", "start": "#5b6b84"}
TICKET_INK = {"taxi": INK}

MRX = "#11151d"
# Seats 1 to 5: to be told apart with the common kinds of colour blindness, and each has a shape of its own.
PURSUERS = ("#0068a8", "#d4500a", "#6a3d9a", "#00785a", "#b8407e")
SHAPES = ("star", "circle", "square", "triangle", "diamond", "hexagon")


def seat_colour(seat: int) -> str:
    """Colour of a piece: black for Mister X, then one for each pursuer."""
    return MRX if seat == 0 else PURSUERS[(seat - 1) % len(PURSUERS)]


def tag(name: str, body: str | None = None, /, **attributes: object) -> str:
    """One SVG element.

    ``stroke_width=2`` becomes ``stroke-width="2"``; floats keep two decimals; None is left out.
    """
    given = ((key.replace("_", "-"), value) for key, value in attributes.items() if value is not None)
    words = "".join(f' {key}="{_value(value)}"' for key, value in given)
    return f"<{name}{words}/>" if body is None else f"<{name}{words}>{body}</{name}>"


def text(x: float, y: float, words: object, size: float, fill: str, anchor: str = "middle", bold: bool = False) -> str:
    """Text whose capitals are centred on height ``y``."""
    # An outline makes any font bold; the one that pixels are drawn with has a regular face alone.
    outline = {"stroke": fill, "stroke_width": 0.045 * size} if bold else {}
    look = {"font_size": size, "fill": fill, "text_anchor": anchor, **outline}
    return tag("text", escape(str(words)), x=x, y=y + 0.36 * size, **look)


def circle(x: float, y: float, radius: float, fill: str = "none", **more: object) -> str:
    """A disc, or a ring where it is given a stroke alone."""
    return tag("circle", cx=x, cy=y, r=radius, fill=fill, **more)


def rect(x: float, y: float, wide: float, high: float, fill: str, radius: float = 0.0, **more: object) -> str:
    """A rectangle, its corners rounded."""
    return tag("rect", x=x, y=y, width=wide, height=high, rx=radius, fill=fill, **more)


def shape(seat: int, x: float, y: float, radius: float, fill: str, **more: object) -> str:
    """The outline of a seat's pawn, of about the same area for every seat."""
    kind = SHAPES[seat % len(SHAPES)]
    if kind == "circle":
        return circle(x, y, radius, fill, **more)
    if kind == "square":
        side = 1.8 * radius
        return rect(x - side / 2, y - side / 2, side, side, fill, 0.25 * radius, **more)
    return tag("polygon", points=_corners(kind, x, y, radius), fill=fill, stroke_linejoin="round", **more)


def number_size(seat: int) -> float:
    """Text size in pawn radii with which three digits fit into a seat's shape."""
    return 0.7 if SHAPES[seat % len(SHAPES)] == "triangle" else 0.8


def _corners(kind: str, x: float, y: float, radius: float) -> str:
    if kind == "star":  # eight points, shallow: room for a number
        spokes = [(radius * (1.24 if i % 2 else 1.0), pi * i / 8 + pi / 8) for i in range(16)]
    elif kind == "triangle":
        spokes = [(1.42 * radius, pi * (2 * i / 3 - 0.5)) for i in range(3)]
        y += 0.18 * radius
    elif kind == "diamond":
        spokes = [(1.26 * radius, pi * i / 2) for i in range(4)]
    else:
        spokes = [(1.12 * radius, pi * i / 3) for i in range(6)]
    return " ".join(f"{x + r * cos(turn):.1f},{y + r * sin(turn):.1f}" for r, turn in spokes)


def _value(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else escape(str(value))
