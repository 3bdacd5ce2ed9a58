"""Stable-Baselines3: its `VecEnv` on the batch engine, with the masks that MaskablePPO of sb3-contrib asks for."""

import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import ArrayLike, NDArray

try:
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise ImportError('SB3VecEnv needs stable-baselines3: pip install "sy_env[train]"') from error

from sy_env.actions import ActionLayout
from sy_env.editions import AnyEdition
from sy_env.engine import Game
from sy_env.envs.opponents import Opponent
from sy_env.envs.pictures import RENDER_FPS, Painter
from sy_env.envs.role import RoleGames, observation_space, position_option
from sy_env.errors import one_of
from sy_env.layouts import Layout

Indices = int | Iterable[int] | None
Step = tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]


class SB3VecEnv(VecEnv):
    """N games of one role for Stable-Baselines3; a policy plays the other role.

    >>> from sb3_contrib import MaskablePPO
    >>> from sy_env.adapters import SB3VecEnv
    >>> env = SB3VecEnv("detectives", num_envs=64, opponent="random")
    >>> model = MaskablePPO("MlpPolicy", env).learn(100_000)  # doctest: +SKIP

    Games are as in :class:`sy_env.envs.single_role.SingleRoleEnv`, equal row for row to a `DummyVecEnv` of those: `seed(s)` gives
    row i the seed `s + i`, at the next reset.

    At the end of a game the observation is already the next game's. The info holds `terminal_observation`,
    `TimeLimit.truncated`, the statistics of SB3's Monitor (`episode`: `r`, `l`, `t`), and, unless it was truncated, `winner`,
    `reason`, `rounds` and `illegal`. All other infos are empty. Observations and masks are fresh arrays.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        role: str,
        num_envs: int = 1,
        edition: str | AnyEdition | Mapping[str, Any] = "classic",
        opponent: Opponent = "random",
        control: str = "individual",
        render_mode: str | None = None,
        *,
        max_episode_steps: int | None = None,
        shaping: str | None = None,
        shaping_gamma: float = 1.0,
        **options: Any,
    ) -> None:
        """Set up N games, to be started by :meth:`reset`.

        Args:
            role: the learner's, "mrx" or "detectives".
            num_envs: N, at least 1.
            edition: name of an edition, or an edition.
            opponent: name of the policy that plays the other role, or a policy; :meth:`set_opponent` changes it.
            control: "individual" (asked for the pursuers in turn) or "team" (the learner picks the order where it is free).
            render_mode: None, "rgb_array" or "ansi".
            max_episode_steps: decisions of the learner after which a game is truncated; None: never.
            shaping: None, or "possible"; see `SingleRoleEnv`.
            shaping_gamma: discount in the shaping, 0..1.
            options: the edition's options, such as `players=4`.

        Raises:
            ValueError, TypeError: an argument is unknown, out of range or of the wrong type.
        """
        self._games = RoleGames(
            role,
            num_envs,
            edition=edition,
            opponent=opponent,
            control=control,
            max_episode_steps=max_episode_steps,
            shaping=shaping,
            shaping_gamma=shaping_gamma,
            **options,
        )
        self._painter = Painter(self._games.game, role, render_mode)
        self._rows = np.arange(num_envs, dtype=np.int64)
        self._actions: NDArray[np.int32] | None = None
        self._returns = np.zeros(num_envs)
        self._began = time.perf_counter()
        self.num_envs = num_envs
        self.render_mode = render_mode
        super().__init__(num_envs, observation_space(self._games.game), gymnasium.spaces.Discrete(self._games.game.actions.size))
        self.metadata = {**self.metadata, "render_fps": RENDER_FPS}  # for VecVideoRecorder

    @property
    def role(self) -> str:
        """The learner's role, "mrx" or "detectives"."""
        return self._games.role

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

    # -- starting and stepping

    def reset(self) -> NDArray[np.int8]:
        """Start new games with the seeds and options that :meth:`seed` and :meth:`set_options` have left for this reset.

        Returns:
            Observations int8 (N, D). `reset_infos` holds `redrawn_games`.

        Raises:
            PositionError, ValueError, TypeError: a seed or an option is not valid; nothing was changed.
        """
        self._games.reset(self._rows, self._seeds, [position_option(options) for options in self._options])
        self._reset_seeds()
        self._reset_options()
        self._note_starts(self._rows)
        self._actions = None
        return self._games.observation.copy()

    def _note_starts(self, rows: NDArray[np.int64]) -> None:
        self._returns[rows] = 0
        for row in rows.tolist():
            self.reset_infos[row] = {"redrawn_games": int(self._games.redrawn[row])}

    def step_async(self, actions: ArrayLike) -> None:
        """Hand in the learner's decisions, integers (N,).

        Raises:
            gymnasium.error.ResetNeeded: before the first reset.
            gymnasium.error.InvalidAction: not integers (N,) of the action space; nothing was changed.
        """
        if self._games.terminated.any():
            raise gymnasium.error.ResetNeeded("The games were not started: call reset() first.")
        self._actions = self._games.checked(actions, self._rows)

    def step_wait(self) -> Step:
        """Take the decisions handed in and play to the learner's next ones; an illegal one ends its game with -1.

        Returns:
            Observations int8 (N, D), rewards float32 (N,), dones bool (N,) and infos, a list of N dictionaries.
        """
        if self._actions is None:
            raise RuntimeError("No actions were handed in: call step_async(actions) first.")
        games = self._games
        games.step(self._rows, self._actions)
        self._actions = None
        self._returns += games.rewards
        rewards = games.rewards.astype(np.float32)
        dones = games.terminated | games.truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = np.flatnonzero(dones)
        if len(ended):
            self._note_ends(ended, infos)
            games.reset(ended)
            self._note_starts(ended)
        return games.observation.copy(), rewards, dones, infos

    def _note_ends(self, rows: NDArray[np.int64], infos: list[dict[str, Any]]) -> None:
        games = self._games
        ended = round(time.perf_counter() - self._began, 6)
        how = {key: values.tolist() for key, values in games.ends(rows).items()}
        for j, row in enumerate(rows.tolist()):
            terminated = bool(games.terminated[row])
            infos[row] = {
                "terminal_observation": games.observation[row].copy(),
                "TimeLimit.truncated": not terminated,
                "episode": {"r": round(float(self._returns[row]), 6), "l": int(games.steps[row]), "t": ended},
                **({key: values[j] for key, values in how.items()} if terminated else {}),
            }

    # -- what algorithms ask of the games one by one

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of all games, bool (N, A), fresh."""
        return self._games.action_mask.view(np.bool_).copy()

    def set_opponent(self, opponent: Opponent, rows: ArrayLike | None = None) -> None:
        """Let another policy, or the policy of that name, play the other role from the next decision on.

        Args:
            opponent: the policy or its name.
            rows: integers, the games in which it plays; None: all. Calls for different rows make mixtures.

        Raises:
            ValueError, TypeError: there are no such policy or rows; nothing was changed.
        """
        self._games.opponents.replace(opponent, rows)

    def has_attr(self, attr_name: str) -> bool:
        """Whether the games have an attribute or a method of that name; nothing is computed."""
        return attr_name in (*_ATTRIBUTES, *_METHODS)

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """The attribute of the games chosen (None: of all), such as `opponent`; all others are the same for every game.

        Raises:
            AttributeError: the games have no such attribute; the message lists those that they have.
        """
        rows = self._chosen(indices)
        if attr_name == "opponent":
            policies = self._games.opponents.policies
            return [policies[row] for row in rows]
        if attr_name in _METHODS:
            return [partial(self._one, attr_name, row) for row in rows]
        if attr_name not in _ATTRIBUTES:
            raise AttributeError(one_of("attribute", attr_name, (*_ATTRIBUTES, *_METHODS)) + ".")
        return [getattr(self, attr_name)] * len(rows)

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Set the `opponent` of the games chosen (None: of all); nothing else can be set.

        Raises:
            AttributeError: another attribute; nothing was changed.
        """
        if attr_name != "opponent":
            raise AttributeError(f"{attr_name!r} is one for all games and cannot be set; only 'opponent' can.")
        self.set_opponent(value, self._chosen(indices))

    def env_method(self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any) -> list[Any]:
        """Call `action_masks`, `set_opponent` or `render` for the games chosen (None: for all).

        Returns:
            What each game returns. For speed there is one exception: `action_masks` of all games is a list of one array, bool
            (N, A), which sb3-contrib stacks and reshapes.

        Raises:
            AttributeError: the games have no such method.
        """
        if method_name not in _METHODS:
            raise AttributeError(one_of("method", method_name, _METHODS) + ".")
        if method_name == "action_masks" and indices is None:
            return [self.action_masks()]
        answers: list[Any] = getattr(self, _METHODS[method_name])(self._chosen(indices), *method_args, **method_kwargs)
        return answers

    def _mask_rows(self, rows: list[int]) -> list[NDArray[np.bool_]]:
        return [self._games.action_mask[row].view(np.bool_).copy() for row in rows]

    def _paint_rows(self, rows: list[int]) -> list[Any]:
        return [self._painter.paint(self._games.batch.games[row]) for row in rows]

    def _replace_rows(self, rows: list[int], opponent: Opponent) -> list[None]:
        self.set_opponent(opponent, rows)
        return [None] * len(rows)

    def _one(self, method_name: str, row: int, *args: Any, **kwargs: Any) -> Any:
        return self.env_method(method_name, *args, indices=row, **kwargs)[0]

    def _chosen(self, indices: Indices) -> list[int]:
        rows = [int(row) for row in self._get_indices(indices)]
        if any(not 0 <= row < self.num_envs for row in rows):
            raise IndexError(f"indices {rows} have to lie in 0..{self.num_envs - 1}.")
        return rows

    def env_is_wrapped(self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: Indices = None) -> list[bool]:
        """True for SB3's Monitor, whose statistics the infos hold, False for any other wrapper."""
        return [issubclass(wrapper_class, Monitor)] * len(self._chosen(indices))

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """The positions as the learner may see them, uint8 (height, width, 3) each."""
        return self._paint_rows(self._rows.tolist())

    def close(self) -> None:
        """Nothing is left to close."""


_ATTRIBUTES = ("action_space", "actions", "game", "layout", "observation_space", "opponent", "render_mode", "role")
_METHODS = {"action_masks": "_mask_rows", "render": "_paint_rows", "set_opponent": "_replace_rows"}
