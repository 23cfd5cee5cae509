"""Victory and victory points (chapter 3)."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.engine.position import Result
from senki.games.nano.board import (
    BLUE_CIRCLES,
    DEPARTURE_VP,
    FREDERICKSBURG,
    MANASSAS_GAP,
    NORTH,
    RED_CIRCLES,
    SIDE_OF,
    SOUTH,
    TOWNS,
    TRIANGLE_VP,
    TRIANGLES,
    UNITS,
    UNITS_OF,
    VALUE,
    VP_MAX,
    VP_MIN,
    VP_TO_WIN,
)
from senki.games.nano.position import NanoPosition, holds


@enforces("NANO-3.3", "NANO-3.4", "NANO-3.5")
def score(p: NanoPosition, points: int, clause: str) -> None:
    """Add the points of one scoring event to the VP marker; what would leave the track is lost at once."""
    p.vp = max(VP_MIN, min(VP_MAX, p.vp + points))
    if p.events is not None and points:
        p.tell("scored", clause, {"points": points, "vp": p.vp})


def units_in_triangles(p: NanoPosition, side: int) -> int:
    """The units of a side in the four blue triangles, all added together."""
    count = 0
    for unit in UNITS_OF[side]:
        if p.town[unit] in TRIANGLES:
            count += 1
    return count


@enforces("NANO-3.6")
def objectives_taken(p: NanoPosition) -> list[int]:
    """The blue circles the South holds and the red ones the North holds."""
    return [town for town in BLUE_CIRCLES if holds(p, SOUTH, town)] + [
        town for town in RED_CIRCLES if holds(p, NORTH, town)
    ]


@enforces("NANO-3.6")
def objective_points(p: NanoPosition) -> int:
    """What the towns and triangles are worth to the South as the board stands."""
    net = sum(VALUE[town] for town in objectives_taken(p))
    if units_in_triangles(p, SOUTH) >= units_in_triangles(p, NORTH):
        net += TRIANGLE_VP
    return net


@enforces("NANO-3.5", "NANO-3.6")
def objective_control(p: NanoPosition) -> None:
    """Count all objectives at one look and apply the net figure once."""
    net = objective_points(p)
    if p.events is not None:
        p.tell(
            "objectives",
            "NANO-3.6",
            {
                "south_towns": " ".join(TOWNS[town] for town in BLUE_CIRCLES if holds(p, SOUTH, town)),
                "north_towns": " ".join(TOWNS[town] for town in RED_CIRCLES if holds(p, NORTH, town)),
                "south": units_in_triangles(p, SOUTH),
                "north": units_in_triangles(p, NORTH),
                "net": net,
            },
        )
    score(p, net, "NANO-3.6")


@enforces("NANO-3.8", "NANO-3.10")
def leave_fredericksburg(p: NanoPosition, unit: int) -> None:
    """Each departure by movement pays the South, unless it has entered Manassas Gap before."""
    if not p.entered_gap:
        if p.events is not None:
            p.tell("departed", "NANO-3.8", {"unit": UNITS[unit], "town": TOWNS[FREDERICKSBURG]})
        score(p, DEPARTURE_VP, "NANO-3.8")


@enforces("NANO-3.9")
def enter_manassas_gap(p: NanoPosition, unit: int, town: int) -> None:
    """The first South unit in Manassas Gap, however it came there, ends the bonus for good."""
    if town == MANASSAS_GAP and not p.entered_gap and SIDE_OF[unit] == SOUTH:
        p.entered_gap = True
        if p.events is not None:
            p.tell("entered_gap", "NANO-3.9", {"unit": UNITS[unit], "town": TOWNS[town]})


@enforces("NANO-3.1", "NANO-3.2")
def decide(p: NanoPosition) -> None:
    """After turn 7, and not before: 7 VP or more and the South wins, otherwise the North; there is no draw."""
    winner = SOUTH if p.vp >= VP_TO_WIN else NORTH
    p.result = Result(winner, "victory", p.vp, "NANO-3.1")
    if p.events is not None:
        p.tell("won", "NANO-3.1", {"side": "south" if winner == SOUTH else "north", "vp": p.vp})
