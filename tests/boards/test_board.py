"""Tables of a board, and boards that travel: files, pickle, words."""

import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sy_env.boards import MOST_STATIONS, TRANSPORTS, Board, BoardError
from sy_env.boards.checks import Line

SQUARE = ((1, 2, "taxi"), (2, 3, "taxi"), (3, 4, "taxi"), (1, 4, "ferry"), (1, 3, "bus"), (1, 3, "underground"))
few = settings(max_examples=40, deadline=None)
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any board: a chain that reaches every station, and more lines."""
    n = draw(st.integers(2, MOST_STATIONS))
    transport = st.sampled_from(TRANSPORTS)
    chain = {(s, s + 1, draw(transport)) for s in range(1, n)} if n < 20 else {(s, s + 1, "taxi") for s in range(1, n)}
    station = st.integers(1, n)
    more = draw(st.sets(st.tuples(station, station, transport), max_size=30))
    lines: set[Line] = chain | {(min(a, b), max(a, b), t) for a, b, t in more if a != b}
    fraction = st.floats(0, 1)
    points = tuple((draw(fraction), draw(fraction)) for _ in range(n)) if n < 20 and draw(st.booleans()) else None
    name = draw(st.sampled_from(["mine", "london", 'it "is", new']))
    return Board(name, n, tuple(lines), points, draw(st.floats(0.1, 10)), draw(st.sampled_from([(), ("1-2",)])))


def test_tables_of_a_small_board() -> None:
    board = Board.from_lines(SQUARE, "square", CORNERS, aspect=2)
    assert board.num_stations == 4
    assert board.neighbours["taxi"] == ((), (2,), (1, 3), (2, 4), (3,))
    assert board.neighbours["ferry"][1] == (4,)
    assert board.modes == ((), TRANSPORTS, ("taxi",), ("taxi", "bus", "underground"), ("taxi", "ferry"))
    assert board.positions is not None
    assert board.positions.tolist() == [[0.0, 0.0], *map(list, CORNERS)]
    assert board.aspect == 2.0


def test_bits_say_where_tickets_lead() -> None:
    board = Board.from_lines(SQUARE)
    row = [board.adjacency_bits(kind)[1, 0] for kind in range(4)]
    assert row == [1 << 2, 1 << 3, 1 << 3, 1 << 2 | 1 << 3 | 1 << 4]
    assert all(not board.adjacency_bits(kind)[0].any() for kind in range(4))


@few
@given(boards())
def test_bits_and_distances_agree_with_the_lines(board: Board) -> None:
    n = board.num_stations
    bits = np.stack([board.adjacency_bits(kind) for kind in range(4)])
    assert bits.shape == (4, 256, 4)
    assert bits.dtype == np.uint64
    flags = np.unpackbits(bits.view(np.uint8), axis=-1, bitorder="little")
    for kind, transports in enumerate((("taxi",), ("bus",), ("underground",), TRANSPORTS)):
        near = {(a, b) for a, b, t in board.lines if t in transports}
        assert {(a, b) for a, b in zip(*map(list, np.nonzero(flags[kind])), strict=True) if a < b} == near
        assert (flags[kind] == flags[kind].T).all()
        assert ((board.distances(transports)[1:, 1:] == 1) == flags[kind][1 : n + 1, 1 : n + 1]).all()


@few
@given(boards(), st.sampled_from(TRANSPORTS))
def test_distances_are_those_of_shortest_ways(board: Board, transport: str) -> None:
    hops = board.distances(transport)
    assert hops.shape == (board.num_stations + 1, board.num_stations + 1)
    assert hops.dtype == np.uint8
    assert (hops[0] == 255).all()
    assert (hops[:, 0] == 255).all()
    assert (np.diagonal(hops)[1:] == 0).all()
    assert (hops == hops.T).all()
    for start in (1, board.num_stations):
        frontier, distance, known = {start}, 0, set[int]()
        while frontier:
            assert set(np.flatnonzero(hops[start] == distance)) == frontier
            known |= frontier
            frontier = {end for s in frontier for end in board.neighbours[transport][s]} - known
            distance += 1


def test_the_longest_way_possible_has_a_number() -> None:
    chain = Board.from_lines([(s, s + 1, "taxi") for s in range(1, MOST_STATIONS)])
    assert chain.taxi_distances[1, MOST_STATIONS] == 254


def test_graph_view() -> None:
    board = Board.from_lines(SQUARE, coordinates=CORNERS)
    assert board.edge_index.dtype == np.int64
    assert board.edge_index.shape == (2, 12)
    ends = {(a + 1, b + 1, TRANSPORTS[t]) for (a, b), t in zip(board.edge_index.T, board.edge_types, strict=True)}
    assert ends == {*SQUARE, *((b, a, t) for a, b, t in SQUARE)}
    assert board.node_features.dtype == np.float32
    assert board.node_features.tolist()[3] == [1, 0, 0, 1, 0, 1]
    assert Board.from_lines(SQUARE).node_features[:, 4:].tolist() == [[0, 0]] * 4


def test_arrays_cannot_be_written() -> None:
    board = Board.load("glasses")
    arrays = [board.positions, board.adjacency_bits(0), board.taxi_distances, board.edge_index, board.edge_types]
    for array in [*arrays, board.node_features]:
        assert array is not None
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_order_and_direction_of_lines_do_not_matter() -> None:
    turned = [(b, a, t) for a, b, t in reversed(SQUARE)]
    assert Board.from_lines(turned) == Board.from_lines(SQUARE)
    assert hash(Board.from_lines(turned)) == hash(Board.from_lines(SQUARE))
    assert Board.from_lines(SQUARE, "other") != Board.from_lines(SQUARE)


@few
@given(boards())
def test_a_board_survives_pickle_and_json(board: Board) -> None:
    board.neighbours  # noqa: B018 - derived tables must not get in the way
    copies = [pickle.loads(pickle.dumps(board)), Board.from_dict(json.loads(json.dumps(board.to_dict())))]
    assert copies == [board, board]
    assert {hash(copy) for copy in copies} == {hash(board)}


@few
@given(boards())
def test_a_board_survives_its_files(tmp_path_factory: pytest.TempPathFactory, board: Board) -> None:
    folder = tmp_path_factory.mktemp("board") / "new" / "folder"
    board.save(folder)
    assert Board.load(folder) == board
    assert {path.name for path in folder.iterdir()} == {"edges.csv", "stations.csv", "board.csv"}


@pytest.mark.parametrize("variants", [(), ("13-14",), ("13-14", "29-55")])
def test_london_survives_its_files(tmp_path: Path, variants: tuple[str, ...]) -> None:
    london = Board.load("london", variants)
    london.save(tmp_path)
    assert Board.load(str(tmp_path)) == london


def test_saving_replaces_whole_files(tmp_path: Path) -> None:
    Board.load("london").save(tmp_path)
    Board.load("glasses").save(tmp_path)
    assert Board.load(tmp_path) == Board.load("glasses")


def test_what_comes_with_the_package_is_known_by_its_content() -> None:
    london = Board.load("london", ("13-14",))
    assert london.is_bundled
    assert not Board("london", 199, london.lines, london.coordinates, london.aspect).is_bundled
    assert not Board.from_lines(SQUARE, "london").is_bundled
    assert not Board("glasses", 4, SQUARE, variants=("1-2",)).is_bundled


def test_loading_twice_reads_once() -> None:
    assert Board.load("london", ("13-14", "29-55")) is Board.load("london", {"29-55", "13-14"})


def test_connection_is_asked_of_the_transports_named() -> None:
    board = Board.from_lines([(1, 2, "taxi"), (2, 3, "bus"), (3, 4, "taxi")])
    board.check_connected(("taxi", "bus"))
    with pytest.raises(BoardError, match="not connected by taxi: no way leads from station 1 to station 3, 4"):
        board.check_connected("taxi")
