"""The referee of the app mode: positions with known answers, and where Mister X can be against all histories."""

import csv
import random
from pathlib import Path
from typing import Any

import pytest

from . import read_lines
from .app import AppReferee
from .app_edition import AppEdition, master_app
from .playing import draw_starts, play_app, random_app_edition

DATA = Path(__file__).parents[2] / "sy_env/boards/data/london"
LONDON = read_lines(DATA / "edges.csv")
with (DATA / "landmarks.csv").open(newline="") as rows:
    LANDMARKS = tuple(int(row["station"]) for row in csv.DictReader(rows))
FAR = [150, 151, 152]  # stations of three detectives far from the scene


def app(players: int = 4, **options: Any) -> AppEdition:
    """Three detectives, no Bobby, and an offer every round, unless said."""
    rules: dict[str, Any] = {"detectives": 3, "bobbies": 0, "investigation_offer": "every_round", "landmarks": LANDMARKS}
    return master_app(players, lines=LONDON, **{**rules, **options})


def told(referee: AppReferee, *actions: str) -> Any:
    """What the last answer to `actions` is."""
    for action in actions:
        referee.apply(action)
    return referee.answers[-1].value


# --- meeting points ---


def test_first_point_is_drawn_before_the_first_turn() -> None:
    referee = AppReferee(app(), [35, 13, 26, 29])
    places = referee.outcomes()
    assert referee.phase == "chance" and referee.chance == "meeting_point" and not referee.legal()
    assert 46 not in places and 13 not in places and 199 in places, "bus stops far away and free"
    with pytest.raises(ValueError, match="46 for meeting_point"):
        referee.resolve(46)
    referee.resolve(199)
    assert referee.phase == "move" and referee.points == [199]


def test_points_come_at_the_start_of_their_rounds() -> None:
    edition = app(mp_rounds=(1, 2), mp_min_dist=2, rounds=3)
    asked = [(p.round, len(p.points)) for p in play_app(AppReferee(edition, [35, 13, 26, 29]), random.Random(1)) if p.chance]
    assert asked == [(1, 0), (2, 1)]


def test_p02_two_points_win_between_the_halves() -> None:
    referee = AppReferee.at(app(), [46, *FAR], points=[1, 13], reached=[79], possible=[46])
    referee.apply("double")
    referee.apply("bus 1")
    assert (referee.winner, referee.reason) == ("mrx", "met")


def test_point_reached_in_the_second_half() -> None:
    referee = AppReferee.at(app(), [46, *FAR], points=[1, 8], possible=[46])
    for action in ("double", "bus 1"):
        referee.apply(action)
    assert referee.phase == "second_half" and referee.reached == [1] and referee.points == [8]
    referee.apply("taxi 8")
    assert (referee.winner, referee.reason) == ("mrx", "met")


@pytest.mark.parametrize(("reached", "end"), [([], ("detectives", "missed")), ([13], ("mrx", "survived"))])
def test_p03_p04_end_of_the_last_round(reached: list[int], end: tuple[str, str]) -> None:
    referee = AppReferee.at(app(), [1, *FAR], round=22, mover=3, moved=[1, 2], points=[67], reached=reached)
    referee.apply(min(referee.legal()))
    assert (referee.winner, referee.reason) == end


STUCK: dict[int, list[int]] = {seat: [0] * 5 for seat in (1, 2, 3)}


def test_p15_mrx_moves_on_alone() -> None:
    referee = AppReferee.at(app(), [46, *FAR], tickets=STUCK, round=15, points=[1])
    assert referee.phase == "move"
    referee.apply("bus 58")
    referee.apply("investigate locate")
    for _ in FAR:
        assert referee.legal() == {"pass"}
        referee.apply("pass")
    assert referee.round == 16 and referee.chance == "meeting_point"
    referee.resolve(min(referee.outcomes()))
    referee.apply("bus 1")
    assert (referee.winner, referee.reason) == ("mrx", "stuck"), "his first point"


def test_p15_one_point_or_none_at_the_end() -> None:
    at_once = AppReferee.at(app(), [46, *FAR], tickets=STUCK, round=15, reached=[1])
    assert (at_once.winner, at_once.reason) == ("mrx", "stuck")
    last = AppReferee.at(app(), [46, *FAR], tickets=STUCK, round=22, points=[1])
    for action in ("bus 58", "decline", "pass", "pass", "pass"):
        last.apply(action)
    assert (last.winner, last.reason) == ("detectives", "missed")


