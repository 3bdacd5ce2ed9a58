"""Which options go together: checks of an edition as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sy_env.boards.checks import some
from sy_env.editions.options import EditionError

if TYPE_CHECKING:
    from sy_env.editions.edition import Edition

MOST_PURSUERS = 5
MOST_FIELDS = 32  # of the travel log, and of rounds


def check_combinations(edition: Edition) -> None:
    """Refuse an edition whose options are each allowed but do not go together.

    Raises:
        EditionError: naming the options.
        BoardError: the taxi lines do not connect the board.
    """
    edition.board.check_connected("taxi")
    _check_pieces(edition)
    _check_decks(edition)
    _check_fixed_starts(edition)
    _check_supply(edition)
    _check_length(edition)
    if edition.app is not None:
        edition.app.check_board(edition.board)


def _check_pieces(edition: Edition) -> None:
    if not 1 <= edition.pursuers <= MOST_PURSUERS:
        raise EditionError(
            f"detectives {edition.detectives} and bobbies {edition.bobbies} are {edition.pursuers} pursuers; "
            f"allowed are 1..{MOST_PURSUERS} together."
        )


def _check_decks(edition: Edition) -> None:
    _check_cards("start_cards", edition.start_cards, edition)
    if edition.mrx_start_cards is None:
        need = edition.num_pieces
    else:
        _check_cards("mrx_start_cards", edition.mrx_start_cards, edition)
        if not edition.mrx_start_cards:
            raise EditionError("mrx_start_cards is empty; it needs a station at least (None: one deck for all).")
        shared = not set(edition.start_cards).isdisjoint(edition.mrx_start_cards)
        need = edition.pursuers + shared  # Mister X may have drawn a station that pursuers draw from too
    if edition.fixed_starts is None and len(edition.start_cards) < need:
        raise EditionError(f"start_cards has {len(edition.start_cards)} stations; the pieces need {need}.")


def _check_cards(name: str, cards: tuple[int, ...], edition: Edition) -> None:
    n = edition.board.num_stations
    beyond = {station for station in cards if station > n}
    if beyond:
        raise EditionError(f"{name}: board {edition.board.name!r} has no station {some(beyond)}; it has 1..{n}.")
    repeated = {station for station in cards if cards.count(station) > 1}
    if repeated:
        raise EditionError(f"{name}: station {some(repeated)} stands there more than once; allowed is once.")


def _check_fixed_starts(edition: Edition) -> None:
    starts = edition.fixed_starts
    if starts is None:
        return
    _check_cards("fixed_starts", starts, edition)
    if len(starts) != edition.num_pieces:
        raise EditionError(f"fixed_starts {starts} has {len(starts)} stations; the pieces are {edition.seat_names}.")


def _check_supply(edition: Edition) -> None:
    if min(edition.mrx_start_tickets) < 0:
        deal = f"detective_tickets {edition.detective_tickets} of {edition.detectives} detectives"
        raise EditionError(f"box_tickets {edition.box_tickets} do not suffice for {deal}.")


def _check_length(edition: Edition) -> None:
    fields = edition.rounds + edition.mrx_double
    if edition.game_length == "rounds" and fields > MOST_FIELDS:
        asked = f"rounds {edition.rounds} and mrx_double {edition.mrx_double}"
        raise EditionError(f"{asked} can fill {fields} log fields; allowed are {MOST_FIELDS}.")
