"""Random games for the tests: where they start, how they go, and small boards to play them on."""

import random
from collections.abc import Iterator
from typing import Any

from . import OracleEdition, Referee
from .editions import CHOICES, Line


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
