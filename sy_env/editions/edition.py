"""Edition: everything in which the boxes differ, as data, checked on construction."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from sy_env.boards.board import Board
from sy_env.editions.app import App, app_of, app_options
from sy_env.editions.combinations import MOST_FIELDS, MOST_PURSUERS, check_combinations
from sy_env.editions.options import Between, EditionError, Increasing, check_known, checked, rules
from sy_env.errors import one_of

UNLIMITED = 99  # what a ticket kind shows that never runs out

Tickets = Annotated[tuple[int, int, int], Between(0, 120)]
Stations = tuple[int, ...]
CONTROLS = ("individual", "team")


@dataclass(frozen=True, kw_only=True)
class Edition:
    """One way to play the London game. Every option is a field; the defaults are the classic box for six.

    Editions are values: hashable, comparable, picklable. Brackets name the rule that an option decides.

    Attributes:
        name: what the edition is called.
        board: where it is played; the name of a board that comes with the package, or a folder, will do.
        board_variants: lines of some printings to add to the board, such as ("13-14",).
        players: people at the table, Mister X among them, 2..6.
        detectives: pawns that pay for their moves.
        bobbies: pawns that travel free. Together with the detectives 1..5.
        detective_tickets: taxi, bus and underground tickets dealt to each detective [B-35].
        tickets_per: "pawn", or "player": detectives moved by one player share their tickets [B-11].
        pawn_order: whose the pawns are when there are more than players: "grouped" (neighbours in seat order
            belong together) or "interleaved" [B-11].
        mrx_tickets: Mister X's own taxi, bus and underground tickets; not read under `ticket_flow="supply"`.
        mrx_black: his black tickets [B-34].
        mrx_double: his double-move tickets [B-04].
        ticket_flow: where detectives' used tickets go: to Mister X ("to_mrx"), into the supply that pays for
            his moves ("supply"), or out of the game ("discard").
        mrx_supply: "unlimited": his taxi, bus and underground tickets never run out and show as 99 [B-03].
        box_tickets: taxi, bus and underground tickets in the box; under "supply" he has what is not dealt.
        start_cards: stations from which pursuers draw their start. Empty: every station of the board.
        mrx_start_cards: stations from which Mister X draws. None: one deck for all.
        fixed_starts: start of every seat, Mister X first. None: they are drawn.
        reveal_index: whether `reveal_set` counts Mister X's moves (fields of the log) or rounds [B-01].
        reveal_set: when Mister X shows himself, in 1..32, sorted.
        game_length: Mister X has won after `rounds` rounds, or the round that fills field `fields` [B-02].
        rounds: 1..32, read under `game_length="rounds"`.
        fields: 1..32, read under `game_length="fields"`.
        order: pursuers move in seat order ("fixed") or in any order [B-10].
        double_return: whether a double move may lead back to the station where it began [B-06].
        stuck_rule: whose being stuck makes Mister X win: the detectives' alone, or all pursuers' [B-07].
        stuck_tie: what it is when Mister X is surrounded while all are stuck [B-08].
        mrx_enter_detective: whether Mister X may step onto a pursuer's station, which loses [A6].
        mrx_no_ticket: whether Mister X loses or passes when tickets alone stop him.
        hide_mrx_stock: pursuers are not shown his tickets [B-30].
        observe_possible: observations hold the set of stations where Mister X can be.
        app: what Master's app adds. None: it is not used.

    Raises:
        EditionError: an option or a combination of options is not allowed.
        BoardError: the board cannot be read, or its taxi lines do not connect it.
    """

    name: str = "custom"
    board: Board
    board_variants: tuple[str, ...] = ()
    players: Annotated[int, Between(2, 1 + MOST_PURSUERS)] = 6
    detectives: Annotated[int, Between(0, MOST_PURSUERS)] = 5
    bobbies: Annotated[int, Between(0, MOST_PURSUERS)] = 0
    detective_tickets: Tickets = (10, 8, 4)
    tickets_per: Literal["pawn", "player"] = "pawn"
    pawn_order: Literal["grouped", "interleaved"] = "grouped"
    mrx_tickets: Tickets = (4, 3, 3)
    mrx_black: Annotated[int, Between(0, 120)] = 5
    mrx_double: Annotated[int, Between(0, 120)] = 2
    ticket_flow: Literal["to_mrx", "supply", "discard"] = "to_mrx"
    mrx_supply: Literal["finite", "unlimited"] = "finite"
    box_tickets: Annotated[tuple[int, int, int], Between(0, 999)] = (62, 49, 25)
    start_cards: Annotated[Stations, Between(1, 255)] = ()
    mrx_start_cards: Annotated[Stations | None, Between(1, 255)] = None
    fixed_starts: Annotated[Stations | None, Between(1, 255)] = None
    reveal_index: Literal["move", "round"] = "round"
    reveal_set: Annotated[tuple[int, ...], Between(1, MOST_FIELDS), Increasing()] = (3, 8, 13, 18)
    game_length: Literal["rounds", "fields"] = "rounds"
    rounds: Annotated[int, Between(1, MOST_FIELDS)] = 22
    fields: Annotated[int, Between(1, MOST_FIELDS)] = 24
    order: Literal["fixed", "any"] = "fixed"
    double_return: Literal["allow", "forbid"] = "forbid"
    stuck_rule: Literal["detectives", "all_pursuers"] = "detectives"
    stuck_tie: Literal["mrx_loses", "draw"] = "mrx_loses"
    mrx_enter_detective: Literal["illegal", "loses"] = "illegal"
    mrx_no_ticket: Literal["loses", "passes"] = "loses"
    hide_mrx_stock: bool = False
    observe_possible: bool = True
    app: App | None = None

    def __post_init__(self) -> None:
        self._settle("board", _board(self.board, self.board_variants))
        self._settle("board_variants", self.board.variants)
        self._settle("app", app_of(self.app))
        for name, hint in _rules().items():
            self._settle(name, checked(name, getattr(self, name), hint))
        if not self.start_cards:
            self._settle("start_cards", _all_stations(self.board))
        check_combinations(self)

    def _settle(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    # --- seats and agents ---

    @property
    def num_stations(self) -> int:
        """Stations of the board."""
        return self.board.num_stations

    @property
    def pursuers(self) -> int:
        """Detectives and Bobbies."""
        return self.detectives + self.bobbies

    @property
    def num_pieces(self) -> int:
        """Seats in use: Mister X is 0, then the detectives, then the Bobbies."""
        return 1 + self.pursuers

    @property
    def seat_names(self) -> tuple[str, ...]:
        """Names of the pieces by seat: `mrx_0`, `detective_0`, ..., `bobby_0`, ..."""
        return ("mrx_0", *_numbered("detective", self.detectives), *_numbered("bobby", self.bobbies))

    def agents(self, control: str = "individual") -> tuple[str, ...]:
        """Names of the agents, Mister X first.

        Args:
            control: "individual" (every piece is an agent) or "team" (`detectives_0` for all pursuers).

        Raises:
            EditionError: unknown control.
        """
        if control not in CONTROLS:
            raise EditionError(one_of("control", control, CONTROLS))
        return self.seat_names if control == "individual" else ("mrx_0", "detectives_0")

    # --- tickets ---

    @property
    def accounts(self) -> tuple[int, ...]:
        """By seat, the seat whose tickets pay for it: its own, or its pool's first; -1: travels free."""
        owners = self._owners()
        return (0, *(1 + owners.index(owner) for owner in owners), *(-1 for _ in range(self.bobbies)))

    def _owners(self) -> list[int]:
        people = self.players - 1
        if self.tickets_per == "pawn" or people >= self.detectives:
            return list(range(self.detectives))
        owners = [pawn % people for pawn in range(self.detectives)]
        return sorted(owners) if self.pawn_order == "grouped" else owners

    @property
    def mrx_start_tickets(self) -> tuple[int, int, int]:
        """Taxi, bus and underground tickets that Mister X can use at the start: his own, or the supply."""
        if self.mrx_supply == "unlimited":
            return UNLIMITED, UNLIMITED, UNLIMITED
        if self.ticket_flow != "supply":
            return self.mrx_tickets
        dealt = (self.detectives * tickets for tickets in self.detective_tickets)
        taxi, bus, underground = (box - gone for box, gone in zip(self.box_tickets, dealt, strict=True))
        return taxi, bus, underground

    # --- versions of it ---

    def replace(self, **options: Any) -> Self:
        """The same edition with other values for some options.

        Nothing else changes with them, but a deck of all stations stays one on another board. Where the app is used its options
        can be given by their own names.

        Raises:
            EditionError: an unknown option, or an edition that cannot be played.
        """
        if self.app is not None and "app" not in options:
            check_known(options, (*_names(), *app_options()))
            options["app"] = self.app.replace(**{name: options.pop(name) for name in app_options() if name in options})
        check_known(options, _names())
        if "board" in options:
            options.setdefault("board_variants", ())
        elif "board_variants" in options and self.board.is_bundled:
            options["board"] = self.board.name
        values = {name: getattr(self, name) for name in _names()}
        if self.start_cards == _all_stations(self.board):
            values["start_cards"] = ()
        return type(self)(**{**values, **options})

    def to_dict(self) -> dict[str, Any]:
        """The edition in words and numbers that JSON and YAML can hold.

        A board that comes with the package goes by its name, any other is written out.
        """
        words = {name: _plain(getattr(self, name)) for name in _names()}
        if self.start_cards == _all_stations(self.board):
            words["start_cards"] = []
        words["app"] = None if self.app is None else self.app.to_dict()
        return {**words, "board": self.board.name if self.board.is_bundled else self.board.to_dict()}

    @classmethod
    def from_dict(cls, words: Mapping[str, Any]) -> Self:
        """The edition that :meth:`to_dict` described; options that are missing have their defaults.

        Raises:
            EditionError: an unknown option, no board, or an edition that cannot be played.
        """
        return cls(**options_of(words))


