"""Games with Master's app played by the engine and the referee side by side, chance decided for both.

As in `tests/comparison.py` a difference is a report that holds the whole game.
"""

import random
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np

from sy_env import BatchedGame, Board, Edition
from sy_env.editions import App
from sy_env.editions.app import INVESTIGATIONS
from sy_env.episode import WINNERS
from sy_env.london.app_state import APP_PHASES
from tests.comparison import Played, State, action_words, differences, log_of, report, stations_of, ticket_rows
from tests.oracle import AppEdition, AppReferee, OracleEdition
from tests.oracle.app_game import Outcome

NEARNESS = ("near", "medium", "far")
CHANCES = ("meeting_point", "offer", "mast")

Habit = Callable[[AppReferee, random.Random], str]


# --- one edition in two languages


def _base_options() -> list[str]:
    return [field.name for field in fields(OracleEdition) if field.name not in ("lines", "stations", "control")]


def _app_options() -> list[str]:
    base = {field.name for field in fields(OracleEdition)}
    return [field.name for field in fields(AppEdition) if field.name not in {*base, "landmarks", "coordinates"}]


def referee_edition(edition: Edition, control: str = "individual") -> AppEdition:
    """The edition as the referee knows it."""
    app, board = edition.app, edition.board
    assert app is not None
    return AppEdition(
        lines=board.lines,
        stations=board.num_stations,
        control=control,
        landmarks=tuple(station for _, station in app.landmarks_on(board)),
        coordinates=board.coordinates or (),
        **{name: getattr(edition, name) for name in _base_options()},
        **{name: getattr(app, name) for name in _app_options()},
    )


def engine_edition(oracle: AppEdition) -> Edition:
    """The referee's edition as the engine knows it."""
    board = Board.from_lines(oracle.lines, "small", oracle.coordinates or None)
    options = {name: getattr(oracle, name) for name in _app_options()}
    app = App(landmarks=tuple((f"sight {station}", station) for station in oracle.landmarks), **options)
    base = {name: getattr(oracle, name) for name in _base_options()}
    return Edition(board=board, app=app, **{**base, "start_cards": oracle.start_cards or ()})


# --- what both say about a position


def points_of(game: Any) -> tuple[list[int], list[int]]:
    """Meeting points: those not reached as they appeared, those reached as he reached them."""
    found = [(int(field), int(point)) for field, point in zip(game["point_field"], game["point"], strict=True) if point]
    return [point for field, point in found if field == 0], [point for field, point in sorted(found) if field]


def answers_of(batch: BatchedGame, game: Any) -> list[tuple[int, str, Any]]:
    """Answers as (round, kind, value) in the referee's words; those of Analysis without their value."""
    app = batch.game.edition.app
    assert app is not None
    landmarks = [station for _, station in app.landmarks_on(batch.game.edition.board)]
    found: list[tuple[int, str, Any]] = []
    for number in game["asked"].nonzero()[0].tolist():
        kind, answer = INVESTIGATIONS[game["asked"][number] - 1], int(game["answer"][number])
        waiting = number == game["round"] and APP_PHASES[game["phase"]] == "mast"
        if kind == "analysis":
            found.append((number, kind, None))
        elif kind == "locate":
            found.append((number, kind, tuple(NEARNESS[answer >> 2 * mast & 3] for mast in range(4))))
        elif kind == "scan" and not waiting:
            found.append((number, kind, answer))
        elif kind == "interrogation":
            found.append((number, kind, {station for i, station in enumerate(landmarks) if answer >> i & 1}))
            if game["witness"][number]:
                found.append((number, "witness", (landmarks[game["witness"][number] - 1], int(game["witness_age"][number]))))
    return found


