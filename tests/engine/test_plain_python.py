"""The kernels as plain Python play the very games of the compiled ones."""

import os
import subprocess
import sys
from pathlib import Path

from tests.golden.playthrough import GAMES

ROOT = Path(__file__).parents[2]
PLAY = """
import sys
import numpy as np
from sy_env.jit import JIT_DISABLED
from tests.golden.playthrough import GAMES, playthrough
from tests.lineup import play_number

assert JIT_DISABLED
with np.errstate(over="ignore"):  # words of random streams and sets wrap around, as they do in machine code
    for number in range(120):
        assert not (played := play_number("boards", number)).difference, played.difference
    for name in GAMES:
        print(playthrough(name), end="")
"""


def test_games_go_as_the_compiled_ones_went() -> None:
    """The golden games, and small boards against the referee."""
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    command = [sys.executable, "-W", "error", "-c", PLAY]
    played = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr
    written = [(ROOT / f"tests/golden/{name}.txt").read_text(encoding="utf-8") for name in GAMES]
    assert played.stdout == "".join(written)
