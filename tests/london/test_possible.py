"""The kernels' set of possible stations against all hidden histories that fit the public record."""

import random

import pytest

from sy_env import BatchedGame, make_batch, make_edition
from tests.comparison import action_words, oracle_edition, stations_of
from tests.lineup import draw
from tests.oracle import Referee


def check_against_all_histories(batch: BatchedGame, rng: random.Random) -> None:
    """Play a random game; in every position the set holds exactly the ends of the histories that look the same."""
    starts = batch.games["station"][0].tolist()[: len(batch.game.seats)]
    referee = Referee(oracle_edition(batch.game.edition, batch.game.control), starts)
    words = action_words(batch)
    while referee.phase != "over":
        assert stations_of(batch.games["possible"][0]) == referee.possible_by_enumeration()
        action = rng.choice(batch.action_mask[0].nonzero()[0].tolist())
        referee.apply(words[action])
        batch.step([action])


@pytest.mark.parametrize("part", range(4))
def test_exact_on_small_boards(part: int) -> None:
    for number in range(part, 400, 4):
        rng = random.Random(f"histories {number}")
        edition, control = draw("boards", rng)
        try:
            batch = make_batch(edition, 1, number, control=control, autoreset=False)
        except ValueError:
            continue  # no game begins there
        check_against_all_histories(batch, rng)


@pytest.mark.parametrize("reveal_set", [(3,), ()])
def test_exact_on_glasses(reveal_set: tuple[int, ...]) -> None:
    for seed in range(20):
        batch = make_batch("glasses", 1, seed, autoreset=False, reveal_set=reveal_set)
        check_against_all_histories(batch, random.Random(seed))


@pytest.mark.parametrize("control", ["individual", "team"])
@pytest.mark.parametrize("name", ["classic", "master", "nijssen2011"])
def test_exact_in_london(name: str, control: str) -> None:
    """Two rounds with a reveal in the first: what follows starts from one station."""
    options = {} if name == "nijssen2011" else {"players": 3, "rounds": 2}
    edition = make_edition(name, reveal_set=(1,), **options, **({"fields": 2} if not options else {}))
    for seed in range(4):
        batch = make_batch(edition, 1, seed, control=control, autoreset=False)
        check_against_all_histories(batch, random.Random(seed))
