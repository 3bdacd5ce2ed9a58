# ruff: noqa: E402  (without the extra `train` this file is skipped)
"""The Stable-Baselines3 door: equal to SB3's own vectorizer over singles, quick masks, and MaskablePPO that learns."""

import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest

import sy_env
from sy_env.policies import Request, Uniform
from tests.api.cases import same

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv

from sy_env.adapters import SB3VecEnv

ROLES = {"mrx": "MisterX", "detectives": "Detectives"}
every_role = pytest.mark.parametrize("role", ROLES)
FAR = (117, 17, 197, 175, 3)


@pytest.fixture(autouse=True)
def _one_thread() -> Any:
    before = torch.get_num_threads()
    torch.set_num_threads(1)  # small nets are quickest so, and other tests run beside
    yield
    torch.set_num_threads(before)


def make_singles(role: str, num_envs: int, **arguments: Any) -> DummyVecEnv:
    def single() -> Any:
        return Monitor(gymnasium.make(f"sy_env/{ROLES[role]}-v0", **arguments))

    return DummyVecEnv([single] * num_envs)


def random_actions(env: SB3VecEnv, rng: np.random.Generator) -> np.ndarray:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in env.action_masks()])


class Slow:
    """Plays as `random` does, but is asked like any other policy."""

    name = "slow"

    def act(self, request: Request) -> Any:
        return Uniform().act(request)


# -- beside SB3's vectorizer


@every_role
@pytest.mark.parametrize(
    "arguments",
    [{}, {"edition": "glasses", "max_episode_steps": 4}, {"edition": "master", "control": "team", "shaping": "possible"}],
    ids=["classic", "glasses", "master"],
)
def test_it_is_a_dummy_vec_env_of_singles(role: str, arguments: dict[str, Any]) -> None:
    env, singles = SB3VecEnv(role, 3, **arguments), make_singles(role, 3, **arguments)
    assert env.observation_space == singles.observation_space and env.action_space == singles.action_space
    assert env.seed(7) == singles.seed(7)
    assert same(env.reset(), singles.reset())
    rng = np.random.default_rng(0)
    ended = 0
    for step in range(300):
        actions = random_actions(env, rng)
        if step % 40 == 39:
            actions[step % 3] = int(env.action_masks()[step % 3].argmin())  # an illegal one
        assert same(env.action_masks(), get_action_masks(singles))
        observations, rewards, dones, infos = env.step(actions)
        wanted, wanted_rewards, wanted_dones, wanted_infos = singles.step(actions)
        assert same(observations, wanted) and same(rewards, wanted_rewards) and same(dones, wanted_dones)
        for done, info, wanted_info in zip(dones, infos, wanted_infos, strict=True):
            ended += done
            assert bool(info) == done
            for key in info:
                if key == "episode":
                    assert info[key]["t"] > 0 and (info[key]["r"], info[key]["l"]) == (
                        wanted_info[key]["r"],
                        wanted_info[key]["l"],
                    )
                else:
                    assert same(info[key], wanted_info[key])
    assert ended > 5
    env.close()


def test_seeds_and_options_are_used_once_at_the_next_reset() -> None:
    env = SB3VecEnv("detectives", 3)
    env.seed(5)
    first = env.reset()
    assert not same(first, env.reset())
    env.seed(5)
    env.set_options({"position": sy_env.Position((46, *FAR), round=5, to_move="pursuers")})
    placed = env.reset()
    assert (placed == placed[0]).all() and not same(placed, first)
    env.set_options([{"position": sy_env.Position((46, *FAR), round=5)}, {}, {}])
    rounds = env.layout.unflatten(env.reset())["round"][:, 0]
    assert rounds.tolist() == [5, 1, 1]
    assert [info["redrawn_games"] for info in env.reset_infos] == [0, 0, 0]


def test_observations_and_masks_are_fresh() -> None:
    env = SB3VecEnv("mrx", 2)
    observations, masks = env.reset(), env.action_masks()
    kept = observations.copy(), masks.copy()
    env.step(random_actions(env, np.random.default_rng(0)))
    assert same((observations, masks), kept)


# -- what algorithms ask of single games


def test_masks_of_all_games_come_as_one_array() -> None:
    env = SB3VecEnv("detectives", 5)
    assert is_masking_supported(env)
    env.reset()
    assert get_action_masks(env).shape == (1, 5, env.actions.size)
    assert same(get_action_masks(env)[0], env.action_masks())
    one, two = env.env_method("action_masks", indices=[3, 1])
    assert same(one, env.action_masks()[3]) and same(two, env.action_masks()[1])
    assert same(env.get_attr("action_masks", 2)[0](), env.action_masks()[2])


def test_attributes_and_methods_by_index() -> None:
    env = SB3VecEnv("mrx", 3, render_mode="ansi", edition="glasses")
    assert env.get_attr("role") == ["mrx"] * 3 and env.get_attr("render_mode", 1) == ["ansi"]
    slow = Slow()
    assert env.env_method("set_opponent", slow, indices=[1]) == [None]
    assert env.get_attr("opponent") == [Uniform(), slow, Uniform()]
    env.set_attr("opponent", "random", indices=1)
    assert env.get_attr("opponent", [1, 2]) == [Uniform(), Uniform()]
    env.env_method("set_opponent", opponent=slow)
    assert env.get_attr("opponent") == [slow] * 3
    env.reset()
    assert ["mrx_0" in text for text in env.env_method("render", indices=[0, 2])] == [True, True]
    assert env.has_attr("opponent") and env.has_attr("set_opponent") and not env.has_attr("envs")
    assert env.env_is_wrapped(Monitor) == [True] * 3
    assert env.env_is_wrapped(gymnasium.wrappers.TimeLimit, 0) == [False]


