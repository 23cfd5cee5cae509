"""The state of a game of Shiloh (chapter 2: counters, states, markers)."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.presence import Presence, nobody
from senki.boards.hexes.search import Reach
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.errors import BrokenInvariant
from senki.engine.option import Option
from senki.engine.position import DECISION, Position, Step
from senki.games.shiloh.battle import Battle
from senki.games.shiloh.counters import (
    COMBAT,
    COUNT,
    CSA,
    FOLLOWERS,
    GUNBOATS,
    KIND,
    LEADER,
    SIDE_OF,
    STEPS_OF,
    TROOPS,
    UNITS,
    UNITS_OF,
    USA,
)
from senki.games.shiloh.ground import Ground
from senki.games.shiloh.tables import LAST_TURN, MORNING_LAST, STACKING, TAKINGS_BACK

NOBODY: Final = -1

OUT: Final = -1
CUP: Final = -2
LATER: Final = -3
BOX_A: Final = -4
BOX_B: Final = -5
BOX_C: Final = -6
ROUTED: Final = -7
DEAD: Final = -8
CAPTURED: Final = -9
DRAWN: Final = -10
OFF_MAP: Final = ["", "out", "cup", "later", "A", "B", "C", "routed", "dead", "captured", "drawn"]
"""Names of the places off the map: OFF_MAP[-code]."""

REDUCED: Final = 1
DISRUPTED: Final = 2
DEPLETED: Final = 4
MARCHED: Final = 8
TURNED: Final = 16
"""Leaders: ineffective. Headquarters: inactive."""
MOVED: Final = 32
"""Has rolled for movement in this phase, or may not move any more."""
ATTACKED: Final = 64
"""Has attacked or bombarded in this phase."""
SHAKEN: Final = 128
"""Has failed a surprise check (SHI-19.2.2)."""
PLACED: Final = 256
"""Came on the map in this phase by placement or return: no recovery roll."""
USED: Final = 512
"""A leader whose re-roll of a movement die is used up."""
MUST: Final = 1024
"""Must attack in this phase (SHI-15.2)."""
WAITING: Final = 2048
"""Waits for its recovery roll."""
ADDED: Final = 4096
"""Gunboats that have added to an attack in this phase (SHI-19.1.3)."""
DECLINED: Final = 4
"""In `spent`, shifted by the side: has let the combat die stand."""
FLAG_NAMES: Final = [
    "reduced", "disrupted", "ammo_depleted", "marched", "turned", "moved", "attacked", "shaken", "placed", "used",
    "must", "waiting", "added",
]  # fmt: skip

NO_MARKER: Final = 0
FRESH: Final = 1
FATIGUED: Final = 2
FATIGUE_NAMES: Final = ["none", "fresh", "fatigued"]

STEADY_PACE: Final = 1
FORCED_BATTLE: Final = 2
DIVISION_INTEGRITY: Final = 4
NO_FOW: Final = 8
HIDDEN_CUP: Final = 16
ALARM_ENDS_MOVE: Final = 32
SWITCHES: Final = ["steady_pace", "forced_battle", "division_integrity", "no_fow", "hidden_cup", "alarm_ends_move"]

BATTLE: Final = 0
FIRST_MORNING: Final = 1
SCENARIOS: Final = ["battle", "first_morning"]


class ShilohPosition(Position):
    """Where every counter is, what state it is in, and what the phase has come to."""

    def __init__(
        self,
        steps: list[Step[Position]],
        stack: list[int],
        ground: Ground,
        hex: list[int],
        flags: list[int],
        due: list[int],
        presence: Presence,
    ) -> None:
        super().__init__(steps, stack)
        self.ground = ground
        self.scenario: int = BATTLE
        self.switches = 0
        self.turn = 1
        self.side: int = CSA
        """The phasing side."""
        self.fatigue: int = FRESH
        self.fow: list[int] = [0, 0]
        self.hex = hex
        self.flags = flags
        self.due = due
        """The turn in which a counter arrives or a routed unit returns."""
        self.presence = presence
        """The combat units and their zones, counted: kept by `put`."""
        self.to_draw = 0
        """Counters still to be drawn from the cup in this phase."""
        self.group: list[int] = []
        self.marching = False
        self.die = 0
        """The die just rolled, while somebody may have it rolled again."""
        self.mp = 0
        """Half movement points left to the group."""
        self.under_way = False
        """The group has left the hex it started in."""
        self.assaulted: list[int] = []
        """Hexes assaulted in this phase."""
        self.must_hit: list[int] = []
        """Hexes that must be attacked in this phase (SHI-15.2)."""
        self.advances: list[int] = []
        """Who may still advance into which hex after a surprise rout, a `pair` of counter and hex."""
        self.battle: Battle | None = None
        self.first: Battle | None = None
        """The combat whose result is being answered by the counter-attack `battle`."""
        self.tasks: list[int] = []
        """What has to be carried out before the flow goes on, the last first (see tasks.py)."""
        self.task = 0
        """The task that waits for dice or a decision."""
        self.spent = 0
        """Who has spent a token on the die just rolled, as bits."""
        self.taken_back = 0
        """How often something begun was taken back since a group last rolled or an attack was made (SHI-3.8).

        It is in the JSON form but not in `key`: for a search what has come round again is the same position."""
        self.reach: Reach | None = None
        """Where the group can go, if it was worked out; no part of the state."""

    def copy(self) -> ShilohPosition:
        """An independent copy that nobody listens to."""
        twin = ShilohPosition(
            self.steps, self.stack[:], self.ground, self.hex[:], self.flags[:], self.due[:], self.presence.copy()
        )
        twin.result = self.result
        twin.scenario = self.scenario
        twin.switches = self.switches
        twin.turn = self.turn
        twin.side = self.side
        twin.fatigue = self.fatigue
        twin.fow = self.fow[:]
        twin.to_draw = self.to_draw
        twin.group = self.group[:]
        twin.marching = self.marching
        twin.die = self.die
        twin.mp = self.mp
        twin.under_way = self.under_way
        twin.assaulted = self.assaulted[:]
        twin.must_hit = self.must_hit[:]
        twin.advances = self.advances[:]
        battle = self.battle
        twin.battle = battle.copy() if battle is not None else None
        first = self.first
        twin.first = first.copy() if first is not None else None
        twin.tasks = self.tasks[:]
        twin.task = self.task
        twin.spent = self.spent
        twin.taken_back = self.taken_back
        twin.reach = self.reach
        return twin

    def key(self) -> tuple[int, ...]:
        """The whole state as numbers, but for the count of what was taken back."""
        battle, first = self.battle, self.first
        return (
            self.scenario, self.switches, self.turn, self.side, self.fatigue, *self.fow, *self.hex, *self.flags,
            *self.due, self.to_draw, len(self.group), *self.group, int(self.marching), self.die, self.mp,
            int(self.under_way), len(self.assaulted), *self.assaulted, len(self.must_hit), *self.must_hit,
            len(self.advances), *self.advances,
            *(battle.key() if battle is not None else (-1,)), *(first.key() if first is not None else (-1,)),
            len(self.tasks), *self.tasks, self.task, self.spent, *self.stack,
        )  # fmt: skip

    @property
    @enforces("SHI-3.1", "SHI-22.1")
    def last_turn(self) -> int:
        """The turn after which the game is over."""
        return MORNING_LAST if self.scenario == FIRST_MORNING else LAST_TURN

    def on(self, switch: int) -> bool:
        """Is an optional rule in use?"""
        return bool(self.switches & switch)

    @enforces("SHI-1.4")
    def objections(self, option: Option) -> list[Objection]:
        """Nothing is done in a hex that is not on the map; whatever else speaks against an option its step says."""
        if option.target >= self.ground.size and self.waits_for == DECISION:
            return [forbid("SHI-1.4", to=option.facts["to"])]
        return super().objections(option)

    def check(self) -> None:
        """Raise BrokenInvariant if the state could not have come about."""
        check_counts(self)
        check_hexes(self)
        check_presence(self)


def empty_map(steps: list[Step[Position]], stack: list[int], ground: Ground) -> ShilohPosition:
    """A position with no counter in play."""
    counts = nobody([ground.reached, ground.reached])
    return ShilohPosition(steps, stack, ground, [OUT] * COUNT, [0] * COUNT, [0] * COUNT, counts)


@enforces("SHI-6.1", "SHI-6.3")
def put(p: ShilohPosition, unit: int, hex: int) -> None:
    """Put a counter in a hex or off the map; the counts of units and zones follow."""
    if COMBAT[unit]:
        p.presence.move(SIDE_OF[unit], p.hex[unit], hex, not p.flags[unit] & MARCHED)
    p.hex[unit] = hex


@enforces("SHI-4.6.6", "SHI-6.1")
def set_marched(p: ShilohPosition, unit: int, marched: bool) -> None:
    """A unit in march column has no zone of control."""
    if bool(p.flags[unit] & MARCHED) == marched:
        return
    hex = p.hex[unit]
    put(p, unit, OUT)
    p.flags[unit] ^= MARCHED
    put(p, unit, hex)


def troops_in(p: ShilohPosition, side: int, hex: int) -> list[int]:
    """The combat units of a side in a hex."""
    found: list[int] = []
    if p.presence.units(side, hex):
        for unit in TROOPS[side]:
            if p.hex[unit] == hex:
                found.append(unit)
    return found


def followers_in(p: ShilohPosition, side: int, hex: int) -> list[int]:
    """The leaders, headquarters and trains of a side in a hex."""
    found: list[int] = []
    for unit in FOLLOWERS[side]:
        if p.hex[unit] == hex:
            found.append(unit)
    return found


def in_enemy_zone(p: ShilohPosition, side: int, hex: int) -> bool:
    """Is a hex in a zone of control of the other side?"""
    return p.presence.zones(1 - side, hex) > 0


def enemies_in(p: ShilohPosition, side: int, hex: int) -> bool:
    """Does the other side have combat units in a hex?"""
    return p.presence.units(1 - side, hex) > 0


@enforces("SHI-2.3", "SHI-2.6", "SHI-2.8", "SHI-3.8", "SHI-11.4")
def check_counts(p: ShilohPosition) -> None:
    """Every counter is somewhere it can be, in states its kind can have."""
    if p.taken_back > TAKINGS_BACK:
        raise BrokenInvariant(f"{p.taken_back} times something was taken back")
    if not 1 <= p.turn <= p.last_turn or min(p.fow) < 0:
        raise BrokenInvariant(f"turn {p.turn} or tokens {p.fow} out of range")
    for unit in range(COUNT):
        hex, flags = p.hex[unit], p.flags[unit]
        if not DRAWN <= hex < p.ground.size:
            raise BrokenInvariant(f"{UNITS[unit]} is nowhere")
        if flags & REDUCED and STEPS_OF[unit] < 2:
            raise BrokenInvariant(f"{UNITS[unit]} has one step and is reduced")
        if not COMBAT[unit] and flags & (REDUCED | DISRUPTED | DEPLETED | SHAKEN):
            raise BrokenInvariant(f"{UNITS[unit]} is no combat unit and has a state of one")
        if hex == ROUTED and flags & (DISRUPTED | DEPLETED):
            raise BrokenInvariant(f"{UNITS[unit]} is routed and keeps a marker")


@enforces("SHI-4.1", "SHI-5.1", "SHI-5.2", "SHI-5.3")
def check_hexes(p: ShilohPosition) -> None:
    """Enemies never share a hex, and no hex is over-stacked but by a group, retreat or advance under way."""
    for unit in UNITS_OF[CSA]:
        hex = p.hex[unit]
        for other in UNITS_OF[USA]:
            if p.hex[other] == hex >= 0 and other != GUNBOATS and (COMBAT[unit] or COMBAT[other]):
                raise BrokenInvariant(f"{UNITS[unit]} and {UNITS[other]} are both in {p.ground.names[hex]}")
    for place, units in enumerate(p.presence.here):
        if units > STACKING and not (p.group or p.tasks or p.task):
            raise BrokenInvariant(f"{p.ground.names[place % p.ground.size]} is over-stacked")


def check_presence(p: ShilohPosition) -> None:
    """The counts of units and zones agree with where the units are."""
    troops = [*TROOPS[CSA], *TROOPS[USA]]
    p.presence.check(
        [SIDE_OF[unit] for unit in troops],
        [p.hex[unit] for unit in troops],
        [not p.flags[unit] & MARCHED for unit in troops],
    )


@enforces("SHI-12.5")
def effective_leaders(p: ShilohPosition, side: int, hex: int) -> list[int]:
    """The effective leaders of a side in a hex: an ineffective one does nothing."""
    found: list[int] = []
    for unit in FOLLOWERS[side]:
        if KIND[unit] == LEADER and p.hex[unit] == hex and not p.flags[unit] & TURNED:
            found.append(unit)
    return found
