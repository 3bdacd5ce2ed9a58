"""Editions of Hunting Mister X: what is in the box for so many players, and what is refused."""

import json
import pickle
from dataclasses import asdict
from typing import Any

import pytest

from sy_env.boards.tile_set import TileSet
from sy_env.editions.hunting import HuntingEdition, hunting, hunting_expert
from sy_env.editions.options import EditionError


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_box_by_players(players: int) -> None:
    edition = hunting(players)
    assert edition.detectives == {2: 2, 3: 2, 4: 3}[players]
    assert edition.columns * edition.rows == {2: 6, 3: 6, 4: 9}[players]
    assert edition.order == ("any" if players == 2 else "clockwise")
    assert edition.underground_tiles == (None if players == 4 else 3)
    assert (edition.reveal_set, edition.board_spaces, edition.dice) == ((3, 7, 11), 13, 7)
    assert hunting_expert(players).expert_tiles == {2: 2, 3: 2, 4: 3}[players]
    assert hunting_expert(players, expert_tiles=1).expert_tiles == 1


def test_the_defaults_are_the_box_for_four() -> None:
    assert HuntingEdition() == hunting(4) == hunting()


@pytest.mark.parametrize("edition", [hunting(2), hunting_expert(3, reveal_index="space"), hunting(4, die_faces=[3, 1, 1, 1])])
def test_editions_are_values(edition: HuntingEdition) -> None:
    words = json.loads(json.dumps(edition.to_dict()))
    assert HuntingEdition.from_dict(words) == edition
    assert hash(HuntingEdition.from_dict(words)) == hash(edition)
    assert pickle.loads(pickle.dumps(edition)) == edition
    assert HuntingEdition.from_dict(json.loads(json.dumps(asdict(edition)))) == edition


def test_tiles_of_your_own_go_through_words(tmp_path: Any) -> None:
    TileSet.load("hunting").write(tmp_path / "mine.csv")
    edition = hunting(3, tiles=str(tmp_path / "mine.csv"))
    assert edition.tiles.name == "mine"
    assert HuntingEdition.from_dict(json.loads(json.dumps(edition.to_dict()))) == edition


def test_reveals_follow_their_index() -> None:
    edition = hunting(reveal_index="space")
    assert edition.reveal_set == (4, 8, 12)
    assert edition.replace(reveal_index="turn").reveal_set == (3, 7, 11)
    assert hunting(reveal_set=(2, 5, 9)).replace(reveal_index="space").reveal_set == (2, 5, 9)


def test_seats_and_agents() -> None:
    edition = hunting(4)
    assert edition.seat_names == edition.agents() == ("mrx_0", "detective_0", "detective_1", "detective_2")
    assert edition.agents("team") == ("mrx_0", "detectives_0")
    with pytest.raises(EditionError, match=r"control 'teem' is not one of individual, team .did you mean 'team'"):
        edition.agents("teem")


REFUSED = [
    ({"players": 5}, "players 5 is not one of 2, 3, 4"),
    ({"detctives": 2}, "did you mean 'detectives'"),
    ({"order": "clockwize"}, "did you mean 'clockwise'"),
    ({"tiles": 7}, "tiles 7 is neither a TileSet"),
    ({"expert_tiles": 10}, "0..9"),
    ({"expert_tiles": 7, "rows": 2}, "6 tiles are laid"),
    ({"underground_tiles": 6}, "boards have 5..5"),
    ({"underground_tiles": 1, "ug_tiles": "exactly", "rows": 2}, "boards have 2..5"),
    ({"board_spaces": 17}, "2..16"),
    ({"reveal_set": ()}, "can need 14 of them"),
    ({"reveal_set": (4,)}, "can need 9"),
    ({"dice": 4}, "can need 5"),
    ({"die_faces": (0, 0, 0, 0)}, "a die needs a face"),
    ({"reveal_index": "round"}, "'round' is not one of turn, space"),
    ({"mrx_enter_detective": "loses"}, "'loses' is not one of False, True"),
]


@pytest.mark.parametrize(("options", "message"), REFUSED, ids=[str(options) for options, _ in REFUSED])
def test_editions_that_cannot_be_played(options: dict[str, Any], message: str) -> None:
    with pytest.raises(EditionError, match=message):
        hunting(**options)


def test_a_board_without_starts_is_refused() -> None:
    words = TileSet.load("hunting").to_dict()
    rows = [{**row, **{corner: row[corner].split()[0] + " taxi|bus" for corner in list(row)[2:6]}} for row in words["rows"]]
    with pytest.raises(EditionError, match="some boards have only 0 spaces"):
        hunting(3, tiles=TileSet.from_dict({"name": "bus", "rows": rows}), underground_tiles=None)
