"""The engine and the referee of `tests/oracle` play the same games and agree on everything after every action."""

import random
from itertools import combinations

import pytest

from tests.hunting.side_by_side import CHOICES, LINEUP, draw, play_number

GAMES = {"hunting": 60, "hunting_expert": 60, "hunting_options": 400, "hunting_tiles": 400}
SETTLED = {name: values for name, values in CHOICES.items() if name != "reveal_set"}  # its None becomes another value
PARTS = 4  # so that parallel test workers can share the games


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", LINEUP)
def test_engine_and_referee_play_the_same_game(name: str, part: int) -> None:
    for number in range(part, GAMES[name], PARTS):
        played = play_number(name, number)
        assert not played.difference, f"game {number} of {name}:\n{played.difference}"


def test_every_pair_of_options_is_played() -> None:
    """Any two values of any two options meet in some of the games above."""
    seen = set()
    for name in ("hunting_options", "hunting_tiles"):
        for number in range(GAMES[name]):
            edition = draw(name, random.Random(f"{name} {number}"))
            seen |= set(combinations(((option, getattr(edition, option)) for option in SETTLED), 2))
    pairs = combinations(SETTLED.items(), 2)
    assert seen >= {((a, x), (b, y)) for (a, xs), (b, ys) in pairs for x in xs for y in ys}
