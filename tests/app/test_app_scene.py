"""Pictures of games with the app: who sees meeting points and answers."""

import numpy as np
import pytest

from sy_env import make_batch
from sy_env.render import svg
from sy_env.render.ansi import ansi
from tests.app.table import AppTable


def words(table: AppTable, viewpoint: str = "detectives") -> str:
    return ansi(table.batch.game.scene(table.batch.games[0], viewpoint), colour=False)


def test_meeting_points_are_for_mister_x() -> None:
    table = AppTable((46,), round=6, points=(62,), reached=(108,))
    assert "meeting points: 62; reached: 108" in words(table, "mrx")
    assert "meeting points: 62; reached: 108" in words(table, "everyone")
    assert "meeting points" not in words(table)
    visible = AppTable((46,), round=6, points=(62,), reached=(108,), mp_visible_to_detectives=True)
    assert "meeting points: 62; reached: 108" in words(visible)


def test_investigations_are_for_the_detectives() -> None:
    table = AppTable((67,))
    assert "detective_0 to choose an investigation" in words(table.play("taxi 51"))
    assert "mrx" not in words(table, "mrx").splitlines()[1] and "investigation" not in words(table, "mrx")
    table.play("investigate scan")
    assert "round 1, scan: " in words(table) and "taxi moves from a mast" in words(table, "everyone")
    assert "scan" not in words(table, "mrx")
    assert len(table.possible("detective_0")) < len(table.unaided)
    assert f"at {len(table.possible('detective_0'))} of 199" in words(table)
    assert f"at {len(table.unaided)} of 199" in words(table, "mrx")


def test_answers_in_words() -> None:
    table = AppTable((67,), to_move="pursuers").play("investigate locate")
    assert "round 1, locate: North near, South medium, West medium, East medium" in words(table)
    table = AppTable((48,), round=1, to_move="pursuers").play("decline")
    table.pursuers_wander().play("taxi 62", "investigate interrogation", "witness 47")
    assert "seen near Madame Tussauds (47), BT Tower (35); near Madame Tussauds 0 moves ago" in " ".join(words(table).split())
    table.pursuers_wander().play("taxi 48", "investigate analysis")
    assert "round 3, analysis: " in words(table)
    assert table.pursuers_wander().game["round"] == 4


def test_flights_are_drawn() -> None:
    table = AppTable((46,), hide_mrx_stock=True).play("helicopter 199", "decline")
    assert " helicopter " in words(table, "mrx") and "helicopter tickets: 0" in words(table, "mrx")
    assert "helicopter tickets" not in words(table)
    for viewpoint in ("mrx", "detectives", "everyone"):
        assert svg(table.batch.game.scene(table.batch.games[0], viewpoint)).startswith("<svg")


@pytest.mark.parametrize("control", ["individual", "team"])
def test_every_position_can_be_drawn(control: str) -> None:
    batch = make_batch("master_app", 4, players=4, control=control, autoreset=False, heli_count=3)
    rng = np.random.default_rng(0)
    while (batch.to_move >= 0).any():
        for game in batch.games:
            for viewpoint in ("mrx", "detectives", "everyone"):
                drawn = batch.game.scene(game, viewpoint)
                assert ansi(drawn)
        batch.step(batch.sample_actions(rng))
    assert all(svg(batch.game.scene(game, "detectives")) for game in batch.games)
