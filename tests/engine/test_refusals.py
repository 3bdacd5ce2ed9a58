"""What the engine refuses: the right error, which names things, and nothing changed."""

from typing import Any

import numpy as np
import pytest

from sy_env import BatchedGame, make_batch
from sy_env.errors import GameOverError, IllegalActionError
from tests.engine.batches import contents, play


@pytest.fixture(params=[1, 2], ids=["one thread", "two threads"])
def batch(request: pytest.FixtureRequest) -> BatchedGame:
    return play(make_batch("master", 4, seed=1, threads=request.param), 9)


def legal_actions(batch: BatchedGame) -> list[int]:
    actions: list[int] = batch.sample_actions(np.random.default_rng(0)).tolist()
    return actions


@pytest.mark.parametrize("text", ["taxi 1", "underground 199", "pass", "piece detective_1", "double"])
def test_illegal_actions(batch: BatchedGame, text: str) -> None:
    before = contents(batch)
    actions = legal_actions(batch)
    actions[2] = batch.actions.index(text)
    assert not batch.action_mask[2, actions[2]]
    example = batch.actions.text(int(batch.action_mask[2].argmax()))
    mover = batch.game.seats[batch.games["mover"][2]]
    with pytest.raises(IllegalActionError, match=f"'{text}'.*game 2.*{mover}.*'{example}'"):
        batch.step(actions)
    assert contents(batch) == before


@pytest.mark.parametrize("action", [-1, 803, 10**6])
def test_actions_out_of_range(batch: BatchedGame, action: int) -> None:
    before = contents(batch)
    actions = legal_actions(batch)
    actions[3] = action
    with pytest.raises(IllegalActionError, match=rf"Action {action} \(outside 0..802\).*game 3"):
        batch.step(actions)
    assert contents(batch) == before


@pytest.mark.parametrize(
    "dtype", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64], ids=lambda d: d.__name__
)
def test_integers_of_all_kinds_are_checked(dtype: type[np.integer[Any]]) -> None:
    batch = make_batch("glasses", 3, seed=1)
    legal = np.array(legal_actions(batch), dtype)
    for wrong in {np.iinfo(dtype).min, np.iinfo(dtype).max, 2**32 + int(legal[1])} - {0}:
        if wrong <= np.iinfo(dtype).max:
            actions = legal.copy()
            actions[1] = wrong
            with pytest.raises(IllegalActionError, match=f"Action {wrong} .*game 1"):
                batch.step(actions)
    batch.step(legal)
    assert (batch.games["decisions"] == 1).all()


@pytest.mark.parametrize(
    ("actions", "error", "match"),
    [
        ([0.0, 1.0, 2.0, 3.0], TypeError, "float64"),
        ([True, False, True, True], TypeError, "bool"),
        (["taxi 1"] * 4, TypeError, "integers"),
        ([1, 2, 3], ValueError, r"\(4,\), not \(3,\)"),
        ([[1, 2, 3, 4]], ValueError, r"\(4,\), not \(1, 4\)"),
        (5, ValueError, r"\(4,\), not \(\)"),
    ],
)
def test_actions_of_the_wrong_kind(batch: BatchedGame, actions: Any, error: type[Exception], match: str) -> None:
    before = contents(batch)
    with pytest.raises(error, match=match):
        batch.step(actions)
    assert contents(batch) == before


def test_stepping_when_all_games_are_over() -> None:
    batch = play(make_batch("glasses", 3, autoreset=False), 100)
    before = contents(batch)
    with pytest.raises(GameOverError, match=r"reset\(\)"):
        batch.step([0, 0, 0])
    assert contents(batch) == before
    batch.reset()
    assert (batch.to_move == 0).all()


@pytest.mark.parametrize(
    ("arguments", "error", "match"),
    [
        ({"seed": 1.5}, TypeError, "1.5"),
        ({"seed": True}, TypeError, "True"),
        ({"seed": "one"}, TypeError, "one"),
        ({"seed": -1}, ValueError, "-1"),
        ({"seed": 2**63}, ValueError, str(2**63)),
        ({"seed": [1, 2, 3]}, ValueError, "4 seeds"),
        ({"seed": [1, 2], "rows": [0]}, ValueError, "1 seeds"),
        ({"rows": [4]}, ValueError, r"0\.\.3"),
        ({"rows": [-1]}, ValueError, r"0\.\.3"),
        ({"rows": 2}, TypeError, "2"),
        ({"rows": [True, False, True, False]}, TypeError, "True"),
    ],
)
def test_resets_that_cannot_be(batch: BatchedGame, arguments: Any, error: type[Exception], match: str) -> None:
    before = contents(batch)
    with pytest.raises(error, match=match):
        batch.reset(**arguments)
    assert contents(batch) == before


@pytest.mark.parametrize("arguments", [{"seat": 6}, {"seat": -1}, {"seat": [0, 6, 0, 0]}])
def test_seats_that_are_not_there(batch: BatchedGame, arguments: Any) -> None:
    with pytest.raises(ValueError, match=r"0\.\.5"):
        batch.look(**arguments)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"num_games": 0}, ValueError),
        ({"num_games": 1, "threads": 0}, ValueError),
        ({"num_games": 1, "seed": 0.5}, TypeError),
        ({"num_games": 1, "control": "both"}, ValueError),
        ({"num_games": 1, "player": 4}, ValueError),
    ],
)
def test_batches_that_cannot_be(arguments: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        make_batch("classic", **arguments)


def test_an_edition_that_never_begins() -> None:
    """Mister X on 6 between detectives on 5 and 7 cannot move."""
    with pytest.raises(ValueError, match="over before anybody can act"):
        make_batch("glasses", 1, fixed_starts=(6, 5, 7))
