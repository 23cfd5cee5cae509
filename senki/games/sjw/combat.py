"""Attacks (7.1, 7.C): who may attack what, and the order in which a combat is resolved."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.games.sjw.cavalry import may_decline
from senki.games.sjw.counters import SIDE_OF, UNITS
from senki.games.sjw.crossings import can_cross, crossable_when_dry
from senki.games.sjw.death import may_die
from senki.games.sjw.flanks import refused_bonus
from senki.games.sjw.ground import RAIN
from senki.games.sjw.modifiers import artillery_halves, modifiers, total
from senki.games.sjw.position import SjwPosition, troops_in
from senki.games.sjw.results import difference
from senki.games.sjw.steps import ARTILLERY_DIE, BATTLE, CAVALRY_RETREAT, COMBAT_DICE, DEATH_DIE, REFUSE, RESULTS
from senki.games.sjw.undertaking import MARCH_ATTACK, Battle


def current(p: SjwPosition) -> Battle:
    """The combat under way."""
    assert p.battle is not None
    return p.battle


@enforces("SJW-7.1.1", "SJW-7.1.4", "SJW-7.1.5")
def attack_objections(p: SjwPosition, unit: int, target: int) -> list[Objection]:
    """Why a unit may not attack a hex; that it may not enter it is no reason."""
    found: list[Objection] = []
    if p.demoralized[unit]:
        found.append(forbid("SJW-7.1.4", "demoralized_attack", unit=UNITS[unit]))
    if not p.presence.units(1 - SIDE_OF[unit], target):
        found.append(forbid("SJW-7.1.1", "no_enemy", to=p.ground.names[target]))
    return found + crossing_objections(p, unit, p.hex[unit], target)


@enforces("SJW-7.1.1", "SJW-7.1.2", "SJW-14.2")
def crossing_objections(p: SjwPosition, unit: int, hex: int, target: int) -> list[Objection]:
    """An attack goes where the unit could go by terrain: over a bridge, a ford or a creek, not over a river without a
    crossing, nor into mountains without a line; in rain not over a ford, nor over a creek without a line."""
    side, to = SIDE_OF[unit], p.ground.names[target]
    d = p.ground.direction(hex, target)
    if d < 0:
        return [forbid("SJW-7.1.1", "not_adjacent", unit=UNITS[unit], to=to)]
    if can_cross(p, side, hex, target):
        return []
    if p.weather == RAIN and crossable_when_dry(p, side, 6 * hex + d, target):
        return [forbid("SJW-7.1.2", "rain_attack", unit=UNITS[unit], to=to)]
    return [forbid("SJW-7.1.1", "no_way_to_attack", unit=UNITS[unit], to=to)]


def may_attack_over(p: SjwPosition, unit: int, hex: int, target: int) -> bool:
    """Could a unit attack a hex if it were in another one next to it?"""
    return not p.demoralized[unit] and can_cross(p, SIDE_OF[unit], hex, target)


@enforces("SJW-7.1.1", "SJW-6.2.6")
def begin_march_attack(p: SjwPosition, unit: int, target: int) -> None:
    """A marching unit attacks; the points it has left decide how well, and are lost."""
    march = p.march
    assert march is not None
    battle = Battle(MARCH_ATTACK, SIDE_OF[unit], target)
    battle.attackers = [unit]
    battle.points = march.points
    p.battle = battle
    if p.events is not None:
        p.tell("attacked", "SJW-7.1.1", {"unit": UNITS[unit], "to": p.ground.names[target]})
    p.push(BATTLE)


@enforces("SJW-7.C")
def begin_battle(p: SjwPosition) -> None:
    """Lone cavalry is asked whether it gives way; whoever else is attacked fights."""
    battle = current(p)
    battle.hexes = sorted({p.hex[unit] for unit in battle.attackers})
    if may_decline(p, battle):
        p.push(CAVALRY_RETREAT)
    else:
        fight(p)


@enforces("SJW-7.C", "SJW-7.1.3", "SJW-7.3", "SJW-7.9")
def fight(p: SjwPosition) -> None:
    """All units in the hex defend: a die for half a point of artillery, refused flanks, then the dice."""
    battle = current(p)
    battle.defenders = troops_in(p, 1 - battle.side, battle.target)
    p.push(COMBAT_DICE)
    if refused_bonus(p, battle.side, battle.target):
        p.push(REFUSE)
    if artillery_halves(p, battle) % 2:
        p.push(ARTILLERY_DIE)


@enforces("SJW-7.C", "SJW-7.4.1", "SJW-7.5.1", "SJW-17.1", "SJW-17.2")
def throw_dice(p: SjwPosition, attacker: int, defender: int) -> None:
    """The dice and what is added to them; two ones may cost a Confederate leader, who still counts in this combat."""
    battle = current(p)
    lines = modifiers(p, battle)
    ours, theirs = total(lines, True), total(lines, False)
    battle.attacker_die, battle.defender_die = attacker, defender
    battle.difference = difference(attacker + ours, defender + theirs)
    if p.events is not None:
        facts: dict[str, str | int] = {"attacker": attacker, "defender": defender, "added": ours, "against": theirs}
        p.tell("combat_dice", "SJW-7.4.1", {**facts, "difference": battle.difference})
    p.push(RESULTS)
    if attacker == defender == 1 and may_die(p, battle):
        p.push(DEATH_DIE)
