"""APP_TABLES: an edition with Master's app as arrays, the form in which kernels read it."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sy_env.bits import WORDS
from sy_env.boards.board import Board
from sy_env.editions.app import MASTS, MOST_LANDMARKS, App
from sy_env.editions.edition import Edition
from sy_env.episode import DETECTIVES, MRX
from sy_env.london.state import ROUNDS
from sy_env.london.tables import TABLES, WIDTH, tables

OFFER_BOUND = 2**31  # a number below it is drawn; an investigation is offered if it is below `offer_below`
RANDOM, EVERY_ROUND, ONE_KIND, GIVEN_ROUNDS = range(4)  # when investigations are offered
_OFFERS = ("random", "every_round", "one_random_kind", "rounds")
ANYWHERE, PADS, OPPOSITE = range(3)  # where flights go
_FLIGHTS = ("any", "pads", "opposite")
_STUCK = {"play_on": 0, "mrx_wins": MRX, "mrx_loses": DETECTIVES}

APP_TABLES = np.dtype(
    [
        # As in APP_GAME, the fields of TABLES come last.
        ("everywhere", "u8", WORDS),  # all stations
        ("helicopters", "u1"),
        ("flights", "u1"),  # ANYWHERE, PADS or OPPOSITE
        ("landings", "u8", (WIDTH, WORDS)),  # where a flight from a station may end, pursuers and points aside
        ("image", "u1", WIDTH),  # the station opposite, where flights go there; else 0
        ("airfield", "u8", WORDS),  # all stations where a flight may end
        ("point_slot", "u1", ROUNDS + 1),  # by round: 1 + index of the meeting point that appears at its start, 0 = none
        ("rounds_to_point", "u1", ROUNDS + 1),  # by round: how many until the next meeting point appears, 0 = none will
        ("point_pool", "u8", WORDS),
        ("far", "u8", (WIDTH, WORDS)),  # by station: those that are far enough for a meeting point
        ("points_visible", "u1"),
        ("stuck_app", "u1"),  # who wins if the pursuers are stuck and no point is reached, 0 = nobody
        ("offer", "u1"),
        ("offer_below", "i8"),
        ("offer_rounds", "u1", ROUNDS + 1),
        ("answers_public", "u1"),
        ("prior", "u8", WORDS),  # what Analysis begins with
        ("mast_distance", "u1", (len(MASTS), WIDTH)),  # taxi moves
        ("nearness", "u1", WIDTH),  # two bits a mast: 0 near, 1 medium, 2 far
        ("sights", "u8", WIDTH),  # a bit for every landmark whose witnesses see the station
        ("landmarks", "i4"),  # how many there are
        ("landmark_station", "u1", MOST_LANDMARKS),
        ("memory", "i4"),  # how many moves before the last witnesses remember
        *((name, TABLES[name]) for name in TABLES.names or ()),
    ],
    align=True,
)


def app_tables(edition: Edition, control: str = "individual") -> NDArray[np.void]:
    """APP_TABLES of shape (1,) for an edition that has an app; see :func:`sy_env.london.tables.tables`."""
    return _app_tables(edition, control)


@lru_cache(maxsize=32)
def _app_tables(edition: Edition, control: str) -> NDArray[np.void]:
    base = tables(edition, control)[0]
    array: Any = np.zeros(1, APP_TABLES)
    table = array[0]
    for name in TABLES.names or ():
        table[name] = base[name]
    assert edition.app is not None
    _flights(table, edition.app, edition.board)
    _points(table, edition.app, edition.board)
    _offers(table, edition.app)
    _answers(table, edition.app, edition)
    array.setflags(write=False)
    return np.asarray(array)


def station_sets(flags: ArrayLike) -> NDArray[np.uint64]:
    """Sets of stations from flags by station 0..n, shape (..., n + 1), as words, shape (..., WORDS)."""
    given = np.asarray(flags, np.bool_)
    padded = np.zeros((*given.shape[:-1], 64 * WORDS), np.bool_)
    padded[..., 1 : given.shape[-1]] = given[..., 1:]
    return np.packbits(padded, axis=-1, bitorder="little").view("<u8").astype(np.uint64)


def _flags(board: Board, stations: ArrayLike) -> NDArray[np.bool_]:
    flags = np.zeros(board.num_stations + 1, np.bool_)
    flags[np.asarray(stations, np.int64)] = True
    return flags


def _flights(table: Any, app: App, board: Board) -> None:
    n = board.num_stations
    everywhere = range(1, n + 1)
    table["everywhere"] = station_sets(_flags(board, everywhere))
    table["helicopters"] = app.heli_count
    table["flights"] = _FLIGHTS.index(app.heli_mode)
    targets = np.tile(_flags(board, everywhere if app.heli_mode == "any" else app.heli_pads), (n + 1, 1))
    if app.heli_mode == "opposite":
        for station in everywhere:
            table["image"][station] = opposite(board, station)
            targets[station] = _flags(board, [table["image"][station]])
    table["airfield"] = station_sets(targets[1:].any(axis=0))
    table["landings"][: n + 1] = station_sets(targets & ~np.eye(n + 1, dtype=np.bool_))


def opposite(board: Board, station: int) -> int:
    """The station nearest to the point that lies opposite `station` on the board; the lowest number if two are equally near."""
    assert board.coordinates is not None
    x, y = board.coordinates[station - 1]
    across, down = np.array(board.coordinates).T - np.array([[1 - x], [1 - y]])
    return int((across * across + down * down).argmin()) + 1


def _points(table: Any, app: App, board: Board) -> None:
    for slot, number in enumerate(app.mp_rounds, 1):
        table["point_slot"][number] = slot
    for number in range(ROUNDS):
        later = [other - number for other in app.mp_rounds if other > number]
        table["rounds_to_point"][number] = later[0] if later else 0
    table["point_pool"] = station_sets(_flags(board, app.pool_on(board)))
    table["far"][: board.num_stations + 1] = station_sets(board.taxi_distances >= app.mp_min_dist)
    table["points_visible"] = app.mp_visible_to_detectives
    table["stuck_app"] = _STUCK[app.app_stuck]


def _offers(table: Any, app: App) -> None:
    table["offer"] = _OFFERS.index(app.investigation_offer)
    table["offer_below"] = round(app.offer_probability * OFFER_BOUND)
    table["offer_rounds"][list(app.offer_rounds)] = 1
    table["answers_public"] = app.investigations_public


def _answers(table: Any, app: App, edition: Edition) -> None:
    board = edition.board
    n = board.num_stations
    deck = edition.start_cards if edition.mrx_start_cards is None else edition.mrx_start_cards
    cards = deck if edition.fixed_starts is None else edition.fixed_starts[:1]
    table["prior"] = station_sets(_flags(board, cards if app.analysis_prior == "cards" else range(1, n + 1)))
    hops = board.taxi_distances
    near, medium = app.locate_thresholds
    for mast, station in enumerate(app.masts):
        table["mast_distance"][mast, : n + 1] = hops[station]
        steps = (hops[station] > near).astype(np.uint8) + (hops[station] > medium)
        table["nearness"][: n + 1] |= (steps << (2 * mast)).astype(np.uint8)
    landmarks = [station for _, station in app.landmarks_on(board)]
    table["landmarks"] = len(landmarks)
    table["landmark_station"][: len(landmarks)] = landmarks
    for i, station in enumerate(landmarks):
        seen = hops[station] <= app.witness_radius
        seen[0] = False
        table["sights"][: n + 1][seen] |= np.uint64(1) << np.uint64(i)
    table["memory"] = app.interrogation_memory
