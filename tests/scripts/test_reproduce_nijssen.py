"""scripts/reproduce_nijssen.py and scripts/learn_categories.py, as somebody runs them."""

import json
import subprocess
import sys
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "scripts"


def run(script: str, *arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPTS / script), *map(str, arguments)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_tables_are_played_and_gone_on_with(tmp_path: Path) -> None:
    words = "--table IV VI filtering --playouts 5 --out out --games"
    done = run("reproduce_nijssen.py", *words.split(), 2, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    (path,) = (tmp_path / "out").iterdir()
    first = json.loads(path.read_text())
    assert len(first) == 8  # of ten cells two stand in both tables
    assert all(cell["games"] == 2 and 0 <= cell["low"] <= cell["wins"] / 2 <= cell["high"] <= 1 for cell in first.values())
    done = run("reproduce_nijssen.py", *words.split(), 3, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    later = json.loads(path.read_text())
    assert all(later[key]["games"] == 3 and later[key]["wins"] - first[key]["wins"] in (0, 1) for key in first)
    assert "84.5 ± 1.4" in done.stdout and "95 % interval" in done.stdout


def test_an_unknown_table_is_refused(tmp_path: Path) -> None:
    done = run("reproduce_nijssen.py", "--table", "XX", folder=tmp_path)
    assert done.returncode == 2 and "invalid choice: 'XX'" in done.stderr


def test_categories_are_learned(tmp_path: Path) -> None:
    words = "--editions nijssen2011 glasses --games 3 --player mcts:5,categorization=off --out learned.json"
    done = run("learn_categories.py", *words.split(), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    learned = json.loads((tmp_path / "learned.json").read_text())
    assert set(learned) == {"nijssen2011", "glasses"}
    for counts in learned.values():
        assert counts["games"] == 3
        assert all(0 <= actual <= possible for actual, possible in zip(counts["actual"], counts["possible"], strict=True))
    assert 0 < sum(learned["nijssen2011"]["actual"]) < sum(learned["nijssen2011"]["possible"])


def test_an_unknown_player_is_refused(tmp_path: Path) -> None:
    done = run("learn_categories.py", "--player", "mtcs:5", folder=tmp_path)
    assert done.returncode == 2 and "did you mean 'mcts'" in done.stderr
