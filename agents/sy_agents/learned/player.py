"""The player of a brain: it rebuilds its belief from the redacted record, scores the legal actions, and draws one."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sy_agents.learned.brain import Brain
from sy_agents.learned.memory import Memory
from sy_agents.learned.thinking import Decisions, Thinking
from sy_env.engine import Array, Game
from sy_env.policies import Request


def role_of(request: Request) -> str:
    """The role that a request asks to play."""
    return "detectives" if (request.games["mover"] > 0).any() else "mrx"


@dataclass(frozen=True)
class Learned:
    """A player with a brain. Its belief follows from each record alone; those of earlier decisions are remembered to save time.

    Attributes:
        brain: its networks.
        name: how tables call it.
    """

    brain: Brain
    name: str = "learned"
    _thoughts: dict[Any, tuple[Thinking, Memory]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def act(self, request: Request) -> NDArray[np.int32]:
        """Legal actions, int32 (n,); 0 in finished games."""
        return self.decide(request, *self.believe(request)).actions

    def believe(self, request: Request) -> tuple[Thinking, Array]:
        """What thinks about the game of a request, and the pursuers' beliefs in its records, one a record."""
        thinking, memory = self._thoughts_on(request.game)
        beliefs = thinking.new_beliefs(len(request))
        keys = memory.recall(request.games, beliefs)
        thinking.follow(beliefs, request.games, self.brain.filter)
        memory.keep(keys, beliefs)
        return thinking, beliefs

    def decide(self, request: Request, thinking: Thinking, beliefs: Array, keep: bool = False) -> Decisions:
        """Decide with what :meth:`believe` found; `keep` the features of all actions."""
        network = self.brain.of(role_of(request))
        which = np.arange(len(request))
        return thinking.decide(beliefs, request.games, which, network, self.brain.filter, request.seeds, keep)

    def probabilities(self, request: Request) -> NDArray[np.float64]:
        """How likely it takes each action, float64 (n, A): its only one, or the first, where no network scores the actions."""
        return self.chances(request, *self.believe(request))

    def chances(self, request: Request, thinking: Thinking, beliefs: Array) -> NDArray[np.float64]:
        """:meth:`probabilities` with what :meth:`believe` found."""
        made = self.decide(request, thinking, beliefs, keep=True)
        made.trim()
        scores = self.brain.of(role_of(request)).scores(made.rows).astype(np.float64)
        found = np.zeros((len(request), request.game.actions.size))
        found[np.arange(len(request)), made.actions] = 1.0
        for row in np.flatnonzero(np.diff(made.bounds)):
            own = scores[made.bounds[row] : made.bounds[row + 1]]
            weights = np.exp(own - own.max())
            found[row, np.flatnonzero(request.action_mask[row])] = weights / weights.sum()
        return found

    def _thoughts_on(self, game: Game) -> tuple[Thinking, Memory]:
        key = (game.edition, game.control)
        if key not in self._thoughts:
            thinking = self.brain.family.thinking(game)
            self._thoughts[key] = (thinking, Memory(thinking))
        return self._thoughts[key]

    def __reduce__(self) -> Any:
        return Learned, (self.brain, self.name)
