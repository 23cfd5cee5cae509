"""How an operation is carried out: the next small choice of a march, an attack, an assault, a raid or a ride."""

from __future__ import annotations

from typing import Final

from senki.engine.game import Operation
from senki.engine.option import Option
from senki.games.sjw.activation import activation_objections, nameable
from senki.games.sjw.assault import assault_objections
from senki.games.sjw.commands import commanded_in
from senki.games.sjw.counters import CORPS, IS_TROOP, SIDE_OF, SIZE
from senki.games.sjw.fatigue import force_objections
from senki.games.sjw.goals import PLANNER
from senki.games.sjw.limits import barred
from senki.games.sjw.manpower import combat_value
from senki.games.sjw.marching import march_objections
from senki.games.sjw.options import (
    ACTIVATE,
    ASSAULT,
    ATTACK,
    BEGIN,
    FORCE,
    JOIN,
    MARCH,
    MOVE,
    NAME,
    NAME_ALL,
    PASS,
    RAID,
    RAIL,
    STOP,
)
from senki.games.sjw.position import SjwPosition
from senki.games.sjw.raids import raid_objections
from senki.games.sjw.rail import rail_objections
from senki.games.sjw.replies import advance_choice, commit_choice, grand_choice
from senki.games.sjw.routes import routes_of
from senki.games.sjw.steps import ACTION, ADVANCE, COMMIT, GO, GRAND, JOIN_UNIT, NAME_UNITS, NEXT_MARCH
from senki.games.sjw.strengths import SHUT_OUT, Survey, ease, march_attack, share_of_friends
from senki.games.sjw.ways import attack_now_objections, current, reach_of

SUPERIOR: Final[float] = float(PLANNER["going"]["superior"])
ZONE: Final[float] = float(PLANNER["going"]["zone"])
CLOSER: Final[float] = float(PLANNER["going"]["closer"])
SAFE: Final[float] = float(PLANNER["price"]["safe"])
ATTACK_FROM: Final[float] = float(PLANNER["odds"]["attack"])
BY_THE_WAY: Final[float] = float(PLANNER["odds"]["chance"])
MOST_SUPERIOR: Final = 3.0
COMES_UP: Final = 5
"""Hexes from which a unit joins an attack."""
FORCED: Final = 6
"""Half points a force march is hoped to bring."""


def next_choice(p: SjwPosition, operation: Operation) -> Option | None:
    """The next choice of an operation; none if it is done, or cannot be gone on with."""
    step = p.stack[-1]
    if step == ACTION:
        return opening(p, operation)
    if step == GO:
        return going(p, operation)
    if step == NAME_UNITS:
        return naming(p, operation)
    if step == JOIN_UNIT:
        return p.ground.words.one(JOIN, strongest(p, current(p).named))
    if step == NEXT_MARCH:
        return p.ground.words.one(MARCH, first_to_go(p, operation))
    if step == COMMIT:
        return commit_choice(p)
    if step == GRAND:
        return grand_choice(p)
    if step == ADVANCE:
        return advance_choice(p)
    return None


def opening(p: SjwPosition, operation: Operation) -> Option | None:
    """The action with which it begins."""
    words, one, kind = p.ground.words, operation.subject, operation.kind
    if kind == "rest":
        return PASS
    if p.hex[one] < 0 or SIDE_OF[one] != p.side:
        return None
    if kind == "raid":
        return words.one(RAID, one) if not raid_objections(p, one) else None
    if kind == "assault":
        return words.two(ASSAULT, one, operation.goal) if not assault_objections(p, one, operation.goal) else None
    if kind == "rail":
        return words.one(RAIL, one) if not march_objections(p, one) and not rail_objections(p, one) else None
    if IS_TROOP[one]:
        return words.one(MARCH, one) if not march_objections(p, one) else None
    return words.one(ACTIVATE, one) if can_activate(p, one) else None


def can_activate(p: SjwPosition, leader: int) -> bool:
    """May a leader activate? A unit with him that can march is enough; only otherwise his radius is looked through."""
    if SIZE[leader] == CORPS and barred(p, leader) is None:
        for unit in commanded_in(p, leader, p.hex[leader]):
            if not march_objections(p, unit):
                return True
    return not activation_objections(p, leader)


def naming(p: SjwPosition, operation: Operation) -> Option:
    """Those who are fresh enough and near enough to help."""
    march, words = current(p), p.ground.words
    able = nameable(p, march.leader)
    wanted = [unit for unit in able if p.fatigue[unit] < operation.note]
    if operation.kind == "attack":
        near = [unit for unit in wanted if p.ground.distance(p.hex[unit], operation.goal) < COMES_UP]
        wanted = near or wanted
    left = [unit for unit in wanted if unit not in march.named]
    if not left and march.named:
        return BEGIN
    if not march.named and len(wanted) == len(able):
        return NAME_ALL
    return words.one(NAME, left[0] if left else able[0])


def strongest(p: SjwPosition, units: list[int]) -> int:
    """The unit with the most combat value."""
    best = units[0]
    for unit in units:
        if combat_value(p, unit) > combat_value(p, best):
            best = unit
    return best


