"""What a position that somebody wrote must have beside sound counters: steps that can lie upon each other, and whatever
they speak of. Positions that come about by play have all of it."""

from __future__ import annotations

from typing import Final

from senki.engine.errors import Malformed
from senki.engine.position import DECISION, Result
from senki.games.sicily.aftermath import Aftermath
from senki.games.sicily.battle import Attack, Battle
from senki.games.sicily.capture import is_allied
from senki.games.sicily.combat import attackers_left, targets_left
from senki.games.sicily.counters import ALLIES, AXIS, IS_DEPOT, SIDE_OF, UNITS
from senki.games.sicily.flow import STEP_NAMES
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.steps import (
    ADVANCE,
    AIR_DIE,
    AIR_POINT,
    AIR_SUPPLY,
    AIR_SUPPLY_DIE,
    AIRBORNE,
    ALLIED_TURN,
    ALLOCATE,
    AMPHIBIOUS,
    AXIS_TURN,
    BEGIN_TURN,
    BOMBING,
    BOUNDARY,
    CALL_DROPS,
    CHIT_DRAW,
    COASTAL_DICE,
    COASTAL_DRAW,
    COLLAPSE,
    COLLAPSE_DIE,
    COMBAT,
    COMBAT_DIE,
    DEPOT,
    DEPOTS,
    DIRECTION_DIE,
    DIVIDE,
    DROP,
    DROP_DICE,
    DROPS_DIE,
    END_BATTLE,
    END_COMBAT,
    END_MOVEMENT,
    END_RUN,
    END_TURN,
    EVACUATION_DIE,
    GO,
    INCOME,
    INCOME_DIE,
    INTERDICTION,
    INTERDICTION_DIE,
    JUDGE,
    LAND,
    LANDING_DIE,
    LOSE,
    MARCH,
    MARCH_TO,
    MOVE,
    NAME,
    NAVAL_DIE,
    NAVAL_POINTS,
    NUMBER_DICE,
    NUMBERS,
    OVERSTACK,
    PACK,
    PLAN_LANDING,
    PORT_DIE,
    RAIN_DROPS,
    RECORD,
    REPLACE,
    RESOLVE,
    RESULTS,
    RETREAT,
    SCATTER,
    SEA_SUPPLY,
    SPECIAL_STAGE,
    SPLIT,
    STRATEGIC,
    STRIKE_DIE,
    SUPPLY,
    SUPPORT,
    SURVIVORS,
    TACTICAL,
    VARIABLE_DIE,
    WEATHER_DICE,
)
from senki.games.sicily.victory import ROUTED, grade_of, is_on_map, points, result_of

