"""How an option is checked: its annotation says what is allowed, one function reads it."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import index
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from sy_env.errors import one_of


class EditionError(ValueError):
    """An edition that cannot be played. The message names the option, its value and what is allowed."""


@dataclass(frozen=True)
class Between:
    """Annotation of numbers, or of tuples of whole ones: the smallest and the largest that are allowed."""

    low: int
    high: int


@dataclass(frozen=True)
class Increasing:
    """Annotation of a tuple that stands for a set: it is sorted, and each value kept once."""


def checked(name: str, value: object, hint: Any) -> Any:
    """The value of an option, brought into the form that its annotation asks for.

    Args:
        name: the option.
        value: what was given; any iterable of whole numbers will do for a tuple.
        hint: bool, str, a Literal, or an int, float or tuple of int annotated with `Between`; perhaps `| None`.

    Raises:
        EditionError: the value is not allowed.
    """
    kind, marks = _unwrapped(hint)
    if get_origin(kind) not in (Union, UnionType):
        return _checked(name, value, kind, marks)
    if value is None:
        return None
    try:
        return _checked(name, value, get_args(kind)[0], marks)
    except EditionError as error:
        raise EditionError(f"{error} None is allowed too.") from None


def rules(owner: type) -> Mapping[str, Any]:
    """The annotations of a class, in full, by the names of its fields."""
    return get_type_hints(owner, include_extras=True)


def check_known(given: Iterable[str], known: Iterable[str]) -> None:
    """Refuse the name of an option that does not exist.

    Raises:
        EditionError: naming the nearest that does.
    """
    names = tuple(known)
    for name in given:
        if name not in names:
            raise EditionError(one_of("option", name, names))


def _unwrapped(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    marks = getattr(hint, "__metadata__", ())
    return (hint.__origin__, marks) if marks else (hint, ())


def _checked(name: str, value: object, kind: Any, marks: tuple[Any, ...]) -> Any:
    if get_origin(kind) is Literal:
        return _word(name, value, get_args(kind))
    if kind is bool:
        return _flag(name, value)
    if kind is str:
        return _text(name, value)
    limits = next(mark for mark in marks if isinstance(mark, Between))
    if kind is int:
        return _whole(name, value, limits)
    if kind is float:
        return _real(name, value, limits)
    return _numbers(name, value, limits, get_args(kind), Increasing() in marks)


def _word(name: str, value: object, allowed: tuple[Any, ...]) -> object:
    if not isinstance(value, str) or value not in allowed:
        raise EditionError(one_of(name, value, allowed))
    return value


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise EditionError(one_of(name, value, (False, True)))
    return value


def _text(name: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise EditionError(f"{name} {value!r} is not a word.")
    return value


def _whole(name: str, value: object, limits: Between) -> int:
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        number = limits.low - 1
    if isinstance(value, bool) or not limits.low <= number <= limits.high:
        raise EditionError(f"{name} {value!r} is not a whole number in {limits.low}..{limits.high}.")
    return number


def _real(name: str, value: Any, limits: Between) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if isinstance(value, bool | str) or not limits.low <= number <= limits.high:
        raise EditionError(f"{name} {value!r} is not a number in {limits.low}..{limits.high}.")
    return number


def _numbers(name: str, value: Any, limits: Between, parts: tuple[Any, ...], as_set: bool) -> tuple[int, ...]:
    size = None if Ellipsis in parts else len(parts)
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise EditionError(f"{name} {value!r} is not a row of whole numbers in {limits.low}..{limits.high}.")
    numbers = tuple(_whole(f"{name}: the entry", entry, limits) for entry in value)
    if size is not None and len(numbers) != size:
        raise EditionError(f"{name} {value!r} has {len(numbers)} entries; allowed are {size}.")
    return tuple(sorted(set(numbers))) if as_set else numbers
