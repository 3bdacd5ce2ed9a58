"""sy_env: Scotland Yard as an environment for reinforcement learning.

Doors: `env`, `raw_env` and `parallel_env` (PettingZoo), `gymnasium.make("sy_env/MisterX-v0")` and `"sy_env/Detectives-v0"`, their
vector forms by `gymnasium.make_vec`, and the batch engine behind all of them: `make_batch`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sy_env.registration import register as _register

if TYPE_CHECKING:
    from sy_env.boards import Board as Board
    from sy_env.editions import Edition as Edition
    from sy_env.editions import make_edition as make_edition
    from sy_env.engine import BatchedGame as BatchedGame
    from sy_env.envs.aec import env as env
    from sy_env.envs.aec import raw_env as raw_env
    from sy_env.envs.parallel import parallel_env as parallel_env
    from sy_env.london.app_position import AppPosition as AppPosition
    from sy_env.london.position import LogEntry as LogEntry
    from sy_env.london.position import Position as Position
    from sy_env.making import layout as layout
    from sy_env.making import make_batch as make_batch
    from sy_env.making import make_game as make_game
    from sy_env.policies import Policy as Policy
    from sy_env.policies import load_policy as load_policy
    from sy_env.record import GameRecord as GameRecord

__version__ = "0.1.0"

# Where the public names live. They are loaded on first use: importing the package compiles and loads nothing heavy.
_HOMES = {
    "AppPosition": "sy_env.london.app_position",
    "Board": "sy_env.boards",
    "BatchedGame": "sy_env.engine",
    "Edition": "sy_env.editions",
    "GameRecord": "sy_env.record",
    "LogEntry": "sy_env.london.position",
    "Policy": "sy_env.policies",
    "Position": "sy_env.london.position",
    "env": "sy_env.envs.aec",
    "layout": "sy_env.making",
    "load_policy": "sy_env.policies",
    "make_batch": "sy_env.making",
    "make_edition": "sy_env.editions",
    "make_game": "sy_env.making",
    "parallel_env": "sy_env.envs.parallel",
    "raw_env": "sy_env.envs.aec",
}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'sy_env' has no attribute {name!r}; it has {', '.join(__all__)}.")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)


_register()
