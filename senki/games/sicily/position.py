"""The state of a game: counters and their states, places, accounts, and what is under way."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.presence import Presence, nobody
from senki.boards.hexes.search import Reach
from senki.engine.clauses import enforces
from senki.engine.errors import BrokenInvariant
from senki.engine.option import Option
from senki.engine.position import Position, Step
from senki.games.sicily.aftermath import Aftermath
from senki.games.sicily.battle import Attack, Battle
from senki.games.sicily.counters import (
    ALLIES,
    COUNT,
    COUNTERS_OF,
    IS_REGIMENT,
    MORALE,
    SIDE_OF,
    STEPS,
    UNITS,
    UNITS_OF,
)
from senki.games.sicily.ground import Ground
from senki.games.sicily.moving import NOBODY, Leg
from senki.games.sicily.plan import Desk
from senki.games.sicily.scenario import Theatre
from senki.games.sicily.tables import CHITS, FAIR, POOLS

OUT: Final = -1
"""Not in this scenario."""
WAITING: Final = -2
"""Still to come: by sea, by air, or at call."""
DEAD: Final = -3
"""Eliminated; a depot may come back (11.6)."""
EVACUATED: Final = -4
"""Has left the island for good."""
GUNS: Final = -5
"""Off-map Axis artillery."""
BOMBED: Final = -6
"""Off-map Axis artillery that an air point has destroyed."""
OFF_MAP: Final = ["map", "out", "waiting", "dead", "evacuated", "guns", "bombed"]
"""Names of the places off the map: OFF_MAP[-code]."""

DISRUPTED: Final = 1
"""May not move in this movement phase (4.6, 6.8)."""
MOVED: Final = 2
"""Has moved, or been moved, in the tactical segment of this phase."""
PACKED: Final = 4
"""Has a pack marker (18)."""
DROPPED: Final = 8
"""Has dropped and not yet traced a supply line: no strategic movement (6.12)."""
ASSAULTED: Final = 16
"""Made an airborne assault this turn (6.14)."""
ASHORE: Final = 32
"""Came ashore by sea this turn (14.2)."""
LIFTED: Final = 64
"""Was supplied by air or sea this turn (11.7, 25.3)."""
CAME: Final = 128
"""Arrived this turn: no strategic movement (23.2)."""
SHAKEN: Final = 256
"""Has no zone of control for the rest of the combat phase (17.20)."""
ATTACKED: Final = 512
"""Has attacked, or been attacked, in this combat phase (17.4)."""
MARCHED: Final = 1024
"""Has moved in the strategic segment of this phase."""
NORTH: Final = 2048
"""A US unit that has advanced across the US limit and not come back (15.1a)."""
RELEASED: Final = 4096
"""Its availability has been turned into `airborne N+` (6.2, 6.15), or its variable group has been released (24.1)."""
HELD: Final = 8192
"""A unit of wave 1 or 2 that did not land on its day: a seaborne reinforcement now (4.2, 30.1)."""
LANDED: Final = 16384
"""Has come ashore in this phase and paid for its hex: it goes on with what points are left (4.4)."""
FLAG_NAMES: Final = [
    "disrupted", "moved", "packed", "dropped", "assaulted", "ashore", "lifted", "came", "shaken", "attacked", "marched",
    "north", "released", "held", "landed",
]  # fmt: skip
OF_PHASE: Final = DISRUPTED | MOVED | MARCHED | LANDED
"""What ends with a movement phase."""
OF_TURN: Final = ASSAULTED | ASHORE | LIFTED | CAME
"""What ends with a turn."""
OF_COMBAT: Final = SHAKEN | ATTACKED
"""What ends with a combat phase."""

SUPPLIED: Final = 0
UNSUPPLIED: Final = 1
ISOLATED: Final = 2
STATUS: Final = ["supplied", "unsupplied", "isolated"]

LEDGER: Final = [
    "tactical", "axis_lost", "coastal", "allied_lost", "depots", "opt", "replacements", "evacuated", "interdiction",
    "end_runs",
]  # fmt: skip
"""What moves the victory points (26.2): each entry holds the points it has added (or, below nought, taken)."""
TACTICAL: Final = 0
AXIS_LOST: Final = 1
COASTAL: Final = 2
ALLIED_LOST: Final = 3
DEPOT_LOSSES: Final = 4
OPT_UNITS: Final = 5
REPLACED: Final = 6
AWAY: Final = 7
INTERDICTED: Final = 8
END_RUN_NUMBERS: Final = 9

REPLACEMENTS: Final = ["us_inf", "us_arm", "uk_inf", "uk_arm", "ca_inf", "ca_arm", "de_inf", "de_arm"]

FOG_OF_WAR: Final = 1
VARIABLE_LANDING: Final = 2
AIR_ARRIVALS: Final = 4
"""3/1FJ and 4/1FJ may arrive by air (23.4)."""
SWITCHES: Final = ["fog", "variable_landing", "air_arrivals"]


class SicilyPosition(Position):
    """Where every counter is, what state it is in, and what the turn has come to."""

    def __init__(self, steps: list[Step[Position]], stack: list[int], scene: Theatre) -> None:
        super().__init__(steps, stack)
        self.theatre = scene
        self.ground: Ground = scene.ground
        self.switches = 0
        self.turn = 1
        # counters
        self.hex: list[int] = []
        self.left: list[int] = []
        """Steps left: of a regiment 3 full, 2 reduced, 1 cadre."""
        self.chit: list[int] = []
        """The kind of its strength chit in the pool of its morale, NOBODY before it has drawn."""
        self.morale: list[int] = []
        """Its morale now; replacements lower it (25.4)."""
        self.flags: list[int] = []
        self.status: list[int] = []
        """SUPPLIED, UNSUPPLIED or ISOLATED by the latest judgement."""
        self.since: list[int] = []
        """The turn in which it came (10.9), left or was lost; 0 for whoever was there from the beginning."""
        self.aim: list[int] = []
        """The hex a unit in a sea hex must attack (4.5), or is to land or drop in; NOBODY without one."""
        self.presence: Presence = NO_PRESENCE
        """Counters and zones, counted: kept by `put`, and by `zone_changed` when a unit gets or loses its zone."""
        self.pool: list[int] = []
        """Chits left: CHITS * (morale - 1) + kind."""
        # the map
        self.held: list[int] = []
        """1 while the Allies own it, by ground.places (1.12)."""
        self.opens: list[int] = []
        """The turn in which an Allied port is usable again, by ground.ports (9.1)."""
        self.lost_sources = 0
        """Enna and Palermo once captured (10.1), Messina while and since (12.4), as bits by ground.sources."""
        self.boundary = 0
        """The line between the armies, by options.LINES."""
        self.us_limit = 0
        """1 while the US limit is in force (15.1)."""
        self.limit_until = 0
        """The turn after whose end the limit is lifted, or the delayed change is made (15.5); 0: not settled."""
        self.linked = 0
        """The turn of the link-up (15.5); 0: not yet."""
        self.delayed = 0
        """1 while the boundary of the link-up has still to be drawn (15.6)."""
        # accounts
        self.supply: list[int] = [0, 0, 0, 0]
        """Supply points by army."""
        self.ledger: list[int] = [0] * len(LEDGER)
        """Victory points by what they came from."""
        self.tactical = 0
        """Tactical points at the latest count."""
        self.replacements: list[int] = [0] * len(REPLACEMENTS)
        self.replaced = 0
        """Nations that have spent their point this turn, as bits by NATIONS."""
        self.packs: list[int] = [0, 0]
        """Pack markers left to US and British."""
        # the turn
        self.weather: int = FAIR
        self.captured = 0
        """Captured airfields at the latest count."""
        self.air = 0
        """Air points left."""
        self.bombers = 0
        """Points of emergency bombing left."""
        self.bombing = 0
        """1 in a turn with emergency bombing."""
        self.naval: list[int] = [0, 0]
        """Points of naval gunfire left, US and British."""
        self.interdiction = 0
        """1 in a turn with maximum interdiction."""
        self.numbers: list[int] = [NOBODY, NOBODY]
        """The end-run numbers chosen, hidden from the Axis (5.1)."""
        self.sums: list[int] = [0, 0]
        self.permits: list[int] = [0, 0, 0, 0]
        """End-runs left: US regiments, US battalions, British regiments, British battalions."""
        self.runs: list[int] = [0, 0, 0, 0]
        """End-runs made, which everybody has seen: US regiments, US battalions, British regiments, battalions."""
        self.ran = 0
        """Armies that have made their end-run this turn, as bits."""
        self.drops = 0
        """Optional drops left this turn (6.3); NOBODY before they are called for."""
        self.dropped_last = 0
        """The turn in which the last mandatory operation was done or lapsed; 0: not yet (6.3)."""
        self.groups = 0
        """Variable groups released, as bits: 1, 2 and 4 (24.1)."""
        self.entered = 0
        """Units of variable groups that have entered this turn."""
        self.collapse = 0
        """The turn from which the Italian collapse is in force; 0: it is not (24.2)."""
        self.gone = 0
        """Axis units that have evacuated (22.3)."""
        self.ferried: list[int] = [0] * 8
        """Evacuated in this phase, by exit: Italian, German."""
        self.shipped: list[int] = [0] * 4
        """Evacuated in this phase from each depot."""
        self.axis_air = 1
        """1 while Axis air supply lasts (11.9)."""
        self.port_call = 0
        """1 if a PORT unit may arrive this turn (23.6)."""
        self.depots_back = 0
        """Armies whose depot has come back this turn, as bits (11.6)."""
        # what is under way
        self.side: int = ALLIES
        """The side whose player turn it is."""
        self.special = 0
        """1 in the special stage of turn 1 (2.5)."""
        self.task = 0
        """What a die or a decision is about, as a task or a number."""
        self.waiting: list[int] = []
        """Counters the step still has to ask or roll for, the next one first."""
        self.drawing: list[int] = []
        """Regiments that have still to draw a strength chit, the next one first (1.9)."""
        self.taken_ports: list[int] = []
        """Ports just captured whose die has still to be thrown, the next one first (9.1)."""
        self.leg: Leg | None = None
        """The unit that moves."""
        self.attacks: list[Attack] = []
        """The list of attacks of this combat phase, resolved ones taken out (17.1a)."""
        self.ready: list[int] = []
        """Artillery of both sides that may still support a combat of this phase (17.13)."""
        self.stood: list[int] = []
        """The hex each of them was in at the start of the phase; below nought off the map (19)."""
        self.draft: Attack | None = None
        """The attack that is being put together."""
        self.battle: Battle | None = None
        """The attack that is being resolved, up to its die."""
        self.aftermath: Aftermath | None = None
        """Losses, retreats and advances after it."""
        self.reach: Reach | None = None
        """Where the moving unit can go, if it was worked out; no part of the state."""
        self.listed: list[Option] | None = None
        """What may be added to the list of attacks, if it was worked out; no part of the state."""
        self.desk = Desk()
        """The plan of a machine player for this phase; no part of the state."""

    def copy(self) -> SicilyPosition:
        """An independent copy that nobody listens to."""
        twin = SicilyPosition(self.steps, self.stack[:], self.theatre)
        twin.result = self.result
        twin.switches, twin.turn = self.switches, self.turn
        twin.hex, twin.left, twin.chit, twin.morale = self.hex[:], self.left[:], self.chit[:], self.morale[:]
        twin.flags, twin.status, twin.since, twin.aim = self.flags[:], self.status[:], self.since[:], self.aim[:]
        twin.presence, twin.pool = self.presence.copy(), self.pool[:]
        twin.held, twin.opens, twin.lost_sources = self.held[:], self.opens[:], self.lost_sources
        twin.boundary, twin.us_limit, twin.limit_until = self.boundary, self.us_limit, self.limit_until
        twin.linked, twin.delayed = self.linked, self.delayed
        twin.supply, twin.ledger, twin.tactical = self.supply[:], self.ledger[:], self.tactical
        twin.replacements, twin.replaced, twin.packs = self.replacements[:], self.replaced, self.packs[:]
        twin.weather, twin.captured, twin.air = self.weather, self.captured, self.air
        twin.bombers, twin.bombing, twin.naval = self.bombers, self.bombing, self.naval[:]
        twin.interdiction, twin.numbers, twin.sums = self.interdiction, self.numbers[:], self.sums[:]
        twin.permits, twin.runs, twin.ran, twin.drops = self.permits[:], self.runs[:], self.ran, self.drops
        twin.dropped_last, twin.groups, twin.entered = self.dropped_last, self.groups, self.entered
        twin.collapse, twin.gone = self.collapse, self.gone
        twin.ferried, twin.shipped = self.ferried[:], self.shipped[:]
        twin.axis_air, twin.port_call, twin.depots_back = self.axis_air, self.port_call, self.depots_back
        twin.side, twin.special, twin.task, twin.waiting = self.side, self.special, self.task, self.waiting[:]
        twin.drawing, twin.taken_ports = self.drawing[:], self.taken_ports[:]
        leg, draft, battle, aftermath = self.leg, self.draft, self.battle, self.aftermath
        twin.leg = leg.copy() if leg is not None else None
        twin.attacks = [attack.copy() for attack in self.attacks]
        twin.ready, twin.stood = self.ready[:], self.stood[:]
        twin.draft = draft.copy() if draft is not None else None
        twin.battle = battle.copy() if battle is not None else None
        twin.aftermath = aftermath.copy() if aftermath is not None else None
        twin.reach, twin.desk = self.reach, Desk(self.desk.orders)
        return twin

    def key(self) -> tuple[int, ...]:
        """The whole state as numbers."""
        leg, draft, battle, aftermath = self.leg, self.draft, self.battle, self.aftermath
        attacks: list[int] = [len(self.attacks)]
        for attack in self.attacks:
            attacks += attack.key()
        return (
            self.theatre.plan.number, self.switches, self.turn, *self.hex, *self.left, *self.chit, *self.morale,
            *self.flags, *self.status, *self.since, *self.aim, *self.pool, *self.held, *self.opens, self.lost_sources,
            self.boundary, self.us_limit, self.limit_until, self.linked, self.delayed, *self.supply, *self.ledger,
            self.tactical, *self.replacements, self.replaced, *self.packs, self.weather, self.captured, self.air,
            self.bombers, self.bombing, *self.naval, self.interdiction, *self.numbers, *self.sums, *self.permits,
            *self.runs, self.ran, self.drops, self.dropped_last, self.groups, self.entered, self.collapse, self.gone,
            *self.ferried, *self.shipped, self.axis_air, self.port_call, self.depots_back, self.side, self.special,
            self.task, len(self.waiting), *self.waiting, len(self.drawing), *self.drawing, len(self.taken_ports),
            *self.taken_ports, *(leg.key() if leg is not None else (-2,)), *attacks, len(self.ready), *self.ready,
            *self.stood,
            *(draft.key() if draft is not None else (-2,)), *(battle.key() if battle is not None else (-2,)),
            *(aftermath.key() if aftermath is not None else (-2,)), *self.stack,
        )  # fmt: skip

    def on(self, switch: int) -> bool:
        """Is an optional rule in use?"""
        return bool(self.switches & switch)

    def has(self, unit: int, flag: int) -> bool:
        """Is a counter in this state?"""
        return bool(self.flags[unit] & flag)

    def check(self) -> None:
        """Raise BrokenInvariant if the state could not have come about."""
        check_counters(self)
        check_chits(self)
        check_hexes(self)
        check_presence(self)


NO_PRESENCE: Final = nobody([[], []])


def empty_map(steps: list[Step[Position]], stack: list[int], scene: Theatre) -> SicilyPosition:
    """A position of a scenario with no counter in play, on its first turn."""
    p = SicilyPosition(steps, stack, scene)
    p.turn = scene.plan.first_turn
    p.hex = [OUT] * COUNT
    p.left, p.morale = STEPS[:], MORALE[:]
    p.chit, p.aim = [NOBODY] * COUNT, [NOBODY] * COUNT
    p.flags, p.status, p.since = [0] * COUNT, [SUPPLIED] * COUNT, [0] * COUNT
    p.pool = [row[3] for pool in POOLS for row in pool]
    p.held, p.opens = [0] * len(scene.ground.places), [0] * len(scene.ground.ports)
    p.presence = nobody([scene.ground.reached, scene.ground.reached])
    return p


@enforces("SIC-1.8", "SIC-16.7", "SIC-17.20")
def exerts(p: SicilyPosition, unit: int) -> bool:
    """Regiments have a zone of control; cadres have none, nor has whoever was broken through in this combat phase."""
    return IS_REGIMENT[unit] and p.left[unit] > 1 and not p.flags[unit] & SHAKEN


@enforces("SIC-1.5", "SIC-1.8")
def is_regiment(p: SicilyPosition, unit: int) -> bool:
    """A unit with a combat class that is not a cadre."""
    return IS_REGIMENT[unit] and p.left[unit] > 1


def put(p: SicilyPosition, unit: int, hex: int) -> None:
    """Put a counter in a hex or off the map; the counts of counters and zones follow."""
    p.presence.move(SIDE_OF[unit], p.hex[unit], hex, exerts(p, unit))
    p.hex[unit] = hex
    p.reach, p.listed = None, None


def set_left(p: SicilyPosition, unit: int, steps: int) -> None:
    """Give a unit so many steps; the zone of a regiment that becomes a cadre goes."""
    hex = p.hex[unit]
    put(p, unit, OUT)
    p.left[unit] = steps
    put(p, unit, hex)


def shake(p: SicilyPosition, unit: int, shaken: bool) -> None:
    """Take a unit's zone of control, or give it back."""
    hex = p.hex[unit]
    put(p, unit, OUT)
    p.flags[unit] = p.flags[unit] | SHAKEN if shaken else p.flags[unit] & ~SHAKEN
    put(p, unit, hex)


