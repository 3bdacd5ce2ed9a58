"""Sets of stations as four 64-bit words: station s is bit s % 64 of word s // 64."""

import numpy as np

from sy_env.jit import Array, Flag, Int, Word, kernel, ones

WORDS = 4
ZERO = np.uint64(0)
ONE = np.uint64(1)


@kernel
def bit(station: Int) -> Word:
    """The word with the station's bit set."""
    return ONE << np.uint64(np.int64(station) & 63)


@kernel
def has(words: Array, station: Int) -> Flag:
    """Whether the station is in the set."""
    return (words[np.int64(station) >> 6] & bit(station)) != ZERO


@kernel
def add(words: Array, station: Int) -> None:
    """Put the station into the set."""
    words[np.int64(station) >> 6] |= bit(station)


@kernel
def discard(words: Array, station: Int) -> None:
    """Take the station out of the set."""
    words[np.int64(station) >> 6] &= ~bit(station)


@kernel
def only(words: Array, station: Int) -> None:
    """Make the set hold this station alone."""
    for w in range(WORDS):
        words[w] = ZERO
    add(words, station)


@kernel
def count(words: Array) -> Int:
    """How many stations are in the set."""
    return ones(words[0]) + ones(words[1]) + ones(words[2]) + ones(words[3])
