"""PettingZoo's AEC door: what it keeps from pursuers, what it shows whom, and that copies of it go on alike."""

import copy
import multiprocessing
import pickle
from typing import Any

import cloudpickle  # type: ignore[import-untyped]
import numpy as np
import pytest

import sy_env
from tests.api.cases import Case, advance, every_case, everything, play, position, same

# -- what pursuers may not learn


@every_case
def test_pursuers_learn_nothing_hidden(case: Case) -> None:
    """Another Mister X who fits all that is public looks the same to them, in every form in which the door shows the game."""
    env = case.raw_env(render_mode="ansi")
    env.reset(seed=7)
    swaps = 0
    for agent, _ in play(env, np.random.default_rng(7), steps=40):
        twin = swapped(env)
        if twin is None or agent == "mrx_0":
            continue
        swaps += 1
        for pursuer in env.possible_agents[1:]:
            assert same(env.observe(pursuer), twin.observe(pursuer))
            assert same(env.infos[pursuer], twin.infos[pursuer])
            assert same(env.batch.redacted(seats=[1]), twin.batch.redacted(seats=[1]))
        assert same(env.last(), twin.last())
        assert env.render() == twin.render()
        assert env.scene() == twin.scene()
        assert not same(env.state(), twin.state())
    assert swaps > 3


def swapped(env: Any) -> Any:
    """A copy with Mister X and his hidden past elsewhere; None where he is on view."""
    game = env.batch.games[0]
    public = env.game.scene(game, "detectives")
    if game["winner"] or not game["station"][0] or public.pawns[0].station:
        return None
    twin = copy.deepcopy(env)
    here = twin.batch.games[0]
    stations = [station for station, modes in enumerate(public.board.modes) if modes]
    other = np.setdiff1d(stations, here["station"])[0]
    here["station"][0] = other
    if "mrx_start" in here.dtype.names:
        here["mrx_start"] = other
    hidden = (here["log_station"] > 0) & (here["log_shown"] == 0)
    here["log_station"][hidden] = other
    twin.batch.view()
    return twin


def test_pixels_show_pursuers_nothing_hidden() -> None:
    pytest.importorskip("resvg_py")
    env = sy_env.raw_env("classic", render_mode="rgb_array")
    env.reset(seed=7)
    for _ in play(env, np.random.default_rng(7), steps=8):
        pass
    twin = swapped(env)
    assert same(env.render(), twin.render())
    assert env._repr_svg_() == twin._repr_svg_()


def test_pictures_by_point_of_view() -> None:
    scenes = {}
    for view in ("detectives", "mrx", "everyone"):
        env: Any = sy_env.raw_env("classic", render_view=view)
        env.reset(seed=0, options={"position": position(46)})
        advance(env, "taxi 45")
        scenes[view] = env.scene()
        assert env._repr_svg_().startswith("<svg")
    assert scenes["detectives"].pawns[0].station is None
    assert scenes["detectives"].log[0].station is None
    assert scenes["mrx"].pawns[0].station == scenes["everyone"].log[0].station == 45
    assert not scenes["everyone"].route


def test_the_whole_way_is_shown_after_the_end() -> None:
    env = sy_env.raw_env("classic")
    env.reset(seed=0)
    way = [int(env.batch.games["station"][0, 0])]
    for agent, _ in play(env, np.random.default_rng(0)):
        assert env.terminations[agent] or not env.scene().route
        fields = int(env.batch.games["fields"][0])
        if fields == len(way):
            way.append(int(env.batch.games["station"][0, 0]))
    assert env.scene().route == tuple(way)


# -- keeping


@every_case
@pytest.mark.parametrize(
    "keep", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env)), lambda env: cloudpickle.loads(cloudpickle.dumps(env))]
)
def test_a_copy_goes_on_exactly_alike(case: Case, keep: Any) -> None:
    env = case.env()
    env.reset(seed=11)
    for _ in play(env, np.random.default_rng(11), steps=20):
        pass
    twin = keep(env)
    before = everything(twin)
    assert same(everything(env), before)
    rng, again = np.random.default_rng(12), np.random.default_rng(12)
    for _ in play(env, rng, steps=9):
        pass
    assert same(everything(twin), before)
    for _ in play(twin, again, steps=9):
        pass
    assert same(everything(env), everything(twin))
    env.reset()
    twin.reset()
    assert same(everything(env), everything(twin))


def test_copies_are_stepped_by_the_same_machine_code() -> None:
    env = sy_env.raw_env("glasses")
    twin = pickle.loads(pickle.dumps(env))
    assert twin.game.tables.flags.writeable == env.game.tables.flags.writeable is False  # kernels are compiled for either kind


def test_an_env_can_be_kept_before_the_first_reset_and_after_the_end() -> None:
    env = pickle.loads(pickle.dumps(sy_env.env("glasses")))
    env.reset(seed=0)
    for _ in play(env, np.random.default_rng(0)):
        pass
    twin = pickle.loads(pickle.dumps(env))
    assert twin.agents == []
    twin.reset(seed=0)
    assert twin.agents == twin.possible_agents


def play_on(env: Any) -> list[Any]:
    for _ in play(env, np.random.default_rng(0), steps=10):
        pass
    return everything(env)


@pytest.mark.slow
def test_a_game_goes_on_in_a_spawned_process() -> None:
    env = sy_env.env("glasses")
    env.reset(seed=0)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        there = pool.apply(play_on, (env,))
    assert same(there, play_on(env))
