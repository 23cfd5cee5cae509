"""What a sensible player values: losses, ground, the landing before dark, and attacks at hand.

The South presses for the landing before Buell is up; the North falls back to a line that covers it and strikes back on
the second day (the player notes of the published game). `value` looks at a whole position, `weigh` guesses cheaply what
is worth looking at; `plan.py` judges single hexes.
"""

from __future__ import annotations

from math import exp
from typing import Final

from senki.engine.game import Advice
from senki.engine.option import Option
from senki.games.shiloh.battle import ASSAULT, Battle
from senki.games.shiloh.combat import best_leader, joiners
from senki.games.shiloh.counters import (
    COMBAT,
    COUNT,
    CSA,
    GUNBOATS,
    HQ_OF,
    KIND,
    LEADER,
    SIDE_OF,
    TROOPS,
    USA,
)
from senki.games.shiloh.options import ADD
from senki.games.shiloh.plan import (
    GAIN,
    Plan,
    chance_of_attack,
    nearest_enemy,
    plan_for,
    wants_active,
    worth_of_hex,
)
from senki.games.shiloh.position import (
    CAPTURED,
    DEAD,
    DEPLETED,
    DISRUPTED,
    FATIGUED,
    FIRST_MORNING,
    REDUCED,
    ROUTED,
    TURNED,
    ShilohPosition,
    troops_in,
)
from senki.games.shiloh.results import cell_of
from senki.games.shiloh.steps import (
    ADVANCE,
    ALLOWANCE_AGAIN,
    ANSWER,
    CHECK_AGAIN,
    CHOOSE_LOSS,
    CHOOSE_RETREAT,
    COMBAT_PHASE,
    DECLARE,
    DEFENCE,
    DIE_AGAIN,
    GO,
    HQ_FLIP,
    MOVEMENT,
    PLACE_COUNTER,
    REPLACEMENT,
    SURPRISE_ADVANCE,
)
from senki.games.shiloh.steps import (
    COMBAT as COMBAT_STEP,
)
from senki.games.shiloh.strength import column_for, factor
from senki.games.shiloh.tables import AC, AR, AX, DC, DM, DR, DX, MORNING_LEAD, NIGHT
from senki.games.shiloh.victory import holds_objective, score

POINT: Final = 0.16
"""What a victory point moves the odds of winning."""
MORNING_POINT: Final = 0.5
"""The same at the end of the first morning, which is decided by a few."""
STEP: Final = 0.07
FACTOR: Final = 0.012
SHAKEN_UNIT: Final = 0.025
AWAY: Final = 0.06
SHORT: Final = 0.012
TOKEN: Final = 0.025
LEADER_WORTH: Final = 0.06
OPPORTUNITY: Final = 0.10
AT_THE_GATE: Final = 1.2
THROUGH: Final = 4.0
COVERED: Final = 0.9
DASH_TO_COME: Final = 0.8
DASH_LATER: Final = 0.15
"""What an open road to its rear costs the South: when the North marches next, and when it can still be closed."""
EFFORT: Final = (20, 30, 750, 3000)
"""Nodes a decision, by level."""
FEW: Final = 3
SHARP: Final = 4.0
"""How much of the difference between two hexes shows in the weights: single moves differ by hundredths."""


def chance(score: float) -> float:
    """A chance from odds."""
    return 1.0 / (1.0 + exp(-min(max(score, -30.0), 30.0)))


