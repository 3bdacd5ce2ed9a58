"""What happens in a game, as an event: who did what, and which side gets to know how much of it."""

from typing import NamedTuple

CHANCE = -1
NOTHING, KIND, ALL = range(3)  # how much of an event a side sees
HIDDEN = "?"

Sight = tuple[int, int]  # of Mister X, of the pursuers
OPEN: Sight = (ALL, ALL)
MRX_ONLY: Sight = (ALL, KIND)


class Event(NamedTuple):
    """An action, or an outcome of chance.

    Attributes:
        seat: who acted; CHANCE for nobody.
        kind: the word that its text begins with.
        argument: the rest of its text.
        number: the argument as a number from 1 (0: there is none), below 1024.
        sight: what Mister X and the pursuers see of it: NOTHING, its KIND alone, or ALL.
    """

    seat: int
    kind: str
    argument: str
    number: int
    sight: Sight

    def seen_by(self, seat: int) -> int:
        """How much of it the side of that seat sees."""
        return self.sight[min(seat, 1)]

    def text_for(self, seat: int) -> str:
        """What a seat sees of it, as text: "" for nothing."""
        sees = self.seen_by(seat)
        if sees == NOTHING:
            return ""
        return f"{self.kind} {self.argument if sees == ALL else HIDDEN}" if self.argument else self.kind

    def looks_like(self, other: "Event", seat: int) -> bool:
        """Whether a seat that saw one of them cannot tell which it was."""
        return self.seat == other.seat and self.text_for(seat) == other.text_for(seat)
