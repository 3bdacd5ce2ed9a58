"""A board of Hunting Mister X on the canvas: tiles, the roads on them, and their signs."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from sy_env.boards.tile_board import TileBoard
from sy_env.boards.tiles import INNER, MOST_SPACES, POSITIONS, STEPS, STUBS, Exits
from sy_env.render.geometry import BOARD, MARGIN, Chart, Curve, Points
from sy_env.render.style import INK, MODES, circle, rect, tag, text

STANDARD, EXPERT = "#fbf8ef", "#efe6d2"  # paper of the sides
EXITS: Exits = INNER | STUBS


def tile_chart(board: TileBoard) -> Chart:
    """The board on the canvas; rows of numbers that it does not have are unused."""
    columns, rows = 2 * len(board.layout[0]), 2 * len(board.layout)
    left, top, right, bottom = BOARD
    cell = min((right - left - 2 * MARGIN) / columns, (bottom - top - 2 * MARGIN) / rows)
    corner = np.array([(left + right - columns * cell) / 2, (top + bottom - rows * cell) / 2 - MARGIN / 4])
    points = np.zeros((MOST_SPACES + 1, 2))
    for number, place in board.points.items():
        points[number] = corner + cell * (np.array(place) + 0.5)
    ground = "".join(_tile(board, letter, corner + 2 * cell * np.array(place), 2 * cell) for letter, place in _tiles(board))
    signs = "".join(_signs(board, letter, points, cell) for letter, _ in _tiles(board))
    return Chart(points, 0.19 * cell, tuple(_curves(board, points)), board.modes, ground, signs)


def _tiles(board: TileBoard) -> Iterator[tuple[str, tuple[int, int]]]:
    """Letters of the tiles with their columns and rows."""
    for row, letters in enumerate(board.layout):
        for column, letter in enumerate(letters):
            yield letter, (column, row)


def _tile(board: TileBoard, letter: str, corner: Points, size: float) -> str:
    """A square with its letter in a circle, dark on the standard side, light on the expert side."""
    x, y = map(float, corner)
    turned = letter in board.flipped
    sheet = rect(x + 2, y + 2, size - 4, size - 4, EXPERT if turned else STANDARD, 8, stroke=INK, stroke_opacity=0.25)
    disc = circle(x + 16, y + 16, 9, "#ffffff" if turned else INK, stroke=INK)
    return sheet + disc + text(x + 16, y + 16, letter, 11, INK if turned else "#ffffff", bold=True)


def _curves(board: TileBoard, points: Points) -> Iterator[Curve]:
    """Straight lines along every road that somebody can use: for taxis, and for buses where a ride passes."""
    at = {place: number for number, place in board.points.items()}
    lines = {(min(a, b), max(a, b), "taxi") for a in at.values() for b in board.targets("taxi", a)}
    for a in at.values():
        for b in board.targets("bus", a):
            way = [at[place] for place in _between(board.points[a], board.points[b])]
            lines |= {(min(pair), max(pair), "bus") for pair in pairwise(way)}
    for a, b, transport in sorted(lines):
        x, y = map(float, (points[a] + points[b]) / 2)
        yield Curve(a, b, transport, (x, y))


def _between(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Columns and rows along a straight way, both ends with it."""
    length = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    step = ((end[0] - start[0]) // length, (end[1] - start[1]) // length)
    return ((start[0] + i * step[0], start[1] + i * step[1]) for i in range(length + 1))


def _signs(board: TileBoard, letter: str, points: Points, cell: float) -> str:
    """Arrows of the one-way streets and bars of the dead ends of a tile."""
    side = board.side(letter)
    parts = []
    for way in side.one_way:
        a, b = (points[side.numbers[POSITIONS.index(end)]] for end in way.split(">"))
        parts.append(_arrow((a + b) / 2, (b - a) / cell, 0.13 * cell))
    for road in side.dead_end:
        position, direction = EXITS[road]
        parts.append(_bar(points[side.numbers[position]], np.array(STEPS[direction], float), cell))
    return "".join(parts)


def _arrow(tip: Points, along: Points, size: float) -> str:
    across = np.array([-along[1], along[0]])
    corners = (tip + size * along, tip - size * along + size * across, tip - size * along - size * across)
    return tag("polygon", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in corners), fill=INK)


def _bar(start: Points, along: Points, cell: float) -> str:
    across = 0.11 * cell * np.array([-along[1], along[0]])
    end = start + 0.4 * cell * along
    (x, y), (u, v), (a, b), (c, d) = start, end, end - across, end + across
    road = tag("path", d=f"M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}", stroke=MODES["taxi"], stroke_width=0.045 * cell)
    return road + tag("path", d=f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}", stroke=INK, stroke_width=0.05 * cell)
