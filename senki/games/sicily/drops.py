"""Drops from the air (6.5 to 6.10): targets, the two dice, scatter, and where a unit comes down."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.engine.tasks import first_of, pair, second_of
from senki.games.sicily.areas import area_objections, may_come
from senki.games.sicily.capture import enter
from senki.games.sicily.counters import ALLIES, AXIS, GLIDER, TYPE, UNITS, UNITS_OF
from senki.games.sicily.losses import eliminate, lose_step
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.options import DRIFT
from senki.games.sicily.position import (
    ASSAULTED,
    DISRUPTED,
    DROPPED,
    RELEASED,
    SUPPLIED,
    SicilyPosition,
    in_enemy_zone,
    put,
)
from senki.games.sicily.steps import DIRECTION_DIE, DROP_DICE, SCATTER
from senki.games.sicily.tables import FOG, RAIN, STACKING, TABLES

UNHURT: Final = 0
"""The ladder of losses: none, D, D+L1, D+L2, eliminated."""
D: Final = 1
D_L1: Final = 2
D_L2: Final = 3
LOST: Final = 4
LOSS_WORDS: Final = ["unhurt", "disrupted", "one_step", "two_steps", "lost"]
FROM_FRIENDS: Final[int] = int(TABLES["airborne"]["assault_from_friends"])
TO_ENEMIES: Final[int] = int(TABLES["airborne"]["assault_to_enemies"])
PARACHUTE_LEVEL: Final[int] = int(TABLES["airborne"]["parachute_level"])
GLIDER_LEVEL: Final[int] = int(TABLES["airborne"]["glider_level"])


# targets


def is_glider(unit: int) -> bool:
    """Gliders land where it is flat."""
    return TYPE[unit] == GLIDER


@enforces("SIC-6.5", "SIC-6.9")
def could_be_target(p: SicilyPosition, unit: int, hex: int) -> bool:
    """Low enough for its kind, and neither city, marsh, sea nor in enemy hands."""
    ground = p.ground
    if ground.sea[hex] or ground.city[hex] or ground.marsh[hex] or p.presence.units(AXIS, hex):
        return False
    return ground.level[hex] <= (GLIDER_LEVEL if is_glider(unit) else PARACHUTE_LEVEL)


def marked(p: SicilyPosition, hexes: list[int], most: int) -> list[bool]:
    """By hex: is it so near to one of these?"""
    ground = p.ground
    found = [False] * ground.size
    for hex in hexes:
        found[hex] = True
    edge = hexes
    for _ in range(most):
        further: list[int] = []
        for hex in edge:
            for to in ground.around[hex]:
                if not found[to]:
                    found[to] = True
                    further.append(to)
        edge = further
    return found


@enforces("SIC-6.6")
def friends_before(p: SicilyPosition) -> list[int]:
    """Hexes with friendly units on land. All targets are named before the first die: who drops is not among them."""
    found: list[int] = []
    for unit in UNITS_OF[ALLIES]:
        hex = p.hex[unit]
        if hex >= 0 and p.ground.land[hex] and hex not in found:
            found.append(hex)
    return found


def enemy_hexes(p: SicilyPosition) -> list[int]:
    """Hexes with enemy units."""
    found: list[int] = []
    for unit in UNITS_OF[AXIS]:
        hex = p.hex[unit]
        if hex >= 0 and hex not in found:
            found.append(hex)
    return found


@enforces("SIC-6.5")
def shares_badly(p: SicilyPosition, unit: int, hex: int, named: list[int]) -> bool:
    """Parachutists and gliders never share a target; three of one kind are the most."""
    there = [other for other in named if p.aim[other] == hex]
    return len(there) >= STACKING or any(is_glider(other) != is_glider(unit) for other in there)


@enforces("SIC-6.5", "SIC-6.6", "SIC-6.17")
def assault_targets(p: SicilyPosition, unit: int, named: list[int]) -> list[int]:
    """Two hexes or more from every friend, two at most from an enemy, in its army's area."""
    close = marked(p, friends_before(p), FROM_FRIENDS - 1)
    near = marked(p, enemy_hexes(p), TO_ENEMIES)
    return [
        hex
        for hex in range(p.ground.size)
        if near[hex] and not close[hex] and could_be_target(p, unit, hex) and may_come(p, unit, hex)
        and not shares_badly(p, unit, hex, named)
    ]  # fmt: skip


