"""Measuring players: matches, win rates with intervals, tables and heat maps."""

from sy_agents.evaluation.matches import Match, Pairing, play_games, play_pairings
from sy_agents.evaluation.statistics import wilson
from sy_agents.evaluation.tables import Cell, cell_of, cells_table, text_table, write_csv, write_json

__all__ = [
    "Cell",
    "Match",
    "Pairing",
    "cell_of",
    "cells_table",
    "play_games",
    "play_pairings",
    "text_table",
    "wilson",
    "write_csv",
    "write_json",
]
