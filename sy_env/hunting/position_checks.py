"""What makes a position of Hunting Mister X legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sy_env.boards.checks import BoardError
from sy_env.boards.tile_board import TileBoard
from sy_env.editions.hunting import HuntingEdition
from sy_env.errors import PositionError, one_of

if TYPE_CHECKING:
    from sy_env.hunting.position import BoardSpace, HuntingPosition

TURNS = ("mrx", "pursuers")
DICE = ("taxi", "bus", "underground")
KINDS = ("unknown", "start", *DICE, "black", "helicopter", "pass")
PHASES = ("place", "move", "first_half", "second_half")


def need(condition: bool, message: str) -> None:
    """Refuse a position.

    Raises:
        PositionError: the condition does not hold.
    """
    if not condition:
        raise PositionError(f"{message} Nothing was changed.")


def checked_board(edition: HuntingEdition, layout: tuple[str, ...], flipped: str) -> TileBoard:
    """The board of a position.

    Raises:
        PositionError: it cannot be laid of the edition's tiles, or has another shape.
    """
    shape = (len(layout), len(layout[0]) if layout else 0)
    need(shape == (edition.rows, edition.columns), f"layout {layout} has to be {edition.rows} rows of {edition.columns} tiles.")
    try:
        return TileBoard(edition.tiles, layout, flipped, edition.black_ignores_dead_end)
    except BoardError as error:
        raise PositionError(f"{error} Nothing was changed.") from None


def least_spaces(position: HuntingPosition) -> int:
    """How many spaces of Mister X's board are filled if he has made no double move before this turn."""
    return position.round + (position.phase == "second_half")


def check(position: HuntingPosition, edition: HuntingEdition, board: TileBoard, log: Sequence[BoardSpace]) -> None:
    """Refuse a position that cannot be.

    Raises:
        PositionError: it names the value and what is allowed.
    """
    need(position.phase in PHASES, one_of("phase", position.phase, PHASES) + ".")
    need(position.to_move in TURNS, one_of("to_move", position.to_move, TURNS) + ".")
    _check_stations(position, edition, board)
    _check_boxes(position, edition)
    if position.phase == "place":
        need(not log and position.round == 1, "In phase 'place' nothing is on Mister X's board, and it is round 1.")
        return
    _check_log(position, edition, board, log)
    _check_turn(position, edition)
    _check_dice(position, edition, log)
    _check_possible(position, board)


def _check_stations(position: HuntingPosition, edition: HuntingEdition, board: TileBoard) -> None:
    names = edition.seat_names
    given = tuple(position.stations)
    need(len(given) == len(names), f"{len(given)} stations given for {len(names)} pieces {names}.")
    placing = position.phase == "place"
    need(not placing or given[0] == 0, "In phase 'place' Mister X, who starts last, is not on the board: his station is 0.")
    for name, space in zip(names, given, strict=True):
        need(
            space in board.points or (placing and space == 0),
            f"{name} cannot stand on {space}: spaces are {sorted(board.points)}.",
        )
    taken = [space for space in given if space]
    need(len(set(taken)) == len(taken), f"Two pieces share a space: {given}.")
    if placing:
        order = [space == 0 for space in given[1:]]
        need(order == sorted(order), f"Detectives start in seat order, so nobody stands after one who does not: {given}.")


def _check_boxes(position: HuntingPosition, edition: HuntingEdition) -> None:
    limits = {"rerolls": edition.rerolls, "black": edition.mrx_black}
    limits |= {"double": edition.mrx_double, "helicopter": edition.mrx_helicopter}
    for name, most in limits.items():
        left = getattr(position, name)
        need(left is None or 0 <= left <= most, f"{name} {left} is outside 0..{most}.")


