"""What a move may come to before its die is thrown, and the retreat that is proposed to whoever must go back."""

from __future__ import annotations

from senki.engine.forms import Reach
from senki.engine.option import Option
from senki.engine.views import whole_answer
from senki.games.shiloh.counters import COMBAT, SIDE_OF, UNITS_OF
from senki.games.shiloh.groups import (
    best_throw,
    company,
    is_fast,
    march_stack,
    may_march,
    may_move,
    movers_in,
    points_for,
    wait_objections,
)
from senki.games.shiloh.movement import show_points
from senki.games.shiloh.options import (
    FORM_ENTRY,
    GROUP,
    GROUP_MARCH,
    KEEP,
    MARCH,
    NORMAL,
    STACK,
    STACK_MARCH,
)
from senki.games.shiloh.position import BOX_A, STEADY_PACE, ShilohPosition
from senki.games.shiloh.search import GroupMover, fits, reach_with
from senki.games.shiloh.steps import ALLOWANCE_AGAIN, CHOOSE_RETREAT, FORM_GROUP, MOVEMENT

FACES = range(1, 7)
CLAUSE = "SHI-4.2.2"


def later_of(p: ShilohPosition, unit: int) -> list[Reach]:
    """Where a unit may come with the move it may begin now: with its stack, alone, marching; how likely each is."""
    step = p.stack[-1] if p.stack else -1
    if SIDE_OF[unit] != p.side:
        return []
    if step == MOVEMENT:
        return from_rest(p, unit)
    if unit not in p.group:
        return []
    if step == FORM_GROUP:
        return likelier(p, p.group, NORMAL, MARCH)
    if step == ALLOWANCE_AGAIN:
        return by_throw(p, p.group, p.marching, KEEP, [p.die])
    return []


def from_rest(p: ShilohPosition, unit: int) -> list[Reach]:
    """Every way to begin a move with this unit: those of its hex together come first."""
    if not may_move(p, unit):
        return []
    words, hex = p.ground.words, p.hex[unit]
    found: list[Reach] = []
    together = movers_in(p, hex)
    if hex >= 0 and len(together) > 1:
        found += by_throw(p, together, False, words.one(STACK, hex))
        if march_stack(p, hex):
            found += by_throw(p, together, True, words.one(STACK_MARCH, hex))
    elif len(together) > 1 and unit in company(p, hex) and not wait_objections(p, company(p, hex), False):
        option = words.one(FORM_ENTRY, BOX_A - hex)
        found += likelier(p, company(p, hex), option, option)
    if not wait_objections(p, [unit], False):
        found += by_throw(p, [unit], False, words.one(GROUP, unit))
    if may_march(p, unit) and not wait_objections(p, [unit], True):
        found += by_throw(p, [unit], True, words.one(GROUP_MARCH, unit))
    return found


def likelier(p: ShilohPosition, group: list[int], normal: Option, march: Option) -> list[Reach]:
    """Of normal movement and march whichever is likelier to get there; normal movement if both are the same."""
    found: dict[str, Reach] = {one.place: one for one in by_throw(p, group, False, normal)}
    if all(may_march(p, unit) for unit in group) and not wait_objections(p, group, True):
        for one in by_throw(p, group, True, march):
            other = found.get(one.place)
            if other is None or int(one.facts["chance"]) > int(other.facts["chance"]):
                found[one.place] = one
    return list(found.values())


def by_throw(
    p: ShilohPosition, group: list[int], march: bool, first: Option, thrown: list[int] | None = None
) -> list[Reach]:
    """Every hex a group may be led to whole, with the least throw that brings it there and its chance."""
    twin = p.copy()
    twin.group = group[:]
    twin.marching = march
    twin.under_way = False
    twin.reach = None
    throws = thrown or throws_of(twin)
    points = [2 * points_for(twin, throw) for throw in throws]
    mover = GroupMover(twin)
    reach = reach_with(twin, mover, max(points))
    found: list[Reach] = []
    for hex in reach.ends:
        if not fits(twin, mover.side, hex, mover.fighters):
            continue
        cost = 0 if forced(twin, mover, hex) else reach.cost(hex)
        enough = sum(1 for each in points if each >= cost)
        chance, sure = round(100 * enough / len(points)), enough == len(points)
        facts: dict[str, str | int] = {"points": show_points(reach.cost(hex)), "chance": chance}
        label = show_points(reach.cost(hex))
        if not sure:
            facts["least"] = min(throw for throw, each in zip(throws, points, strict=True) if each >= cost)
            label = f"{facts['least']}+"
        key = "sure" if sure else "dice" if is_fast(twin) else "die"
        name = p.ground.names[hex]
        found.append(Reach(name, label, None, first.verb, first.text, sure, key, facts, CLAUSE, True))
    return found


def throws_of(p: ShilohPosition) -> list[int]:
    """All throws of the group's dice, each as often as it comes; a steady pace is one."""
    if p.on(STEADY_PACE):
        return [best_throw(p)]
    return [first + second for first in FACES for second in FACES] if is_fast(p) else list(FACES)


def forced(p: ShilohPosition, mover: GroupMover, hex: int) -> bool:
    """May the group enter this hex whatever it throws (SHI-4.2.6)?"""
    if mover.start < 0:
        return False
    direction = p.ground.direction(mover.start, hex)
    return direction >= 0 and mover.may_force(6 * mover.start + direction, hex)


def proposal_of(p: ShilohPosition) -> list[Option]:
    """The whole retreat of those who must go back now: each to where there is room, far from the enemy."""
    return whole_answer(p, CHOOSE_RETREAT, danger)


def danger(p: ShilohPosition, option: Option) -> tuple[int, int, int]:
    """What speaks against a step back: others in the way, the enemy near, the order of the counters."""
    side, hex = SIDE_OF[option.subject], option.target
    crowd = p.presence.units(side, hex) * COMBAT[option.subject]
    foes = [p.ground.distance(p.hex[unit], hex) for unit in UNITS_OF[1 - side] if COMBAT[unit] and p.hex[unit] >= 0]
    return (crowd, -min(foes, default=0), option.subject)
