"""Every id in one table: Gymnasium, its vector form, and PettingZoo's registry."""

from typing import Any, NamedTuple

import gymnasium
import pettingzoo


class Id(NamedTuple):
    """An environment that `gymnasium.make` finds, alone and as a batch."""

    name: str
    entry_point: str
    vector_entry_point: str


GYMNASIUM = (
    Id("sy_env/MisterX-v0", "sy_env.envs.single_role:MisterXEnv", "sy_env.envs.vector:MisterXVectorEnv"),
    Id("sy_env/Detectives-v0", "sy_env.envs.single_role:DetectivesEnv", "sy_env.envs.vector:DetectivesVectorEnv"),
)
PETTINGZOO = (
    ("aec", "sy_env/ScotlandYard-v0", "sy_env.envs.aec:env"),
    ("parallel", "sy_env/ScotlandYard-v0", "sy_env.envs.parallel:parallel_env"),
)


def register() -> None:
    """Register all ids that are not registered yet. Entry points are loaded when an environment is made."""
    for name, entry_point, vector_entry_point in GYMNASIUM:
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point, vector_entry_point=vector_entry_point)
    for api, name, entry_point in PETTINGZOO:
        # PettingZoo has a registry since 1.27.
        registry: dict[str, Any] | None = getattr(pettingzoo, f"{api}_registry", None)
        if registry is not None and name not in registry:
            pettingzoo.register(api, name, entry_point)  # type: ignore[call-overload]
