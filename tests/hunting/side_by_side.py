"""Games of Hunting Mister X that the engine and the referee of `tests/oracle` play side by side, compared after every action.

As in `tests/comparison.py` a difference is a report that holds the whole game.
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from sy_env.boards.tile_set import TileSet
from sy_env.boards.tiles import Side, Tile
from sy_env.editions.hunting import BY_PLAYERS, HuntingEdition, hunting, hunting_expert
from sy_env.engine import BatchedGame
from sy_env.episode import WINNERS
from sy_env.hunting.game import FACES, HuntingGame
from sy_env.hunting.state import OVER, PHASES
from tests.comparison import Played
from tests.oracle.hunting import HuntingReferee
from tests.oracle.hunting_board import HuntingBoard
from tests.oracle.hunting_board import Side as OracleSide
from tests.oracle.hunting_edition import HuntingEdition as OracleEdition

CHOICES: dict[str, tuple[Any, ...]] = {
    "detective_dice": (1, 3, 5),
    "die_faces": ((2, 2, 1, 1), (1, 1, 1, 3), (1, 2, 3, 0)),
    "ug_tiles": ("at_least", "exactly"),
    "reroll_per_turn": (None, 0, 1, 2),
    "rerolls": (0, 1, 3),
    "mrx_black": (0, 1, 2, 3),
    "mrx_double": (0, 1, 2),
    "mrx_helicopter": (0, 1, 2),
    "board_spaces": (3, 8, 13, 14),
    "reveal_index": ("turn", "space"),
    "reveal_set": (None, (2, 4, 6, 8, 10, 12), (3, 6, 9, 12)),
    "start_spaces": ("taxi_only", "no_underground"),
    "mrx_enter_detective": (True, False),
    "force_specials": (True, False),
    "no_die": ("supply", "specials_unavailable"),
    "heli_in_double": (True, False),
    "double_needs_two_dice": (True, False),
    "black_ignores_dead_end": (True, False),
}
CONTROLS = ("individual", "team")
LOG_KINDS = ("", "taxi", "bus", "underground", "black", "helicopter", "pass", "start")
MOVES = ("taxi", "bus", "underground", "black", "helicopter")
SHARED = {*CHOICES, "detectives", "order", "expert_tiles", "dice"} - {"black_ignores_dead_end", "die_faces"}


def random_edition(rng: random.Random, strange: bool) -> HuntingEdition:
    """A box for 2 to 4 players with some options changed, all of them or none; `strange`: on tiles that nobody has seen."""
    players = rng.choice((2, 3, 4))
    changed = rng.sample(sorted(CHOICES), rng.choice((0, 3, len(CHOICES))))
    options = {**BY_PLAYERS[players], **{name: rng.choice(CHOICES[name]) for name in changed}}
    tiles = random_tiles(rng) if strange else TileSet.load()
    if strange:
        options["underground_tiles"] = None
    return HuntingEdition(players=players, tiles=tiles, dice=12, expert_tiles=rng.choice((0, 2, 6)), **options)


def random_tiles(rng: random.Random) -> TileSet:
    letters = "ABCDEFGHI"
    tiles = (Tile(letter, random_side(rng, 4 * i + 1), random_side(rng, 4 * i + 1)) for i, letter in enumerate(letters))
    return TileSet("strange", tuple(tiles))


def random_side(rng: random.Random, first: int) -> Side:
    stops = [("taxi",), *(("taxi", *rng.choice(((), ("bus",), ("underground",), ("bus", "underground")))) for _ in range(3))]
    inner = ["TL-TR", "TL-BL", "TR-BR", "BL-BR"]
    stubs = ["N1", "N2", "E1", "E2", "S1", "S2", "W1", "W2"]
    rng.shuffle(inner)
    rng.shuffle(stubs)
    ways = [road.replace("-", ">") if rng.random() < 0.5 else ">".join(reversed(road.split("-"))) for road in inner[:2]]
    return Side(
        numbers=tuple(range(first, first + 4)),
        stops=tuple(stops),
        missing=(*inner[2 : 2 + rng.randint(0, 1)], *stubs[: rng.randint(0, 2)]),
        one_way=tuple(ways[: rng.randint(0, 2)]),
        dead_end=tuple(stubs[2 : 2 + rng.randint(0, 2)]),
        diagonal=tuple(rng.sample(("TL-BR", "TR-BL"), rng.randint(0, 2))),
    )


# -- one game in two languages


def oracle_side(side: Side) -> OracleSide:
    stops = ["".join(stop[0].upper() for stop in here) for here in side.stops]
    return OracleSide(
        stops=(stops[0], stops[1], stops[2], stops[3]),
        oneway=side.one_way,
        dead=side.dead_end,
        diagonals=tuple(road.replace("-", "/") for road in side.diagonal),
        missing=side.missing,
    )


def referee_of(batch: BatchedGame) -> HuntingReferee:
    """A referee before the game that has just been dealt in row 0."""
    edition: Any = batch.game.edition
    board = batch.game.board(batch.games[0])  # type: ignore[attr-defined]
    standard, expert = ({tile.letter: oracle_side(tile.sides[i]) for tile in edition.tiles.tiles} for i in (0, 1))
    laid = HuntingBoard(board.layout, board.flipped, standard, expert, edition.black_ignores_dead_end)
    options = {name: getattr(edition, name) for name in SHARED}
    if edition.underground_tiles is None:
        options["ug_tiles"] = "at_least"  # of none
    cells = edition.columns * edition.rows
    return HuntingReferee(OracleEdition(**options, tiles=cells, underground_tiles=edition.underground_tiles or 0), laid)


def log_of(game: Any) -> list[tuple[str, int, bool, int]]:
    """Mister X's board: kind, space, whether it can be read, round."""
    names = ("log_kind", "log_station", "log_shown", "log_round")
    written = zip(*(game[name].tolist()[: game["spaces"]] for name in names), strict=True)
    return [(LOG_KINDS[kind], space, shown == space, number) for kind, space, shown, number in written]


