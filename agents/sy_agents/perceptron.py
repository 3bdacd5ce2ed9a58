"""`rllib:FOLDER`: the player that `scripts/train_rllib.py` trained.

Its networks are run by numpy: playing needs neither ray nor torch. A network reads the observation and scores every action; the
player draws from the legal ones.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sy_agents.arrays import Arrays, read_arrays, write_arrays
from sy_agents.drawing import drawn
from sy_env.editions import AnyEdition
from sy_env.engine import Game
from sy_env.making import make_game
from sy_env.policies import ROLES, Policy, Request

FORMAT = "sy_agents.perceptron/1"
FILE = "player.safetensors"
Layer = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Weights (outputs, inputs) and bias (outputs,)."""


class Perceptron(NamedTuple):
    """A network: layers with rectified units between them.

    Attributes:
        layers: the first reads the observation, the last scores the actions.
    """

    layers: tuple[Layer, ...]

    def scores(self, observations: NDArray[Any]) -> NDArray[np.float32]:
        """The scores of all actions, float32 (n, A), for observations (n, D). A row's do not depend on the rows beside it."""
        values = observations.astype(np.float32)
        for number, (weights, bias) in enumerate(self.layers):
            values = np.maximum(values, 0) if number else values
            values = np.matmul(values[:, None, :], weights.T)[:, 0] + bias  # row by row: one product may sum in another order
        return values


@dataclass(frozen=True)
class PerceptronPlayer:
    """A player of one role.

    Attributes:
        network: scores the actions.
        name: how tables call it.
    """

    network: Perceptron
    name: str = "rllib"

    def act(self, request: Request) -> NDArray[np.int32]:
        """Legal actions, int32 (n,), drawn by the request's seeds."""
        scores = np.where(request.action_mask, self.network.scores(request.observation).astype(np.float64), -np.inf)
        return drawn(np.exp(scores - scores.max(axis=1, keepdims=True)), request.seeds)


def save_networks(networks: Mapping[str, Perceptron], game: Game, path: Path, facts: Mapping[str, Any] | None = None) -> None:
    """Write the network of each role and what they read as safetensors, whole or not at all; `facts` are what JSON can hold."""
    arrays: Arrays = {}
    for role, network in networks.items():
        for number, (weights, bias) in enumerate(network.layers):
            arrays |= {f"{role}.{number}.weights": weights, f"{role}.{number}.bias": bias}
    about = {"layout": _reading(game), "layers": {role: len(network.layers) for role, network in networks.items()}}
    write_arrays(path, arrays, {"format": FORMAT, "about": json.dumps(about), "facts": json.dumps(dict(facts or {}))})


def load_networks(path: Path, game: Game) -> dict[str, Perceptron]:
    """The networks of a file, by role. No code in the file is run.

    Raises:
        ValueError: no such file, another format, arrays that do not fit together, or networks of another observation.
    """
    arrays, metadata = read_arrays(path, "a file of networks")
    if metadata.get("format") != FORMAT:
        raise ValueError(f"{path} is of format {metadata.get('format')!r}; this version reads {FORMAT!r}.")
    about = json.loads(metadata["about"])
    if about["layout"] != _reading(game):
        raise ValueError(f"{path} plays with {about['layout']}; edition {game.edition.name!r} has {_reading(game)}.")
    return {role: _network(path, arrays, role, number, game) for role, number in about["layers"].items()}


def _reading(game: Game) -> str:
    """What a network reads and scores, in words."""
    return f"observation {game.layout.name}/{game.layout.version} and {game.actions.size} actions"


def _network(path: Path, arrays: Arrays, role: str, number: int, game: Game) -> Perceptron:
    inputs = game.layout.size
    layers = []
    for i in range(number):
        weights, bias = (arrays.get(f"{role}.{i}.{name}", np.empty(0)) for name in ("weights", "bias"))
        outputs = game.actions.size if i == number - 1 else len(bias)
        if weights.shape != (outputs, inputs) or bias.shape != (outputs,) or weights.dtype != np.float32 != bias.dtype:
            raise ValueError(f"{path}: layer {i} of {role} has to be float32 of shape {(outputs, inputs)}, not {weights.shape}.")
        if not (np.isfinite(weights).all() and np.isfinite(bias).all()):
            raise ValueError(f"{path}: layer {i} of {role} holds numbers that are not finite.")
        layers.append((weights, bias))
        inputs = outputs
    return Perceptron(tuple(layers))


def make(edition: AnyEdition, role: str, argument: str = "") -> Policy:
    """The player "rllib:FOLDER" of a folder that `scripts/train_rllib.py` wrote.

    Raises:
        ValueError: no folder is named, its file is wrong, or its networks do not play this role of this edition.
    """
    if not argument:
        raise ValueError("rllib needs the folder of a run, as in rllib:runs/rllib.")
    path = Path(argument) / FILE
    networks = load_networks(path, make_game(edition))
    if role not in networks:
        raise ValueError(f"{path} plays {' and '.join(networks) or 'nothing'}, not {role}; the roles are {', '.join(ROLES)}.")
    return PerceptronPlayer(networks[role], f"rllib:{argument}")
