"""Laying the board out of tiles, and what a game starts with (RULES A5)."""

import numpy as np

from sy_env.bits import ZERO, bit
from sy_env.hunting.state import (
    BLACK,
    BOARD,
    BUS,
    DIE_KINDS,
    FACES,
    GRID,
    HELICOPTER,
    IN,
    MOVE_KINDS,
    NORTH,
    OUT,
    PAWNS,
    PICTURE,
    PIECES,
    PLACE,
    SOUTH,
    SPACES,
    TAXI,
    TILES,
    UNDERGROUND,
    WEST,
)
from sy_env.hunting.tables import BUS_STOP, UNDERGROUND_STOP
from sy_env.jit import Array, Flag, Int, Record, Word, kernel

# Where the parts of the picture begin: flags and numbers by space, four of the last two kinds for the four directions.
PRESENT, BUS_HERE, UNDERGROUND_HERE, COLUMN, ROW, DIAGONAL, ROADS, RIDES = (SPACES * i for i in (0, 1, 2, 3, 4, 5, 6, 10))


@kernel
def _lay_space(game: Record, tables: Record, x: Int, y: Int) -> None:
    """Write which space lies in a column and row, and what stops there."""
    place = (y >> 1) * tables.columns + (x >> 1)
    tile = np.int64(game.tiles[place]) - 1
    position = 2 * (y & 1) + (x & 1)
    space = np.int64(tables.number[tile, game.flipped[place], position])
    stops = np.int64(tables.stops[tile, game.flipped[place], position])
    game.grid[y, x] = space
    game.bus_stops |= bit(space) if stops & BUS_STOP else ZERO
    game.underground_stops |= bit(space) if stops & UNDERGROUND_STOP else ZERO
    at = space - 1
    game.picture[PRESENT + at] = 1
    game.picture[BUS_HERE + at] = stops & BUS_STOP > 0
    game.picture[UNDERGROUND_HERE + at] = stops & UNDERGROUND_STOP > 0
    game.picture[COLUMN + at] = x + 1
    game.picture[ROW + at] = y + 1


@kernel
def _first_stop(game: Record, beyond: Word, stop: Word, road: Flag) -> Word:
    """The first bus stop along a road, as a set: the space `beyond`, or the `stop` that comes after it."""
    if not road:
        return ZERO
    return beyond if beyond & game.bus_stops != ZERO else stop


@kernel
def _link_line(game: Record, tables: Record, line: Int, direction: Int) -> None:
    """Write where taxis and buses lead in a direction along a row or column.

    The walk goes against the direction, so that what lies beyond a space is known when it is reached.
    """
    upright = direction in (NORTH, SOUTH)
    length = 2 * (tables.rows if upright else tables.columns)
    back: Int = 0  # flags of the road from the space beyond towards this one
    beyond = ZERO
    stop = ZERO
    black_stop = ZERO
    for i in range(length):
        along = i if direction in (NORTH, WEST) else length - 1 - i
        x = line if upright else along
        y = along if upright else line
        place = (y >> 1) * tables.columns + (x >> 1)
        exits = tables.exits[game.tiles[place] - 1, game.flipped[place], 2 * (y & 1) + (x & 1)]
        ahead = np.int64(exits[direction])
        road = ahead & OUT > 0 and back & IN > 0
        black_road = ahead & back & tables.black_road > 0
        stop = _first_stop(game, beyond, stop, road)
        black_stop = _first_stop(game, beyond, black_stop, black_road)
        space = np.int64(game.grid[y, x])
        bus = game.bus_stops & bit(space) != ZERO
        game.adjacency[TAXI, space] |= beyond if road else ZERO
        game.adjacency[BUS, space] |= stop if bus else ZERO
        game.adjacency[BLACK, space] |= (beyond if black_road else ZERO) | (black_stop if bus else ZERO)
        game.picture[ROADS + 4 * (space - 1) + direction] = road
        game.picture[RIDES + 4 * (space - 1) + direction] = bus and stop != ZERO
        beyond = bit(space)
        back = np.int64(exits[direction ^ 2])


