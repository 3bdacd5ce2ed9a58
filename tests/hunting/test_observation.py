"""What the entries of an observation say, at positions where it is known."""

from typing import Any

import numpy as np
import pytest

from sy_env.hunting.position import BoardSpace
from tests.hunting.tables import at, deal, play


def seen(batch: Any, seat: int | None = None) -> dict[str, Any]:
    """The fields that a seat, or the mover, sees."""
    row = batch.observation[0] if seat is None else batch.look(seat)[1][0]
    fields: dict[str, Any] = batch.layout.unflatten(row)
    return fields


def due(batch: Any) -> list[int]:
    return [int(i) + 1 for i in np.flatnonzero(seen(batch)["log_due"])]


def filled(n: int, *rounds: int) -> list[BoardSpace]:
    return [BoardSpace("start", 0, 1), *(BoardSpace("taxi", 0, rounds[i] if rounds else 0) for i in range(n - 1))]


def test_rows_of_pieces_begin_with_the_observer() -> None:
    batch = at((5, 16, 20, 32), roll=(4, 0, 0, 0))
    for seat, order in ((0, (5, 16, 20, 32)), (1, (16, 20, 32, 0)), (2, (20, 32, 16, 0)), (3, (32, 16, 20, 0))):
        rows = seen(batch, seat)["piece_space"]
        assert [int(row.argmax()) + 1 if row.any() else 0 for row in rows] == list(order)
        assert seen(batch, seat)["piece_visible"].tolist() == [int(space > 0) for space in order]
        assert seen(batch, seat)["seat"].argmax() == seat
    assert seen(batch, 1)["to_move"].tolist() == [1, 0, 0, 0]
    assert seen(batch, 3)["to_move"].tolist() == [0, 1, 0, 0]
    assert seen(batch, 0)["to_move"].tolist() == [0, 1, 0, 0]


def test_two_pawns_leave_a_row_empty() -> None:
    batch = at((5, 16, 20), 2, roll=(0, 0, 0, 3))
    assert seen(batch, 2)["piece_present"].tolist() == [1, 1, 0, 1]
    assert seen(batch, 0)["piece_present"].tolist() == [1, 1, 1, 0]


@pytest.mark.parametrize("index", ["turn", "space"])
def test_when_he_will_be_spotted(index: str) -> None:
    options: dict[str, Any] = {"reveal_index": index}
    batch = deal(4, **options)
    assert due(batch) == [4, 8, 12]
    batch = at((5, 16, 20, 32), 4, options, roll=(4, 0, 0, 0))
    assert due(batch) == [4, 8, 12] and seen(batch)["moves_to_reveal"][0] == 3
    dice = {"detective_0": "taxi", "detective_1": "taxi"}
    batch = at((5, 16, 20, 32), 4, options, to_move="mrx", dice=dice, round=3, log=filled(3))
    assert due(batch) == [4, 8, 12] and seen(batch)["moves_to_reveal"][0] == 1
    play(batch, "double")
    assert due(batch) == ([5, 9, 13] if index == "turn" else [4, 8, 12])
    assert seen(batch)["moves_to_reveal"][0] == (2 if index == "turn" else 1)
    play(batch, "taxi 7")
    assert due(batch) == ([5, 9, 13] if index == "turn" else [8, 12])
    play(batch, "taxi 5")
    assert due(batch) == ([9, 13] if index == "turn" else [8, 12])


def test_dice_and_boxes() -> None:
    batch = at((5, 16, 20, 32), moved=("detective_0",), dice={"detective_0": "bus"}, roll=(1, 2, 0, 0), black=2, rerolls=1)
    fields = seen(batch)
    assert fields["roll"].tolist() == [1, 2, 0, 0]
    assert (fields["hand"][0], fields["board_dice"][0]) == (3, 1)
    assert fields["dice"].tolist() == [0, 1, 0]
    assert fields["piece_die"][2].tolist() == [0, 1, 0]  # the row after detective_1 and detective_2
    assert fields["boxes"].tolist() == [2, 1, 1]
    assert fields["rerolls"].tolist() == [1, 0]
    play(batch, "reroll")
    assert seen(batch)["rerolls"].tolist() == [0, 1]


def test_his_tile_and_his_board() -> None:
    batch = at((0, 16, 20, 32), phase="place")
    assert not seen(batch)["start_tile"].any() and not seen(batch)["possible"].any()
    play(batch, "place 8")
    fields = seen(batch)
    assert np.flatnonzero(fields["start_tile"]).tolist() == [4, 5, 6, 7]
    assert fields["log_kind"][0].tolist() == [0, 0, 0, 0, 0, 0, 1]
    assert fields["log_number"][0] == 0
    assert seen(batch, 0)["log_number"][0] == 8


def test_without_the_possible_set() -> None:
    batch = at((5, 16, 20, 32), 4, {"observe_possible": False}, roll=(4, 0, 0, 0))
    assert not seen(batch)["possible"].any() and not seen(batch, 0)["possible"].any()
    assert batch.games["possible"].any()
