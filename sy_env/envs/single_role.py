"""Gymnasium: one role, the other played by a policy. `sy_env/MisterX-v0` and `sy_env/Detectives-v0`."""

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from sy_env.actions import ActionLayout
from sy_env.editions import AnyEdition
from sy_env.engine import Game
from sy_env.envs.opponents import Opponent
from sy_env.envs.pictures import RENDER_FPS, RENDER_MODES, Painter
from sy_env.envs.role import RoleGames, observation_space, position_option
from sy_env.layouts import Layout
from sy_env.policies import Policy

_ROW = np.zeros(1, np.int64)


class SingleRoleEnv(gymnasium.Env[Any, Any]):
    """One role of Scotland Yard; a policy plays the other.

    ## Description

    Mister X flees through a city; up to five pursuers follow him by taxi, bus and underground. He is hidden: the pursuers see
    the tickets he pays with, and every few moves his station. They win by stepping onto it, he by escaping until the last round.
    The rules of all editions are in `sy_env/RULES.md`.

    A step is one decision of the learner: a move, the declaration of a double move (its two halves follow as moves), the choice
    of the piece to move next (`control="team"`, where an edition leaves the order free), or the pass of a piece that cannot move.
    What the opponent decides until the learner is asked again is part of the step.

    ## Action Space

    `Discrete(4 n + 7)` on a board of n stations. `env.unwrapped.actions` converts to and from text such as "taxi 46".

    | actions | meaning |
    |---|---|
    | kind * n + station - 1 | go to the station (1..n) by kind 0 taxi, 1 bus, 2 underground, 3 black |
    | 4 n | declare a double move |
    | 4 n + 1 | pass: legal only when nothing else is |
    | 4 n + 2 .. 4 n + 6 | let the pursuer of seat 1..5 move next |

    Legal actions are in `info["action_mask"]`, int8, and in `action_masks()`, bool, which MaskablePPO asks for.

    ## Observation Space

    `Box(int8)`, bounded as in the table `env.unwrapped.layout`, which is the same for both roles and all editions on a board.
    `layout.table()` prints what the entries mean, `layout.unflatten(observation)` cuts them out by name. What the pursuers
    observe is a function of what everybody at the table knows.

    ## Rewards

    +1 for a game won, -1 for a game lost, 0 for a draw and for every step before the end. `shaping="possible"` adds
    `shaping_gamma * potential(after) - potential(before)` to every step. The potential is -log2(stations where Mister X can be)
    / log2(n) for the detectives, its negative for Mister X, and 0 after the end. It is made of public information.

    ## Starting State

    A deal, played on to the learner's first decision. A game that is over before that is drawn again; as this changes what win
    rates mean, `info["redrawn_games"]` of a reset counts such games.

    A seed gives the same game here and in a row of the vectorized environment, where row i has the seed `seed + i`: batches with
    seeds 0 and 1 share games, so take the seeds of separate runs far apart, as `numpy.random.SeedSequence` does. Without a
    seed the random stream goes on.

    `reset(options={"position": sy_env.Position(...)})` starts from a position instead.

    ## Episode End

    1. Termination: a side has won, or it is a draw. The info holds `winner` ("mrx", "detectives", "draw"), `reason`, `rounds`
       and `illegal`; the mask is all ones.
    2. Termination: the learner took an illegal action and has lost; `illegal` is true. Nothing is raised, since Gymnasium's
       checker draws actions without masks.
    3. Truncation: only by `gymnasium.make(..., max_episode_steps=)`, which counts the learner's decisions.

    An action outside the action space raises `gymnasium.error.InvalidAction`, a step before the first reset or after the end
    `gymnasium.error.ResetNeeded`. Neither changes anything.

    ## Arguments

    | argument | default | meaning |
    |---|---|---|
    | `edition` | "classic" | name of an edition, or a `sy_env.Edition` |
    | `opponent` | "random" | the policy that plays the other role, or its name; see `set_opponent` |
    | `control` | "individual" | "individual": asked for the pursuers in turn; "team": picks the order where it is free |
    | `render_mode` | None | "human", "rgb_array" or "ansi": shows what the learner may see |
    | `shaping` | None | "possible": see Rewards |
    | `shaping_gamma` | 1.0 | discount of the shaping: with the learner's own, the best policies stay the best |
    | any other | | an option of the edition, such as `players=4` |

    >>> import gymnasium, sy_env
    >>> env = gymnasium.make("sy_env/Detectives-v0", edition="glasses", opponent="random")
    >>> observation, info = env.reset(seed=0)
    >>> action = env.action_space.sample(info["action_mask"])
    >>> observation, reward, terminated, truncated, info = env.step(action)

    An `EnvSpec` goes through JSON with names, with editions, and with a policy that is a dataclass and that its name finds
    again; through pickle with all that pickle can take.

    ## Vectorized environment

    `gymnasium.make_vec("sy_env/Detectives-v0", num_envs=1024)`; see :class:`sy_env.envs.vector.RoleVectorEnv`.

    ## Version History

    * v0: first version.
    """

    metadata = {"render_modes": [*RENDER_MODES], "render_fps": RENDER_FPS}
    role: ClassVar[str]

    def __init__(
        self,
        edition: str | AnyEdition | Mapping[str, Any] = "classic",
        opponent: Opponent = "random",
        control: str = "individual",
        render_mode: str | None = None,
        *,
        shaping: str | None = None,
        shaping_gamma: float = 1.0,
        **options: Any,
    ) -> None:
        self._games = RoleGames(
            self.role,
            edition=edition,
            opponent=opponent,
            control=control,
            shaping=shaping,
            shaping_gamma=shaping_gamma,
            **options,
        )
        self._painter = Painter(self._games.game, self.role, render_mode)
        self._started = False
        self.render_mode = render_mode
        self.observation_space = observation_space(self._games.game)
        self.action_space = spaces.Discrete(self._games.game.actions.size)

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

    @property
    def opponent(self) -> Policy:
        """The policy that plays the other role."""
        return self._games.opponents.policies[0]

    def set_opponent(self, opponent: Opponent) -> None:
        """Let another policy, or the policy of that name, play the other role from the next decision on.

        Raises:
            ValueError, TypeError: there is no such policy; nothing was changed.
        """
        self._games.opponents.replace(opponent)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Start a new game and play to the learner's first decision.

        Args:
            seed: 0..2**63 - 1; None: the random stream goes on.
            options: `{"position": sy_env.Position(...)}` to start from that instead of a deal.

        Returns:
            Observation int8 (D,), and info: `action_mask` int8 (A,), `redrawn_games` int.

        Raises:
            gymnasium.error.Error, ValueError: the seed is no integer or out of range; nothing was changed.
            PositionError, TypeError, ValueError: the position cannot be set up, or an unknown option; nothing was changed.
        """
        position = position_option(options)
        super().reset(seed=seed)
        self._games.reset(_ROW, [seed], None if position is None else [position])
        self._started = True
        if self.render_mode == "human":
            self.render()
        info = {"action_mask": self._games.action_mask[0].copy(), "redrawn_games": int(self._games.redrawn[0])}
        return self._games.observation[0].copy(), info

    def step(self, action: int | np.integer[Any]) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Take the learner's decision and play to its next one. An illegal one ends the game with -1.

        Returns:
            Observation int8 (D,), reward, terminated, False, and info: `action_mask` int8 (A,); at the end of a game also
            `winner`, `reason`, `rounds` and `illegal`.

        Raises:
            gymnasium.error.ResetNeeded: the game is over or was not started; nothing was changed.
            gymnasium.error.InvalidAction: not an integer of the action space; nothing was changed.
        """
        games = self._games
        if games.terminated[0]:
            raise ResetNeeded(f"The game {'is over' if self._started else 'was not started'}: call reset() first.")
        games.step(_ROW, games.checked(np.asarray(action)[np.newaxis], _ROW))
        terminated = bool(games.terminated[0])
        if self.render_mode == "human":
            self.render()
        info = {"action_mask": games.action_mask[0].copy(), **(games.end(0) if terminated else {})}
        return games.observation[0].copy(), float(games.rewards[0]), terminated, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, bool (A,), fresh: what MaskablePPO asks for."""
        return np.array(self._games.action_mask[0], np.bool_)

    def render(self) -> str | NDArray[np.uint8] | None:
        """The position as the learner may see it: text ("ansi"), pixels uint8 (height, width, 3) ("rgb_array"), or in a window.

        Raises:
            gymnasium.error.ResetNeeded: the game was not started.
        """
        if not self._started:
            raise ResetNeeded("There is nothing to show before the first reset().")
        return self._painter.paint(self._games.batch.games[0])

    def close(self) -> None:
        """Close the window, if there is one."""
        self._painter.close()


class MisterXEnv(SingleRoleEnv):
    """`sy_env/MisterX-v0`: the learner is Mister X, the opponent decides for all pursuers. The page is :class:`SingleRoleEnv`."""

    role = "mrx"


class DetectivesEnv(SingleRoleEnv):
    """`sy_env/Detectives-v0`: the learner decides for all pursuers, the opponent is Mister X. The page is :class:`SingleRoleEnv`.

    Each pursuer's move is a decision of its own. The observation is that pursuer's: it names its seat, its own block first.
    """

    role = "detectives"
