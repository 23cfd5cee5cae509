"""Leaders and those they command (2.2.6 to 2.2.8, 2.5, 13.0.8)."""

from __future__ import annotations

from senki.boards.hexes.search import SHUT, Mover, Reach, explore
from senki.engine.clauses import enforces
from senki.engine.tasks import encode
from senki.games.sjw.counters import (
    ARMY,
    ARMY_OF,
    COMMAND_OF,
    COMMAND_VALUE,
    COMMANDS,
    CSA,
    LEADERS,
    NO_COMMAND,
    SIDE_OF,
    SIZE,
    SUBSTITUTE_COMMAND,
    SUBSTITUTE_TACTICAL,
    TACTICAL,
    TROOPS,
    UNITS,
    USA,
)
from senki.games.sjw.crossings import crossable_when_dry
from senki.games.sjw.position import ASIDE, REPLACED, WITH_CORPS, SjwPosition, leaders_in, put, troops_in
from senki.games.sjw.steps import FIND_UNITS, FOLLOW
from senki.games.sjw.tables import RADIUS
from senki.games.sjw.undertaking import NOBODY


@enforces("SJW-13.0.8", "SJW-21.1.3")
def command_of(p: SjwPosition, unit: int) -> int:
    """The corps of a unit: its own, its parent's, or the one it serves under for the time being."""
    parent = p.parent[unit]
    unit = parent if parent != NOBODY else unit
    serves = p.theatre.plan.serves
    if unit in serves and not p.flags[unit] & WITH_CORPS:
        return COMMANDS.index(serves[unit])
    return COMMAND_OF[unit]


@enforces("SJW-13.0.2", "SJW-21.1.3")
def army_of(p: SjwPosition, unit: int) -> int:
    """The army of a unit: its own, or its parent's."""
    parent = p.parent[unit]
    return ARMY_OF[parent if parent != NOBODY else unit]


@enforces("SJW-2.2.6", "SJW-2.2.8", "SJW-18.3")
def commands(p: SjwPosition, leader: int, unit: int) -> bool:
    """Is this a unit of the leader's command? An army leader commands every unit of his side."""
    if SIDE_OF[unit] != SIDE_OF[leader]:
        return False
    if SIZE[leader] == ARMY:
        return True
    return COMMAND_OF[leader] != NO_COMMAND and command_of(p, unit) == COMMAND_OF[leader]


@enforces("SJW-17.2")
def tactical_of(p: SjwPosition, leader: int) -> int:
    """The tactical value of a leader, or of the substitute he has become."""
    return SUBSTITUTE_TACTICAL[leader] if p.flags[leader] & REPLACED else TACTICAL[leader]


@enforces("SJW-17.2")
def command_value_of(p: SjwPosition, leader: int) -> int:
    """The command value of a leader, or of the substitute he has become."""
    return SUBSTITUTE_COMMAND[leader] if p.flags[leader] & REPLACED else COMMAND_VALUE[leader]


class Courier(Mover):
    """A path for orders: not through enemies, nor over a side nobody could cross in dry weather; it ends in an enemy
    zone where no friend stands, or with `shy` may not enter one at all."""

    def __init__(self, p: SjwPosition, side: int, start: int, shy: bool = False) -> None:
        super().__init__(start)
        self.p = p
        self.own = side
        self.shy = shy

    def cost(self, place: int, to: int) -> int:
        """Hexes are counted."""
        return 1 if crossable_when_dry(self.p, self.own, place, to) else SHUT

    def may_enter(self, place: int, to: int) -> bool:
        """Enemies bar the way."""
        return not self.p.presence.units(1 - self.own, to) and not (self.shy and self.stops(place, to))

    def stops(self, place: int, to: int) -> bool:
        """An enemy zone ends it unless a friend is there."""
        return self.p.presence.zones(1 - self.own, to) > 0 and not self.p.presence.units(self.own, to)


