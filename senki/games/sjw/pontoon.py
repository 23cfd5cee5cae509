"""The Union pontoon train (chapter 19): the Chatham Bridge and what may be built once it is gone."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.tasks import kind_of
from senki.games.sjw.counters import CSA, SIDE_OF, USA
from senki.games.sjw.crossings import TAKEN_UP, UNION_ONLY, add_span, hexes_of, remove_span
from senki.games.sjw.ground import MAJOR, PONTOON
from senki.games.sjw.manpower import combat_value
from senki.games.sjw.position import SjwPosition
from senki.games.sjw.tables import HALF, TABLES

LEAST: Final[int] = HALF * int(TABLES["bridges"]["least_cv"])
RIVER: Final[str] = str(TABLES["pontoon"]["river"])
NONE: Final = -1


@enforces("SJW-2.4.5", "SJW-19.1")
def lay_chatham_bridge(p: SjwPosition) -> None:
    """At the start of an advanced scenario the pontoon of the map is the Union's alone."""
    if not p.advanced:
        return
    for place in range(6 * p.ground.size):
        to = p.ground.board.neighbour[place]
        if p.ground.crossing[place] == PONTOON and to > place // 6:
            add_span(p, place // 6, to, UNION_ONLY)


def pontoon(p: SjwPosition) -> int:
    """The span of the pontoon that lies now, NONE while there is none."""
    for span in p.spans:
        if kind_of(span) == UNION_ONLY:
            return span
    return NONE


@enforces("SJW-19.2", "SJW-19.3")
def take_up_objections(p: SjwPosition) -> list[Objection]:
    """A marching Union unit at either end of the pontoon may take it up, for nothing."""
    march = p.march
    assert march is not None
    if SIDE_OF[march.unit] != USA:
        return [forbid("SJW-19.2", "take_up_who")]
    span = pontoon(p)
    if span == NONE:
        return [forbid("SJW-19.2", "no_pontoon")]
    if p.hex[march.unit] not in hexes_of(span):
        return [forbid("SJW-19.2", "pontoon_far")]
    return []


@enforces("SJW-19.2", "SJW-19.3")
def take_up(p: SjwPosition) -> None:
    """The pontoon goes; where the Chatham Bridge was nobody can cross any more."""
    a, b = hexes_of(pontoon(p))
    if p.ground.crossing[6 * a + p.ground.direction(a, b)] == PONTOON:
        add_span(p, a, b, TAKEN_UP)
    else:
        remove_span(p, a, b)
    p.span_turn = p.turn
    if p.events is not None:
        p.tell("pontoon_taken_up", "SJW-19.2", {"from": p.ground.names[a], "to": p.ground.names[b]})


@enforces("SJW-19.2", "SJW-19.3")
def forced_take_up(p: SjwPosition, unit: int, hex: int) -> None:
    """It must be taken up at once when a Confederate unit of combat value 5 or more enters either end."""
    if not p.spans or SIDE_OF[unit] != CSA or combat_value(p, unit) < LEAST:
        return
    span = pontoon(p)
    if span != NONE and hex in hexes_of(span):
        take_up(p)


@enforces("SJW-19.3")
def pontoon_objections(p: SjwPosition, side: int, hex: int, to: int) -> list[Objection]:
    """Major rivers are for the Union's pontoon only: one at a time, over the Rappahannock, not in the turn in which
    the last one was taken up."""
    if not p.advanced or side != USA:
        return [forbid("SJW-19.3", "major_river")]
    found: list[Objection] = []
    if pontoon(p) != NONE:
        found.append(forbid("SJW-19.3", "pontoon_stands"))
    elif p.span_turn >= p.turn:
        found.append(forbid("SJW-19.3", "pontoon_turn"))
    if not is_pontoon_side(p, hex, to):
        found.append(forbid("SJW-19.3", "pontoon_river"))
    return found


def is_pontoon_side(p: SjwPosition, hex: int, to: int) -> bool:
    """Does the river of the pontoon train run between two hexes, as a major river?"""
    d = p.ground.direction(hex, to)
    if d < 0 or p.ground.water[6 * hex + d] != MAJOR:
        return False
    for run in p.ground.board.runs:
        if run.names["en"] == RIVER and ((hex, to) in run.pairs or (to, hex) in run.pairs):
            return True
    return False


@enforces("SJW-19.3")
def lay_pontoon(p: SjwPosition, hex: int, to: int) -> None:
    """The train has bridged the river again, for the Union alone."""
    add_span(p, hex, to, UNION_ONLY)