def south_chance(p: ShilohPosition) -> float:
    """The chance that the South wins, half of a draw counted."""
    if p.result is not None:
        return 0.5 if p.result.winner < 0 else 1.0 if p.result.winner == CSA else 0.0
    plan = plan_for(p.ground)
    odds = lead_of_the_south(p) + TOKEN * (p.fow[CSA] - p.fow[USA])
    for unit in range(COUNT):
        if COMBAT[unit]:
            worth = unit_worth(p, plan, unit)
            odds += worth if SIDE_OF[unit] == CSA else -worth
        elif KIND[unit] == LEADER and p.hex[unit] >= 0:
            odds += leader_worth(p, unit) * (1 if SIDE_OF[unit] == CSA else -1)
    odds += objectives(p) + COVERED * (plan.uncovered(p, USA) - plan.uncovered(p, CSA))
    odds += opportunities(p)
    if p.fatigue == FATIGUED:
        odds -= 0.1
    to_come = DASH_TO_COME if p.side == CSA else DASH_LATER
    return chance(odds) * (1.0 - to_come * plan.dash(p))


def lead_of_the_south(p: ShilohPosition) -> float:
    """What the points so far say, the louder the nearer the end."""
    lead = score(p, CSA) - score(p, USA)
    if p.scenario == FIRST_MORNING:
        return MORNING_POINT * (lead - MORNING_LEAD + 0.5) * p.turn / p.last_turn
    return POINT * lead * (1.0 + p.turn / p.last_turn)


def unit_worth(p: ShilohPosition, plan: Plan, unit: int) -> float:
    """What a combat unit adds for its side: being there, being whole, and where it is."""
    hex, flags = p.hex[unit], p.flags[unit]
    if hex in (DEAD, CAPTURED):
        return -2 * STEP
    cf = factor(p, unit)
    worth = FACTOR * cf - (STEP if flags & REDUCED else 0.0)
    if hex == ROUTED:
        return worth - AWAY - 0.02 * max(0, p.due[unit] - p.turn)
    if hex < 0:
        return worth
    if flags & DISRUPTED:
        worth -= SHAKEN_UNIT
        cf = (cf + 1) // 2
    if flags & DEPLETED:
        worth -= SHORT
    return worth + cf * plan.ground_worth(p, SIDE_OF[unit], hex)


def leader_worth(p: ShilohPosition, leader: int) -> float:
    """A leader is worth most with troops that face the enemy."""
    hex, side = p.hex[leader], SIDE_OF[leader]
    worth = LEADER_WORTH
    if p.presence.units(side, hex):
        worth += 0.01
        if p.presence.zones(1 - side, hex):
            worth += 0.01
    return worth


def objectives(p: ShilohPosition) -> float:
    """A unit in an objective hex wins unless it is thrown out in time."""
    score = 0.0
    if holds_objective(p, CSA):
        score += THROUGH if p.side == USA and COMBAT_PHASE not in p.stack else AT_THE_GATE
    if holds_objective(p, USA):
        score -= THROUGH if p.side == USA and COMBAT_PHASE not in p.stack else AT_THE_GATE
    return score


def opportunities(p: ShilohPosition) -> float:
    """Attacks at hand: the phasing side's now, half as much those the other side will have."""
    if p.turn == NIGHT:
        return 0.0
    fighting = COMBAT_PHASE in p.stack or COMBAT_STEP in p.stack
    score = 0.0
    for side in (CSA, USA):
        weight = 1.0 if side == p.side and fighting else 0.5
        total = 0.0
        seen: list[int] = []
        for unit in TROOPS[side]:
            hex = p.hex[unit]
            if hex < 0 or p.flags[unit] & DISRUPTED:
                continue
            for to in p.ground.around[hex]:
                if p.presence.units(1 - side, to) and to not in seen:
                    seen.append(to)
                    if not (side == p.side and to in p.assaulted):
                        gain = GAIN[chance_of_attack(p, side, to)]
                        if gain > 0.0:
                            total += gain
        score += OPPORTUNITY * weight * total * (1 if side == CSA else -1)
    return score


