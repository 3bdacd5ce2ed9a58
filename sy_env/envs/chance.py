"""Chance, outcome by outcome: what a deal or a roll can come to, how likely each outcome is, and how one is applied.

The engine draws these from a game's stream; solvers and tree searches enumerate them here. A game begins with a deal, card by
card (tile by tile), so that no point of chance has more outcomes than there are cards.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from sy_env.engine import Array, Game
from sy_env.envs.events import CHANCE, MRX_ONLY, OPEN, Event, Sight
from sy_env.errors import PositionError
from sy_env.jit import readable

Outcomes = list[tuple[int, float]]  # numbers, ascending, and their probabilities
Deal = tuple[int, ...]

ROW = np.zeros(1, np.int64)


def even(numbers: Iterable[int]) -> Outcomes:
    """These numbers, all equally likely."""
    found = sorted(numbers)
    return [(number, 1 / len(found)) for number in found]


class Chance:
    """The chance of a London game without the app: start cards, Mister X's first. Others differ from it where they have to.

    Records are of shape (1,), and methods that change one change it in place.

    Attributes:
        kinds: words for the outcomes of chance.
        most_outcomes: outcomes are below this number.
        most_points: how often chance can decide in a game at most, deals that are thrown away set aside.
    """

    kinds: tuple[str, ...] = ("start",)
    most_outcomes = 256

    def __init__(self, game: Game, position: Any = None) -> None:
        """The chance of games of `game`, which begin with a deal, or in a position if one is given.

        Raises:
            PositionError: it is not legal.
        """
        self.game = game
        self.edition = game.edition
        self.position = position
        self.most_points = len(game.seats)
        self.hidden_starts = [] if position is None else self._hidden_starts()

    # -- how a game begins

    def deal(self, deal: Deal) -> Outcomes:
        """What the next card can be after those of `deal`; nothing when all are dealt.

        A position has one card, Mister X's station, if he can be on several.
        """
        if self.position is not None:
            return [] if deal else even(self.hidden_starts)
        return self._next_card(deal)

    def _next_card(self, deal: Deal) -> Outcomes:
        if self.edition.fixed_starts is not None or len(deal) == len(self.game.seats):
            return []
        own = self.edition.mrx_start_cards
        cards = self.edition.start_cards if deal or own is None else own
        return even(set(cards) - set(deal))

    def dealt(self, deal: Deal, outcome: int) -> Event:
        """The event of an outcome of :meth:`deal`."""
        return Event(CHANCE, "start", str(outcome), outcome, OPEN if deal else MRX_ONLY)

    def begin(self, deal: Deal) -> Array:
        """The record (1,) of a game with that deal, as far as chance lets it go."""
        record = readable(np.zeros(1, self.game.record))
        if self.position is None:
            self._begin_dealt(record, deal)
        else:
            stations = (*deal, *self.position.stations[len(deal) :])
            self.game.place(replace(self.position, stations=stations), record)
            record["draws"] = 0
        return record

    def _begin_dealt(self, record: Array, deal: Deal) -> None:
        cards = np.zeros((1, record["station"].shape[1]), np.uint8)
        cards[0, : len(self.game.seats)] = self.edition.fixed_starts or deal
        self._begin_on(record, cards)

    def _begin_on(self, record: Array, cards: Array) -> None:
        self.game.loops.deal_given(record, self.game.tables, ROW, cards)

    def _hidden_starts(self) -> list[int]:
        """The stations among which Mister X's is hidden in the position; none if there is only one."""
        words = self.begin(())["possible"][0].tolist()
        stations = [64 * w + bit for w, word in enumerate(words) for bit in range(64) if word >> bit & 1]
        fitting = [station for station in stations if self._can_begin_on(station)]
        return fitting if len(fitting) > 1 else []

    def _can_begin_on(self, station: int) -> bool:
        try:
            self.begin((station,))
        except PositionError:
            return False
        return True

    # -- on the way

    def due(self, record: Array) -> Outcomes:
        """The outcomes of the chance that is due in a game; nothing when somebody is to decide, or the game is over."""
        return []

    def resolve(self, record: Array, outcome: int) -> None:
        """Go on with an outcome of the chance that is due."""

    def drawn(self, record: Array, outcome: int) -> Event:
        """The event of an outcome of :meth:`due`."""
        raise NotImplementedError("Nothing is left to chance after the deal.")

    def act(self, record: Array, action: int) -> None:
        """Let the mover act, as far as chance lets the game go."""
        self.game.loops.advance(record, self.game.tables, ROW, np.array([action], np.int32))

    def sight(self, seat: int, kind: str) -> Sight:
        """What the sides see of an action of that kind."""
        return OPEN if seat else MRX_ONLY

    def shown(self, record: Array) -> Array:
        """The record from which observations are made while chance is due."""
        return record

    @property
    def most_decisions(self) -> int:
        """The most decisions that a game can have."""
        edition = self.edition
        choices = 2 if edition.order == "any" and self.game.control == "team" else 1
        return int(most_rounds(edition) * (1 + choices * edition.pursuers) + 2 * edition.mrx_double)


def most_rounds(edition: Any) -> int:
    """The most rounds that a London game can have."""
    return int(edition.rounds if edition.game_length == "rounds" else edition.fields)


def chance_of(game: Any, position: Any = None) -> Chance:
    """The chance of a game.

    Raises:
        PositionError: the position is not legal.
    """
    if hasattr(game.edition, "tiles"):
        from sy_env.envs.hunting_chance import HuntingChance  # kernels are loaded where they are needed

        return HuntingChance(game, position)
    if game.edition.app is not None:
        from sy_env.envs.app_chance import AppChance

        return AppChance(game, position)
    return Chance(game, position)
