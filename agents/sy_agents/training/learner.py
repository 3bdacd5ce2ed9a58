"""The algorithm: both roles learn by proximal policy optimisation from games with themselves, the belief by maximum likelihood.

For every decision of a rollout, V(s) is the critic's estimate of the detectives' reward; Mister X's is -V, for one side's gain is
the other's loss.

    delta_t = r_t + V(s_t+1) - V(s_t)                      the next value is 0 where the game ended; nothing is discounted
    A_t     = delta_t + lambda A_t+1                       generalised advantage (Schulman et al. 2016), decision by decision
    ratio_t = pi(a_t | s_t) / pi_old(a_t | s_t)            pi: softmax of the network's scores of the legal actions
    loss    = - min(ratio A, clip(ratio, 1 - c, 1 + c) A)  proximal policy optimisation (Schulman et al. 2017)
              - entropy bonus
    critic  = (V(s_t) - (A_t + V_old(s_t)))^2
    filter  = - log b(true station)                        b: softmax of log prior + score, for every hidden move

The networks' parameters share memory with the arrays that the players' kernels read: a step of the optimiser is seen at once.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from sy_agents.learned.brain import NETWORKS, Brain
from sy_agents.learned.networks import Network
from sy_agents.training.config import Config
from sy_agents.training.rollouts import Choices, Rollout, critic_features
from sy_env.policies import ROLES

Array = NDArray[Any]

EVERYTHING = ("mrx", "detectives", "filter")
"""The networks that learn, beside the critic."""


class Scorer(nn.Module):
    """A :class:`Network` that learns; forward maps (M, features) to (M,)."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.weights = nn.ParameterList([nn.Parameter(torch.from_numpy(array)) for array in network])

    def forward(self, rows: Tensor) -> Tensor:
        """Scores (M,) of rows of features (M, features)."""
        w1, b1, w2, b2, w3, b3 = self.weights
        hidden = torch.relu(torch.addmm(b1, rows, w1))
        hidden = torch.relu(torch.addmm(b2, hidden, w2))
        scores: Tensor = torch.mv(hidden, w3) + b3
        return scores