@pytest.mark.parametrize(("option", "winner"), [("mrx_wins", "mrx"), ("mrx_loses", "detectives")])
def test_b12_options_of_stuck_pursuers(option: str, winner: str) -> None:
    referee = AppReferee.at(app(app_stuck=option), [46, *FAR], tickets=STUCK, round=15)
    assert (referee.winner, referee.reason) == (winner, "stuck")


def test_bobbies_go_on_when_the_detectives_are_finished() -> None:
    edition = app(detectives=2, bobbies=1)
    tickets = {seat: [0] * 5 for seat in (1, 2)}
    referee = AppReferee.at(edition, [46, 150, 151, 13], tickets=tickets, round=15, mover=1)
    referee.apply("decline")
    assert referee.mover == 3
    referee.apply("underground 46")
    assert (referee.winner, referee.reason) == ("detectives", "capture")


# --- helicopter ---


def test_flight_goes_to_any_free_station_but_unreached_points() -> None:
    referee = AppReferee.at(app(), [46, *FAR], points=[67], reached=[13], possible=[46])
    targets = {int(action.split()[1]) for action in referee.legal() if action.startswith("helicopter")}
    assert targets == set(range(1, 200)) - {46, 67, *FAR}
    referee.apply("helicopter 13")
    assert referee.log[-1].kind == "helicopter" and not referee.log[-1].shown and referee.helicopters == 0
    assert referee.possible == set(range(1, 200)) - {46, *FAR}, "points are secret"
    assert told(referee, "investigate analysis") == frozenset(range(1, 200))


def test_no_flight_inside_a_double() -> None:
    referee = AppReferee.at(app(), [46, *FAR])
    referee.apply("double")
    assert not any(action.startswith("helicopter") for action in referee.legal())


def test_flight_saves_the_surrounded() -> None:
    stations = [2, 10, 20, 150]
    assert AppReferee.at(app(), stations).phase == "move"
    assert AppReferee.at(app(), stations, helicopters=0).reason == "surrounded"


def test_pads_and_opposite() -> None:
    pads = AppReferee.at(app(heli_mode="pads", heli_pads=(1, 67, 150)), [46, *FAR], points=[67])
    assert {action for action in pads.legal() if action.startswith("helicopter")} == {"helicopter 1"}
    corners = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0))
    square = tuple((a, b, "taxi") for a, b in ((1, 2), (2, 4), (3, 4), (1, 3)))
    edition = AppEdition(lines=square, stations=4, detectives=1, heli_mode="opposite", coordinates=corners)
    referee = AppReferee.at(edition, [1, 2])
    assert referee.legal() == {"taxi 3", "black 3", "double", "helicopter 4"}


# --- investigations ---


def test_offer_comes_after_mrx_and_before_any_pursuer() -> None:
    referee = AppReferee.at(app(investigation_offer="random"), [46, *FAR])
    referee.apply("bus 1")
    assert referee.chance == "offer" and referee.outcomes() == [False, True]
    twin = referee.clone()
    twin.resolve(False)
    assert twin.phase == "move" and twin.mover == 1
    referee.resolve(True)
    assert referee.mover == 1
    assert referee.legal() == {"decline", *(f"investigate {kind}" for kind in ("analysis", "locate", "scan", "interrogation"))}
    referee.apply("decline")
    assert referee.phase == "move" and "decline" not in referee.legal() and not referee.answers


def test_offers_by_other_schedules() -> None:
    one = AppReferee.at(app(investigation_offer="one_random_kind"), [46, *FAR], mover=1)
    one.resolve("scan")
    assert one.legal() == {"decline", "investigate scan"}
    for round, phase in ((4, "investigate"), (5, "move")):
        fixed = AppReferee.at(app(investigation_offer="rounds", offer_rounds=(4,)), [46, *FAR], round=round, mover=1)
        assert fixed.phase == phase


def test_p06_analysis_ignores_pursuers() -> None:
    referee = AppReferee.at(app(), [46, 45, 151, 152], round=4, log=[("taxi", 46, True, 3)])
    assert told(referee, "taxi 47", "investigate analysis") == {33, 45, 47, 61}
    assert referee.possible == {33, 47, 61}


def test_p08_ferry_under_black() -> None:
    referee = AppReferee.at(app(), [115, *FAR], round=4, log=[("taxi", 115, True, 3)])
    assert told(referee, "black 157", "investigate analysis") == {102, 108, 114, 126, 127, 157}


