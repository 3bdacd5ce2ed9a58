"""Learning curves: the log of a training run as one picture."""

import io
import json
from pathlib import Path
from typing import Any

from sy_agents.files import write_atomically

PANELS = (
    ("detectives' wins", ("wins_self", "wins_past_mrx", "wins_past_detectives", "wins_greedy_mrx", "wins_greedy_detectives")),
    ("entropy, nats", ("mrx_entropy", "detectives_entropy")),
    ("loss of the filter, nats a hidden move", ("filter_loss",)),
    ("loss of the critic", ("critic_loss",)),
)
SMOOTH = 0.9  # share of the old average that a line of the log leaves


def draw_curves(log: Path, path: Path) -> None:
    """Draw the lines of a log into a PNG, which appears complete or not at all."""
    from matplotlib.figure import Figure  # without pyplot: no window, no state

    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()] if log.exists() else []
    figure = Figure(figsize=(10, 7), dpi=120, layout="constrained")
    for axes, (title, names) in zip(figure.subplots(2, 2).flat, PANELS, strict=True):
        for name in names:
            _draw_line(axes, lines, name)
        axes.set_title(title, fontsize=10)
        axes.set_xlabel("million decisions")
        axes.grid(alpha=0.3)
        axes.legend(fontsize=7)
    content = io.BytesIO()
    figure.savefig(content, format="png")
    write_atomically(path, content.getvalue())


def _draw_line(axes: Any, lines: list[dict[str, Any]], name: str) -> None:
    known = [line for line in lines if name in line]
    smooth: list[float] = []
    for line in known:
        smooth.append(line[name] if not smooth else SMOOTH * smooth[-1] + (1 - SMOOTH) * line[name])
    axes.plot([line["steps"] / 1e6 for line in known], smooth, label=name.removeprefix("wins_"))
