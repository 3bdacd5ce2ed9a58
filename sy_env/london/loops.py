"""The loops over a batch of London games: deal, step, look. Every game is stepped by the same kernels, one after the other."""

import numpy as np

from sy_env.bits import fill
from sy_env.chance import below, word_at
from sy_env.episode import DETECTIVES, MRX
from sy_env.jit import Array, Flag, Int, Record, entries_of, entry, kernel
from sy_env.london.masks import write_mask
from sy_env.london.moves import is_legal, legal_actions, pass_action
from sy_env.london.observations import observe, observe_truth, redact
from sy_env.london.setup import apply_deal, deal_game, play, settle_start
from sy_env.london.state import ILLEGAL, OVER, PIECES
from sy_env.london.turns import finish

MOST_ACTIONS = 2048


@kernel
def agent_of(tables: Record, seat: Int) -> Int:
    """Index of the agent that decides for a seat."""
    return min(seat, 1) if tables.team else seat


@kernel
def _view(game: Record, table: Record, viewer: Int, mask: Array, observation: Array, i: Int) -> None:
    """Write row `i` of both arrays."""
    actions = mask.shape[1]
    row = entries_of(mask, i)
    observe(game, table, viewer, entries_of(observation, i), observation.shape[1])
    if game.phase == OVER:
        fill(row, 0, actions, 1)  # nothing is asked any more; all ones keep normalised probabilities finite
    elif agent_of(table, viewer) == agent_of(table, np.int64(game.mover)):
        write_mask(game, table, row, actions)
    else:
        fill(row, 0, actions, 0)
        row[pass_action(table)] = 1


@kernel
def _agent_to_move(game: Record, table: Record) -> Int:
    return -1 if game.phase == OVER else agent_of(table, np.int64(game.mover))


@entry
def deal(games: Array, tables: Array, rows: Array) -> None:
    """Start new games in the rows `rows` (integers)."""
    drawn = np.zeros(PIECES, np.uint8)
    for i in rows:
        deal_game(games[i], tables[0], drawn)


@entry
def deal_given(games: Array, tables: Array, rows: Array, deals: Array) -> None:
    """Start new games in the given rows on given start cards: stations by seat, uint8 (n, 6), 0 where nobody sits."""
    for j in range(len(rows)):
        apply_deal(games[rows[j]], tables[0], deals[j])
        settle_start(games[rows[j]], tables[0])


@entry
def view(games: Array, tables: Array, rows: Array, viewers: Array, mask: Array, observation: Array, to_move: Array) -> None:
    """Write into the given rows what the seats `viewers` see, and which agent is to move. An idle seat may only pass."""
    for j in range(len(rows)):
        i = rows[j]
        _view(games[i], tables[0], np.int64(viewers[j]), mask, observation, i)
        to_move[i] = _agent_to_move(games[i], tables[0])


@entry
def pay_out(winner: Int, rewards: Array) -> None:
    """The rewards of one game, float32 by agent: +1 for the winning side, -1 for the other, 0 in a draw."""
    mrx = np.float32(np.int64(winner == MRX) - np.int64(winner == DETECTIVES))
    rewards[:] = -mrx
    rewards[0] = mrx


@kernel
def _record_end(game: Record, ended: Record) -> None:
    ended.winner = game.winner
    ended.reason = game.reason
    ended.rounds = game.round
    ended.moves = game.moves
    ended.decisions = game.decisions


@entry
def step_all(
    games: Array,
    tables: Array,
    actions: Array,
    mask: Array,
    observation: Array,
    to_move: Array,
    rewards: Array,
    terminated: Array,
    ended: Record,
    final: Array,
    autoreset: Flag,
) -> None:
    """Step every game that is not over, and write its views. `final` takes the last observations; it may have no rows."""
    table = tables[0]
    drawn = np.zeros(PIECES, np.uint8)
    for i in range(len(games)):
        game = games[i]
        rewards[i, :] = 0.0
        terminated[i] = False
        if game.phase == OVER:
            continue
        play(game, table, np.int64(actions[i]))
        if game.phase == OVER:
            terminated[i] = True
            pay_out(game.winner, rewards[i])
            _record_end(game, ended[i])
            if len(final) > 0:
                observe(game, table, np.int64(game.mover), entries_of(final, i), final.shape[1])
            if autoreset:
                deal_game(game, table, drawn)
        _view(game, table, np.int64(game.mover), mask, observation, i)
        to_move[i] = _agent_to_move(game, table)


