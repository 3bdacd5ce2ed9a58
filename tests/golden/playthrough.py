"""A random game as text that people read: every decision, what changed since the last one, and what the mover sees."""

import hashlib
from collections.abc import Iterator
from itertools import groupby
from typing import Any
from zlib import crc32

from sy_env import BatchedGame, make_batch
from sy_env.engine import Array
from sy_env.layouts import Field
from sy_env.london.state import PHASES
from tests.comparison import engine_state, log_of

GAMES: dict[str, tuple[str, int, str, int | None]] = {
    "classic-6": ("classic", 9, "individual", 6),
    "classic-3": ("classic", 13, "individual", 3),
    "master-2-team": ("master", 35, "team", 2),
    "master-4": ("master", 28, "individual", 4),
    "nijssen2011": ("nijssen2011", 25, "individual", None),
    "glasses": ("glasses", 3, "individual", None),
}
"""Edition, seed, control and number of players by the name of the file."""


def new_game(name: str) -> BatchedGame:
    """The game of a file, dealt."""
    edition, seed, control, players = GAMES[name]
    options: dict[str, Any] = {} if players is None else {"players": players}
    return make_batch(edition, 1, seed, control=control, autoreset=False, **options)


def playthrough(name: str) -> str:
    """The text of the file: the game with that name, played by actions that depend on nothing but its row."""
    return "\n".join(_lines(new_game(name), name)) + "\n"


def layouts(batch: BatchedGame) -> str:
    """The text of the tables that say what observations and actions mean."""
    layout = batch.layout
    title = f"Observation {layout.name}, version {layout.version}, {layout.size} entries"
    return f"{title}\n\n{layout.table()}\n\n{batch.actions.size} actions\n\n{batch.actions.table()}\n"


def _lines(batch: BatchedGame, name: str) -> Iterator[str]:
    layout = batch.layout
    yield f"{name}: seed {GAMES[name][1]}, agents {' '.join(batch.agents)}"
    yield f"observation {layout.name} version {layout.version}; what is as before is left out; entries of fields count from 0"
    said: dict[str, str] = {}
    asked = None
    for decision in range(1000):
        facts = dict(_facts(batch))
        over = batch.to_move[0] < 0
        yield ""
        yield f"--- {decision}: {'over' if over else _who(batch)}"
        yield from (f"{fact} {text}" for fact, text in facts.items() if said.get(fact) != text)
        said = facts
        if over:
            yield f"rewards {' '.join(f'{reward:+.0f}' for reward in batch.rewards[0])}"
            return
        now = batch.games["round"][0], batch.games["mover"][0] > 0
        if now != asked:  # once a round for either side
            yield from (f"  sees {line}" for line in _seen(batch))
        asked = now
        legal = batch.action_mask[0].nonzero()[0].tolist()
        action = legal[crc32(f"{name} {GAMES[name][1]} {decision}".encode()) % len(legal)]
        yield f"digest {hashlib.sha256(batch.observation[0].tobytes()).hexdigest()[:12]}"
        yield f"legal {_grouped([batch.actions.text(each) for each in legal])}"
        yield f"plays {batch.actions.text(action)}"
        batch.step([action])


def _who(batch: BatchedGame) -> str:
    game = batch.games[0]
    return f"round {game['round']}, {batch.game.seats[game['mover']]}, {PHASES[game['phase']]}"


def _facts(batch: BatchedGame) -> Iterator[tuple[str, str]]:
    state = engine_state(batch)
    for seat, station, tickets in zip(batch.game.seats, state["stations"], state["tickets"], strict=True):
        yield seat, f"on {station}, tickets {'/'.join(map(str, tickets))}"
    for number, (kind, station, shown, in_round) in enumerate(log_of(batch.games[0]), 1):
        yield f"field {number}:", f"{kind} to {station}{' shown' if shown else ''}, round {in_round}"
    yield "moved", " ".join(batch.game.seats[seat] for seat in sorted(state["moved"])) or "nobody"
    if state["possible"] is not None:
        yield "possible", f"({len(state['possible'])}) {_ranges(sorted(state['possible']))}"
    if state["winner"] or state["reason"]:
        yield "result", f"{state['winner']} by {state['reason']} after {state['moves']} moves"


def _ranges(numbers: list[int]) -> str:
    """Numbers with runs drawn together: 1-3 7."""
    runs = [list(run) for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])]
    return " ".join(f"{run[0][1]}-{run[-1][1]}" if len(run) > 1 else str(run[0][1]) for run in runs)


def _grouped(texts: list[str]) -> str:
    """Actions with those of a kind drawn together: taxi 8 9, double."""
    kinds = groupby(texts, lambda text: text.split()[0])
    return ", ".join(" ".join([kind, *(word for text in group for word in text.split()[1:])]) for kind, group in kinds)


def _seen(batch: BatchedGame) -> Iterator[str]:
    """The fields of the observation that are not zero, by name."""
    values = batch.layout.unflatten(batch.observation[0])
    for field in batch.layout:
        if values[field.name].any():
            yield f"{field.name} {_entries(field, values[field.name])}"


def _entries(field: Field, values: Array) -> str:
    """Places of the entries that are not zero, with their values unless these can only be 1."""
    if field.size == 1:
        return str(values[0])
    places = [(*map(int, place), int(values[place])) for place in zip(*values.nonzero(), strict=True)]
    if field.high > 1:
        return " ".join(f"{','.join(map(str, place))}={value}" for *place, value in places)
    if len(field.shape) == 1:
        return _ranges([place for place, _ in places])
    return " ".join(f"{row},{column}" for row, column, _ in places)
