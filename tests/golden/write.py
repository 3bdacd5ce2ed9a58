"""Write the golden files anew, after a change of rules or observations that is meant. Read the difference before you keep it.

python tests/golden/write.py
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # the tests are no package that could be installed

from tests.golden.playthrough import GAMES, layouts, playthrough

HERE = Path(__file__).parent


def main() -> None:
    for name in GAMES:
        (HERE / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
    (HERE / "layouts.txt").write_text(layouts(), encoding="utf-8")


if __name__ == "__main__":
    main()
