"""Where stations and lines lie on the picture, in canvas units.

Stations keep the board's own positions; a board without positions is laid out from the hop distances.
Lines are quadratic curves: straight where nothing is in the way, else bent round the stations they pass
and away from other lines of the same pair, so that every line can be seen.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sy_env.boards.board import UNREACHABLE, Board
from sy_env.boards.checks import TRANSPORTS, Line
from sy_env.boards.tile_board import TileBoard

Points = NDArray[np.float64]

WIDTH, HEIGHT = 1200.0, 720.0  # the canvas; every picture has this shape
BOARD = (0.0, 0.0, 912.0, 696.0)  # left, top, right, bottom of the part that holds the board
MARGIN = 40.0  # between the outermost stations and the edge
MIN_RADIUS, MAX_RADIUS = 4.0, 24.0  # of a station disc


@dataclass(frozen=True)
class Curve:
    """One line as a quadratic Bezier curve between two stations."""

    a: int
    b: int
    transport: str
    control: tuple[float, float]


@dataclass(frozen=True, eq=False)  # compared and hashed as the one object that `chart` keeps
class Chart:
    """A board on the canvas."""

    points: Points  # (n+1, 2) centres of the stations, row 0 unused
    radius: float  # of a station disc
    curves: tuple[Curve, ...]  # in the order of the board's lines
    modes: tuple[tuple[str, ...], ...]  # transports that stop at a station, none where there is no such station
    ground: str = ""  # SVG elements that lie under the lines
    signs: str = ""  # and those that stand on them

    def path(self, curve: Curve) -> str:
        """A line as SVG path data."""
        return self._path(curve.a, curve.b, curve.control)

    def way(self, a: int, b: int) -> str:
        """Path data from ``a`` to ``b`` along the first line of the pair, straight when there is none."""
        between = (curve.control for curve in self.curves if {curve.a, curve.b} == {a, b})
        return self._path(a, b, next(between, tuple((self.points[a] + self.points[b]) / 2)))

    def _path(self, a: int, b: int, control: tuple[float, float]) -> str:
        (ax, ay), (bx, by), (cx, cy) = self.points[a], self.points[b], control
        return f"M{ax:.1f} {ay:.1f}Q{cx:.1f} {cy:.1f} {bx:.1f} {by:.1f}"


@lru_cache(maxsize=16)
def chart(board: Board | TileBoard) -> Chart:
    """The board on the canvas, computed once for equal boards."""
    if isinstance(board, TileBoard):
        from sy_env.render.tiles import tile_chart  # which is made of what is defined here

        return tile_chart(board)
    drawn = stress_layout(board) if board.positions is None else board.positions[1:] * (board.aspect, 1.0)
    points = _fit(drawn)
    nearest = np.sort(_distances(points, points), axis=1)[:, 1]
    radius = min(max(0.3 * float(np.median(nearest)), MIN_RADIUS), MAX_RADIUS)
    rows = np.vstack([np.zeros((1, 2)), _apart(points, 2.2 * radius)])
    return Chart(rows, radius, _curves(rows, radius, board.lines), board.modes)


def _fit(raw: Points) -> Points:
    """Scale and centre points in the board's part of the canvas, proportions kept."""
    left, top, right, bottom = BOARD
    low, high = raw.min(0), raw.max(0)
    room = np.array([right - left, bottom - top]) - 2 * MARGIN
    scale = float(np.min(room / np.maximum(high - low, 1e-9)))
    middle = np.array([left + right, top + bottom]) / 2
    return np.asarray(middle + scale * (raw - (low + high) / 2))


def _apart(points: Points, gap: float) -> Points:
    """Push neighbours apart a little, so that no two discs overlap."""
    points = points + 0.01 * _circle(len(points))  # stations on one point need a direction to part in
    for _ in range(40):
        offset = points[:, None, :] - points[None, :, :]
        distance = np.maximum(np.sqrt((offset**2).sum(-1)), 1e-9)
        push = np.maximum(gap - distance, 0.0) * (1 - np.eye(len(points)))
        if not push.any():
            break
        points = points + 0.5 * ((push / distance)[:, :, None] * offset).sum(1)
    return points


