"""What observations and actions mean: their tables, bounds and texts."""

import random

import numpy as np
import pytest

import sy_env
from sy_env import make_batch, make_game
from tests.lineup import BY_PLAYERS, draw

ALL = [(name, players) for name, numbers in BY_PLAYERS.items() for players in numbers]


def test_one_layout_for_all_games_in_london() -> None:
    layouts = [make_game(name, players=players).layout for name, players in ALL]
    layouts.append(make_game("nijssen2011", control="team").layout)
    assert all(layout == layouts[0] for layout in layouts)
    assert (layouts[0].name, layouts[0].version) == ("london-199", 1)


def test_layouts_are_found_by_the_name_of_an_edition() -> None:
    make_game("classic")
    for _ in range(2):  # the first use of a public name must not hide it from the second
        assert sy_env.layout("classic", players=4) == make_game("master").layout


@pytest.mark.parametrize("name", ["classic", "glasses"])
def test_fields_lie_end_to_end(name: str) -> None:
    layout = make_game(name).layout
    start = 0
    for field in layout:
        assert (field.start, field.slice) == (start, slice(start, start + field.size))
        assert field.size == int(np.prod(field.shape)) and layout[field.name] is field and field.meaning
        start += field.size
    assert start == layout.size == make_batch(name, 1).observation.shape[1]
    assert len({field.name for field in layout}) == len(layout)
    assert layout.low.shape == layout.high.shape == (layout.size,) and layout.low.dtype == np.int8


def test_unflatten_cuts_without_copying() -> None:
    batch = make_batch("classic", 3)
    fields = batch.layout.unflatten(batch.observation)
    assert {name: part.shape for name, part in fields.items()} == {field.name: (3, *field.shape) for field in batch.layout}
    assert all(np.shares_memory(part, batch.observation) for part in fields.values())
    assert (np.concatenate([part.reshape(3, -1) for part in fields.values()], axis=1) == batch.observation).all()
    one = batch.layout.unflatten(batch.observation[1])
    assert all((one[name] == fields[name][1]).all() for name in one)
    with pytest.raises(ValueError, match="2040 entries, not 5"):
        batch.layout.unflatten(np.zeros(5, np.int8))
    with pytest.raises(KeyError, match=r"'stations'.*piece_station"):
        batch.layout["stations"]


@pytest.mark.parametrize("name", ["classic", "master", "nijssen2011", "glasses", "options"])
def test_observations_stay_within_their_bounds(name: str) -> None:
    for number in range(6):
        edition, control = draw(name, random.Random(f"bounds {name} {number}"))
        batch = make_batch(edition, 8, number, control=control)
        rng = np.random.default_rng(number)
        low, high = batch.layout.low, batch.layout.high
        for _ in range(150):
            batch.step(batch.sample_actions(rng))
            for observations in (batch.observation, batch.state()):
                assert (observations >= low).all() and (observations <= high).all()


@pytest.mark.parametrize("name", ["classic", "glasses"])
def test_actions_have_one_text_each(name: str) -> None:
    game = make_game(name)
    actions, n = game.actions, game.edition.board.num_stations
    assert actions.size == 4 * n + 7 == len(set(actions.texts))
    assert [actions.index(actions.text(i)) for i in range(actions.size)] == list(range(actions.size))
    for kind, word in enumerate(("taxi", "bus", "underground", "black")):
        assert [actions.index(f"{word} {station}") for station in (1, n)] == [kind * n, kind * n + n - 1]
    assert [actions.index(word) for word in ("double", "pass", "piece detective_0")] == [4 * n, 4 * n + 1, 4 * n + 2]


def test_texts_are_read_kindly_and_refused_helpfully() -> None:
    actions = make_game("master", players=4).actions
    assert actions.index("  Taxi   46 ") == actions.index("taxi 46")
    assert actions.index("piece bobby_0") == 4 * 199 + 5
    with pytest.raises(ValueError, match=r"'tax 46'.*'taxi 46'"):
        actions.index("tax 46")
    for action in (-1, 803):
        with pytest.raises(ValueError, match=rf"{action} is outside 0\.\.802"):
            actions.text(action)


def test_tables_name_every_field_and_kind() -> None:
    game = make_game("classic")
    table = game.layout.table()
    assert all(f"`{field.name}`" in table and field.meaning in table for field in game.layout)
    assert all(f"`{block.kind}`" in game.actions.table() for block in game.actions.blocks)
