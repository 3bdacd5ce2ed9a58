"""The greedy players, against plain Python and against the random ones."""

import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import sy_env
from sy_agents.evaluation import Pairing, play_games
from sy_agents.greedy import Greedy
from sy_env.boards import Board
from sy_env.engine import BatchedGame
from sy_env.episode import DETECTIVES, MRX
from sy_env.london.state import BLACK, CHOOSE_PIECE, FIRST_HALF, MOVE
from sy_env.policies import Request

PATH = Board.from_lines([(s, s + 1, "taxi") for s in range(1, 80)] + [(1, 40, "bus"), (40, 80, "underground"), (3, 77, "ferry")])

EDITIONS = [
    *(sy_env.make_edition("classic", players=players) for players in (3, 4, 5, 6)),
    sy_env.make_edition("classic", players=3, tickets_per="player", pawn_order="interleaved", mrx_no_ticket="passes"),
    *(sy_env.make_edition("master", players=players) for players in (2, 3, 4, 5, 6)),
    sy_env.make_edition("master", players=2, mrx_supply="unlimited", reveal_index="round", stuck_rule="all_pursuers"),
    sy_env.make_edition("nijssen2011"),
    sy_env.make_edition("glasses"),
    sy_env.make_edition("custom", board=PATH, detectives=3, bobbies=1, order="any", double_return="forbid"),
]


def middle(edition: str, steps: int, control: str = "individual", games: int = 200) -> BatchedGame:
    """Games that greedy players have played for some decisions."""
    batch = sy_env.make_batch(edition, games, seed=7, control=control)
    for step in range(steps):
        batch.step(answers(batch, step))
    return batch


def answers(batch: BatchedGame, seed: int = 0, player: Greedy | None = None) -> NDArray[Any]:
    seeds = np.random.default_rng(seed).integers(0, 2**64, batch.num_games, np.uint64)
    return (player or Greedy()).act(Request(batch.game, batch.redacted(), seeds))


def stations(words: NDArray[Any]) -> list[int]:
    return np.flatnonzero(np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little")).tolist()


def targets(batch: BatchedGame, row: Any) -> dict[int, int]:
    """Target station of every legal move of the mover."""
    moves = np.flatnonzero(batch.action_mask[row])
    return {int(a): int(a) % 199 + 1 for a in moves if a < batch.actions.index("double")}


@pytest.mark.parametrize("control", ["individual", "team"])
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda e: f"{e.name}-{e.players}-{e.detectives}+{e.bobbies}")
def test_plays_every_edition_legally(edition: sy_env.Edition, control: str) -> None:
    match = play_games(Pairing(edition, "greedy", "greedy", control), 0, 50)
    assert match.illegal_actions == 0
    assert (match.episodes["winner"] > 0).all()


def test_its_detectives_beat_the_random_mister_x() -> None:
    match = play_games(Pairing(sy_env.make_edition("nijssen2011"), "random", "greedy"), 0, 1000)
    assert (match.episodes["winner"] == DETECTIVES).mean() >= 0.995


def test_its_mister_x_escapes_random_detectives() -> None:
    match = play_games(Pairing(sy_env.make_edition("nijssen2011"), "greedy", "random"), 0, 1000)
    assert (match.episodes["winner"] == MRX).mean() >= 0.98


@pytest.mark.parametrize("steps", [4, 16, 30])
def test_a_detective_minimises_the_sum_of_distances(steps: int) -> None:
    batch = middle("classic", steps)
    hops = batch.game.edition.board.detective_distances
    for row, action in enumerate(answers(batch)):
        moves = targets(batch, row)
        if batch.to_move[row] == 0 or not moves:
            continue
        where = stations(batch.games["possible"][row])
        sums = {move: int(hops[station, where].sum()) for move, station in moves.items()}
        assert sums[int(action)] == min(sums.values())


