"""OpenSpiel: the game `sy_env`, for every edition, with explicit chance; importing this module registers it.

>>> import pyspiel
>>> from sy_env.adapters.openspiel import load_game
>>> game = load_game("classic", players=4)
>>> game = pyspiel.load_game("sy_env", {"edition": "glasses", "control": "team", "options": '{"rounds": 4}'})

Parameters of the game, all of them words:

- `edition`: a name, such as "classic", "master_app" or "hunting".
- `control`: "team" (two players, zero-sum) or "individual" (a player a piece; the pursuers share what Mister X loses).
- `options`: the edition's options, as JSON. In the string form of a game the signs `, ( ) = %` are written as in web addresses.
- `position`: where games begin, as JSON of `Position.to_dict()`; Mister X's station is drawn among those where he can be
  (`possible`), so one station there leaves nothing to chance. Empty: games begin with a deal.

The information state is all that a player was told since the start: what happened, as he saw it, and answers. In its tensor there
is a row for each event that he saw, behind the observation of the moment; there are as many rows as a game can have events.
"""

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
from numpy.typing import NDArray

try:
    import pyspiel
except ImportError as error:
    raise ImportError('The OpenSpiel game needs open_spiel: pip install "sy_env[openspiel]"') from error

from sy_env.envs.events import ALL
from sy_env.envs.tree import OVER, Node, Tree
from sy_env.envs.worlds import draw_world
from sy_env.errors import PositionError, one_of
from sy_env.making import make_game

NAME = "sy_env"
MOST_PLAYERS = 6
_DEFAULTS = {"edition": "classic", "control": "team", "options": "", "position": ""}
_READABLE = ' {}[]":;/'  # signs that the string form of a game does not read as its own
_NUMBER_BITS = 10
_ANSWER_BITS = 64
_TOLD = {"answer": _ANSWER_BITS, "witness_age": 2, "point_field": 6}  # of a record: what was told and observations do not keep

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Scotland Yard",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_PLAYERS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


def load_game(edition: str = "classic", control: str = "team", position: Any = None, **options: Any) -> Any:
    """The game in OpenSpiel.

    Args:
        edition: a name, such as "classic" or "glasses".
        control: "team" (one player for all pursuers) or "individual".
        position: where games begin; None: with a deal.
        options: the edition's options, such as `players=4`.

    Returns:
        A `pyspiel.Game`.

    Raises:
        EditionError, PositionError: they cannot be played.
    """
    words = {"edition": edition, "control": control, "options": _packed(options)}
    return OpenSpielGame({**words, "position": "" if position is None else _packed(position.to_dict())})


def _packed(words: Mapping[str, Any]) -> str:
    text = json.dumps(words, separators=(",", ":"), default=lambda thing: thing.to_dict())  # boards and tiles of your own
    return quote(text, safe=_READABLE) if words else ""


def _unpacked(name: str, text: str) -> dict[str, Any]:
    try:
        words = json.loads(unquote(text)) if text else {}
    except ValueError as error:
        raise ValueError(f"{name} {text!r} is no JSON: {error}.") from error
    if not isinstance(words, dict):
        raise ValueError(f"{name} {text!r} is no JSON object.")
    return words


class OpenSpielGame(pyspiel.Game):
    """The game `sy_env` of OpenSpiel.

    Attributes:
        tree: the same game as a tree.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """A game of these parameters; those that are missing have their defaults.

        Raises:
            ValueError: unknown parameters, or values that cannot be played.
        """
        given = {**_DEFAULTS, **(params or {})}
        for name in given:
            if name not in _DEFAULTS:
                raise ValueError(one_of("parameter", name, _DEFAULTS) + ".")
        options = _unpacked("options", given["options"])
        played = make_game(given["edition"], given["control"], **options)
        place = _unpacked("position", given["position"])
        self.tree = Tree(played, _position_type(place, played).from_dict(place) if place else None)
        agents = len(played.agents)
        info = pyspiel.GameInfo(
            num_distinct_actions=played.actions.size,
            max_chance_outcomes=self.tree.chance.most_outcomes,
            num_players=agents,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.tree.chance.most_decisions,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> "OpenSpielState":
        """The start of a game."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """An observer; `perfect_recall` adds all that was told since the start.

        Raises:
            ValueError: another kind of observation is asked for.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params or not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("sy_env observes what one player knows, public and private, without further parameters.")
        return Observer(self.tree, kind.perfect_recall)


