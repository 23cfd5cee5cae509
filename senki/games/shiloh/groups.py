"""Groups and the movement die (4.1, 4.2): who may move together, march, the throw and the second throw."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option, Roll
from senki.games.shiloh.counters import (
    CAV,
    COMBAT,
    GUNBOATS,
    HQ,
    KIND,
    LEADER,
    SIDE_OF,
    SIDES,
    UNITS,
    UNITS_OF,
    USA,
)
from senki.games.shiloh.morale import affects
from senki.games.shiloh.movement import gate_objections, next_step
from senki.games.shiloh.options import (
    ADD,
    ANY_DIE,
    END,
    FORM,
    FORM_ENTRY,
    GROUP,
    GROUP_MARCH,
    HALVED,
    KEEP,
    MARCH,
    NORMAL,
    REMOVE,
    REROLL,
    SAIL,
    SPEND,
    STACK,
    STACK_MARCH,
    STOP,
    TWICE_HALVED,
    TWO_DICE,
)
from senki.games.shiloh.position import (
    BOX_A,
    BOX_C,
    DISRUPTED,
    MOVED,
    STEADY_PACE,
    TURNED,
    USED,
    ShilohPosition,
    effective_leaders,
    in_enemy_zone,
    put,
)
from senki.games.shiloh.search import GroupMover, entry_hex, fits, reach_with
from senki.games.shiloh.steps import ALLOWANCE, ALLOWANCE_AGAIN, FORM_GROUP, MOVEMENT
from senki.games.shiloh.surprise import SURPRISE_TURN
from senki.games.shiloh.tables import ENTRIES, MARCH_TIMES, STACKING, STEADY, STEADY_FAST
from senki.games.shiloh.taking_back import count_anew, may_take_back, take_back, taking_back_objections


@enforces("SHI-4.2.3", "SHI-13.2", "SHI-13.3", "SHI-4.1")
def may_move(p: ShilohPosition, unit: int) -> bool:
    """A counter of the phasing side that has not rolled yet; an active headquarters stays, the gunboat sails."""
    if p.flags[unit] & MOVED or unit == GUNBOATS:
        return False
    hex = p.hex[unit]
    if hex < 0 and not BOX_C <= hex <= BOX_A:
        return False
    return KIND[unit] != HQ or bool(p.flags[unit] & TURNED)


@enforces("SHI-4.6.4", "SHI-4.6.6", "SHI-7.4")
def may_march(p: ShilohPosition, unit: int) -> bool:
    """Not while disrupted, and not out of an enemy zone."""
    hex = p.hex[unit]
    return not p.flags[unit] & DISRUPTED and (hex < 0 or not in_enemy_zone(p, SIDE_OF[unit], hex))


def groups(p: ShilohPosition) -> list[Option]:
    """All groups that may move now: single counters, whole stacks, hexes in which a group may be formed."""
    found: list[Option] = [END]
    in_hex: dict[int, int] = {}
    for unit in UNITS_OF[p.side]:
        if not may_move(p, unit):
            continue
        hex = p.hex[unit]
        if not wait_objections(p, [unit], False):
            found.append(p.ground.words.one(GROUP, unit))
        if may_march(p, unit) and not wait_objections(p, [unit], True):
            found.append(p.ground.words.one(GROUP_MARCH, unit))
        in_hex[hex] = in_hex.get(hex, 0) + 1
    for hex, count in in_hex.items():
        if hex >= 0 and count > 1:
            found.append(p.ground.words.one(STACK, hex))
            if march_stack(p, hex):
                found.append(p.ground.words.one(STACK_MARCH, hex))
        if count > 2 and hex >= 0:
            found.append(p.ground.words.one(FORM, hex))
        elif count > 1 and hex < 0 and not wait_objections(p, company(p, hex), False):
            found.append(p.ground.words.one(FORM_ENTRY, BOX_A - hex))
    if p.side == USA and p.hex[GUNBOATS] != -1 and not p.flags[GUNBOATS] & MOVED and gunboat_here(p):
        for hex in p.ground.river:
            if hex != p.hex[GUNBOATS]:
                found.append(p.ground.words.one(SAIL, hex))
    return found


def gunboat_here(p: ShilohPosition) -> bool:
    """Has the gunboat arrived?"""
    return p.hex[GUNBOATS] >= 0 or p.hex[GUNBOATS] == BOX_A


def march_stack(p: ShilohPosition, hex: int) -> bool:
    """May the whole stack march?"""
    return all(may_march(p, unit) for unit in movers_in(p, hex))


def movers_in(p: ShilohPosition, hex: int) -> list[int]:
    """The counters of the phasing side in a hex or entry that may still move."""
    return [unit for unit in UNITS_OF[p.side] if p.hex[unit] == hex and may_move(p, unit)]


def company(p: ShilohPosition, place: int) -> list[int]:
    """Who moves together from a hex or entry unless the owner says otherwise: no more combat units than may stack."""
    found: list[int] = []
    fighters = 0
    for unit in movers_in(p, place):
        fighters += COMBAT[unit]
        if not COMBAT[unit] or fighters <= STACKING:
            found.append(unit)
    return found


@enforces("SHI-4.7", "SHI-5.1")
def wait_objections(p: ShilohPosition, group: list[int], march: bool) -> list[Objection]:
    """Why a group has to wait at its entry: no die would bring it to a hex with room, so it does not roll."""
    if p.hex[group[0]] >= 0:
        return []
    found = gate_objections(p, group, march)
    entry = entry_hex(p, group[0])
    if found or fits(p, p.side, entry, sum(COMBAT[unit] for unit in group)):
        return found
    best = p.copy()
    best.group = group[:]
    best.marching = march
    best.mp = 2 * points_for(best, best_throw(best))
    best.reach = None
    return (
        []
        if reach_with(best, GroupMover(best), best.mp).ends
        else [forbid("SHI-5.1", "entry_full", to=p.ground.names[entry])]
    )


def group_candidates(p: ShilohPosition) -> list[Option]:
    """Everything a player might try in the Movement Phase."""
    found: list[Option] = [END, *(p.ground.words.one(FORM_ENTRY, entry) for entry in range(len(ENTRIES)))]
    hexes: list[int] = []
    for unit in UNITS_OF[p.side]:
        found += [p.ground.words.one(GROUP, unit), p.ground.words.one(GROUP_MARCH, unit)]
        hex = p.hex[unit]
        if hex >= 0 and hex not in hexes:
            hexes.append(hex)
    for unit in UNITS_OF[1 - p.side]:
        found.append(p.ground.words.one(GROUP, unit))
    for hex in hexes:
        found += [p.ground.words.one(STACK, hex), p.ground.words.one(STACK_MARCH, hex), p.ground.words.one(FORM, hex)]
    for hex in p.ground.river:
        found.append(p.ground.words.one(SAIL, hex))
    return found


@enforces("SHI-4.2.1", "SHI-4.2.2", "SHI-4.2.3", "SHI-19.1.5")
def group_objections(p: ShilohPosition, option: Option) -> list[Objection]:
    """Why this group may not be named now."""
    verb = option.verb
    if verb == "end":
        return []
    if verb == "sail":
        return sail_objections(p, option.target)
    if verb in ("group", "column"):
        return unit_objections(p, option.subject, verb == "column")
    if verb == "form_entry":
        together = company(p, BOX_A - option.extra)
        return wait_objections(p, together, False) if len(together) > 1 else [forbid("SHI-4.7", "nobody_waits")]
    if verb in ("stack", "stack_column", "form"):
        least = 3 if verb == "form" else 2
        movers = movers_in(p, option.target)
        if len(movers) < least:
            return [forbid("SHI-4.2.1", "no_stack", to=p.ground.names[option.target])]
        found: list[Objection] = []
        if verb == "stack_column":
            for unit in movers:
                found += march_objections(p, unit)
        return found
    return [forbid("SHI-3.4", "movement_now")]


def unit_objections(p: ShilohPosition, unit: int, march: bool) -> list[Objection]:
    """Why this counter may not move as a group of its own."""
    name = UNITS[unit]
    if SIDE_OF[unit] != p.side:
        return [forbid("SHI-3.3", "not_your_turn", unit=name, side=SIDES[p.side])]
    if unit == GUNBOATS:
        return [forbid("SHI-19.1.5", unit=name)]
    if p.hex[unit] < 0 and not BOX_C <= p.hex[unit] <= BOX_A:
        return [forbid("SHI-4.7", "not_on_map", unit=name)]
    if KIND[unit] == HQ and not p.flags[unit] & TURNED:
        return [forbid("SHI-13.2", unit=name)]
    if p.flags[unit] & MOVED:
        return [forbid("SHI-4.2.3", unit=name)]
    found = march_objections(p, unit) if march else []
    return found + wait_objections(p, [unit], march)


@enforces("SHI-4.6.4", "SHI-4.6.6")
def march_objections(p: ShilohPosition, unit: int) -> list[Objection]:
    """Why this counter may not march."""
    found: list[Objection] = []
    if p.flags[unit] & DISRUPTED:
        found.append(forbid("SHI-4.6.6", unit=UNITS[unit]))
    if p.hex[unit] >= 0 and in_enemy_zone(p, SIDE_OF[unit], p.hex[unit]):
        found.append(forbid("SHI-4.6.4", unit=UNITS[unit]))
    return found


def sail_objections(p: ShilohPosition, hex: int) -> list[Objection]:
    """Why the gunboat may not be put in a hex now."""
    if p.side != USA or not gunboat_here(p):
        return [forbid("SHI-19.1.5", unit=UNITS[GUNBOATS])]
    if p.flags[GUNBOATS] & MOVED:
        return [forbid("SHI-4.2.3", unit=UNITS[GUNBOATS])]
    if hex not in p.ground.river or hex == p.hex[GUNBOATS]:
        return [forbid("SHI-19.1.1", to=p.ground.names[hex])]
    return []


@enforces("SHI-19.1.1", "SHI-19.1.5")
def sail(p: ShilohPosition, hex: int) -> None:
    """The gunboat goes to any river hex, without a die."""
    p.flags[GUNBOATS] |= MOVED
    put(p, GUNBOATS, hex)
    if p.events is not None:
        p.tell("sailed", "SHI-19.1.1", {"unit": UNITS[GUNBOATS], "to": p.ground.names[hex]})


@enforces("SHI-4.2.1")
def name_group(p: ShilohPosition, option: Option) -> None:
    """Take up a group: one counter, a stack, or the first of a group to be formed."""
    if option.verb in ("group", "column"):
        p.group = [option.subject]
    elif option.verb in ("stack", "stack_column"):
        p.group = movers_in(p, option.target)
    else:
        p.group = company(p, option.target if option.verb == "form" else BOX_A - option.extra)
        p.push(FORM_GROUP)
        return
    roll_for_group(p, option.verb in ("column", "stack_column"))


def forming_options(p: ShilohPosition) -> list[Option]:
    """Who else is in the hex joins or stays behind; then normal or march movement."""
    found: list[Option] = []
    if not normal_objections(p):
        found.append(NORMAL)
    if all(may_march(p, unit) for unit in p.group) and not wait_objections(p, p.group, True):
        found.append(MARCH)
    if len(p.group) > 1 and may_take_back(p):
        found += [p.ground.words.one(REMOVE, unit) for unit in p.group]
    found += [p.ground.words.one(ADD, unit) for unit in movers_in(p, p.hex[p.group[0]]) if not join_objections(p, unit)]
    return found


@enforces("SHI-3.8", "SHI-4.7")
def normal_objections(p: ShilohPosition) -> list[Objection]:
    """Why the group has to wait; if nobody may be left out any more, it rolls and stays off the map."""
    return wait_objections(p, p.group, False) if may_take_back(p) else []


@enforces("SHI-4.2.1", "SHI-5.1")
def join_objections(p: ShilohPosition, unit: int) -> list[Objection]:
    """Why a counter may not join the group: not of its hex, or one combat unit more than may end a move."""
    if unit in p.group or unit not in movers_in(p, p.hex[p.group[0]]):
        return [forbid("SHI-4.2.1", "not_in_hex", unit=UNITS[unit])]
    if COMBAT[unit] and sum(COMBAT[other] for other in p.group) >= STACKING:
        return [forbid("SHI-5.1", "group_too_large")]
    return []


@enforces("SHI-4.2.1", "SHI-4.2.2")
def forming_objections(p: ShilohPosition, option: Option) -> list[Objection]:
    """Why the group may not be changed so."""
    if option.verb == "normal":
        return normal_objections(p)
    if option.verb == "march":
        found = wait_objections(p, p.group, True)
        for unit in p.group:
            found += march_objections(p, unit)
        return found
    if option.verb == "remove":
        if option.subject in p.group and len(p.group) > 1:
            return taking_back_objections(p)
        return [forbid("SHI-4.2.1", "not_in_group", unit=UNITS[option.subject])]
    if option.verb == "add":
        return join_objections(p, option.subject)
    return [forbid("SHI-4.2.2", "form_first")]


def forming_candidates(p: ShilohPosition) -> list[Option]:
    """Everything a player might try while forming a group."""
    found: list[Option] = [NORMAL, MARCH, STOP]
    for unit in UNITS_OF[p.side]:
        found += [p.ground.words.one(ADD, unit), p.ground.words.one(REMOVE, unit)]
    return found


def form_group(p: ShilohPosition, option: Option) -> None:
    """Change the group or let it roll."""
    if option.verb == "add":
        p.group.append(option.subject)
        p.group.sort()
        p.push(FORM_GROUP)
    elif option.verb == "remove":
        p.group.remove(option.subject)
        take_back(p)
        p.push(FORM_GROUP)
    else:
        roll_for_group(p, option.verb == "march")


@enforces("SHI-4.2.2", "SHI-15.1", "SHI-3.4")
def roll_for_group(p: ShilohPosition, march: bool) -> None:
    """The group rolls for its movement allowance, or takes a steady pace under the optional rule."""
    count_anew(p)
    p.marching = march
    p.under_way = False
    p.spent = 0
    p.push(MOVEMENT)
    if march and p.events is not None:
        p.tell("marches", "SHI-4.6.3", {"units": " ".join(UNITS[u] for u in p.group)})
    if p.on(STEADY_PACE):
        set_allowance(p, best_throw(p))
    else:
        p.push(ALLOWANCE)


@enforces("SHI-4.2.2", "SHI-12.3")
def is_fast(p: ShilohPosition) -> bool:
    """Leaders alone and cavalry roll two dice; a mixed group rolls like its slowest member."""
    return all(KIND[unit] in (LEADER, CAV) for unit in p.group)


@enforces("SHI-4.2.2", "SHI-15.1")
def best_throw(p: ShilohPosition) -> int:
    """The most the group's dice can show, or the steady pace that stands for them."""
    if p.on(STEADY_PACE):
        return STEADY_FAST if is_fast(p) else STEADY
    return 12 if is_fast(p) else 6


