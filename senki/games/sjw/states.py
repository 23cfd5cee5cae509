"""What states the counters and the map of a written position can be in: those that play can bring about."""

from __future__ import annotations

from typing import Final

from senki.engine.errors import Malformed
from senki.engine.tasks import kind_of
from senki.games.sjw.counters import CORPS, COUNT, CSA, IS_SUBSTITUTE, IS_TROOP, KIND, POPE, SIDE_OF, SIZE, UNITS
from senki.games.sjw.crossings import BUILT_BY, BURNT, TAKEN_UP, UNION_ONLY, hexes_of
from senki.games.sjw.ground import BRIDGE, DRY, MINOR, PONTOON
from senki.games.sjw.pontoon import is_pontoon_side
from senki.games.sjw.position import (
    ASIDE,
    ATTACHED,
    BURNING,
    DEAD,
    DELAYED,
    DISORGANIZED,
    DISPERSAL,
    FAILED,
    FORAGED,
    LATER,
    MARCHED,
    OUT,
    REPLACED,
    SPARE,
    SWITCHES,
    UNSUPPLIED,
    WITH_CORPS,
    WORKED,
    SjwPosition,
)
from senki.games.sjw.steps import BEGIN_TURN
from senki.games.sjw.substitutes import JOINING_OF
from senki.games.sjw.undertaking import NOBODY

OF_UNITS: Final = DISORGANIZED | UNSUPPLIED | MARCHED | WORKED | WITH_CORPS | FORAGED
"""States that no leader has."""
OF_LEADERS: Final = FAILED | REPLACED
OF_THE_ADVANCED: Final = UNSUPPLIED | FORAGED | REPLACED


def check_states(p: SjwPosition, where: str) -> None:
    """Raise Malformed at the first counter, bridge or day that cannot be so."""
    for unit in range(COUNT):
        if p.hex[unit] != OUT:
            here = f"{where}: units.{UNITS[unit]}"
            check_place(p, unit, here)
            check_flags(p, unit, here)
            check_parent(p, unit, here)
    check_spans(p, f"{where}: spans")
    check_day(p, where)
    check_switches(p, f"{where}: switches")


def check_place(p: SjwPosition, unit: int, where: str) -> None:
    """Boxes are for those who can come to them."""
    hex, substitute = p.hex[unit], IS_SUBSTITUTE[unit]
    if substitute and not p.advanced:
        raise Malformed(f"{where}: there are substitutes in the advanced game only")
    if hex >= 0 and SIDE_OF[unit] == CSA and p.ground.defences[hex]:
        raise Malformed(f"{where}: no Confederate is in the defences of Washington")
    if hex == LATER and (p.theatre.plan.arrival(unit) is None or not p.due[unit]):
        raise Malformed(f"{where}: the scenario does not have it arrive, or no turn is given")
    if hex != LATER and p.due[unit]:
        raise Malformed(f"{where}: who is not to come is not due")
    if hex == ASIDE and IS_TROOP[unit]:
        raise Malformed(f"{where}: only leaders are set aside")
    if hex == SPARE and not substitute:
        raise Malformed(f"{where}: only substitutes wait to be detached")
    if hex == DEAD and (substitute or not (IS_TROOP[unit] or unit == POPE)):
        raise Malformed(f"{where}: it cannot have been removed for good")
    if hex == ATTACHED and unit not in JOINING_OF:
        raise Malformed(f"{where}: it joins no other unit for good")
    if hex < 0 and (p.manpower[unit] or p.fatigue[unit] or p.works[unit]) and hex != LATER:
        raise Malformed(f"{where}: a counter that is off the map has no such state")
    if hex < 0 and p.demoralized[unit]:
        raise Malformed(f"{where}: a counter that is off the map is not demoralized")


