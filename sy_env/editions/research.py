"""Editions of the research literature (RULES A6), and editions on boards of your own."""

from pathlib import Path
from typing import Any

from sy_env.boards.board import Board
from sy_env.editions.combinations import MOST_FIELDS
from sy_env.editions.edition import Edition, options_of
from sy_env.editions.london import LOG_MARKS, classic

GLASSES_TICKETS = (5, 0, 0)


def nijssen2011(**options: Any) -> Edition:
    """The rules of Nijssen & Winands, "Monte-Carlo Tree Search for the Game of Scotland Yard", IEEE CIG 2011.

    Classic tickets and start cards, five detectives, reveals on log fields 3, 8, 13, 18 and 24; the game ends
    when 24 fields are full. Mister X may step onto a detective's station, and loses by it.

    Args:
        options: any option of :class:`Edition`.

    Raises:
        EditionError: an unknown option, or an edition that cannot be played.
    """
    paper = {
        "name": "nijssen2011",
        "players": 6,
        "reveal_index": "move",
        "reveal_set": LOG_MARKS,
        "game_length": "fields",
        "fields": 24,
        "double_return": "allow",
        "mrx_enter_detective": "loses",
    }
    return classic(**{**paper, **options})


def glasses(**options: Any) -> Edition:
    """The small game of "Student of Games", Science Advances 2023, which can be solved exactly.

    Eleven stations, twelve taxi lines in the shape of glasses, Mister X on 6 against detectives on 1 and 11,
    five taxi tickets each, 5 rounds. He shows himself at his third move; with `reveal_set=()` he never does.

    Args:
        options: any option of :class:`Edition`.

    Raises:
        EditionError: an unknown option, or an edition that cannot be played.
    """
    paper = {
        "name": "glasses",
        "board": "glasses",
        "players": 3,
        "detectives": 2,
        "detective_tickets": GLASSES_TICKETS,
        "mrx_tickets": GLASSES_TICKETS,
        "mrx_black": 0,
        "mrx_double": 0,
        "ticket_flow": "discard",
        "fixed_starts": (6, 1, 11),
        "reveal_set": (3,),
        "rounds": 5,
    }
    return Edition(**options_of({**paper, **options}))


def custom(board: Board | str | Path, detectives: int = 2, bobbies: int = 0, **options: Any) -> Edition:
    """A game on a board of your own, with rules that suit any size.

    Everybody starts anywhere and never runs out of taxi, bus and underground tickets. Mister X has five black
    tickets and two double moves besides, and shows himself at moves 3, 8, 13 and 18.

    Args:
        board: a board, the name of one that comes with the package, or a folder that `Board.load` reads.
        detectives: pawns that pay for their moves.
        bobbies: pawns that travel free. Together 1..5.
        options: any other option of :class:`Edition`.

    Raises:
        EditionError: an unknown option, or an edition that cannot be played.
        BoardError: the board cannot be read.
    """
    plain = {
        "name": "custom",
        "players": 2,
        "detective_tickets": (MOST_FIELDS, MOST_FIELDS, MOST_FIELDS),  # no game has more rounds
        "mrx_supply": "unlimited",
        "reveal_index": "move",
        "double_return": "allow",
    }
    pieces = {"board": board, "detectives": detectives, "bobbies": bobbies}
    return Edition(**options_of({**plain, **pieces, **options}))
