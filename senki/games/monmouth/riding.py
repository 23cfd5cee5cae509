"""HQ and army commander moves (chapters 3 and 19): riding, entering, and Washington relieving Lee."""

from __future__ import annotations

from senki.boards.plane.rects import Rect, distance
from senki.boards.plane.roads import along, total
from senki.boards.plane.trig import length
from senki.engine.clauses import Objection, enforces, forbid
from senki.games.monmouth.board import (
    ARMY,
    BRITISH,
    ENTRY_TURN,
    FIELD,
    FROZEN_TURNS,
    GATE_X,
    GATE_Y,
    HQ_SIDE,
    HQS_OF,
    IDS,
    LEE,
    MARSH,
    MOUNTED,
    MOUNTED_THIRD,
    PIECES,
    PIECES_OF,
    RATE,
    ROADS,
    SIDE_OF,
    SLACK,
    STEP,
    WASHINGTON,
    WOODS,
)
from senki.games.monmouth.contact import clear_of_all
from senki.games.monmouth.options import TO, MoveOption
from senki.games.monmouth.position import LEE_STAYS, LOST, WAITING, MonmouthPosition, overlap, tenths
from senki.games.monmouth.reserves import bring_along, gate_of, held_up
from senki.games.monmouth.spots import whereabouts


class Ride:
    """The ride of an HQ being tried."""

    def __init__(self, p: MonmouthPosition, hq: int) -> None:
        self.p = p
        self.hq = hq
        self.rect = start_of_ride(p, hq)
        self.ridden = 0.0
        self.road = 0.0
        self.slowed = False
        self.rate = riding_rate(p, hq)
        self.deduction = held_up(p, hq)
        self.objections: list[Objection] = []

    @property
    def cost(self) -> float:
        """Yards ridden, roads at half, once M/3 for terrain, and what those who enter with it lose."""
        return self.ridden + self.road / 2.0 + (self.rate / 3.0 if self.slowed else 0.0) + self.deduction

    @enforces("MON-3.9")
    def take(self, legs: list[int]) -> None:
        """Ride the legs, no farther than the rate allows, to a free place on the map."""
        self.walk(legs)
        if self.cost > self.rate + SLACK and not self.objections:
            facts = {"unit": IDS[self.hq], "cost": str(round(self.cost)), "rate": str(round(self.rate))}
            self.objections.append(Objection("MON-3.9", facts, "ride_too_far"))
        if not self.objections:
            self.finish()

    @enforces("MON-3.9")
    def walk(self, legs: list[int]) -> None:
        """Ride straight to points, or along roads; any bearing, no facing."""
        i = 0
        while i < len(legs) and not self.objections:
            if legs[i] == TO:
                self.straight(legs[i + 1] / 10.0, legs[i + 2] / 10.0)
            else:
                self.by_road(legs[i + 1], legs[i + 2] / 10.0)
            i += 3

    def straight(self, x: float, y: float) -> None:
        """Ride to a point across country."""
        start = self.rect
        far = length(x - start.x, y - start.y)
        self.ridden += far
        if far > 2.0 * MOUNTED:
            self.objections.append(
                forbid("MON-3.9", "ride_too_far", unit=IDS[self.hq], cost=str(round(far)), rate=str(round(self.rate)))
            )
            return
        steps = int(far / STEP) + 1
        for i in range(1, steps + 1):
            share = min(1.0, i * STEP / far) if far > 0.0 else 1.0
            pose = start.moved((x - start.x) * share, (y - start.y) * share)
            self.look(pose)
            if not self.slowed:
                self.slowed = FIELD.ground(pose) in (WOODS, MARSH)
        if FIELD.crosses_slope(start.x, start.y, x, y) or FIELD.crosses_stream(start.x, start.y, x, y):
            self.slowed = True
        self.rect = Rect(x, y, 0, HQ_SIDE, HQ_SIDE)

    def by_road(self, road: int, arc: float) -> None:
        """Ride to the nearest road point, then along the roads at half cost."""
        if arc > ROADS.end(road) + SLACK:
            self.objections.append(forbid("MON-3.9", "off_the_road", unit=IDS[self.hq]))
            return
        near = ROADS.nearest_road(self.rect.x, self.rect.y)
        start = ROADS.nearest_arc(near, self.rect.x, self.rect.y)
        sx, sy = ROADS.x(near, start), ROADS.y(near, start)
        if length(sx - self.rect.x, sy - self.rect.y) > SLACK:
            self.straight(sx, sy)
        way = ROADS.path(near, start, road, arc)
        far = total(way)
        self.road += far
        done = 0.0
        while done < far and not self.objections:
            done = min(far, done + STEP)
            at = along(way, done)
            self.look(Rect(ROADS.x(at.road, at.end), ROADS.y(at.road, at.end), 0, HQ_SIDE, HQ_SIDE))
        self.rect = Rect(tenths(ROADS.x(road, arc)) / 10.0, tenths(ROADS.y(road, arc)) / 10.0, 0, HQ_SIDE, HQ_SIDE)

    @enforces("MON-3.9")
    def look(self, pose: Rect) -> None:
        """No HQ crosses an enemy footprint; friends are passed."""
        if self.objections:
            return
        p = self.p
        met = [n for n in PIECES_OF[1 - SIDE_OF[self.hq]] if p.here(n) and overlap(pose, p.rect(n))]
        if met:
            enemy = p.name(p.by_number(met)[0])
            self.objections.append(forbid("MON-3.9", "enemy_in_the_way", unit=IDS[self.hq], enemy=enemy))

    @enforces("MON-3.9", "MON-3.7")
    def finish(self) -> None:
        """It ends on the map and on no piece."""
        if not FIELD.mostly_on_map(self.rect):
            self.objections.append(forbid("MON-3.7", unit=IDS[self.hq]))
        elif not clear_of_all(self.p, self.hq, self.rect):
            self.objections.append(forbid("MON-3.9", "on_a_piece", unit=IDS[self.hq]))


