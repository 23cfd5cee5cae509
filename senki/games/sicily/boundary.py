"""The boundary between the armies and the end of the US limit (15.2, 15.5 to 15.9)."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sicily.capture import is_allied
from senki.games.sicily.counters import ALLIES, ARMY, AXIS, UK_ARMY, UNITS, UNITS_OF, US_ARMY
from senki.games.sicily.ground import Ground
from senki.games.sicily.options import DRAW_BOUNDARY, KEEP_BOUNDARY, LINES
from senki.games.sicily.position import NORTH, SicilyPosition, exerts
from senki.games.sicily.tables import TABLES

SIRACUSA_LINE: Final[int] = LINES.index("siracusa")
CATANIA_LINE: Final[int] = LINES.index(str(TABLES["limits"]["boundary_catania"]))
DELAY: Final[int] = int(TABLES["limits"]["link_up_delay"])
LIMIT_ENDS: Final[int] = int(TABLES["limits"]["limit_ends"])
REACH: Final[int] = int(TABLES["limits"]["boundary_reach"])


# the link-up


@enforces("SIC-15.5")
def us_coast(p: SicilyPosition) -> list[int]:
    """Coastal hexes the US holds: with a unit of theirs, or in a zone of theirs and free of enemies."""
    found = [False] * p.ground.size
    for unit in UNITS_OF[ALLIES]:
        if ARMY[unit] == US_ARMY and p.hex[unit] >= 0:
            found[p.hex[unit]] = True
            if exerts(p, unit):
                for to in p.ground.reached[p.hex[unit]]:
                    found[to] = True
    return [hex for hex in range(p.ground.size) if found[hex] and p.ground.coast[hex] and is_linking(p, hex)]


@enforces("SIC-15.5")
def is_linking(p: SicilyPosition, hex: int) -> bool:
    """May a hex be part of the line that links the armies: Allied unit or zone, and no enemy? A depot is no unit."""
    if not p.ground.land[hex] or p.presence.units(AXIS, hex):
        return False
    if p.presence.zones(ALLIES, hex):
        return True
    return p.presence.units(ALLIES, hex) > 0 and any(p.hex[unit] == hex for unit in UNITS_OF[ALLIES])


@enforces("SIC-15.5")
def has_linked(p: SicilyPosition) -> bool:
    """Does an unbroken line of Allied hexes run from a coastal hex of the US to the east coast?"""
    waiting = us_coast(p)
    seen = set(waiting)
    while waiting:
        hex = waiting.pop()
        if p.ground.east_coast[hex]:
            return True
        for to in p.ground.around[hex]:
            if to not in seen and is_linking(p, to):
                seen.add(to)
                waiting.append(to)
    return False


def owns(p: SicilyPosition, hex: int) -> bool:
    """Do the Allies own a place that may lie off this sheet?"""
    return hex >= 0 and is_allied(p, hex)


# what happens by itself


@enforces("SIC-15.5", "SIC-15.6", "SIC-2.2")
def force_boundary(p: SicilyPosition) -> bool:
    """The changes of the link-up, when they are due; true if the boundary is settled for this record phase. Once the
    limit has ended without a link-up (15.7) the line is the Allied player's to draw and a link-up forces nothing."""
    if p.delayed:
        if p.turn > p.limit_until:
            p.delayed = 0
            link(p, True)
        return True
    if p.linked or not p.us_limit or not has_linked(p):
        return False
    p.linked = p.turn
    if p.events is not None:
        p.tell("linked_up", "SIC-15.5", {"turn": p.turn})
    link(p, False)
    return True


@enforces("SIC-15.5", "SIC-15.6")
def link(p: SicilyPosition, waited: bool) -> None:
    """By what has fallen: a delay (once), the line of Siracusa and a last turn of the limit, or column 41 at once."""
    if owns(p, p.ground.catania):
        draw(p, CATANIA_LINE)
        end_limit(p, "SIC-15.5")
    elif waited or owns(p, p.ground.siracusa) or owns(p, p.ground.augusta):
        draw(p, SIRACUSA_LINE)
        p.limit_until = p.turn + 1
    else:
        p.delayed = 1
        p.limit_until = p.turn + DELAY


@enforces("SIC-15.5")
def lift_limit(p: SicilyPosition) -> None:
    """At the end of its last turn the US limit ends."""
    if p.us_limit and not p.delayed and p.limit_until and p.turn >= p.limit_until:
        end_limit(p, "SIC-15.5")


