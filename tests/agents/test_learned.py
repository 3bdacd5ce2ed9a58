"""Learned players: their features, their belief, what they may know, and the files of weights."""

import hashlib
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

import sy_agents
import sy_env
from sy_agents import pretrained
from sy_agents.evaluation import Pairing, play_games
from sy_agents.learned import critic, mister_x, pursuers
from sy_agents.learned.app import LearnedWithApp
from sy_agents.learned.brain import NETWORKS, load_brain, save_brain
from sy_agents.learned.families import LONDON, family_of
from sy_agents.learned.london import LondonThinking
from sy_agents.learned.player import Learned
from sy_env.london.state import OVER
from sy_env.policies import ROLES, Request
from tests.agents import brains
from tests.agents.brains import FRESH, HUNTING_EDITIONS, brain_for, decide, of_role, random_games, thinking_for, words_for

BRAIN, BOLD = FRESH[LONDON], brains.BOLD[LONDON]
EDITIONS = [
    sy_env.make_edition("classic"),
    sy_env.make_edition("classic", players=3, mrx_no_ticket="passes", reveal_index="move"),
    sy_env.make_edition("master", players=2),
    sy_env.make_edition("master", players=5, mrx_supply="unlimited"),
    sy_env.make_edition("nijssen2011"),
    sy_env.make_edition("glasses"),
]
each_edition = pytest.mark.parametrize("edition", [*EDITIONS, *HUNTING_EDITIONS], ids=lambda e: f"{e.name}-{e.players}")


# -- playing


@pytest.mark.parametrize("control", ["individual", "team"])
@each_edition
def test_plays_legally(edition: Any, control: str) -> None:
    player = Learned(brains.BOLD[family_of(edition)])
    match = play_games(Pairing(edition, player, player, control), 0, 20)
    assert match.illegal_actions == 0
    assert (match.episodes["winner"] > 0).all()


@pytest.mark.parametrize("edition", [EDITIONS[0], HUNTING_EDITIONS[0]], ids=lambda e: e.name)
def test_a_decision_depends_neither_on_the_games_beside_it_nor_on_what_was_asked_before(edition: Any) -> None:
    batch = random_games(edition, 27)
    for role in (0, 1):
        rows = of_role(batch, role)
        words, player = words_for(rows), Learned(brain_for(batch))
        requests = [Request(batch.game, batch.redacted([row]), words[i : i + 1]) for i, row in enumerate(rows)]
        alone = [player.act(request)[0] for request in requests]
        assert decide(batch, rows).tolist() == alone == [player.act(request)[0] for request in requests]


@each_edition
def test_the_whole_truth_tells_the_pursuers_nothing_more(edition: Any) -> None:
    for steps in (3, 14, 27):
        batch = random_games(edition, steps)
        rows = of_role(batch, 1)
        assert (decide(batch, rows) == decide(batch, rows, redacted=False)).all()


def test_refuses_games_that_it_does_not_know(tmp_path: Path) -> None:
    save_brain(BRAIN, tmp_path / "brain.safetensors")
    with pytest.raises(ValueError, match="plays London, not 'hunting'"):
        sy_agents.load(f"learned:{tmp_path / 'brain.safetensors'}", edition="hunting", role="mrx")


def test_with_the_app_it_moves_by_its_networks_and_asks_as_greedy_does() -> None:
    edition = sy_env.make_edition("master_app", players=4, offer_probability=1.0)
    batch = random_games(edition, 60)
    rows = of_role(batch, 1)
    request = Request(batch.game, batch.redacted(rows), np.arange(len(rows), dtype=np.uint64))
    player, greedy = LearnedWithApp(Learned(BOLD)), sy_agents.load("greedy", edition=edition, role="detectives")
    found, asked = player.act(request), greedy.act(request)
    of_app = asked >= batch.actions.index("pass")
    assert 0 < of_app.sum() < len(rows)
    assert (found[of_app] == asked[of_app]).all() and (found[~of_app] != asked[~of_app]).any()
    whole = Request(batch.game, batch.games.take(rows), request.seeds)
    assert (player.act(whole) == found).all()
    assert play_games(Pairing(edition, "greedy", player), 0, 20).illegal_actions == 0


