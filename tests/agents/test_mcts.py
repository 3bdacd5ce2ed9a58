"""The search player: options, determinism, hidden information, strength."""

import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import sy_agents
import sy_env
from sy_agents.evaluation import Pairing, play_games
from sy_agents.mcts import MCTS, MCTSOptions
from sy_agents.mcts.categories import CATEGORIES, weights
from sy_agents.mcts.player import Decision, make
from sy_env.boards import Board
from sy_env.episode import DETECTIVES, MRX
from sy_env.london.state import BLACK
from sy_env.policies import Request

PATH = Board.from_lines([(s, s + 1, "taxi") for s in range(1, 40)] + [(1, 20, "bus"), (20, 40, "underground"), (3, 37, "ferry")])

EDITIONS = [
    sy_env.make_edition("classic"),
    sy_env.make_edition("classic", players=3, tickets_per="player", mrx_no_ticket="passes"),
    sy_env.make_edition("master", players=2),
    sy_env.make_edition("master", players=4),
    sy_env.make_edition("nijssen2011"),
    sy_env.make_edition("glasses"),
    sy_env.make_edition("custom", board=PATH, detectives=3, bobbies=1, order="any", double_return="forbid"),
]
STYLES = ["basic", "greedy"]


def player(playouts: int = 30, **options: Any) -> MCTS:
    return MCTS("mcts", MCTSOptions(playouts=playouts, **options))


def middle(edition: str, steps: int, control: str = "individual", games: int = 30) -> sy_env.BatchedGame:
    """Games that greedy players have played for some decisions."""
    batch = sy_env.make_batch(edition, games, seed=7, control=control)
    greedy = sy_agents.load("greedy", edition)
    for step in range(steps):
        batch.step(answers(batch, greedy, step))
    return batch


def answers(batch: sy_env.BatchedGame, policy: sy_env.Policy, seed: int = 0) -> NDArray[np.int32]:
    seeds = np.random.default_rng(seed).integers(0, 2**64, batch.num_games, np.uint64)
    return policy.act(Request(batch.game, batch.redacted(), seeds))


# -- options


def test_options_are_read_from_the_argument() -> None:
    assert make(EDITIONS[0], "mrx") == MCTS("mcts", MCTSOptions())
    assert MCTSOptions.parsed("") == MCTSOptions(playouts=1000)
    assert MCTSOptions.parsed("250") == MCTSOptions(playouts=250)
    words = "playouts=50, playout=basic,categorization=off,coalition=0,filtering=no,c_hider=0.5,trees=3,threads=2"
    chosen = MCTSOptions(50, None, "basic", 0.2, 0.5, 2.0, True, False, 0.0, False, 3, 2)
    assert MCTSOptions.parsed(words) == chosen
    assert MCTSOptions.parsed("seconds=0.5").playouts is None


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("playout=gredy", "did you mean 'greedy'"),
        ("playuots=50", "did you mean 'playouts'"),
        ("100,epsilon", "epsilon='' has to be a number"),
        ("many", "playouts='many' has to be a whole number"),
        ("0", "playouts=0 has to be at least 1"),
        ("epsilon=2", r"epsilon=2.0 has to be in 0\.\.1"),
        ("epsilon=nan", "epsilon=nan has to be"),
        ("categorization=maybe", "has to be on or off"),
        ("seconds=-1", "seconds=-1.0 has to be above 0"),
        ("seconds=1,playouts=5", "two budgets"),
        ("100,playouts=5", "playouts is given twice"),
    ],
)
def test_what_cannot_be_read_is_refused(argument: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        MCTSOptions.parsed(argument)


@pytest.mark.parametrize("edition", ["master_app", "hunting"])
def test_other_games_are_refused(edition: str) -> None:
    with pytest.raises(ValueError, match="plays the London editions without Master's app"):
        make(sy_env.make_edition(edition), "mrx")


def test_it_pickles() -> None:
    policy = player(40, playout="basic")
    assert pickle.loads(pickle.dumps(policy)) == policy


# -- playing


@pytest.mark.parametrize("control", ["individual", "team"])
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda e: f"{e.name}-{e.players}")
def test_it_plays_every_edition_legally(edition: sy_env.Edition, control: str) -> None:
    for style in STYLES:
        policy = player(12, playout=style)
        match = play_games(Pairing(edition, policy, policy, control), 0, 4)
        assert match.illegal_actions == 0
        assert (match.episodes["winner"] > 0).all()


@pytest.mark.parametrize("style", STYLES)
def test_threads_do_not_change_the_choice(style: str) -> None:
    batch = middle("classic", 25)
    one = answers(batch, player(playout=style, trees=3, threads=1))
    np.testing.assert_array_equal(one, answers(batch, player(playout=style, trees=3, threads=4)))
    np.testing.assert_array_equal(one, answers(batch, player(playout=style, trees=3)))
    assert (one != answers(batch, player(playout=style, trees=3), seed=1)).any()


