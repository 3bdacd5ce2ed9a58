"""Tables that lines make: who is whose neighbour, where tickets lead, how far it is. Arrays are read-only."""

from collections.abc import Collection
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from sy_env.boards.checks import MOST_STATIONS, TRANSPORTS, Lines

BLACK = 3  # the ticket for any line
UNREACHABLE = 255

AnyArray = TypeVar("AnyArray", bound=NDArray[Any])


def frozen(array: AnyArray) -> AnyArray:
    """The array, made read-only."""
    array.setflags(write=False)
    return array


def neighbour_tables(stations: int, lines: Lines) -> dict[str, tuple[tuple[int, ...], ...]]:
    """For every transport and station 0..`stations`, the stations one line away, in order."""
    ends: dict[str, list[list[int]]] = {t: [[] for _ in range(stations + 1)] for t in TRANSPORTS}
    for a, b, transport in lines:
        ends[transport][a].append(b)
        ends[transport][b].append(a)
    return {transport: tuple(tuple(sorted(row)) for row in rows) for transport, rows in ends.items()}


def ticket_bits(lines: Lines) -> NDArray[np.uint64]:
    """Where tickets lead, as sets of stations in bits; shape (4 kinds, 256, 4)."""
    bits = np.zeros((BLACK + 1, MOST_STATIONS + 1, 4), np.uint64)
    for a, b, transport in lines:
        for kind in {TRANSPORTS.index(transport), BLACK}:  # the ferry's number is black's
            for start, end in ((a, b), (b, a)):
                bits[kind, start, end // 64] |= np.uint64(1 << end % 64)
    return frozen(bits)


def hops(stations: int, lines: Lines, transports: Collection[str]) -> NDArray[np.uint8]:
    """Least number of lines between stations; shape (stations + 1, stations + 1), 255 = no way."""
    found = np.full((stations + 1, stations + 1), UNREACHABLE, np.uint16)  # two bytes: sums of two must fit
    np.fill_diagonal(found[1:, 1:], 0)
    for a, b, transport in lines:
        if transport in transports:
            found[a, b] = found[b, a] = 1
    for middle in range(1, stations + 1):
        np.minimum(found, found[:, middle, None] + found[middle], out=found)
    return frozen(found.astype(np.uint8))


def arcs(lines: Lines) -> NDArray[np.int64]:
    """Lines both ways, all forward, then all backward; node s - 1 is station s. Shape (2, 2 * lines)."""
    ends = np.array([(a - 1, b - 1) for a, b, _ in lines], np.int64).T
    return frozen(np.hstack([ends, ends[::-1]]))


def arc_types(lines: Lines) -> NDArray[np.int64]:
    """Transport of every arc as an index of TRANSPORTS; shape (2 * len(lines),)."""
    kinds = np.array([TRANSPORTS.index(transport) for _, _, transport in lines], np.int64)
    return frozen(np.concatenate([kinds, kinds]))
