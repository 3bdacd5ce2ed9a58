"""The observation of the London games as a table."""

from functools import cache

from sy_env.layouts import Layout, Row, build_layout
from sy_env.london.state import FIELDS, PIECES, STOCKS

LAYOUT_VERSION = 1
RULES = ("reveal_by_round", "any_order", "forbid_return", "last_field", "unlimited", "enter_loses", "pooled", "pass_on")
"""Names in TABLES of the entries `rules`."""
MOST = 127  # numbers are clipped to what int8 holds


@cache
def london_layout(stations: int) -> Layout:
    """The observation of all London base editions, player counts and roles on a board of so many stations."""
    return build_layout(f"london-{stations}", LAYOUT_VERSION, base_rows(stations))


def base_rows(stations: int) -> list[Row]:
    """Rows for `build_layout` of what all London games have in common; their entries come first in every layout."""
    piece = "rows as in `piece_station`"
    return [
        ("role", (2,), 0, 1, "one-hot: the observer is Mister X, a pursuer"),
        ("seat", (PIECES,), 0, 1, "one-hot: seat of the observer (0 Mister X, 1.. pursuers)"),
        (
            "phase",
            (4,),
            0,
            1,
            "one-hot: a move, first half of a double, second half, the team chooses a piece",
        ),
        ("to_move", (PIECES,), 0, 1, f"one-hot: whose decision it is; {piece}"),
        ("round", (1,), 0, MOST, "round, from 1"),
        (
            "rounds_left",
            (1,),
            0,
            MOST,
            "rounds after this one (log fields still free where they end the game)",
        ),
        ("fields_used", (1,), 0, FIELDS, "fields of the travel log that are written"),
        (
            "moves_to_reveal",
            (1,),
            0,
            MOST,
            "Mister X's moves until he shows himself (1: his next), without further doubles; 0: never",
        ),
        (
            "rules",
            (len(RULES),),
            0,
            1,
            "edition: reveals by round, any order, way back in a double forbidden, ends by fields, unlimited supply, "
            "entering a pursuer loses, pooled tickets, used tickets pass to Mister X",
        ),
        ("piece_present", (PIECES,), 0, 1, f"the row is in play; {piece}"),
        ("piece_kind", (PIECES, 3), 0, 1, f"one-hot: Mister X, detective, Bobby; {piece}"),
        ("piece_visible", (PIECES,), 0, 1, f"the observer knows where it stands; {piece}"),
        ("piece_moved", (PIECES,), 0, 1, f"a pursuer that is done for this round; {piece}"),
        (
            "piece_tickets",
            (PIECES, STOCKS),
            0,
            MOST,
            f"taxi, bus, underground, black, double; a pool is shown for each sharer; {piece}",
        ),
        (
            "log_ticket",
            (FIELDS, 5),
            0,
            1,
            "travel log, one-hot by field: taxi, bus, underground, black, pass",
        ),
        ("log_visible", (FIELDS,), 0, 1, "the observer knows the station of the field"),
        ("log_tens", (FIELDS,), 0, 25, "station of the field // 10, 0 if not visible"),
        ("log_units", (FIELDS,), 0, 9, "station of the field % 10, 0 if not visible"),
        ("log_shown", (FIELDS,), 0, 1, "the station of the field was shown to everybody"),
        ("log_round", (FIELDS,), 0, MOST, "round in which the field was written, 0: not yet"),
        (
            "log_due",
            (FIELDS,),
            0,
            1,
            "fields to come on which Mister X has to show himself, without further doubles",
        ),
        (
            "piece_station",
            (PIECES, stations),
            0,
            1,
            "one-hot, zero if hidden or absent. Rows for a pursuer: itself, the other pursuers in seat order from it "
            "(around), Mister X last; for Mister X: himself, the pursuers in seat order",
        ),
        ("last_shown", (stations,), 0, 1, "one-hot: station that was shown last"),
        (
            "possible",
            (stations,),
            0,
            1,
            "exact set of stations where Mister X can be, from public information",
        ),
    ]


SMALL_VIEW = london_layout(1)["piece_station"].start
"""How many entries there are before those by station: on every board the same."""