def first_to_go(p: SjwPosition, operation: Operation) -> int:
    """In an attack the strongest, on a march the foremost, so that the others do not crowd the road."""
    named = current(p).named
    if operation.kind == "attack":
        return strongest(p, named)
    best = named[0]
    for unit in named:
        if p.ground.distance(p.hex[unit], operation.goal) < p.ground.distance(p.hex[best], operation.goal):
            best = unit
    return best


# on the way


def going(p: SjwPosition, operation: Operation) -> Option:
    """The next leg, an attack, or the end of the march."""
    march = current(p)
    side = SIDE_OF[march.unit]
    target = operation.goal
    if march.by_rail:
        return nearest_end(p, target)
    if operation.kind == "attack" and p.presence.units(1 - side, target):
        return attacking(p, target)
    survey = Survey(p)
    to = best_end(p, survey, operation)
    if to >= 0:
        return p.ground.words.one(MOVE, to)
    if operation.kind == "march":
        if may_hurry(p, target):
            return FORCE
        return chance_attack(p)
    return STOP


def nearest_end(p: SjwPosition, target: int) -> Option:
    """The end of a ride that is nearest to where it goes."""
    hex = p.hex[current(p).unit]
    best, away = hex, p.ground.distance(hex, target)
    for to in reach_of(p).ends:
        if p.ground.distance(to, target) < away:
            best, away = to, p.ground.distance(to, target)
    return STOP if best == hex else p.ground.words.one(MOVE, best)


def best_end(p: SjwPosition, survey: Survey, operation: Operation) -> int:
    """The end of the reach from which the way to the goal is shortest, with what speaks against being there; negative
    if it is best to stay."""
    march = current(p)
    unit, reach = march.unit, reach_of(p)
    if march.halted or not reach.ends:
        return -1
    here = p.hex[unit]
    side = SIDE_OF[unit]
    routes = routes_of(p, unit).past(survey.obstacles(side, [operation.goal]), p.presence.reached[1 - side])
    field = routes.to(operation.goal, here)
    own = combat_value(p, unit)
    away: int = field[here]
    best, found = away + against(p, survey, unit, own, here) - CLOSER, -1
    for to in reach.ends:
        price: int = field[to]
        if price < best and (price < away or not march.moved):
            price_there = price + against(p, survey, unit, own, to)
            if price_there < best:
                best, found = price_there, to
    return found


def against(p: SjwPosition, survey: Survey, unit: int, own: int, hex: int) -> float:
    """What speaks against being in a hex, in half points: enemies who are stronger, and their zones."""
    side = SIDE_OF[unit]
    threat = survey.threat(side, hex)
    if threat <= 0.0:
        return 0.0
    held = survey.support(side, hex)
    if p.hex[unit] != hex:
        held += own * (1.0 - share_of_friends(p.ground.distance(p.hex[unit], hex)))
    found = ZONE if p.presence.zones(1 - side, hex) else 0.0
    over = threat / max(1.0, held) - SAFE
    return found + SUPERIOR * min(MOST_SUPERIOR, over) if over > 0.0 else found


def may_hurry(p: SjwPosition, target: int) -> bool:
    """Is a force march worth it: on the last day, if it may bring the unit to where it goes?"""
    march = current(p)
    if p.turn < p.theatre.plan.turns or march.moved or force_objections(p, march):
        return False
    hex = p.hex[march.unit]
    away: int = routes_of(p, march.unit).to(target, hex)[hex]
    return march.points < away <= march.points + FORCED


def attacking(p: SjwPosition, target: int) -> Option:
    """Attack if it is still worth it; come up to where that is best; or stop."""
    march, words = current(p), p.ground.words
    unit, here = march.unit, p.hex[march.unit]
    side = SIDE_OF[unit]
    beside = p.ground.distance(here, target) == 1
    worth = ease(p, side, here, target, march.points) if beside else SHUT_OUT
    best, found = worth, -1
    reach = reach_of(p)
    if not march.halted:
        for to in p.ground.around[target]:
            if reach.is_end[to] and to != here:
                easy = ease(p, side, to, target, march.points - reach.cost(to))
                if easy > best:
                    best, found = easy, to
    if found >= 0:
        return words.one(MOVE, found)
    if beside and not attack_now_objections(p, target):
        if march_attack(p, unit, target, march.points, 0.0) >= ATTACK_FROM:
            return words.one(ATTACK, target)
        return STOP
    if beside or march.halted:
        return STOP
    to = best_end(p, Survey(p), Operation("march", unit, target, 1.0))
    return words.one(MOVE, to) if to >= 0 else STOP


def chance_attack(p: SjwPosition) -> Option:
    """An attack by the way, if there is one that is clearly worth it; otherwise the march is over."""
    march = current(p)
    unit, side = march.unit, SIDE_OF[march.unit]
    best, found = BY_THE_WAY, -1
    for to in p.ground.around[p.hex[unit]]:
        if p.presence.units(1 - side, to) and not attack_now_objections(p, to):
            gain = march_attack(p, unit, to, march.points, 0.0)
            if gain >= best:
                best, found = gain, to
    return p.ground.words.one(ATTACK, found) if found >= 0 else STOP