def test_what_the_games_do_not_have_is_refused() -> None:
    env = SB3VecEnv("mrx", 2)
    with pytest.raises(AttributeError, match="did you mean 'render_mode'"):
        env.get_attr("render_mod")
    with pytest.raises(AttributeError, match="did you mean 'set_opponent'"):
        env.env_method("set_oponent", "random")
    with pytest.raises(AttributeError, match="only 'opponent' can"):
        env.set_attr("role", "detectives")
    with pytest.raises(IndexError, match=r"0\.\.1"):
        env.get_attr("role", 2)


def test_pictures_are_tiled() -> None:
    env = SB3VecEnv("detectives", 2, render_mode="rgb_array", edition="glasses")
    env.reset()
    tiled = env.render()
    assert tiled is not None and tiled.dtype == np.uint8 and tiled.shape[0] == 2 * env.get_images()[0].shape[0]  # type: ignore[union-attr]


# -- bad input


def test_nothing_before_the_first_reset_and_without_actions() -> None:
    env = SB3VecEnv("mrx", 2)
    with pytest.raises(gymnasium.error.ResetNeeded, match="not started"):
        env.step(np.zeros(2, int))
    env.reset()
    with pytest.raises(RuntimeError, match="step_async"):
        env.step_wait()


@pytest.mark.parametrize("actions", [[0], [0, 803], [0, -1], [0.0, 0.0], None])
def test_what_are_no_actions_is_refused_and_changes_nothing(actions: Any) -> None:
    env = SB3VecEnv("mrx", 2)
    observations = env.reset()
    with pytest.raises(gymnasium.error.InvalidAction, match="Nothing was changed"):
        env.step(actions)
    assert same(observations, env._games.observation)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"role": "detective"}, ValueError, "did you mean 'detectives'"),
        ({"role": "mrx", "num_envs": 0}, ValueError, "num_games=0"),
        ({"role": "mrx", "opponent": "radom"}, ValueError, "random"),
        ({"role": "mrx", "render_mode": "rgb"}, ValueError, "rgb_array"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        SB3VecEnv(**arguments)


def test_without_sb3_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "sy_env.adapters.sb3")
    monkeypatch.setitem(sys.modules, "stable_baselines3.common.monitor", None)
    from sy_env import adapters

    with pytest.raises(ImportError, match=r'pip install "sy_env\[train\]"'):
        _ = adapters.SB3VecEnv
    with pytest.raises(AttributeError, match="SB3VecEnv"):
        _ = adapters.SB4VecEnv


# -- learning


def win_rate(role: str, choose: Any, games: int = 1000) -> float:
    """Share of games on the glasses board that the chooser of actions wins against `random`; none may end by an illegal one."""
    env = SB3VecEnv(role, 100, edition="glasses")
    env.seed(10**6)
    observations: Any = env.reset()
    won: list[bool] = []
    while len(won) < games:
        observations, _, _, infos = env.step(choose(env, observations))
        ends = [info for info in infos if info]
        assert not any(info["illegal"] for info in ends)
        won += [info["winner"] == role for info in ends]
    return float(np.mean(won))


@pytest.mark.parametrize(("role", "steps", "gain"), [("detectives", 6144, 0.06), ("mrx", 8192, 0.08)])
def test_maskable_ppo_learns_to_beat_random(role: str, steps: int, gain: float) -> None:
    env = SB3VecEnv(role, 64, edition="glasses")
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=32, batch_size=512, n_epochs=6, learning_rate=1e-3, gamma=1.0, ent_coef=0.01, seed=0
    )
    model.learn(steps)
    rng = np.random.default_rng(0)
    by_chance = win_rate(role, lambda env, _: random_actions(env, rng))
    learned = win_rate(role, lambda env, seen: model.predict(seen, action_masks=env.action_masks())[0])
    assert learned > by_chance + gain


@every_role
def test_the_real_board_is_played_without_an_illegal_action(role: str) -> None:
    env = SB3VecEnv(role, 32, shaping="possible", opponent=Slow())
    illegal: list[bool] = []

    def note(seen: dict[str, Any], _: Any) -> bool:
        illegal.extend(info["illegal"] for info in seen["infos"] if info)
        return True

    with warnings.catch_warnings(action="error"):
        model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=1024, n_epochs=1, seed=0, policy_kwargs={"net_arch": [16]})
        model.learn(4096, callback=note)
        rewards, lengths = evaluate_policy(model, SB3VecEnv(role, 4), n_eval_episodes=4, return_episode_rewards=True)
    assert len(illegal) > 20 and not any(illegal) and model.ep_info_buffer
    assert isinstance(rewards, list) and set(rewards) <= {-1.0, 1.0}
    assert isinstance(lengths, list) and min(lengths) > 0


def make_worker() -> Any:
    return gymnasium.make("sy_env:sy_env/MisterX-v0", edition="glasses")


def test_workers_of_sb3_by_spawn() -> None:
    env = SubprocVecEnv([make_worker] * 2, start_method="spawn")
    try:
        assert is_masking_supported(env)
        MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=32, n_epochs=1, seed=0).learn(32)
    finally:
        env.close()
