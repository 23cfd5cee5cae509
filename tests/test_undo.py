"""Taking back is free only while nothing was learned."""

from __future__ import annotations

from random import Random

import pytest

import senki
from senki.engine.errors import Illegal
from senki.engine.forms import plain
from senki.engine.match import Decision, Match


def until_an_attack(seed: int, most: int = 90) -> tuple[Match, str]:
    """A game of Monmouth up to where a side may attack a block; the notation of the attack, if there is one."""
    match, chance = senki.new("monmouth", seed=seed), Random(seed)
    for _ in range(most):
        pending = match.pending
        if not isinstance(pending, Decision):
            match.roll()
            continue
        attacks = [option for option in pending.options if option.verb == "attack"]
        if attacks:
            return match, attacks[0].text
        busy = [option for option in pending.options if option.verb in ("enter", "move", "pick", "ride")]
        match.play(chance.choice(busy or pending.options))
    return match, ""


def known(match: Match, side: int) -> dict[str, str]:
    found: dict[str, str] = plain(match.view(side))["known"]
    return found


def attack_on_an_unknown_block() -> tuple[Match, str]:
    """A game up to where a side may attack a block that could be several, and the notation of that attack."""
    for seed in range(40):
        match, attack = until_an_attack(seed)
        if not attack:
            continue
        side = match.position.side_to_act
        before = known(match, side)
        match.play(attack)
        news = [name for block, name in known(match, side).items() if block not in before]
        still_deciding = match.position.side_to_act >= 0
        match.undo(side, by_consent=True)
        # The one battery of the Colonials is known by its looks.
        if still_deciding and news and "oswald" not in news:
            return match, attack
    raise AssertionError("no attack on an unknown block was found")


def test_an_attack_that_names_a_block_is_not_taken_back_freely() -> None:
    match, attack = attack_on_an_unknown_block()
    side = match.position.side_to_act
    match.play(attack)
    assert not match.may_undo(side)
    with pytest.raises(Illegal, match="nothing to take back"):
        match.undo(side)
    assert match.undo(side, by_consent=True).text == attack


def test_what_shows_nothing_is_still_taken_back_freely() -> None:
    match, chance = senki.new("monmouth", seed=2), Random(2)
    free = 0
    for _ in range(25):
        pending = match.pending
        if not isinstance(pending, Decision):
            match.roll()
            continue
        option = chance.choice(pending.options)
        before = match.position.copy()
        match.play(option)
        if match.may_undo(pending.side):
            free += 1
            match.undo(pending.side)
            assert match.position == before
            match.play(option)
    assert free > 15
