"""Sets as words: written as entries, they are what they are station by station, and nothing beside them is touched."""

import numpy as np
import pytest

from sy_env.bits import words_of, write_set
from sy_env.jit import Array, Int, entries_of, entry

BEFORE, BEHIND = 70, 5  # entries of a row that are not the set's


@entry
def write_all(sets: Array, stations: Int, rows: Array) -> None:
    for i in range(len(sets)):
        write_set(words_of(sets[i]), stations, entries_of(rows, i), BEFORE)


@pytest.mark.parametrize("stations", [1, 2, 5, 35, 62, 63, 64, 65, 100, 127, 128, 129, 191, 192, 199, 254, 255])
def test_a_set_is_written_station_by_station(stations: int) -> None:
    rng = np.random.default_rng(stations)
    inside = rng.random((64, 256)) < rng.random((64, 1))
    inside[:, 0] = inside[:, stations + 1 :] = False
    sets = np.packbits(inside, axis=1, bitorder="little").view(np.uint64)
    rows = np.full((64, BEFORE + stations + BEHIND), 7, np.int8)
    write_all(sets, stations, rows)
    assert (rows[:, BEFORE:-BEHIND] == inside[:, 1 : stations + 1]).all()
    assert (rows[:, :BEFORE] == 7).all() and (rows[:, -BEHIND:] == 7).all()
