"""The kernels against the referee: the same random games played by both, compared after every action."""

import random
from itertools import combinations

import pytest

from tests.comparison import oracle_edition
from tests.lineup import LINEUP, draw, play_number
from tests.oracle.editions import CHOICES

GAMES = {"classic": 120, "master": 120, "nijssen2011": 60, "glasses": 240, "options": 240, "boards": 2400}
PARTS = 4  # so that parallel test workers can share the games


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", LINEUP)
def test_engine_and_referee_play_the_same_game(name: str, part: int) -> None:
    for number in range(part, GAMES[name], PARTS):
        played = play_number(name, number)
        assert not played.difference, f"game {number} of {name}:\n{played.difference}"


@pytest.mark.parametrize("name", ["options", "boards"])
def test_every_pair_of_options_is_played(name: str) -> None:
    """Any two values of any two options meet in some of the games above."""
    seen = set()
    for number in range(GAMES[name]):
        edition = oracle_edition(*draw(name, random.Random(f"{name} {number}")))
        seen |= set(combinations(((option, getattr(edition, option)) for option in CHOICES), 2))
    assert seen == {((a, x), (b, y)) for a, b in combinations(CHOICES, 2) for x in CHOICES[a] for y in CHOICES[b]}
