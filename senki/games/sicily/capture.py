"""Who owns a place (1.12), and what its fall means (9.1, 9.3, 10.1, 12.4)."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.games.sicily.counters import ALLIES, GERMANY, IS_DEPOT, ITALY, SIDE_OF, UNITS
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.steps import PORT_DIE


def is_allied(p: SicilyPosition, hex: int) -> bool:
    """Do the Allies own the place in a hex?"""
    place = p.ground.place_at[hex]
    return place >= 0 and p.held[place] == 1


@enforces("SIC-1.12")
def enter(p: SicilyPosition, unit: int, hex: int) -> None:
    """A ground unit is in a hex or passes through it: the place there is its side's from now on. Call it for every hex
    a unit enters, by movement, landing, drop, retreat or advance."""
    place = p.ground.place_at[hex]
    if place < 0 or IS_DEPOT[unit]:
        return
    owner = 1 if SIDE_OF[unit] == ALLIES else 0
    if p.held[place] == owner:
        return
    p.held[place] = owner
    if p.events is not None:
        p.tell("captured", "SIC-1.12", {"unit": UNITS[unit], "hex": p.ground.names[hex]})
    if owner:
        take_port(p, hex)
        take_source(p, hex)


@enforces("SIC-9.1", "SIC-9.3")
def take_port(p: SicilyPosition, hex: int) -> None:
    """Each time the Allies capture a port a die says for how long it is closed."""
    if p.ground.port[hex]:
        p.opens[p.ground.ports.index(hex)] = p.turn
        p.taken_ports.append(hex)
        if len(p.taken_ports) == 1:
            p.push(PORT_DIE)


@enforces("SIC-10.1", "SIC-12.4")
def take_source(p: SicilyPosition, hex: int) -> None:
    """Enna and Palermo are lost for good and cost both Axis nations a point; Messina costs them everything."""
    if hex not in p.ground.sources:
        return
    bit = 1 << p.ground.sources.index(hex)
    if p.lost_sources & bit:
        return
    p.lost_sources |= bit
    for nation in (GERMANY, ITALY):
        if p.supply[nation] > 0:
            p.supply[nation] = 0 if hex == p.ground.messina else p.supply[nation] - 1


def messina_fell(p: SicilyPosition) -> bool:
    """Have the Allies ever captured Messina? Axis supply points never increase again (12.4)."""
    return p.ground.messina >= 0 and bool(p.lost_sources >> p.ground.sources.index(p.ground.messina) & 1)


@enforces("SIC-9.4")
def is_usable(p: SicilyPosition, hex: int) -> bool:
    """A captured port that is not closed, and whose die has been thrown."""
    if not p.ground.port[hex] or not is_allied(p, hex) or hex in p.taken_ports:
        return False
    return p.opens[p.ground.ports.index(hex)] <= p.turn