def units_in(p: SicilyPosition, side: int, hex: int) -> list[int]:
    """The units of a side in a hex, depots left out."""
    found: list[int] = []
    if p.presence.units(side, hex):
        for unit in UNITS_OF[side]:
            if p.hex[unit] == hex:
                found.append(unit)
    return found


def counters_in(p: SicilyPosition, side: int, hex: int) -> list[int]:
    """The counters of a side in a hex, a depot among them."""
    found: list[int] = []
    if p.presence.units(side, hex):
        for unit in COUNTERS_OF[side]:
            if p.hex[unit] == hex:
                found.append(unit)
    return found


def has_units(p: SicilyPosition, side: int, hex: int) -> bool:
    """Is there a unit of a side, not just a depot?"""
    return p.presence.units(side, hex) > 0 and bool(units_in(p, side, hex))


def in_enemy_zone(p: SicilyPosition, side: int, hex: int) -> bool:
    """Is a hex in a zone of control of the side's enemies?"""
    return p.presence.zones(1 - side, hex) > 0


@enforces("SIC-1.7", "SIC-1.9")
def check_counters(p: SicilyPosition) -> None:
    """Every counter is somewhere it can be, in states its kind can have."""
    if not p.theatre.plan.first_turn <= p.turn <= p.theatre.plan.last_turn:
        raise BrokenInvariant(f"turn {p.turn} out of range")
    for unit in range(COUNT):
        if not BOMBED <= p.hex[unit] < p.ground.size:
            raise BrokenInvariant(f"{UNITS[unit]} is nowhere")
        if not 0 <= p.left[unit] <= STEPS[unit] or (p.hex[unit] >= 0 and not p.left[unit]):
            raise BrokenInvariant(f"{UNITS[unit]} has {p.left[unit]} steps")
        if p.chit[unit] != NOBODY and not (is_regiment(p, unit) and 0 <= p.chit[unit] < CHITS):
            raise BrokenInvariant(f"{UNITS[unit]} has chit {p.chit[unit]}")
        on_map = p.hex[unit] >= 0
        if on_map and is_regiment(p, unit) and p.left[unit] < STEPS[unit] and p.chit[unit] == NOBODY:
            raise BrokenInvariant(f"{UNITS[unit]} is reduced without a chit")


