"""Score a player by a benchmark card: fixed games, seeds and opponents, one figure a role.

    python scripts/score.py my_policy
    python scripts/score.py pretrained --card configs/benchmark/london.yaml --processes 2
    python scripts/score.py mine:weights.npz --card configs/benchmark/hunting.yaml --roles mrx

The player is a name of the entry-point group sy_env.policies, such as greedy, mcts:1000 or learned:FILE. In every task it meets
every opponent in the same deals; the win rate against the opponent that does best against it counts, and the mean of that over
the tasks is the score of the role. The shipped players are printed beside it, from the results file next to the card.

To report a score: name the card with its version and digest, the player with all its options, the milliseconds a decision, and
the processor; give the whole table with its intervals, not the score alone; do not train or choose anything on the card's seeds.
A player that read more than the redacted record, or that changed between tasks other than by the edition it was given, has no
score.

Stopped or killed, the same command goes on where it was. --keep writes the scores into the results file beside the card.
"""

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import tyro
from tqdm import tqdm

from sy_agents.evaluation import write_json
from sy_agents.evaluation.card import Card, Score, digest, load_card, score, scores_table, totals
from sy_env.policies import ROLES


@dataclass(frozen=True)
class Arguments:
    """Score a player by a benchmark card.

    Attributes:
        player: who is scored.
        card: what it is scored on.
        roles: that it plays.
        processes: that share the games.
        out: folder for the games and the scores.
        fresh: forget the games that are there.
        keep: write the scores into the results file beside the card.
    """

    player: tyro.conf.Positional[str]
    card: Path = Path("configs/benchmark/london.yaml")
    roles: tuple[Literal["mrx", "detectives"], ...] = ("mrx", "detectives")
    processes: int = 1
    out: Path = Path("results/score")
    fresh: bool = False
    keep: bool = False


def _results_path(card: Path) -> Path:
    return card.with_suffix(".results.json")


def _known(card: Card, path: Path) -> dict[str, list[Score]]:
    """The scores that are kept beside the card, by player; none if they are of another version of it."""
    if not path.exists():
        return {}
    words: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if words["digest"] != digest(card):
        print(f"{path} is of another version of the card: left out.", file=sys.stderr)
        return {}
    return {player: [Score(**row) for row in rows] for player, rows in words["players"].items()}


def _print(players: dict[str, list[Score]], shown: str) -> None:
    print(scores_table(shown, players[shown]))
    print("\nscore   " + "".join(f"{role:>14}" for role in ROLES))
    for player, scores in players.items():
        found = totals(scores)
        print(f"{player:22}" + "".join(f"{found[role]:>11.1%}   " if role in found else f"{'-':>11}   " for role in ROLES))


def main() -> None:
    """Play and print as the command line says."""
    arguments = tyro.cli(Arguments, description=__doc__)
    try:
        card = load_card(arguments.card)
        folder = arguments.out / f"{card.name}-{card.version}" / arguments.player.replace("/", "_").replace(":", "_")
        total = len(arguments.roles) * sum(task.games * len(task.opponents) for task in card.tasks)
        with tqdm(total=total, unit=" games", disable=None) as bar:
            options = {"processes": arguments.processes, "fresh": arguments.fresh, "progress": bar.update}
            scores = list(score(card, arguments.player, arguments.roles, folder, **options))
    except ValueError as error:  # something mistyped: the message says what is allowed
        sys.exit(f"score.py: {error}")
    path = _results_path(arguments.card)
    players = {**_known(card, path), arguments.player: scores}
    print(f"\nCard {card.name}, version {card.version}, digest {digest(card)}\n")
    _print(players, arguments.player)
    write_json(folder / "scores.json", [asdict(one) for one in scores])
    if arguments.keep:
        rows = {player: [asdict(one) for one in found] for player, found in players.items()}
        write_json(path, {"card": card.name, "version": card.version, "digest": digest(card), "players": rows})


if __name__ == "__main__":
    main()
