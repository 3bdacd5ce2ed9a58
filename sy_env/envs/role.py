"""One side of many games, the other side played by a policy: the common ground of the Gymnasium and SB3 doors."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sy_env.chance import keys_of, next_words
from sy_env.engine import Array, BatchedGame, Game
from sy_env.policies import Policy, Request, load_policy

MOST_REDRAWS = 1000
_OPPONENT = np.uint64(0x5DEECE66D)  # sets the opponent's streams apart from the games' own


class RoleGames:
    """N games in which the learner decides for one role.

    The arrays are live. Each row stands at a decision of the learner, or at the end of its game.

    Attributes:
        role: "mrx" or "detectives".
        action_mask: int8 (N, A), the learner's legal actions; all ones in a finished game.
        observation: int8 (N, D), what the learner's piece to move sees.
        rewards: float32 (N,), of the last step: +1 and -1 at the end of a game, else 0.
        terminated: bool (N,), games that are over.
        illegal: bool (N,), games that ended by an illegal action of the learner.
        redrawn: int64 (N,), games thrown away since the row's last reset because they ended before the learner's first decision.
    """

    def __init__(self, game: Game, num_games: int, role: str, opponent: str | Policy) -> None:
        """Games of `game`, not yet dealt: call :meth:`reset`."""
        self.game = game
        self.role = role
        self.seat = 0 if role == "mrx" else 1
        self.set_opponent(opponent)
        self.batch = BatchedGame(game, num_games, autoreset=False)
        self.action_mask = self.batch.action_mask
        self.observation = self.batch.observation
        self.rewards = np.zeros(num_games, np.float32)
        self.terminated = np.ones(num_games, np.bool_)
        self.illegal = np.zeros(num_games, np.bool_)
        self.redrawn = np.zeros(num_games, np.int64)
        self._keys = np.zeros(num_games, np.uint64)
        self._counters = np.zeros(num_games, np.uint64)
        self._waiting = np.zeros(num_games, np.int64)

    def set_opponent(self, opponent: "str | Policy | ArrayLike", rows: ArrayLike | None = None) -> None:
        """Let `opponent` (a name or a policy) play the other role from now on, in all games or in the given rows only."""
        other = "detectives" if self.role == "mrx" else "mrx"
        policy = load_policy(opponent, self.game.edition, other)  # type: ignore[arg-type]
        if rows is None:
            self._opponents: list[Policy] = [policy]
            self._opponent_of: NDArray[np.int64] | None = None
            return
        if self._opponent_of is None:
            self._opponent_of = np.zeros(self.batch.num_games, np.int64)
        if policy not in self._opponents:
            self._opponents.append(policy)
        self._opponent_of[np.asarray(rows)] = self._opponents.index(policy)

    @property
    def opponents(self) -> tuple[Policy, ...]:
        """The policies that play the other role."""
        return tuple(self._opponents)

    # -- starting

    def reset(self, rows: Array, seeds: ArrayLike | None = None, positions: list[Any] | None = None) -> None:
        """Start new games in the given rows and play to the learner's first decision.

        Args:
            rows: int64 indices.
            seeds: one seed a row; None: the rows' streams go on.
            positions: a position for each row to start from, instead of a deal.

        Raises:
            PositionError: a position is not legal, or over before the learner can act.
        """
        self.batch.reset(seeds, rows)
        if seeds is not None:
            keys = np.empty(len(rows), np.uint64)
            keys_of(np.asarray(seeds).astype(np.uint64) ^ _OPPONENT, keys)
            self._keys[rows] = keys
            self._counters[rows] = 0
        for row, position in zip(rows, positions or (), strict=False):
            self.batch.place(int(row), position)
        self.redrawn[rows] = 0
        self._play_opponent(rows)
        if positions is None:
            self._redraw(rows)
        self.illegal[rows] = False
        self.rewards[rows] = 0
        self._view(rows)

    def _redraw(self, rows: Array) -> None:
        over = rows[self.batch.games["winner"][rows] > 0]
        for _ in range(MOST_REDRAWS):
            if not len(over):
                return
            self.redrawn[over] += 1
            self.game.loops.deal(self.batch.games, self.game.tables, over)
            self._play_opponent(over)
            over = over[self.batch.games["winner"][over] > 0]
        raise ValueError(f"Games of this edition end before {self.role} can act: check its starts, tickets and board.")

    # -- stepping

    def step(self, rows: Array, actions: Array) -> None:
        """Step the given rows, whose games are not over, by the learner's actions and play to the learner's next decision.

        An illegal action ends its game: the learner gets -1.
        """
        legal = self.action_mask[rows, np.clip(actions, 0, self.game.actions.size - 1)] == 1
        legal &= (actions >= 0) & (actions < self.game.actions.size)
        if not legal.all():
            self.game.loops.forfeit(self.batch.games, rows[~legal])
            self.illegal[rows[~legal]] = True
            self.game.loops.advance(self.batch.games, self.game.tables, rows[legal], actions[legal])
        else:
            self.game.loops.advance(self.batch.games, self.game.tables, rows, actions)
        self._play_opponent(rows)
        self._view(rows)

    def _play_opponent(self, rows: Array) -> None:
        games, tables, loops = self.batch.games, self.game.tables, self.game.loops
        while True:
            n = loops.waiting_for(games, rows, self.role == "mrx", self._waiting)
            if n == 0:
                return
            waiting = self._waiting[:n]
            words = np.empty(n, np.uint64)
            next_words(self._keys, self._counters, waiting, words)
            loops.advance(games, tables, waiting, self._opponent_actions(waiting, words))

    def _opponent_actions(self, rows: Array, words: NDArray[np.uint64]) -> NDArray[np.int32]:
        records = self.batch.redacted(rows)
        if self._opponent_of is None:
            return self._opponents[0].act(Request(self.game, records, words))
        actions = np.empty(len(rows), np.int32)
        which = self._opponent_of[rows]
        for index in np.unique(which):
            mine = which == index
            actions[mine] = self._opponents[index].act(Request(self.game, records[mine], words[mine]))
        return actions

    def _view(self, rows: Array) -> None:
        """Show the rows to the learner: through the eyes of its piece to move, or of its first piece in a finished game."""
        batch = self.batch
        viewers = batch.games["mover"][rows]
        over = batch.games["winner"][rows] > 0
        viewers[over] = self.seat
        self.game.loops.view(batch.games, self.game.tables, rows, viewers, batch.action_mask, batch.observation, batch.to_move)
        self.terminated[rows] = over
        winner = batch.games["winner"][rows]
        mine, theirs = (1, 2) if self.role == "mrx" else (2, 1)
        self.rewards[rows] = (winner == mine).astype(np.float32) - (winner == theirs)
