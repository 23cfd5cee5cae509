"""Limits of the scenarios (13, 22): one function for each kind. What frees a unit from its limit is in entering.py."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.ground import NOWHERE
from senki.engine.clauses import Objection, enforces, forbid
from senki.games.sjw.campaign import Limit
from senki.games.sjw.counters import CSA, SIDE_OF, UNITS
from senki.games.sjw.position import ACTED, DEAD, FAILED, MARCHED, SjwPosition
from senki.games.sjw.tables import EXTENDED_FROM
from senki.games.sjw.undertaking import NOBODY
from senki.games.sjw.zones import in_enemy_zone

MARCHING: Final = 0
RETREAT_HOW: Final = 1
ADVANCE_HOW: Final = 2
RAIL_HOW: Final = 3
ARRIVING: Final = 4
"""Ways of entering a hex (2.9)."""

NO_LIMITS: Final[list[Limit]] = []
AREAS: Final = ["hex_limit", "county_limit", "forbidden_zone"]
"""Kinds that close hexes."""
DISTRICT: Final = 1 << 40
"""Beside the limits of a scenario: the defences of the District, closed to Confederates."""


def in_force(p: SjwPosition, kind: str) -> list[Limit]:
    """The limits of a kind in this turn."""
    return p.theatre.plan.in_force[p.turn].get(kind, NO_LIMITS)


@enforces("SJW-21.1.3")
def subject(p: SjwPosition, unit: int) -> int:
    """Whom the scenario means: the unit itself, or the one a substitute was detached from."""
    parent = p.parent[unit]
    return parent if parent != NOBODY else unit


@enforces("SJW-13.0.9", "SJW-13.5.3")
def holds(p: SjwPosition, limit: Limit, unit: int) -> bool:
    """Is a unit under a limit? Not once it has been released."""
    one = subject(p, unit)
    return limit.holds[one] and not p.freed[one] >> limit.number & 1


def first_that_holds(p: SjwPosition, kind: str, unit: int) -> Limit | None:
    """The first limit of a kind that a unit is under in this turn."""
    for limit in in_force(p, kind):
        if holds(p, limit, unit):
            return limit
    return None


# who may act


@enforces(
    "SJW-13.1.3", "SJW-13.2.2", "SJW-13.2.3", "SJW-13.2.4", "SJW-13.4.3", "SJW-13.5.3a", "SJW-13.5.3c", "SJW-13.5.3d",
    "SJW-13.5.3f", "SJW-13.5.3h", "SJW-13.5.4b", "SJW-22.1.1", "SJW-22.1.3b", "SJW-22.1.3c", "SJW-22.1.3d",
    "SJW-22.1.3e",
)  # fmt: skip
def barred(p: SjwPosition, unit: int) -> Objection | None:
    """Why a unit or a leader may not act now, if the scenario says so."""
    limit = first_that_holds(p, "barred", unit)
    if limit is not None:
        return forbid(limit.clause, "barred", unit=UNITS[unit])
    return solo_barred(p, unit)


@enforces("SJW-13.3.1", "SJW-13.4.1", "SJW-13.5.1", "SJW-22.1.1", "SJW-22.1.2")
def solo_barred(p: SjwPosition, unit: int) -> Objection | None:
    """In a turn for one side the other may not act, nor those of this side who are not named."""
    for limit in in_force(p, "solo_turn"):
        if SIDE_OF[unit] != limit.side:
            return forbid(limit.clause, "others_turn", unit=UNITS[unit])
        if not named(p, limit, unit):
            return forbid(limit.clause_within, "barred", unit=UNITS[unit])
    return None


@enforces("SJW-13.5.1", "SJW-22.1.2")
def named(p: SjwPosition, limit: Limit, unit: int) -> bool:
    """May this one act in a turn for its side? Where counties are named, those who were set up in them may."""
    one = subject(p, unit)
    if limit.only_units:
        return one in limit.only_units
    if not limit.only_counties or one in limit.also_units:
        return True
    set_up = p.theatre.set_up[one]
    return county_of(p, set_up if set_up != NOWHERE else p.hex[unit]) in limit.only_counties


def county_of(p: SjwPosition, hex: int) -> str:
    """The county of a hex, by its id; empty off the map."""
    return p.ground.counties[p.ground.county[hex]] if hex >= 0 and p.ground.county[hex] >= 0 else ""


@enforces("SJW-4.5", "SJW-13.3.1", "SJW-13.4.1", "SJW-13.5.1", "SJW-22.1.1")
def solo_side(p: SjwPosition) -> int:
    """The side that alone acts in this turn, or NOBODY."""
    for limit in in_force(p, "solo_turn"):
        return limit.side
    return NOBODY


@enforces("SJW-13.2.1")
def given_initiative(p: SjwPosition) -> int:
    """The side that has the first initiative of the game without dice, or NOBODY once anybody has acted."""
    for limit in in_force(p, "automatic_initiative"):
        begun = any(flags & (ACTED | FAILED) for flags in p.flags) or DEAD in p.hex
        return NOBODY if begun else limit.side
    return NOBODY


@enforces("SJW-9.4", "SJW-13.3.6", "SJW-13.4.1", "SJW-22.1.2")
def entrench_barred(p: SjwPosition, unit: int) -> Objection | None:
    """Why a unit may not entrench in this turn, if the scenario says so."""
    limit = first_that_holds(p, "no_entrenching", unit)
    for other in in_force(p, "barred"):
        if limit is None and other.entrench and holds(p, other, unit):
            limit = other
    if limit is not None:
        return forbid(limit.clause, "no_entrenching", unit=UNITS[unit])
    for solo in in_force(p, "solo_turn"):
        if solo.entrench and SIDE_OF[unit] == solo.side and not named(p, solo, unit):
            return forbid(solo.clause_within, "no_entrenching", unit=UNITS[unit])
    return None


# what they may do


@enforces("SJW-13.1.1", "SJW-13.3.3")
def extended_barred(p: SjwPosition, unit: int) -> Objection | None:
    """Why a unit may not march now: it would be an extended march, which the scenario forbids."""
    limit = first_that_holds(p, "no_extended_march", unit)
    if limit is None or p.fatigue[unit] + 1 < EXTENDED_FROM:
        return None
    return forbid(limit.clause, "no_extended_march", unit=UNITS[unit])


@enforces("SJW-13.1.1")
def assault_barred(p: SjwPosition, unit: int) -> Objection | None:
    """Why a unit may not join an assault now: it would be as tired as by an extended march."""
    for limit in in_force(p, "no_extended_march"):
        if limit.assaults_too and holds(p, limit, unit) and p.fatigue[unit] + 1 >= EXTENDED_FROM:
            return forbid(limit.clause, "no_tiring_assault", unit=UNITS[unit])
    return None


@enforces("SJW-13.1.2", "SJW-13.3.3")
def force_barred(p: SjwPosition, unit: int) -> Objection | None:
    """Why a unit may not force march now, if the scenario says so."""
    limit = first_that_holds(p, "no_force_march", unit)
    return forbid(limit.clause, "no_force_march", unit=UNITS[unit]) if limit is not None else None


@enforces("SJW-13.5.2", "SJW-22.1.2")
def zone_barred(p: SjwPosition, unit: int) -> Objection | None:
    """Why a march of this unit may not enter an enemy zone of control now, if the scenario says so."""
    limit = first_that_holds(p, "no_enter_enemy_zoc", unit)
    return forbid(limit.clause, "no_enemy_zone", unit=UNITS[unit]) if limit is not None else None


@enforces("SJW-13.5.3e")
def special_rail(p: SjwPosition, unit: int) -> bool:
    """May a unit go by rail in this march: in its turn, if it has not marched before?"""
    return first_that_holds(p, "special_rail", unit) is not None and not p.has(unit, MARCHED)


@enforces("SJW-9.5", "SJW-13.4.4", "SJW-13.5.3b", "SJW-13.5.4a")
def frozen(p: SjwPosition, unit: int) -> bool:
    """Does the fatigue of a unit stay as it is in this turn's recovery?"""
    return first_that_holds(p, "fatigue_frozen", unit) is not None


