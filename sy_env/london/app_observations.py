"""What each side may know in a game with Master's app: its entries of the observation, and what is blanked in a record.

Pursuers do not see meeting points or how many are reached, unless these are visible to them. Mister X sees neither offers nor
questions nor answers, unless investigations are public: to him a round with an investigation looks like one without.
"""

from functools import cache

import numpy as np

from sy_env.bits import ONE, WORDS, ZERO, Words, words_of, write_set
from sy_env.editions.app import MASTS, MOST_POINTS
from sy_env.episode import DETECTIVES, MRX
from sy_env.jit import Entries, Flag, Int, Record, kernel, lowest, variant
from sy_env.layouts import Layout, Row, build_layout
from sy_env.london.app_state import (
    INTERROGATION,
    INVESTIGATE,
    KINDS,
    LOCATE,
    SCAN,
    WITNESS,
)
from sy_env.london.app_tables import OPPOSITE, PADS
from sy_env.london.layout import MOST, base_rows, london_layout
from sy_env.london.observations import (
    decision_seen,
    observe,
    observe_further,
    observe_truth,
    possible_seen,
    redact_further,
)
from sy_env.london.state import FIELDS, HELICOPTER, OVER, ROUNDS
from sy_env.london.turns import next_decision

APP_LAYOUT_VERSION = 1
DISTANCES = 32  # of a Scan; the last entry stands for longer ones too
APP_FLAGS = 6


def _small_rows() -> list[Row]:
    return [
        ("app_phase", (2,), 0, 1, "one-hot: an investigation can be chosen, witnesses can be chosen"),
        (
            "app_rules",
            (APP_FLAGS,),
            0,
            1,
            "edition: meeting points visible, investigations public, stuck pursuers lose at once, they win at once, flights to "
            "pads only, to the opposite station only",
        ),
        ("helicopters", (1,), 0, MOST, "Mister X's helicopter tickets"),
        ("log_helicopter", (FIELDS,), 0, 1, "travel log: the field was a flight"),
        ("rounds_to_point", (1,), 0, MOST, "rounds until a further meeting point appears, 0: never"),
        ("points_known", (1,), 0, 1, "the observer knows the meeting points; if not their entries are 0"),
        ("points_reached", (1,), 0, MOST_POINTS, "how many meeting points Mister X has reached"),
        ("answers_known", (1,), 0, 1, "the observer knows the investigations; if not their entries are 0"),
        ("offered", (KINDS,), 0, 1, "may be chosen now: Analysis, Locate, Scan, Interrogation"),
        ("asked", (KINDS,), 0, 1, "one-hot: chosen in this round; kinds as in `offered`"),
        ("answer_age", (KINDS,), 0, MOST, "1 + rounds since the kind was last chosen, 0: never; the answers below are of then"),
        ("locate", (len(MASTS), 3), 0, 1, "one-hot by mast (North, South, West, East): near, medium, far"),
        ("scan", (DISTANCES,), 0, 1, f"one-hot: taxi moves between Mister X and a mast; the last entry: {DISTANCES - 1} or more"),
        ("statement", (3,), 0, 1, "one-hot: how many moves before his last one the witnesses saw him"),
    ]


def _station_rows(stations: int) -> list[Row]:
    return [
        ("point_unreached", (stations,), 0, 1, "meeting points that Mister X has not reached"),
        ("point_reached", (stations,), 0, 1, "meeting points that he has reached"),
        ("analysis", (stations,), 0, 1, "answer of the last Analysis"),
        ("mark", (stations,), 0, 1, "stations of the landmarks that the last Interrogation marked"),
        ("witness", (stations,), 0, 1, "one-hot: station of the landmark whose witnesses were heard"),
    ]


@cache
def app_layout(stations: int) -> Layout:
    """The observation of games with the app on a board of so many stations: that of the London games, and more."""
    rows = [*base_rows(stations), *_small_rows(), *_station_rows(stations)]
    return build_layout(f"london-app-{stations}", APP_LAYOUT_VERSION, rows)


# Offsets: of the app's entries behind those of the base games, whose number grows with the stations.
_BASE = london_layout(255).size
_PER_STATION = _BASE - london_layout(254).size
_FIXED = _BASE - 255 * _PER_STATION
_AT = {field.name: field.start - _BASE for field in app_layout(255) if field.start >= _BASE}
_PHASE, _RULES, _HELICOPTERS, _LOG_HELICOPTER = _AT["app_phase"], _AT["app_rules"], _AT["helicopters"], _AT["log_helicopter"]
_ROUNDS_TO_POINT, _POINTS_KNOWN, _REACHED = _AT["rounds_to_point"], _AT["points_known"], _AT["points_reached"]
_ANSWERS_KNOWN, _OFFERED, _ASKED, _AGE = _AT["answers_known"], _AT["offered"], _AT["asked"], _AT["answer_age"]
_LOCATE, _SCAN, _STATEMENT, _STATIONS = _AT["locate"], _AT["scan"], _AT["statement"], _AT["point_unreached"]


@kernel
def _sees_points(tables: Record, viewer: Int) -> Flag:
    return viewer == 0 or tables.points_visible


@kernel
def _sees_answers(tables: Record, viewer: Int) -> Flag:
    return viewer > 0 or tables.answers_public


@kernel
def _write_public(game: Record, tables: Record, viewer: Int, row: Entries, at: Int) -> None:
    row[at + _RULES] = tables.points_visible
    row[at + _RULES + 1] = tables.answers_public
    row[at + _RULES + 2] = tables.stuck_app == DETECTIVES
    row[at + _RULES + 3] = tables.stuck_app == MRX
    row[at + _RULES + 4] = tables.flights == PADS
    row[at + _RULES + 5] = tables.flights == OPPOSITE
    if viewer == 0 or not tables.hide_stock:
        row[at + _HELICOPTERS] = game.helicopters
    for field in range(game.fields):
        if game.log_ticket[field] == HELICOPTER:
            row[at + _LOG_HELICOPTER + field] = 1
    row[at + _ROUNDS_TO_POINT] = tables.rounds_to_point[game.round]


