"""The referee of Hunting Mister X: positions with known answers, and where he can be against all histories."""

import random
from typing import Any

import pytest

from .hunting import HuntingReferee
from .hunting_board import STANDARD, HuntingBoard
from .hunting_edition import hunting, hunting_expert
from .playing import draw_board, play_hunting, random_hunting

NINE = HuntingBoard(("ABC", "DEF", "GHI"))
FOUR = hunting(4)
FAR = [33, 34, 36]  # three pawns on tile I


def at(stations: list[int], board: HuntingBoard = NINE, **position: Any) -> HuntingReferee:
    """A position with four players, on the standard sides unless said."""
    options = {**position.pop("options", {}), "expert_tiles": len(board.flipped)}
    return HuntingReferee.at(hunting(4, **options), board, stations, **position)


def moves(referee: HuntingReferee, kind: str) -> set[int]:
    return {int(action.split()[1]) for action in referee.legal() if action.split()[0] == kind}


def flipped(*letters: str) -> HuntingBoard:
    return HuntingBoard(NINE.rows, letters)


# --- board ---


def test_rides_of_the_stand_in_tiles() -> None:
    assert [set(NINE.targets("bus", space)) for space in (15, 19, 25)] == [{3, 19, 25}, {15, 17, 24, 31}, {15, 30}]
    assert {space for space in NINE.spaces if "U" in NINE.stops[space]} == {3, 10, 17, 28, 33}
    assert sum("B" in stop for stop in NINE.stops.values()) == 18
    assert NINE.targets("taxi", 1) == {2, 3}


def test_boards_of_six_tiles_need_undergrounds() -> None:
    with pytest.raises(ValueError, match="2 with an underground"):
        HuntingReferee(hunting(3), HuntingBoard(("ABC", "DFH")))
    exactly = hunting(3, ug_tiles="exactly")
    assert exactly.allows(HuntingBoard(("ABC", "DEF"))) and not exactly.allows(HuntingBoard(("ABC", "GEF")))
    assert hunting_expert(2).expert_tiles == hunting_expert(3).expert_tiles == 2 and hunting_expert(4).expert_tiles == 3


def test_h32_black_rides_against_the_arrow() -> None:
    board = flipped("D")
    referee = at([19, *FAR], board, laid={1: "bus"})
    assert 15 in moves(referee, "black") and 15 not in moves(referee, "bus")
    assert 19 in board.targets("bus", 15)


def test_h33_one_way_binds_taxis() -> None:
    assert moves(at([30, 13, 34, 36], flipped("D"), roll=["taxi"] * 4), "taxi") == {3, 15}


def test_h35_diagonals_are_for_taxis() -> None:
    referee = at([30, 5, 34, 36], flipped("B"), roll=["taxi", "bus", "x", "x"])
    assert 8 in moves(referee, "taxi") and 8 not in moves(referee, "bus")
    assert 8 in flipped("B").targets("black", 5)


@pytest.mark.parametrize(("ignores", "ends"), [(False, set()), (True, {20})])
def test_b27_dead_end_and_black(ignores: bool, ends: set[int]) -> None:
    board = HuntingBoard(NINE.rows, ["B"], black_ignores_dead_end=ignores)
    assert 18 not in board.targets("taxi", 8) and 8 not in board.targets("taxi", 18)
    assert (18 in board.targets("black", 8)) == ignores
    assert board.targets("bus", 8) & {20} == set(), "the road south of 8 is dead"


# --- set-up ---


@pytest.mark.parametrize(("players", "detectives", "tiles", "dice", "black"), [(2, 2, 6, 3, 2), (3, 2, 6, 3, 2), (4, 3, 9, 4, 3)])
def test_h01_what_each_game_has(players: int, detectives: int, tiles: int, dice: int, black: int) -> None:
    edition = hunting(players)
    referee = HuntingReferee(edition, draw_board(edition, random.Random(0)))
    assert (edition.detectives, edition.tiles, edition.detective_dice) == (detectives, tiles, dice)
    assert (referee.specials["black"], referee.specials["helicopter"], referee.doubles, referee.tokens) == (black, 1, 1, 3)


