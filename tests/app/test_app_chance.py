"""Chance in games with the app: drawn from the game's own stream, in the shares that the edition says."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from sy_env import make_batch
from sy_env.errors import PositionError
from sy_env.london.app_state import APP_PHASES


def test_games_do_not_depend_on_the_batch() -> None:
    """Row i of a batch is the single game of seed + i, chance included."""
    together = make_batch("master_app", 3, 7, players=4, autoreset=False)
    alone = [make_batch("master_app", 1, 7 + i, players=4, autoreset=False) for i in range(3)]
    while (together.to_move >= 0).any():
        actions = [int(mask.argmax()) for mask in together.action_mask[:, ::-1]]
        chosen = np.array([together.actions.size - 1 - action for action in actions])
        over = together.to_move < 0
        together.step(chosen)
        for batch, action, done in zip(alone, chosen, over, strict=True):
            if not done:
                batch.step([action])
        assert (together.games == np.concatenate([batch.games for batch in alone])).all()


@pytest.mark.parametrize("probability", [0.0, 0.3, 0.75, 1.0])
def test_offers_come_as_often_as_the_edition_says(probability: float) -> None:
    batch = make_batch("master_app", 2000, players=4, autoreset=False, offer_probability=probability)
    batch.step(batch.action_mask.argmax(axis=1))
    share = (batch.games["offered"] == 15).mean()
    assert abs(share - probability) < 0.035
    assert ((batch.games["offered"] == 0) | (batch.games["offered"] == 15)).all()


def test_kinds_and_masts_are_equally_likely() -> None:
    batch = make_batch("master_app", 4000, players=4, autoreset=False, investigation_offer="one_random_kind")
    batch.step(batch.action_mask.argmax(axis=1))
    kinds = Counter(batch.games["offered"].tolist())
    assert set(kinds) == {1, 2, 4, 8} and min(kinds.values()) > 850
    masts = make_batch(
        "master_app", 4000, players=4, autoreset=False, investigation_offer="every_round", fixed_starts=(35, 1, 2, 3, 4)
    )
    masts.step(np.full(4000, masts.actions.index("taxi 22")))
    masts.step(np.full(4000, masts.actions.index("investigate scan")))
    hops = masts.game.edition.board.taxi_distances
    expected = Counter(int(hops[mast, 22]) for mast in (13, 184, 94, 108))
    found = Counter(masts.games["answer"][:, 1].tolist())
    assert set(found) == set(expected)
    assert all(abs(found[distance] / 4000 - share / 4) < 0.03 for distance, share in expected.items())


def test_points_appear_on_all_fitting_stations_alike() -> None:
    batch = make_batch("master_app", 6000, fixed_starts=(104, 26, 34, 91, 13, 174), players=6)
    points = Counter(batch.games["point"][:, 0].tolist())
    board = batch.game.edition.board
    fitting = {
        station
        for station in range(1, 200)
        if "bus" in board.modes[station] and board.taxi_distances[station, 104] >= 6 and station not in (26, 34, 91, 13, 174)
    }
    assert set(points) == fitting
    expected = 6000 / len(fitting)
    assert all(abs(count - expected) < 5 * expected**0.5 for count in points.values())


def test_chance_can_be_told_instead_of_drawn() -> None:
    batch = make_batch("master_app", 1, players=4, autoreset=False)
    chance = batch.game.chance_loops  # type: ignore[attr-defined]
    rows, deal = np.zeros(1, np.int64), np.array([[35, 13, 26, 29, 34, 0]], np.uint8)
    values, weights = np.zeros(255, np.int64), np.zeros(255)
    chance.begin(batch.games, batch.game.tables, rows, deal)
    assert APP_PHASES[batch.games["phase"][0]] == "meeting_point"
    n = chance.outcomes(batch.games, batch.game.tables, 0, values, weights)
    assert n > 20 and np.allclose(weights[:n], 1 / n)
    chance.resolve(batch.games, batch.game.tables, rows, values[n - 1 : n])
    assert (
        batch.games["point"][0, 0] == values[n - 1] and chance.outcomes(batch.games, batch.game.tables, 0, values, weights) == 0
    )
    chance.decide(batch.games, batch.game.tables, rows, np.array([batch.actions.index("taxi 48")]))
    n = chance.outcomes(batch.games, batch.game.tables, 0, values, weights)
    assert values[:n].tolist() == [0, 15] and np.allclose(weights[:n], [0.25, 0.75])
    chance.resolve(batch.games, batch.game.tables, rows, np.array([15]))
    chance.decide(batch.games, batch.game.tables, rows, np.array([batch.actions.index("investigate scan")]))
    assert chance.outcomes(batch.games, batch.game.tables, 0, values, weights) == 4
    chance.resolve(batch.games, batch.game.tables, rows, np.array([1]))
    assert batch.games["answer"][0, 1] == batch.game.edition.board.taxi_distances[184, 48]
    assert batch.games["draws"][0] == make_batch("master_app", 1, players=4).games["draws"][0], "the stream was not touched"


@pytest.mark.parametrize("offers", ["random", "one_random_kind"])
@pytest.mark.parametrize("visible", [False, True])
def test_chance_can_be_told_afterwards(offers: str, visible: bool) -> None:
    """To put another outcome in the place of the drawn one is to have been told it at once."""
    options: dict[str, Any] = {"investigation_offer": offers, "mp_visible_to_detectives": visible, "mp_min_dist": 2, "players": 3}
    batch = make_batch("master_app", 1, 5, autoreset=False, **options)
    loops: Any = batch.game.chance_loops  # type: ignore[attr-defined]
    rng, rows = np.random.default_rng(0), np.zeros(1, np.int64)
    values, weights = np.zeros(255, np.int64), np.zeros(255)
    seen: Counter[str] = Counter()
    for _ in range(400):
        if batch.to_move[0] < 0:
            batch.reset()
        told, action = batch.games.copy(), batch.sample_actions(rng)
        loops.decide(told, batch.game.tables, rows, action)
        batch.step(action)
        drawn = batch.game.chance(batch.games[0])
        n = loops.outcomes(told, batch.game.tables, 0, values, weights)
        assert (n > 0) == (drawn is not None)
        for value in rng.permutation(values[:n])[:6]:
            other = told.copy()
            loops.resolve(other, batch.game.tables, rows, np.array([value]))
            text = batch.game.chance(other[0])
            assert text is not None
            batch.game.set_chance(text, batch.games)
            assert all((batch.games[name] == other[name]).all() for name in other.dtype.names or () if name != "draws")
            seen[text.split()[0]] += 1
        batch.view()
    assert all(seen[word] > 5 for word in ("meeting_point", "offer", "scan"))


def test_what_cannot_come_is_refused() -> None:
    batch = make_batch("master_app", 1, players=4, autoreset=False, offer_probability=1.0)
    before = batch.games.copy()
    with pytest.raises(PositionError, match="'meeting_point 2' is not one of"):
        batch.game.set_chance("meeting_point 2", batch.games)
    batch.step(batch.action_mask.argmax(axis=1))
    assert batch.game.chance(batch.games[0]) == "offer analysis locate scan interrogation"
    batch.step([batch.actions.index("decline")])
    assert batch.game.chance(batch.games[0]) is None
    with pytest.raises(PositionError, match="nothing to chance"):
        batch.game.set_chance("offer none", batch.games)
    assert before["point"][0, 0] == batch.games["point"][0, 0]
