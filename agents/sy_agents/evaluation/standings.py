"""What a tournament says of each player: its worst case, its rating, its pace, and how it differs from the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from sy_agents.evaluation.matches import Match
from sy_agents.evaluation.ratings import Rating, ratings
from sy_agents.evaluation.statistics import mcnemar, newcombe
from sy_agents.evaluation.tables import Cell, milliseconds, text_table
from sy_env.engine import Array
from sy_env.episode import DETECTIVES
from sy_env.policies import ROLES


@dataclass(frozen=True)
class Standing:
    """One player in one role.

    Attributes:
        role: "mrx" or "detectives".
        player: its name.
        worst_opponent: the opponent against whom it did worst.
        worst_win_rate: the detectives' win rate there, 0..1: for detectives the lowest over all opponents, for Mister X the
            highest.
        worst_low: lower end of its Wilson interval, 95 %; of that pairing alone, which was picked for being the worst.
        worst_high: upper end.
        rating: mean of its rating, see :class:`sy_agents.evaluation.ratings.Rating`.
        rating_deviation: standard deviation of the rating.
        decisions: how many decisions it took.
        milliseconds: time for one of them, on average.
    """

    role: str
    player: str
    worst_opponent: str
    worst_win_rate: float
    worst_low: float
    worst_high: float
    rating: float
    rating_deviation: float
    decisions: int
    milliseconds: float


@dataclass(frozen=True)
class Difference:
    """Two players of one role in the same deals against the same opponent.

    Attributes:
        role: "mrx" or "detectives".
        player: one player.
        other: the other one.
        opponent: whom both met.
        games: deals that both played.
        difference: the detectives' win rate with `player` less that with `other`, -1..1.
        low: lower end of Newcombe's interval for paired games, 95 %.
        high: upper end.
        p_value: McNemar's exact test that there is no difference.
    """

    role: str
    player: str
    other: str
    opponent: str
    games: int
    difference: float
    low: float
    high: float
    p_value: float


def standings(cells: Sequence[Cell], matches: Sequence[Match], seed: int = 0) -> list[Standing]:
    """Every player of both roles, Mister X's first, in each role the best worst case first.

    Args:
        cells: the pairings of a tournament.
        matches: their games, in the same order.
        seed: of the order in which games are rated.
    """
    rated = ratings(cells, [match.episodes["winner"] for match in matches], seed)
    return [
        _standing(side, player, cells, matches, rated[role, player])
        for side, role in enumerate(ROLES)
        for player in sorted(_names(cells, side), key=lambda name: _badness(_worst(cells, side, name), side))
    ]


def _standing(side: int, player: str, cells: Sequence[Cell], matches: Sequence[Match], rating: Rating) -> Standing:
    worst = _worst(cells, side, player)
    own = [match for cell, match in zip(cells, matches, strict=True) if _players(cell)[side] == player]
    decisions = sum(match.decisions[side] for match in own)
    return Standing(
        role=ROLES[side],
        player=player,
        worst_opponent=_players(worst)[1 - side],
        worst_win_rate=worst.detectives_win_rate,
        worst_low=worst.low,
        worst_high=worst.high,
        rating=rating.mean,
        rating_deviation=rating.deviation,
        decisions=decisions,
        milliseconds=1000 * sum(match.thinking[side] for match in own) / max(1, decisions),
    )


def differences(cells: Sequence[Cell], matches: Sequence[Match]) -> list[Difference]:
    """Every two players of a role against every opponent, as far as the tournament has both in the same deals.

    Args:
        cells: the pairings of a tournament.
        matches: their games, in the same order.
    """
    won = {_players(cell): match.episodes["winner"] == DETECTIVES for cell, match in zip(cells, matches, strict=True)}
    found = []
    for side in range(len(ROLES)):
        for pair in combinations(_names(cells, side), 2):
            for opponent in _names(cells, 1 - side):
                keys = [(name, opponent) if side == 0 else (opponent, name) for name in pair]
                found.append(_difference(ROLES[side], pair, opponent, won[keys[0]], won[keys[1]]))
    return found


def _difference(role: str, pair: tuple[str, str], opponent: str, won: Array, theirs: Array) -> Difference:
    both, first, second, neither = (
        int((one & other).sum()) for one, other in ((won, theirs), (won, ~theirs), (~won, theirs), (~won, ~theirs))
    )
    low, high = newcombe(both, first, second, neither)
    return Difference(role, *pair, opponent, len(won), (first - second) / len(won), low, high, mcnemar(first, second))


def _names(cells: Sequence[Cell], side: int) -> list[str]:
    return list(dict.fromkeys(_players(cell)[side] for cell in cells))


def _players(cell: Cell) -> tuple[str, str]:
    return cell.mister_x, cell.detectives


def _worst(cells: Sequence[Cell], side: int, player: str) -> Cell:
    return max((cell for cell in cells if _players(cell)[side] == player), key=lambda cell: _badness(cell, side))


def _badness(cell: Cell, side: int) -> float:
    """How a pairing went for a side, larger is worse."""
    return cell.detectives_win_rate if side == 0 else -cell.detectives_win_rate


# -- as text


def standings_table(entries: Sequence[Standing]) -> str:
    """The players as a table for a terminal."""
    headings = ("role", "player", "worst case against", "detectives win", "95 % interval", "rating", "+-", "ms a decision")
    rows = [
        (
            "Mister X" if entry.role == ROLES[0] else "detectives",
            entry.player,
            entry.worst_opponent,
            f"{entry.worst_win_rate:.1%}",
            f"{entry.worst_low:.1%} to {entry.worst_high:.1%}",
            f"{entry.rating:.1f}",
            f"{entry.rating_deviation:.1f}",
            milliseconds(entry.milliseconds),
        )
        for entry in entries
    ]
    return text_table(headings, rows)


def differences_table(entries: Sequence[Difference]) -> str:
    """The differences as a table for a terminal, in points of the detectives' win rate."""
    headings = ("role", "player", "less", "against", "detectives win", "95 % interval", "p")
    rows = [
        (
            "Mister X" if entry.role == ROLES[0] else "detectives",
            entry.player,
            entry.other,
            entry.opponent,
            f"{entry.difference:+.1%}",
            f"{entry.low:+.1%} to {entry.high:+.1%}",
            f"{entry.p_value:.2g}",
        )
        for entry in entries
    ]
    return text_table(headings, rows)