@enforces("SIC-15.7")
def limit_by_date(p: SicilyPosition) -> None:
    """Without a link-up the limit ends at the start of turn 7."""
    if p.us_limit and not p.linked and p.turn >= LIMIT_ENDS:
        end_limit(p, "SIC-15.7")


def end_limit(p: SicilyPosition, clause: str) -> None:
    """The US limit is no more."""
    if not p.us_limit:
        return
    p.us_limit = 0
    for unit in UNITS_OF[ALLIES]:
        p.flags[unit] &= ~NORTH
    if p.events is not None:
        p.tell("limit_ended", clause, {"turn": p.turn})


def draw(p: SicilyPosition, line: int) -> None:
    """The armies are divided by this line from now on; on a sheet that lacks it nothing changes."""
    if line == p.boundary or not p.ground.legal_line[line]:
        return
    p.boundary = line
    if p.events is not None:
        p.tell("boundary_drawn", "SIC-15.2", {"line": LINES[line]})


# the choice of the Allied player


@enforces("SIC-15.8")
def may_redraw(p: SicilyPosition) -> bool:
    """After the US limit has ended, where two armies share the island."""
    return not p.us_limit and UK_ARMY in p.theatre.plan.armies and US_ARMY in p.theatre.plan.armies


@enforces("SIC-15.8")
def is_within_reach(ground: Ground, line: int, army: int, hex: int) -> bool:
    """Is a hex at most so far from the area its army would have? Looked up once for each hex of a map."""
    key = (line, army, hex)
    known = ground.within_reach.get(key)
    if known is None:
        known = ground.within_reach[key] = has_area_near(ground, line, army, hex)
    return known


def has_area_near(ground: Ground, line: int, army: int, hex: int) -> bool:
    """Is there land of an army's area at most so far from a hex?"""
    area = ground.area[line]
    ring = [hex]
    seen = {hex}
    for _ in range(REACH + 1):
        beyond: list[int] = []
        for one in ring:
            if ground.land[one] and area[one] == army:
                return True
            for to in ground.around[one]:
                if to not in seen:
                    seen.add(to)
                    beyond.append(to)
        ring = beyond
    return False


@enforces("SIC-15.8")
def stranded(p: SicilyPosition, line: int) -> int:
    """An Allied unit that a line would leave too far from its area, -1 if there is none."""
    area = p.ground.area[line]
    for unit in UNITS_OF[ALLIES]:
        hex = p.hex[unit]
        if hex >= 0 and area[hex] != ARMY[unit] and not is_within_reach(p.ground, line, ARMY[unit], hex):
            return unit
    return -1


@enforces("SIC-15.8", "SIC-15.9")
def boundary_options(p: SicilyPosition) -> list[Option]:
    """No change, and every ready line that may be drawn now."""
    found = [KEEP_BOUNDARY]
    words = p.ground.words
    for line in range(len(LINES)):
        if line != p.boundary and p.ground.legal_line[line] and stranded(p, line) < 0:
            found.append(words.one(DRAW_BOUNDARY, line))
    return found


def boundary_candidates(p: SicilyPosition) -> list[Option]:
    """No change and every line with a name."""
    words = p.ground.words
    return [KEEP_BOUNDARY, *(words.one(DRAW_BOUNDARY, line) for line in range(len(LINES)))]


@enforces("SIC-15.8", "SIC-15.9")
def boundary_objections(p: SicilyPosition, option: Option) -> list[Objection]:
    """A new line must divide the island and leave nobody far from the area of its army."""
    if option.verb == KEEP_BOUNDARY.verb:
        return []
    if option.verb != DRAW_BOUNDARY.verb:
        return [forbid("SIC-15.8", "not_now")]
    line = option.target
    if line == p.boundary:
        return [forbid("SIC-15.8", "same_boundary", line=LINES[line])]
    if not p.ground.legal_line[line]:
        return [forbid("SIC-15.9", "broken_line", line=LINES[line])]
    unit = stranded(p, line)
    if unit >= 0:
        return [forbid("SIC-15.8", "stranded", line=LINES[line], unit=UNITS[unit])]
    return []


def choose_boundary(p: SicilyPosition, option: Option) -> None:
    """The Allied player has said where the line runs."""
    if option.verb != KEEP_BOUNDARY.verb:
        draw(p, option.target)
