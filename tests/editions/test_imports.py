"""Boards and editions are data: reading them loads nothing heavy but the two APIs in which `import sy_env` registers."""

import subprocess
import sys

HEAVY = {"numba", "torch", "scipy", "networkx", "pandas", "pydantic", "matplotlib", "yaml"}


def test_importing_boards_and_editions_is_light() -> None:
    code = "import sys, sy_env.boards, sy_env.editions as e; e.make_edition('classic'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not HEAVY & set(done.stdout.split())
