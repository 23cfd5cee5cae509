"""A map with a few counters of Stonewall Jackson's Way on it, for tests of its combat."""

from senki.engine.events import Event
from senki.engine.option import dice_outcome
from senki.engine.position import CHANCE
from senki.games.sjw.assault import assault_objections, begin_assault
from senki.games.sjw.combat import attack_objections, begin_march_attack, current
from senki.games.sjw.counters import CSA, JACKSON, LEE, TROOPS, UNIT
from senki.games.sjw.flow import STEPS
from senki.games.sjw.ground import MOUNTAIN, ROLLING
from senki.games.sjw.modifiers import modifiers, total
from senki.games.sjw.position import (
    CAUSES,
    DISORGANIZED,
    SjwPosition,
    empty_map,
    put,
)
from senki.games.sjw.steps import (
    ACTION,
    AFTER_STEP,
    CAVALRY_RETREAT,
    END_MARCH,
    RETREAT,
)
from senki.games.sjw.tables import HALF
from senki.games.sjw.theatre import theatre
from senki.games.sjw.undertaking import MARCH_ATTACK, Battle, March

TARGET = "3942"
"""Clear ground for a good way around, and no water."""
NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST = range(6)


def field(scenario: str = "lee_vs_pope", turn: int = 2) -> SjwPosition:
    """An empty map of a scenario, somebody listening; below everything waits the choice of an action."""
    p = empty_map(STEPS, [ACTION], theatre(scenario))
    p.turn, p.events = turn, []
    return p


def beside(p: SjwPosition, direction: int, hex: str = TARGET) -> str:
    return p.ground.names[p.ground.next[6 * p.theatre.hex(hex) + direction]]


def at(p: SjwPosition, name: str, hex: str = TARGET, manpower: int = 0, fatigue: int = 0, works: int = 0) -> int:
    unit = UNIT[name]
    p.manpower[unit], p.fatigue[unit], p.works[unit] = manpower, fatigue, works
    put(p, unit, p.theatre.hex(hex))
    return unit


def disorganized(p: SjwPosition, unit: int) -> int:
    p.flags[unit] |= DISORGANIZED
    return unit


def march_attack(
    p: SjwPosition, unit: int, points: float = 2, riders: tuple[int, ...] = (), to: str = TARGET
) -> Battle:
    """A unit that has so many points left attacks."""
    p.side = 0 if unit in TROOPS[CSA] else 1
    march = March()
    march.unit, march.start, march.points = unit, p.hex[unit], int(points * HALF)
    march.riders, march.halted, march.moved = list(riders), True, True
    p.march = march
    p.push(END_MARCH)
    begin_march_attack(p, unit, p.theatre.hex(to))
    p.settle()
    p.check()
    return current(p)


def assault(p: SjwPosition, leader: int, to: str = TARGET) -> None:
    p.side = 0 if leader in (JACKSON, LEE, UNIT["csa_longstreet"], UNIT["csa_stuart"]) else 1
    assert assault_objections(p, leader, p.theatre.hex(to)) == []
    begin_assault(p, leader, p.theatre.hex(to))
    p.settle()


def roll(p: SjwPosition, *faces: int) -> None:
    assert p.waits_for == CHANCE
    p.play(dice_outcome(list(faces)))
    p.check()


def choose(p: SjwPosition, text: str) -> None:
    option = next(option for option in p.options() if option.text == text)
    p.play(option)
    p.check()


def texts(p: SjwPosition) -> list[str]:
    return [option.text for option in p.options()]


def told(p: SjwPosition, kind: str) -> list[Event]:
    assert p.events is not None
    return [event for event in p.events if event.kind == kind]


def lost(p: SjwPosition, side: int, cause: int) -> int:
    return p.losses[len(CAUSES) * side + cause]


def amounts(p: SjwPosition, battle: Battle) -> dict[str, int]:
    """Modifiers by name, the defender's with a sign before them."""
    return {("" if one.attacker else "-") + one.key: one.amount for one in modifiers(p, battle)}


