"""The board that kernels lay, against the one that `TileBoard` works out space by space."""

import re
from typing import Any

import numpy as np
import pytest

from sy_env.boards import tiles
from sy_env.boards.checks import BoardError
from sy_env.boards.tile_board import TileBoard, rows_of
from sy_env.boards.tile_set import TileSet
from sy_env.editions.hunting import MOST_BOARD_SPACES, MOST_PAWNS
from sy_env.hunting import state
from sy_env.hunting.state import BLACK, BUS, HELICOPTER, TAXI, UNDERGROUND
from tests.hunting.tables import deal

KINDS = {"taxi": TAXI, "bus": BUS, "underground": UNDERGROUND, "black": BLACK, "helicopter": HELICOPTER}


def test_kernels_have_the_limits_of_boards_and_editions() -> None:
    limits = (tiles.MOST_SPACES, tiles.MOST_TILES, MOST_PAWNS, MOST_BOARD_SPACES)
    assert limits == (state.SPACES, state.TILES, state.PAWNS, state.BOARD)
    assert (state.OUT, state.IN) == (tiles.OUT, tiles.IN)
    assert (state.NORTH, state.EAST, state.SOUTH, state.WEST) == (tiles.NORTH, tiles.EAST, tiles.SOUTH, tiles.WEST)


def board_of(game: Any, edition: Any) -> TileBoard:
    """The board that lies in a record."""
    letters = [edition.tiles.letters[tile - 1] for tile in game["tiles"] if tile]
    turned = [edition.tiles.letters[tile - 1] for tile, side in zip(game["tiles"], game["flipped"], strict=True) if side]
    return TileBoard(edition.tiles, rows_of("".join(letters), edition.columns), "".join(turned), edition.black_ignores_dead_end)


@pytest.mark.parametrize("ignores", [False, True])
@pytest.mark.parametrize("expert", [0, 2, 6])
@pytest.mark.parametrize("players", [2, 4])
def test_kernels_lay_the_same_board(players: int, expert: int, ignores: bool) -> None:
    batch = deal(players, games=30, expert_tiles=expert, black_ignores_dead_end=ignores)
    for game in batch.games:
        board = board_of(game, batch.game.edition)
        assert (game["flipped"] == 1).sum() == expert
        for space, (x, y) in board.points.items():
            assert game["grid"][y, x] == space
            for word, kind in KINDS.items():
                targets = {to for to in range(64) if int(game["adjacency"][kind, space]) >> to & 1}
                assert targets == board.targets(word, space), (word, space, board)
        assert set(np.flatnonzero(game["adjacency"][TAXI])) == set(board.points)


def test_the_picture_of_the_board_in_the_observation() -> None:
    batch = deal(4, games=10, expert_tiles=9)
    for game, row in zip(batch.games, batch.observation, strict=True):
        board = board_of(game, batch.game.edition)
        seen = batch.layout.unflatten(row)
        for space, (x, y) in board.points.items():
            i = space - 1
            assert (seen["space_column"][i], seen["space_row"][i]) == (x + 1, y + 1)
            assert seen["space_bus"][i] == ("bus" in board.stops(space))
            assert seen["space_underground"][i] == ("underground" in board.stops(space))
            assert seen["space_rides"][i].sum() >= len(board.targets("bus", space))
            taxis = seen["space_roads"][i].sum() + seen["space_diagonal"][i]
            assert taxis == len(board.targets("taxi", space))


@pytest.mark.parametrize(("rule", "counts"), [("at_least", {3, 4, 5}), ("exactly", {3})])
def test_boards_of_six_tiles_have_undergrounds(rule: str, counts: set[int]) -> None:
    batch = deal(3, games=300, ug_tiles=rule)
    assert {int(row.sum()) for row in _stations(batch)} == counts


def _stations(batch: Any) -> Any:
    return [batch.game.tables[0]["has_underground"][game["tiles"][:6].astype(int) - 1] for game in batch.games]


