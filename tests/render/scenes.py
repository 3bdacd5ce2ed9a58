"""Positions to draw, made by hand."""

from dataclasses import replace
from typing import Literal

from sy_env.boards.board import Board
from sy_env.render import LogField, Pawn, Scene


def london(viewpoint: Literal["everyone", "mrx", "detectives"] = "everyone") -> Scene:
    """Round 9 of a game with five pursuers; Mister X is on 127, which the detectives do not know."""
    hidden = viewpoint == "detectives"
    used = {
        1: "taxi",
        2: "bus",
        3: "underground",
        4: "taxi",
        5: "black",
        6: "taxi",
        7: "bus",
        8: "taxi",
        9: "taxi",
    }
    shown = {3: 67, 8: 102} | ({} if hidden else {9: 127})
    log = tuple(LogField(i, used.get(i, ""), shown.get(i), i in (3, 8, 13, 18, 24)) for i in range(1, 25))
    pawns = (
        Pawn("mrx_0", "mrx", None if hidden else 127, (6, 4, 3, 3, 1), True, False),
        Pawn("detective_0", "detective", 89, (8, 6, 3, 0, 0), True, False),
        Pawn("detective_1", "detective", 105, (7, 7, 4, 0, 0), False, True),
        Pawn("detective_2", "detective", 140, (9, 5, 4, 0, 0), False, False),
        Pawn("detective_3", "detective", 116, (6, 8, 3, 0, 0), False, False),
        Pawn("bobby_0", "bobby", 86, (0, 0, 0, 0, 0), False, False),
    )
    possible = frozenset({86, 87, 101, 103, 114, 115, 127})
    message = "detective_1 to move"
    return Scene(Board.load("london"), "classic", viewpoint, 9, 22, pawns, log, possible, message, (67, 89))


def glasses() -> Scene:
    """Round 2 on the small board, as the detectives see it."""
    pawns = (
        Pawn("mrx_0", "mrx", None, None, False, True),
        Pawn("detective_0", "detective", 2, (4, 0, 0, 0, 0), True, False),
        Pawn("detective_1", "detective", 10, (4, 0, 0, 0, 0), True, False),
    )
    log = tuple(LogField(i, "taxi" if i == 1 else "", None, i == 3) for i in range(1, 6))
    possible = frozenset({5, 7})
    message = "mrx_0 to move"
    return Scene(Board.load("glasses"), "glasses", "detectives", 2, 5, pawns, log, possible, message, (11, 10))


def moved(scene: Scene, seat: int, station: int) -> Scene:
    """The same scene with one pawn elsewhere."""
    pawns = list(scene.pawns)
    pawns[seat] = replace(pawns[seat], station=station)
    return replace(scene, pawns=tuple(pawns))
