"""Support of a combat (17.13, 13.2 to 13.7, 19, 21.2): artillery, air points, naval gunfire.

The active side declares all of its support first, then the other side: artillery unit by unit, air, naval gunfire.
"""

from __future__ import annotations

from typing import Any, Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sicily.battle import Battle
from senki.games.sicily.counters import (
    ALLIES,
    ARMIES,
    ARMY,
    AXIS,
    COUNT,
    IS_ARTILLERY,
    SIDE_OF,
    UK_ARMY,
    UNITS,
    US_ARMY,
)
from senki.games.sicily.options import (
    COMMIT_AIR,
    COMMIT_BOMBER,
    COMMIT_GUNS,
    DONE,
    PASS,
    SUPPORT_BY,
    number_of,
    numbered,
)
from senki.games.sicily.position import BOMBED, EVACUATED, GUNS, SUPPLIED, SicilyPosition, put
from senki.games.sicily.shifts import AIR_BOMBED, AIR_HIT, MOST_GUNS, MOST_GUNS_DEFENCE
from senki.games.sicily.steps import AIR_DIE, AIR_POINT, COMBAT_DIE, NAVAL_DIE, NAVAL_POINTS, SUPPORT
from senki.games.sicily.supply_points import is_broke
from senki.games.sicily.tables import AIRFIELD_ROWS, TABLES, airfield_row

_COMBAT: Final[dict[str, Any]] = TABLES["combat"]
_NAVAL: Final[dict[str, Any]] = TABLES["naval"]
RANGE: Final[int] = int(_COMBAT["artillery_range"])
NAVAL_RANGE: Final[int] = int(_NAVAL["range"])
MOST_NAVAL: Final[int] = int(_NAVAL["most"])
BRITISH_HIT: Final[int] = int(_NAVAL["uk_success"])
STRIKES_FROM: Final[int] = int(TABLES["airfields"]["strikes_from"])
STRIKE_HIT: Final[int] = int(TABLES["airfields"]["strike"])
FIRST_COLUMN: Final = 59
LAST_COLUMN: Final = 61
"""Columns of the map within reach of off-map artillery (19.1)."""
ARTILLERY_UNITS: Final[list[int]] = sorted(
    [unit for unit in range(COUNT) if IS_ARTILLERY[unit]], key=lambda unit: UNITS[unit]
)
"""In the order of their names, in which a position is written."""
NEW: Final = 1
"""A reinforcement is new in its turn and so many turns after it (10.9)."""
AIR_ROLLS: Final = 1

# battle.asked: first the attacker, then the defender, each through these questions
ARTILLERY: Final = 0
AIR: Final = 1
US_NAVY: Final = 2
ROYAL_NAVY: Final = 3
QUESTIONS: Final = 4


def asked_side(battle: Battle) -> int:
    """The side whose support is declared now."""
    return battle.side if battle.asked < QUESTIONS else 1 - battle.side


def declare(p: SicilyPosition, battle: Battle) -> None:
    """Ask for the next support that can be given at all; after the last the dice."""
    while battle.asked < 2 * QUESTIONS:
        question = battle.asked % QUESTIONS
        if question == ARTILLERY and guns_for(p, battle):
            p.push(SUPPORT)
            return
        if question == AIR and may_fly(p, battle):
            p.push(AIR_POINT)
            return
        if question >= US_NAVY and naval_most(p, battle):
            p.push(NAVAL_POINTS)
            return
        battle.asked += 1
    p.push(COMBAT_DIE)
    if battle.naval_rolls:
        p.push(NAVAL_DIE)
    if battle.air == AIR_ROLLS:
        p.push(AIR_DIE)


# artillery


@enforces("SIC-17.13", "SIC-4.7", "SIC-19.1", "SIC-19.2")
def ready_guns(p: SicilyPosition) -> None:
    """When a combat phase begins: artillery on land that is not next to an enemy may support, from where it is now; so
    may artillery off the map."""
    p.ready, p.stood = [], []
    off_map = off_map_guns(p)
    for unit in ARTILLERY_UNITS:
        hex = p.hex[unit]
        if unit in off_map or (hex >= 0 and p.ground.land[hex] and not is_in_contact(p, unit)):
            p.ready.append(unit)
            p.stood.append(hex)


