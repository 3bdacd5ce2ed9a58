"""The observation as a table: which entries mean what. Code, documentation and tests read the same table."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Row = tuple[str, tuple[int, ...], int, int, str]  # name, shape, low, high, meaning of a field


@dataclass(frozen=True)
class Field:
    """One named part of an observation vector.

    Attributes:
        name: its name.
        start: index of its first entry.
        shape: its shape when cut out of the vector and reshaped (C order).
        low: smallest value of an entry.
        high: largest value of an entry.
        meaning: what it tells, with units.
    """

    name: str
    start: int
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        """Number of entries."""
        return int(np.prod(self.shape))

    @property
    def slice(self) -> slice:
        """Where the field lies in the vector."""
        return slice(self.start, self.start + self.size)


@dataclass(frozen=True)
class Layout:
    """The fields of an observation, in order, without gaps. Two layouts of one name and version are equal."""

    name: str
    version: int
    fields: tuple[Field, ...]

    @cached_property
    def _by_name(self) -> dict[str, Field]:
        return {field.name: field for field in self.fields}

    @property
    def size(self) -> int:
        """Number of entries of the observation (int8)."""
        last = self.fields[-1]
        return last.start + last.size

    @property
    def low(self) -> NDArray[np.int8]:
        """Smallest values, int8 of shape (size,): the lower bound of the Box space."""
        return np.concatenate([np.full(field.size, field.low, np.int8) for field in self.fields])

    @property
    def high(self) -> NDArray[np.int8]:
        """Largest values, int8 of shape (size,): the upper bound of the Box space."""
        return np.concatenate([np.full(field.size, field.high, np.int8) for field in self.fields])

    def __getitem__(self, name: str) -> Field:
        """The field of that name.

        Raises:
            KeyError: there is none; the message lists those that exist.
        """
        try:
            return self._by_name[name]
        except KeyError:
            raise KeyError(f"No field {name!r} in layout {self.name!r}; it has {', '.join(self._by_name)}.") from None

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def unflatten(self, observation: NDArray[np.int8]) -> dict[str, NDArray[np.int8]]:
        """Views of `observation` (..., size) by field name, each of shape (..., *field.shape).

        Raises:
            ValueError: the last dimension is not `size`.
        """
        if observation.shape[-1] != self.size:
            raise ValueError(f"An observation of layout {self.name!r} has {self.size} entries, not {observation.shape[-1]}.")
        lead = observation.shape[:-1]
        return {field.name: observation[..., field.slice].reshape(lead + field.shape) for field in self.fields}

    def table(self) -> str:
        """The layout as a Markdown table."""
        rows = ["| entries | name | shape | range | meaning |", "|---|---|---|---|---|"]
        for field in self.fields:
            where = f"{field.start}..{field.start + field.size - 1}" if field.size > 1 else str(field.start)
            shape = " x ".join(map(str, field.shape))
            rows.append(f"| {where} | `{field.name}` | {shape} | {field.low}..{field.high} | {field.meaning} |")
        return "\n".join(rows)


def build_layout(name: str, version: int, rows: list[Row]) -> Layout:
    """A layout from rows of (name, shape, low, high, meaning), laid end to end."""
    fields = []
    start = 0
    for field_name, shape, low, high, meaning in rows:
        fields.append(Field(field_name, start, shape, low, high, meaning))
        start += fields[-1].size
    return Layout(name, version, tuple(fields))
