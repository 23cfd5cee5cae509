"""The state of a game of Monmouth (chapters 1 and 2): poses, status, engagements, and what the turn has come to."""

from __future__ import annotations

from typing import Final

from senki.boards.plane.rects import Rect, shared_area
from senki.boards.plane.roads import Leg
from senki.engine.clauses import enforces
from senki.engine.errors import BrokenInvariant
from senki.engine.events import Fact
from senki.engine.option import Option
from senki.engine.position import Position, Step
from senki.games.monmouth.board import (
    ALL_COUNT,
    COMMAND,
    DEPTH,
    FIELD,
    FIGHTERS,
    HQ,
    HQ_SIDE,
    HQS,
    IDS,
    LEE,
    LENGTH,
    OBJECTIVES,
    OVERLAP,
    PIECE_COUNT,
    PIECES,
    ROADS,
    SECOND_DAY,
    SIDE_OF,
    SLACK,
    TYPE,
    WASHINGTON,
    token,
)

NOBODY: Final = -1
WAITING: Final = 0
ON_MAP: Final = 1
LOST: Final = 2
RESERVE: Final = 3
PLACES: Final = ["waiting", "map", "lost", "reserve"]
SWITCHES: Final[dict[str, list[str]]] = {
    "victory": ["monmouth", "generic"],
    "length": ["seven", "full_day"],
    "objective_control": ["presence", "last_touch"],
    "baggage_trains": ["on", "off"],
    "spent_reveals_identity": ["on", "off"],
    "washington_relieves_lee": ["on", "off"],
    "blind_map": ["off", "on"],
    "hedgerow_cover": ["off", "on"],
    "hidden_reserves": ["off", "on"],
    "written_orders": ["off", "on"],
    "ker_points": ["off", "on"],
}
"""Every switch with its values, the default first; the position keeps the number of the value."""
SWITCH_NAMES: Final = list(SWITCHES)
GENERIC: Final = 0
DAY_LENGTH: Final = 1
LAST_TOUCH: Final = 2
NO_BAGGAGE: Final = 3
SPENT_HIDES: Final = 4
LEE_STAYS: Final = 5
BLIND: Final = 6
HEDGE: Final = 7
RESERVES: Final = 8
ORDERS: Final = 9
KER_COUNTS: Final = 10
MOST_TRIED: Final = 500


class Engagement:
    """An attack that stands. It is never changed, so copies of a position share it."""

    def __init__(self, attacker: int, target: int, rank: int) -> None:
        self.attacker: Final[int] = attacker
        self.target: Final[int] = target
        self.rank: Final[int] = rank
        """When it came about, by the order of contacts and moves in this turn."""

    def joins(self, piece: int) -> bool:
        """Is a piece one of the two?"""
        return piece in (self.attacker, self.target)


class Order:
    """A written order (MON-20.3). It is never changed, so copies of a position share it."""

    def __init__(self, command: int, kind: int, landmark: int, turn: int) -> None:
        self.command: Final[int] = command
        self.kind: Final[int] = kind
        self.landmark: Final[int] = landmark
        self.turn: Final[int] = turn
        """When it reaches the command."""


class Copied:
    """How a position takes the fields of another over: what may change becomes its own."""

    def number(self, value: int) -> int:
        """Take a number."""
        return value

    def numbers(self, row: list[int]) -> list[int]:
        """Take a list of numbers."""
        return row[:]

    def engagements(self, row: list[Engagement]) -> list[Engagement]:
        """Take the engagements."""
        return row[:]

    def orders(self, row: list[Order]) -> list[Order]:
        """Take the written orders."""
        return row[:]


class Counted(Copied):
    """Takes nothing over but writes every number down: what tells a position from others. Lengths come first."""

    def __init__(self) -> None:
        self.found: list[int] = []

    def number(self, value: int) -> int:
        """Write a number down."""
        self.found.append(value)
        return value

    def numbers(self, row: list[int]) -> list[int]:
        """Write a list down."""
        self.found.append(len(row))
        self.found += row
        return row

    def engagements(self, row: list[Engagement]) -> list[Engagement]:
        """Write the engagements down."""
        self.found.append(len(row))
        for pair in row:
            self.found += [pair.attacker, pair.target, pair.rank]
        return row

    def orders(self, row: list[Order]) -> list[Order]:
        """Write the orders down."""
        self.found.append(len(row))
        for order in row:
            self.found += [order.command, order.kind, order.landmark, order.turn]
        return row