@enforces("SIC-6.5", "SIC-6.7", "SIC-6.16", "SIC-6.17")
def reinforcement_targets(p: SicilyPosition, unit: int, named: list[int]) -> list[int]:
    """Empty hexes beside a friend that are in no enemy zone, in its army's area."""
    friends = friends_before(p)
    near = marked(p, friends, 1)
    return [
        hex
        for hex in range(p.ground.size)
        if near[hex] and not p.presence.units(ALLIES, hex) and not in_enemy_zone(p, ALLIES, hex)
        and could_be_target(p, unit, hex) and may_come(p, unit, hex) and not shares_badly(p, unit, hex, named)
    ]  # fmt: skip


@enforces("SIC-6.5", "SIC-6.6", "SIC-6.7", "SIC-6.17")
def target_objections(p: SicilyPosition, unit: int, hex: int, assault: bool, named: list[int]) -> list[Objection]:
    """Why a hex may not be the target of this unit."""
    name, there = UNITS[unit], p.ground.names[hex]
    found: list[Objection] = []
    if p.presence.units(AXIS, hex):
        found.append(forbid("SIC-6.5", "drop_on_enemy", unit=name, hex=there))
    elif not could_be_target(p, unit, hex):
        found.append(forbid("SIC-6.5", "drop_glider" if is_glider(unit) else "drop_parachute", unit=name, hex=there))
    if shares_badly(p, unit, hex, named):
        found.append(forbid("SIC-6.5", "drop_shared", unit=name, hex=there))
    distance = p.ground.distance
    friends = friends_before(p)
    if assault:
        if any(distance(hex, other) < FROM_FRIENDS for other in friends):
            found.append(forbid("SIC-6.6", "assault_by_friends", unit=name, hex=there, least=str(FROM_FRIENDS)))
        if not any(distance(hex, other) <= TO_ENEMIES for other in enemy_hexes(p)):
            found.append(forbid("SIC-6.6", "assault_far", unit=name, hex=there, most=str(TO_ENEMIES)))
    else:
        if p.presence.units(ALLIES, hex):
            found.append(forbid("SIC-6.7", "reinforce_empty", unit=name, hex=there))
        if not any(distance(hex, other) <= 1 for other in friends):
            found.append(forbid("SIC-6.7", "reinforce_beside", unit=name, hex=there))
        if in_enemy_zone(p, ALLIES, hex):
            found.append(forbid("SIC-6.7", "reinforce_zone", unit=name, hex=there))
    if p.ground.land[hex] and not may_come(p, unit, hex):
        found.append(forbid("SIC-6.17", "drop_in_own_area", unit=name, hex=there))
        found += area_objections(p, unit, hex)
    return found


# the dice


@enforces("SIC-6.8", "SIC-8.1")
def drop_modifier(p: SicilyPosition, unit: int) -> int:
    """Of both dice: gliders, fog, and the rain of the first turn."""
    table = TABLES["airborne"]
    found = int(table["glider"]) if is_glider(unit) else 0
    if p.weather == FOG:
        found += int(table["fog"])
    if p.weather == RAIN:
        found += int(table["rain"])
    return found


@enforces("SIC-6.8")
def scatter_modifier(p: SicilyPosition, unit: int) -> int:
    """Of the scatter die: an airborne reinforcement keeps better together."""
    kept = 0 if p.flags[unit] & ASSAULTED else int(TABLES["airborne"]["reinforcement"])
    return drop_modifier(p, unit) + kept


def row_for(die: int, modifier: int) -> int:
    """The row of a table of six; what lies beyond its ends is read at the end."""
    return max(1, min(6, die + modifier)) - 1


@enforces("SIC-6.8")
def take_drop_dice(p: SicilyPosition, loss_die: int, scatter_die: int) -> None:
    """Disruption or loss, and how far from its target it comes down."""
    unit = p.waiting[0]
    table = TABLES["airborne"]
    loss = int(table["losses"][row_for(loss_die, drop_modifier(p, unit))])
    far = int(table["scatter"][row_for(scatter_die, scatter_modifier(p, unit))])
    if p.events is not None:
        facts: dict[str, str | int] = {"unit": UNITS[unit], "hex": p.ground.names[p.aim[unit]]}
        p.tell("dropped", "SIC-6.8", {**facts, "loss": LOSS_WORDS[loss], "far": far})
    if far:
        p.task = pair(loss, far)
        p.push(DIRECTION_DIE)
    else:
        come_down(p, unit, p.aim[unit], loss)


@enforces("SIC-6.8")
def take_direction_die(p: SicilyPosition, die: int) -> None:
    """1 north, then clockwise; over the edge of the map nothing comes back."""
    unit = p.waiting[0]
    loss, far = first_of(p.task), second_of(p.task)
    hex = p.aim[unit]
    for _ in range(far):
        hex = int(p.ground.next[6 * hex + die - 1])
        if hex < 0:
            break
    if p.events is not None and hex >= 0:
        p.tell("scattered", "SIC-6.8", {"unit": UNITS[unit], "hex": p.ground.names[hex], "far": far})
    come_down(p, unit, hex, loss)