@pytest.mark.parametrize("steps", [0, 18, 42])
def test_mister_x_maximises_the_distance_of_the_closest_pursuer(steps: int) -> None:
    batch = middle("nijssen2011", steps)
    hops = batch.game.edition.board.detective_distances
    seen = 0
    for row, action in enumerate(answers(batch, player=Greedy(doubles=False))):
        game = batch.games[row]
        moves = targets(batch, row)
        if batch.to_move[row] != 0 or game["phase"] == FIRST_HALF:
            continue
        closest = {move: int(hops[game["station"][1:6], station].min()) for move, station in moves.items()}
        kept = {move for move in moves if move // 199 != BLACK} or set(moves)
        best = {distance for move, distance in closest.items() if move in kept}
        assert closest[int(action)] >= max(best)
        seen += 1
    assert seen > 20


def test_mister_x_keeps_black_tickets_where_they_hide_nothing() -> None:
    batch = sy_env.make_batch("nijssen2011", 500, seed=3)
    for step in range(120):
        actions = answers(batch, step)
        asked = batch.to_move == 0
        for row in np.flatnonzero(asked & (actions // 199 == BLACK)):
            game = batch.games[row]
            others = [move for move in targets(batch, row) if move // 199 != BLACK]
            if others:
                assert game["round"] > 2 and int(game["fields"]) + 1 not in (3, 8, 13, 18, 24)
        batch.step(actions)


def test_mister_x_declares_a_double_only_when_single_moves_are_in_reach() -> None:
    declared = 0
    batch = sy_env.make_batch("nijssen2011", 300, seed=5)
    hops = batch.game.edition.board.detective_distances
    for step in range(90):
        actions = answers(batch, step)
        for row in np.flatnonzero(actions == batch.actions.index("double")):
            pursuers = batch.games[row]["station"][1:6]
            kept = [s for move, s in targets(batch, row).items() if move // 199 != BLACK]
            assert max(int(hops[pursuers, station].min()) for station in kept) <= 1
            declared += 1
        batch.step(actions)
    assert declared > 100


def test_without_doubles_it_declares_none() -> None:
    batch = sy_env.make_batch("nijssen2011", 200, seed=5)
    for step in range(90):
        actions = answers(batch, step, Greedy(doubles=False))
        assert not (actions == batch.actions.index("double")).any()
        batch.step(actions)


def test_the_team_picks_the_piece_that_gains_most() -> None:
    batch = middle("master", 15, control="team")
    hops = batch.game.edition.board.detective_distances
    pass_action = batch.actions.index("pass")
    seen = 0
    for row, action in enumerate(answers(batch)):
        game = batch.games[row]
        if game["phase"] != CHOOSE_PIECE:
            continue
        where = stations(game["possible"])
        gains = {}
        for piece in np.flatnonzero(batch.action_mask[row]):
            twin = sy_env.make_batch("master", 1, control="team")
            twin.games[0] = game
            twin.games["mover"], twin.games["phase"] = piece - pass_action, MOVE
            twin.view()
            sums = [int(hops[station, where].sum()) for station in targets(twin, 0).values()]
            gains[int(piece)] = int(hops[game["station"][piece - pass_action], where].sum()) - min(sums)
        assert gains[int(action)] == max(gains.values())
        seen += 1
    assert seen > 20


def test_detectives_do_not_depend_on_hidden_mister_x() -> None:
    batch = middle("classic", 40)
    before = answers(batch)
    moved = 0
    for row in np.flatnonzero(batch.to_move > 0):
        game = batch.games[row]
        others = set(stations(game["possible"])) - {int(game["station"][0])}
        if others:
            batch.games["station"][row, 0] = min(others)
            batch.games["log_station"][row, game["fields"] - 1] = min(others)
            moved += 1
    assert moved > 20
    pursuers = batch.to_move > 0
    np.testing.assert_array_equal(answers(batch)[pursuers], before[pursuers])


def test_the_seeds_decide_ties_and_nothing_else() -> None:
    batch = middle("classic", 40)
    np.testing.assert_array_equal(answers(batch, 1), answers(batch, 1))
    assert (answers(batch, 1) != answers(batch, 2)).any()


def test_it_is_found_by_name_and_pickles() -> None:
    import sy_agents

    single = sy_agents.load("greedy:single", "nijssen2011", "mrx")
    assert single == pickle.loads(pickle.dumps(single)) == Greedy("greedy:single", doubles=False)
    assert sy_agents.load(single) is single
    assert isinstance(sy_agents.load("greedy", players=4), sy_env.Policy)
    assert sy_agents.load("greedy", EDITIONS[0], players=6).name == "greedy"


def test_an_unknown_argument_is_refused() -> None:
    with pytest.raises(ValueError, match="did you mean 'single'"):
        sy_env.load_policy("greedy:sinngle", sy_env.make_edition("classic"), "mrx")
