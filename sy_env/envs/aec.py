"""PettingZoo's AEC door: one game, its agents asked one after the other."""

from operator import index
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray
from pettingzoo import AECEnv

from sy_env.editions import AnyEdition
from sy_env.engine import BatchedGame
from sy_env.envs.checked import CheckedEnv
from sy_env.envs.pictures import RENDER_FPS, RENDER_MODES, Painter
from sy_env.envs.role import check_position
from sy_env.errors import GameOverError, one_of
from sy_env.jit import direct
from sy_env.london.observations import london_layout
from sy_env.making import make_game
from sy_env.record import GameRecord
from sy_env.render import svg
from sy_env.render.scene import VIEWPOINTS, Scene

_FIRST_ROW = np.zeros(1, np.int64)
_BOUND = ("_painter", "_observation", "_mask", "_choice", "_to_move", "_legal", "_draws", "_arguments", "_step_game")
Observation = dict[str, Any]
"""`"observation"`, int8 (D,), and `"action_mask"`, int8 (A,)."""


def env(edition: str | AnyEdition = "classic", **options: Any) -> CheckedEnv:
    """A game as :class:`raw_env`, its use checked as PettingZoo's wrappers check it; see :class:`CheckedEnv`.

    Args:
        edition: a name, such as "classic" or "master", or an edition.
        options: arguments of :class:`raw_env`.
    """
    return CheckedEnv(raw_env(edition, **options))


