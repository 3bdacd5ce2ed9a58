"""Matches: many games of one pairing of players, each game index played once from its own seed.

Game i of a match is dealt from `seed + i`, and the players' random words come from a stream of the same number. What happens in
it depends neither on the games beside it nor on the process that plays it. No game is left out because others end earlier.
"""

import multiprocessing
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

import numpy as np

from sy_env.chance import keys_of, next_words
from sy_env.editions import AnyEdition
from sy_env.engine import Array, BatchedGame, Game
from sy_env.episode import EPISODE
from sy_env.making import make_game
from sy_env.policies import ROLES, Policy, Request, load_policy

Job = tuple[int, int, int]
"""Games that are played as one batch: index of the pairing, first game, number of games."""

Spread = Callable[[Sequence["Pairing"], Sequence[Job], int], Iterator[tuple[Job, "Match"]]]
"""Plays batches somewhere: called with pairings, batches and seed, it yields every batch with its result, in any order."""

BATCH = 1024
_PLAYERS = np.uint64(0x9E3779B1)  # sets the players' streams apart from the games' own


@dataclass(frozen=True)
class Pairing:
    """Who plays whom at what; players by name go to other processes as names.

    Attributes:
        edition: what is played.
        mister_x: the player of Mister X, a name or a policy.
        detectives: the player of all pursuers.
        control: "individual" or "team".
    """

    edition: AnyEdition
    mister_x: str | Policy
    detectives: str | Policy
    control: str = "individual"

    def players(self) -> tuple[Policy, Policy]:
        """The two policies, Mister X's first.

        Raises:
            ValueError: an unknown name, or a policy that does not play this edition.
        """
        mister_x, detectives = (
            load_policy(player, self.edition, role) for player, role in zip((self.mister_x, self.detectives), ROLES, strict=True)
        )
        return mister_x, detectives


@dataclass(frozen=True)
class Match:
    """What came out of some games of one pairing.

    Attributes:
        episodes: EPISODE records (games,), in order of the game index.
        illegal_actions: how many illegal actions the players asked for; each lost its game.
        seconds: time the games took, the players' included, summed over processes.
        decisions: how many decisions were asked of Mister X and of the pursuers.
        thinking: seconds that Mister X and the pursuers took for them.
    """

    episodes: Array
    illegal_actions: int = 0
    seconds: float = 0.0
    decisions: tuple[int, int] = (0, 0)
    thinking: tuple[float, float] = (0.0, 0.0)

    @staticmethod
    def joined(parts: "Sequence[Match]") -> "Match":
        """The matches one after the other as one."""
        return Match(
            np.concatenate([part.episodes for part in parts]),
            sum(part.illegal_actions for part in parts),
            sum(part.seconds for part in parts),
            (sum(part.decisions[0] for part in parts), sum(part.decisions[1] for part in parts)),
            (sum(part.thinking[0] for part in parts), sum(part.thinking[1] for part in parts)),
        )


class _Table:
    """One batch of games and the two players at it."""

    def __init__(self, game: Game, players: Sequence[Policy], seed: int, n: int) -> None:
        self.game = game
        self.players = players
        self.batch = BatchedGame(game, n, seed, autoreset=False)
        self.illegal_actions = 0
        self.decisions = [0, 0]  # by role
        self.thinking = [0.0, 0.0]  # seconds
        self._rows = np.arange(n)
        self._waiting = np.empty(n, np.int64)
        self._counters = np.zeros(n, np.uint64)
        self._keys = np.empty(n, np.uint64)
        keys_of(np.arange(seed, seed + n, dtype=np.uint64) ^ _PLAYERS, self._keys)

    def play(self) -> None:
        """Play all games to their ends."""
        while any([self.let_play(0), self.let_play(1)]):
            pass

    def let_play(self, role: int) -> bool:
        """Let one side decide in all games where it is to move; False if there are none."""
        games, loops = self.batch.games, self.game.loops
        rows = self._waiting[: loops.waiting_for(games, self._rows, role == 1, self._waiting)].copy()
        if not len(rows):
            return False
        actions = self._ask(role, rows)
        rows, actions = self._legal(rows, actions)
        loops.advance(games, self.game.tables, rows, actions)
        return True

    def _ask(self, role: int, rows: Array) -> Array:
        words = np.empty(len(rows), np.uint64)
        next_words(self._keys, self._counters, rows, words)
        request = Request(self.game, self.batch.redacted(rows), words)
        start = time.perf_counter()
        actions = np.asarray(self.players[role].act(request))
        self.thinking[role] += time.perf_counter() - start
        self.decisions[role] += len(rows)
        if actions.shape != rows.shape or not np.issubdtype(actions.dtype, np.integer):
            name = self.players[role].name
            found = f"{actions.dtype} of shape {actions.shape}"
            raise TypeError(f"{name} has to answer with integers of shape {rows.shape}, not with {found}.")
        return np.ascontiguousarray(actions, np.int32)  # the type that kernels are compiled for

    def _legal(self, rows: Array, actions: Array) -> tuple[Array, Array]:
        """The rows with legal actions; an illegal one loses its game and is counted."""
        games, loops = self.batch.games, self.game.loops
        while (bad := loops.first_illegal(games, self.game.tables, rows, actions)) >= 0:
            loops.forfeit(games, rows[bad : bad + 1])
            rows, actions = np.delete(rows, bad), np.delete(actions, bad)
            self.illegal_actions += 1
        return rows, actions

    def episodes(self) -> Array:
        """What is kept of the games, EPISODE records (n,)."""
        games = self.batch.games
        episodes = np.zeros(len(games), EPISODE)
        for name in EPISODE.fields or ():
            episodes[name] = games["round" if name == "rounds" else name]
        return episodes


