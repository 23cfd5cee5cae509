"""What a turn begins with (2.2, 21.1, 21.3, 23.6, 25.1) and the order of the record phase (2.2)."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import enforces
from senki.games.sicily.airfields import count_airfields, give_air_points, may_bomb
from senki.games.sicily.boundary import boundary_options, force_boundary, limit_by_date, may_redraw
from senki.games.sicily.capture import is_allied, is_usable
from senki.games.sicily.collapse import has_collapse_checks
from senki.games.sicily.counters import ARMY_OF_NATION, DEPOTS_OF, NATIONS, UK_ARMY, US_ARMY
from senki.games.sicily.endrun_numbers import has_numbers
from senki.games.sicily.ground import LARGE_PORT
from senki.games.sicily.interdiction import may_interdict
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.position import REPLACEMENTS, SicilyPosition
from senki.games.sicily.steps import BOMBING, BOUNDARY, COLLAPSE, INTERDICTION, NUMBERS, VARIABLE_DIE
from senki.games.sicily.tables import POINT_TURNS, TABLES
from senki.games.sicily.variable import has_variable_roll
from senki.games.sicily.victory import award_tactical

NAVAL: Final[dict[str, int]] = {str(name): int(number) for name, number in TABLES["naval"].items()}
NEW_POINTS: Final[list[list[int]]] = [list(TABLES["replacements"][name]) for name in REPLACEMENTS]
"""By kind of replacement: the turns that bring a point."""
ARMY_OF_POINTS: Final[list[int]] = [ARMY_OF_NATION[NATIONS.index(name[:2].upper())] for name in REPLACEMENTS]


@enforces("SIC-21.3", "SIC-25.1", "SIC-13.4")
def begin_day(p: SicilyPosition) -> None:
    """What a new turn brings before its weather: what held for a turn is over, points come in."""
    p.ran, p.entered, p.replaced, p.depots_back = 0, 0, 0, 0
    p.drops = NOBODY
    p.bombing, p.bombers, p.interdiction, p.task = 0, 0, 0, 0
    limit_by_date(p)
    p.naval = naval_points(p)
    p.port_call = int(may_call_port(p))
    for kind in range(len(REPLACEMENTS)):
        if ARMY_OF_POINTS[kind] in p.theatre.plan.armies:
            p.replacements[kind] += NEW_POINTS[kind].count(p.turn)


@enforces("SIC-21.1")
def naval_points(p: SicilyPosition) -> list[int]:
    """Naval gunfire of this turn: the US on the first five, and one more from a usable large port; the British one."""
    us = NAVAL["us_points"] if p.turn <= NAVAL["us_until"] else 0
    if any(is_in_large_port(p, depot) for depot in DEPOTS_OF[US_ARMY]):
        us += NAVAL["us_port"]
    return [us, NAVAL["uk_points"] if UK_ARMY in p.theatre.plan.armies else 0]


def is_in_large_port(p: SicilyPosition, depot: int) -> bool:
    """Does a depot stand in a large port that can be used?"""
    hex = p.hex[depot]
    return hex >= 0 and p.ground.port[hex] == LARGE_PORT and is_usable(p, hex)


@enforces("SIC-23.6")
def may_call_port(p: SicilyPosition) -> bool:
    """Did a British depot stand in a usable large port at the end of the turn before? Nothing moves it until the Allied
    movement phase, so that it still does."""
    for depot in DEPOTS_OF[UK_ARMY]:
        hex = p.hex[depot]
        if hex < 0 or p.ground.port[hex] != LARGE_PORT or not is_allied(p, hex):
            continue
        if p.opens[p.ground.ports.index(hex)] < p.turn:
            return True
    return False


@enforces("SIC-2.2")
def keep_records(p: SicilyPosition) -> None:
    """The Allied segment: airfields, tactical points, declarations, boundary, end-run numbers; then the Axis segment:
    variable reinforcements and collapse. What needs no decision is done at once."""
    count_airfields(p)
    give_air_points(p)
    if p.turn in POINT_TURNS:
        award_tactical(p, 1)
    settled = force_boundary(p)
    if has_collapse_checks(p):
        p.push(COLLAPSE)
    if has_variable_roll(p):
        p.push(VARIABLE_DIE)
    if has_numbers(p):
        p.push(NUMBERS)
    if not settled and may_redraw(p) and len(boundary_options(p)) > 1:
        p.push(BOUNDARY)
    if may_interdict(p):
        p.push(INTERDICTION)
    if may_bomb(p):
        p.push(BOMBING)
