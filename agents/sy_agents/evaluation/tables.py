"""What a match comes to, as a line of a table; tables as text, CSV and JSON."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sy_agents.evaluation.matches import Match, Pairing
from sy_agents.evaluation.statistics import wilson
from sy_agents.files import write_atomically
from sy_env.engine import Array
from sy_env.episode import DETECTIVES, DRAW
from sy_env.making import make_game
from sy_env.policies import Policy

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


@dataclass(frozen=True)
class Cell:
    """One pairing of a tournament.

    Attributes:
        edition: name of the edition.
        control: how the pursuers were controlled, "individual" or "team".
        mister_x: player of Mister X.
        detectives: player of the pursuers.
        games: games played.
        seed: game i was dealt from `seed + i`.
        detectives_win_rate: share of the games that the pursuers won, 0..1; a draw is no win.
        low: lower end of the Wilson interval of the win rate, 95 %.
        high: upper end.
        draws: drawn games; most editions have none.
        mean_rounds: rounds begun, on average.
        mean_moves: moves by all pieces, on average.
        illegal_actions: illegal actions asked for; each lost its game.
        moves_per_second: moves by all pieces over the time that one process took, players included.
        mister_x_seconds: time for one decision of Mister X's player, on average.
        detectives_seconds: time for one decision of the pursuers' player, on average.
        ends: number of games by the reason of their end.
    """

    edition: str
    control: str
    mister_x: str
    detectives: str
    games: int
    seed: int
    detectives_win_rate: float
    low: float
    high: float
    draws: int
    mean_rounds: float
    mean_moves: float
    illegal_actions: int
    moves_per_second: float
    mister_x_seconds: float
    detectives_seconds: float
    ends: dict[str, int] = field(default_factory=dict)


def cell_of(pairing: Pairing, match: Match, seed: int) -> Cell:
    """The line of a table for a match of `pairing` whose games were dealt from `seed` on."""
    episodes = match.episodes
    games = len(episodes)
    wins = int((episodes["winner"] == DETECTIVES).sum())
    low, high = wilson(wins, games)
    seconds = [time / max(1, count) for time, count in zip(match.thinking, match.decisions, strict=True)]
    return Cell(
        edition=pairing.edition.name,
        control=pairing.control,
        mister_x=player_name(pairing.mister_x),
        detectives=player_name(pairing.detectives),
        games=games,
        seed=seed,
        detectives_win_rate=wins / games,
        low=low,
        high=high,
        draws=int((episodes["winner"] == DRAW).sum()),
        mean_rounds=float(episodes["rounds"].mean()),
        mean_moves=float(episodes["moves"].mean()),
        illegal_actions=match.illegal_actions,
        moves_per_second=int(episodes["moves"].sum()) / match.seconds,
        mister_x_seconds=seconds[0],
        detectives_seconds=seconds[1],
        ends=_ends(episodes["reason"], make_game(pairing.edition, pairing.control).reasons),
    )


def _ends(reasons: Array, names: Sequence[str | None]) -> dict[str, int]:
    counts = np.bincount(reasons, minlength=len(names))
    return {str(name): int(count) for name, count in zip(names, counts, strict=True) if count}


def player_name(player: str | Policy) -> str:
    """How tables call a player: by the name that it was asked for, a policy by its own."""
    return player if isinstance(player, str) else player.name


# -- as text


def text_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table for a terminal: words to the left, numbers to the right."""
    columns = list(zip(headings, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    numeric = [all(_is_number(entry) for entry in column[1:]) for column in columns]
    lines = [
        "  ".join(
            entry.rjust(width) if right else entry.ljust(width) for entry, width, right in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in (headings, *rows)
    ]
    return "\n".join([lines[0], "-" * max(map(len, lines)), *lines[1:]])


def _is_number(entry: str) -> bool:
    return not entry or entry.lstrip("+-")[:1].isdigit()


def milliseconds(value: float) -> str:
    """A time in a table, three digits of it or all before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def cells_table(cells: Sequence[Cell]) -> str:
    """The cells as a table for a terminal."""
    headings = (
        "Mister X",
        "detectives",
        "games",
        "detectives win",
        "95 % interval",
        "rounds",
        "ms X",
        "ms det.",
        "moves/s",
        "illegal",
    )
    rows = [
        (
            cell.mister_x,
            cell.detectives,
            str(cell.games),
            f"{cell.detectives_win_rate:.1%}",
            f"{cell.low:.1%} to {cell.high:.1%}",
            f"{cell.mean_rounds:.1f}",
            milliseconds(1000 * cell.mister_x_seconds),
            milliseconds(1000 * cell.detectives_seconds),
            f"{cell.moves_per_second:,.0f}",
            str(cell.illegal_actions),
        )
        for cell in cells
    ]
    return text_table(headings, rows)


# -- as files


def write_json(path: Path, value: object) -> None:
    """Write a value as JSON, cells as objects; the file appears complete or not at all."""
    write_atomically(path, (json.dumps(value, indent=2, default=asdict) + "\n").encode())


def write_csv(path: Path, records: "Sequence[DataclassInstance]") -> None:
    """Write records of one dataclass as CSV, one a line; the file appears complete or not at all.

    A dictionary, such as the ends of a cell, becomes "key:value" words.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, [entry.name for entry in fields(records[0])])
    writer.writeheader()
    writer.writerows({name: _entry(value) for name, value in asdict(record).items()} for record in records)
    write_atomically(path, text.getvalue().encode())


def _entry(value: object) -> object:
    return " ".join(f"{key}:{entry}" for key, entry in value.items()) if isinstance(value, dict) else value