def test_after_a_flight_he_is_believed_anywhere() -> None:
    batch = sy_env.make_batch("master_app", 8, seed=1, autoreset=False, mrx_start_cards=(13,))
    thinking = LondonThinking(batch.game)
    beliefs = thinking.new_beliefs(8)
    flights = [batch.actions.index(f"helicopter {station}") for station in (199, 1, 100, 50, 60, 70, 80, 90)]
    legal = np.array(
        [flight if batch.action_mask[i, flight] else batch.action_mask[i].argmax() for i, flight in enumerate(flights)]
    )
    batch.step(legal)
    flown = legal == flights
    thinking.follow(beliefs, batch.games, BOLD.filter)
    assert flown.sum() > 4 and (beliefs["weights"][flown, 1:200] > 0).all()


# -- belief


@each_edition
def test_a_belief_that_is_kept_is_the_one_that_is_rebuilt(edition: Any) -> None:
    batch = random_games(edition, 0)
    thinking, filter_ = thinking_for(batch), brain_for(batch).filter
    kept = thinking.new_beliefs(batch.num_games)
    rng = np.random.default_rng(9)
    for _ in range(60):
        thinking.follow(kept, batch.games, filter_)
        rebuilt = thinking.new_beliefs(batch.num_games)
        thinking.follow(rebuilt, batch.redacted(seats=np.ones(batch.num_games, np.int64)), filter_)
        assert kept.tobytes() == rebuilt.tobytes()
        batch.step(batch.sample_actions(rng))
        kept["fields"][batch.terminated] = -1


@each_edition
def test_mister_x_is_believed_possible_where_he_is(edition: Any) -> None:
    batch = random_games(edition, 0)
    thinking = thinking_for(batch)
    beliefs = thinking.new_beliefs(batch.num_games)
    rng = np.random.default_rng(9)
    for _ in range(80):
        thinking.follow(beliefs, batch.games, brain_for(batch).filter)
        started = np.flatnonzero(batch.games["station"][:, 0] > 0)
        weights = beliefs["weights"][started]
        assert (weights[np.arange(len(started)), batch.games["station"][started, 0]] > 0).all()
        assert (weights.sum(1) < 1.001).all()  # less where places dropped out that pursuers entered, or that he passed on
        batch.step(batch.sample_actions(rng))
        beliefs["fields"][batch.terminated] = -1


def test_hidden_moves_are_kept_with_the_station_where_he_is() -> None:
    batch = random_games(EDITIONS[4], 0, n=200)
    thinking = LondonThinking(batch.game)
    beliefs = thinking.new_beliefs(200)
    thinking.follow(beliefs, batch.games, BRAIN.filter)
    batch.step(batch.sample_actions(np.random.default_rng(1)))
    moves = thinking.follow(beliefs, batch.games, BRAIN.filter, keep=True)
    assert moves.moves == (batch.games["fields"] > 0).sum()
    assert len(moves.rows) == len(moves.priors) == moves.bounds[-1]
    assert ((moves.truth >= moves.bounds[:-1]) & (moves.truth < moves.bounds[1:])).all()
    sums = np.add.reduceat(moves.priors, moves.bounds[:-1])
    assert (sums > 0).all() and (sums < 1.001).all()  # weight is lost where a ticket leads nowhere


# -- features


@pytest.mark.parametrize("role", ROLES)
def test_every_feature_says_something(role: str) -> None:
    inputs = {"mrx": mister_x.FEATURES, "detectives": pursuers.FEATURES}[role]
    low, high = np.full(len(inputs), np.inf), np.full(len(inputs), -np.inf)
    more = [sy_env.make_edition("classic", players=4, ticket_flow="discard"), sy_env.make_edition("master_app", players=4)]
    for edition in [*EDITIONS[:5], *more]:
        batch = random_games(edition, 0, n=200)
        thinking = LondonThinking(batch.game)
        for _ in range(70):
            batch.step(batch.sample_actions(np.random.default_rng(2)))
            rows = of_role(batch, ROLES.index(role))
            beliefs = thinking.new_beliefs(200)
            thinking.follow(beliefs, batch.games, BRAIN.filter)
            words = np.zeros(len(rows), np.uint64)
            made = thinking.decide(beliefs, batch.games, rows, BRAIN.of(role), BRAIN.filter, words, keep=True)
            found = made.rows[: made.bounds[-1]]
            if len(found):
                assert np.isfinite(found).all()
                low, high = np.minimum(low, found.min(0)), np.maximum(high, found.max(0))
    assert [name for name, a, b in zip(inputs, low, high, strict=True) if a == b] == []
    assert high.max() < 12 and low.min() > -12


