"""Play the tables of Nijssen & Winands, "Monte-Carlo Tree Search for the Game of Scotland Yard" (IEEE CIG 2011), again.

By the edition `nijssen2011` and the player `mcts`. Each cell is the share of games that the seekers (the detectives) won, beside
the printed one (2,500 games a cell, 10,000 playouts a move; its 95 % interval where the paper gives one).

  III        seekers against the random and the greedy hider (Mister X)
  IV         search against search, playouts uniform (Basic) and epsilon-greedy (Greedy)
  VI         location categorization, by the distance of the closest seeker
  X          coalition reduction r: A Basic against Basic, B Greedy against Greedy, C as B with location categorization
  filtering  Mister X keeps black tickets that would be wasted: as C with r = 0.25; printed are the hider's 19.4 and 34.0

Cells are played in turns, some games at a time, and every result goes into a JSON file in the folder --out at once: stop whenever
you like, and start again with the same arguments to go on. More --games go on from those that are there.

Try:
  python scripts/reproduce_nijssen.py --table III --playouts 1000 --games 100
  python scripts/reproduce_nijssen.py --games 200 --processes 2
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sy_agents.evaluation import Pairing, cell_of, play_pairings, text_table, wilson, write_json
from sy_env.editions import make_edition

NEEDED = ("tqdm", "scipy")
TURN = 10  # games that a cell plays, times processes, before the next one has its turn
COALITION = {  # printed by r: A, B, C
    0.0: ("47.7", "72.1", "75.3"),
    0.125: ("49.8", "73.6", "79.3"),
    0.25: ("50.7", "71.7", "80.6"),
    0.375: ("54.0", "72.0", "78.6"),
    0.5: ("53.4", "68.2", "74.6"),
    0.75: ("51.5", "60.0", "65.8"),
    1.0: ("42.8", "44.7", "50.5"),
}


@dataclass(frozen=True)
class Cell:
    """One cell of the paper: what it is called, what is printed there, and who plays."""

    table: str
    seekers: str
    hider: str
    printed: str
    detectives: str
    mister_x: str

    @property
    def key(self) -> str:
        """Who plays whom: cells of several tables can share their games."""
        return f"{self.detectives} v {self.mister_x}"


@dataclass
class Played:
    """What the players of a cell have played so far: games, the seekers' wins, mean rounds, and the interval of the win rate."""

    games: int = 0
    wins: int = 0
    rounds: float = 0.0
    low: float = 0.0
    high: float = 1.0


def search(playouts: int, playout: str, **options: Any) -> str:
    """The name of a search player as the paper has it, but for the enhancements given."""
    plain = {"categorization": "off", "coalition": 0, "filtering": "off", "threads": 1}
    words = {"playouts": playouts, "playout": playout.lower(), **plain, **options}
    return "mcts:" + ",".join(f"{name}={value}" for name, value in words.items())


def table_iii(n: int) -> Iterator[Cell]:
    rows = (
        ("Random", "random", "51.4 ± 2.0", "0.1"),
        ("Basic, locations not limited", search(n, "Basic", limiting="off"), "90.8 ± 1.1", "0.1"),
        ("Greedy (1-ply)", "greedy", "100", "51.0 ± 2.0"),
        ("Basic", search(n, "Basic"), "100", "82.4 ± 1.5"),
    )
    for seekers, player, random, greedy in rows:
        yield Cell("III", seekers, "Random", random, player, "random")
        yield Cell("III", seekers, "Greedy (1-ply)", greedy, player, "greedy")


def table_iv(n: int) -> Iterator[Cell]:
    printed = {
        ("Basic", "Basic"): "47.7 ± 2.0",
        ("Basic", "Greedy"): "33.8 ± 1.9",
        ("Greedy", "Basic"): "84.5 ± 1.4",
        ("Greedy", "Greedy"): "72.3 ± 1.8",
    }
    for (seekers, hider), text in printed.items():
        yield Cell("IV", seekers, hider, text, search(n, seekers), search(n, hider))


def table_vi(n: int) -> Iterator[Cell]:
    for playout, plain, learned in (("Basic", "47.7", "51.5 to 54.1"), ("Greedy", "72.1", "74.3 to 77.4")):
        hider = search(n, playout)
        yield Cell("VI", playout, playout, plain, search(n, playout), hider)
        yield Cell("VI", f"{playout}, categorized", playout, learned, search(n, playout, categorization="on"), hider)


def table_x(n: int) -> Iterator[Cell]:
    for r, printed in COALITION.items():
        for name, playout, switch, text in zip("ABC", ("Basic", "Greedy", "Greedy"), ("off", "off", "on"), printed, strict=True):
            seekers = search(n, playout, coalition=r, categorization=switch)
            yield Cell("X", f"{name}, r = {r}", playout, text, seekers, search(n, playout))


