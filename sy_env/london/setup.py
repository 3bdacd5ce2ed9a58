"""Who starts where with what (RULES A1 to A3, A6), and how chance is drawn on the way."""

import numpy as np

from sy_env.bits import WORDS, ZERO, add
from sy_env.chance import draw
from sy_env.jit import Array, Flag, Int, Record, hook, kernel
from sy_env.london.possible import start_possible
from sy_env.london.state import FIELDS, PIECES, ROUNDS, STOCKS
from sy_env.london.turns import begin_round, step

MOST_REDRAWS = 1000


@kernel
def _drawn(deal: Array, seats: Int, station: Int) -> Flag:
    for seat in range(seats):
        if deal[seat] == station:
            return True
    return False


@kernel
def draw_deal(game: Record, tables: Record, deal: Array) -> None:
    """Chance: draw a start card for every seat into `deal` (uint8 of length 6), without replacement."""
    if tables.fixed_starts[0] > 0:
        for seat in range(tables.pieces):
            deal[seat] = tables.fixed_starts[seat]
        return
    deal[0] = tables.mrx_deck[draw(game, tables.mrx_deck_size)]
    for seat in range(1, tables.pieces):
        card = tables.deck[draw(game, tables.deck_size)]
        while _drawn(deal, seat, card):  # that card is gone: drawing again is uniform over the rest
            card = tables.deck[draw(game, tables.deck_size)]
        deal[seat] = card


@hook
def clear_further(game: Record, tables: Record) -> None:
    """Blank, or deal, what the records of only some games have."""


@hook
def note_start(game: Record) -> None:
    """The set of stations where Mister X can be at the start is written."""


@hook
def settle_start(game: Record, tables: Record) -> None:
    """Chance besides the deal: draw what the first round waits for."""


@hook
def settle(game: Record, tables: Record) -> None:
    """Chance: draw whatever the rules wait for, until somebody has to decide or the game is over."""


@kernel
def clear(game: Record, tables: Record) -> None:
    """Blank what a game starts without."""
    for w in range(WORDS):
        game.origins[w] = ZERO
        game.occupied[w] = ZERO
    for i in range(ROUNDS + 1):
        game.path[i, :] = 0
    for i in range(FIELDS):
        game.log_ticket[i] = 0
        game.log_shown[i] = 0
        game.log_round[i] = 0
        game.log_station[i] = 0
    game.fields = 0
    game.round = 1
    game.moved = 0
    game.winner = 0
    game.reason = 0
    game.moves = 0
    game.decisions = 0
    clear_further(game, tables)


@kernel
def apply_deal(game: Record, tables: Record, deal: Array) -> None:
    """Start a game on the given start cards (uint8 by seat)."""
    clear(game, tables)
    for seat in range(PIECES):
        game.station[seat] = deal[seat] if seat < tables.pieces else 0
        for kind in range(STOCKS):
            game.stock[seat, kind] = tables.start_stock[seat, kind]
    game.mrx_start = deal[0]
    for seat in range(1, tables.pieces):
        add(game.occupied, np.int64(deal[seat]))
        game.path[0, seat - 1] = deal[seat]
    start_possible(game, tables)
    note_start(game)
    begin_round(game, tables)


@kernel
def deal_game(game: Record, tables: Record, deal: Array) -> None:
    """Draw and apply deals until one leaves somebody a decision; those thrown away are counted in `redraws`."""
    for _ in range(MOST_REDRAWS):
        draw_deal(game, tables, deal)
        apply_deal(game, tables, deal)
        settle_start(game, tables)
        if game.winner == 0:
            return
        game.redraws += 1


@kernel
def play(game: Record, tables: Record, action: Int) -> None:
    """Let the mover take `action`, which has to be legal, and draw what chance then decides."""
    step(game, tables, action)
    settle(game, tables)
