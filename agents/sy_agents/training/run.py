"""A training run: iterations of rolling out and learning, with logs, curves and checkpoints in one folder.

checkpoint.safetensors   everything needed to go on
brain.safetensors        the networks, as players load them
log.jsonl                one line an iteration
curves.png               how the run went
tensorboard/             the same for TensorBoard, where it is installed
"""

import time
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tqdm import tqdm

from sy_agents.arrays import Arrays
from sy_agents.evaluation import Pairing, cell_of, play_pairings
from sy_agents.learned.brain import Brain, brain_arrays, brain_from, fresh_brain, load_brain, save_brain
from sy_agents.learned.making import player_of
from sy_agents.training.checkpoints import (
    nested,
    optimiser_arrays,
    prefixed,
    read_checkpoint,
    restore_optimiser,
    write_checkpoint,
)
from sy_agents.training.config import Config
from sy_agents.training.curves import draw_curves
from sy_agents.training.learner import EVERYTHING, Learner
from sy_agents.training.logs import append_line, drop_later_lines
from sy_agents.training.pool import Pool
from sy_agents.training.rollouts import SEATINGS, Rollout, Seating, Table
from sy_env.episode import DETECTIVES
from sy_env.policies import ROLES, Policy, load_policy

SPACING = 10**9  # between the seeds of the lanes' games


