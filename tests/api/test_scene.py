"""From a game to what a picture of it shows."""

from typing import Any

import numpy as np
import pytest

import sy_env
from sy_env.editions import EDITIONS
from tests.api.cases import advance, play

FAR = (17, 197, 175, 3)


def at(mrx: int = 46, detective: int = 5, edition: str = "classic", options: dict[str, Any] | None = None, **more: Any) -> Any:
    env = sy_env.raw_env(edition, **(options or {}))
    env.reset(seed=0, options={"position": sy_env.Position((mrx, detective, *FAR), **more)})
    return env


def scene(env: Any, viewpoint: str = "detectives") -> Any:
    return env.game.scene(env.batch.games[0], viewpoint)


def test_who_is_to_move() -> None:
    env = at()
    assert scene(env).message == "mrx_0 to move"
    assert [pawn.to_move for pawn in scene(env).pawns] == [True] + [False] * 5
    advance(env, "double")
    assert scene(env).message == "mrx_0 to move: first half of a double move"
    advance(env, "taxi 45")
    assert scene(env).message == "mrx_0 to move: second half of a double move"
    advance(env, "taxi 58", "taxi 15")
    shown = scene(env)
    assert shown.message == "detective_1 to move"
    assert [pawn.moved for pawn in shown.pawns] == [True, True, False, False, False, False]
    assert [pawn.to_move for pawn in shown.pawns] == [False, False, True, False, False, False]


def test_a_team_that_chooses() -> None:
    env = sy_env.raw_env("master", players=2, control="team")
    env.reset(seed=0)
    env.step(env._mask.argmax())
    assert scene(env).message == "the team chooses a piece to move"
    assert [pawn.to_move for pawn in scene(env).pawns] == [False] + [True] * 4
    advance(env, "piece bobby_0")
    assert [pawn.to_move for pawn in scene(env).pawns] == [False, False, False, True, False]
    assert [pawn.kind for pawn in scene(env).pawns] == ["mrx", "detective", "detective", "bobby", "bobby"]


def test_tickets() -> None:
    env = sy_env.raw_env("master", players=2)
    env.reset(seed=0)
    tickets = [pawn.tickets for pawn in scene(env).pawns]
    assert tickets == [(40, 33, 17, 5, 2), (22, 16, 8, 0, 0), (22, 16, 8, 0, 0), (0, 0, 0, 0, 0), (0, 0, 0, 0, 0)]


def test_hidden_stock() -> None:
    env = at(options={"hide_mrx_stock": True})
    assert scene(env).pawns[0].tickets is None
    assert scene(env, "mrx").pawns[0].tickets == (4, 3, 3, 5, 2)


def test_possible_stations() -> None:
    env = at(possible=(46, 47))
    assert scene(env).possible == {46, 47}
    env = at(possible=(46, 47), options={"observe_possible": False})
    assert [scene(env, view).possible for view in ("detectives", "mrx", "everyone")] == [None, None, {46, 47}]


def test_last_moves_that_are_seen() -> None:
    env = at(round=3, log=[sy_env.LogEntry("taxi"), sy_env.LogEntry("taxi")], options={"reveal_set": (3, 4)})
    assert scene(env).last_move is scene(env, "mrx").last_move is None
    advance(env, "taxi 45")
    assert scene(env, "mrx").last_move == (46, 45)
    assert scene(env).last_move is None
    for _ in range(5):
        before = scene(env).last_move
        env.step(env._mask.argmax())
        assert scene(env).last_move == scene(env, "everyone").last_move != before
    assert scene(env).last_move[0] == 3  # where the last detective stood
    advance(env, "taxi 58")
    assert scene(env).last_move == scene(env, "mrx").last_move == (45, 58)


def test_the_last_move_in_any_order_is_shown_where_it_is_known() -> None:
    env = at(options={"order": "any"}, to_move="pursuers")
    assert scene(env).last_move is None  # Mister X's, hidden
    advance(env, "taxi 15")
    assert scene(env).last_move == (5, 15)
    advance(env, "taxi 7")
    assert scene(env).last_move is None  # the record does not keep in which order they moved


def test_the_capture_is_the_last_move() -> None:
    env = at(46, 45, to_move="pursuers", log=[sy_env.LogEntry("taxi", 46)])
    advance(env, "taxi 46")
    assert scene(env).message == "the detectives win: capture"
    assert scene(env).last_move == (45, 46)
    assert not any(pawn.to_move for pawn in scene(env).pawns)


def marks(env: Any) -> list[int]:
    return [field.number for field in scene(env).log if field.reveal]


def test_reveals_by_rounds_move_with_double_moves() -> None:
    env = at()
    assert marks(env) == [3, 8, 13, 18]
    advance(env, "double")
    assert marks(env) == [4, 9, 14, 19]
    advance(env, "taxi 45", "taxi 58")
    assert marks(env) == [4, 9, 14, 19]


def test_reveals_by_moves_stay() -> None:
    env = at(options={"reveal_index": "move", "reveal_set": (3, 24)})
    assert marks(env) == [3, 24]
    advance(env, "double", "taxi 45", "taxi 58")
    assert marks(env) == [3, 24]


@pytest.mark.parametrize(("edition", "fields", "rounds"), [("classic", 24, 22), ("nijssen2011", 24, 24), ("glasses", 5, 5)])
def test_length_of_the_log(edition: str, fields: int, rounds: int) -> None:
    env = sy_env.raw_env(edition)
    env.reset(seed=0)
    assert len(scene(env).log) == fields
    assert scene(env).rounds == rounds


@pytest.mark.parametrize("edition", sorted(set(EDITIONS) & {"classic", "master", "nijssen2011", "glasses"}))
@pytest.mark.parametrize("control", ["individual", "team"])
def test_a_redacted_record_gives_the_same_picture(edition: str, control: str) -> None:
    env = sy_env.raw_env(edition, control)
    env.reset(seed=1)
    for _ in play(env, np.random.default_rng(1), steps=60):
        record = env.batch.games[0].copy()
        if not env.batch.terminated[0]:
            assert scene(env) == env.game.scene(env.batch.redacted(seats=[1]), "detectives")
            assert scene(env, "mrx").pawns == scene(env, "everyone").pawns
        assert record == env.batch.games[0]  # left as it was


def test_unknown_viewpoint() -> None:
    with pytest.raises(ValueError, match="did you mean 'detectives'"):
        scene(at(), "detective")