def halvings(p: ShilohPosition) -> int:
    """How often the group's allowance is halved."""
    count = 1 if any(p.flags[unit] & DISRUPTED for unit in p.group) else 0
    return count + (1 if p.side == USA and p.turn == SURPRISE_TURN else 0)


def allowance_roll(p: ShilohPosition) -> Roll:
    """The dice of the group."""
    if is_fast(p):
        return TWO_DICE
    return (ANY_DIE, HALVED, TWICE_HALVED)[halvings(p)]


def take_allowance(p: ShilohPosition, option: Option) -> None:
    """The die is cast; it may be thrown again by a leader or a token, where that could help."""
    thrown = option.subject + option.target if is_fast(p) else option.subject
    p.die = thrown
    if p.events is not None:
        facts: dict[str, str | int] = {"units": " ".join(UNITS[u] for u in p.group), "faces": option.facts["faces"]}
        p.tell("allowance", "SHI-4.2.2", facts)
    if thrown < best_throw(p) and len(again_options(p)) > 1:
        p.push(ALLOWANCE_AGAIN)
    else:
        set_allowance(p, thrown)


@enforces("SHI-4.2.4", "SHI-12.4", "SHI-14.3")
def again_options(p: ShilohPosition) -> list[Option]:
    """Keep the die, or throw it once more by a leader in the hex or by a token."""
    found: list[Option] = [KEEP]
    if p.fow[p.side] > 0:
        found.append(SPEND)
    hex = p.hex[p.group[0]]
    if hex >= 0:
        for leader in effective_leaders(p, p.side, hex):
            if not again_objections(p, leader):
                found.append(p.ground.words.one(REROLL, leader))
    return found


