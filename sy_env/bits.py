"""Sets of stations as four 64-bit words: station s is bit s % 64 of word s // 64."""

import numpy as np

from sy_env.jit import Array, Entries, Flag, Int, Word, kernel, lowest, ones, spread

WORDS = 4
ZERO = np.uint64(0)
ONE = np.uint64(1)
_TOP = np.uint64(63)

Words = tuple[Word, Word, Word, Word]
"""A set by value. Where a set is read at once, not station by station, its words stay in registers."""
NOWHERE: Words = (ZERO, ZERO, ZERO, ZERO)


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


@kernel
def words_of(words: Array) -> Words:
    """A set by value."""
    return words[0], words[1], words[2], words[3]


@kernel
def without(words: Words, others: Words) -> Words:
    """The stations of a set that are not in another."""
    return words[0] & ~others[0], words[1] & ~others[1], words[2] & ~others[2], words[3] & ~others[3]


@kernel
def is_any(words: Words) -> Flag:
    """Whether there is a station in the set."""
    return words[0] | words[1] | words[2] | words[3] != ZERO


@kernel
def write_set(words: Words, stations: Int, row: Entries, at: Int) -> None:
    """Write a set as an entry, 0 or 1, for each of the stations 1..`stations`; that of station 1 is `row[at]`."""
    a, b, c, d = words
    blocks = (a >> ONE | b << _TOP, b >> ONE | c << _TOP, c >> ONE | d << _TOP, d >> ONE)  # station 1 is bit 0 here
    for w in range(WORDS):
        left = stations - 64 * w
        if left >= 64:
            spread(blocks[w], row, at + 64 * w)
        elif left > 0 and w > 0:  # 64 entries, so that the last of them is the last of the set: others are written again
            spread(blocks[w - 1] >> np.uint64(left) | blocks[w] << np.uint64(64 - left), row, at + stations - 64)
        elif left > 0:
            word = blocks[0]
            for i in range(left):
                row[at + i] = word & ONE
                word >>= ONE


@kernel
def fill(row: Entries, start: Int, stop: Int, value: Int) -> None:
    """Write `value` from `row[start]` to before `row[stop]`."""
    for i in range(start, stop):
        row[i] = value
