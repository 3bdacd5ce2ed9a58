"""The driver of chance: it draws layouts, starts and rolls from the game's own stream and tells them to the rules."""

from collections.abc import Sequence
from itertools import product
from math import factorial, prod

import numpy as np

from sy_env.bits import ONE
from sy_env.chance import draw
from sy_env.hunting.moves import PLACE_KIND, move_action, start_spaces
from sy_env.hunting.setup import apply_layout
from sy_env.hunting.state import PLACE, ROLL, TILES
from sy_env.hunting.turns import act, apply_roll
from sy_env.jit import Array, Flag, Int, Record, Word, kernel, lowest, ones

LAYOUT = 2 * TILES  # numbers that describe a layout: tile + 1 by place on the table, then which are turned over

Roll = tuple[int, int, int, int]  # dice that show taxi, bus, underground, X


def rolls(die_faces: Sequence[int], dice: int) -> dict[Roll, float]:
    """All rolls of so many dice with their probabilities, as chance nodes and solvers need them.

    Args:
        die_faces: sides of a die with taxi, bus, underground, X.
        dice: how many are rolled.
    """
    chances = [faces / sum(die_faces) for faces in die_faces]
    found: dict[Roll, float] = {}
    for taxi, bus, underground in product(range(dice + 1), repeat=3):
        counts = (taxi, bus, underground, dice - taxi - bus - underground)
        if counts[3] >= 0:
            ways = factorial(dice) // prod(map(factorial, counts))
            chance = ways * prod(p**n for p, n in zip(chances, counts, strict=True))
            if chance > 0:
                found[counts] = chance
    return found


@kernel
def _shuffle(game: Record, cards: Array, taken: Int, size: Int) -> None:
    """Draw `taken` of the first `size` cards to the front, in random order."""
    for i in range(taken):
        j = i + draw(game, size - i)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@kernel
def _enough_underground(tables: Record, layout: Array, places: Int) -> Flag:
    """Whether so many tiles have an underground station as the edition asks for (B-23)."""
    stations = 0
    for place in range(places):
        stations += tables.has_underground[layout[place] - 1]
    if tables.underground_exactly:
        return stations == tables.underground_tiles
    return stations >= tables.underground_tiles


@kernel
def draw_layout(game: Record, tables: Record, layout: Array) -> None:
    """Chance: draw the tiles, and those that are turned over, into `layout` (uint8 of length LAYOUT)."""
    places = tables.columns * tables.rows
    for i in range(TILES):
        layout[i] = i + 1
    _shuffle(game, layout, places, tables.tiles)
    while not _enough_underground(tables, layout, places):
        _shuffle(game, layout, places, tables.tiles)
    turned = layout[TILES:]
    for place in range(TILES):
        turned[place] = place < tables.expert_tiles
    _shuffle(game, turned, places, places)
    for place in range(places, TILES):
        layout[place] = 0


@kernel
def _nth(word: Word, n: Int) -> Int:
    """Member number n, from 0, of a set of spaces."""
    for _ in range(n):
        word &= word - ONE
    return lowest(word)


@kernel
def _roll(game: Record, tables: Record) -> None:
    """Chance: roll the dice in hand."""
    taxi = bus = underground = blank = 0
    for _ in range(game.hand):
        side = draw(game, tables.sides)
        if side < tables.die_faces[0]:
            taxi += 1
        elif side < np.int64(tables.die_faces[0]) + np.int64(tables.die_faces[1]):
            bus += 1
        elif side < tables.sides - np.int64(tables.die_faces[3]):
            underground += 1
        else:
            blank += 1
    apply_roll(game, tables, taxi, bus, underground, blank)


@kernel
def _drawn_start(game: Record, tables: Record) -> Int:
    """Chance: the action by which the next piece starts, where starts are drawn; -1 when there is none."""
    if not tables.random_placement or game.phase != PLACE:
        return -1
    free = start_spaces(game, tables)
    return move_action(PLACE_KIND, _nth(free, draw(game, ones(free))))


@kernel
def step(game: Record, tables: Record, action: Int) -> None:
    """Let the mover take `action`, which has to be legal (-1: nothing yet), then let chance act until somebody is to decide."""
    if action < 0:
        action = _drawn_start(game, tables)
    while action >= 0:
        act(game, tables, action)
        action = _drawn_start(game, tables)
    if game.phase == ROLL:
        _roll(game, tables)


@kernel
def deal_game(game: Record, tables: Record, layout: Array) -> None:
    """Lay a new board and start a game on it; `layout` is room for LAYOUT numbers (uint8)."""
    draw_layout(game, tables, layout)
    apply_layout(game, tables, layout)
    step(game, tables, -1)