@enforces("SJW-13.3.2")
def tied(p: SjwPosition, leader: int) -> Objection | None:
    """Why a leader may not leave the unit he is with, if the scenario ties him to it."""
    limit = first_that_holds(p, "must_stack", leader)
    return forbid(limit.clause, "must_stack", leader=UNITS[leader]) if limit is not None else None


# where they may go


@enforces("SJW-6.2.2", "SJW-13.0.10")
def closed(p: SjwPosition, unit: int) -> list[bool]:
    """The hexes a unit may not enter, in whatever way; the list is shared, it is not to be changed."""
    bits = areas(p, unit)
    found = p.theatre.closed.get(bits)
    if found is None:
        found = [closing(p, bits, hex) != "" for hex in range(p.ground.size)]
        p.theatre.closed[bits] = found
    return found


def areas(p: SjwPosition, unit: int) -> int:
    """The limits that close hexes to a unit in this turn, as bits."""
    bits = DISTRICT if SIDE_OF[unit] == CSA else 0
    for kind in AREAS:
        for limit in in_force(p, kind):
            if holds(p, limit, unit):
                bits |= 1 << limit.number
    return bits


def closing(p: SjwPosition, bits: int, hex: int) -> str:
    """The clause by which some limits close a hex; empty if none does."""
    if bits & DISTRICT and p.ground.defences[hex]:
        return "SJW-6.2.2"
    for limit in p.theatre.plan.limits:
        if bits >> limit.number & 1 and closes(p, limit, hex):
            return limit.clause
    return ""