# where it comes down


@enforces("SIC-6.9")
def worse(loss: int) -> int:
    """One step down the ladder."""
    return min(loss + 1, LOST)


@enforces("SIC-6.9")
def loss_in(p: SicilyPosition, unit: int, hex: int, loss: int) -> int:
    """What becomes of a unit that comes down in a hex: lost at sea or off the map, worse off in a hex that could not
    be a target."""
    if hex < 0 or p.ground.sea[hex]:
        return LOST
    return loss if could_be_target(p, unit, hex) else worse(loss)


@enforces("SIC-6.9", "SIC-6.10")
def come_down(p: SicilyPosition, unit: int, hex: int, loss: int) -> None:
    """The unit is on the ground, on an enemy who says where it goes, or nowhere."""
    p.task = 0
    loss = loss_in(p, unit, hex, loss)
    if steps_of(loss) >= p.left[unit]:
        drop_on(p)
        p.flags[unit] = 0
        p.aim[unit] = NOBODY
        if p.events is not None:
            p.tell("drop_lost", "SIC-6.9", {"unit": UNITS[unit]})
        eliminate(p, unit)
    elif p.presence.units(AXIS, hex):
        p.aim[unit], p.task = hex, loss
        found = drift_hexes(p)
        if not found:
            come_down(p, unit, NOBODY, LOST)
        elif len(found) == 1:
            touch_down(p, unit, found[0], loss)
        else:
            p.push(SCATTER)
    else:
        touch_down(p, unit, hex, loss)


def steps_of(loss: int) -> int:
    """Steps a result of the ladder takes."""
    return 99 if loss >= LOST else max(0, loss - D)


@enforces("SIC-6.8", "SIC-6.11", "SIC-6.13")
def touch_down(p: SicilyPosition, unit: int, hex: int, loss: int) -> None:
    """It has landed: supplied like a reinforcement, without movement if it is disrupted, and loses what it has lost."""
    p.task = 0
    drop_on(p)
    p.aim[unit] = NOBODY
    p.flags[unit] = p.flags[unit] & ~RELEASED | DROPPED | (DISRUPTED if loss >= D else 0)
    p.status[unit] = SUPPLIED
    p.since[unit] = p.turn
    put(p, unit, hex)
    if p.events is not None:
        facts: dict[str, str | int] = {"unit": UNITS[unit], "hex": p.ground.names[hex]}
        p.tell("came_down", "SIC-6.9", {**facts, "loss": LOSS_WORDS[loss]})
    for _ in range(steps_of(loss)):
        lose_step(p, unit)
    enter(p, unit, hex)


def drop_on(p: SicilyPosition) -> None:
    """The next unit rolls its dice."""
    p.waiting = p.waiting[1:]
    if p.waiting:
        p.push(DROP_DICE)


# onto the enemy


@enforces("SIC-6.10")
def drift_hexes(p: SicilyPosition) -> list[int]:
    """Adjacent hexes that could be a target for a unit that has come down on an enemy."""
    unit = p.waiting[0]
    return [to for to in p.ground.around[p.aim[unit]] if could_be_target(p, unit, to)]


def drift_options(p: SicilyPosition) -> list[Option]:
    """The hexes the Axis player may choose from."""
    return [p.ground.words.one(DRIFT, hex) for hex in drift_hexes(p)]


def drift_candidates(p: SicilyPosition) -> list[Option]:
    """The hex it came down in and those around it."""
    hex = p.aim[p.waiting[0]]
    return [p.ground.words.one(DRIFT, to) for to in [hex, *p.ground.around[hex]]]


@enforces("SIC-6.10")
def drift_objections(p: SicilyPosition, option: Option) -> list[Objection]:
    """Adjacent, and a hex that could be a target."""
    unit = p.waiting[0]
    if option.verb != "drift":
        return [forbid("SIC-6.10", "not_now")]
    names = p.ground.names
    if option.target in drift_hexes(p):
        return []
    if option.target not in p.ground.around[p.aim[unit]]:
        return [forbid("SIC-6.10", "drift_adjacent", unit=UNITS[unit], hex=names[option.target])]
    return [forbid("SIC-6.10", "drift_target", unit=UNITS[unit], hex=names[option.target])]


def drift(p: SicilyPosition, option: Option) -> None:
    """The Axis player has said where it goes."""
    touch_down(p, p.waiting[0], option.target, p.task)
