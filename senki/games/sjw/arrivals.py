"""Reinforcements (3.2, 13.5.R1, 13.5.R2, 22.1.U1, 22.1.C1): who comes in, where, and what the owner may choose."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sjw.campaign import Start
from senki.games.sjw.commands import move_leader, see_to_leaders
from senki.games.sjw.counters import CSA, IS_TROOP, SIDE_OF, UNITS, UNITS_OF, USA
from senki.games.sjw.entering import move_unit
from senki.games.sjw.limits import ARRIVING
from senki.games.sjw.options import ARRIVE_AT, DELAY, HOLD
from senki.games.sjw.position import DELAYED, LATER, SjwPosition
from senki.games.sjw.steps import ARRIVE, DECLARE_ELSEWHERE


@enforces("SJW-3.2", "SJW-3.4")
def begin_arrivals(p: SjwPosition) -> None:
    """Everybody who is due: Confederates first, units before leaders."""
    p.waiting = [*due(p, CSA), *due(p, USA)]
    bring_in(p)


def due(p: SjwPosition, side: int) -> list[int]:
    """The counters of a side that are due, its leaders last: they come to their units."""
    found = [one for one in UNITS_OF[side] if p.hex[one] == LATER and p.due[one] <= p.turn]
    return [one for one in found if IS_TROOP[one]] + [one for one in found if not IS_TROOP[one]]


@enforces("SJW-2.2.7", "SJW-3.2", "SJW-13.5.R1", "SJW-13.5.R2", "SJW-22.1.U1", "SJW-22.1.C1")
def bring_in(p: SjwPosition) -> None:
    """One counter after another: where there is no choice it is placed or waits, else the owner is asked."""
    while p.waiting:
        unit = p.waiting[0]
        start = arrival_of(p, unit)
        p.side = SIDE_OF[unit]
        if p.hex[unit] != LATER or p.due[unit] > p.turn:
            p.waiting = p.waiting[1:]
        elif undeclared(p, start):
            if not is_held(p, start):
                p.push(DECLARE_ELSEWHERE)
                return
            go_elsewhere(p, start)
        else:
            hexes = open_hexes(p, start)
            if len(hexes) > 1 or may_delay(p, start):
                p.push(ARRIVE)
                return
            if hexes:
                arrive(p, start, hexes[0])
            else:
                wait(p, unit)
    see_to_leaders(p)


def arrival_of(p: SjwPosition, unit: int) -> Start:
    """When and where a counter arrives."""
    found = p.theatre.plan.arrival(unit)
    assert found is not None, f"{UNITS[unit]} arrives nowhere"
    return found


@enforces("SJW-3.2", "SJW-13.5.R1", "SJW-13.5.R2", "SJW-22.1.U1", "SJW-22.1.C1")
def open_hexes(p: SjwPosition, start: Start) -> list[int]:
    """Where a counter may arrive now: in one of its hexes without enemies, else in one of the others named for that."""
    if p.has(start.unit, DELAYED):
        return free_of_enemies(p, start.later or [start.elsewhere])
    return free_of_enemies(p, start.hexes) or free_of_enemies(p, start.otherwise)


def free_of_enemies(p: SjwPosition, names: list[str]) -> list[int]:
    """Those of these hexes in which no enemy unit is; the side is that of the phase."""
    return [hex for hex in p.theatre.hexes(names) if not p.presence.units(1 - p.side, hex)]


@enforces("SJW-22.1.C1")
def may_delay(p: SjwPosition, start: Start) -> bool:
    """May a counter come in a turn later, elsewhere?"""
    return bool(start.later) and not p.has(start.unit, DELAYED)


@enforces("SJW-3.2", "SJW-13.0.1", "SJW-13.5.R1")
def arrive(p: SjwPosition, start: Start, hex: int) -> None:
    """A counter comes in; all who were to come in with it follow where its own hex was held."""
    own = p.theatre.hexes(start.hexes)
    together = [start] if hex in own or not start.otherwise else companions(p, start)
    for one in together:
        if IS_TROOP[one.unit]:
            move_unit(p, one.unit, hex, ARRIVING, [])
        else:
            move_leader(p, one.unit, hex, "arrived", "SJW-3.2", {"unit": UNITS[one.unit]})
        p.due[one.unit] = 0
        p.flags[one.unit] &= ~DELAYED


@enforces("SJW-13.5.R1")
def companions(p: SjwPosition, start: Start) -> list[Start]:
    """Those listed with a counter for the same turn and place who are due with it, itself among them."""
    found: list[Start] = []
    for other in p.theatre.plan.arrivals:
        same = other.turn == start.turn and other.hexes == start.hexes and SIDE_OF[other.unit] == p.side
        if same and p.hex[other.unit] == LATER and p.due[other.unit] <= p.turn:
            found.append(other)
    return found


@enforces("SJW-3.2")
def wait(p: SjwPosition, unit: int) -> None:
    """Every hex is held by enemies: it waits a turn."""
    p.due[unit] = p.turn + 1
    if p.events is not None:
        p.tell("arrival_blocked", "SJW-3.2", {"unit": UNITS[unit]})


@enforces("SJW-22.1.C1")
def delay(p: SjwPosition, unit: int) -> None:
    """It comes in a turn later, elsewhere."""
    p.due[unit] = p.turn + 1
    p.flags[unit] |= DELAYED
    if p.events is not None:
        p.tell("arrival_elsewhere", "SJW-22.1.C1", {"unit": UNITS[unit], "turn": p.due[unit]})


# where a unit comes in


def arrive_options(p: SjwPosition) -> list[Option]:
    """The hexes open to the next arrival, and what else its owner may say."""
    unit = p.waiting[0]
    start = arrival_of(p, unit)
    words = p.ground.words
    hexes = open_hexes(p, start)
    found = [words.two(ARRIVE_AT, unit, hex) for hex in hexes]
    if may_delay(p, start):
        found.append(words.one(DELAY, unit))
    if not hexes:
        found.append(HOLD)
    return found


def arrive_candidates(p: SjwPosition) -> list[Option]:
    """Every hex the scenario names for it, for waiting and for another place."""
    unit = p.waiting[0]
    start = arrival_of(p, unit)
    words = p.ground.words
    names = [*start.hexes, *start.otherwise, *start.later]
    return [*(words.two(ARRIVE_AT, unit, hex) for hex in p.theatre.hexes(names)), words.one(DELAY, unit), HOLD]


@enforces("SJW-3.2", "SJW-13.5.R1", "SJW-13.5.R2", "SJW-22.1.C1")
def arrive_objections(p: SjwPosition, option: Option) -> list[Objection]:
    """Why the next arrival may not come in there, or not later."""
    unit = p.waiting[0]
    start = arrival_of(p, unit)
    if option.verb == "hold":
        return [forbid("SJW-3.2", "arrive_now", unit=UNITS[unit])] if open_hexes(p, start) else []
    if option.verb not in ("arrive", "delay"):
        return [forbid("SJW-3.2", "not_now")]
    if option.subject != unit:
        return [forbid("SJW-3.2", "arrives_first", unit=UNITS[unit])]
    if option.verb == "delay":
        return [] if may_delay(p, start) else [forbid("SJW-22.1.C1", "no_delay", unit=UNITS[unit])]
    if option.target in open_hexes(p, start):
        return []
    hex = p.ground.names[option.target]
    if p.presence.units(1 - p.side, option.target):
        return [forbid("SJW-3.2", "arrival_held", unit=UNITS[unit], to=hex)]
    return [forbid("SJW-3.2", "arrives_elsewhere", unit=UNITS[unit], to=hex)]


def choose_arrival(p: SjwPosition, option: Option) -> None:
    """The owner has said where the next arrival comes in, or that it does not yet."""
    unit = p.waiting[0]
    if option.verb == "arrive":
        arrive(p, arrival_of(p, unit), option.target)
    elif option.verb == "delay":
        delay(p, unit)
    else:
        wait(p, unit)
    bring_in(p)


# Heintzelman's corps: here, or all of it elsewhere


@enforces("SJW-22.1.U1")
def undeclared(p: SjwPosition, start: Start) -> bool:
    """Has a corps that may come in elsewhere still to say so? As soon as one of it has come in it has spoken."""
    if not start.elsewhere or p.has(start.unit, DELAYED):
        return False
    return all(p.hex[other.unit] == LATER for other in alike(p, start))


def alike(p: SjwPosition, start: Start) -> list[Start]:
    """All who may come in elsewhere together."""
    return [other for other in p.theatre.plan.arrivals if other.elsewhere == start.elsewhere]


@enforces("SJW-22.1.U1")
def is_held(p: SjwPosition, start: Start) -> bool:
    """Is its place in enemy hands: a unit there, or the marker of the objective?"""
    hex = p.theatre.hex(start.hexes[0])
    if p.presence.units(1 - p.side, hex):
        return True
    objectives = p.theatre.objectives
    return hex in objectives and p.control[objectives.index(hex)] == 1


@enforces("SJW-14.3", "SJW-22.1.U1")
def go_elsewhere(p: SjwPosition, start: Start) -> None:
    """All of them, each a turn later than it would have come."""
    for other in alike(p, start):
        p.due[other.unit] = max(p.due[other.unit], p.turn) + 1
        p.flags[other.unit] |= DELAYED
        if p.events is not None:
            facts: dict[str, str | int] = {"unit": UNITS[other.unit], "turn": p.due[other.unit]}
            p.tell("arrival_elsewhere", "SJW-22.1.U1", facts)


@enforces("SJW-22.1.U1")
def declare_objections(option: Option) -> list[Objection]:
    """Here or elsewhere, nothing else."""
    return [] if option.verb in ("arrive_here", "arrive_elsewhere") else [forbid("SJW-22.1.U1", "not_now")]


@enforces("SJW-22.1.U1")
def declare(p: SjwPosition, option: Option) -> None:
    """The Union has said where the corps comes in."""
    start = arrival_of(p, p.waiting[0])
    if option.verb == "arrive_elsewhere":
        go_elsewhere(p, start)
    else:
        for one in alike(p, start):
            if p.due[one.unit] <= p.turn:
                arrive(p, one, p.theatre.hex(one.hexes[0]))
    bring_in(p)