def _position_type(words: Mapping[str, Any], game: Any) -> Any:
    if "points" not in words:
        return game.position_type
    from sy_env.london.app_position import AppPosition  # kernels are loaded where they are needed

    if getattr(game.edition, "app", None) is None:
        raise PositionError(f"{game.edition.name!r} has no meeting points; a position of it has no `points`.")
    return AppPosition


class OpenSpielState(pyspiel.State):
    """A state of the game `sy_env`.

    Attributes:
        node: the same point in the game.
    """

    def __init__(self, game: OpenSpielGame) -> None:
        """The start of `game`."""
        super().__init__(game)
        self.node: Node = game.tree.root

    def current_player(self) -> int:
        """Who is to decide: a player, chance, or nobody any more."""
        if self.node.player == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.node.player < 0 else self.node.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal if player == self.node.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Numbers of outcomes, and their probabilities."""
        return self.node.outcomes

    def _apply_action(self, action: int) -> None:
        self.node = self.node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.text(action) if player < 0 else self.node.tree.game.actions.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.player == OVER

    def returns(self) -> list[float]:
        """What every player has got: zeros before the end."""
        return self.node.returns()

    def __str__(self) -> str:
        return self.node.known(0) if self.node.player != OVER else f"{self.node.known(0)}; over"

    def resample_from_infostate(self, player: int, sampler: Any) -> "OpenSpielState":
        """A state that `player` cannot tell from this one, as :func:`sy_env.envs.worlds.draw_world` draws it.

        Args:
            player: whose information state stays the same.
            sampler: gives numbers in 0..1, as `pyspiel.UniformProbabilitySampler` does.
        """
        rng = np.random.default_rng(int(sampler() * 2**32))
        world = draw_world(self.node, self.node.seat_of(player), rng)
        state: OpenSpielState = self.get_game().new_initial_state()
        for node in world.path()[1:]:
            state.apply_action(node.action)
        return state


class Observer:
    """What a player knows, as a tensor with named pieces and as text.

    Attributes:
        tensor: float32 (D,).
        dict: views of it by name: the fields of the observation; with perfect recall also `events` (rows of: who, which kind, the
            argument in binary digits), and in games with Master's app what was answered.
    """

    def __init__(self, tree: Tree, perfect_recall: bool) -> None:
        """An observer of games of `tree`."""
        self._tree = tree
        self._recalls = perfect_recall
        self._fields = {field.name: field.shape for field in tree.game.layout}
        shapes = {**self._fields, **(self._memory_shapes() if perfect_recall else {})}
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=True)}

    @cached_property
    def _told(self) -> dict[str, int]:
        record = self._tree.game.record
        return {name: bits for name, bits in _TOLD.items() if name in (record.names or ())}

    def _memory_shapes(self) -> dict[str, tuple[int, ...]]:
        width = 1 + len(self._tree.game.seats) + len(self._tree.kinds) + _NUMBER_BITS
        told = {name: (*self._tree.game.record[name].shape, bits) for name, bits in self._told.items()}
        return {"events": (self._tree.most_events, width), **told}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Let `tensor` show what `player` knows in `state`."""
        node = state.node
        seat = node.seat_of(player)
        self.tensor[:] = 0
        observation = node.look(seat)[1]
        self.tensor[: len(observation)] = observation
        if not self._recalls:
            return
        seen = [event for event in node.events() if event.seen_by(seat)]
        for row, event in zip(self.dict["events"], seen, strict=False):
            argument = event.number if event.seen_by(seat) == ALL else 0
            row[1 + event.seat] = 1
            row[1 + len(self._tree.game.seats) + self._tree.kinds.index(event.kind)] = 1
            row[-_NUMBER_BITS:] = _digits(np.array(argument), _NUMBER_BITS)
        redacted = node.redacted(seat)[0]
        for name, bits in self._told.items():
            self.dict[name][:] = _digits(redacted[name], bits)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """What `player` knows in `state`, as text."""
        node = state.node
        seat = node.seat_of(player)
        if self._recalls:
            return f"{node.tree.game.agents[player]}: {node.known(seat)}"
        observed = node.tree.game.layout.unflatten(node.look(seat)[1])
        return "; ".join(f"{name} {' '.join(map(str, np.ravel(values)))}" for name, values in observed.items())


def _digits(numbers: NDArray[Any], bits: int) -> NDArray[Any]:
    """Binary digits of the numbers (...,), lowest first, (..., bits)."""
    return (np.asarray(numbers, np.uint64)[..., None] >> np.arange(bits, dtype=np.uint64)) & np.uint64(1)


pyspiel.register_game(_TYPE, OpenSpielGame)
