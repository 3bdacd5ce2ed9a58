"""The positions of the rules' table for Hunting Mister X, by their ids."""

from typing import Any

import numpy as np
import pytest

from sy_env.engine import BatchedGame
from sy_env.errors import IllegalActionError
from sy_env.hunting.position import BoardSpace
from tests.hunting.tables import at, deal, legal, mover, numbers, outcome, play, possible


def log(*spaces: tuple[str, int]) -> list[BoardSpace]:
    """Mister X's board from (kind, number)."""
    return [BoardSpace(kind, number) for kind, number in spaces]


@pytest.mark.parametrize(("players", "pawns", "tiles", "dice", "black"), [(2, 2, 6, 3, 2), (3, 2, 6, 3, 2), (4, 3, 9, 4, 3)])
def test_h01_set_up(players: int, pawns: int, tiles: int, dice: int, black: int) -> None:
    batch = deal(players, placement="random")
    game = batch.games[0]
    assert len(batch.game.seats) == 1 + pawns
    assert (game["tiles"] > 0).sum() == tiles
    assert game["hand"] == game["roll"].sum() == dice
    assert (game["black"], game["double"], game["helicopter"], game["rerolls"]) == (black, 1, 1, 3)
    assert game["board_dice"] == 1 and batch.game.tables["total_dice"][0] == 7


def test_h02_detectives_start_where_only_taxis_stop() -> None:
    batch = at((0, 0, 0, 0), phase="place")
    starts = numbers(batch, "place")
    assert 15 not in starts and 16 in starts
    assert len(starts) == 36 - 18


def test_h03_mister_x_starts_on_any_free_space_and_names_his_tile() -> None:
    batch = at((0, 16, 20, 32), phase="place")
    assert mover(batch) == "mrx_0"
    assert numbers(batch, "place") == set(range(1, 37)) - {16, 20, 32}
    play(batch, "place 15")
    assert batch.games["start_tile"][0] == 1 + "ABCDEFGHI".index("D")
    assert 7 - batch.games["board_dice"][0] == 6
    assert possible(batch) == {13, 14, 15}


def test_h05_what_a_roll_allows() -> None:
    batch = at((1, 15, 20, 32), roll=(1, 1, 1, 1))
    assert numbers(batch, "taxi") == {13, 16, 25}
    assert numbers(batch, "bus") == {3, 19, 25}
    assert not numbers(batch, "underground")
    assert "pass" not in legal(batch)


def test_h06_a_bus_passes_a_pawn() -> None:
    batch = at((1, 15, 16, 32), roll=(0, 1, 1, 2))
    assert 19 in numbers(batch, "bus")


def test_a_bus_does_not_pass_a_bus_stop() -> None:
    batch = at((1, 15, 19, 32), roll=(0, 1, 1, 2))
    assert numbers(batch, "bus") == {3, 25}


def test_h08_no_move_over_the_edge() -> None:
    batch = at((36, 1, 20, 32), roll=(4, 0, 0, 0))
    assert numbers(batch, "taxi") == {2, 3}


def test_h09_underground() -> None:
    batch = at((1, 17, 28, 32), roll=(0, 0, 2, 2))
    assert numbers(batch, "underground") == {3, 10, 33}


def test_h10_without_a_usable_die_a_detective_stays() -> None:
    batch = at((1, 16, 20, 32), roll=(0, 2, 0, 2), rerolls=0)
    assert legal(batch) == ["pass"]
    play(batch, "pass")
    assert mover(batch) == "detective_1"
    assert not batch.games["laid"][0].any()
    assert batch.games["roll"][0].sum() == 4


def test_h12_a_detective_that_can_move_must() -> None:
    batch = at((1, 16, 20, 32), roll=(1, 1, 1, 1))
    with pytest.raises(IllegalActionError, match="pass"):
        play(batch, "pass")


def after_dice(*kinds: str, station: int = 16, players: int = 4, **position: Any) -> BatchedGame:
    """Mister X's turn with these dice laid."""
    stations = (station, 1, 34, 35)[: 4 if players == 4 else 3]
    dice = {f"detective_{i}": kind for i, kind in enumerate(kinds)}
    return at(stations, players, to_move="mrx", dice=dice, **position)


def test_h13_mister_x_takes_a_laid_die() -> None:
    batch = after_dice("taxi", "bus", "taxi")
    assert numbers(batch, "taxi") == {14, 15, 19, 26}
    assert not numbers(batch, "bus")
    assert numbers(batch, "black") == {14, 15, 19, 26}
    assert not numbers(batch, "helicopter")
    assert "double" in legal(batch)
    assert "pass" not in legal(batch)


def test_h15_pass_when_no_laid_die_is_usable() -> None:
    batch = after_dice("bus", "bus")
    assert "pass" in legal(batch)
    assert numbers(batch, "black") == {14, 15, 19, 26}
    play(batch, "pass")
    assert batch.games["log_kind"][0, 1] == 6
    assert batch.games["station"][0, 0] == 16


def test_h16_black() -> None:
    batch = after_dice("taxi", station=19)
    assert numbers(batch, "black") == {16, 17, 20, 29, 15, 24, 31}
    play(batch, "black 31")
    game = batch.games[0]
    assert (game["log_kind"][1], game["black"], game["board_dice"]) == (4, 2, 2)


def test_h17_a_double_needs_two_dice() -> None:
    assert "double" not in legal(after_dice("taxi"))
    assert "double" in legal(after_dice("taxi", "taxi"))


