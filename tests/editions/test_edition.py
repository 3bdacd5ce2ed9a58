"""Editions as values: what is refused, and that they survive copies, words and changes."""

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sy_env.boards import Board, BoardError
from sy_env.editions import EDITIONS, Edition, EditionError, classic, custom, glasses, make_edition, master, nijssen2011

RING = Board.from_lines([(1, 2, "taxi"), (2, 3, "taxi"), (3, 4, "taxi"), (4, 1, "taxi"), (1, 3, "ferry")], "ring")

SAMPLES = [
    *(make_edition(name) for name in EDITIONS if name != "custom" and not name.startswith("hunting")),
    *(classic(players, tickets_per="player", pawn_order="interleaved") for players in (3, 4, 5, 6)),
    *(master(players, mrx_supply="unlimited") for players in (2, 3, 4, 5, 6)),
    classic(board_variants=("13-14",), stuck_tie="draw", mrx_no_ticket="passes", hide_mrx_stock=True),
    custom(RING, 1, 1, stuck_rule="all_pursuers", observe_possible=False),
    custom("london", 0, 5, fixed_starts=(1, 2, 3, 4, 5, 6)),
]


@pytest.mark.parametrize("edition", SAMPLES)
def test_an_edition_survives_pickle_and_json(edition: Edition) -> None:
    copies = [
        pickle.loads(pickle.dumps(edition)),
        Edition.from_dict(edition.to_dict()),
        Edition.from_dict(json.loads(json.dumps(edition.to_dict()))),
        edition.replace(),
        custom(**edition.to_dict()),
    ]
    assert copies == [edition] * len(copies)
    assert {hash(copy) for copy in copies} == {hash(edition)}


def test_boards_go_by_name_or_in_full() -> None:
    words = classic(board_variants=("13-14",)).to_dict()
    assert (words["board"], words["board_variants"]) == ("london", ["13-14"])
    assert custom(RING).to_dict()["board"] == RING.to_dict()
    lines = Board.load("london").lines[1:]
    shorter = Board.from_lines(lines, "london")
    assert Edition.from_dict(custom(shorter).to_dict()).board == shorter


def test_values_are_brought_into_one_form() -> None:
    odd = classic(reveal_set=[13, 3, 8, 8], detective_tickets=np.array([10, 8, 4]), rounds=np.int64(22), start_cards=range(1, 19))
    assert odd.reveal_set == (3, 8, 13)
    assert odd.detective_tickets == (10, 8, 4)
    assert type(odd.rounds) is int
    assert odd.start_cards == tuple(range(1, 19))
    assert odd == classic(reveal_set=(3, 8, 13), start_cards=tuple(range(1, 19)))


# --- boards of an edition ---


def test_a_board_is_given_as_itself_its_name_or_its_folder(tmp_path: Path) -> None:
    RING.save(tmp_path)
    assert custom(RING) == custom(tmp_path) == custom(str(tmp_path))
    assert Edition.from_dict({"board": "london"}).board is Board.load("london")


def test_variants_are_added_to_the_board() -> None:
    with_line = Board.load("london", "13-14")
    assert classic(board_variants=("13-14",)).board == with_line
    assert classic(board=with_line) == classic(board_variants=["13-14"]) == classic(board_variants="13-14")
    assert classic(board=with_line, board_variants=("29-55",)).board_variants == ("13-14", "29-55")
    with pytest.raises(BoardError, match="'13-41' is not one of 13-14, 29-55"):
        classic(board_variants=("13-41",))
    with pytest.raises(EditionError, match="board 'ring' has"):
        custom(RING, board_variants=("1-2",))


