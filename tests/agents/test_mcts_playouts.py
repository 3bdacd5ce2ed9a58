"""What a search steps and how it plays out, against the engine."""

from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

import sy_env
from sy_agents.mcts.playouts import draw_action, greedy_action, lookup, play_outs
from sy_agents.mcts.state import lightened
from sy_env.boards import Board
from sy_env.chance import below
from sy_env.london.moves import legal_actions
from sy_env.london.setup import play

RAGGED = Board.from_lines(
    [(s, s + 1, "taxi") for s in range(1, 40)] + [(1, 20, "bus"), (20, 40, "underground"), (3, 37, "ferry")]
)

EDITIONS = [
    sy_env.make_edition("classic"),
    sy_env.make_edition("classic", players=3, tickets_per="player", mrx_no_ticket="passes", stuck_tie="draw"),
    sy_env.make_edition("master", players=3),
    sy_env.make_edition("master", players=2, mrx_supply="unlimited", reveal_index="round", stuck_rule="all_pursuers"),
    sy_env.make_edition("nijssen2011"),
    sy_env.make_edition("glasses"),
    sy_env.make_edition("custom", board=RAGGED, detectives=3, bobbies=1, order="any", double_return="forbid"),
]
names = [f"{edition.name}-{edition.players}" for edition in EDITIONS]


@numba.njit
def follow(light: Any, tables: Any, words: Any, out: Any) -> None:
    """Do with LIGHT records what `loops.sample` and `loops.advance` do with the engine's; the actions go into `out`."""
    actions = np.empty(2048, np.int32)
    for i in range(len(light)):
        n = legal_actions(light[i], tables[0], actions)
        out[i] = actions[below(words[i], n)] if n > 0 else 0
        if n > 0:
            play(light[i], tables[0], np.int64(out[i]))


@numba.njit
def draws(games: Any, tables: Any, lines: Any, counts: Any, key: Any, times: int) -> bool:
    """Draw actions for every game many times; False if one is not legal. Row i of `counts` is written for game i."""
    actions = np.empty(2048, np.int32)
    for i in range(len(games)):
        for t in range(times):
            counts[i, draw_action(games[i], tables[0], lines, key, i * times + t, actions)] += 1
        n = legal_actions(games[i], tables[0], actions)
        if counts[i][actions[:n]].sum() != times:
            return False
    return True


def middle(edition: sy_env.Edition, games: int, decisions: int, control: str) -> sy_env.BatchedGame:
    batch = sy_env.make_batch(edition, games, seed=5, control=control)
    rng = np.random.default_rng(1)
    for _ in range(decisions):
        batch.step(batch.sample_actions(rng))
    return batch


@pytest.mark.parametrize("control", ["individual", "team"])
@pytest.mark.parametrize("edition", EDITIONS, ids=names)
def test_light_records_follow_the_rules_of_the_engine(edition: sy_env.Edition, control: str) -> None:
    batch = sy_env.make_batch(edition, 300, seed=2, control=control, autoreset=False)
    light, followed = lightened(batch.games), np.zeros(300, np.int32)
    rng = np.random.default_rng(4)
    while (batch.to_move >= 0).any():
        words = rng.integers(0, 2**64, 300, np.uint64)
        actions = np.zeros(300, np.int32)
        batch.game.loops.sample(batch.games, batch.game.tables, np.arange(300), words, actions)
        batch.step(actions)
        follow(light, batch.game.tables, words, followed)
        np.testing.assert_array_equal(followed, actions)  # so the lists that both were drawn from agree
    for name in set(light.dtype.names or ()) - {"light"}:
        np.testing.assert_array_equal(batch.games[name], light[name])


@pytest.mark.parametrize("control", ["individual", "team"])
@pytest.mark.parametrize("edition", EDITIONS, ids=names)
def test_actions_are_drawn_uniformly(edition: sy_env.Edition, control: str) -> None:
    batch = middle(edition, 60, 23, control)
    times = 2000
    for games in (batch.games, lightened(batch.games)):
        counts = np.zeros((60, batch.actions.size), np.int64)
        assert draws(games, batch.game.tables, lookup(edition.board).lines, counts, np.uint64(3), times)
        for row, seen in enumerate(counts):
            expected = times / batch.action_mask[row].sum()
            chi2 = ((seen[batch.action_mask[row] > 0] - expected) ** 2 / expected).sum()
            freedom = batch.action_mask[row].sum() - 1.0
            assert chi2 <= freedom + 5 * np.sqrt(2 * freedom) + 10


@pytest.mark.parametrize("edition", EDITIONS, ids=names)
@pytest.mark.parametrize("light", [True, False])
def test_playouts_end_every_game(edition: sy_env.Edition, light: bool) -> None:
    batch = middle(edition, 1, 5, "team")
    games = lightened(batch.games) if light else batch.games.copy()
    board = lookup(edition.board)
    spare = games.copy()
    wins, moves = play_outs(games, batch.game.tables, board.hops, board.beyond, board.lines, 0.2, np.uint64(9), spare, 200)
    assert 0 < wins < 200 or edition.name == "glasses"
    assert moves > 0 and spare["winner"][0] > 0
    np.testing.assert_array_equal(games["station"], batch.games["station"])


def test_greedy_playouts_without_chance_play_like_the_greedy_pursuer() -> None:
    edition = sy_env.make_edition("nijssen2011")
    hops = edition.board.detective_distances
    batch = middle(edition, 100, 20, "individual")
    before = batch.games.copy()
    tables = lookup(edition.board)
    one_step(batch.games, batch.game.tables, tables.hops, tables.beyond, tables.lines)
    for row in range(100):
        seat = int(before["mover"][row])
        moves = np.flatnonzero(batch.action_mask[row][: 4 * 199]) % 199 + 1
        if seat > 0 and len(moves):
            where = stations(before["possible"][row])
            sums = hops[:, where].astype(int).sum(axis=1)
            assert sums[batch.games["station"][row, seat]] == sums[moves].min()


@numba.njit
def one_step(games: Any, tables: Any, hops: Any, beyond: Any, lines: Any) -> None:
    actions = np.empty(2048, np.int32)
    scores = np.empty(2048, np.int64)
    for i in range(len(games)):
        play(games[i], tables[0], greedy_action(games[i], tables[0], hops, beyond, lines, 0.0, np.uint64(i), 0, actions, scores))


def stations(words: NDArray[Any]) -> list[int]:
    return np.flatnonzero(np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little")).tolist()