def planned(p: SjwPosition, attackers: list[int], points: float = 2, to: str = TARGET) -> Battle:
    """A march attack, to look at its modifiers."""
    battle = Battle(MARCH_ATTACK, 0 if attackers[0] in TROOPS[CSA] else 1, p.theatre.hex(to))
    battle.attackers, battle.points = attackers, int(points * HALF)
    battle.defenders = [unit for unit in TROOPS[1 - battle.side] if p.hex[unit] == battle.target]
    battle.hexes = sorted({p.hex[unit] for unit in attackers})
    return battle


def corps(p: SjwPosition, hex: str) -> list[int]:
    at(p, "csa_jackson", hex)
    return [
        at(p, name, hex, manpower, fatigue=1)
        for name, manpower in (("csa_a_p_hill", 18), ("csa_ewell_b", 14), ("csa_taliaferro", 14))
    ]


def grand(p: SjwPosition) -> list[int]:
    """Longstreet with two divisions, Lee two hexes from him, two others beside the target."""
    here, there = beside(p, SOUTH), beside(p, SOUTH_EAST)
    longstreet = at(p, "csa_longstreet", here)
    units = [at(p, "csa_d_r_jones", here, 14), at(p, "csa_kemper", here, 10)]
    units += [at(p, "csa_a_p_hill", there, 18), at(p, "csa_hood", there, 8)]
    behind = beside(p, SOUTH, beside(p, SOUTH, here))
    at(p, "csa_lee", behind)
    units.append(at(p, "csa_anderson", behind, 12))
    at(p, "usa_ricketts", TARGET, 18)
    at(p, "usa_milroy", TARGET, 3)
    assault(p, longstreet)
    return units


def is_open_ground(p: SjwPosition, hex: int) -> bool:
    """No water or mountains around."""
    ground = p.ground
    if any(ground.water[6 * hex + d] for d in range(6)):
        return False
    around = ground.around[hex]
    return all(not ground.water[6 * to + d] for to in around for d in range(6)) and MOUNTAIN not in [
        ground.terrain[to] for to in [hex, *around]
    ]


def go_back(p: SjwPosition) -> None:
    while p.stack[-1] == RETREAT:
        p.play(p.options()[0])
        p.check()


def rolling(p: SjwPosition) -> str:
    """A rolling hex in open country."""
    return next(
        p.ground.names[hex]
        for hex in range(p.ground.size)
        if p.ground.terrain[hex] == ROLLING and len(p.ground.around[hex]) == 6 and is_open_ground(p, hex)
    )


def ask(p: SjwPosition, unit: int, place: str, points: float) -> March:
    """A unit has come near cavalry, which is asked."""
    p.side = 0 if unit in TROOPS[CSA] else 1
    march = March()
    march.unit, march.start, march.points = unit, p.hex[unit], int(points * HALF)
    march.moved, march.to_ask = True, [p.theatre.hex(place)]
    p.march = march
    p.stack += [END_MARCH, AFTER_STEP, CAVALRY_RETREAT]
    return march


def water_side(p: SjwPosition, water: int, crossing: int, line: bool) -> tuple[str, str]:
    """Two hexes with this water between them, neither in the mountains."""
    ground = p.ground
    for place in range(6 * ground.size):
        to = ground.next[place]
        if to < 0 or MOUNTAIN in (ground.terrain[place // 6], ground.terrain[to]):
            continue
        if (ground.water[place], ground.crossing[place], ground.has_line[place]) == (water, crossing, line):
            return ground.names[place // 6], ground.names[to]
    raise AssertionError("no such side")


def refusals(p: SjwPosition, unit: int, to: str) -> list[str]:
    return [one.clause for one in attack_objections(p, unit, p.theatre.hex(to))]


def current_row(p: SjwPosition) -> int:
    return int(told(p, "combat_result")[-1].facts["difference"])


def throw(p: SjwPosition, row: int) -> None:
    """Dice that lead to a row of the table."""
    found = modifiers(p, current(p))
    net = total(found, True) - total(found, False)
    attacker, defender = next((a, d) for a in range(1, 7) for d in range(1, 7) if a + net - d == row)
    roll(p, attacker, defender)
