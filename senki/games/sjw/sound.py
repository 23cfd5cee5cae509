"""What a position that somebody wrote must have beside sound counters: steps that can lie upon each other, and whatever
they speak of. Positions that come about by play have all of it."""

from __future__ import annotations

from typing import Final

from senki.engine.errors import Malformed
from senki.engine.position import AUTO, DECISION
from senki.engine.tasks import first_of, kind_of, second_of
from senki.games.sjw.arrivals import arrival_of, undeclared
from senki.games.sjw.assault import assault_objections
from senki.games.sjw.bridges import bridge_sides, burnable, place_of
from senki.games.sjw.cavalry import lone_cavalry, may_decline
from senki.games.sjw.commands import commands, lone_leader
from senki.games.sjw.counters import CORPS, IS_TROOP, KIND, SIDE_OF, SIZE, UNITS
from senki.games.sjw.crossings import crossing_kind
from senki.games.sjw.death import foremost
from senki.games.sjw.flow import PHASES, STEP_NAMES, is_played
from senki.games.sjw.ground import BRIDGE, PONTOON
from senki.games.sjw.limits import solo_side
from senki.games.sjw.position import LATER, SOLO, SjwPosition, troops_in
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
from senki.games.sjw.undertaking import MARCH_ATTACK, NOBODY, Battle, March

PHASE_OF: Final = {
    ARRIVE: REINFORCEMENTS, DECLARE_ELSEWHERE: REINFORCEMENTS, TRANSFER: LEADER_TRANSFER, TRANSFER_TO: LEADER_TRANSFER,
    REPAIR_DIE: REPAIR, DEPOT_SHARE: SUPPLY_STATUS, ATTACH: ATTACHMENT, INITIATIVE: CYCLE, CYCLE_END_DIE: CYCLE,
    ACTION: CYCLE, END_CYCLE: CYCLE, REST: RECOVERY,
}  # fmt: skip
"""Steps that belong to a phase: what comes after it comes after them."""
ENDS: Final = [AFTER_STEP, END_MARCH, CYCLE]
"""What may lie below a combat: the march goes on or is over; without one the next action comes."""
BELOW: Final[dict[int, list[int]]] = {
    NAME_UNITS: [CYCLE], JOIN_UNIT: [CYCLE], NEXT_MARCH: [CYCLE], END_MARCH: [CYCLE],
    EXTENDED_DIE: [ALLOWANCE, AFTER_STEP], ALLOWANCE: [AFTER_STEP, CYCLE], FORCE_DICE: [AFTER_STEP],
    AFTER_STEP: [END_MARCH], GO: [END_MARCH], BURN: [END_MARCH, FIND_UNITS],
    BURN_DIE: [END_MARCH, FIND_UNITS],
    ASSAULT_DIE: [CYCLE], COMMIT: [CYCLE], GRAND: [CYCLE], GRAND_DIE: [CYCLE],
    BATTLE: ENDS, CAVALRY_RETREAT: ENDS, CAVALRY_DIE: ENDS, COMBAT_DICE: ENDS, RESULTS: ENDS, FALL_BACK: ENDS,
    ROUTS: ENDS, RETREAT: ENDS, END_COMBAT: ENDS, ADVANCE: [END_COMBAT], REFUSE: [COMBAT_DICE],
    ARTILLERY_DIE: [COMBAT_DICE, REFUSE], DEATH_DIE: [RESULTS], DEATH_DRAW: [RESULTS],
    FOLLOW: [FIND_UNITS], FIND_UNITS: [*ENDS, ATTACH, *PHASES],
    BUILD: [REST], BRIDGE_DIE: [REST], FORAGE: [REST], FORAGE_DIE: [REST],
}  # fmt: skip
"""What may lie directly below a step inside a phase; the first if nothing else is said."""
MARCHES: Final = [
    NAME_UNITS, JOIN_UNIT, NEXT_MARCH, EXTENDED_DIE, ALLOWANCE, FORCE_DICE, GO, AFTER_STEP, END_MARCH, BURN, BURN_DIE,
]  # fmt: skip
UNIT_MARCHES: Final = [EXTENDED_DIE, FORCE_DICE, GO]
ASSAULTS: Final = [ASSAULT_DIE, COMMIT, GRAND, GRAND_DIE]
FIGHTS: Final = [
    BATTLE, CAVALRY_DIE, REFUSE, ARTILLERY_DIE, COMBAT_DICE, DEATH_DIE, DEATH_DRAW, RESULTS, FALL_BACK, ROUTS, RETREAT,
    ADVANCE, END_COMBAT,
]  # fmt: skip
UNFOUGHT: Final = [BATTLE, REFUSE, ARTILLERY_DIE, COMBAT_DICE, DEATH_DIE, DEATH_DRAW, RESULTS]
"""Nobody has been lost yet: attackers and defenders stand there."""
DEFENDED: Final = [CAVALRY_DIE, *UNFOUGHT[1:]]
TASK: Final = 1
"""The kind of every task."""
NOTHING: Final = ""
UNIT: Final = "unit"
LEADER: Final = "leader"
HEX: Final = "hex"
STATION: Final = "station"
DEPOT: Final = "depot"
COUNTED: Final = "count"
TASKS: Final[dict[int, tuple[str, str]]] = {
    TRANSFER_TO: (LEADER, NOTHING), FOLLOW: (LEADER, NOTHING), FORAGE_DIE: (UNIT, NOTHING), BURN: (UNIT, NOTHING),
    BRIDGE_DIE: (UNIT, HEX), BURN_DIE: (UNIT, HEX), REPAIR_DIE: (STATION, NOTHING), DEPOT_SHARE: (DEPOT, COUNTED),
    COMMIT: (COUNTED, NOTHING),
}  # fmt: skip
"""By awaited step: what the two numbers of its task are. Other steps have none."""


