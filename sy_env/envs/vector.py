"""Gymnasium's native vectorized environments: `gymnasium.make_vec("sy_env/Detectives-v0", num_envs=1024)`."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from sy_env.actions import ActionLayout
from sy_env.editions import AnyEdition
from sy_env.engine import Array, Game
from sy_env.envs.opponents import Opponent
from sy_env.envs.pictures import RENDER_FPS, Painter
from sy_env.envs.role import RoleGames, Rows, observation_space, position_option
from sy_env.errors import one_of
from sy_env.layouts import Layout

Step = tuple[NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class RoleVectorEnv(VectorEnv[NDArray[np.int8], NDArray[np.int64], Array]):
    """N games of one role, stepped together by the batch engine; a policy plays the other role.

    Games are as in :class:`sy_env.envs.single_role.SingleRoleEnv`. What comes back is what `gymnasium.vector.SyncVectorEnv` gives
    for N of those, value for value and type for type.

    `reset(seed=s)` seeds game i with `s + i`; a list seeds every game with its own entry (None: its random stream goes on).

    Infos hold `action_mask` int8 (N, A), `redrawn_games` of games that started, and `winner`, `reason`, `rounds`, `illegal` of
    games that ended; beside each `key` the array `_key`, bool (N,), says whose values they are.

    What happens at the end of a game is the `autoreset_mode` (https://farama.org/Vector-Autoreset-Mode):

    * NEXT_STEP: the step returns the last observation; the next step starts the next game and ignores the action.
    * SAME_STEP: the step returns the next game's first observation; `infos["final_obs"]` and `infos["final_info"]` are the last.
    * DISABLED: `reset(options={"reset_mask": mask})`, bool (N,), has to start the next game before the next step.

    Attributes:
        autoreset_mode: the mode, also in `metadata`.
        copy: whether observations and masks are fresh arrays.
        max_episode_steps: decisions of the learner after which a game is truncated; None: never.
    """

    metadata = {
        "render_modes": ["rgb_array", "ansi"],
        "render_fps": RENDER_FPS,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }
    role: ClassVar[str]

    def __init__(
        self,
        num_envs: int = 1,
        edition: str | AnyEdition | Mapping[str, Any] = "classic",
        opponent: Opponent = "random",
        control: str = "individual",
        render_mode: str | None = None,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        copy: bool = True,
        shaping: str | None = None,
        shaping_gamma: float = 1.0,
        **options: Any,
    ) -> None:
        """Set up N games, to be started by :meth:`reset`.

        Args:
            num_envs: N, at least 1.
            edition: name of an edition, or an edition.
            opponent: name of the policy that plays the other role, or a policy; :meth:`set_opponent` changes it.
            control: "individual" (asked for the pursuers in turn) or "team" (the learner picks the order where it is free).
            render_mode: None, "rgb_array" or "ansi".
            autoreset_mode: what happens at the end of a game, as `AutoresetMode` or its value.
            max_episode_steps: decisions of the learner after which a game is truncated; None: never.
            copy: give fresh observations and masks. Without, they are the engine's own, which the next call overwrites.
            shaping: None, or "possible"; see `SingleRoleEnv`.
            shaping_gamma: discount in the shaping, 0..1.
            options: the edition's options, such as `players=4`.

        Raises:
            ValueError, TypeError: an argument is unknown, out of range or of the wrong type.
        """
        self._games = RoleGames(
            self.role,
            num_envs,
            edition=edition,
            opponent=opponent,
            control=control,
            max_episode_steps=max_episode_steps,
            shaping=shaping,
            shaping_gamma=shaping_gamma,
            **options,
        )
        if render_mode == "human":
            raise ValueError('render_mode "human" shows one game: take gymnasium.make, or "rgb_array" here.')
        self._painter = Painter(self._games.game, self.role, render_mode)
        self._started = False
        self._rows = np.arange(num_envs)
        self.num_envs = num_envs
        self.copy = copy
        self.max_episode_steps = max_episode_steps
        self.autoreset_mode = _checked_mode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.single_observation_space = observation_space(self._games.game)
        self.single_action_space = Discrete(self._games.game.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    @property
    def game(self) -> Game:
        """What is played."""
        return self._games.game

    @property
    def layout(self) -> Layout:
        """What the entries of an observation mean."""
        return self._games.game.layout

    @property
    def actions(self) -> ActionLayout:
        """What the actions mean."""
        return self._games.game.actions

    def set_opponent(self, opponent: Opponent, rows: ArrayLike | None = None) -> None:
        """Let another policy, or the policy of that name, play the other role from the next decision on.

        Args:
            opponent: the policy or its name.
            rows: integers, the games in which it plays; None: all. Calls for different rows make mixtures.

        Raises:
            ValueError, TypeError: there are no such policy or rows; nothing was changed.
        """
        self._games.opponents.replace(opponent, rows)

    # -- starting

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Start new games and play to the learner's first decisions.

        Args:
            seed: row i is seeded with `seed + i`, or with its entry of a list; None: the random streams go on.
            options: `position`, a `sy_env.Position` that every game starts from; `reset_mask`, bool (N,): the games to start,
                while all others go on.

        Returns:
            Observations int8 (N, D) and infos: `action_mask` int8 (N, A) and `redrawn_games` int64 (N,).

        Raises:
            gymnasium.error.Error, ValueError, TypeError: a seed or an option is not valid; nothing was changed.
            gymnasium.error.ResetNeeded: the first reset leaves games out.
            PositionError: the position cannot be set up; nothing was changed.
        """
        options = dict(options or {})
        rows = self._masked(options.pop("reset_mask")) if "reset_mask" in options else self._rows
        position = position_option(options)
        seeds = self._seeds(seed)
        if isinstance(seed, int):
            super().reset(seed=seed)
        chosen = None if seeds is None else [seeds[row] for row in rows.tolist()]
        self._games.reset(rows, chosen, None if position is None else [position] * len(rows))
        self._started = True
        infos: dict[str, Any] = {}
        self._add(infos, "action_mask", rows, self._games.action_mask[rows])
        self._add_start(infos, rows)
        return self._fresh(self._games.observation), infos

    def _masked(self, mask: Any) -> Rows:
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError(f"reset_mask has to be a numpy array of bool, not {mask!r}. Nothing was changed.")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(
                f"reset_mask has to be of shape ({self.num_envs},) and true somewhere; it is {mask.sum()} times true, of shape "
                f"{mask.shape}. Nothing was changed."
            )
        if not self._started:
            raise ResetNeeded("The first reset has to start all games: leave out reset_mask.")
        return np.flatnonzero(mask)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None] | None:
        if seed is None:
            return None
        if isinstance(seed, bool) or not isinstance(seed, (int, np.integer, Sequence, np.ndarray)):
            raise TypeError(f"seed={seed!r} has to be an integer, a list of them, or None. Nothing was changed.")
        if isinstance(seed, (int, np.integer)):
            return [int(seed) + i for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"{self.num_envs} seeds are needed, not {len(seed)}. Nothing was changed.")
        return seed

    # -- stepping

    def step(self, actions: ArrayLike) -> Step:
        """Take the learner's decisions and play to its next ones; an illegal one ends its game with -1.

        Args:
            actions: integers (N,).

        Returns:
            Observations int8 (N, D), rewards float64 (N,), terminated and truncated bool (N,), and infos.

        Raises:
            gymnasium.error.ResetNeeded: before the first reset, or under DISABLED in games that are over; nothing was changed.
            gymnasium.error.InvalidAction: not integers (N,) of the action space; nothing was changed.
        """
        games = self._games
        over = games.terminated | games.truncated
        self._check_ready(over)
        rows = np.flatnonzero(~over) if over.any() else self._rows
        games.step(rows, games.checked(actions, rows))
        infos: dict[str, Any] = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            return self._same_step(infos)
        if len(rows) < self.num_envs:
            starting = np.flatnonzero(over)
            games.reset(starting)
            self._add_start(infos, starting)
        self._add_mask(infos)
        self._add_end(infos)
        return self._result(infos, games.rewards.copy(), games.terminated.copy(), games.truncated.copy())

    def _check_ready(self, over: NDArray[np.bool_]) -> None:
        if not self._started:
            raise ResetNeeded("The games were not started: call reset() first.")
        if self.autoreset_mode is not AutoresetMode.NEXT_STEP and over.any():
            raise ResetNeeded(
                f"Games {np.flatnonzero(over).tolist()} are over: reset(options={{'reset_mask': mask}}) has to start them anew."
            )

    def _same_step(self, infos: dict[str, Any]) -> Step:
        games = self._games
        rewards, terminated, truncated = games.rewards.copy(), games.terminated.copy(), games.truncated.copy()
        ended = np.flatnonzero(terminated | truncated)
        if len(ended):
            observations = np.full(self.num_envs, None, object)
            for row in ended:
                observations[row] = games.observation[row].copy()
            final: dict[str, Any] = {}
            self._add(final, "action_mask", ended, games.action_mask[ended])
            self._add_end(final)
            infos |= {"final_obs": observations, "_final_obs": self._flags(ended)}
            infos |= {"final_info": final, "_final_info": self._flags(ended)}
            games.reset(ended)
            self._add_start(infos, ended)
        self._add_mask(infos)
        return self._result(infos, rewards, terminated, truncated)

    def _result(
        self, infos: dict[str, Any], rewards: NDArray[np.float64], terminated: NDArray[np.bool_], truncated: NDArray[np.bool_]
    ) -> Step:
        return self._fresh(self._games.observation), rewards, terminated, truncated, infos

    # -- infos: a value for each row under the key, and under _key whose values they are

    def _fresh(self, array: NDArray[np.int8]) -> NDArray[np.int8]:
        return array.copy() if self.copy else array

    def _flags(self, rows: Rows) -> NDArray[np.bool_]:
        flags = np.zeros(self.num_envs, np.bool_)
        flags[rows] = True
        return flags

    def _add(self, infos: dict[str, Any], key: str, rows: Rows, values: Array) -> None:
        infos[key] = np.zeros((self.num_envs, *values.shape[1:]), values.dtype)
        if values.dtype == object:
            infos[key].fill(None)
        infos[key][rows] = values
        infos[f"_{key}"] = self._flags(rows)

    def _add_mask(self, infos: dict[str, Any]) -> None:
        infos["action_mask"] = self._fresh(self._games.action_mask)
        infos["_action_mask"] = np.ones(self.num_envs, np.bool_)

    def _add_start(self, infos: dict[str, Any], rows: Rows) -> None:
        self._add(infos, "redrawn_games", rows, self._games.redrawn[rows])

    def _add_end(self, infos: dict[str, Any]) -> None:
        ended = np.flatnonzero(self._games.terminated)
        for key, values in self._games.ends(ended).items() if len(ended) else ():
            self._add(infos, key, ended, values)

    # -- looking

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, bool (N, A), fresh."""
        return self._games.action_mask.view(np.bool_).copy()

    def sample_actions(self, rng: np.random.Generator) -> NDArray[np.int32]:
        """A uniformly drawn legal action for every game, int32 (N,); 0 for games that are over."""
        return self._games.batch.sample_actions(rng)

    def render(self) -> tuple[Any, ...] | None:
        """The positions as the learner may see them: N texts ("ansi"), or N pictures uint8 (height, width, 3) ("rgb_array").

        Raises:
            gymnasium.error.ResetNeeded: the games were not started.
        """
        if not self._started:
            raise ResetNeeded("There is nothing to show before the first reset().")
        records = self._games.batch.games
        pictures = tuple(self._painter.paint(record) for record in (records if self.render_mode else records[:1]))
        return pictures if self.render_mode else None


def _checked_mode(mode: AutoresetMode | str) -> AutoresetMode:
    names = [member.value for member in AutoresetMode]
    if not isinstance(mode, AutoresetMode) and mode not in names:
        raise ValueError(one_of("autoreset_mode", mode, names) + ".")
    return AutoresetMode(mode)


class MisterXVectorEnv(RoleVectorEnv):
    """`sy_env/MisterX-v0` for N games: the learner is Mister X; see :class:`RoleVectorEnv`."""

    role = "mrx"


class DetectivesVectorEnv(RoleVectorEnv):
    """`sy_env/Detectives-v0` for N games: the learner decides for all pursuers; see :class:`RoleVectorEnv`."""

    role = "detectives"
