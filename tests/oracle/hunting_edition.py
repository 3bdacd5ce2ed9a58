"""Hunting Mister X in plain types: every option as a field (A5, B-16 to B-28)."""

from dataclasses import dataclass
from typing import Any

from .hunting_board import HuntingBoard

HUNTING_CHOICES: dict[str, tuple[Any, ...]] = {
    "order": ("clockwise", "any"),
    "ug_tiles": ("at_least", "exactly"),
    "reveal_index": ("turn", "space"),
    "start_spaces": ("taxi_only", "no_underground"),
    "no_die": ("supply", "specials_unavailable"),
    "mrx_enter_detective": (True, False),
    "force_specials": (True, False),
    "heli_in_double": (True, False),
    "double_needs_two_dice": (True, False),
}


@dataclass(frozen=True)
class HuntingEdition:
    """The options of a game; the defaults are those of four players."""

    detectives: int = 3
    order: str = "clockwise"  # "any": one player with two pawns
    tiles: int = 9
    expert_tiles: int = 0
    ug_tiles: str = "at_least"
    underground_tiles: int = 0
    dice: int = 7
    detective_dice: int = 4
    rerolls: int = 3
    reroll_per_turn: int | None = None
    mrx_black: int = 3
    mrx_double: int = 1
    mrx_helicopter: int = 1
    board_spaces: int = 13
    reveal_index: str = "turn"
    reveal_set: tuple[int, ...] | None = None
    start_spaces: str = "taxi_only"
    mrx_enter_detective: bool = True
    force_specials: bool = False
    no_die: str = "supply"
    heli_in_double: bool = False
    double_needs_two_dice: bool = True

    def __post_init__(self) -> None:
        for name, allowed in HUNTING_CHOICES.items():
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name}={getattr(self, name)!r}, allowed: {allowed}")

    @property
    def spotted(self) -> tuple[int, ...]:
        """Turns or spaces of the board after which Mister X is spotted (B-17)."""
        if self.reveal_set is not None:
            return self.reveal_set
        return (3, 7, 11) if self.reveal_index == "turn" else (4, 8, 12)

    def allows(self, board: HuntingBoard) -> bool:
        """Whether so many tiles may lie so (B-23, B-24)."""
        found = board.underground_tiles()
        enough = found == self.underground_tiles if self.ug_tiles == "exactly" else found >= self.underground_tiles
        return enough and (len(board.sides), len(board.flipped)) == (self.tiles, self.expert_tiles)

    def check(self, board: HuntingBoard) -> None:
        """Refuse a board that the rules of this edition do not allow."""
        if not self.allows(board):
            found = f"{len(board.sides)} tiles, {len(board.flipped)} flipped, {board.underground_tiles()} with an underground"
            allowed = f"{self.tiles}, {self.expert_tiles}, {self.ug_tiles} {self.underground_tiles}"
            raise ValueError(f"{found}, allowed: {allowed}")


def hunting(players: int = 4, **options: Any) -> HuntingEdition:
    """The box with standard tiles."""
    box: dict[str, Any] = {}
    if players in (2, 3):
        box = {"detectives": 2, "tiles": 6, "detective_dice": 3, "mrx_black": 2, "underground_tiles": 3}
        box["order"] = "any" if players == 2 else "clockwise"
    elif players != 4:
        raise ValueError(f"players={players}, allowed: 2, 3, 4")
    return HuntingEdition(**{**box, **options})


def hunting_expert(players: int = 4, **options: Any) -> HuntingEdition:
    """The box with some tiles flipped to the expert side."""
    return hunting(players, **{"expert_tiles": 3 if players == 4 else 2, **options})
