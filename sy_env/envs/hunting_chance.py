"""Chance in Hunting Mister X, outcome by outcome: tiles and their sides, drawn starts, rolls."""

from math import comb, perm
from typing import Any

import numpy as np

from sy_env.engine import Array
from sy_env.envs.chance import ROW, Chance, Deal, Outcomes, even
from sy_env.envs.events import CHANCE, MRX_ONLY, OPEN, Event
from sy_env.errors import PositionError
from sy_env.hunting.dice import Roll, rolls
from sy_env.hunting.game import FACES
from sy_env.hunting.state import MOVE, PLACE, ROLL, SPACES, TILES


class HuntingChance(Chance):
    """A deal is a board, tile by tile: outcome 2 * index in the box, and 1 more for a tile that is turned over."""

    kinds = ("start", "tile", "roll")

    def __init__(self, game: Any, position: Any = None) -> None:
        if position is not None and position.layout is None:
            raise PositionError("The position needs a layout of tiles, such as layout='ABC/DEF/GHI': no board lies there yet.")
        edition = game.edition
        self._rolls = [list(rolls(edition.die_faces, hand).items()) for hand in range(edition.detective_dice + 1)]
        self._has_underground = [bool(tile.standard.spaces_with("underground")) for tile in edition.tiles.tiles]
        self._places = edition.columns * edition.rows
        self._first_start = game.actions.index("place 1")
        super().__init__(game, position)
        self.most_outcomes = max(SPACES + 1, 2 * len(self._has_underground), len(self._rolls[-1]))
        self.most_points = self._places + edition.num_pieces + edition.board_spaces * edition.detectives + edition.rerolls

    # -- tiles

    def _next_card(self, deal: Deal) -> Outcomes:
        if len(deal) == self._places:
            return []
        laid = {dealt // 2 for dealt in deal}
        left = [tile for tile in range(len(self._has_underground)) if tile not in laid]
        ways = {tile: self._ways_on((*deal, 2 * tile), [other for other in left if other != tile]) for tile in left}
        turned = (self.edition.expert_tiles - sum(dealt % 2 for dealt in deal)) / (self._places - len(deal))
        sides = enumerate((1 - turned, turned))
        found = [(2 * tile + side, ways[tile] / sum(ways.values()) * share) for side, share in sides for tile in left]
        return sorted((outcome, chance) for outcome, chance in found if chance > 0)

    def _ways_on(self, deal: Deal, left: list[int]) -> int:
        """In how many ways the tiles that are left can fill the other places with as many stations as the edition asks for."""
        places = self._places - len(deal)
        stations = sum(self._has_underground[tile] for tile in left)
        laid = sum(self._has_underground[dealt // 2] for dealt in deal)
        return sum(
            comb(places, n) * perm(stations, n) * perm(len(left) - stations, places - n)
            for n in range(places + 1)
            if self._enough(laid + n)
        )

    def _enough(self, stations: int) -> bool:
        wanted = self.edition.underground_tiles
        if wanted is None:
            return True
        return bool(stations == wanted if self.edition.ug_tiles == "exactly" else stations >= wanted)

    def dealt(self, deal: Deal, outcome: int) -> Event:
        """The event of an outcome of :meth:`deal`."""
        if self.position is not None:
            return super().dealt(deal, outcome)
        letter = self.edition.tiles.letters[outcome // 2]
        return Event(CHANCE, "tile", f"{letter} turned over" if outcome % 2 else letter, outcome + 1, OPEN)

    def begin(self, deal: Deal) -> Array:
        """The record (1,) of a game with that deal, as far as chance lets it go."""
        record = super().begin(deal)
        if self.position is not None and self.position.roll is None and self.game.chance(record[0]):
            record["phase"], record["roll"] = ROLL, 0  # positions are set up with the dice rolled
        return record

    def _begin_dealt(self, record: Array, deal: Deal) -> None:
        layout = np.zeros((1, 2 * TILES), np.uint8)
        for place, dealt in enumerate(deal):
            layout[0, place], layout[0, TILES + place] = dealt // 2 + 1, dealt % 2
        self.game.loops.lay_given(record, self.game.tables, ROW, layout)

    # -- drawn starts and rolls

    def due(self, record: Array) -> Outcomes:
        """The outcomes of the chance that is due in a game; nothing when somebody is to decide, or the game is over."""
        if record["phase"][0] == ROLL:
            return [(i, chance) for i, (_, chance) in enumerate(self._rolls_of(record))]
        if self.edition.placement == "random" and record["phase"][0] == PLACE:
            return even(action - self._first_start + 1 for action in self._legal(record))
        return []

    def _rolls_of(self, record: Array) -> list[tuple[Roll, float]]:
        return self._rolls[int(record["hand"][0])]

    def _legal(self, record: Array) -> list[int]:
        mask, seen = np.zeros((1, self.game.actions.size), np.int8), np.zeros((1, self.game.layout.size), np.int8)
        self.game.loops.look(record, self.game.tables, ROW, record["mover"].astype(np.int64), mask, seen)
        return [int(action) for action in np.flatnonzero(mask[0])]

    def resolve(self, record: Array, outcome: int) -> None:
        """Go on with an outcome of the chance that is due."""
        if record["phase"][0] == ROLL:
            roll = np.array([self._rolls_of(record)[outcome][0]], np.int64)
            self.game.loops.roll_given(record, self.game.tables, ROW, roll)
        else:
            self.act(record, self._first_start + outcome - 1)

    def drawn(self, record: Array, outcome: int) -> Event:
        """The event of an outcome of :meth:`due`."""
        if record["phase"][0] != ROLL:
            return Event(CHANCE, "start", str(outcome), outcome, OPEN if record["mover"][0] else MRX_ONLY)
        roll = self._rolls_of(record)[outcome][0]
        words = [word for word, count in zip(FACES, roll, strict=True) for _ in range(count)]
        return Event(CHANCE, "roll", " ".join(words), outcome + 1, OPEN)

    def act(self, record: Array, action: int) -> None:
        """Let the mover act, as far as chance lets the game go."""
        self.game.loops.act_only(record, self.game.tables, ROW, np.array([action], np.int64))

    def shown(self, record: Array) -> Array:
        """The record from which observations are made while chance is due: a turn without a roll."""
        if record["phase"][0] != ROLL:
            return record
        shown = record.copy()
        shown["phase"] = MOVE
        return shown

    @property
    def most_decisions(self) -> int:
        """The most decisions that a game can have: starts, rounds, rerolls, double moves."""
        edition = self.edition
        choices = 2 if edition.order == "any" else 1
        rounds = edition.board_spaces * (1 + choices * edition.detectives)
        return int(edition.num_pieces + rounds + choices * edition.rerolls + 2 * edition.mrx_double)