@enforces("MON-20.1")
def riding_rate(p: MonmouthPosition, hq: int) -> float:
    """Mounted, but an HQ with a reserve rides no faster than its slowest reserve piece."""
    rate = RATE[hq]
    for piece in PIECES:
        if p.held_by[piece] == hq:
            rate = min(rate, RATE[piece])
    return rate


@enforces("MON-19.5")
def start_of_ride(p: MonmouthPosition, hq: int) -> Rect:
    """Where an HQ stands, or the edge point at which it enters."""
    if p.place[hq] != WAITING:
        return p.rect(hq)
    gate = gate_of(hq)
    return Rect(GATE_X[gate], GATE_Y[gate], 0, HQ_SIDE, HQ_SIDE)


@enforces("MON-2.4", "MON-2.5", "MON-3.10", "MON-19.5")
def hqs_to_ride(p: MonmouthPosition, command: int) -> list[int]:
    """The HQs that may ride in an activation: its own, and the army commander who has not yet ridden this turn."""
    side = SIDE_OF[command]
    if side == BRITISH and p.turn in FROZEN_TURNS:
        return []
    own = p.chit_hq(command)
    found: list[int] = []
    for hq in HQS_OF[side]:
        if p.place[hq] == LOST or p.acted[hq] or (hq != own and not ARMY[hq]):
            continue
        if p.place[hq] == WAITING and p.turn < ENTRY_TURN[hq]:
            continue
        found.append(hq)
    return found


def try_ride(p: MonmouthPosition, option: MoveOption) -> Ride:
    """Try the ride of an HQ, once in a position."""
    known = p.tried.acts.get(option.text)
    if isinstance(known, Ride):
        return known
    ride = Ride(p, option.subject)
    ride.take(option.legs)
    p.tried.remember(option.text, ride)
    return ride


@enforces("MON-3.9", "MON-3.10", "MON-19.5")
def carry_out_ride(p: MonmouthPosition, ride: Ride) -> None:
    """Put the HQ where its ride ends."""
    hq = ride.hq
    p.appear(hq)
    bring_along(p, hq)
    p.set_pose(hq, tenths(ride.rect.x), tenths(ride.rect.y), 0)
    if p.events is not None:
        p.tell("rode", "MON-3.9", {"unit": IDS[hq], **whereabouts(p.x[hq], p.y[hq])})


@enforces("MON-19.7")
def may_relieve(p: MonmouthPosition, hq: int) -> bool:
    """At the end of Washington's move, with Lee within M/3 of him."""
    if hq != WASHINGTON or p.on(LEE_STAYS) or not p.here(LEE) or not p.here(WASHINGTON):
        return False
    return distance(p.rect(WASHINGTON), p.rect(LEE)) <= MOUNTED_THIRD + SLACK


@enforces("MON-19.7")
def relieve(p: MonmouthPosition) -> None:
    """Lee leaves the field; Washington leads his command with his own rating and his own Fresh or Spent."""
    p.place[LEE] = LOST
    p.set_pose(LEE, 0, 0, 0)
    for piece in PIECES:
        if p.held_by[piece] == LEE:
            p.held_by[piece] = WASHINGTON
    if p.events is not None:
        p.tell("relieved", "MON-19.7", {"unit": IDS[LEE], "by": IDS[WASHINGTON]})