def is_in_contact(p: SicilyPosition, unit: int) -> bool:
    """Is a unit next to an enemy?"""
    return any(p.presence.units(1 - SIDE_OF[unit], to) for to in p.ground.around[p.hex[unit]])


@enforces("SIC-19.1", "SIC-19.2")
def off_map_guns(p: SicilyPosition) -> list[int]:
    """Axis artillery off the map that no air point has destroyed: the two of the set-up, and whatever artillery has
    evacuated before this turn."""
    found: list[int] = []
    for unit in ARTILLERY_UNITS:
        if p.hex[unit] == GUNS or (p.hex[unit] == EVACUATED and is_evacuated_artillery(p, unit)):
            found.append(unit)
    return found


def is_evacuated_artillery(p: SicilyPosition, unit: int) -> bool:
    """Did it leave with its guns before this turn?"""
    return SIDE_OF[unit] == AXIS and p.since[unit] < p.turn


def armies_of(units: list[int]) -> list[int]:
    """The armies units belong to."""
    return sorted({ARMY[unit] for unit in units})


def supported(battle: Battle, side: int) -> list[int]:
    """The units of a side in a combat."""
    return battle.attackers if side == battle.side else battle.defenders


def guns_of(battle: Battle, side: int) -> list[int]:
    """The artillery that supports a side."""
    return battle.attack_guns if side == battle.side else battle.defence_guns


def guns_for(p: SicilyPosition, battle: Battle) -> list[int]:
    """Artillery that may still be declared by the side that is asked."""
    side = asked_side(battle)
    return [unit for unit in p.ready if SIDE_OF[unit] == side and not gun_objections(p, battle, unit)]


@enforces("SIC-17.13", "SIC-10.8", "SIC-12.5", "SIC-19.1")
def gun_objections(p: SicilyPosition, battle: Battle, unit: int) -> list[Objection]:
    """Within reach of a defending hex, in supply, of the nation it supports, in no other combat of the phase."""
    side = asked_side(battle)
    name = UNITS[unit]
    if SIDE_OF[unit] != side or not IS_ARTILLERY[unit]:
        return [forbid("SIC-17.13", "no_artillery", unit=name)]
    if unit not in p.ready:
        return [forbid("SIC-17.13", "cannot_support", unit=name)]
    found: list[Objection] = []
    stood = p.stood[p.ready.index(unit)]
    guns = guns_of(battle, side)
    most = MOST_GUNS if side == battle.side else MOST_GUNS_DEFENCE
    if len(guns) >= most:
        found.append(forbid("SIC-17.13", "enough_artillery", unit=name, most=str(most)))
    if stood < 0:
        if not any(FIRST_COLUMN <= p.ground.column[hex] <= LAST_COLUMN for hex in battle.targets):
            found.append(forbid("SIC-19.1", "off_map_reach", unit=name))
    elif p.hex[unit] < 0:
        found.append(forbid("SIC-17.13", "cannot_support", unit=name))
    elif all(p.ground.distance(stood, hex) > RANGE for hex in battle.targets):
        found.append(forbid("SIC-17.13", "out_of_range", unit=name, range=str(RANGE)))
    if not shoots(p, unit):
        found.append(forbid("SIC-17.13", "artillery_unsupplied", unit=name))
    if side == ALLIES and ARMY[unit] not in armies_of(supported(battle, side)):
        found.append(forbid("SIC-17.13", "other_nation", unit=name))
    return found


@enforces("SIC-10.8", "SIC-12.5", "SIC-10.9")
def shoots(p: SicilyPosition, unit: int) -> bool:
    """Artillery must be in supply, and its army must have supply points at this moment, unless it has just come."""
    is_new = p.since[unit] > 0 and p.hex[unit] >= 0 and p.turn - p.since[unit] <= NEW
    if is_broke(p, ARMY[unit]) and not is_new:
        return False
    return p.hex[unit] < 0 or p.status[unit] == SUPPLIED


def support_options(p: SicilyPosition, battle: Battle) -> list[Option]:
    """One artillery unit more, or no more."""
    return [p.ground.words.one(SUPPORT_BY, unit) for unit in guns_for(p, battle)] + [DONE]


