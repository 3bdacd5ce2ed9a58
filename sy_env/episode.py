"""What is kept of a game that has ended, and how its end is named."""

import numpy as np

MRX, DETECTIVES, DRAW = 1, 2, 3
WINNERS = (None, "mrx", "detectives", "draw")

EPISODE = np.dtype(
    [
        ("winner", "u1"),  # index into WINNERS
        ("reason", "u1"),  # index into the game's REASONS
        ("rounds", "u2"),  # rounds begun
        ("moves", "u4"),  # moves made by all pieces: declarations and passes do not count
        ("decisions", "u4"),  # actions taken
    ]
)
"""Statistics of one finished game."""
