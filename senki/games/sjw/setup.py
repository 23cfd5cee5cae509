"""How a game begins (13.0, 22.0): everybody in place or on the way."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.games.sjw.campaign import Start
from senki.games.sjw.pontoon import lay_chatham_bridge
from senki.games.sjw.position import ASIDE, LATER, SjwPosition, put


@enforces(
    "SJW-3.1", "SJW-13.0.1", "SJW-13.0.3", "SJW-13.4.2", "SJW-18.3", "SJW-22.0", "SJW-22.1.U2", "SJW-22.2.1",
)  # fmt: skip
def set_up(p: SjwPosition) -> None:
    """Every counter of the scenario in its hex, or still to come; McClellan aside; the Chatham Bridge in the hands of
    the Union."""
    lay_chatham_bridge(p)
    for start in p.theatre.plan.setup:
        place(p, start, p.theatre.hex(start.hex) if start.hex else ASIDE)
    for start in p.theatre.plan.arrivals:
        place(p, start, LATER)
        p.due[start.unit] = start.turn


def place(p: SjwPosition, start: Start, hex: int) -> None:
    """One counter as the scenario has it: organized, its front up."""
    put(p, start.unit, hex)
    p.manpower[start.unit] = start.manpower
    p.fatigue[start.unit] = start.fatigue
    p.works[start.unit] = start.works