def test_the_critic_sees_finite_numbers() -> None:
    batch = random_games(EDITIONS[3], 40)
    thinking = LondonThinking(batch.game)
    beliefs = thinking.new_beliefs(batch.num_games)
    thinking.follow(beliefs, batch.games, BRAIN.filter)
    out = np.full((batch.num_games, len(critic.FEATURES)), np.nan, np.float32)
    thinking.describe_positions(beliefs, batch.games, out)
    assert np.isfinite(out).all() and (out.std(0) > 0).sum() > 25


# -- rows that are kept


def test_what_is_kept_of_decisions_does_not_change_when_the_games_go_on() -> None:
    batch = random_games(EDITIONS[0], 6)
    thinking = LondonThinking(batch.game)
    beliefs = thinking.new_beliefs(batch.num_games)
    thinking.follow(beliefs, batch.games, BRAIN.filter)
    rows = of_role(batch, 1)
    made = thinking.decide(beliefs, batch.games, rows, BRAIN.detectives, BRAIN.filter, np.zeros(len(rows), np.uint64), keep=True)
    made.trim()
    before = pickle.dumps((made.actions, made.chances, made.rows, made.bounds, made.picked))
    for _ in range(5):
        batch.step(batch.sample_actions(np.random.default_rng(0)))
        thinking.follow(beliefs, batch.games, BRAIN.filter)
        which = of_role(batch, 1)
        thinking.decide(beliefs, batch.games, which, BRAIN.detectives, BRAIN.filter, np.zeros(len(which), np.uint64), keep=True)
    assert pickle.dumps((made.actions, made.chances, made.rows, made.bounds, made.picked)) == before


def test_chances_are_those_of_the_scores() -> None:
    batch = random_games(EDITIONS[0], 10)
    thinking = LondonThinking(batch.game)
    beliefs = thinking.new_beliefs(batch.num_games)
    thinking.follow(beliefs, batch.games, BOLD.filter)
    rows = of_role(batch, 1)
    words = np.random.default_rng(3).integers(0, 2**64, len(rows), np.uint64)
    made = thinking.decide(beliefs, batch.games, rows, BOLD.detectives, BOLD.filter, words, keep=True)
    w1, b1, w2, b2, w3, b3 = BOLD.detectives
    for i in range(len(rows)):
        part = slice(made.bounds[i], made.bounds[i + 1])
        if part.start == part.stop:
            continue
        scores = np.maximum(np.maximum(made.rows[part] @ w1 + b1, 0) @ w2 + b2, 0) @ w3 + b3
        chances = np.exp(scores - scores.max()) / np.exp(scores - scores.max()).sum()
        assert made.chances[i] == pytest.approx(np.log(chances[made.picked[i] - part.start]), abs=1e-3)
    assert (batch.games["phase"] != OVER).all()


# -- files