@enforces("SHI-4.2.4")
def again_objections(p: ShilohPosition, leader: int) -> list[Objection]:
    """Why a leader may not have this die thrown again."""
    name = UNITS[leader]
    if KIND[leader] != LEADER or p.hex[leader] < 0:
        return [forbid("SHI-4.2.4", "no_such_leader", unit=name)]
    if p.flags[leader] & TURNED:
        return [forbid("SHI-12.5", unit=name)]
    if not any(unit != leader and affects(p, leader, unit) for unit in p.group):
        return [forbid("SHI-4.2.4", "no_such_leader", unit=name)]
    if p.flags[leader] & USED:
        return [forbid("SHI-4.2.4", unit=name)]
    return []


def throw_again(p: ShilohPosition, leader: int) -> None:
    """The leader's re-roll of the phase is used; the second throw stands."""
    p.flags[leader] |= USED
    if p.events is not None:
        p.tell("leader_rerolls", "SHI-4.2.4", {"unit": UNITS[leader]})


@enforces("SHI-4.2.4")
def take_second_throw(p: ShilohPosition, option: Option) -> None:
    """The second throw stands, better or worse."""
    if p.events is not None:
        facts: dict[str, str | int] = {"units": " ".join(UNITS[u] for u in p.group), "faces": option.facts["faces"]}
        p.tell("allowance", "SHI-4.2.4", facts)
    set_allowance(p, option.subject + option.target if is_fast(p) else option.subject)


@enforces("SHI-4.2.5", "SHI-4.6.3", "SHI-19.2.4")
def points_for(p: ShilohPosition, thrown: int) -> int:
    """Halve, rounding up, for disruption and for the Union on turn 1; then double for a march."""
    points = thrown
    for _ in range(halvings(p)):
        points = (points + 1) // 2
    return points * MARCH_TIMES if p.marching else points


@enforces("SHI-4.2.2")
def set_allowance(p: ShilohPosition, thrown: int) -> None:
    """The dice stand: the group has its movement points and sets out."""
    points = points_for(p, thrown)
    p.die = 0
    p.mp = 2 * points
    p.spent = 0
    p.reach = None
    if p.events is not None:
        facts: dict[str, str | int] = {"units": " ".join(UNITS[u] for u in p.group), "points": points}
        p.tell("may_move", "SHI-4.2.2", facts)
    next_step(p)