def table_filtering(n: int) -> Iterator[Cell]:
    seekers = search(n, "Greedy", coalition=0.25, categorization="on")
    yield Cell("filtering", "C, r = 0.25", "Greedy", "80.6 ± 1.6", seekers, search(n, "Greedy"))
    yield Cell("filtering", "C, r = 0.25", "Greedy, filtered", "66.0 ± 1.9", seekers, search(n, "Greedy", filtering="on"))


TABLES = {"III": table_iii, "IV": table_iv, "VI": table_vi, "X": table_x, "filtering": table_filtering}


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    add = parser.add_argument
    add("--table", nargs="+", choices=tuple(TABLES), default=list(TABLES), help="which tables (default: all)")
    add("--games", type=int, default=100, help="games of each cell, the more the narrower its interval (default: 100)")
    add("--playouts", type=int, default=10000, help="playouts a move (default: 10000, as in the paper)")
    add("--seed", type=int, default=0, help="game i of every cell is dealt from seed + i (default: 0)")
    add("--processes", type=int, default=1, help="processes that share the games (default: 1)")
    add("--out", type=Path, default=Path("results/nijssen"), help="folder for the results (default: results/nijssen)")
    return parser.parse_args(arguments)


def resumed(path: Path) -> dict[str, Played]:
    """The results in the file, by the key of their cells."""
    kept = json.loads(path.read_text()) if path.exists() else {}
    return {key: Played(**values) for key, values in kept.items()}


def play_turn(cell: Cell, played: Played, games: int, args: argparse.Namespace, bar: Any) -> None:
    """Play some more games of a cell and add them up."""
    pairing = Pairing(make_edition("nijssen2011"), cell.mister_x, cell.detectives)
    seed = args.seed + played.games
    (match,) = play_pairings([pairing], games, seed, processes=min(args.processes, games), progress=bar.update)
    result = cell_of(pairing, match, seed)
    played.rounds = (played.rounds * played.games + result.mean_rounds * games) / (played.games + games)
    played.games += games
    played.wins += round(result.detectives_win_rate * games)
    played.low, played.high = wilson(played.wins, played.games)


def play(cells: Sequence[Cell], played: dict[str, Played], path: Path, args: argparse.Namespace) -> None:
    """Play all cells to the number of games asked for, in turns."""
    from tqdm import tqdm

    unique = list({cell.key: cell for cell in cells}.values())
    missing = sum(max(0, args.games - played[cell.key].games) for cell in unique)
    with tqdm(total=missing, unit=" games", disable=None) as bar:
        while waiting := [cell for cell in unique if played[cell.key].games < args.games]:
            for cell in waiting:
                bar.set_description(f"{cell.table} {cell.seekers} v {cell.hider}")
                so_far = played[cell.key]
                play_turn(cell, so_far, min(TURN * args.processes, args.games - so_far.games), args, bar)
                write_json(path, {key: asdict(value) for key, value in played.items() if value.games})


def as_text(cells: Sequence[Cell], played: dict[str, Played]) -> str:
    """The cells beside the printed ones."""
    headings = ("table", "seekers", "hider", "printed %", "here %", "95 % interval", "games", "rounds")
    rows = []
    for cell in cells:
        here = played[cell.key]
        share = f"{100 * here.wins / here.games:.1f}" if here.games else ""
        interval = f"{100 * here.low:.1f} to {100 * here.high:.1f}"
        names = (cell.table, cell.seekers, cell.hider, cell.printed)
        rows.append((*names, share, interval, str(here.games), f"{here.rounds:.1f}"))
    return text_table(headings, rows)


def main(arguments: Sequence[str] | None = None) -> int:
    args = parsed(arguments)
    if missing := [library for library in NEEDED if find_spec(library) is None]:
        print(f'reproduce_nijssen.py: {", ".join(missing)} is missing: pip install "sy_env[analysis]"', file=sys.stderr)
        return 2
    path = args.out / f"cells_{args.playouts}_playouts_seed_{args.seed}.json"
    cells = [cell for table in args.table for cell in TABLES[table](args.playouts)]
    played = {**{cell.key: Played() for cell in cells}, **resumed(path)}
    try:
        play(cells, played, path, args)
    except KeyboardInterrupt:
        print("\nStopped; the same arguments go on from here.", file=sys.stderr)
    except ValueError as error:  # a number out of range: the message says what is allowed
        print(f"reproduce_nijssen.py: {error}", file=sys.stderr)
        return 2
    print(f"\nnijssen2011, {args.playouts:,} playouts a move, seed {args.seed}: share of games that the seekers won\n")
    print(as_text(cells, played))
    print(f"\nWrote {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
