"""Play a tournament: every player of Mister X against every player of the detectives.

Without arguments: the shipped players on the real board, by the options that tables of strength use (the classic box,
five detectives, Mister X shows himself on log fields 3, 8, 13, 18 and 24, 22 rounds, a double move may lead back).
Shipped players are random, greedy, and pretrained in the editions that it plays; name others yourself:
mcts:1000 (a search of 1,000 playouts a decision), learned:FILE (weights that scripts/train.py wrote), greedy:single, or
a player of yours under the entry-point group sy_env.policies. Every edition of London and of Hunting Mister X will do.

What is printed:
  pairings     the detectives' win rate with its 95 % Wilson interval, rounds, milliseconds a decision of either player,
               moves a second, illegal actions
  players      for each player of a role the worst case over its opponents (for detectives their lowest win rate, for
               Mister X the detectives' highest), best first; its rating with standard deviation (openskill; the roles
               are two populations, so compare within a role); milliseconds a decision
  differences  with --paired: every two players of a role in the same deals against the same opponent: difference of the
               detectives' win rate, Newcombe's 95 % interval for paired games, McNemar's exact p-value

What is written to --out:
  results.json     the pairings                  results.csv    the same as a table
  standings.json   players and differences       players.csv    the players as a table
  edition.json     all options of the edition    heatmap.png    the win rates
  games.jsonl      every finished game, a batch a line

Stop it when you like, even by kill: the same command goes on from games.jsonl and ends with the same results.
--processes, --ray and --paired may change between. A folder that holds games of another command, or of another state of the
sources, is refused: choose another --out, or begin anew with --fresh.

The same seed gives the same games, whatever --processes and --ray are: game i of every pairing is dealt from seed + i. (A search
with a budget in seconds plays differently every time.)

Try:
  python scripts/evaluate.py
  python scripts/evaluate.py --edition nijssen2011 --mister-x random greedy --detectives random greedy
      --games 2500 --seed 0 --processes 2 --out results/nijssen
  python scripts/evaluate.py --detectives greedy mcts:1000 --mister-x greedy --games 200 --paired --out results/mcts
  python scripts/evaluate.py --edition master --players 2 --control team --fresh
  python scripts/evaluate.py --edition hunting_expert --players 3 --out results/hunting
  python scripts/evaluate.py --edition classic --options reveal_index=move reveal_set=3,8,13 rounds=24 --fresh
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

from sy_agents.evaluation import (
    Journal,
    Match,
    Pairing,
    cell_of,
    cells_table,
    command_of,
    differences,
    differences_table,
    play_pairings,
    standings,
    standings_table,
    write_csv,
    write_json,
)
from sy_agents.evaluation.cluster import Cluster
from sy_agents.evaluation.heatmap import draw_heatmap
from sy_agents.evaluation.matches import BATCH
from sy_env.editions import EDITIONS, STRENGTH_OPTIONS, AnyEdition, make_edition
from sy_env.policies import ROLES, load_policy, policy_names

NEEDED = ("tqdm", "scipy", "matplotlib", "openskill")  # of the extra `analysis`; some are loaded only after the games
LEAST_BATCH = 16  # games side by side: a search shares them among its threads
SHIPPED = ("random", "greedy", "pretrained")
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
    add("--players", type=int, help="people at the table, where the edition has a choice")
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
        metavar="PLAYER",
        help=f"players of Mister X; installed: {names} (default: random, greedy, and pretrained where it plays)",
    )
    add(
        "--detectives",
        nargs="+",
        metavar="PLAYER",
        help="players of the detectives (default: random, greedy, and pretrained where it plays)",
    )
    add("--games", type=number, default=2500, help="games of each pairing (default: 2500)")
    add("--seed", type=partial(number, least=0), default=0, help="game i is dealt from seed + i (default: 0)")
    add("--processes", type=number, default=1, help="processes that share the games (default: 1)")
    add(
        "--ray",
        metavar="ADDRESS",
        help="share the games on a cluster of Ray: its address, auto, or local for one on this machine",
    )
    add(
        "--out",
        type=Path,
        default=Path("results/evaluate"),
        help="folder for the results (default: results/evaluate)",
    )
    add("--fresh", action="store_true", help="forget the games in --out and begin anew")
    add("--paired", action="store_true", help="print how players differ in the same deals, too")
    return parser.parse_args(arguments)


def edition_of(args: argparse.Namespace) -> AnyEdition:
    options = dict(args.options)
    if args.players is not None:
        options["players"] = args.players
    if args.edition is None:
        return make_edition("classic", **{**STRENGTH_OPTIONS, **options})
    edition: AnyEdition = make_edition(args.edition, **options)
    return edition


def shipped(edition: AnyEdition, role: str) -> list[str]:
    """The players of a role that come with the package, without those that refuse the edition."""
    playing = []
    for name in SHIPPED:
        try:
            load_policy(name, edition, role)
        except ValueError as error:
            print(f"Without {name}: {error}", file=sys.stderr)
        else:
            playing.append(name)
    return playing


def pairings_of(args: argparse.Namespace) -> list[Pairing]:
    """Who plays whom; raises ValueError for a name that is not known."""
    edition = edition_of(args)
    asked = zip((args.mister_x, args.detectives), ROLES, strict=True)
    mister_x, detectives = (dict.fromkeys(names or shipped(edition, role)) for names, role in asked)
    pairings = [Pairing(edition, *players, args.control) for players in itertools.product(mister_x, detectives)]
    for pairing in pairings:
        pairing.players()
    return pairings


def play(pairings: list[Pairing], journal: Journal, args: argparse.Namespace) -> list[Match]:
    """Play what the journal lacks, in batches of which a kill costs little."""
    from tqdm import tqdm

    batch = min(max(LEAST_BATCH, args.games // 20), BATCH)
    with tqdm(total=args.games * len(pairings), unit=" games", disable=None) as bar:
        return play_pairings(
            pairings,
            args.games,
            args.seed,
            processes=args.processes,
            batch=batch,
            spread=Cluster(args.ray).play if args.ray else None,
            progress=bar.update,
            done=journal.done,
            keep=journal.keep,
        )


def report(pairings: list[Pairing], matches: list[Match], args: argparse.Namespace) -> None:
    """Print and write what came out."""
    edition = pairings[0].edition
    cells = [cell_of(pairing, match, args.seed) for pairing, match in zip(pairings, matches, strict=True)]
    players, pairs = standings(cells, matches, args.seed), differences(cells, matches)
    write_json(args.out / "results.json", cells)
    write_json(args.out / "standings.json", {"players": players, "differences": pairs})
    write_csv(args.out / "results.csv", cells)
    write_csv(args.out / "players.csv", players)
    write_json(args.out / "edition.json", edition.to_dict())
    draw_heatmap(cells, args.out / "heatmap.png", f"{edition.name}, {args.games:,} games a cell, seed {args.seed}")
    tables = [cells_table(cells), standings_table(players), *([differences_table(pairs)] if args.paired and pairs else [])]
    print(f"\n{edition.name}: {len(edition.seat_names) - 1} pursuers, seed {args.seed}\n")
    print("\n\n".join(tables))


def main(arguments: Sequence[str] | None = None) -> int:
    args = parsed(arguments)
    if missing := [library for library in NEEDED if find_spec(library) is None]:
        print(f'evaluate.py: {", ".join(missing)} is missing: pip install "sy_env[analysis]"', file=sys.stderr)
        return 2
    try:
        pairings = pairings_of(args)
        journal = Journal(args.out / "games.jsonl", command_of(pairings, args.games, args.seed), fresh=args.fresh)
    except ValueError as error:  # something mistyped: the message says what is allowed
        print(f"evaluate.py: {error}", file=sys.stderr)
        return 2
    there = sum(games for _, _, games in journal.done)
    start = time.perf_counter()
    try:
        matches = play(pairings, journal, args)
    except (ImportError, ConnectionError) as error:  # no Ray, or no cluster at the address
        print(f"evaluate.py: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on from here.", file=sys.stderr)
        return 130
    report(pairings, matches, args)
    before = f", {there:,} games were there before" if there else ""
    print(f"\n{time.perf_counter() - start:.1f} s{before}. Wrote results.json, results.csv and more to {args.out}/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
