"""Carrying out tasks, one after another, until dice or a player are needed."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.engine.tasks import encode, first_of, kind_of, second_of
from senki.games.shiloh.advance import advance, advance_options, charges_on, find_advances, further_hexes
from senki.games.shiloh.artillery import ammunition_choices, deplete
from senki.games.shiloh.battle import Battle
from senki.games.shiloh.camps import camp_objections, camp_places, place, sound_alarm
from senki.games.shiloh.checks import begin_rout
from senki.games.shiloh.counters import COMBAT, KIND, LEADER, SIDE_OF, TROOPS, UNITS
from senki.games.shiloh.fortunes import spend
from senki.games.shiloh.headquarters import bring_back, return_places
from senki.games.shiloh.losses import capture, out_of_reach, refuges
from senki.games.shiloh.movement import entered
from senki.games.shiloh.options import DEPLETE, FOLLOW_OPTION, PLACE, SPEND
from senki.games.shiloh.position import DISRUPTED, ShilohPosition
from senki.games.shiloh.results import (
    after_morale,
    aftermath,
    apply_cell,
    battle_of,
    flags,
    take_loss,
)
from senki.games.shiloh.retreat import follow, go_back_further, next_retreat, refuge_ends, stragglers
from senki.games.shiloh.steps import ADVANCE, CHECK, CHOOSE_DEPLETED, FOLLOW, PLACE_COUNTER, RUN, SURPRISE_ADVANCE
from senki.games.shiloh.surprise import crowded, end_advances, first_hexes, second_hexes, surprise_step
from senki.games.shiloh.tasks import (
    ADVANCE_ON,
    ADVANCES,
    AFTER_DM,
    AFTERMATH,
    ALARM,
    ALARM_PLACE,
    AMMUNITION,
    APPLY,
    ARRIVE,
    ARRIVE_FORMATION,
    CAMP_PLACE,
    CHARGE_CHECK,
    FLAGS,
    FOLLOW_UNIT,
    LEFT_ALONE,
    LOSS,
    RETREAT_ON,
    RETREATS,
    RETURN,
    ROUT,
    STEADY_CHECK,
    STRAGGLERS,
    SURPRISE_MOVE,
    SURPRISE_SECOND,
    add,
)


def run_next(p: ShilohPosition) -> None:
    """Carry out the task on top, if there is one; it may add others, ask a player or wait for dice."""
    if not p.tasks:
        return
    p.push(RUN)
    task = p.tasks.pop()
    kind, a, b = kind_of(task), first_of(task), second_of(task)
    if kind in (ALARM_PLACE, CAMP_PLACE, RETURN):
        ask_place(p, task, a)
    elif kind == ALARM:
        sound_alarm(p, a)
    elif kind == ROUT:
        begin_rout(p, a)
    elif kind == LEFT_ALONE:
        left_alone(p, a, b == 1)
    elif kind == FOLLOW_UNIT:
        ask_follow(p, task, a)
    elif kind == SURPRISE_MOVE:
        ask_surprise(p, task, b)
    elif kind == SURPRISE_SECOND:
        if p.hex[a] >= 0 and second_hexes(p, a):
            p.task = task
            p.push(SURPRISE_ADVANCE)
    elif kind >= LOSS:
        run_combat_task(p, task, kind, a, b)
    elif kind in (ARRIVE, ARRIVE_FORMATION) or p.hex[a] >= 0:
        p.task = task
        p.push(CHECK)


def run_combat_task(p: ShilohPosition, task: int, kind: int, a: int, b: int) -> None:
    """The tasks of one combat, in the order of SHI-8.10."""
    if kind == LOSS:
        take_loss(p, a)
    elif kind == RETREATS:
        next_retreat(p, current(p))
    elif kind == RETREAT_ON:
        if p.hex[a] >= 0:
            go_back_further(p, current(p), a, b)
    elif kind == STRAGGLERS:
        stragglers(p, current(p), b)
    elif kind == APPLY:
        apply_cell(p)
    elif kind == AFTER_DM:
        after_morale(p)
    elif kind == FLAGS:
        flags(p, a)
    elif kind == AMMUNITION:
        ask_depleted(p, task, a)
    elif kind == ADVANCES:
        if a == 0:
            find_advances(p)
        ask_advance(p, encode(ADVANCES, 1), -1)
    elif kind == ADVANCE_ON:
        if further_hexes(p, current(p), a):
            ask_advance(p, task, a)
    elif kind == AFTERMATH:
        aftermath(p, a)
    elif p.hex[a] >= 0 and not (kind in (STEADY_CHECK, CHARGE_CHECK) and p.flags[a] & DISRUPTED):
        p.task = task
        p.push(CHECK)


def current(p: ShilohPosition) -> Battle:
    """The combat under way."""
    assert p.battle is not None
    return p.battle


def ask_place(p: ShilohPosition, task: int, unit: int) -> None:
    """Where a counter is placed; a lone hex needs no question. Without any hex a routed unit waits another turn."""
    hexes = place_hexes(p, task)
    if len(hexes) == 1:
        put_down(p, task, unit, hexes[0])
    elif hexes:
        p.task = task
        p.push(PLACE_COUNTER)


def place_hexes(p: ShilohPosition, task: int) -> list[int]:
    """The hexes in which the counter of this task may be placed."""
    unit = first_of(task)
    return return_places(p, unit) if kind_of(task) == RETURN else camp_places(p, unit)


@enforces("SHI-9.9.4", "SHI-17.3.4")
def place_objections(p: ShilohPosition, option: Option) -> list[Objection]:
    """Why a counter may not be placed there."""
    unit = first_of(p.task)
    if option.verb != "place" or option.subject != unit:
        return [forbid("SHI-17.3.4", "place_first", unit=UNITS[unit])]
    if kind_of(p.task) != RETURN:
        return camp_objections(p, unit, option.target)
    if option.target in return_places(p, unit):
        return []
    return [forbid("SHI-9.9.4", unit=UNITS[unit], to=p.ground.names[option.target])]


def place_candidates(p: ShilohPosition) -> list[Option]:
    """The legal hexes and those around them."""
    unit = first_of(p.task)
    hexes = place_hexes(p, p.task)
    near = set(hexes)
    for hex in hexes:
        near.update(p.ground.around[hex])
    return [p.ground.words.two(PLACE, unit, hex) for hex in sorted(near)]


def put_down(p: ShilohPosition, task: int, unit: int, hex: int) -> None:
    """Place the counter of a task."""
    if kind_of(task) == RETURN:
        bring_back(p, unit, hex)
    else:
        place(p, unit, hex, "SHI-17.3.4")
    p.task = 0


@enforces("SHI-9.9.5", "SHI-11.3")
def left_alone(p: ShilohPosition, leader: int, lost: bool) -> None:
    """A leader whose units are gone goes to the nearest friend, or is captured with them if none is in reach."""
    if p.hex[leader] < 0:
        return
    hexes = refuges(p, leader)
    if lost and (not hexes or out_of_reach(p, leader, hexes[0])):
        capture(p, leader, "SHI-11.3")
    else:
        ask_follow(p, encode(LEFT_ALONE, leader), leader)


def follow_hexes(p: ShilohPosition, task: int) -> list[int]:
    """Where a leader or headquarters may go."""
    unit = first_of(task)
    return refuges(p, unit) if kind_of(task) == LEFT_ALONE else refuge_ends(p, current(p), unit)


def ask_follow(p: ShilohPosition, task: int, unit: int) -> None:
    """Where it goes, if there is a choice."""
    if p.hex[unit] < 0:
        return
    hexes = follow_hexes(p, task)
    if len(hexes) == 1:
        follow(p, unit, hexes[0])
    elif hexes:
        p.task = task
        p.push(FOLLOW)


@enforces("SHI-9.8.5", "SHI-9.9.5")
def follow_objections(p: ShilohPosition, option: Option) -> list[Objection]:
    """Why it may not go there."""
    unit = first_of(p.task)
    clause = "SHI-9.9.5" if kind_of(p.task) == LEFT_ALONE else "SHI-9.8.5"
    if option.verb == "follow" and option.subject == unit and option.target in follow_hexes(p, p.task):
        return []
    return [forbid(clause, "follow_where", unit=UNITS[unit])]


def follow_candidates(p: ShilohPosition) -> list[Option]:
    """Every hex with friendly units."""
    unit = first_of(p.task)
    hexes = {p.hex[other] for other in TROOPS[SIDE_OF[unit]] if p.hex[other] >= 0}
    return [p.ground.words.two(FOLLOW_OPTION, unit, hex) for hex in sorted(hexes)]


def ask_surprise(p: ShilohPosition, task: int, vacated: int) -> None:
    """Who advances into the hex of a unit that was surprised and routed."""
    if first_hexes(p, vacated):
        p.task = task
        p.push(SURPRISE_ADVANCE)
    else:
        end_advances(p, vacated)


@enforces("SHI-19.2.3")
def surprise_advance(p: ShilohPosition, option: Option) -> None:
    """Advance a hex; what it sets off is resolved before the next advance."""
    kind, vacated = kind_of(p.task), second_of(p.task)
    task = p.task
    p.task = 0
    if option.verb == "halt":
        if kind == SURPRISE_MOVE:
            end_advances(p, vacated)
        return
    unit = option.subject
    surprise_step(p, unit, option.target)
    if kind != SURPRISE_MOVE:
        entered(p, [unit], option.target)
        return
    p.tasks.append(task)
    if crowded(p, unit):
        # It cannot stay: it goes on before anything it has set off could take the room it goes to.
        entered(p, [unit], option.target)
        add(p, SURPRISE_SECOND, unit)
    else:
        add(p, SURPRISE_SECOND, unit)
        entered(p, [unit], option.target)


def ask_depleted(p: ShilohPosition, task: int, number: int) -> None:
    """Which unit is marked, or a token instead; a lone unit and no token need no question."""
    battle = battle_of(p, number)
    choices = ammunition_choices(p, battle)
    if not choices:
        return
    if len(choices) == 1 and not p.fow[battle.side]:
        deplete(p, choices[0])
    else:
        p.task = task
        p.push(CHOOSE_DEPLETED)


def depleted_options(p: ShilohPosition) -> list[Option]:
    """Who is marked, or a token."""
    battle = battle_of(p, first_of(p.task))
    found = [p.ground.words.one(DEPLETE, unit) for unit in ammunition_choices(p, battle)]
    return [*found, SPEND] if p.fow[battle.side] else found


@enforces("SHI-10.5", "SHI-14.3")
def depleted_objections(p: ShilohPosition, option: Option) -> list[Objection]:
    """Why this does not answer the Ammo flag."""
    battle = battle_of(p, first_of(p.task))
    if option.verb == "spend":
        return [] if p.fow[battle.side] else [forbid("SHI-14.3", "no_tokens")]
    if option.verb == "deplete" and option.subject in ammunition_choices(p, battle):
        return []
    if option.verb == "deplete":
        return [forbid("SHI-10.5", unit=UNITS[option.subject])]
    return [forbid("SHI-10.5", "deplete_now")]


def depleted_candidates(p: ShilohPosition) -> list[Option]:
    """Everybody who took part."""
    battle = battle_of(p, first_of(p.task))
    return [
        SPEND,
        *(p.ground.words.one(DEPLETE, unit) for unit in [*battle.attackers, *battle.support, *battle.defenders]),
    ]


def mark_depleted(p: ShilohPosition, option: Option) -> None:
    """Mark the unit or return the token."""
    battle = battle_of(p, first_of(p.task))
    p.task = 0
    if option.verb == "spend":
        spend(p, battle.side)
        p.spent = 0
    else:
        deplete(p, option.subject)


def ask_advance(p: ShilohPosition, task: int, second: int) -> None:
    """Who advances, if anybody can."""
    if len(advance_options(p, second)) > 1:
        p.task = task
        p.push(ADVANCE)


@enforces("SHI-9.7.1", "SHI-9.7.4", "SHI-17.3.5", "SHI-19.3.2")
def advance_unit(p: ShilohPosition, option: Option) -> None:
    """Advance a hex; captures, alarms and fatigue are resolved before anybody else advances."""
    task = p.task
    p.task = 0
    if option.verb == "halt":
        return
    unit, to = option.subject, option.target
    if kind_of(task) == ADVANCES:
        p.tasks.append(task)
        if charges_on(p, unit):
            add(p, ADVANCE_ON, unit)
    advance(p, unit, to)
    if COMBAT[unit]:
        entered(p, [unit], to)


def advancing_side(p: ShilohPosition) -> int:
    """The side that may advance."""
    battle = current(p)
    if kind_of(p.task) == ADVANCE_ON:
        return SIDE_OF[first_of(p.task)]
    if battle.advancing:
        return SIDE_OF[battle.advancing[0]]
    for option in advance_options(p, -1):
        if option.verb == "advance" and KIND[option.subject] == LEADER:
            return SIDE_OF[option.subject]
    return battle.side
