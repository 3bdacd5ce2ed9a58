"""`random`: a legal action, drawn uniformly."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sy_env.editions import AnyEdition
from sy_env.policies.policy import Policy, Request


@dataclass(frozen=True)
class Uniform:
    """Draws every decision uniformly from its legal actions; a declaration of a double move counts as one of them."""

    name: str = "random"

    def act(self, request: Request) -> NDArray[np.int32]:
        """Legal actions, int32 (n,)."""
        actions = np.empty(len(request), np.int32)
        game = request.game
        game.loops.sample(request.games, game.tables, np.arange(len(request)), request.seeds, actions)
        return actions


def make(edition: AnyEdition, role: str, argument: str = "") -> Policy:
    """The uniform policy; it plays every role of every edition."""
    return Uniform()
