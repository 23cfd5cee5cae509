"""What a player may have shown on the map: enemy zones, what is seen from a hex, lines of communication."""

from __future__ import annotations

from senki.boards.hexes.trace import trace, way_back
from senki.engine.forms import Overlay, OverlayLine, OverlayPlace
from senki.games.shiloh.artillery import sees
from senki.games.shiloh.counters import GUNBOATS, HQ_OF, RANGE, TROOPS
from senki.games.shiloh.ground import FRAME, HEX, HEXES
from senki.games.shiloh.position import ShilohPosition, in_enemy_zone
from senki.games.shiloh.tables import HILL_RANGE
from senki.games.shiloh.zones import Communications


def overlay_of(p: ShilohPosition, side: int, overlay: str, place: str) -> Overlay:
    """An overlay of the card, for a side."""
    if overlay == "sight":
        return Overlay([OverlayPlace(HEXES[hex], tone="own") for hex in seen_from(p, place)])
    if side < 0:
        return Overlay()
    if overlay == "zones":
        return Overlay([OverlayPlace(HEXES[hex], tone="threat") for hex in range(FRAME) if in_enemy_zone(p, side, hex)])
    return communications_of(p, side) if overlay == "communications" else Overlay()


def seen_from(p: ShilohPosition, place: str) -> list[int]:
    """The hexes a battery there could see within its range."""
    if place not in HEX or not p.ground.exists[HEX[place]]:
        return []
    here = HEX[place]
    most = RANGE[GUNBOATS] + (HILL_RANGE if p.ground.hill[here] else 0)
    near = [hex for hex in range(FRAME) if p.ground.exists[hex] and 0 < p.ground.distance(here, hex) <= most]
    return [hex for hex in near if sees(p.ground, here, hex)]


def communications_of(p: ShilohPosition, side: int) -> Overlay:
    """The lines of communication of a side's units and headquarters; where there is none the hex is marked."""
    passer = Communications(p, side)
    steps = trace(p.ground, p.ground.loc[side], passer)
    found = Overlay()
    drawn: set[int] = set()
    for hex in sorted({p.hex[unit] for unit in [*TROOPS[side], HQ_OF[side]] if p.hex[unit] >= 0}):
        if steps[hex] < 0:
            found.places.append(OverlayPlace(HEXES[hex], tone="bad"))
            continue
        found.places.append(OverlayPlace(HEXES[hex], tone="good"))
        way = way_back(p.ground, steps, passer, hex)
        new = 0
        while new < len(way) and way[new] not in drawn:
            new += 1
        # From where it meets another line it is the same one.
        if len(way[: new + 1]) > 1:
            found.lines.append(OverlayLine([HEXES[at] for at in way[: new + 1]], tone="good"))
        drawn.update(way[:new])
    return found