@enforces("SIC-1.9")
def check_chits(p: SicilyPosition) -> None:
    """Chits are conserved over pools and units; a pool that was empty has lent some."""
    for morale in (1, 2, 3):
        for kind in range(CHITS):
            out = 0
            for unit in range(COUNT):
                if p.chit[unit] == kind and p.morale[unit] == morale:
                    out += 1
            left, all_of_them = p.pool[CHITS * (morale - 1) + kind], POOLS[morale - 1][kind][3]
            if left < 0 or left + out < all_of_them or (left + out > all_of_them and left):
                raise BrokenInvariant(f"pool {morale}: {left} chits of kind {kind} left, {out} drawn")


def check_hexes(p: SicilyPosition) -> None:
    """Enemies never share a hex."""
    for unit in range(COUNT):
        hex = p.hex[unit]
        if hex >= 0 and p.presence.units(1 - SIDE_OF[unit], hex):
            raise BrokenInvariant(f"enemies share {p.ground.names[hex]}")


def check_presence(p: SicilyPosition) -> None:
    """The counts are those of the counters on the map."""
    counters = [unit for unit in range(COUNT) if p.hex[unit] >= 0]
    p.presence.check(
        [SIDE_OF[unit] for unit in counters], [p.hex[unit] for unit in counters], [exerts(p, unit) for unit in counters]
    )
