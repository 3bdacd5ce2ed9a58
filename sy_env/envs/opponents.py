"""Who plays the other role: one policy for all games, or one for each."""

import json
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sy_env.chance import keys_of, next_words
from sy_env.engine import Array, BatchedGame
from sy_env.errors import IllegalActionError
from sy_env.policies import Policy, Request, Uniform, load_policy

Opponent = str | Policy | Mapping[str, Any]
"""A name, a policy, or what `EnvSpec.to_json` makes of a policy that is a dataclass."""

_APART = np.uint64(0x5DEECE66D)  # sets the opponents' streams apart from the games' own


class Opponents:
    """The policies that decide for one role in a batch of games.

    Every row has a random stream of its own, apart from its game's: the same seed gives the same decisions in
    a batch of any size.
    """

    def __init__(self, batch: BatchedGame, role: str, opponent: Opponent) -> None:
        """Let `opponent` decide for `role` in all games of the batch."""
        self.role = role
        self._batch = batch
        self._policies = [self._loaded(opponent)]
        self._policy_of = np.zeros(batch.num_games, np.int64)
        self._keys = np.zeros(batch.num_games, np.uint64)
        self._counters = np.zeros(batch.num_games, np.uint64)
        self._waiting = np.zeros(batch.num_games, np.int64)

    @property
    def policies(self) -> tuple[Policy, ...]:
        """The policy of every row."""
        return tuple(self._policies[i] for i in self._policy_of)

    def replace(self, opponent: Opponent, rows: ArrayLike | None = None) -> None:
        """Let `opponent` decide from now on, in all games or in the given rows only.

        Raises:
            ValueError, TypeError: no such policy, or no such rows; nothing was changed.
        """
        policy = self._loaded(opponent)
        policies = list(self.policies)
        for row in range(len(policies)) if rows is None else self._checked_rows(rows):
            policies[row] = policy
        # Policies are told apart by identity: equality may cost anything, and those no longer used have to go.
        unique = {id(policy): policy for policy in policies}
        places = {identity: place for place, identity in enumerate(unique)}
        self._policies = list(unique.values())
        self._policy_of[:] = [places[id(policy)] for policy in policies]

    def _checked_rows(self, rows: ArrayLike) -> NDArray[np.int64]:
        array = np.asarray(rows)
        if array.size and not np.issubdtype(array.dtype, np.integer):
            raise TypeError(f"rows have to be integers, not {rows!r}.")
        if array.size and (array.min() < 0 or array.max() >= len(self._policy_of)):
            raise ValueError(f"rows {array.tolist()} have to lie in 0..{len(self._policy_of) - 1}.")
        return array.astype(np.int64).reshape(-1)

    def _loaded(self, opponent: Opponent) -> Policy:
        edition = self._batch.game.edition
        if not isinstance(opponent, Mapping):
            return load_policy(opponent, edition, self.role)
        policy = load_policy(str(opponent.get("name")), edition, self.role)
        if _in_words(policy) != json.dumps(dict(opponent), sort_keys=True):
            raise ValueError(f"Opponent {dict(opponent)} is not what its name alone stands for: give the policy itself.")
        return policy

    def seed(self, rows: Array, seeds: NDArray[np.uint64]) -> None:
        """Start the random streams of the rows anew, one seed a row."""
        keys = np.empty(len(rows), np.uint64)
        keys_of(seeds ^ _APART, keys)
        self._keys[rows] = keys
        self._counters[rows] = 0

    def play(self, rows: NDArray[np.int64]) -> None:
        """Play the rows on, without writing views, until the other role is to move or their games are over.

        Raises:
            IllegalActionError: a policy broke its promise.
        """
        games, tables, loops = self._batch.games, self._batch.game.tables, self._batch.game.loops
        if len(self._policies) == 1 and type(self._policies[0]) is Uniform:  # its decisions can be drawn on the spot
            loops.play_uniform(games, tables, rows, self.role == "detectives", self._keys, self._counters)
            return
        while n := loops.waiting_for(games, rows, self.role == "detectives", self._waiting):
            waiting = self._waiting[:n]
            loops.advance(games, tables, waiting, self._decisions(waiting))

    def _decisions(self, rows: NDArray[np.int64]) -> NDArray[np.int32]:
        game = self._batch.game
        words = np.empty(len(rows), np.uint64)
        next_words(self._keys, self._counters, rows, words)
        actions = self._asked(rows, self._batch.redacted(rows), words)
        j = game.loops.first_illegal(self._batch.games, game.tables, rows, actions)
        if j >= 0:
            policy = self._policies[self._policy_of[rows[j]]]
            raise IllegalActionError(f"Opponent {policy.name!r} chose the illegal action {actions[j]} in game {rows[j]}.")
        return actions

    def _asked(self, rows: NDArray[np.int64], records: Array, words: NDArray[np.uint64]) -> NDArray[np.int32]:
        game = self._batch.game
        if len(self._policies) == 1:
            return _answer(self._policies[0], Request(game, records, words))
        actions = np.empty(len(rows), np.int32)
        which = self._policy_of[rows]
        for index in np.unique(which):
            mine = np.flatnonzero(which == index)
            actions[mine] = _answer(self._policies[index], Request(game, records.take(mine), words[mine]))
        return actions


def _answer(policy: Policy, request: Request) -> NDArray[np.int32]:
    actions: Array = np.asarray(policy.act(request))
    if actions.shape != (len(request),) or not np.issubdtype(actions.dtype, np.integer):
        raise IllegalActionError(
            f"Opponent {policy.name!r} has to answer {len(request)} integers, not {actions.dtype} of shape {actions.shape}."
        )
    return np.ascontiguousarray(actions, np.int32)


def _in_words(policy: Any) -> str | None:
    """What JSON makes of a policy that is a dataclass; None of any other."""
    return json.dumps(asdict(policy), sort_keys=True) if is_dataclass(policy) and not isinstance(policy, type) else None
