"""Checkpoints: everything that a training run needs to go on exactly where it was, as one safetensors file of arrays."""

import json
from pathlib import Path
from typing import Any

import torch

from sy_agents.arrays import Arrays, read_arrays, write_arrays


def nested(arrays: Arrays, prefix: str) -> Arrays:
    """The arrays whose names begin with `prefix` and a slash, without it."""
    return {name.removeprefix(prefix + "/"): array for name, array in arrays.items() if name.startswith(prefix + "/")}


def prefixed(arrays: Arrays, prefix: str) -> Arrays:
    """The arrays under names that begin with `prefix` and a slash."""
    return {f"{prefix}/{name}": array for name, array in arrays.items()}


def optimiser_arrays(optimiser: torch.optim.Optimizer) -> Arrays:
    """The state of an optimiser."""
    states = optimiser.state_dict()["state"]
    return {f"{i}.{name}": value.numpy() for i, state in states.items() for name, value in state.items()}


def restore_optimiser(optimiser: torch.optim.Optimizer, arrays: Arrays) -> None:
    """Go on from :func:`optimiser_arrays`."""
    words = optimiser.state_dict()
    states: dict[int, dict[str, torch.Tensor]] = {}
    for key, array in arrays.items():
        number, _, name = key.partition(".")
        states.setdefault(int(number), {})[name] = torch.from_numpy(array.copy())
    optimiser.load_state_dict({**words, "state": states})


def write_checkpoint(path: Path, arrays: Arrays, facts: dict[str, Any]) -> None:
    """Write a checkpoint, whole or not at all; `facts` are what JSON can hold."""
    write_arrays(path, arrays, {"facts": json.dumps(facts)})


def read_checkpoint(path: Path) -> tuple[Arrays, dict[str, Any]]:
    """What :func:`write_checkpoint` wrote. No code in the file is run.

    Raises:
        ValueError: it is no such file.
    """
    arrays, metadata = read_arrays(path, "a checkpoint")
    if "facts" not in metadata:
        raise ValueError(f"{path} is not a checkpoint: it has no facts.")
    return arrays, json.loads(metadata["facts"])
