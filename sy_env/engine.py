"""The batch engine: one record a game, one loop for all of them, and the views that learners read."""

import copy
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sy_env.actions import ActionLayout
from sy_env.chance import keys_of
from sy_env.checks import ALL_OVER, as_int32, checked_seeds, first_refused
from sy_env.episode import EPISODE
from sy_env.errors import GameOverError, IllegalActionError
from sy_env.jit import readable
from sy_env.layouts import Layout

if TYPE_CHECKING:
    from sy_env.render import Scene

Array = NDArray[Any]


class Game(Protocol):
    """What the engine needs of a game; the London games and Hunting Mister X satisfy it.

    Attributes:
        control: "individual" or "team".
        agents: names of the agents by index; Mister X is 0.
        seats: names of the pieces by seat; Mister X is 0.
        record: dtype of one game.
        tables: the edition in the form that kernels read, shape (1,).
        actions: layout of the actions.
        layout: layout of the observation.
        reasons: names of the ends of a game by number.
        loops: module of kernels over a batch, as in `sy_env.london.loops`.
    """

    control: str
    agents: tuple[str, ...]
    seats: tuple[str, ...]
    record: np.dtype[np.void]
    tables: Array
    actions: ActionLayout
    layout: Layout
    reasons: tuple[str | None, ...]
    loops: Any

    @property
    def edition(self) -> Any:
        """The edition that is played, of the kind that the game is for."""

    @property
    def position_type(self) -> type[Any]:
        """The class of the positions that :meth:`place` takes."""

    def place(self, position: Any, record: Array) -> None:
        """Set up `position` in a record of shape (); refuse an illegal one and change nothing."""

    def opening(self, record: Any) -> Any:
        """How the game in a record (), just dealt, begins: start stations by seat, or what else JSON can hold."""

    def start(self, opening: Any, record: Array) -> None:
        """Start a game as :meth:`opening` says in a record of shape (1,); refuse what no deal gives and change nothing."""

    def chance(self, record: Any) -> str | None:
        """The last outcome of chance since the deal in a record (), as text. `draws` grew with it. None if there is none."""

    def set_chance(self, text: str, record: Array) -> None:
        """Put another outcome in its place in a record of shape (1,); refuse what cannot be and change nothing."""

    def scene(self, record: Any, viewpoint: Any) -> "Scene":
        """What a point of view ("detectives", "mrx" or "everyone") may see of a record, ready to draw."""