def play_games(pairing: Pairing, first: int, games: int, seed: int = 0) -> Match:
    """Play the games first..first+games-1 of a pairing as one batch.

    Args:
        pairing: who plays whom at what.
        first: index of the first game.
        games: number of games.
        seed: game i is dealt from `seed + i`.
    """
    start = time.perf_counter()
    game = make_game(pairing.edition, pairing.control)
    table = _Table(game, pairing.players(), seed + first, games)
    table.play()
    return Match(
        table.episodes(),
        table.illegal_actions,
        time.perf_counter() - start,
        (table.decisions[0], table.decisions[1]),
        (table.thinking[0], table.thinking[1]),
    )


def warm_up(pairings: Sequence[Pairing]) -> None:
    """Let every player decide once, so that no clock runs while kernels are compiled or loaded."""
    for pairing in pairings:
        table = _Table(make_game(pairing.edition, pairing.control), pairing.players(), seed=0, n=1)
        table.let_play(0)
        table.let_play(1)


def _chunks(games: int, batch: int, processes: int) -> list[tuple[int, int]]:
    """First index and length of the batches that the games are played in: no longer than an equal share of the work."""
    length = min(batch, -(-games // processes))
    return [(first, min(length, games - first)) for first in range(0, games, length)]


def play_pairings(
    pairings: Sequence[Pairing],
    games: int,
    seed: int = 0,
    *,
    processes: int = 1,
    batch: int = BATCH,
    spread: Spread | None = None,
    progress: Callable[[int], object] | None = None,
    done: Mapping[Job, "Match"] | None = None,
    keep: Callable[[Job, "Match"], object] | None = None,
) -> list[Match]:
    """Play `games` games of every pairing. The result depends neither on `processes` nor on `batch` nor on `spread`.

    Args:
        pairings: who plays whom at what.
        games: number of games of each, at least 1.
        seed: game i of every pairing is dealt from `seed + i`.
        processes: number of processes that share the work; with more than one, policies have to be picklable or given by name,
            and the calling script needs the guard `if __name__ == "__main__":`.
        batch: most games that are played side by side.
        spread: plays the batches elsewhere, such as :meth:`sy_agents.evaluation.cluster.Cluster.play`; None: here.
        progress: called with the number of games just finished.
        done: batches that were played before with the same arguments; they are not played again.
        keep: called with every batch just finished.

    Raises:
        ValueError: a number is out of range, or a player is unknown.
    """
    for name, value, least in (("games", games, 1), ("processes", processes, 1), ("batch", batch, 1), ("seed", seed, 0)):
        if value < least:
            raise ValueError(f"{name}={value} has to be at least {least}.")
    for pairing in pairings:
        pairing.players()
    jobs = [(i, *chunk) for i in range(len(pairings)) for chunk in _chunks(games, batch, processes)]
    parts = {job: done[job] for job in jobs if done and job in done}
    _tell(progress, sum(length for _, _, length in parts))
    missing = [job for job in jobs if job not in parts]
    for job, part in spread(pairings, missing, seed) if spread and missing else _played(pairings, missing, seed, processes):
        parts[job] = part
        if keep is not None:
            keep(job, part)
        _tell(progress, len(part.episodes))
    return [Match.joined([parts[job] for job in jobs if job[0] == i]) for i in range(len(pairings))]


def _tell(progress: Callable[[int], object] | None, games: int) -> None:
    if progress is not None and games:
        progress(games)


def _played(pairings: Sequence[Pairing], jobs: Sequence[Job], seed: int, processes: int) -> Iterator[tuple[Job, Match]]:
    """The jobs with their results, as they are done."""
    if not jobs:
        return
    warm_up(pairings)  # before other processes would all compile the same
    if processes == 1:
        for job in jobs:
            yield job, play_job(pairings, job, seed)
        return
    context = multiprocessing.get_context("spawn")  # a fork of a process with threads can hang
    with ProcessPoolExecutor(min(processes, len(jobs)), context, warm_up, (pairings,)) as pool:
        futures = {pool.submit(play_job, pairings, job, seed): job for job in jobs}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:
            pool.shutdown(cancel_futures=True)  # whoever stops listening does not wait for the rest


def play_job(pairings: Sequence[Pairing], job: Job, seed: int) -> Match:
    """Play one batch of games."""
    pairing, first, games = job
    return play_games(pairings[pairing], first, games, seed)
