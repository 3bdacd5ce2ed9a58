"""Files of arrays: safetensors, written whole or not at all, read without running code."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from sy_agents.files import write_atomically

Arrays = dict[str, NDArray[Any]]


def write_arrays(path: Path, arrays: Arrays, metadata: Mapping[str, str]) -> None:
    """Write arrays and words about them."""
    whole = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    write_atomically(path, save(whole, dict(metadata)))


def read_arrays(path: Path, what: str) -> tuple[Arrays, dict[str, str]]:
    """The arrays of a file, and the words about them.

    Raises:
        ValueError: it cannot be read; `what` says in the message what it should be.
    """
    try:
        with safe_open(path, "numpy") as file:
            return {name: file.get_tensor(name) for name in file.keys()}, file.metadata() or {}  # noqa: SIM118  # it is no mapping
    except (OSError, SafetensorError) as error:
        raise ValueError(f"{path} is not {what}: {error}") from error
