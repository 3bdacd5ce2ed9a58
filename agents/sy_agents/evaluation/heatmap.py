"""The heat map of a tournament: players of Mister X across, players of the pursuers down."""

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from sy_agents.evaluation.tables import Cell
from sy_agents.files import write_atomically


def draw_heatmap(cells: Sequence[Cell], path: Path, title: str) -> None:
    """Write a PNG with the pursuers' win rate and its interval in every cell; it appears complete or not at all."""
    from matplotlib.figure import Figure  # without pyplot: no window, no state

    across = list(dict.fromkeys(cell.mister_x for cell in cells))
    down = list(dict.fromkeys(cell.detectives for cell in cells))
    rates = np.full((len(down), len(across)), np.nan)
    for cell in cells:
        rates[down.index(cell.detectives), across.index(cell.mister_x)] = 100 * cell.detectives_win_rate
    figure = Figure(figsize=(3.4 + 1.7 * len(across), 2.2 + 1.1 * len(down)), dpi=150, layout="constrained")
    axes = figure.add_subplot()
    image = axes.imshow(rates, cmap="RdBu", vmin=0, vmax=100, aspect="auto")
    for cell in cells:
        _write_cell(axes, across.index(cell.mister_x), down.index(cell.detectives), cell)
    axes.set_xticks(range(len(across)), across)
    axes.set_yticks(range(len(down)), down)
    axes.set_xlabel("Mister X")
    axes.set_ylabel("detectives")
    axes.set_title(title, fontsize=10)
    figure.colorbar(image, ax=axes, label="detectives' wins, %")
    content = io.BytesIO()
    figure.savefig(content, format="png")
    write_atomically(path, content.getvalue())


def _write_cell(axes: object, x: int, y: int, cell: Cell) -> None:
    ink = "black" if 0.2 < cell.detectives_win_rate < 0.8 else "white"
    text = f"{cell.detectives_win_rate:.1%}\n{cell.low:.1%} to {cell.high:.1%}"
    axes.text(x, y, text, ha="center", va="center", color=ink, fontsize=9)  # type: ignore[attr-defined]
