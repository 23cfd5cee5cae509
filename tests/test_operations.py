"""The search over operations: how much it looks at is counted, never timed, and no decision looks at more."""

from __future__ import annotations

from random import Random

import pytest

from senki.engine.game import Game, Operation
from senki.engine.position import DECISION, Position
from senki.engine.registry import find_game
from senki.players.levels import make_player
from senki.players.operations import UNBOUNDED, Branch, OperationsPlayer, Run, drawn

SMALL = [("sjw", "stuarts_raid"), ("sicily", "landing")]


def to_operations(game: Game, scenario: str, wanted: int = 2, seed: int = 1) -> Position:
    """The first position in which a side may set out for one of so many operations and more."""
    p: Position = game.start(scenario, game.settings({}, scenario))
    p.settle()
    chance = Random(seed)
    while p.waits_for != DECISION or len(game.advice().operations(p, p.side_to_act)) < wanted:
        if p.waits_for == DECISION:
            p.play(game.advice().reply(p))
        else:
            roll = p.roll()
            p.play(roll.pick(int(chance.random() * roll.total)))
    return p


def looked(game: Game, p: Position, most: int, dice: int = 0) -> tuple[Run, Branch, bool]:
    """One look ahead with so many plays, and whether it came to its end."""
    root, chance, side = Branch(), Random(5), p.side_to_act
    run = Run(game.imagine(p, side, chance), game.advice(), chance, most)
    found = game.advice().operations(p, side)
    done = run.try_out(root, found[0], dice) >= 0.0 if game.advice().tries else run.play(root, found)
    return run, root, done


@pytest.mark.parametrize(("key", "scenario"), SMALL)
def test_a_look_ahead_ends_where_the_budget_does_and_then_says_nothing(key: str, scenario: str) -> None:
    game = find_game(key)
    p = to_operations(game, scenario)
    whole, root, done = looked(game, p, UNBOUNDED)
    assert done and root.visits == 1 and whole.spent > whole.played
    most_at_once = 1 + whole.spent - whole.played
    for most in (1, 2, whole.spent // 3, whole.spent // 2):
        cut, root, done = looked(game, p, most)
        assert not done and root.visits == 0
        assert most <= cut.spent < most + most_at_once


@pytest.mark.parametrize(("key", "scenario"), SMALL)
@pytest.mark.parametrize("looks", [0.4, 1.5, 4.0])
def test_no_decision_spends_more_than_its_budget_but_for_the_last_step(key: str, scenario: str, looks: float) -> None:
    """A step is a choice or a roll, with the labour of the thinking before it and after it."""
    game = find_game(key)
    p = to_operations(game, scenario)
    once, _, _ = looked(game, p, UNBOUNDED)
    budget = int(looks * once.spent / game.advice().share(p))
    player = OperationsPlayer(game, 3, budget)
    player.choose(p)
    step = 1 + 2 * max(game.advice().labour(p), once.spent - once.played)
    assert 0 < player.spent < budget + step
    assert player.last is not None and bool(player.last.nodes) == (looks > 1.0)


def test_what_was_not_looked_at_is_judged_by_its_promise() -> None:
    game = find_game("sjw")
    p = to_operations(game, "stuarts_raid", 3)
    found = game.advice().operations(p, p.side_to_act)
    best = max(found, key=lambda one: one.weight)
    assert OperationsPlayer(game, 3, 1).choose(p) == game.advice().follow(p, best)


def test_a_longer_budget_looks_more_often() -> None:
    game = find_game("sjw")
    p = to_operations(game, "stuarts_raid", 3)
    nodes = []
    for budget in (500, 2000, 8000):
        player = OperationsPlayer(game, 3, budget)
        player.choose(p)
        assert player.last is not None
        nodes.append(player.last.nodes)
    assert 0 < 2 * nodes[0] < nodes[1] and 2 * nodes[1] < nodes[2]


def test_what_looks_more_promising_comes_to_mind_more_often() -> None:
    chance = Random(1)
    found = [Operation("rest", 0, 0, 1.0), Operation("march", 0, 0, 3.0)]
    marches = sum(drawn(found, chance).kind == "march" for _ in range(400))
    assert 270 < marches < 330


@pytest.mark.parametrize(("key", "scenario"), SMALL)
def test_a_beginner_sets_out_for_what_comes_to_mind_and_looks_at_nothing(key: str, scenario: str) -> None:
    game = find_game(key)
    p = to_operations(game, scenario, 3)
    player = make_player("search:1", game, 1)
    assert isinstance(player, OperationsPlayer)
    kinds: set[tuple[str, int, int, int]] = set()
    for _ in range(40):
        assert player.choose(p.copy()) in p.options() and player.following is not None
        kinds.add(player.following.key)
    assert len(kinds) > 1 and player.last is None and player.spent == 0
