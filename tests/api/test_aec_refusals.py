"""PettingZoo's AEC door: what it does with actions, arguments and calls that are none."""

import copy
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils import wrappers

import sy_env
from sy_env.editions import EditionError
from sy_env.errors import GameOverError, IllegalActionError, PositionError
from tests.api.cases import Case, advance, every_case, everything, legal, placed, play, position, same

# -- actions that are none


def test_the_raw_door_refuses_illegal_actions_and_changes_nothing() -> None:
    env = placed(position(46))
    before = everything(copy.deepcopy(env))
    for action in (0, -1, 803, 10**20):
        with pytest.raises((IllegalActionError, TypeError), match=r"illegal|integers"):
            env.step(action)
    for none in (None, 45.0, "taxi 45", [44]):
        with pytest.raises((TypeError, ValueError), match=r"integers|shape"):
            env.step(none)
    assert same(everything(env), before)


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.int64, np.uint8, np.array])
def test_any_integer_is_an_action(kind: Any) -> None:
    env = placed(position(46))
    env.step(kind(44))
    assert env.batch.games["station"][0, 0] == 45


def stock(env: Any) -> Any:
    """The wrappers that PettingZoo's own board games have."""
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(env, illegal_reward=-1))
    )


@every_case
def test_the_checks_are_those_of_pettingzoos_wrappers(case: Case, caplog: pytest.LogCaptureFixture) -> None:
    ours, theirs = case.env(), stock(case.raw_env())
    assert str(ours) == str(theirs)
    rng = np.random.default_rng(0)
    for seed in range(4):
        ours.reset(seed=seed)
        theirs.reset(seed=seed)
        good = 40 * seed  # as many actions are legal, then any are taken
        while theirs.agents:
            assert ours.agent_selection == theirs.agent_selection
            assert same(ours.last()[1:4], theirs.last()[1:4])
            if not theirs.terminations[theirs.agent_selection]:
                assert same(ours.last(), theirs.last())
            actions = legal(theirs.last()[0]) if good else np.arange(ours.game.actions.size)
            good = max(0, good - 1)
            action = None if theirs.last()[2] else rng.choice(actions)
            ours.step(action)
            theirs.step(action)
            assert same([ours.rewards, ours._cumulative_rewards], [theirs.rewards, theirs._cumulative_rewards])
            assert same(
                [ours.terminations, ours.truncations, ours.agents], [theirs.terminations, theirs.truncations, theirs.agents]
            )
    assert "Illegal move" in caplog.text


def test_an_illegal_action_ends_the_game_for_the_offender() -> None:
    env: Any = sy_env.env()
    env.reset(seed=0, options={"position": position(46)})
    env.step(0)
    assert env.rewards == {"mrx_0": -1, **{f"detective_{i}": 0 for i in range(5)}}
    assert all(env.terminations.values())
    assert all(env.truncations.values())
    assert env.last()[0]["action_mask"].all()
    assert env.unwrapped.scene().message == "the detectives win: illegal"


def outcome(action: Any) -> str:
    try:
        action()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "fine"


@pytest.mark.parametrize(
    "use",
    [
        lambda env: env.step(0),
        lambda env: env.last(),
        lambda env: env.observe("mrx_0"),
        lambda env: env.state(),
        lambda env: env.render(),
        lambda env: env.agent_iter(),
        lambda env: env.agents,
        lambda env: env.infos,
        lambda env: (env.reset(seed=0), list(env.agent_iter())),
    ],
)
def test_calls_in_the_wrong_order_fail_as_with_pettingzoos_wrappers(use: Any) -> None:
    ours, theirs = sy_env.env(), stock(sy_env.raw_env())
    assert outcome(lambda: use(ours)) == outcome(lambda: use(theirs)) != "fine"


@pytest.mark.parametrize("action", [-1, 803, 1.5, None, "taxi 45"])
def test_what_is_outside_the_action_space_raises(action: Any) -> None:
    env = sy_env.env()
    env.reset(seed=0)
    before = everything(copy.deepcopy(env))
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(action)
    assert same(everything(env), before)


def test_dead_agents_take_none_alone() -> None:
    env = sy_env.env()
    env.reset(seed=0, options={"position": sy_env.Position((1, 8, 9, 46, 58, 5))})
    with pytest.raises(ValueError, match="None"):
        env.step(0)