class Run:
    """A training run in a folder.

    Attributes:
        config: what is done.
        folder: where its files are.
        iteration: how many iterations are done.
        brain: the networks.
    """

    def __init__(self, config: Config, folder: Path) -> None:
        """Begin a run; :meth:`resume` goes on with an old one."""
        self.config = config
        self.folder = folder
        self.iteration = 0
        self.steps = 0
        self.seconds = 0.0
        self.rng = np.random.default_rng(config.seed)
        torch.manual_seed(config.seed)
        self.brain = _first_brain(config, self.rng)
        self.learner = Learner(self.brain, config)
        self.pool = Pool(self.brain)
        self.tables = [
            Table(lane.make(), lane.games, (1 + 100 * config.seed + i) * SPACING, self.rng) for i, lane in enumerate(config.lanes)
        ]
        self.greedy = [self._scripted(table) for table in self.tables]
        folder.mkdir(parents=True, exist_ok=True)

    def _scripted(self, table: Table) -> tuple[Policy, Policy]:
        mrx, detectives = (load_policy("greedy", table.game.edition, role) for role in ROLES)
        return mrx, detectives

    # -- going on

    def train(self) -> None:
        """Go on to the last iteration. Whatever stops it costs at most the time since the last checkpoint."""
        with tqdm(total=self.config.iterations, initial=self.iteration, unit="it", desc="training", disable=None) as bar:
            while self.iteration < self.config.iterations:
                line = self.iterate()
                self._log(line)
                bar.set_postfix(v_greedy_x=line.get("wins_greedy_mrx"), v_greedy_d=line.get("wins_greedy_detectives"))
                bar.update()
                if self.iteration % self.config.checkpoint_every == 0 or self.iteration == self.config.iterations:
                    self.save()

    def iterate(self) -> dict[str, Any]:
        """One iteration; returns its line of the log."""
        start = time.perf_counter()
        opponents = self.config.opponents
        if self.iteration % opponents.turn == 0:
            self.pool.choose(self.rng)
        rollouts = [table.roll(self.config.learning.steps, self._seating(greedy)) for table, greedy in self._lanes()]
        played = time.perf_counter()
        learning = () if self.iteration < self.config.critic_first else EVERYTHING
        measured = self.learner.learn(rollouts, self.iteration / self.config.iterations, self.rng, learning)
        results = [result for rollout in rollouts for result in rollout.results]
        self.pool.note(results)
        self.iteration += 1
        if self.iteration % opponents.every == 0:
            self.pool.add(self.brain)
        self.steps += sum(rollout.rewards.size for rollout in rollouts)
        self.seconds += time.perf_counter() - start
        line = {"iteration": self.iteration, "steps": self.steps, "seconds": round(self.seconds, 1), **_wins(rollouts)}
        line |= {"play_seconds": round(played - start, 2), **{name: round(value, 4) for name, value in measured.items()}}
        return line | (self._evaluate() if self.iteration % self.config.evaluate_every == 0 else {})

    def _lanes(self) -> Sequence[tuple[Table, tuple[Policy, Policy]]]:
        return list(zip(self.tables, self.greedy, strict=True))

    def _seating(self, greedy: tuple[Policy, Policy]) -> Seating:
        past, scripted = self.config.opponents.shares(self.iteration / self.config.iterations)
        shares = np.array([1 - past - scripted, past / 2, past / 2, scripted / 2, scripted / 2])
        return Seating(self.brain, self.pool.playing(), greedy, shares)

    def _evaluate(self) -> dict[str, float]:
        """Detectives' win rates against the scripted player in each lane, the networks frozen."""
        brain = self.brain.copy()
        found = {}
        for number, table in enumerate(self.tables):
            edition = table.game.edition
            player = player_of(brain, "learned", edition)
            pairings = [Pairing(edition, *pair) for pair in (("greedy", player), (player, "greedy"), (player, player))]
            matches = play_pairings(pairings, self.config.evaluation_games, seed=self.iteration)
            for name, pairing, match in zip(("greedy_mrx", "greedy_detectives", "self"), pairings, matches, strict=True):
                cell = cell_of(pairing, match, self.iteration)
                found[f"lane_{number}_{name}"] = cell.detectives_win_rate
        return found

    # -- files

    def _log(self, line: dict[str, Any]) -> None:
        append_line(self.folder / "log.jsonl", line)
        if self._board is not None:
            for name, value in line.items():
                self._board.add_scalar(name, value, self.iteration)
            self._board.flush()

    @cached_property
    def _board(self) -> Any:
        """What writes for TensorBoard; None where it is not installed."""
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError:
            return None
        return SummaryWriter(str(self.folder / "tensorboard"))

    def save(self) -> None:
        """Write the checkpoint, the brain and the curves."""
        facts = {
            "config": self.config.model_dump(mode="json"),
            "iteration": self.iteration,
            "steps": self.steps,
            "seconds": self.seconds,
            "rng": self.rng.bit_generator.state,
            "turn": self.pool.turn,
        }
        write_checkpoint(self.folder / "checkpoint.safetensors", self._arrays(), facts)
        about = {name: facts[name] for name in ("config", "iteration", "steps", "seconds")}
        save_brain(self.brain, self.folder / "brain.safetensors", about)
        draw_curves(self.folder / "log.jsonl", self.folder / "curves.png")

    def _arrays(self) -> Arrays:
        arrays = prefixed(brain_arrays(self.brain), "brain")
        arrays |= prefixed({name: value.detach().numpy() for name, value in self.learner.critic.state_dict().items()}, "critic")
        for name, optimiser in self.learner.optimisers.items():
            arrays |= prefixed(optimiser_arrays(optimiser), f"optimiser/{name}")
        for i, table in enumerate(self.tables):
            arrays |= prefixed(table.state(), f"table/{i}")
        for i, brain in enumerate(self.pool.brains):
            arrays |= prefixed(brain_arrays(brain), f"pool/{i}")
        return arrays | {"scores": self.pool.scores}

    @staticmethod
    def resume(folder: Path, iterations: int | None = None) -> "Run":
        """Go on with the run of a folder from its checkpoint; `iterations` makes it longer.

        Raises:
            ValueError: there is no checkpoint, or it does not fit.
        """
        arrays, facts = read_checkpoint(folder / "checkpoint.safetensors")
        config = Config.model_validate(facts["config"])
        run = Run(config if iterations is None else config.model_copy(update={"iterations": iterations}), folder)
        run.iteration, run.steps, run.seconds = facts["iteration"], facts["steps"], facts["seconds"]
        run.rng.bit_generator.state = facts["rng"]
        run.restore(arrays, tuple(facts["turn"]))
        drop_later_lines(folder / "log.jsonl", run.iteration)
        return run

    def restore(self, arrays: Arrays, turn: tuple[int, int]) -> None:
        """Take over the arrays of a checkpoint."""
        for name, array in brain_arrays(self.brain).items():
            array[...] = arrays[f"brain/{name}"]
        state = {name: torch.from_numpy(array) for name, array in nested(arrays, "critic").items()}
        self.learner.critic.load_state_dict(state)
        for name, optimiser in self.learner.optimisers.items():
            restore_optimiser(optimiser, nested(arrays, f"optimiser/{name}"))
        for i, table in enumerate(self.tables):
            table.restore(nested(arrays, f"table/{i}"))
        number = len(arrays["scores"])
        self.pool.brains = [brain_from(nested(arrays, f"pool/{i}"), self.brain.family) for i in range(number)]
        self.pool.scores = arrays["scores"].copy()
        self.pool.turn = turn


def _first_brain(config: Config, rng: np.random.Generator) -> Brain:
    family = config.family()
    if config.start is None:
        return fresh_brain(rng, config.hidden, config.filter_hidden, family)
    brain = load_brain(config.start)[0]
    if brain.family is not family:
        raise ValueError(f"start: {config.start} plays {brain.family.name}, the lanes are of {family.name}.")
    brain.sharpen(config.sharpness)
    return brain


def _wins(rollouts: Sequence[Rollout]) -> dict[str, Any]:
    """Games that ended, and the detectives' share of them, by seating."""
    results = np.array([result for rollout in rollouts for result in rollout.results]).reshape(-1, 2)
    line: dict[str, Any] = {"games": len(results)}
    for seating, name in enumerate(SEATINGS):
        won = results[results[:, 0] == seating, 1] == DETECTIVES
        if len(won):
            line[f"wins_{name}"] = round(float(won.mean()), 4)
            line[f"games_{name}"] = len(won)
    return line