def engine_state(batch: BatchedGame) -> State:
    """What the engine says about its only game, in the referee's words."""
    game = batch.games[0]
    batch.view()
    phase = APP_PHASES[game["phase"]]
    over, chance = phase == "over", phase in CHANCES
    points, reached = points_of(game)
    legal = batch.action_mask[0].nonzero()[0].tolist()
    spoken = action_words(batch)
    return {
        "phase": "chance" if chance else phase,
        "chance": phase if chance else None,
        "mover": None if over or chance else int(game["mover"]),
        "legal": set() if over or chance else {spoken[action] for action in legal},
        "stations": game["station"].tolist()[: len(batch.game.seats)],
        "tickets": ticket_rows(batch),
        "helicopters": int(game["helicopters"]),
        "log": log_of(game),
        "round": int(game["round"]),
        "moved": set() if over else {seat for seat in range(6) if int(game["moved"]) >> seat & 1},
        "possible": None if over else stations_of(game["possible"]),
        "possible for mrx": None if over else stations_of(game["unaided"]),
        "points": None if over else points,
        "reached": None if over else reached,
        "offered": {kind for i, kind in enumerate(INVESTIGATIONS) if int(game["offered"]) >> i & 1},
        "answers": answers_of(batch, game),
        "analysis": stations_of(game["analysis"]),
        "winner": WINNERS[game["winner"]],
        "reason": batch.game.reasons[game["reason"]],
    }


def referee_state(referee: AppReferee) -> State:
    """What the referee says about its game."""
    over, chance = referee.phase == "over", referee.phase == "chance"
    analyses = [answer.value for answer in referee.answers if answer.kind == "analysis"]
    return {
        "phase": referee.phase,
        "chance": referee.chance,
        "mover": None if over or chance else referee.mover,
        "legal": referee.legal(),
        "stations": referee.stations,
        "tickets": referee.tickets,
        "helicopters": referee.helicopters,
        "log": [tuple(entry) for entry in referee.log],
        "round": referee.round,
        "moved": set() if over else referee.moved,
        "possible": None if over else referee.possible,
        "possible for mrx": None if over else referee.possible_for_mrx,
        "points": None if over else referee.points,
        "reached": None if over else referee.reached,
        "offered": set(referee.offered),
        "answers": [(a.round, a.kind, None if a.kind == "analysis" else a.value) for a in referee.answers],
        "analysis": analyses[-1] if analyses else set(),
        "winner": referee.winner,
        "reason": referee.reason,
    }


# --- games


def outcome_number(referee: AppReferee, outcome: Outcome) -> int:
    """The engine's number of an outcome of the chance that is due."""
    if referee.chance == "mast":
        return referee.edition.masts.index(int(outcome))
    if referee.chance == "meeting_point":
        return int(outcome)
    return 15 * bool(outcome) if isinstance(outcome, bool) else 1 << INVESTIGATIONS.index(str(outcome))


class Sides:
    """The only game of a batch beside the referee's.

    `given`: both are told the outcomes of chance, the engine by its kernels for those who enumerate them; else the engine draws
    from its stream, and the referee is told what came.
    """

    def __init__(self, batch: BatchedGame, referee: AppReferee, given: bool) -> None:
        self.batch, self.referee, self.given = batch, referee, given
        self.spoken = {word: index for index, word in enumerate(action_words(batch))}
        self.chance: Any = batch.game.chance_loops  # type: ignore[attr-defined]
        self.rows = np.zeros(1, np.int64)
        self.actions: list[str] = []
        self.told: list[str] = []  # the actions and all that chance decided
        if given:
            deal = np.zeros((1, 6), np.uint8)
            deal[0, : len(referee.stations)] = referee.stations
            self.chance.begin(batch.games, batch.game.tables, self.rows, deal)
        else:
            self.tell()

    def act(self, action: str) -> None:
        """Both play an action."""
        self.referee.apply(action)
        self.actions.append(action)
        self.told.append(action)
        number = self.spoken[action]
        if self.given:
            self.chance.decide(self.batch.games, self.batch.game.tables, self.rows, np.array([number]))
        else:
            self.batch.step([number])
            self.tell()

    def resolve(self, rng: random.Random) -> str:
        """Both take an outcome of the chance that is due; returns how their outcomes differ, empty if they do not."""
        outcomes = {outcome_number(self.referee, outcome): outcome for outcome in self.referee.outcomes()}
        values, weights = np.zeros(255, np.int64), np.zeros(255)
        n = self.chance.outcomes(self.batch.games, self.batch.game.tables, 0, values, weights)
        number = rng.choice(sorted(outcomes))
        self.told.append(str(outcomes[number]))
        if set(values[:n].tolist()) != set(outcomes) or n != len(outcomes) or abs(weights[:n].sum() - 1) > 1e-9:
            return f"  outcomes: engine {values[:n]}, referee {outcomes}"
        self.referee.resolve(outcomes[number])
        self.chance.resolve(self.batch.games, self.batch.game.tables, self.rows, np.array([number]))
        return ""

    def tell(self) -> None:
        """Tell the referee what chance brought in the engine's game."""
        while self.referee.chance:
            outcome = self._drawn()
            self.told.append(str(outcome))
            self.referee.resolve(outcome)

    def _drawn(self) -> Outcome:
        game, referee = self.batch.games[0], self.referee
        edition = referee.edition
        if referee.chance == "meeting_point":
            return int(game["point"][sorted(edition.mp_rounds).index(referee.round)])
        if referee.chance == "mast":
            answer = int(game["answer"][referee.round])
            return next(mast for mast in edition.masts if edition.distance(mast, referee.stations[0]) == answer)
        kinds = [kind for i, kind in enumerate(INVESTIGATIONS) if int(game["offered"]) >> i & 1]
        return bool(kinds) if edition.investigation_offer == "random" else kinds[0]