COPIED: Final = Copied()


class Tried:
    """What was found out about a position while nothing was played in it; a copy shares it, a play ends it.

    Trying a move is dear, and options, view, advice and play all want to know how it ends.
    """

    def __init__(self) -> None:
        self.acts: dict[str, object] = {}
        """Moves, entries and rides tried, by their notation."""
        self.glance: object = None
        self.glanced_at = ""
        """The last move or entry that a glance did not object to, and its notation."""
        self.starts: dict[int, list[int]] = {}
        """By piece: the FoEs it stands in, as bits, then the enemies it touches."""
        self.standing: list[object] = [None, None]
        """By side: who stands on the map, with what a move must know of them."""
        self.ways_out: dict[int, object] = {}
        """By piece: what the compliance probe found (MON-2.7)."""
        self.dealers: dict[int, bool] = {}
        """By piece and enemy: could it attack or bombard it (MON-2.6)?"""
        self.seen: list[object] = [None, None, None]
        """By side, and last for spectators: the position as they see it (MON-10.7)."""

    def remember(self, text: str, act: object) -> None:
        """Keep what was tried; a hand that drags a block for minutes does not fill the memory."""
        if len(self.acts) >= MOST_TRIED:
            self.acts.clear()
        self.acts[text] = act


class MonmouthPosition(Position):
    """Where every block stands and what the turn has come to. Lengths are tenths of a yard, angles of a degree.

    Lists by block hold the pieces first, then the HQs.
    """

    def __init__(
        self,
        steps: list[Step[Position]],
        stack: list[int],
        old: MonmouthPosition | None = None,
        take: Copied = COPIED,
    ) -> None:
        """A new position, or one like an old one: every field is named here, and nowhere else.

        So a field that is added is copied and told apart by itself.
        """
        super().__init__(steps, stack)
        self.switches: list[int] = take.numbers(old.switches if old else [0] * len(SWITCH_NAMES))
        self.turn: int = take.number(old.turn if old else 1)
        self.night: int = take.number(old.night if old else 0)
        self.x: list[int] = take.numbers(old.x if old else [0] * ALL_COUNT)
        self.y: list[int] = take.numbers(old.y if old else [0] * ALL_COUNT)
        self.facing: list[int] = take.numbers(old.facing if old else [0] * ALL_COUNT)
        self.place: list[int] = take.numbers(old.place if old else [WAITING] * ALL_COUNT)
        self.column: list[int] = take.numbers(old.column if old else [0] * ALL_COUNT)
        self.tail: list[int] = take.numbers(old.tail if old else [-1] * (2 * ALL_COUNT))
        """Road and arc of the tail of a column, by block; road -1: not on a road."""
        self.head: list[int] = take.numbers(old.head if old else [-1] * (2 * ALL_COUNT))
        self.spent: list[int] = take.numbers(old.spent if old else [0] * ALL_COUNT)
        self.acted: list[int] = take.numbers(old.acted if old else [0] * ALL_COUNT)
        self.packed: list[int] = take.numbers(old.packed if old else [1] * PIECE_COUNT)
        self.repacked: list[int] = take.numbers(old.repacked if old else [0] * PIECE_COUNT)
        """A train that changed between packed and unpacked in this turn (MON-14.3)."""
        self.number: list[int] = take.numbers(old.number if old else [0] * ALL_COUNT)
        """The block's number on its side, in order of appearance; 0 before it appears."""
        self.revealed: list[int] = take.numbers(old.revealed if old else [0] * PIECE_COUNT)
        self.bombed: list[int] = take.numbers(old.bombed if old else [0] * PIECE_COUNT)
        self.fought: list[int] = take.numbers(old.fought if old else [0] * PIECE_COUNT)
        self.moved_at: list[int] = take.numbers(old.moved_at if old else [0] * PIECE_COUNT)
        """Rank in the order in which pieces moved this turn, 0 if not."""
        self.owes: list[int] = take.numbers(old.owes if old else [0] * PIECE_COUNT)
        """Enemies in whose FoE a piece began this activation, as bits (MON-7.5)."""
        self.held_by: list[int] = take.numbers(old.held_by if old else [NOBODY] * PIECE_COUNT)
        """The HQ that holds a piece in reserve, or with which a waiting piece is to enter so."""
        self.engaged: list[Engagement] = take.engagements(old.engaged if old else [])
        """In order of contact."""
        self.ranks: int = take.number(old.ranks if old else 0)
        self.entered: list[int] = take.numbers(old.entered if old else [0, 0, 0])
        """Pieces that entered by each gate this turn."""
        self.cup: int = take.number(old.cup if old else 0)
        self.queue: list[int] = take.numbers(old.queue if old else [])
        """Commands drawn or jumped, in the order in which they will act."""
        self.active: int = take.number(old.active if old else NOBODY)
        self.asked: int = take.number(old.asked if old else NOBODY)
        self.passes: int = take.number(old.passes if old else 0)
        self.trying: int = take.number(old.trying if old else NOBODY)
        self.trying_jump: int = take.number(old.trying_jump if old else 0)
        self.selected: int = take.number(old.selected if old else NOBODY)
        self.picker: int = take.number(old.picker if old else NOBODY)
        self.combat: int = take.number(old.combat if old else 0)
        """Pieces of the combat being fought, as bits."""
        self.round: int = take.number(old.round if old else 0)
        self.quality_used: int = take.number(old.quality_used if old else 0)
        self.void_support: int = take.number(old.void_support if old else 0)
        self.fire_order: list[int] = take.numbers(old.fire_order if old else [])
        """Who fires still: shooter and partner of a simultaneous exchange (or -1), pair by pair."""
        self.shots: list[int] = take.numbers(old.shots if old else [])
        """Rolled but not yet applied: target, hits, target, hits."""
        self.to_ask: list[int] = take.numbers(old.to_ask if old else [])
        self.leaving: list[int] = take.numbers(old.leaving if old else [])
        """Pieces that must leave: piece, cause, piece, cause."""
        self.stepping: int = take.number(old.stepping if old else NOBODY)
        self.vacated: list[int] = take.numbers(old.vacated if old else [])
        self.firing: int = take.number(old.firing if old else NOBODY)
        self.aim: int = take.number(old.aim if old else NOBODY)
        self.answering: int = take.number(old.answering if old else 0)
        """The target of the fire being rolled fires back in the same exchange."""
        self.bearings: list[int] = take.numbers(old.bearings if old else [])
        self.foe_list: list[int] = take.numbers(old.foe_list if old else [])
        self.holder: list[int] = take.numbers(old.holder if old else [NOBODY] * len(OBJECTIVES))
        self.forced_back: int = take.number(old.forced_back if old else 0)
        """Sides one of whose trains was packed again, as bits (MON-18.2)."""
        self.withdraws: list[int] = take.numbers(old.withdraws if old else [NOBODY, NOBODY])
        self.location: list[int] = take.numbers(old.location if old else [0] * (3 * ALL_COUNT))
        """By HQ: centre of the place its command keeps to, and 1 if there is one (MON-20.2)."""
        self.orders: list[Order] = take.orders(old.orders if old else [])
        """Written orders in force and under way, in the order in which they were written."""
        self.returning: list[int] = take.numbers(old.returning if old else [])
        self.tried: Tried = old.tried if old else Tried()

    def copy(self) -> MonmouthPosition:
        """An independent copy that nobody listens to."""
        twin = MonmouthPosition(self.steps, self.stack[:], self)
        twin.result = self.result
        return twin

    def play(self, option: Option) -> None:
        """Carry out an option or an outcome; what was tried before holds no longer."""
        super().play(option)
        self.tried = Tried()

    def key(self) -> tuple[int, ...]:
        """The whole state as numbers."""
        counted = Counted()
        MonmouthPosition(self.steps, self.stack, self, counted)
        return (*counted.found, *self.stack)

    def tell(self, kind: str, clause: str, facts: dict[str, Fact], only: list[int] | None = None) -> None:
        """Report an event; on a blind map only to those who are shown every block it speaks of."""
        # Who is shown what follows from sight, which is built on positions.
        from senki.games.monmouth.spotting import listeners

        if self.events is not None:
            super().tell(kind, clause, facts, listeners(self, facts) if only is None and self.on(BLIND) else only)

    def on(self, switch: int) -> bool:
        """Has a switch its second value?"""
        return self.switches[switch] == 1

    def here(self, block: int) -> bool:
        """Is a block on the map?"""
        return self.place[block] == ON_MAP

    def rect(self, block: int) -> Rect:
        """The footprint of a block that is on the map."""
        return footprint(block, self.x[block], self.y[block], self.facing[block], self.column[block] == 1)

    def may_meet(self, block: int, rect: Rect) -> bool:
        """Is a block so near to a rectangle that the two could share ground? A quick look before an exact one."""
        far = rect.reach + LENGTH
        return abs(self.x[block] / 10.0 - rect.x) <= far and abs(self.y[block] / 10.0 - rect.y) <= far

    def set_pose(self, block: int, x: int, y: int, facing: int) -> None:
        """Put a block down, in line and off any road."""
        self.x[block] = x
        self.y[block] = y
        self.facing[block] = facing
        self.tail[2 * block] = -1
        self.tail[2 * block + 1] = -1
        self.head[2 * block] = -1
        self.head[2 * block + 1] = -1

    def appear(self, block: int) -> None:
        """Put a block on the map for the first time: it gets the next number of its side (MON-10.7)."""
        self.place[block] = ON_MAP
        self.give_number(block)

    def give_number(self, block: int) -> None:
        """A piece without a number gets the next one of its side."""
        if block < PIECE_COUNT and self.number[block] == 0:
            highest = 0
            for other in PIECES:
                if SIDE_OF[other] == SIDE_OF[block]:
                    highest = max(highest, self.number[other])
            self.number[block] = highest + 1

    def name(self, block: int) -> str:
        """What everybody calls a block: an HQ by its name, a piece by its number."""
        return IDS[block] if block >= PIECE_COUNT else token(SIDE_OF[block], self.number[block])

    def by_number(self, pieces: list[int]) -> list[int]:
        """Pieces in the order of their numbers, which everybody sees: that of the forces would tell their names."""
        return sorted(pieces, key=lambda piece: self.number[piece])

    def by_token(self, side: int, number: int) -> int:
        """The piece that bears a number, or nobody."""
        for piece in PIECES:
            if SIDE_OF[piece] == side and self.number[piece] == number:
                return piece
        return NOBODY

    def command_of(self, piece: int) -> int:
        """The HQ of a piece's command: Washington's once he has relieved Lee; nobody's for a detachment."""
        hq = COMMAND[piece]
        if hq == LEE and self.place[LEE] == LOST:
            return WASHINGTON
        return hq

    def chit_hq(self, command: int) -> int:
        """Who leads the command of a chit now."""
        return WASHINGTON if command == LEE and self.place[LEE] == LOST else command

    def check(self) -> None:
        """Raise BrokenInvariant if the state could not have come about."""
        check_counts(self)
        check_places(self)
        check_engagements(self)