@kernel
def _link_diagonals(game: Record, tables: Record, place: Int) -> None:
    """Write where the diagonals of the tile on a place of the table lead."""
    tile = np.int64(game.tiles[place]) - 1
    side = game.flipped[place]
    for position in range(4):
        across = np.int64(tables.across[tile, side, position])
        if across >= 0:
            space = np.int64(tables.number[tile, side, position])
            other = bit(tables.number[tile, side, across])
            game.adjacency[TAXI, space] |= other
            game.adjacency[BLACK, space] |= other
            game.picture[DIAGONAL + space - 1] = 1


@kernel
def _link_apart(game: Record, tables: Record, x: Int, y: Int) -> None:
    """Write where the underground leads from a space, and the helicopter: from the border to the opposite one."""
    space = np.int64(game.grid[y, x])
    right = 2 * tables.columns - 1
    bottom = 2 * tables.rows - 1
    if game.underground_stops & bit(space) != ZERO:
        game.adjacency[UNDERGROUND, space] = game.underground_stops & ~bit(space)
        game.adjacency[BLACK, space] |= game.adjacency[UNDERGROUND, space]
    if x in (0, right):
        game.adjacency[HELICOPTER, space] |= bit(game.grid[y, right - x])
    if y in (0, bottom):
        game.adjacency[HELICOPTER, space] |= bit(game.grid[bottom - y, x])


@kernel
def _clear_board(game: Record) -> None:
    for space in range(SPACES + 1):
        for kind in range(MOVE_KINDS):
            game.adjacency[kind, space] = ZERO
    for y in range(GRID):
        for x in range(GRID):
            game.grid[y, x] = 0
    for i in range(PICTURE):
        game.picture[i] = 0
    game.bus_stops = ZERO
    game.underground_stops = ZERO


@kernel
def lay_board(game: Record, tables: Record) -> None:
    """Work out the board from `tiles` and `flipped`."""
    _clear_board(game)
    for y in range(2 * tables.rows):
        for x in range(2 * tables.columns):
            _lay_space(game, tables, x, y)
    for direction in range(4):
        for line in range(2 * (tables.columns if direction in (NORTH, SOUTH) else tables.rows)):
            _link_line(game, tables, line, direction)
    for y in range(2 * tables.rows):
        for x in range(2 * tables.columns):
            _link_apart(game, tables, x, y)
    for place in range(tables.columns * tables.rows):
        _link_diagonals(game, tables, place)


@kernel
def clear(game: Record, tables: Record) -> None:
    """Give everybody what a game starts with, before anybody stands on the board."""
    game.possible[0] = ZERO
    game.occupied = ZERO
    game.start_tile = 0
    for face in range(FACES):
        game.roll[face] = 0
    for kind in range(DIE_KINDS):
        game.dice[kind] = 0
    for seat in range(PIECES):
        game.laid[seat] = 0
        game.station[seat] = 0
    game.hand = 0
    game.board_dice = 0
    game.rerolls = tables.rerolls
    game.rerolled = 0
    game.black = tables.black
    game.double = tables.double
    game.helicopter = tables.helicopter
    game.round = 1
    game.moved = 0
    game.winner = 0
    game.reason = 0
    game.moves = 0
    game.decisions = 0
    _clear_history(game)


@kernel
def _clear_history(game: Record) -> None:
    for i in range(BOARD):
        game.log_kind[i] = 0
        game.log_shown[i] = 0
        game.log_round[i] = 0
        game.log_station[i] = 0
    for i in range(BOARD + 1):
        for pawn in range(PAWNS):
            game.path[i, pawn] = 0
            game.path_die[i, pawn] = 0
    game.spaces = 0


@kernel
def apply_layout(game: Record, tables: Record, layout: Array) -> None:
    """Start a game on the given board (tile + 1 by place, then 1 for those turned over; uint8); detectives are to start."""
    for place in range(TILES):
        game.tiles[place] = layout[place]
        game.flipped[place] = layout[TILES + place]
    lay_board(game, tables)
    clear(game, tables)
    game.phase = PLACE
    game.mover = 1