# the stack


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
    if step in (BEGIN_TURN, END_TURN):
        return NOBODY
    phase = PHASE_OF.get(step, step)
    if phase in PHASES:
        return next_phase(p, phase)
    march, battle = p.march, p.battle
    if step == EXTENDED_DIE and march is not None and (march.leader != NOBODY or march.by_rail):
        return AFTER_STEP
    if step == ALLOWANCE and march is not None and march.unit == NOBODY:
        return CYCLE
    if BELOW[step] == ENDS:
        if march is None:
            return CYCLE
        # who has attacked marches no more; cavalry that was only asked on the way ends nothing
        return AFTER_STEP if battle is None or battle.evading else END_MARCH
    return BELOW[step][0]


def next_phase(p: SjwPosition, phase: int) -> int:
    """The phase of this turn that comes after one."""
    return next(later for later in PHASES[PHASES.index(phase) + 1 :] if is_played(p, later))


def check_stack(p: SjwPosition, where: str) -> None:
    """Every step lies on one that can be below it."""
    to_come = p.stack[::-1]
    for number, upper in enumerate(to_come):
        lower = to_come[number + 1] if number + 1 < len(to_come) else NOBODY
        phase = PHASE_OF.get(upper, upper)
        if upper in (BEGIN_TURN, END_TURN):
            fits = lower == NOBODY
        elif phase in PHASES:
            fits = lower == next_phase(p, phase) and is_played(p, phase)
        else:
            fits = lower in BELOW[upper]
        if not fits:
            below = STEP_NAMES[lower] if lower != NOBODY else "nothing"
            raise Malformed(f"{where}: to_come: '{STEP_NAMES[upper]}' cannot be followed by '{below}'")
    if not to_come and p.turn != p.theatre.plan.turns:
        raise Malformed(f"{where}: to_come: a game is over only after turn {p.theatre.plan.turns}")


# what the steps need


