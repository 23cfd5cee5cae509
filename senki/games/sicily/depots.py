"""The depot segment (11.1 to 11.6): depots land on beaches, go to ports, come back."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sicily.areas import in_own_area
from senki.games.sicily.capture import is_allied, is_usable
from senki.games.sicily.counters import ALLIES, ARMIES, ARMY, AXIS, DEPOTS, DEPOTS_OF, IS_DEPOT, UNITS, UNITS_OF
from senki.games.sicily.drops import enemy_hexes, marked
from senki.games.sicily.options import DEPOT_TO, DONE
from senki.games.sicily.position import DEAD, MOVED, WAITING, SicilyPosition, has_units, in_enemy_zone, put
from senki.games.sicily.steps import DEPOT
from senki.games.sicily.tables import TABLES

BACK_AFTER: Final[int] = int(TABLES["depots"]["back_after"])
CLEAR: Final[int] = int(TABLES["depots"]["clear"])


@enforces("SIC-11.1")
def offer_depots(p: SicilyPosition) -> None:
    """The Allied player is asked while a depot can go somewhere."""
    if len(depot_options(p)) > 1:
        p.push(DEPOT)


@enforces("SIC-11.1", "SIC-11.5", "SIC-11.6")
def may_act(p: SicilyPosition, depot: int) -> bool:
    """A depot lands, goes or comes back once in a segment; a lost one after two turns, one of each army a turn."""
    if p.flags[depot] & MOVED:
        return False
    if p.hex[depot] == DEAD:
        return p.turn >= p.since[depot] + BACK_AFTER and not p.depots_back >> ARMY[depot] & 1
    return p.hex[depot] == WAITING or p.hex[depot] >= 0


@enforces("SIC-11.2")
def is_depot_beach(p: SicilyPosition, hex: int) -> bool:
    """A beach with a road that is no port."""
    return p.ground.beach[hex] and p.ground.on_road[hex] and not p.ground.port[hex]


@enforces("SIC-11.2", "SIC-11.4")
def can_land(p: SicilyPosition, depot: int, hex: int) -> bool:
    """Such a beach in its army's area, without enemies or another depot; in an enemy zone only beside a friend."""
    if not is_depot_beach(p, hex) or not in_own_area(p, depot, hex) or p.presence.units(AXIS, hex):
        return False
    if has_depot(p, hex):
        return False
    return not in_enemy_zone(p, ALLIES, hex) or has_units(p, ALLIES, hex)


@enforces("SIC-11.4")
def has_depot(p: SicilyPosition, hex: int) -> bool:
    """Is there a depot already?"""
    return any(p.hex[other] == hex for other in DEPOTS)


@enforces("SIC-11.5", "SIC-9.2", "SIC-9.4")
def can_go(p: SicilyPosition, depot: int, hex: int) -> bool:
    """To a usable Allied port in its army's area, without enemies or another depot."""
    if not is_usable(p, hex) or not in_own_area(p, depot, hex):
        return False
    return not p.presence.units(AXIS, hex) and not has_depot(p, hex)


@enforces("SIC-11.6")
def is_safe(p: SicilyPosition, hex: int) -> bool:
    """No enemy unit within three hexes."""
    for unit in UNITS_OF[AXIS]:
        if p.hex[unit] >= 0 and p.ground.distance(p.hex[unit], hex) <= CLEAR:
            return False
    return True


@enforces("SIC-11.1", "SIC-11.5", "SIC-11.6")
def goals_of(p: SicilyPosition, depot: int) -> list[int]:
    """Where a depot may land, go or come back."""
    if not may_act(p, depot):
        return []
    if p.hex[depot] >= 0:
        return [hex for hex in p.ground.ports if can_go(p, depot, hex)]
    found = [hex for hex in p.ground.beaches if can_land(p, depot, hex)]
    if p.hex[depot] == DEAD and found:
        near = marked(p, enemy_hexes(p), CLEAR)
        found = [hex for hex in found if has_units(p, ALLIES, hex) and not near[hex]]
    return found


def stands_in(p: SicilyPosition, depot: int) -> bool:
    """Is another depot of its army, before it in the list, in the same place off the map? Then that one is offered."""
    if p.hex[depot] >= 0:
        return False
    for other in DEPOTS_OF[ARMY[depot]]:
        if other < depot and p.hex[other] == p.hex[depot] and may_act(p, other):
            return True
    return False


def depot_options(p: SicilyPosition) -> list[Option]:
    """Enough, and where each depot may go; of two that wait the first is offered."""
    found = [DONE]
    for depot in DEPOTS:
        if not stands_in(p, depot):
            found += [p.ground.words.two(DEPOT_TO, depot, hex) for hex in goals_of(p, depot)]
    return found


