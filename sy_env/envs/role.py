"""One role of many games, the other role played by a policy: the common ground of the Gymnasium and SB3 doors."""

from collections.abc import Mapping, Sequence
from math import log2
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction
from numpy.typing import ArrayLike, NDArray

from sy_env.editions import AnyEdition, edition_of
from sy_env.engine import Array, BatchedGame, Game
from sy_env.envs.opponents import Opponent, Opponents
from sy_env.episode import DETECTIVES, MRX, WINNERS
from sy_env.errors import PositionError, one_of
from sy_env.making import make_game

MOST_REDRAWS = 1000
ROLES = ("mrx", "detectives")
SHAPINGS = (None, "possible")
_WINNERS = np.array(WINNERS, object)

Rows = NDArray[np.int64]


class RoleGames:
    """N games in which the learner decides for one role.

    Each row stands at a decision of the learner, or at the end of its game. The arrays are live.

    Attributes:
        game: what is played.
        role: the learner's, "mrx" or "detectives".
        batch: the games; its `action_mask` and `observation` are the learner's.
        opponents: who plays the other role.
        rewards: float64 (N,), of the last step: +1 or -1 at the end of a game, 0 in a draw and before; shaping added.
        terminated: bool (N,), games that are over or not yet started.
        truncated: bool (N,), games in which the learner has taken `max_episode_steps` decisions.
        steps: int64 (N,), decisions of the learner in this game.
        illegal: bool (N,), games that ended by an illegal action of the learner.
        redrawn: int64 (N,), games thrown away at the last reset because they were over before the learner's first decision.
    """

    def __init__(
        self,
        role: str,
        num_games: int = 1,
        *,
        edition: str | AnyEdition | Mapping[str, Any] = "classic",
        opponent: Opponent = "random",
        control: str = "individual",
        max_episode_steps: int | None = None,
        shaping: str | None = None,
        shaping_gamma: float = 1.0,
        **options: Any,
    ) -> None:
        """Set up games, to be started by :meth:`reset`.

        Args:
            role: the learner's, "mrx" or "detectives".
            num_games: N, at least 1.
            edition: a name, an edition, or what `EnvSpec.to_json` makes of one.
            opponent: the name of the policy that plays the other role, or a policy.
            control: "individual" (the learner is asked for the pursuers in turn) or "team" (it picks the order where it is free).
            max_episode_steps: decisions of the learner after which a game is truncated; None: never.
            shaping: None, or "possible"; see `SingleRoleEnv`.
            shaping_gamma: discount in the shaping, 0..1.
            options: the edition's options, such as `players=4`.

        Raises:
            ValueError, TypeError: an argument is unknown, out of range or of the wrong type.
        """
        if role not in ROLES:
            raise ValueError(one_of("role", role, ROLES) + ".")
        if shaping not in SHAPINGS:
            raise ValueError(one_of("shaping", shaping, SHAPINGS) + ".")
        if not 0 <= shaping_gamma <= 1:
            raise ValueError(f"shaping_gamma={shaping_gamma} has to lie in 0..1.")
        self.max_episode_steps = _checked_limit(max_episode_steps)
        self.game: Game = make_game(_from_json(edition) if isinstance(edition, Mapping) else edition, control, **options)
        self.role = role
        self.batch = BatchedGame(self.game, num_games, autoreset=False)
        self.opponents = Opponents(self.batch, "detectives" if role == "mrx" else "mrx", opponent)
        self.shaping = shaping
        self.shaping_gamma = shaping_gamma
        self.rewards = np.zeros(num_games)
        self.terminated = np.ones(num_games, np.bool_)
        self.truncated = np.zeros(num_games, np.bool_)
        self.steps = np.zeros(num_games, np.int64)
        self.illegal = np.zeros(num_games, np.bool_)
        self.redrawn = np.zeros(num_games, np.int64)
        self._potential = np.zeros(num_games)
        self._seed(np.arange(num_games), np.random.SeedSequence().generate_state(num_games, np.uint64) >> np.uint64(1))

    @property
    def action_mask(self) -> NDArray[np.int8]:
        """int8 (N, A), live: the learner's legal actions; all ones in a finished game."""
        return self.batch.action_mask

    @property
    def observation(self) -> NDArray[np.int8]:
        """int8 (N, D), live: what the learner's piece to move sees; in a finished game what its first piece sees."""
        return self.batch.observation

    # -- starting

    def reset(self, rows: Rows, seeds: Sequence[int | None] | None = None, positions: Sequence[Any | None] | None = None) -> None:
        """Start new games in the given rows and play to the learner's first decision.

        A game that is over before that is thrown away and drawn again, and counted in `redrawn`.

        Args:
            rows: indices of the games.
            seeds: a seed for each row; None: streams go on. The first ones begin at the entropy of the operating system.
            positions: a position for each row to start from; None: a deal.

        Raises:
            PositionError: a position is not legal, or over at once; nothing was changed.
            TypeError, ValueError: a seed is no integer or out of range; nothing was changed.
            PositionError, ValueError: whatever is drawn, a game is over before the learner can act; the rows need another reset.
        """
        for row, position in zip(rows, positions or (), strict=positions is not None):
            if position is not None:
                self._try(int(row), position)
        if seeds is not None:
            given = {row: seed for row, seed in zip(rows.tolist(), seeds, strict=True) if seed is not None}
            self._seed(np.array([*given], np.int64), [*given.values()])
        self.terminated[rows] = True  # until the learner can act
        self.redrawn[rows] = -1
        self._draw(rows, positions)
        self.steps[rows] = 0
        self.truncated[rows] = False
        self.illegal[rows] = False
        self._view(rows)
        self.rewards[rows] = 0

    def _seed(self, rows: Rows, seeds: ArrayLike) -> None:
        if len(rows):
            self.batch.reset(seeds, rows)
            self.batch.games["draws"][rows] = 0  # the deal is drawn by `_draw`
            self.batch.games["redraws"][rows] = 0
            self.opponents.seed(rows, np.asarray(seeds).astype(np.uint64))

    def _try(self, row: int, position: Any) -> None:
        check_position(self.game, position)
        draft = self.batch.games.take([row])
        self.game.place(position, draft)
        if draft["winner"][0]:
            reason = self.game.reasons[int(draft["reason"][0])]
            raise PositionError(f"The position is over at once ({reason}). Nothing was changed.")

    def _draw(self, rows: Rows, positions: Sequence[Any | None] | None) -> None:
        games = self.batch.games
        placed = {row: position for row, position in zip(rows.tolist(), positions or (), strict=False) if position is not None}
        for _ in range(MOST_REDRAWS):
            self.redrawn[rows] += 1
            self.game.loops.deal(games, self.game.tables, rows)
            for row in rows.tolist() if placed else ():
                if row in placed:
                    self.game.place(placed[row], games[row : row + 1])
            self.opponents.play(rows)
            rows = rows[games["winner"][rows] > 0]
            if not len(rows):
                return
        error, what = (PositionError, "its position") if int(rows[0]) in placed else (ValueError, "this edition")
        raise error(f"Game {rows[0]}: {MOST_REDRAWS} games from {what} were over before {self.role} could act.")

    # -- stepping

    def checked(self, actions: ArrayLike, rows: Rows) -> NDArray[np.int32]:
        """The actions for `rows`, out of one for each of the N games.

        Raises:
            gymnasium.error.InvalidAction: wrong shape or dtype, or an action for `rows` outside 0..A-1. Nothing was changed.
        """
        array = np.asarray(actions)
        n = self.batch.num_games
        if array.shape != (n,) or not np.issubdtype(array.dtype, np.integer):
            raise InvalidAction(f"{n} integers are needed, not {array.dtype} of shape {array.shape}. Nothing was changed.")
        chosen: Array = array[rows]
        size = self.game.actions.size
        if len(rows) and not 0 <= chosen.min() <= chosen.max() < size:
            j = int(((chosen < 0) | (chosen >= size)).argmax())
            raise InvalidAction(f"Action {chosen[j]} in game {rows[j]} is outside 0..{size - 1}. Nothing was changed.")
        return chosen.astype(np.int32, copy=False)

    def step(self, rows: Rows, actions: NDArray[np.int32]) -> None:
        """Step the rows, whose games are not over, by the learner's actions, and play to its next decision.

        An illegal action ends its game: the learner has lost.

        Args:
            rows: indices of the games.
            actions: one for each row, as from :meth:`checked`.

        Raises:
            IllegalActionError: the opponent took an illegal action; the rows need a reset.
        """
        self.terminated[rows] = True  # until the learner can act again
        legal = self.action_mask[rows, actions] == 1
        if not legal.all():
            self.illegal[rows[~legal]] = True
            self.game.loops.forfeit(self.batch.games, rows[~legal])
        self.game.loops.advance(self.batch.games, self.game.tables, rows[legal], actions[legal])
        self.opponents.play(rows)
        before = self._potential[rows]
        self._view(rows)
        self.rewards[rows] += self.shaping_gamma * self._potential[rows] - before  # all zero without shaping
        self.steps[rows] += 1
        if self.max_episode_steps is not None:
            self.truncated[rows] = self.steps[rows] >= self.max_episode_steps

    def _view(self, rows: Rows) -> None:
        """Show the rows to the learner, and tell what the end of a game has brought."""
        batch = self.batch
        winners = batch.games["winner"][rows]
        over = winners > 0
        viewers = batch.games["mover"][rows]
        viewers[over] = 0 if self.role == "mrx" else 1
        self.game.loops.view(batch.games, self.game.tables, rows, viewers, batch.action_mask, batch.observation, batch.to_move)
        self.terminated[rows] = over
        mine, theirs = (MRX, DETECTIVES) if self.role == "mrx" else (DETECTIVES, MRX)
        self.rewards[rows] = (winners == mine).astype(np.float64) - (winners == theirs)
        if self.shaping:
            self._potential[rows] = np.where(over, 0.0, self._potentials(rows))

    def _potentials(self, rows: Rows) -> NDArray[np.float64]:
        """Potential of "possible": -log2(stations where Mister X can be) / log2(stations); sign reversed for Mister X.

        It is made of what the role knows: a distance to where he is would tell where he is.
        """
        seen = self.batch.redacted(rows, 0 if self.role == "mrx" else 1)
        words = np.ascontiguousarray(seen["possible"])
        sizes = np.unpackbits(words.view(np.uint8), axis=1).sum(axis=1)
        known: NDArray[np.float64] = -np.log2(np.maximum(sizes, 1)) / log2(self.game.edition.num_stations)
        return known if self.role == "detectives" else -known

    # -- looking

    def ends(self, rows: Rows) -> dict[str, Array]:
        """How the games of the rows have ended: `winner` and `reason` (object), `rounds` (int64), `illegal` (bool), each (n,)."""
        games = self.batch.games
        return {
            "winner": _WINNERS[games["winner"][rows]],
            "reason": np.array(self.game.reasons, object)[games["reason"][rows]],
            "rounds": games["round"][rows].astype(np.int64),
            "illegal": self.illegal[rows],
        }

    def end(self, row: int) -> dict[str, Any]:
        """As :meth:`ends` for one row, in Python's own types."""
        return {key: values.tolist()[0] for key, values in self.ends(np.array([row])).items()}


