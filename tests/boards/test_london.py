"""The London board against what is known of it, and the glasses against their drawing."""

from collections import Counter

import numpy as np
import pytest

from sy_env.boards import TRANSPORTS, Board

UNDERGROUND = {1, 13, 46, 67, 74, 79, 89, 93, 111, 128, 140, 153, 163, 185}


@pytest.fixture(scope="module")
def london() -> Board:
    return Board.load("london")


def neighbours(board: Board, station: int) -> dict[str, tuple[int, ...]]:
    """What leads from a station, transports without lines left out."""
    return {t: board.neighbours[t][station] for t in TRANSPORTS if board.neighbours[t][station]}


def test_lines_and_stations(london: Board) -> None:
    assert london.num_stations == 199
    assert len(london.lines) == 467
    assert Counter(t for _, _, t in london.lines) == {"taxi": 345, "bus": 99, "underground": 20, "ferry": 3}
    assert {(a, b) for a, b, t in london.lines if t == "ferry"} == {(108, 115), (115, 157), (157, 194)}
    assert all(a < b for a, b, _ in london.lines)
    assert list(london.lines) == sorted(london.lines)


def test_modes(london: Board) -> None:
    modes = london.modes[1:]
    assert all("taxi" in stops for stops in modes)
    assert sum(stops == ("taxi",) for stops in modes) == 135
    assert sum(stops == ("taxi", "bus") for stops in modes) == 46
    assert {s for s, stops in enumerate(london.modes) if "underground" in stops} == UNDERGROUND
    assert all(london.modes[s] == ("taxi", "bus", "underground") for s in UNDERGROUND)
    assert sum("bus" in stops for stops in modes) == 62
    assert london.modes[108] == london.modes[157] == ("taxi", "bus", "ferry")
    assert london.modes[115] == london.modes[194] == ("taxi", "ferry")


@pytest.mark.parametrize(
    ("station", "lines"),
    [
        (2, {"taxi": (10, 20)}),
        (104, {"taxi": (86, 116)}),
        (8, {"taxi": (1, 18, 19)}),
        (194, {"taxi": (192, 193, 195), "ferry": (157,)}),
        (115, {"taxi": (102, 114, 126, 127), "ferry": (108, 157)}),
        (157, {"taxi": (156, 158, 170), "bus": (133, 142, 156, 185), "ferry": (115, 194)}),
        (46, {"taxi": (33, 45, 47, 61), "bus": (1, 34, 58, 78), "underground": (1, 13, 74, 79)}),
        (13, {"taxi": (4, 23, 24), "bus": (14, 23, 52), "underground": (46, 67, 89)}),
        (1, {"taxi": (8, 9), "bus": (46, 58), "underground": (46,)}),
        (128, {"taxi": (142, 143, 160, 172, 188), "bus": (135, 142, 161, 187, 199), "underground": (89, 140, 185)}),
    ],
)
def test_neighbours(london: Board, station: int, lines: dict[str, tuple[int, ...]]) -> None:
    assert neighbours(london, station) == lines


def test_taxi_distances(london: Board) -> None:
    taxi = london.taxi_distances[1:, 1:].astype(int)
    farthest = taxi.max(1)
    assert farthest.max() == 20
    assert farthest.min() == 11
    assert set(np.flatnonzero(farthest == 11) + 1) == {82, 100}
    assert taxi[~np.eye(199, dtype=bool)].mean() == pytest.approx(8.43, abs=0.005)
    assert {len(ends) for ends in london.neighbours["taxi"][1:]} == set(range(2, 8))


def test_detective_distances(london: Board) -> None:
    hops = london.detective_distances[1:, 1:].astype(int)
    assert hops.max() == 10
    assert hops.max(1).min() == 5
    assert hops[~np.eye(199, dtype=bool)].mean() == pytest.approx(4.74, abs=0.005)


def test_masts_are_as_far_as_the_rules_say(london: Board) -> None:
    masts = [13, 184, 94, 108]
    assert london.taxi_distances[67, masts].tolist() == [4, 9, 9, 7]
    assert london.taxi_distances[1, masts].tolist() == [8, 15, 7, 16]


def test_variants_add_their_line_and_nothing_else(london: Board) -> None:
    both = Board.load("london", ("29-55", "13-14"))
    assert both.variants == ("13-14", "29-55")
    assert set(both.lines) - set(london.lines) == {(13, 14, "taxi"), (29, 55, "taxi")}
    assert len(both.lines) == 469
    assert Board.load("london", "13-14").variants == ("13-14",)
    assert Board.load("london", "13-14") != london


def test_positions(london: Board) -> None:
    assert london.positions is not None
    assert london.positions.shape == (200, 2)
    assert london.aspect == 1.334
    assert london.positions[1].tolist() == [0.12335, 0.0405]


def test_glasses() -> None:
    board = Board.load("glasses", require_connected="taxi")
    pairs = [(1, 2), (2, 3), (2, 4), (3, 5), (4, 5), (5, 6), (6, 7), (7, 8), (7, 9), (8, 10), (9, 10), (10, 11)]
    assert board.lines == tuple((a, b, "taxi") for a, b in pairs)
    assert board.num_stations == 11
    assert board.taxi_distances[1, 11] == 8
    assert board.positions is not None
    left, right = board.positions[1:6], board.positions[[11, 10, 8, 9, 7]]
    assert np.allclose(left * (-1, 1) + (1, 0), right)  # the drawing is symmetric
