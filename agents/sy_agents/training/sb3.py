"""MaskablePPO of sb3-contrib as a learner beside our own: the same games, form of configuration and evaluation."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import Field
from sb3_contrib import MaskablePPO

from sy_agents.drawing import drawn
from sy_agents.training.config import Lane
from sy_agents.yaml_files import Checked, read_yaml
from sy_env.adapters.sb3 import SB3VecEnv
from sy_env.policies import Request


class SB3Config(Checked):
    """A training run of MaskablePPO.

    Attributes:
        lane: what is played, and how many games at a time.
        role: what the learner plays.
        opponent: who plays the other role, by name.
        decisions: of the learner, altogether.
        steps: decisions of every game in an iteration.
        minibatch, epochs, rate, entropy, clip, trace: what MaskablePPO calls batch_size, n_epochs, learning_rate, ent_coef,
            clip_range and gae_lambda.
        layers: units of the hidden layers.
        seed: of the networks and the games.
    """

    lane: Lane = Lane(games=64)
    role: Literal["mrx", "detectives"] = "detectives"
    opponent: str = "random"
    decisions: Annotated[int, Field(ge=1)] = 1_000_000
    steps: Annotated[int, Field(ge=1)] = 64
    minibatch: Annotated[int, Field(ge=1)] = 1024
    epochs: Annotated[int, Field(ge=1)] = 4
    rate: Annotated[float, Field(gt=0)] = 3e-4
    entropy: Annotated[float, Field(ge=0)] = 0.01
    clip: Annotated[float, Field(gt=0)] = 0.2
    trace: Annotated[float, Field(ge=0, le=1)] = 0.95
    layers: tuple[int, ...] = (256, 256)
    seed: Annotated[int, Field(ge=0)] = 0


def load_sb3_config(path: Path) -> SB3Config:
    """The configuration in a YAML file.

    Raises:
        ValueError: the file cannot be read, or a key or value is wrong; the message names it.
    """
    config = read_yaml(path, SB3Config)
    config.lane.make()
    return config


def new_model(config: SB3Config) -> MaskablePPO:
    """MaskablePPO on games of the configuration."""
    edition = config.lane.make()
    envs = SB3VecEnv(config.role, config.lane.games, edition, config.opponent)
    envs.seed(config.seed)
    return MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=config.steps,
        batch_size=config.minibatch,
        n_epochs=config.epochs,
        learning_rate=config.rate,
        ent_coef=config.entropy,
        clip_range=config.clip,
        gae_lambda=config.trace,
        gamma=1.0,
        seed=config.seed,
        policy_kwargs={"net_arch": list(config.layers)},
    )


@dataclass(frozen=True)
class SB3Player:
    """A player of one role that a model of MaskablePPO decides for.

    Attributes:
        model: trained on the game that is played.
        name: how tables call it.
    """

    model: MaskablePPO
    name: str = "maskable_ppo"

    def act(self, request: Request) -> NDArray[np.int32]:
        """Legal actions, int32 (n,), drawn from the model's distribution by the request's seeds."""
        observations, _ = self.model.policy.obs_to_tensor(request.observation)
        with torch.no_grad():
            found: Any = self.model.policy.get_distribution(observations, action_masks=request.action_mask.astype(np.bool_))
        chances = found.distribution.probs.cpu().numpy().astype(np.float64) * request.action_mask
        return drawn(chances, request.seeds)
