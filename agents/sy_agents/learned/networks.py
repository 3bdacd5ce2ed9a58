"""Networks: small perceptrons as tuples of arrays, run row by row in one fixed order of operations.

A row's result does not depend on the rows beside it, so the same position gives the same scores in a batch of any size.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sy_env.jit import Array, Int, kernel

Real = Any  # a float32 in machine code
WIDEST = 256
"""The most units of a hidden layer."""


class Network(NamedTuple):
    """Two hidden layers of rectified units and one output: float32 arrays.

    Attributes:
        w1, b1: (features, hidden), (hidden,).
        w2, b2: (hidden, hidden), (hidden,).
        w3, b3: (hidden,), (1,).
    """

    w1: NDArray[np.float32]
    b1: NDArray[np.float32]
    w2: NDArray[np.float32]
    b2: NDArray[np.float32]
    w3: NDArray[np.float32]
    b3: NDArray[np.float32]

    def check(self, features: int) -> None:
        """Refuse arrays that do not fit together.

        Raises:
            ValueError: a shape, a type, or a number that is not finite; the message names the array.
        """
        hidden = self.w1.shape[-1]
        if hidden > WIDEST:
            raise ValueError(f"w1 has {hidden} hidden units; at most {WIDEST} are allowed.")
        shapes = ((features, hidden), (hidden,), (hidden, hidden), (hidden,), (hidden,), (1,))
        for name, array, shape in zip(self._fields, self, shapes, strict=True):
            if array.shape != shape or array.dtype != np.float32:
                raise ValueError(f"{name} has to be float32 of shape {shape}, not {array.dtype} of shape {array.shape}.")
            if not np.isfinite(array).all():
                raise ValueError(f"{name} holds numbers that are not finite.")

    def scores(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """The outputs, float32 (M,), for rows of features (M, features); they may differ from :func:`run` by rounding."""
        values = rows[:, None, :]  # row by row: one product of all rows may sum in another order
        for weights, bias in ((self.w1, self.b1), (self.w2, self.b2)):
            values = np.maximum(np.matmul(values, weights) + bias, 0)
        outputs: NDArray[np.float32] = np.matmul(values, self.w3)[:, 0] + self.b3
        return outputs

    def sharpen(self, factor: float) -> None:
        """Multiply the outputs of the network by a factor, in place."""
        for array in (self.w3, self.b3):
            array *= np.float32(factor)


def fresh(features: int, hidden: int, rng: np.random.Generator, scale: float = 0.01) -> Network:
    """A network with random weights (He et al. 2015); its outputs are nearly `scale` times a standard normal number."""

    def layer(inputs: int, outputs: int, gain: float) -> NDArray[np.float32]:
        return np.asarray(rng.standard_normal((inputs, outputs)) * gain / np.sqrt(inputs), np.float32)

    zeros = np.zeros(hidden, np.float32)
    return Network(
        layer(features, hidden, np.sqrt(2)),
        zeros,
        layer(hidden, hidden, np.sqrt(2)),
        zeros.copy(),
        layer(hidden, 1, scale)[:, 0].copy(),
        np.zeros(1, np.float32),
    )


@kernel
def lesser(one: Int, other: Int) -> Int:
    """The lesser of two integers."""
    return one if one < other else other


@kernel
def scaled(value: Int, most: Int, unit: Real) -> Real:
    """A number, no more than `most`, in units of `unit`: how counts and distances become features."""
    return np.float32(lesser(np.int64(value), most)) / np.float32(unit)


@kernel
def log_scaled(weight: Real) -> Real:
    """The logarithm of a weight of a belief as a feature: 1 for certainty, 0 for exp(-8) and less."""
    logarithm = np.log(weight + np.float32(1e-6)) / np.float32(8.0) + np.float32(1.0)
    return logarithm if logarithm > np.float32(0.0) else np.float32(0.0)


@kernel
def _layer(weights: Array, bias: Array, inputs: Array, n: Int, out: Array) -> None:
    for j in range(len(bias)):
        out[j] = bias[j]
    for i in range(n):
        x = inputs[i]
        if x != 0.0:
            for j in range(len(bias)):
                out[j] += x * weights[i, j]
    for j in range(len(bias)):
        out[j] = max(out[j], np.float32(0.0))


@kernel
def run(network: Any, features: Array, first: Array, second: Array) -> Real:
    """The output for one row of features; `first` and `second` are room for the hidden layers (float32, WIDEST each)."""
    w1, b1, w2, b2, w3, b3 = network
    _layer(w1, b1, features, len(features), first)
    _layer(w2, b2, first, len(b1), second)
    total = b3[0]
    for j in range(len(w3)):
        total += second[j] * w3[j]
    return total
