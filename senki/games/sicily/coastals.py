"""What is settled before the first turn: the coastal regiments (3.2) and the beaches of a variable landing (3.6)."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option, Roll
from senki.games.sicily.areas import area_objections, may_come
from senki.games.sicily.counters import COASTALS, COUNT, HEX, IS_REGIMENT, UNITS, WAVE_1, WHEN
from senki.games.sicily.losses import book, points_lost
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.options import DONE, SHIFT_LANDING, coastal_roll
from senki.games.sicily.position import COASTAL, DEAD, OUT, WAITING, SicilyPosition, put
from senki.games.sicily.steps import COASTAL_DRAW, PLAN_LANDING
from senki.games.sicily.tables import TABLES

SHIFT: Final[int] = int(TABLES["landing"]["shift"])
LANDING_REGIMENTS: Final[list[int]] = [unit for unit in range(COUNT) if WHEN[unit] == WAVE_1 and IS_REGIMENT[unit]]


# coastal regiments


@enforces("SIC-3.2")
def count_coastals(p: SicilyPosition, kept: int) -> None:
    """So many of the coastal regiments are there, drawn one by one."""
    p.task = min(kept, len(undrawn(p)))
    if p.events is not None:
        p.tell("coastals_counted", "SIC-3.2", {"kept": p.task, "all": len(undrawn(p))})
    draw_next(p)


def undrawn(p: SicilyPosition) -> list[int]:
    """The coastal regiments that have not been drawn, by their numbers in COASTALS."""
    return [number for number, unit in enumerate(COASTALS) if p.hex[unit] == WAITING]


def next_coastal(p: SicilyPosition) -> Roll:
    """One of those that are left, each as likely."""
    return coastal_roll(undrawn(p))


@enforces("SIC-3.2", "SIC-3.7")
def place_coastal(p: SicilyPosition, number: int) -> None:
    """It stands in its hex; one from beyond the sheet does not take part."""
    unit = COASTALS[number]
    hex = p.aim[unit]
    p.aim[unit] = NOBODY
    put(p, unit, hex if hex >= 0 else OUT)
    p.task -= 1
    if p.events is not None and hex >= 0:
        p.tell("coastal_placed", "SIC-3.2", {"unit": UNITS[unit], "hex": p.ground.names[hex]})
    draw_next(p)


@enforces("SIC-3.2", "SIC-26.2")
def draw_next(p: SicilyPosition) -> None:
    """Another draw, or the rest counts as eliminated and brings the Allies points."""
    if p.task > 0:
        p.push(COASTAL_DRAW)
        return
    removed = [COASTALS[number] for number in undrawn(p)]
    points = 0
    for unit in removed:
        if p.aim[unit] < 0:
            put(p, unit, OUT)
            continue
        put(p, unit, DEAD)
        p.left[unit] = 0
        p.aim[unit] = NOBODY
        points += points_lost(unit)
    book(p, COASTAL, points)
    if p.events is not None:
        gone = [UNITS[unit] for unit in removed if p.hex[unit] == DEAD]
        if gone:
            p.tell("coastals_removed", "SIC-3.2", {"units": " ".join(gone), "points": points})


# a variable landing


def planned_unit(p: SicilyPosition) -> int:
    """The regiment of the first wave whose beach is asked for."""
    return LANDING_REGIMENTS[p.task]


@enforces("SIC-3.6")
def shift_objections(p: SicilyPosition, option: Option) -> list[Objection]:
    """Any beach of its army's area within four hexes of its own."""
    if option.verb == "done":
        return []
    unit = planned_unit(p)
    if option.verb != "shift":
        return [forbid("SIC-3.6", "not_now")]
    if option.subject != unit:
        return [forbid("SIC-3.6", "planned_first", unit=UNITS[unit])]
    hex = option.target
    name = p.ground.names[hex]
    found: list[Objection] = []
    if not p.ground.beach[hex]:
        found.append(forbid("SIC-4.3", "no_beach", unit=UNITS[unit], hex=name))
    if p.ground.distance(printed_hex(p, unit), hex) > SHIFT:
        found.append(forbid("SIC-3.6", "shift_too_far", unit=UNITS[unit], hex=name, most=str(SHIFT)))
    if p.ground.land[hex]:
        found += area_objections(p, unit, hex)
    return found


def printed_hex(p: SicilyPosition, unit: int) -> int:
    """The hex on its counter."""
    return p.ground.number(HEX[unit])


def shift_options(p: SicilyPosition) -> list[Option]:
    """Its own beach among those it may be shifted to, and no more shifts."""
    unit = planned_unit(p)
    own = printed_hex(p, unit)
    words, ground = p.ground.words, p.ground
    found = [
        words.two(SHIFT_LANDING, unit, hex)
        for hex in range(ground.size)
        if ground.beach[hex] and ground.distance(own, hex) <= SHIFT and may_come(p, unit, hex)
    ]
    return [*found, DONE]


def shift_candidates(p: SicilyPosition) -> list[Option]:
    """Every hex nearly near enough."""
    unit = planned_unit(p)
    own = printed_hex(p, unit)
    ground = p.ground
    near = [hex for hex in range(ground.size) if ground.distance(own, hex) <= SHIFT + 1]
    return [*(ground.words.two(SHIFT_LANDING, unit, hex) for hex in near), DONE]


@enforces("SIC-3.6")
def shift(p: SicilyPosition, option: Option) -> None:
    """One regiment after another is given its beach; the rest keep theirs."""
    if option.verb == "done":
        p.task = 0
        return
    unit = planned_unit(p)
    moved = p.aim[unit] != option.target
    p.aim[unit] = option.target
    if p.events is not None and moved:
        p.tell("landing_shifted", "SIC-3.6", {"unit": UNITS[unit], "hex": p.ground.names[option.target]})
    p.task += 1
    if p.task < len(LANDING_REGIMENTS):
        p.push(PLAN_LANDING)
    else:
        p.task = 0
