"""Where one can travel: boards as data, checked, with neighbour tables and distances."""

from sy_env.boards.board import Board
from sy_env.boards.checks import MOST_STATIONS, TRANSPORTS, BoardError, Line

__all__ = ["MOST_STATIONS", "TRANSPORTS", "Board", "BoardError", "Line"]
