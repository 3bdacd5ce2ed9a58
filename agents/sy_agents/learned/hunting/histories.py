"""Histories: what the belief in Hunting Mister X follows from, as numbers."""

import numpy as np

from sy_env.chance import mix
from sy_env.hunting.state import PAWNS
from sy_env.jit import Array, Int, Record, Word, entry, kernel


@kernel
def _with_posts(word: Word, game: Record, round_: Int) -> Word:
    for pawn in range(PAWNS):
        word = mix(word ^ np.uint64(game.path[round_, pawn]))
        word = mix(word ^ np.uint64(game.path_die[round_, pawn]))
    return word


@entry
def hash_histories(games: Array, keys: Array) -> None:
    """Write into `keys`, uint64 (n, BOARD + 1), a hash of what the belief after each number of spaces follows from."""
    for i in range(len(games)):
        game = games[i]
        word = mix(np.uint64(game.start_tile))
        for place in range(len(game.tiles)):
            word = mix(word ^ np.uint64(2 * np.int64(game.tiles[place]) + np.int64(game.flipped[place])))
        word = _with_posts(word, game, 0)
        keys[i, 0] = word
        for space in range(game.spaces):
            round_ = np.int64(game.log_round[space])
            word = mix(word ^ np.uint64(game.log_kind[space]))
            word = mix(word ^ np.uint64(game.log_shown[space]))
            word = _with_posts(mix(word ^ np.uint64(round_)), game, round_)
            keys[i, space + 1] = word
