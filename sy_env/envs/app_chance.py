"""Chance in games with Master's app, outcome by outcome: start cards, meeting points, offers of investigations, masts."""

from typing import Any

import numpy as np

from sy_env.editions.app import INVESTIGATIONS, MASTS
from sy_env.engine import Array
from sy_env.envs.chance import ROW, Chance, Deal, Outcomes, most_rounds
from sy_env.envs.events import ALL, CHANCE, NOTHING, OPEN, Event, Sight
from sy_env.london import app_chance as loops
from sy_env.london.app_state import APP_PHASES


class AppChance(Chance):
    """Meeting points, offers and masts are drawn beside the start cards, and not everybody sees them."""

    kinds = ("start", "meeting_point", "offer", "mast")

    def __init__(self, game: Any, position: Any = None) -> None:
        super().__init__(game, position)
        app = self.edition.app
        self._of_points: Sight = OPEN if app.mp_visible_to_detectives else (ALL, NOTHING)
        self._of_answers: Sight = OPEN if app.investigations_public else (NOTHING, ALL)
        self.most_points += len(app.mp_rounds) + 2 * most_rounds(self.edition)
        self._values, self._weights = np.zeros(self.most_outcomes, np.int64), np.zeros(self.most_outcomes)

    def begin(self, deal: Deal) -> Array:
        """The record (1,) of a game with that deal, as far as chance lets it go."""
        record = super().begin(deal)
        loops.undraw(record, self.game.tables, ROW)  # positions are set up as far as the first decision
        return record

    def _begin_on(self, record: Array, cards: Array) -> None:
        loops.begin(record, self.game.tables, ROW, cards)

    def due(self, record: Array) -> Outcomes:
        """The outcomes of the chance that is due in a game; nothing when somebody is to decide, or the game is over."""
        n = loops.outcomes(record, self.game.tables, 0, self._values, self._weights)
        found = zip(self._values[:n].tolist(), self._weights[:n].tolist(), strict=True)
        return sorted((value, weight) for value, weight in found if weight > 0)

    def resolve(self, record: Array, outcome: int) -> None:
        """Go on with an outcome of the chance that is due."""
        loops.resolve(record, self.game.tables, ROW, np.array([outcome], np.int64))
        record["drawn"], record["undrawn"] = 0, 0  # nobody takes it back

    def drawn(self, record: Array, outcome: int) -> Event:
        """The event of an outcome of :meth:`due`."""
        kind = APP_PHASES[int(record["phase"][0])]
        if kind == "mast":
            return Event(CHANCE, kind, MASTS[outcome], outcome + 1, (NOTHING, NOTHING))
        if kind == "offer":
            offered = [word for bit, word in enumerate(INVESTIGATIONS) if outcome >> bit & 1]
            return Event(CHANCE, kind, " ".join(offered or ["none"]), outcome, self._of_answers)
        return Event(CHANCE, kind, str(outcome or "none"), outcome, self._of_points)

    def act(self, record: Array, action: int) -> None:
        """Let the mover act, as far as chance lets the game go."""
        loops.decide(record, self.game.tables, ROW, np.array([action], np.int64))

    def sight(self, seat: int, kind: str) -> Sight:
        """What the sides see of an action of that kind."""
        return self._of_answers if kind in ("investigate", "decline", "witness") else super().sight(seat, kind)

    @property
    def most_decisions(self) -> int:
        """The most decisions that a game can have: an investigation a round, and perhaps a choice among witnesses."""
        return super().most_decisions + 2 * most_rounds(self.edition)
