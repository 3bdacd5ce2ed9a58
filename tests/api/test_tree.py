"""The tree holds the engine's games: the same outcomes of chance, as likely, the same records after the same actions."""

from collections import Counter
from math import prod
from typing import Any

import numpy as np
import pytest

import sy_env
from sy_env.envs.events import CHANCE
from sy_env.envs.tree import OVER, Node, Tree
from sy_env.envs.worlds import draw_world, station_of, worlds
from sy_env.errors import IllegalActionError, PositionError
from sy_env.hunting.position import HuntingPosition

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "classic": ("classic", {"players": 3}),
    "master for two": ("master", {"players": 2}),
    "master_app": ("master_app", {"players": 3}),
    "one kind": ("master_app", {"players": 4, "investigation_offer": "one_random_kind"}),
    "glasses": ("glasses", {}),
    "hunting": ("hunting", {}),
    "hunting for two": ("hunting", {"players": 2, "placement": "random"}),
    "hunting_expert": ("hunting_expert", {}),
}
SECRET = ("key", "draws", "redraws", "drawn", "undrawn")  # the stream, and what takes back a draw


@pytest.fixture(params=[(name, control) for name in GAMES for control in ("team", "individual")], ids=" ".join)
def game(request: pytest.FixtureRequest) -> Any:
    name, control = request.param
    edition, options = GAMES[name]
    return sy_env.make_game(edition, control, **options)


def dealt(game: Any, node: Node, record: Any) -> Node:
    """The node after the deal that a record of the engine shows."""
    while node.record is None:
        n = len(node.deal)
        card = (
            2 * (int(record["tiles"][n]) - 1) + int(record["flipped"][n])
            if "tiles" in record.dtype.names
            else record["station"][n]
        )
        node = node.child(int(card))
    return node


def same(node: Node, record: Any) -> bool:
    """Whether the node's record is that of the engine."""
    assert node.record is not None
    names = [name for name in record.dtype.names if name not in SECRET]
    return all((node.record[0][name] == record[name]).all() for name in names)


def after_chance(node: Node, record: Any) -> Node:
    """The node, gone on through the chance that is due to where the engine's record is."""
    todo = [node]
    while todo:
        node = todo.pop()
        if node.player != CHANCE:
            if same(node, record):
                return node
            continue
        todo += [node.child(outcome) for outcome, _ in node.outcomes]
    raise AssertionError("the engine drew what the tree does not have")


def test_the_engines_games_are_in_the_tree(game: Any) -> None:
    batch = sy_env.BatchedGame(game, 1, 3, autoreset=False)
    rng = np.random.default_rng(0)
    node = after_chance(dealt(game, Tree(game).root, batch.games[0]), batch.games[0])
    while batch.to_move[0] >= 0:
        assert node.player == batch.to_move[0] and node.legal == np.flatnonzero(batch.action_mask[0]).tolist()
        assert (node.look(node.mover)[1] == batch.observation[0]).all()
        action = batch.sample_actions(rng)
        batch.step(action)
        node = after_chance(node.child(int(action[0])), batch.games[0])
    assert node.player == OVER and node.returns()[0] == batch.rewards[0][0] and sum(node.returns()) == pytest.approx(0)


def test_boards_are_as_likely_as_the_engine_lays_them() -> None:
    """Rejected layouts make the first tile's chances uneven; the tree knows them without drawing."""
    game = sy_env.make_game("hunting", players=3, underground_tiles=4)
    chances = dict(Tree(game).root.outcomes)
    batch = sy_env.BatchedGame(game, 20_000, 0)
    found = Counter((2 * (batch.games["tiles"][:, 0].astype(int) - 1)).tolist())
    assert sum(chances.values()) == pytest.approx(1) and set(found) == set(chances)
    assert all(abs(found[tile] / 20_000 - chance) < 0.012 for tile, chance in chances.items())
    assert max(chances.values()) > 1.1 * min(chances.values())


def test_probabilities_of_a_deal_multiply_to_one() -> None:
    tree = Tree(sy_env.make_game("custom", board="glasses", detectives=1))
    ways = [(first, second) for first, _ in tree.root.outcomes for second, _ in tree.root.child(first).outcomes]
    total = sum(prod((dict(tree.root.outcomes)[a], dict(tree.root.child(a).outcomes)[b])) for a, b in ways)
    assert len(ways) == 110 and total == pytest.approx(1)


def test_worlds_are_the_possible_stations(game: Any) -> None:
    """Following all that the pursuers saw gives the engine's exact set; what is drawn looks the same to them."""
    rng = np.random.default_rng(2)
    node = Tree(game).root
    for _ in range(34):
        if node.player == OVER:
            break
        if node.player == CHANCE:
            outcomes, chances = zip(*node.outcomes, strict=True)
            node = node.child(int(rng.choice(outcomes, p=chances)))
            continue
        world = draw_world(node, node.mover, rng)
        assert world.known(node.mover) == node.known(node.mover) and world.legal == node.legal
        if node.mover > 0 and game.edition.name != "master_app" and station_of(node):
            view = game.layout.unflatten(node.look(1)[1])["possible"]
            assert {station_of(found) for found in worlds(node, 1, 256)} == set((np.flatnonzero(view) + 1).tolist())
        node = node.child(int(rng.choice(node.legal)))


def test_a_position_hides_mister_x_where_he_can_be() -> None:
    game = sy_env.make_game("glasses", "team")
    hidden = Tree(game, sy_env.Position((6, 1, 11), possible=[5, 6, 7]))
    assert hidden.root.outcomes == [(5, 1 / 3), (6, 1 / 3), (7, 1 / 3)]
    assert hidden.root.child(5).text(hidden.root.child(5).legal[0]) == "taxi 3"
    assert Tree(game, sy_env.Position((6, 1, 11), possible=[6])).root.player == 0
    with pytest.raises(PositionError, match="layout"):
        Tree(sy_env.make_game("hunting"), HuntingPosition((1, 2, 3, 4)))


def test_what_is_not_possible_is_refused() -> None:
    root = Tree(sy_env.make_game("glasses")).root
    with pytest.raises(IllegalActionError, match="99 is not possible here; possible are"):
        root.child(99)
    with pytest.raises(ValueError, match="over before anybody can act"):
        Tree(sy_env.make_game("glasses", fixed_starts=(1, 2, 3)))
