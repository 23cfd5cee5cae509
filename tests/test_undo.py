"""Taking back is free only while nothing was learned."""

from __future__ import annotations

import pytest
from test_monmouth_views import middle_of_a_game

import senki
from senki.engine.dice import seeded_dice
from senki.engine.errors import Illegal
from senki.engine.match import Match
from senki.engine.option import Option
from senki.engine.undo import teaches_nothing
from senki.games.monmouth.position import MonmouthPosition
from senki.games.monmouth.spotting import identity_known

MONMOUTH = senki.find_game("monmouth")


def attacks_on_unknown_blocks() -> list[tuple[MonmouthPosition, Option]]:
    """Attacks by which an enemy block shows what it is."""
    found = []
    for seed in range(30):
        for steps in (40, 55, 70):
            p = middle_of_a_game(seed, steps)
            if p.over or p.side_to_act < 0:
                continue
            for option in p.options():
                if option.verb == "attack" and not identity_known(p, option.target):
                    found.append((p, option))
                    break
            if len(found) >= 6:
                return found
    return found
