"""What the PettingZoo doors are tested on: editions, player counts, both forms of control, options that change what is seen."""

import operator
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

import sy_env


class Case(NamedTuple):
    """Arguments of a door."""

    edition: str
    options: dict[str, Any]

    def __str__(self) -> str:
        return "-".join([self.edition, *(f"{name}={value}" for name, value in self.options.items())])

    def env(self, **more: Any) -> Any:
        return sy_env.env(self.edition, **self.options, **more)

    def raw_env(self, **more: Any) -> Any:
        return sy_env.raw_env(self.edition, **self.options, **more)

    def parallel_env(self, **more: Any) -> Any:
        return sy_env.parallel_env(self.edition, **self.options, **more)


CASES = [
    Case("classic", {}),
    Case("classic", {"players": 3, "tickets_per": "player"}),
    Case("classic", {"players": 4, "control": "team"}),
    Case("classic", {"players": 5, "hide_mrx_stock": True, "observe_possible": False}),
    Case("classic", {"reveal_index": "move", "mrx_no_ticket": "passes", "mrx_tickets": (1, 0, 0), "mrx_black": 0}),
    Case("master", {"players": 2}),
    Case("master", {"players": 4, "control": "team"}),
    Case("master", {"players": 6, "mrx_supply": "unlimited"}),
    Case("nijssen2011", {}),
    Case("master_app", {"players": 4}),
    Case("master_app", {"players": 3, "control": "team", "investigation_offer": "every_round"}),
    Case("glasses", {}),
    Case("glasses", {"control": "team", "order": "any"}),
    Case("hunting", {}),
    Case("hunting", {"players": 2}),
    Case("hunting_expert", {"players": 2, "control": "team"}),
    Case("hunting_expert", {"players": 3, "observe_possible": False, "placement": "random"}),
]
every_case = pytest.mark.parametrize("case", CASES, ids=str)

with_usual_warnings = [
    # Of a dictionary as observation space PettingZoo warns where it does not know the environment by name.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]


def legal(observation: dict[str, Any]) -> np.ndarray:
    return np.flatnonzero(observation["action_mask"])


def play(env: Any, rng: np.random.Generator, steps: int | None = None) -> Iterator[tuple[str, Any]]:
    """Go on with the game by random actions: every agent that is asked, with the action that it is about to take."""
    while env.agents and steps != 0:
        steps = None if steps is None else steps - 1
        observation, _, termination, truncation, _ = env.last()
        action = None if termination or truncation else rng.choice(legal(observation))
        yield env.agent_selection, action
        env.step(action)


def advance(env: Any, *texts: str) -> None:
    """Take actions given as text."""
    for text in texts:
        env.step(env.game.actions.index(text))


def same(one: Any, other: Any) -> bool:
    """Whether two things made of dictionaries, lists and arrays are equal, types of arrays included."""
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(operator.eq(one, other))


FAR = (5, 17, 197, 175, 3)  # stations at the edge of the map, away from Mister X


def position(mrx: int = 46, detective: int = 5, **more: Any) -> sy_env.Position:
    return sy_env.Position((mrx, detective, *FAR[1:]), **more)


def placed(where: sy_env.Position, edition: str = "classic", **options: Any) -> Any:
    env = sy_env.raw_env(edition, **options)
    env.reset(seed=0, options={"position": where})
    return env


def everything(env: Any) -> list[Any]:
    """All that the door shows of a moment."""
    told = [env.rewards, env.terminations, env.truncations, env.infos, env.last() if env.agents else None]
    return [env.agents, env.agent_selection, *told, env.state(), *(env.observe(agent) for agent in env.possible_agents)]
