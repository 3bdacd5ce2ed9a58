"""Every option of part B of the rules: both readings, at a position where they differ."""

from typing import Any

import numpy as np
import pytest

from sy_env.engine import BatchedGame
from sy_env.hunting.position import BoardSpace
from tests.hunting.tables import at, deal, legal, mover, numbers, outcome, play, possible


def log(*spaces: tuple[str, int]) -> list[BoardSpace]:
    return [BoardSpace(kind, number) for kind, number in spaces]


def mrx(
    station: int, *kinds: str, options: dict[str, Any] | None = None, pawns: Any = (1, 34, 35), **position: Any
) -> BatchedGame:
    """Mister X's turn in a game for four with these dice laid."""
    dice = {f"detective_{i}": kind for i, kind in enumerate(kinds)}
    return at((station, *pawns), 4, options, to_move="mrx", dice=dice, **position)


def taxis(length: int) -> list[BoardSpace]:
    return log(("start", 5), *[("taxi", 0)] * (length - 1))


@pytest.mark.parametrize(("spaces", "rounds"), [(13, 13), (14, 14)])
def test_b16_board_spaces(spaces: int, rounds: int) -> None:
    batch = deal(4, games=200, board_spaces=spaces, mrx_double=0, mrx_enter_detective=False)
    rng = np.random.default_rng(1)
    while (batch.to_move >= 0).any():
        batch.step(batch.sample_actions(rng))
    survived = batch.games["reason"] == 3
    assert survived.any()
    assert set(batch.games["round"][survived]) == {rounds}
    assert set(batch.games["spaces"][survived]) == {spaces}


def test_b17_reveals_by_turn_count_a_double_once() -> None:
    batch = mrx(5, "taxi", "taxi", round=3, log=taxis(3))
    play(batch, "double", "taxi 6")
    assert batch.games["log_shown"][0].max() == 0
    play(batch, "taxi 8")
    assert batch.games["log_shown"][0, :5].tolist()[-2:] == [6, 8]
    assert batch.games["board_dice"][0] == 0


def test_b17_reveals_by_space_show_the_first_stop_of_a_double() -> None:
    batch = mrx(5, "taxi", "taxi", options={"reveal_index": "space"}, round=3, log=taxis(3))
    play(batch, "double", "taxi 6")
    assert batch.games["log_shown"][0, 3] == 6
    assert possible(batch) == {6}
    play(batch, "taxi 8")
    assert batch.games["log_shown"][0, 4] == 0
    assert batch.games["board_dice"][0] == 1
    assert possible(batch) == {5, 8, 9}


def test_b18_entering_a_detective() -> None:
    pawns = (6, 34, 35)
    loses = mrx(5, "taxi", pawns=pawns, black=0, helicopter=0, double=0)
    assert 6 in numbers(loses, "taxi")
    play(loses, "taxi 6")
    assert outcome(loses) == ("detectives", "entered")
    blocked = mrx(5, "taxi", options={"mrx_enter_detective": False}, pawns=pawns)
    assert numbers(blocked, "taxi") == {2, 7}
    assert 6 not in numbers(blocked, "black")


def test_b18_blocked_on_all_sides_he_may_pass() -> None:
    options = {"mrx_enter_detective": False}
    batch = mrx(1, "taxi", options=options, pawns=(2, 3, 35))
    assert "pass" in legal(batch) and not numbers(batch, "taxi")
    assert "pass" not in legal(mrx(1, "taxi", pawns=(2, 3, 35)))


def test_b19_special_moves_are_forced() -> None:
    forced = {"force_specials": True}
    assert "pass" in legal(mrx(16, "bus"))
    assert "pass" not in legal(mrx(16, "bus", options=forced))
    assert "pass" in legal(mrx(16, "bus", options=forced, black=0))
    assert "pass" not in legal(mrx(13, "bus", options=forced, black=0))  # by helicopter
    assert "pass" in legal(mrx(13, "bus", options=forced, black=0, helicopter=0))


def test_b20_specials_without_a_laid_die() -> None:
    without = {"no_die": "specials_unavailable"}
    assert numbers(mrx(13), "black") and numbers(mrx(13), "helicopter")
    assert legal(mrx(13, options=without)) == ["pass"]
    assert numbers(mrx(13, "bus", options=without), "black")
    batch = mrx(13)
    play(batch, "black 14")
    assert batch.games["board_dice"][0] == 2


def test_b21_helicopter_in_a_double() -> None:
    batch = mrx(13, "taxi", "taxi")
    play(batch, "double")
    assert not numbers(batch, "helicopter")
    batch = mrx(13, "taxi", "taxi", options={"heli_in_double": True})
    play(batch, "double", "taxi 3", "helicopter 12")
    assert batch.games["helicopter"][0] == 0
    batch = mrx(13, "taxi", "taxi", options={"heli_in_double": True})
    play(batch, "double", "helicopter 22")
    assert not numbers(batch, "helicopter")