@enforces("MON-0.4", "MON-0.5")
def footprint(block: int, x: int, y: int, facing: int, column: bool) -> Rect:
    """The rectangle a block covers: 880 × 176 in line, 176 × 880 in column, 176 × 176 for an HQ."""
    if TYPE[block] == HQ:
        return Rect(x / 10.0, y / 10.0, 0, HQ_SIDE, HQ_SIDE)
    if column:
        return Rect(x / 10.0, y / 10.0, facing, DEPTH, LENGTH)
    return Rect(x / 10.0, y / 10.0, facing, LENGTH, DEPTH)


@enforces("MON-0.7")
def tenths(yards: float) -> int:
    """Yards rounded to tenths, as poses are kept."""
    return int(yards * 10.0 + 0.5) if yards >= 0.0 else -int(-yards * 10.0 + 0.5)


@enforces("MON-0.7", "MON-3.6")
def overlap(a: Rect, b: Rect) -> bool:
    """Two footprints overlap only if they share more than 88 square yards."""
    return shared_area(a, b) > OVERLAP


@enforces("MON-5.3")
def arcs_apart(
    head: int, head_arc: float, tail: int, tail_arc: float, other_head: int, other_head_arc: float,
    other_tail: int, other_tail_arc: float,
) -> bool:  # fmt: skip
    """Do two columns on the roads share no stretch of road? Then one may stand close behind the other."""
    ours = ROADS.path(tail, tail_arc, head, head_arc)
    return longest_shared(ours, ROADS.path(other_tail, other_tail_arc, other_head, other_head_arc)) <= SLACK


