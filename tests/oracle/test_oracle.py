"""The referee against positions with known answers and laws that every game keeps."""

import random
from pathlib import Path
from typing import Any

import pytest

from . import Referee, classic, glasses, master, nijssen2011, read_lines
from .playing import draw_starts, play

LONDON = read_lines(Path(__file__).parents[2] / "sy_env/boards/data/london/edges.csv")


# --- the deal ---


@pytest.mark.parametrize(
    ("players", "detectives", "bobbies", "supply"),
    [
        (2, 2, 2, [40, 33, 17]),
        (3, 2, 2, [40, 33, 17]),
        (4, 3, 1, [29, 25, 13]),
        (5, 4, 0, [18, 17, 9]),
        (6, 5, 0, [7, 9, 5]),
    ],
)
def test_master_deal(players: int, detectives: int, bobbies: int, supply: list[int]) -> None:
    edition = master(players, lines=LONDON)
    rows = edition.deal()
    purse = [22, 16, 8, 0, 0] if players == 2 else [11, 8, 4, 0, 0]
    assert rows == [[*supply, 5, 2], *[purse] * detectives, *[[0] * 5] * bobbies]


@pytest.mark.parametrize(("order", "sharers"), [("grouped", [1, 2]), ("interleaved", [1, 3])])
def test_pawns_of_one_player_share_a_pool(order: str, sharers: list[int]) -> None:
    edition = classic(3, lines=LONDON, tickets_per="player", pawn_order=order)
    referee = Referee(edition, [13, 26, 29, 34, 50])
    referee.apply("taxi 4")
    referee.apply("taxi 15")
    taxis = [row[0] for row in referee.tickets]
    assert taxis == [4, *(19 if seat in sharers else 20 for seat in (1, 2, 3, 4))]


# --- moves and payment ---


def test_c04_used_ticket_goes_to_mrx() -> None:
    referee = Referee.at(classic(4, lines=LONDON), [150, 13, 2, 3], mover=1)
    referee.apply("underground 89")
    assert referee.tickets[1][2] == 3
    assert referee.tickets[0][2] == 4


def test_c11_blocked_detective_passes_once() -> None:
    referee = Referee.at(classic(5, lines=LONDON), [150, 8, 1, 18, 19], mover=1)
    assert referee.legal() == {"pass"}
    referee.apply("pass")
    asked = []
    while referee.mover:
        asked.append(referee.mover)
        referee.apply(max(referee.legal()))
    assert asked == [2, 3, 4]
    assert referee.tickets[1] == [10, 8, 4, 0, 0]


def test_c20_double_needs_a_free_first_half() -> None:
    referee = Referee.at(classic(4, lines=LONDON), [1, 8, 150, 151])
    referee.apply("double")
    assert "taxi 8" not in referee.legal()
    with pytest.raises(ValueError, match="taxi 8"):
        referee.apply("taxi 8")
    assert referee.phase == "first_half" and referee.stations[0] == 1 and not referee.log


def test_c22_no_double_without_a_second_half() -> None:
    referee = Referee.at(classic(4, lines=LONDON), [2, 150, 151, 152], tickets={0: [1, 3, 3, 0, 2]})
    assert referee.legal() == {"taxi 10", "taxi 20"}


def test_m06_empty_supply() -> None:
    referee = Referee.at(master(4, lines=LONDON), [13, 150, 151, 152, 153], tickets={0: [9, 9, 0, 0, 0]})
    assert referee.legal() == {*(f"taxi {n}" for n in (4, 23, 24)), *(f"bus {n}" for n in (14, 23, 52))}


def test_m07_bobby_travels_free() -> None:
    referee = Referee.at(master(4, lines=LONDON), [2, 150, 151, 152, 13], mover=4, moved=[1, 2, 3])
    before = [row[:] for row in referee.tickets]
    referee.apply("underground 89")
    assert referee.tickets == before and referee.mover == 0 and referee.round == 2


def test_m11_one_pursuer_a_station() -> None:
    referee = Referee.at(master(4, lines=LONDON), [2, 46, 151, 152, 45], mover=1)
    assert "taxi 45" not in referee.legal() and "taxi 47" in referee.legal()


