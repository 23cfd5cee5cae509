"""What a player may have shown on the map: command radius, enemy zones of control, supply and forage, railroads."""

from __future__ import annotations

from senki.engine.forms import Overlay, OverlayLine, OverlayPart, OverlayPlace
from senki.games.sjw.commands import in_radius, radius_of
from senki.games.sjw.counters import CSA, LEADERS, SIDES, USA
from senki.games.sjw.forage import forage_value
from senki.games.sjw.position import WHOLE, SjwPosition
from senki.games.sjw.supply import supplied_counties
from senki.games.sjw.zones import in_enemy_zone


def overlay_of(p: SjwPosition, side: int, overlay: str) -> Overlay:
    """An overlay of the card, for a side."""
    if overlay == "rail":
        return railroads(p)
    if overlay == "supply":
        return supply_of(p, side)
    if side < 0:
        return Overlay()
    if overlay == "command":
        return commanded(p, side)
    if overlay == "zones":
        return marked(p, [hex for hex in range(p.ground.size) if in_enemy_zone(p, side, hex)], "threat")
    return Overlay()


def marked(p: SjwPosition, hexes: list[int], tone: str) -> Overlay:
    """An overlay that marks some hexes alike."""
    return Overlay([OverlayPlace(p.ground.names[hex], tone=tone) for hex in hexes])


def commanded(p: SjwPosition, side: int) -> Overlay:
    """The hexes within the command radius of a side's leaders."""
    found: set[int] = set()
    for leader in LEADERS[side]:
        if p.hex[leader] >= 0:
            reach = radius_of(p, leader)
            found |= {hex for hex in range(p.ground.size) if in_radius(p, reach, hex)}
    return marked(p, sorted(found), "own")


def supply_of(p: SjwPosition, side: int) -> Overlay:
    """A chip for every county, of both sides, the own one first: a tick where its units are supplied, else the die
    with which they forage."""
    found = Overlay()
    if not p.advanced:
        return found
    both = [side, 1 - side] if side >= 0 else [CSA, USA]
    supplied = {each: supplied_counties(p, each) for each in both}
    for county, hexes in enumerate(hexes_by_county(p)):
        if hexes:
            parts = [county_part(p, each, county, supplied[each][county]) for each in both]
            hex = p.ground.names[middle_of(p, hexes)]
            found.places.append(OverlayPlace(hex, "", parts[0].tone, parts, p.ground.counties[county]))
    return found


def county_part(p: SjwPosition, side: int, county: int, supplied: bool) -> OverlayPart:
    """What the chip of a county says of a side."""
    if supplied:
        return OverlayPart(SIDES[side], tone="good")
    return OverlayPart(SIDES[side], f"1–{forage_value(p, side, county)}", "caution")


def hexes_by_county(p: SjwPosition) -> list[list[int]]:
    """The hexes of each county of the map."""
    found: list[list[int]] = [[] for _ in p.ground.counties]
    for hex in range(p.ground.size):
        if p.ground.county[hex] >= 0:
            found[p.ground.county[hex]].append(hex)
    return found


def middle_of(p: SjwPosition, hexes: list[int]) -> int:
    """A hex about the middle of a county, for its caption."""
    cells = p.ground.board.cells
    column = sum(cells[hex][0] for hex in hexes) // len(hexes)
    row = sum(cells[hex][1] for hex in hexes) // len(hexes)
    away = [abs(cells[hex][0] - column) + abs(cells[hex][1] - row) for hex in hexes]
    return hexes[away.index(min(away))]


def railroads(p: SjwPosition) -> Overlay:
    """The railroads, with open stations and those that are cut."""
    ground = p.ground
    found = Overlay()
    for number, hex in enumerate(ground.stations):
        tone = "good" if p.stations[number] == WHOLE else "bad"
        found.places.append(OverlayPlace(ground.names[hex], tone=tone))
    for line in ground.board.lines:
        if line.kind == "rail":
            found.lines.append(OverlayLine([ground.names[hex] for hex in line.hexes], tone="plain"))
    return found
