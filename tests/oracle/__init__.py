"""A slow referee of the London games in plain Python, written from the rules alone."""

from .editions import OracleEdition, classic, glasses, master, nijssen2011, read_lines
from .game import Game
from .london import Referee
from .position import Entry

__all__ = [
    "Entry",
    "Game",
    "OracleEdition",
    "Referee",
    "classic",
    "glasses",
    "master",
    "nijssen2011",
    "read_lines",
]