class ShilohAdvice(Advice[ShilohPosition]):
    """Advice for Shiloh."""

    curiosity = 0.1
    weighs_by_value = False

    def effort(self, level: int) -> int:
        """A game has a thousand decisions, most of them small: a few nodes must do for each."""
        return EFFORT[level - 1]

    def value(self, p: ShilohPosition, side: int) -> float:
        """The estimated chance of a side to win."""
        south = south_chance(p)
        return south if side == CSA else 1.0 - south

    def weigh(self, p: ShilohPosition, options: list[Option]) -> list[float]:
        """A cheap guess of how good each option is."""
        return [weight(p, option) for option in options]

    def distinct(self, p: ShilohPosition, options: list[Option]) -> list[Option]:
        """Leave out what only repeats: one group at a time, front line first; attacks with everybody who can help."""
        step = p.stack[-1]
        if step == MOVEMENT:
            return next_groups(p, options)
        if step == DECLARE:
            return best_plans(p, options)
        if step == HQ_FLIP:
            kept = [option for option in options if (option.verb == "keep") == keeps_headquarters(p)]
            return kept or options
        if step == DEFENCE:
            return [max(options, key=lambda option: (option.extra, option.subject))]
        if step == GO:
            kept = [option for option in options if option.verb != "drop"]
            return likeliest(p, kept or options)
        if step in (CHOOSE_RETREAT, PLACE_COUNTER, ADVANCE, SURPRISE_ADVANCE):
            return likeliest(p, options)
        return options


def likeliest(p: ShilohPosition, options: list[Option]) -> list[Option]:
    """The few options with the best weights: single moves differ too little for a search to sort many of them."""
    if len(options) <= FEW:
        return options
    ranked = [(-weight(p, option), number) for number, option in enumerate(options)]
    ranked.sort()
    return [options[number] for _, number in ranked[:FEW]]


def next_groups(p: ShilohPosition, options: list[Option]) -> list[Option]:
    """The ways to move the unmoved counter that is nearest to the enemy's goal; the end when there is none."""
    plan = plan_for(p.ground)
    best = 1 << 20
    chosen = -100
    for option in options:
        if option.verb == "group":
            urgency = plan.urgency(p, option.subject)
            if urgency < best:
                best = urgency
                chosen = option.subject
    if chosen < 0:
        sails = [option for option in options if option.verb == "sail"]
        return sails if sails and p.hex[GUNBOATS] < 0 else [o for o in options if o.verb in ("end", "sail")]
    hex = p.hex[chosen]
    return [o for o in options if o.subject == chosen or (o.target == hex and o.verb in ("stack", "stack_column"))]


def keeps_headquarters(p: ShilohPosition) -> bool:
    """Is the headquarters left as it is? It follows the troops, and settles where it serves most of them."""
    return wants_active(p, p.side) == (not p.flags[HQ_OF[p.side]] & TURNED)


def best_plans(p: ShilohPosition, options: list[Option]) -> list[Option]:
    """Everybody who can help is added first; then fight, or charge."""
    battle = p.battle
    assert battle is not None
    for unit in joiners(p, battle):
        return [p.ground.words.one(ADD, unit)]
    kept = [option for option in options if option.verb in ("fight", "charge")]
    return kept or options


def weight(p: ShilohPosition, option: Option) -> float:
    """How good an option looks, 0 … 1."""
    step, verb = p.stack[-1], option.verb
    if step == GO:
        return go_weight(p, option)
    if step == MOVEMENT:
        return movement_weight(p, option)
    if step == COMBAT_STEP:
        if verb == "end":
            return 0.42
        gain = GAIN[chance_of_attack(p, p.side, option.target)]
        return 0.40 + 0.16 * gain if verb == "attack" else 0.46
    if step == DECLARE:
        return declare_weight(p, option)
    if step == ANSWER:
        return answer_weight(p, option)
    if step in (DIE_AGAIN, CHECK_AGAIN, ALLOWANCE_AGAIN):
        return again_weight(p, option)
    if step == CHOOSE_LOSS:
        return 0.4 if p.flags[option.subject] & REDUCED else 0.6 - 0.02 * factor(p, option.subject)
    if step in (CHOOSE_RETREAT, PLACE_COUNTER):
        return 0.5 + 2.0 * worth_of_hex(p, [option.subject], option.target)
    if step in (ADVANCE, SURPRISE_ADVANCE):
        if verb == "halt":
            return 0.5
        here = worth_of_hex(p, [option.subject], p.hex[option.subject])
        return 0.53 + 2.0 * (worth_of_hex(p, [option.subject], option.target) - here)
    if step == REPLACEMENT:
        return 0.3 if verb == "decline" else 0.5 + 0.04 * factor(p, option.subject)
    if step == HQ_FLIP:
        return 0.7 if keeps_headquarters(p) == (verb == "keep") else 0.3
    return 0.5


