"""How a number is met (17.15, 17.16, 4.9, 17.18, 17.20): hexes and steps, and who loses them."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sicily.aftermath import Aftermath
from senki.games.sicily.chits import ask_for_chits
from senki.games.sicily.counters import IS_DEPOT, IS_TANK, SIDE_OF, SIDES, UNITS
from senki.games.sicily.losses import eliminate, lose_step
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.options import FALL_BACK, LOSE_STEP, number_of, numbered
from senki.games.sicily.position import SicilyPosition, units_in
from senki.games.sicily.retreat import farthest, is_rout, is_way_open, stack_of
from senki.games.sicily.steps import LOSE, SPLIT


@enforces("SIC-4.5", "SIC-17.18")
def is_afloat(p: SicilyPosition, unit: int) -> bool:
    """Does a unit attack from the sea? It keeps its landing hex in mind until it is ashore."""
    return p.hex[unit] >= 0 and p.aim[unit] != NOBODY


def number(a: Aftermath) -> int:
    """What the side that loses now has to meet."""
    return a.numbers[0] if a.losing == a.side else a.numbers[1]


@enforces("SIC-17.18")
def stays_afloat(p: SicilyPosition, a: Aftermath) -> bool:
    """Is it an attack from the sea whose attackers meet their number now?"""
    return a.losing == a.side and any(is_afloat(p, unit) for unit in a.attackers)


@enforces("SIC-4.9")
def meets_landing(p: SicilyPosition, a: Aftermath) -> bool:
    """Do the defenders meet an attack from the sea?"""
    return a.losing != a.side and any(is_afloat(p, unit) for unit in a.attackers)


@enforces("SIC-17.16")
def steps_there(p: SicilyPosition, a: Aftermath) -> int:
    """The steps of everybody in the side's hexes: participants, and whoever is stacked with them."""
    found = 0
    for unit in stacked(p, a):
        found += p.left[unit]
    return found


@enforces("SIC-17.15")
def steps_to_go(p: SicilyPosition, a: Aftermath) -> int:
    """The steps of those who would go back."""
    found = 0
    for post in a.posts:
        for unit in stack_of(p, a, post):
            found += p.left[unit]
    return found


@enforces("SIC-17.15", "SIC-4.9", "SIC-17.18", "SIC-17.20")
def splits(p: SicilyPosition, a: Aftermath) -> list[int]:
    """How many hexes the side may go back. If no way of meeting the number is open, all of it is taken in steps; who
    must go back and can only be lost by it goes all the way."""
    n = number(a)
    if not n or stays_afloat(p, a):
        return [0]
    can = farthest(p, a, n)
    forced = (is_rout(a) or meets_landing(p, a)) and is_way_open(p, a)
    if forced and (is_rout(a) or not can):
        return [n]
    there, to_go = steps_there(p, a), steps_to_go(p, a)
    found = [h for h in range(n + 1) if not split_faults(a, h, can, there, to_go, forced)]
    return found or [0]


@enforces("SIC-17.15", "SIC-17.16", "SIC-17.17", "SIC-4.9")
def split_faults(a: Aftermath, hexes: int, can: int, there: int, to_go: int, forced: bool) -> list[Objection]:
    """Why a number cannot be met by going back so many hexes: no way is so long, too few steps are left for the rest,
    or nobody would be left to go."""
    n = number(a)
    facts = {"hexes": str(hexes), "n": str(n)}
    if not 0 <= hexes <= n:
        return [forbid("SIC-17.15", "more_than_number", **facts)]
    found: list[Objection] = []
    if forced and not hexes:
        found.append(forbid("SIC-4.9", "no_holding", **facts))
    if hexes > can:
        found.append(forbid("SIC-17.17", "no_way_so_far", can=str(can), **facts))
    if n - hexes > (to_go - 1 if hexes else there):
        found.append(forbid("SIC-17.16", "too_few_steps", steps=str(n - hexes), **facts))
    return found


def ask_to_split(p: SicilyPosition, a: Aftermath) -> None:
    """Settle how the number is met where there is one way only, otherwise ask."""
    ways = splits(p, a)
    if len(ways) == 1:
        settle_split(p, a, ways[0])
    else:
        p.push(SPLIT)


@enforces("SIC-17.15")
def settle_split(p: SicilyPosition, a: Aftermath, hexes: int) -> None:
    """So many hexes, the rest in steps."""
    n = number(a)
    a.hexes, a.steps = hexes, n - hexes
    a.stacks = a.posts[:] if hexes else []
    if n and p.events is not None:
        p.tell("number_met", "SIC-17.15", {"side": SIDES[a.losing], "n": n, "hexes": hexes, "steps": a.steps})


def split_options(p: SicilyPosition, a: Aftermath) -> list[Option]:
    """The ways to meet the number."""
    return [p.ground.words.one(FALL_BACK, numbered(h)) for h in splits(p, a)]


