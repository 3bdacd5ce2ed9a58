"""The journal of a tournament: finished games on disk, so that a run that was killed goes on where it stopped.

The first line of the file says what is played, every further line holds one batch of finished games. A last
line that a kill cut short is dropped.
"""

import hashlib
import json
import os
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

import sy_agents
import sy_env
from sy_agents.evaluation.matches import Job, Match, Pairing
from sy_agents.evaluation.tables import player_name
from sy_agents.files import write_atomically
from sy_env.episode import EPISODE

_FIELDS = EPISODE.names or ()


class Journal:
    """Finished games of one tournament.

    Attributes:
        path: the file, JSON lines.
        done: what was played so far, by batch.
    """

    def __init__(self, path: Path, command: dict[str, Any], *, fresh: bool = False) -> None:
        """Open the journal, or begin it.

        Args:
            path: the file; its folder is made.
            command: all that the games depend on, in words and numbers that JSON can hold, as :func:`command_of` says it.
            fresh: forget the games that are there.

        Raises:
            ValueError: it holds games of another command, or cannot be read.
        """
        self.path = path
        self.done: dict[Job, Match] = {}
        header = _line({"command": command})
        if fresh or not path.exists():
            write_atomically(path, header)
            return
        self._read(json.loads(header)["command"])

    def _read(self, command: dict[str, Any]) -> None:
        content = self.path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        try:
            first, *lines = [json.loads(line) for line in whole.splitlines()]
            there = first["command"]
            self.done = dict(map(_batch_of, lines))
        except (ValueError, TypeError, KeyError) as error:
            raise ValueError(f"{self.path} is not a journal of games ({error}). Begin anew with --fresh.") from error
        if differences := [key for key in command | there if command.get(key) != there.get(key)]:
            raise ValueError(_other_command(self.path, differences, there, command))
        if whole != content:
            os.truncate(self.path, len(whole))

    def keep(self, job: Job, match: Match) -> None:
        """Append a finished batch; it is on the disk when this returns."""
        self.done[job] = match
        pairing, first, games = job
        episodes = {name: match.episodes[name].tolist() for name in _FIELDS}
        costs = {
            "illegal_actions": match.illegal_actions,
            "seconds": match.seconds,
            "decisions": match.decisions,
            "thinking": match.thinking,
        }
        with self.path.open("ab") as file:
            file.write(_line({"pairing": pairing, "first": first, "games": games, **costs, "episodes": episodes}))
            file.flush()
            os.fsync(file.fileno())


def command_of(pairings: Sequence[Pairing], games: int, seed: int) -> dict[str, Any]:
    """All that the games of a tournament depend on: edition, players and their files, numbers, and the state of the sources."""
    players = [(player_name(pairing.mister_x), player_name(pairing.detectives)) for pairing in pairings]
    named = {name: Path(name.partition(":")[2]) for name in sorted({*chain.from_iterable(players)})}
    return {
        "edition": pairings[0].edition.to_dict(),
        "control": pairings[0].control,
        "players": players,
        "files": {name: _digest(path) for name, path in named.items() if path.is_file()},
        "games": games,
        "seed": seed,
        "sources": _sources(),
    }


def _digest(*paths: Path) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _sources() -> str:
    """The state of both packages: code, boards and weights."""
    folders = [Path(folder) for package in (sy_env, sy_agents) for folder in package.__path__]
    found = (path for folder in folders for path in sorted(folder.rglob("*")))
    return _digest(*(path for path in found if path.is_file() and path.suffix != ".pyc"))


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _batch_of(words: dict[str, Any]) -> tuple[Job, Match]:
    job = (words["pairing"], words["first"], words["games"])
    episodes = np.zeros(words["games"], EPISODE)
    for name in _FIELDS:
        episodes[name] = words["episodes"][name]
    decisions, thinking = tuple(words["decisions"]), tuple(words["thinking"])
    return job, Match(episodes, words["illegal_actions"], words["seconds"], decisions, thinking)


def _other_command(path: Path, keys: Sequence[str], there: dict[str, Any], here: dict[str, Any]) -> str:
    told = [f"{key} is {there.get(key)} there and {here.get(key)} here" for key in keys if key not in ("edition", "sources")]
    if "edition" in keys:
        told.append(_other_edition(there["edition"], here["edition"]))
    if "sources" in keys:
        told.append("sy_env's sources have changed since")
    return f"{path} holds games of another command: {'; '.join(told)}. Choose another --out, or begin anew with --fresh."


def _other_edition(there: dict[str, Any], here: dict[str, Any]) -> str:
    keys = [key for key in here | there if here.get(key) != there.get(key)]
    name = "name" if "name" in keys else keys[0]
    return f"the edition's {name} is {there.get(name)!r} there and {here.get(name)!r} here"
