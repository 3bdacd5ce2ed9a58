"""Hunting Mister X: the dice-and-tiles game and its options (RULES A5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from sy_env.boards.tile_set import TileSet
from sy_env.boards.tiles import MOST_TILES
from sy_env.editions.edition import CONTROLS
from sy_env.editions.options import Between, EditionError, Increasing, check_known, checked, rules
from sy_env.errors import one_of

MOST_PAWNS = 3
MOST_BOARD_SPACES = 16  # of Mister X's board
TILES = TileSet.load("hunting")
REVEALS = {"turn": (3, 7, 11), "space": (4, 8, 12)}

BY_PLAYERS: Mapping[int, Mapping[str, Any]] = {
    2: {"detectives": 2, "order": "any", "rows": 2, "underground_tiles": 3, "detective_dice": 3, "mrx_black": 2},
    3: {"detectives": 2, "rows": 2, "underground_tiles": 3, "detective_dice": 3, "mrx_black": 2},
    4: {"detectives": 3, "rows": 3, "detective_dice": 4, "mrx_black": 3},
}
"""What the box has for so many players; the rest does not depend on them."""


@dataclass(frozen=True, kw_only=True)
class HuntingEdition:
    """One way to play Hunting Mister X. Every option is a field; the defaults are the box for four, standard sides.

    Editions are values: hashable, comparable, picklable. Brackets name the rule that an option decides.

    Attributes:
        name: what the edition is called.
        tiles: the tiles to lay the board of; the name of a set that comes with the package, or a CSV file, will do [C-1].
        players: people at the table, Mister X among them, 2..4.
        detectives: pawns that hunt him, 1..3.
        order: pawns move "clockwise" from the starting player, or in "any" order: one player moves them all, and chooses for each
            roll which pawn uses it.
        columns: tiles in a row.
        rows: rows of tiles.
        underground_tiles: how many tiles of the board have to have an underground station (standard side); None: any number.
        ug_tiles: whether that number is the least, or the exact one [B-23].
        expert_tiles: tiles that are turned over [B-24].
        dice: in the box.
        detective_dice: in the detectives' hands at the start of a round, if so many are left.
        die_faces: sides of a die with taxi, bus, underground, X [C-1].
        rerolls: "Roll again" tokens.
        reroll_per_turn: how many of them may be used on the roll of one pawn; None: all [B-26].
        mrx_black: Mister X's black tickets.
        mrx_double: his double moves.
        mrx_helicopter: his helicopter flights.
        board_spaces: spaces of his board, his start on the first [B-16].
        reveal_index: whether `reveal_set` counts his turns or the spaces of his board [B-17].
        reveal_set: when he is spotted. None: turns 3, 7, 11, or spaces 4, 8, 12.
        placement: the agents choose where to start ("chosen"), or it is drawn ("random").
        start_spaces: where detectives may start: on spaces with nothing but taxis, or wherever no underground stops [B-25].
        mrx_enter_detective: Mister X may step onto a detective's space, and loses by it; else he cannot [B-18].
        force_specials: he may not pass while a black ticket or the helicopter leads anywhere [B-19].
        no_die: what covers his space when no detective laid a die: one from the supply, or nothing does and he has no use of his
            special tickets [B-20].
        heli_in_double: the helicopter may be half of a double move [B-21].
        double_needs_two_dice: a double move needs two laid dice, also if black tickets are used in it [B-22].
        black_ignores_dead_end: a black ticket leads through dead ends [B-27].
        observe_possible: observations hold the set of spaces where Mister X can be.

    Raises:
        EditionError: an option or a combination of options is not allowed.
        BoardError: the tiles cannot be used.
    """

    name: str = "hunting"
    tiles: TileSet = TILES
    players: Annotated[int, Between(2, 1 + MOST_PAWNS)] = 4
    detectives: Annotated[int, Between(1, MOST_PAWNS)] = 3
    order: Literal["clockwise", "any"] = "clockwise"
    columns: Annotated[int, Between(1, 3)] = 3
    rows: Annotated[int, Between(1, 3)] = 3
    underground_tiles: Annotated[int | None, Between(0, MOST_TILES)] = None
    ug_tiles: Literal["at_least", "exactly"] = "at_least"
    expert_tiles: Annotated[int, Between(0, MOST_TILES)] = 0
    dice: Annotated[int, Between(1, 31)] = 7
    detective_dice: Annotated[int, Between(1, 15)] = 4
    die_faces: Annotated[tuple[int, int, int, int], Between(0, 60)] = (2, 2, 1, 1)
    rerolls: Annotated[int, Between(0, 99)] = 3
    reroll_per_turn: Annotated[int | None, Between(0, 99)] = None
    mrx_black: Annotated[int, Between(0, 15)] = 3
    mrx_double: Annotated[int, Between(0, 15)] = 1
    mrx_helicopter: Annotated[int, Between(0, 15)] = 1
    board_spaces: Annotated[int, Between(2, MOST_BOARD_SPACES)] = 13
    reveal_index: Literal["turn", "space"] = "turn"
    reveal_set: Annotated[tuple[int, ...] | None, Between(1, MOST_BOARD_SPACES), Increasing()] = None
    placement: Literal["chosen", "random"] = "chosen"
    start_spaces: Literal["taxi_only", "no_underground"] = "taxi_only"
    mrx_enter_detective: bool = True
    force_specials: bool = False
    no_die: Literal["supply", "specials_unavailable"] = "supply"
    heli_in_double: bool = False
    double_needs_two_dice: bool = True
    black_ignores_dead_end: bool = False
    observe_possible: bool = True

    def __post_init__(self) -> None:
        self._settle("tiles", _tiles(self.tiles))
        for name, hint in _rules().items():
            self._settle(name, checked(name, getattr(self, name), hint))
        if self.reveal_set is None:
            self._settle("reveal_set", REVEALS[self.reveal_index])
        _check_board(self)
        _check_dice(self)

    def _settle(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    # -- seats and agents

    @property
    def num_pieces(self) -> int:
        """Seats in use: Mister X is 0, then the detectives."""
        return 1 + self.detectives

    @property
    def seat_names(self) -> tuple[str, ...]:
        """Names of the pieces by seat: `mrx_0`, `detective_0`, ..."""
        return ("mrx_0", *(f"detective_{i}" for i in range(self.detectives)))

    def agents(self, control: str = "individual") -> tuple[str, ...]:
        """Names of the agents, Mister X first.

        Args:
            control: "individual" (every pawn is an agent) or "team" (`detectives_0` for all of them).

        Raises:
            EditionError: unknown control.
        """
        if control not in CONTROLS:
            raise EditionError(one_of("control", control, CONTROLS))
        return self.seat_names if control == "individual" else ("mrx_0", "detectives_0")

    @property
    def num_stations(self) -> int:
        """Spaces on a board; their numbers are among 1..36."""
        return 4 * self.columns * self.rows

    @property
    def no_start_stops(self) -> tuple[str, ...]:
        """Stops that a space must not have for a detective to start there."""
        return ("bus", "underground") if self.start_spaces == "taxi_only" else ("underground",)

    # -- versions of it

    def replace(self, **options: Any) -> Self:
        """The same edition with other values for some options; nothing else changes with them.

        Only `reveal_set`, where it is the usual one, follows `reveal_index`.

        Raises:
            EditionError: an unknown option, or an edition that cannot be played.
        """
        check_known(options, _names())
        values = {name: getattr(self, name) for name in _names()}
        if self.reveal_set == REVEALS[self.reveal_index]:
            values["reveal_set"] = None
        return type(self)(**{**values, **options})

    def to_dict(self) -> dict[str, Any]:
        """The edition in words and numbers that JSON and YAML can hold; tiles of the package go by their name."""
        words = {name: _plain(getattr(self, name)) for name in _names()}
        return {**words, "tiles": self.tiles.name if self.tiles.is_bundled else self.tiles.to_dict()}

    @classmethod
    def from_dict(cls, words: Mapping[str, Any]) -> Self:
        """The edition that :meth:`to_dict` described; options that are missing have their defaults.

        Raises:
            EditionError: an unknown option, or an edition that cannot be played.
        """
        check_known(words, _names())
        tiles = words.get("tiles", "hunting")
        return cls(**{**words, "tiles": TileSet.from_dict(tiles) if isinstance(tiles, Mapping) else tiles})


def hunting(players: int = 4, **options: Any) -> HuntingEdition:
    """The box, standard sides.

    Args:
        players: 2..4. With 2 one detective player moves two pawns, with 3 two players one each: six tiles, three dice, two black
            tickets. With 4 three pawns: nine tiles, four dice, three black tickets.
        options: any other option of :class:`HuntingEdition`.

    Raises:
        EditionError: an unknown option, or an edition that cannot be played.
    """
    if isinstance(players, bool) or players not in BY_PLAYERS:
        raise EditionError(f"hunting: {one_of('players', players, BY_PLAYERS)}")
    return HuntingEdition.from_dict({"name": "hunting", **BY_PLAYERS[players], "players": players, **options})


def hunting_expert(players: int = 4, **options: Any) -> HuntingEdition:
    """The box with tiles turned to the expert side: three with 4 players, two with 2 and 3.

    Args:
        players: as in :func:`hunting`.
        options: any other option of :class:`HuntingEdition`.

    Raises:
        EditionError: an unknown option, or an edition that cannot be played.
    """
    expert = {"name": "hunting_expert", "expert_tiles": 3 if players == 4 else 2}
    return hunting(**{**expert, "players": players, **options})


# -- which options go together


def _check_board(edition: HuntingEdition) -> None:
    tiles, cells = edition.tiles.tiles, edition.columns * edition.rows
    if cells > len(tiles):
        raise EditionError(f"columns {edition.columns} and rows {edition.rows} need {cells} tiles; there are {len(tiles)}.")
    two_sided = sum(tile.expert is not None for tile in tiles)
    if edition.expert_tiles > (cells if two_sided == len(tiles) else 0):
        raise EditionError(
            f"expert_tiles {edition.expert_tiles}: {cells} tiles are laid, {two_sided} of {len(tiles)} have that side."
        )
    _check_underground(edition, cells)
    sides = ((tile.standard, tile.expert or tile.standard) for tile in tiles)
    starts = sorted(min(len(side.spaces_without(*edition.no_start_stops)) for side in both) for both in sides)
    if sum(starts[:cells]) < edition.detectives:
        raise EditionError(
            f"detectives {edition.detectives}: some boards have only {sum(starts[:cells])} spaces for them to start on."
        )


def _check_underground(edition: HuntingEdition, cells: int) -> None:
    wanted = edition.underground_tiles
    if wanted is None:
        return
    stations = sum(bool(tile.standard.spaces_with("underground")) for tile in edition.tiles.tiles)
    fewest, most = max(0, cells - len(edition.tiles.tiles) + stations), min(cells, stations)
    if wanted > most or (wanted < fewest and edition.ug_tiles == "exactly"):
        raise EditionError(f"underground_tiles {wanted} ({edition.ug_tiles}): boards have {fewest}..{most} of them.")


def _check_dice(edition: HuntingEdition) -> None:
    if not any(edition.die_faces):
        raise EditionError(f"die_faces {edition.die_faces}: a die needs a face.")
    for needed in _most_on_board(edition):
        if needed > edition.dice:
            raise EditionError(f"dice {edition.dice}: Mister X's board can need {needed} of them before he is spotted.")


def _most_on_board(edition: HuntingEdition) -> list[int]:
    """How many dice Mister X can need on his board until each time that he is spotted, and, one left to roll, until the end."""
    turns = edition.reveal_index == "turn"
    last = edition.board_spaces - 1 if turns else edition.board_spaces
    marks = [0, *(mark for mark in edition.reveal_set or () if (mark > 0 if turns else mark > 1) and mark <= last)]
    stretches = [b - a + (edition.mrx_double if turns else 0) for a, b in pairwise(marks)]
    stretches.append(last - marks[-1] + 1)
    stretches[0] += turns  # the start is covered too
    return stretches


# -- the form of the options


def _tiles(tiles: TileSet | str | Path) -> TileSet:
    if not isinstance(tiles, TileSet | str | Path):
        raise EditionError(f"tiles {tiles!r} is neither a TileSet nor the name of one, such as 'hunting', nor a file.")
    return tiles if isinstance(tiles, TileSet) else TileSet.load(tiles)


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


@cache
def _names() -> tuple[str, ...]:
    return tuple(rules(HuntingEdition))


@cache
def _rules() -> Mapping[str, Any]:
    return {name: hint for name, hint in rules(HuntingEdition).items() if name != "tiles"}
