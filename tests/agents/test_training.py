"""Training: the formulae, the tasks that any learner solves, and runs that go on as if they had not been stopped."""

from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from sy_agents.evaluation import Pairing, play_games
from sy_agents.learned.brain import NETWORKS, fresh_brain, load_brain, save_brain
from sy_agents.learned.player import Learned
from sy_agents.training.best_response import best_response
from sy_agents.training.checkpoints import read_checkpoint
from sy_agents.training.config import Config, Lane, Learning, Opponents, load_config
from sy_agents.training.learner import Learner, Scorer, advantages, log_softmax
from sy_agents.training.pool import Pool
from sy_agents.training.rllib_config import load_rllib_config
from sy_agents.training.rollouts import PAST_DETECTIVES, PAST_MRX, SEATINGS, Seating, Table
from sy_agents.training.run import Run
from sy_agents.training.sb3 import SB3Config, SB3Player, load_sb3_config, new_model
from sy_env.boards import Board
from sy_env.editions import make_edition
from sy_env.episode import DETECTIVES, MRX
from sy_env.policies import ROLES, load_policy

GLASSES = Lane(edition="glasses", games=32)


def small(**changes: Any) -> Config:
    words = {"lanes": (GLASSES,), "iterations": 4, "hidden": 8, "filter_hidden": 8, "critic_hidden": 8, "checkpoint_every": 2}
    return Config.model_validate({**words, "learning": {"steps": 16}, "evaluation_games": 10, **changes})


# -- formulae


def test_advantages_by_hand() -> None:
    values = np.array([[0.1], [0.2], [0.4], [0.3]], np.float32)
    rewards = np.array([[0.0], [1.0], [0.0]], np.float32)
    over = np.array([[False], [True], [False]])
    found = advantages(values, rewards, over, 0.5)[:, 0]
    last = 0.3 - 0.4
    middle = 1.0 - 0.2  # the game ended: neither the next value nor the next advantage counts
    first = (0.2 - 0.1) + 0.5 * middle
    assert found.tolist() == pytest.approx([first, middle, last])


def test_log_softmax_goes_by_owner() -> None:
    scores = torch.tensor([1.0, 2.0, 500.0, -3.0, -3.0])
    owner = torch.tensor([0, 0, 1, 2, 2])
    expected = torch.cat([torch.log_softmax(scores[:2], 0), torch.zeros(1), torch.log_softmax(scores[3:], 0)])
    assert torch.allclose(log_softmax(scores, owner, 3), expected)


def test_a_step_of_the_optimiser_is_seen_by_the_players() -> None:
    brain = fresh_brain(np.random.default_rng(0), 8, 8)
    scorer = Scorer(brain.mrx)
    with torch.no_grad():
        scorer.weights[0] += 1
    assert brain.mrx.w1.mean() > 0.5


def test_chances_of_a_rollout_are_those_that_the_learner_computes() -> None:
    config = small()
    brain = fresh_brain(np.random.default_rng(0), 8, 8)
    learner = Learner(brain, config)
    table = Table(make_edition("glasses"), 32, 0, np.random.default_rng(1))
    scripted = tuple(load_policy("greedy", table.game.edition, role) for role in ("mrx", "detectives"))
    rollout = table.roll(20, Seating(brain, (brain, brain), (scripted[0], scripted[1]), np.array([1.0, 0, 0, 0, 0])))
    measured = learner.learn([rollout], 0.0, np.random.default_rng(2))
    assert all(np.isfinite(value) for value in measured.values())
    part = next(part for part in rollout.choices["detectives"].parts if len(part.rows))
    fresh = fresh_brain(np.random.default_rng(0), 8, 8)
    lengths = np.diff(part.bounds)
    owner = torch.from_numpy(np.repeat(np.arange(len(lengths)), lengths))
    with torch.no_grad():
        chances = log_softmax(Scorer(fresh.detectives)(torch.from_numpy(part.rows)), owner, len(lengths))
    free = lengths > 0
    assert np.allclose(chances.numpy()[part.picked[free]], part.chances[free], atol=1e-5)


def test_the_critic_knows_who_plays() -> None:
    brain = fresh_brain(np.random.default_rng(0), 8, 8)
    table = Table(make_edition("glasses"), 32, 0, np.random.default_rng(1))
    scripted = tuple(load_policy("greedy", table.game.edition, role) for role in ("mrx", "detectives"))
    seating = Seating(brain, (brain, brain), (scripted[0], scripted[1]), np.full(len(SEATINGS), 1 / len(SEATINGS)))
    table.roll(50, seating)
    before = table.seating.copy()
    rollout = table.roll(20, seating)
    who = rollout.positions[:, :, -len(SEATINGS) :]
    assert (who.sum(-1) == 1).all() and (who[0].argmax(-1) == before).all() and (who[-1].argmax(-1) == table.seating).all()
    stays = ~rollout.over
    assert (who[1:].argmax(-1)[stays] == who[:-1].argmax(-1)[stays]).all() and len(set(who[-1].argmax(-1))) == len(SEATINGS)


