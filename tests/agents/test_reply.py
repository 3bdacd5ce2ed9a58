"""One round ahead: what Mister X's network reads of a reply of greedy pursuers is what such pursuers can do."""

import numpy as np
import pytest

import sy_env
from sy_agents.learned import mister_x
from sy_agents.learned.brain import fresh_brain
from sy_agents.learned.london import LondonThinking
from sy_agents.learned.reply import REPLY
from sy_env.engine import BatchedGame
from sy_env.episode import DETECTIVES, MRX
from sy_env.london.state import MOVE, OVER
from sy_env.policies import Request, load_policy

BRAIN = fresh_brain(np.random.default_rng(5), 8, 8)
FIRST = mister_x.FEATURES.index(REPLY[0])


def games(edition: sy_env.Edition, steps: int, n: int = 60) -> BatchedGame:
    batch = sy_env.make_batch(edition, n, seed=8, autoreset=False)
    rng = np.random.default_rng(1)
    for _ in range(steps):
        batch.step(batch.sample_actions(rng))
    return batch


def foreseen(batch: BatchedGame, row: int) -> list[dict[str, float]]:
    """The features of a reply to each legal action of Mister X in a game."""
    thinking = LondonThinking(batch.game)
    beliefs = thinking.new_beliefs(batch.num_games)
    thinking.follow(beliefs, batch.games, BRAIN.filter)
    made = thinking.decide(beliefs, batch.games, np.array([row]), BRAIN.mrx, BRAIN.filter, np.zeros(1, np.uint64), keep=True)
    made.trim()
    return [dict(zip(REPLY, features.tolist(), strict=True)) for features in made.rows[:, FIRST : FIRST + len(REPLY)]]


def replied(batch: BatchedGame, row: int, action: int, seed: int) -> BatchedGame:
    """The game after the action and the turn of the greedy player."""
    after = sy_env.make_batch(batch.game.edition, 1, autoreset=False)
    after.games[0] = batch.games[row]
    after.view()
    after.step(np.array([action]))
    greedy = load_policy("greedy", batch.game.edition, "detectives")
    rng = np.random.default_rng(seed)
    while after.games["phase"][0] != OVER and after.games["mover"][0] > 0:
        words = rng.integers(0, 2**64, 1, np.uint64)
        after.step(greedy.act(Request(after.game, after.redacted([0]), words)))
    return after


def told(after: BatchedGame) -> tuple[float, ...]:
    """Caught, escaped, the distance of the closest pursuer and how many are next to him."""
    game = after.games[0]
    if game["phase"] == OVER:
        return float(game["winner"] == DETECTIVES), float(game["winner"] == MRX), 0.0, 0.0
    hops = after.game.edition.board.detective_distances
    distances = np.sort([hops[post, game["station"][0]] for post in game["station"][1 : len(after.game.seats)]])
    return 0.0, 0.0, min(distances[0], 8) / 5, (distances <= 1).sum() / 3


@pytest.mark.parametrize("name", ["classic", "master", "nijssen2011"])
def test_the_reply_is_one_that_greedy_pursuers_make(name: str) -> None:
    batch = games(sy_env.make_edition(name), 0)
    compared = 0
    for step in range(60):
        row = step % batch.num_games
        if batch.games["phase"][row] == MOVE and batch.games["mover"][row] == 0 and batch.action_mask[row].sum() > 1:
            legal = batch.action_mask[row].nonzero()[0]
            legal = legal[legal <= batch.actions.index("double")]
            for action, features in zip(legal[:3], foreseen(batch, row)[:3], strict=False):
                if features["replied"]:
                    found = (features["caught"], features["escaped"], features["reply_distance"], features["reply_next"])
                    ways = [told(replied(batch, row, int(action), seed)) for seed in range(40)]
                    assert any(found == pytest.approx(way) for way in ways), (batch.actions.text(int(action)), found, ways)
                    compared += 1
        batch.step(batch.sample_actions(np.random.default_rng(step)))
    assert compared > 20


def test_looking_ahead_changes_nothing() -> None:
    batch = games(sy_env.make_edition("classic"), 30)
    before = batch.games.tobytes()
    rows = np.flatnonzero((batch.games["mover"] == 0) & (batch.games["phase"] != OVER))
    for row in rows[:10]:
        foreseen(batch, int(row))
    assert batch.games.tobytes() == before


def test_between_the_halves_of_a_double_move_nobody_replies() -> None:
    batch = games(sy_env.make_edition("classic"), 0)
    double = batch.actions.index("double")
    assert batch.action_mask[:, double].all()
    batch.step(np.full(batch.num_games, double))
    assert not any(features["replied"] for features in foreseen(batch, 0))
    batch.step(batch.sample_actions(np.random.default_rng(0)))
    assert all(features["replied"] for features in foreseen(batch, 0))
