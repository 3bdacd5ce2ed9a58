"""Histories: what the belief in a London game follows from, as numbers."""

import numpy as np

from sy_env.chance import mix
from sy_env.jit import Array, Int, Record, Word, entry, kernel
from sy_env.london.state import PURSUERS


@kernel
def _with_posts(word: Word, game: Record, round_: Int) -> Word:
    for j in range(PURSUERS):
        word = mix(word ^ np.uint64(game.path[round_, j]))
    return word


@entry
def hash_histories(games: Array, keys: Array) -> None:
    """Write into `keys`, uint64 (n, FIELDS + 1), a hash of what the belief after each number of fields follows from."""
    for i in range(len(games)):
        game = games[i]
        word = _with_posts(np.uint64(1), game, 0)
        keys[i, 0] = word
        for field in range(game.fields):
            round_: Int = max(np.int64(game.log_round[field]), 1)
            word = mix(word ^ np.uint64(game.log_ticket[field]))
            word = mix(word ^ np.uint64(game.log_shown[field]))
            word = _with_posts(mix(word ^ np.uint64(round_)), game, round_ - 1)
            keys[i, field + 1] = word
