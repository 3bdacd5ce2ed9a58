"""The app's options: what is refused, and editions with an app as values."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from sy_env import make_game
from sy_env.boards import Board, BoardError
from sy_env.editions import App, Edition, EditionError, classic, custom, make_edition, master, master_app
from sy_env.london.app_game import MasterAppGame
from tests import oracle
from tests.app.side_by_side import referee_edition

RING = Board.from_lines([(1, 2, "taxi"), (2, 3, "taxi"), (3, 4, "taxi"), (4, 1, "taxi"), (1, 3, "bus")], "ring")
ON_RING: dict[str, Any] = {"masts": (1, 2, 3, 4), "mp_min_dist": 1}


@pytest.mark.parametrize(
    "edition",
    [
        master_app(),
        master_app(2, heli_mode="pads", heli_pads=[5, 3, 3], landmarks={"Here": 1, "There": 2}),
        master_app(4, investigation_offer="random", offer_probability=0.5, mp_pool=(1, 2, 3), rounds=10),
        custom(RING, app=App(**ON_RING, landmarks=())),
    ],
)
def test_an_edition_with_an_app_survives_pickle_and_json(edition: Edition) -> None:
    copies = [
        pickle.loads(pickle.dumps(edition)),
        Edition.from_dict(json.loads(json.dumps(edition.to_dict()))),
        edition.replace(),
        custom(**edition.to_dict()),
    ]
    assert copies == [edition] * len(copies)
    assert {hash(copy) for copy in copies} == {hash(edition)}


def test_it_is_master_with_an_app() -> None:
    for players in (2, 3, 4, 5, 6):
        assert master_app(players).replace(app=None, name="master") == master(players)
    assert make_edition("master_app", players=4) == master_app(4)
    assert isinstance(make_game("master_app"), MasterAppGame)
    assert not isinstance(make_game("master"), MasterAppGame)


def test_any_london_game_can_have_an_app() -> None:
    assert isinstance(make_game(classic(app=App())), MasterAppGame)
    assert classic(app={"heli_count": 2}).app == App(heli_count=2)


def test_options_have_one_form_and_can_be_replaced_by_their_names() -> None:
    edition = master_app(4, mp_rounds=[11, 1, 6, 6])
    assert edition.app == App(mp_rounds=(1, 6, 11))
    changed = edition.replace(heli_count=2, rounds=10)
    assert changed == master_app(4, mp_rounds=(1, 6, 11), heli_count=2, rounds=10)
    assert edition.replace(app=App()) == master_app(4)


def test_landmarks_are_data(tmp_path: Path) -> None:
    board = Board.load("london")
    sights = App().landmarks_on(board)
    assert len(sights) == 30 and ("BT Tower", 35) in sights
    path = tmp_path / "mine.csv"
    path.write_text("landmark,station\nTown hall,7\n", encoding="utf-8")
    assert App(landmarks=str(path)).landmarks == App(landmarks=[("Town hall", 7)]).landmarks == (("Town hall", 7),)  # type: ignore[arg-type]
    assert App().landmarks_on(RING) == ()
    path.write_text("landmark,station\nTown hall,seven\n", encoding="utf-8")
    with pytest.raises(BoardError, match=r"mine.csv, row 2: station 'seven' is not a whole number"):
        App(landmarks=str(path))  # type: ignore[arg-type]


def test_the_referee_has_the_same_stand_ins() -> None:
    for players in (2, 3, 4, 5, 6):
        here = referee_edition(master_app(players))
        there = oracle.master_app(
            players, lines=here.lines, stations=here.stations, landmarks=here.landmarks, coordinates=here.coordinates
        )
        assert here == oracle.AppEdition(**{**vars_of(there), "mrx_tickets": here.mrx_tickets})


def vars_of(edition: oracle.AppEdition) -> dict[str, Any]:
    return {name: getattr(edition, name) for name in edition.__dataclass_fields__}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"heli_mode": "pad"}, r"heli_mode 'pad' is not one of any, pads, opposite \(did you mean 'pads'"),
        ({"heli_mode": "pads"}, r"heli_pads is empty; heli_mode \"pads\" needs a station"),
        ({"heli_pads": (200,)}, r"heli_pads: board 'london' has no station 200; it has 1\.\.199"),
        ({"heli_count": -1}, r"heli_count -1 is not a whole number in 0\.\.32"),
        ({"mp_rounds": ()}, r"mp_rounds \(\) are 0 rounds; allowed are 1\.\.8"),
        ({"mp_rounds": range(1, 10)}, r"are 9 rounds; allowed are 1\.\.8"),
        ({"mp_rounds": (0,)}, r"mp_rounds: the entry 0 is not a whole number in 1\.\.32"),
        ({"mp_pool": ()}, r"mp_pool is empty on board 'london'"),
        ({"mp_pool": (1, 222)}, r"mp_pool: board 'london' has no station 222"),
        ({"mp_min_dist": 0}, r"mp_min_dist 0 is not a whole number in 1\.\.254"),
        ({"mp_visible_to_detectives": 1}, r"mp_visible_to_detectives 1 is not one of False, True"),
        ({"app_stuck": "play on"}, r"app_stuck 'play on' is not one of play_on, mrx_wins, mrx_loses \(did you mean 'play_on'"),
        (
            {"investigation_offer": "often"},
            r"investigation_offer 'often' is not one of random, every_round, one_random_kind, rounds",
        ),
        ({"offer_probability": 1.5}, r"offer_probability 1.5 is not a number in 0\.\.1"),
        ({"offer_probability": "often"}, r"offer_probability 'often' is not a number in 0\.\.1"),
        ({"offer_probability": True}, r"offer_probability True is not a number in 0\.\.1"),
        ({"offer_rounds": (33,)}, r"offer_rounds: the entry 33 is not a whole number in 1\.\.32"),
        ({"masts": (13, 184, 94)}, r"masts \(13, 184, 94\) has 3 entries; allowed are 4"),
        ({"masts": (13, 184, 94, 200)}, r"masts: board 'london' has no station 200"),
        ({"locate_thresholds": (9, 4)}, r"locate_thresholds \(9, 4\): near ends before medium"),
        ({"landmarks": [("Here", 1), ("There", 1)]}, r"landmarks: station 1 stands there more than once"),
        ({"landmarks": [("Here", 250)]}, r"landmarks: board 'london' has no station 250"),
        ({"landmarks": [5]}, r"landmarks: 5 is not a \(name, station\) pair"),
        ({"landmarks": [(" ", 5)]}, r"landmarks: the name ' ' is not a word"),
        ({"landmarks": 5}, r"landmarks 5 are neither"),
        ({"landmarks": [(f"Sight {i}", i) for i in range(1, 66)]}, r"landmarks: 65 are given; allowed are 64"),
        ({"witness_radius": -1}, r"witness_radius -1 is not a whole number in 0\.\.254"),
        ({"interrogation_memory": 3}, r"interrogation_memory 3 is not a whole number in 0\.\.2"),
        ({"analysis_prior": "deck"}, r"analysis_prior 'deck' is not one of cards, all"),
        ({"investigations_public": None}, r"investigations_public None is not one of False, True"),
        ({"mp_round": (1,)}, r"option 'mp_round' is not one of .* \(did you mean 'mp_rounds'"),
        ({"app": 5}, r"app 5 is neither None, nor an App, nor its options by name"),
        ({"app": {"heli": 1}}, r"option 'heli' is not one of"),
        ({"app": App(), "heli_count": 1}, r"app and heli_count say the same; give one of them"),
        ({"board": "glasses"}, r"has no station"),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(EditionError, match=message):
        master_app(**options)


def test_options_that_a_board_has_to_allow() -> None:
    with pytest.raises(EditionError, match=r"masts: board 'ring' has no station 13, 94, 108, 184; it has 1\.\.4"):
        custom(RING, app=App())
    with pytest.raises(EditionError, match="heli_mode \"opposite\" needs coordinates; board 'ring' has none"):
        custom(RING, app=App(**ON_RING, heli_mode="opposite"))
    taxis = Board.from_lines([line for line in RING.lines if line[2] == "taxi"], "taxis")
    with pytest.raises(EditionError, match="mp_pool is empty on board 'taxis'"):
        custom(taxis, app=App(**ON_RING))


def test_options_of_the_app_need_one() -> None:
    with pytest.raises(EditionError, match="option 'heli_count' is not one of"):
        master(heli_count=1)
    with pytest.raises(EditionError, match="option 'heli_count' is not one of"):
        master().replace(heli_count=1)
    with pytest.raises(EditionError, match=r"option 'heli_cont' is not one of .* \(did you mean 'heli_count'"):
        master_app().replace(heli_cont=1)
