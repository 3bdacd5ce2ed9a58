"""Matches, statistics and tables."""

import csv
import dataclasses
import itertools
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import sy_env
from sy_agents.evaluation import (
    Cell,
    Journal,
    Match,
    Pairing,
    cell_of,
    cells_table,
    command_of,
    differences,
    differences_table,
    mcnemar,
    newcombe,
    play_games,
    play_pairings,
    ratings,
    standings,
    standings_table,
    text_table,
    wilson,
    write_csv,
    write_json,
)
from sy_agents.evaluation.cluster import Cluster
from sy_agents.evaluation.heatmap import draw_heatmap
from sy_agents.evaluation.matches import Job, play_job
from sy_env.episode import DRAW
from sy_env.policies import Request, policy_names

CLASSIC = sy_env.make_edition("classic")
PAIRINGS = [Pairing(CLASSIC, "random", "greedy"), Pairing(CLASSIC, "greedy", "random")]


@dataclass(frozen=True)
class Cheat:
    """Asks for the same action always."""

    name: str = "cheat"

    def act(self, request: Request) -> NDArray[Any]:
        return np.full(len(request), 801)  # piece detective_4: never legal under individual control


@dataclass(frozen=True)
class Shapeless:
    name: str = "shapeless"

    def act(self, request: Request) -> NDArray[Any]:
        return np.zeros((1, len(request)))


def test_results_do_not_depend_on_the_batch_size() -> None:
    whole = play_pairings(PAIRINGS, 60, seed=3)
    parts = play_pairings(PAIRINGS, 60, seed=3, batch=7)
    for one, other in zip(whole, parts, strict=True):
        np.testing.assert_array_equal(one.episodes, other.episodes)
        assert one.decisions == other.decisions


def test_results_do_not_depend_on_where_the_batches_are_played() -> None:
    def backwards(pairings: Sequence[Pairing], jobs: Sequence[Job], seed: int) -> Iterator[tuple[Job, Match]]:
        return ((job, play_job(pairings, job, seed)) for job in reversed(jobs))

    here = play_pairings(PAIRINGS, 20)
    there = play_pairings(PAIRINGS, 20, batch=8, spread=backwards)
    for one, other in zip(here, there, strict=True):
        np.testing.assert_array_equal(one.episodes, other.episodes)


def test_a_cluster_without_ray_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match=r"sy_env\[rllib\]"):
        Cluster("local")


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    here = play_pairings(PAIRINGS, 20)
    done: list[int] = []
    there = play_pairings(PAIRINGS, 20, processes=2, batch=8, progress=done.append)
    for one, other in zip(here, there, strict=True):
        np.testing.assert_array_equal(one.episodes, other.episodes)
    assert sum(done) == 40


def test_a_game_is_known_by_its_seed() -> None:
    later = play_games(PAIRINGS[0], first=5, games=10, seed=2)
    same = play_games(PAIRINGS[0], first=0, games=10, seed=7)
    np.testing.assert_array_equal(later.episodes, same.episodes)


def test_illegal_actions_are_counted_and_lose() -> None:
    pairing = Pairing(CLASSIC, "random", Cheat())
    match = play_games(pairing, 0, 30)
    cell = cell_of(pairing, match, 0)
    assert cell.illegal_actions == 30 == cell.ends["illegal"]
    assert cell.detectives_win_rate == 0.0 and cell.detectives == "cheat"


def test_an_answer_of_the_wrong_form_is_refused() -> None:
    with pytest.raises(TypeError, match="shapeless has to answer with integers"):
        play_games(Pairing(CLASSIC, Shapeless(), "random"), 0, 3)


@pytest.mark.parametrize("numbers", [{"games": 0}, {"games": 5, "processes": 0}, {"games": 5, "batch": 0}])
def test_numbers_have_to_be_positive(numbers: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="=0 has to be at least 1"):
        play_pairings(PAIRINGS, **numbers)


def test_unknown_players_are_refused_before_anything_is_played() -> None:
    with pytest.raises(ValueError, match="did you mean 'greedy'"):
        play_pairings([*PAIRINGS, Pairing(CLASSIC, "random", "gredy")], 10**9)