def go_weight(p: ShilohPosition, option: Option) -> float:
    """A destination by what the group is worth there against where it is."""
    hex = p.hex[p.group[0]]
    here = worth_of_hex(p, p.group, hex) if hex >= 0 else -0.2
    if option.verb != "move":
        return 0.5 if option.verb == "stop" else 0.2
    return 0.5 + SHARP * (worth_of_hex(p, p.group, option.target) - here)


def movement_weight(p: ShilohPosition, option: Option) -> float:
    """March far from the enemy, keep stacks together, end when all have moved."""
    if option.verb == "end":
        return 0.5
    if option.verb == "sail":
        plan = plan_for(p.ground)
        return 0.5 + 0.4 * plan.fire_support(p, option.target)
    hex = option.target if option.subject < 0 else p.hex[option.subject]
    near = nearest_enemy(p, p.side, hex) if hex >= 0 else 99
    marching = option.verb in ("column", "stack_column")
    base = 0.56 if option.verb in ("stack", "stack_column") else 0.5
    return base + (0.1 if marching == (near > 7) else -0.1)


def declare_weight(p: ShilohPosition, option: Option) -> float:
    """Fight; charge only where the shift decides much."""
    if option.verb == "charge":
        battle = p.battle
        assert battle is not None
        plain = GAIN[column_for(p, battle)]
        charged = battle.copy()
        charged.charge = True
        return 0.4 + 0.15 * (GAIN[column_for(p, charged)] - plain)
    return 0.6 if option.verb in ("fight", "add") else 0.1


def answer_weight(p: ShilohPosition, option: Option) -> float:
    """A counter-attack by its column against what would be taken instead."""
    battle = p.battle
    assert battle is not None
    if option.verb == "accept":
        return 0.5
    side = battle.side if cell_of(battle).result == AC else 1 - battle.side
    counter = Battle(ASSAULT, side, option.target)
    counter.attackers = [u for u in (battle.attackers if side == battle.side else battle.defenders) if p.hex[u] >= 0]
    counter.attackers = [u for u in counter.attackers if p.ground.distance(p.hex[u], option.target) == 1]
    counter.defenders = troops_in(p, 1 - side, option.target)
    counter.leader = best_leader(p, counter)
    return 0.42 + 0.2 * GAIN[column_for(p, counter)] if counter.attackers else 0.3


def again_weight(p: ShilohPosition, option: Option) -> float:
    """Spend a token on a bad combat die or a rout, hardly on a short march."""
    step = p.stack[-1]
    if step == ALLOWANCE_AGAIN:
        if option.verb == "reroll":
            return 0.5 + 0.06 * (3 - min(p.die, 6))
        return 0.55 if option.verb == "keep" else 0.3 + 0.03 * (3 - min(p.die, 6))
    if step == DIE_AGAIN:
        battle = p.battle
        assert battle is not None
        result = cell_of(battle).result
        good = 1.0 if result in (DR, DX, DM) else -1.0 if result in (AX, AR) else 0.1 if result == DC else 0.0
        if p.side_to_act != battle.side:
            good = -good
        return 0.5 + 0.15 * good if option.verb == "keep" else 0.5 - 0.1 * good
    return 0.45 if option.verb == "keep" else 0.5