@kernel
def _write_points(game: Record, tables: Record, row: Entries, at: Int) -> None:
    row[at + _POINTS_KNOWN] = 1
    row[at + _REACHED] = game.reached
    for slot in range(MOST_POINTS):
        point = np.int64(game.point[slot])
        if point > 0:
            row[at + _STATIONS + (0 if game.point_field[slot] == 0 else tables.stations) + point - 1] = 1


@kernel
def _write_answers(game: Record, tables: Record, row: Entries, at: Int) -> None:
    row[at + _ANSWERS_KNOWN] = 1
    if game.phase == INVESTIGATE or game.phase == WITNESS:
        row[at + _PHASE + game.phase - INVESTIGATE] = 1
    for kind in range(KINDS):
        row[at + _OFFERED + kind] = (game.offered >> kind) & 1
        asked = np.int64(game.last_asked[kind])  # rounds count from 1
        row[at + _ASKED + kind] = asked == game.round
        row[at + _AGE + kind] = 1 + game.round - asked if asked > 0 else 0
    _write_located(game, row, at)
    _write_heard(game, tables, row, at)
    n = np.int64(tables.stations)
    write_set(words_of(game.analysis), n, row, at + _STATIONS + 2 * n)


@kernel
def _write_located(game: Record, row: Entries, at: Int) -> None:
    asked = np.int64(game.last_asked[LOCATE])
    if asked > 0:
        for mast in range(len(MASTS)):
            row[at + _LOCATE + 3 * mast + ((np.int64(game.answer[asked]) >> (2 * mast)) & 3)] = 1
    asked = np.int64(game.last_asked[SCAN])
    if asked > 0:
        row[at + _SCAN + min(np.int64(game.answer[asked]), DISTANCES - 1)] = 1


@kernel
def _write_heard(game: Record, tables: Record, row: Entries, at: Int) -> None:
    asked = np.int64(game.last_asked[INTERROGATION])
    if asked == 0:
        return
    word = game.answer[asked]
    while word != ZERO:
        row[at + _STATIONS + 3 * tables.stations + tables.landmark_station[lowest(word)] - 1] = 1
        word &= word - ONE
    if game.witness[asked] > 0:
        row[at + _STATIONS + 4 * tables.stations + tables.landmark_station[game.witness[asked] - 1] - 1] = 1
        row[at + _STATEMENT + game.witness_age[asked]] = 1


@variant(observe_further, "point")
def _observe_further(game: Record, tables: Record, viewer: Int, row: Entries) -> None:
    at = _FIXED + _PER_STATION * np.int64(tables.stations)
    _write_public(game, tables, viewer, row, at)
    if _sees_points(tables, viewer):
        _write_points(game, tables, row, at)
    if _sees_answers(tables, viewer):
        _write_answers(game, tables, row, at)


@variant(observe_truth, "point")
def _observe_truth(game: Record, tables: Record, row: Entries, size: Int) -> None:
    """Mister X's observation, with the investigations and the detectives' set added."""
    observe(game, tables, 0, row, size)
    n = np.int64(tables.stations)
    at = _FIXED + _PER_STATION * n
    _write_answers(game, tables, row, at)
    if not tables.hide_possible:
        write_set(words_of(game.possible), n, row, at - n)


# -- what differs in the entries of the base games


@kernel
def _is_hidden(game: Record, tables: Record, viewer: Int) -> Flag:
    """Whether `viewer` may not know that the pursuers have not yet begun to move because of an investigation."""
    return game.phase > OVER and not _sees_answers(tables, viewer)


@variant(decision_seen, "point")
def _decision_seen(game: Record, tables: Record, viewer: Int) -> tuple[Int, Int]:
    if _is_hidden(game, tables, viewer):
        return next_decision(game, tables)
    return np.int64(game.mover), np.int64(game.phase)


@variant(possible_seen, "unaided")
def _possible_seen(game: Record, viewer: Int) -> Words:
    return words_of(game.possible) if viewer > 0 else words_of(game.unaided)


# -- the redacted record


@kernel
def _blank_points(game: Record) -> None:
    for slot in range(MOST_POINTS):
        game.point[slot] = 0
        game.point_field[slot] = 0
    game.reached = 0


@kernel
def _blank_answers(game: Record, tables: Record) -> None:
    for w in range(WORDS):
        game.possible[w] = game.unaided[w]
        game.origins[w] = game.unaided_origins[w]
        game.analysis[w] = ZERO
    for i in range(FIELDS):
        game.log_possible[i, :] = ZERO
    for number in range(ROUNDS + 1):
        game.asked[number] = 0
        game.answer[number] = ZERO
        game.witness[number] = 0
        game.witness_age[number] = 0
    for kind in range(KINDS):
        game.last_asked[kind] = 0
    game.offered = 0
    game.decisions = 0  # more of them in rounds with an investigation


@variant(redact_further, "point")
def _redact_further(game: Record, tables: Record, viewer: Int) -> None:
    game.drawn = 0
    for w in range(WORDS):
        game.undrawn[:, w] = ZERO
    if _is_hidden(game, tables, viewer):
        game.mover, game.phase = next_decision(game, tables)
    if not _sees_points(tables, viewer):
        _blank_points(game)
    if not _sees_answers(tables, viewer):
        _blank_answers(game, tables)
