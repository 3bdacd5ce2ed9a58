"""Worlds: nodes of a tree that a seat cannot tell from the true one, one of which is drawn for a search that may not cheat.

What the seat saw is followed from the root: wherever it did not see what happened, every action or outcome of that look is tried,
and what does not fit with what it saw next drops out. Of many worlds some are kept, so that every station where Mister X can be
stays among them.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from sy_env.envs.events import CHANCE, NOTHING
from sy_env.envs.tree import OVER, Node

KEPT = (256, 4096)  # worlds that are followed, and when these all drop out


def draw_world(node: Node, seat: int, rng: np.random.Generator) -> Node:
    """A node that `seat` cannot tell from `node`: Mister X's station drawn uniformly, then one of the worlds with him there.

    Raises:
        RuntimeError: among the worlds that were followed none fits in the end.
    """
    seat = min(seat, 1)  # all pursuers know the same
    for most in KEPT:
        by_station: dict[int, list[Node]] = defaultdict(list)
        for world in fitting(_settled(worlds(node, seat, most), seat, most), node, seat):
            by_station[station_of(world)].append(world)
        if by_station:
            there = by_station[int(rng.choice(sorted(by_station)))]
            return there[int(rng.integers(len(there)))]
    raise RuntimeError(f"None of {KEPT[-1]} worlds fits what {node.tree.game.seats[seat]} has seen.")


def station_of(node: Node) -> int:
    """Where Mister X stands; during a deal his card, 0 if there is none yet."""
    if node.record is None:
        return node.deal[0] if node.deal else 0
    return int(node.record["station"][0, 0])


@lru_cache(maxsize=512)
def worlds(node: Node, seat: int, most: int) -> tuple[Node, ...]:
    """Worlds right after the last event that the seat saw on the way to `node`, about `most` of them."""
    if node.parent is None or node.event is None:
        return (node,)
    before = worlds(node.parent, seat, most)
    if node.event.seen_by(seat) == NOTHING:
        return before
    tried = [(world, action) for world in _settled(before, seat, most) for action in _alike(world, node, seat)]
    return tuple(fitting((world.child(action) for world, action in _some(tried, most)), node, seat))


def fitting(found: Iterable[Node], node: Node, seat: int) -> list[Node]:
    """The worlds in which the seat knows what it knows at `node`."""
    known = _content(node, seat)
    return [world for world in found if world is node or _content(world, seat) == known]


def _content(node: Node, seat: int) -> bytes:
    """All that the seat may know of the record; its bytes alone would do, but for those between the fields."""
    record = node.redacted(seat)
    return b"".join(record[name].tobytes() for name in record.dtype.names or ())


def _options(world: Node) -> list[int]:
    return [outcome for outcome, _ in world.outcomes] if world.player == CHANCE else world.legal


def _alike(world: Node, node: Node, seat: int) -> list[int]:
    """The actions or outcomes in a world that look like the one that led to `node`."""
    assert node.event is not None
    return [action for action in _options(world) if world.event_of(action).looks_like(node.event, seat)]


def _settled(found: Sequence[Node], seat: int, most: int) -> list[Node]:
    """The worlds gone on until something happens that the seat sees."""
    settled: list[Node] = []
    going = list(found)
    while going:
        unseen = [(world, [a for a in _options(world) if not world.event_of(a).seen_by(seat)]) for world in going]
        settled += [world for world, actions in unseen if not actions]
        going = [world.child(action) for world, action in _some([(w, a) for w, actions in unseen for a in actions], most)]
        going = [world for world in going if world.player != OVER]
    return settled


def _some(tried: Sequence[tuple[Node, int]], most: int) -> list[tuple[Node, int]]:
    """About `most` of these, spread evenly over Mister X's stations and, where he moves, over those where he goes."""
    if len(tried) <= most:
        return list(tried)
    groups: dict[tuple[int, int], list[tuple[Node, int]]] = defaultdict(list)
    for world, action in tried:
        groups[station_of(world), action if world.player == 0 else 0].append((world, action))
    rng = np.random.default_rng(len(tried))
    share = max(1, most // len(groups))
    return [group[i] for group in groups.values() for i in rng.permutation(len(group))[:share]]
