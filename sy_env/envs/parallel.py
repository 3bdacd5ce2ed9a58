"""PettingZoo's parallel door, turn by turn: all agents get an observation, the one to move is the one that acts."""

from typing import Any

from pettingzoo import ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from sy_env.editions import AnyEdition
from sy_env.envs.aec import Observation, env


class TurnBasedEnv(turn_based_aec_to_parallel_wrapper[str, Observation, Any]):
    """PettingZoo's turn-based form of an AEC environment, whose infos stay as they were handed out."""

    def step(self, actions: dict[str, Any]) -> Any:
        """Let the agent to move take its action; observations, rewards, terminations, truncations and infos of all agents."""
        game: Any = self.unwrapped
        game.infos = {agent: info.copy() for agent, info in game.infos.items()}  # PettingZoo writes the active agent into them
        return super().step(actions)  # type: ignore[no-untyped-call]


def parallel_env(edition: str | AnyEdition = "classic", **options: Any) -> ParallelEnv[str, Observation, Any]:
    """A game as a :class:`pettingzoo.ParallelEnv`, in which agents still act in turn.

    `infos[agent]["active_agent"]` names the agent to move. Actions of the others are not read; their masks allow `pass` alone.
    An illegal action ends the game as in :func:`sy_env.env`.

    Args:
        edition: a name, such as "classic" or "master", or an edition.
        options: arguments of :class:`sy_env.raw_env`.
    """
    return TurnBasedEnv(env(edition, **options))