@pytest.mark.parametrize("dice", [(), ("taxi",)])
def test_b22_double_with_fewer_than_two_dice(dice: tuple[str, ...]) -> None:
    assert "double" not in legal(mrx(16, *dice))
    batch = mrx(16, *dice, options={"double_needs_two_dice": False})
    play(batch, "double", "black 15", "black 25")
    assert batch.games["black"][0] == 1
    assert batch.games["board_dice"][0] == 3


def test_b22_each_half_has_its_own_die() -> None:
    batch = mrx(15, "taxi", "bus")
    play(batch, "double")
    assert {text.split()[0] for text in legal(batch)} == {"taxi", "bus", "black"}
    play(batch, "bus 19")
    assert {text.split()[0] for text in legal(batch)} == {"taxi", "black"}
    batch = mrx(15, "taxi", "bus")
    play(batch, "double", "black 19")
    assert {text.split()[0] for text in legal(batch)} == {"taxi", "bus", "black"}


def test_a_first_half_leads_where_a_second_is_left() -> None:
    batch = mrx(15, "taxi", "bus", black=0)
    play(batch, "double")
    assert numbers(batch, "taxi") == {25}  # 13 and 16 are no bus stops
    assert numbers(batch, "bus") == {3, 19, 25}


def test_a_double_needs_two_free_spaces() -> None:
    assert "double" in legal(mrx(16, "taxi", "taxi", round=11, log=taxis(11)))
    assert "double" not in legal(mrx(16, "taxi", "taxi", round=12, log=taxis(12)))


def test_one_black_ticket_is_no_whole_double() -> None:
    batch = mrx(16, "bus", "bus", black=1)
    play(batch, "double")
    assert numbers(batch, "black") == {14, 15, 19}  # 26 has no bus stop to go on from
    play(batch, "black 15")
    assert {text.split()[0] for text in legal(batch)} == {"bus"}


def test_b25_start_spaces() -> None:
    taxi_only = at((0, 0, 0, 0), phase="place")
    anywhere = at((0, 0, 0, 0), 4, {"start_spaces": "no_underground"}, phase="place")
    assert len(numbers(taxi_only, "place")) == 18
    assert numbers(anywhere, "place") == set(range(1, 37)) - {3, 10, 17, 28, 33}
    play(anywhere, "place 15")
    assert 15 not in numbers(anywhere, "place")


def test_b26_rerolls() -> None:
    batch = at((36, 16, 20, 32), roll=(4, 0, 0, 0))
    for left in (2, 1, 0):
        assert "reroll" in legal(batch)
        play(batch, "reroll")
        assert batch.games["rerolls"][0] == left
        assert batch.games["roll"][0].sum() == 4
    assert "reroll" not in legal(batch)


def test_b26_one_token_for_each_roll() -> None:
    batch = at((36, 16, 20, 32), 4, {"reroll_per_turn": 1}, roll=(0, 0, 0, 4))
    play(batch, "reroll")
    assert "reroll" not in legal(batch)
    batch.step([int(batch.action_mask[0].argmax())])
    assert mover(batch) == "detective_1" and "reroll" in legal(batch)


def test_b27_dead_ends_and_black_tickets() -> None:
    roads: dict[str, Any] = {"flipped": "B", "layout": "ABC/DEF/GHI"}  # the road south of 8 ends: no way to 18
    assert 18 not in numbers(mrx(8, "taxi", **roads), "taxi")
    assert 18 not in numbers(mrx(8, "taxi", **roads), "black")
    ignoring = mrx(8, "taxi", options={"black_ignores_dead_end": True}, **roads)
    assert 18 in numbers(ignoring, "black") and 18 not in numbers(ignoring, "taxi")


def test_the_turn_of_the_detectives_is_the_token_s() -> None:
    batch = deal(4, placement="random", mrx_enter_detective=False, die_faces=(0, 0, 0, 1), rerolls=0)
    order = []
    while batch.to_move[0] >= 0:
        order.append(int(batch.games["mover"][0]))
        batch.step([int(np.flatnonzero(batch.action_mask[0])[-1])])  # nobody can roll anything but X: all pass
    assert order[:12] == [1, 2, 3, 0, 2, 3, 1, 0, 3, 1, 2, 0]
    assert outcome(batch) == ("mrx", "survived")


def test_random_placement_draws_every_start_alike() -> None:
    batch = deal(4, games=4000, placement="random", board_spaces=2)
    counts = np.bincount(batch.games["station"][:, 1], minlength=37)
    taxi_only = [space for space in range(1, 37) if counts[space]]
    assert len(taxi_only) == 18
    assert (abs(counts[taxi_only] - 4000 / 18) < 5 * 15).all()
    assert (batch.games["decisions"] == 0).all()


def test_dice_fall_as_their_faces_say() -> None:
    batch = deal(4, games=6000, placement="random", die_faces=(3, 1, 1, 1))
    shares = batch.games["roll"].sum(0) / 24000
    assert np.allclose(shares, [0.5, 1 / 6, 1 / 6, 1 / 6], atol=0.015)
