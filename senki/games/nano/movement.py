"""Movement (chapter 7)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.nano.board import (
    FREDERICKSBURG,
    MOUNTAIN,
    NORTH,
    OFF,
    OPEN,
    ROAD,
    ROAD_BIT,
    SIDE_OF,
    TOWNS,
    UNITS,
    UNITS_OF,
)
from senki.games.nano.enemies import arrive, attacker_objections, leave, road_held_by_enemy
from senki.games.nano.options import MOUNTAIN_MOVE, MOUNTAIN_MOVES_FROM, MOVE, MOVES_FROM
from senki.games.nano.position import NanoPosition, roads_held
from senki.games.nano.victory import leave_fredericksburg

SUCCESS: Final = 4


def legal_moves(p: NanoPosition, side: int) -> list[Option]:
    """All normal moves of a side, quickly; `move_objections` says the same rule by rule."""
    return _list_moves(p, side, MOVE, MOVES_FROM)


def legal_mountain_moves(p: NanoPosition, side: int) -> list[Option]:
    """All mountain moves of a side: the same ways as normal moves (NANO-7.4)."""
    return _list_moves(p, side, MOUNTAIN_MOVE, MOUNTAIN_MOVES_FROM)


def _list_moves(
    p: NanoPosition, side: int, one: list[list[Option]], all_from: list[list[list[Option]]]
) -> list[Option]:
    moves: list[Option] = []
    shut = roads_held(p, 1 - side)
    towns, came_by = p.town, p.came_by
    for unit in UNITS_OF[side]:
        here = towns[unit]
        if here == OFF:
            continue
        back = came_by[unit]
        if back >= 0:
            if OPEN[here][back]:
                moves.append(one[unit][back])
        elif not shut:
            moves.extend(all_from[unit][here])
        else:
            roads = ROAD[here]
            for move in all_from[unit][here]:
                if not shut & ROAD_BIT[roads[move.target]]:
                    moves.append(move)
    return moves


@enforces("NANO-7.1", "NANO-7.3", "NANO-7.5")
def move_objections(p: NanoPosition, unit: int, to: int) -> list[Objection]:
    """Why a unit may not go to a town; the same for a declared attempt on a mountain road. It may have moved before."""
    here = p.town[unit]
    if here == OFF:
        clause = "NANO-11.1" if SIDE_OF[unit] == NORTH else "NANO-11.4"
        return [forbid(clause, "off_map", unit=UNITS[unit])]
    if ROAD[here][to] < 0:
        return [forbid("NANO-7.1", unit=UNITS[unit], here=TOWNS[here], to=TOWNS[to])]
    return one_way_objections(p, unit, to) + attacker_objections(p, unit, to) + road_held_by_enemy(p, unit, to)


@enforces("NANO-7.6", "NANO-7.7")
def one_way_objections(p: NanoPosition, unit: int, to: int) -> list[Objection]:
    """The road from Fredericksburg is used in that direction only, even by an attacker that came along it."""
    here = p.town[unit]
    if OPEN[here][to]:
        return []
    clause = "NANO-7.7" if p.came_by[unit] == to else "NANO-7.6"
    return [forbid(clause, unit=UNITS[unit], here=TOWNS[here], to=TOWNS[to])]


@enforces("NANO-7.2", "NANO-7.4", "NANO-8.7")
def needs_roll(p: NanoPosition, option: Option) -> bool:
    """A normal move over a mountain road needs a die, also back along an attacker's own road; a mountain move none."""
    return option.verb == "move" and MOUNTAIN[ROAD[p.town[option.subject]][option.target]]


@enforces("NANO-7.2")
def crosses(p: NanoPosition, die: int) -> bool:
    """4 or more crosses the mountain road; otherwise nobody moves and the action is over."""
    success = die >= SUCCESS
    if p.events is not None:
        facts: dict[str, str | int] = {"unit": UNITS[p.mover], "to": TOWNS[p.heading], "die": die}
        p.tell("crossed" if success else "held_up", "NANO-7.2", facts)
    return success


@enforces("NANO-7.1")
def move(p: NanoPosition, unit: i64, to: i64) -> None:
    """Move one unit to an adjacent town; what it becomes there follows from who is there."""
    origin = p.town[unit]
    leave(p, unit)
    arrive(p, unit, origin, to)
    if origin == FREDERICKSBURG:
        leave_fredericksburg(p, unit)
