"""What an attack would bring, roughly: before anybody has moved up, without drawing a chit."""

from __future__ import annotations

from typing import Final

from senki.games.sicily.counters import (
    ALLIES,
    ARMY,
    IS_ARTILLERY,
    IS_TANK,
    US_ARMY,
)
from senki.games.sicily.goals import PLANNER
from senki.games.sicily.position import ISOLATED, SicilyPosition, is_regiment, units_in
from senki.games.sicily.survey import fighting_worth, reckoned
from senki.games.sicily.tables import TABLES, row_of

LEAST: Final[list[int]] = list(TABLES["combat"]["least"])
RESULTS: Final[list[list[str]]] = list(TABLES["combat"]["results"])
AIR: Final[float] = float(PLANNER["attack"]["air"])
NAVAL: Final[float] = float(PLANNER["attack"]["naval"])


def _numbers(column: int) -> tuple[float, float, float]:
    """Of a column: the mean number of the attacker and of the defender, and the chance that the defender has one."""
    attack, defence, hit = 0, 0, 0
    for cell in RESULTS[column]:
        first, second = cell.rstrip("B").split("/")
        attack += int(first)
        defence += int(second)
        hit += int(second) > 0
    return attack / 6.0, defence / 6.0, hit / 6.0


MEANS: Final[list[tuple[float, float, float]]] = [_numbers(column) for column in range(len(LEAST))]
GUN_RANGE: Final[int] = int(TABLES["combat"]["artillery_range"])


def defence_of(p: SicilyPosition, side: int, hex: int) -> tuple[float, bool]:
    """The strength with which a hex is defended, and whether tanks or anti-tank guns are among the defenders."""
    best, others = 0.0, 0.0
    tanks = False
    for unit in units_in(p, side, hex):
        worth = reckoned(p, unit) * (0.5 if p.status[unit] == ISOLATED else 1.0)
        tanks = tanks or IS_TANK[unit]
        if is_regiment(p, unit):
            best = max(best, worth)
        else:
            others += worth
    return best + others, tanks


def guns_near(p: SicilyPosition, side: int, hex: int, guns: list[int]) -> int:
    """How many of these guns can support a combat about a hex."""
    found = 0
    for unit in guns:
        if p.hex[unit] >= 0 and p.status[unit] == 0 and p.ground.distance(p.hex[unit], hex) <= GUN_RANGE:
            found += 1
    return found


def expected_shift(p: SicilyPosition, side: int, target: int, army: int) -> float:
    """Columns that air and ships are hoped to bring the attacker; below nought if they help the defender."""
    found = 0.0
    if side == ALLIES:
        found += AIR if p.air + p.bombers else 0.0
    else:
        found -= AIR if p.air + p.bombers else 0.0
    if p.ground.to_sea[target] <= int(TABLES["naval"]["range"]):
        points = p.naval[0] if army == US_ARMY else p.naval[1]
        if side != ALLIES:
            points = p.naval[0] + p.naval[1]
        helped = NAVAL * (points if points < 2 else 2)
        found += helped if side == ALLIES else -helped
    return found


def column_for(
    p: SicilyPosition,
    side: int,
    target: int,
    froms: list[int],
    groups: list[list[int]],
    guns: list[int],
    enemy_guns: list[int],
) -> float:
    """The column of an attack on one hex by groups of units that stand in these hexes."""
    ground = p.ground
    attack, level, arms = 0.0, 1, 0
    across, afloat = True, False
    army = -1
    for n, frm in enumerate(froms):
        best, others = 0.0, 0.0
        tank, foot = False, False
        for unit in groups[n]:
            worth = fighting_worth(p, unit)
            army = ARMY[unit]
            if is_regiment(p, unit):
                best = max(best, worth)
            else:
                others += worth
            if IS_TANK[unit]:
                tank = True
            elif not IS_ARTILLERY[unit]:
                foot = True
        attack += best + others
        arms += int(tank and foot)
        level = max(level, ground.level[frm])
        d = ground.direction(frm, target)
        across = across and d >= 0 and ground.river[6 * frm + d]
        afloat = afloat or ground.sea[frm]
    defence, tanks = defence_of(p, 1 - side, target)
    times = 1
    if across and froms:
        times += 1
    if afloat:
        times += 1
    column = float(row_of(LEAST, int(attack - times * defence)))
    column -= min(3, max(0, ground.level[target] - level))
    if ground.town[target] or ground.city[target]:
        column -= 1.0
    if arms and not tanks:
        column += 1.0 if across else float(arms)
    column += min(2, guns_near(p, side, target, guns)) - min(1, guns_near(p, 1 - side, target, enemy_guns))
    return column + expected_shift(p, side, target, army)


def means_of(column: float) -> tuple[float, float, float]:
    """Mean numbers of attacker and defender and the chance that the defender must do something, between columns too."""
    last = len(MEANS) - 1
    at = 0.0 if column < 0.0 else float(last) if column > last else column
    low = int(at)
    high = low + 1 if low < last else last
    share = at - low
    a, b = MEANS[low], MEANS[high]
    return (
        a[0] + share * (b[0] - a[0]),
        a[1] + share * (b[1] - a[1]),
        a[2] + share * (b[2] - a[2]),
    )
