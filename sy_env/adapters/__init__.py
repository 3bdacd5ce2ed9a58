"""Doors for single libraries: one file each, imported on first use. An error without the library names the extra to install."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sy_env.adapters.rllib import RLlibEnv as RLlibEnv
    from sy_env.adapters.sb3 import SB3VecEnv as SB3VecEnv

__all__ = ["RLlibEnv", "SB3VecEnv"]

_HOMES = {"RLlibEnv": "sy_env.adapters.rllib", "SB3VecEnv": "sy_env.adapters.sb3"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'sy_env.adapters' has no attribute {name!r}; it has {', '.join(__all__)}.")
    return getattr(import_module(_HOMES[name]), name)