def check_read(p: SjwPosition, where: str) -> None:
    """Raise Malformed if the steps of a position, and what they need, could not have come about."""
    check_stack(p, where)
    check_task(p, where)
    march, battle = p.march, p.battle
    marching = any(step in MARCHES for step in p.stack)
    fighting = any(step in FIGHTS or step in ASSAULTS for step in p.stack)
    asked = CAVALRY_RETREAT in p.stack
    if (march is not None) != marching:
        raise Malformed(f"{where}: {'no step to come is part of' if march else 'a step to come needs'} a 'march'")
    if (battle is not None) != fighting and not (asked and battle is not None):
        raise Malformed(f"{where}: {'no step to come is part of' if battle else 'a step to come needs'} a 'battle'")
    if asked and battle is None and (march is None or not march.to_ask):
        raise Malformed(f"{where}: cavalry is asked, but neither a battle nor a march with 'to_ask' says which")
    if march is not None:
        check_march(p, march, f"{where}: march")
    if battle is not None:
        check_battle(p, battle, f"{where}: battle")
    if p.stack and p.stack[-1] == ACTION:
        check_turn_to_act(p, where)
    check_company(p, where)
    check_queue(p, where)
    if p.waits_for == DECISION and not p.options():
        raise Malformed(f"{where}: step '{p.step.name}' offers nothing to choose from")


def check_turn_to_act(p: SjwPosition, where: str) -> None:
    """In a turn for one side it acts alone, in any other nobody does."""
    solo = solo_side(p)
    if (p.to_act == SOLO) != (solo != NOBODY) or (solo != NOBODY and p.side != solo):
        raise Malformed(f"{where}: to_act: the scenario does not let this side act so in turn {p.turn}")


def check_company(p: SjwPosition, where: str) -> None:
    """Leaders are with a unit of theirs, but for what a combat or a march may do before they are seen to."""
    under_way = p.march is not None and p.march.unit != NOBODY and p.waits_for == AUTO
    if p.battle is None and FIND_UNITS not in p.stack and not under_way:
        leader = lone_leader(p)
        if leader != NOBODY:
            raise Malformed(f"{where}: units.{UNITS[leader]}: a leader is with a unit of his command")


def check_queue(p: SjwPosition, where: str) -> None:
    """Only some steps keep a queue, of counters of the side that is asked."""
    awaited = p.stack[-1] if p.stack else NOBODY
    if awaited in (ARRIVE, DECLARE_ELSEWHERE):
        sound = may_arrive(p, awaited)
    elif awaited in (TRANSFER, TRANSFER_TO):
        sound = all(not IS_TROOP[one] and SIDE_OF[one] == p.side for one in p.waiting)
    elif awaited == DEPOT_SHARE:
        depot = p.theatre.depots[first_of(p.task)]
        sound = bool(p.waiting) and all(IS_TROOP[one] and p.hex[one] == depot for one in p.waiting)
    else:
        sound = not p.waiting
    if not sound:
        raise Malformed(f"{where}: waiting: these counters cannot wait for '{STEP_NAMES[awaited]}'")


def may_arrive(p: SjwPosition, awaited: int) -> bool:
    """Is the first of those who wait one that arrives now, and has it to say where?"""
    if not p.waiting or any(p.theatre.plan.arrival(unit) is None for unit in p.waiting):
        return False
    unit = p.waiting[0]
    if SIDE_OF[unit] != p.side or p.hex[unit] != LATER or p.due[unit] > p.turn:
        return False
    return undeclared(p, arrival_of(p, unit)) == (awaited == DECLARE_ELSEWHERE)


def check_task(p: SjwPosition, where: str) -> None:
    """The awaited step has a task if it speaks of one, and the counters and hexes in it are there."""
    awaited = p.stack[-1] if p.stack else NOBODY
    if awaited not in TASKS:
        if p.task:
            raise Malformed(f"{where}: task: the awaited step has none")
        return
    first, second = TASKS[awaited]
    number, other = first_of(p.task), second_of(p.task)
    sound = kind_of(p.task) == TASK
    if first in (UNIT, LEADER):
        sound = sound and number < len(UNITS) and IS_TROOP[number] == (first == UNIT)
        sound = sound and (awaited == FOLLOW or SIDE_OF[number] == p.side) and (first == LEADER or p.hex[number] >= 0)
        if awaited == BURN_DIE:
            sound = sound and other in burnable(p, number)
        elif awaited == BRIDGE_DIE:
            sound = sound and other in unbridged(p, number)
    elif first == STATION:
        sound = sound and number < len(p.stations)
    elif first == DEPOT:
        sound = sound and number < len(p.depots) and other > 0
    if not sound:
        needed = f"{first} and {second}" if second != NOTHING else first
        raise Malformed(f"{where}: task: step '{STEP_NAMES[awaited]}' needs one: {needed}")


