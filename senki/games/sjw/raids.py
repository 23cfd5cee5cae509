"""Station raids (5.4)."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.ground import NOWHERE
from senki.engine.clauses import Objection, enforces, forbid
from senki.games.sjw.counters import CSA, INF, IS_TROOP, KIND, SIDE_OF, UNITS
from senki.games.sjw.limits import barred
from senki.games.sjw.manpower import combat_value, tire
from senki.games.sjw.position import ACTED, DAMAGED, DESTROYED, STATION_STATES, WHOLE, SjwPosition
from senki.games.sjw.supply import station_marked
from senki.games.sjw.tables import HALF, MOST_FATIGUE, TABLES
from senki.games.sjw.zones import in_enemy_zone

DESTROYS_FROM: Final[int] = HALF * int(TABLES["raid"]["destroys_from_cv"])


@enforces("SJW-2.2.1", "SJW-5.4.1", "SJW-5.4.2", "SJW-5.4.4", "SJW-11.2")
def raid_objections(p: SjwPosition, unit: int) -> list[Objection]:
    """Of a unit on the map: Confederate, not too tired nor demoralized, in any station hex outside enemy zones that can
    be hurt more; the stations of the District no Confederate comes to (6.2.2)."""
    name, hex = UNITS[unit], p.hex[unit]
    if not IS_TROOP[unit]:
        return [forbid("SJW-2.2.1", "leader_raids", leader=name)]
    if SIDE_OF[unit] != CSA:
        return [forbid("SJW-5.4.1", "raid_union", unit=name)]
    station = p.theatre.station_at[hex]
    if station == NOWHERE:
        return [forbid("SJW-5.4.1", "raid_no_station", unit=name)]
    found: list[Objection] = []
    if p.stations[station] == DESTROYED:
        found.append(forbid("SJW-5.4.2", "raid_destroyed", hex=p.ground.names[hex]))
    if p.fatigue[unit] >= MOST_FATIGUE:
        found.append(forbid("SJW-2.2.4", "too_tired", unit=name))
    if p.demoralized[unit]:
        found.append(forbid("SJW-11.2", "raid_demoralized", unit=name))
    if in_enemy_zone(p, CSA, hex):
        found.append(forbid("SJW-5.4.1", "raid_in_zone", unit=name, hex=p.ground.names[hex]))
    limit = barred(p, unit)
    if limit is not None:
        found.append(limit)
    return found


@enforces("SJW-2.3", "SJW-5.4.1", "SJW-5.4.2", "SJW-5.4.3", "SJW-5.4.5", "SJW-6.4.1")
def raid(p: SjwPosition, unit: int) -> None:
    """Fatigue, no roll; strong infantry or a second raid destroys the station, anything else damages it. The marker
    stays whoever comes."""
    hex = p.hex[unit]
    station = p.theatre.station_at[hex]
    tire(p, unit, 1)
    p.flags[unit] |= ACTED
    strong = KIND[unit] == INF and combat_value(p, unit) >= DESTROYS_FROM
    p.stations[station] = DAMAGED if p.stations[station] == WHOLE and not strong else DESTROYED
    if p.events is not None:
        facts: dict[str, str | int] = {
            "unit": UNITS[unit], "hex": p.ground.names[hex], "state": STATION_STATES[p.stations[station]],
        }  # fmt: skip
        p.tell("raided", "SJW-5.4.2", facts)
    station_marked(p, hex)
