"""MCTSOptions: every part of the search player by name, and how they are read from a player's argument."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from sy_env.errors import nearest, one_of

PLAYOUTS = 1000  # where no budget is given
STYLES = ("basic", "greedy")
SWITCHES = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}


@dataclass(frozen=True)
class MCTSOptions:
    """What a search player does; the defaults are those of Nijssen & Winands (CIG 2011) with every enhancement on.

    Attributes:
        playouts: budget of a decision, in playouts a tree, at least 1; None: 1,000, unless `seconds` is given.
        seconds: budget of a decision as time, above 0, instead of playouts; the choice then depends on the machine.
        playout: how games are played to their ends: "basic" (uniform) or "greedy" (epsilon-greedy).
        epsilon: share of a greedy playout's actions that are drawn uniformly, 0..1.
        c_hider: exploration constant of UCT at decisions of Mister X, at least 0.
        c_seekers: the same at decisions of the pursuers.
        limiting: pursuers draw Mister X's station from those where he can be; off: from all that are free of pursuers.
        categorization: Mister X's station is drawn with learned weights by its distance to the closest pursuer; off: uniformly.
        coalition: what a capture by another pursuer than the one that decides is worth less than 1, 0..1.
        filtering: in the tree Mister X keeps black tickets that would be wasted.
        trees: trees grown apart whose root visits are added up, at least 1; each has the whole budget.
        threads: threads that share the trees of all games of a request; 0: one a core. It does not change what is chosen.
    """

    playouts: int | None = None
    seconds: float | None = None
    playout: str = "greedy"
    epsilon: float = 0.2
    c_hider: float = 0.2
    c_seekers: float = 2.0
    limiting: bool = True
    categorization: bool = True
    coalition: float = 0.25
    filtering: bool = True
    trees: int = 1
    threads: int = 0

    def __post_init__(self) -> None:
        """Refuse what makes no sense; raises ValueError."""
        if self.playouts is not None and self.seconds is not None:
            raise ValueError(f"mcts: playouts={self.playouts} and seconds={self.seconds} are two budgets; give one.")
        if self.playouts is None and self.seconds is None:
            object.__setattr__(self, "playouts", PLAYOUTS)
        if self.playout not in STYLES:
            raise ValueError(one_of("mcts: playout", self.playout, STYLES) + ".")
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise ValueError(f"mcts: seconds={self.seconds} has to be above 0.")
        for name, least, most in _RANGES:
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                limit = f"in {least}..{most}" if most < _ANY else f"at least {least}"
                raise ValueError(f"mcts: {name}={value} has to be {limit}.")

    @staticmethod
    def parsed(argument: str) -> "MCTSOptions":
        """The options of an argument such as "10000", "seconds=1.5" or "playouts=1000,playout=basic"; "" gives the defaults.

        Raises:
            ValueError: an unknown option, a value that cannot be read or is out of range, or an option given twice.
        """
        given: dict[str, Any] = {}
        for number, word in enumerate(argument.split(",") if argument else ()):
            key, equals, text = (part.strip() for part in word.partition("="))
            if number == 0 and not equals:
                key, text = "playouts", key
            if key not in _READERS:
                raise ValueError(f"mcts: option {key!r} is not one of {', '.join(_READERS)}{nearest(key, _READERS)}.")
            if key in given:
                raise ValueError(f"mcts: {key} is given twice in {argument!r}.")
            given[key] = _read(key, text)
        return MCTSOptions(**given)


_ANY = 2**31 - 2
_RANGES = (
    ("playouts", 1, _ANY),
    ("epsilon", 0, 1),
    ("c_hider", 0, _ANY),
    ("c_seekers", 0, _ANY),
    ("coalition", 0, 1),
    ("trees", 1, 4096),
    ("threads", 0, 4096),
)


def _switch(text: str) -> bool:
    if text.lower() not in SWITCHES:
        raise ValueError(text)
    return SWITCHES[text.lower()]


_KINDS: dict[object, tuple[Callable[[str], Any], str]] = {
    int: (int, "a whole number"),
    int | None: (int, "a whole number"),
    float: (float, "a number"),
    float | None: (float, "a number"),
    bool: (_switch, "on or off"),
    str: (str, "a word"),
}
_READERS = {field.name: _KINDS[field.type] for field in fields(MCTSOptions)}


def _read(key: str, text: str) -> Any:
    read, kind = _READERS[key]
    try:
        return read(text)
    except ValueError:
        raise ValueError(f"mcts: {key}={text!r} has to be {kind}.") from None
