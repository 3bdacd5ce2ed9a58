"""The Gymnasium door for one role: Gymnasium's own checks, and what they do not look at."""

import copy
import doctest
import pickle
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordEpisodeStatistics, RecordVideo

import sy_env
from sy_env.editions import EditionError
from sy_env.engine import Array
from sy_env.envs import single_role
from sy_env.errors import IllegalActionError, PositionError
from sy_env.policies import Request, Uniform
from tests.api.cases import same

ROLES = ("MisterX", "Detectives")
every_role = pytest.mark.parametrize("role", ROLES)
PATH = sy_env.Board.from_lines([(1, 2, "taxi"), (2, 3, "taxi"), (3, 4, "taxi"), (4, 5, "taxi")], name="path")
FAR = (117, 17, 197, 175, 3)  # stations away from Mister X at 46


def make(role: str, **arguments: Any) -> Any:
    return gymnasium.make(f"sy_env/{role}-v0", **arguments).unwrapped


def legal(env: Any) -> np.ndarray:
    return np.flatnonzero(env.action_masks())


def play(env: Any, rng: np.random.Generator, steps: int) -> list[Any]:
    """What some steps by random actions give."""
    given = []
    for _ in range(steps):
        given.append(env.step(int(rng.choice(legal(env)))))
        if given[-1][2]:
            given.append(env.reset())
    return given


def path_edition(**options: Any) -> sy_env.Edition:
    return sy_env.make_edition("custom", board=PATH, detectives=1, **options)


@dataclass
class Recorder:
    """Plays uniformly, one request after the other, and keeps what it was shown."""

    name: str = "recorder"
    shown: list[Request] = field(default_factory=list)

    def act(self, request: Request) -> Array:
        self.shown.append(request)
        return Uniform().act(request)


class Constant:
    """Always answers the same, whatever is legal."""

    name = "constant"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act(self, request: Request) -> Any:
        return self.answer


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


# -- illegal and bad actions


@every_role
def test_an_illegal_action_loses(role: str) -> None:
    env = make(role)
    env.reset(seed=3)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    observation, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"] is True and info["reason"] == "illegal"
    assert info["winner"] == ("detectives" if role == "MisterX" else "mrx")
    assert observation in env.observation_space and info["action_mask"].all()
    with pytest.raises(ResetNeeded, match="is over"):
        env.step(illegal)


@every_role
@pytest.mark.parametrize("action", [-1, 803, 10**9, 1.0, True, None, "taxi 46", [3], np.array([3]), np.float32(2)])
def test_what_is_no_action_is_refused_and_changes_nothing(role: str, action: Any) -> None:
    env = make(role)
    env.reset(seed=3)
    before = pickle.dumps(env._games)
    with pytest.raises(InvalidAction, match="Nothing was changed"):
        env.step(action)
    assert pickle.dumps(env._games) == before


@every_role
def test_integers_of_all_kinds_are_actions(role: str) -> None:
    for kind in (int, np.int64, np.int8, np.uint16, lambda value: np.array(value, np.int32)):
        env = make(role, edition="glasses")
        env.reset(seed=0)
        env.step(kind(legal(env)[0]))


@every_role
def test_nothing_before_the_first_reset(role: str) -> None:
    env = make(role, render_mode="ansi")
    with pytest.raises(ResetNeeded, match="not started"):
        env.step(0)
    with pytest.raises(ResetNeeded, match="before the first reset"):
        env.render()


# -- arguments


@every_role
@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"edition": "clasic"}, EditionError, "classic"),
        ({"player": 4}, EditionError, "players"),
        ({"players": 9}, EditionError, "players"),
        ({"control": "teem"}, EditionError, "team"),
        ({"opponent": "randon"}, ValueError, "random"),
        ({"opponent": 7}, TypeError, "neither the name of a policy"),
        ({"opponent": {"name": "random", "luck": 1}}, ValueError, "give the policy itself"),
        ({"shaping": "posible"}, ValueError, "possible"),
        ({"shaping_gamma": 1.5}, ValueError, "0..1"),
    ],
)
def test_bad_arguments_are_refused(role: str, arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make(role, **arguments)


def test_a_bad_render_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="did you mean 'ansi'"):
        single_role.MisterXEnv(render_mode="ansy")


@every_role
@pytest.mark.parametrize("seed", [-1, 2**63, 2**80, 1.5, "7", True])
def test_a_bad_seed_changes_nothing(role: str, seed: Any) -> None:
    env = make(role)
    env.reset(seed=3)
    before = pickle.dumps(env._games)
    with pytest.raises((gymnasium.error.Error, ValueError, TypeError), match=r"(?i)seed"):
        env.reset(seed=seed)
    assert pickle.dumps(env._games) == before


# -- positions


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


# -- opponents