def support_candidates(p: SicilyPosition, battle: Battle) -> list[Option]:
    """All artillery of the side that has been ready in this phase, or is on the map."""
    side = asked_side(battle)
    guns = [unit for unit in ARTILLERY_UNITS if SIDE_OF[unit] == side and (p.hex[unit] >= 0 or unit in p.ready)]
    return [p.ground.words.one(SUPPORT_BY, unit) for unit in guns] + [DONE]


def support_objections(p: SicilyPosition, battle: Battle, option: Option) -> list[Objection]:
    """Why artillery may not support."""
    if option.verb == "done":
        return []
    if option.verb != "support":
        return [forbid("SIC-17.13", "support_now")]
    return gun_objections(p, battle, option.subject)


@enforces("SIC-17.13")
def support(p: SicilyPosition, battle: Battle, option: Option) -> None:
    """Artillery is committed to this combat and to no other of the phase; the next is asked for while one may come."""
    if option.verb == "done":
        battle.asked += 1
        declare(p, battle)
        return
    unit = option.subject
    at = p.ready.index(unit)
    p.ready.pop(at)
    p.stood.pop(at)
    guns_of(battle, asked_side(battle)).append(unit)
    if p.events is not None:
        p.tell("artillery_supports", "SIC-17.13", {"unit": UNITS[unit], "to": p.ground.names[battle.targets[0]]})
    declare(p, battle)


# air points


@enforces("SIC-13.1", "SIC-13.2", "SIC-13.5")
def may_fly(p: SicilyPosition, battle: Battle) -> bool:
    """The Allies may commit one point to a combat, attacking or defending, whatever the ground."""
    return asked_side(battle) == ALLIES and battle.air == 0 and p.air + p.bombers > 0


def air_options(p: SicilyPosition) -> list[Option]:
    """A point that has to roll, one of emergency bombing that has not, or none."""
    found: list[Option] = []
    if p.air > 0:
        found.append(COMMIT_AIR)
    if p.bombers > 0:
        found.append(COMMIT_BOMBER)
    return [*found, PASS]


@enforces("SIC-13.2", "SIC-13.6")
def air_objections(p: SicilyPosition, option: Option) -> list[Objection]:
    """Why a point may not be committed."""
    if option.verb == "pass":
        return []
    if option.verb == "commit_air":
        return [] if p.air > 0 else [forbid("SIC-13.2", "no_air_points")]
    if option.verb == "commit_bomber":
        return [] if p.bombers > 0 else [forbid("SIC-13.6", "no_bombers")]
    return [forbid("SIC-13.2", "air_now")]


@enforces("SIC-13.2", "SIC-13.6")
def commit_air(p: SicilyPosition, battle: Battle, option: Option) -> None:
    """The point is spent."""
    if option.verb == "commit_air":
        p.air -= 1
        battle.air = AIR_ROLLS
    elif option.verb == "commit_bomber":
        p.bombers -= 1
        battle.air = AIR_BOMBED
    if battle.air and p.events is not None:
        p.tell("air_committed", "SIC-13.2", {"to": p.ground.names[battle.targets[0]], "left": p.air + p.bombers})
    battle.asked += 1
    declare(p, battle)


def air_success(p: SicilyPosition) -> int:
    """The highest die by which an air point succeeds: the number in the airfield table."""
    return AIRFIELD_ROWS[airfield_row(p.captured)][2]


@enforces("SIC-13.3")
def air_die(p: SicilyPosition, battle: Battle, die: int) -> None:
    """At most the number in the table shifts a column; else the point is wasted."""
    battle.air = AIR_HIT if die <= air_success(p) else 0
    if p.events is not None:
        p.tell("air_struck" if battle.air else "air_missed", "SIC-13.3", {"die": die})


# naval gunfire


def navy_asked(battle: Battle) -> int:
    """The army whose points of naval gunfire are asked for."""
    return US_ARMY if battle.asked % QUESTIONS == US_NAVY else UK_ARMY


