"""The named editions against the referee's, which were written from the rules by another hand."""

from dataclasses import fields
from typing import Any

import pytest

from sy_env.editions import Edition, make_edition
from tests import oracle
from tests.oracle import OracleEdition

SHOWN_DIFFERENTLY = {"lines", "stations", "control", "start_cards", "mrx_tickets"}
REFEREES = {
    "classic": oracle.classic,
    "master": oracle.master,
    "nijssen2011": oracle.nijssen2011,
    "glasses": oracle.glasses,
}
CASES: list[tuple[str, dict[str, Any]]] = [
    *(("classic", {"players": players}) for players in (3, 4, 5, 6)),
    *(("classic", {"players": 3, "tickets_per": "player", "pawn_order": o}) for o in ("grouped", "interleaved")),
    *(("classic", {"players": 4, "detectives": 5, "tickets_per": "player", "pawn_order": "interleaved"}),),
    *(("master", {"players": players}) for players in (2, 3, 4, 5, 6)),
    ("master", {"players": 4, "mrx_supply": "unlimited"}),
    ("nijssen2011", {}),
    ("glasses", {}),
]


def rows(edition: Edition) -> list[list[int]]:
    """Ticket rows by seat as they are dealt."""
    dealt = [[0] * 5 for _ in range(edition.num_pieces)]
    dealt[0] = [*edition.mrx_start_tickets, edition.mrx_black, edition.mrx_double]
    for account in edition.accounts[1 : edition.detectives + 1]:
        for kind, count in enumerate(edition.detective_tickets):
            dealt[account][kind] += count
    return [dealt[account] if account >= 0 else [0] * 5 for account in edition.accounts]


@pytest.mark.parametrize(("name", "options"), CASES)
def test_options_and_deal_agree(name: str, options: dict[str, Any]) -> None:
    edition = make_edition(name, **options)
    board = edition.board
    given = options if name == "glasses" else {**options, "lines": board.lines, "stations": board.num_stations}
    referee: OracleEdition = REFEREES[name](**given)
    shared = {field.name for field in fields(OracleEdition)} - SHOWN_DIFFERENTLY
    assert {option: getattr(edition, option) for option in shared} == {o: getattr(referee, o) for o in shared}
    assert rows(edition) == referee.deal()
    assert edition.start_cards == (referee.start_cards or tuple(range(1, board.num_stations + 1)))
    assert (set(board.lines), board.num_stations) == (set(referee.lines), referee.stations)
