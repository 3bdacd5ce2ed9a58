"""The player of a brain: it rebuilds its belief from the redacted record, scores the legal actions, and draws one."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sy_agents.learned.belief import BELIEF, FEATURES, ROOM, follow_all
from sy_agents.learned.brain import Brain
from sy_agents.learned.critic import describe_all
from sy_agents.learned.deciding import DESK, decide
from sy_agents.learned.geography import geography
from sy_agents.learned.memory import Memory
from sy_agents.learned.networks import Network
from sy_agents.mcts.playouts import lookup
from sy_env.engine import Array, Game
from sy_env.jit import readable
from sy_env.london.tables import WIDTH
from sy_env.policies import Request


class Decisions:
    """Actions drawn in some games, and what a learner needs of them.

    Attributes:
        actions: int32 (n,).
        chances: float32 (n,), the logarithms of their probabilities.
        rows: float32 (M, features), features of all legal actions, if they were kept; decisions without a choice have none.
        bounds: int64 (n + 1,), where in `rows` each decision begins.
        picked: int64 (n,), the row of the action drawn.
    """

    def __init__(self, n: int, features: int, most_rows: int) -> None:
        self.actions = np.zeros(n, np.int32)
        self.chances = np.zeros(n, np.float32)
        self.rows = np.empty((most_rows, features), np.float32)
        self.bounds = np.zeros(n + 1, np.int64)
        self.picked = np.zeros(n, np.int64)

    def trim(self) -> None:
        """Give back the room that no row of features took."""
        self.rows = self.rows[: self.bounds[-1]].copy()


class Thinking:
    """Beliefs and decisions in games of one kind: the kernels with the room they work in.

    Attributes:
        game: what is played.
        hops, near, places: the geography of its board.
        most_actions: the most actions that one decision can have.
        room: for the kernels to work in.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.hops, self.near, self.places, most_lines = geography(game.edition.board)
        self.most_actions = 4 * most_lines + 2
        self.beyond = lookup(game.edition.board).beyond
        self._desk = np.zeros(1, DESK)
        self._drafts = readable(np.zeros(1, game.record))
        self.room = np.zeros(1, ROOM)

    def new_beliefs(self, n: int) -> Array:
        """Beliefs that know nothing yet, BELIEF (n,)."""
        beliefs: Array = np.zeros(n, BELIEF)
        beliefs["fields"] = -1
        return beliefs

    def follow(self, beliefs: Array, games: Array, filter_: Network, keep: bool = False) -> "HiddenMoves":
        """Bring the beliefs up to the games."""
        known = np.where(beliefs["fields"] > games["fields"], 0, beliefs["fields"].clip(0))
        kept = HiddenMoves(int((games["fields"] - known).sum()) if keep else 0)
        kept.moves = follow_all(
            beliefs,
            games,
            self.game.tables,
            self.hops,
            self.near,
            self.places,
            tuple(filter_),
            self.room,
            kept.rows,
            kept.priors,
            kept.bounds,
            kept.truth,
        )
        kept.trim()
        return kept

    def decide(
        self, beliefs: Array, games: Array, which: Array, network: Network, filter_: Network, words: Array, keep: bool = False
    ) -> Decisions:
        """Draw actions in the games `which`, in all of which one role is to move."""
        n = len(which)
        made = Decisions(n, len(network.w1), self.most_actions * (n if keep else 1))
        decide(
            beliefs,
            games,
            which,
            self.game.tables,
            self.hops,
            self.near,
            self.beyond,
            self.places,
            tuple(network),
            tuple(filter_),
            words,
            self._desk,
            self._drafts,
            keep,
            made.actions,
            made.chances,
            made.rows,
            made.bounds,
            made.picked,
        )
        return made

    def describe_positions(self, beliefs: Array, games: Array, out: Array) -> None:
        """Write what a critic sees of the games into `out`, float32 (N, len(critic.FEATURES))."""
        describe_all(games, self.game.tables, self.hops, self.near, self.places, beliefs, self.room["around"], out)


