"""Who starts where, over many deals; and what uniform random play comes to."""

from collections import Counter
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest

from sy_env import Board, Edition, make_batch, make_edition
from sy_env.engine import Array
from sy_env.episode import DETECTIVES
from tests.comparison import stations_of
from tests.lineup import BY_PLAYERS

DEALS = 10_000
BOXES = [*((name, {"players": n}) for name, numbers in BY_PLAYERS.items() for n in numbers), ("nijssen2011", {})]


def starts_of(edition: Edition) -> Array:
    """Start stations (DEALS, pieces)."""
    batch = make_batch(edition, DEALS, seed=12345)
    stations: Array = batch.games["station"][:, : edition.num_pieces].copy()
    return stations


def is_uniform(counts: Counter[Any], outcomes: int) -> bool:
    """Pearson's test at five standard deviations of the chi-square distribution."""
    expected = counts.total() / outcomes
    missing = outcomes - len(counts)
    statistic = sum((n - expected) ** 2 for n in counts.values()) / expected + missing * expected
    freedom = outcomes - 1
    return bool(abs(statistic - freedom) < 5 * (2 * freedom) ** 0.5)


@pytest.mark.parametrize(("name", "options"), BOXES, ids=lambda value: str(value))
def test_start_cards_are_drawn_uniformly(name: str, options: dict[str, int]) -> None:
    edition = make_edition(name, **options)
    starts = starts_of(edition)
    own = edition.start_cards if edition.mrx_start_cards is None else edition.mrx_start_cards
    decks = [own, *[edition.start_cards] * edition.pursuers]
    for seat, deck in enumerate(decks):
        counts = Counter((station,) for station in starts[:, seat].tolist())
        assert set(counts) <= {(station,) for station in deck}
        assert is_uniform(counts, len(deck))
    for one, two in combinations(range(edition.num_pieces), 2):
        counts = Counter(map(tuple, starts[:, [one, two]].tolist()))
        possible = [(a, b) for a in decks[one] for b in decks[two] if a != b]
        assert set(counts) <= set(possible), "no two pieces share a station"
        assert is_uniform(counts, len(possible))


def test_glasses_starts_are_fixed() -> None:
    assert (starts_of(make_edition("glasses")) == (6, 1, 11)).all()


def row_of_stations(length: int) -> Board:
    return Board.from_lines([(station, station + 1, "taxi") for station in range(1, length)], name="row")


def test_starts_of_a_board_of_ones_own_are_all_stations() -> None:
    edition = make_edition("custom", board=row_of_stations(5), detectives=1, mrx_black=0, mrx_double=0)
    counts = Counter(map(tuple, starts_of(edition).tolist()))
    blocked = {(1, 2), (5, 4)}  # surrounded before anybody acts: dealt again
    possible = set(permutations(range(1, 6), 2)) - blocked
    assert set(counts) == possible and is_uniform(counts, len(possible))


def test_deals_thrown_away_are_counted() -> None:
    batch = make_batch("custom", 1000, board=row_of_stations(5), detectives=1)
    share = batch.games["redraws"].sum() / (1000 + batch.games["redraws"].sum())
    assert share == pytest.approx(2 / 20, abs=0.03)


@pytest.mark.parametrize("name", ["classic", "master", "nijssen2011", "glasses"])
def test_possible_starts_are_the_deck_less_the_pursuers(name: str) -> None:
    batch = make_batch(name, 50)
    edition = batch.game.edition
    deck = set(edition.mrx_start_cards or edition.start_cards)
    for game in batch.games:
        pursuers = set(game["station"][1 : edition.num_pieces].tolist())
        expected = {6} if edition.fixed_starts else deck - pursuers
        assert stations_of(game["possible"]) == expected
        assert game["mrx_start"] == game["station"][0]
        assert (game["path"][0] == game["station"][1:]).all()


def test_random_play_of_nijssen2011_is_as_published() -> None:
    """Nijssen & Winands (CIG 2011): detectives win 51.4 +- 2.0 % where both sides play uniformly at random."""
    batch = make_batch("nijssen2011", 20_000, seed=2011)
    keys = np.random.default_rng(2011).integers(0, 2**64, 20_000, np.uint64)
    batch.game.loops.play_out(batch.games, batch.game.tables, keys)
    assert (batch.games["winner"] > 0).all()
    assert (batch.games["winner"] == DETECTIVES).mean() == pytest.approx(0.514, abs=0.02)
