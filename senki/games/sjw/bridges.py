"""Bridges (chapter 10): built in recovery, removed in marches; with an optional rule printed ones are burnt."""

from __future__ import annotations

from typing import Any, Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.engine.tasks import encode, first_of, second_of
from senki.games.sjw.counters import INF, KIND, SIDE_OF, UNITS
from senki.games.sjw.crossings import (
    BUILT_BY,
    BURNT,
    NO_SPAN,
    add_span,
    crossing_kind,
    remove_span,
    span_at,
    span_over,
)
from senki.games.sjw.demoralization import demoralized_objection
from senki.games.sjw.ground import BRIDGE, DRY, FORD, MAJOR, MINOR, PONTOON
from senki.games.sjw.limits import barred
from senki.games.sjw.manpower import combat_value, stack_value
from senki.games.sjw.options import BURN_BRIDGE, DECLINE
from senki.games.sjw.pontoon import lay_pontoon, pontoon_objections
from senki.games.sjw.position import BURNING, WORKED, SjwPosition
from senki.games.sjw.steps import BRIDGE_DIE, BURN, BURN_DIE
from senki.games.sjw.tables import HALF, TABLES

_BRIDGES: Final[dict[str, Any]] = TABLES["bridges"]
SUCCESS: Final[int] = int(_BRIDGES["success"])
NO_FORD: Final[int] = int(_BRIDGES["no_ford"])
OVER_MAJOR: Final[int] = int(_BRIDGES["major"])
BANKS: Final[list[int]] = list(_BRIDGES["banks"])
"""By the number of banks with a line."""
LEAST: Final[int] = HALF * int(_BRIDGES["least_cv"])
BURNS_AT: Final[int] = int(_BRIDGES["burns"])
BURNS_AT_WEAKLY: Final[int] = int(_BRIDGES["burns_weakly"])


def place_of(p: SjwPosition, hex: int, to: int) -> int:
    """The place of the side between two adjacent hexes."""
    return 6 * hex + p.ground.direction(hex, to)


# building


def bridge_sides(p: SjwPosition, unit: int) -> list[int]:
    """The hexes over the rivers beside a unit, bridged or not."""
    hex = p.hex[unit]
    if hex < 0:
        return []
    return [to for to in p.ground.around[hex] if p.ground.water[place_of(p, hex, to)] >= MINOR]


@enforces("SJW-9.1.1", "SJW-9.4", "SJW-10.1", "SJW-11.2", "SJW-14.2", "SJW-19.3")
def bridge_objections(p: SjwPosition, unit: int, to: int) -> list[Objection]:
    """Rested, undemoralized infantry of some strength, in dry weather, over a minor river that has no bridge: one try
    for a unit and for a hexside; not before the enemy, nor with other work, nor if it is barred."""
    name, hex = UNITS[unit], p.hex[unit]
    if SIDE_OF[unit] != p.side or hex < 0:
        return [forbid("SJW-10.1", "not_your_unit", unit=name)]
    if to not in bridge_sides(p, unit):
        return [forbid("SJW-10.1", "no_river", unit=name, to=p.ground.names[to])]
    found = builder_objections(p, unit)
    place = place_of(p, hex, to)
    if p.weather != DRY:
        found.append(forbid("SJW-14.2", "no_bridging_in_rain"))
    if crossing_kind(p, place, to) in (BRIDGE, PONTOON):
        found.append(forbid("SJW-10.1", "bridged", to=p.ground.names[to]))
    elif p.ground.water[place] == MAJOR:
        found += pontoon_objections(p, p.side, hex, to)
    if span_over(hex, to, 0) in p.tried:
        found.append(forbid("SJW-10.1", "tried_there", to=p.ground.names[to]))
    if stack_value(p, 1 - p.side, to) >= LEAST:
        found.append(forbid("SJW-10.1", "enemy_opposite", to=p.ground.names[to]))
    return found


@enforces("SJW-9.4", "SJW-10.1", "SJW-11.2")
def builder_objections(p: SjwPosition, unit: int) -> list[Objection]:
    """What the unit itself must be."""
    name = UNITS[unit]
    found: list[Objection] = []
    if KIND[unit] != INF:
        found.append(forbid("SJW-10.1", "bridge_infantry", unit=name))
    if combat_value(p, unit) < LEAST:
        found.append(forbid("SJW-10.1", "bridge_weak", unit=name))
    if p.fatigue[unit]:
        found.append(forbid("SJW-10.1", "bridge_tired", unit=name))
    if p.flags[unit] & WORKED:
        found.append(forbid("SJW-10.1", "worked", unit=name))
    for one in (demoralized_objection(p, unit), barred(p, unit)):
        if one is not None:
            found.append(one)
    return found


def try_bridge(p: SjwPosition, unit: int, to: int) -> None:
    """The die comes next."""
    p.flags[unit] |= WORKED
    p.tried = sorted([*p.tried, span_over(p.hex[unit], to, 0)])
    p.task = encode(1, unit, to)
    p.push(BRIDGE_DIE)


@enforces("SJW-10.1.1")
def bridge_modifier(p: SjwPosition, hex: int, to: int) -> int:
    """What is added to the die: no ford, a major river, and by the banks to which a line leads."""
    place = place_of(p, hex, to)
    found = BANKS[int(p.ground.on_line[hex]) + int(p.ground.on_line[to])]
    if p.ground.crossing[place] != FORD:
        found += NO_FORD
    if p.ground.water[place] == MAJOR:
        found += OVER_MAJOR
    return found


