"""Sensible answers without search, for every decision: whom to commit, where to go back, what to build, who rides."""

from __future__ import annotations

from typing import Final

from senki.engine.option import Option
from senki.engine.tasks import first_of
from senki.games.sjw.activation import nameable
from senki.games.sjw.advance import advance_options
from senki.games.sjw.assault import eligible
from senki.games.sjw.commands import commands
from senki.games.sjw.counters import CSA, IS_SUBSTITUTE, KIND, SIDE_OF, TROOPS
from senki.games.sjw.goals import PLANNER, aims_of
from senki.games.sjw.manpower import combat_value
from senki.games.sjw.options import (
    BEGIN,
    COMMIT_UNIT,
    DECLINE,
    DONE,
    ELSEWHERE,
    ENTRENCH,
    ENTRENCH_ALL,
    EVADE,
    FALL_BACK_OPTION,
    HERE,
    HOLD,
    JOIN,
    MARCH,
    NAME_ALL,
    ORDER_GRAND,
    PASS,
    REFUSE_FLANKS,
    STAND,
    STOP,
    TRANSFER_HEX,
    TRANSFER_LEADER,
)
from senki.games.sjw.position import UNSUPPLIED, SjwPosition, troops_in
from senki.games.sjw.recovery import may_entrench
from senki.games.sjw.routes import routes_of
from senki.games.sjw.steps import (
    ACTION,
    ADVANCE,
    ARRIVE,
    ATTACH,
    BUILD,
    BURN,
    CAVALRY_RETREAT,
    COMMIT,
    DECLARE_ELSEWHERE,
    DEPOT_SHARE,
    FALL_BACK,
    FOLLOW,
    FORAGE,
    GO,
    GRAND,
    JOIN_UNIT,
    NAME_UNITS,
    NEXT_MARCH,
    REFUSE,
    RETREAT,
    TRANSFER,
    TRANSFER_TO,
)
from senki.games.sjw.strengths import Survey, net_at, net_from_afar
from senki.games.sjw.tables import RADIUS
from senki.games.sjw.transfer import near_hexes, transfer_hexes, transfer_objections
from senki.games.sjw.undertaking import Battle
from senki.games.sjw.ways import current as current_march

GRAND_FROM: Final[int] = int(PLANNER["odds"]["grand"])
EVADE_FROM: Final[int] = int(PLANNER["odds"]["evade"])
SAFE: Final[float] = float(PLANNER["price"]["safe"])
BETTER: Final[float] = float(PLANNER["leaders"]["better"])
SAVES: Final[int] = int(PLANNER["bridges"]["saves"])
GIVE_UP: Final[float] = float(PLANNER["odds"]["give_up"])


def reply_to(p: SjwPosition) -> Option:
    """An answer to whatever is asked."""
    step = p.stack[-1]
    if step == RETREAT:
        return way_back(p)
    if step == CAVALRY_RETREAT:
        return cavalry_choice(p)
    if step == FALL_BACK:
        return falling_back(p)
    if step == ADVANCE:
        return advance_choice(p)
    if step == BUILD:
        return building(p)
    if step == TRANSFER:
        return transfer_choice(p)
    if step == TRANSFER_TO:
        leader = first_of(p.task)
        return p.ground.words.two(TRANSFER_HEX, leader, best_company(p, leader, transfer_hexes(p, leader)))
    if step == COMMIT:
        return commit_choice(p)
    if step == GRAND:
        return grand_choice(p)
    if step in (GO, ACTION, NAME_UNITS, JOIN_UNIT, NEXT_MARCH):
        return plain_march(p, step)
    if step == REFUSE:
        return REFUSE_FLANKS
    if step == BURN:
        return DECLINE
    return later_phases(p, step)


def later_phases(p: SjwPosition, step: int) -> Option:
    """Arrivals, supply, attachment, and leaders who look for a unit."""
    options = p.options()
    if step == FOLLOW:
        leader = first_of(p.task)
        hex = best_company(p, leader, [option.target for option in options])
        return next(option for option in options if option.target == hex)
    if step == ARRIVE:
        return arrival(p, options)
    if step == DECLARE_ELSEWHERE:
        return declaration(p)
    if step == DEPOT_SHARE:
        return max(options, key=lambda option: p.manpower[option.subject])
    if step == ATTACH:
        for option in options:
            if option.verb == "attach" and IS_SUBSTITUTE[option.subject]:
                return option
        return DONE
    if step == FORAGE:
        return options[0]
    return options[0]


