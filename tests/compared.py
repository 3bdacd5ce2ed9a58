"""All rows of games that the engine and the referees play side by side: what game number n of a row came to, by its name."""

from collections.abc import Callable
from functools import partial

from tests import lineup
from tests.app import lineup as app
from tests.comparison import Played
from tests.hunting import side_by_side as hunting

ROWS: dict[str, Callable[[int], Played]] = {
    **{name: partial(lineup.play_number, name) for name in lineup.LINEUP},
    **{name: partial(app.play_number, name) for name in app.LINEUP},
    **{name: partial(hunting.play_number, name) for name in hunting.LINEUP},
}
