"""Boxes of tiles from a seed: what was asked for, the same for the same seed, and playable."""

from typing import Any

import numpy as np
import pytest

from sy_env.boards.tile_board import TileBoard, rows_of
from sy_env.boards.tile_generator import generate_tiles
from sy_env.boards.tile_set import TileSet
from tests.hunting.tables import deal

ARGUMENTS: list[dict[str, Any]] = [
    {},
    {"bus_per_tile": 1, "ug_tiles": 9},
    {"bus_per_tile": 3},
    {"ug_implies_bus": False, "taxi_only_min_per_tile": 2, "bus_per_tile": 1},
    {"tiles": 6, "ug_tiles": 3, "expert_features": 4},
]


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=str)
def test_boxes_have_what_was_asked_for(arguments: dict[str, Any]) -> None:
    box = generate_tiles(5, **arguments)
    assert box == generate_tiles(5, **arguments) != generate_tiles(6, **arguments)
    assert len(box.tiles) == arguments.get("tiles", 9)
    assert sum(bool(tile.standard.spaces_with("underground")) for tile in box.tiles) == arguments.get("ug_tiles", 5)
    for tile in box.tiles:
        side = tile.standard
        assert len(side.spaces_with("bus")) == arguments.get("bus_per_tile", 2)
        assert len(side.spaces_without("bus", "underground")) >= arguments.get("taxi_only_min_per_tile", 1)
        if arguments.get("ug_implies_bus", True):
            assert set(side.spaces_with("underground")) <= set(side.spaces_with("bus"))
        expert = tile.expert
        assert expert is not None
        features = len(expert.one_way) + len(expert.dead_end) + len(expert.diagonal)
        assert features == arguments.get("expert_features", 2)
    assert 15 in box["D"].standard.spaces_with("bus") and 16 not in box["D"].standard.spaces_with("bus")


def test_boards_of_the_box_are_connected() -> None:
    rng = np.random.default_rng(0)
    box = TileSet.load("hunting")
    for _ in range(40):
        letters = "".join(rng.permutation(list(box.letters)))
        assert TileBoard(box, rows_of(letters, 3), letters[:3]).is_connected()
        assert TileBoard(box, rows_of(letters[:6], 3), letters[:2]).is_connected()


def test_a_generated_box_is_played() -> None:
    batch = deal(4, games=50, tiles=generate_tiles(3), expert_tiles=9)
    rng = np.random.default_rng(0)
    while (batch.to_move >= 0).any():
        batch.step(batch.sample_actions(rng))
    assert set(batch.games["winner"]) == {1, 2}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"bus_per_tile": 4}, r"bus_per_tile=4 is outside 1\.\.3"),
        ({"ug_tiles": 10}, r"ug_tiles=10 is outside 0\.\.9"),
        ({"ug_tiles": "3"}, r"ug_tiles='3' is outside 0\.\.9"),
        ({"ug_implies_bus": "no"}, "ug_implies_bus 'no' is not one of False, True"),
        ({"seed": -1}, "seed=-1 has to be a whole number"),
        ({"bus_per_tile": 2, "taxi_only_min_per_tile": 3}, "a tile has 4 spaces"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        generate_tiles(**{"seed": 0, **arguments})