class Ragged:
    """Rows of features that belong to decisions with different numbers of actions (or to moves with stations).

    Attributes:
        rows: float32 (M, features).
        bounds: int64 (n + 1,), where each decision begins.
    """

    def __init__(self, rows: Sequence[Array], bounds: Sequence[Array]) -> None:
        self.rows = torch.from_numpy(np.concatenate(rows))
        lengths = np.concatenate([np.diff(part) for part in bounds])
        self.bounds = np.concatenate([[0], np.cumsum(lengths)])

    def take(self, chosen: Array) -> tuple[Tensor, Tensor]:
        """Indices of the rows of some decisions, and for each row which of them it belongs to."""
        starts = self.bounds[chosen]
        lengths = self.bounds[chosen + 1] - starts
        owner = np.repeat(np.arange(len(chosen)), lengths)
        offsets = np.arange(len(owner)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        return torch.from_numpy(np.repeat(starts, lengths) + offsets), torch.from_numpy(owner)


def log_softmax(scores: Tensor, owner: Tensor, n: int) -> Tensor:
    """Logarithm of the softmax among the rows of each owner, (M,)."""
    highest = torch.full((n,), -torch.inf).scatter_reduce(0, owner, scores.detach(), "amax")
    shifted = scores - highest[owner]
    totals = torch.zeros(n).index_add(0, owner, shifted.exp())
    return shifted - totals.log()[owner]


def advantages(values: Array, rewards: Array, over: Array, trace: float) -> Array:
    """Generalised advantages of the detectives, float32 (T, N), from values (T + 1, N)."""
    result = np.zeros_like(rewards)
    following = np.zeros(rewards.shape[1], np.float32)
    for t in reversed(range(len(rewards))):
        goes_on = 1.0 - over[t]
        delta = rewards[t] + goes_on * values[t + 1] - values[t]
        following = (delta + trace * goes_on * following).astype(np.float32)
        result[t] = following
    return result


class Learner:
    """The networks, their optimisers, and one step of learning.

    Attributes:
        brain: the networks as the players read them.
        critic: estimates the detectives' reward from the whole truth.
    """

    def __init__(self, brain: Brain, config: Config) -> None:
        self.brain = brain
        self.config = config
        self.scorers = nn.ModuleDict({name: Scorer(getattr(brain, name)) for name in NETWORKS})
        units = config.critic_hidden
        inputs = len(critic_features(brain.family))
        self.critic = nn.Sequential(
            nn.Linear(inputs, units),
            nn.ReLU(),
            nn.Linear(units, units),
            nn.ReLU(),
            nn.Linear(units, 1),
        )
        modules = {**dict(self.scorers.items()), "critic": self.critic}
        self.optimisers = {
            name: torch.optim.Adam(module.parameters(), lr=config.learning.rate, eps=1e-5) for name, module in modules.items()
        }

    def learn(
        self,
        rollouts: Sequence[Rollout],
        done: float,
        rng: np.random.Generator,
        learning: Sequence[str] = EVERYTHING,
    ) -> dict[str, float]:
        """Learn from some rollouts; returns what was measured.

        Args:
            rollouts: what was played.
            done: share of the run that is over, 0 to 1; the learning rate and the entropy bonus follow it.
            rng: draws the minibatches.
            learning: the networks that learn; the others stay as they are.
        """
        rate, bonus = self.config.learning.schedule(done)
        for optimiser in self.optimisers.values():
            optimiser.param_groups[0]["lr"] = rate
        gains, targets = zip(*(self._judge(rollout) for rollout in rollouts), strict=True)
        measured = {"critic_loss": self._learn_values([rollout.positions for rollout in rollouts], targets, rng)}
        for role in ROLES:
            if role in learning:
                choices = [rollout.choices[role] for rollout in rollouts]
                measured |= self._learn_role(role, choices, gains, bonus, rng)
        if "filter" in learning:
            measured["filter_loss"] = self._learn_filter(rollouts, rng)
        return measured

    # -- values

    def _judge(self, rollout: Rollout) -> tuple[Array, Array]:
        """Advantages of the detectives and targets of the critic, float32 (T, N)."""
        with torch.no_grad():
            flat = torch.from_numpy(rollout.positions.reshape(-1, rollout.positions.shape[-1]))
            values = self.critic(flat).numpy().reshape(rollout.positions.shape[:2])
        gains = advantages(values, rollout.rewards, rollout.over, self.config.learning.trace)
        return gains, gains + values[:-1]

    def _learn_values(self, positions: Sequence[Array], targets: Sequence[Array], rng: np.random.Generator) -> float:
        inputs = torch.from_numpy(np.concatenate([part[:-1].reshape(-1, part.shape[-1]) for part in positions]))
        outputs = torch.from_numpy(np.concatenate([part.reshape(-1) for part in targets]))
        losses = []
        for chosen in self._minibatches(len(inputs), self.config.learning.minibatch, rng):
            index = torch.from_numpy(chosen)
            loss = ((self.critic(inputs[index])[:, 0] - outputs[index]) ** 2).mean()
            self._step("critic", loss)
            losses.append(loss.item())
        return float(np.mean(losses))

    # -- roles

    def _learn_role(
        self, role: str, choices: Sequence[Choices], gains: Sequence[Array], bonus: float, rng: np.random.Generator
    ) -> dict[str, float]:
        """Proximal policy optimisation of one role, with a bonus for entropy; decisions without a choice teach nothing."""
        parts = [part for choice in choices for part in choice.parts]
        if not any(len(part.rows) for part in parts):
            return {}
        ragged = Ragged([part.rows for part in parts], [part.bounds for part in parts])
        starts = np.cumsum([0, *(len(part.rows) for part in parts[:-1])])
        picked = torch.from_numpy(np.concatenate([part.picked + start for part, start in zip(parts, starts, strict=True)]))
        before = torch.from_numpy(np.concatenate([part.chances for part in parts]))
        sign = 1.0 if role == "detectives" else -1.0
        gain = sign * np.concatenate(
            [
                gain[times, games]
                for choice, gain in zip(choices, gains, strict=True)
                for times, games in zip(choice.times, choice.games, strict=True)
            ]
        )
        free = np.flatnonzero(np.diff(ragged.bounds))
        gain = (gain - gain[free].mean()) / (gain[free].std() + 1e-6)
        advantage = torch.from_numpy(gain.astype(np.float32))
        measured = []
        size = self.config.learning.mrx_minibatch if role == "mrx" else self.config.learning.minibatch
        for part in self._minibatches(len(free), size, rng):
            chosen = free[part]
            measured.append(self._learn_choices(role, ragged, chosen, picked, before, advantage, bonus))
        names = ("entropy", "kl", "clipped")
        return {f"{role}_{name}": float(value) for name, value in zip(names, np.mean(measured, axis=0), strict=True)}

    def _learn_choices(
        self, role: str, ragged: Ragged, chosen: Array, picked: Tensor, before: Tensor, advantage: Tensor, bonus: float
    ) -> tuple[float, float, float]:
        """One step on some decisions; returns their entropy, the divergence from the old policy, the share that was clipped."""
        rules = self.config.learning
        rows, owner = ragged.take(chosen)
        index = torch.from_numpy(chosen)
        chances = log_softmax(self.scorers[role](ragged.rows[rows]), owner, len(chosen))
        first = torch.from_numpy(ragged.bounds[chosen])
        lengths = torch.from_numpy(ragged.bounds[chosen + 1] - ragged.bounds[chosen])
        own = picked[index] - first + (torch.cumsum(lengths, 0) - lengths)
        change = chances[own] - before[index]
        ratio = change.exp()
        gain = advantage[index]
        surrogate = torch.minimum(ratio * gain, ratio.clamp(1 - rules.clip, 1 + rules.clip) * gain).mean()
        entropy = -(chances.exp() * chances).sum() / len(chosen)
        self._step(role, -surrogate - bonus * entropy)
        with torch.no_grad():
            divergence = (ratio - 1 - change).mean()
            clipped = ((ratio - 1).abs() > rules.clip).float().mean()
        return entropy.item(), divergence.item(), clipped.item()

    # -- belief

    def _learn_filter(self, rollouts: Sequence[Rollout], rng: np.random.Generator) -> float:
        """Maximum likelihood of the true station; returns the mean loss, in nats a hidden move."""
        moves = [part for rollout in rollouts for part in rollout.hidden if part.moves]
        if not moves:
            return 0.0
        ragged = Ragged([part.rows for part in moves], [part.bounds for part in moves])
        priors = torch.from_numpy(np.concatenate([part.priors for part in moves])).log()
        starts = np.cumsum([0, *(len(part.rows) for part in moves[:-1])])
        truth = torch.from_numpy(np.concatenate([part.truth + start for part, start in zip(moves, starts, strict=True)]))
        losses = []
        for chosen in self._minibatches(len(truth), self.config.learning.minibatch, rng):
            rows, owner = ragged.take(chosen)
            chances = log_softmax(self.scorers["filter"](ragged.rows[rows]) + priors[rows], owner, len(chosen))
            lengths = torch.from_numpy(ragged.bounds[chosen + 1] - ragged.bounds[chosen])
            own = truth[torch.from_numpy(chosen)] - torch.from_numpy(ragged.bounds[chosen]) + torch.cumsum(lengths, 0) - lengths
            loss = -chances[own].mean()
            self._step("filter", loss)
            losses.append(loss.item())
        return float(np.mean(losses))

    # -- steps

    def _minibatches(self, n: int, size: int, rng: np.random.Generator) -> Iterator[Array]:
        for _ in range(self.config.learning.epochs):
            yield from np.array_split(rng.permutation(n), -(-n // size))

    def _step(self, name: str, loss: Tensor) -> None:
        optimiser = self.optimisers[name]
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(optimiser.param_groups[0]["params"], self.config.learning.gradient_norm)
        optimiser.step()
