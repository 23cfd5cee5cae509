"""The state of a game (2.2.9): counters and their states, stations, bridges, losses, and what is under way."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.presence import Presence, nobody
from senki.boards.hexes.search import Reach
from senki.engine.clauses import enforces
from senki.engine.errors import BrokenInvariant
from senki.engine.position import Position, Step
from senki.games.sjw.counters import COUNT, CSA, IS_SUBSTITUTE, IS_TROOP, KIND, LEADERS, SIDE_OF, TROOPS, UNITS
from senki.games.sjw.ground import DRY, Ground
from senki.games.sjw.tables import MOST_FATIGUE, MOST_MANPOWER, WORKS
from senki.games.sjw.theatre import Theatre
from senki.games.sjw.undertaking import NOBODY, Battle, March

OUT: Final = -1
"""Not in this scenario."""
LATER: Final = -2
"""Still to arrive."""
DEAD: Final = -3
"""Removed for good: destroyed, or a leader who is gone."""
ASIDE: Final = -4
"""A leader without an eligible unit, or McClellan before his time."""
SPARE: Final = -5
"""A substitute nobody has detached."""
ATTACHED: Final = -6
"""Has joined another unit for good (21.2)."""
OFF_MAP: Final = ["", "out", "later", "dead", "aside", "spare", "attached"]
"""Names of the places off the map: OFF_MAP[-code]."""

DISORGANIZED: Final = 1
UNSUPPLIED: Final = 2
"""On its reverse side: out of supply (20.3)."""
ACTED: Final = 4
"""Has acted at least once in this game (22.1.3b)."""
MARCHED: Final = 8
"""Has marched this turn (13.5.3e)."""
FAILED: Final = 16
"""A leader whose assault failed this turn (5.3.6)."""
REPLACED: Final = 32
"""A leader who has fallen: his substitute (17.2)."""
WORKED: Final = 64
"""Has entrenched, bridged or foraged in this recovery phase; or has tried to."""
WITH_CORPS: Final = 128
"""Reynolds has met Porter and is a unit of his own corps again (13.0.8)."""
DELAYED: Final = 256
"""Arrives a turn later, in another place (22.1.C1, 22.1.U1)."""
FORAGED: Final = 512
"""Has tried to forage in this phase (20.4.2)."""
FLAG_NAMES: Final = [
    "disorganized", "unsupplied", "acted", "marched", "failed", "replaced", "worked", "with_corps", "delayed",
    "foraged",
]  # fmt: skip

COMBAT: Final = 0
RETREATING: Final = 1
EVADING: Final = 2
EXTENDED: Final = 3
FORCED: Final = 4
ZONE_MOVE: Final = 5
SUPPLY: Final = 6
CAUSES: Final = [
    "combat", "retreat", "cavalry_retreat", "extended_march", "force_march", "zoc_move", "supply",
]  # fmt: skip
"""The loss ledger (2.2.10); the first three score."""

WHOLE: Final = 0
DAMAGED: Final = 1
DESTROYED: Final = 2
STATION_STATES: Final = ["whole", "damaged", "destroyed"]

SOLO: Final = 0
FIRST: Final = 1
SECOND: Final = 2
TURNS_TO_ACT: Final = ["solo", "first", "second"]

REFUSING: Final = 1
DISPERSAL: Final = 2
BALANCE: Final = 4
REVISION: Final = 8
BURNING: Final = 16
SWITCHES: Final = ["refuse_flanks", "dispersal", "balance", "revision", "bridge_burning"]


class SjwPosition(Position):
    """Where every counter is, what state it is in, and what the turn has come to."""

    def __init__(self, steps: list[Step[Position]], stack: list[int], scene: Theatre) -> None:
        super().__init__(steps, stack)
        self.theatre = scene
        self.ground: Ground = scene.ground
        self.switches = 0
        self.turn = 1
        # counters
        self.hex: list[int] = []
        self.manpower: list[int] = []
        self.fatigue: list[int] = []
        self.flags: list[int] = []
        self.demoralized: list[int] = []
        self.works: list[int] = []
        """Level of entrenchment."""
        self.due: list[int] = []
        """The turn in which a counter arrives."""
        self.parent: list[int] = []
        """Of a substitute: the unit it was detached from."""
        self.freed: list[int] = []
        """Limits of the scenario from which a counter has been released, as bits by the limit's number."""
        self.presence: Presence = NO_PRESENCE
        """Units and zones, counted: kept by `put`, `set_demoralized` and `relay`."""
        # the map
        self.stations: list[int] = []
        """WHOLE, DAMAGED or DESTROYED, by ground.stations."""
        self.depots: list[int] = []
        """1 while it stands, by theatre.depots."""
        self.control: list[int] = []
        """1 under Confederate control, by theatre.objectives."""
        self.spans: list[int] = []
        """Bridges that are not simply those of the map: tasks of a kind and two hexes (see crossings.py)."""
        self.tried: list[int] = []
        """Hexsides that somebody has tried to bridge in this phase, as spans without a kind (10.1)."""
        self.span_turn = 0
        """The turn in which the Union pontoon was last taken up."""
        # the score
        self.losses: list[int] = []
        """7 * side + cause."""
        self.routs: list[int] = [0, 0]
        """R results suffered by infantry of a side (13.0.6)."""
        # the turn
        self.weather: int = DRY
        self.rain_until = 0
        """The last turn with a rain marker."""
        self.paralysed: int = NOBODY
        """The side whose command is paralysed this turn (14.4)."""
        self.event = 0
        """The sum of this turn's event dice, 0 before."""
        self.panic_turn = 0
        """The turn in which the Union panicked, 0 if it has not (18)."""
        self.rail_used = 0
        """Combat value that has gone by rail in this cycle, in halves (16.2)."""
        self.side: int = CSA
        """The side that acts, or whose part of a phase this is."""
        self.to_act: int = FIRST
        """SOLO, FIRST or SECOND (4.5)."""
        self.task = 0
        """What a die or a decision is about, as a task of two numbers."""
        self.waiting: list[int] = []
        """Counters the phase still has to ask or roll for, the next one first."""
        self.march: March | None = None
        self.battle: Battle | None = None
        self.reach: Reach | None = None
        """Where the marching unit can go, if it was worked out; no part of the state."""

    def copy(self) -> SjwPosition:
        """An independent copy that nobody listens to."""
        twin = SjwPosition(self.steps, self.stack[:], self.theatre)
        twin.result = self.result
        twin.switches, twin.turn = self.switches, self.turn
        twin.hex, twin.manpower, twin.fatigue = self.hex[:], self.manpower[:], self.fatigue[:]
        twin.flags, twin.demoralized, twin.works = self.flags[:], self.demoralized[:], self.works[:]
        twin.due, twin.parent, twin.freed = self.due[:], self.parent[:], self.freed[:]
        twin.presence = self.presence.copy()
        twin.stations, twin.depots, twin.control = self.stations[:], self.depots[:], self.control[:]
        twin.spans, twin.tried, twin.span_turn = self.spans[:], self.tried[:], self.span_turn
        twin.losses, twin.routs = self.losses[:], self.routs[:]
        twin.weather, twin.rain_until, twin.paralysed = self.weather, self.rain_until, self.paralysed
        twin.event, twin.panic_turn, twin.rail_used = self.event, self.panic_turn, self.rail_used
        twin.side, twin.to_act, twin.task = self.side, self.to_act, self.task
        twin.waiting = self.waiting[:]
        march, battle = self.march, self.battle
        twin.march = march.copy() if march is not None else None
        twin.battle = battle.copy() if battle is not None else None
        twin.reach = self.reach
        return twin

    def key(self) -> tuple[int, ...]:
        """The whole state as numbers."""
        march, battle = self.march, self.battle
        return (
            self.theatre.plan.number, self.switches, self.turn, *self.hex, *self.manpower, *self.fatigue, *self.flags,
            *self.demoralized, *self.works, *self.due, *self.parent, *self.freed, *self.stations, *self.depots,
            *self.control, len(self.spans), *self.spans, len(self.tried), *self.tried, self.span_turn, *self.losses,
            *self.routs, self.weather,
            self.rain_until, self.paralysed, self.event, self.panic_turn, self.rail_used, self.side, self.to_act,
            self.task, len(self.waiting), *self.waiting, *(march.key() if march is not None else (-2,)),
            *(battle.key() if battle is not None else (-2,)), *self.stack,
        )  # fmt: skip

    def on(self, switch: int) -> bool:
        """Is an optional rule in use?"""
        return bool(self.switches & switch)

    def has(self, unit: int, flag: int) -> bool:
        """Is a counter in this state?"""
        return bool(self.flags[unit] & flag)

    @property
    def advanced(self) -> bool:
        """Is this an advanced scenario (SJW-A.1)?"""
        return self.theatre.plan.advanced

    def check(self) -> None:
        """Raise BrokenInvariant if the state could not have come about."""
        check_counters(self)
        check_hexes(self)
        check_presence(self)