def test_h02_h03_placing() -> None:
    referee = HuntingReferee(FOUR, NINE)
    assert "place 15" not in referee.legal() and "place 16" in referee.legal()
    for space in (16, 1, 4):
        referee.apply(f"place {space}")
    assert referee.mover == 0 and "place 16" not in referee.legal() and not referee.possible
    referee.apply("place 15")
    assert referee.possible == {13, 14, 15}, "tile D is named"
    assert referee.dice_off_board == 6 and referee.hand == 4 and referee.phase == "roll"
    assert not referee.log[0].shown and referee.log[0].kind == "start"


def test_b25_start_on_a_bus_stop() -> None:
    legal = HuntingReferee(hunting(4, start_spaces="no_underground"), NINE).legal()
    assert "place 15" in legal and "place 17" not in legal


# --- detectives ---


def test_h05_usable_dice() -> None:
    referee = at([30, 15, 34, 36], roll=["taxi", "bus", "underground", "x"])
    assert moves(referee, "taxi") == {13, 16, 25} and moves(referee, "bus") == {3, 19, 25}
    assert not moves(referee, "underground") and "pass" not in referee.legal() and "reroll" in referee.legal()


def test_h06_bus_passes_a_pawn_between_stops() -> None:
    assert 19 in moves(at([30, 15, 16, 36], roll=["bus", "x", "x", "x"]), "bus")
    assert 19 not in moves(at([30, 15, 19, 36], roll=["bus", "x", "x", "x"]), "bus")


def test_h09_underground() -> None:
    assert moves(at([30, 17, 28, 36], roll=["underground", "x", "x", "x"]), "underground") == {3, 10, 33}


def test_h10_no_usable_die() -> None:
    referee = at([30, 16, 1, 36], roll=["bus", "bus", "x", "x"])
    assert referee.legal() == {"pass", "reroll"}
    referee.apply("pass")
    assert referee.phase == "roll" and referee.mover == 2 and referee.hand == 4 and not referee.laid


def test_a_move_lays_its_die_and_the_next_rolls_the_rest() -> None:
    referee = at([30, 16, 1, 36], roll=["taxi", "bus", "x", "x"])
    referee.apply("taxi 14")
    assert referee.laid == {1: "taxi"} and referee.hand == 3
    with pytest.raises(ValueError, match="3 faces"):
        referee.roll(["taxi"] * 4)


@pytest.mark.parametrize(("limit", "again"), [(None, True), (1, False)])
def test_b26_rolling_again(limit: int | None, again: bool) -> None:
    referee = at([30, 16, 1, 36], roll=["taxi", "bus", "x", "x"], options={"reroll_per_turn": limit})
    referee.apply("reroll")
    assert referee.tokens == 2 and referee.phase == "roll" and referee.mover == 1
    referee.roll(["x"] * 4)
    assert ("reroll" in referee.legal()) == again
    referee.apply("pass")
    referee.roll(["x"] * 4)
    assert "reroll" in referee.legal(), "a new turn"


def test_h29_caught_before_he_ever_moved() -> None:
    referee = HuntingReferee(FOUR, NINE)
    for space in (16, 1, 34, 15):
        referee.apply(f"place {space}")
    referee.roll(["taxi"] * 4)
    referee.apply("taxi 15")
    assert (referee.winner, referee.reason, len(referee.log)) == ("detectives", "capture", 1)


def test_h30_two_pawns_of_one_player() -> None:
    board = HuntingBoard(("ABC", "DEF"))
    referee = HuntingReferee.at(hunting(2), board, [22, 15, 16], roll=["bus", "x", "x"])
    assert referee.mover == 1 and referee.phase == "move" and "pass" not in referee.legal()
    referee.apply("bus 3")
    assert referee.phase == "roll" and referee.hand == 2
    referee.roll(["taxi", "x"])
    assert referee.mover == 2 and moves(referee, "taxi") == {14, 15, 19}


