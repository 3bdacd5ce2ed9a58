"""RLlib: the adapter by itself, PPO with masks on the new API stack, a run that is resumed, and its player in numpy."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sy_env

pytestmark = pytest.mark.slow
ray = pytest.importorskip("ray")

import torch
from ray.rllib.algorithms.ppo import PPO

from sy_agents.evaluation import Pairing, play_pairings
from sy_agents.evaluation.cluster import Cluster
from sy_agents.training.rllib import networks_of, new_algorithm
from sy_agents.training.rllib_config import RLlibConfig
from sy_agents.training.rllib_run import RLlibRun
from sy_env.adapters import rllib
from sy_env.adapters.rllib import RLlibEnv, role_of

CONFIG: dict[str, Any] = {
    "lane": {"edition": "classic", "options": {"players": 6}, "games": 4},
    "workers": 0,
    "decisions": 500,
    "minibatch": 250,
    "epochs": 2,
    "layers": [32],
    "evaluation_games": 4,
}


@pytest.fixture(scope="module", autouse=True)
def _ray() -> Iterator[None]:
    torch.set_num_threads(1)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


class Counting(RLlibEnv):
    """Counts the games that ended, and those that an illegal action ended; workers would count for themselves."""

    over = illegal = 0

    def step(self, actions: Any) -> Any:
        result = super().step(actions)
        _, _, terminated, truncated, _ = result
        type(self).over += terminated["__all__"]
        type(self).illegal += truncated["__all__"]
        return result


class CountingUnmasked(Counting):
    """The same with masks that allow everything."""

    def _renamed(self, seen: Any) -> dict[str, Any]:
        renamed = super()._renamed(seen)
        return {**renamed, "action_mask": np.ones_like(renamed["action_mask"])}


def train(env: type[Counting], monkeypatch: pytest.MonkeyPatch) -> PPO:
    monkeypatch.setattr("sy_agents.training.rllib.RLlibEnv", env)
    algorithm = new_algorithm(RLlibConfig.model_validate(CONFIG))
    algorithm.train()
    return algorithm


def test_the_adapter_is_the_aec_door() -> None:
    env, door = RLlibEnv({"edition": "glasses"}), sy_env.env("glasses")
    seen, _ = env.reset(seed=3)
    door.reset(seed=3)
    for _ in range(200):
        agent = door.agent_selection
        assert list(seen) == [agent] and env.observation_spaces[agent].contains(seen[agent])
        expected = door.last()[0]
        assert expected is not None
        np.testing.assert_array_equal(seen[agent]["observations"], expected["observation"])
        action = int(seen[agent]["action_mask"].argmax())
        seen, rewards, terminated, truncated, _ = env.step({agent: action})
        door.step(action)
        if terminated["__all__"]:
            break
    assert terminated["__all__"] and not any(truncated.values())
    assert rewards == door.rewards and set(seen) == set(door.possible_agents)
    assert {role_of(agent) for agent in seen} == {"mrx", "detectives"}


def test_ppo_learns_both_roles_from_legal_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    algorithm = train(Counting, monkeypatch)
    assert Counting.over >= 1 and Counting.illegal == 0
    assert set(networks_of(algorithm)) == {"mrx", "detectives"}
    algorithm.stop()


def test_without_masks_nearly_every_game_ends_by_an_illegal_action(monkeypatch: pytest.MonkeyPatch) -> None:
    train(CountingUnmasked, monkeypatch).stop()
    assert CountingUnmasked.illegal > 100 > CountingUnmasked.over


def test_a_run_goes_on_and_its_player_plays_as_its_module(tmp_path: Path) -> None:
    first = RLlibRun(RLlibConfig.model_validate({**CONFIG, "iterations": 1, "evaluate_every": 1}), tmp_path)
    first.train()
    first.stop()
    run = RLlibRun.resume(tmp_path, iterations=2)
    assert run.iteration == 1
    run.train()
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["iteration"] for line in lines] == [1, 2] and {"wins_greedy_mrx", "mrx_entropy"} <= lines[0].keys()

    batch = sy_env.make_batch("classic", 8, players=6)
    module = run._algorithm.get_module("mrx")
    seen = {"observations": torch.tensor(batch.observation, dtype=torch.float32), "action_mask": torch.ones(8, 803)}
    with torch.no_grad():
        expected = module.forward_inference({"obs": seen})["action_dist_inputs"].numpy()
    run.stop()
    np.testing.assert_allclose(networks_of(run._algorithm)["mrx"].scores(batch.observation), expected, atol=1e-4)
    edition = sy_env.make_edition("classic", players=6)
    match = play_pairings([Pairing(edition, f"rllib:{tmp_path}", f"rllib:{tmp_path}")], games=10)[0]
    assert match.illegal_actions == 0 and len(match.episodes) == 10


def test_a_cluster_plays_the_same_games() -> None:
    edition = sy_env.make_edition("classic", players=6)
    pairings = [Pairing(edition, "random", "greedy"), Pairing(edition, "greedy", "random")]
    here = play_pairings(pairings, games=50, seed=3)
    there = play_pairings(pairings, games=50, seed=3, batch=20, spread=Cluster("local").play)
    for one, other in zip(here, there, strict=True):
        np.testing.assert_array_equal(one.episodes, other.episodes)
        assert one.decisions == other.decisions


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib
    import sys

    monkeypatch.setitem(sys.modules, "ray.rllib.env.multi_agent_env", None)
    with pytest.raises(ImportError, match=r"sy_env\[rllib\]"):
        importlib.reload(rllib)
