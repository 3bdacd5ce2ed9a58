import re
from dataclasses import replace

import pytest

from sy_env.render import Scene, ansi

from .scenes import glasses, london

GLASSES = """\
glasses   round 2 / 5   view: detectives
mrx_0 to move

  piece         station   taxi    bus   und.  black     2x   moved
> mrx_0               ?      ?      ?      ?      ?      ?
  detective_0         2      4      0      0                   yes
  detective_1        10      4      0      0                   yes

Mister X may be at 2 of 11 stations: 5 7
last move: 11 -> 10

travel log   * = shows himself
   1  taxi                 2  .                    3* .                    4  .
   5  .
"""


def test_golden_text_of_a_small_position() -> None:
    assert ansi(glasses(), colour=False) == GLASSES


def test_hidden_mister_x_leaves_no_trace() -> None:
    text = ansi(replace(london("detectives"), possible=None), colour=False)
    assert "127" not in text
    assert "127" in ansi(replace(london(), possible=None), colour=False)


@pytest.mark.parametrize("scene", [london(), london("detectives"), glasses()], ids=["everyone", "detectives", "glasses"])
def test_colour_adds_escape_sequences_alone(scene: Scene) -> None:
    assert re.sub(r"\x1b\[[\d;]*m", "", ansi(scene)) == ansi(scene, colour=False)
    assert "\x1b" not in ansi(scene, colour=False)


def test_fits_into_100_columns() -> None:
    crowded = replace(london(), possible=frozenset(range(1, 200)), route=tuple(range(1, 30)))
    assert max(map(len, ansi(crowded, colour=False).splitlines())) < 100


def test_the_mover_sees_the_lines_from_its_station() -> None:
    assert "lines from 105: taxi 89 90 91 106 108, bus 72 87 89 107 108" in ansi(london(), colour=False)


def test_the_whole_way_is_told_after_the_end() -> None:
    assert "his whole way: 46 79 111" in ansi(replace(london(), route=(46, 79, 111)), colour=False)
