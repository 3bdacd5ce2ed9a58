"""The speed of other libraries' games on the same machine; each library is optional."""

import time
import warnings
from importlib import import_module
from typing import Any

import numpy as np

from sy_agents.evaluation.speed import VECTOR_GAMES, Effort, Run, aec_run


def connect_four_run(form: str) -> Run:
    """An episode of PettingZoo's connect_four, by the very loop that our own door is measured with.

    Args:
        form: "raw_env" or "env", the wrapped one.

    Raises:
        ImportError: pettingzoo's classic games need a library that is missing.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # PettingZoo 1.27 prefers its registry, which 1.26 lacks
        env = getattr(import_module("pettingzoo.classic.connect_four_v3"), form)()
    return aec_run(env)


def open_spiel_rate(name: str, effort: Effort) -> float:
    """Moves a second of an OpenSpiel game from Python: legal actions, a draw, a step, and the mover's observation.

    Raises:
        ImportError: open_spiel is not installed.
    """
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game(name)
    rng = np.random.default_rng(0)

    def run() -> tuple[int, float]:
        moves = 0
        start = time.perf_counter()
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[rng.integers(len(legal))])
            state.observation_tensor(0)
            moves += 1
        return moves, time.perf_counter() - start

    return effort.rate(run)


def pgx_rate(name: str, effort: Effort, size: int = VECTOR_GAMES) -> float:
    """Moves a second of a Pgx game, a batch stepped by one compiled function that draws the actions too.

    Raises:
        ImportError: pgx or jax is not installed.
    """
    jax: Any = import_module("jax")
    env = import_module("pgx").make(name)
    step = import_module("pgx.experimental").auto_reset(env.step, env.init)

    def move(state: Any, key: Any) -> Any:
        action = jax.random.categorical(key, jax.numpy.log(state.legal_action_mask.astype("float32")))
        return step(state, action, key)

    advance = jax.jit(jax.vmap(move))
    key = jax.random.PRNGKey(0)
    batch = [jax.jit(jax.vmap(env.init))(jax.random.split(key, size))]
    keys = jax.random.split(key, size)

    def run() -> tuple[int, float]:
        start = time.perf_counter()
        batch[0] = jax.block_until_ready(advance(batch[0], keys))
        return size, time.perf_counter() - start

    return effort.rate(run)
