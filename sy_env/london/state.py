"""GAME: one London game as one record, and the numbers that its fields hold."""

import numpy as np

from sy_env.bits import WORDS

PIECES = 6  # seats: 0 Mister X, 1.. the pursuers: detectives first, then Bobbies
PURSUERS = PIECES - 1
FIELDS = 32  # of the travel log
ROUNDS = 32

TAXI, BUS, UNDERGROUND, BLACK, DOUBLE = range(5)  # kinds of tickets
MOVE_KINDS = 4  # those that pay for a move
STOCKS = 5
PASS = 5  # in the log: the code of a pass; a ticket of kind k has the code k + 1
HELICOPTER = 6  # in the log: the code of a flight, which only games with Master's app have

MOVE, FIRST_HALF, SECOND_HALF, CHOOSE_PIECE, OVER = range(5)  # phases
PHASES = ("move", "first_half", "second_half", "piece", "over")

CAPTURE, ENTERED, SURROUNDED, STUCK, SURVIVED, ILLEGAL = 1, 2, 3, 4, 5, 6  # reasons for an end
REASONS = (None, "capture", "entered", "surrounded", "stuck", "survived", "illegal")

GAME = np.dtype(
    [
        # -- public: what everybody at the table knows
        ("possible", "u8", WORDS),  # where Mister X can be, a bit a station
        ("origins", "u8", WORDS),  # between the halves of a double move: where its first half can have begun
        ("occupied", "u8", WORDS),  # stations held by pursuers
        ("stock", "u2", (PIECES, STOCKS)),  # tickets by seat; a pool lies in the row of its first seat
        (
            "path",
            "u1",
            (ROUNDS + 1, PURSUERS),
        ),  # pursuers' stations at the start (row 0) and after each round
        ("log_ticket", "u1", FIELDS),  # travel log: code of the ticket on the field, 0 = unused
        ("log_shown", "u1", FIELDS),  # station shown on the field, 0 = not shown
        ("log_round", "u1", FIELDS),  # round in which the field was written
        ("fields", "u1"),  # number of fields written
        ("round", "u1"),  # 1-based
        ("phase", "u1"),
        ("mover", "u1"),  # seat that decides; 1 while the team chooses a piece
        ("moved", "u1"),  # bit s set: pursuer s is done for this round
        ("winner", "u1"),
        ("reason", "u1"),
        ("moves", "u2"),  # moves made by all pieces in this episode
        ("decisions", "u2"),  # actions taken in this episode: moves, declarations, passes
        ("redraws", "u4"),  # deals thrown away because the game was over before anybody could act
        ("station", "u1", PIECES),  # where the pieces stand; [0] is hidden
        # -- hidden from the pursuers
        ("mrx_start", "u1"),
        ("log_station", "u1", FIELDS),  # stations of the travel log
        # -- hidden from everybody
        ("key", "u8"),  # the game's random stream
        ("draws", "u8"),  # numbers drawn from it so far
    ],
    align=True,
)
"""The whole state of a game. Copy, pickle, snapshot and restore are array copies; `redact` blanks what a side may not know."""
