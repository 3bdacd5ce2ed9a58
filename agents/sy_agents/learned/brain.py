"""A brain: the networks that play both roles, and the file that they are kept in."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sy_agents.arrays import Arrays, read_arrays, write_arrays
from sy_agents.learned import belief, mister_x, pursuers
from sy_agents.learned.networks import Network, fresh

FORMAT = "sy_agents.learned/2"
"""Name of the file format and of the features that the networks read; a change of either makes it another."""


class Brain(NamedTuple):
    """The networks of one learned player.

    Attributes:
        mrx: scores Mister X's actions.
        detectives: scores the pursuers' moves.
        filter: weighs the stations where Mister X can be; both roles use it.
    """

    mrx: Network
    detectives: Network
    filter: Network

    def of(self, role: str) -> Network:
        """The network that plays "mrx" or "detectives"."""
        return self.mrx if role == "mrx" else self.detectives

    def copy(self) -> "Brain":
        """A brain of its own, equal to this one."""
        return Brain(*(Network(*(array.copy() for array in network)) for network in self))


INPUTS = {"mrx": len(mister_x.FEATURES), "detectives": len(pursuers.FEATURES), "filter": len(belief.FEATURES)}
"""How many features each network reads."""


def fresh_brain(rng: np.random.Generator, hidden: int = 64, filter_hidden: int = 32) -> Brain:
    """A brain that knows nothing: it plays nearly uniformly, and its belief is nearly what flows along the lines."""
    mrx, detectives = (fresh(INPUTS[role], hidden, rng) for role in ("mrx", "detectives"))
    return Brain(mrx, detectives, fresh(INPUTS["filter"], filter_hidden, rng))


def save_brain(brain: Brain, path: Path, facts: Mapping[str, Any] | None = None) -> None:
    """Write a brain as safetensors, whole or not at all; `facts` (what JSON can hold) say where it comes from."""
    write_arrays(path, brain_arrays(brain), {"format": FORMAT, "facts": json.dumps(dict(facts or {}))})


def load_brain(path: Path) -> tuple[Brain, dict[str, Any]]:
    """A brain and its facts, as :func:`save_brain` wrote them. No code in the file is run.

    Raises:
        ValueError: no such file, another format, a missing, needless or ill-shaped array; the message says which.
    """
    arrays, metadata = read_arrays(path, "a file of weights")
    if metadata.get("format") != FORMAT:
        raise ValueError(f"{path} is of format {metadata.get('format')!r}; this version reads {FORMAT!r}.")
    return _checked_brain(arrays, path), json.loads(metadata.get("facts", "{}"))


def brain_arrays(brain: Brain) -> Arrays:
    """The arrays of a brain, not copied, by names such as "mrx.w1"."""
    return {f"{role}.{name}": array for role in brain._fields for name, array in getattr(brain, role)._asdict().items()}


def brain_from(arrays: Arrays) -> Brain:
    """The brain of :func:`brain_arrays`."""
    return Brain(*(Network(*(arrays[f"{role}.{name}"] for name in Network._fields)) for role in Brain._fields))


def _checked_brain(arrays: Arrays, path: Path) -> Brain:
    expected = {f"{role}.{name}" for role in INPUTS for name in Network._fields}
    if arrays.keys() != expected:
        raise ValueError(f"{path} has arrays that do not belong, or lacks some: {sorted(arrays.keys() ^ expected)}.")
    brain = brain_from(arrays)
    for role, inputs in INPUTS.items():
        try:
            getattr(brain, role).check(inputs)
        except ValueError as error:
            raise ValueError(f"{path}, {role}: {error}") from error
    return brain
