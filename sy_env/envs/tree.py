"""A game as a tree: from a node by an action, or an outcome of chance, to the next. What solvers and OpenSpiel walk on."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sy_env.engine import Array, Game
from sy_env.envs.chance import ROW, Deal, Outcomes, chance_of
from sy_env.envs.events import CHANCE, Event
from sy_env.errors import IllegalActionError

OVER = -2
MEMORY = ("log_station", "start_tile", "answer", "witness_age", "point_field")  # fields of records that keep what was told


class Tree:
    """All games of one kind that begin with a deal, or in one position.

    In a position Mister X's station is drawn among those where he can be (`Position.possible`).

    Attributes:
        game: what is played.
        chance: what is left to chance.
        root: where games begin.
    """

    def __init__(self, game: Game, position: Any = None) -> None:
        """The tree of `game`.

        Raises:
            PositionError: the position is not legal.
            ValueError: the game is over before anybody can act.
        """
        self.game = game
        self.chance = chance_of(game, position)
        self.root = Node(self, None, ()) if self.chance.deal(()) else Node(self, self.chance.begin(()), ())
        if self.root.player == OVER:
            raise ValueError("This game is over before anybody can act: check its starts, tickets and board.")

    @property
    def kinds(self) -> tuple[str, ...]:
        """Words that events begin with."""
        return (*self.chance.kinds, *(block.kind for block in self.game.actions.blocks))

    @property
    def most_events(self) -> int:
        """The most events that a game can have."""
        return self.chance.most_points + self.chance.most_decisions

    def action_event(self, seat: int, action: int) -> Event:
        """The event of an action."""
        block = next(block for block in reversed(self.game.actions.blocks) if block.start <= action)
        argument = block.arguments[action - block.start] if block.arguments else ""
        number = action - block.start + 1 if argument else 0
        return Event(seat, block.kind, argument, number, self.chance.sight(seat, block.kind))


@dataclass(frozen=True, eq=False)
class Node:
    """A point in a game; it never changes.

    Attributes:
        tree: the games that it is of.
        record: the game, of shape (1,); None during the deal.
        deal: cards dealt so far.
        parent: the node before; None at the root.
        action: the action or outcome that led here.
        event: the same as an event; None at the root.
    """

    tree: Tree
    record: Array | None
    deal: Deal
    parent: "Node | None" = None
    action: int = -1
    event: Event | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> "Node":
        return self

    # -- who is to decide what

    @cached_property
    def player(self) -> int:
        """Index of the agent that is to decide, CHANCE or OVER."""
        if self.outcomes:
            return CHANCE
        assert self.record is not None
        if self.record["winner"][0]:
            return OVER
        return self.agent_of(self.mover)

    @property
    def mover(self) -> int:
        """The seat that decides; 0 during the deal."""
        return 0 if self.record is None else int(self.record["mover"][0])

    def agent_of(self, seat: int) -> int:
        """Index of the agent that decides for a seat."""
        return min(seat, 1) if self.tree.game.control == "team" else seat

    def seat_of(self, agent: int) -> int:
        """The seat by which an agent sees: its own, for a team that of the pursuer that decides, else the first one."""
        return max(self.mover, 1) if agent and self.tree.game.control == "team" else agent

    @cached_property
    def outcomes(self) -> Outcomes:
        """What chance can come to here, and how likely; nothing if it is not to decide."""
        return self.tree.chance.deal(self.deal) if self.record is None else self.tree.chance.due(self.record)

    @cached_property
    def legal(self) -> list[int]:
        """The legal actions, ascending; none at a point of chance or at the end."""
        if self.player < 0:
            return []
        return [int(action) for action in np.flatnonzero(self.look(self.mover)[0])]

    def text(self, action: int) -> str:
        """An action or an outcome that is possible here, as text."""
        event = self.event_of(action)
        return f"{event.kind} {event.argument}" if event.argument else event.kind

    def returns(self) -> list[float]:
        """What every agent gets at the end: 1 and -1, the pursuers' shared among them; zeros before, and for a draw."""
        rewards = np.zeros(len(self.tree.game.agents), np.float32)
        if self.record is not None:
            self.tree.game.loops.pay_out(int(self.record["winner"][0]), rewards)
        return [float(rewards[0]), *(float(reward) / (len(rewards) - 1) for reward in rewards[1:])]

    # -- going on

    def child(self, action: int) -> "Node":
        """The node after an action or an outcome of chance.

        A deal that leaves nobody a decision is thrown away: that leads back to the root.

        Raises:
            IllegalActionError: it is none that is possible here.
        """
        possible = [outcome for outcome, _ in self.outcomes] if self.player == CHANCE else self.legal
        if action not in possible:
            raise IllegalActionError(f"{action!r} is not possible here; possible are {possible}.")
        record, deal = self._after(action)
        node = Node(self.tree, record, deal, self, action, self.event_of(action))
        spoilt = self.player == CHANCE and node.player == OVER and self.tree.chance.position is None
        return self.tree.root if spoilt and not record["decisions"][0] else node  # type: ignore[index]

    def _after(self, action: int) -> tuple[Array | None, Deal]:
        chance = self.tree.chance
        if self.record is None:
            deal = (*self.deal, action)
            return (None if chance.deal(deal) else chance.begin(deal)), deal
        record = self.record.copy()
        (chance.resolve if self.player == CHANCE else chance.act)(record, action)
        return record, self.deal

    def event_of(self, action: int) -> Event:
        """The event of an action or an outcome that is possible here."""
        if self.record is None:
            return self.tree.chance.dealt(self.deal, action)
        if self.player == CHANCE:
            return self.tree.chance.drawn(self.record, action)
        return self.tree.action_event(self.mover, action)

    def path(self) -> list["Node"]:
        """The nodes from the root to here."""
        node: Node | None = self
        nodes = []
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    # -- what a seat knows

    def look(self, seat: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Action mask (A,) and observation (D,) of a seat, as `BatchedGame.look` gives them; zeros during the deal."""
        game = self.tree.game
        mask, observation = np.zeros((1, game.actions.size), np.int8), np.zeros((1, game.layout.size), np.int8)
        if self.record is not None:
            shown = self.tree.chance.shown(self.record)
            game.loops.look(shown, game.tables, ROW, np.array([seat], np.int64), mask, observation)
        return mask[0], observation[0]

    def redacted(self, seat: int) -> Array:
        """The record (1,) with all blanked that the seat may not know; zeros during the deal."""
        if self.record is None:
            return np.zeros(1, self.tree.game.record)
        record = self.record.copy()
        self.tree.game.loops.redact_all(record, self.tree.game.tables, np.array([seat], np.int64))
        return record

    def events(self) -> Iterator[Event]:
        """What has happened since the root."""
        return (node.event for node in self.path() if node.event is not None)

    def known(self, seat: int) -> str:
        """All that a seat has come to know, as text: equal if and only if it cannot tell two nodes apart."""
        seen = [text for text in (event.text_for(seat) for event in self.events()) if text]
        redacted = self.redacted(seat)[0]
        kept = [f"{name} {_plain(redacted[name])}" for name in MEMORY if name in (redacted.dtype.names or ())]
        return "; ".join([*seen, *kept])


def _plain(values: Any) -> str:
    """The numbers of a field as text, zeros at the end left out."""
    return " ".join(map(str, np.trim_zeros(np.ravel(values), "b").tolist()))
