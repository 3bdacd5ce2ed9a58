"""Games that sound alike to a side look alike to it: what it gets depends on nothing but what it has been told.

Many short games are played on a small board. A transcript is all that a side has been told by the rules, put together from
actions and outcomes of chance. Where the transcripts of two games agree, observation, mask and redacted record have to agree to
the bit, whatever happened in secret.
"""

from typing import Any
from zlib import crc32

import numpy as np
import pytest

from sy_env import BatchedGame, Board, make_batch
from sy_env.engine import Array
from sy_env.london.app_state import INVESTIGATE, WITNESS

GAMES = 1000
MRX, PURSUERS = 0, 1  # sides
RING = [(station, station % 9 + 1, "taxi") for station in range(1, 10)]
CHORDS = [(1, 4, "taxi"), (2, 7, "taxi"), (1, 5, "bus"), (3, 8, "bus"), (6, 9, "bus"), (2, 6, "underground"), (4, 8, "ferry")]
SMALL = Board.from_lines([*RING, *CHORDS], "small")
SHORT: dict[str, Any] = {"rounds": 4, "reveal_set": (2,), "mp_rounds": (1, 2), "mp_min_dist": 2, "mp_pool": range(1, 10)}
PLACES: dict[str, Any] = {"board": SMALL, "start_cards": (4, 7), "mrx_start_cards": (1, 2, 9), "masts": (1, 3, 5, 8)}
PIECES: dict[str, Any] = {
    "detectives": 1,
    "bobbies": 1,
    "landmarks": {"inn": 1, "mill": 3, "pier": 6},
    "locate_thresholds": (1, 2),
}
OPTIONS: dict[str, dict[str, Any]] = {
    "as it is": {},
    "no way back": {"double_return": "forbid", "reveal_set": (3,), "interrogation_memory": 1},
    "one kind": {"investigation_offer": "one_random_kind", "heli_mode": "pads", "heli_pads": (1, 5, 9)},
    "points visible": {"mp_visible_to_detectives": True},
    "answers public": {"investigations_public": True},
}


def told(batch: BatchedGame, before: Any, after: Any, action: str, side: int) -> str:
    """What a side is told when a game goes on from one record to the next by an action."""
    app: Any = batch.game.edition.app
    public = side == PURSUERS or app.investigations_public
    if before["phase"] in (INVESTIGATE, WITNESS) and not public:
        return ""
    if before["mover"] == 0 and side == PURSUERS:
        written = after["log_shown"][before["fields"] : after["fields"]].tolist()
        action = f"{action.split()[0]} {written}"
    words = [action]
    if side == MRX or app.mp_visible_to_detectives:
        words += [f"{name} {after[name].tolist()}" for name in ("point", "point_field")]
    if public:
        words += [f"{name} {after[name][after['round']]}" for name in ("asked", "answer", "witness", "witness_age")]
        words += [f"offered {after['offered']} analysis {after['analysis'].tolist()}"]
    return "|".join(["", *words])


def opening(batch: BatchedGame, game: Any, side: int) -> str:
    """What a side is told at the start."""
    seen = side == MRX or batch.game.edition.app.mp_visible_to_detectives
    own = game["station"].tolist() if side == MRX else game["station"][1:].tolist()
    return f"{own} {game['point'].tolist() if seen else ''}"


def got(batch: BatchedGame, rows: Array, seat: int) -> list[bytes]:
    """All that a seat gets in the given rows."""
    records = batch.redacted(rows, seat)
    fields = [np.ascontiguousarray(records[name]).reshape(len(rows), -1).view(np.uint8) for name in records.dtype.names or ()]
    parts = [*(part.view(np.uint8) for part in batch.look(seat, rows)), *fields]
    return [row.tobytes() for row in np.concatenate(parts, axis=1)]


def secrets(game: Any, side: int) -> bytes:
    """What is hidden from a side."""
    names = ("asked", "answer", "offered") if side == MRX else ("station", "log_station", "point", "point_field")
    return b"".join(game[name].tobytes() for name in names)


def choices(batch: BatchedGame, heard: list[str], side: int, rng: np.random.Generator) -> Array:
    """Actions: what the side hears of depends on what it heard, so that transcripts agree often; the rest is random."""
    actions = batch.sample_actions(rng)
    for row, game in enumerate(batch.games):
        investigates = game["phase"] in (INVESTIGATE, WITNESS)
        if game["winner"] == 0 and not (investigates if side == MRX else game["mover"] == 0):
            legal = batch.action_mask[row].nonzero()[0]
            actions[row] = legal[crc32(heard[row].encode()) % len(legal)]
    return actions


@pytest.mark.parametrize("side", [MRX, PURSUERS], ids=["mrx", "pursuers"])
@pytest.mark.parametrize("control", ["individual", "team"])
@pytest.mark.parametrize("name", OPTIONS)
def test_what_sounds_alike_looks_alike(name: str, control: str, side: int) -> None:
    batch = make_batch("master_app", GAMES, 3, control=control, autoreset=False, **{**SHORT, **PLACES, **PIECES, **OPTIONS[name]})
    batch.games["redraws"] = 0  # deals thrown away: public, but nothing that anybody says
    rng = np.random.default_rng(1)
    heard = [opening(batch, game, side) for game in batch.games]
    seen: dict[tuple[str, int], tuple[bytes, bytes]] = {}
    alike = 0
    while len(rows := np.flatnonzero(batch.to_move >= 0)):
        for seat in [0] if side == MRX else range(1, len(batch.game.seats)):
            for row, view in zip(rows.tolist(), got(batch, rows, seat), strict=True):
                hidden = secrets(batch.games[row], side)
                known, other = seen.setdefault((heard[row], seat), (view, hidden))
                assert view == known, heard[row]
                alike += hidden != other
        before = batch.games.copy()
        actions = choices(batch, heard, side, rng)
        batch.step(actions)
        for row in rows.tolist():
            text = batch.actions.text(int(actions[row]))
            heard[row] += told(batch, before[row], batch.games[row], text, side)
    assert (alike > GAMES) != (side == MRX and batch.game.edition.app.investigations_public)
