"""APP_GAME: a London game with Master's app as one record, and the numbers that its further fields hold."""

import numpy as np

from sy_env.bits import WORDS
from sy_env.editions.app import MOST_POINTS
from sy_env.london.state import FIELDS, GAME, MOVE_KINDS, OVER, PHASES, REASONS, ROUNDS

INVESTIGATE, WITNESS = OVER + 1, OVER + 2  # phases in which the pursuers decide together
DRAW_POINT, DRAW_OFFER, DRAW_MAST = OVER + 3, OVER + 4, OVER + 5  # phases in which chance is waited for
APP_PHASES = (*PHASES, "investigate", "witness", "meeting_point", "offer", "mast")

ANALYSIS, LOCATE, SCAN, INTERROGATION = range(4)  # kinds of investigations
KINDS = 4
ALL_KINDS = (1 << KINDS) - 1

HELICOPTER_HELD = 1 << MOVE_KINDS  # in `log_held`

MET, MISSED = len(REASONS), len(REASONS) + 1  # reasons for an end
APP_REASONS = (*REASONS, "met", "missed")

APP_GAME = np.dtype(
    [
        # These come first: numba takes a record that begins like another for one, and would run the other's machine code.
        # -- public, but for the answers, which Mister X does not see unless investigations are public
        ("helicopters", "u1"),  # Mister X's helicopter tickets
        ("log_held", "u1", FIELDS),  # where he flew or passed: bit k for tickets of kind k in his hand, bit 4 for a helicopter
        ("unaided", "u8", WORDS),  # where Mister X can be by all but the answers
        ("unaided_origins", "u8", WORDS),  # `origins` of that set
        ("log_possible", "u8", (FIELDS, WORDS)),  # by field: `possible` before it was written
        ("anchor", "u8", WORDS),  # where he could be at the start, or in the position that was set up
        ("anchor_fields", "u1"),  # fields of the log written then
        ("anchor_round", "u1"),  # rounds whose meeting point had been drawn then
        ("forgotten", "u1"),  # the first so many fields of the log are not known to witnesses
        ("offered", "u1"),  # bit k: investigation k may be chosen now
        ("asked", "u1", ROUNDS + 1),  # by round: 1 + kind of the investigation, 0 = none
        ("answer", "u8", ROUNDS + 1),  # by round: nearness of the masts, distance, or a bit for every landmark with a mark
        ("witness", "u1", ROUNDS + 1),  # by round: 1 + landmark whose witnesses were heard, 0 = none
        ("witness_age", "u1", ROUNDS + 1),  # how many moves before the last he was there
        ("last_asked", "u1", KINDS),  # by kind: the last round in which it was chosen, 0 = never
        ("analysis", "u8", WORDS),  # answer of the last Analysis
        # -- hidden from everybody
        ("drawn", "u1"),  # phase of the chance that was decided after the last action, 0 = none was
        ("undrawn", "u8", (2, WORDS)),  # `possible` and `unaided` before that
        # -- hidden from the pursuers, unless meeting points are visible to them
        ("point", "u1", MOST_POINTS),  # meeting points in the order of `mp_rounds`, 0 = not drawn, or none appeared
        ("point_field", "u1", MOST_POINTS),  # number of the log field on which it was reached, 0 = not yet
        ("reached", "u1"),  # how many he has reached
        # -- and all of a game without the app
        *((name, GAME[name]) for name in GAME.names or ()),
    ],
    align=True,
)
"""The whole state of a game with the app: these fields and all of GAME."""
