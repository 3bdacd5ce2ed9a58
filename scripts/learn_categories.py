"""Learn the location categories of the search player `mcts` from games.

Plays games of --player against itself and counts, at every decision of the pursuers, the stations where Mister X can be by their
distance to the closest pursuer (1, 2, 3, 4, 5 and more), and where he is. The counts of each edition go into one JSON file, by
default the one that the player reads; editions that are not asked for keep theirs there.

Try:
  python scripts/learn_categories.py --editions nijssen2011 classic master --games 200
  python scripts/learn_categories.py --editions nijssen2011 --player mcts:10000,playout=basic,categorization=off --out mine.json
"""

import argparse
import json
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from sy_agents.evaluation import text_table, write_json
from sy_agents.mcts.categories import CATEGORIES, TABLE, count_categories
from sy_env.editions import STRENGTH_OPTIONS, Edition, make_edition
from sy_env.engine import BatchedGame
from sy_env.making import make_game
from sy_env.policies import ROLES, Request, load_policy

BATCH = 20  # games side by side: between them the bar moves


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    add = parser.add_argument
    add("--editions", nargs="+", default=["nijssen2011", "classic", "master"], metavar="NAME", help="whose games to play")
    add("--player", default="mcts:500,categorization=off", help="player of both roles (default: %(default)s)")
    add("--games", type=int, default=200, help="games of each edition (default: 200)")
    add("--seed", type=int, default=10**6, help="game i is dealt from seed + i (default: %(default)s)")
    add("--out", type=Path, default=TABLE, help="JSON file (default: the player's own)")
    return parser.parse_args(arguments)


def edition_named(name: str) -> Edition:
    """The edition; classic with the options that tables of strength use."""
    options = dict(STRENGTH_OPTIONS) if name == "classic" else {}
    edition: Edition = make_edition(name, **options)
    return edition


def count_games(edition: Edition, player: str, games: int, seed: int, counts: Any) -> None:
    """Play games seed..seed+games-1 side by side and add up what is seen in `counts`, int64 (2, 5): possible and actual."""
    game = make_game(edition, "individual")
    players = [load_policy(player, edition, role) for role in ROLES]
    batch = BatchedGame(game, games, seed, autoreset=False)
    hops = edition.board.detective_distances
    rng = np.random.default_rng(seed)
    while (batch.to_move >= 0).any():
        actions = np.zeros(games, np.int32)
        pursuing = np.flatnonzero(batch.to_move > 0)
        count_categories(batch.games, game.tables, hops, pursuing, counts[0], counts[1])
        for policy, rows in zip(players, (np.flatnonzero(batch.to_move == 0), pursuing), strict=True):
            if len(rows):
                seeds = rng.integers(0, 2**64, len(rows), np.uint64)
                actions[rows] = policy.act(Request(game, batch.redacted(rows), seeds))
        batch.step(actions)


def learn(name: str, args: argparse.Namespace) -> dict[str, Any]:
    """The counts of one edition."""
    from tqdm import tqdm

    counts = np.zeros((2, CATEGORIES), np.int64)
    with tqdm(total=args.games, desc=name, unit=" games", disable=None) as bar:
        for first in range(0, args.games, BATCH):
            games = min(BATCH, args.games - first)
            count_games(edition_named(name), args.player, games, args.seed + first, counts)
            bar.update(games)
    possible, actual = counts.tolist()
    return {"possible": possible, "actual": actual, "games": args.games, "player": args.player, "seed": args.seed}


def main(arguments: Sequence[str] | None = None) -> int:
    args = parsed(arguments)
    if find_spec("tqdm") is None:
        print('learn_categories.py: tqdm is missing: pip install "sy_env[analysis]"', file=sys.stderr)
        return 2
    try:
        for name in args.editions:
            for role in ROLES:
                load_policy(args.player, edition_named(name), role)
    except ValueError as error:  # something mistyped: the message says what is allowed
        print(f"learn_categories.py: {error}", file=sys.stderr)
        return 2
    table = json.loads(args.out.read_text()) if args.out.exists() else {}
    for name in args.editions:
        table[name] = learn(name, args)
        write_json(args.out, table)
    rows = [
        (name, *(f"{a / max(1, p):.4f}" for p, a in zip(table[name]["possible"], table[name]["actual"], strict=True)))
        for name in args.editions
    ]
    print(text_table(("edition", "1", "2", "3", "4", "5+"), rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