def longest_shared(ours: list[Leg], others: list[Leg]) -> float:
    """The longest stretch of one road that two ways share."""
    found = 0.0
    for one in ours:
        for other in others:
            if one.road == other.road:
                low = max(min(one.start, one.end), min(other.start, other.end))
                high = min(max(one.start, one.end), max(other.start, other.end))
                found = max(found, high - low)
    return found


@enforces("MON-5.3")
def file_past(p: MonmouthPosition, a: int, b: int) -> bool:
    """Are two blocks columns on the road, one behind the other?"""
    if not p.column[a] or not p.column[b] or p.head[2 * a] < 0 or p.head[2 * b] < 0 or SIDE_OF[a] != SIDE_OF[b]:
        return False
    return arcs_apart(
        p.head[2 * a], p.head[2 * a + 1] / 10.0, p.tail[2 * a], p.tail[2 * a + 1] / 10.0,
        p.head[2 * b], p.head[2 * b + 1] / 10.0, p.tail[2 * b], p.tail[2 * b + 1] / 10.0,
    )  # fmt: skip


@enforces("MON-3.6", "MON-3.7", "MON-4.4")
def check_places(p: MonmouthPosition) -> None:
    """No two pieces overlap, and every piece is mostly on the map."""
    rects = [p.rect(piece) if p.here(piece) else None for piece in PIECES]
    for a in PIECES:
        one = rects[a]
        if one is None:
            continue
        if not FIELD.mostly_on_map(one):
            raise BrokenInvariant(f"{IDS[a]} stands off the map")
        for b in range(a):
            other = rects[b]
            if other is not None and overlap(one, other) and not file_past(p, a, b):
                raise BrokenInvariant(f"{IDS[a]} and {IDS[b]} overlap")
    for hq in HQS:
        if p.here(hq) and not FIELD.mostly_on_map(p.rect(hq)):
            raise BrokenInvariant(f"{IDS[hq]} stands off the map")


