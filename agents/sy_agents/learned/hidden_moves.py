"""Hidden moves of Mister X: what a filter makes of the weights that flowed, and what its learner keeps. The same in all games."""

import numpy as np

from sy_env.jit import Array, Flag, Int, kernel

TRUST = np.float32(0.98)
"""Share of the network in the new weights; the rest are the weights that flowed, so that no possible place is ever given up."""


@kernel
def weigh(n: Int, places: Array, prior: Array, scores: Array, weights: Array) -> None:
    """New weights of all places, in sum 1: those that flowed to the first `n` of `places` times what the network says."""
    highest = scores[0]
    for j in range(1, n):
        highest = max(highest, scores[j])
    total = np.float32(0.0)
    flowed = np.float32(0.0)
    for j in range(n):
        scores[j] = np.exp(scores[j] - highest) * prior[places[j]]
        total += scores[j]
        flowed += prior[places[j]]
    weights[:] = np.float32(0.0)
    for j in range(n):
        weights[places[j]] = TRUST * scores[j] / total + (np.float32(1.0) - TRUST) * prior[places[j]] / flowed


@kernel
def keep_move(
    n: Int,
    places: Array,
    prior: Array,
    features: Array,
    true: Int,
    rows: Array,
    priors: Array,
    used: Int,
    moves: Int,
    truth: Array,
) -> Flag:
    """Copy a hidden move for a learner to `rows[used:]` and `truth[moves]`.

    False if no place is the `true` one: the record does not tell where it led.
    """
    told = False
    for j in range(n):
        rows[used + j, :] = features[j]
        priors[used + j] = prior[places[j]]
        if places[j] == true:
            truth[moves] = used + j
            told = True
    return told
