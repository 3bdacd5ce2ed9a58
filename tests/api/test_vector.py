"""The native vectorized door: equal to Gymnasium's own vectorizer over singles, in all three modes."""

import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import sy_env
from sy_env.errors import PositionError
from sy_env.policies import Request, Uniform
from tests.api.cases import same

ROLES = ("MisterX", "Detectives")
every_role = pytest.mark.parametrize("role", ROLES)
every_mode = pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.value)
FAR = (117, 17, 197, 175, 3)


def make(role: str, num_envs: int = 4, **arguments: Any) -> Any:
    return gymnasium.make_vec(f"sy_env/{role}-v0", num_envs=num_envs, **arguments)


def make_singles(role: str, num_envs: int, mode: AutoresetMode, **arguments: Any) -> Any:
    def single() -> Any:
        return gymnasium.make(f"sy_env/{role}-v0", **arguments)

    return SyncVectorEnv([single] * num_envs, autoreset_mode=mode)


def check_same(given: Any, wanted: Any) -> None:
    """Equal, whatever the order of the keys of infos, which says nothing."""
    *arrays, infos = given
    *wanted_arrays, wanted_infos = wanted
    assert same(tuple(arrays), tuple(wanted_arrays))
    assert same(in_order(infos), in_order(wanted_infos))


def in_order(infos: Any) -> Any:
    if isinstance(infos, np.ndarray) and infos.dtype == object:
        return list(infos)
    return {key: in_order(infos[key]) for key in sorted(infos)} if isinstance(infos, dict) else infos


class Slow:
    """Plays as `random` does, but is asked like any other policy."""

    name = "slow"

    def act(self, request: Request) -> Any:
        return Uniform().act(request)


# -- beside Gymnasium's vectorizer


@every_mode
@every_role
@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"edition": "glasses", "max_episode_steps": 4},
        {"edition": "master", "players": 4, "control": "team", "shaping": "possible", "shaping_gamma": 0.9},
        {"edition": "nijssen2011", "max_episode_steps": 30},
        {"edition": "master_app", "players": 4, "shaping": "possible"},
    ],
    ids=lambda arguments: arguments.get("edition", "classic"),
)
def test_it_is_a_sync_vector_env_of_singles(role: str, arguments: dict[str, Any], mode: AutoresetMode) -> None:
    native = make(role, 3, autoreset_mode=mode, **arguments)
    singles = make_singles(role, 3, mode, **arguments)
    assert native.observation_space == singles.observation_space and native.action_space == singles.action_space
    assert native.single_observation_space == singles.single_observation_space
    check_same(native.reset(seed=5), singles.reset(seed=5))
    rng = np.random.default_rng(0)
    ended = 0
    for step in range(300):
        actions = native.sample_actions(rng).astype(np.int64)
        if step % 40 == 39:
            actions[step % 3] = int(native.action_masks()[step % 3].argmin())  # an illegal one
        given = native.step(actions)
        check_same(given, singles.step(actions))
        over = given[2] | given[3]
        ended += over.sum()
        if mode is AutoresetMode.DISABLED and over.any():
            seed = [None, 3 * step, 8] if step % 3 == 0 else None
            check_same(
                native.reset(seed=seed, options={"reset_mask": over.copy()}),
                singles.reset(seed=seed, options={"reset_mask": over.copy()}),
            )
        if step % 100 == 99:
            check_same(native.reset(), singles.reset())  # without seeds the streams go on
    assert ended > 3


@every_role
def test_start_positions_are_those_of_singles(role: str) -> None:
    options = {"position": sy_env.Position((46, *FAR), round=5)}
    native, singles = make(role, 3), make_singles(role, 3, AutoresetMode.NEXT_STEP)
    check_same(native.reset(seed=[4, 5, 6], options=dict(options)), singles.reset(seed=[4, 5, 6], options=dict(options)))


@every_role
def test_games_do_not_depend_on_the_size_of_the_batch(role: str) -> None:
    small, large = make(role, 2, opponent=Slow()), make(role, 50)
    observations, infos = small.reset(seed=17)
    wanted, wanted_infos = large.reset(seed=10)
    rng = np.random.default_rng(0)
    for _ in range(150):
        assert same(observations, wanted[7:9]) and same(infos["action_mask"], wanted_infos["action_mask"][7:9])
        actions = large.sample_actions(rng)
        observations, rewards, *_, infos = small.step(actions[7:9])
        wanted, wanted_rewards, *_, wanted_infos = large.step(actions)
        assert same(rewards, wanted_rewards[7:9])


