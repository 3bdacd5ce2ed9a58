"""What pictures of Hunting Mister X show."""

from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from sy_env.hunting.position import BoardSpace
from sy_env.render import ansi, svg
from tests.hunting.tables import at, deal, play

LOG = [BoardSpace("start", 1), BoardSpace("taxi", 2), BoardSpace("black", 5), BoardSpace("taxi", 6), BoardSpace("taxi", 5)]


def scene(batch: Any, viewpoint: str = "detectives") -> Any:
    return batch.game.scene(batch.games[0], viewpoint)


def test_what_the_sides_see() -> None:
    batch = at((5, 16, 20, 32), round=5, log=LOG, roll=(2, 1, 0, 1), moved=())
    hidden, whole = scene(batch), scene(batch, "mrx")
    assert hidden.pawns[0].station is None and whole.pawns[0].station == 5
    assert [field.station for field in hidden.log[:6]] == [1, 2, 5, 6, None, None]
    assert [field.station for field in whole.log[:6]] == [1, 2, 5, 6, 5, None]
    assert [field.number for field in hidden.log if field.reveal] == [4, 8, 12]
    assert [field.ticket for field in hidden.log[:5]] == ["start", "taxi", "black", "taxi", "taxi"]
    assert hidden.message == "detective_1 to move: 2 taxi, 1 bus, 1 X; 3 rerolls left"
    assert [pawn.to_move for pawn in hidden.pawns] == [False, False, True, False]
    assert hidden.pawns[2].tickets == (2, 1, 0, 0, 0)
    assert hidden.board.letter_of(16) == "D"


def test_the_last_move_that_was_seen() -> None:
    batch = at((36, 15, 20, 32), roll=(2, 2, 0, 0))
    play(batch, "bus 19")
    batch.games["path"][0, 0] = (15, 20, 32)  # a position does not say where the pawns came from
    assert scene(batch).last_move == (15, 19)
    assert scene(batch).pawns[1].tickets == (0, 1, 0, 0, 0)


def test_starts() -> None:
    batch = at((0, 16, 0, 0), phase="place")
    shown = scene(batch)
    assert shown.message == "detective_1 to choose a start"
    assert [pawn.station for pawn in shown.pawns] == [None, 16, None, None]
    assert shown.possible == frozenset()


@pytest.mark.parametrize("players", [2, 4])
def test_every_moment_of_a_game_can_be_drawn(players: int) -> None:
    batch = deal(players, expert_tiles=4, seed=2)
    rng = np.random.default_rng(0)
    while True:
        for viewpoint in ("detectives", "mrx", "everyone"):
            shown = scene(batch, viewpoint)
            assert len(shown.log) == 13
            assert f"round {shown.round} / 13" in ansi(shown, colour=False)
        if batch.to_move[0] < 0:
            break
        batch.step(batch.sample_actions(rng))
    assert shown.route and shown.pawns[0].station == shown.route[-1]
    picture = ElementTree.fromstring(svg(shown))
    words = {element.text for element in picture.iter() if element.text}
    assert set("".join(shown.board.layout)) <= words
    assert {str(space) for space in shown.board.points} <= words
