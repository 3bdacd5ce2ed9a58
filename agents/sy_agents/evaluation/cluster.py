"""Matches on a cluster of Ray: the batches of a tournament, spread over all its processors."""

from collections.abc import Iterator, Sequence
from typing import Any

from sy_agents.evaluation.matches import Job, Match, Pairing, play_job, warm_up


class _Seat:
    """One processor of the cluster, which plays one batch after the other."""

    def __init__(self, pairings: Sequence[Pairing], seed: int) -> None:
        self.pairings = pairings
        self.seed = seed
        warm_up(pairings)

    def play(self, job: Job) -> tuple[Job, Match]:
        return job, play_job(self.pairings, job, self.seed)


class Cluster:
    """A cluster of Ray, joined or started; :meth:`play` is what `play_pairings` takes as `spread`.

    Every machine needs sy_env, and the files that players are named by, at the same places.

    Attributes:
        processors: how many it has.
    """

    def __init__(self, address: str) -> None:
        """Join a cluster.

        Args:
            address: "local" starts one on this machine, "auto" joins the one that this machine belongs to.

        Raises:
            ImportError: Ray is not installed.
            ConnectionError: there is no cluster at the address.
        """
        try:
            import ray
        except ImportError as error:
            raise ImportError('Playing on a cluster needs Ray: pip install "sy_env[rllib]"') from error
        ray.init(None if address == "local" else address, log_to_driver=False, logging_level="ERROR", ignore_reinit_error=True)
        self.processors = int(ray.cluster_resources().get("CPU", 1))

    def play(self, pairings: Sequence[Pairing], jobs: Sequence[Job], seed: int) -> Iterator[tuple[Job, Match]]:
        """Play the batches; yields them with their results, as they are done."""
        import ray
        from ray.util import ActorPool

        seat: Any = ray.remote(num_cpus=1)(_Seat)
        seats = [seat.remote(pairings, seed) for _ in range(min(self.processors, len(jobs)))]
        yield from ActorPool(seats).map_unordered(lambda one, job: one.play.remote(job), jobs)
