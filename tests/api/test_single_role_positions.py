"""The Gymnasium door for one role: games that begin in a given position."""

import pickle
from typing import Any

import numpy as np
import pytest

import sy_env
from sy_env.errors import PositionError
from tests.api.single_role import FAR, make, path_edition


def test_a_position_is_where_the_game_starts() -> None:
    position = sy_env.Position((46, *FAR), round=5, to_move="pursuers", possible=[46, 47, 1])
    env = make("Detectives")
    for seed in range(3):
        observation, info = env.reset(seed=seed, options={"position": position})
        seen = env.layout.unflatten(observation)
        assert seen["round"][0] == 5 and info["redrawn_games"] == 0
        assert np.flatnonzero(seen["possible"]).tolist() == [0, 45, 46]
        assert [int(row.argmax()) + 1 for row in seen["piece_station"][:5]] == list(FAR)
    env.reset(seed=9)
    assert env._games.batch.games["round"][0] == 1


def test_the_opponent_moves_first_where_it_is_its_turn() -> None:
    env = make("Detectives")
    env.reset(seed=0, options={"position": sy_env.Position((46, *FAR), round=5)})
    assert env._games.batch.games["mover"][0] == 1 and env._games.batch.games["fields"][0] >= 5
    env = make("MisterX")
    env.reset(seed=0, options={"position": sy_env.Position((46, *FAR), round=5, to_move="pursuers")})
    assert env._games.batch.games["round"][0] == 6


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"positon": None}, ValueError, "did you mean 'position'"),
        ({"position": (46, 5)}, TypeError, "sy_env.Position"),
        ({"position": sy_env.Position((1,))}, PositionError, "1 stations given for 2 pieces"),
        ({"position": sy_env.Position((1, 2))}, PositionError, "over at once .surrounded"),
    ],
)
def test_a_bad_position_changes_nothing(options: dict[str, Any], error: type[Exception], words: str) -> None:
    env = make("MisterX", edition=path_edition())
    env.reset(seed=3)
    before = pickle.dumps(env._games)
    with pytest.raises(error, match=words):
        env.reset(seed=4, options=options)
    assert pickle.dumps(env._games) == before


def test_a_position_that_ends_under_the_opponents_hand_is_played_again() -> None:
    position = sy_env.Position((2, 3))
    env = make("Detectives", edition=path_edition(mrx_enter_detective="loses", mrx_double=0))
    counts = [env.reset(seed=seed, options={"position": position})[1]["redrawn_games"] for seed in range(50)]
    assert max(counts) > 1 and env._games.batch.games["station"][0].tolist()[:2] == [1, 3]
