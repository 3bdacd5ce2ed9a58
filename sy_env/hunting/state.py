"""GAME: one game of Hunting Mister X as one record, and the numbers that its fields hold."""

import numpy as np

# Kernels are compiled with these numbers; boards and editions have the same limits.
SPACES = 36  # on the tiles, numbered from 1; a set of them is one 64-bit word, space s is its bit s
TILES = 9
GRID = 6  # spaces in the longest row and column
PAWNS = 3
PIECES = 1 + PAWNS  # seats: 0 Mister X, 1.. the detectives
BOARD = 16  # spaces of Mister X's board; a round fills one at least

NORTH, EAST, SOUTH, WEST = range(4)
OUT, IN = 1, 2  # flags of a road: one may leave by it, enter by it

TAXI, BUS, UNDERGROUND, BLACK, HELICOPTER = range(5)  # kinds of moves
MOVE_KINDS = 5
DIE_KINDS = 3  # those that a die can show
FACES = 4  # the kinds and X
PASS, START = 6, 7  # on Mister X's board, beside the codes of moves: kind + 1

PLACE, MOVE, FIRST_HALF, SECOND_HALF, CHOOSE_PIECE, ROLL, OVER = range(7)  # phases; at ROLL chance is to move
PHASES = ("place", "move", "first_half", "second_half", "piece", "roll", "over")

CAPTURE, ENTERED, SURVIVED, ILLEGAL = 1, 2, 3, 4  # reasons for an end
REASONS = (None, "capture", "entered", "survived", "illegal")

PICTURE = SPACES * 14  # entries of an observation that say how the board is laid

GAME = np.dtype(
    [
        # -- public: the board
        ("adjacency", "u8", (MOVE_KINDS, SPACES + 1)),  # spaces that a kind of move leads to, whoever stands there
        ("tiles", "u1", TILES),  # index of the tile in the box + 1, by place on the table, row by row; 0 = no tile
        ("flipped", "u1", TILES),  # the tile there shows its expert side
        ("grid", "u1", (GRID, GRID)),  # number of the space by row and column, 0 = none
        ("bus_stops", "u8"),
        ("underground_stops", "u8"),
        ("picture", "i1", PICTURE),  # the board as observations show it
        # -- public: what everybody at the table knows
        ("possible", "u8", 1),  # where Mister X can be, as a set of one word
        ("occupied", "u8"),  # spaces held by detectives
        ("start_tile", "u1"),  # index of the tile on which Mister X began + 1, 0 = not named yet
        ("roll", "u1", FACES),  # dice in hand by the face that they show; zeros when it is not a detective's turn
        ("hand", "u1"),  # dice that the detectives have not laid in this round
        ("laid", "u1", PIECES),  # by seat: kind + 1 of the die beside the pawn, 0 = none
        ("dice", "u1", DIE_KINDS),  # laid dice that Mister X has not taken, by kind
        ("board_dice", "u1"),  # dice on Mister X's board
        ("rerolls", "u1"),  # "Roll again" tokens left
        ("rerolled", "u1"),  # tokens used on this pawn's roll
        ("black", "u1"),  # Mister X's open boxes
        ("double", "u1"),
        ("helicopter", "u1"),
        ("log_kind", "u1", BOARD),  # Mister X's board: code of the move that filled the space, 0 = empty
        ("log_shown", "u1", BOARD),  # number that everybody can read on it, 0 = covered
        ("log_round", "u1", BOARD),  # round in which it was filled
        ("spaces", "u1"),  # how many of them are filled
        ("path", "u1", (BOARD + 1, PAWNS)),  # detectives' spaces at the start (row 0) and after their moves of each round
        ("path_die", "u1", (BOARD + 1, PAWNS)),  # what they laid in it: kind + 1, 0 = stayed
        ("round", "u1"),  # 1-based: detectives, then Mister X
        ("phase", "u1"),
        ("mover", "u1"),  # seat that decides; the lowest candidate while a pawn is chosen for a roll
        ("moved", "u1"),  # bit s set: pawn s is done for this round
        ("winner", "u1"),
        ("reason", "u1"),
        ("moves", "u2"),  # moves made by all pieces in this episode
        ("decisions", "u2"),  # actions taken in this episode: moves, placements, declarations, passes, rerolls
        ("redraws", "u4"),  # always 0: no deal is over before somebody can act
        ("station", "u1", PIECES),  # where the pieces stand, 0 = not placed; [0] is hidden
        # -- hidden from the detectives
        ("log_station", "u1", BOARD),  # numbers on Mister X's board
        # -- hidden from everybody
        ("key", "u8"),  # the game's random stream
        ("draws", "u8"),  # numbers drawn from it so far
    ],
    align=True,
)
"""The whole state of a game. Copy, pickle, snapshot and restore are array copies; `redact` blanks what a side may not know."""
