"""What the tests of the batch engine share."""

from collections.abc import Iterator

import numpy as np

from sy_env import BatchedGame
from sy_env.engine import Array

LIVE = ("to_move", "action_mask", "observation", "rewards", "terminated", "final_observation")


def parts(batch: BatchedGame) -> Iterator[tuple[str, Array]]:
    """All arrays of a batch by name, records field by field (bytes between fields mean nothing)."""
    for name in LIVE:
        yield name, getattr(batch, name)
    for name in ("games", "ended"):
        records = getattr(batch, name)
        for field in records.dtype.names:
            yield f"{name}.{field}", records[field]


def same(one: BatchedGame, other: BatchedGame) -> bool:
    """Whether two batches are equal in all that changes."""
    return all(np.array_equal(a, b) for (_, a), (_, b) in zip(parts(one), parts(other), strict=True))


def contents(batch: BatchedGame) -> dict[str, bytes]:
    """Everything that changes in a batch, as bytes."""
    return {name: array.tobytes() for name, array in parts(batch)}


def play(batch: BatchedGame, steps: int, seed: int = 0) -> BatchedGame:
    """Step by uniform random actions, as long as a game runs."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        if (batch.to_move < 0).all():
            break
        batch.step(batch.sample_actions(rng))
    return batch
