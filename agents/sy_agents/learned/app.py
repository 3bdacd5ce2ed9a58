"""Learned detectives where Master's app is in play: the networks of the London games for moves, greedy's rules for the app.

The networks know nothing of the app, but the belief takes in its answers: no station is believed that the record rules out. What
greedy asks and whom it hears, this player does too; its moves are the networks'. There is no such Mister X: the networks do not
know that he has to reach meeting points, and draw him to his end.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sy_agents.greedy import Greedy
from sy_agents.learned.player import Learned
from sy_env.policies import Request


@dataclass(frozen=True)
class LearnedWithApp:
    """A player of the pursuers of London games with the app.

    Attributes:
        learned: the player whose networks decide about moves.
    """

    learned: Learned
    _greedy: Greedy = field(default_factory=Greedy, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """How tables call it."""
        return self.learned.name

    def act(self, request: Request) -> NDArray[np.int32]:
        """Legal actions, int32 (n,); 0 in finished games."""
        actions = self._greedy.act(request)
        moves = np.flatnonzero(actions < request.game.actions.index("pass"))  # what concerns the app comes behind it
        if len(moves):
            actions[moves] = self.learned.act(Request(request.game, request.games[moves], request.seeds[moves]))
        return actions
