"""Master with its app: positions with known answers, named as in the list that the rules were written with."""

from typing import Any

import pytest

from sy_env import LogEntry
from tests.app.table import AppTable
from tests.london.table import names

NEAR, MEDIUM, FAR = [1, 0, 0], [0, 1, 0], [0, 0, 1]


def shown_then(station: int, ticket: str, end: int) -> dict[str, Any]:
    """The pursuers' phase of round 2: he showed himself in round 1, and moved on."""
    log = (LogEntry("taxi", station, True), LogEntry(ticket, end))
    return {"round": 2, "to_move": "pursuers", "log": log}


def after(path: list[int], **options: Any) -> AppTable:
    """The pursuers' phase after Mister X went by taxi from the first station along the others."""
    table = AppTable((path[0],), **options)
    for station in path[1:]:
        table.play(f"taxi {station}")
        if station != path[-1]:
            table.pursuers_wander()
    return table


# -- meeting points


@pytest.mark.parametrize("double", [False, True])
def test_p02_the_second_point_wins_at_once(double: bool) -> None:
    table = AppTable((46,), round=6, points=(47,), reached=(1,))
    table.play(*["double"] * double, "taxi 47")
    assert table.result == ("mrx", "met")
    assert table.fields == 6 and table.game["reached"] == 2 and not table.game["moved"]


def test_p02_so_does_the_second_half() -> None:
    table = AppTable((46,), round=6, points=(47, 62)).play("double", "taxi 47")
    assert table.result is None and table.game["reached"] == 1
    assert table.play("taxi 62").result == ("mrx", "met")


def test_p02_a_pass_or_a_stay_reaches_nothing() -> None:
    table = AppTable((46,), round=6, points=(62,)).play("taxi 47").pursuers_wander()
    assert table.game["reached"] == 0
    table.play("taxi 62").pursuers_wander()
    assert table.game["reached"] == 1
    table.play("taxi 47").pursuers_wander().play("taxi 62")
    assert table.game["reached"] == 1, "a point counts once"


def test_p03_escaped_without_a_point() -> None:
    table = AppTable((46,), round=22).play("taxi 47").pursuers_wander()
    assert table.result == ("detectives", "missed")


def test_p04_escaped_with_one() -> None:
    table = AppTable((46,), round=22, reached=(1,)).play("taxi 47").pursuers_wander()
    assert table.result == ("mrx", "survived")


def test_points_appear_by_schedule_far_from_him_and_the_others() -> None:
    table = AppTable((46,), round=5, points=(108,), mp_rounds=(1, 6), mp_min_dist=4).play("taxi 47").pursuers_wander()
    first, second = table.game["point"][:2].tolist()
    board = table.batch.game.edition.board
    assert first == 108 and second > 0
    assert "bus" in board.modes[second]
    assert min(board.taxi_distances[second, [47, 108]]) >= 4
    assert second not in table.game["station"]
    assert table.shows("mrx_0", "point_unreached") == {108, second}


def test_no_point_appears_where_nobody_fits() -> None:
    table = AppTable((46,), mp_rounds=(2,), mp_pool=(47, 62, 48), mp_min_dist=6).play("taxi 47").pursuers_wander()
    assert table.round == 2 and table.mover == "mrx_0" and not table.game["point"].any()
    assert table.value("mrx_0", "rounds_to_point") == 0


# -- investigations


def test_p06_analysis_ignores_pursuers() -> None:
    table = AppTable((33, 45), **shown_then(46, "taxi", 33)).play("investigate analysis")
    assert table.shows("detective_0", "analysis") == {33, 45, 47, 61}
    assert table.possible("detective_0") == set(range(1, 200)) - {table.station(name) for name in table.seats[1:]}


def test_p08_analysis_of_a_black_ticket_has_the_ferry() -> None:
    table = AppTable((157,), **shown_then(115, "black", 157)).play("investigate analysis")
    assert table.shows("detective_0", "analysis") == {102, 108, 114, 126, 127, 157}


@pytest.mark.parametrize(
    ("station", "answer"), [(67, [NEAR, MEDIUM, MEDIUM, MEDIUM]), (1, [MEDIUM, FAR, MEDIUM, FAR])], ids=["p09", "p10"]
)
def test_p09_p10_locate(station: int, answer: list[list[int]]) -> None:
    table = AppTable((station,), to_move="pursuers", log=[LogEntry("taxi", station)]).play("investigate locate")
    assert table.value("detective_0", "locate") == answer
    assert station in table.possible("detective_0") and len(table.possible("detective_0")) < 60


