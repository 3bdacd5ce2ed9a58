"""scripts/score.py, as somebody runs it."""

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "scripts" / "score.py"
CARD = "name: small\nversion: 3\nseed: 5\ntasks: [{name: loop, edition: glasses, opponents: [random, greedy], games: 10}]\n"


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *words, "--card", "card.yaml", "--out", "out"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_player_is_scored_beside_those_that_are_kept(tmp_path: Path) -> None:
    (tmp_path / "card.yaml").write_text(CARD)
    assert run(tmp_path, "random", "--keep").returncode == 0
    done = run(tmp_path, "greedy", "--roles", "detectives")
    assert done.returncode == 0, done.stderr
    assert "Card small, version 3" in done.stdout and "counts" in done.stdout
    last = done.stdout.strip().splitlines()[-2:]
    assert [line.split()[0] for line in last] == ["random", "greedy"] and last[1].split()[1] == "-"
    kept = json.loads((tmp_path / "card.results.json").read_text())
    assert list(kept["players"]) == ["random"] and len(kept["players"]["random"]) == 4
    (tmp_path / "card.yaml").write_text(CARD.replace("seed: 5", "seed: 6"))
    assert "of another version of the card" in run(tmp_path, "greedy", "--fresh").stderr


def test_what_is_mistyped_is_said(tmp_path: Path) -> None:
    (tmp_path / "card.yaml").write_text(CARD)
    done = run(tmp_path, "gredy")
    assert done.returncode == 1 and "did you mean 'greedy'" in done.stderr
    assert not (tmp_path / "out").exists()
