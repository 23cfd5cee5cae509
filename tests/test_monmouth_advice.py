"""What the machine of Monmouth goes by: features, the value learned from them, and the few things it thinks of."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

import pytest

from senki import find_game
from senki.engine.network import packaged_network
from senki.engine.position import DECISION, Position
from senki.games.monmouth.advice import MonmouthAdvice
from senki.games.monmouth.board import BRITISH, COLONIAL, NUMBER
from senki.games.monmouth.estimate import british_chance
from senki.games.monmouth.features import BY_HAND, FEATURES, features_of
from senki.games.monmouth.hiding import swapped
from senki.games.monmouth.position import MonmouthPosition
from senki.games.monmouth.steps import PIECE
from senki.players.search import SearchPlayer, Tree
from tests.twins import game_with_secrets, monmouth_twin

GAME = find_game("monmouth")
ADVICE = MonmouthAdvice()
SETS = [{}, {"hidden_reserves": "on", "written_orders": "on"}, {"blind_map": "on"}]
FIELD: dict[str, Any] = {
    "lee": {"pose": [3000, 2300]}, "cornwallis": {"pose": [6400, 900]},
    "scott": {"pose": [2600, 2550, 90]}, "wayne": {"pose": [3300, 1600, 90]},
    "grey": {"pose": [5900, 1200, 270]}, "guards": {"pose": [5900, 2100, 270]},
    "grenadiers": {"pose": [5900, 3200, 270]},
}  # fmt: skip


def position(blocks: dict[str, Any], **more: Any) -> MonmouthPosition:
    p = GAME.read({"blocks": blocks, "turn": 5, "to_come": ["next_chit"], **more}, "position")
    assert isinstance(p, MonmouthPosition)
    return p


def some(switches: dict[str, str], seed: int, every: int, steps: int = 150) -> list[MonmouthPosition]:
    """Positions of a random game in which much comes onto the map."""
    found = [p.copy() for n, p in enumerate(game_with_secrets(GAME, switches, seed, steps)) if n % every == 0]
    return [p for p in found if isinstance(p, MonmouthPosition)]


@pytest.mark.parametrize("switches", SETS)
def test_features_are_as_many_as_their_names_and_small(switches: dict[str, str]) -> None:
    for p in some(switches, 3, 5):
        row = features_of(p)
        assert len(row) == len(FEATURES) == len(set(FEATURES)) == len(BY_HAND)
        assert all(-8.0 < value < 8.0 for value in row)


def test_the_value_written_by_hand_is_where_learning_begins() -> None:
    for p in some({}, 4, 6):
        odds = sum(weight * value for weight, value in zip(BY_HAND, features_of(p), strict=True))
        assert 1.0 / (1.0 + exp(-odds)) == pytest.approx(british_chance(p))


@pytest.mark.parametrize("switches", SETS)
def test_what_a_side_sees_is_worth_the_same_whatever_is_hidden(switches: dict[str, str]) -> None:
    chance = Random(2)
    compared = 0
    for p in some(switches, 5, 9):
        for side in (BRITISH, COLONIAL):
            twin = monmouth_twin(p, side, chance)
            if twin is not None:
                assert features_of(GAME.seen(p, side)) == features_of(GAME.seen(twin, side))
                compared += 1
    assert compared >= 8


def test_the_truth_itself_would_tell_who_stands_behind_a_block() -> None:
    """So features are asked of positions that a side sees or imagines, never of the true one."""
    p = position({**FIELD, "guards": {"pose": [3700, 1600, 270]}})
    assert features_of(p) != features_of(swapped(p, NUMBER["guards"], NUMBER["rangers"]))


def test_the_network_ships_and_is_what_the_value_goes_by() -> None:
    network = packaged_network("senki.games.monmouth", "monmouth", FEATURES)
    assert network is not None
    p = position(FIELD)
    assert ADVICE.value(p, BRITISH) == pytest.approx(network.chance(features_of(p)))
    assert ADVICE.value(p, COLONIAL) == pytest.approx(1.0 - ADVICE.value(p, BRITISH))
    generic = position(FIELD, switches={"victory": "generic"})
    assert ADVICE.value(generic, BRITISH) == british_chance(generic), "what was not learned is judged by hand"


def lost(*names: str) -> dict[str, Any]:
    return {**FIELD, **{name: {"place": "lost"} for name in names}}


def test_the_value_prefers_what_is_obviously_better() -> None:
    even = ADVICE.value(position(FIELD), BRITISH)
    assert ADVICE.value(position(lost("guards", "grey")), BRITISH) < even - 0.02
    assert ADVICE.value(position(lost("scott", "wayne")), BRITISH) > even + 0.02
    at_sutfin = {**FIELD, "guards": {"pose": [2500, 2600, 270]}, "scott": {"place": "lost"}}
    away = {**FIELD, "guards": {"pose": [7200, 2600, 270]}, "scott": {"place": "lost"}}
    there, far = (
        ADVICE.value(position(blocks, turn=7, to_come=["combat_step"]), BRITISH) for blocks in (at_sutfin, away)
    )
    assert there > far + 0.3
    over = position(FIELD, turn=7, to_come=["turn_end"])
    over.settle()
    assert over.result is not None
    assert ADVICE.value(over, over.result.winner) == 1.0


@pytest.mark.parametrize("switches", SETS)
def test_what_it_thinks_of_ahead_is_legal_and_less_than_all(switches: dict[str, str]) -> None:
    fewer = 0
    for p in some(switches, 6, 3):
        if p.waits_for != DECISION:
            continue
        q = GAME.imagine(p, p.side_to_act, Random(1))
        for ahead in (True, False):
            thought_of = ADVICE.choices(q, ahead)
            assert thought_of
            assert not any(q.objections(option) for option in thought_of), q.step.name
        if q.stack[-1] == PIECE:
            fewer += len(ADVICE.choices(q, True)) < len(q.options())
    assert fewer >= 3


def followed(p: Position, twin: Position | None, side: int) -> list[list[str]]:
    """What a player chooses twice on end, in a position and in a twin of it, and whether it kept a guess."""
    told = []
    for one in (p, twin or p):
        player = SearchPlayer(GAME, 7, 24)
        texts: list[str] = []
        q = one.copy()
        while not q.over and q.side_to_act == side and len(texts) < 4:
            before = list(player.guesses)
            texts.append(player.choose(q).text)
            texts.append(str(sum(tree in before for tree in player.guesses)))
            q.play(GAME.answer(q, texts[-2]))
        told.append(texts)
    return told


def test_guesses_are_kept_for_the_next_choice_and_tell_no_secret() -> None:
    kept = compared = 0
    chance = Random(3)
    for p in some({}, 9, 10, 90):
        if p.waits_for != DECISION:
            continue
        side = p.side_to_act
        twin = monmouth_twin(p, side, chance)
        told = followed(p, twin, side)
        assert told[0] == told[1]
        compared += twin is not None
        kept += sum(text in ("1", "2") for text in told[0])
    assert kept and compared


def test_what_a_tree_did_not_think_of_ahead_is_not_behind_when_it_comes_to_choose() -> None:
    """All of the root's options begin untried, whatever grew before; what was found out after some is kept."""
    p = next(p for p in some({}, 6, 1) if p.waits_for == DECISION and p.stack[-1] == PIECE and p.turn > 1)
    tree = Tree(p.copy(), ADVICE, Random(1))
    for _ in range(60):
        tree.grow()
    ahead = [node for node in tree.known.values() if node is not tree.root and node.tried and node.side >= 0]
    node = max([node for node in ahead if node.position.stack[-1] == PIECE], key=lambda node: node.visits)
    known = sum(child is not None for child in node.children)
    assert known and tree.moved_to(node.position) and tree.root is node
    assert [option.text for option in node.options] == [o.text for o in ADVICE.choices(node.position, False)]
    assert not any(node.tried) and any(child is not None for child in node.children)
    tree.grow()
    assert sum(node.tried) == 1
