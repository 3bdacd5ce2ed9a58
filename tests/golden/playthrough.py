"""A random game as text that people read: every decision, what changed since the last one, and what the mover sees."""

import hashlib
from collections.abc import Iterator
from itertools import groupby
from typing import Any
from zlib import crc32

from sy_env import BatchedGame, make_batch
from sy_env.engine import Array
from sy_env.hunting import state as hunting
from sy_env.hunting.game import HuntingGame
from sy_env.layouts import Field
from sy_env.london.app_state import APP_PHASES
from tests.app.side_by_side import engine_state as app_state
from tests.comparison import State, engine_state, log_of
from tests.hunting.side_by_side import told_by_engine

GAMES: dict[str, tuple[str, int, str, int | None]] = {
    "classic-6": ("classic", 9, "individual", 6),
    "classic-3": ("classic", 13, "individual", 3),
    "master-2-team": ("master", 35, "team", 2),
    "master-4": ("master", 28, "individual", 4),
    "nijssen2011": ("nijssen2011", 25, "individual", None),
    "glasses": ("glasses", 3, "individual", None),
    "master_app-4": ("master_app", 37, "individual", 4),
    "master_app-2-team": ("master_app", 36, "team", 2),
    "hunting-4": ("hunting", 55, "individual", 4),
    "hunting-2-team": ("hunting", 13, "team", 2),
    "hunting_expert-3": ("hunting_expert", 19, "individual", 3),
}
"""Edition, seed, control and number of players by the name of the file."""

LAYOUTS = ("classic-6", "hunting-4", "master_app-4")
"""Games whose tables of observations and actions are written down."""


def new_game(name: str) -> BatchedGame:
    """The game of a file, dealt."""
    edition, seed, control, players = GAMES[name]
    options: dict[str, Any] = {} if players is None else {"players": players}
    return make_batch(edition, 1, seed, control=control, autoreset=False, **options)


def playthrough(name: str) -> str:
    """The text of the file: the game with that name, played by actions that depend on nothing but its row."""
    return "\n".join(_lines(new_game(name), name)) + "\n"


def layouts() -> str:
    """The text of the tables that say what observations and actions mean."""
    return "\n".join(_layout(new_game(name)) for name in LAYOUTS)


def _layout(batch: BatchedGame) -> str:
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
        if now != asked:  # once a round for either side; the board of tiles once
            yield from (f"  sees {line}" for line in _seen(batch) if decision == 0 or not line.startswith("space_"))
        asked = now
        legal = batch.action_mask[0].nonzero()[0].tolist()
        action = legal[crc32(f"{name} {GAMES[name][1]} {decision}".encode()) % len(legal)]
        yield f"digest {hashlib.sha256(batch.observation[0].tobytes()).hexdigest()[:12]}"
        yield f"legal {_grouped([batch.actions.text(each) for each in legal])}"
        yield f"plays {batch.actions.text(action)}"
        batch.step([action])


def _who(batch: BatchedGame) -> str:
    game = batch.games[0]
    phases = hunting.PHASES if isinstance(batch.game, HuntingGame) else APP_PHASES
    return f"round {game['round']}, {batch.game.seats[game['mover']]}, {phases[game['phase']]}"


def _facts(batch: BatchedGame) -> Iterator[tuple[str, str]]:
    return _hunting_facts(batch) if isinstance(batch.game, HuntingGame) else _london_facts(batch)


def _hunting_facts(batch: BatchedGame) -> Iterator[tuple[str, str]]:
    game, told = batch.games[0], told_by_engine(batch)
    begins = batch.game.opening(game)
    yield "board", f"{begins['layout']}, turned over: {begins['flipped'] or 'none'}"
    for seat, (name, space) in enumerate(zip(batch.game.seats, told["stations"], strict=True)):
        yield name, f"on {space}, die {told['laid'].get(seat, 'none')}"
    yield "boxes", "black {}, double {}, helicopter {}, rerolls {}".format(*told["boxes"])
    yield "dice", f"{game['hand']} in hand, {told['board_dice']} on the board; {batch.game.chance(game) or 'no roll'}"
    for number, (kind, space, shown, in_round) in enumerate(told["log"], 1):
        yield f"space {number}:", f"{kind} on {space}{' shown' if shown else ''}, round {in_round}"
    yield "moved", " ".join(name for seat, name in enumerate(batch.game.seats) if game["moved"] >> seat & 1) or "nobody"
    if told["possible"] is not None:
        yield "possible", f"({len(told['possible'])}) {_ranges(sorted(told['possible']))}"
    if told["result"][1]:
        yield "result", f"{told['result'][0]} by {told['result'][1]} after {told['played'][0]} moves"


def _london_facts(batch: BatchedGame) -> Iterator[tuple[str, str]]:
    state = engine_state(batch) if batch.game.edition.app is None else app_state(batch)
    for seat, station, tickets in zip(batch.game.seats, state["stations"], state["tickets"], strict=True):
        yield seat, f"on {station}, tickets {'/'.join(map(str, tickets))}"
    for number, (kind, station, shown, in_round) in enumerate(log_of(batch.games[0]), 1):
        yield f"field {number}:", f"{kind} to {station}{' shown' if shown else ''}, round {in_round}"
    yield "moved", " ".join(batch.game.seats[seat] for seat in sorted(state["moved"])) or "nobody"
    if state["possible"] is not None:
        yield "possible", f"({len(state['possible'])}) {_ranges(sorted(state['possible']))}"
    if batch.game.edition.app is not None:
        yield from _app_facts(state)
    if state["winner"] or state["reason"]:
        yield "result", f"{state['winner']} by {state['reason']} after {batch.games['moves'][0]} moves"


def _app_facts(state: State) -> Iterator[tuple[str, str]]:
    if state["possible for mrx"] is not None:
        unaided = sorted(state["possible for mrx"])
        yield "possible without answers", f"({len(unaided)}) {_ranges(unaided)}"
        yield "meeting points", f"{state['points']}, reached {state['reached']}"
    yield "helicopters", str(state["helicopters"])
    yield "offered", " ".join(sorted(state["offered"])) or "nothing"
    yield "last analysis", f"({len(state['analysis'])}) {_ranges(sorted(state['analysis']))}"
    for number, (in_round, kind, value) in enumerate(state["answers"], 1):
        heard = sorted(value) if isinstance(value, set) else value
        yield f"answer {number}:", f"{kind}, round {in_round}{'' if value is None else f': {heard}'}"


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