def test_a_brain_comes_back_from_its_file(tmp_path: Path) -> None:
    save_brain(BRAIN, tmp_path / "brain.safetensors", {"seed": 5})
    brain, facts = load_brain(tmp_path / "brain.safetensors")
    assert facts == {"seed": 5}
    for role in NETWORKS:
        assert all((a == b).all() for a, b in zip(getattr(brain, role), getattr(BRAIN, role), strict=True))
    player = sy_agents.load(f"learned:{tmp_path / 'brain.safetensors'}", edition="classic", role="mrx")
    assert player.name == f"learned:{tmp_path.name}"
    copied = pickle.loads(pickle.dumps(player))
    assert copied.name == player.name and copied.brain.family is LONDON


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mrx.w1": None}, r"lacks some: \['mrx.w1'\]"),
        ({"more": np.zeros(1, np.float32)}, r"do not belong.*more"),
        ({"filter.b2": np.zeros(3, np.float32)}, r"filter: b2 has to be float32 of shape \(16,\)"),
        ({"detectives.b3": np.zeros(1, np.float64)}, "detectives: b3 has to be float32"),
        ({"mrx.b1": np.full(16, np.nan, np.float32)}, "mrx: b1 holds numbers that are not finite"),
    ],
    ids=lambda value: str(list(value)) if isinstance(value, dict) else "",
)
def test_a_wrong_file_is_refused_with_the_reason(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    path = tmp_path / "brain.safetensors"
    save_brain(BRAIN, path)
    arrays = {name: array for name, array in {**load_file(path), **change}.items() if array is not None}
    save_file(arrays, path, {"format": LONDON.format, "facts": "{}"})
    with pytest.raises(ValueError, match=message):
        load_brain(path)


def test_files_of_other_kinds_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "brain.safetensors"
    with pytest.raises(ValueError, match="is not a file of weights"):
        load_brain(path)
    path.write_bytes(b"no weights")
    with pytest.raises(ValueError, match="is not a file of weights"):
        load_brain(path)
    save_file({"a": np.zeros(1)}, path, {"format": "other/1"})
    with pytest.raises(ValueError, match="'other/1'; this version reads"):
        load_brain(path)
    with pytest.raises(ValueError, match="needs a file of weights"):
        sy_agents.load("learned", edition="classic", role="mrx")


# -- pretrained players


def shipped(tmp_path: Path, **changes: Any) -> pretrained.Entry:
    save_brain(BRAIN, tmp_path / "brain.safetensors")
    digest = hashlib.sha256((tmp_path / "brain.safetensors").read_bytes()).hexdigest()
    row = {
        "file": "brain.safetensors",
        "sha256": digest,
        "format": LONDON.format,
        "editions": ["classic"],
        "command": "",
        "revision": "",
    }
    (tmp_path / "manifest.json").write_text(json.dumps([{**row, "decisions": 1, "figures": [], **changes}]))
    return pretrained.manifest(tmp_path)[0]


def test_a_file_of_the_manifest_is_loaded(tmp_path: Path) -> None:
    brain = pretrained.brain_of(shipped(tmp_path), tmp_path)
    assert (brain.mrx.w1 == BRAIN.mrx.w1).all()


def test_an_altered_or_foreign_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="was altered: its SHA-256 is"):
        pretrained.brain_of(shipped(tmp_path, sha256="0" * 64), tmp_path)
    with pytest.raises(ValueError, match="'other/9'; this version reads"):
        pretrained.brain_of(shipped(tmp_path, format="other/9"), tmp_path)
    with pytest.raises(ValueError, match="cannot be read"):
        pretrained.brain_of(shipped(tmp_path, file="nothing.safetensors"), tmp_path)
    with pytest.raises(ValueError, match="is not a manifest of weights"):
        shipped(tmp_path, more=1)


@pytest.mark.parametrize("name", ["classic", "master", "nijssen2011", "master_app"])
def test_the_players_that_come_along_play(name: str) -> None:
    edition = sy_env.make_edition(name)
    players = [sy_agents.load("pretrained", edition=edition, role=role) for role in ROLES]
    match = play_games(Pairing(edition, players[0], players[1]), 0, 10)
    assert match.illegal_actions == 0
    assert (pretrained.FOLDER / pretrained.manifest()[0].file).with_suffix(".md").exists()


def test_pretrained_players_refuse_what_they_do_not_play() -> None:
    with pytest.raises(ValueError, match=r"'lodnon' is not one of .*london"):
        sy_agents.load("pretrained:lodnon", edition="classic", role="mrx")
    assert sy_agents.load("pretrained:london", edition="classic", role="mrx").name == "pretrained:london"
    with pytest.raises(ValueError, match="No pretrained player for edition 'glasses'; there are some for classic"):
        sy_agents.load("pretrained", edition="glasses", role="mrx")
    assert sum(path.stat().st_size for path in pretrained.FOLDER.iterdir() if path.is_file()) < 5_000_000
