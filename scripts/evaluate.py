"""Play a tournament: every player of Mister X against every player of the detectives.

Without arguments: the shipped players on the real board, by the options that tables of strength use (the classic box,
five detectives, Mister X shows himself on log fields 3, 8, 13, 18 and 24, 22 rounds, a double move may lead back).
Prints a table of the detectives' win rates with 95 % Wilson intervals, and writes results.json, results.csv and
heatmap.png to the folder --out.

The same seed gives the same games, whatever --processes is: game i of every pairing is dealt from seed + i.

Try:
  python scripts/evaluate.py
  python scripts/evaluate.py --edition nijssen2011 --mister-x random greedy --detectives random greedy
      --games 2500 --seed 0 --processes 2 --out results/nijssen
  python scripts/evaluate.py --edition master --players 2 --control team
  python scripts/evaluate.py --edition classic --options reveal_index=move reveal_set=3,8,13 rounds=24
  python scripts/evaluate.py --mister-x greedy:single --detectives greedy    (a player with an argument)
"""

import argparse
import ast
import itertools
import sys
import time
from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sy_agents.evaluation import Pairing, cell_of, cells_table, play_pairings, write_csv, write_json
from sy_agents.evaluation.heatmap import draw_heatmap
from sy_env.editions import EDITIONS, STRENGTH_OPTIONS, Edition, make_edition
from sy_env.policies import policy_names

NEEDED = ("tqdm", "scipy", "matplotlib")  # of the extra `analysis`; some are loaded only after the games
WORDS = {"true": True, "false": False, "none": None}


def option(text: str) -> tuple[str, Any]:
    """An option of the edition: `rounds=24`, `reveal_set=3,8,13`, `hide_mrx_stock=true`, `order=any`."""
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form key=value, such as rounds=24.")
    if value.lower() in WORDS:
        return key, WORDS[value.lower()]
    try:
        return key, ast.literal_eval(value)
    except (ValueError, SyntaxError):
        return key, value


def number(text: str, least: int = 1) -> int:
    """A whole number that is large enough."""
    if not text.isdigit() or int(text) < least:
        raise argparse.ArgumentTypeError(f"{text!r} has to be a whole number, at least {least}.")
    return int(text)


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    names = ", ".join(policy_names())
    add = parser.add_argument
    add(
        "--edition",
        help=f"one of {', '.join(EDITIONS)} (default: classic with the options of tables of strength)",
    )
    add("--players", type=int, help="people at the table, for classic and master")
    add(
        "--options",
        nargs="+",
        type=option,
        default=[],
        metavar="KEY=VALUE",
        help="options of the edition, such as rounds=24",
    )
    add(
        "--control",
        choices=("individual", "team"),
        default="individual",
        help="who decides for the pursuers (default: individual)",
    )
    add(
        "--mister-x",
        nargs="+",
        default=["random", "greedy"],
        metavar="PLAYER",
        help=f"players of Mister X; installed: {names} (default: random greedy)",
    )
    add(
        "--detectives",
        nargs="+",
        default=["random", "greedy"],
        metavar="PLAYER",
        help="players of the detectives (default: random greedy)",
    )
    add("--games", type=number, default=2500, help="games of each pairing (default: 2500)")
    add("--seed", type=partial(number, least=0), default=0, help="game i is dealt from seed + i (default: 0)")
    add("--processes", type=number, default=1, help="processes that share the games (default: 1)")
    add(
        "--out",
        type=Path,
        default=Path("results/evaluate"),
        help="folder for the results (default: results/evaluate)",
    )
    return parser.parse_args(arguments)


def edition_of(args: argparse.Namespace) -> Edition:
    options = dict(args.options)
    if args.players is not None:
        options["players"] = args.players
    if args.edition is None:
        return make_edition("classic", **{**STRENGTH_OPTIONS, **options})
    return make_edition(args.edition, **options)


def pairings_of(args: argparse.Namespace) -> list[Pairing]:
    """Who plays whom; raises ValueError for a name that is not known."""
    edition = edition_of(args)
    pairings = [Pairing(edition, *players, args.control) for players in itertools.product(args.mister_x, args.detectives)]
    for pairing in pairings:
        pairing.players()
    return pairings


def play(pairings: list[Pairing], args: argparse.Namespace) -> None:
    from tqdm import tqdm

    edition = pairings[0].edition
    start = time.perf_counter()
    with tqdm(total=args.games * len(pairings), unit=" games", disable=None) as bar:
        matches = play_pairings(pairings, args.games, args.seed, processes=args.processes, progress=bar.update)
    cells = [cell_of(pairing, match, args.seed) for pairing, match in zip(pairings, matches, strict=True)]
    seconds = time.perf_counter() - start
    write_json(args.out / "results.json", cells)
    write_csv(args.out / "results.csv", cells)
    write_json(args.out / "edition.json", edition.to_dict())
    draw_heatmap(cells, args.out / "heatmap.png", f"{edition.name}, {args.games:,} games a cell, seed {args.seed}")
    print(f"\n{edition.name}: {len(edition.seat_names) - 1} pursuers, seed {args.seed}\n")
    print(cells_table(cells))
    print(f"\n{seconds:.1f} s. Wrote results.json, results.csv, edition.json and heatmap.png to {args.out}/")


def main(arguments: Sequence[str] | None = None) -> int:
    args = parsed(arguments)
    if missing := [library for library in NEEDED if find_spec(library) is None]:
        print(f'evaluate.py: {", ".join(missing)} is missing: pip install "sy_env[analysis]"', file=sys.stderr)
        return 2
    try:
        pairings = pairings_of(args)
    except ValueError as error:  # something mistyped: the message says what is allowed
        print(f"evaluate.py: {error}", file=sys.stderr)
        return 2
    play(pairings, args)
    return 0


if __name__ == "__main__":
    sys.exit(main())
