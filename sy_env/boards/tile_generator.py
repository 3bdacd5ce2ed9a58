"""Boxes of tiles made up from a seed, for boards that nobody has seen."""

from collections.abc import Iterator, Mapping
from numbers import Integral

import numpy as np

from sy_env.boards.checks import BoardError
from sy_env.boards.tile_board import TileBoard, rows_of
from sy_env.boards.tile_set import TileSet
from sy_env.boards.tiles import DIAGONALS, MOST_TILES, ONE_WAYS, STOPS, STUBS, Side, Tile
from sy_env.errors import one_of

MOST_TRIES = 1000
BOARDS_TRIED = 20  # random layouts, with everything turned over, that have to be connected
KNOWN_BUS = {15: True, 16: False, 19: True}  # what is known of the printed tiles


def generate_tiles(
    seed: int,
    *,
    tiles: int = MOST_TILES,
    bus_per_tile: int = 2,
    ug_tiles: int = 5,
    ug_implies_bus: bool = True,
    taxi_only_min_per_tile: int = 1,
    expert_features: int = 2,
) -> TileSet:
    """A box of tiles with stops and expert sides drawn from a seed.

    Standard sides have all roads. Spaces 15 and 19 are bus stops and 16 is none, as in the printed box. Boxes are thrown away
    until taxis lead from everywhere to everywhere on random layouts with all tiles turned over.

    Args:
        seed: the same seed and arguments give the same box, 0 or more.
        tiles: how many, 1..9.
        bus_per_tile: spaces of a tile with a bus stop, 1..3.
        ug_tiles: tiles with an underground station, 0..tiles.
        ug_implies_bus: buses stop wherever the underground does.
        taxi_only_min_per_tile: spaces of a tile with nothing but taxis, at least, 0..3.
        expert_features: one-way streets, dead ends and diagonals on each expert side, 0..4.

    Raises:
        ValueError: an argument is out of range, or no such box was found.
    """
    limits = {"tiles": (tiles, 1, MOST_TILES), "bus_per_tile": (bus_per_tile, 1, 3), "ug_tiles": (ug_tiles, 0, tiles)}
    limits |= {"taxi_only_min_per_tile": (taxi_only_min_per_tile, 0, 3), "expert_features": (expert_features, 0, 4)}
    _check_numbers(seed, limits)
    if not isinstance(ug_implies_bus, bool):
        raise ValueError(one_of("ug_implies_bus", ug_implies_bus, (False, True)) + ".")
    if bus_per_tile + taxi_only_min_per_tile > 4:
        raise ValueError(f"bus_per_tile={bus_per_tile} and taxi_only_min_per_tile={taxi_only_min_per_tile}: a tile has 4 spaces.")
    rng = np.random.default_rng(seed)
    for _ in range(MOST_TRIES):
        stations = set(rng.choice(tiles, ug_tiles, replace=False).tolist())
        stops = [_stops(rng, i, bus_per_tile, i in stations, ug_implies_bus) for i in range(tiles)]
        if all(row.count(STOPS[:1]) >= taxi_only_min_per_tile for row in stops):
            made = tuple(_tile(rng, i, row, expert_features) for i, row in enumerate(stops))
            box = TileSet(f"generated-{seed}", made)
            if all(board.is_connected() for board in _boards(rng, box)):
                return box
    raise ValueError(f"No box of tiles was found in {MOST_TRIES} tries for these arguments (seed {seed}).")


def _check_numbers(seed: int, limits: Mapping[str, tuple[int, int, int]]) -> None:
    """Refuse a seed that is none, and numbers outside their limits: by name the number, the lowest and the highest allowed."""
    if not _is_whole(seed) or seed < 0:
        raise ValueError(f"seed={seed!r} has to be a whole number, 0 or more.")
    for name, (value, low, high) in limits.items():
        if not _is_whole(value) or not low <= value <= high:
            raise ValueError(f"{name}={value!r} is outside {low}..{high}.")


def _is_whole(value: object) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _stops(rng: np.random.Generator, tile: int, buses: int, station: bool, implied: bool) -> tuple[tuple[str, ...], ...]:
    """What stops at the four spaces of a tile."""
    while True:
        bus = set(rng.choice(4, buses, replace=False).tolist())
        known = {number - 4 * tile - 1: there for number, there in KNOWN_BUS.items() if 0 <= number - 4 * tile - 1 < 4}
        if all((position in bus) == there for position, there in known.items()):
            break
    where = int(rng.choice(sorted(bus) if implied else 4)) if station else -1
    return tuple(
        tuple(stop for stop, there in zip(STOPS, (True, position in bus, position == where), strict=True) if there)
        for position in range(4)
    )


def _tile(rng: np.random.Generator, tile: int, stops: tuple[tuple[str, ...], ...], features: int) -> Tile:
    numbers = tuple(range(4 * tile + 1, 4 * tile + 5))
    standard = Side(numbers=numbers, stops=stops)
    while True:
        drawn = [_feature(rng) for _ in range(features)]
        words = {kind: tuple(word for other, word in drawn if other == kind) for kind in ("one_way", "dead_end", "diagonal")}
        try:
            expert = Side(numbers=numbers, stops=stops, **words)
        except BoardError:  # a road was drawn twice
            continue
        return Tile("ABCDEFGHI"[tile], standard, expert)


def _feature(rng: np.random.Generator) -> tuple[str, str]:
    """A one-way street, a dead end or a diagonal, each kind alike."""
    kind = ("one_way", "dead_end", "diagonal")[rng.integers(3)]
    words = {"one_way": tuple(ONE_WAYS), "dead_end": tuple(STUBS), "diagonal": tuple(DIAGONALS)}[kind]
    return kind, words[rng.integers(len(words))]


def _boards(rng: np.random.Generator, box: TileSet) -> Iterator[TileBoard]:
    """Random layouts of all its tiles, or of six, turned over."""
    for i in range(BOARDS_TRIED):
        letters = "".join(rng.permutation(list(box.letters)))
        shown = letters[: 6 if i % 2 and len(letters) > 6 else len(letters)]
        columns = 3 if len(shown) % 3 == 0 else 1
        yield TileBoard(box, rows_of(shown, columns), shown)