def split_candidates(p: SicilyPosition, a: Aftermath) -> list[Option]:
    """Any number of hexes, up to one more than there are."""
    return [p.ground.words.one(FALL_BACK, numbered(h)) for h in range(number(a) + 2)]


@enforces("SIC-17.15")
def split_objections(p: SicilyPosition, a: Aftermath, option: Option) -> list[Objection]:
    """Why the number may not be met this way; it is asked for only where there are several."""
    if option.verb != "fall_back":
        return [forbid("SIC-17.15", "number_first")]
    can = farthest(p, a, number(a))
    forced = meets_landing(p, a) and is_way_open(p, a)
    return split_faults(a, number_of(option), can, steps_there(p, a), steps_to_go(p, a), forced)


@enforces("SIC-17.16")
def stacked(p: SicilyPosition, a: Aftermath) -> list[int]:
    """Everybody of the side in the hexes of the combat."""
    return [unit for post in a.posts for unit in units_in(p, a.losing, post)]


@enforces("SIC-17.16", "SIC-17.17")
def bearers(p: SicilyPosition, a: Aftermath) -> list[int]:
    """Who may lose the next step: on the way back the stack that goes; else participants, tanks first of attackers;
    when none is left whoever is stacked with them."""
    if a.toll:
        return a.going
    sides = a.attackers if a.losing == a.side else a.defenders
    fighters = [unit for unit in sides if p.hex[unit] >= 0 and not IS_DEPOT[unit]]
    if a.losing == a.side:
        tanks = [unit for unit in fighters if IS_TANK[unit]]
        fighters = tanks or fighters
    return fighters or stacked(p, a)


def steps_due(a: Aftermath) -> int:
    """Steps to be lost now."""
    return a.toll or a.steps


@enforces("SIC-17.16")
def lose_or_ask(p: SicilyPosition, a: Aftermath) -> None:
    """The next step, where nobody can choose; whoever cannot bear what is due is lost."""
    units = bearers(p, a)
    most = 0
    for unit in units:
        most += p.left[unit]
    if steps_due(a) >= most:
        for unit in units[:]:
            paid(a, p.left[unit])
            lose_all(p, a, unit)
        if not most:
            paid(a, steps_due(a))
    elif len(units) == 1:
        strike(p, a, units[0])
    else:
        p.push(LOSE)


def paid(a: Aftermath, steps: int) -> None:
    """So many steps of what is due have been lost."""
    if a.toll:
        a.toll = max(0, a.toll - steps)
    else:
        a.steps = max(0, a.steps - steps)


def lose_all(p: SicilyPosition, a: Aftermath, unit: int) -> None:
    """A unit is lost with all its steps."""
    if unit in a.going:
        a.going.remove(unit)
    eliminate(p, unit)


@enforces("SIC-17.16", "SIC-1.9")
def strike(p: SicilyPosition, a: Aftermath, unit: int) -> None:
    """A unit is to lose a step; a regiment that has not fought yet draws its chit first."""
    a.hit = unit
    ask_for_chits(p, [unit])


@enforces("SIC-17.16")
def fall(p: SicilyPosition, a: Aftermath) -> None:
    """The step is lost."""
    unit = a.hit
    a.hit = NOBODY
    paid(a, 1)
    if p.left[unit] == 1:
        lose_all(p, a, unit)
    else:
        lose_step(p, unit)


def lose_options(p: SicilyPosition, a: Aftermath) -> list[Option]:
    """Those who may lose the step."""
    return [p.ground.words.one(LOSE_STEP, unit) for unit in bearers(p, a)]


def lose_candidates(p: SicilyPosition, a: Aftermath) -> list[Option]:
    """Everybody who fought, is stacked with them or goes back."""
    units = sorted({*a.attackers, *a.defenders, *stacked(p, a), *a.going})
    return [p.ground.words.one(LOSE_STEP, unit) for unit in units]


@enforces("SIC-17.16", "SIC-17.17")
def lose_objections(p: SicilyPosition, a: Aftermath, option: Option) -> list[Objection]:
    """Why this unit may not lose the step."""
    if option.verb != "lose":
        return [forbid("SIC-17.16", "step_first")]
    unit = option.subject
    able = bearers(p, a)
    if unit in able:
        return []
    name = UNITS[unit]
    if SIDE_OF[unit] != a.losing or p.hex[unit] < 0:
        return [forbid("SIC-17.15", "not_losing", unit=name)]
    if a.toll:
        return [forbid("SIC-17.17", "not_going_back", unit=name)]
    if unit not in a.attackers and unit not in a.defenders:
        return [forbid("SIC-17.16", "not_in_combat", unit=name)]
    return [forbid("SIC-17.16", "tanks_first", unit=name, tank=UNITS[able[0]])]
