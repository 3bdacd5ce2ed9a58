"""Played games as files."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sy_env
from sy_env.record import GameRecord, RecordError, Turn
from tests.api.cases import Case, every_case, play


@every_case
def test_a_game_is_written_read_and_replayed(case: Case, tmp_path: Path) -> None:
    env = case.raw_env()
    env.reset(seed=4)
    states = []
    for _, action in play(env, np.random.default_rng(4)):
        states += [] if action is None else [env.state().tobytes()]
    record = env.game_record()
    record.save(tmp_path / "game.jsonl")
    again = GameRecord.load(tmp_path / "game.jsonl")
    assert again == record
    replayed = [batch.state().tobytes() for batch in again.replay()]
    assert replayed[:-1] == states
    assert replayed[-1] == env.state().tobytes()
    *_, last = again.replay()
    assert last.games["winner"][0] == env.batch.games["winner"][0]
    fields = [name for name in env.game.record.names if name not in ("key", "draws", "redraws")]
    assert all((last.games[name] == env.batch.games[name]).all() for name in fields)


def test_a_game_between_policies() -> None:
    game = sy_env.make_game("glasses")
    record = GameRecord.play(game, "random", "random", seed=3)
    record.verify()
    assert record == GameRecord.play(game, seed=3)
    assert record.turns != GameRecord.play(game, seed=4).turns
    assert record.result.winner in ("mrx", "detectives")


def test_a_game_that_was_set_up_and_is_not_over(tmp_path: Path) -> None:
    where = sy_env.Position(
        (46, 5, 17, 197, 175, 3),
        {"mrx_0": (1, 2, 3, 4, 1)},
        round=3,
        log=(sy_env.LogEntry("taxi"), sy_env.LogEntry("bus", 46, shown=True)),
        possible=(46, 47),
    )
    env = sy_env.raw_env()
    env.reset(seed=0, options={"position": where})
    env.step(env.game.actions.index("taxi 45"))
    env.game_record().save(tmp_path / "game.jsonl")
    again = GameRecord.load(tmp_path / "game.jsonl")
    assert again == env.game_record()
    assert again.turns == (Turn("mrx_0", "taxi 45"),)
    assert again.result == (None, None, 3)
    *_, batch = again.replay()
    assert batch.state().tobytes() == env.state().tobytes()


def test_a_board_of_ones_own_is_written_out(tmp_path: Path) -> None:
    lines = ((1, 2, "taxi"), (2, 3, "taxi"), (3, 4, "taxi"), (4, 5, "taxi"), (1, 5, "taxi"))
    board = sy_env.Board("ring", 5, lines)
    GameRecord.play(sy_env.make_game("custom", board=board)).save(tmp_path / "game.jsonl")
    assert GameRecord.load(tmp_path / "game.jsonl").edition.board == board


def test_saving_is_all_or_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    record = GameRecord.play(sy_env.make_game("glasses"))
    record.save(path)
    before = path.read_bytes()
    bad = GameRecord(record.edition, record.control, record.start, (Turn("mrx_0", object()),), record.result)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        bad.save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture
def lines(tmp_path: Path) -> list[Any]:
    """The lines of a good file: eleven or more of them, Mister X on 6 at the start."""
    GameRecord.play(sy_env.make_game("glasses"), seed=1).save(tmp_path / "good.jsonl")
    return [json.loads(line) for line in (tmp_path / "good.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    ("change", "line", "words"),
    [
        (lambda lines: lines.clear(), 1, "empty"),
        (lambda lines: lines[0].update(format="chess"), 1, "chess"),
        (lambda lines: lines[0].update(version=2, sy_env="9.9"), 1, "version 2, written by sy_env 9.9"),
        (lambda lines: lines[0].pop("edition"), 1, "edition"),
        (lambda lines: lines[0].pop("starts"), 1, "starts"),
        (lambda lines: lines[0].update(control="teams"), 1, "teams"),
        (lambda lines: lines[0]["edition"].update(rounds=99), 1, "rounds"),
        (lambda lines: lines[0]["edition"].update(board="lodnon"), 1, "lodnon"),
        (lambda lines: lines[0]["starts"].update(mrx_0=7), 1, "mrx_0 cannot start on 7"),
        (lambda lines: lines[0]["starts"].pop("mrx_0"), 1, "mrx_0"),
        (lambda lines: lines[0].update(position={"stations": [6, 1, 1], "log": None}), 1, "share"),
        (lambda lines: lines[0].update(position={"stationen": [6, 1, 11], "log": None}), 1, "stationen"),
        (lambda lines: lines[0].update(position=7), 1, "position"),
        (lambda lines: lines[1].update(action="taxi 11"), 2, "illegal"),
        (lambda lines: lines[1].update(action="taxi seven"), 2, "did you mean"),
        (lambda lines: lines[1].update(agent="detective_0"), 2, "mrx_0 is to move"),
        (lambda lines: lines[2].pop("agent"), 3, "agent"),
        (lambda lines: lines[2].update(action=3), 3, "action"),
        (lambda lines: lines.insert(3, [1]), 4, "no JSON object"),
        (lambda lines: lines.pop(), -1, "cut short"),
        (lambda lines: lines.insert(-1, dict(lines[-2])), -2, "over"),
        (lambda lines: lines[-1].update(rounds=9), -1, "rounds=9"),
        (lambda lines: lines[-1].update(winner="nobody"), -1, "nobody"),
    ],
)
def test_a_bad_file_is_refused_by_name_and_line(lines: list[Any], change: Any, line: int, words: str, tmp_path: Path) -> None:
    change(lines)
    path = tmp_path / "bad.jsonl"
    path.write_text("".join(json.dumps(words) + "\n" for words in lines), encoding="utf-8")
    number = line if line > 0 else len(lines) + 1 + line
    with pytest.raises(RecordError) as caught:
        GameRecord.load(path)
    assert str(caught.value).startswith(f"{path}: line {number}: ")
    assert words in str(caught.value)


@pytest.mark.parametrize("cut", [1, 20, 200])
def test_a_file_cut_short_anywhere_is_refused(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    GameRecord.play(sy_env.make_game("glasses")).save(path)
    path.write_bytes(path.read_bytes()[: -1 - cut])
    with pytest.raises(RecordError, match="line"):
        GameRecord.load(path)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"\xff\xfe\n")
    with pytest.raises(RecordError, match="line 1"):
        GameRecord.load(path)
    with pytest.raises(OSError, match="none"):
        GameRecord.load(tmp_path / "none.jsonl")
