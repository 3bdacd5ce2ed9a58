"""The app's kernels against the referee: the same random games played by both, compared after every action and chance."""

import random
from itertools import combinations

import pytest

from tests.app.lineup import LINEUP, draw, play_number
from tests.app.side_by_side import referee_edition
from tests.oracle.app_edition import APP_CHOICES
from tests.oracle.editions import CHOICES

GAMES = {"master_app": 24, "app_options": 60, "app_boards": 800}
PARTS = 4  # so that parallel test workers can share the games


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", LINEUP)
def test_engine_and_referee_play_the_same_game(name: str, part: int) -> None:
    for number in range(part, GAMES[name], PARTS):
        played = play_number(name, number)
        assert not played.difference, f"game {number} of {name}:\n{played.difference}"


@pytest.mark.parametrize("part", range(PARTS))
def test_sets_are_exact(part: int) -> None:
    """On small boards: both sets of possible stations hold the ends of all hidden histories that fit, and nothing else."""
    for number in range(10_000 + part, 10_120, PARTS):
        played = play_number("app_boards", number, every_history=True)
        assert not played.difference, f"game {number}:\n{played.difference}"


def test_every_pair_of_options_is_played() -> None:
    """Any two values of any two options meet in some of the games above."""
    choices = {**CHOICES, **APP_CHOICES}
    seen = set()
    for number in range(GAMES["app_boards"]):
        edition = referee_edition(*draw("app_boards", random.Random(f"app_boards {number}")))
        seen |= set(combinations(((option, getattr(edition, option)) for option in choices), 2))
    assert seen == {((a, x), (b, y)) for a, b in combinations(choices, 2) for x in choices[a] for y in choices[b]}