def test_replace_changes_what_it_is_told() -> None:
    edition = classic()
    assert edition.replace(rounds=10) == classic(rounds=10)
    assert edition.replace(board_variants=("13-14",)).replace(board_variants=()) == edition
    assert classic(board_variants=("13-14",)).replace(board="london") == edition
    assert classic(board_variants=("13-14",)).replace(rounds=10).board_variants == ("13-14",)
    assert edition.replace(detectives=3).mrx_black == 5
    assert custom(RING).replace(board="glasses") == custom("glasses")
    with pytest.raises(EditionError, match=r"option 'round' is not one of .*did you mean 'rounds'"):
        edition.replace(round=10)
    with pytest.raises(
        EditionError, match=r"start_cards: board 'glasses' has no station 13, 26, 29, 34, 50 and 13 more; it has 1\.\.11"
    ):
        edition.replace(board="glasses")


def test_taxi_must_connect_the_board() -> None:
    with pytest.raises(BoardError, match=r"'apart' is not connected by taxi: .* station 3"):
        custom(Board.from_lines([(1, 2, "taxi"), (2, 3, "bus")], "apart"))


# --- refusals ---


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"reveal_index": "moves"}, r"reveal_index 'moves' is not one of move, round .did you mean 'move'"),
        ({"order": None}, r"order None is not one of fixed, any"),
        ({"ticket_flow": "to_mr_x"}, r"did you mean 'to_mrx'"),
        ({"mrx_supply": 1}, r"mrx_supply 1 is not one of finite, unlimited"),
        ({"hide_mrx_stock": 1}, r"hide_mrx_stock 1 is not one of False, True"),
        ({"observe_possible": "yes"}, r"observe_possible 'yes' is not one of False, True"),
        ({"rounds": 0}, r"rounds 0 is not a whole number in 1\.\.32"),
        ({"rounds": 33}, r"rounds 33 is not a whole number in 1\.\.32"),
        ({"rounds": 22.0}, r"rounds 22.0 is not a whole number in 1\.\.32"),
        ({"rounds": "22"}, r"rounds '22' is not a whole number in 1\.\.32"),
        ({"rounds": True}, r"rounds True is not a whole number in 1\.\.32"),
        ({"fields": 33}, r"fields 33 is not a whole number in 1\.\.32"),
        ({"rounds": 31}, r"rounds 31 and mrx_double 2 can fill 33 log fields; allowed are 32"),
        ({"mrx_double": 11}, r"rounds 22 and mrx_double 11 can fill 33 log fields; allowed are 32"),
        ({"mrx_black": 121}, r"mrx_black 121 is not a whole number in 0\.\.120"),
        ({"mrx_black": -1}, r"mrx_black -1 is not a whole number in 0\.\.120"),
        ({"detective_tickets": (10, 8)}, r"detective_tickets \(10, 8\) has 2 entries; allowed are 3"),
        ({"detective_tickets": 10}, r"detective_tickets 10 is not a row of whole numbers in 0\.\.120"),
        ({"detective_tickets": "984"}, r"detective_tickets '984' is not a row of whole numbers"),
        ({"mrx_tickets": (4, 3, 121)}, r"mrx_tickets: the entry 121 is not a whole number in 0\.\.120"),
        ({"reveal_set": (0, 3)}, r"reveal_set: the entry 0 is not a whole number in 1\.\.32"),
        ({"reveal_set": (3, 33)}, r"reveal_set: the entry 33 is not a whole number in 1\.\.32"),
        ({"reveal_set": 3}, r"reveal_set 3 is not a row of whole numbers in 1\.\.32"),
        ({"players": 7, "detectives": 5}, r"players 7 is not a whole number in 2\.\.6"),
        ({"detectives": 6}, r"detectives 6 is not a whole number in 0\.\.5"),
        ({"detectives": 4, "bobbies": 2}, r"detectives 4 and bobbies 2 are 6 pursuers; allowed are 1\.\.5"),
        ({"detectives": 0}, r"detectives 0 and bobbies 0 are 0 pursuers; allowed are 1\.\.5"),
        ({"start_cards": (13, 26, 200, 29, 34, 50)}, r"start_cards: board 'london' has no station 200; it has 1\.\.199"),
        ({"start_cards": (13, 26, 13, 29, 34, 50)}, r"start_cards: station 13 stands there more than once"),
        ({"start_cards": (1, 2, 3, 4, 5)}, r"start_cards has 5 stations; the pieces need 6"),
        ({"start_cards": (1, 2, 3, 4), "mrx_start_cards": (9,)}, r"start_cards has 4 stations; the pieces need 5"),
        ({"start_cards": (1, 2, 3, 4, 9), "mrx_start_cards": (8, 9)}, r"start_cards has 5 stations; the pieces need 6"),
        ({"mrx_start_cards": (300,)}, r"mrx_start_cards: the entry 300 is not a whole number in 1\.\.255"),
        ({"mrx_start_cards": 240}, r"mrx_start_cards 240 is not a row of whole numbers in 1\.\.255\. None is allowed too\."),
        ({"mrx_start_cards": (240,)}, r"mrx_start_cards: board 'london' has no station 240"),
        ({"mrx_start_cards": ()}, r"mrx_start_cards is empty"),
        ({"fixed_starts": (1, 2, 3)}, r"fixed_starts \(1, 2, 3\) has 3 stations; the pieces are \('mrx_0', 'detective_0'"),
        ({"fixed_starts": (1, 2, 3, 4, 5, 1)}, r"fixed_starts: station 1 stands there more than once"),
        ({"fixed_starts": (1, 2, 3, 4, 5, 254)}, r"fixed_starts: board 'london' has no station 254"),
        ({"name": " "}, r"name ' ' is not a word"),
        ({"detectivs": 3}, r"option 'detectivs' is not one of .* .did you mean 'detectives'"),
        ({"classic_pawn": 5}, r"did you mean 'classic_pawns'"),
        ({"classic_pawns": 5, "detectives": 4}, r"classic_pawns 5 and detectives 4 say the same"),
        ({"classic_pawns": 6}, r"detectives 6 is not a whole number in 0\.\.5"),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(EditionError, match=message):
        classic(**options)


