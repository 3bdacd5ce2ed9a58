"""scripts/benchmark.py runs; its figures are for people to read, not for tests to judge."""

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "scripts" / "benchmark.py"


def test_the_quick_run(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), "--quick", "--threads", "1", "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    result = json.loads((tmp_path / "benchmark.json").read_text())
    assert result["machine"]["python"]
    measured = {row["name"]: row["value"] for row in result["rows"]}
    assert measured["1,024 games, 1 thread"] > 0
    assert measured["AEC door to connect_four, env"] > 0
    assert measured["batch of hunting to classic"] > 0
    for row in result["rows"]:
        assert row["value"] is None or row["value"] > 0
        assert (row["value"] is None) == row["note"].startswith("not available")


def test_an_unknown_edition_is_refused(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), "--edition", "classik", "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "did you mean 'classic'" in done.stderr
