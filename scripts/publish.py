"""Put the networks of a training run among the pretrained players: the file, and its row of the manifest.

    python scripts/publish.py runs/london --name london --editions classic master --figures results/results.json

The row names the hash, the format of the features, the editions, the command and seed that made the file, the revision now, and
the figures of evaluations (results.json of scripts/evaluate.py). The card, NAME.md beside the file, is written by hand.
"""

import hashlib
import json
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tyro

from sy_agents.files import write_atomically
from sy_agents.learned.brain import load_brain, save_brain
from sy_agents.learned.families import Family
from sy_agents.pretrained import FOLDER, MANIFEST, manifest


@dataclass(frozen=True)
class Arguments:
    """Put the networks of a training run among the pretrained players.

    Attributes:
        run: folder of the run.
        name: of the file.
        editions: that it plays.
        config: that the run was started with; configs/train/NAME.yaml if none is given.
        earlier: decisions of the runs whose networks it began with.
        sharpness: factor on the scores of both roles' actions: above 1 the player leaves less to chance than in training.
        figures: results.json of evaluations, to be named in the row.
    """

    run: tyro.conf.Positional[Path]
    name: str
    editions: tuple[str, ...]
    config: Path | None = None
    earlier: int = 0
    sharpness: float = 1.0
    figures: tuple[Path, ...] = ()


def _revision() -> str:
    found = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


def _row(arguments: Arguments, content: bytes, family: Family, facts: dict[str, Any]) -> dict[str, Any]:
    config = facts["config"]
    started = arguments.config or Path("configs/train") / f"{arguments.name}.yaml"
    return {
        "file": f"{arguments.name}.safetensors",
        "sha256": hashlib.sha256(content).hexdigest(),
        "format": family.format,
        "editions": arguments.editions,
        "command": shlex.join(["python", "scripts/train.py", "--config", started.as_posix(), "--seed", str(config["seed"])]),
        "revision": _revision(),
        "decisions": facts["steps"] + arguments.earlier,
        "sharpness": arguments.sharpness,
        "figures": [cell for path in arguments.figures for cell in json.loads(path.read_text(encoding="utf-8"))],
    }


def main() -> None:
    """Publish as the command line says."""
    arguments = tyro.cli(Arguments, description=__doc__)
    brain, facts = load_brain(arguments.run / "brain.safetensors")
    brain.sharpen(arguments.sharpness)
    target = FOLDER / f"{arguments.name}.safetensors"
    save_brain(brain, target, facts)
    content = target.read_bytes()
    row = _row(arguments, content, brain.family, facts)
    path = FOLDER / MANIFEST
    others = [entry.as_row() for entry in manifest() if entry.file != row["file"]] if path.exists() else []
    write_atomically(path, (json.dumps([*others, row], indent=2) + "\n").encode())
    print(f"{target}: {len(content):,} bytes, {row['decisions']:,} decisions of training.")


if __name__ == "__main__":
    main()
