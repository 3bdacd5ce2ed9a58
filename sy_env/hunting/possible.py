"""Where can Mister X be: the exact set of spaces that public information leaves (RULES A5).

It starts with the tile that he names, and follows the kinds of moves on his board (ticked boxes tell black, helicopter and pass
apart), the dice that were laid, shown spaces, and detectives' moves that did not catch him. What he may do depends on the space
alone, so a set carried forward is exact.
"""

from sy_env.bits import ONE, ZERO, bit
from sy_env.hunting.moves import first_half_targets, mrx_can_double, mrx_may_pass
from sy_env.hunting.state import FIRST_HALF
from sy_env.jit import Int, Record, Word, kernel, lowest


@kernel
def start_possible(game: Record, tile_spaces: Word) -> None:
    """He has named his tile: he is on one of its spaces that no detective holds."""
    game.possible[0] = tile_spaces & ~game.occupied


@kernel
def keep_double(game: Record, tables: Record) -> None:
    """He declares a double move: he is where one is legal (tested before the box is ticked)."""
    word = game.possible[0]
    while word != ZERO:
        space = lowest(word)
        word &= word - ONE
        if not mrx_can_double(game, tables, space):
            game.possible[0] &= ~bit(space)


@kernel
def keep_pass(game: Record, tables: Record) -> None:
    """He passes: he is where he may."""
    word = game.possible[0]
    while word != ZERO:
        space = lowest(word)
        word &= word - ONE
        if not mrx_may_pass(game, tables, space):
            game.possible[0] &= ~bit(space)


@kernel
def follow_move(game: Record, tables: Record, kind: Int) -> None:
    """He moves by `kind`, and play goes on, so that he is on no detective's space. Called before the move is paid."""
    reached = ZERO
    word = game.possible[0]
    while word != ZERO:
        space = lowest(word)
        word &= word - ONE
        if game.phase == FIRST_HALF:
            reached |= first_half_targets(game, tables, kind, space)
        else:
            reached |= game.adjacency[kind, space]
    game.possible[0] = reached & ~game.occupied
