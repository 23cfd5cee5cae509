"""What Shiloh shows on the map beside its counters: overlays and marks."""

from __future__ import annotations

from itertools import pairwise

from senki.engine.forms import Overlay
from senki.engine.registry import find_game
from senki.games.shiloh.camps import cup
from senki.games.shiloh.counters import CAMP, CSA, HQ_OF, TROOPS, USA
from senki.games.shiloh.position import LATER, ShilohPosition, put
from senki.games.shiloh.zones import communications

SHILOH = find_game("shiloh")


def start() -> ShilohPosition:
    """The position in which the battle begins."""
    p = SHILOH.start("battle", SHILOH.settings({}))
    p.settle()
    assert isinstance(p, ShilohPosition)
    return p


def places_of(overlay: Overlay, tone: str) -> list[str]:
    """The places an overlay marks in a tone."""
    return [one.place for one in overlay.places if one.tone == tone]


def test_zones_and_lines_of_sight_can_be_shown() -> None:
    p = start()
    zones = places_of(SHILOH.overlay(p, CSA, "zones", ""), "threat")
    assert "0918" in zones and "1119" not in zones
    seen = places_of(SHILOH.overlay(p, USA, "sight", "0914"), "own")
    assert "0917" in seen and "0920" not in seen
    assert SHILOH.overlay(p, USA, "sight", "0101") == Overlay()
    assert SHILOH.overlay(p, -1, "zones", "") == Overlay(), "a spectator has no enemy"


def test_lines_of_communication_lead_from_every_unit_to_their_source() -> None:
    p = start()
    for side in (CSA, USA):
        shown = SHILOH.overlay(p, side, "communications", "")
        line, by_name = communications(p, side), p.ground.board.by_name
        standing = {p.ground.names[p.hex[unit]] for unit in [*TROOPS[side], HQ_OF[side]] if p.hex[unit] >= 0}
        assert {one.place for one in shown.places} == standing
        assert set(places_of(shown, "bad")) == {place for place in standing if not line[by_name[place]]}
        ends = {p.ground.names[hex] for hex in p.ground.loc[side]} | {
            place for one in shown.lines for place in one.places[:-1]
        }
        for one in shown.lines:
            assert one.places[-1] in ends, "a line ends at its source or on another line"
            for here, there in pairwise(one.places):
                assert by_name[there] in p.ground.around[by_name[here]]


def test_a_camp_is_marked_while_its_counters_are_in_the_cup() -> None:
    p = start()
    marks = [mark.place for mark in SHILOH.view(p, CSA).marks]
    assert marks == [p.ground.names[hex] for hex in p.ground.camps]
    for unit in cup(p):
        if CAMP[unit] == "hurlbut":
            put(p, unit, LATER)
    left = [mark.place for mark in SHILOH.view(p, CSA).marks]
    assert len(left) == len(marks) - 1