INSIDE: Final[dict[int, list[int]]] = {
    RECORD: [BOMBING, INTERDICTION, BOUNDARY, NUMBERS, NUMBER_DICE, VARIABLE_DIE, COLLAPSE, COLLAPSE_DIE],
    SUPPLY: [PACK, JUDGE, AIR_SUPPLY, AIR_SUPPLY_DIE, SEA_SUPPLY, REPLACE, INCOME, INCOME_DIE, DIVIDE],
    AIRBORNE: [RAIN_DROPS, DROP, DROP_DICE, DIRECTION_DIE, SCATTER, CALL_DROPS, DROPS_DIE],
    AMPHIBIOUS: [LAND, LANDING_DIE, END_RUN],
    DEPOTS: [DEPOT],
    TACTICAL: [MOVE, GO, EVACUATION_DIE],
    STRATEGIC: [MARCH, MARCH_TO],
    END_MOVEMENT: [INTERDICTION_DIE, OVERSTACK],
    COMBAT: [
        ALLOCATE, RESOLVE, STRIKE_DIE, NAME, SUPPORT, AIR_POINT, NAVAL_POINTS, AIR_DIE, NAVAL_DIE, COMBAT_DIE,
        END_BATTLE, END_COMBAT, RESULTS, SPLIT, LOSE, RETREAT, ADVANCE, SURVIVORS,
    ],
    BEGIN_TURN: [COASTAL_DICE, COASTAL_DRAW, PLAN_LANDING],
}  # fmt: skip
"""The steps inside each phase or segment; what comes after it comes after them."""
PHASE_OF: Final[dict[int, int]] = {step: phase for phase, steps in INSIDE.items() for step in steps}
ANYWHERE: Final[dict[int, int]] = {CHIT_DRAW: COMBAT, PORT_DIE: TACTICAL}
"""Steps that come up in several phases: they belong to the one that follows, or to this if nothing is said."""
BELOW: Final[dict[int, int]] = {
    PLAN_LANDING: COASTAL_DICE, COASTAL_DICE: BEGIN_TURN, COASTAL_DRAW: BEGIN_TURN,
    GO: MOVE, EVACUATION_DIE: MOVE, MARCH_TO: MARCH, SPLIT: RESULTS, LOSE: RESULTS, RETREAT: RESULTS, ADVANCE: RESULTS,
    RESULTS: END_BATTLE, SURVIVORS: END_BATTLE, PACK: JUDGE, DIVIDE: JUDGE, INCOME_DIE: JUDGE,
}  # fmt: skip
"""What lies directly below a step inside a phase if nothing else is said; below others the next phase does."""
ALLIED_PHASES: Final = [SUPPLY, AIRBORNE, AMPHIBIOUS, DEPOTS, TACTICAL, STRATEGIC, END_MOVEMENT, COMBAT]
AXIS_PHASES: Final = [SUPPLY, TACTICAL, STRATEGIC, END_MOVEMENT, COMBAT]
BEFORE_INCOME: Final = [JUDGE, AIR_SUPPLY, AIR_SUPPLY_DIE, SEA_SUPPLY, REPLACE]
"""In the Allied supply phase the income comes after these."""
LEGS: Final = [GO, MARCH_TO]
FIGHTS: Final = [NAME, SUPPORT, AIR_POINT, NAVAL_POINTS, AIR_DIE, NAVAL_DIE, COMBAT_DIE]
"""Steps of a combat up to its die."""
FOLLOWS: Final = [RESULTS, SPLIT, LOSE, RETREAT, ADVANCE, SURVIVORS]
"""Steps after it."""
LISTS: Final = [ALLOCATE, RESOLVE, STRIKE_DIE]
"""Steps between combats."""
HEIGHT: Final[dict[int, int]] = {
    END_COMBAT: 0, ALLOCATE: 1, RESOLVE: 1, STRIKE_DIE: 1, END_BATTLE: 1, RESULTS: 2, SURVIVORS: 2, NAME: 2, SUPPORT: 2,
    AIR_POINT: 2, NAVAL_POINTS: 2, AIR_DIE: 2, NAVAL_DIE: 2, COMBAT_DIE: 2, SPLIT: 3, LOSE: 3, RETREAT: 3, ADVANCE: 3,
}  # fmt: skip
"""How high in a combat phase a step lies on the others."""
QUEUES: Final = [
    AIR_SUPPLY_DIE, COLLAPSE_DIE, DROP, DROP_DICE, DIRECTION_DIE, SCATTER, LAND, LANDING_DIE, EVACUATION_DIE,
    STRIKE_DIE,
]  # fmt: skip
"""Steps that ask or roll for the first of those who wait."""


# the stack


def whole_stack(p: SicilyPosition, to_come: list[int], where: str) -> list[int]:
    """The stack of some steps, the awaited one first, with what must follow the last of them."""
    found = to_come[:]
    while found:
        after = what_follows(p, found[-1], where)
        if after == NOBODY:
            break
        found.append(after)
    return found[::-1]


def what_follows(p: SicilyPosition, step: int, where: str) -> int:
    """The step below one, NOBODY below the last step of a turn."""
    if step in (BEGIN_TURN, END_TURN):
        return NOBODY
    if step in BELOW:
        return BELOW[step]
    if step in BEFORE_INCOME and p.side == ALLIES:
        return INCOME
    return next_phase(p, PHASE_OF.get(step, ANYWHERE.get(step, step)), where)


def next_phase(p: SicilyPosition, phase: int, where: str) -> int:
    """The phase of this turn that comes after one."""
    if phase == WEATHER_DICE:
        return RECORD if p.turn > 1 else ALLIED_TURN
    if phase == RECORD:
        return ALLIED_TURN
    if phase == ALLIED_TURN:
        return AXIS_TURN
    if phase == SPECIAL_STAGE:
        return END_TURN
    phases = played(p)
    if phase in phases:
        later = phases[phases.index(phase) + 1 :]
        if later:
            return later[0]
        if p.side == ALLIES:
            return AXIS_TURN
    elif phase != AXIS_TURN:
        raise Malformed(f"{where}: '{STEP_NAMES[phase]}' is no part of this player turn")
    return SPECIAL_STAGE if p.turn == 1 and not p.special else END_TURN


def played(p: SicilyPosition) -> list[int]:
    """The phases of the player turn that is under way."""
    phases = ALLIED_PHASES if p.side == ALLIES else AXIS_PHASES
    if p.turn > 1:
        return phases
    return [phase for phase in phases if phase != SUPPLY and not (phase == STRATEGIC and p.side == ALLIES)]


