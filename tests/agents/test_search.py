"""Search on top of a brain: it plays better than the brain alone, from what the mover may know."""

import numpy as np
import pytest
from numpy.typing import NDArray

import sy_agents
import sy_env
from sy_agents.evaluation import Pairing, play_games
from sy_agents.learned import search
from sy_agents.learned.brain import fresh_brain
from sy_agents.learned.player import Learned
from sy_agents.learned.search import Searching
from sy_env.engine import Array, BatchedGame
from sy_env.episode import DETECTIVES
from sy_env.policies import Request

BRAIN = Learned(fresh_brain(np.random.default_rng(5), 8, 8))
SEARCH = Searching(BRAIN, rollouts=8, trust=20.0)


def of_role(batch: BatchedGame, role: int) -> NDArray[np.int64]:
    return np.flatnonzero((batch.games["mover"] > 0) == role)


def played(edition: str, steps: int, n: int) -> BatchedGame:
    batch = sy_env.make_batch(edition, n, seed=3)
    rng = np.random.default_rng(4)
    for _ in range(steps):
        batch.step(batch.sample_actions(rng))
    return batch


def answers(batch: BatchedGame, games: Array, rows: NDArray[np.int64]) -> list[int]:
    words = np.arange(len(rows), dtype=np.uint64) * np.uint64(7919)
    return [int(action) for action in SEARCH.act(Request(batch.game, games, words))]


def wins(mister_x: Learned | Searching, detectives: Learned | Searching) -> int:
    match = play_games(Pairing(sy_env.make_edition("glasses"), mister_x, detectives), 0, 100)
    assert match.illegal_actions == 0
    return int((match.episodes["winner"] == DETECTIVES).sum())


def test_it_plays_better_than_the_brain_alone() -> None:
    plain = wins(BRAIN, BRAIN)
    assert wins(BRAIN, SEARCH) > plain + 5
    assert wins(SEARCH, BRAIN) < plain - 5


@pytest.mark.parametrize("edition", ["classic", "master", "nijssen2011"])
def test_it_plays_legally(edition: str) -> None:
    quick = Searching(BRAIN, rollouts=1, candidates=2)
    for control in ("individual", "team"):
        assert play_games(Pairing(sy_env.make_edition(edition), quick, quick, control), 0, 1).illegal_actions == 0


def test_a_decision_depends_on_nothing_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = played("classic", 33, 8)
    for role in (0, 1):
        rows = of_role(batch, role)
        together = answers(batch, batch.redacted(rows), rows)
        monkeypatch.setattr(search, "AT_ONCE", 1)
        assert answers(batch, batch.redacted(rows), rows) == together


def test_the_whole_truth_tells_the_pursuers_nothing_more() -> None:
    batch = played("classic", 27, 8)
    rows = of_role(batch, 1)
    assert answers(batch, batch.redacted(rows), rows) == answers(batch, batch.games.take(rows), rows)


def test_finished_games_and_forced_moves_are_not_searched() -> None:
    batch = sy_env.make_batch("glasses", 4, autoreset=False)
    while not batch.games["winner"].all():
        batch.step(batch.sample_actions(np.random.default_rng(0)))
    assert answers(batch, batch.redacted(), np.arange(4)) == [0, 0, 0, 0]


def test_its_budget_is_in_its_name() -> None:
    player = sy_agents.load("pretrained+search:5", edition="classic", role="mrx")
    assert isinstance(player, Searching) and player.rollouts == 5 and player.name == "pretrained+search:5"
    for wrong in ("0", "many", "-3", "5000"):
        with pytest.raises(ValueError, match=r"is not a number of games in 1\.\.4096"):
            sy_agents.load(f"pretrained+search:{wrong}", edition="classic", role="mrx")