def test_wilson_interval() -> None:
    assert wilson(50, 100) == pytest.approx((0.4038315, 0.5961685), abs=1e-6)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775328), abs=1e-6)
    with pytest.raises(ValueError, match="k"):
        wilson(11, 10)


def test_a_cell_says_what_happened() -> None:
    match = play_games(PAIRINGS[0], 0, 40, seed=1)
    cell = cell_of(PAIRINGS[0], match, 1)
    assert (cell.mister_x, cell.detectives, cell.games, cell.seed) == ("random", "greedy", 40, 1)
    assert cell.low <= cell.detectives_win_rate <= cell.high
    assert sum(cell.ends.values()) == 40
    assert cell.mean_rounds == match.episodes["rounds"].mean()
    assert "random" in cells_table([cell])


def test_newcombe_interval() -> None:
    assert newcombe(36, 12, 2, 0) == pytest.approx((0.0569, 0.3404), abs=1e-4)  # the paper's own example
    low, high = newcombe(0, 0, 0, 20)
    assert low == pytest.approx(-high) and high > 0.1
    assert newcombe(3, 7, 2, 9) == pytest.approx([-end for end in newcombe(3, 2, 7, 9)[::-1]])
    with pytest.raises(ValueError, match="n"):
        newcombe(0, 0, 0, 0)


def test_mcnemar() -> None:
    assert mcnemar(1, 7) == pytest.approx(18 / 256)
    assert mcnemar(0, 0) == 1.0


@pytest.fixture(scope="module")
def tournament() -> tuple[list[Cell], list[Match]]:
    """Random and greedy against each other, 50 games a pairing."""
    pairings = [Pairing(CLASSIC, *pair) for pair in itertools.product(("random", "greedy"), repeat=2)]
    matches = play_pairings(pairings, 50)
    return [cell_of(pairing, match, 0) for pairing, match in zip(pairings, matches, strict=True)], matches


def test_standings(tournament: tuple[list[Cell], list[Match]]) -> None:
    cells, matches = tournament
    found = standings(cells, matches)
    assert [(entry.role, entry.player) for entry in found] == [
        (role, player) for role in ("mrx", "detectives") for player in ("greedy", "random")
    ]
    for entry in found:
        own = [cell for cell in cells if entry.player == (cell.mister_x if entry.role == "mrx" else cell.detectives)]
        worst = (max if entry.role == "mrx" else min)(own, key=lambda cell: cell.detectives_win_rate)
        assert (entry.worst_win_rate, entry.worst_low, entry.worst_high) == (worst.detectives_win_rate, worst.low, worst.high)
        assert entry.worst_opponent == (worst.detectives if entry.role == "mrx" else worst.mister_x)
        assert entry.decisions > 0 and entry.milliseconds > 0
    assert sum(entry.decisions for entry in found) == sum(sum(match.decisions) for match in matches)
    assert "worst case against" in standings_table(found)


def test_ratings_put_the_better_player_first(tournament: tuple[list[Cell], list[Match]]) -> None:
    cells, matches = tournament
    winners = [match.episodes["winner"] for match in matches]
    rated = ratings(cells, winners, seed=1)
    for role in ("mrx", "detectives"):
        assert rated[role, "greedy"].mean > rated[role, "random"].mean
        assert rated[role, "greedy"].deviation < 25 / 3
    assert rated == ratings(cells, winners, seed=1) != ratings(cells, winners, seed=2)


def test_drawn_games_leave_equals_equal(tournament: tuple[list[Cell], list[Match]]) -> None:
    cells, _ = tournament
    rated = ratings(cells[:1], [np.full(30, DRAW)])
    assert rated["mrx", "random"].mean == pytest.approx(rated["detectives", "random"].mean)


def test_differences_are_of_the_same_deals(tournament: tuple[list[Cell], list[Match]]) -> None:
    cells, matches = tournament
    found = differences(cells, matches)
    assert [(entry.role, entry.opponent) for entry in found] == [
        (role, opponent) for role in ("mrx", "detectives") for opponent in ("random", "greedy")
    ]
    first = found[0]
    assert (first.player, first.other, first.games) == ("random", "greedy", 50)
    assert first.difference == pytest.approx(cells[0].detectives_win_rate - cells[2].detectives_win_rate)
    assert all(entry.low <= entry.difference <= entry.high and 0 <= entry.p_value <= 1 for entry in found)
    assert "less" in differences_table(found)


