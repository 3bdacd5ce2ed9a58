"""Measure how fast everything is, in one run on one machine: the engine, its doors, the players, other editions, the first start.

Beside them, by the same loop, PettingZoo's connect_four, and games of OpenSpiel and Pgx if they are installed.
Prints a table and writes benchmark.json to the folder --out. Every figure is the best of some repeats after a warm-up.

Other programs that run at the same time make all figures worse: close them first.

Try:
  python scripts/benchmark.py
  python scripts/benchmark.py --quick               (a few seconds, rough figures, no cold start)
  python scripts/benchmark.py --edition master --threads 1 4 --out results/master
"""

import argparse
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import sy_env
from sy_agents.evaluation import speed, text_table, write_json, yardsticks
from sy_agents.evaluation.search_speed import search_rows
from sy_agents.evaluation.speed import Effort, Row, optional
from sy_env.editions import AnyEdition
from sy_env.policies import ROLES

SIZES = [1, 16, 256, 1024, 4096, 16384, 65536]
QUICK_SIZES = [1, 1024]
COMPARED = ("classic", "master_app", "hunting", "hunting_expert")
"""Editions that are measured beside each other; the first is the measure."""
SCRIPTED = ["greedy", "random"]  # players that decide at once
LIBRARIES = ("sy_env", "numpy", "numba", "gymnasium", "pettingzoo", "stable-baselines3", "open_spiel", "pgx", "jax")


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    cores = os.cpu_count() or 1
    add = parser.add_argument
    add("--edition", default="classic", help="what is played (default: classic)")
    add("--threads", nargs="+", type=int, default=sorted({1, cores}), help=f"threads of the batch (default: 1 and all, {cores})")
    add("--quick", action="store_true", help="short and rough, for a check that everything runs")
    add("--out", type=Path, default=Path("results/benchmark"), help="folder for benchmark.json (default: results/benchmark)")
    return parser.parse_args(arguments)


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    return {
        "processor": processor(),
        "cores": str(os.cpu_count()),
        "load": " ".join(f"{load:.1f}" for load in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown",
        "system": platform.platform(),
        "python": platform.python_version(),
        **{library: installed for library in LIBRARIES if (installed := version_of(library))},
    }


def processor() -> str:
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def version_of(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""


def measured(edition: AnyEdition, args: argparse.Namespace) -> Iterator[Row]:
    effort = Effort(0.02, 1) if args.quick else Effort()
    yield from speed.batch_rows(edition, QUICK_SIZES if args.quick else SIZES, args.threads, effort)
    yield Row("batch", "playing out 4,096 games without views, 1 thread", speed.play_out_rate(edition, effort), "moves/s")
    yield Row("batch", "memory of 16,384 games", speed.bytes_per_game(edition), "bytes/game")
    yield from doors(edition, effort)
    yield from speed.player_rows(edition, SCRIPTED, effort)
    yield from beside(effort)
    yield from search_rows(edition, effort)
    yield from others(effort)
    if not args.quick:
        yield from speed.start_rows()


def doors(edition: AnyEdition, effort: Effort) -> Iterator[Row]:
    for form in ("raw_env", "env"):
        yield from aec_rows(edition, form, effort)
    yield Row("doors", "PettingZoo parallel", speed.parallel_rate(sy_env.parallel_env(edition), effort), "decisions/s")
    for role in ROLES:
        yield Row("doors", f"Gymnasium, {role}", speed.single_rate(edition, role, effort), "decisions/s")
        yield Row("doors", f"Gymnasium vector, {role}, 1,024 games", speed.vector_rate(edition, role, effort), "decisions/s")
        yield optional("doors", f"SB3 VecEnv, {role}, 1,024 games", "decisions/s", speed.sb3_rate, edition, role, effort)


def aec_rows(edition: AnyEdition, form: str, effort: Effort) -> Iterator[Row]:
    """The AEC door and, where it is installed, PettingZoo's connect_four, by turns."""
    game = sy_env.make_game(edition)
    runs, note = [speed.aec_run(getattr(sy_env, form)(edition), speed.first_other(game.actions))], ""
    try:
        runs.append(yardsticks.connect_four_run(form))
    except ImportError as error:
        note = f"not available: {error}"
    ours, *theirs = effort.rates(*runs)
    yield Row("doors", f"PettingZoo AEC, {form}", ours, "moves/s")
    yield Row("others", f"PettingZoo connect_four, {form}", theirs[0] if theirs else None, "moves/s", note)


def beside(effort: Effort) -> Iterator[Row]:
    """The batches, by turns, and the players of the editions that are compared."""
    editions = [sy_env.make_edition(name) for name in COMPARED]
    rates = effort.rates(*(speed.batch_run(edition, 1024, 1) for edition in editions))
    for name, edition, rate in zip(COMPARED, editions, rates, strict=True):
        yield Row("editions", f"{name}, 1,024 games, 1 thread", rate, "moves/s")
        for row in speed.player_rows(edition, SCRIPTED, effort):
            yield replace(row, group="editions", name=f"{name}, {row.name}")


def others(effort: Effort) -> Iterator[Row]:
    for game in ("connect_four", "tic_tac_toe"):
        yield optional("others", f"OpenSpiel {game}", "moves/s", yardsticks.open_spiel_rate, game, effort)
        yield optional("others", f"Pgx {game}, 1,024 games", "moves/s", yardsticks.pgx_rate, game, effort)


def ratios(rows: Sequence[Row]) -> Iterator[Row]:
    """How many times as fast the AEC door is as that of connect_four, and batches of other editions as those of the first one."""
    values = {row.name: row.value for row in rows}
    measure, *rest = ((name, values[f"{name}, 1,024 games, 1 thread"] or 0) for name in COMPARED)
    for name, value in rest:
        yield Row("ratios", f"batch of {name} to {measure[0]}", value / measure[1], "times")
    for name in ("raw_env", "env"):
        ours, theirs = values[f"PettingZoo AEC, {name}"], values[f"PettingZoo connect_four, {name}"]
        ratio = Row("ratios", f"AEC door to connect_four, {name}", None, "times", "not available: nothing to compare with")
        yield replace(ratio, value=ours / theirs, note="") if ours and theirs else ratio


def shown(row: Row) -> tuple[str, ...]:
    if row.value is None:
        return row.group, row.name, "", "", row.note
    number = f"{row.value:,.0f}" if row.value >= 100 else f"{row.value:.2f}"
    return row.group, row.name, number, row.unit, row.note


def main(arguments: Sequence[str] | None = None) -> int:
    args = parsed(arguments)
    try:
        edition = sy_env.make_edition(args.edition)
    except ValueError as error:
        print(f"benchmark.py: {error}", file=sys.stderr)
        return 2
    here = machine()  # before this program is the load
    rows = []
    for row in measured(edition, args):
        rows.append(row)
        print(f"{row.group}: {row.name}", file=sys.stderr)
    rows += ratios(rows)
    write_json(args.out / "benchmark.json", {"machine": here, "edition": edition.name, "quick": args.quick, "rows": rows})
    print("\n".join(f"{key}: {value}" for key, value in here.items()))
    print()
    print(text_table(("", "what", "figure", "unit", "note"), [shown(row) for row in rows]))
    print(f"\nWrote {args.out / 'benchmark.json'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
