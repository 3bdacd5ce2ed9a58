"""Random games for the tests: where they start, how they go, and small boards to play them on."""

import random
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from . import OracleEdition, Referee
from .app import AppReferee
from .app_edition import APP_CHOICES, AppEdition
from .editions import CHOICES, Line
from .hunting import HuntingReferee
from .hunting_board import LETTERS, STREETS, STUBS, HuntingBoard, Side
from .hunting_edition import HUNTING_CHOICES, HuntingEdition
from .hunting_game import FACES


def play(referee: Referee, rng: random.Random) -> Iterator[Referee]:
    """Every position of a random game that still runs."""
    while referee.phase != "over":
        yield referee
        referee.apply(rng.choice(sorted(referee.legal())))


def draw_starts(edition: OracleEdition, rng: random.Random) -> list[int]:
    """Random start stations from the decks of the edition."""
    if edition.fixed_starts is not None:
        return list(edition.fixed_starts)
    deck = edition.start_cards or range(1, edition.stations + 1)
    pursuers = rng.sample(list(deck), edition.detectives + edition.bobbies)
    return [rng.choice(sorted(edition.mrx_starts(pursuers))), *pursuers]


def random_edition(rng: random.Random) -> OracleEdition:
    """A small board with every kind of line, few tickets and a random value of every option."""
    stations = rng.randint(6, 9)
    tree = {(rng.randint(1, n - 1), n, "taxi") for n in range(2, stations + 1)}
    more = {random_line(rng, stations) for _ in range(stations)}
    detectives, bobbies = rng.choice([(1, 0), (2, 0), (1, 1), (2, 1), (0, 1)])
    options: dict[str, Any] = {name: rng.choice(allowed) for name, allowed in CHOICES.items()}
    decks = [None, tuple(rng.sample(range(1, stations + 1), 5))]
    return OracleEdition(
        lines=tuple(sorted(tree | more)),
        stations=stations,
        players=rng.choice([2, 3]),
        detectives=detectives,
        bobbies=bobbies,
        detective_tickets=(3, 1, 1),
        mrx_tickets=(rng.randint(0, 3), 1, 1),
        mrx_black=rng.randint(0, 2),
        mrx_double=rng.randint(0, 2),
        box_tickets=(7, 3, 3),
        start_cards=rng.choice(decks),
        mrx_start_cards=rng.choice(decks),
        reveal_set=tuple(rng.sample(range(1, 6), rng.randint(0, 2))),
        rounds=3,
        fields=4,
        **options,
    )


def random_line(rng: random.Random, stations: int) -> Line:
    a, b = sorted(rng.sample(range(1, stations + 1), 2))
    return a, b, rng.choice(("taxi", "bus", "underground", "ferry"))


def play_app(referee: AppReferee, rng: random.Random) -> Iterator[AppReferee]:
    """Every position of a random game of the app mode that still runs, those where chance is due too."""
    while referee.phase != "over":
        yield referee
        if referee.chance:
            referee.resolve(rng.choice(referee.outcomes()))
        else:
            referee.apply(rng.choice(sorted(referee.legal())))


def random_app_edition(rng: random.Random) -> AppEdition:
    """A small board with a random value of every option of the app."""
    base = random_edition(rng)
    numbers = range(1, base.stations + 1)
    options: dict[str, Any] = {name: rng.choice(allowed) for name, allowed in APP_CHOICES.items()}
    return AppEdition(
        **{field.name: getattr(base, field.name) for field in fields(base)},
        **options,
        masts=tuple(rng.sample(numbers, 4)),
        landmarks=tuple(rng.sample(numbers, rng.randint(1, 4))),
        coordinates=tuple((rng.randint(0, 4) / 4, rng.randint(0, 4) / 4) for _ in numbers),
        heli_count=rng.randint(0, 1),
        heli_pads=tuple(rng.sample(numbers, 3)),
        mp_rounds=rng.choice([(1, 2, 3), (1,), (2, 3)]),
        mp_pool=rng.choice([None, tuple(numbers)]),
        mp_min_dist=rng.randint(1, 3),
        mp_visible_to_detectives=rng.random() < 0.5,
        offer_rounds=(1, 3),
        investigations_public=rng.random() < 0.3,
        locate_thresholds=(1, 2),
        witness_radius=rng.randint(0, 1),
        interrogation_memory=rng.randint(0, 2),
    )


def play_hunting(referee: HuntingReferee, rng: random.Random) -> Iterator[HuntingReferee]:
    """Every position of a random game that still runs, those where dice are to be rolled too."""
    while referee.phase != "over":
        yield referee
        if referee.phase == "roll":
            referee.roll(rng.choices(FACES, (2, 2, 1, 1), k=referee.hand))
        else:
            referee.apply(rng.choice(sorted(referee.legal())))


def draw_board(edition: HuntingEdition, rng: random.Random) -> HuntingBoard:
    """A random layout that the edition allows, three tiles a row."""
    while True:
        letters = "".join(rng.sample(LETTERS, edition.tiles))
        rows = [letters[start : start + 3] for start in range(0, edition.tiles, 3)]
        board = HuntingBoard(rows, rng.sample(letters, edition.expert_tiles))
        if edition.allows(board):
            return board


def random_hunting(rng: random.Random) -> tuple[HuntingEdition, HuntingBoard]:
    """A short game on one to three tiles of random stops and roads, with a random value of every option."""
    letters = "".join(rng.sample(LETTERS, rng.randint(1, 3)))
    rows = [letters] if rng.random() < 0.5 else list(letters)
    sides = {letter: random_side(rng) for letter in LETTERS}
    board = HuntingBoard(rows, (), sides, sides, black_ignores_dead_end=rng.random() < 0.5)
    options = {name: rng.choice(allowed) for name, allowed in HUNTING_CHOICES.items() if name != "ug_tiles"}
    taxi_only = sum(stop == "T" for stop in board.stops.values())
    edition = HuntingEdition(
        **options,
        tiles=len(letters),
        detectives=rng.randint(1, min(2, taxi_only)),
        detective_dice=rng.randint(1, 3),
        rerolls=rng.randint(0, 1),
        reroll_per_turn=rng.choice([None, 1]),
        mrx_black=rng.randint(0, 2),
        board_spaces=rng.randint(3, 6),
        reveal_set=rng.choice([(2,), (4,), (2, 4)]),
    )
    return edition, board


def random_side(rng: random.Random) -> Side:
    second, third, fourth = rng.choices(("T", "TB", "TU", "TBU"), k=3)
    roads = rng.sample((*STREETS, *STUBS), rng.randint(0, 3))
    return Side(
        stops=("T", second, third, fourth),
        oneway=tuple(rng.sample(("TL>TR", "BL>TL", "BR>BL"), rng.randint(0, 2))),
        dead=tuple(rng.sample(STUBS, rng.randint(0, 2))),
        diagonals=tuple(rng.sample(("TL/BR", "TR/BL"), rng.randint(0, 1))),
        missing=tuple(roads),
    )
