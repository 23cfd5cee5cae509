"""Twins, positions that differ only in what a side may not know, get the same answers, events and choices."""

from __future__ import annotations

from random import Random

import pytest

from senki import find_game
from senki.engine.forms import to_json
from senki.engine.position import DECISION
from senki.games.monmouth.board import NUMBER
from senki.games.monmouth.position import MonmouthPosition
from senki.games.shiloh.position import ShilohPosition
from senki.players.levels import make_player
from tests.twins import answer, game_with_secrets, monmouth_questions, monmouth_twin, shiloh_twin

MONMOUTH, SHILOH = find_game("monmouth"), find_game("shiloh")
SETS = [
    {},
    {"blind_map": "on"},
    {"hidden_reserves": "on", "spent_reveals_identity": "off"},
    {"written_orders": "on", "hidden_reserves": "on", "blind_map": "on"},
]


@pytest.mark.parametrize("number", range(len(SETS)))
def test_monmouth_answers_twins_alike(number: int) -> None:
    """View, judgement, odds and why-not, of the side that chooses and of the one that waits."""
    chance = Random(number)
    compared = 0
    for step, p in enumerate(game_with_secrets(MONMOUTH, SETS[number], number, 120)):
        assert isinstance(p, MonmouthPosition)
        if step % 12:
            continue
        for side in range(2):
            twin = monmouth_twin(p, side, chance)
            if twin is None:
                continue
            assert to_json(MONMOUTH.view(p, side)) == to_json(MONMOUTH.view(twin, side))
            assert MONMOUTH.hides(p, side) == MONMOUTH.hides(twin, side)
            dreams = [MONMOUTH.imagine(one, side, Random(step)) for one in (p, twin)]
            assert MONMOUTH.write(dreams[0]) == MONMOUTH.write(dreams[1])
            if p.waits_for == DECISION and p.side_to_act == side:
                for question in monmouth_questions(p, side, chance, 10):
                    compared += 1
                    told = [answer(MONMOUTH, one, side, question) for one in (p, twin)]
                    assert told[0] == told[1], question
    assert compared >= 30


def test_what_a_side_may_do_on_a_blind_map_every_twin_can_carry_out() -> None:
    """An option is offered by what is seen; the truth, whatever it is, always knows what becomes of it."""
    chance = Random(3)
    played = 0
    for step, p in enumerate(game_with_secrets(MONMOUTH, {"blind_map": "on"}, 8, 110)):
        if step % 16 or p.waits_for != DECISION:
            continue
        assert isinstance(p, MonmouthPosition)
        twin = monmouth_twin(p, p.side_to_act, chance) or p
        for option in chance.sample(p.options(), min(5, len(p.options()))):
            after = twin.copy()
            after.play(option)
            after.check()
            played += 1
    assert played > 15


def test_a_machine_and_so_a_hint_is_the_same_for_twins_on_a_blind_map() -> None:
    compared = 0
    chance = Random(1)
    for step, p in enumerate(game_with_secrets(MONMOUTH, {"blind_map": "on"}, 4, 100)):
        assert isinstance(p, MonmouthPosition)
        if p.waits_for != DECISION or step % 14:
            continue
        twin = monmouth_twin(p, p.side_to_act, chance)
        if twin is not None:
            chosen = [make_player("search:1", MONMOUTH, 7).choose(one).text for one in (p, twin)]
            assert chosen[0] == chosen[1]
            compared += 1
    assert compared >= 3


def test_events_on_a_blind_map_are_heard_by_those_who_see_the_block() -> None:
    """Nobody hears of a block it is not shown once it is told, and spectators only what both sides hear."""
    for p in game_with_secrets(MONMOUTH, {"blind_map": "on"}, 5, 150):
        assert isinstance(p, MonmouthPosition)
        after = p.copy()
        after.events = []
        after.play(after.options()[0] if after.waits_for == DECISION else after.roll().outcomes[0])
        for event in after.events:
            if event.kind not in ("moved", "entered"):
                continue
            for side in range(2):
                shown = {piece.id for piece in MONMOUTH.view(after, side).pieces}
                known = MONMOUTH.view(after, side).known
                unit = str(event.facts["unit"])
                assert event.is_heard_by(side) == (unit in shown or known.get(unit) in shown)
            assert event.is_heard_by(-1) == all(event.is_heard_by(side) for side in range(2))


def test_shiloh_tells_twins_of_the_hidden_cup_alike() -> None:
    compared = 0
    chance = Random(2)
    for p in game_with_secrets(SHILOH, {"hidden_cup": "on"}, 3, 900):
        assert isinstance(p, ShilohPosition)
        for side in (0, -1):
            twin = shiloh_twin(p, side, chance)
            if twin is None:
                continue
            compared += 1
            assert SHILOH.seen(twin, side) == SHILOH.seen(p, side)
            assert to_json(SHILOH.view(twin, side)) == to_json(SHILOH.view(p, side))
            for one in SHILOH.looks.overlays:
                shown = SHILOH.overlay(SHILOH.seen(p, side), 0, one.id, "0914")
                assert SHILOH.overlay(SHILOH.seen(twin, side), 0, one.id, "0914") == shown
    assert compared >= 4


def test_a_spotted_reserve_does_not_tell_by_its_numbers_who_is_who() -> None:
    """Blocks set down at once are numbered as their owner brought them in, not as the forces are listed."""
    names = ["maxwell", "scott", "wayne", "dickinson", "oswald", "morgan", "jackson"]
    shown = []
    for order in (names[:6], list(reversed(names))[:6]):
        p = MONMOUTH.start("monmouth", MONMOUTH.settings({"hidden_reserves": "on"}))
        assert isinstance(p, MonmouthPosition)
        p.settle()
        while p.step.name != "ride":
            p.play(p.options()[0])
        for name in order:
            p.play(MONMOUTH.parse(f"reserve {name}", p))
        p.play(MONMOUTH.parse("ride lee road rd_english 500", p))
        p.set_pose(NUMBER["dragoons"], 20000, 36000, 2700)
        p.play(MONMOUTH.parse("end", p))
        p = MONMOUTH.read(MONMOUTH.write(p) | {"active": "lee", "to_come": ["hq_rides"]}, "test")
        assert isinstance(p, MonmouthPosition)
        p.settle()
        assert [p.number[NUMBER[name]] for name in order] == [1, 2, 3, 4, 5, 6]
        assert all(p.here(NUMBER[name]) for name in order)
        shown.append([(piece.id, piece.pose) for piece in MONMOUTH.view(p, 0).pieces if piece.side == "colonial"])
    assert shown[0] == shown[1]
