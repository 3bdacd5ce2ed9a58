"""A brain: the networks that play both roles, and the file that they are kept in."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sy_agents.arrays import Arrays, read_arrays, write_arrays
from sy_agents.learned.families import FAMILIES, LONDON, Family
from sy_agents.learned.networks import Network, fresh

NETWORKS = ("mrx", "detectives", "filter")
"""The networks of a brain."""


@dataclass(frozen=True)
class Brain:
    """The networks of one learned player.

    Attributes:
        mrx: scores Mister X's actions.
        detectives: scores the pursuers' moves.
        filter: weighs the places where Mister X can be; both roles use it.
        family: the games that they play.
    """

    mrx: Network
    detectives: Network
    filter: Network
    family: Family = LONDON

    def of(self, role: str) -> Network:
        """The network that plays "mrx" or "detectives"."""
        return self.mrx if role == "mrx" else self.detectives

    def sharpen(self, factor: float) -> None:
        """Multiply the scores of both roles' actions in place: above 1 they leave less to chance, likelier ones gain."""
        for network in (self.mrx, self.detectives):
            network.sharpen(factor)

    def copy(self) -> "Brain":
        """A brain of its own, equal to this one."""
        return brain_from({name: array.copy() for name, array in brain_arrays(self).items()}, self.family)


def fresh_brain(rng: np.random.Generator, hidden: int = 64, filter_hidden: int = 32, family: Family = LONDON) -> Brain:
    """A brain that knows nothing: it plays nearly uniformly, and its belief is nearly what flows along the lines."""
    mrx, detectives = (fresh(family.inputs[role], hidden, rng) for role in ("mrx", "detectives"))
    return Brain(mrx, detectives, fresh(family.inputs["filter"], filter_hidden, rng), family)


def save_brain(brain: Brain, path: Path, facts: Mapping[str, Any] | None = None) -> None:
    """Write a brain as safetensors, whole or not at all; `facts` (what JSON can hold) say where it comes from."""
    write_arrays(path, brain_arrays(brain), {"format": brain.family.format, "facts": json.dumps(dict(facts or {}))})


def load_brain(path: Path) -> tuple[Brain, dict[str, Any]]:
    """A brain and its facts, as :func:`save_brain` wrote them. No code in the file is run.

    Raises:
        ValueError: no such file, another format, a missing, needless or ill-shaped array; the message says which.
    """
    arrays, metadata = read_arrays(path, "a file of weights")
    family = FAMILIES.get(metadata.get("format", ""))
    if family is None:
        raise ValueError(f"{path} is of format {metadata.get('format')!r}; this version reads {known_formats()}.")
    return _checked_brain(arrays, family, path), json.loads(metadata.get("facts", "{}"))


def known_formats() -> str:
    """The formats that this version reads, for messages."""
    return " and ".join(repr(name) for name in FAMILIES)


def brain_arrays(brain: Brain) -> Arrays:
    """The arrays of a brain, not copied, by names such as "mrx.w1"."""
    return {f"{role}.{name}": array for role in NETWORKS for name, array in getattr(brain, role)._asdict().items()}


def brain_from(arrays: Arrays, family: Family) -> Brain:
    """The brain of :func:`brain_arrays`."""
    mrx, detectives, filter_ = (Network(*(arrays[f"{role}.{name}"] for name in Network._fields)) for role in NETWORKS)
    return Brain(mrx, detectives, filter_, family)


def _checked_brain(arrays: Arrays, family: Family, path: Path) -> Brain:
    expected = {f"{role}.{name}" for role in NETWORKS for name in Network._fields}
    if arrays.keys() != expected:
        raise ValueError(f"{path} has arrays that do not belong, or lacks some: {sorted(arrays.keys() ^ expected)}.")
    brain = brain_from(arrays, family)
    for role, inputs in family.inputs.items():
        try:
            getattr(brain, role).check(inputs)
        except ValueError as error:
            raise ValueError(f"{path}, {role}: {error}") from error
    return brain
