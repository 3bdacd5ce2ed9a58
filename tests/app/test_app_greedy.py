"""The greedy player where the app is in play."""

import numpy as np
import pytest

from sy_agents.evaluation import Pairing, play_games
from sy_agents.greedy import Greedy
from sy_env import make_edition
from sy_env.policies.policy import Request
from tests.app.table import AppTable


def chosen(table: AppTable, seed: int = 0) -> str:
    """What greedy would do now."""
    batch = table.batch
    request = Request(batch.game, batch.redacted(), np.array([seed], np.uint64))
    return batch.actions.text(int(Greedy().act(request)[0]))


@pytest.mark.parametrize("control", ["individual", "team"])
def test_it_beats_random_on_both_sides(control: str) -> None:
    edition = make_edition("master_app", players=4, heli_count=2)
    for players, winner in ((("random", "greedy"), 2), (("greedy", "random"), 1)):
        match = play_games(Pairing(edition, *players, control=control), 0, 100)
        assert match.illegal_actions == 0
        assert (match.episodes["winner"] == winner).mean() > 0.9


def test_it_plays_other_options_by_the_rules() -> None:
    for options in ({"investigation_offer": "one_random_kind"}, {"heli_mode": "opposite", "mp_visible_to_detectives": True}):
        match = play_games(Pairing(make_edition("master_app", players=3, **options), "greedy", "greedy"), 0, 50)
        assert match.illegal_actions == 0


def test_mister_x_goes_for_the_nearest_point() -> None:
    table = AppTable((46,), round=6, points=(62, 199))
    assert chosen(table) == "taxi 47"
    assert chosen(table.play("taxi 47").pursuers_wander()) == "taxi 62"


def test_he_flies_when_every_move_leads_next_to_a_pursuer() -> None:
    table = AppTable((2, 10, 9, 149, 164), tickets={"mrx_0": (9, 9, 9, 0, 0)})
    assert chosen(table).startswith("helicopter")


def test_the_team_asks_what_tells_most() -> None:
    everywhere = AppTable((67,), to_move="pursuers")
    assert chosen(everywhere) in ("investigate locate", "investigate scan")
    known = AppTable((67,), to_move="pursuers", possible=(67,))
    assert chosen(known) == "decline"
    masts = (13, 184, 94, 108)
    hops = make_edition("master_app").board.taxi_distances[list(masts)]
    steps = (hops > 4).astype(int) + (hops > 9)
    alike = [s for s in range(1, 200) if (steps[:, s] == steps[:, 67]).all() and len({*hops[:, s]} & {*hops[:, 67]}) < 3]
    two = AppTable((67,), to_move="pursuers", possible=(67, alike[0]))
    assert chosen(two) == "investigate scan", "both are near the same masts, but not equally far"
