"""A slow referee of the games in plain Python, written from the rules alone."""

from .app import AppReferee
from .app_edition import AppEdition, master_app
from .editions import OracleEdition, classic, glasses, master, nijssen2011, read_lines
from .game import Game
from .hunting import HuntingReferee
from .hunting_board import HuntingBoard
from .hunting_edition import HuntingEdition
from .london import Referee
from .position import Entry

__all__ = [
    "AppEdition",
    "AppReferee",
    "Entry",
    "Game",
    "HuntingBoard",
    "HuntingEdition",
    "HuntingReferee",
    "OracleEdition",
    "Referee",
    "classic",
    "glasses",
    "master",
    "master_app",
    "nijssen2011",
    "read_lines",
]
