"""How a game of Hunting Mister X stands, as all networks see it: the same entries in the same order, wherever they read them."""

import numpy as np

from sy_agents.learned.belief import fields_since_shown
from sy_agents.learned.hunting.belief import spaces_to_reveal
from sy_agents.learned.networks import scaled
from sy_env.hunting.state import DIE_KINDS, FACES
from sy_env.jit import Array, Record, kernel

CLOCK = ("round", "spaces_left", "to_reveal", "since_shown")
BOXES = ("black", "double", "helicopter")  # that Mister X has left
LAID = tuple(f"laid_{name}" for name in ("taxi", "bus", "underground"))
DICE = ("hand", *(f"roll_{name}" for name in ("taxi", "bus", "underground", "x")), *LAID, "rerolls", "rerolled")
TABLE = ("pawns", "any_order", "expert")  # expert: some tile shows its expert side


@kernel
def describe_clock(game: Record, tables: Record, row: Array) -> None:
    """Write CLOCK into `row`."""
    row[0] = game.round / 12.0
    row[1] = (tables.board_spaces - np.int64(game.spaces)) / 12.0
    row[2] = spaces_to_reveal(tables, np.int64(game.spaces), np.int64(game.round) - 1) / 5.0
    row[3] = scaled(fields_since_shown(game, np.int64(game.spaces)), 6, 5.0)


@kernel
def describe_boxes(game: Record, row: Array) -> None:
    """Write BOXES into `row`."""
    row[0] = game.black / 3.0
    row[1] = game.double
    row[2] = game.helicopter


@kernel
def describe_laid(game: Record, row: Array) -> None:
    """Write LAID into `row`: the dice that Mister X can take."""
    for kind in range(DIE_KINDS):
        row[kind] = game.dice[kind] / 3.0


@kernel
def describe_dice(game: Record, row: Array) -> None:
    """Write DICE into `row`."""
    row[0] = game.hand / 4.0
    for face in range(FACES):
        row[1 + face] = game.roll[face] / 2.0
    describe_laid(game, row[1 + FACES :])
    row[8] = game.rerolls / 3.0
    row[9] = game.rerolled / 2.0


@kernel
def describe_table(tables: Record, row: Array) -> None:
    """Write TABLE into `row`."""
    row[0] = (tables.pieces - 1) / 3.0
    row[1] = tables.any_order
    row[2] = tables.expert_tiles > 0