NO_PRESENCE: Final = nobody([[], []])


def empty_map(steps: list[Step[Position]], stack: list[int], scene: Theatre) -> SjwPosition:
    """A position of a scenario with no counter in play."""
    p = SjwPosition(steps, stack, scene)
    p.hex = [SPARE if IS_SUBSTITUTE[unit] and scene.plan.advanced else OUT for unit in range(COUNT)]
    p.manpower, p.fatigue, p.flags = [0] * COUNT, [0] * COUNT, [0] * COUNT
    p.demoralized, p.works, p.due = [0] * COUNT, [0] * COUNT, [0] * COUNT
    p.parent, p.freed = [NOBODY] * COUNT, [0] * COUNT
    p.stations = [WHOLE] * len(scene.ground.stations)
    p.depots, p.control = [1] * len(scene.depots), [0] * len(scene.objectives)
    p.losses = [0] * (2 * len(CAUSES))
    p.presence = nobody([scene.ground.reached[DRY], scene.ground.reached[DRY]])
    return p


@enforces("SJW-2.4.1")
def exerts(p: SjwPosition, unit: int) -> bool:
    """Undemoralized units exert a zone of control."""
    return not p.demoralized[unit]


def put(p: SjwPosition, unit: int, hex: int) -> None:
    """Put a counter in a hex or off the map; the counts of units and zones follow."""
    if IS_TROOP[unit]:
        p.presence.move(SIDE_OF[unit], p.hex[unit], hex, exerts(p, unit))
        p.reach = None
    p.hex[unit] = hex


