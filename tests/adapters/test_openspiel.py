"""OpenSpiel's game: its own checks pass on every edition, nobody sees too much, its algorithms run."""

import copy
import json
import random
from typing import Any

import numpy as np
import pytest

import sy_env
from sy_env.errors import IllegalActionError
from sy_env.hunting.position import HuntingPosition
from sy_env.london.app_position import AppPosition

pyspiel = pytest.importorskip("pyspiel", reason='needs open_spiel: pip install "sy_env[openspiel]"')
from open_spiel.python import observation  # noqa: E402  # there is none without pyspiel
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts  # noqa: E402

from sy_env.adapters.openspiel import OpenSpielState, load_game  # noqa: E402

EDITIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "classic": ("classic", {}),
    "classic for three": ("classic", {"players": 3}),
    "master for two": ("master", {"players": 2}),
    "nijssen2011": ("nijssen2011", {}),
    "master_app": ("master_app", {"players": 3}),
    "master_app, all in the open": ("master_app", {"mp_visible_to_detectives": True, "investigations_public": True}),
    "glasses": ("glasses", {}),
    "custom": ("custom", {"board": sy_env.make_edition("glasses").board, "mrx_start_cards": [5, 6, 7]}),
    "hunting": ("hunting", {}),
    "hunting, drawn starts": ("hunting", {"players": 2, "placement": "random"}),
    "hunting_expert": ("hunting_expert", {"players": 3}),
}
CONTROLS = ("team", "individual")


@pytest.fixture(params=[(name, control) for name in EDITIONS for control in CONTROLS], ids=" ".join)
def game(request: pytest.FixtureRequest) -> Any:
    name, control = request.param
    edition, options = EDITIONS[name]
    return load_game(edition, control, **options)


