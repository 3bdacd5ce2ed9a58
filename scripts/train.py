"""Train a player of both roles by self-play.

    python scripts/train.py --config configs/train/classic.yaml --out runs/classic
    python scripts/train.py --resume runs/classic

The folder takes a checkpoint, the networks, a log and learning curves. A run that was stopped, by whatever, goes on with --resume
exactly as if it had not been.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import torch
import tyro

from sy_agents.training.config import load_config
from sy_agents.training.run import Run


@dataclass(frozen=True)
class Arguments:
    """Train a player of both roles by self-play.

    Attributes:
        config: a YAML file; configs/train holds some.
        out: folder for the results; it must not hold a run already.
        resume: go on with the run of this folder.
        seed: other seeds begin with other networks and play other games.
        iterations: how long, instead of what the configuration says.
        threads: threads of the learner.
    """

    config: Path = Path("configs/train/classic.yaml")
    out: Path = Path("runs/classic")
    resume: Path | None = None
    seed: int | None = None
    iterations: int | None = None
    threads: Annotated[int, tyro.conf.arg(metavar="N")] = 1


def _begin(arguments: Arguments) -> Run:
    if arguments.resume is not None:
        return Run.resume(arguments.resume, arguments.iterations)
    if (arguments.out / "checkpoint.safetensors").exists():
        raise SystemExit(f"{arguments.out} holds a run already: go on with --resume {arguments.out}, or choose another --out.")
    given = {"seed": arguments.seed, "iterations": arguments.iterations}
    config = load_config(arguments.config)
    return Run(config.model_copy(update={name: value for name, value in given.items() if value is not None}), arguments.out)


def main() -> None:
    """Train as the command line says."""
    arguments = tyro.cli(Arguments, description=__doc__)
    torch.set_num_threads(arguments.threads)
    try:
        run = _begin(arguments)
    except ValueError as error:
        raise SystemExit(str(error)) from error
    run.train()
    print(
        f"Trained for {run.iteration:,} iterations, {run.steps:,} decisions. The player is in {run.folder / 'brain.safetensors'}."
    )


if __name__ == "__main__":
    main()
