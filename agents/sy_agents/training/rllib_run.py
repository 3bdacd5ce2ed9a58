"""A training run on Ray: iterations with a log, win rates against greedy and checkpoints in one folder.

player.safetensors   the networks, as the player rllib:FOLDER loads them
log.jsonl            one line an iteration
run.json             configuration, and which checkpoint is the last
checkpoint_N/        RLlib's own checkpoint after iteration N
"""

import json
import shutil
import time
from pathlib import Path
from typing import Any

from tqdm import tqdm

from sy_agents.evaluation import Pairing, cell_of, play_pairings
from sy_agents.files import write_atomically
from sy_agents.perceptron import FILE, PerceptronPlayer, save_networks
from sy_agents.training.logs import append_line, drop_later_lines
from sy_agents.training.rllib import connect, networks_of, new_algorithm
from sy_agents.training.rllib_config import RLlibConfig
from sy_env.making import make_game


class RLlibRun:
    """A training run in a folder.

    Attributes:
        config: what is done.
        folder: where its files are.
        iteration: how many iterations are done.
        decisions: how many decisions were taken in them.
        seconds: that they took.
    """

    def __init__(self, config: RLlibConfig, folder: Path) -> None:
        """Begin a run; :meth:`resume` goes on with an old one."""
        self.config = config
        self.folder = folder
        self.iteration = 0
        self.decisions = 0
        self.seconds = 0.0
        self._game = make_game(config.lane.make())
        connect(config)
        self._algorithm = new_algorithm(config)
        folder.mkdir(parents=True, exist_ok=True)

    def train(self) -> None:
        """Go on to the last iteration. Whatever stops it costs at most the time since the last checkpoint."""
        with tqdm(total=self.config.iterations, initial=self.iteration, unit="it", desc="training", disable=None) as bar:
            while self.iteration < self.config.iterations:
                line = self.iterate()
                append_line(self.folder / "log.jsonl", line)
                bar.set_postfix(decisions_per_second=line["decisions_per_second"])
                bar.update()
                if self.iteration % self.config.checkpoint_every == 0 or self.iteration == self.config.iterations:
                    self.save()

    def iterate(self) -> dict[str, Any]:
        """One iteration; returns its line of the log."""
        start = time.perf_counter()
        result = self._algorithm.train()
        seconds = time.perf_counter() - start
        played = result["env_runners"]
        self.iteration += 1
        self.decisions += int(played["num_env_steps_sampled"])
        self.seconds += seconds
        line = {
            "iteration": self.iteration,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 1),
            "decisions_per_second": round(int(played["num_env_steps_sampled"]) / seconds),
            "play_seconds": round(float(result["timers"]["env_runner_sampling_timer"]), 3),  # RLlib smooths it
            "games": int(played.get("num_episodes", 0)),
            **_measured(result["learners"]),
        }
        return line | (self._evaluate() if self.iteration % self.config.evaluate_every == 0 else {})

    def _evaluate(self) -> dict[str, float]:
        """Detectives' win rates against greedy, and of both networks against each other."""
        mrx, detectives = (PerceptronPlayer(network) for network in networks_of(self._algorithm).values())
        edition = self._game.edition
        pairings = {
            "wins_greedy_mrx": Pairing(edition, "greedy", detectives),
            "wins_greedy_detectives": Pairing(edition, mrx, "greedy"),
            "wins_self": Pairing(edition, mrx, detectives),
        }
        matches = play_pairings(list(pairings.values()), self.config.evaluation_games, seed=self.iteration)
        found = zip(pairings.items(), matches, strict=True)
        return {name: cell_of(pairing, match, self.iteration).detectives_win_rate for (name, pairing), match in found}

    # -- files

    def save(self) -> None:
        """Write the player and a checkpoint; those before it are removed once it is whole."""
        facts = {"iteration": self.iteration, "decisions": self.decisions, "seconds": self.seconds}
        checkpoint = self.folder / f"checkpoint_{self.iteration}"
        self._algorithm.save_to_path(checkpoint.resolve())
        about = {"config": self.config.model_dump(mode="json"), **facts}
        save_networks(networks_of(self._algorithm), self._game, self.folder / FILE, about)
        write_atomically(self.folder / "run.json", json.dumps({**about, "checkpoint": checkpoint.name}, indent=2).encode())
        for path in self.folder.glob("checkpoint_*"):
            if path != checkpoint:
                shutil.rmtree(path)

    @staticmethod
    def resume(folder: Path, **changes: Any) -> "RLlibRun":
        """Go on with the run of a folder from its checkpoint; `changes` replace values of its configuration.

        RLlib's checkpoints can run code when they are loaded: resume runs of your own only.

        Raises:
            ValueError: there is no run.
        """
        try:
            facts = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ValueError(f"{folder} holds no run to go on with: {error}") from error
        run = RLlibRun(RLlibConfig.model_validate({**facts["config"], **changes}), folder)
        run._algorithm.restore_from_path((folder / facts["checkpoint"]).resolve())
        run.iteration, run.decisions, run.seconds = facts["iteration"], facts["decisions"], facts["seconds"]
        drop_later_lines(folder / "log.jsonl", run.iteration)
        return run

    def stop(self) -> None:
        """Give the workers back."""
        self._algorithm.stop()


def _measured(learners: dict[str, Any]) -> dict[str, float]:
    """What the learner measured, by role."""
    names = ("entropy", "mean_kl_loss", "policy_loss", "vf_loss")
    return {
        f"{role}_{name}": round(float(values[name]), 5) for role, values in learners.items() for name in names if name in values
    }
