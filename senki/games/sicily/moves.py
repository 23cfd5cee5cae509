"""The choices of the two segments of movement: whom to move, where to, when to stop, and when a segment may be closed
(14.2, 15.3, 16.1, 16.5, 18.3, 22, 23)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import u8

from senki.boards.hexes.presence import nothing
from senki.boards.hexes.search import Reach
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.duties import Duty, may_close, still_missing
from senki.engine.option import Option
from senki.games.sicily.arrivals import arrival_objections, landing_places, place_objections, waiting_units
from senki.games.sicily.counterattack import SENT, best_distance, distance_to, is_sent, landed_hexes
from senki.games.sicily.counters import ALLIES, COUNT, UNITS, UNITS_OF
from senki.games.sicily.evacuation import berth, leaving_objections
from senki.games.sicily.mover import near_enemies
from senki.games.sicily.moving import NOBODY, Leg
from senki.games.sicily.options import (
    ARRIVE_AT,
    DONE,
    EVACUATE,
    GO_TO,
    MARCH_UNIT,
    MOVE_UNIT,
    PASS,
    STOP,
    TAKE_PACK,
)
from senki.games.sicily.pack import unpack_objections
from senki.games.sicily.position import PACKED, WAITING, SicilyPosition
from senki.games.sicily.returning import is_astray, nearest_home, way_home
from senki.games.sicily.strategic import (
    march_objections,
    march_of,
    march_reach_of,
    road_objections,
    road_reach,
)
from senki.games.sicily.tactical import (
    current,
    idle_objections,
    leg_of,
    move_objections,
    reach_of,
    start_objections,
    tactical_reach,
    way_objections,
)

NO_ROADS_ON: Final = 1
"""The turn in which the Allies have no strategic segment (2.3)."""
LISTED: Final = 150
"""So many ends of a leg are listed, the nearest; the others are accepted all the same."""


# duties


class ReturnHome(Duty[SicilyPosition]):
    """Whoever is in the other army's area goes back as far as he can; by road in the strategic segment, if that is
    no shorter a way."""

    def __init__(self, strategic: bool) -> None:
        self.strategic = strategic

    @enforces("SIC-15.3")
    def missing(self, p: SicilyPosition, all_of_it: bool) -> list[Objection]:
        """Units that could still come nearer to their own area."""
        found: list[Objection] = []
        if p.side != ALLIES:
            return found
        astray = [unit for unit in UNITS_OF[ALLIES] if is_astray(p, unit)]
        near = near_enemies(p, ALLIES) if astray else nothing(0)
        for unit in astray:
            if self.must_go(p, unit, near):
                found.append(forbid("SIC-15.3", "still_astray", unit=UNITS[unit], hex=p.ground.names[p.hex[unit]]))
                if not all_of_it:
                    break
        return found

    def must_go(self, p: SicilyPosition, unit: int, near: vec[u8]) -> bool:
        """Can a unit come nearer now, and not as near later in this phase?"""
        now: int = way_home(p, unit)[p.hex[unit]]
        if self.strategic:
            return by_road(p, unit, near) < now
        if move_objections(p, unit):
            return False
        best = nearest_home(p, unit, tactical_reach(p, leg_of(p, unit)))
        return best < now and (p.turn == NO_ROADS_ON or best < by_road(p, unit, near))


@enforces("SIC-15.3")
def by_road(p: SicilyPosition, unit: int, near: vec[u8]) -> int:
    """The least cost of the way home that a march along the roads would leave a unit."""
    if march_objections(p, unit, near):
        return int(way_home(p, unit)[p.hex[unit]])
    return nearest_home(p, unit, road_reach(p, march_of(p, unit), near))


class MeetTheLanding(Duty[SicilyPosition]):
    """The units sent against the landing go there (14.2)."""

    @enforces("SIC-14.2")
    def missing(self, p: SicilyPosition, all_of_it: bool) -> list[Objection]:
        """Units that could still come nearer to those who have landed."""
        found: list[Objection] = []
        for unit in SENT:
            if is_sent(p, unit) and not move_objections(p, unit) and must_close_in(p, leg_of(p, unit)):
                found.append(forbid("SIC-14.2", "still_to_attack", unit=UNITS[unit], hex=p.ground.names[p.hex[unit]]))
        return found


@enforces("SIC-14.2")
def must_close_in(p: SicilyPosition, leg: Leg) -> bool:
    """Could a unit that is sent against the landing still come nearer, or beside the enemy?"""
    now = distance_to(p, landed_hexes(p), p.hex[leg.unit])
    return now > 1 and best_distance(p, leg.unit, tactical_reach(p, leg)) < now


TACTICAL_DUTIES: Final[list[Duty[SicilyPosition]]] = [ReturnHome(False), MeetTheLanding()]
STRATEGIC_DUTIES: Final[list[Duty[SicilyPosition]]] = [ReturnHome(True)]


# whom to move


@enforces("SIC-18.3")
def take_off_objections(p: SicilyPosition, unit: int) -> list[Objection]:
    """Markers are taken off when the Allied player chooses."""
    if p.side != ALLIES:
        return [forbid("SIC-18.3", "axis_chooses", unit=UNITS[unit])]
    return unpack_objections(p, unit)


@enforces("SIC-22.1", "SIC-22.2")
def leave_at_once_objections(p: SicilyPosition, unit: int) -> list[Objection]:
    """Why a unit may not leave the island from where it has begun."""
    return idle_objections(p, unit) or leaving_objections(p, unit, NOBODY)


@enforces("SIC-16.1", "SIC-18.3", "SIC-22.2", "SIC-23.1", "SIC-30.2")
def move_options(p: SicilyPosition) -> list[Option]:
    """Units that can move or leave, reinforcements, markers to take off; and the end, if no duty is left."""
    words = p.ground.words
    found: list[Option] = []
    for unit in UNITS_OF[p.side]:
        if p.hex[unit] < 0:
            continue
        if p.flags[unit] & PACKED and p.side == ALLIES:
            found.append(words.one(TAKE_PACK, unit))
        if idle_objections(p, unit):
            continue
        if not start_objections(p, unit):
            found.append(words.one(MOVE_UNIT, unit))
        if berth(p, unit) >= 0 and not leaving_objections(p, unit, NOBODY):
            found.append(words.one(EVACUATE, unit))
    for unit in waiting_units(p):
        for hex in landing_places(p, unit):
            if not place_objections(p, unit, hex):
                found.append(words.two(ARRIVE_AT, unit, hex))
    if may_close(TACTICAL_DUTIES, p):
        found.append(DONE)
    return found


@enforces("SIC-16.1", "SIC-30.2")
def can_do_more(p: SicilyPosition) -> bool:
    """Is there anything in the tactical segment but to close it? The first thing found is enough."""
    for unit in UNITS_OF[p.side]:
        if p.hex[unit] < 0:
            continue
        if p.flags[unit] & PACKED and p.side == ALLIES:
            return True
        if idle_objections(p, unit):
            continue
        if not start_objections(p, unit) or (berth(p, unit) >= 0 and not leaving_objections(p, unit, NOBODY)):
            return True
    for unit in waiting_units(p):
        for hex in landing_places(p, unit):
            if not place_objections(p, unit, hex):
                return True
    return False


def move_candidates(p: SicilyPosition) -> list[Option]:
    """Everybody, and every place where somebody might come."""
    words = p.ground.words
    found: list[Option] = [DONE, PASS]
    for unit in range(COUNT):
        found += [words.one(MOVE_UNIT, unit), words.one(EVACUATE, unit), words.one(TAKE_PACK, unit)]
        if p.hex[unit] == WAITING:
            found += [words.two(ARRIVE_AT, unit, hex) for hex in landing_places(p, unit)]
            found.append(words.two(ARRIVE_AT, unit, p.ground.places[0]))
    return list(dict.fromkeys(found))


def move_choice_objections(p: SicilyPosition, option: Option) -> list[Objection]:
    """Why this may not be chosen in the tactical segment now."""
    verb = option.verb
    if verb == "move":
        return move_objections(p, option.subject)
    if verb == "evacuate":
        return leave_at_once_objections(p, option.subject)
    if verb == "unpack":
        return take_off_objections(p, option.subject)
    if verb == "arrive":
        return arrival_objections(p, option.subject, option.target)
    if verb == "done":
        return still_missing(TACTICAL_DUTIES, p)
    return [forbid("SIC-16.1", "tactical_now")]


# where to


@enforces("SIC-16.1", "SIC-22.2")
def go_options(p: SicilyPosition) -> list[Option]:
    """The nearest hexes it can go to; leave the island, or stop."""
    leg, words = current(p), p.ground.words
    found = [words.one(GO_TO, to) for to in reach_of(p).ends[:LISTED]]
    if berth(p, leg.unit) >= 0 and not leave_now_objections(p, leg.unit):
        found.append(words.one(EVACUATE, leg.unit))
    if not stop_objections(p):
        found.append(STOP)
    return found


@enforces("SIC-16.1")
def can_go_on(p: SicilyPosition) -> bool:
    """Can the moving unit do anything but stop?"""
    leg = current(p)
    if reach_of(p).ends:
        return True
    return berth(p, leg.unit) >= 0 and not leave_now_objections(p, leg.unit)


def go_candidates(p: SicilyPosition) -> list[Option]:
    """Every hex of the map, but those ends of the reach that are too many to list; leaving, stopping."""
    return [*hexes_to_try(p, reach_of(p)), p.ground.words.one(EVACUATE, current(p).unit), STOP, DONE, PASS]


def hexes_to_try(p: SicilyPosition, reach: Reach) -> list[Option]:
    """Every hex of the map but the ends that are not listed."""
    unlisted = set(reach.ends[LISTED:])
    return [p.ground.words.one(GO_TO, to) for to in range(p.ground.size) if to not in unlisted]


def go_objections(p: SicilyPosition, option: Option) -> list[Objection]:
    """Why the moving unit may not do this now."""
    verb = option.verb
    if verb == "go":
        return way_objections(p, option.target)
    if verb == "evacuate":
        return leave_now_objections(p, option.subject)
    if verb == "stop":
        return stop_objections(p)
    return [forbid("SIC-16.1", "finish_first", unit=UNITS[current(p).unit])]


@enforces("SIC-22.2")
def leave_now_objections(p: SicilyPosition, unit: int) -> list[Objection]:
    """Why the moving unit may not leave the island here: on reaching an exit it needs points."""
    leg = current(p)
    if unit != leg.unit:
        return [forbid("SIC-16.1", "finish_first", unit=UNITS[leg.unit])]
    return leaving_objections(p, unit, leg.points if leg.moved else NOBODY)


@enforces("SIC-14.2", "SIC-15.3", "SIC-30.2")
def stop_objections(p: SicilyPosition) -> list[Objection]:
    """Who has been chosen moves, and who has a duty goes as far as it asks."""
    leg = current(p)
    unit = leg.unit
    if not leg.moved:
        return [forbid("SIC-16.1", "not_moved_yet", unit=UNITS[unit])]
    if is_sent(p, unit) and must_close_in(p, leg):
        return [forbid("SIC-14.2", "still_to_attack", unit=UNITS[unit], hex=p.ground.names[p.hex[unit]])]
    if is_astray(p, unit) and reach_of(p).ends:
        return [forbid("SIC-15.3", "still_astray", unit=UNITS[unit], hex=p.ground.names[p.hex[unit]])]
    return []


# the strategic segment


@enforces("SIC-16.5", "SIC-18.3", "SIC-30.2")
def march_options(p: SicilyPosition) -> list[Option]:
    """Units that can march, markers to take off; and the end, if no duty is left."""
    words, near = p.ground.words, near_enemies(p, p.side)
    found: list[Option] = []
    for unit in UNITS_OF[p.side]:
        if p.hex[unit] < 0:
            continue
        if p.flags[unit] & PACKED and p.side == ALLIES:
            found.append(words.one(TAKE_PACK, unit))
        if not near[p.hex[unit]] and not march_objections(p, unit, near):
            found.append(words.one(MARCH_UNIT, unit))
    if may_close(STRATEGIC_DUTIES, p):
        found.append(DONE)
    return found


def march_candidates(p: SicilyPosition) -> list[Option]:
    """Everybody."""
    words = p.ground.words
    found: list[Option] = [DONE, PASS]
    for unit in range(COUNT):
        found += [words.one(MARCH_UNIT, unit), words.one(TAKE_PACK, unit)]
    return found


def march_choice_objections(p: SicilyPosition, option: Option) -> list[Objection]:
    """Why this may not be chosen in the strategic segment now."""
    verb = option.verb
    if verb == "march":
        return march_objections(p, option.subject, near_enemies(p, p.side))
    if verb == "unpack":
        return take_off_objections(p, option.subject)
    if verb == "done":
        return still_missing(STRATEGIC_DUTIES, p)
    return [forbid("SIC-16.5", "strategic_now")]


@enforces("SIC-16.5")
def march_to_options(p: SicilyPosition) -> list[Option]:
    """The nearest road hexes it can march to, or stop."""
    found = [p.ground.words.one(GO_TO, to) for to in march_reach_of(p).ends[:LISTED]]
    if not march_stop_objections(p):
        found.append(STOP)
    return found


def march_to_candidates(p: SicilyPosition) -> list[Option]:
    """Every hex of the map, but those ends of the reach that are too many to list; stopping."""
    return [*hexes_to_try(p, march_reach_of(p)), STOP, DONE, PASS]


def march_to_objections(p: SicilyPosition, option: Option) -> list[Objection]:
    """Why the marching unit may not do this now."""
    if option.verb == "go":
        return road_objections(p, option.target)
    if option.verb == "stop":
        return march_stop_objections(p)
    return [forbid("SIC-16.1", "finish_first", unit=UNITS[current(p).unit])]


def march_stop_objections(p: SicilyPosition) -> list[Objection]:
    """Who has been chosen marches, and whoever is astray as far as he can."""
    leg = current(p)
    if not leg.moved:
        return [forbid("SIC-16.1", "not_moved_yet", unit=UNITS[leg.unit])]
    if is_astray(p, leg.unit) and march_reach_of(p).ends:
        return [forbid("SIC-15.3", "still_astray", unit=UNITS[leg.unit], hex=p.ground.names[p.hex[leg.unit]])]
    return []
