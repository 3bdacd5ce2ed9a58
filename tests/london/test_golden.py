"""Games played before are played the same way now; `python tests/golden/write.py` writes them anew."""

from pathlib import Path

import pytest

from tests.golden.playthrough import GAMES, layouts, playthrough

FOLDER = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("name", GAMES)
def test_games_go_as_they_went(name: str) -> None:
    written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough(name).splitlines() == written.splitlines()


def test_observations_and_actions_mean_what_they_meant() -> None:
    """A new meaning asks for a new version of the layout."""
    written = (FOLDER / "layouts.txt").read_text(encoding="utf-8")
    assert layouts().splitlines() == written.splitlines()