def set_demoralized(p: SjwPosition, unit: int, level: int) -> None:
    """Give a unit a level of demoralization; its zone of control goes or comes back."""
    hex = p.hex[unit]
    put(p, unit, OUT)
    p.demoralized[unit] = level
    put(p, unit, hex)


def relay(p: SjwPosition, reached: list[list[list[int]]]) -> None:
    """Zones of control reach differently from now on, by side and hex: count them anew."""
    p.presence = nobody(reached)
    p.reach = None
    for unit in range(COUNT):
        if IS_TROOP[unit]:
            p.presence.move(SIDE_OF[unit], -1, p.hex[unit], exerts(p, unit))


def troops_in(p: SjwPosition, side: int, hex: int) -> list[int]:
    """The units of a side in a hex."""
    found: list[int] = []
    if p.presence.units(side, hex):
        for unit in TROOPS[side]:
            if p.hex[unit] == hex:
                found.append(unit)
    return found


def leaders_in(p: SjwPosition, side: int, hex: int) -> list[int]:
    """The leaders of a side in a hex."""
    found: list[int] = []
    for leader in LEADERS[side]:
        if p.hex[leader] == hex:
            found.append(leader)
    return found


@enforces("SJW-2.2.1", "SJW-2.2.3", "SJW-2.2.4", "SJW-2.2.9")
def check_counters(p: SjwPosition) -> None:
    """Every counter is somewhere it can be, in states its kind can have."""
    if not 1 <= p.turn <= p.theatre.plan.turns:
        raise BrokenInvariant(f"turn {p.turn} out of range")
    for unit in range(COUNT):
        hex = p.hex[unit]
        if not ATTACHED <= hex < p.ground.size:
            raise BrokenInvariant(f"{UNITS[unit]} is nowhere")
        if not 0 <= p.fatigue[unit] <= MOST_FATIGUE or not 0 <= p.demoralized[unit] <= 2:
            raise BrokenInvariant(f"{UNITS[unit]}: fatigue {p.fatigue[unit]}, demoralization {p.demoralized[unit]}")
        if not 0 <= p.works[unit] < len(WORKS) or not 0 <= p.manpower[unit] <= MOST_MANPOWER:
            raise BrokenInvariant(f"{UNITS[unit]}: manpower {p.manpower[unit]}, works {p.works[unit]}")
        if hex >= 0 and IS_TROOP[unit] and not p.manpower[unit]:
            raise BrokenInvariant(f"{UNITS[unit]} is on the map without manpower")
        if not IS_TROOP[unit] and (p.manpower[unit] or p.fatigue[unit] or p.works[unit]):
            raise BrokenInvariant(f"{UNITS[unit]} is a leader and has a state of a unit")
        if p.works[unit] and KIND[unit] != 0:
            raise BrokenInvariant(f"{UNITS[unit]} is no infantry and is entrenched")


@enforces("SJW-2.6")
def check_hexes(p: SjwPosition) -> None:
    """Enemies never share a hex, but one that goes back through the other."""
    passing = p.battle.retreating[0] if p.battle is not None and p.battle.retreating else NOBODY
    for unit in range(COUNT):
        hex = p.hex[unit]
        if hex >= 0 and IS_TROOP[unit] and unit != passing and p.presence.units(1 - SIDE_OF[unit], hex):
            others = [other for other in troops_in(p, 1 - SIDE_OF[unit], hex) if other != passing]
            if others:
                raise BrokenInvariant(f"enemies share {p.ground.names[hex]}")


def check_presence(p: SjwPosition) -> None:
    """The counts are those of the units on the map."""
    units = [unit for unit in range(COUNT) if IS_TROOP[unit] and p.hex[unit] >= 0]
    p.presence.check(
        [SIDE_OF[unit] for unit in units], [p.hex[unit] for unit in units], [exerts(p, unit) for unit in units]
    )