def test_analysis_before_the_first_reveal() -> None:
    referee = AppReferee.at(app(), [35, *FAR])
    by_cards = set().union(*(referee.edition.board.by_ticket[0][card] for card in referee.edition.mrx_starts([])))
    assert told(referee, "taxi 22", "investigate analysis") == by_cards
    everywhere = AppReferee.at(app(analysis_prior="all"), [35, *FAR])
    assert told(everywhere, "taxi 22", "investigate analysis") == set(range(1, 200))


@pytest.mark.parametrize(
    ("station", "words"),
    [(67, ("near", "medium", "medium", "medium")), (1, ("medium", "far", "medium", "far"))],
)
def test_p09_p10_locate(station: int, words: tuple[str, ...]) -> None:
    edition = app()
    referee = AppReferee.at(edition, [station, *FAR], mover=1)
    assert told(referee, "investigate locate") == words
    assert referee.possible == {s for s in range(1, 200) if edition.locate(s) == words} - set(FAR)
    assert station in referee.possible


def test_scan_hides_its_mast() -> None:
    edition = app()
    referee = AppReferee.at(edition, [67, *FAR], mover=1)
    referee.apply("investigate scan")
    assert referee.chance == "mast" and referee.outcomes() == [13, 184, 94, 108]
    referee.resolve(13)
    assert referee.answers[-1].value == 4
    assert referee.possible == {s for s in range(1, 200) if 4 in [edition.distance(m, s) for m in edition.masts]} - set(FAR)


def test_p12_witnesses() -> None:
    log = [("taxi", 47, False, 1), ("taxi", 62, False, 2)]
    referee = AppReferee.at(app(), [62, *FAR], round=3, log=log)
    assert told(referee, "taxi 48", "investigate interrogation") == {35, 47}
    assert referee.phase == "witness" and referee.legal() == {"witness 35", "witness 47"}
    other = referee.clone()
    assert told(referee, "witness 35") == (35, 0)
    assert told(other, "witness 47") == (47, 1)
    assert referee.phase == "move" and "investigate locate" not in referee.legal()


def test_a_single_witness_is_heard_at_once() -> None:
    referee = AppReferee.at(app(landmarks=(35,)), [48, *FAR], round=3, log=[("taxi", 48, False, 2)], mover=1)
    referee.apply("investigate interrogation")
    assert [(answer.kind, answer.value) for answer in referee.answers] == [("interrogation", {35}), ("witness", (35, 0))]
    assert referee.phase == "move"


def test_p13_no_witness_is_an_answer_too() -> None:
    edition = app()
    quiet = {s for s in range(1, 200) if not edition.sightings([s])}
    referee = AppReferee.at(edition, [24, *FAR], round=3, log=[("taxi", 24, False, 2)], mover=1)
    assert 24 in quiet and told(referee, "investigate interrogation") == frozenset()
    assert referee.phase == "move" and referee.possible == quiet - set(FAR)


def test_an_old_sighting_couples_moves() -> None:
    """On a line 1-2-3-4-5 with a witness on 1 he was there a move ago: only then can he be on 2."""
    line = tuple((n, n + 1, "taxi") for n in range(1, 7))
    edition = AppEdition(
        lines=line, stations=7, detectives=1, landmarks=(1, 4), witness_radius=0, masts=(7,) * 4, mp_rounds=(),
        investigation_offer="every_round", heli_count=0,
    )  # fmt: skip
    referee = AppReferee(edition, [2, 7])
    for action in ("taxi 1", "decline", "taxi 6", "taxi 2"):
        referee.apply(action)
    assert referee.possible >= {2, 4}
    referee.apply("investigate interrogation")
    assert referee.answers[-1] == (2, "witness", (1, 1)) and referee.possible == {2}
    assert referee.possible_for_mrx >= {2, 4}, "he does not see what they ask"


# --- where Mister X can be ---


@pytest.mark.parametrize("seed", range(6))
def test_possible_sets_equal_enumeration_on_small_boards(seed: int) -> None:
    for game in range(20):
        rng = random.Random(1000 * seed + game)
        edition = random_app_edition(rng)
        for referee in play_app(AppReferee(edition, draw_starts(edition, rng)), rng):
            assert referee.possible == referee.possible_by_enumeration()
            assert referee.possible_for_mrx == referee.possible_by_enumeration(heard=False)
            assert referee.stations[0] in referee.possible <= referee.possible_for_mrx


def test_a_whole_game_in_london() -> None:
    edition = master_app(3, lines=LONDON, landmarks=LANDMARKS, rounds=8)
    rng = random.Random(2)
    for referee in play_app(AppReferee(edition, draw_starts(edition, rng)), rng):
        assert referee.stations[0] in referee.possible
        assert referee.chance or referee.legal()
    assert referee.phase == "over"
