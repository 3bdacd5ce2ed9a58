"""Pretrained players: the weights in this folder, a manifest that says what each file is, and a card for each that tells more.

    >>> policy = sy_agents.load("pretrained", edition="classic", role="detectives")
    >>> searching = sy_agents.load("pretrained+search:64", edition="classic", role="mrx")

A file is used only if its hash is that of the manifest and it is of the format that this version reads.
"""

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from sy_agents.learned.brain import Brain, known_formats, load_brain
from sy_agents.learned.families import FAMILIES, LONDON
from sy_agents.learned.making import player_of
from sy_agents.learned.player import Learned
from sy_agents.learned.search import Searching
from sy_env.editions import AnyEdition
from sy_env.errors import one_of
from sy_env.policies import Policy

FOLDER = Path(__file__).parent
MANIFEST = "manifest.json"
MOST_ROLLOUTS = 4096


@dataclass(frozen=True)
class Entry:
    """A row of the manifest.

    Attributes:
        file: name of the weights file.
        sha256: of its bytes.
        format: of the file and the features.
        editions: names of the editions that it was trained on.
        command: what made it, seed included.
        revision: of the sources when it was published.
        decisions: that its training took.
        sharpness: factor by which the scores of the trained networks were multiplied.
        figures: cells of evaluations, as `scripts/evaluate.py` writes them.
    """

    file: str
    sha256: str
    format: str
    editions: tuple[str, ...]
    command: str
    revision: str
    decisions: int
    sharpness: float = 1.0
    figures: tuple[dict[str, Any], ...] = ()

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self.file.partition(".")[0]

    def as_row(self) -> dict[str, Any]:
        """The row as JSON holds it."""
        return {**vars(self), "editions": list(self.editions), "figures": list(self.figures)}


def manifest(folder: Path = FOLDER) -> tuple[Entry, ...]:
    """The rows of a manifest.

    Raises:
        ValueError: it cannot be read, or a row lacks something.
    """
    try:
        rows = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        return tuple(Entry(**{**row, "editions": tuple(row["editions"]), "figures": tuple(row["figures"])}) for row in rows)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{folder / MANIFEST} is not a manifest of weights: {error}") from error


def brain_of(entry: Entry, folder: Path = FOLDER) -> Brain:
    """The networks of a row.

    Raises:
        ValueError: the file is missing, altered, or of another format.
    """
    path = folder / entry.file
    try:
        found = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error}") from error
    if found != entry.sha256:
        raise ValueError(f"{path} was altered: its SHA-256 is {found}, the manifest says {entry.sha256}.")
    if entry.format not in FAMILIES:
        raise ValueError(f"{path} is of format {entry.format!r}; this version reads {known_formats()}.")
    return load_brain(path)[0]


@lru_cache(maxsize=8)
def _shipped(edition_name: str, name: str) -> Brain:
    """The first file of that name, or of any, that plays the edition."""
    entries = manifest()
    if name and name not in [entry.name for entry in entries]:
        raise ValueError(one_of("pretrained: name", name, [entry.name for entry in entries]) + ".")
    for entry in entries:
        if edition_name in entry.editions and name in ("", entry.name):
            return brain_of(entry)
    known = sorted({played for entry in entries for played in entry.editions if name in ("", entry.name)})
    raise ValueError(f"No pretrained player for edition {edition_name!r}; there are some for {', '.join(known)}.")


def make(edition: AnyEdition, role: str, argument: str = "") -> Policy:
    """The pretrained player of an edition; "pretrained:NAME" is that of the file NAME.safetensors.

    Raises:
        ValueError: an unknown name, an edition that none was trained on, or a weights file that is wrong.
    """
    return player_of(_shipped(edition.name, argument), f"pretrained:{argument}" if argument else "pretrained", edition)


def make_searching(edition: AnyEdition, role: str, argument: str = "") -> Policy:
    """The pretrained player with a search on top; "pretrained+search:64" plays 64 games for each of its four best actions.

    Raises:
        ValueError: as :func:`make`, or the number of games is none.
    """
    rollouts = int(argument or Searching.rollouts) if argument.isdecimal() or not argument else 0
    if not 1 <= rollouts <= MOST_ROLLOUTS:
        raise ValueError(f"pretrained+search: {argument!r} is not a number of games in 1..{MOST_ROLLOUTS}.")
    learned = make(edition, role)
    if not isinstance(learned, Learned) or learned.brain.family is not LONDON:
        raise ValueError(f"pretrained+search does not play {edition.name!r}, only the London games without Master's app.")
    return Searching(learned, rollouts, f"pretrained+search:{argument}" if argument else "pretrained+search")
