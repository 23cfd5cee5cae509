"""Substitute units (chapter 21): detached on the march, attached again; units that join others for good."""

from __future__ import annotations

from typing import Any, Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sjw.commands import command_of, see_to_leaders
from senki.games.sjw.counters import (
    COMMANDS,
    IS_SUBSTITUTE,
    IS_TROOP,
    KIND,
    KINDS,
    SIDE_OF,
    SIZE,
    SIZES,
    SUBSTITUTES,
    TROOPS,
    UNIT,
    UNITS,
    USA,
)
from senki.games.sjw.manpower import clear
from senki.games.sjw.options import ATTACH_TO
from senki.games.sjw.position import (
    ATTACHED,
    DISORGANIZED,
    SPARE,
    UNSUPPLIED,
    SjwPosition,
    put,
    set_demoralized,
    troops_in,
)
from senki.games.sjw.steps import ATTACH
from senki.games.sjw.tables import TABLES
from senki.games.sjw.undertaking import NOBODY

_TABLE: Final[dict[str, Any]] = TABLES["substitutes"]
MOST: Final[list[int]] = [int(_TABLE["most"][kind]) for kind in KINDS[:2]]
"""MOST[kind]: the most manpower a substitute is given."""
LIMITS: Final[dict[str, int]] = dict(_TABLE["limits"])


class Joining:
    """Units that may join others for good, and whom."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.units: list[int] = [UNIT[str(name)] for name in row["units"]]
        self.hosts: list[int] = [UNIT[str(name)] for name in row.get("hosts", [])]
        """Empty: any of these sizes and this corps."""
        self.sizes: list[int] = [SIZES.index(str(size)) for size in row.get("sizes", [])]
        self.command: int = COMMANDS.index(str(row["command"])) if "command" in row else NOBODY
        self.clause: str = str(row["clause"])


JOININGS: Final[list[Joining]] = [Joining(row) for row in TABLES["attachment"]]
JOINING_OF: Final[dict[int, Joining]] = {unit: joining for joining in JOININGS for unit in joining.units}


# 21.1: detaching


@enforces("SJW-21.1.1")
def free_substitute(p: SjwPosition, side: int, kind: int) -> int:
    """A substitute of a side and type that nobody has detached, NOBODY if all three are out."""
    for unit in SUBSTITUTES[side][kind]:
        if p.hex[unit] == SPARE:
            return unit
    return NOBODY


@enforces("SJW-21.1.1", "SJW-21.1.4", "SJW-A.1")
def detach_objections(p: SjwPosition, points: int) -> list[Objection]:
    """The marching unit gives so many points to a free substitute of its type and keeps at least one."""
    if not p.advanced:
        return [forbid("SJW-A.1", "no_detaching")]
    march = p.march
    assert march is not None
    unit = march.unit
    kind = KIND[unit]
    found: list[Objection] = []
    if free_substitute(p, SIDE_OF[unit], kind) == NOBODY:
        found.append(forbid("SJW-21.1.1", "no_substitute", unit=UNITS[unit]))
    if points > MOST[kind]:
        found.append(forbid("SJW-21.1.1", "substitute_size", most=str(MOST[kind])))
    if points >= p.manpower[unit]:
        found.append(forbid("SJW-21.1.1", "keeps_one", unit=UNITS[unit]))
    return found


def detachable(p: SjwPosition, unit: int) -> int:
    """The most points a marching unit may detach now, 0 if it may not."""
    if free_substitute(p, SIDE_OF[unit], KIND[unit]) == NOBODY:
        return 0
    return min(MOST[KIND[unit]], p.manpower[unit] - 1)


@enforces("SJW-21.1.1", "SJW-21.1.2", "SJW-21.1.3")
def detach(p: SjwPosition, unit: int, points: int) -> int:
    """Drop a substitute where the unit is: in the state of its parent, with the fatigue and works of before the march
    if this is where that began. Which one is it?"""
    march = p.march
    assert march is not None
    other = free_substitute(p, SIDE_OF[unit], KIND[unit])
    hex = p.hex[unit]
    p.manpower[unit] -= points
    p.manpower[other] = points
    p.flags[other] = p.flags[unit] & (DISORGANIZED | UNSUPPLIED)
    p.parent[other] = p.parent[unit] if p.parent[unit] != NOBODY else unit
    p.fatigue[other] = march.before if hex == march.start else p.fatigue[unit]
    p.works[other] = p.works[unit]
    p.demoralized[other] = p.demoralized[unit]
    put(p, other, hex)
    if p.events is not None:
        p.tell("detached", "SJW-21.1.1", {"unit": UNITS[unit], "substitute": UNITS[other], "points": points})
    return other


# 21.2: attaching


@enforces("SJW-3.4", "SJW-21.2.1")
def begin_attachment(p: SjwPosition, side: int) -> None:
    """The attachment phase, from a side's part on: whoever has nobody to attach is not asked."""
    for other in range(side, USA + 1):
        if attachments(p, other):
            p.side = other
            p.push(ATTACH)
            return