def _check_log(position: HuntingPosition, edition: HuntingEdition, board: TileBoard, log: Sequence[BoardSpace]) -> None:
    least = least_spaces(position)
    most = min(least + edition.mrx_double, edition.board_spaces)
    free = {"first_half": 2, "second_half": 1}.get(position.phase, 1 if position.to_move == "mrx" else 0)
    asked = f"round {position.round} asks for {least} to {most}"
    need(least <= len(log) <= most, f"{len(log)} spaces of Mister X's board are filled; {asked}.")
    need(len(log) + free <= edition.board_spaces, f"Mister X's board has {edition.board_spaces} spaces; {len(log)} are filled.")
    need(log[0].kind == "start", f"Space 1 of Mister X's board holds his start, not {log[0].kind!r}.")
    for i, written in enumerate(log, 1):
        need(written.kind in KINDS, f"Space {i}: {one_of('kind', written.kind, KINDS)}.")
        need(i == 1 or written.kind != "start", f"Space {i}: only space 1 is the start.")
        need(written.number == 0 or written.number in board.points, f"Space {i}: {written.number} is not on the board.")
        need(0 <= written.round <= position.round, f"Space {i}: round {written.round} is outside 0..{position.round}.")
    here = position.stations[0]
    need(log[-1].number == here, f"The last space says {log[-1].number}, but Mister X stands on {here}.")


def _check_turn(position: HuntingPosition, edition: HuntingEdition) -> None:
    pawns = edition.seat_names[1:]
    for name in position.moved:
        need(name in pawns, one_of("moved piece", name, pawns) + ".")
    need(len(set(position.moved)) < len(pawns), "All detectives have moved: it is Mister X's turn.")
    if position.to_move == "mrx":
        need(not position.moved, "At Mister X's turn all detectives are done: leave `moved` empty.")
        return
    need(position.phase == "move", f"phase {position.phase!r} is Mister X's, not the detectives'.")
    if edition.order == "clockwise":
        first = (position.round - 1) % len(pawns)
        order = pawns[first:] + pawns[:first]
        done = set(position.moved)
        need(done == set(order[: len(done)]), f"moved {tuple(position.moved)}: in round {position.round} the order is {order}.")


def _check_dice(position: HuntingPosition, edition: HuntingEdition, log: Sequence[BoardSpace]) -> None:
    pawns = edition.seat_names[1:]
    for name, kind in position.dice.items():
        need(name in pawns, one_of("dice of piece", name, pawns) + ".")
        need(kind in DICE, one_of("die", kind, DICE) + ".")
        need(position.to_move == "mrx" or name in position.moved, f"{name} has not moved yet, so no die lies beside it.")
    laid = tuple(position.dice.values())
    need(len(laid) <= edition.detective_dice, f"The detectives have {edition.detective_dice} dice; {len(laid)} are laid.")
    if position.phase == "second_half" and log[-1].kind in DICE:
        need(log[-1].kind in laid, f"The first half was by {log[-1].kind}, but the dice laid are {laid}.")


def check_roll(roll: tuple[int, ...], hand: int | None) -> None:
    """Refuse a roll of another number of dice than are in hand, or (None) while nobody has dice to roll.

    Raises:
        PositionError: it is.
    """
    need(hand is not None, "Dice are rolled at the detectives' turn only.")
    counts = len(roll) == 4 and min(roll) >= 0 and sum(roll) == hand
    need(counts, f"roll {roll} has to say how many of the {hand} dice in hand show taxi, bus, underground, X.")


def check_deal(edition: HuntingEdition, board: TileBoard) -> None:
    """Refuse a board that the edition does not lay: other numbers of undergrounds or of tiles turned over.

    Raises:
        PositionError: it is one.
    """
    turned = len(board.flipped)
    need(
        turned == edition.expert_tiles,
        f"flipped {board.flipped!r}: {turned} tiles; the edition turns {edition.expert_tiles} over.",
    )
    wanted = edition.underground_tiles or 0
    here = sum(bool(board.tiles[letter].standard.spaces_with("underground")) for letter in "".join(board.layout))
    exactly = edition.ug_tiles == "exactly" and edition.underground_tiles is not None
    enough = here == wanted if exactly else here >= wanted
    need(enough, f"layout {board.layout}: {here} tiles with an underground; the edition asks for {wanted}, {edition.ug_tiles}.")


def _check_possible(position: HuntingPosition, board: TileBoard) -> None:
    if position.possible is None:
        return
    spaces = set(position.possible)
    need(spaces <= set(board.points), f"possible {sorted(spaces)} has spaces that are not on the board.")
    need(position.stations[0] in spaces, f"possible leaves out {position.stations[0]}, where Mister X stands.")
    taken = spaces & set(position.stations[1:])
    need(not taken, f"possible has {sorted(taken)}, where detectives stand.")