def test_a_decision_does_not_depend_on_those_beside_it() -> None:
    batch = middle("nijssen2011", 25)
    seeds = np.arange(30, dtype=np.uint64)
    games = batch.redacted()
    whole = player().act(Request(batch.game, games, seeds))
    np.testing.assert_array_equal(whole[7:9], player().act(Request(batch.game, games[7:9], seeds[7:9])))


def test_trees_grow_from_the_seed_one_by_one() -> None:
    batch = middle("classic", 8, games=1)
    decision = Decision(batch.game, batch.redacted(), MCTSOptions(playouts=200))
    visits, scores = decision.grown(np.uint64(5))
    assert visits.sum() == 200 and visits.min() >= 1
    assert (scores >= 0).all() and (scores <= visits).all()
    assert decision.choice(np.array([visits, scores])) == decision.actions[visits.argmax()]


def test_a_budget_in_seconds() -> None:
    batch = middle("classic", 8, games=2)
    actions = answers(batch, MCTS("mcts", MCTSOptions(seconds=0.05)))
    assert batch.action_mask[np.arange(2), actions].all()


@pytest.mark.parametrize("edition", ["classic", "master"])
@pytest.mark.parametrize("style", STYLES)
def test_detectives_do_not_depend_on_hidden_mister_x(edition: str, style: str) -> None:
    """The record that the pursuers get holds nothing hidden; and swapping him in the full one changes nothing in it."""
    batch = middle(edition, 40)
    before = answers(batch, player(playout=style))
    moved = 0
    for row in np.flatnonzero(batch.to_move > 0):
        game = batch.games[row]
        where = np.flatnonzero(np.unpackbits(game["possible"].astype("<u8").view(np.uint8), bitorder="little"))
        others = set(where.tolist()) - {int(game["station"][0])}
        if others:
            batch.games["station"][row, 0] = min(others)
            batch.games["log_station"][row, game["fields"] - 1] = min(others)
            moved += 1
    assert moved > 10
    pursuers = batch.to_move > 0
    np.testing.assert_array_equal(answers(batch, player(playout=style))[pursuers], before[pursuers])


def test_hidden_fields_of_an_unredacted_record_are_not_read_either() -> None:
    batch = middle("classic", 40)
    rows = np.flatnonzero(batch.to_move > 0)
    seeds = np.arange(len(rows), dtype=np.uint64)
    redacted = player().act(Request(batch.game, batch.redacted(rows), seeds))
    np.testing.assert_array_equal(redacted, player().act(Request(batch.game, batch.games[rows].copy(), seeds)))


def test_wasted_black_tickets_are_left_out() -> None:
    batch = sy_env.make_batch("nijssen2011", 20, seed=3)
    record = batch.redacted()
    first = Decision(batch.game, record[:1], MCTSOptions())
    assert not (first.actions // 199 == BLACK).any()
    everything = Decision(batch.game, record[:1], MCTSOptions(filtering=False))
    np.testing.assert_array_equal(everything.actions, np.flatnonzero(batch.action_mask[0]))


def test_without_limiting_mister_x_is_put_anywhere() -> None:
    batch = middle("classic", 40)
    rows = np.flatnonzero(batch.to_move > 0)
    limited = Decision(batch.game, batch.redacted(rows[:1]), MCTSOptions())
    anywhere = Decision(batch.game, batch.redacted(rows[:1]), MCTSOptions(limiting=False))
    assert len(anywhere.stations) == 199 - 5
    assert set(limited.stations) < set(anywhere.stations)


def test_learned_weights() -> None:
    for edition in EDITIONS:
        learned = weights(edition)
        assert learned.shape == (CATEGORIES,) and (learned > 0).all() and (learned <= 1).all()
    np.testing.assert_array_equal(weights(EDITIONS[0], learned=False), np.ones(CATEGORIES))


# -- strength


@pytest.mark.parametrize("style", STYLES)
def test_its_detectives_beat_the_random_mister_x(style: str) -> None:
    match = play_games(Pairing(sy_env.make_edition("nijssen2011"), "random", player(150, playout=style)), 0, 40)
    assert (match.episodes["winner"] == DETECTIVES).sum() >= 38


@pytest.mark.parametrize("style", STYLES)
def test_its_mister_x_escapes_random_detectives(style: str) -> None:
    match = play_games(Pairing(sy_env.make_edition("nijssen2011"), player(200, playout=style), "random"), 0, 40)
    assert (match.episodes["winner"] == MRX).sum() >= 36


@pytest.mark.parametrize("style", STYLES)
def test_a_capture_in_reach_is_made(style: str) -> None:
    """Mister X has just shown himself beside the last detective to move."""
    batch = sy_env.make_batch("nijssen2011", 1)
    shown = sy_env.LogEntry("taxi", 46, True)
    log = [sy_env.LogEntry("taxi"), sy_env.LogEntry("taxi"), shown]
    moved = ("detective_0", "detective_1", "detective_2", "detective_3")
    batch.place(0, sy_env.Position((46, 100, 120, 150, 180, 47), round=3, to_move="pursuers", moved=moved, log=log))
    assert batch.actions.text(int(answers(batch, player(200, playout=style))[0])) == "taxi 46"
