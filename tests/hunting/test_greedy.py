"""The greedy player of Hunting Mister X: by the rules, better than random, and blind to what is hidden."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import sy_agents
from sy_agents.evaluation import Pairing, play_games
from sy_agents.greedy_hunting import GreedyHunting
from sy_env.editions.hunting import HuntingEdition, hunting, hunting_expert
from sy_env.engine import BatchedGame
from sy_env.episode import DETECTIVES, MRX
from sy_env.hunting.game import HuntingGame
from sy_env.hunting.position import BoardSpace
from sy_env.policies import Request
from tests.hunting.tables import at

OPTIONS: list[dict[str, Any]] = [
    {},
    {"players": 2},
    {"players": 3, "placement": "random", "observe_possible": False},
    {"mrx_enter_detective": False, "force_specials": True, "no_die": "specials_unavailable", "rerolls": 0},
    {"heli_in_double": True, "double_needs_two_dice": False, "reveal_index": "space", "mrx_double": 2, "dice": 12},
    {"players": 2, "die_faces": (6, 0, 0, 30), "detective_dice": 1, "black_ignores_dead_end": True, "expert_tiles": 6},
]


def editions() -> list[HuntingEdition]:
    return [*(hunting(**options) for options in OPTIONS), hunting_expert(4), hunting_expert(2)]


def answers(batch: BatchedGame, seed: int = 0, player: GreedyHunting | None = None) -> NDArray[Any]:
    seeds = np.random.default_rng(seed).integers(0, 2**64, batch.num_games, np.uint64)
    return (player or GreedyHunting()).act(Request(batch.game, batch.redacted(), seeds))


def games(edition: HuntingEdition, control: str = "individual", number: int = 100) -> BatchedGame:
    game: Any = HuntingGame(edition, control)
    return BatchedGame(game, number, 3, autoreset=False)


def chosen(batch: BatchedGame) -> set[str]:
    """All that greedy may do at a table."""
    return {batch.actions.text(int(answers(batch, seed)[0])) for seed in range(40)}


@pytest.mark.parametrize("control", ["individual", "team"])
@pytest.mark.parametrize("edition", editions(), ids=[*map(str, OPTIONS), "expert 4", "expert 2"])
def test_it_plays_every_edition_legally(edition: HuntingEdition, control: str) -> None:
    for players in (("greedy", "greedy"), ("random", "greedy"), ("greedy", "random")):
        match = play_games(Pairing(edition, *players, control), 0, 40)
        assert match.illegal_actions == 0
        assert (match.episodes["winner"] > 0).all()


@pytest.mark.parametrize("name", ["hunting", "hunting_expert"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_beats_random_on_both_sides(name: str, players: int) -> None:
    edition = (hunting if name == "hunting" else hunting_expert)(players)
    for sides, winner in ((("random", "greedy"), DETECTIVES), (("greedy", "random"), MRX)):
        match = play_games(Pairing(edition, *sides), 0, 300)
        assert (match.episodes["winner"] == winner).mean() > 0.93


def test_a_detective_takes_the_die_that_leads_nearest() -> None:
    batch = at((14, 16, 1, 36), roll=(1, 0, 0, 3), possible=[14], rerolls=0)
    assert chosen(batch) == {"taxi 14"}


def test_a_roll_without_the_die_that_is_needed_is_made_again() -> None:
    batch = at((14, 16, 1, 36), roll=(0, 0, 0, 4), possible=[14])
    assert chosen(batch) == {"reroll"}
    assert chosen(at((14, 16, 1, 36), roll=(0, 0, 0, 4), possible=[14], rerolls=0)) == {"pass"}


def test_the_pawn_that_gains_most_uses_the_roll() -> None:
    assert chosen(at((17, 16, 10), 2, roll=(1, 0, 1, 1), possible=[17])) == {"piece detective_1"}  # by underground


def test_mister_x_keeps_away_from_detectives() -> None:
    batch = at((16, 20, 34, 35), to_move="mrx", dice={"detective_0": "taxi", "detective_1": "taxi"})
    assert chosen(batch) == {"taxi 14", "taxi 26"}  # 19 and 15 are one and two lines from 20, these are three


def test_special_moves_are_for_danger() -> None:
    safe = at((5, 31, 34, 35), to_move="mrx", dice={"detective_0": "taxi", "detective_1": "taxi"})
    assert all(text.startswith("taxi") for text in chosen(safe))
    caught = at((1, 2, 7, 3), to_move="mrx", dice={"detective_0": "taxi"}, log=[BoardSpace("start", 1)])
    assert chosen(caught) <= {"helicopter 10", "helicopter 27", "black 3"} and chosen(caught)


def test_without_doubles_it_declares_none() -> None:
    declared = [0, 0]
    for i, player in enumerate((GreedyHunting(), GreedyHunting("greedy:single", doubles=False))):
        batch = games(hunting(4))
        double = batch.actions.index("double")
        for step in range(300):
            actions = answers(batch, step, player)
            declared[i] += int((actions == double)[batch.to_move == 0].sum())
            batch.step(actions)
            if (batch.to_move < 0).all():
                break
    assert declared[0] > 10 and declared[1] == 0


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_detectives_do_not_depend_on_hidden_mister_x(options: dict[str, Any]) -> None:
    batch = games(hunting(**options), number=60)
    rng = np.random.default_rng(0)
    changed = 0
    step = 0
    while (batch.to_move >= 0).any():
        step += 1
        actions = answers(batch, step)
        hidden = hide_elsewhere(batch, rng)
        changed += len(hidden)
        np.testing.assert_array_equal(answers(batch, step)[batch.to_move > 0], actions[batch.to_move > 0])
        for row, kept in hidden.items():
            batch.games[row] = kept
        batch.step(np.where(rng.random(60) < 0.3, actions, batch.sample_actions(rng)))
    assert changed > 200


def hide_elsewhere(batch: BatchedGame, rng: np.random.Generator) -> dict[int, Any]:
    """Move Mister X to another possible space where detectives are asked; returns the records as they were."""
    kept = {}
    for row in np.flatnonzero(batch.to_move > 0):
        game = batch.games[row]
        others = [s for s in range(1, 37) if int(game["possible"][0]) >> s & 1 and s != game["station"][0]]
        if others:
            kept[int(row)] = game.copy()
            game["station"][0] = rng.choice(others)
            covered = (game["log_shown"] == 0) & (game["log_station"] > 0)
            game["log_station"][covered] = rng.integers(1, 37, covered.sum())
    return kept


def test_the_seeds_decide_ties_and_nothing_else() -> None:
    batch = games(hunting(4))
    np.testing.assert_array_equal(answers(batch, 1), answers(batch, 1))
    assert (answers(batch, 1) != answers(batch, 2)).any()
    alone = games(hunting(4), number=1)
    assert answers(alone, 1)[0] == answers(batch, 1)[0]


def test_it_is_found_by_name() -> None:
    assert sy_agents.load("greedy", "hunting", "mrx") == GreedyHunting()
    assert sy_agents.load("greedy:single", "hunting_expert", players=2) == GreedyHunting("greedy:single", doubles=False)


def test_other_games_are_refused() -> None:
    other: Any = object()
    with pytest.raises(ValueError, match="a object is neither"):
        sy_agents.load("greedy", other)