def test_a_journal_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    command = command_of(PAIRINGS, 20, 0)
    whole = play_pairings(PAIRINGS, 20, batch=8, keep=Journal(path, command).keep)
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 6
    path.write_bytes(b"".join(lines[:3]) + lines[3][:25])  # as a kill in the middle of a line leaves it
    journal = Journal(path, command)
    assert list(journal.done) == [(0, 0, 8), (0, 8, 8)]
    told: list[int] = []
    again = play_pairings(PAIRINGS, 20, batch=8, done=journal.done, keep=journal.keep, progress=told.append)
    assert told == [16, 4, 8, 8, 4]
    for one, other in zip(whole, again, strict=True):
        np.testing.assert_array_equal(one.episodes, other.episodes)
        assert (one.decisions, one.illegal_actions) == (other.decisions, other.illegal_actions)
    assert len(Journal(path, command).done) == 6


def test_a_journal_of_another_command_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    Journal(path, command_of(PAIRINGS, 20, 0))
    with pytest.raises(ValueError, match=r"games is 20 there and 30 here.*--fresh"):
        Journal(path, command_of(PAIRINGS, 30, 0))
    other = [Pairing(sy_env.make_edition("classic", rounds=5), "random", "greedy")]
    with pytest.raises(ValueError, match="the edition's rounds is 22 there and 5 here"):
        Journal(path, command_of(other, 20, 0))
    assert not Journal(path, command_of(PAIRINGS, 30, 0), fresh=True).done
    path.write_text("something else\n")
    with pytest.raises(ValueError, match="is not a journal of games"):
        Journal(path, command_of(PAIRINGS, 30, 0))


def test_a_journal_knows_the_files_of_its_players(tmp_path: Path) -> None:
    weights = tmp_path / "brain.safetensors"
    weights.write_bytes(b"one")
    pairings = [Pairing(CLASSIC, f"learned:{weights}", "random")]
    path = tmp_path / "games.jsonl"
    Journal(path, command_of(pairings, 5, 0))
    weights.write_bytes(b"other")
    with pytest.raises(ValueError, match="files is"):
        Journal(path, command_of(pairings, 5, 0))


def test_tables_align() -> None:
    assert text_table(("name", "n"), [("ab", "5"), ("c", "10")]).splitlines() == ["name   n", "--------", "ab     5", "c     10"]


def test_files_hold_the_cells(tmp_path: Path) -> None:
    pairing = PAIRINGS[0]
    cells = [cell_of(pairing, match, 0) for match in play_pairings([pairing], 10)]
    write_json(tmp_path / "deep" / "results.json", cells)
    write_csv(tmp_path / "results.csv", cells)
    draw_heatmap(cells, tmp_path / "heatmap.png", "title")
    assert json.loads((tmp_path / "deep" / "results.json").read_text()) == [dataclasses.asdict(cells[0])]
    with (tmp_path / "results.csv").open(newline="") as file:
        (line,) = csv.DictReader(file)
    assert float(line["low"]) == cells[0].low
    assert (tmp_path / "heatmap.png").read_bytes().startswith(b"\x89PNG")
    assert not list(tmp_path.glob(".*"))


def test_other_packages_register_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "their_players.py").write_text(
        "from sy_env.policies import Uniform\n\n"
        "def make(edition, role, argument=''):\n    return Uniform(f'theirs for {role} {argument}')\n"
    )
    info = tmp_path / "their_players-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-players\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sy_env.policies]\ntheirs = their_players:make\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert {"greedy", "random", "theirs"} <= set(policy_names())
    assert sy_env.load_policy("theirs:7", CLASSIC, "mrx").name == "theirs for mrx 7"
    assert play_games(Pairing(CLASSIC, "theirs", "random"), 0, 3).illegal_actions == 0