def test_h19_a_double_once() -> None:
    batch = after_dice("taxi", "taxi")
    play(batch, "double", "taxi 14", "taxi 13")
    assert batch.games["double"][0] == 0
    assert "double" not in legal(after_dice("taxi", "taxi", double=0))


def test_h20_helicopter_to_the_opposite_border() -> None:
    batch = after_dice("taxi", station=15)
    assert numbers(batch, "helicopter") == {24}
    play(batch, "helicopter 24")
    assert batch.games["helicopter"][0] == 0
    assert not numbers(after_dice("taxi", station=15, helicopter=0), "helicopter")


def test_the_helicopter_has_two_ways_from_a_corner() -> None:
    batch = at((1, 16, 20, 32), to_move="mrx", dice={"detective_0": "taxi"})
    assert numbers(batch, "helicopter") == {10, 27}


def test_h22_no_helicopter_inside() -> None:
    assert not numbers(after_dice("taxi", station=17), "helicopter")


def test_h24_spotted_after_the_third_turn() -> None:
    route = log(("start", 5), ("taxi", 6), ("taxi", 8))
    batch = at((8, 16, 20, 32), round=3, to_move="mrx", dice={"detective_0": "taxi"}, log=route)
    assert batch.games["board_dice"][0] == 3
    play(batch, "taxi 7")
    game = batch.games[0]
    assert game["log_shown"][:5].tolist() == [5, 6, 8, 7, 0]
    assert game["board_dice"] == 0
    assert possible(batch) == {7}
    seen = batch.layout.unflatten(batch.observation[0])
    assert seen["piece_visible"][-1] == 1 and seen["last_shown"][7 - 1] == 1


@pytest.mark.parametrize(("double", "hand"), [(1, 4), (0, 3)])
def test_h25_dice_in_round_three(double: int, hand: int) -> None:
    spaces = log(("start", 5), *[("taxi", 0)] * (2 if double else 3))
    batch = at((8, 16, 20, 32), round=3, log=spaces, double=double)
    assert batch.games["hand"][0] == batch.games["roll"][0].sum() == hand


def test_h27_the_last_space_leaves_the_detectives_one_turn() -> None:
    batch = at((5, 16, 20, 32), round=12, to_move="mrx", dice={"detective_0": "taxi"}, log=log(("start", 1), *[("taxi", 0)] * 11))
    play(batch, "taxi 6")
    assert outcome(batch) == (None, None)
    assert batch.games["round"][0] == 13
    rng = np.random.default_rng(0)
    while batch.to_move[0] >= 0:
        assert batch.games["mover"][0] > 0
        batch.step(batch.sample_actions(rng))
    assert outcome(batch) == ("mrx", "survived")


def test_h27_caught_in_the_last_turn() -> None:
    batch = at((14, 16, 20, 32), round=13, log=log(("start", 1), *[("taxi", 0)] * 12), roll=(4, 0, 0, 0))
    play(batch, "taxi 14")
    assert outcome(batch) == ("detectives", "capture")


def test_h29_caught_before_he_ever_moved() -> None:
    batch = at((14, 16, 20, 32), roll=(4, 0, 0, 0))
    play(batch, "taxi 14")
    assert outcome(batch) == ("detectives", "capture")
    assert batch.games["moves"][0] == 1


@pytest.mark.parametrize("control", ["individual", "team"])
def test_h30_one_player_two_pawns(control: str) -> None:
    batch = at((1, 16, 19), 2, {"control": control}, roll=(0, 1, 0, 2))
    assert mover(batch) == "detective_1"  # only it can use a bus
    assert "pass" not in legal(batch)
    play(batch, "bus 17")
    assert mover(batch) == "detective_0"
    assert batch.games["roll"][0].sum() == 2
    assert batch.games["moved"][0] == 0b100


def test_one_player_chooses_the_pawn_for_the_roll() -> None:
    batch = at((1, 16, 20), 2, roll=(1, 1, 0, 1))
    assert legal(batch) == ["reroll", "piece detective_0", "piece detective_1"]
    play(batch, "piece detective_1", "taxi 19")
    assert mover(batch) == "detective_0"


def test_one_player_names_the_pawn_that_stays() -> None:
    batch = at((1, 16, 20), 2, roll=(0, 1, 0, 2), rerolls=0)
    assert legal(batch) == ["piece detective_0", "piece detective_1"]
    play(batch, "piece detective_1")
    assert legal(batch) == ["pass"]
    play(batch, "pass")
    assert mover(batch) == "detective_0"
    assert batch.games["roll"][0].sum() == 3


def test_h32_black_goes_against_a_one_way_street() -> None:
    flipped = after_dice("bus", station=19, flipped="D")
    assert 15 in numbers(flipped, "black")
    assert numbers(flipped, "bus") == {17, 24, 31}


def test_h33_one_way_street() -> None:
    batch = at((36, 13, 20, 32), flipped="D", roll=(4, 0, 0, 0))
    assert numbers(batch, "taxi") == {3, 15}


def test_h35_diagonals_are_for_taxis() -> None:
    batch = at((36, 5, 20, 32), flipped="B", roll=(2, 2, 0, 0))
    assert 8 in numbers(batch, "taxi")
    assert 8 not in numbers(batch, "bus")


def test_h36_end_of_a_round() -> None:
    batch = after_dice("taxi", "bus", "taxi")
    play(batch, "taxi 14")
    game = batch.games[0]
    assert mover(batch) == "detective_1"  # the token went to the left
    assert game["round"] == 2
    assert not game["laid"].any() and not game["dice"].any()
    assert (game["board_dice"], game["hand"]) == (2, 4)