@every_mode
@every_role
def test_statistics_of_gymnasium_are_right(role: str, mode: AutoresetMode) -> None:
    if mode is AutoresetMode.SAME_STEP and tuple(map(int, gymnasium.__version__.split(".")[:2])) < (1, 4):
        pytest.skip("older versions of the wrapper count a step less in this mode")
    env = RecordEpisodeStatistics(make(role, 3, autoreset_mode=mode, edition="glasses"))
    env.reset(seed=1)
    rng = np.random.default_rng(0)
    lengths, idle, episodes = np.zeros(3, int), np.zeros(3, bool), 0
    for _ in range(60):
        _, rewards, over, _, infos = env.step(env.unwrapped.sample_actions(rng))  # type: ignore[attr-defined]
        lengths[~idle] += 1
        if over.any():
            episodes += 1
            assert (infos["episode"]["l"] == np.where(over, lengths, 0)).all()
            assert (infos["episode"]["r"] == np.where(over, rewards, 0)).all()
        lengths[over] = 0
        idle = over if mode is AutoresetMode.NEXT_STEP else idle
        if mode is AutoresetMode.DISABLED and over.any():
            env.reset(options={"reset_mask": over.copy()})
    assert episodes > 5


# -- what it gives


@every_role
def test_making_one_warns_of_nothing(role: str) -> None:
    with warnings.catch_warnings(action="error"):
        env = make(role, 2, autoreset_mode="SameStep")
        assert env.metadata["autoreset_mode"] is env.autoreset_mode is AutoresetMode.SAME_STEP
        assert make(role, 2).metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
        assert type(env).metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
        assert gymnasium.make_vec(env.spec).num_envs == 2
        env.close()


@pytest.mark.parametrize("copy", [True, False])
def test_arrays_are_fresh_unless_asked_otherwise(copy: bool) -> None:
    env = make("Detectives", 3, copy=copy)
    given = [env.reset(seed=0)]
    given += [env.step(env.sample_actions(np.random.default_rng(0))) for _ in range(2)]
    for i in range(3):
        for j in range(i):
            assert np.shares_memory(given[i][0], given[j][0]) != copy
            assert not any(np.shares_memory(a, b) for a, b in zip(given[i][1:-1], given[j][1:-1], strict=False))
    assert np.shares_memory(given[1][-1]["action_mask"], given[2][-1]["action_mask"]) != copy


@every_role
def test_sampled_actions_are_legal_and_uniform(role: str) -> None:
    env = make(role, 500, edition="glasses")
    env.reset(
        seed=0, options={"position": sy_env.Position((6, 2, 9), to_move="mrx" if role == "MisterX" else "pursuers", round=2)}
    )
    masks = env.action_masks()
    drawn = env.sample_actions(np.random.default_rng(0))
    assert masks.dtype == np.bool_ and masks[np.arange(500), drawn].all()
    _, counts = np.unique(drawn, return_counts=True)
    assert len(counts) == masks[0].sum() and counts.min() > 500 / len(counts) * 0.7


def test_opponents_can_be_mixed_by_row() -> None:
    env = make("MisterX", 4, opponent="random")
    first, second = Slow(), Slow()
    env.set_opponent(first, [1, 2])
    env.set_opponent(second, np.array([2]))
    policies = env._games.opponents.policies
    assert policies[0] == policies[3] == Uniform() and policies[1] is first and policies[2] is second
    plain = make("MisterX", 4)
    assert same(env.reset(seed=3), plain.reset(seed=3))
    rng = np.random.default_rng(0)
    for _ in range(40):
        actions = env.sample_actions(rng)
        assert same(env.step(actions), plain.step(actions))
    env.set_opponent("random")
    assert env._games.opponents.policies == (Uniform(),) * 4


def test_pictures_of_every_game() -> None:
    env = make("Detectives", 2, render_mode="ansi", edition="glasses")
    with pytest.raises(ResetNeeded, match="before the first reset"):
        env.render()
    env.reset(seed=0)
    assert [("round 1" in text) for text in env.render()] == [True, True]
    pixels = make("MisterX", 2, render_mode="rgb_array", edition="glasses")
    pixels.reset(seed=0)
    assert [frame.ndim for frame in pixels.render()] == [3, 3]


@every_role
def test_a_batch_is_kept_exactly_by_pickle(role: str) -> None:
    env = make(role, 5, edition="glasses", max_episode_steps=6)
    env.reset(seed=0)
    rng = np.random.default_rng(0)
    for _ in range(17):
        env.step(env.sample_actions(rng))
    twin = pickle.loads(pickle.dumps(env))
    for _ in range(30):
        actions = env.sample_actions(rng)
        check_same(env.step(actions), twin.step(actions))