@enforces("SJW-2.5")
def radius_of(p: SjwPosition, leader: int) -> Reach:
    """The hexes within a leader's command radius; his own is not among them."""
    return explore(p.ground, Courier(p, SIDE_OF[leader], p.hex[leader]), RADIUS)


def in_radius(p: SjwPosition, reach: Reach, hex: int) -> bool:
    """Is a hex within a command radius?"""
    return hex >= 0 and (hex == reach.start or reach.open_cost[hex] >= 0 or reach.halt_cost[hex] >= 0)


def commanded_in(p: SjwPosition, leader: int, hex: int) -> list[int]:
    """The units of a leader's command in a hex."""
    return [unit for unit in troops_in(p, SIDE_OF[leader], hex) if commands(p, leader, unit)]


@enforces("SJW-13.0.8")
def meet_corps(p: SjwPosition, unit: int) -> None:
    """A unit that serves under another corps and meets its own leader is his from now on."""
    if unit in p.theatre.plan.serves and not p.flags[unit] & WITH_CORPS:
        for leader in leaders_in(p, SIDE_OF[unit], p.hex[unit]):
            if COMMAND_OF[leader] == COMMAND_OF[unit]:
                p.flags[unit] |= WITH_CORPS


@enforces("SJW-2.2.6", "SJW-2.2.7")
def see_to_leaders(p: SjwPosition) -> None:
    """If a leader is without a unit of his command, he finds one before anything else happens."""
    if lone_leader(p) != NOBODY:
        p.push(FIND_UNITS)


def lone_leader(p: SjwPosition) -> int:
    """The first leader on the map who has no unit of his command with him."""
    for side in (CSA, USA):
        for leader in LEADERS[side]:
            if p.hex[leader] >= 0 and not commanded_in(p, leader, p.hex[leader]):
                return leader
    return NOBODY


@enforces("SJW-2.2.7")
def find_units(p: SjwPosition) -> None:
    """Lone leaders go to the nearest eligible unit; the owner breaks ties; without one they are set aside."""
    leader = lone_leader(p)
    while leader != NOBODY:
        hexes = nearest_units(p, leader)
        if len(hexes) > 1:
            p.task = encode(1, leader)
            p.push(FIND_UNITS)
            p.push(FOLLOW)
            return
        follow(p, leader, hexes[0] if hexes else ASIDE)
        leader = lone_leader(p)


def nearest_units(p: SjwPosition, leader: int) -> list[int]:
    """The hexes of the eligible units nearest to a leader, by number."""
    near: dict[int, int] = {}
    for unit in TROOPS[SIDE_OF[leader]]:
        if p.hex[unit] >= 0 and commands(p, leader, unit):
            near[p.hex[unit]] = p.ground.distance(p.hex[leader], p.hex[unit])
    least = min(near.values(), default=0)
    return sorted(hex for hex, away in near.items() if away == least)


def follow(p: SjwPosition, leader: int, hex: int) -> None:
    """A leader goes to a unit, or is set aside."""
    if hex >= 0:
        move_leader(p, leader, hex, "followed", "SJW-2.2.7", {"leader": UNITS[leader]})
        return
    put(p, leader, hex)
    if p.events is not None:
        p.tell("set_aside", "SJW-2.2.7", {"leader": UNITS[leader]})


@enforces("SJW-13.0.8")
def move_leader(p: SjwPosition, leader: int, hex: int, kind: str, clause: str, facts: dict[str, str | int]) -> None:
    """Put a leader into a hex, tell of it, and let those who are there meet him."""
    if p.events is not None:
        if p.hex[leader] >= 0:
            facts["origin"] = p.ground.names[p.hex[leader]]
        p.tell(kind, clause, {**facts, "to": p.ground.names[hex]})
    put(p, leader, hex)
    for unit in troops_in(p, SIDE_OF[leader], hex):
        meet_corps(p, unit)