@entry
def advance(games: Array, tables: Array, rows: Array, actions: Array) -> None:
    """Step the given rows by `actions` (one a row) without writing views; the actions have to be legal."""
    for j in range(len(rows)):
        play(games[rows[j]], tables[0], np.int64(actions[j]))


@entry
def first_illegal(games: Array, tables: Array, rows: Array, actions: Array) -> Int:
    """Position in `rows` of the first action that is not legal, -1 if all are. A finished game takes any action."""
    scratch = np.empty(MOST_ACTIONS, np.int32)
    for j in range(len(rows)):
        game = games[rows[j]]
        if game.phase != OVER and not is_legal(game, tables[0], np.int64(actions[j]), scratch):
            return j
    return -1


@entry
def look(games: Array, tables: Array, rows: Array, viewers: Array, mask: Array, observation: Array) -> None:
    """Like :func:`view` with row j of the output for `rows[j]`."""
    for j in range(len(rows)):
        _view(games[rows[j]], tables[0], np.int64(viewers[j]), mask, observation, j)


@entry
def truth(games: Array, tables: Array, rows: Array, observation: Array) -> None:
    """Write the whole truth of the given rows, row j of the output for `rows[j]`: for a central critic, never for a player."""
    for j in range(len(rows)):
        observe_truth(games[rows[j]], tables[0], entries_of(observation, j), observation.shape[1])


@entry
def waiting_for(games: Array, rows: Array, pursuers: Flag, out: Array) -> Int:
    """Write those of `rows` where Mister X (or with `pursuers` a pursuer) is to move into `out`; returns how many there are."""
    n = 0
    for i in rows:
        game = games[i]
        if game.phase != OVER and (game.mover > 0) == pursuers:
            out[n] = i
            n += 1
    return n


@entry
def forfeit(games: Array, rows: Array) -> None:
    """End games by an illegal action of the mover: the other side wins."""
    for i in rows:
        finish(games[i], DETECTIVES if games[i].mover == 0 else MRX, ILLEGAL)


@entry
def sample(games: Array, tables: Array, rows: Array, words: Array, actions: Array) -> None:
    """Draw a legal action for each row, uniformly, from one random 64-bit word a row. Finished games get 0."""
    scratch = np.empty(MOST_ACTIONS, np.int32)
    for j in range(len(rows)):
        n = legal_actions(games[rows[j]], tables[0], scratch)
        actions[j] = scratch[below(words[j], n)] if n > 0 else 0


@entry
def play_uniform(games: Array, tables: Array, rows: Array, pursuers: Flag, keys: Array, counters: Array) -> None:
    """Play the rows on, by uniform random actions, while Mister X (or with `pursuers` a pursuer) is to move.

    Each decision takes the next word of the row's stream, given by uint64 `keys` and `counters` of all games: it is the decision
    that :func:`sample` would draw from it.
    """
    scratch = np.empty(MOST_ACTIONS, np.int32)
    for i in rows:
        game = games[i]
        while game.phase != OVER and (game.mover > 0) == pursuers:
            n = legal_actions(game, tables[0], scratch)
            play(game, tables[0], np.int64(scratch[below(word_at(keys[i], counters[i]), n)]))
            counters[i] += np.uint64(1)


@entry
def play_out(games: Array, tables: Array, keys: Array) -> Int:
    """Play every game to its end by uniform random actions drawn from the streams `keys`; returns the number of moves made."""
    scratch = np.empty(MOST_ACTIONS, np.int32)
    moves: Int = 0
    for i in range(len(games)):
        game = games[i]
        start = np.int64(game.moves)
        while game.phase != OVER:
            n = legal_actions(game, tables[0], scratch)
            play(game, tables[0], np.int64(scratch[below(word_at(keys[i], game.decisions), n)]))
        moves += np.int64(game.moves) - start
    return moves


@entry
def redact_all(games: Array, tables: Array, viewers: Array) -> None:
    """Blank what the seat `viewers[i]` may not know in every record: give it copies."""
    for i in range(len(games)):
        redact(games[i], tables[0], np.int64(viewers[i]))
