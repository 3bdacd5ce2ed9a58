"""The player of networks in numpy: bitwise the same in any batch, legal, drawn as the scores say, and its file."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

import sy_agents
import sy_env
from sy_agents.drawing import drawn
from sy_agents.evaluation import Pairing, play_pairings
from sy_agents.perceptron import FILE, Perceptron, PerceptronPlayer, load_networks, save_networks
from sy_env.policies import Request

GAME = sy_env.make_game("classic")


def network(seed: int = 0, outputs: int = GAME.actions.size) -> Perceptron:
    rng = np.random.default_rng(seed)
    sizes = (GAME.layout.size, 24, 16, outputs)
    layers = [
        (rng.normal(0, 0.1, (above, below)).astype(np.float32), rng.normal(0, 0.1, above).astype(np.float32))
        for below, above in pairwise(sizes)
    ]
    return Perceptron(tuple(layers))


def positions(n: int) -> sy_env.BatchedGame:
    batch = sy_env.make_batch("classic", n)
    rng = np.random.default_rng(0)
    for _ in range(9):
        batch.step(batch.sample_actions(rng))
    return batch


def test_scores_are_those_of_the_layers_and_do_not_depend_on_the_batch() -> None:
    seen = positions(17).observation
    whole = network().scores(seen)
    (w1, b1), (w2, b2), (w3, b3) = network().layers
    first = np.maximum(w1.astype(np.float64) @ seen[3] + b1, 0)
    expected = w3.astype(np.float64) @ np.maximum(w2 @ first + b2, 0) + b3
    np.testing.assert_allclose(whole[3], expected, atol=1e-4)
    for rows in (slice(3, 4), slice(0, 5), slice(2, 17)):
        np.testing.assert_array_equal(network().scores(seen[rows]), whole[rows])


def test_actions_are_drawn_in_proportion_to_their_weights() -> None:
    seeds = np.random.default_rng(0).integers(0, 2**64, 4000, np.uint64)
    actions = drawn(np.tile([0.0, 1.0, 3.0, 0.0], (4000, 1)), seeds)
    assert set(actions) == {1, 2}
    assert 0.72 < (actions == 2).mean() < 0.78


def test_its_actions_are_legal_and_follow_its_scores() -> None:
    batch = positions(200)
    seeds = np.arange(200, dtype=np.uint64) * np.uint64(2**55)
    request = Request(GAME, batch.redacted(), seeds)
    favourite = int(np.flatnonzero(request.action_mask[0])[-1])
    weights, bias = network().layers[-1]
    eager = bias.copy()
    eager[favourite] = 1000
    actions = PerceptronPlayer(Perceptron((*network().layers[:-1], (weights, eager)))).act(request)
    assert request.action_mask[np.arange(200), actions].all()
    allowed = request.action_mask[:, favourite] == 1
    assert allowed.any() and (actions[allowed] == favourite).all() and (actions[~allowed] != favourite).all()


def test_a_folder_plays_by_its_name(tmp_path: Path) -> None:
    both = {"mrx": network(0), "detectives": network(1)}
    save_networks(both, GAME, tmp_path / FILE, {"iteration": 3})
    for role, kept in load_networks(tmp_path / FILE, GAME).items():
        for ours, theirs in zip(both[role].layers, kept.layers, strict=True):
            np.testing.assert_array_equal(ours[0], theirs[0])
            np.testing.assert_array_equal(ours[1], theirs[1])
    name = f"rllib:{tmp_path}"
    assert sy_agents.load(name, role="mrx").name == name
    by_name = play_pairings([Pairing(GAME.edition, name, name)], 6)[0]
    itself = play_pairings(
        [Pairing(GAME.edition, PerceptronPlayer(both["mrx"]), PerceptronPlayer(both["detectives"]))], 6, batch=4
    )[0]
    assert by_name.illegal_actions == 0
    np.testing.assert_array_equal(by_name.episodes, itself.episodes)


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / FILE
    with pytest.raises(ValueError, match="rllib needs the folder"):
        sy_agents.load("rllib")
    with pytest.raises(ValueError, match="is not a file of networks"):
        sy_agents.load(f"rllib:{tmp_path}")
    save_networks({"mrx": network()}, GAME, path)
    with pytest.raises(ValueError, match="plays mrx, not detectives"):
        sy_agents.load(f"rllib:{tmp_path}", role="detectives")
    with pytest.raises(ValueError, match="edition 'hunting' has observation hunting"):
        sy_agents.load(f"rllib:{tmp_path}", edition="hunting", role="mrx")
    save_networks({"mrx": network(outputs=5)}, GAME, path)
    with pytest.raises(ValueError, match="layer 2 of mrx has to be float32"):
        sy_agents.load(f"rllib:{tmp_path}", role="mrx")
    broken = network()
    broken.layers[1][1][0] = np.inf
    save_networks({"mrx": broken}, GAME, path)
    with pytest.raises(ValueError, match="not finite"):
        sy_agents.load(f"rllib:{tmp_path}", role="mrx")
    save_file({"a": np.zeros(1)}, path)
    with pytest.raises(ValueError, match="is of format None"):
        sy_agents.load(f"rllib:{tmp_path}", role="mrx")
