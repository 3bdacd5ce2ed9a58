"""RLlib (Ray): the game as a `MultiAgentEnv` of the new API stack, with the keys that RLlib's action masking asks for."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict

try:
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
except ImportError as error:
    raise ImportError('RLlibEnv needs RLlib: pip install "sy_env[rllib]"') from error

from sy_env.envs.aec import env
from sy_env.policies import ROLES

Step = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]


class RLlibEnv(MultiAgentEnv):
    """A game for RLlib: agents act in turn, so every step returns the observation of the one to move.

    >>> from ray.rllib.algorithms.ppo import PPOConfig
    >>> from sy_env.adapters.rllib import RLlibEnv, role_of
    >>> config = PPOConfig().environment(RLlibEnv, env_config={"edition": "classic", "players": 6})
    >>> config = config.multi_agent(policies={"mrx", "detectives"}, policy_mapping_fn=role_of)

    An observation is `{"observations": float32 (D,), "action_mask": float32 (A,)}`, the form that RLlib's
    `ActionMaskingTorchRLModule` reads. With the last action every agent gets its reward and last observation. An illegal action
    ends the game as in :func:`sy_env.env`: truncated, -1 for the offender.
    """

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        """Set up a game, to be started by :meth:`reset`.

        Args:
            config: arguments of :func:`sy_env.env`, such as `{"edition": "master", "players": 4}`.

        Raises:
            EditionError: unknown edition, option or value; the message names the nearest right spelling.
        """
        super().__init__()
        self._env = env(**(config or {}))
        game: Any = self._env.unwrapped
        low, high = (limit.astype(np.float32) for limit in (game.game.layout.low, game.game.layout.high))
        seen = Dict({"observations": Box(low, high, dtype=np.float32), "action_mask": Box(0, 1, (game.game.actions.size,))})
        self.possible_agents = list(game.possible_agents)
        self.agents = self.possible_agents.copy()
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict(game.action_spaces)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a game; returns the observation of the agent to move, and no infos. Arguments are those of the AEC door."""
        self._env.reset(seed=seed, options=options)
        self.agents = self.possible_agents.copy()
        return self._seen(self._env.agent_selection), {}

    def step(self, actions: Mapping[str, Any]) -> Step:
        """Let the agent to move take its action.

        Returns:
            Observations, rewards, terminated, truncated and infos: of the agent to move, after the last action of all agents.
        """
        self._env.step(int(actions[self._env.agent_selection]))
        over, cut = (any(ends.values()) for ends in (self._env.terminations, self._env.truncations))
        agents = self.possible_agents if over else [self._env.agent_selection]
        rewards = {agent: float(self._env.rewards[agent]) for agent in agents}
        ended = dict.fromkeys([*agents, "__all__"], over and not cut)
        return self._seen(*agents), rewards, ended, dict.fromkeys([*agents, "__all__"], cut), {}

    def _seen(self, *agents: str) -> dict[str, Any]:
        return {agent: self._renamed(self._env.observe(agent)) for agent in agents}

    def _renamed(self, seen: Any) -> dict[str, Any]:
        return {
            "observations": seen["observation"].astype(np.float32),
            "action_mask": seen["action_mask"].astype(np.float32),
        }

    def render(self) -> Any:
        """The picture that `render_mode` asks for."""
        return self._env.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        self._env.close()


def role_of(agent: str, *_: Any, **__: Any) -> str:
    """The role of an agent, "mrx" or "detectives": what RLlib takes as `policy_mapping_fn` for one module a role."""
    return ROLES[0] if agent.startswith("mrx") else ROLES[1]
