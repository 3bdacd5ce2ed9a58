"""A benchmark card: fixed games, seeds and opponents that a player is scored on, so that two people's figures can be compared.

A player is asked for one role or for both. In every task it meets every opponent of the other role in the same deals. Its score
in a task is its win rate against the opponent that does best against it, for a policy is worth what it is worth against the
player that knows how to beat it; its score on the card is the mean over the tasks.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from sy_agents.evaluation.journal import Journal, command_of
from sy_agents.evaluation.matches import Pairing, play_pairings
from sy_agents.evaluation.tables import Cell, cell_of, player_name, text_table
from sy_agents.yaml_files import Checked, read_yaml
from sy_env.editions import AnyEdition, make_edition
from sy_env.policies import ROLES, Policy

BATCH = 64
"""Games side by side: a kill costs at most the time of so many."""


class Task(Checked):
    """Games of one edition against some opponents.

    Attributes:
        name: of the task.
        edition, options: what is played.
        opponents: players by name, of either role.
        games: against each of them.
    """

    name: str
    edition: str
    options: dict[str, Any] = {}
    opponents: Annotated[tuple[str, ...], Field(min_length=1)]
    games: Annotated[int, Field(ge=1)]

    def make_edition(self) -> AnyEdition:
        """The edition."""
        edition: AnyEdition = make_edition(self.edition, **self.options)
        return edition


class Card(Checked):
    """A benchmark card. Whatever changes in it, the version has to change.

    Attributes:
        name, version: how results name it.
        seed: game i of every task is dealt from `seed + i`.
        tasks: what is played.
    """

    name: str
    version: Annotated[int, Field(ge=1)]
    seed: Annotated[int, Field(ge=0)]
    tasks: Annotated[tuple[Task, ...], Field(min_length=1)]


@dataclass(frozen=True)
class Score:
    """What a player reached in a task against one opponent.

    Attributes:
        task, role, opponent: where.
        games: played.
        win_rate, low, high: of the player, with its 95 % Wilson interval; a draw is half a win.
        seconds: for a decision, on average.
        illegal_actions: of both players; each lost its game.
    """

    task: str
    role: str
    opponent: str
    games: int
    win_rate: float
    low: float
    high: float
    seconds: float
    illegal_actions: int


def load_card(path: Path) -> Card:
    """The card in a YAML file.

    Raises:
        ValueError: it cannot be read, or a key or value is wrong; the message names it.
    """
    card = read_yaml(path, Card)
    for task in card.tasks:
        task.make_edition()
    return card


def digest(card: Card) -> str:
    """Eight hex digits that stand for all that the card says."""
    return hashlib.sha256(card.model_dump_json().encode()).hexdigest()[:8]


def score(
    card: Card,
    player: str | Policy,
    roles: Sequence[str],
    folder: Path,
    *,
    processes: int = 1,
    fresh: bool = False,
    progress: Callable[[int], object] | None = None,
) -> Iterator[Score]:
    """Play a card; the scores come as the tasks are done.

    Args:
        card: what is played.
        player: who is scored, a name or a policy.
        roles: that it plays.
        folder: takes the finished games, a file for each task and role; games that are there are not played again.
        processes: that share the games.
        fresh: forget the games that are there.
        progress: called with the number of games just finished.

    Raises:
        ValueError: the player is unknown or does not play an edition, or the folder holds games of another command.
    """
    jobs = [(task, role, _pairings(task, player, role)) for task in card.tasks for role in roles]
    for _, _, pairings in jobs:
        for pairing in pairings:
            pairing.players()
    for task, role, pairings in jobs:
        command = command_of(pairings, task.games, card.seed)
        journal = Journal(folder / f"{task.name}-{role}.jsonl", command, fresh=fresh)
        matches = play_pairings(
            pairings,
            task.games,
            card.seed,
            processes=processes,
            batch=BATCH,
            progress=progress,
            done=journal.done,
            keep=journal.keep,
        )
        for pairing, match in zip(pairings, matches, strict=True):
            yield _score(task, role, cell_of(pairing, match, card.seed))


def _pairings(task: Task, player: str | Policy, role: str) -> list[Pairing]:
    edition = task.make_edition()
    seated = [(player, opponent) if role == "mrx" else (opponent, player) for opponent in task.opponents]
    return [Pairing(edition, *players) for players in seated]


def _score(task: Task, role: str, cell: Cell) -> Score:
    rates = (cell.detectives_win_rate, cell.low, cell.high)
    opponent, seconds = cell.mister_x, cell.detectives_seconds
    if role == "mrx":
        drawn = cell.draws / cell.games
        rates = (1 - cell.detectives_win_rate - drawn, 1 - cell.high - drawn, 1 - cell.low - drawn)
        opponent, seconds = cell.detectives, cell.mister_x_seconds
    rate, low, high = rates
    return Score(task.name, role, opponent, cell.games, rate, low, high, seconds, cell.illegal_actions)


# -- the sum


def worst_cases(scores: Sequence[Score]) -> list[Score]:
    """Of each task and role the score against the opponent that does best."""
    best: dict[tuple[str, str], Score] = {}
    for found in scores:
        key = (found.role, found.task)
        if key not in best or found.win_rate < best[key].win_rate:
            best[key] = found
    return list(best.values())


def totals(scores: Sequence[Score]) -> dict[str, float]:
    """The score on the card by role: the mean over the tasks of the worst case, 0..1."""
    worst = worst_cases(scores)
    found = {}
    for role in ROLES:
        rates = [one.win_rate for one in worst if one.role == role]
        if rates:
            found[role] = sum(rates) / len(rates)
    return found


def scores_table(player: str | Policy, scores: Sequence[Score]) -> str:
    """The scores as a table for a terminal; the worst case of each task and role is marked."""
    worst = worst_cases(scores)
    headings = ("player", "role", "task", "opponent", "games", "wins", "95 % interval", "ms", "")
    rows = [
        (
            player_name(player),
            one.role,
            one.task,
            one.opponent,
            str(one.games),
            f"{one.win_rate:.1%}",
            f"{one.low:.1%} to {one.high:.1%}",
            f"{1000 * one.seconds:.3g}",
            "counts" if one in worst else "",
        )
        for one in scores
    ]
    return text_table(headings, rows)
