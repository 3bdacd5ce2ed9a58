"""Policy: the one protocol of all players, and how they are found by name."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from sy_env.editions import AnyEdition
from sy_env.engine import Array, Game
from sy_env.errors import one_of

GROUP = "sy_env.policies"
ROLES = ("mrx", "detectives")


@dataclass(frozen=True)
class Request:
    """Decisions that a policy is asked for: all of one role, of n games.

    Attributes:
        game: what is played: edition, tables, action and observation layouts.
        games: redacted records (n,): all that the movers may know, nothing else.
        seeds: uint64 (n,), a fresh random word for each decision: the only randomness a policy should use.
    """

    game: Game
    games: Array
    seeds: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.games)

    @cached_property
    def _views(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        n = len(self.games)
        mask = np.empty((n, self.game.actions.size), np.int8)
        observation = np.empty((n, self.game.layout.size), np.int8)
        self.game.loops.look(self.games, self.game.tables, np.arange(n), self.games["mover"].astype(np.int64), mask, observation)
        return mask, observation

    @property
    def action_mask(self) -> NDArray[np.int8]:
        """int8 (n, A): 1 for legal actions. Worked out when first asked for."""
        return self._views[0]

    @property
    def observation(self) -> NDArray[np.int8]:
        """int8 (n, D): what the movers see, as `game.layout` says. Worked out when first asked for."""
        return self._views[1]


@runtime_checkable
class Policy(Protocol):
    """A player of one role. It holds no state between calls: the same request gives the same actions."""

    @property
    def name(self) -> str:
        """How tables call it."""

    def act(self, request: Request) -> NDArray[np.int32]:
        """Legal actions, int32 (n,), for the movers of the n games of the request."""


def policy_names() -> tuple[str, ...]:
    """Names of all installed policies, sorted."""
    return tuple(sorted({entry.name for entry in entry_points(group=GROUP)} | {"random"}))


def load_policy(policy: "str | Policy", edition: AnyEdition, role: str) -> Policy:
    """The policy of that name for a role of an edition; a policy is returned as it is.

    Args:
        policy: a name, as in `policy_names()`, or "name:argument", such as "mcts:1000".
        edition: the edition that it will play.
        role: "mrx" or "detectives".

    Raises:
        ValueError: unknown name or role, or the policy does not play that role of that edition.
        TypeError: neither a name nor a policy.
    """
    if role not in ROLES:
        raise ValueError(one_of("role", role, ROLES) + ".")
    if not isinstance(policy, str):
        if not isinstance(policy, Policy):
            raise TypeError(f"{policy!r} is neither the name of a policy nor an object with `name` and `act(request)`.")
        return policy
    name, _, argument = policy.partition(":")
    return _factory(name)(edition, role, argument)


def _factory(name: str) -> Callable[[AnyEdition, str, str], Policy]:
    if name == "random":
        from sy_env.policies.uniform import make

        return make
    found: list[EntryPoint] = list(entry_points(group=GROUP, name=name))
    if not found:
        raise ValueError(one_of("policy", name, policy_names()) + ".")
    factory: Callable[[AnyEdition, str, str], Policy] = found[0].load()
    return factory