def step(state: Any, rng: random.Random) -> None:
    """A random action, or outcome of chance."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, chances)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def test_openspiels_own_check_passes(game: Any, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_wrong_mask_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    state = load_game("glasses").new_initial_state()
    with pytest.raises(IllegalActionError, match="not possible here"):
        state.apply_action(0)
    everything = list(range(state.num_distinct_actions()))
    monkeypatch.setattr(OpenSpielState, "_legal_actions", lambda state, player: everything)
    with pytest.raises(Exception, match="not possible here"):
        pyspiel.random_sim_test(state.get_game(), num_sims=20, serialize=False, verbose=False)


def test_states_are_copied_and_kept_exactly(game: Any) -> None:
    rng = random.Random(0)
    state = game.new_initial_state()
    while not state.is_terminal():
        twins = [state.clone(), copy.deepcopy(state)]
        step(state, rng)
        for twin in twins:
            twin.apply_action(state.history()[-1])
            assert str(twin) == str(state) and twin.history() == state.history()
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.node.record.dtype == state.node.record.dtype
    assert all((again.node.record[name] == state.node.record[name]).all() for name in state.node.record.dtype.names)
    assert again.returns() == state.returns() and sum(state.returns()) == pytest.approx(0)


def test_a_player_cannot_tell_what_is_drawn_for_it_from_the_truth(game: Any) -> None:
    """Equal information states give equal observations, masks and tensors: a player sees what it may know, and no more."""
    rng, sampler = random.Random(1), pyspiel.UniformProbabilitySampler(0.0, 1.0)
    recalls = pyspiel.IIGObservationType(perfect_recall=True)
    observers = [observation.make_observation(game, kind) for kind in (None, recalls)]
    state = game.new_initial_state()
    others = 0
    while not state.is_terminal() and len(state.history()) < 60:
        if not state.is_chance_node() and rng.random() < 0.2:
            player = state.current_player()
            other = state.resample_from_infostate(player, sampler)
            others += str(other) != str(state)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
            for observer in observers:
                observer.set_from(state, player)
                tensor = observer.tensor.copy()
                observer.set_from(other, player)
                assert (observer.tensor == tensor).all()
        step(state, rng)
    assert others > 0


def test_hidden_mister_x_is_drawn_uniformly() -> None:
    """On every station where he can be, as often as on any other."""
    state = load_game("glasses", reveal_set=()).new_initial_state()
    for action in ("taxi 5", "taxi 2", "taxi 10", "taxi 4", "taxi 3", "taxi 9"):
        state.apply_action(state.string_to_action(action))
    state.apply_action(state.legal_actions()[0])
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    drawn = [state.resample_from_infostate(1, sampler).node.record["station"][0, 0] for _ in range(600)]
    possible = state.node.tree.game.layout.unflatten(state.node.look(1)[1])["possible"]
    stations, counts = np.unique(drawn, return_counts=True)
    assert (stations == np.flatnonzero(possible) + 1).all() and len(stations) > 2
    assert abs(counts / 600 - 1 / len(stations)).max() < 0.06


def test_pieces_have_names() -> None:
    game = load_game("classic", players=3)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    observer = observation.make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, 0)
    assert observer.dict["piece_station"].shape == (6, 199) and observer.dict["round"][0] == 1
    assert (observer.dict["events"].any(axis=1)).sum() == len(game.new_initial_state().node.tree.game.seats)
    assert observer.tensor.shape == (game.information_state_tensor_size(),)
    with pytest.raises(ValueError, match="one player knows"):
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, public_info=False))


def test_actions_are_the_engines_words() -> None:
    state = load_game("glasses").new_initial_state()
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["taxi 5", "taxi 7"]
    dealt = load_game("classic").new_initial_state()
    assert dealt.action_to_string(dealt.chance_outcomes()[0][0]) == "start 13"


def test_games_begin_in_a_position() -> None:
    position = sy_env.Position((104, 86, 115, 3, 4, 5), round=7, possible=[104])
    state = load_game("classic", position=position).new_initial_state()
    assert not state.is_chance_node() and "taxi 116" in [state.action_to_string(action) for action in state.legal_actions()]
    pyspiel.random_sim_test(state.get_game(), num_sims=1, serialize=True, verbose=False)
    hidden = load_game("classic", position=sy_env.Position((104, 86, 115, 3, 4, 5), round=7, possible=[104, 105, 106]))
    assert [outcome for outcome, _ in hidden.new_initial_state().chance_outcomes()] == [104, 105, 106]


def test_chance_that_a_position_leaves_is_explicit() -> None:
    """Offers of the app, and rolls that are not given."""
    chased = AppPosition((46, 99, 139, 149, 164), round=6, to_move="pursuers", points=(62, 108), possible=[46])
    state = load_game("master_app", position=chased, players=4).new_initial_state()
    assert state.chance_outcomes() == [(0, 0.25), (15, 0.75)] and state.action_to_string(0) == "offer none"
    batch = sy_env.make_batch("hunting", 1, placement="random")
    stations, layout = batch.games["station"][0].tolist(), batch.game.opening(batch.games[0])["layout"]
    for roll in (None, (1, 1, 1, 1)):
        position = HuntingPosition(stations, layout=layout, round=2, roll=roll, possible=stations[:1])
        state = load_game("hunting", position=position).new_initial_state()
        assert state.is_chance_node() == (roll is None)
        pyspiel.random_sim_test(state.get_game(), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"edition": "clasic"}, "did you mean 'classic'"),
        ({"options": "{"}, "no JSON"),
        ({"options": "[1]"}, "no JSON object"),
        ({"options": json.dumps({"playrs": 3})}, "did you mean 'players'"),
        ({"control": "teem"}, "did you mean 'team'"),
        ({"position": json.dumps({"stations": [1]})}, "station"),
    ],
)
def test_what_cannot_be_played_is_refused(words: dict[str, str], message: str) -> None:
    with pytest.raises(Exception, match=message):
        pyspiel.load_game("sy_env", words)


def test_information_set_search_plays_in_london() -> None:
    game = load_game("classic")
    state = game.new_initial_state()
    rng = random.Random(0)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(0))
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 4, random_state=np.random.RandomState(0))
    played = 0
    while played < 3:
        if state.is_chance_node():
            step(state, rng)
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        played += 1


def test_counterfactual_regret_goes_down_on_a_small_board() -> None:
    game = load_game("glasses", rounds=2, fixed_starts=(6, 3, 9))
    before = exploitability.nash_conv(game, cfr.CFRPlusSolver(game).average_policy())
    solver = cfr.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    after = exploitability.nash_conv(game, solver.average_policy())
    assert after < before / 5


def test_nodes_go_back_to_the_start_from_a_deal_that_nobody_can_play() -> None:
    game = load_game("custom", board="glasses", detectives=2)
    tree = game.new_initial_state().node.tree
    assert tree.root.child(1).child(2).child(3) is tree.root, "Mister X on 1 has no way out but 2"
    assert tree.root.child(1).child(3).child(2) is tree.root
    assert tree.root.child(1).child(3).child(4) is not tree.root