class BatchedGame:
    """A batch of games, stepped together.

    The arrays below are live: the next call writes into them. `copy()` one that has to last, or use :meth:`views`.

    Attributes:
        game: what is played.
        num_games: N.
        games: the records, `game.record` of shape (N,). If you write into them, `view` shows the result.
        to_move: int8 (N,), index of the agent whose decision it is; -1 in a finished game.
        action_mask: int8 (N, A), 1 for the mover's legal actions; all ones in a finished game, never all zero.
        observation: int8 (N, D), what the mover sees; `layout` says what the entries mean.
        rewards: float32 (N, agents), of the last step: 1 and -1 on the step that ends a game, else 0.
        terminated: bool (N,), the games that the last step ended. With `autoreset` their mask and observation are
            already those of the next game.
        ended: EPISODE records (N,), statistics of each row's last finished game; new where `terminated` is set.
        final_observation: int8 (N, D) or (0, D): with `keep_final`, the last observation of the games in `terminated`, as the
            piece that moved last sees it.
    """

    def __init__(
        self,
        game: Game,
        num_games: int,
        seed: int = 0,
        *,
        autoreset: bool = True,
        keep_final: bool = False,
        threads: int = 1,
    ) -> None:
        """Set up `num_games` games of `game` and deal them.

        Args:
            game: what is played.
            num_games: number of games, at least 1.
            seed: game i draws from the stream `seed + i`, whatever the size of the batch.
            autoreset: deal a new game in the same step in which one ends.
            keep_final: keep the last observation of games that end.
            threads: number of threads that share the batch.

        Raises:
            ValueError: a number is out of range.
            TypeError: the seed is no integer.
        """
        if num_games < 1:
            raise ValueError(f"num_games={num_games} has to be at least 1.")
        if threads < 1:
            raise ValueError(f"threads={threads} has to be at least 1.")
        self.game = game
        self.num_games = num_games
        self.autoreset = autoreset
        self.threads = threads
        self._rows = np.arange(num_games)
        self._pool: ThreadPoolExecutor | None = None
        self.games = _zeros(num_games, game.record)
        self.to_move = np.zeros(num_games, np.int8)
        self.action_mask = np.ones((num_games, game.actions.size), np.int8)
        self.observation = np.zeros((num_games, game.layout.size), np.int8)
        self.rewards = np.zeros((num_games, len(game.agents)), np.float32)
        self.terminated = np.zeros(num_games, np.bool_)
        self.ended = _zeros(num_games, EPISODE)
        self.final_observation = np.zeros((num_games if keep_final else 0, game.layout.size), np.int8)
        self.reset(seed)

    # -- what is played

    @property
    def agents(self) -> tuple[str, ...]:
        """Names of the agents by index."""
        return self.game.agents

    @property
    def layout(self) -> Layout:
        """What the entries of an observation mean."""
        return self.game.layout

    @property
    def actions(self) -> ActionLayout:
        """What the actions mean."""
        return self.game.actions

    # -- starting

    def reset(self, seed: int | ArrayLike | None = None, rows: ArrayLike | None = None) -> None:
        """Deal new games.

        Args:
            seed: an integer: row i restarts the stream `seed + i`; an array: one seed a row given; None: the streams go on.
            rows: indices of the rows to restart, None for all.

        Raises:
            TypeError, ValueError: a seed is no integer or out of range 0..2**63 - 1, rows are out of range or of the wrong shape.
        """
        chosen = self._rows if rows is None else self._checked_rows(rows)
        if seed is not None:
            seeds = checked_seeds(seed, chosen)
            keys = np.empty_like(seeds)
            keys_of(seeds, keys)
            self.games["key"][chosen] = keys
            self.games["draws"][chosen] = 0
            self.games["redraws"][chosen] = 0
        self.game.loops.deal(self.games, self.game.tables, chosen)
        self.rewards[chosen] = 0
        self.terminated[chosen] = False
        self.view(chosen)
        if (self.to_move[chosen] < 0).any():
            raise ValueError("Every deal of this edition is over before anybody can act: check its starts, tickets and board.")

    def place(self, row: int, position: Any) -> None:
        """Set up a position in one row (see `sy_env.london.position.Position`); the row's random stream stays.

        Raises:
            PositionError: the position is not legal; nothing was changed.
        """
        self._checked_rows([row])
        self.game.place(position, self.games[row : row + 1])
        self.view(np.array([row]))
        self.terminated[row] = self.to_move[row] < 0
        self.game.loops.pay_out(int(self.games["winner"][row]), self.rewards[row])

    def view(self, rows: ArrayLike | None = None) -> None:
        """Write `action_mask`, `observation` and `to_move` anew from the records, after they were written by hand."""
        chosen = self._rows if rows is None else np.asarray(rows)
        movers = self.games["mover"][chosen]
        self.game.loops.view(self.games, self.game.tables, chosen, movers, self.action_mask, self.observation, self.to_move)

    # -- stepping

    def step(self, actions: ArrayLike) -> None:
        """Step every game by one action of its mover; finished games (without `autoreset`) take any action and stay.

        Args:
            actions: integers (N,).

        Raises:
            IllegalActionError: some action is illegal; the message names game, mover, action and a legal one. Nothing changed.
            GameOverError: all games are over.
            TypeError, ValueError: wrong dtype or shape.
        """
        checked = self._checked_actions(actions)
        if self.threads == 1:
            self._step_slice(checked, slice(None))
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads, "sy_env")
        bounds = np.linspace(0, self.num_games, self.threads + 1).astype(int)
        slices = [slice(a, b) for a, b in pairwise(bounds) if a < b]
        for result in [self._pool.submit(self._step_slice, checked, part) for part in slices]:
            result.result()

    def _step_slice(self, actions: Array, part: slice) -> None:
        self.game.loops.step_all(
            self.games[part],
            self.game.tables,
            actions[part],
            self.action_mask[part],
            self.observation[part],
            self.to_move[part],
            self.rewards[part],
            self.terminated[part],
            self.ended[part],
            self.final_observation[part] if len(self.final_observation) else self.final_observation,
            self.autoreset,
        )

    def sample_actions(self, rng: np.random.Generator) -> NDArray[np.int32]:
        """A uniformly drawn legal action for every game, int32 (N,)."""
        actions = np.empty(self.num_games, np.int32)
        words = rng.integers(0, 2**64, self.num_games, np.uint64)
        self.game.loops.sample(self.games, self.game.tables, self._rows, words, actions)
        return actions

    # -- looking

    def views(self) -> dict[str, Array]:
        """Copies of `to_move`, `action_mask`, `observation`, `rewards` and `terminated`, which later steps leave alone."""
        names = ("to_move", "action_mask", "observation", "rewards", "terminated")
        return {name: getattr(self, name).copy() for name in names}

    def look(self, seat: int | ArrayLike, rows: ArrayLike | None = None) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """What a seat sees now, whoever is to move.

        Args:
            seat: the seat that looks, or one for each row.
            rows: indices of the games, None for all.

        Returns:
            Fresh arrays: action mask int8 (n, A), which holds `pass` alone for an idle seat, and observation int8 (n, D).
        """
        chosen = self._rows if rows is None else self._checked_rows(rows)
        seats = np.array(np.broadcast_to(seat, chosen.shape), np.int64)
        if ((seats < 0) | (seats >= len(self.game.seats))).any():
            raise ValueError(f"Seat {seat!r} is outside 0..{len(self.game.seats) - 1}.")
        mask = np.empty((len(chosen), self.actions.size), np.int8)
        observation = np.empty((len(chosen), self.layout.size), np.int8)
        self.game.loops.look(self.games, self.game.tables, chosen, seats, mask, observation)
        return mask, observation

    def state(self, rows: ArrayLike | None = None) -> NDArray[np.int8]:
        """The whole truth for a central critic, int8 (n, D): the observation of Mister X, and what may be hidden from him too."""
        chosen = self._rows if rows is None else self._checked_rows(rows)
        observation = np.empty((len(chosen), self.layout.size), np.int8)
        self.game.loops.truth(self.games, self.game.tables, chosen, observation)
        return observation

    def redacted(self, rows: ArrayLike | None = None, seats: ArrayLike | None = None) -> Array:
        """Copies of records with all that a seat may not know blanked, its random stream included: what search players get.

        Args:
            rows: indices of the games, None for all.
            seats: the seats that look, one a row; None for the movers.
        """
        chosen = self._rows if rows is None else self._checked_rows(rows)
        records = self.games.take(chosen)  # a fancy index copies records field by field: thirty times slower
        viewers = records["mover"] if seats is None else np.broadcast_to(seats, chosen.shape)
        self.game.loops.redact_all(records, self.game.tables, np.array(viewers, np.int64))
        return records

    # -- keeping

    def snapshot(self) -> dict[str, Any]:
        """Everything that changes, as copies, and what is played; :meth:`restore` brings it back exactly."""
        return {
            "edition": self.game.edition,
            "control": self.game.control,
            **{name: getattr(self, name).copy() for name in _CHANGING},
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Go back to a snapshot of a batch of the same size and game.

        Raises:
            ValueError: it is of another size, edition or control; nothing was changed.
        """
        if (snapshot.get("edition"), snapshot.get("control")) != (self.game.edition, self.game.control):
            raise ValueError("The snapshot does not fit: it is of another edition or control.")
        for name in _CHANGING:
            here = getattr(self, name)
            if name not in snapshot or snapshot[name].shape != here.shape or snapshot[name].dtype != here.dtype:
                raise ValueError(f"The snapshot does not fit: {name} has to be {here.dtype} of shape {here.shape}.")
        for name in _CHANGING:
            getattr(self, name)[...] = snapshot[name]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pool": None}

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = copy.copy(self)
        for name in (*_CHANGING, "final_observation"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    # -- checks

    def _checked_rows(self, rows: ArrayLike) -> NDArray[np.int64]:
        array = np.asarray(rows)
        if array.ndim != 1 or (array.size and not np.issubdtype(array.dtype, np.integer)):
            raise TypeError(f"rows have to be a list of integers, not {rows!r}.")
        if array.size and (array.min() < 0 or array.max() >= self.num_games):
            raise ValueError(f"rows {array.tolist()} have to lie in 0..{self.num_games - 1}.")
        return array.astype(np.int64)

    def _checked_actions(self, actions: ArrayLike) -> Array:
        array = np.asarray(actions)
        if not np.issubdtype(array.dtype, np.integer):
            raise TypeError(f"actions have to be integers, not {array.dtype}.")
        if array.shape != (self.num_games,):
            raise ValueError(f"actions have to be of shape ({self.num_games},), not {array.shape}.")
        within = as_int32(array, self.actions.size)
        row = first_refused(self.action_mask, within, self.to_move)
        if row >= 0:
            self._refuse(row, int(array[row]))
        if row == ALL_OVER:
            raise GameOverError("All games are over: reset() starts new ones.")
        return within

    def _refuse(self, row: int, action: int) -> None:
        legal = int(self.action_mask[row].argmax())
        mover = self.game.seats[int(self.games["mover"][row])]
        name = repr(self.actions.text(action)) if 0 <= action < self.actions.size else f"outside 0..{self.actions.size - 1}"
        raise IllegalActionError(
            f"Action {action} ({name}) is illegal in game {row}, where {mover} is to move; "
            f"legal is for example {legal} ({self.actions.text(legal)!r}). Nothing was changed."
        )


_CHANGING = ("games", "to_move", "action_mask", "observation", "rewards", "terminated", "ended")


def _zeros(length: int, dtype: np.dtype[Any]) -> Array:
    return readable(np.zeros(length, dtype))
