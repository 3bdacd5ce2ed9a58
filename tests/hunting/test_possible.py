"""The public set of possible spaces equals brute force, and detectives are told nothing beyond it."""

from typing import Any

import numpy as np
import pytest

from sy_env.editions.hunting import hunting, hunting_expert
from sy_env.engine import BatchedGame
from sy_env.hunting.game import HuntingGame
from sy_env.hunting.position import BoardSpace
from tests.hunting.histories import Histories
from tests.hunting.side_by_side import play_small
from tests.hunting.tables import at, deal, play, possible

OPTIONS: list[dict[str, Any]] = [
    {},
    {"mrx_enter_detective": False},
    {"force_specials": True, "no_die": "specials_unavailable"},
    {"heli_in_double": True, "double_needs_two_dice": False},
    {"reveal_index": "space", "black_ignores_dead_end": True},
    {"placement": "random", "board_spaces": 14, "mrx_double": 2, "dice": 9},
    {"reveal_set": (7,), "dice": 12, "die_faces": (1, 1, 1, 3)},
]


def batches(options: dict[str, Any], seed: int) -> list[BatchedGame]:
    editions = [hunting(2, **options), hunting_expert(3, **options), hunting(4, **options), hunting_expert(4, **options)]
    games: list[Any] = [HuntingGame(edition) for edition in editions]
    return [BatchedGame(game, 1, seed, autoreset=False) for game in games]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_set_equals_brute_force(options: dict[str, Any], seed: int) -> None:
    rng = np.random.default_rng(seed)
    for batch in batches(options, 10 * seed):
        histories = Histories()
        if options.get("placement") == "random":
            histories.ways = {(space,) for space in possible(batch)}
        while batch.to_move[0] >= 0:
            before = batch.games.copy()
            action = int(batch.sample_actions(rng)[0])
            batch.step([action])
            histories.follow(batch, before, batch.actions.text(action))
            if batch.to_move[0] >= 0:
                assert possible(batch) == histories.spaces
                if batch.games["spaces"][0]:
                    assert int(batch.games["station"][0, 0]) in histories.spaces


@pytest.mark.parametrize("part", range(4))
def test_the_set_equals_all_histories_of_the_referee_on_small_boards(part: int) -> None:
    """Legal moves too are the referee's; dice, doubles and passes narrow the set as they come."""
    for number in range(part, 60, 4):
        played = play_small(number)
        assert not played.difference, f"game {number}:\n{played.difference}"


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_moving_him_to_another_possible_space_changes_nothing_for_detectives(options: dict[str, Any]) -> None:
    rng = np.random.default_rng(7)
    for batch in batches(options, 3):
        seats = np.arange(1, len(batch.game.seats))
        while batch.to_move[0] >= 0:
            others = sorted(possible(batch) - {int(batch.games["station"][0, 0])})
            if others:
                moved = batch.games.copy()
                moved["station"][0, 0] = rng.choice(others)
                covered = (moved["log_shown"][0] == 0) & (moved["log_station"][0] > 0)
                moved["log_station"][0, covered] = rng.integers(1, 37, covered.sum())
                moved["key"] += np.uint64(1)
                assert_same_views(batch, moved, seats)
            batch.step(batch.sample_actions(rng))


def assert_same_views(batch: BatchedGame, moved: Any, seats: Any) -> None:
    n = len(seats)
    views = []
    for games in (batch.games, moved):
        copies = np.repeat(games, n)
        mask = np.empty((n, batch.actions.size), np.int8)
        observation = np.empty((n, batch.layout.size), np.int8)
        batch.game.loops.look(copies, batch.game.tables, np.arange(n), seats, mask, observation)
        batch.game.loops.redact_all(copies, batch.game.tables, seats)
        fields = [copies[name].tolist() for name in batch.game.record.fields or ()]
        views.append((mask.tobytes(), observation.tobytes(), fields))
    assert views[0] == views[1]


def test_a_pass_keeps_spaces_where_no_die_was_usable() -> None:
    batch = at((16, 1, 34, 35), to_move="mrx", dice={"detective_0": "bus"}, possible=[13, 14, 15, 16])
    play(batch, "pass")
    assert possible(batch) == {13, 16}  # a bus stops at 14 and 15


def test_a_double_keeps_spaces_where_it_is_legal() -> None:
    dice = {"detective_0": "bus", "detective_1": "bus"}
    log = [BoardSpace("start", 14), *[BoardSpace("black", 0)] * 2]
    batch = at((14, 1, 34, 35), round=3, to_move="mrx", dice=dice, black=0, log=log, possible=[13, 14, 15, 16])
    play(batch, "double")
    assert possible(batch) == {14, 15}


def test_a_spotted_mister_x_is_where_he_is_seen() -> None:
    batch = deal(4, reveal_set=tuple(range(1, 13)), dice=7, games=1)
    rng = np.random.default_rng(0)
    while batch.to_move[0] >= 0:
        if batch.games["mover"][0] > 0 and batch.games["round"][0] > 1:
            assert possible(batch) == {int(batch.games["station"][0, 0])}
        batch.step(batch.sample_actions(rng))
