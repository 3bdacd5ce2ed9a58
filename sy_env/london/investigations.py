"""Investigations: what Analysis, Locate, Scan and Interrogation answer (RULES A4, C-2).

The pursuers may ask one question a round, after Mister X's turn and before any of them moves. It is one decision of all of them:
under individual control it falls to the pursuer of the lowest seat, whether that one can move or not.
"""

import numpy as np

from sy_env.bits import ONE, WORDS, ZERO, add, bit, following, only
from sy_env.jit import Int, Record, Word, kernel, lowest, ones, variant
from sy_env.london.app_possible import keep_fitting, publish
from sy_env.london.app_state import ANALYSIS, DRAW_MAST, INTERROGATION, INVESTIGATE, KINDS, LOCATE, SCAN, WITNESS
from sy_env.london.app_tables import OPPOSITE
from sy_env.london.helicopter import flight_action
from sy_env.london.histories import REACH, follow_ways, remembered
from sy_env.london.moves import further_choices
from sy_env.london.state import HELICOPTER, PASS
from sy_env.london.turns import ask

# -- actions, behind the flights: a kind of investigation, none, a witness


@kernel
def investigate_action(tables: Record, kind: Int) -> Int:
    """Index of an investigation of that kind."""
    return flight_action(tables, np.int64(tables.stations)) + 1 + kind


@kernel
def decline_action(tables: Record) -> Int:
    """Index of doing without one."""
    return investigate_action(tables, KINDS)


@kernel
def witness_action(tables: Record, landmark: Int) -> Int:
    """Index of hearing the witnesses at a landmark."""
    return investigate_action(tables, KINDS + 1) + landmark


@variant(further_choices, "offered")
def _further_choices(game: Record, tables: Record) -> tuple[Int, Word]:
    if game.phase == INVESTIGATE:
        return investigate_action(tables, 0), np.uint64(game.offered) | bit(KINDS)  # and to decline
    if game.phase == WITNESS:
        return witness_action(tables, 0), game.answer[game.round]
    return 0, ZERO


# -- Analysis


@kernel
def _spread(game: Record, tables: Record, code: Int) -> None:
    """Let the set `analysis` follow a ticket of the log, or a flight to the opposite station."""
    after = np.empty(WORDS, np.uint64)
    for w in range(WORDS):
        after[w] = ZERO
    station = following(game.analysis, -1)
    while station >= 0:
        if code == HELICOPTER:
            add(after, np.int64(tables.image[station]))
        else:
            for w in range(WORDS):
                after[w] |= tables.adjacency[code - 1, station, w]
        station = following(game.analysis, station)
    for w in range(WORDS):
        game.analysis[w] = after[w]


@kernel
def _analyse(game: Record, tables: Record) -> None:
    """Where Mister X can be by start cards, tickets and shown stations alone: pursuers are ignored, wherever they are."""
    for w in range(WORDS):
        game.analysis[w] = tables.prior[w]
    first: Int = max(np.int64(game.fields) - 1, 0)
    while first > 0 and game.log_shown[first] == 0:  # what was before he showed himself does not count
        first -= 1
    for field in range(first, np.int64(game.fields)):
        code = np.int64(game.log_ticket[field])
        if game.log_shown[field] > 0:
            only(game.analysis, np.int64(game.log_shown[field]))
        elif code == 0 or (code == HELICOPTER and tables.flights != OPPOSITE):
            for w in range(WORDS):
                game.analysis[w] = tables.everywhere[w] if code == 0 else tables.airfield[w]
        elif code != PASS:
            _spread(game, tables, code)


# -- Interrogation


@kernel
def _sights_before(game: Record, tables: Record, moves: Int) -> Word:
    """The landmarks whose witnesses remember Mister X from so many moves before the last."""
    field = np.int64(game.fields) - 1
    return tables.sights[game.log_station[field - moves]] if remembered(game, tables, field, moves) else ZERO


@kernel
def hear(game: Record, tables: Record, landmark: Int) -> None:
    """The witnesses at `landmark` say how many moves ago Mister X was last near it."""
    age = 0
    while not (_sights_before(game, tables, age) >> np.uint64(landmark)) & ONE:
        age += 1
    game.witness[game.round] = landmark + 1
    game.witness_age[game.round] = age


@kernel
def _interrogate(game: Record, tables: Record) -> None:
    """Mark the landmarks where he was seen; one mark alone is heard at once, of several the pursuers choose one."""
    marks = ZERO
    for moves in range(REACH + 1):
        marks |= _sights_before(game, tables, moves)
    game.answer[game.round] = marks
    if ones(marks) == 1:
        hear(game, tables, lowest(marks))
    elif marks != ZERO:
        ask(game, 1, WITNESS)


# -- asking


@kernel
def investigate(game: Record, tables: Record, kind: Int) -> None:
    """Ask a question of that kind and write its answer; a Scan waits for its mast, an Interrogation perhaps for a choice."""
    game.asked[game.round] = kind + 1
    game.last_asked[kind] = game.round
    if kind == ANALYSIS:
        _analyse(game, tables)
    elif kind == LOCATE:
        game.answer[game.round] = tables.nearness[game.station[0]]
    elif kind == SCAN:
        ask(game, 1, DRAW_MAST)
    else:
        _interrogate(game, tables)


@kernel
def heed(game: Record, tables: Record) -> None:
    """Narrow the set of stations where Mister X can be by the answer of this round."""
    asked = np.int64(game.asked[game.round]) - 1
    if asked == INTERROGATION:
        follow_ways(game, tables)
    elif asked == LOCATE:
        keep_fitting(game.possible, tables, LOCATE, np.int64(game.answer[game.round]))
    publish(game, tables)


@kernel
def scan(game: Record, tables: Record, mast: Int) -> None:
    """Scan answers with the distance from `mast`; which mast it was is never told."""
    distance = np.int64(tables.mast_distance[mast, game.station[0]])
    game.answer[game.round] = distance
    keep_fitting(game.possible, tables, SCAN, distance)
    publish(game, tables)
