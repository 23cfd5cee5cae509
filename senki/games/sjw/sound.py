"""What a position that somebody wrote must have beside sound counters: steps that can lie upon each other, and whatever
the awaited step speaks of."""

from __future__ import annotations

from typing import Final

from senki.games.sjw.flow import PHASES, is_played
from senki.games.sjw.position import SjwPosition
from senki.games.sjw.steps import (
    ACTION,
    ADVANCE,
    AFTER_STEP,
    ALLOWANCE,
    ARRIVE,
    ARTILLERY_DIE,
    ASSAULT_DIE,
    ATTACH,
    ATTACHMENT,
    BATTLE,
    BEGIN_TURN,
    BRIDGE_DIE,
    BUILD,
    BURN,
    BURN_DIE,
    CAVALRY_DIE,
    CAVALRY_RETREAT,
    COMBAT_DICE,
    COMMIT,
    CYCLE,
    CYCLE_END_DIE,
    DEATH_DIE,
    DEATH_DRAW,
    DECLARE_ELSEWHERE,
    DEPOT_SHARE,
    END_COMBAT,
    END_CYCLE,
    END_MARCH,
    END_TURN,
    EXTENDED_DIE,
    FALL_BACK,
    FIND_UNITS,
    FOLLOW,
    FORAGE,
    FORAGE_DIE,
    FORCE_DICE,
    GO,
    GRAND,
    GRAND_DIE,
    INITIATIVE,
    JOIN_UNIT,
    LEADER_TRANSFER,
    NAME_UNITS,
    NEXT_MARCH,
    RECOVERY,
    REFUSE,
    REINFORCEMENTS,
    REPAIR,
    REPAIR_DIE,
    REST,
    RESULTS,
    RETREAT,
    ROUTS,
    SUPPLY_STATUS,
    TRANSFER,
    TRANSFER_TO,
)
from senki.games.sjw.undertaking import NOBODY

PHASE_OF: Final = {
    ARRIVE: REINFORCEMENTS, DECLARE_ELSEWHERE: REINFORCEMENTS, TRANSFER: LEADER_TRANSFER, TRANSFER_TO: LEADER_TRANSFER,
    REPAIR_DIE: REPAIR, DEPOT_SHARE: SUPPLY_STATUS, ATTACH: ATTACHMENT, INITIATIVE: CYCLE, CYCLE_END_DIE: CYCLE,
    ACTION: CYCLE, END_CYCLE: CYCLE, REST: RECOVERY,
}  # fmt: skip
"""Steps that belong to a phase: what comes after it comes after them."""
THEN: Final = {
    NAME_UNITS: CYCLE, JOIN_UNIT: CYCLE, NEXT_MARCH: CYCLE, END_MARCH: CYCLE, FORCE_DICE: AFTER_STEP,
    AFTER_STEP: END_MARCH, GO: END_MARCH, ASSAULT_DIE: CYCLE, COMMIT: CYCLE, GRAND: CYCLE, GRAND_DIE: CYCLE,
    REFUSE: COMBAT_DICE, ARTILLERY_DIE: COMBAT_DICE, DEATH_DIE: RESULTS, DEATH_DRAW: RESULTS, ADVANCE: END_COMBAT,
    FOLLOW: FIND_UNITS, BUILD: REST, BRIDGE_DIE: REST, FORAGE: REST, FORAGE_DIE: REST, BURN: END_MARCH,
    BURN_DIE: END_MARCH,
}  # fmt: skip
"""What lies below a step if nothing else is said."""
COMBAT: Final = [
    BATTLE, CAVALRY_RETREAT, CAVALRY_DIE, REFUSE, ARTILLERY_DIE, COMBAT_DICE, DEATH_DIE, DEATH_DRAW, RESULTS, FALL_BACK,
    ROUTS, RETREAT, ADVANCE, END_COMBAT,
]  # fmt: skip


def whole_stack(p: SjwPosition, to_come: list[int]) -> list[int]:
    """The stack of some steps, the awaited one first, with what must follow the last of them."""
    found = to_come[:]
    while found:
        after = what_follows(p, found[-1])
        if after == NOBODY:
            break
        found.append(after)
    return found[::-1]


def what_follows(p: SjwPosition, step: int) -> int:
    """The step below one, NOBODY below the last step of a turn."""
    march, battle = p.march, p.battle
    if step in (BEGIN_TURN, END_TURN):
        return NOBODY
    phase = PHASE_OF.get(step, step)
    if phase in PHASES:
        later = [one for one in PHASES[PHASES.index(phase) + 1 :] if is_played(p, one)]
        return later[0]
    if step == EXTENDED_DIE:
        alone = march is not None and march.leader == NOBODY and not march.by_rail
        return ALLOWANCE if alone else AFTER_STEP
    if step == ALLOWANCE:
        return AFTER_STEP if march is not None and march.unit != NOBODY else CYCLE
    if step in THEN:
        return THEN[step]
    if march is None or march.unit == NOBODY:
        return CYCLE
    # a march whose unit has attacked is over; cavalry that was only asked on the way does not end it
    return AFTER_STEP if battle is None or battle.evading else END_MARCH


def check_read(p: SjwPosition, where: str) -> None:
    """Raise Malformed if the steps of a position, and what they need, could not have come about."""
