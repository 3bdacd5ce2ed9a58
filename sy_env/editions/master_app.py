"""Scotland Yard Master with its app (RULES A4)."""

from typing import Any

from sy_env.editions.app import App, app_options
from sy_env.editions.edition import Edition
from sy_env.editions.london import master
from sy_env.editions.options import EditionError, check_known, rules


def master_app(players: int = 6, **options: Any) -> Edition:
    """The Master box with its app: secret meeting points for Mister X, investigations for the detectives, a helicopter.

    Where the pieces start is left to the app in the box; here they draw Master's start cards.

    Args:
        players: 2..6, as in :func:`sy_env.editions.london.master`.
        options: any option of :class:`sy_env.editions.app.App` and of :class:`Edition`.

    Raises:
        EditionError: an unknown option, or an edition that cannot be played.
    """
    check_known(options, (*rules(Edition), *app_options()))
    given = {name: options.pop(name) for name in app_options() if name in options}
    if given and "app" in options:
        raise EditionError(f"app and {', '.join(given)} say the same; give one of them.")
    return master(players, **{"name": "master_app", "app": App(**given), **options})
