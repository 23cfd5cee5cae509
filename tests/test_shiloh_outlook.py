"""Shiloh: where a unit may come before its die is thrown, and the retreat that is proposed."""

from __future__ import annotations

import senki
from senki.engine.position import DECISION
from senki.games.shiloh.game import GAME
from senki.games.shiloh.outlook import proposal_of


def movement(switches: dict[str, str] | None = None) -> senki.Match:
    match = senki.new("shiloh", seed=7, options=switches or {})
    match.play("keep")
    return match


def test_every_throw_is_counted_and_a_place_within_it_is_reached() -> None:
    match = movement()
    p = match.position
    found = {one.place: one for one in GAME.later(p, "Shaver") if one.first == "group Shaver"}
    assert found["0719"].sure and found["0719"].whole
    assert not found["0717"].sure and found["0717"].cost == f"{found['0717'].facts['least']}+"
    match.play("group Shaver")
    if match.position.waits_for != DECISION:
        match.roll()
    after = match.position
    offered = {option.text.removeprefix("move ") for option in after.options() if option.verb == "move"}
    within = {place for place, one in found.items() if one.sure or int(one.facts["least"]) <= after.mp // 2}
    assert within == offered


def test_a_stack_comes_first_and_an_entry_forms_a_group() -> None:
    p = movement().position
    assert GAME.later(p, "Cleburne")[0].first == "group 0619"
    assert GAME.later(p, "Russell")[0].first == "form C"
    assert GAME.later(p, "1/5") == [], "the enemy's units are not ours to move"


def test_a_steady_pace_needs_no_die() -> None:
    p = movement({"steady_pace": "on"}).position
    assert all(one.sure for one in GAME.later(p, "Shaver"))


def test_a_retreat_is_proposed_whole_and_is_legal() -> None:
    seen = 0
    for seed in range(40):
        match = senki.new("shiloh", seed=seed)
        for _ in range(400):
            p = match.position
            if p.over:
                break
            if p.waits_for != DECISION:
                match.roll()
                continue
            chain = proposal_of(p)
            if p.step.name == "retreat":
                seen += 1
                view = GAME.view(p, p.side_to_act)
                assert [one.text for one in view.proposal] == [option.text for option in chain]
                assert GAME.view(p, 1 - p.side_to_act).proposal == []
                twin = p.copy()
                for option in chain:
                    assert option in twin.options()
                    twin.play(option)
                assert twin.waits_for != DECISION or twin.step.name != "retreat" or twin.side_to_act != p.side_to_act
            else:
                assert not chain
            options = p.options()
            fights = [o for o in options if o.verb in ("fight", "attack")]
            forward = fights or [o for o in options if o.verb in ("group", "move")] or options
            match.play(forward[seed % len(forward)].text)
        if seen > 3:
            return
    raise AssertionError("nobody had to go back")
