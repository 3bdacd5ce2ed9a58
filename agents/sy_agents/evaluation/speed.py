"""How fast the engine, its doors and the players are. Every measurement warms up first and keeps the best of its repeats."""

import json
import math
import os
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np

import sy_env
from sy_agents.evaluation.matches import Pairing, play_games
from sy_env.actions import ActionLayout
from sy_env.chance import keys_of
from sy_env.editions import AnyEdition
from sy_env.policies import ROLES

VECTOR_GAMES = 1024
IDS = {"mrx": "sy_env/MisterX-v0", "detectives": "sy_env/Detectives-v0"}


Run = Callable[[], tuple[int, float]]
"""Does some work, and returns how much it was and the seconds that it took."""


@dataclass(frozen=True)
class Row:
    """One measurement.

    Attributes:
        group: what kind of thing was measured.
        name: what was measured.
        value: the figure, or None where it could not be measured.
        unit: of the figure.
        note: what else to know, such as why there is no figure.
    """

    group: str
    name: str
    value: float | None
    unit: str
    note: str = ""


@dataclass(frozen=True)
class Effort:
    """How much work a measurement takes.

    Attributes:
        seconds: least time of one repeat.
        repeats: number of repeats; the best counts.
    """

    seconds: float = 0.3
    repeats: int = 3

    def rate(self, run: Run) -> float:
        """The best rate of one piece of work."""
        return self.rates(run)[0]

    def rates(self, *runs: Run) -> list[float]:
        """The best rate of each, measured by turns: a machine that is slow for a while is so for all of them."""
        for run in runs:
            run()
        rounds = [[self._one(run) for run in runs] for _ in range(self.repeats)]
        return [max(rates) for rates in zip(*rounds, strict=True)]

    def _one(self, run: Run) -> float:
        work, seconds = 0, 0.0
        while seconds < self.seconds:
            done, took = run()
            work += done
            seconds += took
        return work / seconds


def optional(group: str, name: str, unit: str, measure: Callable[..., float], *arguments: Any) -> Row:
    """A row for something whose library may not be installed: `measure` of the arguments."""
    try:
        return Row(group, name, measure(*arguments), unit)
    except ImportError as error:
        return Row(group, name, None, unit, f"not available: {error}")


# -- the engine


def batch_rows(edition: AnyEdition, sizes: list[int], threads: list[int], effort: Effort) -> Iterator[Row]:
    """Stepping a batch with masks and observations; drawing actions is not timed."""
    for size in sizes:
        for workers in threads if size >= 256 else [1]:
            yield Row(
                "batch",
                f"{size:,} games, {workers} thread{'s' * (workers > 1)}",
                effort.rate(batch_run(edition, size, workers)),
                "moves/s",
            )


def first_other(actions: ActionLayout) -> int:
    """Index of the first action that is no move: those from there on are declarations, passes, starts, rerolls."""
    return min(block.start for block in actions.blocks if block.kind in ("double", "place"))