def _from_json(words: Mapping[str, Any]) -> AnyEdition:
    """The edition that went through `EnvSpec.to_json`, which turns dataclasses, its board too, into their fields."""
    board = words.get("board")
    if isinstance(board, Mapping):  # its number of stations follows from its lines
        words = {**words, "board": {name: value for name, value in board.items() if name != "num_stations"}}
    return edition_of(words)


def _checked_limit(limit: int | None) -> int | None:
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 1):
        raise ValueError(f"max_episode_steps={limit!r} has to be None or an integer of at least 1.")
    return limit


def observation_space(game: Game) -> spaces.Box:
    """The space of one observation: int8 (D,), bounded as the layout says."""
    return spaces.Box(game.layout.low, game.layout.high, (game.layout.size,), np.int8)


def check_position(game: Game, position: Any) -> None:
    """Refuse what is no position of this game.

    Raises:
        TypeError: it is none.
    """
    wanted = game.position_type
    if not isinstance(position, wanted):
        raise TypeError(f"A position has to be a sy_env.{wanted.__name__}, not {position!r}. Nothing was changed.")


def position_option(options: Mapping[str, Any] | None) -> Any:
    """The position that the options of a reset ask for, or None.

    Raises:
        ValueError: another option.
    """
    for name in options or ():
        if name != "position":
            raise ValueError(one_of("reset option", name, ("position",)) + ". Nothing was changed.")
    return (options or {}).get("position")
