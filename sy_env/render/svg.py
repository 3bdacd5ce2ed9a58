"""A position as an SVG picture: the board with its pawns on the left, the side panel on the right.

The picture is two layers, so that only the second is drawn anew for every move: :func:`still_layer`, which
stays the same for a whole game, and :func:`play_layer`. All drawing is our own; no artwork of the printed
game is used.
"""

from collections import defaultdict
from functools import lru_cache
from itertools import pairwise
from math import tau

from sy_env.render import style
from sy_env.render.geometry import HEIGHT, WIDTH, Chart, chart
from sy_env.render.panel import panel, panel_layer, pawn_mark
from sy_env.render.scene import Scene
from sy_env.render.style import circle, rect, tag, text

# How a line is drawn: strokes over each other as (colour, width, dash and gap), in units of 1/9 disc radius.
STROKES: dict[str, tuple[tuple[str, float, tuple[float, ...]], ...]] = {
    "underground": ((style.MODES["underground"], 4.4, ()), ("#ffffff", 1.3, (5.0, 6.0))),
    "bus": ((style.MODES["bus"], 2.8, ()),),
    "taxi": ((style.MODES["taxi"], 1.8, ()),),
    "ferry": ((style.MODES["ferry"], 3.0, (0.1, 6.0)),),
}


def svg(scene: Scene, width: int = 1200) -> str:
    """The scene as a stand-alone SVG document, ``width`` pixels wide and 3/5 as high."""
    return document(still_layer(scene) + play_layer(scene), width)


def document(body: str, width: int) -> str:
    """Canvas elements wrapped into an SVG document ``width`` pixels wide."""
    return tag(
        "svg",
        body,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=round(width * HEIGHT / WIDTH),
        viewBox=f"0 0 {WIDTH:.0f} {HEIGHT:.0f}",
        font_family=style.FONT,
    )


def still_layer(scene: Scene) -> str:
    """All that does not change while a game is played: paper, lines, stations, legend, the panel's frame."""
    return _board(chart(scene.board)) + panel_layer(scene)


@lru_cache(maxsize=16)
def _board(drawn: Chart) -> str:
    parts = [rect(0, 0, WIDTH, HEIGHT, style.PAPER), drawn.ground]
    for transport in STROKES:  # thin lines on top of thick ones
        path = "".join(drawn.path(curve) for curve in drawn.curves if curve.transport == transport)
        parts.append(_line(path, transport, drawn.radius / 9))
    parts.append(drawn.signs)
    parts += [_station(drawn, station) for station, modes in enumerate(drawn.modes) if modes]
    return "".join(parts) + _legend(set().union(*drawn.modes))


def _line(path: str, transport: str, unit: float) -> str:
    parts = []
    for colour, width, gaps in STROKES[transport]:
        dash = " ".join(f"{gap * unit:.2f}" for gap in gaps) or None
        look = {"stroke": colour, "stroke_width": width * unit, "stroke_dasharray": dash}
        parts.append(tag("path", d=path, fill="none", stroke_linecap="round", **look))
    return "".join(parts) if path else ""


def _station(drawn: Chart, station: int) -> str:
    """A white disc with its number; the ring is shared evenly by the transports that stop here."""
    x, y = map(float, drawn.points[station])
    radius, ring = drawn.radius, 0.85 * drawn.radius
    share = tau * ring / len(drawn.modes[station])
    parts = [circle(x, y, radius, style.INK)]
    for i, transport in enumerate(drawn.modes[station]):
        arc = {
            "stroke_dasharray": f"{share:.2f} {tau * ring - share:.2f}",
            "transform": f"rotate({360 * i / len(drawn.modes[station]) - 90:.0f} {x:.2f} {y:.2f})",
        }
        parts.append(circle(x, y, ring, stroke=style.MODES[transport], stroke_width=0.22 * radius, **arc))
    parts.append(circle(x, y, 0.76 * radius, "#ffffff"))
    return "".join(parts) + text(x, y, station, 0.84 * radius, style.INK, bold=True)