def options_of(words: Mapping[str, Any], more: tuple[str, ...] = ()) -> dict[str, Any]:
    """Options in a form that :class:`Edition` takes, a board described in words made a board.

    Args:
        words: values by the name of the option.
        more: further names that are allowed.

    Raises:
        EditionError: an unknown option, or no board.
    """
    check_known(words, (*_names(), *more))
    if "board" not in words:
        raise EditionError("The option board is missing: an edition needs one, such as 'london'.")
    board = words["board"]
    return {**words, "board": Board.from_dict(board) if isinstance(board, Mapping) else board}


def _board(board: Board | str | Path, variants: str | tuple[str, ...]) -> Board:
    """The board with the variants added that it does not have."""
    wanted = {variants} if isinstance(variants, str) else set(variants)
    if not isinstance(board, Board):
        return Board.load(board, wanted)
    if wanted <= set(board.variants):
        return board
    if not board.is_bundled:
        raise EditionError(f"board_variants {variants!r}: board {board.name!r} has {board.variants}; load it with them.")
    return Board.load(board.name, wanted | set(board.variants))


def _all_stations(board: Board) -> Stations:
    return tuple(range(1, board.num_stations + 1))


def _numbered(word: str, count: int) -> Iterator[str]:
    return (f"{word}_{i}" for i in range(count))


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


@cache
def _names() -> tuple[str, ...]:
    return tuple(rules(Edition))


@cache
def _rules() -> Mapping[str, Any]:
    return {name: hint for name, hint in rules(Edition).items() if name not in ("board", "board_variants", "app")}