class HiddenMoves:
    """Moves after which Mister X may be at more than one station: what the filter learns from.

    Attributes:
        rows: float32 (M, features) of the stations that he may have reached, one move after the other.
        priors: float32 (M,), the weights that flowed there.
        bounds: int64 (m + 1,), where in them each move begins.
        truth: int64 (m,), the row of the station where he is.
        moves: m.
    """

    def __init__(self, moves: int) -> None:
        self.rows = np.empty((moves * WIDTH, len(FEATURES)), np.float32)
        self.priors = np.empty(moves * WIDTH, np.float32)
        self.bounds = np.zeros(moves + 1, np.int64)
        self.truth = np.empty(moves, np.int64)
        self.moves = 0

    def trim(self) -> None:
        """Give back the room that no move took."""
        used = int(self.bounds[self.moves])
        self.rows, self.priors = self.rows[:used].copy(), self.priors[:used].copy()
        self.bounds, self.truth = self.bounds[: self.moves + 1], self.truth[: self.moves]


def role_of(request: Request) -> str:
    """The role that a request asks to play."""
    return "detectives" if (request.games["mover"] > 0).any() else "mrx"


@dataclass(frozen=True)
class Learned:
    """A player with a brain. Its belief follows from each record alone; those of earlier decisions are remembered to save time.

    Attributes:
        brain: its networks.
        name: how tables call it.
    """

    brain: Brain
    name: str = "learned"
    _thoughts: dict[Any, tuple[Thinking, Memory]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def act(self, request: Request) -> NDArray[np.int32]:
        """Legal actions, int32 (n,); 0 in finished games."""
        return self.decide(request, *self.believe(request)).actions

    def believe(self, request: Request) -> tuple[Thinking, Array]:
        """What thinks about the game of a request, and the pursuers' beliefs in its records, BELIEF (n,)."""
        thinking, memory = self._thoughts_on(request.game)
        beliefs = thinking.new_beliefs(len(request))
        keys = memory.recall(request.games, beliefs)
        thinking.follow(beliefs, request.games, self.brain.filter)
        memory.keep(keys, beliefs)
        return thinking, beliefs

    def decide(self, request: Request, thinking: Thinking, beliefs: Array, keep: bool = False) -> Decisions:
        """Decide with what :meth:`believe` found; `keep` the features of all actions."""
        network = self.brain.of(role_of(request))
        which = np.arange(len(request))
        return thinking.decide(beliefs, request.games, which, network, self.brain.filter, request.seeds, keep)

    def probabilities(self, request: Request) -> NDArray[np.float64]:
        """How likely it takes each action, float64 (n, A): its only one, or the first, where no network scores the actions."""
        return self.chances(request, *self.believe(request))

    def chances(self, request: Request, thinking: Thinking, beliefs: Array) -> NDArray[np.float64]:
        """:meth:`probabilities` with what :meth:`believe` found."""
        made = self.decide(request, thinking, beliefs, keep=True)
        made.trim()
        scores = self.brain.of(role_of(request)).scores(made.rows).astype(np.float64)
        found = np.zeros((len(request), request.game.actions.size))
        found[np.arange(len(request)), made.actions] = 1.0
        for row in np.flatnonzero(np.diff(made.bounds)):
            own = scores[made.bounds[row] : made.bounds[row + 1]]
            weights = np.exp(own - own.max())
            found[row, np.flatnonzero(request.action_mask[row])] = weights / weights.sum()
        return found

    def _thoughts_on(self, game: Game) -> tuple[Thinking, Memory]:
        key = (game.edition, game.control)
        if key not in self._thoughts:
            self._thoughts[key] = (Thinking(game), Memory())
        return self._thoughts[key]

    def __reduce__(self) -> Any:
        return Learned, (self.brain, self.name)
