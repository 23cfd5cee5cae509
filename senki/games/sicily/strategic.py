"""The strategic segment (16.5): along roads, far from every enemy."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import u8

from senki.boards.hexes.marching import walk
from senki.boards.hexes.search import Reach, explore
from senki.engine.clauses import Objection, enforces, forbid
from senki.games.sicily.allowance import allowance
from senki.games.sicily.counterattack import is_sent, only_to_the_beach
from senki.games.sicily.counters import COASTAL, MECHANIZED, MOUNTAIN, TYPE, UNITS
from senki.games.sicily.ground import FOOT, WHEELS
from senki.games.sicily.mover import RoadMover, mark_ends, may_step, near_enemies
from senki.games.sicily.moving import Leg
from senki.games.sicily.position import CAME, DROPPED, LANDED, MARCHED, PACKED, SicilyPosition
from senki.games.sicily.returning import is_astray, only_towards_home
from senki.games.sicily.tables import TABLES
from senki.games.sicily.tactical import MoveWalker, current, duty_objections, hex_objections, idle_objections

RATE: Final[list[int]] = list(TABLES["movement"]["strategic"])
"""Hexes of road to a movement point: on foot, mechanized."""


# who may march


@enforces("SIC-6.12", "SIC-7.2", "SIC-7.3", "SIC-16.5", "SIC-18.4", "SIC-23.2")
def kind_objections(p: SicilyPosition, unit: int) -> list[Objection]:
    """Mountain and coastal units do not march, nor who has a pack marker, has come this turn, or has dropped and not
    been in supply since."""
    name = UNITS[unit]
    found: list[Objection] = []
    if p.flags[unit] & MARCHED:
        found.append(forbid("SIC-16.5", "marched_already", unit=name))
    if TYPE[unit] == COASTAL:
        found.append(forbid("SIC-7.2", "coastal_unit", unit=name))
    if TYPE[unit] == MOUNTAIN:
        found.append(forbid("SIC-7.3", "mountain_unit", unit=name))
    if p.flags[unit] & PACKED:
        found.append(forbid("SIC-18.4", "pack_unit", unit=name))
    if p.flags[unit] & DROPPED:
        found.append(forbid("SIC-6.12", "dropped_unit", unit=name))
    if p.flags[unit] & (CAME | LANDED):
        found.append(forbid("SIC-23.2", "just_arrived", unit=name))
    return found


@enforces("SIC-16.5", "SIC-16.1")
def march_objections(p: SicilyPosition, unit: int, near: vec[u8]) -> list[Objection]:
    """Why a unit may not move strategically."""
    found = idle_objections(p, unit)
    if found:
        return found
    found = kind_objections(p, unit)
    if near[p.hex[unit]]:
        found.append(forbid("SIC-16.5", "enemy_near", unit=UNITS[unit], hex=p.ground.names[p.hex[unit]]))
    if found:
        return found
    if not may_march(p, unit, near):
        key = "road_no_return" if is_astray(p, unit) else "no_road_open"
        return [forbid("SIC-15.3" if is_astray(p, unit) else "SIC-16.5", key, unit=UNITS[unit])]
    return []


def may_march(p: SicilyPosition, unit: int, near: vec[u8]) -> bool:
    """Is there a hex such a unit may end a march in?"""
    if is_astray(p, unit) or is_sent(p, unit):
        return bool(road_reach(p, march_of(p, unit), near).ends)
    return may_step(RoadMover(p, unit, near), 1)


@enforces("SIC-16.5", "SIC-16.6")
def march_of(p: SicilyPosition, unit: int) -> Leg:
    """The march a unit would begin: two or three hexes of road to a point."""
    leg = Leg(unit)
    leg.allowance, leg.start = allowance(p, unit), p.hex[unit]
    leg.points = leg.allowance * RATE[WHEELS if MECHANIZED[unit] else FOOT]
    return leg


# where to


@enforces("SIC-16.5")
def road_reach(p: SicilyPosition, leg: Leg, near: vec[u8]) -> Reach:
    """The road hexes a unit can end its march in."""
    found = mark_ends(explore(p.ground, RoadMover(p, leg.unit, near), leg.points))
    if is_astray(p, leg.unit):
        only_towards_home(p, leg.unit, found)
    elif is_sent(p, leg.unit):
        only_to_the_beach(p, leg.unit, found)
    return found


def march_reach_of(p: SicilyPosition) -> Reach:
    """Where the marching unit can go now."""
    reach = p.reach
    if reach is None:
        reach = road_reach(p, current(p), near_enemies(p, p.side))
        p.reach = reach
    return reach


@enforces("SIC-16.5")
def road_objections(p: SicilyPosition, to: int) -> list[Objection]:
    """Why the marching unit cannot go to a hex: the hex, the enemy near it, no road or too long a road."""
    leg, reach = current(p), march_reach_of(p)
    if reach.is_end[to]:
        return []
    found = hex_objections(p, leg.unit, to) or duty_objections(p, leg.unit, reach, to)
    if found:
        return found
    facts = {"unit": UNITS[leg.unit], "to": p.ground.names[to]}
    if not p.ground.on_road[to]:
        return [forbid("SIC-16.5", "off_the_road", **facts)]
    for hex in p.ground.around[to]:
        for other in p.ground.around[hex]:
            if p.presence.units(1 - p.side, other):
                return [forbid("SIC-16.5", "enemy_near_there", **facts)]
    return [forbid("SIC-16.5", "road_too_far", **facts, points=str(leg.points))]


@enforces("SIC-16.5")
def march_to(p: SicilyPosition, to: int) -> None:
    """Lead the marching unit to a hex of its reach."""
    leg, reach = current(p), march_reach_of(p)
    frm = p.hex[leg.unit]
    p.flags[leg.unit] |= MARCHED
    walk(reach, to, MoveWalker(p, leg))
    if p.events is not None:
        names = p.ground.names
        p.tell("marched", "SIC-16.5", {"unit": UNITS[leg.unit], "origin": names[frm], "to": names[to]})
