"""The configuration of a training run on RLlib. Reading one needs no Ray."""

from pathlib import Path
from typing import Annotated

from pydantic import Field

from sy_agents.training.config import Lane, Positive, Share
from sy_agents.yaml_files import Checked, read_yaml


class RLlibConfig(Checked):
    """A training run of PPO on Ray.

    Attributes:
        lane: what is played, and how many games at a time by each worker.
        address: of the cluster: None starts one on this machine, "auto" is the one that this machine belongs to.
        workers: processes that play; 0: the learner plays, too.
        iterations: how long.
        decisions: of both roles together, in an iteration.
        minibatch, epochs, rate, entropy, clip, trace: numbers of PPO (trace is the lambda of the generalised advantage).
        layers: units of the hidden layers.
        seed: of the networks and the games.
        evaluate_every: iterations from one evaluation to the next.
        evaluation_games: games of each pairing in it.
        checkpoint_every: iterations from one checkpoint to the next.
    """

    lane: Lane = Lane(games=32)
    address: str | None = None
    workers: Annotated[int, Field(ge=0)] = 1
    iterations: Positive = 200
    decisions: Positive = 8192
    minibatch: Positive = 1024
    epochs: Positive = 4
    rate: Annotated[float, Field(gt=0)] = 3e-4
    entropy: Annotated[float, Field(ge=0)] = 0.01
    clip: Annotated[float, Field(gt=0)] = 0.2
    trace: Share = 0.95
    layers: Annotated[tuple[Positive, ...], Field(min_length=1)] = (256, 256)
    seed: Annotated[int, Field(ge=0)] = 0
    evaluate_every: Positive = 10
    evaluation_games: Positive = 500
    checkpoint_every: Positive = 10


def load_rllib_config(path: Path) -> RLlibConfig:
    """The configuration in a YAML file.

    Raises:
        ValueError: the file cannot be read, or a key or value is wrong; the message names it.
    """
    config = read_yaml(path, RLlibConfig)
    config.lane.make()
    return config
