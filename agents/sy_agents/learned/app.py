"""Learned players where Master's app is in play: the networks for moves and flights, greedy's rules for what the team decides.

What greedy asks, whom it hears and which piece it lets move first, this player does too; everything else is scored by the
networks. The belief takes in the app's answers: no station is believed that the record rules out.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sy_agents.greedy import Greedy
from sy_agents.learned.player import Learned
from sy_env.editions import AnyEdition, Edition
from sy_env.london.state import CHOOSE_PIECE, OVER
from sy_env.policies import Request


def has_app(edition: AnyEdition) -> bool:
    """Whether Master's app is in play."""
    return isinstance(edition, Edition) and edition.app is not None


def decided_by_rules(phases: NDArray[Any]) -> NDArray[np.bool_]:
    """Whether greedy's rules decide in games of these phases: on investigations and pieces."""
    ruled: NDArray[np.bool_] = (phases > OVER) | (phases == CHOOSE_PIECE)
    return ruled


@dataclass(frozen=True)
class LearnedWithApp:
    """A player of either role of London games with the app.

    Attributes:
        learned: the player whose networks decide about moves and flights.
    """

    learned: Learned
    _greedy: Greedy = field(default_factory=Greedy, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """How tables call it."""
        return self.learned.name

    def act(self, request: Request) -> NDArray[np.int32]:
        """Legal actions, int32 (n,); 0 in finished games."""
        actions = self.learned.act(request)
        rows = np.flatnonzero(decided_by_rules(request.games["phase"]))
        if len(rows):
            actions[rows] = self._greedy.act(Request(request.game, request.games[rows], request.seeds[rows]))
        return actions
