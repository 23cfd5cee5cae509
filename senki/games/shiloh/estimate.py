"""What a position is worth: what each side has and where it stands, the objectives, and the fights at hand.

All of it is said in features, which are told to a network; the hand-written value is a sum of them.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from senki.games.shiloh.counters import COMBAT, COUNT, CSA, KIND, LEADER, SIDE_OF, TROOPS, USA
from senki.games.shiloh.plan import GAIN, Plan, chance_of_attack, plan_for
from senki.games.shiloh.position import (
    CAPTURED,
    DEAD,
    DEPLETED,
    DISRUPTED,
    FATIGUED,
    FIRST_MORNING,
    REDUCED,
    ROUTED,
    ShilohPosition,
)
from senki.games.shiloh.steps import COMBAT as COMBAT_STEP
from senki.games.shiloh.steps import COMBAT_PHASE
from senki.games.shiloh.strength import factor
from senki.games.shiloh.tables import MORNING_LEAD, NIGHT
from senki.games.shiloh.victory import holds_objective, score

OF_A_SIDE: Final = [
    "strength", "ground", "reduced", "disrupted", "depleted", "routed", "routed_turns", "lost", "to_come", "leaders",
    "tokens", "at_the_gate", "through", "uncovered", "opportunities",
]  # fmt: skip
"""What is counted of each side: combat factors and what their ground is worth, units by state, what is at hand."""
STRENGTH: Final = 0
GROUND: Final = 1
SHRUNK: Final = 2
SHAKEN: Final = 3
SHORT: Final = 4
AWAY: Final = 5
AWAY_TURNS: Final = 6
LOST: Final = 7
TO_COME: Final = 8
LEADERS: Final = 9
TOKENS: Final = 10
GATE: Final = 11
THROUGH: Final = 12
BARE: Final = 13
AT_HAND: Final = 14
SHARED: Final = ["lead", "road_home", "fatigued", "time", "night", "south_moves", "fighting", "morning"]
LEAD: Final = 30
ROAD: Final = 31
TIRED: Final = 32
TIME: Final = 33
DARK: Final = 34
SOUTH_MOVES: Final = 35
FIGHTING: Final = 36
MORNING: Final = 37
assert len(OF_A_SIDE) == 15 and len(SHARED) == 8, "the numbers above count these names"
FEATURES: Final[list[str]] = [f"{side} {name}" for side in ("south", "north") for name in OF_A_SIDE] + SHARED
UNITS: Final[list[float]] = [
    0.01, 1.0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.01, 1.0, 0.2, 1.0, 1.0, 1.0, 1.0,
]  # fmt: skip
"""What one of each counts, so that the numbers are about 1."""
WORTH: Final[list[float]] = [
    0.012, 1.0, -0.07, -0.025, -0.012, -0.06, -0.02, -0.14, 0.012, 1.0, 0.025, 1.2, 4.0, -0.9, 0.10,
]  # fmt: skip
"""What one of each moves the odds of its side, by hand."""
POINT: Final = 0.16
"""What a victory point moves the odds of winning."""
MORNING_POINT: Final = 0.5
"""The same at the end of the first morning, which is decided by a few."""
LEADER_WORTH: Final = 0.06
TIREDNESS: Final = -0.1
DASH_TO_COME: Final = 0.8
DASH_LATER: Final = 0.15
"""What an open road to its rear costs the South: when the North marches next, and when it can still be closed."""


def by_hand() -> list[float]:
    """What each feature adds to the odds of the South."""
    own = [worth / unit for worth, unit in zip(WORTH, UNITS, strict=True)]
    shared = [0.0] * len(SHARED)
    shared[LEAD - 2 * len(OF_A_SIDE)] = 1.0
    shared[ROAD - 2 * len(OF_A_SIDE)] = 1.0
    shared[TIRED - 2 * len(OF_A_SIDE)] = TIREDNESS
    return [*own, *(-weight for weight in own), *shared]


BY_HAND: Final[list[float]] = by_hand()


def chance_by_hand(features: list[float]) -> float:
    """The chance that the South wins, as the features add up; an open road to its rear takes its share of it."""
    odds = 0.0
    for at in range(len(features)):
        if features[at] != 0.0 and at != ROAD:
            odds += BY_HAND[at] * features[at]
    return exp(features[ROAD]) / (1.0 + exp(-min(max(odds, -30.0), 30.0)))


def features_of(p: ShilohPosition) -> list[float]:
    """A position in numbers, as both see it."""
    plan = plan_for(p.ground)
    row = [0.0] * len(FEATURES)
    for unit in range(COUNT):
        if COMBAT[unit]:
            count_unit(p, plan, unit, row)
        elif KIND[unit] == LEADER and p.hex[unit] >= 0:
            row[at(SIDE_OF[unit], LEADERS)] += leader_worth(p, unit)
    # A unit in an objective hex wins unless it is thrown out in time.
    settled = p.side == USA and COMBAT_PHASE not in p.stack
    for side in (CSA, USA):
        row[at(side, TOKENS)] = p.fow[side] * UNITS[TOKENS]
        if holds_objective(p, side):
            row[at(side, THROUGH if settled else GATE)] = 1.0
        row[at(side, BARE)] = plan.uncovered(p, side)
        row[at(side, AT_HAND)] = opportunities(p, side)
    row[LEAD] = lead_of_the_south(p)
    row[ROAD] = log(1.0 - (DASH_TO_COME if p.side == CSA else DASH_LATER) * plan.dash(p))
    row[TIRED] = 1.0 if p.fatigue == FATIGUED else 0.0
    row[TIME] = p.turn / p.last_turn
    row[DARK] = 1.0 if p.turn == NIGHT else 0.0
    row[SOUTH_MOVES] = 1.0 if p.side == CSA else 0.0
    row[FIGHTING] = 1.0 if is_fighting(p) else 0.0
    row[MORNING] = 1.0 if p.scenario == FIRST_MORNING else 0.0
    return row


def at(side: int, number: int) -> int:
    """Where a number of a side stands."""
    return number if side == CSA else len(OF_A_SIDE) + number


def count_unit(p: ShilohPosition, plan: Plan, unit: int, row: list[float]) -> None:
    """Count a combat unit for its side: being there, being whole, and where it is."""
    first = at(SIDE_OF[unit], 0)
    hex, flags = p.hex[unit], p.flags[unit]
    if hex in (DEAD, CAPTURED):
        row[first + LOST] += UNITS[LOST]
        return
    cf = factor(p, unit)
    row[first + (STRENGTH if hex >= 0 or hex == ROUTED else TO_COME)] += UNITS[STRENGTH] * cf
    if flags & REDUCED:
        row[first + SHRUNK] += UNITS[SHRUNK]
    if hex == ROUTED:
        row[first + AWAY] += UNITS[AWAY]
        row[first + AWAY_TURNS] += UNITS[AWAY_TURNS] * max(0, p.due[unit] - p.turn)
        return
    if hex < 0:
        return
    if flags & DISRUPTED:
        row[first + SHAKEN] += UNITS[SHAKEN]
        cf = (cf + 1) // 2
    if flags & DEPLETED:
        row[first + SHORT] += UNITS[SHORT]
    row[first + GROUND] += cf * plan.ground_worth(p, SIDE_OF[unit], hex)


def leader_worth(p: ShilohPosition, leader: int) -> float:
    """A leader is worth most with troops that face the enemy."""
    hex, side = p.hex[leader], SIDE_OF[leader]
    worth = LEADER_WORTH
    if p.presence.units(side, hex):
        worth += 0.01
        if p.presence.zones(1 - side, hex):
            worth += 0.01
    return worth


def lead_of_the_south(p: ShilohPosition) -> float:
    """What the points so far say, the louder the nearer the end."""
    lead = score(p, CSA) - score(p, USA)
    if p.scenario == FIRST_MORNING:
        return MORNING_POINT * (lead - MORNING_LEAD + 0.5) * p.turn / p.last_turn
    return POINT * lead * (1.0 + p.turn / p.last_turn)


def is_fighting(p: ShilohPosition) -> bool:
    """Are attacks made now, or about to be?"""
    return COMBAT_PHASE in p.stack or COMBAT_STEP in p.stack


def opportunities(p: ShilohPosition, side: int) -> float:
    """The attacks a side has at hand: the phasing side's now, half as much those the other side will have."""
    if p.turn == NIGHT:
        return 0.0
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
    return total if side == p.side and is_fighting(p) else 0.5 * total
