"""What may be crossed (6.2.1, 7.1, 10, 14.2, 19): the tables of the ground under today's weather and bridges."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16

from senki.boards.hexes.search import SHUT
from senki.engine.clauses import enforces
from senki.engine.tasks import encode, first_of, kind_of, second_of
from senki.games.sjw.counters import CSA, USA
from senki.games.sjw.ground import BRIDGE, DRY, FORD, MINOR, MOUNTAIN, NO_CROSSING, PONTOON
from senki.games.sjw.position import SjwPosition, relay

NO_SPAN: Final = 0
BUILT_CSA: Final = 1
"""A bridge the Confederates have built over a minor river: for both sides (10.2)."""
UNION_ONLY: Final = 2
"""The Chatham Bridge of the advanced game, or the pontoon that was built after it (19)."""
TAKEN_UP: Final = 3
"""The Chatham Bridge is gone: an uncrossable river (19.2)."""
BUILT_USA: Final = 4
"""A bridge the Union has built over a minor river: for both sides (10.2)."""
BURNT: Final = 5
"""A printed bridge that was destroyed by the optional rule (10.4)."""
SPAN_KINDS: Final = ["", "built_csa", "union_only", "taken_up", "built_usa", "burnt"]
BUILT_BY: Final = [BUILT_CSA, BUILT_USA]
"""By side: the bridges it has built."""


def span_over(a: int, b: int, kind: int) -> int:
    """A span as a number: its kind and the two hexes, the lower number first."""
    return encode(kind, min(a, b), max(a, b))


def hexes_of(span: int) -> tuple[int, int]:
    """The two hexes a span joins."""
    return first_of(span), second_of(span)


def span_at(p: SjwPosition, a: int, b: int) -> int:
    """The kind of span between two hexes that differs from the map, NO_SPAN if there is none."""
    if not p.spans:
        return NO_SPAN
    low, high = min(a, b), max(a, b)
    for span in p.spans:
        if first_of(span) == low and second_of(span) == high:
            return kind_of(span)
    return NO_SPAN


@enforces("SJW-10.2", "SJW-19.1", "SJW-19.3")
def carries(kind: int, side: int) -> bool:
    """Does a span carry the units of a side: one that was built, or the pontoon, which is the Union's alone?"""
    return kind in BUILT_BY or (kind == UNION_ONLY and side == USA)


@enforces("SJW-2.4.5", "SJW-6.2.1", "SJW-10.2", "SJW-19.1", "SJW-19.3")
def price(p: SjwPosition, side: int, place: int, to: int) -> int:
    """Half points for a step of a side over a place (6 * hex + direction) today; SHUT if it may not be crossed."""
    kind = span_at(p, place // 6, to)
    if kind == NO_SPAN:
        return p.ground.price[p.weather][place]
    if not carries(kind, side):
        return SHUT
    printed = p.ground.price[p.weather][place]
    # a built bridge carries no road, but one that is printed there is as good as ever, and a ford may still be used
    if p.ground.crossing[place] in (BRIDGE, PONTOON):
        return printed
    bridged = bridged_price(p, place, to)
    return min(printed, bridged) if SHUT not in (printed, bridged) else max(printed, bridged)


def prices(p: SjwPosition, side: int) -> vec[i16]:
    """The price of every place for a side today: those of the ground, but where a bridge was built or taken up."""
    printed = p.ground.price[p.weather]
    if not p.spans:
        return printed
    found = printed[:]
    for span in p.spans:
        a, b = hexes_of(span)
        there, back = 6 * a + p.ground.direction(a, b), 6 * b + p.ground.direction(b, a)
        found[there] = price(p, side, there, b)
        found[back] = price(p, side, back, a)
    return found


def bridged_price(p: SjwPosition, place: int, to: int) -> int:
    """The far hex costs its terrain, nothing for the crossing; mountains stay closed."""
    if p.weather == DRY:
        return p.ground.off_line[to]
    return p.ground.off_line_rain[to]


def can_cross(p: SjwPosition, side: int, hex: int, to: int) -> bool:
    """May a unit of a side go over this side by terrain, today: to march, attack, advance or retreat?"""
    d = p.ground.direction(hex, to)
    return d >= 0 and price(p, side, 6 * hex + d, to) != SHUT


@enforces("SJW-2.5")
def crossable_when_dry(p: SjwPosition, side: int, place: int, to: int) -> bool:
    """Could a unit cross here in dry weather? Command and couriers ask only that."""
    kind = span_at(p, place // 6, to)
    if kind == NO_SPAN:
        return p.ground.price[DRY][place] != SHUT
    return carries(kind, side)


def crossing_kind(p: SjwPosition, place: int, to: int) -> int:
    """The crossing there is today: that of the map, or a bridge that was built."""
    kind = span_at(p, place // 6, to)
    if kind in (TAKEN_UP, BURNT):
        return NO_CROSSING
    if kind != NO_SPAN:
        return BRIDGE
    return p.ground.crossing[place]


def is_shut_river(p: SjwPosition, side: int, place: int, to: int) -> bool:
    """Is this a river side without a crossing a side may use? In rain a ford is none."""
    if p.ground.water[place] < MINOR:
        return False
    kind = crossing_kind(p, place, to)
    if kind == NO_CROSSING or (kind == FORD and p.weather != DRY):
        return True
    return span_at(p, place // 6, to) == UNION_ONLY and side == CSA


@enforces("SJW-2.4.1", "SJW-2.4.2", "SJW-2.4.5")
def set_reach(p: SjwPosition) -> None:
    """Zones of control reach as today's weather and bridges let them."""
    base = p.ground.reached[p.weather]
    if not p.spans:
        relay(p, [base, base])
        return
    reached = [base[:], base[:]]
    for span in p.spans:
        a, b = hexes_of(span)
        for side in (CSA, USA):
            open_ = carries(kind_of(span), side)
            for hex, to in ((a, b), (b, a)):
                others = [other for other in reached[side][hex] if other != to]
                shut = mountain_between(p, hex, to)
                reached[side][hex] = [*others, to] if open_ and not shut else others
    relay(p, reached)


def mountain_between(p: SjwPosition, hex: int, to: int) -> bool:
    """Does a mountain hex without a line there keep a zone out?"""
    place = 6 * hex + p.ground.direction(hex, to)
    return MOUNTAIN in (p.ground.terrain[hex], p.ground.terrain[to]) and not p.ground.has_line[place]


def add_span(p: SjwPosition, a: int, b: int, kind: int) -> None:
    """Lay a span, in place of what was there."""
    remove_span(p, a, b)
    p.spans = sorted([*p.spans, span_over(a, b, kind)])
    set_reach(p)


def remove_span(p: SjwPosition, a: int, b: int) -> None:
    """Take a built span away."""
    low, high = min(a, b), max(a, b)
    p.spans = [span for span in p.spans if hexes_of(span) != (low, high)]
    set_reach(p)