def depot_candidates(p: SicilyPosition) -> list[Option]:
    """What is offered, and the beaches, ports and held hexes that are no goals."""
    ground = p.ground
    found = depot_options(p)
    hexes = ground.beaches + [hex for hex in ground.ports if not ground.beach[hex]]
    for depot in DEPOTS:
        for hex in hexes:
            option = ground.words.two(DEPOT_TO, depot, hex)
            if depot_objections(p, option):
                found.append(option)
    return found


@enforces("SIC-11.1", "SIC-11.2", "SIC-11.5", "SIC-11.6")
def depot_objections(p: SicilyPosition, option: Option) -> list[Objection]:
    """Why a depot may not go there."""
    if option.verb == "done":
        return []
    depot, hex = option.subject, option.target
    if option.verb != "depot" or not IS_DEPOT[depot]:
        return [forbid("SIC-11.1", "not_now")]
    name, there = UNITS[depot], p.ground.names[hex]
    if p.hex[depot] == DEAD and p.turn < p.since[depot] + BACK_AFTER:
        return [forbid("SIC-11.6", "depot_too_soon", unit=name, turn=str(p.since[depot] + BACK_AFTER))]
    if p.hex[depot] == DEAD and p.depots_back >> ARMY[depot] & 1:
        return [forbid("SIC-11.6", "depot_one_back", unit=name, army=ARMIES[ARMY[depot]])]
    if not may_act(p, depot):
        return [forbid("SIC-11.5", "depot_has_moved", unit=name)]
    found = port_objections(p, depot, hex) if p.hex[depot] >= 0 else beach_objections(p, depot, hex)
    if p.ground.land[hex] and not in_own_area(p, depot, hex):
        found.append(forbid("SIC-11.2" if p.hex[depot] < 0 else "SIC-11.5", "depot_area", unit=name, hex=there))
    if p.presence.units(AXIS, hex):
        found.append(forbid("SIC-11.2" if p.hex[depot] < 0 else "SIC-11.5", "depot_enemy", unit=name, hex=there))
    if has_depot(p, hex):
        found.append(forbid("SIC-11.4", "depot_there", unit=name, hex=there))
    return found


@enforces("SIC-11.5", "SIC-9.2", "SIC-9.4")
def port_objections(p: SicilyPosition, depot: int, hex: int) -> list[Objection]:
    """A depot on the map goes to usable Allied ports alone."""
    name, there = UNITS[depot], p.ground.names[hex]
    if not p.ground.port[hex] or not is_allied(p, hex):
        return [forbid("SIC-11.5", "depot_to_port", unit=name, hex=there)]
    if not is_usable(p, hex):
        turn = str(p.opens[p.ground.ports.index(hex)])
        return [forbid("SIC-9.4", "port_is_closed", unit=name, hex=there, turn=turn)]
    return []


@enforces("SIC-11.2", "SIC-11.6")
def beach_objections(p: SicilyPosition, depot: int, hex: int) -> list[Objection]:
    """A depot from off the map lands on a beach with a road; a lost one comes back to friends, far from the enemy."""
    name, there = UNITS[depot], p.ground.names[hex]
    found: list[Objection] = []
    if not is_depot_beach(p, hex):
        found.append(forbid("SIC-11.2", "depot_to_beach", unit=name, hex=there))
    friends = has_units(p, ALLIES, hex)
    if in_enemy_zone(p, ALLIES, hex) and not friends:
        found.append(forbid("SIC-11.2", "depot_in_zone", unit=name, hex=there))
    if p.hex[depot] == DEAD:
        if not friends:
            found.append(forbid("SIC-11.6", "depot_to_friends", unit=name, hex=there))
        if not is_safe(p, hex):
            found.append(forbid("SIC-11.6", "depot_near_enemy", unit=name, hex=there, most=str(CLEAR)))
    return found


@enforces("SIC-11.1", "SIC-11.2", "SIC-11.5", "SIC-11.6")
def move_depot(p: SicilyPosition, option: Option) -> None:
    """A depot lands, goes to a port or comes back; it is never disrupted and captures nothing."""
    if option.verb == "done":
        return
    depot, hex = option.subject, option.target
    kind = "depot_landed"
    if p.hex[depot] == DEAD:
        p.depots_back |= 1 << ARMY[depot]
        kind = "depot_back"
    elif p.hex[depot] >= 0:
        kind = "depot_moved"
    put(p, depot, hex)
    p.flags[depot] |= MOVED
    p.since[depot] = p.turn
    if p.events is not None:
        clause = "SIC-11.5" if kind == "depot_moved" else "SIC-11.6" if kind == "depot_back" else "SIC-11.1"
        p.tell(kind, clause, {"unit": UNITS[depot], "hex": p.ground.names[hex]})
    offer_depots(p)
