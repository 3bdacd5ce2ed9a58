"""Self-play on RLlib's new API stack: PPO with masks, one module a role, on one machine or on a cluster of Ray."""

from typing import Any

import numpy as np
import ray
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.core.rl_module import MultiRLModuleSpec, RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from sy_agents.perceptron import Layer, Perceptron
from sy_agents.training.rllib_config import RLlibConfig
from sy_env.adapters.rllib import RLlibEnv, role_of
from sy_env.policies import ROLES


def connect(config: RLlibConfig) -> None:
    """Join the cluster of the configuration, or start one on this machine."""
    ray.init(config.address, log_to_driver=False, logging_level="ERROR", ignore_reinit_error=True)


def new_algorithm(config: RLlibConfig) -> PPO:
    """PPO on games of the configuration."""
    network = {"fcnet_hiddens": list(config.layers), "fcnet_activation": "relu"}
    modules = {role: RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config=network) for role in ROLES}
    return (
        PPOConfig()
        .environment(  # RLlib's check of it would draw actions without masks
            RLlibEnv, env_config={"edition": config.lane.edition, **config.lane.options}, disable_env_checking=True
        )
        .env_runners(num_env_runners=config.workers, num_envs_per_env_runner=config.lane.games)
        .multi_agent(policies=set(ROLES), policy_mapping_fn=role_of)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=modules))
        .training(
            train_batch_size_per_learner=config.decisions,
            minibatch_size=config.minibatch,
            num_epochs=config.epochs,
            lr=config.rate,
            entropy_coeff=config.entropy,
            clip_param=config.clip,
            lambda_=config.trace,
            gamma=1.0,
            grad_clip=0.5,
        )
        .debugging(seed=config.seed, log_level="ERROR")
        .build_algo()
    )


def networks_of(algorithm: PPO) -> dict[str, Perceptron]:
    """The networks that play each role, as numpy arrays."""
    return {role: Perceptron(tuple(_layers(algorithm.get_module(role).state_dict()))) for role in ROLES}


def _layers(state: dict[str, Any]) -> list[Layer]:
    """The layers of a module's actor, in order: of the encoder, then of the head."""
    names = [
        name.removesuffix(".weight") for name in state if name.startswith(("encoder.actor", "pi.")) and name.endswith(".weight")
    ]
    return [(_array(state[f"{name}.weight"]), _array(state[f"{name}.bias"])) for name in names]


def _array(tensor: Any) -> np.ndarray[Any, np.dtype[np.float32]]:
    return np.array(tensor.detach().cpu().numpy(), np.float32)
