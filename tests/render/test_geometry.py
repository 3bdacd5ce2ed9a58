from itertools import combinations

import numpy as np
import pytest

from sy_env.boards.board import Board
from sy_env.render.geometry import BOARD, chart, stress_layout


def hexagon() -> Board:
    return Board.from_lines([(i, i % 6 + 1, "taxi") for i in range(1, 7)])


def distances(points: np.ndarray) -> np.ndarray:
    return np.asarray([np.hypot(*(a - b)) for a, b in combinations(points, 2)])


@pytest.mark.parametrize("board", [Board.load("london"), Board.load("glasses"), hexagon()], ids=lambda b: b.name)
def test_discs_lie_apart_and_inside_the_board(board: Board) -> None:
    drawn = chart(board)
    points = drawn.points[1:]
    assert distances(points).min() >= 2 * drawn.radius
    assert (points - drawn.radius >= BOARD[:2]).all()
    assert (points + drawn.radius <= BOARD[2:]).all()


def test_stations_stay_where_the_board_has_them() -> None:
    board = Board.load("london")
    assert board.positions is not None
    points = chart(board).points[1:]
    measured = board.positions[1:] * (board.aspect, 1.0)
    scale = np.ptp(points[:, 0]) / np.ptp(measured[:, 0])
    off = points - points.mean(0) - scale * (measured - measured.mean(0))
    assert np.hypot(*off.T).max() < chart(board).radius  # neighbours are pushed apart by no more than this


def test_lines_between_the_same_two_stations_are_apart() -> None:
    drawn = chart(Board.load("london"))
    pairs = [(f, g) for f, g in combinations(drawn.curves, 2) if {f.a, f.b} == {g.a, g.b}]
    assert len(pairs) > 20
    for first, second in pairs:
        apart = np.hypot(*(np.array(first.control) - second.control)) / 2  # half-way along the line
        assert apart >= 0.4 * drawn.radius


def test_no_line_runs_across_the_number_of_a_foreign_station() -> None:
    drawn = chart(Board.load("london"))
    t = np.linspace(0, 1, 60)[:, None]
    for curve in drawn.curves:
        a, b, control = drawn.points[curve.a], drawn.points[curve.b], np.array(curve.control)
        way = (1 - t) ** 2 * a + 2 * t * (1 - t) * control + t**2 * b
        others = np.delete(drawn.points, [0, curve.a, curve.b], axis=0)
        assert np.hypot(*(way[:, None] - others[None]).transpose(2, 0, 1)).min() > 0.7 * drawn.radius, curve


def test_a_board_without_positions_is_laid_out_the_same_every_time() -> None:
    points = stress_layout(hexagon())
    np.testing.assert_array_equal(points, stress_layout(hexagon()))
    sides = np.hypot(*(points - np.roll(points, -1, axis=0)).T)
    np.testing.assert_allclose(sides, sides.mean(), rtol=0.02)


@pytest.mark.parametrize(
    "lines",
    [
        [(1, 2)],
        [(1, 2), (3, 4)],
        [(1, i) for i in range(2, 12)],
        [(i, j) for i in range(1, 8) for j in range(i + 1, 8)],
    ],
    ids=["pair", "not connected", "star", "complete"],
)
def test_every_graph_gets_a_readable_layout(lines: list[tuple[int, int]]) -> None:
    drawn = chart(Board.from_lines([(a, b, "taxi") for a, b in lines]))
    assert np.isfinite(drawn.points).all()
    assert distances(drawn.points[1:]).min() >= 2 * drawn.radius


def test_stations_on_one_point_are_drawn_apart() -> None:
    board = Board.from_lines([(1, 2, "taxi"), (2, 3, "taxi")], coordinates=[(0.5, 0.5), (0.5, 0.5), (0.9, 0.5)])
    drawn = chart(board)
    assert distances(drawn.points[1:]).min() >= 1.9 * drawn.radius