def batch_run(edition: AnyEdition, size: int, threads: int) -> Run:
    """Some steps of a batch; declarations and passes are no moves."""
    batch = sy_env.make_batch(edition, size, threads=threads)
    rng = np.random.default_rng(0)
    moves_below = first_other(batch.actions)
    steps = max(1, 2048 // size)

    def run() -> tuple[int, float]:
        moves, seconds = 0, 0.0
        for _ in range(steps):
            actions = batch.sample_actions(rng)
            start = time.perf_counter()
            batch.step(actions)
            seconds += time.perf_counter() - start
            moves += int((actions < moves_below).sum())
        return moves, seconds

    return run


def play_out_rate(edition: AnyEdition, effort: Effort, size: int = 4096) -> float:
    """Moves a second of playing games out by random moves without views, on one thread."""
    batch = sy_env.make_batch(edition, size, autoreset=False)
    keys = np.empty(size, np.uint64)
    keys_of(np.arange(size, dtype=np.uint64), keys)

    def run() -> tuple[int, float]:
        batch.reset()
        start = time.perf_counter()
        moves = batch.game.loops.play_out(batch.games, batch.game.tables, keys)
        return int(moves), time.perf_counter() - start

    return effort.rate(run)


def bytes_per_game(edition: AnyEdition, size: int = 16384) -> float:
    """All memory that a batch takes, by game."""
    sy_env.make_batch(edition, 1)
    tracemalloc.start()
    batch = sy_env.make_batch(edition, size)
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used / batch.num_games


# -- doors


def aec_run(env: Any, moves_below: float = math.inf) -> Run:
    """An episode of a PettingZoo AEC environment, by PettingZoo's own loop; drawing a legal action is timed too.

    Args:
        env: the environment.
        moves_below: actions from this one on are declarations and passes, no moves.
    """
    rng = np.random.default_rng(0)
    env.reset(seed=0)

    def run() -> tuple[int, float]:
        moves = 0
        start = time.perf_counter()
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            action = legal[rng.integers(len(legal))]
            env.step(action)
            moves += action < moves_below
        return int(moves), time.perf_counter() - start

    return run


def parallel_rate(env: Any, effort: Effort) -> float:
    """Decisions a second through a turn-based parallel environment: every agent answers, one of them decides."""
    rng = np.random.default_rng(0)
    env.reset(seed=0)

    def run() -> tuple[int, float]:
        decisions = 0
        start = time.perf_counter()
        observations, _ = env.reset()
        while env.agents:
            actions = {}
            for agent, observation in observations.items():
                legal = observation["action_mask"].nonzero()[0]
                actions[agent] = legal[rng.integers(len(legal))]
            observations, *_ = env.step(actions)
            decisions += 1
        return decisions, time.perf_counter() - start

    return effort.rate(run)


def single_rate(edition: AnyEdition, role: str, effort: Effort) -> float:
    """Decisions a second of one role through Gymnasium, the other role random; drawing a legal action is timed too."""
    env = gymnasium.make(IDS[role], edition=edition, opponent="random")
    rng = np.random.default_rng(0)
    env.reset(seed=0)

    def run() -> tuple[int, float]:
        decisions = 0
        start = time.perf_counter()
        _, info = env.reset()
        over = False
        while not over:
            legal = info["action_mask"].nonzero()[0]
            _, _, terminated, truncated, info = env.step(legal[rng.integers(len(legal))])
            over = terminated or truncated
            decisions += 1
        return decisions, time.perf_counter() - start

    return effort.rate(run)


def vector_rate(edition: AnyEdition, role: str, effort: Effort, size: int = VECTOR_GAMES, **options: Any) -> float:
    """Decisions a second of one role through Gymnasium's vector form, the other role random; drawing actions is not timed."""
    envs: Any = gymnasium.make_vec(IDS[role], num_envs=size, edition=edition, opponent="random", **options)
    rng = np.random.default_rng(0)
    envs.reset(seed=0)

    def run() -> tuple[int, float]:
        actions = envs.sample_actions(rng)
        start = time.perf_counter()
        envs.step(actions)
        return size, time.perf_counter() - start

    return effort.rate(run)


def sb3_rate(edition: AnyEdition, role: str, effort: Effort, size: int = VECTOR_GAMES) -> float:
    """Decisions a second of one role through the SB3 VecEnv, masks included, the other role random; drawing actions is not timed.

    Raises:
        ImportError: stable-baselines3 is not installed.
    """
    from sy_env.adapters import SB3VecEnv

    envs = SB3VecEnv(role, size, edition=edition, opponent="random")
    rng = np.random.default_rng(0)
    envs.reset()

    def run() -> tuple[int, float]:
        start = time.perf_counter()
        masks = np.stack(envs.env_method("action_masks")).reshape(size, -1)  # as MaskablePPO asks
        seconds = time.perf_counter() - start
        actions = (rng.random(masks.shape, np.float32) * masks).argmax(axis=1)
        start = time.perf_counter()
        envs.step(actions)
        return size, seconds + time.perf_counter() - start

    return effort.rate(run)


# -- players


def player_rows(edition: AnyEdition, names: list[str], effort: Effort) -> Iterator[Row]:
    """Decisions a second of every player in both roles against the random one, 1,024 games side by side, on one thread."""
    for name in names:
        for role in range(len(ROLES)):
            pairing = Pairing(edition, *((name, "random") if role == 0 else ("random", name)))

            def run(pairing: Pairing = pairing, role: int = role) -> tuple[int, float]:
                match = play_games(pairing, 0, VECTOR_GAMES)
                return match.decisions[role], match.thinking[role]

            yield Row("players", f"{name}, {ROLES[role]}", effort.rate(run), "decisions/s")


# -- starting

_START = """
import json, time
begin = time.perf_counter()
import sy_env
imported = time.perf_counter()
env = sy_env.raw_env()
env.reset(seed=0)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    env.step(None if terminated or truncated else observation["action_mask"].argmax())
print(json.dumps([imported - begin, time.perf_counter() - begin]))
"""


def start_rows() -> Iterator[Row]:
    """How long `import sy_env` and the first game of the AEC door take in a fresh process, without and with compiled kernels."""
    with tempfile.TemporaryDirectory() as folder:
        for name, note in (("cold", "nothing compiled"), ("warm", "kernels from the cache")):
            imported, first = _start_once(folder)
            yield Row("start", f"{name}: import sy_env", imported, "s", note)
            yield Row("start", f"{name}: to the end of the first game", first, "s", note)


def _start_once(cache: str) -> tuple[float, float]:
    environment = {**os.environ, "SY_ENV_CACHE_DIR": cache}
    command = [sys.executable, "-c", _START]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    imported, first = json.loads(done.stdout)
    return imported, first
