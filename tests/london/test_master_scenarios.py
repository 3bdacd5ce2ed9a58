"""Master without its app: positions with known answers, named as in the list that the rules were written with."""

from typing import Any

import pytest

from sy_env.errors import IllegalActionError
from tests.london.table import Table, names, total, unknown

DETECTIVE = [11, 8, 4, 0, 0]


def test_m01_deal_for_three() -> None:
    table = Table("master", players=3)
    assert table.seats == ("mrx_0", *names("detective", 2), *names("bobby", 2))
    assert [table.tickets(name) for name in table.seats] == [[40, 33, 17, 5, 2], *[DETECTIVE] * 2, *[[0] * 5] * 2]
    edition = table.batch.game.edition
    assert edition.mrx_start_cards is not None and table.station("mrx_0") in edition.mrx_start_cards
    assert {table.station(name) for name in table.seats[1:]} <= set(edition.start_cards)


@pytest.mark.parametrize(("players", "bobbies", "supply"), [(4, 1, [29, 25, 13]), (5, 0, [18, 17, 9]), (6, 0, [7, 9, 5])])
def test_m02_deal_for_more(players: int, bobbies: int, supply: list[int]) -> None:
    table = Table("master", players=players)
    assert table.seats == ("mrx_0", *names("detective", players - 1), *names("bobby", bobbies))
    assert table.tickets("mrx_0") == [*supply, 5, 2]


def test_m03_deal_for_two() -> None:
    table = Table("master", players=2)
    assert table.seats == ("mrx_0", *names("detective", 2), *names("bobby", 2))
    assert [table.tickets(name) for name in table.seats[:3]] == [[40, 33, 17, 5, 2], *[[22, 16, 8, 0, 0]] * 2]
    table = Table("master", (46, 13), 2, to_move="pursuers").play("taxi 4")
    assert [table.tickets(name)[0] for name in table.seats[:3]] == [41, 21, 21]


def test_m04_tickets_flow_through_the_supply() -> None:
    table = Table("master", (46, 13), 6).play("taxi 47")
    assert table.tickets("mrx_0")[0] == 6
    table.play("taxi 4")
    assert table.tickets("mrx_0")[0] == 7 and table.tickets("detective_0")[0] == 10
    assert total(table)[0] + 1 == 62


def test_m06_empty_supply() -> None:
    table = Table("master", (13,), 4, tickets={"mrx_0": (9, 9, 0, 0, 0)})
    assert table.legal == {*(f"taxi {n}" for n in (4, 23, 24)), *(f"bus {n}" for n in (14, 23, 52))}


def test_m07_bobbies_travel_free() -> None:
    table = Table("master", (46, 99, 139, 149, 13), 4, to_move="pursuers", moved=names("detective", 3))
    before = [table.tickets(name) for name in table.seats]
    table.play("underground 89")
    assert [table.tickets(name) for name in table.seats] == before and table.station("bobby_0") == 89


def test_m09_bobbies_capture() -> None:
    table = Table("master", (46, 99, 139, 149, 13), 4, to_move="pursuers", moved=names("detective", 3))
    assert table.play("underground 46").result == ("detectives", "capture")


def test_m10_bobbies_block() -> None:
    table = Table("master", (1, 99, 139, 149, 8), 4)
    assert {"double", "taxi 9"} < table.legal and "taxi 8" not in table.legal
    assert "taxi 8" not in table.play("double").legal


def test_m11_one_pursuer_a_station() -> None:
    table = Table("master", (2, 46, 139, 149, 45), 4, to_move="pursuers")
    assert table.mover == "detective_0"
    assert "taxi 45" not in table.legal and "taxi 47" in table.legal


@pytest.mark.parametrize(("control", "passes"), [("individual", 2), ("team", 1)])
def test_m13_those_who_cannot_move_pass_in_the_end(control: str, passes: int) -> None:
    stations = (150, 8, 1, 18, 19)  # detective_0 is shut in until another leaves; nobody can pay for a taxi but 2 and 3
    tickets = {"detective_0": (0, 0, 0), "detective_1": (0, 0, 0)}
    table = Table("master", stations, 5, control, to_move="pursuers", tickets=tickets)
    if control == "team":
        assert table.legal == {"piece detective_2", "piece detective_3"}
        table.play("piece detective_2")
    assert table.mover == "detective_2"
    table.play("taxi 31")
    assert table.mover == "detective_3", "one candidate is left: nothing to choose"
    table.play("taxi 32")
    for _ in range(passes):
        assert table.round == 1 and table.legal == {"pass"}
        table.play("pass")
    assert table.round == 2 and table.mover == "mrx_0"


