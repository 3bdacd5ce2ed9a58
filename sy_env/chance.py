"""The random stream of a game: a counter-based SplitMix64 that lives in the game's record.

Rules never draw: they are told an outcome. The drivers in this package draw it here (Steele, Lea & Flood, "Fast Splittable
Pseudorandom Number Generators", OOPSLA 2014).
"""

import numpy as np

from sy_env.jit import Array, Int, Record, Word, entry, kernel

GAMMA = np.uint64(0x9E3779B97F4A7C15)
_A = np.uint64(0xBF58476D1CE4E5B9)
_B = np.uint64(0x94D049BB133111EB)
_S27 = np.uint64(27)
_S30 = np.uint64(30)
_S31 = np.uint64(31)
_S32 = np.uint64(32)
_ONE = np.uint64(1)


@kernel
def mix(word: Word) -> Word:
    """Scramble a 64-bit word into one that looks random (a bijection)."""
    word = np.uint64(word)
    word = (word ^ (word >> _S30)) * _A
    word = (word ^ (word >> _S27)) * _B
    return word ^ (word >> _S31)


@kernel
def key_of(seed: Word) -> Word:
    """The key of the stream that belongs to a seed; neighbouring seeds have unrelated streams."""
    return mix(mix(seed) + GAMMA)


@entry
def keys_of(seeds: Array, keys: Array) -> None:
    """:func:`key_of` for arrays of uint64."""
    for i in range(len(seeds)):
        keys[i] = key_of(seeds[i])


@kernel
def word_at(key: Word, counter: Int) -> Word:
    """The 64-bit word number `counter` of the stream `key`."""
    return mix(np.uint64(key) + GAMMA * (np.uint64(counter) + _ONE))


@entry
def next_words(keys: Array, counters: Array, rows: Array, words: Array) -> None:
    """Take the next word of each of the streams `rows` (their keys and counters are uint64 arrays) into `words`."""
    for j in range(len(rows)):
        i = rows[j]
        words[j] = word_at(keys[i], counters[i])
        counters[i] += _ONE


@kernel
def below(word: Word, bound: Int) -> Int:
    """A number in 0..bound-1 from a random 64-bit word (bound < 2**32)."""
    return np.int64(((word >> _S32) * np.uint64(bound)) >> _S32)


@kernel
def draw(game: Record, bound: Int) -> Int:
    """The next number in 0..bound-1 of the game's own stream."""
    word = word_at(game.key, game.draws)
    game.draws += _ONE
    return below(word, bound)