def check_stack(p: SicilyPosition, where: str) -> None:
    """Every step lies on another of its phase, or on the phase that comes next."""
    phase = NOBODY
    for number, step in enumerate(p.stack):
        lower = p.stack[number - 1] if number else NOBODY
        if step in ANYWHERE:
            own = phase if phase != NOBODY else ANYWHERE[step]
            fits = lower != NOBODY
        else:
            own = PHASE_OF.get(step, step)
            inside = step in PHASE_OF
            fits = lower == NOBODY if step in (BEGIN_TURN, END_TURN) else lower != NOBODY
            if fits and lower != NOBODY:
                fits = (inside and own == phase) or (own != BEGIN_TURN and lower == next_phase(p, own, where))
        if not fits:
            below = STEP_NAMES[lower] if lower != NOBODY else "nothing"
            raise Malformed(f"{where}: to_come: '{STEP_NAMES[step]}' cannot be followed by '{below}'")
        phase = own


def ended(p: SicilyPosition) -> Result:
    """How a game has ended whose accounts are closed."""
    if not is_on_map(p, ALLIES):
        return Result(AXIS, ROUTED, points(p), "SIC-26.5")
    if p.theatre.plan.goals:
        return result_of(p)
    row = grade_of(p, points(p))
    cleared = not is_on_map(p, AXIS) and p.ground.messina >= 0 and is_allied(p, p.ground.messina)
    return Result(row.winner, row.level, points(p), "SIC-26.4" if cleared else p.theatre.plan.judged_by)


# what the steps need


def check_read(p: SicilyPosition, where: str) -> None:
    """Raise Malformed if the steps of a position, and what they need, could not have come about."""
    check_stack(p, where)
    check_leg(p, f"{where}: leg")
    for attack in p.attacks:
        check_attack(p, attack, f"{where}: attacks")
    draft, battle, aftermath = p.draft, p.battle, p.aftermath
    if draft is not None:
        check_attack(p, draft, f"{where}: draft")
    if battle is not None:
        check_battle(p, battle, f"{where}: battle")
    if aftermath is not None:
        check_aftermath(p, aftermath, f"{where}: aftermath")
    check_queues(p, where)
    check_order(p, where)
    check_needs(p, where)
    if p.waits_for == DECISION and not p.options():
        raise Malformed(f"{where}: step '{p.step.name}' offers nothing to choose from")


def check_leg(p: SicilyPosition, where: str) -> None:
    """Who moves is a unit of the side whose turn it is."""
    leg = p.leg
    if leg is None:
        if any(step in LEGS for step in p.stack):
            raise Malformed(f"{where}: a step to come needs one")
        return
    if SIDE_OF[leg.unit] != p.side or IS_DEPOT[leg.unit]:
        raise Malformed(f"{where}: {UNITS[leg.unit]} is no unit of the side whose turn it is")
    if GO in p.stack and leg.points > leg.allowance:
        raise Malformed(f"{where}: there are more points left than the allowance")


def check_attack(p: SicilyPosition, attack: Attack, where: str) -> None:
    """Attackers are of the side whose turn it is, targets are not listed twice."""
    check_sides(attack.units, p.side, where)
    if not attack.targets or (attack is not p.draft and not attack.units):
        raise Malformed(f"{where}: somebody attacks some hex")
    for unit in attack.units if p.stack and p.stack[-1] == ALLOCATE else []:
        for target in attack.targets:
            if p.hex[unit] < 0 or p.ground.direction(p.hex[unit], target) < 0:
                raise Malformed(f"{where}: {UNITS[unit]} is not next to {p.ground.names[target]}")
    if len(attack.places) != len(attack.units):
        raise Malformed(f"{where}: places: there is one for each unit")
    check_once(attack.targets, p, where)


def check_battle(p: SicilyPosition, battle: Battle, where: str) -> None:
    """Attackers and defenders are of their sides."""
    if battle.side != p.side:
        raise Malformed(f"{where}: side: the side whose turn it is attacks")
    if not battle.targets:
        raise Malformed(f"{where}: targets: nothing is attacked")
    check_sides(battle.attackers + battle.attack_guns, battle.side, where)
    check_sides(battle.defenders + battle.defence_guns, 1 - battle.side, where)
    check_once(battle.targets, p, where)


def check_aftermath(p: SicilyPosition, after: Aftermath, where: str) -> None:
    """Everybody is on his side, and whoever goes back is where the retreat has come to."""
    if after.side != p.side:
        raise Malformed(f"{where}: side: the side whose turn it is has attacked")
    check_sides(after.attackers, after.side, where)
    check_sides(after.defenders, 1 - after.side, where)
    if not after.targets:
        raise Malformed(f"{where}: targets: nothing was attacked")
    if len(after.reaches) != len(after.vacated) or len(after.free) != len(after.vacated):
        raise Malformed(f"{where}: reaches, free: there is one for each vacated hex")
    if after.going and after.losing == NOBODY:
        raise Malformed(f"{where}: going: nobody goes back unless a side is losing")
    if after.losing != NOBODY:
        check_sides(after.going, after.losing, f"{where}: going")