def test_bounds_that_just_hold() -> None:
    assert classic(rounds=30).rounds == 30
    assert nijssen2011(fields=32, mrx_double=20).mrx_double == 20
    assert classic(start_cards=(1, 2, 3, 4, 5, 6)).start_cards == (1, 2, 3, 4, 5, 6)
    assert classic(start_cards=(1, 2, 3, 4, 5), mrx_start_cards=(6,)).mrx_start_cards == (6,)
    assert glasses(start_cards=(1,)).fixed_starts == (6, 1, 11)


def test_a_box_too_small_for_its_deal() -> None:
    message = r"box_tickets \(62, 39, 25\) do not suffice for detective_tickets \(11, 8, 4\) of 5 detectives"
    with pytest.raises(EditionError, match=message):
        master(box_tickets=(62, 39, 25))
    assert master(box_tickets=(55, 40, 20)).mrx_start_tickets == (0, 0, 0)


def test_numbers_of_players_that_no_box_has() -> None:
    with pytest.raises(EditionError, match="classic: players 2 is not one of 3, 4, 5, 6"):
        classic(2)
    with pytest.raises(EditionError, match="master: players 7 is not one of 2, 3, 4, 5, 6"):
        master(7)
    with pytest.raises(EditionError, match="players True is not one of"):
        master(True)


def test_unknown_editions_and_options() -> None:
    with pytest.raises(EditionError, match=r"edition 'klassic' is not one of classic, master, .* .did you mean 'classic'"):
        make_edition("klassic")
    for name in EDITIONS:
        with pytest.raises(EditionError, match=r"option 'reveal_sett' is not one of .* .did you mean 'reveal_set'"):
            make_edition(name, **({"board": RING} if name == "custom" else {}), reveal_sett=(3,))
    with pytest.raises(EditionError, match="board is missing"):
        Edition.from_dict({"rounds": 3})
    with pytest.raises(BoardError, match=r"'lodnon' is not one of london, glasses, .* .did you mean 'london'"):
        classic(board="lodnon")