def test_one_player_names_the_pawn_that_stays() -> None:
    board = HuntingBoard(("ABC", "DEF"))
    referee = HuntingReferee.at(hunting(2), board, [22, 15, 16], roll=["x", "x", "x"])
    assert referee.legal() == {"piece detective_0", "piece detective_1", "reroll"} and referee.phase == "piece"
    referee.apply("piece detective_1")
    assert referee.mover == 2 and referee.legal() == {"pass", "reroll"}
    referee.apply("pass")
    assert referee.hand == 3
    referee.roll(["taxi", "taxi", "bus"])
    assert referee.mover == 1


def test_h36_starting_player_moves_on() -> None:
    referee = at([22, *FAR], laid={1: "taxi", 2: "bus"})
    referee.apply("black 21")
    assert referee.round == 2 and referee.mover == 2 and not referee.laid and referee.hand == 4
    asked = []
    while referee.mover:
        asked.append(referee.mover)
        referee.roll(["x"] * referee.hand)
        referee.apply("pass")
    assert asked == [2, 3, 1]


# --- Mister X ---


def test_h13_options() -> None:
    referee = at([16, *FAR], laid={1: "taxi", 2: "bus", 3: "taxi"})
    assert moves(referee, "taxi") == moves(referee, "black") == {14, 15, 19, 26}
    assert "double" in referee.legal() and not moves(referee, "bus") and not moves(referee, "helicopter")
    assert "pass" not in referee.legal()


def test_h15_no_usable_die() -> None:
    referee = at([16, *FAR], laid={1: "bus"})
    assert referee.legal() == {"pass", *(f"black {space}" for space in (14, 15, 19, 26))}
    twin = referee.clone()
    referee.apply("pass")
    assert referee.stations[0] == 16 and referee.log[-1].kind == "pass" and referee.board_dice == 2
    assert referee.possible == {13, 16}, "from 14 and 15 he could have used the bus"
    forced = at([16, *FAR], laid={1: "bus"}, options={"force_specials": True})
    assert forced.legal() == twin.legal() - {"pass"}


def test_h16_black_hides_the_kind() -> None:
    referee = at([19, *FAR], laid={1: "bus"}, possible=[19])
    assert moves(referee, "black") == {15, 16, 17, 20, 24, 29, 31}
    referee.apply("black 24")
    assert referee.specials["black"] == 2 and referee.possible == {15, 16, 17, 20, 24, 29, 31}


def test_h17_h19_double_needs_two_dice_and_comes_once() -> None:
    assert "double" not in at([15, *FAR], laid={1: "taxi"}).legal()
    assert "double" in at([15, *FAR], laid={1: "taxi"}, options={"double_needs_two_dice": False}).legal()
    assert "double" not in at([15, *FAR], laid={1: "taxi", 2: "bus"}, doubles=0).legal()


def test_halves_use_different_dice() -> None:
    referee = at([15, *FAR], laid={1: "taxi", 2: "bus"})
    referee.apply("double")
    assert moves(referee, "taxi") == {13, 16, 25} and "pass" not in referee.legal() and "double" not in referee.legal()
    twin = referee.clone()
    referee.apply("taxi 25")
    assert not moves(referee, "taxi") and moves(referee, "bus") == {15, 30} and moves(referee, "black")
    assert referee.board_dice == 2 and referee.doubles == 0
    twin.apply("black 16")
    assert moves(twin, "taxi") == {14, 15, 19, 26} and moves(twin, "black"), "either die may cover the first half"
    twin.apply("taxi 14")
    assert twin.round == 2 and twin.board_dice == 3 and len(twin.log) == 3


def test_first_half_needs_a_second() -> None:
    referee = at([16, *FAR], laid={1: "taxi", 2: "bus"}, specials={"black": 0, "helicopter": 1})
    referee.apply("double")
    assert moves(referee, "taxi") == {14, 15, 19, 26} & {s for s in NINE.spaces if "B" in NINE.stops[s]}


@pytest.mark.parametrize(("space", "ends"), [(15, {24}), (17, set()), (1, {10, 27})])
def test_h20_h22_helicopter(space: int, ends: set[int]) -> None:
    assert moves(at([space, *FAR], laid={1: "taxi"}), "helicopter") == ends