@enforces("MON-1.3", "MON-1.4", "MON-6.4")
def check_counts(p: MonmouthPosition) -> None:
    """Every block is in one place, status is Fresh or Spent, a detachment is never Spent, no HQ is destroyed."""
    if not 1 <= p.turn <= SECOND_DAY:
        raise BrokenInvariant(f"the turn is {p.turn}")
    for block in range(ALL_COUNT):
        if not 0 <= p.place[block] <= RESERVE:
            raise BrokenInvariant(f"{IDS[block]} is nowhere")
        if p.place[block] == LOST and TYPE[block] == HQ and block != LEE:
            raise BrokenInvariant(f"{IDS[block]}, an HQ, is lost")
        if p.spent[block] not in (0, 1) or not 0 <= p.facing[block] < 3600:
            raise BrokenInvariant(f"{IDS[block]} has a status or a facing that there is not")
    for piece in PIECES:
        if p.spent[piece] and COMMAND[piece] < 0:
            raise BrokenInvariant(f"{IDS[piece]}, a detachment, is Spent")
        if p.place[piece] == RESERVE and not (p.held_by[piece] >= 0 and p.here(p.held_by[piece])):
            raise BrokenInvariant(f"{IDS[piece]} is in the reserve of no HQ on the map")


@enforces("MON-8.4")
def check_engagements(p: MonmouthPosition) -> None:
    """Engagements join combat pieces of two sides that are on the map."""
    for pair in p.engaged:
        a, t = pair.attacker, pair.target
        if SIDE_OF[a] == SIDE_OF[t] or a not in FIGHTERS or not p.here(a) or not p.here(t):
            raise BrokenInvariant(f"{IDS[a]} cannot be engaged with {IDS[t]}")
