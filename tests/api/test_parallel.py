"""PettingZoo's parallel door: agents act in turn, all of them look on."""

import copy
import pickle
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test.parallel_test import parallel_api_test
from pettingzoo.test.seed_test import parallel_seed_test
from pettingzoo.test.state_test import test_parallel_env as check_state

import sy_env
from tests.api.cases import Case, every_case, legal, play, same


def draw(env: Any, observations: dict[str, Any], rng: np.random.Generator) -> dict[str, int]:
    return {agent: int(rng.choice(legal(observations[agent]))) for agent in env.agents}


@every_case
class TestPettingZoo:
    def test_api(self, case: Case) -> None:
        parallel_api_test(case.parallel_env(), num_cycles=1000)

    def test_seed(self, case: Case) -> None:
        parallel_seed_test(case.parallel_env)  # type: ignore[no-untyped-call]

    def test_state(self, case: Case) -> None:
        check_state(case.parallel_env())


@every_case
def test_it_is_the_aec_game(case: Case) -> None:
    """Every step is one action of the AEC door; everybody sees what that door shows them then, and is paid at the same time."""
    parallel, aec = case.parallel_env(), case.env()
    observations, infos = parallel.reset(seed=2)
    aec.reset(seed=2)
    for agent, action in play(aec, np.random.default_rng(2)):
        if action is None:
            break
        assert same(observations, {name: aec.observe(name) for name in aec.agents})
        assert all(same(infos[name]["action_mask"], observations[name]["action_mask"]) for name in parallel.agents)
        only_pass = aec.game.actions.index("pass")
        actions = {name: action if name == agent else only_pass for name in parallel.agents}
        observations, rewards, terminations, truncations, infos = parallel.step(actions)
        assert all(info.get("active_agent") in parallel.agents for info in infos.values()) or all(terminations.values())
    assert parallel.agents == []
    assert rewards == aec.rewards
    assert set(rewards.values()) == {-1, 1}
    assert all(terminations.values())
    assert not any(truncations.values())


def test_infos_that_were_handed_out_do_not_change() -> None:
    env: Any = sy_env.parallel_env("glasses")
    rng = np.random.default_rng(0)
    observations, infos = env.reset(seed=0)
    while env.agents:
        kept = copy.deepcopy(infos)
        observations, *_, later = env.step(draw(env, observations, rng))
        assert same(infos, kept)
        infos = later


def test_stuck_detectives_pass() -> None:
    env: Any = sy_env.parallel_env()
    where = sy_env.Position((175, 8, 18, 19, 1, 3), {"detective_1": (0, 0, 0)}, to_move="pursuers")
    observations, _ = env.reset(seed=0, options={"position": where})
    only_pass = env.unwrapped.game.actions.index("pass")
    actors = []
    for _ in range(5):
        actors.append(env.unwrapped.agent_selection)
        able = legal(observations[actors[-1]])
        assert (list(able) == [only_pass]) == (actors[-1] in ("detective_0", "detective_1"))
        observations, *_ = env.step({agent: only_pass if agent != actors[-1] else able[0] for agent in env.agents})
    assert actors == [f"detective_{i}" for i in range(5)]
    assert env.unwrapped.agent_selection == "mrx_0"


def test_an_illegal_action_ends_the_game_for_the_offender() -> None:
    env: Any = sy_env.parallel_env("glasses")
    env.reset(seed=0)
    _, rewards, terminations, truncations, _ = env.step(dict.fromkeys(env.agents, 0))
    assert rewards == {"mrx_0": -1, "detective_0": 0, "detective_1": 0}
    assert all(terminations.values())
    assert all(truncations.values())
    assert env.agents == []


@pytest.mark.parametrize("keep", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_exactly_alike(keep: Any) -> None:
    env: Any = sy_env.parallel_env("master", players=2)
    observations, _ = env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(12):
        observations, *_ = env.step(draw(env, observations, rng))
    twin = keep(env)
    actions = draw(env, observations, rng)
    assert same(env.step(actions), twin.step(actions))
    assert same(env.state(), twin.state())


def test_pettingzoos_registry_knows_the_game() -> None:
    if not hasattr(pettingzoo, "make"):
        pytest.skip("this PettingZoo has no registry")
    env = pettingzoo.make("parallel", "sy_env/ScotlandYard-v0", edition="glasses")
    assert env.possible_agents == ["mrx_0", "detective_0", "detective_1"]
