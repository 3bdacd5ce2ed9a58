"""Train one role by MaskablePPO of sb3-contrib, against any player.

    python scripts/train_sb3.py --config configs/train/sb3.yaml --out runs/sb3

Writes the model (in SB3's own format, which can run code when it is loaded: load files of your own only) and the match that it
played against its opponent.
"""

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
import tyro

from sy_agents.evaluation import Pairing, cell_of, cells_table, play_pairings
from sy_agents.files import write_atomically
from sy_agents.training.sb3 import SB3Player, load_sb3_config, new_model


@dataclass(frozen=True)
class Arguments:
    """Train one role by MaskablePPO of sb3-contrib.

    Attributes:
        config: a YAML file.
        out: folder for the results.
        games: of the match afterwards.
        threads: of torch.
    """

    config: Path = Path("configs/train/sb3.yaml")
    out: Path = Path("runs/sb3")
    games: int = 1000
    threads: int = 1


def main() -> None:
    """Train and measure as the command line says."""
    arguments = tyro.cli(Arguments, description=__doc__)
    torch.set_num_threads(arguments.threads)
    try:
        config = load_sb3_config(arguments.config)
    except ValueError as error:
        raise SystemExit(str(error)) from error
    edition = config.lane.make()
    model = new_model(config)
    start = time.perf_counter()
    model.learn(config.decisions, progress_bar=False)
    rate = model.num_timesteps / (time.perf_counter() - start)
    arguments.out.mkdir(parents=True, exist_ok=True)
    model.save(arguments.out / "model.zip")
    player = SB3Player(model)
    pairing = Pairing(edition, *((player, config.opponent) if config.role == "mrx" else (config.opponent, player)))
    cell = cell_of(pairing, play_pairings([pairing], arguments.games, config.seed)[0], config.seed)
    print(f"{model.num_timesteps:,} decisions, {rate:,.0f} a second\n\n{cells_table([cell])}")
    write_atomically(arguments.out / "result.json", json.dumps({"rate": rate, **asdict(cell)}, indent=2).encode())


if __name__ == "__main__":
    main()