def closes(p: SjwPosition, limit: Limit, hex: int) -> bool:
    """Does a limit close a hex to those it holds?"""
    if limit.kind == "hex_limit":
        return beyond_columns(p, limit, hex)
    if limit.kind == "county_limit":
        return outside_counties(p, limit, hex)
    return limit.kind == "forbidden_zone" and in_forbidden_zone(p, limit, hex)


@enforces("SJW-13.0.10", "SJW-13.1.4", "SJW-13.4.5", "SJW-13.5.3g", "SJW-22.1.3d")
def beyond_columns(p: SjwPosition, limit: Limit, hex: int) -> bool:
    """Is a hex outside the columns and rows of a limit, as the sheet prints them?"""
    board = p.ground.board
    column, row = board.cells[hex]
    for sheet in board.sheets:
        if sheet.prefix == limit.sheet:
            column, row = sheet.cell_printed(board.cells[hex])
    return not limit.min_column <= column <= limit.max_column or row < limit.min_row


@enforces("SJW-22.1.3a")
def outside_counties(p: SjwPosition, limit: Limit, hex: int) -> bool:
    """Is a hex outside the counties of a limit?"""
    return county_of(p, hex) not in limit.counties


@enforces("SJW-2.7", "SJW-13.3.5")
def in_forbidden_zone(p: SjwPosition, limit: Limit, hex: int) -> bool:
    """Is a hex within the radius of one of the forbidden zones?"""
    for number, centre in enumerate(limit.centres):
        if p.ground.distance(p.theatre.hex(centre), hex) <= limit.radii[number]:
            return True
    return False


@enforces("SJW-22.1.2")
def closed_sides(p: SjwPosition, unit: int) -> list[bool]:
    """The hexsides a unit may not go over, by place (6 * hex + direction); empty if there is none."""
    limit = first_that_holds(p, "no_cross_river_into_counties", unit)
    if limit is None:
        return []
    found = p.theatre.closed_sides.get(limit.number)
    if found is None:
        found = [False] * (6 * p.ground.size)
        for run in p.ground.board.runs:
            for a, b in run.pairs if run.names["en"] == limit.water else []:
                for hex, to in ((a, b), (b, a)):
                    found[6 * hex + p.ground.direction(hex, to)] = county_of(p, to) in limit.counties
        p.theatre.closed_sides[limit.number] = found
    return found


def entry_objection(p: SjwPosition, unit: int, frm: int, to: int, how: int) -> Objection | None:
    """Why a unit may not enter a hex from the one beside it (NOWHERE: from off the map), if the scenario says so."""
    clause = closing(p, areas(p, unit), to)
    if clause:
        return forbid(clause, "closed_hex", unit=UNITS[unit], to=p.ground.names[to])
    sides = closed_sides(p, unit)
    if sides and frm >= 0 and sides[6 * frm + p.ground.direction(frm, to)]:
        return forbid("SJW-22.1.2", "no_crossing_south", unit=UNITS[unit], to=p.ground.names[to])
    return zone_objection(p, unit, frm, to) if how == MARCHING and frm >= 0 else None


@enforces("SJW-13.5.2", "SJW-22.1.2")
def zone_objection(p: SjwPosition, unit: int, frm: int, to: int) -> Objection | None:
    """Why a march may not take this step: into an enemy zone, or out of one where that is forbidden too."""
    limit = first_that_holds(p, "no_enter_enemy_zoc", unit)
    if limit is None:
        return None
    side = SIDE_OF[unit]
    if in_enemy_zone(p, side, to) or (limit.leave and in_enemy_zone(p, side, frm)):
        return forbid(limit.clause, "no_enemy_zone", unit=UNITS[unit])
    return None
