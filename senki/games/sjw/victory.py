"""Victory (13, 22): one function for each kind of line; all points are the Confederate's. Then the grade."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from senki.engine.clauses import enforces
from senki.engine.position import Result
from senki.games.sjw.campaign import Grade, Line
from senki.games.sjw.counters import CSA, INF, KIND, SIDES, SIZE, SIZES, TROOPS, USA
from senki.games.sjw.limits import county_of
from senki.games.sjw.position import (
    CAUSES,
    COMBAT,
    EVADING,
    RETREATING,
    STATION_STATES,
    SWITCHES,
    WHOLE,
    SjwPosition,
    exerts,
    troops_in,
)
from senki.games.sjw.zones import unrestricted

SCORING: Final = [COMBAT, RETREATING, EVADING]


@enforces("SJW-2.2.10", "SJW-13.0.5")
def combat_losses(p: SjwPosition, side: int) -> int:
    """Manpower a side has lost in combat, retreat and cavalry retreat."""
    return sum(p.losses[len(CAUSES) * side + cause] for cause in SCORING)


def state_of(p: SjwPosition, hex: int) -> int:
    """The state of the station in a hex; whole where there is none."""
    station = p.theatre.station_at[hex]
    return p.stations[station] if station >= 0 else WHOLE


def hexes_of(p: SjwPosition, line: Line) -> list[int]:
    """The hexes a line names."""
    return p.theatre.line_hexes[line.number]


def infantry(p: SjwPosition, sizes: list[str]) -> list[int]:
    """The Confederate infantry on the map, of some sizes only if any are named."""
    found: list[int] = []
    for unit in TROOPS[CSA]:
        if p.hex[unit] >= 0 and KIND[unit] == INF and (not sizes or SIZES[SIZE[unit]] in sizes):
            found.append(unit)
    return found


def is_near(p: SjwPosition, unit: int, hexes: list[int]) -> bool:
    """Is a unit on or next to one of these hexes?"""
    return any(p.ground.distance(p.hex[unit], hex) <= 1 for hex in hexes)


# one function for each kind of line: what it brings


@enforces("SJW-13.1.V3", "SJW-13.2.V5", "SJW-13.3.V1b", "SJW-13.4.V4", "SJW-13.5.V3", "SJW-22.1.V6")
def combat_loss_point(p: SjwPosition, line: Line) -> int:
    """So much for each point of combat losses of a side."""
    return line.vp * combat_losses(p, line.side)


@enforces("SJW-13.1.V4")
def union_combat_losses_below(p: SjwPosition, line: Line) -> int:
    """Something if the Union has lost less than this in combat."""
    return line.vp if combat_losses(p, USA) < line.threshold else 0


@enforces("SJW-13.0.6", "SJW-13.2.V6", "SJW-13.5.V3")
def rout_on_infantry(p: SjwPosition, line: Line) -> int:
    """So much for each R result that infantry of a side has suffered."""
    return line.vp * p.routs[line.side]


@enforces("SJW-13.1.V1")
def infantry_in_hex(p: SjwPosition, line: Line) -> int:
    """Something if Confederate infantry is in one of the hexes."""
    return line.vp if any(p.hex[unit] in hexes_of(p, line) for unit in infantry(p, line.sizes)) else 0


@enforces("SJW-13.1.V2")
def nearest_infantry_distance(p: SjwPosition, line: Line) -> int:
    """By the distance of the nearest Confederate infantry from a hex."""
    goal = hexes_of(p, line)[0]
    away = min((p.ground.distance(p.hex[unit], goal) for unit in infantry(p, line.sizes)), default=-1)
    for least, most, vp in line.bands:
        if least <= away <= most:
            return vp
    return 0


@enforces("SJW-13.3.V1a")
def unit_in_hex(p: SjwPosition, line: Line) -> int:
    """Something if one of the units is exactly in one of the hexes."""
    return line.vp if any(p.hex[unit] in hexes_of(p, line) for unit in line.units) else 0


@enforces("SJW-13.2.V4", "SJW-13.3.V1", "SJW-13.4.V1", "SJW-13.4.V3", "SJW-13.5.V1")
def station_each(p: SjwPosition, line: Line) -> int:
    """So much for each of the stations in one of the states."""
    return line.vp * stations_in(p, line)


@enforces("SJW-22.1.V2", "SJW-22.1.V3")
def station_count(p: SjwPosition, line: Line) -> int:
    """By the number of the stations in one of the states, all together."""
    return line.by_count[stations_in(p, line)]


def stations_in(p: SjwPosition, line: Line) -> int:
    """How many of the stations are in one of the states of a line."""
    return sum(STATION_STATES[state_of(p, hex)] in line.states for hex in hexes_of(p, line))


@enforces("SJW-13.0.11", "SJW-13.4.V2")
def infantry_on_or_adjacent(p: SjwPosition, line: Line) -> int:
    """So much for each unit on or next to one of the hexes, once; more if all of some are."""
    near = [unit for unit in infantry(p, line.sizes) if is_near(p, unit, hexes_of(p, line))]
    everybody = bool(line.bonus_units) and all(unit in near for unit in line.bonus_units)
    return line.vp * len(near) + (line.bonus if everybody else 0)


@enforces("SJW-13.0.11", "SJW-13.5.V2")
def infantry_on_or_adjacent_best(p: SjwPosition, line: Line) -> int:
    """For each unit the best of the groups of hexes it is on or next to."""
    best = p.theatre.best_hexes[line.number]
    found = 0
    for unit in infantry(p, line.sizes):
        found += max((line.best[n][1] for n in range(len(best)) if is_near(p, unit, best[n])), default=0)
    return found


@enforces("SJW-13.4.V4", "SJW-22.1.V5")
def infantry_in_county(p: SjwPosition, line: Line) -> int:
    """So much for each unit in one of the counties, none for one that is surrounded where the line says so."""
    found = 0
    for unit in infantry(p, line.sizes):
        if county_of(p, p.hex[unit]) in line.counties and not (line.unless_surrounded and surrounded(p, p.hex[unit])):
            found += line.vp
    return found


@enforces("SJW-22.1.V5")
def surrounded(p: SjwPosition, hex: int) -> bool:
    """Are all six neighbours of a Confederate hex Union infantry or its zone of control? The map edge counts as one."""
    return all(is_blocked(p, to) for to in p.ground.around[hex])


def is_blocked(p: SjwPosition, hex: int) -> bool:
    """Does Union infantry hold a hex or reach it with its zone of control?"""
    if any(KIND[unit] == INF for unit in troops_in(p, USA, hex)):
        return True
    around = unrestricted(p, CSA, hex) if p.presence.units(CSA, hex) else p.ground.around[hex]
    for other in around:
        if hex in p.presence.reached[USA][other]:
            for unit in troops_in(p, USA, other):
                if KIND[unit] == INF and exerts(p, unit):
                    return True
    return False


@enforces("SJW-13.4.O")
def infantry_in_county_south_of(p: SjwPosition, line: Line) -> int:
    """So much for each unit in one of the counties that is in one of the hexes or south of it in its column."""
    cells = p.ground.board.cells
    first = {cells[hex][0]: cells[hex][1] for hex in hexes_of(p, line)}
    found = 0
    for unit in infantry(p, line.sizes):
        column, row = cells[p.hex[unit]]
        if county_of(p, p.hex[unit]) in line.counties and column in first and row >= first[column]:
            found += line.vp
    return found


@enforces("SJW-13.2.V3", "SJW-22.1.V4")
def controlled_each(p: SjwPosition, line: Line) -> int:
    """So much for each of the objectives under Confederate control."""
    return line.vp * controlled(p, hexes_of(p, line))


@enforces("SJW-13.2.V1", "SJW-13.2.V2")
def any_controlled(p: SjwPosition, line: Line) -> int:
    """Something, once, if any of the objectives is under Confederate control."""
    return line.vp if controlled(p, hexes_of(p, line)) else 0


def controlled(p: SjwPosition, hexes: list[int]) -> int:
    """How many of these objectives the Confederates control."""
    return sum(p.control[p.theatre.objectives.index(hex)] for hex in hexes)


@enforces("SJW-13.5.5", "SJW-13.5.V3", "SJW-22.1.V4")
def depot_removed_each(p: SjwPosition, line: Line) -> int:
    """So much for each depot that is gone, of all or of those named."""
    gone, named = 0, hexes_of(p, line)
    for number, hex in enumerate(p.theatre.depots):
        if not p.depots[number] and (not named or hex in named):
            gone += 1
    return line.vp * gone


@enforces("SJW-22.1.V1")
def panic_occurred(p: SjwPosition, line: Line) -> int:
    """Something if the Union has panicked."""
    return line.vp if p.panic_turn else 0


@enforces("SJW-13.1.O", "SJW-13.4.O")
def always(p: SjwPosition, line: Line) -> int:
    """Something in any case."""
    return line.vp


Scorer = Callable[[SjwPosition, Line], int]
KINDS: Final[dict[str, Scorer]] = {
    "combat_loss_point": combat_loss_point,
    "union_combat_losses_below": union_combat_losses_below,
    "R_result_on_infantry": rout_on_infantry,
    "infantry_in_hex": infantry_in_hex,
    "nearest_infantry_distance": nearest_infantry_distance,
    "unit_in_hex": unit_in_hex,
    "station_each": station_each,
    "station_count": station_count,
    "infantry_on_or_adjacent": infantry_on_or_adjacent,
    "infantry_on_or_adjacent_best": infantry_on_or_adjacent_best,
    "infantry_in_county": infantry_in_county,
    "infantry_in_county_south_of": infantry_in_county_south_of,
    "controlled_each": controlled_each,
    "any_controlled": any_controlled,
    "depot_removed_each": depot_removed_each,
    "panic_occurred": panic_occurred,
    "always": always,
}


@enforces("SJW-13.0.4", "SJW-13.0.12", "SJW-13.1.V2", "SJW-13.2.V1", "SJW-13.2.V2")
def score(p: SjwPosition) -> list[tuple[Line, int]]:
    """Every line with what it brings as things stand; one that depends on another only if that brings nothing."""
    found: list[tuple[Line, int]] = []
    scored: list[str] = []
    for line in p.theatre.plan.lines:
        if (line.switch and not p.on(1 << SWITCHES.index(line.switch))) or (line.unless and line.unless in scored):
            continue
        points = KINDS[line.kind](p, line)
        if points:
            scored.append(line.clause)
        found.append((line, points))
    return found


@enforces("SJW-13.0.4")
def total(p: SjwPosition) -> int:
    """The Confederate total as things stand."""
    return sum(points for _, points in score(p))


@enforces(
    "SJW-13.0.4", "SJW-13.1.V5", "SJW-13.2.V7", "SJW-13.3.V2", "SJW-13.4.V5", "SJW-13.5.V4", "SJW-22.1.V7", "SJW-22.2.1"
)
def grade(p: SjwPosition) -> Grade:
    """The row of the victory table the total falls into as things stand."""
    points = total(p)
    for row in p.theatre.plan.grades:
        if points >= row.least:
            return row
    raise AssertionError("every total has its row")


def result_of(p: SjwPosition) -> Result:
    """How the game ends if it ends now."""
    row = grade(p)
    return Result(row.winner, row.level, total(p), p.theatre.plan.judged_by)


@enforces("SJW-3.1", "SJW-13.0.4", "SJW-13.0.12")
def judge(p: SjwPosition) -> None:
    """The last turn is over: who has won, and how clearly."""
    result = result_of(p)
    p.result = result
    if p.events is not None:
        facts: dict[str, str | int] = {"side": SIDES[result.winner], "level": result.level, "points": result.points}
        p.tell("won", result.clause, facts)
