"""App: the options of Scotland Yard Master's app mode, checked on construction (RULES A4, B-12 to B-14, C-2 to C-4).

What the printed rules do not tell of the app (thresholds, landmarks, schedules, the helicopter) is an option, its default a
stand-in.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from sy_env.boards.board import Board
from sy_env.boards.checks import some
from sy_env.boards.files import DATA, Landmark, Landmarks, read_landmarks
from sy_env.editions.options import Between, EditionError, Increasing, check_known, checked, rules

MOST_POINTS = 8
MOST_LANDMARKS = 64
INVESTIGATIONS = ("analysis", "locate", "scan", "interrogation")
MASTS = ("North", "South", "West", "East")
LANDMARKS_FILE = "landmarks.csv"

Stations = tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class App:
    """What the app adds to a London game. Brackets name the rule that an option decides.

    Attributes:
        heli_count: Mister X's helicopter tickets [B-14, C-3].
        heli_mode: where a flight may end: on "any" station, on one of `heli_pads` ("pads"), or on the station nearest to
            the point of the board that lies opposite ("opposite") [C-3].
        heli_pads: read under `heli_mode="pads"`.
        mp_rounds: rounds at whose start a further meeting point appears, 1..8 of them [C-4].
        mp_pool: stations that can become meeting points. None: those with a bus line [C-4].
        mp_min_dist: least number of taxi moves between a new meeting point and Mister X, and the unreached ones [C-4].
        mp_visible_to_detectives: pursuers see the meeting points, and when he reaches one [C-4].
        app_stuck: the pursuers are stuck and he has reached no meeting point: play goes on, he wins or he loses [B-12].
        investigation_offer: in which rounds the pursuers may investigate: at "random", in "every_round", in `offer_rounds`
            ("rounds"), or in every round by "one_random_kind" [C-2].
        offer_probability: read under `investigation_offer="random"`.
        offer_rounds: read under `investigation_offer="rounds"`.
        investigations_public: Mister X sees offers, kinds and answers of investigations too.
        masts: stations of the radio masts North, South, West, East.
        locate_thresholds: up to so many taxi moves a mast is near, at medium distance; beyond it is far [C-2].
        landmarks: (name, station) pairs, at most 64, or a CSV file with these columns. None: those that come with the board, if
            any [C-2].
        witness_radius: witnesses at a landmark see up to so many taxi moves far [C-2].
        interrogation_memory: how many of Mister X's moves before the last witnesses remember, 0..2 [C-2].
        analysis_prior: Analysis begins with his start cards ("cards") or with "all" stations [C-2].

    Raises:
        EditionError: an option is not allowed.
        BoardError: the file of landmarks cannot be read.
    """

    heli_count: Annotated[int, Between(0, 32)] = 1
    heli_mode: Literal["any", "pads", "opposite"] = "any"
    heli_pads: Annotated[Stations, Between(1, 255), Increasing()] = ()
    mp_rounds: Annotated[tuple[int, ...], Between(1, 32), Increasing()] = (1, 6, 11, 16)
    mp_pool: Annotated[Stations | None, Between(1, 255), Increasing()] = None
    mp_min_dist: Annotated[int, Between(1, 254)] = 6
    mp_visible_to_detectives: bool = False
    app_stuck: Literal["play_on", "mrx_wins", "mrx_loses"] = "play_on"
    investigation_offer: Literal["random", "every_round", "one_random_kind", "rounds"] = "random"
    offer_probability: Annotated[float, Between(0, 1)] = 0.75
    offer_rounds: Annotated[tuple[int, ...], Between(1, 32), Increasing()] = ()
    investigations_public: bool = False
    masts: Annotated[tuple[int, int, int, int], Between(1, 255)] = (13, 184, 94, 108)
    locate_thresholds: Annotated[tuple[int, int], Between(0, 254)] = (4, 9)
    landmarks: Landmarks | None = None
    witness_radius: Annotated[int, Between(0, 254)] = 1
    interrogation_memory: Annotated[int, Between(0, 2)] = 2
    analysis_prior: Literal["cards", "all"] = "cards"

    def __post_init__(self) -> None:
        object.__setattr__(self, "landmarks", _landmarks(self.landmarks))
        for name, hint in _rules().items():
            object.__setattr__(self, name, checked(name, getattr(self, name), hint))
        near, medium = self.locate_thresholds
        if near > medium:
            raise EditionError(f"locate_thresholds {self.locate_thresholds}: near ends before medium, not behind it.")
        if not 1 <= len(self.mp_rounds) <= MOST_POINTS:
            raise EditionError(f"mp_rounds {self.mp_rounds} are {len(self.mp_rounds)} rounds; allowed are 1..{MOST_POINTS}.")

    # --- on a board ---

    def landmarks_on(self, board: Board) -> Landmarks:
        """The landmarks in use on `board`."""
        if self.landmarks is not None:
            return self.landmarks
        return _bundled_landmarks(board.name) if board.is_bundled else ()

    def pool_on(self, board: Board) -> Stations:
        """Stations of `board` that can become meeting points."""
        if self.mp_pool is not None:
            return self.mp_pool
        return tuple(station for station in range(1, board.num_stations + 1) if board.neighbours["bus"][station])

    def check_board(self, board: Board) -> None:
        """Refuse options that do not fit a board.

        Raises:
            EditionError: naming the option.
        """
        stations = {
            "masts": self.masts,
            "heli_pads": self.heli_pads,
            "mp_pool": self.pool_on(board),
            "landmarks": tuple(station for _, station in self.landmarks_on(board)),
        }
        for name, numbers in stations.items():
            beyond = {station for station in numbers if station > board.num_stations}
            if beyond:
                has = f"board {board.name!r} has no station {some(beyond)}; it has 1..{board.num_stations}"
                raise EditionError(f"{name}: {has}.")
        if not stations["mp_pool"]:
            raise EditionError(f"mp_pool is empty on board {board.name!r}; it needs a station (None: all with a bus line).")
        if self.heli_mode == "pads" and not self.heli_pads:
            raise EditionError('heli_pads is empty; heli_mode "pads" needs a station at least.')
        if self.heli_mode == "opposite" and board.coordinates is None:
            raise EditionError(f'heli_mode "opposite" needs coordinates; board {board.name!r} has none.')

    # --- versions of it ---

    def replace(self, **options: Any) -> Self:
        """The same app with other values for some options.

        Raises:
            EditionError: an unknown option or a value that is not allowed.
        """
        check_known(options, app_options())
        return type(self)(**{**{name: getattr(self, name) for name in app_options()}, **options})

    def to_dict(self) -> dict[str, Any]:
        """The options in words and numbers that JSON and YAML can hold."""
        words = {name: _plain(getattr(self, name)) for name in app_options()}
        return {**words, "landmarks": None if self.landmarks is None else [list(landmark) for landmark in self.landmarks]}


def app_of(value: object) -> App | None:
    """The app that an option `app` means: none, one, or options by name.

    Raises:
        EditionError: neither, or an unknown option.
    """
    if value is None or isinstance(value, App):
        return value
    if not isinstance(value, Mapping):
        raise EditionError(f"app {value!r} is neither None, nor an App, nor its options by name.")
    check_known(value, app_options())
    return App(**value)


@cache
def app_options() -> tuple[str, ...]:
    """Names of all options of :class:`App`."""
    return tuple(rules(App))


@cache
def _bundled_landmarks(board: str) -> Landmarks:
    path = DATA / board / LANDMARKS_FILE
    return read_landmarks(path) if path.exists() else ()


@cache
def _rules() -> Mapping[str, Any]:
    return {name: hint for name, hint in rules(App).items() if name != "landmarks"}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _landmarks(value: object) -> Landmarks | None:
    if value is None:
        return None
    if isinstance(value, str | Path):
        return _limited(read_landmarks(Path(value)))
    rows = value.items() if isinstance(value, Mapping) else value
    if not isinstance(rows, Iterable):
        raise EditionError(f"landmarks {value!r} are neither (name, station) pairs nor a file of them.")
    return _limited(tuple(_landmark(row) for row in rows))


def _landmark(row: Any) -> Landmark:
    try:
        name, station = row
    except (TypeError, ValueError):
        raise EditionError(f"landmarks: {row!r} is not a (name, station) pair.") from None
    text: str = checked("landmarks: the name", name, str)
    number: int = checked("landmarks: the station", station, Annotated[int, Between(1, 255)])
    return text, number


def _limited(landmarks: Landmarks) -> Landmarks:
    if len(landmarks) > MOST_LANDMARKS:
        raise EditionError(f"landmarks: {len(landmarks)} are given; allowed are {MOST_LANDMARKS}.")
    stations = [station for _, station in landmarks]
    repeated = {station for station in stations if stations.count(station) > 1}
    if repeated:
        raise EditionError(f"landmarks: station {some(repeated)} stands there more than once; allowed is once.")
    return landmarks
