"""Advance after combat (9.7)."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.shiloh.battle import Battle
from senki.games.shiloh.counters import ART, COMBAT, FOLLOWERS, KIND, LEADER, SIDE_OF, UNITS
from senki.games.shiloh.options import ADVANCE, HALT
from senki.games.shiloh.position import (
    DISRUPTED,
    ShilohPosition,
    enemies_in,
    in_enemy_zone,
    put,
)
from senki.games.shiloh.tables import STACKING


@enforces("SHI-9.7.1", "SHI-9.7.2", "SHI-9.7.3", "SHI-9.2", "SHI-7.4")
def find_advances(p: ShilohPosition) -> None:
    """Who may advance where: attackers into the emptied hex, or defending foot into what attackers have left."""
    battle = p.battle
    assert battle is not None
    side, target = battle.side, battle.target
    battle.advancing = []
    battle.open = []
    if not p.presence.units(1 - side, target):
        # No result drives back or disrupts the attackers and empties the hex: whoever has not fallen may go.
        battle.open = [target]
        battle.advancing = [unit for unit in battle.attackers if p.hex[unit] >= 0]
        return
    if p.ground.no_defender_advance[target]:
        return
    battle.open = [hex for hex in battle.froms if not p.presence.units(side, hex)]
    for unit in battle.defenders:
        if p.hex[unit] == target and KIND[unit] != ART and not p.flags[unit] & DISRUPTED:
            battle.advancing.append(unit)


@enforces("SHI-9.7.1", "SHI-5.1")
def may_advance(p: ShilohPosition, unit: int, to: int) -> bool:
    """An adjacent hex without enemies that admits the unit and has room; points and zones do not matter."""
    hex = p.hex[unit]
    side = SIDE_OF[unit]
    if hex < 0 or p.ground.distance(hex, to) != 1 or enemies_in(p, side, to):
        return False
    if not p.ground.passable[KIND[unit]][6 * hex + p.ground.direction(hex, to)]:
        return False
    return not COMBAT[unit] or p.presence.units(side, to) < STACKING


def advance_options(p: ShilohPosition, second: int) -> list[Option]:
    """Who may advance where now, the leaders of hexes that were left included; or nobody more."""
    battle = p.battle
    assert battle is not None
    found: list[Option] = [HALT]
    if second >= 0:
        return found + [p.ground.words.two(ADVANCE, second, hex) for hex in further_hexes(p, battle, second)]
    for unit in battle.advancing:
        for hex in battle.open:
            if may_advance(p, unit, hex):
                found.append(p.ground.words.two(ADVANCE, unit, hex))
    for leader, hex in followers(p, battle):
        found.append(p.ground.words.two(ADVANCE, leader, hex))
    return found


@enforces("SHI-9.7.1", "SHI-12.3")
def followers(p: ShilohPosition, battle: Battle) -> list[tuple[int, int]]:
    """Leaders may go along with a unit of their hex that has advanced."""
    found: list[tuple[int, int]] = []
    for side in (0, 1):
        for leader in FOLLOWERS[side]:
            if KIND[leader] != LEADER or p.hex[leader] not in battle.gone:
                continue
            for hex in battle.open:
                if p.presence.units(side, hex) and may_advance(p, leader, hex):
                    found.append((leader, hex))
    return found


@enforces("SHI-8.8.4", "SHI-9.7.4")
def further_hexes(p: ShilohPosition, battle: Battle, unit: int) -> list[int]:
    """A charging unit may go one hex further, unless it has entered an enemy zone."""
    hex = p.hex[unit]
    if in_enemy_zone(p, SIDE_OF[unit], hex):
        return []
    return [to for to in p.ground.around[hex] if may_advance(p, unit, to)]


def charges_on(p: ShilohPosition, unit: int) -> bool:
    """Did this unit charge?"""
    battle = p.battle
    return battle is not None and battle.charge and unit in battle.attackers


def advance_candidates(p: ShilohPosition, second: int) -> list[Option]:
    """Everybody who took part, into every hex of the combat."""
    battle = p.battle
    assert battle is not None
    found: list[Option] = [HALT]
    if second >= 0:
        return found + [p.ground.words.two(ADVANCE, second, hex) for hex in p.ground.around[p.hex[second]]]
    units = [*battle.attackers, *battle.support, *battle.defenders, *battle.exposed]
    for unit in dict.fromkeys(units):
        for hex in dict.fromkeys([battle.target, *battle.froms]):
            found.append(p.ground.words.two(ADVANCE, unit, hex))
    for leader, hex in followers(p, battle):
        option = p.ground.words.two(ADVANCE, leader, hex)
        if option not in found:
            found.append(option)
    return found


@enforces("SHI-9.7.1", "SHI-9.7.2", "SHI-9.7.3", "SHI-7.4")
def advance_objections(p: ShilohPosition, option: Option, second: int) -> list[Objection]:
    """Why a unit may not advance there."""
    battle = p.battle
    assert battle is not None
    if option.verb == "halt":
        return []
    if option.verb != "advance":
        return [forbid("SHI-9.7.1", "advance_now")]
    if option in advance_options(p, second):
        return []
    unit, to = option.subject, option.target
    name, where = UNITS[unit], p.ground.names[to]
    if p.flags[unit] & DISRUPTED and COMBAT[unit]:
        return [forbid("SHI-7.4", unit=name)]
    if second >= 0:
        return [forbid("SHI-9.7.4", unit=name, to=where)]
    if unit in battle.defenders and p.ground.no_defender_advance[battle.target]:
        return [forbid("SHI-9.7.3", unit=name)]
    if unit in battle.defenders:
        return [forbid("SHI-9.7.2", unit=name, to=where)]
    return [forbid("SHI-9.7.1", unit=name, to=where)]


@enforces("SHI-9.7.1")
def advance(p: ShilohPosition, unit: int, to: int) -> None:
    """Move one unit forward."""
    battle = p.battle
    assert battle is not None
    origin = p.hex[unit]
    if unit in battle.advancing:
        battle.advancing.remove(unit)
        if origin not in battle.gone:
            battle.gone.append(origin)
    put(p, unit, to)
    if p.events is not None:
        p.tell(
            "advanced", "SHI-9.7.1", {"unit": UNITS[unit], "origin": p.ground.names[origin], "to": p.ground.names[to]}
        )
