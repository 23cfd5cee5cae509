"""What a player may have shown on the map: enemy zones, what is seen from a hex, lines of communication."""

from __future__ import annotations

from senki.boards.hexes.ground import NOWHERE
from senki.boards.hexes.trace import lines
from senki.engine.forms import Overlay, OverlayLine, OverlayPlace
from senki.games.shiloh.artillery import sees
from senki.games.shiloh.counters import GUNBOATS, HQ_OF, RANGE, TROOPS
from senki.games.shiloh.position import ShilohPosition, in_enemy_zone
from senki.games.shiloh.tables import HILL_RANGE
from senki.games.shiloh.zones import Communications


def overlay_of(p: ShilohPosition, side: int, overlay: str, place: str) -> Overlay:
    """An overlay of the card, for a side."""
    if overlay == "sight":
        return marked(p, seen_from(p, place), "own")
    if side < 0:
        return Overlay()
    if overlay == "zones":
        return marked(p, [hex for hex in range(p.ground.size) if in_enemy_zone(p, side, hex)], "threat")
    return communications_of(p, side) if overlay == "communications" else Overlay()


def marked(p: ShilohPosition, hexes: list[int], tone: str) -> Overlay:
    """An overlay that marks some hexes alike."""
    return Overlay([OverlayPlace(p.ground.names[hex], tone=tone) for hex in hexes])


def seen_from(p: ShilohPosition, place: str) -> list[int]:
    """The hexes a battery there could see within its range."""
    here = p.ground.board.by_name.get(place, NOWHERE)
    if here == NOWHERE:
        return []
    most = RANGE[GUNBOATS] + (HILL_RANGE if p.ground.hill[here] else 0)
    near = [hex for hex in range(p.ground.size) if 0 < p.ground.distance(here, hex) <= most]
    return [hex for hex in near if sees(p.ground, here, hex)]


def communications_of(p: ShilohPosition, side: int) -> Overlay:
    """The lines of communication of a side's units and headquarters; where there is none the hex is marked."""
    back = lines(p.ground, p.ground.loc[side], Communications(p, side))
    found = Overlay()
    drawn: set[int] = set()
    for hex in sorted({p.hex[unit] for unit in [*TROOPS[side], HQ_OF[side]] if p.hex[unit] >= 0}):
        found.places.append(OverlayPlace(p.ground.names[hex], tone="good" if back[hex] >= 0 else "bad"))
        way = [hex]
        # From where it meets another line it is the same one.
        while back[hex] >= 0 and back[hex] != hex and hex not in drawn:
            drawn.add(hex)
            hex = back[hex]
            way.append(hex)
        if len(way) > 1:
            found.lines.append(OverlayLine([p.ground.names[at] for at in way], tone="good"))
    return found
