"""Supply (10.1 to 10.9): sources, lines over roads and off them, and the status of every unit."""

from __future__ import annotations

from typing import Any, Final

from senki.boards.hexes.trace import Passer, lines, shortest_line
from senki.engine.clauses import enforces
from senki.games.sicily.capture import is_allied
from senki.games.sicily.counters import (
    ALLIES,
    ARMY,
    AXIS,
    COUNT,
    DEPOTS,
    DEPOTS_OF,
    GERMANY,
    IS_DEPOT,
    MOUNTAIN,
    SIDE_OF,
    TYPE,
    UK_ARMY,
    UNITS,
    US_ARMY,
)
from senki.games.sicily.position import (
    DROPPED,
    ISOLATED,
    PACKED,
    STATUS,
    SUPPLIED,
    UNSUPPLIED,
    SicilyPosition,
)
from senki.games.sicily.supply_points import is_broke
from senki.games.sicily.tables import RAIN, TABLES

_SUPPLY: Final[dict[str, Any]] = TABLES["supply"]
HIGH: Final = 4
"""From this level on a unit must be next to its road."""
LOW: Final = 1
ANY_LEVEL: Final = 99
HIGH_REACH: Final[int] = int(_SUPPLY["unit_level_4"])
MIDDLE_REACH: Final[int] = int(_SUPPLY["unit_level_3"])
LOW_REACH: Final[int] = int(_SUPPLY["unit_level_1"])
MOUNTAIN_REACH: Final[int] = int(_SUPPLY["mountain"])
NEW: Final = 1
"""So many turns after the one in which they came units are in supply by themselves."""


# 10.1: sources


@enforces("SIC-10.1")
def axis_sources(p: SicilyPosition) -> list[int]:
    """Enna and Palermo until the Allies have captured them once, Messina whenever it is not theirs."""
    found: list[int] = []
    for number, hex in enumerate(p.ground.sources):
        if hex == p.ground.messina:
            if not is_allied(p, hex):
                found.append(hex)
        elif not p.lost_sources >> number & 1:
            found.append(hex)
    return found


@enforces("SIC-10.1", "SIC-1.2")
def sources_of(p: SicilyPosition, army: int) -> list[int]:
    """Where an army's lines begin: the Axis nations have the same sources, an Allied army its own depots on the map."""
    if army not in (US_ARMY, UK_ARMY):
        return axis_sources(p)
    return [p.hex[depot] for depot in DEPOTS_OF[army] if p.hex[depot] >= 0]


# 10.2 and 10.3: lines


@enforces("SIC-10.3")
def is_open(p: SicilyPosition, side: int, hex: int) -> bool:
    """May a side's line be in a hex? Not with enemies in it, nor in their zone unless a friendly unit is there; a depot
    is none."""
    presence = p.presence
    if presence.units(1 - side, hex):
        return False
    if not presence.zones(1 - side, hex):
        return True
    friends = presence.units(side, hex)
    for depot in DEPOTS:
        if p.hex[depot] == hex:
            friends -= 1
    return friends > 0


class RoadLine(Passer):
    """The part of a line that runs along roads, from its source outward."""

    def __init__(self, p: SicilyPosition, side: int) -> None:
        self.p = p
        self.line_side = side

    def begins(self, hex: int) -> bool:
        """The source itself must be open."""
        return is_open(self.p, self.line_side, hex)

    def passes(self, place: int, to: int) -> bool:
        """Each step crosses a road side."""
        return self.p.ground.road[place] and is_open(self.p, self.line_side, to)


class FieldLine(Passer):
    """The part of a line off the roads, from the unit outward: through hexes up to a level."""

    def __init__(self, p: SicilyPosition, side: int, highest: int, rain: bool) -> None:
        self.p = p
        self.line_side = side
        self.highest = highest
        self.rain = rain

    def passes(self, place: int, to: int) -> bool:
        """Over land; in rain over no river without a bridge."""
        ground = self.p.ground
        if ground.sea[to] or (self.rain and ground.river[place] and not ground.bridged[place]):
            return False
        return is_open(self.p, self.line_side, to)

    def goes_on(self, hex: int) -> bool:
        """The level of the hex that ends a line does not matter, that of a hex between does."""
        return self.p.ground.level[hex] <= self.highest


@enforces("SIC-10.2", "SIC-10.3")
def roads_of(p: SicilyPosition, army: int) -> list[int]:
    """By hex: the next hex back to a source along open roads, the source itself in one, -1 where no road leads from."""
    return lines(p.ground, sources_of(p, army), RoadLine(p, SIDE_OF_ARMY[army]))


SIDE_OF_ARMY: Final = [ALLIES, ALLIES, AXIS, AXIS]


@enforces("SIC-10.5", "SIC-18.4")
def is_mountaineer(p: SicilyPosition, unit: int) -> bool:
    """Mountain units, and those with a pack marker."""
    return TYPE[unit] == MOUNTAIN or bool(p.flags[unit] & PACKED)


