"""Doors for single libraries: one file each, imported on first use. They need the extra `train`."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sy_env.adapters.sb3 import SB3VecEnv as SB3VecEnv

__all__ = ["SB3VecEnv"]


def __getattr__(name: str) -> Any:
    if name != "SB3VecEnv":
        raise AttributeError(f"module 'sy_env.adapters' has no attribute {name!r}; it has {', '.join(__all__)}.")
    from sy_env.adapters.sb3 import SB3VecEnv

    return SB3VecEnv