def test_a_step_after_the_end_does_nothing(caplog: pytest.LogCaptureFixture) -> None:
    env = sy_env.env("glasses")
    env.reset(seed=0)
    for _ in play(env, np.random.default_rng(0)):
        pass
    state = env.state()
    env.step(0)
    assert same(env.state(), state)
    assert "Should reset() first" in caplog.text


@pytest.mark.parametrize(
    "use", [lambda env: env.step(0), lambda env: env.observe("mrx_0"), lambda env: env.state(), lambda env: env.game_record()]
)
def test_the_raw_door_asks_for_a_reset(use: Any) -> None:
    with pytest.raises(GameOverError, match="reset"):
        use(sy_env.raw_env("glasses"))


def test_unknown_agents_are_refused() -> None:
    env = sy_env.raw_env("glasses")
    env.reset(seed=0)
    with pytest.raises(ValueError, match="did you mean 'detective_1'"):
        env.observe("detectiv_1")


# -- arguments


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"edition": "clasic"}, "did you mean 'classic'"),
        ({"player": 4}, "did you mean 'players'"),
        ({"control": "teams"}, "did you mean 'team'"),
        ({"reveal_index": "rounds"}, "did you mean 'round'"),
        ({"render_mode": "rgb_aray"}, "did you mean 'rgb_array'"),
        ({"render_view": "detective"}, "did you mean 'detectives'"),
    ],
)
def test_arguments_spelled_nearly_right(arguments: dict[str, Any], word: str) -> None:
    with pytest.raises((EditionError, ValueError), match=word):
        sy_env.env(**arguments)


@pytest.mark.parametrize("seed", [1.5, "1", True, [3], np.array([3]), -1, 2**63])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    env = sy_env.raw_env("glasses")
    env.reset(seed=0)
    advance(env, "taxi 7")
    before = everything(copy.deepcopy(env))
    with pytest.raises((TypeError, ValueError), match="seed"):
        env.reset(seed=seed)
    assert same(everything(env), before)


def test_seeds_make_games_and_streams_go_on() -> None:
    env, twin, other = (sy_env.raw_env() for _ in range(3))
    env.reset(seed=1)
    twin.reset(seed=np.int64(1))  # type: ignore[arg-type]
    other.reset()
    assert same(everything(env), everything(twin))
    assert not same(everything(env), everything(other))  # begun anywhere
    first = env.state()
    for one in (env, twin):
        one.reset()
    assert same(everything(env), everything(twin))
    assert not same(env.state(), first)


def test_a_bad_position_changes_nothing() -> None:
    env = placed(position(46))
    before = everything(copy.deepcopy(env))
    for bad in (position(46, 46), position(0)):
        with pytest.raises(PositionError):
            env.reset(seed=1, options={"position": bad})
    with pytest.raises(TypeError, match="position"):
        env.reset(seed=1, options={"position": (46, 5)})
    assert same(everything(env), before)


# -- names


def test_agents_are_pawns() -> None:
    assert sy_env.env("master", players=4).possible_agents == ["mrx_0", "detective_0", "detective_1", "detective_2", "bobby_0"]
    assert sy_env.env(control="team").possible_agents == ["mrx_0", "detectives_0"]


def test_pettingzoos_registry_knows_the_game() -> None:
    if not hasattr(pettingzoo, "make"):
        pytest.skip("this PettingZoo has no registry")
    env = pettingzoo.make("aec", "sy_env/ScotlandYard-v0", edition="glasses", control="team")
    assert env.possible_agents == ["mrx_0", "detectives_0"]
    assert str(env) == "scotland_yard_v0"


def test_the_docstring_is_the_page() -> None:
    page = sy_env.raw_env.__doc__ or ""
    sections = [
        "Description",
        "Observation Space",
        "Action Space",
        "Rewards",
        "Starting State",
        "Episode End",
        "Arguments",
        "Version History",
    ]
    places = [page.index(f"## {section}") for section in sections]
    assert places == sorted(places)
    assert all(row in page for row in sy_env.make_game("classic").layout.table().splitlines())
    assert str(sy_env.make_game("classic").actions.size) in page