def plain_march(p: SjwPosition, step: int) -> Option:
    """A march without a plan: everybody is named, the first goes first, nobody goes anywhere."""
    words = p.ground.words
    if step == ACTION:
        return PASS
    march = current_march(p)
    if step == NAME_UNITS:
        left = [unit for unit in nameable(p, march.leader) if unit not in march.named]
        return NAME_ALL if left else BEGIN
    if step == JOIN_UNIT:
        return words.one(JOIN, march.named[0])
    return words.one(MARCH, march.named[0]) if step == NEXT_MARCH else STOP


# combat


def fighting(p: SjwPosition) -> Battle:
    """The combat under way."""
    battle = p.battle
    assert battle is not None
    return battle


def commit_choice(p: SjwPosition) -> Option:
    """The strongest who may still join; nobody more once only the weak are left."""
    battle = fighting(p)
    able = eligible(p, battle)
    if not able:
        return DONE
    best = able[0]
    for unit in able:
        if combat_value(p, unit) > combat_value(p, best):
            best = unit
    if len(battle.attackers) > p.task:
        already = sum(combat_value(p, unit) for unit in battle.attackers)
        if 8 * combat_value(p, best) < already:
            return DONE
    return p.ground.words.one(COMMIT_UNIT, best)


def grand_choice(p: SjwPosition) -> Option:
    """An army leader throws in more if that adds to the dice."""
    battle = fighting(p)
    for option in p.options():
        if option.verb != "grand":
            continue
        alone, more = battle.copy(), battle.copy()
        alone.defenders = more.defenders = troops_in(p, 1 - battle.side, battle.target)
        more.grand = option.subject
        able = eligible(p, more)
        able.sort(key=lambda unit: -combat_value(p, unit))
        more.attackers = sorted([*battle.attackers, *able[:2]])
        if net_at(p, more) - net_at(p, alone) >= GRAND_FROM:
            return p.ground.words.one(ORDER_GRAND, option.subject)
    return DECLINE


def cavalry_choice(p: SjwPosition) -> Option:
    """Cavalry that infantry comes near stands, and stops it; attacked by more than it can bear it gives way."""
    battle = p.battle
    if battle is None:
        return STAND
    defenders = troops_in(p, 1 - battle.side, battle.target)
    net = net_from_afar(p, battle.side, battle.attackers, battle.target, defenders)
    return EVADE if net >= EVADE_FROM else STAND


def falling_back(p: SjwPosition) -> Option:
    """Hold, unless the enemy about is far stronger."""
    battle = fighting(p)
    side, survey = 1 - battle.side, Survey(p)
    held = max(1.0, survey.support(side, battle.target))
    return FALL_BACK_OPTION if survey.threat(side, battle.target) / held > GIVE_UP else HOLD


def way_back(p: SjwPosition) -> Option:
    """The next step of a retreat: away from the enemy, toward friends."""
    options, survey = p.options(), Survey(p)
    who = options[0].subject
    side = SIDE_OF[who]
    best = options[0]
    least = 1e9
    for option in options:
        if option.subject != who:
            continue
        burden = survey.threat(side, option.target) - 0.5 * survey.support(side, option.target)
        burden += 0.2 * nearest_friend(p, survey, side, option.target)
        if burden < least:
            best, least = option, burden
    return best


def nearest_friend(p: SjwPosition, survey: Survey, side: int, hex: int) -> int:
    """Hexes to the nearest friendly stack."""
    found = 20
    for other in survey.at[side]:
        found = min(found, p.ground.distance(hex, other))
    return found