def test_m13_a_blocked_piece_moves_once_the_neighbour_has_left() -> None:
    table = Table("master", (150, 8, 1, 18, 19), 5, to_move="pursuers")
    assert table.mover == "detective_1"
    table.play("taxi 9")
    assert table.mover == "detective_0" and table.legal == {"taxi 1"}


def test_m14_bobbies_have_to_move() -> None:
    table = Table("master", (46, 99, 139, 149, 13), 4, to_move="pursuers", moved=names("detective", 3))
    with pytest.raises(IllegalActionError, match="bobby_0"):
        table.play("pass")


def test_m15_a_double_across_a_marked_field() -> None:
    table = Table("master", (46,), 4, round=3).play("double", "taxi 47")
    assert table.shown == [0, 0, 47] and table.sees("detective_0")["piece_visible"][5]
    table.play("taxi 62")
    assert table.shown == [0, 0, 47, 0] and not table.sees("detective_0")["piece_visible"][5]
    table = Table("master", (46,), 4, round=2).play("double", "taxi 47", "taxi 62")
    assert table.shown == [0, 0, 62], "shown by the second half he stays visible"
    assert table.sees("detective_0")["piece_visible"][5]


def test_m17_field_24_is_shown_and_the_pursuers_still_move() -> None:
    hand = {"mrx_0": (9, 9, 9, 5, 0)}
    table = Table("master", (46, 34), 4, round=22, log=unknown(23), tickets=hand).play("taxi 47")
    assert table.fields == 24 and table.shown[23] == 47 and not table.result
    assert table.play("taxi 47").result == ("detectives", "capture")


def test_m18_without_doubles_field_24_is_not_reached() -> None:
    table = Table("master", (46,), 4, round=19)
    for station in (47, 46, 47, 46):
        table.play(f"taxi {station}").pursuers_wander()
    assert table.result == ("mrx", "survived")
    assert table.fields == 22 and not any(table.shown)


def test_m20_black_on_a_marked_field() -> None:
    table = Table("master", (46,), 4, round=8).play("black 79")
    assert table.shown[7] == 79
    assert table.sees("detective_0")["log_ticket"][7].tolist() == [0, 0, 0, 1, 0]


def test_m21_bobbies_alone() -> None:
    position: dict[str, Any] = {"to_move": "pursuers", "tickets": dict.fromkeys(names("detective", 2), (0, 0, 0))}
    assert Table("master", (150, 2, 3, 13, 46), 3, **position).result == ("mrx", "stuck")
    table = Table("master", (150, 2, 3, 13, 46), 3, stuck_rule="all_pursuers", **position)
    assert table.mover == "bobby_0" and "underground 89" in table.legal


def test_m24_bobbies_do_not_use_the_pool() -> None:
    moved, tickets = names("detective", 2), {"detective_0": (5, 5, 0)}
    table = Table("master", (46, 99, 139, 67), 2, to_move="pursuers", moved=moved, tickets=tickets)
    assert table.mover == "bobby_0" and "underground 111" in table.legal
    table = Table("master", (46, 67), 2, to_move="pursuers", tickets=tickets)
    assert table.mover == "detective_0" and not any(action.startswith("underground") for action in table.legal)


def test_m25_surrounded_by_both_kinds_of_pursuers() -> None:
    assert Table("master", (2, 10, 139, 149, 20), 4).result == ("detectives", "surrounded")


def test_m27_thirteen_ways_from_128() -> None:
    table = Table("master", (46, 128), 4, to_move="pursuers")
    assert table.mover == "detective_0" and len(table.legal) == 13


def test_m28_masks_do_not_tell() -> None:
    masks = [Table("master", (hidden, 128), 4, to_move="pursuers").batch.action_mask for hidden in (142, 46)]
    assert (masks[0] == masks[1]).all()
