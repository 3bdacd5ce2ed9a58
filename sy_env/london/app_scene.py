"""From a record to a scene for games with Master's app: meeting points and answers for those who may know them."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sy_env.editions.app import INVESTIGATIONS, MASTS
from sy_env.jit import readable
from sy_env.london.app_state import INTERROGATION, INVESTIGATE, LOCATE, SCAN, WITNESS
from sy_env.london.scene import Viewpoint, scene_of
from sy_env.london.state import OVER
from sy_env.render.scene import Scene

if TYPE_CHECKING:
    from sy_env.london.game import LondonGame

_CHOICES = {INVESTIGATE: "to choose an investigation", WITNESS: "to choose whose witnesses to hear"}
_NEARNESS = ("near", "medium", "far")


def app_scene_of(game: "LondonGame", record: Any, viewpoint: Viewpoint = "detectives") -> Scene:
    """As :func:`sy_env.london.scene.scene_of`. "everyone" sees what Mister X sees, and the investigations.

    Raises:
        ValueError: unknown viewpoint.
    """
    scene = scene_of(game, record, viewpoint)
    here = _known(game, record, viewpoint)[0]
    points = [(int(point), bool(field)) for point, field in zip(here["point"], here["point_field"], strict=True) if point]
    return replace(
        scene,
        message=_message(game, here, scene),
        possible=None if scene.possible is None else _stations(here["possible"]),
        points=frozenset(point for point, reached in points if not reached),
        reached=frozenset(point for point, reached in points if reached),
        notes=_notes(game, here, viewpoint),
        note_lines=5,
    )


def _known(game: "LondonGame", record: Any, viewpoint: Viewpoint) -> NDArray[Any]:
    """A copy, shape (1,), that holds no more than the viewpoint may know."""
    known = readable(np.atleast_1d(record).copy())
    if known[0]["phase"] != OVER and viewpoint != "everyone":
        game.loops.redact_all(known, game.tables, np.array([viewpoint == "detectives"], np.int64))
    return known


def _message(game: "LondonGame", here: Any, scene: Scene) -> str:
    choice = _CHOICES.get(int(here["phase"]))
    return scene.message if choice is None else f"{game.seats[here['mover']]} {choice}"


def _notes(game: "LondonGame", here: Any, viewpoint: Viewpoint) -> tuple[str, ...]:
    """Helicopter tickets, where they may be known, and all answers."""
    hidden = game.edition.hide_mrx_stock and viewpoint == "detectives" and here["phase"] != OVER
    hand = () if hidden else (f"helicopter tickets: {here['helicopters']}",)
    rounds = np.flatnonzero(here["asked"]).tolist()
    return (*hand, *(f"round {number}, {_answer(game, here, number)}" for number in rounds))


def _answer(game: "LondonGame", here: Any, number: int) -> str:
    kind, answer = int(here["asked"][number]) - 1, int(here["answer"][number])
    if kind == LOCATE:
        words = ", ".join(f"{name} {_NEARNESS[answer >> 2 * mast & 3]}" for mast, name in enumerate(MASTS))
    elif kind == SCAN:
        words = f"{answer} taxi moves from a mast"
    elif kind == INTERROGATION:
        words = _sightings(game, here, number, answer)
    elif number == here["last_asked"][kind]:
        words = " ".join(map(str, sorted(_stations(here["analysis"]))))
    else:
        words = "answered"
    return f"{INVESTIGATIONS[kind]}: {words}"


def _sightings(game: "LondonGame", here: Any, number: int, answer: int) -> str:
    app = game.edition.app
    assert app is not None
    landmarks = app.landmarks_on(game.edition.board)
    marked = [f"{name} ({station})" for i, (name, station) in enumerate(landmarks) if answer >> i & 1]
    words = "seen near " + ", ".join(marked) if marked else "seen nowhere"
    if here["witness"][number]:
        age = int(here["witness_age"][number])
        words += f"; near {landmarks[int(here['witness'][number]) - 1][0]} {age} move{'s' * (age != 1)} ago"
    return words


def _stations(words: NDArray[np.uint64]) -> frozenset[int]:
    bits = np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little")
    return frozenset(np.flatnonzero(bits).tolist())
