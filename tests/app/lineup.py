"""Which random games with Master's app the engine and the referee play side by side."""

import random
from dataclasses import replace
from typing import Any

from sy_env import Edition, make_batch, make_edition
from tests.app.side_by_side import HABITS, compare, engine_edition, referee_edition
from tests.comparison import Played
from tests.oracle import AppEdition, AppReferee
from tests.oracle.app_edition import APP_CHOICES
from tests.oracle.editions import CHOICES
from tests.oracle.playing import draw_starts, random_app_edition

LINEUP = ("master_app", "app_options", "app_boards")
"""What is compared: the edition as it is, with random options, and small random boards with random options."""


def random_london(rng: random.Random) -> Edition:
    """The game in London with a random value of every option."""
    rules = {name: rng.choice(values) for name, values in CHOICES.items() if name not in ("control", "ticket_flow")}
    app: dict[str, Any] = {name: rng.choice(values) for name, values in APP_CHOICES.items()}
    stations = range(1, 200)
    app["heli_pads"] = rng.sample(stations, 5)
    app["heli_count"] = rng.randint(0, 3)
    app["mp_pool"] = rng.choice([None, rng.sample(stations, 60)])
    app["mp_min_dist"] = rng.randint(1, 8)
    app["mp_rounds"] = rng.choice([(1, 6, 11, 16), (1, 2, 3, 4, 5, 6, 7, 8), (3,)])
    app["offer_rounds"] = rng.sample(range(1, 23), 8)
    app["interrogation_memory"] = rng.randint(0, 2)
    app["witness_radius"] = rng.randint(0, 2)
    app["locate_thresholds"] = sorted(rng.sample(range(12), 2))
    for name in ("mp_visible_to_detectives", "investigations_public"):
        app[name] = rng.random() < 0.4
    edition: Edition = make_edition("master_app", players=rng.randint(2, 6), **rules, **app)
    return edition


def random_board(rng: random.Random) -> Edition:
    """A small board with a random value of every option."""
    oracle: AppEdition = random_app_edition(rng)
    if oracle.mp_pool is None and not any(line[2] == "bus" for line in oracle.lines):
        oracle = replace(oracle, mp_pool=tuple(range(1, oracle.stations + 1)))
    return engine_edition(oracle)


def draw(name: str, rng: random.Random) -> tuple[Edition, str]:
    """An edition of a row of LINEUP, and how its pursuers are controlled."""
    if name == "app_boards":
        edition = random_board(rng)
    elif name == "app_options":
        edition = random_london(rng)
    else:
        edition = make_edition("master_app", players=rng.randint(2, 6))
    return edition, rng.choice(CHOICES["control"])


def play_number(name: str, number: int, every_history: bool = False) -> Played:
    """Game `number` of a row of LINEUP: always the same one.

    `every_history`: compare the sets of possible stations also with all hidden histories that fit.
    """
    rng = random.Random(f"{name} {number}")
    edition, control = draw(name, rng)
    oracle = referee_edition(edition, control)
    try:
        batch = make_batch(edition, 1, number, control=control, autoreset=False)
    except ValueError:  # on a small board every deal may be over before anybody can act
        return Played([], None)
    given = rng.random() < 0.5
    starts = draw_starts(oracle, rng) if given else batch.games["station"][0].tolist()[: len(batch.game.seats)]
    habit = HABITS[rng.choice(list(HABITS))]
    return compare(batch, AppReferee(oracle, starts), habit, rng, given=given, every_history=every_history)