def _legend(transports: set[str]) -> str:
    """One sample of each kind of line on this board, of a possible station and of the last move."""
    y, x, parts = HEIGHT - 16, 30.0, []
    for transport in (name for name in style.MODES if name in transports):
        parts.append(_line(f"M{x} {y}h34", transport, 1.0))
        parts.append(text(x + 42, y, transport, 11, style.INK, "start"))
        x += 66 + 6.2 * len(transport)
    parts.append(circle(x + 8, y, 6.5, stroke=style.HALO, stroke_width=4, stroke_opacity=0.5))
    parts.append(text(x + 22, y, "Mister X may be here", 11, style.INK, "start"))
    x += 156
    parts.append(tag("path", d=f"M{x} {y}h34", stroke=style.TRACE, stroke_width=8, stroke_opacity=0.5))
    parts.append(text(x + 42, y, "last move", 11, style.INK, "start"))
    return "".join(parts)


def play_layer(scene: Scene) -> str:
    """What a move changes: possible stations, last move, pawns and panel; transparent elsewhere."""
    drawn = chart(scene.board)
    marks = _halos(scene, drawn) + _last_move(scene, drawn) + _route(scene, drawn)
    board = marks + _meeting_points(scene, drawn) + _pawns(scene, drawn)
    return board + panel(scene)


def _halos(scene: Scene, drawn: Chart) -> str:
    rings = []
    for station in sorted(scene.possible or ()):
        x, y = map(float, drawn.points[station])
        rings.append(circle(x, y, 1.3 * drawn.radius))
    return tag("g", "".join(rings), stroke=style.HALO, stroke_width=0.62 * drawn.radius, stroke_opacity=0.5)


def _last_move(scene: Scene, drawn: Chart) -> str:
    """A broad stroke along the line; the station that was left stays readable on top of it."""
    if scene.last_move is None:
        return ""
    origin = scene.last_move[0]
    x, y = map(float, drawn.points[origin])
    way = tag("path", d=drawn.way(*scene.last_move), fill="none", stroke_width=0.75 * drawn.radius)
    ring = circle(x, y, 1.15 * drawn.radius, stroke_width=0.34 * drawn.radius)
    return tag("g", way + ring, stroke=style.TRACE, stroke_opacity=0.5) + _station(drawn, origin)


def _route(scene: Scene, drawn: Chart) -> str:
    """Mister X's whole way as a dark line; the stations he was on turn dark."""
    if not scene.route:
        return ""
    path = "".join(drawn.way(a, b) for a, b in pairwise(scene.route) if a != b)
    look = {"d": path, "fill": "none", "stroke_linecap": "round"}
    parts = [
        tag("path", stroke="#ffffff", stroke_width=0.8 * drawn.radius, stroke_opacity=0.7, **look),
        tag("path", stroke=style.MRX, stroke_width=0.36 * drawn.radius, **look),
    ]
    for station in sorted(set(scene.route)):
        x, y = map(float, drawn.points[station])
        parts.append(circle(x, y, drawn.radius, style.MRX, stroke="#ffffff", stroke_width=1))
        parts.append(text(x, y, station, 0.84 * drawn.radius, "#ffffff", bold=True))
    return "".join(parts)


def _meeting_points(scene: Scene, drawn: Chart) -> str:
    """A square round each: broken once Mister X has reached it."""
    squares, side = [], 3.2 * drawn.radius
    for station in sorted(scene.points | scene.reached):
        x, y = map(float, drawn.points[station])
        gaps = {"stroke_dasharray": f"{side / 5:.2f}"} if station in scene.reached else {}
        squares.append(rect(x - side / 2, y - side / 2, side, side, "none", 0.3 * drawn.radius, **gaps))
    return tag("g", "".join(squares), stroke=style.POINT, stroke_width=0.5 * drawn.radius) if squares else ""


def _pawns(scene: Scene, drawn: Chart) -> str:
    """Every pawn whose station is known; those that share a station stand side by side."""
    standing: defaultdict[int, list[int]] = defaultdict(list)
    for seat, pawn in enumerate(scene.pawns):
        if pawn.station is not None:
            standing[pawn.station].append(seat)
    parts, radius = [], 1.35 * drawn.radius
    for station, seats in standing.items():
        x, y = map(float, drawn.points[station])
        for i, seat in enumerate(seats):
            shift = 1.7 * radius * (i - (len(seats) - 1) / 2)
            parts.append(pawn_mark(seat, scene.pawns[seat], x + shift, y, radius))
    return "".join(parts)