def test_return_ride_of_a_double() -> None:
    for rule, home in (("forbid", set()), ("allow", {"taxi 2"})):
        referee = Referee.at(classic(4, lines=LONDON, double_return=rule), [2, 150, 151, 152])
        referee.apply("double")
        referee.apply("taxi 10")
        assert referee.legal() & {"taxi 2"} == home


# --- who is asked ---


def test_any_order_comes_back_to_the_blocked() -> None:
    stations = [150, 8, 1, 18, 19]
    referee = Referee.at(master(5, lines=LONDON), stations, mover=2)
    assert referee.mover == 2
    referee.apply("taxi 9")
    assert referee.mover == 1 and referee.legal() == {"taxi 1"}
    team = Referee.at(master(5, lines=LONDON, control="team"), stations, mover=1)
    assert team.choosing and team.mover == 1 and team.legal() == {"piece 2", "piece 3", "piece 4"}
    team.apply("piece 3")
    assert team.mover == 3 and not team.choosing


def test_one_team_pass_covers_those_who_cannot_move() -> None:
    tickets = {seat: [0, 0, 0, 0, 0] for seat in (1, 2, 4)}
    edition = classic(5, lines=LONDON, control="team")
    referee = Referee.at(edition, [150, 8, 1, 18, 19], tickets=tickets, mover=1)
    referee.apply("pass")
    assert referee.moved == {1, 2} and referee.mover == 3
    edition = master(5, lines=LONDON, control="team")
    anyhow = Referee.at(edition, [150, 8, 1, 18, 19], tickets=tickets, mover=1)
    assert anyhow.mover == 3 and not anyhow.choosing
    anyhow.apply("taxi 43")
    assert anyhow.legal() == {"pass"}
    anyhow.apply("pass")
    assert anyhow.mover == 0 and anyhow.round == 2


# --- endings ---


def test_c07_no_ticket_that_fits() -> None:
    position: dict[str, Any] = {"stations": [2, 150, 151, 152], "tickets": {0: [0, 3, 3, 0, 2]}}
    lost = Referee.at(classic(4, lines=LONDON), **position)
    assert (lost.winner, lost.reason, lost.legal()) == ("detectives", "surrounded", set())
    passing = Referee.at(classic(4, lines=LONDON, mrx_no_ticket="passes"), **position)
    assert passing.legal() == {"pass"}
    passing.apply("pass")
    assert passing.log == [("pass", 2, False, 1)] and passing.mover == 1


def test_m21_bobbies_alone() -> None:
    position: dict[str, Any] = {
        "stations": [150, 2, 3, 13, 46],
        "tickets": {1: [0] * 5, 2: [0] * 5},
        "mover": 3,
        "moved": [],
    }
    over = Referee.at(master(3, lines=LONDON), **position)
    assert (over.winner, over.reason) == ("mrx", "stuck")
    on = Referee.at(master(3, lines=LONDON, stuck_rule="all_pursuers"), **position)
    assert on.mover == 3 and "underground 89" in on.legal()


def test_a_bobby_in_the_way_makes_nobody_stuck() -> None:
    """The detective on 2 waits for the Bobbies on 10 and 20: he passes, but is not finished."""
    tickets = {2: [0] * 5}
    referee = Referee.at(master(3, lines=LONDON), [150, 2, 3, 10, 20], tickets=tickets, mover=3)
    assert referee.phase == "move" and referee.mover == 3


def test_passing_is_for_lack_of_tickets_only() -> None:
    edition = classic(4, lines=LONDON, mrx_no_ticket="passes")
    held = Referee.at(edition, [2, 10, 20, 150], tickets={0: [0, 3, 3, 0, 2]})
    assert (held.winner, held.reason) == ("detectives", "surrounded")


def test_a_double_needs_two_fields() -> None:
    edition = classic(4, lines=LONDON, game_length="fields", fields=4)
    log = [("taxi", 9, False, 1), ("taxi", 1, False, 2), ("taxi", 9, False, 3)]
    assert "double" in Referee.at(edition, [1, 150, 151, 152], round=3, log=log[:2]).legal()
    referee = Referee.at(edition, [1, 150, 151, 152], round=4, log=log)
    assert "double" not in referee.legal()
    asked = [position.mover for position in play(referee, random.Random(0))]
    assert asked == [0, 1, 2, 3] and referee.reason == "survived"


