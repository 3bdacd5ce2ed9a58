"""Drawing: actions from weights by the seeds of a request, and streams of random words of their own."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sy_env.chance import keys_of


def drawn(weights: NDArray[Any], seeds: NDArray[np.uint64]) -> NDArray[np.int32]:
    """One action a row, int32 (n,), drawn in proportion to `weights`, float64 (n, A); those of weight 0 are never drawn.

    Args:
        weights: not negative; every row has one above 0.
        seeds: uint64 (n,), the randomness.
    """
    below = np.cumsum(weights, axis=1)
    points = (seeds >> np.uint64(11)).astype(np.float64) * 2.0**-53 * below[:, -1]
    return np.asarray((below <= points[:, None]).sum(axis=1), np.int32)


def streams(seeds: NDArray[np.uint64], number: int) -> NDArray[np.uint64]:
    """Keys of `number` streams of random words for each seed, uint64 (n, number)."""
    keys = np.empty(len(seeds) * number, np.uint64)
    keys_of((seeds[:, None] + np.arange(number, dtype=np.uint64)).reshape(-1), keys)
    return keys.reshape(len(seeds), number)
