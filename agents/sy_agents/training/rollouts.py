"""Rollouts: games that the learner plays with itself and with its opponents, kept decision by decision."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sy_agents.learned.app import decided_by_rules, has_app
from sy_agents.learned.brain import Brain
from sy_agents.learned.families import Family, family_of
from sy_agents.learned.networks import Network
from sy_agents.learned.thinking import Decisions, HiddenMoves
from sy_env.editions import AnyEdition
from sy_env.engine import Array, BatchedGame
from sy_env.episode import DETECTIVES, MRX
from sy_env.making import make_game
from sy_env.policies import ROLES, Policy, Request

SELF, PAST_MRX, PAST_DETECTIVES, GREEDY_MRX, GREEDY_DETECTIVES = range(5)
"""Who plays a game: the learner both roles, or an opponent one of them."""

SEATINGS = ("self", "past_mrx", "past_detectives", "greedy_mrx", "greedy_detectives")
"""What logs call them."""


def critic_features(family: Family) -> tuple[str, ...]:
    """What the critic sees: the position, and who plays, for the same position is worth more against a weaker side."""
    return (*family.critic, *SEATINGS)


@dataclass
class Seating:
    """Who plays at the tables of a rollout.

    Attributes:
        learner: the brain that learns.
        past: the earlier brains that play Mister X and the detectives.
        greedy: the scripted players of both roles.
        shares: of the games by seating, in sum 1.
        past_filter: the filter of the earlier brains; None: they use the learner's, which saves keeping a second belief.
    """

    learner: Brain
    past: tuple[Brain, Brain]
    greedy: tuple[Policy, Policy]
    shares: NDArray[np.float64]
    past_filter: Network | None = None


@dataclass
class Choices:
    """The learner's decisions of one role, one after the other.

    Attributes:
        parts: what the kernels kept.
        times, games: int64 arrays, a part each: the step and the game of every decision.
    """

    parts: list[Decisions] = field(default_factory=list)
    times: list[Array] = field(default_factory=list)
    games: list[Array] = field(default_factory=list)


@dataclass
class Rollout:
    """T steps of N games.

    Attributes:
        positions: float32 (T + 1, N, critic features), what the critic sees.
        rewards: float32 (T, N), of the detectives.
        over: bool (T, N), whether the game ended by the step.
        choices: by role.
        hidden: Mister X's hidden moves.
        results: (seating, winner) of each game that ended.
    """

    positions: NDArray[np.float32]
    rewards: NDArray[np.float32]
    over: NDArray[np.bool_]
    choices: dict[str, Choices]
    hidden: list[HiddenMoves]
    results: list[tuple[int, int]]


class Table:
    """Games of one edition; they go on from one rollout to the next."""

    def __init__(self, edition: AnyEdition, games: int, seed: int, rng: np.random.Generator) -> None:
        """Deal the games.

        Args:
            edition: what is played.
            games: how many side by side.
            seed: game i is dealt from `seed + i`.
            rng: draws everything else.
        """
        self.game = make_game(edition, "individual")
        self.batch = BatchedGame(self.game, games, seed, autoreset=False)
        self.family = family_of(edition)
        self.thinking = self.family.thinking(self.game)
        self.with_app = has_app(edition)
        self.beliefs = self.thinking.new_beliefs(games)
        self.past_beliefs = self.thinking.new_beliefs(games)
        self.seating = np.zeros(games, np.int64)
        self.rng = rng
        self._rows = np.arange(games)
        self._waiting = np.empty(games, np.int64)

    def roll(self, steps: int, seating: Seating) -> Rollout:
        """Play `steps` decisions of every game."""
        n = len(self._rows)
        rollout = Rollout(
            np.empty((steps + 1, n, len(critic_features(self.family))), np.float32),
            np.zeros((steps, n), np.float32),
            np.zeros((steps, n), np.bool_),
            {role: Choices() for role in ROLES},
            [],
            [],
        )
        for t in range(steps):
            rollout.hidden.append(self._follow(seating, rollout.positions[t], keep=True))
            actions = np.zeros(n, np.int32)
            for role in ROLES:
                self._act(role, seating, rollout, t, actions)
            self.game.loops.advance(self.batch.games, self.game.tables, self._rows, actions)
            self._end_games(rollout, t, seating)
        self._follow(seating, rollout.positions[steps], keep=False)
        return rollout

    def _follow(self, seating: Seating, positions: Array, keep: bool) -> HiddenMoves:
        hidden = self.thinking.follow(self.beliefs, self.batch.games, seating.learner.filter, keep)
        if seating.past_filter is not None:
            self.thinking.follow(self.past_beliefs, self.batch.games, seating.past_filter)
        self.thinking.describe_positions(self.beliefs, self.batch.games, positions)
        positions[self._rows, len(self.family.critic) + self.seating] = 1.0
        return hidden

    def _act(self, role: str, seating: Seating, rollout: Rollout, t: int, actions: Array) -> None:
        """Write the actions of the games in which the role is to move; keep those of the learner."""
        number = ROLES.index(role)
        count = self.game.loops.waiting_for(self.batch.games, self._rows, number == 1, self._waiting)
        waiting = self._waiting[:count]
        seats = self.seating[waiting]
        past = waiting[seats == (PAST_MRX, PAST_DETECTIVES)[number]]
        greedy = waiting[seats == (GREEDY_MRX, GREEDY_DETECTIVES)[number]]
        own = waiting[~np.isin(seats, ((PAST_MRX, GREEDY_MRX), (PAST_DETECTIVES, GREEDY_DETECTIVES))[number])]
        if self.with_app:
            past, greedy, own = self._leave_to_rules(past, greedy, own)
        if len(own):
            made = self._decide(seating.learner, role, self.beliefs, seating.learner.filter, own, keep=True)
            made.trim()
            rollout.choices[role].parts.append(made)
            rollout.choices[role].times.append(np.full(len(own), t))
            rollout.choices[role].games.append(own)
            actions[own] = made.actions
        if len(past):
            beliefs, filter_ = self._past_belief(seating)
            actions[past] = self._decide(seating.past[number], role, beliefs, filter_, past).actions
        if len(greedy):
            request = Request(self.game, self.batch.redacted(greedy), self._words(len(greedy)))
            actions[greedy] = seating.greedy[number].act(request)

    def _leave_to_rules(self, past: Array, greedy: Array, own: Array) -> tuple[Array, Array, Array]:
        """The same games by who decides, but those in which the team decides about the app go to greedy."""
        ruled = [decided_by_rules(self.batch.games["phase"][rows]) for rows in (past, own)]
        greedy = np.concatenate([greedy, past[ruled[0]], own[ruled[1]]])
        return past[~ruled[0]], greedy, own[~ruled[1]]

    def _decide(self, brain: Brain, role: str, beliefs: Array, filter_: Network, rows: Array, keep: bool = False) -> Decisions:
        """Let a brain draw actions in some games, in all of which a role is to move."""
        games, which = self.batch.games, rows
        if self.with_app and role == "mrx":  # he does not know what the app answers the pursuers
            games, beliefs, which = self.batch.redacted(rows), beliefs[rows], np.arange(len(rows))
        return self.thinking.decide(beliefs, games, which, brain.of(role), filter_, self._words(len(rows)), keep)

    def _past_belief(self, seating: Seating) -> tuple[Array, Network]:
        if seating.past_filter is None:
            return self.beliefs, seating.learner.filter
        return self.past_beliefs, seating.past_filter

    def _words(self, n: int) -> NDArray[np.uint64]:
        return self.rng.integers(0, 2**64, n, np.uint64)

    def _end_games(self, rollout: Rollout, t: int, seating: Seating) -> None:
        games = self.batch.games
        winners = games["winner"]
        rollout.over[t] = winners > 0
        rollout.rewards[t] = np.where(winners == DETECTIVES, 1.0, np.where(winners == MRX, -1.0, 0.0))
        over = np.flatnonzero(rollout.over[t])
        rollout.results += zip(self.seating[over].tolist(), winners[over].tolist(), strict=True)
        if len(over):
            self.game.loops.deal(games, self.game.tables, over)
            self.beliefs["fields"][over] = self.past_beliefs["fields"][over] = -1
            self.seating[over] = self.rng.choice(len(seating.shares), len(over), p=seating.shares)

    # -- keeping

    def state(self) -> dict[str, Array]:
        """All that changes, as arrays."""
        return {"games": self.batch.games.view(np.uint8), "beliefs": self.beliefs.view(np.uint8), "seating": self.seating}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`state`."""
        self.batch.games.view(np.uint8)[...] = state["games"]
        self.beliefs.view(np.uint8)[...] = state["beliefs"]
        self.seating[...] = state["seating"]