def test_the_share_of_greedy_opponents_grows_in_a_straight_line() -> None:
    assert Opponents(past=0.3, greedy=0.1).shares(0.7) == (0.3, 0.1)
    assert Opponents(past=0.2, greedy=0.1, last_greedy=0.5).shares(0.25) == pytest.approx((0.2, 0.2))


def test_the_pool_prefers_who_wins() -> None:
    brain = fresh_brain(np.random.default_rng(0), 4, 4)
    pool = Pool(brain)
    pool.add(brain)
    pool.turn = (1, 0)
    pool.note([(PAST_MRX, MRX)] * 200 + [(PAST_DETECTIVES, MRX)] * 200)
    assert pool.scores[1, 0] > 0.95 and pool.scores[0, 1] < 0.05
    rng = np.random.default_rng(0)
    turns = []
    for _ in range(200):
        pool.choose(rng)
        turns.append(pool.turn)
    assert np.mean(turns, axis=0)[0] > 0.6


# -- tasks


def trained(lane: Lane, iterations: int, tmp_path: Path) -> Learned:
    config = Config(
        lanes=(lane,),
        iterations=iterations,
        hidden=16,
        filter_hidden=8,
        critic_hidden=32,
        learning=Learning(steps=32, rate=5e-3, last_rate=1e-3),
        evaluate_every=1000,
        checkpoint_every=1000,
    )
    run = Run(config, tmp_path)
    run.train()
    return Learned(run.brain)


def wins(lane: Lane, mister_x: Any, detectives: Any) -> float:
    match = play_games(Pairing(lane.make(), mister_x, detectives), 0, 300)
    return float((match.episodes["winner"] == DETECTIVES).mean())


def puzzle(lines: list[tuple[int, int, str]], mister_x: int, detective: int, **options: Any) -> Lane:
    """One round on a small board, from fixed stations."""
    given = {"board": Board.from_lines(lines), "detectives": 1, "rounds": 1, "reveal_set": [], "mrx_double": 0, "mrx_black": 0}
    return Lane(edition="custom", options={**given, "fixed_starts": (mister_x, detective), **options}, games=64)


def test_a_forced_win_is_found(tmp_path: Path) -> None:
    """He can only walk towards the detective, who can step onto him or walk away."""
    lane = puzzle([(1, 2, "taxi"), (2, 3, "taxi"), (1, 4, "taxi")], 3, 1)
    assert 0.3 < wins(lane, "random", "random") < 0.7
    assert wins(lane, "random", trained(lane, 15, tmp_path)) > 0.95


def test_a_black_ticket_that_saves_mister_x_is_found(tmp_path: Path) -> None:
    """By taxi he comes to where the detective will be; only a black ticket takes him over the water."""
    lines = [(1, 2, "taxi"), (2, 4, "taxi"), (4, 5, "taxi"), (5, 3, "taxi"), (1, 3, "ferry")]
    lane = puzzle(lines, 1, 4, mrx_black=1)
    player = trained(lane, 25, tmp_path)
    assert wins(lane, "random", player) > 0.5
    assert wins(lane, player, player) < 0.05


def test_a_belief_is_used(tmp_path: Path) -> None:
    """His ticket tells where he went, and the detective stands between both stations."""
    lane = puzzle([(1, 2, "taxi"), (1, 3, "bus"), (2, 4, "taxi"), (3, 4, "taxi")], 1, 4)
    assert 0.3 < wins(lane, "random", "random") < 0.7
    assert wins(lane, "random", trained(lane, 25, tmp_path)) > 0.95


def test_both_roles_learn_on_the_small_board(tmp_path: Path) -> None:
    lane = GLASSES.model_copy(update={"games": 128})
    player = trained(lane, 25, tmp_path)
    assert wins(lane, "random", player) > wins(lane, "random", "random") + 0.1
    assert wins(lane, player, "random") < wins(lane, "random", "random") - 0.1


def test_a_best_response_beats_a_player_that_gives_something_away() -> None:
    edition = make_edition("glasses")
    config = small(lanes=(GLASSES.model_copy(update={"games": 128}),), hidden=16, learning={"steps": 32, "rate": 5e-3})
    frozen = Learned(fresh_brain(np.random.default_rng(3), 8, 8), "nothing learned")
    for role in ROLES:
        found = best_response(edition, frozen, role, config, seconds=25, clock=count().__next__)  # a second an iteration
        pairing = (found, frozen) if role == "mrx" else (frozen, found)
        match = play_games(Pairing(edition, *pairing), 0, 400)
        before = play_games(Pairing(edition, frozen, frozen), 0, 400)
        gain = (match.episodes["winner"] == DETECTIVES).mean() - (before.episodes["winner"] == DETECTIVES).mean()
        assert (-gain if role == "mrx" else gain) > 0.05


