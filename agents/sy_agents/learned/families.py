"""Families of games: those that one set of features describes, and whose networks one file of weights holds."""

from dataclasses import dataclass
from typing import Any

from sy_agents.learned import belief, critic, mister_x, pursuers
from sy_agents.learned.hunting import belief as hunting_belief
from sy_agents.learned.hunting import critic as hunting_critic
from sy_agents.learned.hunting import detectives as hunting_detectives
from sy_agents.learned.hunting import mister_x as hunting_mister_x
from sy_agents.learned.hunting.thinking import HuntingThinking
from sy_agents.learned.london import LondonThinking
from sy_agents.learned.thinking import Thinking
from sy_env.editions import AnyEdition, Edition


@dataclass(frozen=True, eq=False)
class Family:
    """Games whose positions are described alike. There is one object of each: a copy, a pickled one too, is the same.

    Attributes:
        name: of the family.
        format: of its files of weights and of the features that the networks read; a change of either makes it another.
        inputs: how many features each network reads.
        critic: what the critic sees of a position.
        thinking: makes what thinks about a game.
    """

    name: str
    format: str
    inputs: dict[str, int]
    critic: tuple[str, ...]
    thinking: type[Thinking]

    def __reduce__(self) -> Any:
        return _by_format, (self.format,)


def _inputs(mrx: tuple[str, ...], detectives: tuple[str, ...], filter_: tuple[str, ...]) -> dict[str, int]:
    return {"mrx": len(mrx), "detectives": len(detectives), "filter": len(filter_)}


LONDON = Family(
    "London",
    "sy_agents.learned/3",
    _inputs(mister_x.FEATURES, pursuers.FEATURES, belief.FEATURES),
    critic.FEATURES,
    LondonThinking,
)
HUNTING = Family(
    "Hunting Mister X",
    "sy_agents.learned.hunting/1",
    _inputs(hunting_mister_x.FEATURES, hunting_detectives.FEATURES, hunting_belief.FEATURES),
    hunting_critic.FEATURES,
    HuntingThinking,
)
FAMILIES = {family.format: family for family in (LONDON, HUNTING)}
"""All families by format."""


def _by_format(name: str) -> Family:
    return FAMILIES[name]


def family_of(edition: AnyEdition) -> Family:
    """The family that an edition belongs to."""
    return LONDON if isinstance(edition, Edition) else HUNTING
