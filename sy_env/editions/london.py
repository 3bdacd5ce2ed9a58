"""The boxes played on the map of London: classic and Master (RULES A1 to A3)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from sy_env.editions.edition import Edition, options_of
from sy_env.editions.options import EditionError
from sy_env.errors import one_of

CLASSIC_CARDS = (13, 26, 29, 34, 50, 53, 91, 94, 103, 112, 117, 132, 138, 141, 155, 174, 197, 198)
MASTER_D_CARDS = (13, 26, 29, 34, 50, 53, 91, 94, 103, 112, 117, 123, 138, 141, 155, 174)
MASTER_X_CARDS = (35, 45, 51, 71, 78, 104, 106, 127, 132, 146, 166, 170, 172)

CLASSIC_DETECTIVES = {3: 4, 4: 3, 5: 4, 6: 5}  # by players
MASTER_PURSUERS = {2: (2, 2), 3: (2, 2), 4: (3, 1), 5: (4, 0), 6: (5, 0)}  # detectives and Bobbies by players
LOG_MARKS = (3, 8, 13, 18, 24)

STRENGTH_OPTIONS: Mapping[str, Any] = MappingProxyType(
    {
        "players": 6,
        "reveal_index": "move",
        "reveal_set": LOG_MARKS,
        "game_length": "rounds",
        "rounds": 22,
        "double_return": "allow",
    }
)
"""Arguments of :func:`classic` for tables of playing strength: five detectives, reveals by log field."""


def classic(players: int = 6, classic_pawns: int | None = None, **options: Any) -> Edition:
    """The classic box.

    With `reveal_index="move"` and no `reveal_set` of your own the marks stay 3, 8, 13, 18.

    Args:
        players: 3..6; 3 have four detective pawns (two players with two each), 4, 5 and 6 one pawn a player.
        classic_pawns: so many detective pawns whatever the number of players; some printings always play 5.
        options: any other option of :class:`Edition`. `mrx_black` is the number of detectives if not given.

    Raises:
        EditionError: an unknown option, or an edition that cannot be played.
    """
    if classic_pawns is not None and "detectives" in options:
        both = f"classic_pawns {classic_pawns!r} and detectives {options['detectives']!r}"
        raise EditionError(f"{both} say the same; give one of them.")
    detectives = options.get("detectives", classic_pawns)
    if detectives is None:
        detectives = _by_players("classic", CLASSIC_DETECTIVES, players)
    box = {
        "name": "classic",
        "board": "london",
        "detectives": detectives,
        "mrx_black": detectives,
        "start_cards": CLASSIC_CARDS,
    }
    return Edition(**options_of({**box, "players": players, **options}, ("classic_pawns",)))


def master(players: int = 6, **options: Any) -> Edition:
    """The Master box without its app.

    Args:
        players: 2..6; with 2 and 3 two detectives and two Bobbies, with 4 three and one, then one detective a
            player. The two detectives of the game for 2 share their tickets.
        options: any other option of :class:`Edition`.

    Raises:
        EditionError: an unknown option, or an edition that cannot be played.
    """
    detectives, bobbies = _by_players("master", MASTER_PURSUERS, players)
    box = {
        "name": "master",
        "board": "london",
        "detectives": detectives,
        "bobbies": bobbies,
        "detective_tickets": (11, 8, 4),
        "tickets_per": "player" if players == 2 else "pawn",
        "mrx_tickets": (0, 0, 0),
        "mrx_black": 5,
        "ticket_flow": "supply",
        "start_cards": MASTER_D_CARDS,
        "mrx_start_cards": MASTER_X_CARDS,
        "reveal_index": "move",
        "reveal_set": LOG_MARKS,
        "order": "any",
        "double_return": "allow",
    }
    return Edition(**options_of({**box, "players": players, **options}))


def _by_players(name: str, table: dict[int, Any], players: Any) -> Any:
    if isinstance(players, bool) or players not in tuple(table):
        raise EditionError(f"{name}: {one_of('players', players, table)}")
    return table[players]