def joins(p: SjwPosition, side: int) -> list[int]:
    """A side's units on the map that may join others at all."""
    return [unit for unit in TROOPS[side] if p.hex[unit] >= 0 and (IS_SUBSTITUTE[unit] or unit in JOINING_OF)]


def attachments(p: SjwPosition, side: int) -> list[Option]:
    """Everything a side may attach now."""
    found: list[Option] = []
    for unit in joins(p, side):
        for host in troops_in(p, side, p.hex[unit]):
            if host != unit and not host_objections(p, unit, host):
                found.append(p.ground.words.two(ATTACH_TO, unit, host))
    return found


def attach_candidates(p: SjwPosition) -> list[Option]:
    """Whoever may join at all, with everybody near."""
    found: list[Option] = []
    for unit in joins(p, p.side):
        for host in TROOPS[p.side]:
            if host != unit and p.hex[host] >= 0 and p.ground.distance(p.hex[unit], p.hex[host]) <= 1:
                found.append(p.ground.words.two(ATTACH_TO, unit, host))
    return found


@enforces("SJW-21.2.1")
def attach_objections(p: SjwPosition, unit: int, host: int) -> list[Objection]:
    """A unit joins another one of its side and type in its hex."""
    for one in (unit, host):
        if SIDE_OF[one] != p.side or not IS_TROOP[one] or p.hex[one] < 0:
            return [forbid("SJW-21.2.1", "not_your_unit", unit=UNITS[one])]
    if unit == host:
        return [forbid("SJW-21.2.1", "attach_itself", unit=UNITS[unit])]
    found: list[Objection] = []
    if p.hex[unit] != p.hex[host]:
        found.append(forbid("SJW-21.2.1", "attach_stacked", unit=UNITS[unit], host=UNITS[host]))
    return found + host_objections(p, unit, host)


@enforces("SJW-21.2.1", "SJW-21.2.2", "SJW-21.2.3")
def host_objections(p: SjwPosition, unit: int, host: int) -> list[Objection]:
    """Of the same type, within the limit of the host's size; other units than substitutes only those listed."""
    facts = {"unit": UNITS[unit], "host": UNITS[host]}
    found: list[Objection] = []
    if KIND[unit] != KIND[host]:
        found.append(Objection("SJW-21.2.1", facts, "attach_type"))
    if not IS_SUBSTITUTE[unit]:
        if unit not in JOINING_OF:
            found.append(Objection("SJW-21.2.1", facts, "attach_who"))
        elif not takes_in(p, JOINING_OF[unit], host):
            found.append(Objection(JOINING_OF[unit].clause, facts, "attach_whom"))
    most = LIMITS[f"{KINDS[KIND[host]]}_{SIZES[SIZE[host]]}"]
    if p.manpower[unit] + p.manpower[host] > most:
        found.append(Objection("SJW-21.2.1", {**facts, "most": str(most)}, "attach_limit"))
    return found


@enforces("SJW-21.2.2", "SJW-21.2.3")
def takes_in(p: SjwPosition, joining: Joining, host: int) -> bool:
    """Is this one of those whom the unit may join?"""
    if joining.hosts:
        return host in joining.hosts
    if joining.sizes and SIZE[host] not in joining.sizes:
        return False
    return joining.command == NOBODY or command_of(p, host) == joining.command


@enforces("SJW-21.2.1", "SJW-21.2.2", "SJW-21.2.3")
def attach(p: SjwPosition, unit: int, host: int) -> None:
    """Manpower adds up; the larger part decides the organization, the more tired one the fatigue; works and supply
    are the host's. A substitute is free again, any other unit is gone for good."""
    if p.manpower[unit] > p.manpower[host]:
        p.flags[host] = p.flags[host] & ~DISORGANIZED | p.flags[unit] & DISORGANIZED
    p.manpower[host] += p.manpower[unit]
    p.fatigue[host] = max(p.fatigue[host], p.fatigue[unit])
    if p.demoralized[unit] > p.demoralized[host]:
        set_demoralized(p, host, p.demoralized[unit])
    put(p, unit, SPARE if IS_SUBSTITUTE[unit] else ATTACHED)
    clear(p, unit)
    if p.events is not None:
        facts: dict[str, str | int] = {"unit": UNITS[unit], "host": UNITS[host], "manpower": p.manpower[host]}
        p.tell("attached", "SJW-21.2.1", facts)
    begin_attachment(p, p.side)
    see_to_leaders(p)