def test_no_helicopter_in_a_double_unless_said() -> None:
    for allowed in (False, True):
        referee = at([15, *FAR], laid={1: "taxi", 2: "taxi"}, options={"heli_in_double": allowed})
        referee.apply("double")
        assert bool(moves(referee, "helicopter")) == allowed


def test_b18_stepping_onto_a_pawn() -> None:
    referee = at([1, 2, 3, 36], laid={1: "taxi"})
    assert moves(referee, "taxi") == {2, 3} and "pass" not in referee.legal()
    referee.apply("taxi 2")
    assert (referee.winner, referee.reason) == ("detectives", "entered")
    assert "pass" in at([1, 2, 3, 36], laid={1: "taxi"}, options={"mrx_enter_detective": False}).legal()


@pytest.mark.parametrize(("option", "specials"), [("supply", True), ("specials_unavailable", False)])
def test_b20_no_die_was_laid(option: str, specials: bool) -> None:
    referee = at([15, *FAR], options={"no_die": option})
    assert "pass" in referee.legal()
    assert bool(moves(referee, "black")) == bool(moves(referee, "helicopter")) == specials


# --- spotted, end ---


def test_h24_h25_spotted_after_the_third_turn() -> None:
    log = [("start", 15, False, 1), ("taxi", 16, False, 1), ("pass", 16, False, 2)]
    referee = at([16, *FAR], round=3, log=log, laid={1: "taxi"})
    assert referee.dice_off_board == 4
    referee.apply("taxi 19")
    assert all(entry.shown for entry in referee.log) and referee.board_dice == 0 and referee.possible == {19}


def test_b17_spotted_by_space_in_the_middle_of_a_double() -> None:
    log = [("start", 15, False, 1), ("taxi", 16, False, 1), ("pass", 16, False, 2)]
    options = {"reveal_index": "space"}
    referee = at([16, *FAR], round=3, log=log, laid={1: "taxi", 2: "taxi"}, options=options)
    referee.apply("double")
    referee.apply("taxi 19")
    assert referee.possible == {19} and referee.board_dice == 0
    referee.apply("taxi 20")
    assert [entry.shown for entry in referee.log] == [True] * 4 + [False] and referee.board_dice == 1
    assert referee.possible == set(NINE.targets("taxi", 19))


def test_h27_last_detectives_phase() -> None:
    log = [("start", 15, True, 1), *[("pass", 15, True, n) for n in range(1, 12)]]
    referee = at([15, *FAR], round=12, log=log, board_dice=0, laid={1: "taxi"})
    assert "double" not in referee.legal(), "one space is left"
    referee.apply("taxi 16")
    assert referee.board_is_full and referee.phase == "roll"
    for _ in FAR:
        referee.roll(["x"] * 4)
        referee.apply("pass")
    assert (referee.winner, referee.reason, referee.round) == ("mrx", "survived", 13)


# --- where Mister X can be, whole games ---


@pytest.mark.parametrize("seed", range(6))
def test_possible_sets_equal_enumeration_on_small_boards(seed: int) -> None:
    for game in range(12):
        rng = random.Random(1000 * seed + game)
        for referee in play_hunting(HuntingReferee(*random_hunting(rng)), rng):
            assert referee.possible == referee.possible_by_enumeration()
            assert referee.phase == "place" or referee.stations[0] in referee.possible


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games(players: int) -> None:
    """Dice suffice, an action is always there, everybody is asked once a round."""
    for seed in range(6):
        rng = random.Random(seed)
        edition = hunting_expert(players)
        referee = HuntingReferee(edition, draw_board(edition, rng))
        for position in play_hunting(referee, rng):
            assert position.phase == "roll" or position.legal()
            assert position.hand + sum(position.laid_left.values()) <= position.dice_off_board + 1
            assert len(position.log) <= 13 and position.board_dice <= 5
        assert referee.reason in ("capture", "entered", "survived")


def test_tiles_of_the_owner() -> None:
    side = STANDARD["A"]
    closed = {**STANDARD, "A": type(side)(side.stops, missing=("TL-TR", "S1"))}
    board = HuntingBoard(NINE.rows, standard=closed)
    assert board.targets("taxi", 1) == {3} and board.targets("taxi", 3) == {1, 4}