def told_by_engine(batch: BatchedGame) -> dict[str, Any]:
    game = batch.games[0]
    seats = len(batch.game.seats)
    over = game["phase"] == OVER
    asked = [] if over else [batch.actions.text(int(action)) for action in batch.action_mask[0].nonzero()[0]]
    return {
        "phase": PHASES[game["phase"]],
        "mover": None if over else int(game["mover"]),
        "agent": int(batch.to_move[0]),
        "legal": sorted(asked),
        "stations": game["station"][:seats].tolist(),
        "round": int(game["round"]),
        "boxes": [int(game[name]) for name in ("black", "double", "helicopter", "rerolls")],
        "board_dice": int(game["board_dice"]),
        "log": log_of(game),
        "laid": {seat: FACES[game["laid"][seat] - 1] for seat in range(1, seats) if game["laid"][seat]},
        "possible": None if over else {space for space in range(37) if int(game["possible"][0]) >> space & 1},
        "result": (WINNERS[game["winner"]], batch.game.reasons[int(game["reason"])]),
        "played": (int(game["moves"]), int(game["decisions"])),
        "rewards": batch.rewards[0].tolist(),
    }


def told_by_referee(referee: HuntingReferee, actions: list[str], team: bool) -> dict[str, Any]:
    over = referee.phase == "over"
    gain = {"mrx": 1.0, "detectives": -1.0}.get(str(referee.winner), 0.0)
    return {
        "phase": referee.phase,
        "mover": None if over else referee.mover,
        "agent": -1 if over else min(referee.mover, 1) if team else referee.mover,
        "legal": [] if over else sorted(referee.legal()),
        "stations": list(referee.stations),
        "round": referee.round,
        "boxes": [referee.specials["black"], referee.doubles, referee.specials["helicopter"], referee.tokens],
        "board_dice": referee.board_dice,
        "log": [tuple(entry) for entry in referee.log],
        "laid": dict(referee.laid),
        "possible": None if over else referee.possible,
        "result": (referee.winner, referee.reason),
        "played": (sum(action.startswith(MOVES) for action in actions), len(actions)),
        "rewards": [gain, *[-gain] * (1 if team else len(referee.stations) - 1)],
    }


