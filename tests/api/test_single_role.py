"""The Gymnasium door for one role: Gymnasium's own checks, games from start to end, and how they are kept."""

import copy
import doctest
import pickle
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordEpisodeStatistics, RecordVideo

import sy_env
from sy_env.envs import single_role
from sy_env.policies import Uniform
from tests.api.cases import same
from tests.api.single_role import every_role, legal, make, path_edition, play

# -- Gymnasium's own checks


@every_role
@pytest.mark.parametrize("control", ["individual", "team"])
@pytest.mark.parametrize("edition", ["classic", "master", "master_app", "nijssen2011", "glasses"])
def test_check_env_finds_nothing(role: str, edition: str, control: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with warnings.catch_warnings(action="error"):
        check_env(make(role, edition=edition, control=control))


@every_role
def test_shaped_rewards_pass_the_checks_too(role: str) -> None:
    check_env(make(role, shaping="possible", shaping_gamma=0.99, players=3), skip_render_check=True)


@every_role
def test_wrappers_of_gymnasium(role: str, tmp_path: Path) -> None:
    env = gymnasium.make(f"sy_env/{role}-v0", render_mode="rgb_array", max_episode_steps=3)
    recorded = RecordEpisodeStatistics(RecordVideo(env, str(tmp_path / "videos")))
    _, info = recorded.reset(seed=1)
    for step in range(3):
        _, _, terminated, truncated, info = recorded.step(env.action_space.sample(info["action_mask"]))
        assert not terminated and truncated == (step == 2)
    assert info["episode"]["l"] == 3 and "winner" not in info
    recorded.close()
    assert list(tmp_path.glob("videos/*.mp4"))


def test_the_page_runs() -> None:
    failed, tried = doctest.testmod(single_role)
    assert tried > 0 and failed == 0


# -- games


@every_role
def test_a_seed_gives_a_game_and_no_seed_goes_on(role: str) -> None:
    one, other = make(role), make(role)
    first = one.reset(seed=5)
    assert same(first, other.reset(seed=5)) and not same(first, one.reset(seed=6))
    one.reset(seed=5)
    assert same(play(one, np.random.default_rng(0), 200), play(other, np.random.default_rng(0), 200))
    assert same(one.reset(), other.reset())
    assert not same(make(role).reset(), make(role).reset())


def test_the_deal_of_a_seed_is_that_of_the_batch() -> None:
    env, batch = make("Detectives"), sy_env.make_batch("classic", 20, seed=40)
    for i in range(20):
        env.reset(seed=40 + i)
        assert (env._games.batch.games["station"][0, 1:] == batch.games["station"][i, 1:]).all()


@every_role
def test_every_game_ends_once_with_its_winner(role: str) -> None:
    env = make(role, edition="nijssen2011")
    rng = np.random.default_rng(0)
    env.reset(seed=0)
    rewards = {"mrx": {"MisterX": 1, "Detectives": -1}, "detectives": {"MisterX": -1, "Detectives": 1}}
    ended = 0
    while ended < 20:
        observation, reward, terminated, truncated, info = env.step(int(rng.choice(legal(env))))
        assert observation in env.observation_space and not truncated
        assert terminated == ("winner" in info)
        assert reward == (rewards[info["winner"]][role] if terminated else 0)
        if terminated:
            ended += 1
            assert info["reason"] in env.game.reasons and info["rounds"] >= 1 and info["illegal"] is False
            assert info["action_mask"].all()
            env.reset()


@pytest.mark.parametrize("control", ["individual", "team"])
def test_the_learner_is_asked_for_its_own_pieces_only(control: str) -> None:
    for role, seats in (("MisterX", {0}), ("Detectives", {1, 2, 3, 4, 5})):
        env = make(role, edition="master", players=4, control=control)
        env.reset(seed=0)
        rng = np.random.default_rng(0)
        asked = set()
        for _ in range(100):
            asked.add(int(env._games.batch.games["mover"][0]))
            assert env.layout.unflatten(env._games.observation[0])["to_move"][0] == 1
            if env.step(int(rng.choice(legal(env))))[2]:
                env.reset()
        assert asked <= seats


def test_a_game_that_is_over_before_the_first_decision_is_drawn_again() -> None:
    edition = path_edition(fixed_starts=(2, 1), mrx_enter_detective="loses", mrx_double=0)
    env = make("Detectives", edition=edition)
    counts = [env.reset(seed=seed)[1]["redrawn_games"] for seed in range(200)]
    assert 0.3 < np.mean(np.array(counts) > 0) < 0.7  # Mister X steps onto the detective in half of all games
    assert not env._games.terminated[0] and max(counts) > 2
    assert [make("MisterX", edition=edition).reset(seed=seed)[1]["redrawn_games"] for seed in range(5)] == [0] * 5


def test_an_edition_without_a_decision_for_the_learner_is_refused() -> None:
    board = sy_env.Board.from_lines([(1, 2, "taxi")], name="two")
    edition = sy_env.make_edition(
        "custom", board=board, detectives=1, fixed_starts=(2, 1), mrx_enter_detective="loses", mrx_double=0
    )
    env = make("Detectives", edition=edition)
    with pytest.raises(ValueError, match="over before detectives could act"):
        env.reset(seed=0)
    with pytest.raises(ResetNeeded):
        env.step(0)


# -- keeping


@every_role
@pytest.mark.parametrize(
    "arguments",
    [
        {"edition": "master", "players": 4, "opponent": "random", "control": "team"},
        {"opponent": Uniform(), "shaping": "possible"},
        {"edition": sy_env.make_edition("glasses"), "opponent": Uniform()},
        {"edition": sy_env.make_edition("classic", board_variants=("13-14",))},
    ],
)
def test_specs_go_through_json_and_pickle(role: str, arguments: dict[str, Any]) -> None:
    env = gymnasium.make(f"sy_env/{role}-v0", **arguments)
    assert env.spec is not None
    words = EnvSpec.from_json(env.spec.to_json())
    first = env.reset(seed=8)
    for spec in (words, pickle.loads(pickle.dumps(env.spec))):
        other: Any = gymnasium.make(spec).unwrapped
        assert other.game.edition == env.unwrapped.game.edition  # type: ignore[attr-defined]
        assert other.opponent == Uniform() and same(first, other.reset(seed=8))


@every_role
@pytest.mark.parametrize("keep", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"])
def test_environments_are_kept_exactly_in_mid_game(role: str, keep: Any) -> None:
    env = make(role, edition="master", shaping="possible", render_mode="ansi")
    env.reset(seed=2)
    play(env, np.random.default_rng(0), 30)
    twin = keep(env)
    assert env.render() == twin.render()
    assert same(play(env, np.random.default_rng(1), 100), play(twin, np.random.default_rng(1), 100))