class raw_env(AECEnv[str, Observation, Any]):  # noqa: N801 (PettingZoo's own name)
    """Scotland Yard for PettingZoo.

    ## Description

    Mister X flees across a map, unseen; detectives and Bobbies hunt him. Moves are paid for with tickets, and Mister X's tickets
    lie open on his travel log. In some rounds he has to show himself. The pursuers win if one of them enters his station or if he
    cannot move; he wins if he is still free at the end or if they are stuck.

    Agents are `mrx_0`, `detective_0`, ..., `bobby_0`, ..., one for every piece (`control="individual"`), or `mrx_0` and
    `detectives_0`, one for all pursuers (`control="team"`). Every pursuer acts exactly once a round: one that cannot move passes.
    Where pursuers may move in any order, the lowest seat that can move is asked first; a team chooses the piece before it moves.

    ## Observation Space

    A dictionary of `"observation"`, int8, and `"action_mask"`, int8, 1 for every legal action. The spaces are the same for all
    agents, and the layout is the same for all editions on a board. On the board of London the entries of the observation are:

    {layout}

    `sy_env.layout(edition)` is this table as data: `unflatten` cuts an observation into its fields. `infos[agent]` holds the mask
    too. The mask of an agent that is not asked is 1 for `pass` alone; after the end masks are all ones. Pursuers never see more
    than public information: where Mister X can be, not where he is.

    ## Action Space

    `Discrete`. With n stations (n = 199 in London, 803 actions):

    | action | meaning |
    |---|---|
    | k * n + s - 1 | travel to station s by taxi (k = 0), bus (1), underground (2) or with a black ticket (3) |
    | 4 * n | declare a double move; its halves follow as two moves (Mister X) |
    | 4 * n + 1 | pass; legal only where nothing else is |
    | 4 * n + 1 + i | move the piece of seat i = 1..5 next (a team, in any order) |

    `raw_env.game.actions` turns an action into text ("taxi 46") and back.

    ## Rewards

    On the action that ends the game, once: +1 for the winning side and -1 for the other, for Mister X and for each pursuer; 0 for
    all in a draw. Zero before.

    ## Starting State

    Stations are drawn from the start cards of the edition. `reset(seed=...)`, an integer in 0..2**63 - 1, makes the game
    reproducible; without a seed the random stream goes on, and begins anywhere. `reset(options={"position": position})` starts
    from any legal :class:`sy_env.Position`; it may be over at once.

    ## Episode End

    1. Termination: a pursuer catches Mister X, or he enters a pursuer's station, where the edition allows that.
    2. Termination: Mister X cannot move, or the pursuers are stuck.
    3. Termination: the last round is over.

    Nothing is truncated: a game has 32 rounds at most. An illegal action raises an error here and changes nothing;
    :func:`sy_env.env` follows PettingZoo: the offender gets -1, the others 0.

    ## Arguments

    | argument | default | meaning |
    |---|---|---|
    | `edition` | `"classic"` | a name, such as `"master"` or `"nijssen2011"`, or a `sy_env.Edition` |
    | `control` | `"individual"` | `"individual"`, or `"team"`: one agent for all pursuers |
    | `render_mode` | `None` | `"ansi"`, `"rgb_array"`, or `"human"`: a window that follows the game |
    | `render_view` | `"detectives"` | whose picture is drawn: `"detectives"` (Mister X hidden), `"mrx"` or `"everyone"` |
    | any other | | an option of the edition, such as `players=4` |

    ```python
    env = sy_env.env("master", players=4)
    env.reset(seed=0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    ```

    ## Version History

    * v0: initial version

    Attributes:
        game: what is played: its edition, seats, action and observation layouts.
        batch: the batch of one game behind this door; `batch.games[0]` is the record, hidden fields included.
        state_space: space of :meth:`state`.
        render_mode: as given.
        render_view: as given.

    Raises:
        EditionError: unknown edition, option or value; the message names the nearest right spelling.
        ValueError: unknown render mode or view.
    """

    metadata = {
        "name": "scotland_yard_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
        "is_parallelizable": False,  # agents act in turn: `sy_env.parallel_env` is the turn-based form
    }

    def __init__(
        self,
        edition: str | AnyEdition = "classic",
        control: str = "individual",
        render_mode: str | None = None,
        render_view: str = "detectives",
        **options: Any,
    ) -> None:
        if render_view not in VIEWPOINTS:
            raise ValueError(one_of("render_view", render_view, VIEWPOINTS) + ".")
        self.render_mode = render_mode
        self.render_view = render_view
        self.game = make_game(edition, control, **options)
        self.batch = BatchedGame(self.game, 1, autoreset=False)
        self.possible_agents = list(self.game.agents)
        self.agents = []
        self._make_spaces()
        self._idle = np.zeros(self.game.actions.size, np.int8)
        self._idle[self.game.actions.index("pass")] = 1
        self._running = False  # somebody is asked for an action
        self._seeded = False
        self._bind()

    def _make_spaces(self) -> None:
        low, high = self.game.layout.low, self.game.layout.high
        mask = (self.game.actions.size,)
        self.state_space = Box(low, high, dtype=np.int8)
        self.action_spaces = {agent: Discrete(self.game.actions.size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict({"observation": Box(low, high, dtype=np.int8), "action_mask": Box(0, 1, mask, np.int8)})
            for agent in self.possible_agents
        }

    def _bind(self) -> None:
        """Make what is not kept, and gather what every step needs: looking it up each time costs as much as the step itself."""
        self._painter = Painter(self.game, self.render_view, self.render_mode)
        batch = self.batch
        self._observation, self._mask = batch.observation[0], batch.action_mask[0]
        choice = np.zeros(1, np.int32)
        # Entries are read and written faster through memory views than through arrays.
        self._choice, self._to_move, self._legal = choice.data, batch.to_move.data, self._mask.data
        self._draws = batch.games["draws"].data
        live = (batch.action_mask, batch.observation, batch.to_move, batch.rewards, batch.terminated, batch.ended)
        self._arguments = (batch.games, self.game.tables, choice, *live, batch.final_observation, False)
        self._step_game = direct(self.game.loops.step_all, self._arguments)

    def observation_space(self, agent: str) -> Space[Observation]:
        """The space of an agent's observations, equal for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The space of an agent's actions, equal for all agents."""
        return self.action_spaces[agent]

    # -- starting

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game.

        Args:
            seed: of the game's random stream; None: the stream goes on.
            options: `{"position": position}` starts from a :class:`sy_env.Position` instead of a deal. Other keys are not read.

        Raises:
            PositionError: the position is not legal.
            TypeError, ValueError: the seed is no integer in 0..2**63 - 1, or the position is none. Nothing was changed.
        """
        position = (options or {}).get("position")
        if np.ndim(seed):  # type: ignore[arg-type]
            raise TypeError(f"seed={seed!r} has to be one integer. Nothing was changed.")
        if position is not None:
            check_position(self.game, position)
            self.game.place(position, self.batch.games.copy())  # refused before anything is changed
        if seed is None and not self._seeded:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0]) >> 1
        self.batch.reset(seed)
        if position is not None:
            self.batch.place(0, position)
        self._seeded = True
        self._begin(position)

    def _begin(self, position: Any) -> None:
        self._start = position if position is not None else self.game.opening(self.batch.games[0])
        roll = self.game.chance(self.batch.games[0])
        self._taken: list[int | str] = [] if roll is None else [roll]
        self._drawn = self._draws[0]
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._idle.copy()} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._running = True
        self._go_on()

    # -- stepping

    def step(self, action: Any) -> None:
        """Let the selected agent take an action, an integer; None takes an agent out whose game is over.

        Raises:
            IllegalActionError, TypeError, ValueError: the action is illegal or no action at all. Nothing was changed.
            GameOverError: there is no agent to act: before the first reset, and when all agents are out.
        """
        if not self._running:
            self._step_out(action)
            return
        try:
            choice = index(action)
        except TypeError:
            choice = -1
        if not (0 <= choice < len(self._idle) and self._legal[choice]):
            self.batch.step([action])  # refuses it and says why
        self._choice[0] = choice
        self._step_game(*self._arguments)
        self._taken.append(choice)
        if self._draws[0] != self._drawn:
            self._drawn = self._draws[0]
            self._note_chance()
        self.infos[self.agent_selection] = {"action_mask": self._idle.copy()}
        self._go_on()

    def _note_chance(self) -> None:
        roll = self.game.chance(self.batch.games[0])
        if roll is not None:
            self._taken.append(roll)

    def _go_on(self) -> None:
        """Turn to the agent that is to move, or to the end."""
        mover = self._to_move[0]
        if mover < 0:
            self._end(truncated=False)
        else:
            agent = self.possible_agents[mover]
            self.agent_selection = agent
            self.infos[agent] = {"action_mask": self._mask.copy()}
        if self.render_mode == "human":
            self.render()

    def _end(self, truncated: bool) -> None:
        self._running = False
        self.infos = {agent: {"action_mask": np.ones_like(self._idle)} for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.rewards = dict(zip(self.agents, self.batch.rewards[0].tolist(), strict=True))
        self._accumulate_rewards()
        self._deads_step_first()

    def _step_out(self, action: Any) -> None:
        if not self.agents:
            raise GameOverError("There is no agent to act: reset() starts a game.")
        self._was_dead_step(action)

    def forfeit(self) -> None:
        """End the game as PettingZoo ends it after an illegal action of the selected agent: -1 for it, 0 for the others.

        Raises:
            GameOverError: no game is going on.
        """
        if not self._running:
            raise GameOverError("No game is going on: reset() starts one.")
        self.game.loops.forfeit(self.batch.games, _FIRST_ROW)
        self.batch.view()
        self.batch.rewards[:] = 0
        self.batch.rewards[0, self.possible_agents.index(self.agent_selection)] = -1
        self._end(truncated=True)

    # -- looking

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last action, terminated, truncated and info of the selected agent."""
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]

    def observe(self, agent: str) -> Observation:
        """What an agent sees now: fresh arrays. An idle team sees the game from its first piece.

        Raises:
            ValueError: unknown agent.
            GameOverError: before the first reset.
        """
        if self._running and agent == self.agent_selection:
            return {"observation": self._observation.copy(), "action_mask": self._mask.copy()}
        if agent not in self.possible_agents:
            raise ValueError(one_of("agent", agent, self.possible_agents) + ".")
        self._need_game()
        observation, mask = np.empty_like(self.batch.observation), np.empty_like(self.batch.action_mask)
        viewer = np.array([self.possible_agents.index(agent)])  # an agent's number is the seat of its first piece
        self.game.loops.look(self.batch.games, self.game.tables, _FIRST_ROW, viewer, mask, observation)
        return {"observation": observation[0], "action_mask": mask[0]}

    def state(self) -> NDArray[np.int8]:
        """The whole truth, for a central critic only: the observation of Mister X, from whom nothing is hidden."""
        self._need_game()
        state: NDArray[np.int8] = self.batch.state()[0]
        return state

    def _need_game(self) -> None:
        if not self._seeded:
            raise GameOverError("No game has been started: reset() starts one.")

    def game_record(self) -> GameRecord:
        """The game so far, to save or replay; an action that PettingZoo's rule for illegal ones ended it with is not in it."""
        self._need_game()
        return GameRecord.of(self.game, self._start, self._taken)

    # -- drawing

    def scene(self) -> Scene:
        """The position as `render_view` may know it, ready to draw; after the end everything is shown."""
        self._need_game()
        return self.game.scene(self.batch.games[0], self.render_view)

    def render(self) -> str | NDArray[np.uint8] | None:
        """The picture that `render_mode` asks for: text, pixels uint8 (480, 800, 3), or None after it was shown in a window."""
        self._need_game()
        return self._painter.paint(self.batch.games[0])

    def _repr_svg_(self) -> str | None:
        """The picture that notebooks show."""
        return svg(self.scene()) if self._seeded else None

    def close(self) -> None:
        """Close the window, if there is one."""
        self._painter.close()

    # -- keeping

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in _BOUND}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()


raw_env.__doc__ = (raw_env.__doc__ or "").replace("{layout}", london_layout(199).table().replace("\n", "\n    "))
