"""How a plan is carried out: the next small choice of a movement phase."""

from __future__ import annotations

from typing import Final

from senki.engine.option import Option
from senki.games.sicily.counters import AXIS, MECHANIZED, OPT, UNITS_OF, WHEN
from senki.games.sicily.evacuation import berth
from senki.games.sicily.goals import goals_of
from senki.games.sicily.ground import FOOT, WHEELS
from senki.games.sicily.moves import leave_at_once_objections
from senki.games.sicily.options import DONE, EVACUATE, GO_TO, MOVE_UNIT, STOP
from senki.games.sicily.orders import EXIT, GOING, orders_for
from senki.games.sicily.plan import Orders
from senki.games.sicily.position import SicilyPosition, units_in
from senki.games.sicily.steps import GO, MARCH, MOVE
from senki.games.sicily.survey import Survey
from senki.games.sicily.tables import STACKING
from senki.games.sicily.tactical import move_objections

FARTHEST: Final = 9999


def carry(p: SicilyPosition, posture: int) -> Option | None:
    """The next choice of the tactical segment; none if this is another step."""
    step = p.stack[-1]
    if step == MOVE:
        return next_unit(p, orders_for(p, posture), posture)
    if step == GO:
        return next_hex(p, orders_for(p, posture), posture)
    return None


def leaves(p: SicilyPosition, posture: int) -> bool:
    """Do Axis units leave the island now?"""
    return p.side == AXIS and (EXIT[posture] > 0.0 or p.turn > int(GOING[AXIS]["leave_from"]))


def next_unit(p: SicilyPosition, orders: Orders, posture: int) -> Option:
    """Who leaves the island, who arrives, then everybody with an order; whoever has a duty before the phase ends."""
    words = p.ground.words
    if leaves(p, posture):
        for unit in UNITS_OF[AXIS]:
            if p.hex[unit] >= 0 and berth(p, unit) >= 0 and not leave_at_once_objections(p, unit):
                return words.one(EVACUATE, unit)
    for n, unit in enumerate(orders.units):
        if orders.hexes[n] == p.hex[unit] or unit in orders.by_road or p.hex[unit] < 0:
            continue
        if not move_objections(p, unit):
            return words.one(MOVE_UNIT, unit)
    options = p.options()
    for option in options:
        if option.verb == "arrive" and WHEN[option.subject] != OPT:
            return option
    for option in options:
        if option.verb == "move" and crowd(p, p.hex[option.subject]) > STACKING:
            return option
    if DONE in options:
        return DONE
    for objection in p.objections(DONE):
        name = objection.facts.get("unit", "")
        for option in options:
            if option.verb in ("move", "remove") and option.facts.get("unit", "") == name:
                return option
    return options[0]


def next_hex(p: SicilyPosition, orders: Orders, posture: int) -> Option:
    """Where it was sent, or the nearest it can get to that."""
    leg = p.leg
    assert leg is not None
    options = p.options()
    if leaves(p, posture):
        for option in options:
            if option.verb == "evacuate":
                return option
    wanted = orders.hexes[orders.units.index(leg.unit)] if leg.unit in orders.units else -1
    here = p.hex[leg.unit]
    if wanted < 0 or wanted == here:
        if (wanted < 0 and not leg.halted) or crowd(p, here) > STACKING:
            return best_step(p, options, orders.goal.get(leg.unit, -1))
        return stop(options)
    there = p.ground.words.one(GO_TO, wanted)
    if there in options:
        return there
    return toward(p, options, wanted)


def crowd(p: SicilyPosition, hex: int) -> int:
    """Units of the side that moves in a hex, as stacking counts them."""
    return len(units_in(p, p.side, hex))


def stop(options: list[Option]) -> Option:
    """Stay here if that may be, else whatever comes last."""
    return STOP if STOP in options else options[-1]


def toward(p: SicilyPosition, options: list[Option], wanted: int) -> Option:
    """The hex nearest to the one that was meant; not beside an enemy if that was not meant."""
    leg = p.leg
    assert leg is not None
    best, least = stop(options), p.ground.distance(p.hex[leg.unit], wanted)
    for option in options:
        if option.verb == "go" and crowd(p, option.target) < STACKING:
            away = p.ground.distance(option.target, wanted)
            if p.presence.zones(1 - p.side, option.target):
                away += 3
            if away < least:
                best, least = option, away
    return best


def best_step(p: SicilyPosition, options: list[Option], goal: int) -> Option:
    """Of a unit without an order, one that has just come: towards the enemy, but not beside him."""
    survey = Survey(p)
    leg = p.leg
    assert leg is not None
    best, least = stop(options), FARTHEST
    if crowd(p, p.hex[leg.unit]) <= STACKING:
        least = 4 * survey.nearest(1 - p.side, p.hex[leg.unit]) if goal < 0 else FARTHEST
    for option in options:
        if option.verb != "go" or crowd(p, option.target) >= STACKING:
            continue
        hex = option.target
        away = survey.nearest(1 - p.side, hex) if goal < 0 else p.ground.distance(hex, goal)
        if p.presence.zones(1 - p.side, hex):
            away += 3
        away = 4 * away + 3 * p.presence.units(p.side, hex)
        if away < least:
            best, least = option, away
    return best


def march_choice(p: SicilyPosition, posture: int) -> Option:
    """The strategic segment: whoever is far from his goal goes along the road to the hex nearest to it."""
    options = p.options()
    orders = orders_for(p, posture)
    if p.stack[-1] == MARCH:
        for option in options:
            if option.verb == "march" and option.subject in orders.by_road:
                return option
        return DONE if DONE in options else options[-1]
    leg = p.leg
    assert leg is not None
    goal = orders.goal.get(leg.unit, -1)
    kind = WHEELS if MECHANIZED[leg.unit] else FOOT
    best, least = stop(options), FARTHEST
    if goal >= 0:
        way = goals_of(p.theatre).way_to(goal, kind)
        least = int(way[p.hex[leg.unit]])
        for option in options:
            if option.verb == "go":
                price = int(way[option.target]) + 2 * p.presence.units(p.side, option.target)
                if price < least:
                    best, least = option, price
    return best
