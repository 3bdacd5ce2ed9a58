"""The configuration of a training run: one YAML file, checked when it is read."""

from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from sy_agents.learned.families import Family, family_of
from sy_agents.yaml_files import Checked, read_yaml
from sy_env.editions import make_edition

Share = Annotated[float, Field(ge=0, le=1)]
Positive = Annotated[int, Field(ge=1)]


def _between(first: float, last: float | None, done: float) -> float:
    """On the straight line from first to last when a share of the way is done; no last one: it stays."""
    return first if last is None else first + done * (last - first)


class Lane(Checked):
    """Games of one edition that are played side by side."""

    edition: str = "classic"
    options: dict[str, Any] = {}
    games: Positive = 512

    def make(self) -> Any:
        """The edition.

        Raises:
            EditionError: an unknown one, or options that it cannot be played with.
        """
        return make_edition(self.edition, **self.options)


class Learning(Checked):
    """The numbers of the algorithm (Schulman et al. 2017 for most)."""

    steps: Positive = 128  # decisions of every game in an iteration
    epochs: Positive = 2
    minibatch: Positive = 512  # decisions (of the filter: hidden moves; of the critic: positions) in a step of the optimiser
    mrx_minibatch: Positive = 64  # Mister X's decisions in one: he has a fifth of the detectives', and learns by as many steps
    clip: Annotated[float, Field(gt=0)] = 0.2
    trace: Share = 0.9  # lambda of the generalised advantage
    entropy: Annotated[float, Field(ge=0)] = 0.015
    last_entropy: Annotated[float, Field(ge=0)] | None = None  # the bonus goes to it in a straight line; None: it stays
    rate: Annotated[float, Field(gt=0)] = 1e-3
    last_rate: Annotated[float, Field(gt=0)] = 1e-4  # the rate falls to it in a straight line
    gradient_norm: Annotated[float, Field(gt=0)] = 0.5

    def schedule(self, done: float) -> tuple[float, float]:
        """The learning rate and the entropy bonus when a share of the run is over."""
        return _between(self.rate, self.last_rate, done), _between(self.entropy, self.last_entropy, done)


class Opponents(Checked):
    """Against whom the learner plays beside itself. Shares are of games, half of them for each role."""

    past: Share = 0.2  # earlier brains, those that do better against it more often
    greedy: Share = 0.1
    last_greedy: Share | None = None  # the share of the greedy players goes to it in a straight line; None: it stays
    every: Positive = 20  # iterations from one brain that is kept to the next
    turn: Positive = 5  # iterations for which an opponent stays

    @model_validator(mode="after")
    def _leave_room(self) -> Self:
        if (most := self.past + max(self.greedy, self.last_greedy or 0)) > 1:
            raise ValueError(f"shares of past and greedy opponents come to {most:g}; allowed is at most 1 together.")
        return self

    def shares(self, done: float) -> tuple[float, float]:
        """Shares of the earlier brains and of the greedy players when a share of the run is over."""
        return self.past, _between(self.greedy, self.last_greedy, done)


class Config(Checked):
    """A training run.

    Attributes:
        lanes: what is played, and how many games of it at a time.
        iterations: how long; the learning rate follows it.
        start: a file of weights to begin from; None: from random ones.
        sharpness: factor on the scores of its networks of both roles: above 1 they begin with less chance in what they do.
        critic_first: iterations in which the critic learns alone: by its first guesses a good start would unlearn what it knows.
        hidden, filter_hidden, critic_hidden: units of the hidden layers.
        evaluate_every: iterations from one evaluation to the next.
        evaluation_games: games of each pairing in it.
        checkpoint_every: iterations from one checkpoint to the next.
    """

    lanes: Annotated[tuple[Lane, ...], Field(min_length=1)] = (Lane(),)
    iterations: Positive = 500
    seed: Annotated[int, Field(ge=0)] = 0
    start: Path | None = None
    sharpness: Annotated[float, Field(gt=0)] = 1.0
    critic_first: Annotated[int, Field(ge=0)] = 0
    hidden: Annotated[int, Field(ge=1, le=256)] = 64
    filter_hidden: Annotated[int, Field(ge=1, le=256)] = 24
    critic_hidden: Annotated[int, Field(ge=1)] = 128
    learning: Learning = Learning()
    opponents: Opponents = Opponents()
    evaluate_every: Positive = 50
    evaluation_games: Positive = 1000
    checkpoint_every: Positive = 10

    def family(self) -> Family:
        """The family that all lanes are of.

        Raises:
            ValueError: they are of several, or a lane's edition is unknown.
        """
        families = [family_of(lane.make()) for lane in self.lanes]
        if any(family is not families[0] for family in families):
            names = sorted({family.name for family in families})
            raise ValueError(f"lanes: one run learns one family of games, not {' and '.join(names)}.")
        return families[0]


def load_config(path: Path) -> Config:
    """The configuration in a YAML file.

    Raises:
        ValueError: the file cannot be read, or a key or value is wrong; the message names it.
    """
    config = read_yaml(path, Config)
    config.family()
    return config
