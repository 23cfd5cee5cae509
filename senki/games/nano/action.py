"""What an action is, and the die of 6 (chapter 6)."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.nano.board import SIDE_OF, SIDES, TOWNS, UNITS
from senki.games.nano.movement import legal_mountain_moves, legal_moves, move_objections
from senki.games.nano.options import BATTLE, MOUNTAIN_MOVE, MOVE, PASS, STOP
from senki.games.nano.position import NanoPosition, contested, contested_towns

SIX = 6


@enforces("NANO-6.3")
def has_six(p: NanoPosition) -> bool:
    """What counts is the die of the side that acts."""
    return p.own_die == SIX


@enforces("NANO-5.7", "NANO-6.1", "NANO-6.2", "NANO-6.7")
def actions(p: NanoPosition) -> list[Option]:
    """Pass, or one normal move; with a 6 also a mountain move or a battle. Without a legal action only pass is left."""
    options = legal_moves(p, p.acting)
    if has_six(p):
        options += legal_mountain_moves(p, p.acting)
        for town in contested_towns(p):
            options.append(BATTLE[town])
    options.append(PASS)
    return options


@enforces("NANO-6.1", "NANO-6.2")
def moves_allowed(p: NanoPosition, option: Option) -> int:
    """One normal move, or up to two with a 6; a mountain move stands alone."""
    return 2 if option.verb == "move" and has_six(p) else 1


@enforces("NANO-6.4", "NANO-6.5a")
def second_moves(p: NanoPosition) -> list[Option]:
    """After a completed first move: any legal normal move by any unit, or stop."""
    options = legal_moves(p, p.acting)
    options.append(STOP)
    return options


@enforces("NANO-6.6")
def battle_objections(p: NanoPosition, town: int) -> list[Objection]:
    """Any contested town may be chosen, also one that will be lost."""
    return [] if contested(p, town) else [forbid("NANO-6.6", town=TOWNS[town])]


@enforces("NANO-5.8")
def other_sides_unit(p: NanoPosition, unit: int) -> list[Objection]:
    """One side acts in a round; the other does not answer within it."""
    if SIDE_OF[unit] == p.acting:
        return []
    return [forbid("NANO-5.8", unit=UNITS[unit], side=SIDES[p.acting])]


@enforces("NANO-5.4", "NANO-6.1")
def action_objections(p: NanoPosition, option: Option) -> list[Objection]:
    """Why an action may not be chosen now."""
    if option.verb == "pass":
        return []
    if option.verb == "battle":
        found = [] if has_six(p) else [forbid("NANO-6.1", "battle_needs_six", die=str(p.own_die))]
        return found + battle_objections(p, option.target)
    if option.verb == "move":
        return other_sides_unit(p, option.subject) + move_objections(p, option.subject, option.target)
    if option.verb == "mountain":
        found = [] if has_six(p) else [forbid("NANO-6.1", "mountain_needs_six", die=str(p.own_die))]
        return found + other_sides_unit(p, option.subject) + move_objections(p, option.subject, option.target)
    return [forbid("NANO-5.4", side=SIDES[p.acting])]


@enforces("NANO-6.5a")
def second_move_objections(p: NanoPosition, option: Option) -> list[Objection]:
    """One kind of action at a time: the second move of a 6 is a normal move, or it is left out."""
    if option.verb == "stop":
        return []
    if option.verb == "move":
        return other_sides_unit(p, option.subject) + move_objections(p, option.subject, option.target)
    return [forbid("NANO-6.5a")]


def action_candidates(p: NanoPosition) -> list[Option]:
    """Everything that might be tried as an action: any unit to any town, any battle."""
    options: list[Option] = [PASS, STOP]
    for unit in range(len(UNITS)):
        options += MOVE[unit]
        options += MOUNTAIN_MOVE[unit]
    return options + BATTLE