def unbridged(p: SjwPosition, unit: int) -> list[int]:
    """The hexes over rivers beside a unit that have no bridge."""
    hex = p.hex[unit]
    return [to for to in bridge_sides(p, unit) if crossing_kind(p, place_of(p, hex, to), to) not in (BRIDGE, PONTOON)]


def check_march(p: SjwPosition, march: March, where: str) -> None:
    """The unit, its leader, those named and those who ride belong together."""
    side, unit = p.side, march.unit
    check_once([unit, *march.named], where)
    check_once(march.riders, where)
    for one in [unit, march.companion, *march.named]:
        if one != NOBODY and (SIDE_OF[one] != side or not IS_TROOP[one]):
            raise Malformed(f"{where}: {UNITS[one]} is no unit of the side that acts")
    for one in [march.leader, *march.riders]:
        if one != NOBODY and (SIDE_OF[one] != side or p.hex[one] < 0):
            raise Malformed(f"{where}: {UNITS[one]} is not there to lead or to ride")
    if march.leader != NOBODY and SIZE[march.leader] != CORPS:
        raise Malformed(f"{where}: {UNITS[march.leader]} is no corps leader")
    if unit != NOBODY and march.start == NOBODY:
        raise Malformed(f"{where}: {UNITS[unit]} has no start")
    gone = unit == NOBODY or p.hex[unit] < 0
    if any(p.hex[one] != p.hex[unit] for one in march.riders) and not gone:
        raise Malformed(f"{where}: riders are in the hex of the unit")
    for one in [march.companion, *march.named] if march.leader != NOBODY else []:
        if one != NOBODY and p.hex[one] >= 0 and not commands(p, march.leader, one):
            raise Malformed(f"{where}: {UNITS[one]} is not of the leader's command")
    if unit == NOBODY and any(p.hex[one] < 0 for one in march.named):
        raise Malformed(f"{where}: named units are on the map")
    awaited = p.stack[-1]
    if gone and awaited in UNIT_MARCHES:
        raise Malformed(f"{where}: step '{STEP_NAMES[awaited]}' needs a unit on the map")
    led = march.leader != NOBODY and unit == NOBODY
    if awaited in (NAME_UNITS, JOIN_UNIT, NEXT_MARCH) and not led:
        raise Malformed(f"{where}: step '{STEP_NAMES[awaited]}' needs a leader, and no unit under way")
    if awaited in (JOIN_UNIT, NEXT_MARCH) and not march.named:
        raise Malformed(f"{where}: step '{STEP_NAMES[awaited]}' needs named units")
    if awaited in (NAME_UNITS, JOIN_UNIT) and (any(march.rolled) or march.companion != NOBODY):
        raise Malformed(f"{where}: whoever is still naming units has neither rolled nor joined one")
    to_follow = awaited == NEXT_MARCH or END_MARCH in p.stack
    if to_follow and any(not march.rolled[KIND[one]] for one in march.named):
        raise Malformed(f"{where}: rolled: named units march by a roll for their kind")
    if awaited == ALLOWANCE and gone and not (led and any(not march.rolled[KIND[one]] for one in march.named)):
        raise Malformed(f"{where}: nobody's movement is to be rolled")
    if march.to_ask and not (CAVALRY_RETREAT in p.stack or AFTER_STEP in p.stack):
        raise Malformed(f"{where}: to_ask: no cavalry is asked now")
    for hex in march.to_ask:
        if gone or hex not in p.ground.around[p.hex[unit]]:
            raise Malformed(f"{where}: to_ask: {p.ground.names[hex]} is not beside the unit")
    if awaited == CAVALRY_RETREAT and p.battle is None and not lone_cavalry(p, 1 - side, march.to_ask[0]):
        raise Malformed(f"{where}: to_ask: there is no lone cavalry in {p.ground.names[march.to_ask[0]]}")


def check_once(units: list[int], where: str) -> None:
    """Nobody is listed twice."""
    for number, one in enumerate(units):
        if one in units[:number]:
            raise Malformed(f"{where}: {UNITS[one]} is listed twice")


