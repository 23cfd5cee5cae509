"""Artillery, line of sight, ammunition (chapter 10)."""

from __future__ import annotations

from senki.boards.hexes.sight import Viewer, is_line_free
from senki.engine.clauses import Objection, enforces, forbid
from senki.games.shiloh.battle import Battle
from senki.games.shiloh.counters import ART, GUNBOATS, KIND, RANGE, SIDE_OF, TROOPS, UNITS
from senki.games.shiloh.ground import Ground
from senki.games.shiloh.position import (
    ADDED,
    ATTACKED,
    DEPLETED,
    DISRUPTED,
    MARCHED,
    ShilohPosition,
    in_enemy_zone,
)
from senki.games.shiloh.tables import HILL_RANGE


@enforces("SHI-10.4")
def sees(ground: Ground, observer: int, target: int) -> bool:
    """Is there a line of sight between two hexes?"""
    place = ground.size * observer + target
    known = ground.sight.get(place)
    if known is None:
        known = look(ground, observer, target)
        ground.sight[place] = known
    return known


@enforces("SHI-10.4")
def look(ground: Ground, observer: int, target: int) -> bool:
    """The straight line between the centres: what stands between, and how it enters the target hex."""
    if ground.chart(target).get("blocks_sight") and ground.distance(observer, target) > 1:
        return False
    return is_line_free(ground, observer, target, Look(ground, observer, target))


class Look(Viewer):
    """A look from one hex to another."""

    def __init__(self, ground: Ground, observer: int, target: int) -> None:
        self.ground = ground
        self.from_hill: bool = ground.hill[observer]
        self.to_hill: bool = ground.hill[target]

    @enforces("SHI-10.4", "SHI-4.3.1")
    def blocks(self, hex: int) -> bool:
        """Deep woods and towns always; light woods unless seen from a hill; a hill unless either end is on one."""
        chart = self.ground.chart(hex)
        if chart.get("blocks_sight"):
            return True
        if chart.get("blocks_sight_unless_hill") and not self.from_hill:
            return True
        return self.ground.hill[hex] and not self.from_hill and not self.to_hill

    @enforces("SHI-10.4", "SHI-4.9")
    def bars(self, place: int) -> bool:
        """Not up a slope into the target hex, nor over a protected side, nor through a treeline on its own level."""
        ground = self.ground
        treeline = ground.treeline[place] and self.from_hill == self.to_hill
        return ground.rises[place] or ground.protected[place] or treeline


@enforces("SHI-10.2", "SHI-19.1.3")
def range_of(p: ShilohPosition, battery: int) -> int:
    """Printed range, one more from a hill; the gunboat's guns are on the river."""
    if battery == GUNBOATS:
        return RANGE[battery]
    return RANGE[battery] + (HILL_RANGE if p.ground.hill[p.hex[battery]] else 0)


def may_fire(p: ShilohPosition, battery: int, target: int) -> bool:
    """`fire_objections` without the reasons, quickly."""
    hex = p.hex[battery]
    flags = p.flags[battery]
    if hex < 0 or flags & (ATTACKED | DISRUPTED | DEPLETED | MARCHED) or in_enemy_zone(p, SIDE_OF[battery], hex):
        return False
    away = p.ground.distance(hex, target)
    if away < 2 or away > range_of(p, battery) or p.ground.no_bombardment[target]:
        return False
    return sees(p.ground, hex, target)


@enforces("SHI-10.2", "SHI-10.4", "SHI-10.5", "SHI-7.4")
def fire_objections(p: ShilohPosition, battery: int, target: int) -> list[Objection]:
    """Why a battery may not fire at a hex from a distance."""
    name, where = UNITS[battery], p.ground.names[target]
    hex = p.hex[battery]
    if hex < 0:
        return [forbid("SHI-10.2", "no_battery", unit=name)]
    found = state_objections(p, battery)
    if in_enemy_zone(p, SIDE_OF[battery], hex):
        found.append(forbid("SHI-10.2", "battery_in_zone", unit=name))
    away = p.ground.distance(hex, target)
    if away < 2 or away > range_of(p, battery):
        found.append(forbid("SHI-10.2", "out_of_range", unit=name, to=where, distance=str(away)))
    return found + unseen_objections(p, battery, target)