@enforces("SIC-21.2")
def naval_most(p: SicilyPosition, battle: Battle) -> int:
    """Points of the army that is asked about which may be committed: two in all, within 3 hexes of the sea, for its own
    units; the Tabor is of the US army, Canadians of the British."""
    if asked_side(battle) != ALLIES:
        return 0
    army = navy_asked(battle)
    mine = [unit for unit in supported(battle, ALLIES) if ARMY[unit] == army]
    if not mine:
        return 0
    hexes = battle.targets if battle.side == ALLIES else [p.hex[unit] for unit in mine]
    if all(p.ground.to_sea[hex] > NAVAL_RANGE for hex in hexes):
        return 0
    return min(p.naval[army], MOST_NAVAL - battle.naval)


def naval_options(p: SicilyPosition, battle: Battle) -> list[Option]:
    """So many points, or none."""
    words = p.ground.words
    return [words.one(COMMIT_GUNS, numbered(n)) for n in range(1, naval_most(p, battle) + 1)] + [PASS]


def naval_candidates(p: SicilyPosition) -> list[Option]:
    """One point, two or more, or none."""
    return [p.ground.words.one(COMMIT_GUNS, numbered(n)) for n in range(5)] + [PASS]


@enforces("SIC-21.2")
def naval_objections(p: SicilyPosition, battle: Battle, option: Option) -> list[Objection]:
    """Why so many points may not be committed."""
    if option.verb == "pass":
        return []
    if option.verb != "naval":
        return [forbid("SIC-21.2", "naval_now")]
    if not 1 <= number_of(option) <= naval_most(p, battle):
        return [forbid("SIC-21.2", "naval_most", most=str(naval_most(p, battle)))]
    return []


@enforces("SIC-21.1", "SIC-21.2")
def commit_naval(p: SicilyPosition, battle: Battle, option: Option) -> None:
    """US points and, on turn 1, British points shift a column each; later a British point has to roll."""
    if option.verb == "naval":
        n = number_of(option)
        army = navy_asked(battle)
        p.naval[army] -= n
        battle.naval += n
        if army == US_ARMY or p.turn == 1:
            battle.naval_hits += n
        else:
            battle.naval_rolls += n
        if p.events is not None:
            to = p.ground.names[battle.targets[0]]
            p.tell("naval_committed", "SIC-21.2", {"to": to, "points": n, "army": ARMIES[army]})
    battle.asked += 1
    declare(p, battle)


@enforces("SIC-21.1")
def naval_die(p: SicilyPosition, battle: Battle, die: int) -> bool:
    """A British point is effective on a 1; has another to roll?"""
    battle.naval_rolls -= 1
    hit = die <= BRITISH_HIT
    if hit:
        battle.naval_hits += 1
    if p.events is not None:
        p.tell("naval_hit" if hit else "naval_missed", "SIC-21.1", {"die": die})
    return battle.naval_rolls > 0


# air points against artillery off the map


@enforces("SIC-13.7")
def strike_objections(p: SicilyPosition, unit: int) -> list[Objection]:
    """In the Allied combat phase from turn 2 on, with a point left, at artillery off the map."""
    found: list[Objection] = []
    if p.side != ALLIES or p.turn < STRIKES_FROM:
        found.append(forbid("SIC-13.7", "no_strike_now", turn=str(STRIKES_FROM)))
    if p.air + p.bombers == 0:
        found.append(forbid("SIC-13.7", "no_air_points"))
    if unit not in off_map_guns(p):
        found.append(forbid("SIC-13.7", "not_off_map", unit=UNITS[unit]))
    return found


def strike_targets(p: SicilyPosition) -> list[int]:
    """Off-map artillery that an air point may be spent on now."""
    if p.side != ALLIES or p.turn < STRIKES_FROM or p.air + p.bombers == 0:
        return []
    return off_map_guns(p)


@enforces("SIC-13.7")
def begin_strike(p: SicilyPosition, unit: int) -> None:
    """A point is spent, one of emergency bombing last."""
    if p.air > 0:
        p.air -= 1
    else:
        p.bombers -= 1
    p.waiting = [unit]


@enforces("SIC-13.7")
def strike(p: SicilyPosition, die: int) -> None:
    """A natural 6 destroys it."""
    unit = p.waiting.pop()
    hit = die >= STRIKE_HIT
    if hit:
        put(p, unit, BOMBED)
    if p.events is not None:
        p.tell("guns_destroyed" if hit else "guns_missed", "SIC-13.7", {"unit": UNITS[unit], "die": die})
