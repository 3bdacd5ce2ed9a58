"""Learned players by name: which of them plays what."""

from pathlib import Path

from sy_agents.learned.app import LearnedWithApp, has_app
from sy_agents.learned.brain import Brain, load_brain
from sy_agents.learned.families import family_of
from sy_agents.learned.player import Learned
from sy_env.editions import AnyEdition
from sy_env.policies import Policy


def player_of(brain: Brain, name: str, edition: AnyEdition) -> Policy:
    """The player of a brain in an edition.

    Raises:
        ValueError: the brain is one for other games.
    """
    if brain.family is not family_of(edition):
        raise ValueError(f"{name} plays {brain.family.name}, not {edition.name!r}.")
    learned = Learned(brain, name)
    return LearnedWithApp(learned) if has_app(edition) else learned


def make(edition: AnyEdition, role: str, argument: str = "") -> Policy:
    """The player "learned:FILE" of a file of weights, such as `scripts/train.py` writes.

    Raises:
        ValueError: no file is named, it is wrong, or learned players do not play the edition.
    """
    if not argument:
        raise ValueError("learned needs a file of weights, as in learned:runs/classic/brain.safetensors.")
    return player_of(load_brain(Path(argument))[0], f"learned:{Path(argument).parent.name}", edition)