def test_the_opponent_sees_no_more_than_it_may() -> None:
    recorder = Recorder()
    env = make("MisterX", opponent=recorder)
    env.reset(seed=0)
    play(env, np.random.default_rng(0), 30)
    records = np.concatenate([request.games for request in recorder.shown])
    hidden = records["log_shown"][np.arange(len(records)), np.maximum(records["fields"].astype(int) - 1, 0)] == 0
    assert hidden.any() and (records["station"][hidden, 0] == 0).all()
    assert not records["key"].any() and not records["mrx_start"].any()
    assert (records["log_station"] == records["log_shown"]).all()


@every_role
def test_the_quick_way_for_random_is_the_slow_way(role: str) -> None:
    quick, slow = make(role, edition="master"), make(role, edition="master", opponent=Recorder())
    assert same(quick.reset(seed=1), slow.reset(seed=1))
    assert same(play(quick, np.random.default_rng(0), 150), play(slow, np.random.default_rng(0), 150))


def test_the_opponent_can_change_in_a_game() -> None:
    recorder = Recorder()
    env = make("MisterX")
    env.reset(seed=0)
    play(env, np.random.default_rng(0), 3)
    env.set_opponent(recorder)
    assert env.opponent is recorder
    play(env, np.random.default_rng(0), 3)
    assert recorder.shown
    with pytest.raises(ValueError, match="random"):
        env.set_opponent("randm")
    assert env.opponent is recorder


@pytest.mark.parametrize("answer", [[802], [0, 1], [1.0], [10**6], None])
def test_an_opponent_that_breaks_its_promise_is_named(answer: Any) -> None:
    env = make("MisterX", opponent=Constant(answer))
    env.reset(seed=0)
    with pytest.raises(IllegalActionError, match="'constant'"):
        env.step(int(legal(env)[0]))
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.set_opponent("random")
    env.reset(seed=0)
    env.step(int(legal(env)[0]))


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


# -- what is shown


def test_pictures_of_all_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    texts = make("MisterX", render_mode="ansi")
    texts.reset(seed=0)
    assert "mrx_0 to move" in texts.render()
    pixels = make("Detectives", render_mode="rgb_array")
    pixels.reset(seed=0)
    assert pixels.render().shape[2] == 3 and pixels.render().dtype == np.uint8
    window = make("Detectives", render_mode="human", edition="glasses")
    window.reset(seed=0)
    window.step(int(legal(window)[0]))
    assert window.render() is None
    window.close()
    window.close()


def swapped(env: Any, station: int) -> Any:
    """The same game with hidden Mister X on another station."""
    twin = copy.deepcopy(env)
    games = twin._games.batch.games
    games["station"][0, 0] = games["log_station"][0, games["fields"][0] - 1] = station
    twin._games._view(np.zeros(1, np.int64))
    return twin


def test_rendering_without_a_mode_says_so() -> None:
    env = make("MisterX")
    env.reset(seed=0)
    with pytest.warns(UserWarning, match="without a render mode"):
        assert env.render() is None


def test_nothing_shown_depends_on_where_hidden_mister_x_is() -> None:
    rng = np.random.default_rng(0)
    env = make("Detectives", edition="nijssen2011", render_mode="ansi", shaping="possible")
    env.reset(seed=0)
    games = env._games.batch.games
    compared = 0
    for _ in range(150):
        here = int(games["station"][0, 0])
        other = int(rng.choice(np.flatnonzero(env.layout.unflatten(env._games.observation[0])["possible"]))) + 1
        action = int(rng.choice(legal(env)))
        if other != here and games["log_shown"][0, games["fields"][0] - 1] == 0:
            twin = swapped(env, other)
            assert same(env._games.observation, twin._games.observation) and same(env.action_masks(), twin.action_masks())
            assert env.render() == twin.render()
            # What follows the last pursuer is Mister X's own move, and a capture is no secret.
            if games["mover"][0] < 5 and action % 199 + 1 not in (here, other):
                assert same(copy.deepcopy(env).step(action), twin.step(action))
                compared += 1
        if env.step(action)[2]:
            env.reset()
    assert compared > 30


@every_role
@pytest.mark.parametrize("gamma", [1.0, 0.9])
def test_shaping_adds_differences_of_a_public_potential(role: str, gamma: float) -> None:
    plain = make(role)
    shaped = make(role, shaping="possible", shaping_gamma=gamma)
    sign = 1 if role == "Detectives" else -1
    rng = np.random.default_rng(0)

    def potential(observation: Any) -> float:
        known = int(plain.layout.unflatten(observation)["possible"].sum())
        return float(sign * -np.log2(known) / np.log2(199))

    before = potential(plain.reset(seed=4)[0])
    shaped.reset(seed=4)
    ends = 0
    for _ in range(400):
        action = int(rng.choice(legal(plain)))
        observation, reward, terminated, _, _ = plain.step(action)
        after = 0.0 if terminated else potential(observation)
        assert shaped.step(action)[1] == pytest.approx(reward + gamma * after - before)
        before = after
        if terminated:
            ends += 1
            before = potential(plain.reset()[0])
            shaped.reset()
    assert ends > 1
