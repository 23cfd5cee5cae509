"""What a march may come to before it is begun, and the retreat that is proposed to whoever must go back."""

from __future__ import annotations

from senki.engine.forms import Reach
from senki.engine.option import Option
from senki.engine.views import whole_answer
from senki.games.sjw.counters import IS_TROOP, KIND, SIDE_OF, TROOPS
from senki.games.sjw.fatigue import roll_of, sum_of
from senki.games.sjw.marching import ALLOWANCES, allowance, chances, march_objections
from senki.games.sjw.options import MARCH
from senki.games.sjw.position import SjwPosition
from senki.games.sjw.prompts import show_halves
from senki.games.sjw.steps import ACTION, RETREAT
from senki.games.sjw.tables import HALF
from senki.games.sjw.undertaking import NOBODY


def later_of(p: SjwPosition, unit: int) -> list[Reach]:
    """Where a unit may come with the march it may begin now, without a force march, and how likely."""
    if not p.stack or p.stack[-1] != ACTION or not IS_TROOP[unit] or SIDE_OF[unit] != p.side:
        return []
    if march_objections(p, unit):
        return []
    points = allowances(p, unit)
    dice = ALLOWANCES[SIDE_OF[unit]][KIND[unit]].dice
    first = p.ground.words.one(MARCH, unit)
    found: list[Reach] = []
    for hex, cost in chances(p, unit):
        enough = sum(1 for each in points if HALF * each >= cost)
        share, sure = round(100 * enough / len(points)), enough == len(points)
        facts: dict[str, str | int] = {"points": show_halves(cost), "chance": share}
        if not sure:
            facts["least"] = least_throw(p, unit, cost)
        key = "march_sure" if sure else "march_die" if dice == 1 else "march_dice"
        name = p.ground.names[hex]
        found.append(Reach(name, str(share), None, first.verb, first.text, sure, key, facts, "SJW-5.1.2", True))
    return found


def least_throw(p: SjwPosition, unit: int, cost: int) -> int:
    """The least sum of the unit's dice that brings so many half points."""
    side, kind = SIDE_OF[unit], KIND[unit]
    throw = ALLOWANCES[side][kind].dice
    while HALF * allowance(p, side, kind, throw, NOBODY) < cost:
        throw += 1
    return throw


def allowances(p: SjwPosition, unit: int) -> list[int]:
    """The movement points of every throw of the unit's dice, marching by itself."""
    side, kind = SIDE_OF[unit], KIND[unit]
    dice = ALLOWANCES[side][kind].dice
    found: list[int] = []
    roll = roll_of(dice)
    for outcome, weight in zip(roll.outcomes, roll.weights, strict=True):
        found += [allowance(p, side, kind, sum_of(outcome, dice), NOBODY)] * weight
    return found


def proposal_of(p: SjwPosition) -> list[Option]:
    """The whole retreat of those who must go back now: far from the enemy, and to their own."""
    return whole_answer(p, RETREAT, danger)


def danger(p: SjwPosition, option: Option) -> tuple[int, int, int]:
    """What speaks against a step back: the enemy near, nobody of one's own there, the order of the counters."""
    side, hex = SIDE_OF[option.subject], option.target
    foes = [p.ground.distance(p.hex[unit], hex) for unit in TROOPS[1 - side] if p.hex[unit] >= 0]
    return (-min(foes, default=0), -p.presence.units(side, hex), option.subject)
