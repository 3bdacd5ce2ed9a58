"""Play random games of the engine and of the slow referee in tests/oracle side by side, and compare every position.

    python scripts/compare_oracle.py --moves 10000000 --processes 2

Moves are spread evenly over the rows: the editions by name; London with random options, and small random boards with
random options; Hunting Mister X with random options, on its own tiles and on random ones. Prints how many games and
decisions each row came to and how its games ended; on a difference prints the whole game and exits with status 1.
Equal arguments play equal games.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests are no package that could be installed

from tests.compared import ROWS

CHUNK = 25  # games handed to a process at a time
STRIDE = 10**9  # games of one seed lie this far from those of the next


@dataclass
class Tally:
    """What some games of one row came to."""

    games: int = 0
    decisions: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Count in what others came to."""
        self.games += other.games
        self.decisions += other.decisions
        self.reasons += other.reasons
        self.differences += other.differences


def play_chunk(name: str, first: int) -> Tally:
    tally = Tally()
    for number in range(first, first + CHUNK):
        played = ROWS[name](number)
        tally.games += 1
        tally.decisions += len(played.actions)
        tally.reasons[played.reason or "never begun"] += 1
        if played.difference:
            tally.differences.append(f"Game {number} of {name}:\n{played.difference}")
    return tally


def chunks(pool: ProcessPoolExecutor, name: str, first: int, ahead: int) -> Iterator[Tally]:
    """Chunks without end, in order, some of them played ahead."""
    starts = count(first, CHUNK)
    waiting = [pool.submit(play_chunk, name, next(starts)) for _ in range(ahead)]
    while True:
        waiting.append(pool.submit(play_chunk, name, next(starts)))
        yield waiting.pop(0).result()


def compare_row(pool: ProcessPoolExecutor, name: str, moves: int, seed: int, processes: int) -> Tally:
    tally = Tally()
    with tqdm(total=moves, desc=name, unit="move", disable=None) as bar:
        for chunk in chunks(pool, name, seed * STRIDE, processes):
            tally.add(chunk)
            bar.update(chunk.decisions)
            if tally.decisions >= moves or tally.differences:
                return tally
    raise AssertionError("chunks never end")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    number = partial(parser.add_argument, type=int)
    number("--moves", default=1_000_000, help="decisions to compare, over all rows together (%(default)s)")
    number("--seed", default=0, help="other seeds play other games (%(default)s)")
    number("--processes", default=1, help="processes that share the work (%(default)s)")
    parser.add_argument("--edition", nargs="+", choices=("all", *ROWS), default=["all"], help="rows to play (all)")
    return parser.parse_args()


def main() -> int:
    arguments = parsed()
    rows = list(ROWS) if "all" in arguments.edition else arguments.edition
    found = []
    with ProcessPoolExecutor(arguments.processes, get_context("spawn")) as pool:
        for name in rows:
            share = -(-arguments.moves // len(rows))
            tally = compare_row(pool, name, share, arguments.seed, arguments.processes)
            ends = ", ".join(f"{reason} {n:,}" for reason, n in tally.reasons.most_common())
            print(f"{name:16} {tally.games:9,} games {tally.decisions:12,} decisions: {ends}", flush=True)
            found += tally.differences
    print("\n\n".join(found) if found else "The engine and the referee agree on every position.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
