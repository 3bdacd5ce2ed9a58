"""scripts/evaluate.py, as somebody runs it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "evaluate.py"
FILES = {"results.json", "standings.json", "results.csv", "players.csv", "edition.json", "heatmap.png", "games.jsonl"}
TIMES = {"moves_per_second", "mister_x_seconds", "detectives_seconds", "milliseconds"}


def run(*arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *map(str, arguments)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def untimed(folder: Path) -> list[dict[str, object]]:
    """What a tournament found, without what the clock said."""
    standings = json.loads((folder / "standings.json").read_text())
    rows = [json.loads((folder / "results.json").read_text()), *standings.values()]
    return [{key: value for key, value in entry.items() if key not in TIMES} for entries in rows for entry in entries]


def test_a_tournament(tmp_path: Path) -> None:
    words = (
        "--edition nijssen2011 --mister-x random greedy --detectives random greedy --games 30 --seed 0 --processes 2 --out out"
    )
    done = run(*words.split(), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    cells = json.loads((tmp_path / "out" / "results.json").read_text())
    standings = json.loads((tmp_path / "out" / "standings.json").read_text())
    assert [(cell["mister_x"], cell["detectives"]) for cell in cells] == [
        (mister_x, detectives) for mister_x in ("random", "greedy") for detectives in ("random", "greedy")
    ]
    for cell in cells:
        assert cell["games"] == 30 and cell["illegal_actions"] == 0
        assert 0 <= cell["low"] <= cell["detectives_win_rate"] <= cell["high"] <= 1
        assert 1 <= cell["mean_rounds"] <= 24
    assert {path.name for path in (tmp_path / "out").iterdir()} == FILES
    assert "95 % interval" in done.stdout and "worst case against" in done.stdout
    assert [(entry["role"], entry["player"]) for entry in standings["players"]] == [
        (role, player) for role in ("mrx", "detectives") for player in ("greedy", "random")
    ]
    assert len(standings["differences"]) == 4
    assert len((tmp_path / "out" / "players.csv").read_text().splitlines()) == 5


def test_a_stopped_tournament_goes_on(tmp_path: Path) -> None:
    words = ["--mister-x", "random", "--detectives", "random", "greedy", "--games", 60, "--out"]
    assert run(*words, "whole", folder=tmp_path).returncode == 0
    lines = (tmp_path / "whole" / "games.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "games.jsonl").write_bytes(b"".join(lines[:4]) + lines[4][:40])
    done = run(*words, "cut", "--processes", 2, "--paired", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "48 games were there before" in done.stdout and "random  greedy  random" in done.stdout
    assert untimed(tmp_path / "cut") == untimed(tmp_path / "whole")
    refused = run(*words, "cut", "--seed", 1, folder=tmp_path)
    assert refused.returncode == 2 and "seed is 0 there and 1 here" in refused.stderr
    assert run(*words, "cut", "--seed", 1, "--fresh", folder=tmp_path).returncode == 0
    assert untimed(tmp_path / "cut") != untimed(tmp_path / "whole")


def test_a_tournament_of_hunting_mister_x(tmp_path: Path) -> None:
    words = "--edition hunting_expert --players 2 --control team --games 20 --out out"
    done = run(*words.split(), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    cells = json.loads((tmp_path / "out" / "results.json").read_text())
    assert {cell["mister_x"] for cell in cells} == {"random", "greedy", "pretrained"}
    assert len(cells) == 9 and not any(cell["illegal_actions"] for cell in cells)


def test_a_tournament_goes_on_without_players_that_do_not_play_the_edition(tmp_path: Path) -> None:
    done = run("--edition", "glasses", "--games", 5, "--out", "out", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Without pretrained: No pretrained player for edition 'glasses'" in done.stderr
    assert len(json.loads((tmp_path / "out" / "results.json").read_text())) == 4


def test_without_arguments_it_plays_by_the_strength_options(tmp_path: Path) -> None:
    done = run("--games", 20, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    edition = json.loads((tmp_path / "results" / "evaluate" / "edition.json").read_text())
    assert (edition["name"], edition["reveal_index"], edition["double_return"]) == ("classic", "move", "allow")
    assert edition["reveal_set"] == [3, 8, 13, 18, 24]
    standings = json.loads((tmp_path / "results" / "evaluate" / "standings.json").read_text())
    assert {"random", "greedy"} <= {entry["player"] for entry in standings["players"]} <= {"random", "greedy", "pretrained"}


def test_options_of_the_edition(tmp_path: Path) -> None:
    words = (
        "--edition classic --players 4 --options rounds=5 reveal_set=2,4 hide_mrx_stock=true --control team --games 5 --out out"
    )
    done = run(*words.split(), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    edition = json.loads((tmp_path / "out" / "edition.json").read_text())
    assert (edition["players"], edition["rounds"], edition["reveal_set"], edition["hide_mrx_stock"]) == (4, 5, [2, 4], True)


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("--edition", "nijsen2011"), "did you mean 'nijssen2011'"),
        (("--mister-x", "gredy"), "did you mean 'greedy'"),
        (("--options", "round=3"), "did you mean 'rounds'"),
        (("--options", "rounds"), "key=value"),
        (("--games", "0"), "at least 1"),
        (("--game", "5"), "unrecognized arguments"),
    ],
)
def test_what_is_mistyped_is_named(arguments: tuple[str, ...], hint: str, tmp_path: Path) -> None:
    done = run(*arguments, folder=tmp_path)
    assert done.returncode == 2
    assert hint in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())