@enforces("SJW-10.1", "SJW-10.2", "SJW-19.3")
def build_bridge(p: SjwPosition, die: int) -> None:
    """At or below the number it stands: at once and for both sides, unless it is the pontoon."""
    unit, to = first_of(p.task), second_of(p.task)
    hex = p.hex[unit]
    p.task = 0
    total = die + bridge_modifier(p, hex, to)
    if p.events is not None:
        facts: dict[str, str | int] = {
            "unit": UNITS[unit], "to": p.ground.names[to], "die": die, "total": total, "most": SUCCESS,
        }  # fmt: skip
        p.tell("bridge_built" if total <= SUCCESS else "bridge_failed", "SJW-10.1", facts)
    if total > SUCCESS:
        return
    if p.ground.water[place_of(p, hex, to)] == MAJOR:
        lay_pontoon(p, hex, to)
    else:
        add_span(p, hex, to, BUILT_BY[SIDE_OF[unit]])


# removing


def built_beside(p: SjwPosition, hex: int, side: int) -> list[int]:
    """The hexes over the bridges beside a hex that a side has built."""
    if not p.spans:
        return []
    return [to for to in p.ground.around[hex] if span_at(p, hex, to) == BUILT_BY[side]]


@enforces("SJW-10.3")
def remove_objections(p: SjwPosition, unit: int, to: int) -> list[Objection]:
    """A marching unit may remove a bridge beside it that its own side has built; others it may not."""
    if to in built_beside(p, p.hex[unit], SIDE_OF[unit]):
        return []
    return [forbid("SJW-10.3", "no_own_bridge", unit=UNITS[unit], to=p.ground.names[to])]


@enforces("SJW-10.3")
def remove_bridge(p: SjwPosition, hex: int, to: int) -> None:
    """A built bridge goes; one that was printed there and burnt does not come back."""
    if p.ground.crossing[place_of(p, hex, to)] == BRIDGE:
        add_span(p, hex, to, BURNT)
    else:
        remove_span(p, hex, to)
    if p.events is not None:
        p.tell("bridge_removed", "SJW-10.3", {"from": p.ground.names[hex], "to": p.ground.names[to]})


@enforces("SJW-10.3")
def wreck_bridges(p: SjwPosition, unit: int) -> None:
    """A unit of some strength that ends a march, retreat or advance beside bridges the enemy has built removes them."""
    hex = p.hex[unit]
    if hex < 0 or not p.spans or combat_value(p, unit) < LEAST:
        return
    for to in built_beside(p, hex, 1 - SIDE_OF[unit]):
        remove_bridge(p, hex, to)


# burning (optional)


@enforces("SJW-10.4")
def burnable(p: SjwPosition, unit: int) -> list[int]:
    """The hexes over the printed bridges beside a unit that still stand."""
    hex = p.hex[unit]
    if not p.on(BURNING) or hex < 0:
        return []
    around = [to for to in p.ground.around[hex] if p.ground.crossing[place_of(p, hex, to)] == BRIDGE]
    return [to for to in around if span_at(p, hex, to) == NO_SPAN]


@enforces("SJW-10.4")
def offer_burning(p: SjwPosition, unit: int) -> None:
    """With the optional rule: a unit that has ended its march beside a printed bridge may try to destroy it."""
    if burnable(p, unit):
        p.task = encode(1, unit)
        p.side = SIDE_OF[unit]
        p.push(BURN)


def burn_options(p: SjwPosition) -> list[Option]:
    """Which bridge, or none."""
    unit = first_of(p.task)
    return [*(p.ground.words.one(BURN_BRIDGE, to) for to in burnable(p, unit)), DECLINE]


def burn_candidates(p: SjwPosition) -> list[Option]:
    """Every side of its hex."""
    unit = first_of(p.task)
    return [*(p.ground.words.one(BURN_BRIDGE, to) for to in p.ground.around[p.hex[unit]]), DECLINE]


@enforces("SJW-10.4")
def burn_objections(p: SjwPosition, option: Option) -> list[Objection]:
    """Only printed bridges beside the unit."""
    if option.verb == "decline":
        return []
    if option.verb != "burn":
        return [forbid("SJW-10.4", "not_now")]
    unit = first_of(p.task)
    if option.target in burnable(p, unit):
        return []
    return [forbid("SJW-10.4", "no_printed_bridge", unit=UNITS[unit], to=p.ground.names[option.target])]


def choose_burning(p: SjwPosition, option: Option) -> None:
    """The die comes next, if he wants it."""
    unit = first_of(p.task)
    p.task = 0
    if option.verb == "burn":
        p.task = encode(1, unit, option.target)
        p.push(BURN_DIE)


@enforces("SJW-10.4")
def burns_at(p: SjwPosition, unit: int) -> int:
    """The highest die that destroys the bridge: more for infantry of some strength."""
    return BURNS_AT if KIND[unit] == INF and combat_value(p, unit) >= LEAST else BURNS_AT_WEAKLY


@enforces("SJW-10.4")
def burn_bridge(p: SjwPosition, die: int) -> None:
    """The bridge is gone, or it stands."""
    unit, to = first_of(p.task), second_of(p.task)
    hex = p.hex[unit]
    p.task = 0
    burnt = die <= burns_at(p, unit)
    if p.events is not None:
        facts: dict[str, str | int] = {"unit": UNITS[unit], "to": p.ground.names[to], "die": die}
        p.tell("bridge_burnt" if burnt else "bridge_stands", "SJW-10.4", facts)
    if burnt:
        add_span(p, hex, to, BURNT)
