"""Layouts of games with the app: actions, observations, spaces."""

from typing import Any

import numpy as np

from sy_env import layout, make_batch, make_game
from tests.app.table import AppTable


def test_actions_begin_with_those_of_the_base_games() -> None:
    base, app = (make_game(name, players=4).actions for name in ("master", "master_app"))
    assert app.texts[: base.size] == base.texts
    assert app.size == base.size + 199 + 4 + 1 + 30
    assert [app.text(base.size), app.text(base.size + 199), app.text(base.size + 203)] == [
        "helicopter 1",
        "investigate analysis",
        "decline",
    ]
    assert app.text(app.size - 1) == "witness 35"
    assert all(app.index(text) == index for index, text in enumerate(app.texts))
    assert make_game("master_app", landmarks=()).actions.blocks[-1].kind == "decline"


def test_observations_begin_with_those_of_the_base_games() -> None:
    base, app = layout("master"), layout("master_app")
    assert app.fields[: len(base)] == base.fields
    assert app.name == "london-app-199"
    assert layout("master_app", players=2, heli_mode="pads", heli_pads=(1,), landmarks=()) == app
    assert len({field.name for field in app}) == len(app)


def test_entries_stay_within_their_bounds_and_all_are_used() -> None:
    batch = make_batch("master_app", 64, 3, players=4, heli_count=2, observe_possible=False)
    rng = np.random.default_rng(0)
    low, high = batch.layout.low, batch.layout.high
    seen = np.zeros(batch.layout.size, bool)
    for _ in range(400):
        for seat in (0, 1):
            observation = batch.look(seat)[1]
            assert (observation >= low).all() and (observation <= high).all()
            seen |= (observation > 0).any(axis=0)
        batch.step(batch.sample_actions(rng))
    parts = batch.layout.unflatten(seen.astype(np.int8))
    never = {name for name, marks in parts.items() if not marks.any()}
    assert never == {"possible", "app_rules"}, "the first is left out, no rule differs from its default"


def test_what_the_app_shows() -> None:
    table = AppTable((46,), round=6, points=(62,), reached=(108,))
    assert table.value("mrx_0", "rounds_to_point") == 5
    assert table.value("mrx_0", "points_known") == 1 and table.value("mrx_0", "answers_known") == 0
    table.play("taxi 47")
    assert table.value("detective_0", "app_phase") == [1, 0] and table.value("detective_0", "offered") == [1, 1, 1, 1]
    assert table.value("mrx_0", "app_phase") == [0, 0] and table.value("mrx_0", "phase") == [1, 0, 0, 0]
    assert table.value("mrx_0", "to_move") == [0, 1, 0, 0, 0, 0]
    assert table.value("detective_0", "phase") == [0, 0, 0, 0]
    table.play("investigate locate")
    assert table.value("detective_0", "asked") == [0, 1, 0, 0] and table.value("detective_0", "answer_age") == [0, 1, 0, 0]
    answer = table.value("detective_0", "locate")
    table.pursuers_wander().play("taxi 46")
    assert table.value("detective_0", "asked") == [0, 0, 0, 0] and table.value("detective_0", "answer_age") == [0, 2, 0, 0]
    assert table.value("detective_0", "locate") == answer, "the last answer stays in view"


def test_options_are_told() -> None:
    options: dict[str, Any] = {"mp_visible_to_detectives": True, "app_stuck": "mrx_wins", "heli_mode": "opposite"}
    assert AppTable((46,), **options).value("detective_0", "app_rules") == [1, 0, 0, 1, 0, 1]
    assert AppTable((46,), app_stuck="mrx_loses", investigations_public=True).value("mrx_0", "app_rules") == [0, 1, 1, 0, 0, 0]


def test_a_hidden_hand_hides_helicopters() -> None:
    table = AppTable((46,), hide_mrx_stock=True)
    assert table.value("detective_0", "helicopters") == 0 and table.value("mrx_0", "helicopters") == 1


def test_visible_points_are_shown_and_narrow_the_set() -> None:
    table = AppTable((46,), round=6, points=(47, 108), mp_visible_to_detectives=True, reveal_set=())
    assert table.shows("detective_0", "point_unreached") == {47, 108}
    table.play("taxi 61")
    assert not {47, 108} & table.possible("detective_0")
    table.pursuers_wander().play("taxi 46").pursuers_wander().play("taxi 47")
    assert table.possible("detective_0") == {47} and table.shows("detective_0", "point_reached") == {47}
    assert table.unaided == {47}
