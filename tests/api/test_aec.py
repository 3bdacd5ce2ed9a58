"""PettingZoo's AEC door: its own tests, who is asked, who is paid, what is handed out."""

import copy
from typing import Any

import numpy as np
import pytest
from pettingzoo.test.api_test import api_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import seed_test
from pettingzoo.test.state_test import test_state as play_for_states
from pettingzoo.test.state_test import test_state_space as check_state_space

import sy_env
from sy_env.errors import GameOverError
from tests.api.cases import Case, advance, every_case, legal, placed, play, position, same, with_usual_warnings

BESIDE_MOVES = ("piece", "place", "reroll", "investigate", "decline", "witness")  # first words of decisions that move no one

# -- PettingZoo's own tests


@every_case
class TestPettingZoo:
    pytestmark = with_usual_warnings

    def test_api(self, case: Case) -> None:
        api_test(case.env(), num_cycles=1000)  # type: ignore[no-untyped-call]

    def test_api_of_the_raw_door(self, case: Case) -> None:
        api_test(case.raw_env(), num_cycles=1000)  # type: ignore[no-untyped-call]

    def test_seed(self, case: Case) -> None:
        seed_test(case.env)  # type: ignore[no-untyped-call]

    def test_state(self, case: Case) -> None:
        env = case.env()
        check_state_space(env)  # type: ignore[no-untyped-call]
        play_for_states(env, num_cycles=10)


# `max_cycles_test` does not apply: there is no such argument, for a game ends by itself, and it counts a cycle
# of the parallel door as a turn of everybody, which no game in turns has.


def test_render(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setitem(sy_env.raw_env.metadata, "render_fps", 0)
    render_test(lambda **options: sy_env.env("glasses", **options))  # type: ignore[arg-type]


# -- rewards and ends


def test_a_capture_pays_everybody_once() -> None:
    env = placed(position(46, 45, to_move="pursuers"))
    advance(env, "taxi 46")
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    paid = {}
    for agent in env.agent_iter():
        observation, paid[agent], termination, _, info = env.last()
        assert termination
        assert observation["action_mask"].all()
        assert info["action_mask"].all()
        env.step(None)
    assert paid == {"mrx_0": -1, **{f"detective_{i}": 1 for i in range(5)}}
    assert env.agents == []
    with pytest.raises(GameOverError):
        env.step(None)


@every_case
def test_rewards_come_once_and_add_up(case: Case) -> None:
    env = case.env()
    rng = np.random.default_rng(1)
    for seed in range(5):
        env.reset(seed=seed)
        total = dict.fromkeys(env.agents, 0.0)
        for _ in play(env, rng):
            total[env.agent_selection] += env.last(observe=False)[1]
        assert env.agents == []
        assert set(map(abs, total.values())) == {1}
        assert len({total[agent] for agent in total if agent != "mrx_0"} | {-total["mrx_0"]}) == 1


def test_a_draw_pays_nothing() -> None:
    stuck = {f"detective_{i}": (0, 0, 0) for i in range(5)}
    where = sy_env.Position((1, 8, 9, 46, 58, 5), {**stuck, "mrx_0": (4, 0, 0, 0, 0)})
    env = placed(where, stuck_tie="draw", mrx_no_ticket="loses")
    assert env.game.reasons[env.batch.games["reason"][0]] == "surrounded"
    assert all(env.terminations.values())
    assert set(env.rewards.values()) == {0}


def test_a_position_can_be_over_at_once() -> None:
    env = placed(sy_env.Position((1, 8, 9, 46, 58, 5)))
    assert env.last()[1:4] == (-1, True, False)
    assert env.rewards["detective_4"] == 1
    for _ in env.agent_iter():
        env.step(None)
    assert env.agents == []


# -- who is asked


def test_a_double_move_is_a_declaration_and_two_moves_of_mister_x() -> None:
    env = placed(position(46))
    asked = []
    for text in ("double", "taxi 45", "taxi 58"):
        asked.append(env.agent_selection)
        advance(env, text)
    assert asked == ["mrx_0"] * 3
    assert env.agent_selection == "detective_0"
    assert env.batch.games["fields"][0] == 2


def test_halves_of_a_double_move_are_shown_apart() -> None:
    env = placed(position(46, round=3), reveal_index="move", reveal_set=(3,))
    advance(env, "double", "taxi 45", "taxi 58")
    log = env.game.layout.unflatten(env.observe("detective_0")["observation"])
    assert log["log_shown"][:4].tolist() == [0, 0, 1, 0]
    assert log["log_tens"][2] * 10 + log["log_units"][2] == 45
    assert not log["piece_visible"][5]


@every_case
def test_every_pursuer_acts_exactly_once_a_round(case: Case) -> None:
    env = case.env()
    env.reset(seed=3)
    texts = env.game.actions.texts
    acted: list[str] = []
    for agent, action in play(env, np.random.default_rng(3)):
        if action is None:
            break
        if agent != "mrx_0":
            acted += [agent] * (texts[action].split()[0] not in BESIDE_MOVES)
        elif acted:
            individually = env.game.control == "individual"
            assert sorted(acted) == sorted(env.possible_agents[1:]) if individually else set(acted) == {"detectives_0"}
            assert len(acted) <= env.game.edition.num_pieces - 1
            acted = []


@pytest.mark.parametrize("control", ["individual", "team"])
def test_stuck_detectives_pass(control: str) -> None:
    # detective_0 stands on 8, all neighbours of which are taken: 1, 18 and 19; detective_1 has no ticket.
    where = sy_env.Position((175, 8, 18, 19, 1, 3), {"detective_1": (0, 0, 0)}, to_move="pursuers")
    env = placed(where, control=control)
    passes = []
    while env.agent_selection != "mrx_0":
        can = [env.game.actions.text(action) for action in legal(env.last()[0])]
        passes += [env.agent_selection] * (can == ["pass"])
        advance(env, can[0])
    assert passes == (["detective_0", "detective_1"] if control == "individual" else ["detectives_0"])
    assert env.batch.games["round"][0] == 2


# -- masks, infos, arrays


@every_case
def test_masks(case: Case) -> None:
    env = case.env()
    env.reset(seed=5)
    only_pass = np.zeros(env.game.actions.size, np.int8)
    only_pass[env.game.actions.index("pass")] = 1
    for agent, action in play(env, np.random.default_rng(5)):
        for other in env.agents:
            mask = env.observe(other)["action_mask"]
            assert same(mask, env.infos[other]["action_mask"])
            if action is None:
                assert mask.all()
            elif other == agent:
                assert mask[action]
            else:
                assert same(mask, only_pass)


def test_nothing_that_was_handed_out_changes_later() -> None:
    env = sy_env.env("glasses")
    env.reset(seed=0)
    kept: list[tuple[Any, Any]] = []
    for _ in play(env, np.random.default_rng(0)):
        shown = [env.last()[0], env.last()[4], env.state(), *(env.observe(agent) for agent in env.agents)]
        kept.append((shown, copy.deepcopy(shown)))
    arrays = [x for shown, _ in kept for part in shown for x in (part.values() if isinstance(part, dict) else [part])]
    assert all(same(*pair) for pair in kept)
    assert len({id(array.base if array.base is not None else array) for array in arrays}) == len(arrays)
    assert all(array.flags.writeable for array in arrays)


def test_spaces_are_equal_for_all_agents_and_rules() -> None:
    spaces = [
        (env.observation_space(agent), env.action_space(agent))
        for env in (sy_env.env("classic"), sy_env.env("master", players=2, control="team"))
        for agent in env.possible_agents
    ]
    assert all(pair == spaces[0] for pair in spaces)