def check_order(p: SicilyPosition, where: str) -> None:
    """In a combat phase what is asked about a result lies on the result, that on the end of its combat, and so on."""
    inside = [step for step in p.stack if PHASE_OF.get(step, NOBODY) == COMBAT]
    for number in range(1, len(inside)):
        lower, upper = inside[number - 1], inside[number]
        fits = HEIGHT[lower] < HEIGHT[upper] and lower not in LISTS
        if not fits and not (lower in FIGHTS and upper in FIGHTS):
            raise Malformed(f"{where}: to_come: '{STEP_NAMES[upper]}' cannot come before '{STEP_NAMES[lower]}'")


def check_needs(p: SicilyPosition, where: str) -> None:
    """A step of a combat has the combat it speaks of, as far as it has come."""
    awaited = p.stack[-1] if p.stack else NOBODY
    battle, after = p.battle, p.aftermath
    asked = [step for step in p.stack if p.steps[step].kind == DECISION]
    if len(set(asked)) < len(asked) or len([step for step in p.stack if step in FOLLOWS and step != RESULTS]) > 1:
        raise Malformed(f"{where}: to_come: nothing is asked twice")
    for attack in p.attacks if awaited == RESOLVE else []:
        if not attackers_left(p, attack) or not targets_left(p, attack):
            raise Malformed(f"{where}: attacks: nobody is left of one")
    if any(step in FIGHTS for step in p.stack) and battle is None:
        raise Malformed(f"{where}: to_come: a step needs a battle")
    if any(step in FOLLOWS for step in p.stack) and after is None:
        raise Malformed(f"{where}: to_come: a step needs an aftermath")
    if battle is not None and awaited in FIGHTS:
        fits = bool(battle.attackers) and (bool(battle.defenders) or awaited == NAME)
        fits = fits and all(p.hex[unit] >= 0 for unit in battle.attackers + battle.defenders)
        fits = fits and (awaited != NAME or bool(battle.to_name)) and (awaited != AIR_DIE or battle.air == 1)
        if not fits or (awaited == NAVAL_DIE and not battle.naval_rolls):
            raise Malformed(f"{where}: battle: it has not come to step '{STEP_NAMES[awaited]}'")
    if after is not None and awaited in FOLLOWS:
        fits = awaited not in (SPLIT, LOSE, RETREAT) or after.losing != NOBODY
        fits = fits and (awaited != LOSE or after.steps + after.toll > 0)
        fits = fits and (awaited != RETREAT or (bool(after.going) and bool(after.been) and after.togo > 0))
        fits = fits and (awaited != ADVANCE or (bool(after.advancing) and after.winner != NOBODY))
        if not fits:
            raise Malformed(f"{where}: aftermath: it has not come to step '{STEP_NAMES[awaited]}'")


def check_sides(units: list[int], side: int, where: str) -> None:
    """Everybody is on a side and named once."""
    for number, unit in enumerate(units):
        if SIDE_OF[unit] != side:
            raise Malformed(f"{where}: {UNITS[unit]} is on the wrong side")
        if unit in units[:number]:
            raise Malformed(f"{where}: {UNITS[unit]} is listed twice")


def check_once(hexes: list[int], p: SicilyPosition, where: str) -> None:
    """No hex is listed twice."""
    for number, hex in enumerate(hexes):
        if hex in hexes[:number]:
            raise Malformed(f"{where}: {p.ground.names[hex]} is listed twice")


def check_queues(p: SicilyPosition, where: str) -> None:
    """Draws and dice have somebody or something they are for."""
    if (CHIT_DRAW in p.stack) != bool(p.drawing):
        raise Malformed(f"{where}: drawing: step 'chit_draw' is for those who draw, and they for it")
    awaited = p.stack[-1] if p.stack else NOBODY
    if awaited in QUEUES and not p.waiting:
        raise Malformed(f"{where}: waiting: step '{STEP_NAMES[awaited]}' is for somebody")
    if awaited == DROP and not 0 <= p.task < len(p.waiting):
        raise Malformed(f"{where}: task: step 'drop' asks for one of those who wait")
    if awaited == DIVIDE and not p.task:
        raise Malformed(f"{where}: task: step 'divide' needs points to divide")
    if (PORT_DIE in p.stack) != bool(p.taken_ports):
        raise Malformed(f"{where}: taken_ports: step 'port_die' is for ports just taken, and they for it")
