"""Ports (chapter 9): for how long a captured one is closed."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.steps import PORT_DIE
from senki.games.sicily.tables import TABLES


@enforces("SIC-9.1")
def closed_turns(p: SicilyPosition, hex: int, die: int) -> int:
    """Turns a port stays closed after this die; Palermo two more, whatever the die."""
    table = TABLES["ports"]
    extra = int(table["palermo"]) if hex == p.ground.palermo else 0
    return int(table["closed"][die - 1]) + extra


@enforces("SIC-9.1", "SIC-9.3")
def take_port_die(p: SicilyPosition, die: int) -> None:
    """The port just captured opens so many turns from now; then the next one."""
    hex = p.taken_ports.pop(0)
    closed = closed_turns(p, hex, die)
    p.opens[p.ground.ports.index(hex)] = p.turn + closed
    if p.events is not None:
        kind = "port_closed" if closed else "port_open"
        p.tell(kind, "SIC-9.1", {"hex": p.ground.names[hex], "die": die, "turn": p.turn + closed})
    if p.taken_ports:
        p.push(PORT_DIE)