def stress_layout(board: Board, sweeps: int = 200) -> Points:
    """Stations (n, 2) placed so that straight distances come near to hop distances.

    Classical scaling gives the start, stress majorisation the rest; no randomness. The long side lies across.
    """
    n = board.num_stations
    hops = board.distances(TRANSPORTS)[1:, 1:].astype(float)
    # Stations that are not connected lie a little farther apart than any that are.
    hops = np.minimum(hops, hops[hops < UNREACHABLE].max() + 1)
    # A trace of the circle pulls apart stations that scaling alone puts on one point.
    points = _classical_scaling(hops) + 0.1 * _circle(n)
    weights = 1.0 / np.where(hops > 0, hops, np.inf) ** 2
    laplacian = np.diag(weights.sum(1)) - weights
    inverse = np.linalg.pinv(laplacian)
    for _ in range(sweeps):
        pull = weights * hops / np.maximum(_distances(points, points), 1e-9)
        points = inverse @ ((np.diag(pull.sum(1)) - pull) @ points)
    axes = np.linalg.svd(points - points.mean(0), full_matrices=False)[2]
    turned = points @ axes.T
    # Signs of the axes are arbitrary: station 1 goes to the upper left.
    return np.asarray(turned * np.where(turned[0] > 0, -1.0, 1.0))


def _circle(n: int) -> Points:
    angle = 2 * np.pi * np.arange(n) / n
    return np.column_stack([np.cos(angle), np.sin(angle)])


def _classical_scaling(hops: Points) -> Points:
    n = len(hops)
    centring = np.eye(n) - 1.0 / n
    values, vectors = np.linalg.eigh(-0.5 * centring @ hops**2 @ centring)
    top = np.argsort(values)[::-1][:2]
    return np.asarray(vectors[:, top] * np.sqrt(np.maximum(values[top], 0)))


def _curves(points: Points, radius: float, lines: tuple[Line, ...]) -> tuple[Curve, ...]:
    """One curve a line, in the order of ``lines``; each keeps clear of those before it."""
    taken: defaultdict[tuple[int, int], list[Points]] = defaultdict(list)  # control points by pair
    leaving: defaultdict[tuple[int, str], list[Points]] = defaultdict(list)  # directions by station, transport
    curves = []
    for a, b, transport in lines:
        others = np.delete(points, [0, a, b], axis=0)
        ways = leaving[a, transport], leaving[b, transport]
        control = _best_control((points[a], points[b]), radius, others, taken[a, b], ways)
        taken[a, b].append(control)
        for way, end in zip(ways, (a, b), strict=True):
            way.append(_unit(control - points[end]))
        curves.append(Curve(a, b, transport, (float(control[0]), float(control[1]))))
    return tuple(curves)


def _best_control(
    ends: tuple[Points, Points],
    radius: float,
    others: Points,
    taken: list[Points],
    ways: tuple[list[Points], list[Points]],
) -> Points:
    """The control point that costs least.

    The cost weighs the bend against touching ``others``, the other stations; against control points ``taken``
    by lines of the same pair; and against leaving an end the same ``ways`` as others of this transport.
    """
    start, end = ends
    along = end - start
    length = float(np.hypot(*along))
    normal = _unit(np.array([-along[1], along[0]]))
    reach = min(max(0.45 * length, 3 * radius), 11 * radius)
    t = np.linspace(0.04, 0.96, max(9, int(length / radius)))[:, None]
    others = others[(_distances(start + t * along, others) < 0.5 * reach + 1.5 * radius).any(0)]
    best, least = start + 0.5 * along, np.inf
    for bend in np.arange(0.0, reach, 0.4 * radius):
        longer = 0.4 * bend / radius
        if longer >= least:
            break  # wider bends cost more still
        sides, slides = np.array([(s, f) for s in (bend, -bend) for f in (0.5, 0.35, 0.65)]).T[:, :, None]
        controls = start + slides * along + sides * normal
        curves = (1 - t) ** 2 * start + 2 * t * (1 - t) * controls[:, None, :] + t**2 * end
        gaps = _distances(curves.reshape(-1, 2), others).min(1, initial=np.inf).reshape(len(controls), -1)
        # Weights were found by eye on the London board; lengths count in disc radii.
        cost = longer + 9.0 * (np.maximum(1.3 - gaps / radius, 0.0) ** 2).sum(1)
        for other in taken:
            cost += 9.0 * np.maximum(1.0 - np.abs((controls - other) @ normal) / radius, 0.0)
        for station, directions in zip(ends, ways, strict=True):
            for way in directions:
                cost += 90.0 * np.maximum(_unit(controls - station) @ way - 0.96, 0.0)
        if cost.min() < least:
            best, least = controls[cost.argmin()], float(cost.min())
    return np.asarray(best)


def _unit(vectors: Points) -> Points:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9))


def _distances(first: Points, second: Points) -> Points:
    return np.asarray(np.hypot(*(first[:, None, :] - second[None, :, :]).transpose(2, 0, 1)))
