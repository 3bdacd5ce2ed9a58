"""TABLES: an edition and its tiles as one record of arrays, the form in which kernels read them."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sy_env.boards.tiles import OPEN, PAINTED, STOPS, Side
from sy_env.editions.edition import CONTROLS
from sy_env.editions.hunting import HuntingEdition
from sy_env.errors import one_of
from sy_env.hunting.state import BOARD, BUS, FACES, TILES, UNDERGROUND

BUS_STOP, UNDERGROUND_STOP = 1 << BUS, 1 << UNDERGROUND  # bits of `stops`

TABLES = np.dtype(
    [
        # by tile, side (0 standard, 1 expert) and position on it (0..3)
        ("number", "u1", (TILES, 2, 4)),
        ("stops", "u1", (TILES, 2, 4)),
        ("exits", "u1", (TILES, 2, 4, 4)),  # flags of the roads to the north, east, south, west (see boards/tiles.py)
        ("across", "i1", (TILES, 2, 4)),  # position at the other end of the diagonal, -1 = none
        ("has_underground", "u1", TILES),  # on the standard side
        ("tiles", "i4"),  # in the box
        ("columns", "i4"),
        ("rows", "i4"),
        ("underground_tiles", "i4"),
        ("underground_exactly", "u1"),
        ("expert_tiles", "i4"),
        ("black_road", "u1"),  # flag of an exit that a black ticket needs
        ("pieces", "i4"),  # seats in use
        ("any_order", "u1"),  # one player moves all pawns
        ("team", "u1"),  # one agent for all pawns
        ("start_on_bus", "u1"),
        ("random_placement", "u1"),
        ("total_dice", "i4"),
        ("detective_dice", "i4"),
        ("die_faces", "u1", FACES),
        ("sides", "i4"),  # of a die
        ("rerolls", "i4"),
        ("reroll_limit", "i4"),  # for the roll of one pawn
        ("black", "i4"),
        ("double", "i4"),
        ("helicopter", "i4"),
        ("board_spaces", "i4"),
        ("reveal", "u1", BOARD + 1),  # by turn, or by space of Mister X's board from 1
        ("reveal_by_space", "u1"),
        ("enter_loses", "u1"),
        ("force_specials", "u1"),
        ("specials_need_die", "u1"),
        ("heli_in_double", "u1"),
        ("two_dice", "u1"),
        ("hide_possible", "u1"),
    ],
    align=True,
)


def tables(edition: HuntingEdition, control: str = "individual") -> NDArray[np.void]:
    """TABLES of shape (1,) for `edition` with the detectives under `control` ("individual" or "team"). Read-only.

    Raises:
        ValueError: unknown control.
    """
    if control not in CONTROLS:
        raise ValueError(one_of("control", control, CONTROLS) + ".")
    return _tables(edition, control)


@lru_cache(maxsize=64)
def _tables(edition: HuntingEdition, control: str) -> NDArray[np.void]:
    array: Any = np.zeros(1, TABLES)
    table = array[0]
    for i, tile in enumerate(edition.tiles.tiles):
        table["has_underground"][i] = bool(tile.standard.spaces_with("underground"))
        for j, side in enumerate(tile.sides):
            _write_side(table, i, j, side)
    _write_pieces(table, edition)
    _write_options(table, edition)
    table["team"] = control == "team"
    array.setflags(write=False)
    return np.asarray(array)


def _write_side(table: Any, tile: int, which: int, side: Side) -> None:
    table["number"][tile, which] = side.numbers
    table["stops"][tile, which] = [sum(1 << STOPS.index(stop) for stop in stops) for stops in side.stops]
    table["exits"][tile, which] = side.exits()
    table["across"][tile, which] = side.across()


def _write_pieces(table: Any, edition: HuntingEdition) -> None:
    table["tiles"] = len(edition.tiles.tiles)
    table["columns"] = edition.columns
    table["rows"] = edition.rows
    table["pieces"] = edition.num_pieces
    table["total_dice"] = edition.dice
    table["detective_dice"] = edition.detective_dice
    table["die_faces"] = edition.die_faces
    table["sides"] = sum(edition.die_faces)
    table["rerolls"] = edition.rerolls
    table["reroll_limit"] = edition.rerolls if edition.reroll_per_turn is None else edition.reroll_per_turn
    table["black"] = edition.mrx_black
    table["double"] = edition.mrx_double
    table["helicopter"] = edition.mrx_helicopter
    table["board_spaces"] = edition.board_spaces


def _write_options(table: Any, edition: HuntingEdition) -> None:
    exactly = edition.ug_tiles == "exactly" and edition.underground_tiles is not None
    table["underground_tiles"] = edition.underground_tiles or 0
    table["underground_exactly"] = exactly
    table["expert_tiles"] = edition.expert_tiles
    table["black_road"] = PAINTED if edition.black_ignores_dead_end else OPEN
    table["any_order"] = edition.order == "any"
    table["start_on_bus"] = edition.start_spaces == "no_underground"
    table["random_placement"] = edition.placement == "random"
    table["reveal"][list(edition.reveal_set or ())] = 1
    table["reveal_by_space"] = edition.reveal_index == "space"
    table["enter_loses"] = edition.mrx_enter_detective
    table["force_specials"] = edition.force_specials
    table["specials_need_die"] = edition.no_die == "specials_unavailable"
    table["heli_in_double"] = edition.heli_in_double
    table["two_dice"] = edition.double_needs_two_dice
    table["hide_possible"] = not edition.observe_possible
