"""What a player may have shown on the map: supply with its lines, enemy zones, the areas of the armies, airfields and
ports, the range of naval gunfire, and where those who wait are to land or drop."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.trace import Passer, shortest_line
from senki.engine.forms import Overlay, OverlayLine, OverlayPlace
from senki.games.sicily.airfields import is_captured
from senki.games.sicily.capture import is_allied, is_usable
from senki.games.sicily.counters import ALLIES, ARMY, AXIS, IS_DEPOT, UNITS_OF
from senki.games.sicily.ground import NO_PORT
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.position import SUPPLIED, WAITING, SicilyPosition, has_units, in_enemy_zone
from senki.games.sicily.supply import Judgement, is_open, judged, line_of
from senki.games.sicily.tables import TABLES

RANGE: Final[int] = int(TABLES["naval"]["range"])
TONES: Final = ["good", "caution", "bad"]
"""By supply status."""


def overlay_of(p: SicilyPosition, side: int, overlay: str) -> Overlay:
    """An overlay of the card, for a side or a spectator."""
    if overlay == "supply":
        return supplied(p, side)
    if overlay == "areas":
        return areas(p)
    if overlay == "places":
        return airfields_and_ports(p)
    if overlay == "gunfire":
        return in_range(p)
    if overlay == "targets":
        return targets(p)
    if overlay == "zones" and side >= 0:
        return zones(p, side)
    return Overlay()


def supplied(p: SicilyPosition, side: int) -> Overlay:
    """By hex the worst status a judgement would find now, and the lines of those in supply: by road and off it. A side
    is shown its own, a spectator both."""
    found = Overlay()
    for each in (ALLIES, AXIS) if side < 0 else (side,):
        worst: dict[int, int] = {}
        judges: dict[int, Judgement] = {}
        drawn: set[tuple[int, int]] = set()
        for unit in UNITS_OF[each]:
            hex, army = p.hex[unit], ARMY[unit]
            if hex < 0 or p.ground.sea[hex]:
                continue
            if army not in judges:
                judges[army] = Judgement(p, army)
            status = judged(p, unit, judges[army].status(unit))
            worst[hex] = max(status, worst.get(hex, SUPPLIED))
            if status == SUPPLIED and (hex, army) not in drawn:
                drawn.add((hex, army))
                add_line(p, found, line_of(p, unit), judges[army].joined)
            elif status != SUPPLIED and (hex, army) not in drawn:
                drawn.add((hex, army))
                add_cut(p, found, each, hex, judges[army])
        for hex in sorted(worst):
            found.places.append(OverlayPlace(p.ground.names[hex], tone=TONES[worst[hex]]))
    return found


def add_line(p: SicilyPosition, found: Overlay, line: list[int], on_road: list[bool]) -> None:
    """A line in two parts: off the road as far as it must be, then along the road to its source."""
    joined = 0
    while joined < len(line) - 1 and not on_road[line[joined]]:
        joined += 1
    names = p.ground.names
    if joined:
        off_road = [names[hex] for hex in line[: joined + 1]]
        found.lines.append(OverlayLine(off_road, str(joined), "good", "dashed"))
    if len(line) - joined > 1:
        found.lines.append(OverlayLine([names[hex] for hex in line[joined:]], tone="good"))


def add_cut(p: SicilyPosition, found: Overlay, side: int, hex: int, judge: Judgement) -> None:
    """The way a unit without supply has to the nearest road of its army, as far as the enemy lets it."""
    if not judge.sources:
        return
    way = shortest_line(p.ground, hex, p.ground.size, judge.joined, OverLand(p))
    for number, to in enumerate(way):
        if number and not is_open(p, side, to):
            names = [p.ground.names[one] for one in way[: number + 1]]
            found.lines.append(OverlayLine(names, tone="bad", style="cut"))
            return


class OverLand(Passer):
    """A way over land, whoever is in it."""

    def __init__(self, p: SicilyPosition) -> None:
        self.p = p

    def passes(self, place: int, to: int) -> bool:
        """Anywhere but at sea."""
        return self.p.ground.land[to]


def zones(p: SicilyPosition, side: int) -> Overlay:
    """The enemy's zones of control."""
    names = p.ground.names
    return Overlay(
        [OverlayPlace(names[hex], tone="threat") for hex in range(p.ground.size) if in_enemy_zone(p, side, hex)]
    )


def areas(p: SicilyPosition) -> Overlay:
    """The boundary between the armies from coast to coast, and the US limit while it is in force."""
    ground = p.ground
    found = Overlay()
    if ground.legal_line[p.boundary]:
        line = [ground.names[hex] for hex in ground.line_hexes[p.boundary]]
        found.lines.append(OverlayLine(line, "XXXX", style="boundary"))
    if p.us_limit:
        found.lines.append(OverlayLine([ground.names[hex] for hex in limit_line(p)], "US", style="dotted"))
    return found


def limit_line(p: SicilyPosition) -> list[int]:
    """The hexes of the US limit over the land of the US area, from west to east."""
    ground = p.ground
    found: list[int] = []
    for hex in sorted(range(ground.size), key=lambda hex: ground.column[hex]):
        if ground.land[hex] and ground.row[hex] == ground.limit_row[ground.column[hex]]:
            found.append(hex)
    return found


def airfields_and_ports(p: SicilyPosition) -> Overlay:
    """What the Allies own of them, whether it is of use to them now, and what the Axis owns."""
    ground = p.ground
    found = Overlay()
    for hex in ground.places:
        if not ground.airfield[hex] and ground.port[hex] == NO_PORT:
            continue
        tone = "plain"
        if is_allied(p, hex):
            counts = not ground.airfield[hex] or is_captured(p, hex)
            open_port = ground.port[hex] == NO_PORT or is_usable(p, hex)
            tone = "good" if counts and open_port else "caution"
        found.places.append(OverlayPlace(ground.names[hex], tone=tone))
    return found


def in_range(p: SicilyPosition) -> Overlay:
    """Land hexes that naval gunfire reaches."""
    ground = p.ground
    reached = [hex for hex in range(ground.size) if ground.land[hex] and ground.to_sea[hex] <= RANGE]
    return Overlay([OverlayPlace(ground.names[hex], tone="own") for hex in reached])


def targets(p: SicilyPosition) -> Overlay:
    """Where Allied units that wait, or are at sea, are to land or drop: how many, and whether the enemy is there."""
    numbers: dict[int, int] = {}
    for unit in UNITS_OF[ALLIES]:
        if p.aim[unit] != NOBODY and (p.hex[unit] == WAITING or p.hex[unit] >= 0) and not IS_DEPOT[unit]:
            numbers[p.aim[unit]] = numbers.get(p.aim[unit], 0) + 1
    found = Overlay()
    for hex in sorted(numbers):
        tone = "bad" if has_units(p, AXIS, hex) else "plain"
        found.places.append(OverlayPlace(p.ground.names[hex], str(numbers[hex]), tone))
    return found