def test_m25_surrounded() -> None:
    stations = [2, 10, 150, 151, 20]
    assert Referee.at(master(4, lines=LONDON), stations).reason == "surrounded"
    none_left = {seat: [0] * 5 for seat in (1, 2, 3)}
    tie = Referee.at(master(4, lines=LONDON, stuck_tie="draw"), stations, tickets=none_left)
    assert tie.winner == "draw"


def test_end_of_the_last_round() -> None:
    last: dict[str, Any] = {"round": 22, "mover": 3, "moved": [1, 2]}
    safe = Referee.at(classic(4, lines=LONDON), [2, 10, 152, 33], **last)
    safe.apply("taxi 20")
    assert (safe.winner, safe.reason) == ("mrx", "survived")
    caught = Referee.at(classic(4, lines=LONDON), [20, 10, 152, 33], **last)
    caught.apply("taxi 20")
    assert (caught.winner, caught.reason) == ("detectives", "capture")


def test_stepping_onto_a_seeker_loses() -> None:
    referee = Referee.at(nijssen2011(lines=LONDON), [1, 8, 150, 151, 152, 153])
    referee.apply("double")
    referee.apply("taxi 8")
    assert (referee.winner, referee.reason) == ("detectives", "entered")


# --- reveals ---


@pytest.mark.parametrize(("index", "shown"), [("round", [0, 0, 1, 0]), ("move", [0, 0, 1, 1])])
def test_reveals_by_round_and_by_move(index: str, shown: list[int]) -> None:
    edition = classic(4, lines=LONDON, reveal_index=index, reveal_set=(3, 4), double_return="allow")
    log = [("taxi", 9, False, 1), ("taxi", 1, False, 2)]
    referee = Referee.at(edition, [1, 150, 151, 152], round=3, log=log)
    for action in ("double", "bus 46", "underground 1"):
        referee.apply(action)
    assert [entry.shown for entry in referee.log] == shown
    assert (referee.possible == {1}) == (index == "move")


# --- whole games ---


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("named", [classic, master])
def test_no_ticket_gets_lost(named: Any, players: int) -> None:
    """Classic and Master: what was dealt of a kind is held by somebody or lies on the log."""
    rng = random.Random(players)
    edition = named(players, lines=LONDON)
    dealt = [sum(kind) for kind in zip(*edition.deal(), strict=True)]
    for referee in play(Referee(edition, draw_starts(edition, rng)), rng):
        used = [entry.kind for entry in referee.log]
        laid = [used.count(kind) for kind in ("taxi", "bus", "underground", "black")]
        held = [sum(kind) for kind in zip(*referee.tickets, strict=True)]
        assert [a + b for a, b in zip(held[:4], laid, strict=True)] == dealt[:4]


def test_everybody_acts_once_a_round() -> None:
    referee = Referee(glasses(), [6, 1, 11])
    asked = [(position.round, position.mover) for position in play(referee, random.Random(3))]
    rounds = [(n, seat) for n in range(1, 6) for seat in range(3)]
    assert asked == rounds[: len(asked)] and len(asked) > 6
    assert referee.tickets[0][0] == 5 - len(referee.log), "discarded tickets go to nobody"


@pytest.mark.parametrize("order", ["fixed", "any"])
def test_teams_and_single_pursuers_play_the_same_game(order: str) -> None:
    """The same moves, the team naming the lowest seat, lead to the same position."""
    for seed in range(10):
        rng = random.Random(seed)
        lone, team = (master(4, lines=LONDON, order=order, control=who) for who in ("individual", "team"))
        stations = draw_starts(lone, rng)
        single, joint = Referee(lone, stations), Referee(team, stations)
        while single.phase != "over":
            while joint.choosing:
                joint.apply(min(joint.legal()))
            assert joint.legal() == single.legal() and joint.possible == single.possible
            action = rng.choice(sorted(single.legal()))
            joint.apply(action)
            single.apply(action)
            while action == "pass" and single.mover > 0 and single.legal() == {"pass"}:
                single.apply(action)
        assert (joint.stations, joint.winner) == (single.stations, single.winner)
