"""scripts/check_libraries.py: its table of libraries is the repository's, and its constraints leave out what a library pins."""

import json
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "check_libraries.py"))
LIBRARIES = SCRIPT["libraries"]()


def test_every_test_and_example_belongs_to_a_library() -> None:
    tests = {path.stem.removeprefix("test_") for path in (ROOT / "tests" / "libraries").glob("test_*.py")}
    examples = {path.name for path in (ROOT / "scripts" / "examples").glob("*.py")}
    assert len(tests) >= 6 and tests <= LIBRARIES.keys()
    assert len(examples) >= 6 and examples <= {library.example for library in LIBRARIES.values()}


def test_every_library_that_was_tried_has_its_extra_and_is_pinned() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    pinned = dict(line.lower().split("==") for line in (ROOT / "constraints.txt").read_text().splitlines() if "==" in line)
    for name, result in json.loads(SCRIPT["RESULTS"].read_text(encoding="utf-8")).items():
        assert LIBRARIES[name].extra in extras
        assert pinned[LIBRARIES[name].distribution.lower()] == result["version"]


def test_constraints_leave_out_what_the_library_pins() -> None:
    whole = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    assert SCRIPT["constraints"](LIBRARIES["torchrl"]) == whole
    left = SCRIPT["constraints"](LIBRARIES["rllib"])
    assert set(whole.splitlines()) - set(left.splitlines()) == {"gymnasium==1.4.0"}


@pytest.mark.parametrize(
    ("code", "expected", "passed"),
    [
        ("print('2 passed in 1s')", SCRIPT["PASSED"], True),
        ("print('1 skipped in 1s')", SCRIPT["PASSED"], False),
        ("raise SystemExit(1)", "", False),
        ("print('anything')", "", True),
        ("import time; time.sleep(60)", "", False),
    ],
)
def test_a_command_passes_only_if_it_says_so(code: str, expected: str, passed: bool) -> None:
    assert SCRIPT["passes"]([sys.executable, "-c", code], 0.05, expected) is passed


def test_an_unknown_library_is_named() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "check_libraries.py"), "torchlr"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "did you mean 'torchrl'" in done.stderr
