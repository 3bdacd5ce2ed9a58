"""Try sy_env in other libraries: each in an environment of its own, its test and its example.

    python scripts/check_libraries.py                       # all of configs/libraries.yaml
    python scripts/check_libraries.py torchrl rllib         # some
    python scripts/check_libraries.py --keep envs torchrl   # keep the environments in a folder, and use them again

Versions, and what passed, go to tests/libraries/results.json, one library after the other; scripts/update_readme.py makes
README's table of it. Downloads some gigabytes when all are asked for.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import tyro
import yaml
from tqdm import tqdm

from sy_agents.files import write_atomically
from sy_agents.yaml_files import Checked
from sy_env.errors import one_of

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "tests" / "libraries" / "results.json"
SHOWN = ("gymnasium", "pettingzoo", "torch", "numpy")
PASSED = re.compile(r"^\d+ passed", re.MULTILINE)


class Library(Checked):
    """A row of configs/libraries.yaml, which explains the fields."""

    title: str
    distribution: str
    door: str
    extra: str
    example: str
    pins: tuple[str, ...] = ()


@dataclass(frozen=True)
class Arguments:
    """Try sy_env in other libraries.

    Attributes:
        names: the libraries, as in configs/libraries.yaml; none: all.
        keep: folder in which the environments stay; without it they are removed.
        minutes: after which a test or an example has failed.
    """

    names: Annotated[tuple[str, ...], tyro.conf.Positional] = ()
    keep: Path | None = None
    minutes: float = 30.0


def libraries() -> dict[str, Library]:
    """All rows of configs/libraries.yaml by name."""
    rows = yaml.safe_load((ROOT / "configs" / "libraries.yaml").read_text(encoding="utf-8"))
    return {name: Library.model_validate(row) for name, row in rows.items()}


def constraints(library: Library) -> str:
    """constraints.txt without the packages that the library pins itself."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if line.partition("==")[0].lower() not in library.pins)


def install(library: Library, folder: Path) -> Path:
    """Make the environment, or complete an old one; returns its Python."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    held = folder / "constraints.txt"
    held.write_text(constraints(library), encoding="utf-8")
    subprocess.run([python, "-m", "pip", "install", "-q", "-c", held, "-e", f"{ROOT}[{library.extra},test]"], check=True)
    return python


def passes(command: list[str | Path], minutes: float, expected: str | re.Pattern[str] = "") -> bool:
    """Whether a command ends well and prints what is expected; if not, its output is shown."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}  # small networks are quickest so
    try:
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60 * minutes)
    except subprocess.TimeoutExpired:
        print(f"{command} took more than {minutes} minutes.", file=sys.stderr)
        return False
    passed = done.returncode == 0 and re.search(expected, done.stdout) is not None
    if not passed:
        print(f"{command}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}", file=sys.stderr)
    return passed


def versions(python: Path, names: list[str]) -> dict[str, str | None]:
    """Versions of installed distributions; None for those that are not there."""
    code = "import importlib.metadata as m, json, sys; print(json.dumps({d.name.lower(): d.version for d in m.distributions()}))"
    found = json.loads(subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout)
    return {name: found.get(name.lower(), found.get(name.lower().replace("_", "-"))) for name in names}


def check(name: str, library: Library, folder: Path, minutes: float) -> dict[str, Any]:
    """What is measured of a library."""
    python = install(library, folder)
    start = time.perf_counter()
    test: list[str | Path] = [python, "-m", "pytest", "-W", "default", "-m", "", f"tests/libraries/test_{name}.py"]
    example: list[str | Path] = [python, f"scripts/examples/{library.example}"]
    found = versions(python, [library.distribution, *SHOWN])
    return {
        "title": library.title,
        "door": library.door,
        "version": found[library.distribution],
        **{shown: found[shown] for shown in SHOWN},
        "python": ".".join(map(str, sys.version_info[:3])),
        "test": passes(test, minutes, PASSED),
        "example": passes(example, minutes),
        "seconds": round(time.perf_counter() - start),
    }


def note(name: str, result: dict[str, Any]) -> None:
    """Put a result into the file, in the order of configs/libraries.yaml."""
    there = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    there[name] = result
    ordered = {known: there[known] for known in libraries() if known in there}
    write_atomically(RESULTS, (json.dumps(ordered, indent=2) + "\n").encode())


def main() -> None:
    """Check as the command line says."""
    arguments = tyro.cli(Arguments, description=__doc__)
    known = libraries()
    for name in arguments.names:
        if name not in known:
            raise SystemExit(one_of("library", name, known) + ".")
    failed = []
    with tempfile.TemporaryDirectory() as temporary:
        for name in (bar := tqdm(arguments.names or tuple(known), unit="library", disable=None)):
            bar.set_postfix(library=name)
            folder = (arguments.keep or Path(temporary)).resolve() / name
            try:
                result = check(name, known[name], folder, arguments.minutes)
            except subprocess.CalledProcessError as error:  # pip has said why
                print(f"{name} could not be installed: {error}", file=sys.stderr)
                failed.append(name)
                continue
            note(name, result)
            failed += [] if result["test"] and result["example"] else [name]
    raise SystemExit(f"Failed: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
