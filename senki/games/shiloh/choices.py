"""What a network is told of an option of Shiloh: what it is, and for moves and attacks what is where they go."""

from __future__ import annotations

from typing import Final

from senki.engine.option import Option
from senki.games.shiloh.counters import COMBAT, CSA, KIND, LEADER, SIDE_OF, TROOPS
from senki.games.shiloh.plan import GAIN, chance_of_attack, nearest_enemy, plan_for, worth_of_hex
from senki.games.shiloh.position import DISRUPTED, MARCHED, REDUCED, ShilohPosition
from senki.games.shiloh.steps import (
    ADVANCE,
    ALLOWANCE_AGAIN,
    ANSWER,
    CHECK_AGAIN,
    CHOOSE_DEPLETED,
    CHOOSE_LOSS,
    CHOOSE_RETREAT,
    DECLARE,
    DIE_AGAIN,
    GO,
    HQ_FLIP,
    MOVEMENT,
    PLACE_COUNTER,
    REPLACEMENT,
    SURPRISE_ADVANCE,
)
from senki.games.shiloh.steps import COMBAT as COMBAT_STEP
from senki.games.shiloh.strength import factor

VERBS: Final[dict[int, list[str]]] = {
    PLACE_COUNTER: ["place"],
    REPLACEMENT: ["replace", "decline"],
    HQ_FLIP: ["flip", "keep"],
    MOVEMENT: ["group", "column", "stack", "stack_column", "form", "form_entry", "sail", "end"],
    ALLOWANCE_AGAIN: ["keep", "spend", "reroll"],
    GO: ["move", "stop"],
    CHECK_AGAIN: ["keep", "spend"],
    SURPRISE_ADVANCE: ["advance", "halt"],
    COMBAT_STEP: ["attack", "bombard", "end"],
    DECLARE: ["fight", "charge"],
    DIE_AGAIN: ["keep", "spend"],
    ANSWER: ["counter", "accept"],
    CHOOSE_LOSS: ["lose"],
    CHOOSE_RETREAT: ["retreat"],
    CHOOSE_DEPLETED: ["deplete", "spend"],
    ADVANCE: ["advance", "halt"],
}
"""What may be chosen at the steps that are thought about."""
KINDS: Final[list[tuple[int, str]]] = [(step, verb) for step, verbs in VERBS.items() for verb in verbs]
SITUATION: Final = ["weight", "north", "time", "die"]
THERE: Final = [
    "strength", "leader", "marching", "worth", "gain", "ground", "far", "nearer", "foes", "foes_near", "friends",
    "objective", "guards", "hold",
]  # fmt: skip
"""What is told of the way a unit or group may go: who goes, and what is there."""
FIGHT: Final = ["gain_of_attack", "defenders", "shaken", "wins_objective"]
"""What is told of an attack."""
OPTION_FEATURES: Final[list[str]] = [*(f"step {step}: {verb}" for step, verb in KINDS), *SITUATION, *THERE, *FIGHT]
AT_SITUATION: Final = len(KINDS)
AT_THERE: Final = AT_SITUATION + len(SITUATION)
AT_FIGHT: Final = AT_THERE + len(THERE)
WIDTH: Final = AT_FIGHT + len(FIGHT)
KIND_OF: Final[dict[tuple[int, str], int]] = {kind: number for number, kind in enumerate(KINDS)}
MANY_FACTORS: Final = 20.0
NEAR: Final = 8
"""Hexes from which on the enemy is far away."""


def features_of_option(p: ShilohPosition, option: Option, weight: float) -> list[float]:
    """An option as the network sees it; `weight` is how good it looks by the rule of thumb."""
    step = p.stack[-1]
    row = [0.0] * WIDTH
    kind = KIND_OF.get((step, option.verb), -1)
    if kind >= 0:
        row[kind] = 1.0
    row[AT_SITUATION] = weight
    row[AT_SITUATION + 1] = 0.0 if p.side_to_act == CSA else 1.0
    row[AT_SITUATION + 2] = p.turn / p.last_turn
    row[AT_SITUATION + 3] = p.die / 6.0
    if option.verb in ("attack", "bombard"):
        tell_of_attack(p, option.target, row)
    elif step == GO:
        here = p.hex[p.group[0]]
        tell_of_way(p, p.group, here, option.target if option.verb == "move" else here, row)
    elif option.subject >= 0 and option.target >= 0:
        tell_of_way(p, [option.subject], p.hex[option.subject], option.target, row)
    elif option.subject >= 0 and COMBAT[option.subject]:
        row[AT_THERE] = factor(p, option.subject) / MANY_FACTORS
        row[AT_FIGHT + 2] = 1.0 if p.flags[option.subject] & REDUCED else 0.0
    return row


def tell_of_way(p: ShilohPosition, units: list[int], here: int, there: int, row: list[float]) -> None:
    """Who goes, and what is there that is not here."""
    if there < 0 or there >= p.ground.size:
        return
    plan, side = plan_for(p.ground), SIDE_OF[units[0]]
    strength = sum(factor(p, unit) for unit in units if COMBAT[unit])
    worth = worth_of_hex(p, units, there)
    row[AT_THERE] = strength / MANY_FACTORS
    row[AT_THERE + 1] = 1.0 if KIND[units[0]] == LEADER else 0.0
    row[AT_THERE + 2] = 1.0 if p.flags[units[0]] & MARCHED else 0.0
    row[AT_THERE + 3] = worth
    row[AT_THERE + 4] = worth - (worth_of_hex(p, units, here) if here >= 0 else -0.2)
    row[AT_THERE + 5] = 10.0 * plan.ground_worth(p, side, there)
    near = min(NEAR, nearest_enemy(p, side, there))
    row[AT_THERE + 6] = near / NEAR
    row[AT_THERE + 7] = (min(NEAR, nearest_enemy(p, side, here)) - near) / NEAR if here >= 0 else 0.0
    beside = near_by = 0
    for unit in TROOPS[1 - side]:
        at = p.hex[unit]
        if at >= 0:
            far = p.ground.distance(at, there)
            if far <= 1:
                beside += factor(p, unit)
            elif far <= 3:
                near_by += factor(p, unit)
    row[AT_THERE + 8] = beside / MANY_FACTORS
    row[AT_THERE + 9] = near_by / MANY_FACTORS
    friends = 0
    for unit in TROOPS[side]:
        at = p.hex[unit]
        if at >= 0 and unit not in units and p.ground.distance(at, there) <= 1:
            friends += factor(p, unit)
    row[AT_THERE + 10] = friends / MANY_FACTORS
    row[AT_THERE + 11] = 1.0 if there in p.ground.objectives[side] else 0.0
    row[AT_THERE + 12] = 1.0 if there in p.ground.objectives[1 - side] else 0.0
    row[AT_THERE + 13] = plan.hold[there]


def tell_of_attack(p: ShilohPosition, there: int, row: list[float]) -> None:
    """What an attack promises, on whom, and for what."""
    side = p.side_to_act
    row[AT_FIGHT] = GAIN[chance_of_attack(p, side, there)]
    for unit in TROOPS[1 - side]:
        if p.hex[unit] == there:
            row[AT_FIGHT + 1] += factor(p, unit) / MANY_FACTORS
            row[AT_FIGHT + 2] += 0.5 if p.flags[unit] & DISRUPTED else 0.0
    row[AT_FIGHT + 3] = 1.0 if there in p.ground.objectives[side] else 0.0
