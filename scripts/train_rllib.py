"""Train both roles by self-play on RLlib: PPO with masks, a module for each role.

    python scripts/train_rllib.py --config configs/train/rllib.yaml --out runs/rllib
    python scripts/train_rllib.py --resume runs/rllib
    python scripts/train_rllib.py --address auto --workers 64        # on a cluster of Ray, from one of its machines

The folder takes the player, a log with win rates against greedy, and checkpoints. A stopped run goes on with --resume from its
last checkpoint; those are RLlib's own and can run code when they are loaded: resume runs of your own only. The player is an
ordinary file of weights: python scripts/evaluate.py --mister-x rllib:runs/rllib --detectives greedy
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import tyro

if TYPE_CHECKING:
    from sy_agents.training.rllib_run import RLlibRun


@dataclass(frozen=True)
class Arguments:
    """Train both roles by self-play on RLlib.

    Attributes:
        config: a YAML file.
        out: folder for the results; it must not hold a run already.
        resume: go on with the run of this folder.
        workers: processes that play, instead of what the configuration says.
        address: of the cluster, instead of what the configuration says.
        iterations: how long, instead of what the configuration says.
        seed: of the networks and the games, instead of what the configuration says.
        threads: of the learner.
    """

    config: Path = Path("configs/train/rllib.yaml")
    out: Path = Path("runs/rllib")
    resume: Path | None = None
    workers: int | None = None
    address: str | None = None
    iterations: int | None = None
    seed: int | None = None
    threads: int = 1


def _begin(arguments: Arguments) -> "RLlibRun":
    import torch

    from sy_agents.training.rllib_config import RLlibConfig, load_rllib_config
    from sy_agents.training.rllib_run import RLlibRun

    torch.set_num_threads(arguments.threads)
    names = ("workers", "address", "iterations", "seed")
    given = {name: getattr(arguments, name) for name in names if getattr(arguments, name) is not None}
    if arguments.resume is not None:
        return RLlibRun.resume(arguments.resume, **given)
    if (arguments.out / "run.json").exists():
        raise ValueError(f"{arguments.out} holds a run already: go on with --resume {arguments.out}, or choose another --out.")
    config = load_rllib_config(arguments.config)
    return RLlibRun(RLlibConfig.model_validate({**config.model_dump(), **given}), arguments.out)


def main() -> None:
    """Train as the command line says."""
    arguments = tyro.cli(Arguments, description=__doc__)
    try:
        run = _begin(arguments)
    except (ValueError, ImportError, ConnectionError) as error:
        raise SystemExit(str(error)) from error
    run.train()
    run.stop()
    print(f"Trained for {run.iteration:,} iterations, {run.decisions:,} decisions. The player is rllib:{run.folder}.")


if __name__ == "__main__":
    main()
