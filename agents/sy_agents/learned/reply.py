"""One round ahead: where pursuers who play greedily would stand after an action of Mister X, and what that would mean for him.

His network reads it beside what else it knows of the action. It is a guess about the pursuers, not a search: nothing is chosen by
it, and the network learns how far to trust it.
"""

import numpy as np

from sy_agents.greedy import closest
from sy_agents.learned.geography import FAR
from sy_agents.learned.networks import scaled
from sy_agents.learned.surroundings import onward
from sy_agents.mcts.heuristics import chase
from sy_env.bits import ONE, WORDS, ZERO
from sy_env.episode import MRX
from sy_env.jit import Array, Int, Record, hook, kernel, lowest, variant
from sy_env.london.app_state import LOCATE
from sy_env.london.investigations import decline_action, investigate_action
from sy_env.london.moves import legal_actions, pass_action
from sy_env.london.setup import play
from sy_env.london.state import CHOOSE_PIECE, OVER

REPLY = (
    "replied",  # the pursuers move after this action
    "caught",  # they would win by their moves
    "escaped",  # the game would be over without that
    *(f"reply_closest_{i}" for i in (1, 2, 3)),  # one-hot: distance of the closest pursuer then; 3: or more
    "reply_distance",  # of the closest pursuer then
    "reply_distance_2",  # of the second
    "reply_next",  # pursuers within one line then
    "reply_exits",
    "reply_safe_exits",  # to stations farther than one line from every pursuer
    "reply_farther",  # the best distance of the closest pursuer that his next move reaches
)
"""Features of an action of Mister X, float32, each about 0 to 1."""


@hook
def ask(game: Record, tables: Record, actions: Array) -> Int:
    """What the pursuers do before they move, where the rules know of such a thing."""
    return 0


@variant(ask, "offered")
def _ask(game: Record, tables: Record, actions: Array) -> Int:
    """They locate him, the question that greedy players ask most, or do without an answer."""
    located = (game.offered >> LOCATE) & 1
    return investigate_action(tables, LOCATE) if located else decline_action(tables)


@kernel
def _reply(game: Record, tables: Record, beyond: Array, actions: Array) -> None:
    """Let greedy pursuers play their turn; ties fall as they fall."""
    while game.phase != OVER and game.mover > 0:
        if game.phase > OVER:
            action = ask(game, tables, actions)
        elif game.phase == CHOOSE_PIECE:
            legal_actions(game, tables, actions)
            action = np.int64(actions[0])
        else:
            action = chase(game, tables, beyond, ZERO)
        play(game, tables, action if action >= 0 else pass_action(tables))


@kernel
def _write_distances(game: Record, tables: Record, hops: Array, row: Array) -> None:
    first: Int = FAR
    second: Int = FAR
    for seat in range(1, tables.pieces):
        distance = np.int64(hops[game.station[seat], game.station[0]])
        row[8] += np.float32(distance <= 1) / np.float32(3.0)
        if distance < first:
            first, second = distance, first
        else:
            second = min(second, distance)
    row[2 + min(first, 3)] = 1.0
    row[6] = scaled(first, 8, 5.0)
    row[7] = scaled(second, 8, 5.0)


@kernel
def _write_exits(game: Record, tables: Record, hops: Array, row: Array) -> None:
    farther: Int = 0
    for w in range(WORDS):
        word = onward(game, tables, np.int64(game.station[0]), -1, w)
        while word != ZERO:
            distance = closest(game, tables, hops, 64 * w + lowest(word))
            word &= word - ONE
            row[9] += np.float32(0.1)
            row[10] += np.float32(distance > 1) / np.float32(10.0)
            farther = max(farther, distance)
    row[11] = scaled(farther, 8, 5.0)


@kernel
def foresee(
    game: Record, tables: Record, hops: Array, beyond: Array, action: Int, drafts: Array, actions: Array, row: Array
) -> None:
    """Write the features of an action into `row`, which is zero; `drafts` and `actions` are room for a record and for actions."""
    drafts[0] = game
    draft = drafts[0]
    play(draft, tables, action)
    if draft.phase != OVER and draft.mover == 0:
        return
    _reply(draft, tables, beyond, actions)
    row[0] = 1.0
    if draft.phase == OVER:
        row[1] = draft.winner != MRX
        row[2] = draft.winner == MRX
        return
    _write_distances(draft, tables, hops, row)
    _write_exits(draft, tables, hops, row)