# -- how the random games go


def uniform(referee: HuntingReferee, rng: random.Random) -> str:
    """Any legal action."""
    return rng.choice(sorted(referee.legal()))


def lavish(referee: HuntingReferee, rng: random.Random) -> str:
    """Double moves, flights, black tickets and rerolls more often than not."""
    legal = sorted(referee.legal())
    special = [action for action in legal if action.startswith(("double", "black", "helicopter", "reroll"))]
    return rng.choice(special if special and rng.random() < 0.6 else legal)


def patient(referee: HuntingReferee, rng: random.Random) -> str:
    """Nobody steps onto Mister X, nor he onto them: games last until his board is full."""
    deadly = referee.stations[1:] if referee.mover == 0 else referee.stations[:1]
    legal = sorted(referee.legal())
    return rng.choice([action for action in legal if action.split()[-1] not in map(str, deadly)] or legal)


HABITS: tuple[Callable[[HuntingReferee, random.Random], str], ...] = (uniform, lavish, patient)


# -- games


def compare(edition: HuntingEdition, control: str, seed: int, rng: random.Random, every_history: bool = False) -> Played:
    """Play one game in both; stop at the first difference.

    `every_history`: compare the set of possible spaces with all hidden histories that fit what the detectives know.
    """
    batch = BatchedGame(HuntingGame(edition, control), 1, seed, autoreset=False)
    referee = referee_of(batch)
    habit = rng.choice(HABITS)
    actions: list[str] = []
    if edition.placement == "random":
        starts = batch.games["station"][0].tolist()[: len(batch.game.seats)]
        for space in (*starts[1:], starts[0]):
            referee.apply(f"place {space}")
    while True:
        if referee.phase == "roll":
            referee.roll([face for face, n in zip(FACES, batch.games["roll"][0].tolist(), strict=True) for _ in range(n)])
        engine, oracle = told_by_engine(batch), told_by_referee(referee, actions, control == "team")
        if every_history and referee.phase != "over":
            oracle["possible"] = referee.possible_by_enumeration()
        difference = [
            f"  {name}: engine {engine[name]}, referee {oracle[name]}" for name in engine if engine[name] != oracle[name]
        ]
        if difference or referee.phase == "over":
            told = "\n".join([f"{edition}, {control}, seed {seed}, {actions}", "the two differ:", *difference])
            return Played(actions, referee.reason, told if difference else "")
        actions.append(habit(referee, rng))
        batch.step(np.array([batch.actions.index(actions[-1])]))
        referee.apply(actions[-1])


LINEUP = ("hunting", "hunting_expert", "hunting_options", "hunting_tiles")
"""What is compared: the boxes, with random options, with random options on random tiles."""


def draw(name: str, rng: random.Random) -> HuntingEdition:
    """An edition of a row of LINEUP."""
    if name in ("hunting", "hunting_expert"):
        make = hunting if name == "hunting" else hunting_expert
        return make(rng.choice((2, 3, 4)), placement=rng.choice(("chosen", "random")))
    return random_edition(rng, name == "hunting_tiles")


def play_number(name: str, number: int) -> Played:
    """Game `number` of a row of LINEUP: always the same one."""
    rng = random.Random(f"{name} {number}")
    return compare(draw(name, rng), rng.choice(CONTROLS), number, rng)


def play_small(number: int) -> Played:
    """Game `number` on a board of two to four random tiles, the set of possible spaces against all histories."""
    rng = random.Random(f"small {number}")
    columns, rows = rng.choice(((2, 1), (1, 2), (3, 1), (2, 2)))
    small = {"columns": columns, "rows": rows, "expert_tiles": rng.randint(0, columns * rows), "detectives": rng.randint(1, 2)}
    return compare(random_edition(rng, strange=True).replace(**small), rng.choice(CONTROLS), number, rng, every_history=True)
