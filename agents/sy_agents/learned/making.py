"""Learned players by name: which of them plays what."""

from pathlib import Path

from sy_agents.learned.app import LearnedWithApp
from sy_agents.learned.brain import Brain, load_brain
from sy_agents.learned.player import Learned
from sy_env.editions import AnyEdition, Edition
from sy_env.policies import Policy


def check_edition(edition: AnyEdition, role: str) -> None:
    """Refuse games that the networks' features do not describe.

    Raises:
        ValueError: it is no London game, or Mister X's role in one with Master's app.
    """
    if not isinstance(edition, Edition):
        raise ValueError(f"Learned players play the London games, not {edition.name!r}.")
    if edition.app is not None and role == "mrx":
        raise ValueError(f"Learned players play the detectives of {edition.name!r}, but not its Mister X: take greedy for him.")


def player_of(brain: Brain, name: str, edition: AnyEdition, role: str) -> Policy:
    """The player of a brain in an edition.

    Raises:
        ValueError: as :func:`check_edition`.
    """
    check_edition(edition, role)
    learned = Learned(brain, name)
    return LearnedWithApp(learned) if isinstance(edition, Edition) and edition.app is not None else learned


def make(edition: AnyEdition, role: str, argument: str = "") -> Policy:
    """The player "learned:FILE" of a file of weights, such as `scripts/train.py` writes.

    Raises:
        ValueError: no file is named, it is wrong, or learned players do not play the edition.
    """
    if not argument:
        raise ValueError("learned needs a file of weights, as in learned:runs/classic/brain.safetensors.")
    check_edition(edition, role)
    return player_of(load_brain(Path(argument))[0], f"learned:{Path(argument).parent.name}", edition, role)
