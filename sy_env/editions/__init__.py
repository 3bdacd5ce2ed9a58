"""What differs between the boxes, as data: the named editions and how to make one of your own."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, overload

from sy_env.editions.app import App
from sy_env.editions.edition import Edition
from sy_env.editions.hunting import HuntingEdition, hunting, hunting_expert
from sy_env.editions.london import STRENGTH_OPTIONS, classic, master
from sy_env.editions.master_app import master_app
from sy_env.editions.options import EditionError
from sy_env.editions.research import custom, glasses, nijssen2011
from sy_env.editions.small import blocks, quarter, wheel
from sy_env.errors import one_of

AnyEdition = Edition | HuntingEdition
LondonName = Literal["classic", "master", "nijssen2011", "wheel", "glasses", "blocks", "quarter", "custom"]
HuntingName = Literal["hunting", "hunting_expert"]


class NamedEdition(NamedTuple):
    """A row of the table of editions."""

    make: Callable[..., AnyEdition]
    description: str


EDITIONS: dict[str, NamedEdition] = {
    "classic": NamedEdition(classic, "the classic box, 3 to 6 players: used tickets go to Mister X"),
    "master": NamedEdition(master, "the Master box without its app, 2 to 6 players: Bobbies, and a supply of tickets"),
    "master_app": NamedEdition(master_app, "the Master box with its app: meeting points, investigations, a helicopter"),
    "nijssen2011": NamedEdition(nijssen2011, "the rules of Nijssen & Winands 2011, five detectives, 24 log fields"),
    "wheel": NamedEdition(wheel, "seven stations, one detective, 3 rounds: the smallest of the games that are solved exactly"),
    "glasses": NamedEdition(glasses, "eleven stations, two detectives, 5 rounds: solvable exactly (Student of Games 2023)"),
    "blocks": NamedEdition(blocks, "twelve stations, two detectives, 3 rounds: solvable exactly"),
    "quarter": NamedEdition(quarter, "sixteen stations, two detectives, 3 rounds: the largest that is solved exactly"),
    "custom": NamedEdition(custom, "a board of your own, with rules that suit any size"),
    "hunting": NamedEdition(hunting, "Hunting Mister X, 2 to 4 players: dice, and a board laid of tiles"),
    "hunting_expert": NamedEdition(hunting_expert, "Hunting Mister X with tiles turned to the expert side"),
}


@overload
def make_edition(name: LondonName = "classic", **options: Any) -> Edition: ...
@overload
def make_edition(name: HuntingName, **options: Any) -> HuntingEdition: ...
@overload
def make_edition(name: str, **options: Any) -> Any: ...
def make_edition(name: str = "classic", **options: Any) -> AnyEdition:
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


def edition_of(words: Mapping[str, Any]) -> AnyEdition:
    """The edition that its `to_dict` described: one with tiles is of Hunting Mister X, one with a board of a London game.

    Raises:
        EditionError: an unknown option, or an edition that cannot be played.
    """
    return HuntingEdition.from_dict(words) if "tiles" in words else Edition.from_dict(words)


__all__ = [
    "EDITIONS",
    "STRENGTH_OPTIONS",
    "AnyEdition",
    "App",
    "Edition",
    "EditionError",
    "HuntingEdition",
    "NamedEdition",
    "blocks",
    "classic",
    "custom",
    "edition_of",
    "glasses",
    "hunting",
    "hunting_expert",
    "make_edition",
    "master",
    "master_app",
    "nijssen2011",
    "quarter",
    "wheel",
]