def test_a_best_response_begins_as_sharp_as_asked_for() -> None:
    frozen = Learned(fresh_brain(np.random.default_rng(3), 8, 8), "nothing learned")
    found = best_response(make_edition("glasses"), frozen, "mrx", small(sharpness=0.5), seconds=1, clock=count().__next__)
    assert (found.brain.mrx.w3 == frozen.brain.mrx.w3 / 2).all()


# -- runs


def test_a_run_that_was_stopped_goes_on_exactly(tmp_path: Path) -> None:
    whole = Run(small(), tmp_path / "whole")
    whole.train()
    stopped = Run(small(), tmp_path / "stopped")
    for _ in range(3):  # stopped between two checkpoints
        stopped._log(stopped.iterate())
        if stopped.iteration == 2:
            stopped.save()
    resumed = Run.resume(tmp_path / "stopped")
    assert resumed.iteration == 2
    resumed.train()
    ours, facts = read_checkpoint(tmp_path / "stopped" / "checkpoint.safetensors")
    theirs, _ = read_checkpoint(tmp_path / "whole" / "checkpoint.safetensors")
    assert ours.keys() == theirs.keys() and facts["iteration"] == 4
    assert [name for name in ours if ours[name].tobytes() != theirs[name].tobytes()] == []
    lines = (tmp_path / "stopped" / "log.jsonl").read_text().splitlines()
    assert len(lines) == 4
    load_brain(tmp_path / "stopped" / "brain.safetensors")
    assert (tmp_path / "stopped" / "curves.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("iterations: 0", "iterations"),
        ("iteration: 5", "iteration"),
        ("learning: {clip: -1}", r"learning.clip"),
        ("opponents: {past: 0.6, greedy: 0.1, last_greedy: 0.5}", "shares of past and greedy opponents come to 1.1"),
        ("lanes: []", "lanes"),
        ("lanes: [{edition: clasic}]", "classic"),
        ("lanes: [{options: {playerz: 3}}]", "players"),
        (": :", "config.yaml"),
    ],
)
def test_a_wrong_configuration_is_refused_with_its_key(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        load_config(path)


@pytest.mark.parametrize("path", sorted((Path(__file__).parents[2] / "configs" / "train").glob("*.yaml")), ids=lambda p: p.stem)
def test_the_configurations_that_come_along_are_right(path: Path) -> None:
    readers: dict[str, Any] = {"sb3": load_sb3_config, "rllib": load_rllib_config}
    readers.get(path.stem, load_config)(path)


def test_a_model_of_maskable_ppo_plays_as_a_policy() -> None:
    config = SB3Config(lane=GLASSES, decisions=64, steps=2, minibatch=32, layers=(8,))
    model = new_model(config)
    model.learn(64)
    match = play_games(Pairing(make_edition("glasses"), "random", SB3Player(model)), 0, 30)
    assert match.illegal_actions == 0
    again = play_games(Pairing(make_edition("glasses"), "random", SB3Player(model)), 0, 30)
    assert (match.episodes == again.episodes).all()


def test_rate_and_entropy_bonus_follow_the_run() -> None:
    assert Learning(rate=0.003, last_rate=0.001, entropy=0.02).schedule(0.5) == pytest.approx((0.002, 0.02))
    assert Learning(entropy=0.02, last_entropy=0.0).schedule(0.75)[1] == pytest.approx(0.005)


def test_a_run_begins_with_the_networks_of_a_file_as_sharp_as_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "start.safetensors"
    brain = fresh_brain(np.random.default_rng(0), 8, 8)
    save_brain(brain, path)
    run = Run(small(start=path, sharpness=2.0), tmp_path / "run")
    for role, factor in (("mrx", 2), ("detectives", 2), ("filter", 1)):
        rows = np.random.default_rng(1).random((5, len(getattr(brain, role).w1)), np.float32)
        assert getattr(run.brain, role).scores(rows) == pytest.approx(factor * getattr(brain, role).scores(rows))


def test_a_lane_with_the_app_is_learned_from(tmp_path: Path) -> None:
    lane = Lane(edition="master_app", options={"players": 4}, games=24)
    run = Run(small(lanes=(lane,), iterations=1, opponents={"greedy": 0.6}, learning={"steps": 150}), tmp_path)
    before = run.brain.copy()
    line = run.iterate()
    assert line["games"] > 0 and all(np.isfinite(value) for value in line.values())
    assert all((getattr(run.brain, name).w1 != getattr(before, name).w1).any() for name in NETWORKS)


def test_a_file_that_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    (tmp_path / "checkpoint.safetensors").write_bytes(b"nothing")
    with pytest.raises(ValueError, match="is not a checkpoint"):
        Run.resume(tmp_path)