def check_flags(p: SjwPosition, unit: int, where: str) -> None:
    """States belong to units, to corps leaders, to arrivals, to the advanced game."""
    flags = p.flags[unit]
    if flags & (OF_LEADERS if IS_TROOP[unit] else OF_UNITS):
        raise Malformed(f"{where}: states: not of {'a unit' if IS_TROOP[unit] else 'a leader'}")
    if flags & OF_LEADERS and SIZE[unit] != CORPS:
        raise Malformed(f"{where}: states: only of a corps leader")
    if flags & REPLACED and SIDE_OF[unit] != CSA:
        raise Malformed(f"{where}: states: only Confederate leaders fall")
    if flags & OF_THE_ADVANCED and not p.advanced:
        raise Malformed(f"{where}: states: only in the advanced game")
    if flags & WITH_CORPS and unit not in p.theatre.plan.serves:
        raise Malformed(f"{where}: states: it serves under its own corps from the start")
    if flags & DELAYED and p.hex[unit] != LATER:
        raise Malformed(f"{where}: states: only who is to come can be delayed")
    if flags & ~DELAYED and IS_TROOP[unit] and p.hex[unit] < 0:
        raise Malformed(f"{where}: states: a unit that is off the map has none")


def check_parent(p: SjwPosition, unit: int, where: str) -> None:
    """A substitute on the map was detached from a unit of its side and type, nobody else was."""
    parent = p.parent[unit]
    if not IS_SUBSTITUTE[unit] or p.hex[unit] < 0:
        sound = parent == NOBODY
    else:
        sound = parent != NOBODY and not IS_SUBSTITUTE[parent]
        sound = sound and SIDE_OF[parent] == SIDE_OF[unit] and KIND[parent] == KIND[unit]
    if not sound:
        raise Malformed(f"{where}: parent: a substitute on the map has one of its side and type, nobody else has")


def check_spans(p: SjwPosition, where: str) -> None:
    """Bridges are over rivers that can have them, one in a place."""
    places: list[tuple[int, int]] = []
    pontoons = 0
    for span in p.spans:
        a, b = hexes_of(span)
        kind, place = kind_of(span), 6 * a + p.ground.direction(a, b)
        crossing = p.ground.crossing[place]
        if kind in BUILT_BY:
            sound = p.ground.water[place] == MINOR
        elif kind == BURNT:
            sound = crossing == BRIDGE and p.on(BURNING)
        elif kind == TAKEN_UP:
            sound = crossing == PONTOON and p.advanced
        else:
            sound = p.advanced and (crossing == PONTOON or is_pontoon_side(p, a, b))
        pontoons += kind == UNION_ONLY
        if not sound or (a, b) in places or pontoons > 1:
            raise Malformed(f"{where}: no such bridge can be between {p.ground.names[a]} and {p.ground.names[b]}")
        places.append((a, b))


def check_day(p: SjwPosition, where: str) -> None:
    """Weather, panic, paralysis and events are of the advanced game, and of days that have come."""
    if not p.advanced and (
        p.weather != DRY or p.rain_until or p.panic_turn or p.event or p.paralysed != NOBODY or p.span_turn
    ):
        raise Malformed(f"{where}: weather, events, panic and pontoons are of the advanced game")
    if BEGIN_TURN not in p.stack and (p.weather != DRY) != (p.turn <= p.rain_until):
        raise Malformed(f"{where}: rain_until: it rains to the end of that turn")
    if max(p.panic_turn, p.span_turn) > p.turn:
        raise Malformed(f"{where}: panic_turn, span_turn: that turn has not come")


def check_switches(p: SjwPosition, where: str) -> None:
    """Some optional rules belong to some scenarios."""
    lines = [line.switch for line in p.theatre.plan.lines]
    for number, name in enumerate(SWITCHES):
        scores = name in ("balance", "revision")
        if p.on(1 << number) and ((scores and name not in lines) or (1 << number == DISPERSAL and not p.advanced)):
            raise Malformed(f"{where}: '{name}' is no rule of this scenario")
