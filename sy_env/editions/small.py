"""Small games that can be solved exactly, made for this project; `glasses` of the literature is their neighbour.

Mister X never shows himself in them unless `reveal_set` says when.
"""

from typing import Any

from sy_env.editions.edition import Edition, options_of


def wheel(**options: Any) -> Edition:
    """Seven stations: a ring and its hub. One detective on the hub, Mister X on 2, 4 or 6, 3 rounds, one black ticket.

    Args:
        options: any option of :class:`Edition`.

    Raises:
        EditionError: an unknown option, or an edition that cannot be played.
    """
    return _small("wheel", 2, (3, 3, 0), {"start_cards": (7,), "mrx_start_cards": (2, 4, 6)}, options)


def blocks(**options: Any) -> Edition:
    """Twelve stations in three rows, with buses across. Mister X on 7, detectives on 1 and 9, 3 rounds, one black ticket.

    Args:
        options: any option of :class:`Edition`.

    Raises:
        EditionError: an unknown option, or an edition that cannot be played.
    """
    return _small("blocks", 3, (3, 2, 0), {"fixed_starts": (7, 1, 9)}, options)


def quarter(**options: Any) -> Edition:
    """Sixteen stations in four rows, with buses and underground. Mister X on 11, detectives on 1 and 4, 3 rounds, a black ticket.

    Args:
        options: any option of :class:`Edition`.

    Raises:
        EditionError: an unknown option, or an edition that cannot be played.
    """
    return _small("quarter", 3, (3, 2, 1), {"fixed_starts": (11, 1, 4)}, options)


def _small(name: str, players: int, tickets: tuple[int, int, int], starts: dict[str, Any], options: dict[str, Any]) -> Edition:
    plain = {
        "name": name,
        "board": name,
        "players": players,
        "detectives": players - 1,
        "detective_tickets": tickets,
        "mrx_tickets": tickets,
        "mrx_black": 1,
        "mrx_double": 0,
        "ticket_flow": "discard",
        "reveal_set": (),
        "rounds": 3,
    }
    return Edition(**options_of({**plain, **starts, **options}))
