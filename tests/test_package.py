"""The package as a whole: what it imports, what it calls itself, what the repository and the wheel hold."""

import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import sy_env

ROOT = Path(__file__).parents[1]
OUTSIDE_CORE = ("torch", "numba", "pygame", "matplotlib", "PIL", "stable_baselines3", "sy_agents")
LEFT_BEHIND = re.compile(r"\.|(__pycache__|build|dist|runs)$|.*\.egg-info$")
MACHINE_PATH = re.compile(rb"(?<![\w.])/(?:work|root|tmp|home|Users)/|\.\./shared")

ONE_GAME = """
import sys
from pathlib import Path
import sy_env

assert Path(sy_env.__file__).is_relative_to(sys.prefix), sy_env.__file__
env = sy_env.env()
env.reset(seed=0)
for agent in env.agent_iter():
    observation, _, termination, truncation, _ = env.last()
    over = termination or truncation
    env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
assert not {"torch", "pygame", "matplotlib", "sy_agents"} & sys.modules.keys()
"""


def run(*command: str | Path, cwd: Path) -> str:
    """Standard output of a command that must succeed."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def repository_files() -> Iterator[Path]:
    """The files of the repository, without hidden folders and what builds and runs leave behind."""
    for folder, names, files in os.walk(ROOT):
        names[:] = [name for name in names if not LEFT_BEHIND.match(name)]
        yield from (Path(folder, file) for file in files)


def plain(name: str) -> str:
    """The name of a distribution in the spelling that indexes compare."""
    return re.sub(r"[-_.]+", "-", name).lower()


def requirements() -> set[str]:
    """The distributions that the package asks for, over all extras, itself left out."""
    lines = importlib.metadata.requires("sy_env") or []
    return {plain(re.split(r"[^\w.-]", line, maxsplit=1)[0]) for line in lines} - {"sy-env"}


def test_import_brings_no_heavy_library(tmp_path: Path) -> None:
    listing = run(sys.executable, "-c", "import sy_env, sys; print(*sys.modules)", cwd=tmp_path)
    assert not set(OUTSIDE_CORE) & set(listing.split())


def test_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert sy_env.__version__ == project["version"] == importlib.metadata.version("sy_env")
    assert f"\nversion: {sy_env.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\n## [{sy_env.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_only_pygame_ce_is_asked_for() -> None:
    assert "pygame-ce" in requirements()
    assert "pygame" not in requirements()


def test_every_requirement_is_pinned() -> None:
    constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    pinned = re.findall(r"^([\w.-]+)==[\w.]+$", constraints, re.MULTILINE)
    assert requirements() <= {plain(name) for name in pinned}


def test_no_file_names_a_place_on_one_machine() -> None:
    found = {
        str(path.relative_to(ROOT)): match.group().decode()
        for path in repository_files()
        if (match := MACHINE_PATH.search(path.read_bytes()))
    }
    assert not found


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution as a release is."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT, cwd=folder)
    return next(folder.glob("*.whl"))


@pytest.mark.slow
def test_wheel_holds_the_package_and_its_data(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    sources = {
        path.relative_to(base).as_posix()
        for base, package in ((ROOT, "sy_env"), (ROOT / "agents", "sy_agents"))
        for path in repository_files()
        if path.is_relative_to(base / package)
    }
    assert {name for name in held if ".dist-info/" not in name} == sources


@pytest.mark.slow
def test_wheel_plays_a_game_with_the_core_dependencies_alone(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    run(python, "-m", "pip", "install", "-c", ROOT / "constraints.txt", wheel, cwd=tmp_path)
    run(python, "-c", ONE_GAME, cwd=tmp_path)