def test_scan_tells_a_distance_and_no_mast() -> None:
    table = AppTable((67,), to_move="pursuers", log=[LogEntry("taxi", 67)]).play("investigate scan")
    hops = table.batch.game.edition.board.taxi_distances
    distance = table.value("detective_0", "scan").index(1)
    masts = (13, 184, 94, 108)
    assert distance in {int(hops[mast, 67]) for mast in masts}
    pursuers = {table.station(name) for name in table.seats[1:]}
    fitting = {station for station in range(1, 200) if distance in {int(hops[mast, station]) for mast in masts}}
    assert table.possible("detective_0") == fitting - pursuers


@pytest.mark.parametrize("by_hand", [False, True])
def test_p12_interrogation(by_hand: bool) -> None:
    path = [46, 47, 62, 48]
    if by_hand:
        log = [LogEntry("taxi", station) for station in path[1:]]
        table = AppTable((48,), round=3, to_move="pursuers", log=log)
    else:
        table = after(path, reveal_set=())
    table.play("investigate interrogation")
    assert table.phase == "witness" and table.legal == {"witness 35", "witness 47"}
    assert table.shows("detective_0", "mark") == {35, 47}
    assert 48 in table.possible("detective_0")
    table.play("witness 47")
    assert table.shows("detective_0", "witness") == {47}
    assert table.value("detective_0", "statement") == [0, 1, 0]
    assert 48 in table.possible("detective_0") and len(table.possible("detective_0")) < 12
    assert table.phase == "move"


def test_p12_the_other_witness_saw_him_now() -> None:
    table = after([46, 47, 62, 48]).play("investigate interrogation", "witness 35")
    assert table.value("detective_0", "statement") == [1, 0, 0]


def test_p13_no_witness_is_an_answer() -> None:
    table = after([2, 10, 11, 3], reveal_set=())
    before = table.possible("detective_0")
    table.play("investigate interrogation")
    assert table.phase == "move" and table.shows("detective_0", "mark") == set()
    assert table.value("detective_0", "asked") == [0, 0, 0, 1]
    assert 3 in table.possible("detective_0") and table.possible("detective_0") < before


def test_one_mark_is_heard_at_once() -> None:
    table = AppTable((48,), to_move="pursuers", log=[LogEntry("taxi", 48)]).play("investigate interrogation")
    assert table.phase == "move" and table.shows("detective_0", "witness") == {35}
    assert table.value("detective_0", "statement") == [1, 0, 0]


def test_witnesses_do_not_know_his_start() -> None:
    table = after([62, 79]).play("investigate interrogation")
    assert table.shows("detective_0", "mark") == set(), "62 is near Madame Tussauds, but no field of the log"


def test_declining_asks_nothing() -> None:
    table = after([46, 47])
    before = table.possible("detective_0")
    assert table.legal == {"decline", *(f"investigate {kind}" for kind in ("analysis", "locate", "scan", "interrogation"))}
    table.play("decline")
    assert table.phase == "move" and table.possible("detective_0") == before and not table.game["asked"].any()


@pytest.mark.parametrize(("control", "mover"), [("individual", "detective_0"), ("team", "detective_0")])
def test_the_lowest_seat_decides_even_if_it_cannot_move(control: str, mover: str) -> None:
    stations = (150, 8, 1, 18, 19)  # detective_0 is shut in
    table = AppTable(stations, 5, control, to_move="pursuers")
    assert table.phase == "investigate" and table.mover == mover and table.batch.to_move[0] == 1
    idle = table.batch.look(2)[0][0] if control == "individual" else table.batch.look(0)[0][0]
    assert table.batch.actions.text(int(idle.argmax())) == "pass" and idle.sum() == 1


def test_an_investigation_of_one_kind() -> None:
    table = AppTable((46,), to_move="pursuers", investigation_offer="one_random_kind")
    assert len(table.legal) == 2 and "decline" in table.legal
    assert sum(table.value("detective_0", "offered")) == 1


def test_rounds_with_and_without() -> None:
    table = AppTable((46,), investigation_offer="rounds", offer_rounds=(2,))
    table.play("taxi 47")
    assert table.phase == "move"
    assert table.pursuers_wander().play("taxi 46").phase == "investigate"


# -- pursuers stuck


STUCK: dict[str, Any] = {"tickets": dict.fromkeys(names("detective", 5), (0, 0, 0))}


