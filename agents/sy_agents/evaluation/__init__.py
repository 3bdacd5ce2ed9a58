"""Measuring players: matches, win rates with intervals, ratings, worst cases, tables and heat maps."""

from sy_agents.evaluation.journal import Journal, command_of
from sy_agents.evaluation.matches import Match, Pairing, play_games, play_pairings
from sy_agents.evaluation.ratings import Rating, ratings
from sy_agents.evaluation.standings import (
    Difference,
    Standing,
    differences,
    differences_table,
    standings,
    standings_table,
)
from sy_agents.evaluation.statistics import mcnemar, newcombe, wilson
from sy_agents.evaluation.tables import Cell, cell_of, cells_table, text_table, write_csv, write_json

__all__ = [
    "Cell",
    "Difference",
    "Journal",
    "Match",
    "Pairing",
    "Rating",
    "Standing",
    "cell_of",
    "cells_table",
    "command_of",
    "differences",
    "differences_table",
    "mcnemar",
    "newcombe",
    "play_games",
    "play_pairings",
    "ratings",
    "standings",
    "standings_table",
    "text_table",
    "wilson",
    "write_csv",
    "write_json",
]