@enforces("SIC-10.4", "SIC-10.5")
def way_to_road(p: SicilyPosition, side: int, hex: int, mountaineer: bool, joined: list[bool]) -> list[int]:
    """The hexes from a unit to a source or a road that is joined to one, its own first; empty if that is too far for
    where it stands."""
    ground = p.ground
    rain = p.weather == RAIN
    if mountaineer:
        return shortest_line(ground, hex, MOUNTAIN_REACH, joined, FieldLine(p, side, ANY_LEVEL, rain))
    if ground.level[hex] >= HIGH:
        return shortest_line(ground, hex, HIGH_REACH, joined, FieldLine(p, side, ANY_LEVEL, rain))
    found = shortest_line(ground, hex, MIDDLE_REACH, joined, FieldLine(p, side, HIGH - 1, rain))
    if not found and ground.level[hex] == LOW:
        found = shortest_line(ground, hex, LOW_REACH, joined, FieldLine(p, side, LOW, rain))
    return found


@enforces("SIC-10.6", "SIC-10.7")
def is_cut_off(p: SicilyPosition, side: int, hex: int, sources: list[int]) -> bool:
    """Is there no way at all, however long and over whatever land, to any source or any road hex?"""
    ground = p.ground
    ends = ground.on_road[:]
    for source in sources:
        ends[source] = True
    return not shortest_line(ground, hex, ground.size, ends, FieldLine(p, side, ANY_LEVEL, False))


# 2.7, 10.4 to 10.9: the judgement


class Judgement:
    """The lines of an army, as far as they have been looked at: units in one hex are alike."""

    def __init__(self, p: SicilyPosition, army: int) -> None:
        self.p = p
        self.side: int = SIDE_OF_ARMY[army]
        self.sources: list[int] = sources_of(p, army)
        self.joined: list[bool] = [back >= 0 for back in roads_of(p, army)] if self.sources else []
        self.known: dict[int, int] = {}
        """By 2 * hex, and 1 more for mountaineers: the status of units there."""

    def status(self, unit: int) -> int:
        """What the lines alone say of a unit."""
        if not self.sources:
            return ISOLATED
        hex, mountaineer = self.p.hex[unit], is_mountaineer(self.p, unit)
        about = 2 * hex + 1 if mountaineer else 2 * hex
        if about not in self.known:
            self.known[about] = self._look(hex, mountaineer)
        return self.known[about]

    def _look(self, hex: int, mountaineer: bool) -> int:
        if way_to_road(self.p, self.side, hex, mountaineer, self.joined):
            return SUPPLIED
        return ISOLATED if is_cut_off(self.p, self.side, hex, self.sources) else UNSUPPLIED


@enforces("SIC-10.9", "SIC-6.13")
def is_new(p: SicilyPosition, unit: int) -> bool:
    """Reinforcements, units dropped and the waves of turn 1 too, are in supply in the turn they come and the next."""
    return p.turn <= p.since[unit] + NEW


@enforces("SIC-10.9", "SIC-12.5")
def judged(p: SicilyPosition, unit: int, traced: int) -> int:
    """The status of a unit by its lines: an army without points makes it one worse, but newcomers are supplied."""
    if is_new(p, unit):
        return SUPPLIED
    if is_broke(p, ARMY[unit]):
        return UNSUPPLIED if traced == SUPPLIED else ISOLATED
    return traced


@enforces("SIC-2.7", "SIC-2.8", "SIC-2.9", "SIC-6.12")
def judge_all(p: SicilyPosition) -> None:
    """Judge all units of both sides; it holds until the next supply phase. Whoever is off the map is in supply when he
    comes, and who has dropped and traced a line may march from now on."""
    axis = Judgement(p, GERMANY)
    by_army = [Judgement(p, US_ARMY), Judgement(p, UK_ARMY), axis, axis]
    for unit in range(COUNT):
        if p.hex[unit] < 0 or IS_DEPOT[unit]:
            p.status[unit] = SUPPLIED
            continue
        traced = by_army[ARMY[unit]].status(unit)
        if traced == SUPPLIED:
            p.flags[unit] &= ~DROPPED
        set_status(p, unit, judged(p, unit, traced))


def set_status(p: SicilyPosition, unit: int, status: int) -> None:
    """Note the status of a unit, and tell if it has changed."""
    if p.status[unit] != status:
        p.status[unit] = status
        if p.events is not None:
            p.tell("supply_status", "SIC-2.7", {"unit": UNITS[unit], "status": STATUS[status]})


def line_of(p: SicilyPosition, unit: int) -> list[int]:
    """The hexes of the line a unit on the map traces now, from its own to the source; empty if it has none."""
    roads = roads_of(p, ARMY[unit])
    found = way_to_road(p, SIDE_OF[unit], p.hex[unit], is_mountaineer(p, unit), [back >= 0 for back in roads])
    while found and roads[found[-1]] != found[-1]:
        found.append(roads[found[-1]])
    return found
