"""TABLES: an edition and its board as one record of arrays, the form in which kernels read them."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sy_env.bits import WORDS
from sy_env.editions.edition import Edition
from sy_env.london.layout import RULES, SMALL_VIEW, london_layout
from sy_env.london.state import BLACK, DOUBLE, FIELDS, MOVE_KINDS, PIECES, PURSUERS, STOCKS, TAXI

WIDTH = 256  # stations are numbered 1..255

TABLES = np.dtype(
    [
        ("adjacency", "u8", (MOVE_KINDS, WIDTH, WORDS)),  # stations that a ticket of a kind leads to
        ("taxi_everywhere", "u1"),  # every station has a taxi line
        ("stations", "i4"),
        ("pieces", "i4"),  # seats in use
        ("detectives", "i4"),  # seats 1..detectives; the rest are Bobbies
        ("account", "i4", PIECES),  # row of `stock` that pays for a seat, -1 = travels free
        ("start_stock", "u2", (PIECES, STOCKS)),
        ("deck", "u1", WIDTH),  # start cards of the pursuers, and of Mister X where there is one deck
        ("deck_size", "i4"),
        ("mrx_deck", "u1", WIDTH),
        ("mrx_deck_size", "i4"),
        ("fixed_starts", "u1", PIECES),  # all zero: starts are drawn
        ("reveal", "u1", FIELDS + 1),  # by log field, or by round
        ("reveal_by_round", "u1"),
        ("last_round", "i4"),
        ("last_field", "i4"),  # 0: the game ends by rounds
        ("team", "u1"),  # one agent for all pursuers
        ("any_order", "u1"),
        ("forbid_return", "u1"),
        ("stuck_all", "u1"),
        ("stuck_draw", "u1"),
        ("enter_loses", "u1"),
        ("no_ticket_passes", "u1"),
        ("unlimited", "u1"),
        ("pass_on", "u1"),  # detectives' used tickets become Mister X's to use
        ("hide_stock", "u1"),
        ("hide_possible", "u1"),
        ("pooled", "u1"),
        # for observations: what of them never changes
        ("row_of", "u1", (PIECES, PIECES)),  # by observer and seat: the row of a piece
        ("fixed_view", "i1", (PIECES, SMALL_VIEW)),  # by observer: the first entries
        ("reveal_bits", "u8"),  # bit i set: `reveal[i]`
    ],
    align=True,
)


def tables(edition: Edition, control: str = "individual") -> NDArray[np.void]:
    """TABLES of shape (1,) for `edition` with the pursuers under `control` ("individual" or "team"). Read-only.

    Raises:
        ValueError: unknown control.
    """
    if control not in ("individual", "team"):
        raise ValueError(f"control={control!r} is not one of 'individual', 'team'.")
    return _tables(edition, control)


@lru_cache(maxsize=64)
def _tables(edition: Edition, control: str) -> NDArray[np.void]:
    array: Any = np.zeros(1, TABLES)
    table = array[0]
    for kind in range(MOVE_KINDS):
        table["adjacency"][kind] = edition.board.adjacency_bits(kind)
    table["taxi_everywhere"] = (table["adjacency"][TAXI, 1 : edition.board.num_stations + 1] != 0).any(axis=1).all()
    _pieces(table, edition)
    _starts(table, edition)
    _options(table, edition)
    _views(table, edition)
    table["team"] = control == "team"
    array.setflags(write=False)
    return np.asarray(array)


def _pieces(table: Any, edition: Edition) -> None:
    table["stations"] = edition.board.num_stations
    table["pieces"] = edition.num_pieces
    table["detectives"] = edition.detectives
    accounts = edition.accounts
    table["account"] = -1
    table["account"][: len(accounts)] = accounts
    for seat in range(1, edition.detectives + 1):
        table["start_stock"][accounts[seat], :3] += np.array(edition.detective_tickets, np.uint16)
    table["start_stock"][0, :3] = edition.mrx_start_tickets
    table["start_stock"][0, BLACK] = edition.mrx_black
    table["start_stock"][0, DOUBLE] = edition.mrx_double
    table["pooled"] = any(account not in (seat, -1) for seat, account in enumerate(accounts))


def _starts(table: Any, edition: Edition) -> None:
    deck = edition.start_cards
    own = deck if edition.mrx_start_cards is None else edition.mrx_start_cards
    table["deck"][: len(deck)] = deck
    table["deck_size"] = len(deck)
    table["mrx_deck"][: len(own)] = own
    table["mrx_deck_size"] = len(own)
    if edition.fixed_starts is not None:
        table["fixed_starts"][: edition.num_pieces] = edition.fixed_starts


def _options(table: Any, edition: Edition) -> None:
    table["reveal"][list(edition.reveal_set)] = 1
    table["reveal_by_round"] = edition.reveal_index == "round"
    table["last_round"] = edition.rounds
    table["last_field"] = edition.fields if edition.game_length == "fields" else 0
    table["any_order"] = edition.order == "any"
    table["forbid_return"] = edition.double_return == "forbid"
    table["stuck_all"] = edition.stuck_rule == "all_pursuers"
    table["stuck_draw"] = edition.stuck_tie == "draw"
    table["enter_loses"] = edition.mrx_enter_detective == "loses"
    table["no_ticket_passes"] = edition.mrx_no_ticket == "passes"
    table["unlimited"] = edition.mrx_supply == "unlimited"
    table["pass_on"] = edition.ticket_flow != "discard"
    table["hide_stock"] = edition.hide_mrx_stock
    table["hide_possible"] = not edition.observe_possible


def row_of(viewer: int, seat: int, pieces: int) -> int:
    """Row of the piece `seat` in the view of the seat `viewer`: Mister X sees all by seat, a pursuer himself first, him last."""
    if viewer == 0:
        return seat
    return PURSUERS if seat == 0 else (seat - viewer) % (pieces - 1)


def _views(table: Any, edition: Edition) -> None:
    table["reveal_bits"] = sum(1 << number for number in edition.reveal_set)
    seen = london_layout(edition.board.num_stations)
    entries = np.zeros((PIECES, seen.size), np.int8)
    fields = seen.unflatten(entries)
    for viewer in range(edition.num_pieces):
        fields["role"][viewer, min(viewer, 1)] = 1
        fields["seat"][viewer, viewer] = 1
        fields["rules"][viewer] = [table[name] > 0 for name in RULES]
        for seat in range(edition.num_pieces):
            row = row_of(viewer, seat, edition.num_pieces)
            table["row_of"][viewer, seat] = row
            fields["piece_present"][viewer, row] = 1
            fields["piece_kind"][viewer, row, 0 if seat == 0 else 1 if seat <= edition.detectives else 2] = 1
            fields["piece_visible"][viewer, row] = seat > 0  # whether Mister X is, changes
    table["fixed_view"] = entries[:, :SMALL_VIEW]