def compare(
    batch: BatchedGame, referee: AppReferee, habit: Habit, rng: random.Random, given: bool, every_history: bool = False
) -> Played:
    """Play both games to the end; stop at the first difference."""
    start = referee.clone()
    sides = Sides(batch, referee, given)
    while True:
        difference = differences(engine_state(batch), referee_state(referee))
        over = referee.phase == "over"
        if every_history and not difference and not over:
            difference = history_differences(batch, referee)
        if not difference and not over:
            difference = _go_on(sides, habit, rng)
        if difference or over:
            return Played(sides.actions, referee.reason, difference and report(start, sides.told, difference))


def _go_on(sides: Sides, habit: Habit, rng: random.Random) -> str:
    """One chance or action more; returns how the outcomes of chance differ, empty if they do not."""
    if sides.referee.chance:
        return sides.resolve(rng)
    sides.act(habit(sides.referee, rng))
    return ""


def history_differences(batch: BatchedGame, referee: AppReferee) -> str:
    """Where the engine's sets differ from the ends of all hidden histories that fit what is known."""
    game = batch.games[0]
    engine = {"possible": stations_of(game["possible"]), "possible for mrx": stations_of(game["unaided"])}
    histories = {name: referee.possible_by_enumeration(name == "possible") for name in engine}
    return differences(engine, histories)


# --- how random games go


def uniform(referee: AppReferee, rng: random.Random) -> str:
    """Any legal action."""
    return rng.choice(sorted(referee.legal()))


def curious(referee: AppReferee, rng: random.Random) -> str:
    """Nobody steps onto Mister X, nor he onto them; witnesses are asked whenever there are any, flights are rare."""
    legal = sorted(referee.legal())
    asking = [action for action in legal if action.startswith(("investigate interr", "witness"))]
    if asking:
        return rng.choice(asking)
    ends = referee.stations[1:] if referee.mover == 0 else referee.stations[:1]
    safe = [action for action in legal if action.split()[-1] not in map(str, ends) or action.startswith("piece")]
    walks = [action for action in safe if not action.startswith("helicopter") or rng.random() < 0.05]
    return rng.choice(walks or safe or legal)


def eager(referee: AppReferee, rng: random.Random) -> str:
    """Mister X goes for meeting points and doubles, everybody else anywhere."""
    legal = sorted(referee.legal())
    wanted = [action for action in legal if action == "double" or action.split()[-1] in map(str, referee.points)]
    return rng.choice(wanted) if wanted and referee.mover == 0 and rng.random() < 0.8 else curious(referee, rng)


HABITS: dict[str, Habit] = {"uniform": uniform, "curious": curious, "eager": eager}
