"""Hunting Mister X played by its rules (A5): what is legal, what it changes, who is next, who has won.

Actions are texts: "place 7", "taxi 3", "black 3", "helicopter 3", "double", "pass", "reroll", "piece detective_0".
Dice come from outside: in phase "roll" the caller gives the faces to `roll`.
"""

import copy
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from .hunting_board import DICE_KINDS, HuntingBoard
from .hunting_edition import HuntingEdition
from .position import Entry

FACES = (*DICE_KINDS, "x")

Move = tuple[str, int]  # how, and the space it leads to


class HuntingGame:
    """A game from the placing of the pawns, or, with `stations` given, from a position in mid-game.

    Stations by seat, 0 for a piece that is not placed yet. The log is Mister X's board: its first entry is
    the start, and a die lies on each entry until he is spotted. A position is a detective's decision if `roll`
    tells all dice in hand, else Mister X's; `laid` are the dice beside pawns by seat, `board_dice` those on
    Mister X's board (else one for each entry of the log).
    """

    def __init__(
        self,
        edition: HuntingEdition,
        board: HuntingBoard,
        stations: Sequence[int] | None = None,
        round: int = 1,
        log: Iterable[tuple[str, int, bool, int]] = (),
        laid: Mapping[int, str] | None = None,
        roll: Sequence[str] | None = None,
        moved: Iterable[int] = (),
        board_dice: int | None = None,
        tokens: int | None = None,
        specials: Mapping[str, int] | None = None,
        doubles: int | None = None,
    ) -> None:
        self.edition, self.board = edition, board
        self.stations = list(stations or [0] * (1 + edition.detectives))
        self.phase, self.mover, self.round = "place", 1, round
        self.moved = set(moved)
        self.log = [Entry(*entry) for entry in log]
        self.hand = 0  # dice in the detectives' hand
        self.faces: Counter[str] = Counter()  # how those lie
        self.laid = dict(laid or {})  # the die beside a pawn, by seat
        self.taken: list[str] = []  # laid dice that Mister X has moved by in this turn
        self.board_dice = len(self.log) if board_dice is None else board_dice
        self.tokens = edition.rerolls if tokens is None else tokens
        self.rerolled = 0  # tokens spent since the last pawn was done
        dealt = {"black": edition.mrx_black, "helicopter": edition.mrx_helicopter}
        self.specials = Counter(dict(dealt if specials is None else specials))
        self.doubles = edition.mrx_double if doubles is None else doubles
        self.winner: str | None = None
        self.reason: str | None = None
        if stations is not None:
            self._begin(roll)

    def _begin(self, roll: Sequence[str] | None) -> None:
        if len(self.stations) != 1 + self.edition.detectives or not set(self.stations) <= set(self.board.spaces):
            allowed = f"{1 + self.edition.detectives} spaces of {self.board.spaces}"
            raise ValueError(f"stations {self.stations}, allowed: {allowed}")
        if roll is None:
            self.mover, self.phase = 0, "move"
        else:
            self.hand, self.faces = len(roll), Counter(roll)
            self._ask()

    def clone(self) -> Self:
        twin = copy.copy(self)
        twin.stations, twin.log, twin.taken = self.stations[:], self.log[:], self.taken[:]
        twin.moved, twin.laid = set(self.moved), dict(self.laid)
        twin.faces, twin.specials = Counter(self.faces), Counter(self.specials)
        return twin

    # --- what is where ---

    @property
    def held(self) -> set[int]:
        """Spaces of the detectives' pawns that stand on the board."""
        return set(self.stations[1:]) - {0}

    @property
    def dice_off_board(self) -> int:
        """Dice in supply, in hand and beside pawns."""
        return self.edition.dice - self.board_dice

    @property
    def laid_left(self) -> Counter[str]:
        """Dice beside pawns that Mister X has not moved by in this turn, by kind."""
        return Counter(self.laid.values()) - Counter(self.taken)

    @property
    def board_is_full(self) -> bool:
        return len(self.log) >= self.edition.board_spaces

    # --- what may be done ---

    def legal(self) -> set[str]:
        """Texts of all legal actions; empty when dice are to be rolled and when the game is over."""
        if self.phase in ("roll", "over"):
            return set()
        if self.phase == "place":
            return {f"place {space}" for space in self.start_spaces()}
        if self.mover == 0:
            return self._mrx_legal()
        actions = {"reroll"} if self._can_reroll() else set()
        if self.phase == "piece":
            return actions | {f"piece detective_{seat - 1}" for seat in self.candidates()}
        return actions | (texts(self.pawn_moves(self.mover)) or {"pass"})

    def start_spaces(self) -> set[int]:
        """Where the piece that is placed next may stand (B-25)."""
        free = set(self.board.spaces) - self.held
        if self.mover == 0:
            return free
        if self.edition.start_spaces == "taxi_only":
            return {space for space in free if self.board.stops[space] == "T"}
        return {space for space in free if "U" not in self.board.stops[space]}

    def pawn_moves(self, seat: int) -> set[Move]:
        """Moves of a pawn by the dice in hand; no two pawns on one space."""
        kinds = [kind for kind in DICE_KINDS if self.faces[kind]]
        space = self.stations[seat]
        return {(kind, end) for kind in kinds for end in self.board.targets(kind, space) - self.held}

    def candidates(self) -> list[int]:
        """Pawns that may be next: of one player's two those that can use the roll, else all that wait (A5)."""
        waiting = [seat for seat in self._in_order() if seat not in self.moved]
        if self.edition.order == "clockwise":
            return waiting[:1]
        return sorted(seat for seat in waiting if self.pawn_moves(seat)) or sorted(waiting)

    def _in_order(self) -> list[int]:
        """Seats clockwise from the one with the starting player token, which moves on every round."""
        count = self.edition.detectives
        return [(self.round - 1 + step) % count + 1 for step in range(count)]

    def _can_reroll(self) -> bool:
        limit = self.edition.reroll_per_turn
        return self.tokens > 0 and self.hand > 0 and (limit is None or self.rerolled < limit)

    # --- Mister X; only public facts besides the space asked about ---

    def _mrx_legal(self) -> set[str]:
        here = self.stations[0]
        if self.phase == "first_half":
            return texts(self.first_halves(here))
        if self.phase == "second_half":
            return texts(self.second_halves(here))
        actions = texts(self.single_moves(here))
        actions |= {"double"} if self.can_double(here) else set()
        return actions | {"pass"} if self.may_pass(here) else actions

    def single_moves(self, space: int) -> set[Move]:
        return self._moves(self._kinds(self.laid_left, self.specials), space)

    def may_pass(self, space: int) -> bool:
        """Whether no laid die is usable from `space`; specials are never compulsory unless B-19 says so."""
        if self.edition.force_specials:
            return not self.single_moves(space)
        return not self._moves(set(self.laid_left), space)

    def can_double(self, space: int) -> bool:
        """Whether he may declare a double from `space`: two free spaces on his board, dice for both (B-22)."""
        dice = sum(self.laid_left.values()) if self.edition.double_needs_two_dice else self.dice_off_board
        two_free = self.edition.board_spaces - len(self.log) >= 2
        return self.doubles > 0 and two_free and dice >= 2 and bool(self.first_halves(space))

    def first_halves(self, space: int) -> set[Move]:
        """Moves after which a second half exists, with what the first half leaves."""
        found = set()
        for kind in self._double_kinds(self._kinds(self.laid_left, self.specials)):
            used = Counter([kind])
            rest = self._kinds(self.laid_left - used, self.specials - used, covered=True)
            for middle in self.board.targets(kind, space) - self.blocked:
                if self._moves(self._double_kinds(rest), middle):
                    found.add((kind, middle))
        return found

    def second_halves(self, middle: int) -> set[Move]:
        """Moves of the second half, when the first has been made."""
        return self._moves(self._double_kinds(self._kinds(self.laid_left, self.specials, covered=True)), middle)

    @property
    def blocked(self) -> set[int]:
        """Spaces that Mister X may not enter (B-18)."""
        return set() if self.edition.mrx_enter_detective else self.held

    def _moves(self, kinds: Iterable[str], space: int) -> set[Move]:
        return {(kind, end) for kind in kinds for end in self.board.targets(kind, space) - self.blocked}

    def _kinds(self, dice: Counter[str], specials: Counter[str], covered: bool = False) -> set[str]:
        """Ways to move with these dice and tickets left; a special needs a die to cover it (B-20).

        `covered`: in a second half, where the declaration has made sure of the covers. A special of the first
        half is covered by a die that the second half leaves, so no die needs to be set aside for it.
        """
        laid = covered or bool(self.laid) or self.edition.no_die == "supply"
        cover = covered or (laid and self.dice_off_board > 0)
        return set(dice) | ({kind for kind, left in specials.items() if left > 0} if cover else set())

    def _double_kinds(self, kinds: set[str]) -> set[str]:
        return kinds if self.edition.heli_in_double else kinds - {"helicopter"}

    # --- what it changes ---

    def apply(self, action: str) -> None:
        """Play a legal action; any other raises ValueError and changes nothing."""
        if action not in self.legal():
            allowed = sorted(self.legal()) or f"nothing in phase {self.phase}"
            raise ValueError(f"{action!r} for seat {self.mover}, allowed: {allowed}")
        if self.phase == "place":
            self._place(int(action.split()[1]))
        elif self.mover == 0:
            self._mrx_acts(action)
        else:
            self._pawn_acts(action)

    def roll(self, faces: Sequence[str]) -> None:
        """The dice in hand have been rolled and show `faces`, in any order."""
        if self.phase != "roll" or len(faces) != self.hand or not set(faces) <= set(FACES):
            due = f"{self.hand} faces of {FACES}" if self.phase == "roll" else "no roll is due"
            raise ValueError(f"{list(faces)} in phase {self.phase}, allowed: {due}")
        self.faces = Counter(faces)
        self._ask()

    def _place(self, space: int) -> None:
        self.stations[self.mover] = space
        if self.mover == 0:
            self._write("start")
            self._detectives_phase()
        else:
            self.mover = (self.mover + 1) % len(self.stations)

    def _write(self, kind: str) -> None:
        """The next space of his board gets his number and a die on it."""
        self.log.append(Entry(kind, self.stations[0], False, self.round))
        self.board_dice += 1

    # --- detectives ---

    def _detectives_phase(self) -> None:
        """Dice on the table go back to the supply; the detectives take theirs."""
        self.laid, self.taken = {}, []
        self.hand = max(0, min(self.edition.detective_dice, self.dice_off_board))
        self.moved = set()
        self._next_pawn()

    def _next_pawn(self) -> None:
        self.rerolled = 0
        self.faces = Counter()
        if len(self.moved) < self.edition.detectives:
            self._roll_is_due()
        elif self.board_is_full:
            self._end("mrx", "survived")
        else:
            self.mover, self.phase = 0, "move"

    def _roll_is_due(self) -> None:
        self.mover, self.phase = self._first_waiting(), "roll"
        if self.hand == 0:
            self._ask()

    def _first_waiting(self) -> int:
        waiting = [seat for seat in self._in_order() if seat not in self.moved]
        return waiting[0] if self.edition.order == "clockwise" else min(waiting)

    def _ask(self) -> None:
        found = self.candidates()
        self.mover, self.phase = found[0], "move" if len(found) == 1 else "piece"

    def _pawn_acts(self, action: str) -> None:
        word = action.split()[0]
        if word == "reroll":
            self.tokens -= 1
            self.rerolled += 1
            self._roll_is_due()
        elif word == "piece":
            self.mover, self.phase = 1 + int(action.split("_")[1]), "move"
        else:
            self._pawn_moves_or_stays(action)

    def _pawn_moves_or_stays(self, action: str) -> None:
        self.moved.add(self.mover)
        if action != "pass":
            kind, space = action.split()
            self.stations[self.mover] = int(space)
            self.laid[self.mover] = kind
            self.hand -= 1
        if self.stations[self.mover] == self.stations[0]:
            self._end("detectives", "capture")
        else:
            self._next_pawn()

    # --- Mister X ---

    def _mrx_acts(self, action: str) -> None:
        if action == "double":
            self.doubles -= 1
            self.phase = "first_half"
            return
        kind = action.split()[0]
        if kind in DICE_KINDS:
            self.taken.append(kind)
        elif kind in self.specials:
            self.specials[kind] -= 1
        if kind != "pass":
            self.stations[0] = int(action.split()[1])
        self._write(kind)
        if self.stations[0] in self.held:
            self._end("detectives", "entered")
            return
        if self.edition.reveal_index == "space" and len(self.log) in self.edition.spotted:
            self._spotted()
        if self.phase == "first_half":
            self.phase = "second_half"
        else:
            self._end_of_turn()

    def _end_of_turn(self) -> None:
        if self.edition.reveal_index == "turn" and self.round in self.edition.spotted:
            self._spotted()
        self.round += 1
        self._detectives_phase()

    def _spotted(self) -> None:
        """All numbers on his board become public; the dice go back to the supply."""
        self.log = [entry._replace(shown=True) for entry in self.log]
        self.board_dice = 0

    def _end(self, winner: str, reason: str) -> None:
        self.phase, self.winner, self.reason = "over", winner, reason


def texts(moves: Iterable[Move]) -> set[str]:
    """Moves as action texts, e.g. "bus 15"."""
    return {f"{kind} {end}" for kind, end in moves}