@enforces("SHI-10.2", "SHI-10.4")
def unseen_objections(p: ShilohPosition, gun: int, target: int) -> list[Objection]:
    """Why a hex cannot be made out by a gun: the woods there are too deep, or something is in the way."""
    if p.ground.no_bombardment[target]:
        return [forbid("SHI-10.2", "deep_woods", to=p.ground.names[target])]
    if not sees(p.ground, p.hex[gun], target):
        return [forbid("SHI-10.4", unit=UNITS[gun], to=p.ground.names[target])]
    return []


@enforces("SHI-8.1", "SHI-10.5", "SHI-7.4", "SHI-4.6.6")
def state_objections(p: ShilohPosition, battery: int) -> list[Objection]:
    """States that keep a battery from firing."""
    name = UNITS[battery]
    flags = p.flags[battery]
    found: list[Objection] = []
    if flags & ATTACKED:
        found.append(forbid("SHI-8.1", unit=name))
    if flags & DISRUPTED:
        found.append(forbid("SHI-7.4", unit=name))
    if flags & DEPLETED:
        found.append(forbid("SHI-10.5", "depleted", unit=name))
    if flags & MARCHED:
        found.append(forbid("SHI-4.6.6", "marched", unit=name))
    return found


@enforces("SHI-19.1.3")
def gunboat_may_fire(p: ShilohPosition, target: int) -> bool:
    """`gunboat_objections` without the reasons, quickly."""
    hex = p.hex[GUNBOATS]
    if hex < 0 or p.flags[GUNBOATS] & (ATTACKED | ADDED):
        return False
    if p.ground.distance(hex, target) > range_of(p, GUNBOATS) or p.ground.no_bombardment[target]:
        return False
    return sees(p.ground, hex, target)


@enforces("SHI-19.1.3", "SHI-10.4")
def gunboat_objections(p: ShilohPosition, target: int) -> list[Objection]:
    """Why the gunboats may not fire at a hex: 0 to 3 hexes away in sight, once, and not if they added to an attack."""
    name, where = UNITS[GUNBOATS], p.ground.names[target]
    hex = p.hex[GUNBOATS]
    found: list[Objection] = []
    if p.flags[GUNBOATS] & ATTACKED:
        found.append(forbid("SHI-19.1.3", "gunboats_fired", unit=name))
    if p.flags[GUNBOATS] & ADDED:
        found.append(forbid("SHI-19.1.3", "gunboats_added", unit=name))
    away = p.ground.distance(hex, target)
    if away > range_of(p, GUNBOATS):
        found.append(forbid("SHI-19.1.3", "out_of_range", unit=name, to=where, distance=str(away)))
    return found + unseen_objections(p, GUNBOATS, target)


@enforces("SHI-10.2", "SHI-2.9")
def fire_quarters(p: ShilohPosition, battery: int, target: int) -> int:
    """What is left of a battery's factor, in quarters: halved out of and into swamp, rough, stream, into a town."""
    halvings = p.ground.fire_from[p.hex[battery]] + p.ground.fire_into[target]
    return 4 if halvings == 0 else 2 if halvings == 1 else 1


def batteries_for(p: ShilohPosition, side: int, target: int) -> list[int]:
    """The batteries of a side that may fire at a hex from a distance."""
    found: list[int] = []
    for unit in TROOPS[side]:
        if KIND[unit] == ART and may_fire(p, unit, target):
            found.append(unit)
    return found


@enforces("SHI-10.5")
def ammunition_choices(p: ShilohPosition, battle: Battle) -> list[int]:
    """Who may be marked: a battery that took part if there is one, otherwise infantry; still there and not depleted."""
    took_part = [*battle.attackers, *battle.support]
    pool = [u for u in took_part if KIND[u] == ART] or took_part
    return [u for u in pool if p.hex[u] >= 0 and not p.flags[u] & DEPLETED]


@enforces("SHI-10.5")
def deplete(p: ShilohPosition, unit: int) -> None:
    """The unit is short of ammunition."""
    p.flags[unit] |= DEPLETED
    if p.events is not None:
        p.tell("depleted", "SHI-10.5", {"unit": UNITS[unit]})
