"""What differs between the boxes, as data: the named editions and how to make one of your own."""

from collections.abc import Callable
from typing import Any, NamedTuple

from sy_env.editions.edition import Edition
from sy_env.editions.london import STRENGTH_OPTIONS, classic, master
from sy_env.editions.options import EditionError
from sy_env.editions.research import custom, glasses, nijssen2011
from sy_env.errors import one_of


class NamedEdition(NamedTuple):
    """A row of the table of editions."""

    make: Callable[..., Edition]
    description: str


EDITIONS: dict[str, NamedEdition] = {
    "classic": NamedEdition(classic, "the classic box, 3 to 6 players: used tickets go to Mister X"),
    "master": NamedEdition(master, "the Master box without its app, 2 to 6 players: Bobbies, and a supply of tickets"),
    "nijssen2011": NamedEdition(nijssen2011, "the rules of Nijssen & Winands 2011, five detectives, 24 log fields"),
    "glasses": NamedEdition(glasses, "eleven stations, two detectives, 5 rounds: solvable exactly (Student of Games 2023)"),
    "custom": NamedEdition(custom, "a board of your own, with rules that suit any size"),
}


def make_edition(name: str = "classic", **options: Any) -> Edition:
    """A named edition with options of your own.

    Args:
        name: a key of EDITIONS.
        options: arguments of its maker, and any option of :class:`Edition`.

    Raises:
        EditionError: unknown edition or option, or an edition that cannot be played.
    """
    if name not in EDITIONS:
        raise EditionError(one_of("edition", name, EDITIONS))
    return EDITIONS[name].make(**options)


__all__ = [
    "EDITIONS",
    "STRENGTH_OPTIONS",
    "Edition",
    "EditionError",
    "NamedEdition",
    "classic",
    "custom",
    "glasses",
    "make_edition",
    "master",
    "nijssen2011",
]