# -- bad input


@every_role
@pytest.mark.parametrize(
    "actions", [[0, 0, 0], [0, 0, 0, 803], [-1, 0, 0, 0], [0.0] * 4, [True] * 4, 7, "taxi", [[0], [0], [0], [0]], None]
)
def test_what_are_no_actions_is_refused_and_changes_nothing(role: str, actions: Any) -> None:
    env = make(role)
    env.reset(seed=3)
    before = pickle.dumps(env._games)
    with pytest.raises(InvalidAction, match="Nothing was changed"):
        env.step(actions)
    assert pickle.dumps(env._games) == before


def test_actions_of_games_that_are_over_are_ignored() -> None:
    env = make("MisterX", 2)
    env.reset(seed=0)
    env.step([int(env.action_masks()[0].argmin()), int(env.action_masks()[1].argmax())])
    _, rewards, terminated, _, infos = env.step([10**6, int(env.action_masks()[1].argmax())])
    assert not terminated[0] and rewards[0] == 0 and infos["_redrawn_games"][0]


@every_role
def test_nothing_before_the_first_reset(role: str) -> None:
    for mode in AutoresetMode:
        env = make(role, autoreset_mode=mode)
        with pytest.raises(ResetNeeded, match="not started"):
            env.step(np.zeros(4, int))
        with pytest.raises(ResetNeeded, match="start all games"):
            env.reset(options={"reset_mask": np.array([True, False, True, True])})


def test_games_that_are_over_have_to_be_restarted_where_nobody_else_does() -> None:
    env = make("MisterX", 2, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=0)
    legal = env.action_masks().argmax(axis=1)
    env.step([legal[0], int(env.action_masks()[1].argmin())])
    with pytest.raises(ResetNeeded, match=r"Games \[1\] are over"):
        env.step(env.action_masks().argmax(axis=1))
    env.reset(options={"reset_mask": np.array([False, True])})
    env.step(env.action_masks().argmax(axis=1))


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"reset_mask": [True, False, False, False]}, TypeError, "numpy array of bool"),
        ({"reset_mask": np.array([1, 0, 0, 0])}, TypeError, "numpy array of bool"),
        ({"reset_mask": np.array([True])}, ValueError, "shape"),
        ({"reset_mask": np.zeros(4, bool)}, ValueError, "true somewhere"),
        ({"mask": 1}, ValueError, "reset option 'mask'"),
        ({"position": 3}, TypeError, "sy_env.Position"),
        ({"position": sy_env.Position((46,))}, PositionError, "1 stations given for 6"),
    ],
)
def test_bad_options_change_nothing(options: dict[str, Any], error: type[Exception], words: str) -> None:
    env = make("Detectives")
    env.reset(seed=3)
    before = pickle.dumps(env._games)
    with pytest.raises(error, match=words):
        env.reset(options=options)
    assert pickle.dumps(env._games) == before


@pytest.mark.parametrize("seed", [-1, 2**63 - 1, 1.5, "seed", True, [1, 2], [1, 2, 3, -4], [1, 2, 3, 0.5]])
def test_bad_seeds_change_nothing(seed: Any) -> None:
    env = make("Detectives")
    env.reset(seed=3)
    before = pickle.dumps(env._games)
    with pytest.raises((gymnasium.error.Error, ValueError, TypeError), match=r"(?i)seed"):
        env.reset(seed=seed)
    assert pickle.dumps(env._games) == before


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"num_envs": 0}, ValueError, "num_games=0"),
        ({"autoreset_mode": "NextStop"}, ValueError, "did you mean 'NextStep'"),
        ({"max_episode_steps": 0}, ValueError, "max_episode_steps=0"),
        ({"max_episode_steps": 2.5}, ValueError, "max_episode_steps=2.5"),
        ({"render_mode": "human"}, ValueError, "one game"),
        ({"opponent": "gready"}, ValueError, "greedy"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make("Detectives", **arguments)


@pytest.mark.parametrize(("rows", "error"), [([4], ValueError), ([-1], ValueError), ([0.5], TypeError), ("all", TypeError)])
def test_bad_rows_for_an_opponent_change_nothing(rows: Any, error: type[Exception]) -> None:
    env = make("Detectives")
    with pytest.raises(error, match="rows"):
        env.set_opponent(Slow(), rows)
    assert env._games.opponents.policies == (Uniform(),) * 4