def test_every_layout_is_drawn_alike() -> None:
    batch = deal(4, games=9000, expert_tiles=3)
    for place in range(9):
        counts = np.bincount(batch.games["tiles"][:, place], minlength=10)[1:]
        assert (abs(counts - 1000) < 5 * 30).all()
    assert (abs(batch.games["flipped"].sum(0).astype(int) - 3000) < 5 * 45).all()


# -- tiles of your own


def test_tiles_go_through_words_and_files(tmp_path: Any) -> None:
    box = TileSet.load("hunting")
    assert box.is_bundled and box.letters == "ABCDEFGHI"
    assert TileSet.from_dict(box.to_dict()) == box
    box.write(tmp_path / "mine.csv")
    mine = TileSet.load(tmp_path / "mine.csv")
    assert mine.tiles == box.tiles and mine.name == "mine" and not mine.is_bundled


BAD = [
    ("A,standard,1 taxi", "A,standard,one taxi", "not a number and its stops"),
    ("A,standard,1 taxi", "A,standard,37 taxi", "outside 1..36"),
    ("A,standard,1 taxi", "A,standard,2 taxi", "named more than once"),
    ("A,standard,1 taxi", "A,standard,1 bus", "taxis stop everywhere"),
    ("A,standard,1 taxi", "A,standard,1 taxi|tram", "'tram' is not one of taxi, bus, underground"),
    ("A,standard,1 taxi", "A,stadnard,1 taxi", "did you mean 'standard'"),
    ("\nA,", "\nAA,", "letter A..Z"),
    ("TL>TR", "TL>BR", "one-way road 'TL>BR' is not one of"),
    ("TL>TR", "TL>TR|TR>TL", "named more than once"),
    ("S2", "S3", "dead end 'S3' is not one of"),
    ("TR-BL", "TR-TL", "diagonal 'TR-TL' is not one of"),
    ("tile,side", "tile,face", "column 'face' is not one of"),
    (",diagonal\n", "\n", "column 'diagonal' is missing"),
    ("B,standard", "A,standard", "more than once"),
]


@pytest.mark.parametrize(("old", "new", "message"), BAD)
def test_bad_tiles_are_refused_by_name(tmp_path: Any, old: str, new: str, message: str) -> None:
    TileSet.load("hunting").write(tmp_path / "mine.csv")
    text = (tmp_path / "mine.csv").read_text()
    assert old in text
    (tmp_path / "mine.csv").write_text(text.replace(old, new))
    with pytest.raises(BoardError, match=re.escape(message)):
        TileSet.load(tmp_path / "mine.csv")


@pytest.mark.parametrize(
    ("layout", "flipped", "message"),
    [(("AB", "C"), "", "one length"), (("AA",), "", "more than once"), (("AJ",), "", "'J'"), (("AB",), "C", "not on the board")],
)
def test_bad_layouts_are_refused(layout: tuple[str, ...], flipped: str, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        TileBoard(TileSet.load(), layout, flipped)


def test_a_missing_road_is_a_road_for_nobody(tmp_path: Any) -> None:
    TileSet.load("hunting").write(tmp_path / "mine.csv")
    text = (tmp_path / "mine.csv").read_text()
    line = next(line for line in text.splitlines() if line.startswith("E,standard"))
    (tmp_path / "mine.csv").write_text(text.replace(line, line.replace(",,,,", ",W2|TL-TR,,,")))
    box = TileSet.load(tmp_path / "mine.csv")
    batch = deal(4, games=20, tiles=box, black_ignores_dead_end=True)
    for game in batch.games:
        board = board_of(game, batch.game.edition)
        assert 18 not in board.targets("black", 17) and 17 not in board.targets("taxi", 18)
        for space in board.points:
            assert int(game["adjacency"][BLACK, space]) == sum(1 << to for to in board.targets("black", space))
