"""Sensible answers without search, for every decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from senki.engine.option import Option
from senki.games.sicily.carrying import carry, march_choice
from senki.games.sicily.counters import ALLIES, ARMY, AXIS, GERMANY, ITALY, SIDE_OF
from senki.games.sicily.estimates import column_for
from senki.games.sicily.evacuation import flak
from senki.games.sicily.goals import worth_of
from senki.games.sicily.ground import LARGE_PORT
from senki.games.sicily.options import (
    CANCEL_DROPS,
    DECLARE_INTERDICTION,
    DONE,
    KEEP_BOUNDARY,
    NEXT,
    PASS,
    number_of,
)
from senki.games.sicily.orders import usual_posture
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.prospects import STEP_WORTH
from senki.games.sicily.steps import (
    ADVANCE,
    AIR_POINT,
    AIR_SUPPLY,
    ALLOCATE,
    BOMBING,
    BOUNDARY,
    CALL_DROPS,
    DEPOT,
    DIVIDE,
    DROP,
    END_RUN,
    GO,
    INTERDICTION,
    LAND,
    LOSE,
    MARCH,
    MARCH_TO,
    MOVE,
    NAME,
    NAVAL_POINTS,
    NUMBERS,
    OVERSTACK,
    PACK,
    PLAN_LANDING,
    RAIN_DROPS,
    REPLACE,
    RESOLVE,
    RETREAT,
    SCATTER,
    SEA_SUPPLY,
    SPLIT,
    SUPPORT,
)
from senki.games.sicily.survey import Survey, fighting_worth
from senki.games.sicily.tables import STACKING

WORTH_STEPS: Final = 12.0
"""The worth of a place from which on steps are lost rather than the place."""
SAFE_FLAK: Final = 1
"""With more guns than these interdiction sinks nobody, and costs its points all the same (22.3)."""
US_NUMBER: Final = 2
UK_NUMBER: Final = 1
"""End-run numbers that are worth their price as a rule."""


def reply_to(p: SicilyPosition) -> Option:
    """An answer to whatever is asked."""
    step = p.stack[-1]
    if step in (MOVE, GO):
        found = carry(p, usual_posture(p, p.side))
        return found if found is not None else p.options()[-1]
    if step in (MARCH, MARCH_TO):
        return march_choice(p, usual_posture(p, p.side))
    if step == ALLOCATE:
        return allocation_choice(p)
    if step in (SPLIT, LOSE, RETREAT, ADVANCE, OVERSTACK):
        return result_choice(p, step)
    if step in (RESOLVE, NAME, SUPPORT, AIR_POINT, NAVAL_POINTS):
        return combat_choice(p, step)
    if step in (BOMBING, INTERDICTION, BOUNDARY, NUMBERS):
        return record_choice(p, step)
    if step in (PACK, AIR_SUPPLY, SEA_SUPPLY, REPLACE, DIVIDE):
        return supply_choice(p, step)
    return landing_choice(p, step)


def best_by(options: list[Option], value: Callable[[Option], float]) -> Option:
    """The option of the greatest value, the first of equals."""
    best, most = options[0], value(options[0])
    for option in options[1:]:
        worth = value(option)
        if worth > most:
            best, most = option, worth
    return best


# the record and supply phases


def record_choice(p: SicilyPosition, step: int) -> Option:
    """No bombing of towns; the strait is closed where few guns guard it; the boundary stays; a few end-runs."""
    if step == INTERDICTION:
        return DECLARE_INTERDICTION if flak(p) <= SAFE_FLAK else PASS
    if step == BOUNDARY:
        options = p.options()
        return KEEP_BOUNDARY if KEEP_BOUNDARY in options else options[0]
    if step == NUMBERS:
        options = p.options()
        wanted = US_NUMBER if options[0].verb == "number_us" else UK_NUMBER
        return best_by(options, lambda option: -abs(number_of(option) - wanted))
    return PASS


def supply_choice(p: SicilyPosition, step: int) -> Option:
    """The strongest is supplied; replacements cost more than they bring; what is short is filled up first."""
    options = p.options()
    if step in (AIR_SUPPLY, SEA_SUPPLY):
        able = [option for option in options if option.subject >= 0]
        return best_by(able, lambda option: fighting_worth(p, option.subject)) if able else PASS
    if step == DIVIDE:
        return best_by(options, lambda option: -imbalance(p, number_of(option)))
    return DONE if DONE in options else options[-1]


def imbalance(p: SicilyPosition, share: int) -> float:
    """How badly a division of the income leaves the two nations: Germany needs twice what Italy needs."""
    german, italian = p.supply[GERMANY] + share, p.supply[ITALY] + p.task - share
    return abs(float(german - 2 * italian)) + (4.0 if german <= 0 else 0.0) + (3.0 if italian <= 0 else 0.0)


# landings


def landing_choice(p: SicilyPosition, step: int) -> Option:
    """Everybody lands as soon as he can; drops near their printed hexes; depots in the best harbour."""
    options = p.options()
    if step == RAIN_DROPS:
        return CANCEL_DROPS
    if step == CALL_DROPS:
        return PASS
    if step == PLAN_LANDING:
        return DONE
    if step == DROP:
        return best_by(options, lambda option: drop_value(p, option))
    if step == SCATTER:
        survey = Survey(p)
        return best_by(options, lambda option: survey.felt(AXIS, option.target) - survey.felt(ALLIES, option.target))
    if step == LAND:
        return best_by(options, lambda option: 0.0 if option.verb == "hold" else 1.0)
    if step == DEPOT:
        return best_by(options, lambda option: depot_value(p, option))
    if step == END_RUN:
        return DONE if DONE in options else PASS if PASS in options else options[-1]
    return options[0]


def drop_value(p: SicilyPosition, option: Option) -> float:
    """A drop near its printed hex, on good ground, not among too many enemies; better than no drop."""
    if option.subject < 0:
        return -50.0
    unit, hex = option.subject, option.target
    survey = Survey(p)
    aim = p.aim[unit]
    value = -1.0 * p.ground.distance(aim, hex) if aim >= 0 else 0.0
    return value + 0.2 * survey.felt(ALLIES, hex) - 0.4 * survey.felt(AXIS, hex) + 0.5 * p.ground.level[hex]


def depot_value(p: SicilyPosition, option: Option) -> float:
    """Large port, small port, beach; where friends are; nothing is worth less than what there is."""
    if option.subject < 0:
        return 0.5
    here, to = p.hex[option.subject], option.target
    worth = [1.0, 2.0, 5.0]
    gain = worth[p.ground.port[to]] - (worth[p.ground.port[here]] if here >= 0 else 0.0)
    if gain <= 0.0:
        return 0.0
    survey = Survey(p)
    value = gain + 0.05 * survey.felt(ALLIES, to) - 0.1 * survey.felt(AXIS, to)
    others = [p.hex[depot] for depot in range(len(p.hex) - 4, len(p.hex)) if depot != option.subject]
    return value + (0.5 if to not in others else 0.0) + (1.0 if p.ground.port[to] == LARGE_PORT else 0.0)


# combat


def odds_for(p: SicilyPosition, side: int, target: int, units: list[int]) -> float:
    """The column of an attack by units where they stand."""
    froms: list[int] = []
    groups: list[list[int]] = []
    for unit in units:
        hex = p.hex[unit]
        if hex in froms:
            groups[froms.index(hex)].append(unit)
        else:
            froms.append(hex)
            groups.append([unit])
    return column_for(p, side, target, froms, groups, [], []) if froms else -9.0


def allocation_choice(p: SicilyPosition) -> Option:
    """The weakest target first, with everybody who may come; then the next."""
    options = p.options()
    more = [option for option in options if option.verb == "with"]
    draft = p.draft
    if draft is not None:
        joining = [option for option in more if option.subject not in draft.units]
        if joining:
            return best_by(joining, lambda option: fighting_worth(p, option.subject))
        if NEXT in options:
            return NEXT
    attacks = [option for option in options if option.verb == "attack"]
    if attacks:
        survey = Survey(p)
        best = best_by(attacks, lambda option: -survey.on_hex[1 - p.side].get(option.target, 0.0))
        return best if DONE not in options or is_worth_it(p, best.target) else DONE
    return DONE if DONE in options else options[0]


def is_worth_it(p: SicilyPosition, target: int) -> bool:
    """Would an attack that nobody asks for be a good one, with everybody beside the target?"""
    units = [
        unit
        for unit in range(len(p.hex) - 4)
        if SIDE_OF[unit] == p.side and p.hex[unit] >= 0 and target in p.ground.around[p.hex[unit]]
    ]
    if p.side == ALLIES and units:
        units = [unit for unit in units if ARMY[unit] == ARMY[units[0]]]
    return odds_for(p, p.side, target, units) >= 4.0


def combat_choice(p: SicilyPosition, step: int) -> Option:
    """The best attack first; the strongest defends; whatever can support does."""
    options = p.options()
    if step == RESOLVE:
        fights = [option for option in options if option.verb == "fight"]
        if not fights:
            return DONE if DONE in options else options[0]
        return best_by(fights, lambda option: fight_value(p, option.target))
    if step == NAME:
        return best_by(options, lambda option: fighting_worth(p, option.subject))
    if step == SUPPORT:
        guns = [option for option in options if option.subject >= 0]
        return guns[0] if guns else DONE
    if step == NAVAL_POINTS:
        return best_by(options, lambda option: float(number_of(option)) if option.subject < 0 and option.extra else 0.0)
    return best_by(
        options, lambda option: 2.0 if option.verb == "commit_bomber" else float(option.verb == "commit_air")
    )


def fight_value(p: SicilyPosition, target: int) -> float:
    """How good an attack of the list looks."""
    for attack in p.attacks:
        if target in attack.targets:
            return odds_for(p, p.side, target, attack.units)
    return 0.0


def result_choice(p: SicilyPosition, step: int) -> Option:
    """Ground is given before steps, unless the place is worth more; the cheapest step is lost; winners take places."""
    options = p.options()
    if step == SPLIT:
        return split_choice(p, options)
    if step in (LOSE, OVERSTACK):
        return best_by(options, lambda option: -step_price(p, option.subject))
    survey = Survey(p)
    if step == RETREAT:
        return best_by(options, lambda option: refuge(p, survey, option.target))
    return advance_choice(p, options, survey)


def split_choice(p: SicilyPosition, options: list[Option]) -> Option:
    """Hold a place that is worth it as long as there are steps to lose; otherwise go back."""
    aftermath = p.aftermath
    worth = 0.0
    if aftermath is not None:
        for hex in aftermath.posts:
            if p.ground.place_at[hex] >= 0:
                worth = max(worth, worth_of(p, hex))
    if worth >= WORTH_STEPS:
        return best_by(options, lambda option: -float(number_of(option)))
    return best_by(options, lambda option: float(number_of(option)))


def step_price(p: SicilyPosition, unit: int) -> float:
    """What a step of a unit is worth: the last one costs the unit."""
    if unit < 0:
        return 0.0
    price = abs(STEP_WORTH[ARMY[unit]]) * (1.0 + 0.1 * fighting_worth(p, unit))
    return price + (3.0 if p.left[unit] == 1 else 0.0)


def refuge(p: SicilyPosition, survey: Survey, hex: int) -> float:
    """How good a hex is to fall back to."""
    if hex < 0:
        return -9.0
    side = p.side_to_act
    ground = p.ground
    value = 0.3 * ground.level[hex] + (0.6 if ground.town[hex] or ground.city[hex] else 0.0)
    value += 0.05 * survey.felt(side, hex) - 0.05 * survey.felt(1 - side, hex)
    return value


def advance_choice(p: SicilyPosition, options: list[Option], survey: Survey) -> Option:
    """Forward where that is better than to stay: a place, high ground, friends; out of the sea at all costs."""
    best, most = options[-1], 0.1
    for option in options:
        if option.subject < 0:
            best = option
    for option in options:
        unit = option.subject
        if unit < 0 or option.target < 0:
            continue
        value = footing(p, survey, unit, option.target) - footing(p, survey, unit, p.hex[unit])
        if value > most:
            best, most = option, value
    return best


def footing(p: SicilyPosition, survey: Survey, unit: int, hex: int) -> float:
    """How good it is for a unit to stand in a hex after a combat."""
    side = SIDE_OF[unit]
    if p.ground.sea[hex]:
        return -20.0
    value = 0.05 * (survey.felt(side, hex) - 0.8 * survey.felt(1 - side, hex)) + 0.15 * p.ground.level[hex]
    others = p.presence.units(side, hex) - int(p.hex[unit] == hex)
    if p.ground.place_at[hex] >= 0:
        value += 0.2 * worth_of(p, hex) if not others else 0.02 * worth_of(p, hex)
    return value - 0.4 * others - (3.0 if others >= STACKING else 0.0)
