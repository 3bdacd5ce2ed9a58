"""What a batch looks at before it does what it was asked: actions and seeds."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sy_env.jit import Array, Int, entry

SEED_LIMIT = 2**63
NONE, ALL_OVER = -1, -2


@entry
def first_refused(mask: Array, actions: Array, to_move: Array) -> Int:
    """The first row whose action is out of range or masked; `NONE`: there is none, `ALL_OVER`: no game goes on either.

    `mask` is int8 (N, A), `actions` int32 (N,), `to_move` int8 (N,), below 0 where a game is over.
    """
    running = False
    for i in range(len(actions)):
        if to_move[i] >= 0:
            running = True
            if not 0 <= actions[i] < mask.shape[1] or mask[i, actions[i]] == 0:
                return i
    return NONE if running else ALL_OVER


def as_int32(actions: NDArray[Any], size: int) -> NDArray[np.int32]:
    """Integers as the kernels read actions, of which there are `size`; one that is out of range remains so."""
    if actions.dtype == np.uint64:
        actions = np.minimum(actions, np.uint64(size))
    if actions.dtype != np.int32:  # numbers that fit no int32 must not become legal ones
        actions = actions.astype(np.int64).clip(-1, size)
    return np.ascontiguousarray(actions, np.int32)


def checked_seeds(seed: Any, rows: NDArray[np.int64]) -> NDArray[np.uint64]:
    """The seeds of the rows, uint64: one seed stands for `seed + row`.

    Raises:
        TypeError, ValueError: no integers, out of range 0..2**63 - 1, or of the wrong shape.
    """
    array = np.asarray(seed)
    if array.dtype == np.bool_ or not np.issubdtype(array.dtype, np.integer):
        raise TypeError(f"seed={seed!r} has to be an integer, or one for each row.")
    if array.ndim and array.shape != rows.shape:
        raise ValueError(f"{len(rows)} seeds are needed, not {array.shape}.")
    if (array < 0).any() or (array >= SEED_LIMIT).any():
        raise ValueError(f"seed={seed!r} has to lie in 0..2**63 - 1.")
    seeds = array.astype(np.uint64)
    return seeds if array.ndim else seeds + rows.astype(np.uint64)
