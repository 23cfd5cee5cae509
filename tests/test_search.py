"""The search: equal positions are one node, what was found is kept, and each level looks farther than the one below."""

from __future__ import annotations

from random import Random

import pytest

from senki import find_game, game_keys
from senki.engine.errors import UnknownName
from senki.engine.position import CHANCE, Position
from senki.players.levels import LEVELS, make_player
from senki.players.search import Node, SearchPlayer, Tree
from senki.players.simple import Beginner, GreedyPlayer


def on_the_move(steps: int) -> Position:
    """A decision of Nano with something to choose, some random steps into a game."""
    nano = find_game("nano")
    for seed in range(100):
        chance = Random(seed)
        p: Position = nano.start("campaign", {})
        p.settle()
        taken = 0
        while not p.over and (taken < steps or p.waits_for == CHANCE or len(p.options()) < 3):
            options = p.options()
            p.play(options[int(chance.random() * len(options))])
            taken += 1
        if not p.over:
            return p
    raise AssertionError(f"no game is still going on after {steps} steps")


def reached(root: Node) -> list[Node]:
    """Every node below a root, each once."""
    found: dict[int, Node] = {}
    ahead = [root]
    while ahead:
        node = ahead.pop()
        if id(node) not in found:
            found[id(node)] = node
            ahead += [child for child in node.children if child is not None]
    return list(found.values())


def grown(p: Position, nodes: int) -> Tree:
    tree = Tree(p.copy(), find_game("nano").advice(), Random(1))
    for _ in range(nodes):
        tree.grow()
    return tree


def test_every_position_has_one_node_however_it_is_reached() -> None:
    tree = grown(on_the_move(40), 1500)
    nodes = reached(tree.root)
    assert len({node.position.key() for node in nodes}) == len(nodes) == len(tree.known)
    edges = sum(child is not None for node in nodes for child in node.children)
    assert edges > len(nodes), "no position was reached in two ways: nothing was tested"
    assert tree.root.visits == sum(tree.root.tried) == 1500


def test_what_was_found_is_kept_and_what_can_no_longer_come_is_forgotten() -> None:
    p = on_the_move(40)
    tree = grown(p, 1500)
    best = tree.root.tried.index(max(tree.root.tried))
    after = p.copy()
    after.play(tree.root.options[best])
    child = tree.root.children[best]
    assert child is not None and tree.moved_to(after)
    assert tree.root is child and len(tree.known) == len(reached(child))
    assert not tree.moved_to(on_the_move(3))


def test_a_player_goes_on_from_what_it_has_found_in_the_choices_of_one_turn() -> None:
    nano = find_game("nano")
    player = SearchPlayer(nano, 1, 300)
    p = nano.start("campaign", {})
    p.settle()
    p.play(player.choose(p))  # the South places its first unit, and is to place the next
    first = player.tree
    assert first is not None and p.side_to_act == 0
    p.play(player.choose(p))
    assert player.tree is first and first.root.visits == 300


def test_the_same_seed_chooses_the_same() -> None:
    nano = find_game("nano")
    p = on_the_move(60)
    chosen = {SearchPlayer(nano, 5, 300).choose(p).text for _ in range(3)}
    assert len(chosen) == 1


def test_a_beginner_overlooks_what_the_greedy_player_sees() -> None:
    nano = find_game("nano")
    greedy, beginner = GreedyPlayer(nano, 1), make_player("search:1", nano, 1)
    assert isinstance(beginner, Beginner)
    same = other = 0
    for steps in range(0, 90, 3):
        p = on_the_move(steps)
        best, taken = greedy.choose(p), beginner.choose(p)
        assert taken in p.options()
        same, other = same + (best == taken), other + (best != taken)
    assert same and other


@pytest.mark.parametrize("key", game_keys())
def test_each_level_looks_farther_than_the_one_below(key: str) -> None:
    game = find_game(key)
    efforts = [game.advice().effort(int(level)) for level in LEVELS]
    assert efforts == sorted(set(efforts))


@pytest.mark.parametrize(
    "spec", ["search:0n", "search:5", "search:xs", "search:-3n", "search:4000s", "search:", "clever"]
)
def test_what_is_no_player_is_named(spec: str) -> None:
    with pytest.raises(UnknownName, match=f"there is no player '{spec}'; players are: random, greedy"):
        make_player(spec, find_game("nano"), 1)
