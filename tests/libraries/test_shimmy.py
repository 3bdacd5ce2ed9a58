"""Shimmy: the OpenSpiel game as a PettingZoo environment keeps PettingZoo's rules, and the masks are needed."""

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.slow
shimmy = pytest.importorskip("shimmy")
pytest.importorskip("pyspiel")

from pettingzoo.test.api_test import api_test

import sy_env.adapters.openspiel  # noqa: F401  # registers the game
from sy_env.errors import IllegalActionError


def env_of(edition: str, control: str = "team") -> Any:
    """Shimmy 2.0.1 loads the game anew at every reset, so it wants name and parameters, not a game."""
    return shimmy.OpenSpielCompatibilityV0(game_name="sy_env", config={"edition": edition, "control": control})


@pytest.mark.parametrize("control", ["team", "individual"])
def test_pettingzoo_accepts_what_comes_back(control: str) -> None:
    api_test(env_of("glasses", control), num_cycles=50)  # type: ignore[no-untyped-call]


def test_random_games_reach_their_end() -> None:
    env = env_of("classic")
    rng = np.random.default_rng(0)
    env.reset(seed=0)
    for agent in env.agent_iter():
        _, _, terminated, truncated, info = env.last()
        assert agent in ("player_0", "player_1")
        env.step(None if terminated or truncated else rng.choice(np.flatnonzero(info["action_mask"])))
    assert env.game_state.is_terminal() and sorted(env.game_state.returns()) == [-1, 1]


def test_an_action_outside_the_mask_is_refused() -> None:
    env = env_of("glasses")
    env.reset(seed=0)
    _, _, _, _, info = env.last()
    with pytest.raises((IllegalActionError, RuntimeError)):
        env.step(int(np.flatnonzero(np.asarray(info["action_mask"]) == 0)[0]))
