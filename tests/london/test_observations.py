"""The observation vector against what the referee says a seat may know, field by field."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from sy_env import BatchedGame, Edition, make_batch
from sy_env.engine import Array
from tests.comparison import action_words, oracle_edition
from tests.lineup import draw
from tests.oracle import Referee

GAMES = {"classic": 4, "master": 4, "nijssen2011": 2, "glasses": 15, "options": 14, "boards": 60}
PHASES = ("move", "first_half", "second_half", "piece")
KINDS = ("taxi", "bus", "underground", "black", "pass")
MOST = 127

View = dict[str, Array]


def row_of(referee: Referee, viewer: int, seat: int) -> int:
    """Pursuers see themselves first, those who follow them around the table, Mister X in the last row."""
    if viewer == 0:
        return seat
    return 5 if seat == 0 else (seat - viewer) % len(referee.pursuers)


def moves_to_come(referee: Referee) -> Iterator[tuple[int, int, bool]]:
    """Field, round and whether it is a second half, of the moves that Mister X has left without further doubles."""
    edition, field = referee.edition, len(referee.log)
    number = referee.round
    halves = {"first_half": (False, True), "second_half": (True,)}.get(referee.phase, (False,))
    if referee.mover > 0:
        number, halves = number + 1, (False,)
    while field < edition.fields if edition.game_length == "fields" else number <= edition.rounds:
        for second in halves:
            yield field, number, second
            field += 1
        number, halves = number + 1, (False,)


def write_turn(view: View, referee: Referee, viewer: int) -> None:
    edition = referee.edition
    by_fields = edition.game_length == "fields"
    view["role"][min(viewer, 1)] = 1
    view["seat"][viewer] = 1
    view["phase"][PHASES.index(referee.phase)] = 1
    view["to_move"][row_of(referee, viewer, referee.mover)] = 1
    view["round"][0] = referee.round
    view["rounds_left"][0] = edition.fields - len(referee.log) if by_fields else edition.rounds - referee.round
    view["fields_used"][0] = len(referee.log)
    pooled = len(set(edition.owners)) < edition.detectives
    view["rules"][:] = (
        edition.reveal_index == "round",
        edition.order == "any",
        edition.double_return == "forbid",
        by_fields,
        edition.mrx_supply == "unlimited",
        edition.mrx_enter_detective == "loses",
        pooled,
        edition.ticket_flow != "discard",
    )
    by_round = edition.reveal_index == "round"
    for field, number, second in moves_to_come(referee):
        if (number in edition.reveal_set and not second) if by_round else field + 1 in edition.reveal_set:
            view["log_due"][field] = 1
            view["moves_to_reveal"][0] = view["moves_to_reveal"][0] or field + 1 - len(referee.log)


def write_pieces(view: View, referee: Referee, viewer: int) -> None:
    visible = viewer == 0 or (referee.log and referee.log[-1].shown)
    for seat, station in enumerate(referee.stations):
        row = row_of(referee, viewer, seat)
        view["piece_present"][row] = 1
        view["piece_kind"][row, 0 if seat == 0 else 2 if referee.is_bobby(seat) else 1] = 1
        view["piece_moved"][row] = seat in referee.moved
        if seat > 0 or visible:
            view["piece_visible"][row] = 1
            view["piece_station"][row, station - 1] = 1
        if seat > 0 or viewer == 0 or not referee.edition.hide_mrx_stock:
            view["piece_tickets"][row] = np.minimum(referee.tickets[seat], MOST)


def write_log(view: View, referee: Referee, viewer: int) -> None:
    for i, entry in enumerate(referee.log):
        view["log_ticket"][i, KINDS.index(entry.kind)] = 1
        view["log_round"][i] = entry.round
        view["log_shown"][i] = entry.shown
        if entry.shown or viewer == 0:
            view["log_visible"][i] = 1
            view["log_tens"][i], view["log_units"][i] = divmod(entry.station, 10)
    shown = [entry.station for entry in referee.log if entry.shown]
    view["last_shown"][[station - 1 for station in shown[-1:]]] = 1
    if referee.edition.observe_possible:
        view["possible"][[station - 1 for station in referee.possible]] = 1


def expected(batch: BatchedGame, referee: Referee, viewer: int) -> View:
    """What the seat may know, in the form of the layout."""
    view = batch.layout.unflatten(np.zeros(batch.layout.size, np.int8))
    write_turn(view, referee, viewer)
    write_pieces(view, referee, viewer)
    write_log(view, referee, viewer)
    return view


def check_views(batch: BatchedGame, referee: Referee) -> None:
    for viewer in range(len(batch.game.seats)):
        mask, observation = batch.look(viewer)
        seen, wanted = batch.layout.unflatten(observation[0]), expected(batch, referee, viewer)
        for name in seen:
            assert (seen[name] == wanted[name]).all(), f"{name} of seat {viewer}: {seen[name]}, not {wanted[name]}"
        if viewer == referee.mover:
            assert (observation == batch.observation).all() and (mask == batch.action_mask).all()


def drawn_edition(name: str, rng: random.Random) -> tuple[Edition, str]:
    edition, control = draw(name, rng)
    hiding = {option: rng.random() < 0.3 for option in ("hide_mrx_stock", "observe_possible")}
    return (edition.replace(**hiding) if name in ("options", "boards") else edition), control


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_sees_what_it_may_know(name: str) -> None:
    for number in range(GAMES[name]):
        rng = random.Random(f"seen {name} {number}")
        edition, control = drawn_edition(name, rng)
        try:
            batch = make_batch(edition, 1, number, control=control, autoreset=False)
        except ValueError:
            continue  # a small board on which no game begins
        starts = batch.games["station"][0].tolist()[: len(batch.game.seats)]
        referee = Referee(oracle_edition(edition, control), starts)
        spoken = action_words(batch)
        while referee.phase != "over":
            check_views(batch, referee)
            action = rng.choice(batch.action_mask[0].nonzero()[0].tolist())
            referee.apply(spoken[action])
            batch.step([action])
