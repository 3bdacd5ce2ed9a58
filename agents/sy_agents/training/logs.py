"""The log of a run: JSON lines, one an iteration."""

import json
from pathlib import Path
from typing import Any


def append_line(log: Path, line: dict[str, Any]) -> None:
    """Add the line of an iteration."""
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def drop_later_lines(log: Path, iteration: int) -> None:
    """Lines that a stopped run wrote after its last checkpoint will be written again."""
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    kept = [line for line in lines if json.loads(line)["iteration"] <= iteration]
    log.write_text("".join(line + "\n" for line in kept), encoding="utf-8")
