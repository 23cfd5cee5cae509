"""Amphibious end-runs (chapter 5): one unit goes round the enemy's flank by sea."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sicily.areas import area_objections, may_come
from senki.games.sicily.counters import ALLIES, ARMY, IS_DEPOT, IS_FOOT, SIDE_OF, UK_ARMY, UNITS, UNITS_OF, US_ARMY
from senki.games.sicily.landing import choose_sea, is_beach_for, is_opposed, sea_hexes
from senki.games.sicily.options import DONE, RUN_TO
from senki.games.sicily.position import DISRUPTED, SUPPLIED, SicilyPosition, in_enemy_zone, is_regiment, units_in
from senki.games.sicily.sailing import END_RUN_HEXES, NEAR, sea_ways
from senki.games.sicily.steps import END_RUN
from senki.games.sicily.tables import TABLES

FIRST_TURN: Final[int] = int(TABLES["end_runs"]["turn"])
MOST_LISTED: Final = 190
"""Options listed; any other legal one is accepted too."""
NO_PERMIT: Final = -1
REGIMENTS: Final = 0
BATTALIONS: Final = 1


@enforces("SIC-5.4")
def offer(p: SicilyPosition) -> None:
    """From turn 3 on the Allied player is asked while a unit of an army that has made none this turn could sail. What
    permits there are does not matter here: the Axis sees who is asked, and may not learn them."""
    if p.turn >= FIRST_TURN and any(runs_of(p, unit) for unit in UNITS_OF[ALLIES]):
        p.push(END_RUN)


def runs_of(p: SicilyPosition, unit: int) -> list[tuple[int, int]]:
    """Where a unit could make an end-run if there were a permit for it: how far, and the landing hex."""
    if not may_sail(p, unit):
        return []
    ground = p.ground
    sailed = sea_ways(p, p.hex[unit], END_RUN_HEXES)
    found: list[tuple[int, int]] = []
    for hex in ground.beaches:
        if not is_beach_for(p, unit, hex) or not may_come(p, unit, hex) or meets_other_army(p, unit, hex):
            continue
        far = run_length(p, unit, hex, sailed)
        if far and has_friend_near(p, unit, hex):
            found.append((far, hex))
    return found


@enforces("SIC-5.6")
def run_length(p: SicilyPosition, unit: int, hex: int, sailed: list[int]) -> int:
    """Hexes to the landing hex, or if an enemy is there to the sea hex the unit attacks from; 0: too far."""
    if not is_opposed(p, hex):
        return sailed[hex]
    best = 0
    if any(sailed[to] for to in p.ground.around[hex]):
        for to in sea_hexes(p, unit, hex):
            if not best or sailed[to] < best:
                best = sailed[to]
    return best


@enforces("SIC-4.6", "SIC-5.3", "SIC-5.4", "SIC-5.5")
def may_sail(p: SicilyPosition, unit: int) -> bool:
    """Infantry on foot, in supply, in a beach or coastal city hex, out of enemy zones; one for each army and turn."""
    hex = p.hex[unit]
    if hex < 0 or not IS_FOOT[unit] or not p.ground.coast[hex] or p.ran >> ARMY[unit] & 1:
        return False
    if p.status[unit] != SUPPLIED or p.flags[unit] & DISRUPTED or in_enemy_zone(p, ALLIES, hex):
        return False
    return p.ground.beach[hex] or p.ground.city[hex]


@enforces("SIC-5.6")
def has_friend_near(p: SicilyPosition, unit: int, hex: int) -> bool:
    """Is another friendly unit, of either army, within three hexes?"""
    for other in UNITS_OF[ALLIES]:
        if other != unit and p.hex[other] >= 0 and p.ground.distance(p.hex[other], hex) <= NEAR:
            return True
    return False


@enforces("SIC-15.4")
def meets_other_army(p: SicilyPosition, unit: int, hex: int) -> bool:
    """Does a unit of the other army stand there?"""
    return any(ARMY[other] != ARMY[unit] for other in units_in(p, ALLIES, hex))


@enforces("SIC-5.3")
def permit_for(p: SicilyPosition, unit: int) -> int:
    """The permit a unit would use, by its number in `permits`: a battalion that of a regiment if no other is left."""
    base = 2 if ARMY[unit] == UK_ARMY else 0
    if not is_regiment(p, unit) and p.permits[base + BATTALIONS]:
        return base + BATTALIONS
    return base + REGIMENTS if p.permits[base + REGIMENTS] else NO_PERMIT


# the question


def run_options(p: SicilyPosition) -> list[Option]:
    """No (more) end-run, and the end-runs, the shortest first."""
    found: list[tuple[int, int, int]] = []
    for unit in UNITS_OF[ALLIES]:
        if p.hex[unit] >= 0 and permit_for(p, unit) != NO_PERMIT:
            found += [(far, unit, hex) for far, hex in runs_of(p, unit)]
    if len(found) > MOST_LISTED:
        found = sorted(found)[:MOST_LISTED]
    return [DONE, *(p.ground.words.two(RUN_TO, unit, hex) for _, unit, hex in found)]


def run_candidates(p: SicilyPosition) -> list[Option]:
    """What is offered, and the beaches that units on the coast might think of in vain."""
    words = p.ground.words
    found = run_options(p)
    for unit in UNITS_OF[ALLIES]:
        hex = p.hex[unit]
        if hex < 0 or not p.ground.coast[hex]:
            continue
        for to in p.ground.beaches:
            option = words.two(RUN_TO, unit, to)
            if p.ground.distance(hex, to) <= NEAR and run_objections(p, option):
                found.append(option)
    return found


@enforces("SIC-5.3", "SIC-5.4", "SIC-5.5", "SIC-5.6", "SIC-5.8")
def run_objections(p: SicilyPosition, option: Option) -> list[Objection]:
    """Why a unit may not make this end-run."""
    if option.verb == "done":
        return []
    if option.verb != "run":
        return [forbid("SIC-5.4", "not_now")]
    unit, hex = option.subject, option.target
    if SIDE_OF[unit] != ALLIES or IS_DEPOT[unit] or p.hex[unit] < 0:
        return [forbid("SIC-5.3", "no_runner", unit=UNITS[unit])]
    return [*sailing_objections(p, unit), *landing_objections(p, unit, hex)]


@enforces("SIC-4.6", "SIC-5.3", "SIC-5.4", "SIC-5.5")
def sailing_objections(p: SicilyPosition, unit: int) -> list[Objection]:
    """Why this unit may not sail now."""
    hex = p.hex[unit]
    name, there = UNITS[unit], p.ground.names[hex]
    found: list[Objection] = []
    if not IS_FOOT[unit]:
        found.append(forbid("SIC-5.3", "runs_on_foot", unit=name))
    elif permit_for(p, unit) == NO_PERMIT:
        found.append(forbid("SIC-5.3", "no_permit", unit=name))
    if p.ran >> ARMY[unit] & 1:
        found.append(forbid("SIC-5.4", "has_run", army="us" if ARMY[unit] == US_ARMY else "uk"))
    if p.status[unit] != SUPPLIED:
        found.append(forbid("SIC-5.5", "runs_supplied", unit=name))
    if p.flags[unit] & DISRUPTED:
        found.append(forbid("SIC-4.6", "is_disrupted", unit=name))
    if in_enemy_zone(p, ALLIES, hex):
        found.append(forbid("SIC-5.5", "runs_from_zone", unit=name, hex=there))
    if not p.ground.coast[hex] or not (p.ground.beach[hex] or p.ground.city[hex]):
        found.append(forbid("SIC-5.5", "runs_from_beach", unit=name, hex=there))
    return found


@enforces("SIC-4.3", "SIC-5.6", "SIC-5.8", "SIC-15.4")
def landing_objections(p: SicilyPosition, unit: int, hex: int) -> list[Objection]:
    """Why it may not land there."""
    name, there = UNITS[unit], p.ground.names[hex]
    if not is_beach_for(p, unit, hex):
        return [forbid("SIC-4.3", "no_beach", unit=name, hex=there)]
    found: list[Objection] = []
    if not run_length(p, unit, hex, sea_ways(p, p.hex[unit], END_RUN_HEXES)):
        found.append(forbid("SIC-5.6", "run_too_far", unit=name, hex=there, most=str(END_RUN_HEXES)))
    if not has_friend_near(p, unit, hex):
        found.append(forbid("SIC-5.6", "run_to_friends", unit=name, hex=there, most=str(NEAR)))
    if meets_other_army(p, unit, hex):
        found.append(forbid("SIC-15.4", "run_other_army", unit=name, hex=there))
    if not may_come(p, unit, hex):
        found.append(forbid("SIC-5.8", "run_in_own_area", unit=name, hex=there))
        found += area_objections(p, unit, hex)
    return found


@enforces("SIC-5.3", "SIC-5.4", "SIC-5.7")
def run(p: SicilyPosition, option: Option) -> None:
    """The unit sails: a permit is used up, and it lands like any other."""
    if option.verb == "done":
        return
    unit = option.subject
    permit = permit_for(p, unit)
    p.permits[permit] -= 1
    p.ran |= 1 << ARMY[unit]
    p.runs[2 * ARMY[unit] + (REGIMENTS if is_regiment(p, unit) else BATTALIONS)] += 1
    p.aim[unit] = option.target
    p.waiting = [unit]
    if p.events is not None:
        facts: dict[str, str | int] = {"unit": UNITS[unit], "hex": p.ground.names[p.hex[unit]]}
        p.tell("end_run", "SIC-5.6", {**facts, "to": p.ground.names[option.target]})
        base = permit - permit % 2
        left: dict[str, str | int] = {"army": "us" if ARMY[unit] == US_ARMY else "uk"}
        left["regiments"], left["battalions"] = p.permits[base], p.permits[base + 1]
        p.tell("permits_left", "SIC-5.3", left, only=[ALLIES])
    choose_sea(p, unit)
