"""Where Mister X can be: answers worked out by hand, and the set carried forward against all histories."""

import random
from pathlib import Path
from typing import Any

import pytest

from . import OracleEdition, Referee, classic, glasses, master, read_lines
from .editions import Line
from .playing import draw_starts, play, random_edition

LONDON = read_lines(Path(__file__).parents[2] / "sy_env/boards/data/london/edges.csv")


def test_black_ticket_hides_the_kind() -> None:
    referee = Referee.at(classic(4, lines=LONDON), [46, 150, 151, 152], round=4, log=[("taxi", 46, True, 3)])
    referee.apply("black 79")
    assert referee.possible == {1, 13, 33, 34, 45, 47, 58, 61, 74, 78, 79}


STRING: tuple[Line, ...] = (
    *((1, 2, "taxi"), (2, 3, "taxi"), (3, 4, "taxi")),
    *((4, 5, "bus"), (5, 6, "taxi"), (6, 7, "taxi")),
)


def test_play_going_on_tells() -> None:
    edition = OracleEdition(lines=STRING, stations=7, detectives=2)
    assert Referee(edition, [5, 1, 3]).possible == {4, 5, 6, 7}, "2 has no way out"
    referee = Referee(edition, [5, 1, 4])
    assert referee.possible == {2, 3, 5, 6, 7}
    referee.apply("double")
    assert referee.possible == {5, 7}, "elsewhere no second half but the way back"


@pytest.mark.parametrize(("rule", "ends"), [("forbid", {2, 4}), ("allow", {2, 3, 4, 5, 6})])
def test_both_halves_of_a_double_tell(rule: str, ends: set[int]) -> None:
    edition = OracleEdition(lines=STRING, stations=7, detectives=2, double_return=rule)
    referee = Referee(edition, [4, 1, 7])
    for action in ("double", "taxi 3", "taxi 2"):
        referee.apply(action)
    assert referee.possible == ends


def test_a_pass_tells() -> None:
    edition = OracleEdition(lines=STRING, stations=7, detectives=2, mrx_no_ticket="passes")
    referee = Referee.at(edition, [3, 1, 7], tickets={0: [0, 1, 0, 0, 0]})
    assert referee.possible == {2, 3, 4, 5, 6}
    referee.apply("pass")
    assert referee.possible == {2, 3, 6}


@pytest.mark.parametrize("seed", range(8))
def test_both_possible_sets_agree_on_small_boards(seed: int) -> None:
    for game in range(25):
        rng = random.Random(1000 * seed + game)
        edition = random_edition(rng)
        for referee in play(Referee(edition, draw_starts(edition, rng)), rng):
            assert referee.possible == referee.possible_by_enumeration()
            assert referee.stations[0] in referee.possible


@pytest.mark.parametrize("reveal_set", [(3,), ()])
def test_both_possible_sets_agree_on_glasses(reveal_set: tuple[int, ...]) -> None:
    for seed in range(20):
        for referee in play(Referee(glasses(reveal_set=reveal_set), [6, 1, 11]), random.Random(seed)):
            assert referee.possible == referee.possible_by_enumeration()


@pytest.mark.parametrize("control", ["individual", "team"])
@pytest.mark.parametrize("named", [classic, master])
def test_both_possible_sets_agree_in_london(named: Any, control: str) -> None:
    """Two rounds with a reveal in the first: what follows starts from one station."""
    rng = random.Random(7)
    edition = named(3, lines=LONDON, control=control, rounds=2, reveal_set=(1,))
    for referee in play(Referee(edition, draw_starts(edition, rng)), rng):
        assert referee.possible == referee.possible_by_enumeration()
