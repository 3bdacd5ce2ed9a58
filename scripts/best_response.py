"""How much does a player give away? Train an opponent against it, frozen, and measure what the opponent gains.

    python scripts/best_response.py --against pretrained --role mrx --minutes 30

The opponent plays --role. It starts from the frozen player's own networks where it has some, and is measured against the frozen
player before and after, on the same deals. The gain is a lower bound: another learner, or more time, may find more.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import torch
import tyro
from tqdm import tqdm

from sy_agents.files import write_atomically
from sy_agents.learned.brain import save_brain
from sy_agents.training.best_response import measured_gain
from sy_agents.training.config import load_config


@dataclass(frozen=True)
class Arguments:
    """Train an opponent against a frozen player, and measure what it gains.

    Attributes:
        against: the frozen player, by name: pretrained, learned:FILE, greedy, ...
        role: what the opponent plays.
        minutes: how long it learns.
        config: the numbers of the algorithm; the game is that of its first lane.
        games: played before, and after.
        seed: of the learner and the games.
        out: folder for the opponent and the result.
    """

    against: str = "pretrained"
    role: Literal["mrx", "detectives"] = "mrx"
    minutes: float = 30.0
    config: Path = Path("configs/train/best_response.yaml")
    games: int = 2000
    seed: int = 0
    out: Path = Path("runs/best_response")


def main() -> None:
    """Train and measure as the command line says."""
    arguments = tyro.cli(Arguments, description=__doc__)
    torch.set_num_threads(1)
    config = load_config(arguments.config).model_copy(update={"seed": arguments.seed})
    lane = config.lanes[0]
    edition = lane.make()
    with tqdm(total=100, unit="%", desc="learning", disable=None) as bar:
        gain = measured_gain(
            edition,
            arguments.against,
            arguments.role,
            config,
            60 * arguments.minutes,
            arguments.games,
            lambda done, _: bar.update(int(100 * done) - bar.n),
        )
    for name, cell in (("before", gain.before), ("after", gain.after)):
        print(
            f"{name:7} detectives win {cell.detectives_win_rate:.1%} ({cell.low:.1%} to {cell.high:.1%}) of {cell.games:,} games"
        )
    print(f"The opponent gains {100 * gain.points:.1f} points as {arguments.role} against {arguments.against}.")
    save_brain(gain.opponent.brain, arguments.out / "brain.safetensors", {"against": arguments.against, "role": arguments.role})
    result = {"gain": gain.points, "before": asdict(gain.before), "after": asdict(gain.after), "minutes": arguments.minutes}
    write_atomically(arguments.out / "result.json", json.dumps(result, indent=2).encode())


if __name__ == "__main__":
    main()
