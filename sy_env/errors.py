"""The errors of the package. Each names the value, what is allowed and, where there is one, the nearest right spelling."""

import difflib
from collections.abc import Iterable


class IllegalActionError(ValueError):
    """An action that the mover may not take. Nothing was changed."""


class GameOverError(RuntimeError):
    """A step in a game that has ended, or before the first reset. Nothing was changed."""


class PositionError(ValueError):
    """A position that cannot be set up. Nothing was changed."""


def nearest(word: str, allowed: Iterable[str]) -> str:
    """` (did you mean 'x'?)` for the nearest of the allowed words, case set aside, or nothing."""
    by_lower = {str(other).lower(): str(other) for other in allowed}
    found = difflib.get_close_matches(str(word).lower(), by_lower, n=1)
    return f" (did you mean {by_lower[found[0]]!r}?)" if found else ""


def one_of(what: str, value: object, allowed: Iterable[object]) -> str:
    """The sentence for a value that is none of the allowed ones."""
    words = [str(word) for word in allowed]
    return f"{what} {value!r} is not one of {', '.join(words)}{nearest(str(value), words)}"
