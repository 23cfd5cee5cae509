"""Checks: every die thrown for one counter, whether it may be thrown again, and what comes of it."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.engine.option import Roll
from senki.engine.tasks import first_of, kind_of, second_of
from senki.games.shiloh.arrivals import arrive, arrive_formation, arrives_on
from senki.games.shiloh.counters import FORMATION, SIDE_OF, UNITS, USA
from senki.games.shiloh.fortunes import may_spend
from senki.games.shiloh.headquarters import leader_recovers, recover, recovery_value
from senki.games.shiloh.leaders import hit_leader
from senki.games.shiloh.losses import capture
from senki.games.shiloh.morale import disrupt, morale_of, passes
from senki.games.shiloh.options import DELAY, LEADER_DIE, THRESHOLD
from senki.games.shiloh.position import ShilohPosition
from senki.games.shiloh.results import shelled
from senki.games.shiloh.retreat import is_surrounded, rout
from senki.games.shiloh.surprise import surprised
from senki.games.shiloh.tables import INEFFECTIVE_ON, LEADER_RECOVERS_TO, ROUT_DELAY
from senki.games.shiloh.tasks import (
    ALARM_CHECK,
    ARRIVE,
    ARRIVE_FORMATION,
    CHARGE_CHECK,
    DM_CHECK,
    FATIGUE,
    LEADER_CHECK,
    RECOVER_LEADER,
    RECOVER_UNIT,
    ROUT,
    SHELLED,
    STEADY_CHECK,
    SURPRISE,
    TASKS,
    add,
)
from senki.games.shiloh.tasks import ROUT_DELAY as ROUT_DELAY_TASK

CLAUSES = {
    SURPRISE: "SHI-19.2.1",
    ALARM_CHECK: "SHI-17.3.5",
    FATIGUE: "SHI-19.3.2",
    STEADY_CHECK: "SHI-9.4",
    DM_CHECK: "SHI-9.5",
    SHELLED: "SHI-10.3",
    CHARGE_CHECK: "SHI-8.8.3",
    RECOVER_UNIT: "SHI-7.6",
    RECOVER_LEADER: "SHI-12.7",
    ARRIVE: "SHI-17.3.7",
    ARRIVE_FORMATION: "SHI-17.3.7",
}


def needed(p: ShilohPosition) -> int:
    """The highest die with which the check at hand is passed."""
    kind, unit = kind_of(p.task), first_of(p.task)
    if kind == RECOVER_UNIT:
        return recovery_value(p, unit)
    if kind == RECOVER_LEADER:
        return LEADER_RECOVERS_TO
    if kind == ARRIVE:
        return arrives_on(p, FORMATION[unit])
    if kind == ARRIVE_FORMATION:
        return arrives_on(p, unit)
    return morale_of(p, unit)


def check_roll(p: ShilohPosition) -> Roll:
    """The die the check at hand waits for."""
    kind = kind_of(p.task)
    if kind == ROUT_DELAY_TASK:
        return DELAY
    if kind == LEADER_CHECK:
        return LEADER_DIE
    return THRESHOLD[needed(p)]


def passed(p: ShilohPosition, die: int) -> bool:
    """Is the die good for its owner, as good as it can be?"""
    kind = kind_of(p.task)
    if kind == ROUT_DELAY_TASK:
        return ROUT_DELAY[die - 1] == ROUT_DELAY[0]
    if kind == LEADER_CHECK:
        return die < INEFFECTIVE_ON
    if kind in (RECOVER_LEADER, ARRIVE, ARRIVE_FORMATION):
        return die <= needed(p)
    return passes(needed(p), die)


@enforces("SHI-14.3")
def may_throw_again(p: ShilohPosition, die: int) -> bool:
    """A token may be spent on one's own die where that can help; not on arrivals."""
    kind = kind_of(p.task)
    if kind in (ARRIVE, ARRIVE_FORMATION) or passed(p, die):
        return False
    return may_spend(p, SIDE_OF[first_of(p.task)])


def tell_check(p: ShilohPosition, die: int) -> None:
    """Log the die and its reason."""
    kind = kind_of(p.task)
    if p.events is None or kind in (ROUT_DELAY_TASK, LEADER_CHECK):
        return
    unit = first_of(p.task)
    facts: dict[str, str | int] = {"die": die, "needed": needed(p), "check": TASKS[kind]}
    if kind == ARRIVE_FORMATION:
        facts["formation"] = unit
        p.tell("formation_roll", CLAUSES[kind], facts)
        return
    facts["unit"] = UNITS[unit]
    p.tell("check_passed" if passed(p, die) else "check_failed", CLAUSES[kind], facts)


@enforces("SHI-7.2", "SHI-9.5", "SHI-17.3.5", "SHI-19.3.2", "SHI-8.8.3", "SHI-9.4")
def conclude(p: ShilohPosition, die: int) -> None:
    """The die stands: carry out what the check was for."""
    kind, unit = kind_of(p.task), first_of(p.task)
    good = passed(p, die)
    if kind == ROUT_DELAY_TASK:
        rout(p, unit, die)
    elif kind == LEADER_CHECK:
        hit_leader(p, unit, die)
    elif good:
        if kind == RECOVER_UNIT:
            recover(p, unit)
        elif kind == RECOVER_LEADER:
            leader_recovers(p, unit)
        elif kind == ARRIVE:
            arrive(p, unit)
        elif kind == ARRIVE_FORMATION:
            arrive_formation(p, unit)
    elif kind == SURPRISE:
        surprised(p, unit)
    elif kind == DM_CHECK:
        add(p, ROUT, unit)
    elif kind == SHELLED:
        shelled(p, unit, second_of(p.task))
    elif kind in (ALARM_CHECK, FATIGUE, STEADY_CHECK, CHARGE_CHECK):
        disrupt(p, unit, CLAUSES[kind])
    p.task = 0
    p.die = 0
    p.spent = 0


@enforces("SHI-9.9.1", "SHI-9.9.3")
def begin_rout(p: ShilohPosition, unit: int) -> None:
    """A unit routs: surrounded it is captured, otherwise a die says when it comes back."""
    if p.hex[unit] < 0:
        return
    if is_surrounded(p, unit):
        capture(p, unit, "SHI-9.9.3")
    else:
        add(p, ROUT_DELAY_TASK, unit)


def check_side(p: ShilohPosition) -> int:
    """Whose die it is."""
    kind = kind_of(p.task)
    return USA if kind == ARRIVE_FORMATION else SIDE_OF[first_of(p.task)]
