"""README keeps its word: its tables are the code's, its snippets run."""

import json
import re
import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SNIPPETS = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)


def test_tables_and_picture_are_those_of_the_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["update_readme.py", "--check"])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(ROOT / "scripts" / "update_readme.py"), run_name="__main__")
    assert end.value.code == 0, capsys.readouterr().out


def test_every_library_that_was_tried_has_its_row() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = re.findall(r"<!-- library-table -->\n(.*?)<!-- end -->", text, re.DOTALL)[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.strip().splitlines()[2:]]
    results = json.loads((ROOT / "tests" / "libraries" / "results.json").read_text(encoding="utf-8")).values()
    pairs = [f"{result['gymnasium']} / {result['pettingzoo']}" for result in results]
    assert [row[:2] for row in rows] == [[result["title"], result["version"]] for result in results]
    assert [row[3] for row in rows] == pairs
    assert [row[4] == "test and example" for row in rows] == [result["test"] and result["example"] for result in results]


@pytest.mark.parametrize("snippet", SNIPPETS, ids=range(len(SNIPPETS)))
def test_snippets_run(snippet: str) -> None:
    exec(compile(snippet, "README.md", "exec"), {"__name__": "readme"})


def test_there_is_a_snippet_for_every_door() -> None:
    text = "\n".join(SNIPPETS)
    for door in ("sy_env.env(", 'make("sy_env/', 'make_vec("sy_env/', "SB3VecEnv(", "make_batch("):
        assert door in text
