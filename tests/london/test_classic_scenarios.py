"""Classic: positions with known answers, named as in the list of scenarios that the rules were written with."""

from typing import Any

import pytest

from sy_env import LogEntry
from sy_env.errors import IllegalActionError
from tests.london.table import Table, names, total, unknown

DETECTIVE = [10, 8, 4, 0, 0]


def test_c01_deal_for_four() -> None:
    table = Table("classic", players=4)
    assert table.seats == ("mrx_0", *names("detective", 3))
    assert [table.tickets(name) for name in table.seats] == [[4, 3, 3, 3, 2], *[DETECTIVE] * 3]
    assert total(table) == [34, 27, 15]


def test_c02_deal_for_three() -> None:
    table = Table("classic", players=3)
    assert [table.tickets(name) for name in table.seats] == [[4, 3, 3, 4, 2], *[DETECTIVE] * 4]
    for _ in range(3):
        asked = []
        table.play(min(table.legal - {"double"}))
        while table.mover != "mrx_0":
            asked.append(table.mover)
            here = str(table.station("mrx_0"))
            table.play(min(action for action in table.legal if action.split()[-1] != here))
        assert asked == names("detective", 4)


def test_c03_deal_for_six() -> None:
    table = Table("classic", players=6)
    assert table.tickets("mrx_0") == [4, 3, 3, 5, 2]
    assert total(table) == [54, 43, 23]
    cards = table.batch.game.edition.start_cards
    starts = table.game["station"].tolist()
    assert len(cards) == 18 and len(set(starts)) == 6 and set(starts) <= set(cards)


def test_c04_used_tickets_go_to_mrx() -> None:
    table = Table("classic", (67, 13), 4, to_move="pursuers").play("underground 89")
    assert table.tickets("detective_0") == [10, 8, 3, 0, 0]
    assert table.tickets("mrx_0") == [4, 3, 4, 3, 2]
    table = Table("classic", (67, 13), 4, to_move="pursuers", tickets={"mrx_0": (4, 3, 0)})
    assert "underground 111" in table.play("underground 89").pursuers_wander().legal, "usable in his next turn"


def test_c05_mrx_pays_the_log() -> None:
    table = Table("classic", (13,), 4).play("underground 46")
    assert table.tickets("mrx_0") == [4, 3, 2, 3, 2]
    assert total(table) == [34, 27, 14], "nobody receives it"
    assert table.game["log_ticket"][0] == 3


def test_c07_no_ticket_that_fits() -> None:
    table = Table("classic", (2,), 4, tickets={"mrx_0": (0, 3, 3, 0, 2)})
    assert table.result == ("detectives", "surrounded")


def test_c08_ferry_needs_black() -> None:
    table = Table("classic", (115,), 4, tickets={"mrx_0": (1, 0, 0, 0, 0)})
    assert table.legal == {"taxi 102", "taxi 114", "taxi 126", "taxi 127"}
    table = Table("classic", (115,), 4, tickets={"mrx_0": (1, 0, 0, 1, 0)})
    assert {"black 108", "black 157", "black 102"} < table.legal


def test_c10_lines_of_several_kinds_and_no_ferry_for_detectives() -> None:
    table = Table("classic", (1, 157), 4, to_move="pursuers")
    taxi = {f"taxi {station}" for station in (156, 158, 170)}
    assert table.legal == taxi | {f"bus {station}" for station in (133, 142, 156, 185)}


def test_c11_a_blocked_detective_passes_this_round() -> None:
    table = Table("classic", (150, 8, 1, 18, 19), 5, to_move="pursuers")
    assert table.mover == "detective_0" and table.legal == {"pass"}
    table.play("pass")
    assert table.tickets("detective_0") == DETECTIVE
    asked = []
    while table.mover != "mrx_0":
        asked.append(table.mover)
        table.play(max(table.legal))
    assert asked == ["detective_1", "detective_2", "detective_3"]
    assert table.round == 2


@pytest.mark.parametrize("kind", ["bus", "underground"])
def test_c13_capture_at_once(kind: str) -> None:
    table = Table("classic", (46, 1), 4, to_move="pursuers")
    before = [table.station(name) for name in names("detective", 3)[1:]]
    table.play(f"{kind} 46")
    assert table.result == ("detectives", "capture")
    assert [table.station(name) for name in names("detective", 3)[1:]] == before


def test_c14_all_exits_occupied() -> None:
    assert Table("classic", (104, 86, 116), 4).result == ("detectives", "surrounded")


def test_c16_only_the_ferry_is_left_and_no_black() -> None:
    stations = (194, 192, 193, 195)
    assert Table("classic", stations, 4, tickets={"mrx_0": (4, 3, 3, 0, 2)}).result == ("detectives", "surrounded")
    assert Table("classic", stations, 4, tickets={"mrx_0": (4, 3, 3, 1, 0)}).legal == {"black 157"}


