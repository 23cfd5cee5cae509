"""Surprise on turn 1 (19.2)."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.engine.tasks import first_of, pair, second_of
from senki.games.shiloh.counters import CSA, KIND, TROOPS, UNITS, USA
from senki.games.shiloh.morale import disrupt
from senki.games.shiloh.options import ADVANCE, HALT
from senki.games.shiloh.position import SHAKEN, ShilohPosition, enemies_in, put
from senki.games.shiloh.steps import END_MOVEMENT
from senki.games.shiloh.tables import STACKING
from senki.games.shiloh.tasks import ROUT, SURPRISE, SURPRISE_MOVE, add
from senki.games.shiloh.zones import zone_holders

SURPRISE_TURN = 1


@enforces("SHI-19.2.4")
def surprise_reigns(p: ShilohPosition) -> bool:
    """Only in the Confederate Movement Phase of turn 1."""
    return p.turn == SURPRISE_TURN and p.side == CSA and END_MOVEMENT in p.stack


@enforces("SHI-19.2.1", "SHI-17.3.5c")
def surprise_checks(p: ShilohPosition, fighters: list[int], hex: int) -> None:
    """Every Union unit whose zone is entered checks once for each Confederate unit that enters."""
    if not surprise_reigns(p):
        return
    for unit in reversed(zone_holders(p, USA, hex)):
        for _ in fighters:
            add(p, SURPRISE, unit)


@enforces("SHI-19.2.2")
def surprised(p: ShilohPosition, unit: int) -> None:
    """The first failure disrupts; the second routs, and the Confederates next to it may advance."""
    if not p.flags[unit] & SHAKEN:
        p.flags[unit] |= SHAKEN
        disrupt(p, unit, "SHI-19.2.2")
        return
    note_neighbours(p, p.hex[unit])
    add(p, SURPRISE_MOVE, b=p.hex[unit])
    add(p, ROUT, unit)


@enforces("SHI-19.2.2")
def note_neighbours(p: ShilohPosition, vacated: int) -> None:
    """Every Confederate combat unit then adjacent to the hex may advance."""
    for unit in TROOPS[CSA]:
        hex = p.hex[unit]
        if hex >= 0 and p.ground.distance(hex, vacated) == 1:
            p.advances.append(pair(unit, vacated))


@enforces("SHI-19.2.2", "SHI-19.2.3")
def first_hexes(p: ShilohPosition, vacated: int) -> list[int]:
    """The units that may advance into the hex just vacated: still adjacent, and it must admit them.

    Stacking counts at the end of an advance: into a full hex go only those who can go on at once.
    """
    found: list[int] = []
    full = p.presence.units(CSA, vacated) >= STACKING
    if enemies_in(p, CSA, vacated):
        return found
    for entry in p.advances:
        unit = first_of(entry)
        hex = p.hex[unit]
        if second_of(entry) != vacated or hex < 0 or p.ground.distance(hex, vacated) != 1:
            continue
        d = p.ground.direction(hex, vacated)
        if p.ground.passable[KIND[unit]][6 * hex + d] and not (full and not onward(p, unit, vacated)):
            found.append(unit)
    return found


@enforces("SHI-19.2.3")
def second_hexes(p: ShilohPosition, unit: int) -> list[int]:
    """Where a unit that has advanced may go on."""
    return onward(p, unit, p.hex[unit])


@enforces("SHI-19.2.3", "SHI-5.1")
def onward(p: ShilohPosition, unit: int, hex: int) -> list[int]:
    """Any neighbour of a hex that admits the unit, free of the enemy, with room for it."""
    found: list[int] = []
    for d in range(6):
        to = p.ground.next[6 * hex + d]
        if to < 0 or not p.ground.passable[KIND[unit]][6 * hex + d]:
            continue
        if not enemies_in(p, CSA, to) and p.presence.units(CSA, to) < STACKING:
            found.append(to)
    return found


def surprise_options(p: ShilohPosition, vacated: int, second: int) -> list[Option]:
    """Who advances where; or nobody more."""
    found: list[Option] = [] if second >= 0 and crowded(p, second) else [HALT]
    if second >= 0:
        found += [p.ground.words.two(ADVANCE, second, hex) for hex in second_hexes(p, second)]
    else:
        found += [p.ground.words.two(ADVANCE, unit, vacated) for unit in first_hexes(p, vacated)]
    return found


@enforces("SHI-5.1")
def crowded(p: ShilohPosition, unit: int) -> bool:
    """Is the hex of an advancing unit over-stacked, so that it has to go on?"""
    return p.presence.units(CSA, p.hex[unit]) > STACKING


def end_advances(p: ShilohPosition, vacated: int) -> None:
    """Nobody more advances after this rout."""
    p.advances = [entry for entry in p.advances if second_of(entry) != vacated]


@enforces("SHI-19.2.3")
def surprise_objections(p: ShilohPosition, option: Option, vacated: int, second: int) -> list[Objection]:
    """Why a unit may not make this advance."""
    if option.verb == "halt":
        return [forbid("SHI-5.1", to=p.ground.names[p.hex[second]])] if second >= 0 and crowded(p, second) else []
    if option.verb != "advance":
        return [forbid("SHI-19.2.3", "advance_now")]
    unit, to = option.subject, option.target
    if second >= 0:
        if unit == second and to in second_hexes(p, unit):
            return []
    elif to == vacated and unit in first_hexes(p, vacated):
        return []
    return [forbid("SHI-19.2.3", unit=UNITS[unit], to=p.ground.names[to])]


def surprise_step(p: ShilohPosition, unit: int, to: int) -> None:
    """Move the advancing unit."""
    origin = p.hex[unit]
    entry = pair(unit, to)
    if entry in p.advances:
        p.advances.remove(entry)
    put(p, unit, to)
    if p.events is not None:
        p.tell(
            "advanced", "SHI-19.2.3", {"unit": UNITS[unit], "origin": p.ground.names[origin], "to": p.ground.names[to]}
        )
