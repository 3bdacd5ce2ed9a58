"""What the tests of the Gymnasium door for one role share: environments, random play, opponents that are no players."""

from dataclasses import dataclass, field
from typing import Any

import gymnasium
import numpy as np
import pytest

import sy_env
from sy_env.engine import Array
from sy_env.policies import Request, Uniform

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