def advance_choice(p: SjwPosition) -> Option:
    """Follow up, leaders with their units, unless the hex won is a trap."""
    battle = fighting(p)
    options = advance_options(p, battle)
    survey = Survey(p)
    for option in options:
        if option.verb == "take":
            return option
        if option.verb == "advance":
            held = survey.support(battle.side, battle.target) + combat_value(p, option.subject)
            if survey.threat(battle.side, battle.target) <= SAFE * held:
                return option
    return DONE


# the phases


def building(p: SjwPosition) -> Option:
    """A bridge where it saves a long way; everybody entrenches, but those who have to forage."""
    for option in p.options():
        if option.verb == "bridge" and saved_by_bridge(p, option.subject, option.target) >= SAVES:
            return option
    hungry = False
    able: list[int] = []
    for unit in TROOPS[p.side]:
        if may_entrench(p, unit):
            if p.flags[unit] & UNSUPPLIED:
                hungry = True
            else:
                able.append(unit)
    if not able:
        return DONE
    return ENTRENCH_ALL if not hungry else p.ground.words.one(ENTRENCH, able[0])


def saved_by_bridge(p: SjwPosition, unit: int, to: int) -> int:
    """Half points that a bridge saves a unit on its way to the nearest place that counts."""
    routes, hex = routes_of(p, unit), p.hex[unit]
    best = 0
    for place in aims_of(p.theatre).places:
        field = routes.to_place(place.number, place.hexes)
        here: int = field[hex]
        there: int = field[to]
        if there < here:
            best = max(best, here - there)
    return best


def transfer_choice(p: SjwPosition) -> Option:
    """A leader rides where much more of his command is."""
    for leader in p.waiting:
        if SIDE_OF[leader] != p.side or p.hex[leader] < 0:
            continue
        enough = BETTER * company(p, leader, p.hex[leader])
        if not any(company(p, leader, hex) > enough for hex in near_hexes(p, leader)):
            continue  # whatever way there is: the search for one is dear
        if transfer_objections(p, leader):
            continue
        to = best_company(p, leader, transfer_hexes(p, leader))
        if company(p, leader, to) > enough:
            return p.ground.words.one(TRANSFER_LEADER, leader)
    return DONE


def best_company(p: SjwPosition, leader: int, hexes: list[int]) -> int:
    """The hex near which most of a leader's command is."""
    best = hexes[0]
    for hex in hexes:
        if company(p, leader, hex) > company(p, leader, best):
            best = hex
    return best


def company(p: SjwPosition, leader: int, hex: int) -> float:
    """How much of a leader's command is near a hex, the more the nearer."""
    found = 0.0
    for unit in TROOPS[SIDE_OF[leader]]:
        if p.hex[unit] >= 0 and commands(p, leader, unit):
            away = p.ground.distance(p.hex[unit], hex)
            if away <= RADIUS:
                found += combat_value(p, unit) * (1.0 if away else 1.2)
    return found


def arrival(p: SjwPosition, options: list[Option]) -> Option:
    """Where the way to the places that count is shortest."""
    best, least = options[0], 1e9
    for option in options:
        if option.verb == "arrive":
            unit = option.subject
            away = float(distance_to_aims(p, unit if KIND[unit] < 2 else TROOPS[p.side][0], option.target))
            if away < least:
                best, least = option, away
    return best


def distance_to_aims(p: SjwPosition, unit: int, hex: int) -> int:
    """Half points from a hex to the places of the scenario, all together."""
    routes = routes_of(p, unit)
    found = 0
    for place in aims_of(p.theatre).places:
        away: int = routes.to_place(place.number, place.hexes)[hex]
        found += away
    return found


def declaration(p: SjwPosition) -> Option:
    """Where the corps is nearer to the enemy's way: at Aquia Creek, unless he is in the north already."""
    start = p.theatre.plan.arrival(p.waiting[0])
    assert start is not None
    here, there = p.theatre.hex(start.hexes[0]), p.theatre.hex(start.elsewhere)
    near = far = 0
    for unit in TROOPS[CSA]:
        if p.hex[unit] >= 0:
            if p.ground.distance(p.hex[unit], there) < p.ground.distance(p.hex[unit], here):
                near += p.manpower[unit]
            else:
                far += p.manpower[unit]
    return ELSEWHERE if near > far else HERE