def test_p15_stuck_pursuers_do_not_end_it() -> None:
    table = AppTable((46,), 6, round=15, points=(47,), **STUCK)
    assert table.result is None and table.mover == "mrx_0"
    table.play("taxi 45")
    assert table.phase == "investigate", "investigations go on"
    table.play("decline")
    assert table.legal == {"pass"}
    table.pursuers_wander().play("taxi 46").pursuers_wander()
    assert table.play("taxi 47").result == ("mrx", "stuck"), "with a point he has won"


def test_p15_and_in_the_end_he_has_missed() -> None:
    table = AppTable((46,), 6, round=21, **STUCK)
    table.play("taxi 47").pursuers_wander().play("taxi 46").pursuers_wander()
    assert table.result == ("detectives", "missed")


def test_p15_with_a_point_he_wins_at_once() -> None:
    assert AppTable((46,), 6, round=15, reached=(1,), **STUCK).result == ("mrx", "stuck")
    assert AppTable((46,), 6, round=15, reached=(1,), to_move="pursuers", **STUCK).result == ("mrx", "stuck")


@pytest.mark.parametrize(("app_stuck", "winner"), [("mrx_wins", "mrx"), ("mrx_loses", "detectives")])
def test_b12_other_readings(app_stuck: str, winner: str) -> None:
    assert AppTable((46,), 6, round=15, app_stuck=app_stuck, **STUCK).result == (winner, "stuck")


def test_p15_bobbies_go_on() -> None:
    tickets = dict.fromkeys(names("detective", 2), (0, 0, 0))
    table = AppTable((150, 2, 3, 13, 46), 3, to_move="pursuers", tickets=tickets).play("decline")
    assert table.mover == "bobby_0" and "underground 89" in table.legal
    assert table.play("underground 89", "taxi 47", "pass", "pass").round == 2


# -- helicopter


def test_flights_go_anywhere_but_to_pieces_and_points() -> None:
    table = AppTable((46, 13), round=6, points=(62, 108))
    flights = {int(action.split()[1]) for action in table.legal if action.startswith("helicopter")}
    taken = {table.station(name) for name in table.seats}
    assert flights == set(range(1, 200)) - taken - {62, 108}
    assert not any(action.startswith("helicopter") for action in table.play("double").legal)


def test_a_flight_is_his_turn_and_fills_a_field() -> None:
    table = AppTable((46,), round=3)
    before = table.tickets("mrx_0")
    assert table.value("detective_0", "helicopters") == 1
    table.play("helicopter 199")
    assert table.phase == "investigate" and table.shown == [0, 0, 199], "field 3 is marked"
    assert table.value("detective_0", "log_helicopter")[:4] == [0, 0, 1, 0]
    assert table.value("detective_0", "helicopters") == 0 and table.tickets("mrx_0") == before
    assert not any(action.startswith("helicopter") for action in table.pursuers_wander().legal)


def test_analysis_of_a_flight_is_everywhere() -> None:
    log = (LogEntry("taxi", 46, True), LogEntry("helicopter", 199))
    table = AppTable((199,), round=2, to_move="pursuers", log=log, helicopters=0).play("investigate analysis")
    assert table.shows("detective_0", "analysis") == set(range(1, 200))


def test_pads_and_the_opposite_side() -> None:
    table = AppTable((46,), heli_mode="pads", heli_pads=(1, 46, 199), points=(1,))
    assert {action for action in table.legal if action.startswith("helicopter")} == {"helicopter 199"}
    table = AppTable((46,), heli_mode="opposite")
    (flight,) = (action for action in table.legal if action.startswith("helicopter"))
    x, y = table.batch.game.edition.board.positions[46]
    there = table.batch.game.edition.board.positions[int(flight.split()[1])]
    assert abs(there[0] + x - 1) < 0.06 and abs(there[1] + y - 1) < 0.06


def test_a_flight_saves_a_surrounded_mister_x() -> None:
    surrounded = (2, 10, 139, 149, 20)
    assert AppTable(surrounded, helicopters=0).result == ("detectives", "surrounded")
    table = AppTable(surrounded)
    assert table.result is None and all(action.startswith("helicopter") for action in table.legal)


def test_he_lands_on_a_point_if_nothing_else_is_left() -> None:
    table = AppTable((2, 10, 139, 149, 20), heli_mode="pads", heli_pads=(108,), points=(108,))
    assert table.legal == {"helicopter 108"}
    assert table.play("helicopter 108").game["reached"] == 1
