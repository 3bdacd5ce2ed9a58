"""Sets of stations as four 64-bit words: station s is bit s % 64 of word s // 64."""

import numpy as np

from sy_env.jit import Array, Flag, Int, Word, kernel, lowest, ones

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


@kernel
def following(words: Array, station: Int) -> Int:
    """The next station of the set after `station`; -1: there is none. Begin with -1.

    Where time matters less than the amount of machine code, this is a loop over a set.
    """
    station += 1
    w = station >> 6
    if w < WORDS:
        word = words[w] >> np.uint64(station & 63)
        if word != ZERO:
            return station + lowest(word)
    for v in range(w + 1, WORDS):
        if words[v] != ZERO:
            return 64 * v + lowest(words[v])
    return -1