def test_c17_shown_in_a_marked_round_until_the_next_move() -> None:
    table = Table("classic", (46,), 4, round=3).play("taxi 47")
    assert table.shown == [0, 0, 47]
    for name in names("detective", 3):
        assert table.sees(name)["piece_visible"][5] and table.sees(name)["piece_station"][5, 47 - 1]
        assert table.possible(name) == {47}
    table.pursuers_wander()
    assert table.sees("detective_0")["piece_visible"][5]
    table.play("taxi 62")
    assert table.shown == [0, 0, 47, 0]
    seen = table.sees("detective_0")
    assert not seen["piece_visible"][5] and not seen["piece_station"][5].any()


def test_c18_a_double_in_a_marked_round_shows_its_first_stop() -> None:
    table = Table("classic", (46,), 4, round=3, possible={46}).play("double", "taxi 47")
    assert table.possible("detective_0") == {47}
    table.play("taxi 62")
    assert table.shown == [0, 0, 47, 0]
    assert table.possible("detective_0") == {34, 62}
    assert not table.sees("detective_0")["piece_visible"][5]


@pytest.mark.parametrize(("index", "shown"), [("round", [0, 0, 0, 61]), ("move", [0, 0, 62, 0])])
def test_c19_a_double_in_round_one(index: str, shown: list[int]) -> None:
    table = Table("classic", (45,), 4, reveal_index=index).play("double", "taxi 46", "taxi 47")
    table.pursuers_wander().play("taxi 62").pursuers_wander().play("taxi 61")
    assert table.shown == shown


def test_c20_blocked_first_half() -> None:
    table = Table("classic", (1, 8), 4).play("double")
    assert "taxi 8" not in table.legal and "taxi 9" in table.legal
    with pytest.raises(IllegalActionError, match="taxi 8"):
        table.play("taxi 8")


def test_c22_no_double_without_a_second_half() -> None:
    table = Table("classic", (2,), 4, tickets={"mrx_0": (1, 3, 3, 0, 2)})
    assert table.legal == {"taxi 10", "taxi 20"}


def test_c24_one_double_a_round() -> None:
    table = Table("classic", (46,), 4)
    assert "double" in table.legal
    assert "double" not in table.play("double").legal
    assert "double" not in table.play("taxi 47").legal
    table.play("taxi 62")
    assert table.mover == "detective_0" and table.tickets("mrx_0")[4] == 1
    assert "double" in table.pursuers_wander().legal


def test_c25_one_stuck_detective_passes_and_blocks() -> None:
    table = Table("classic", (10, 2), 4, to_move="pursuers", tickets={"detective_0": (0, 3, 1)})
    assert table.legal == {"pass"}
    table.play("pass").pursuers_wander()
    assert table.mover == "mrx_0" and table.round == 2
    assert "taxi 11" in table.legal and "taxi 2" not in table.legal


def test_c26_all_detectives_stuck() -> None:
    tickets = dict.fromkeys(names("detective", 3), (0, 3, 1))
    stations = (150, 2, 4, 5)
    for to_move in ("pursuers", "mrx"):
        table = Table("classic", stations, 4, to_move=to_move, tickets=tickets)
        assert table.result == ("mrx", "stuck")
    last = {**tickets, "detective_2": (1, 0, 0)}
    table = Table("classic", (15, *stations[1:]), 4, to_move="pursuers", moved=names("detective", 2), tickets=last)
    assert table.play("taxi 16").result == ("mrx", "stuck")


def test_c27_capture_in_the_last_round() -> None:
    table = Table("classic", (20, 10, 152, 33), 4, round=22, to_move="pursuers", moved=names("detective", 2))
    assert table.play("taxi 20").result == ("detectives", "capture")


@pytest.mark.parametrize("fields", [22, 23, 24])
def test_c28_mrx_wins_after_22_rounds(fields: int) -> None:
    last: dict[str, Any] = {"round": 22, "to_move": "pursuers", "moved": names("detective", 2), "log": unknown(fields)}
    table = Table("classic", (46, 10, 152, 33), 4, **last).play("taxi 20")
    assert table.result == ("mrx", "survived") and table.fields == fields and table.round == 22


def test_c34_surrounded_but_the_game_is_over() -> None:
    table = Table("classic", (2, 10, 152, 33), 4, round=22, to_move="pursuers", moved=names("detective", 2))
    assert table.play("taxi 20").result == ("mrx", "survived")
    table = Table("classic", (2, 10, 152, 33), 4, round=21, to_move="pursuers", moved=names("detective", 2))
    assert table.play("taxi 20").result == ("detectives", "surrounded")


def test_c30_black_hides_the_kind() -> None:
    table = Table("classic", (46,), 4, round=4, log=[*unknown(2), LogEntry("taxi", 46, shown=True)]).play("black 79")
    assert table.possible("detective_0") == {1, 13, 33, 34, 45, 47, 58, 61, 74, 78, 79}
    assert table.sees("detective_0")["log_ticket"][3].tolist() == [0, 0, 0, 1, 0]


@pytest.mark.parametrize("to_move", ["mrx", "pursuers"])
def test_c32_nobody_passes_who_can_move(to_move: str) -> None:
    table = Table("classic", (46,), 4, to_move=to_move)
    with pytest.raises(IllegalActionError, match="pass"):
        table.play("pass")