def check_battle(p: SjwPosition, battle: Battle, where: str) -> None:
    """Attackers and defenders are of their sides and where they must be."""
    for units in (battle.attackers, battle.defenders, battle.retreating):
        check_once(units, where)
    sides = [(one, battle.side) for one in battle.attackers]
    sides += [(one, 1 - battle.side) for one in [*battle.defenders, *battle.retreating]]
    for one, side in sides:
        if SIDE_OF[one] != side or not IS_TROOP[one]:
            raise Malformed(f"{where}: {UNITS[one]} is on the wrong side")
    for leader in (battle.leader, battle.grand):
        if leader != NOBODY and SIDE_OF[leader] != battle.side:
            raise Malformed(f"{where}: {UNITS[leader]} is on the wrong side")
    if battle.kind == MARCH_ATTACK:
        if p.march is None or battle.leader != NOBODY or battle.attackers != [p.march.unit]:
            raise Malformed(f"{where}: a march attack is made by the unit that marches")
    elif battle.leader == NOBODY or p.march is not None:
        raise Malformed(f"{where}: an assault needs a leader, and is no part of a march")
    check_assault(p, battle, where)
    awaited = p.stack[-1]
    if awaited in UNFOUGHT or awaited == CAVALRY_RETREAT:
        if battle.evading or battle.voluntary or battle.retreating:
            raise Malformed(f"{where}: nobody goes back before it is fought")
        there = [one for one in battle.attackers if p.hex[one] >= 0 and battle.target in p.ground.around[p.hex[one]]]
        if not there or there != battle.attackers or not troops_in(p, 1 - battle.side, battle.target):
            raise Malformed(f"{where}: attackers are beside their target, and enemies in it")
    everybody = troops_in(p, 1 - battle.side, battle.target)
    if awaited == CAVALRY_RETREAT and not may_decline(p, battle):
        raise Malformed(f"{where}: this is no cavalry that can still give way")
    if awaited in DEFENDED and (battle.defenders != everybody or not everybody):
        raise Malformed(f"{where}: all units in the target defend")
    if awaited in (DEATH_DIE, DEATH_DRAW) and len(foremost(p, battle)) < (2 if awaited == DEATH_DRAW else 1):
        raise Malformed(f"{where}: no Confederate leader is in danger")
    if awaited == FALL_BACK and not any(p.hex[one] == battle.target for one in battle.defenders):
        raise Malformed(f"{where}: nobody is left to fall back")
    check_retreat(p, battle, where)


def check_assault(p: SjwPosition, battle: Battle, where: str) -> None:
    """What is asked before an assault can be answered."""
    awaited = p.stack[-1]
    if awaited not in ASSAULTS:
        return
    if awaited == ASSAULT_DIE and assault_objections(p, battle.leader, battle.target):
        raise Malformed(f"{where}: the leader cannot order this assault")
    if p.hex[battle.leader] < 0 or not troops_in(p, 1 - battle.side, battle.target):
        raise Malformed(f"{where}: the leader is on the map, and enemies in the target")
    joined = [one for one in battle.attackers if p.hex[one] >= 0 and battle.target in p.ground.around[p.hex[one]]]
    if joined != battle.attackers or (awaited in (GRAND, GRAND_DIE) and not joined):
        raise Malformed(f"{where}: whoever has joined the assault is beside its target")
    if awaited == GRAND_DIE and battle.grand == NOBODY:
        raise Malformed(f"{where}: no army leader orders a grand assault")


def check_retreat(p: SjwPosition, battle: Battle, where: str) -> None:
    """Whoever goes back has come from the combat hex, step by step."""
    if RETREAT in p.stack and not battle.retreating:
        raise Malformed(f"{where}: nobody has to go back")
    going = battle.retreating[:1] if battle.been else []
    for unit in battle.retreating:
        if p.hex[unit] != (battle.been[-1] if unit in going else battle.target):
            raise Malformed(f"{where}: retreating: {UNITS[unit]} is not where it goes back from")
    if bool(battle.been) != bool(battle.steps) and RETREAT in p.stack:
        raise Malformed(f"{where}: 'been' and 'steps' tell of the same retreat")
    if battle.been and battle.been[0] != battle.target:
        raise Malformed(f"{where}: been: a retreat begins in the hex of the combat")
