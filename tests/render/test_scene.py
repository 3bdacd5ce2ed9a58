from dataclasses import replace

import pytest

from sy_env.render import LogField, Pawn

from .scenes import glasses


def test_unknown_words_are_refused_with_the_nearest_right_one() -> None:
    with pytest.raises(ValueError, match=r"'detective' is not one of everyone, mrx, detectives .did you mean 'detectives'"):
        replace(glasses(), viewpoint="detective")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"'boby' is not one of mrx, detective, bobby .did you mean 'bobby'"):
        Pawn("bobby_0", "boby", 1, None, False, False)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'tube'"):
        LogField(1, "tube", None, False)


@pytest.mark.parametrize("change", [{"last_move": (1, 12)}, {"possible": frozenset({0})}, {"route": (3, 99)}])
def test_stations_off_the_board_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"station \d+ is not on the board, which has 1 to 11"):
        replace(glasses(), **change)  # type: ignore[arg-type]
