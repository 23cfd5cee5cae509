"""HQ and army commander moves (chapters 3 and 19): riding, entering, and Washington relieving Lee."""

from __future__ import annotations

from senki.boards.plane.rects import Box, Rect, distance
from senki.boards.plane.roads import along, total
from senki.boards.plane.trig import COS, FULL, SIN, length
from senki.engine.clauses import Objection, enforces, forbid
from senki.games.monmouth.board import (
    ARMY,
    BRITISH,
    ENTRY_TURN,
    FIELD,
    FOOT_THIRD,
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
from senki.games.monmouth.position import LEE_STAYS, LOST, WAITING, MonmouthPosition, footprint, overlap, tenths
from senki.games.monmouth.reserves import bring_along, gate_of, held_up
from senki.games.monmouth.spots import whereabouts
from senki.games.monmouth.standing import standing


class Ride:
    """The ride of an HQ being tried."""

    def __init__(self, p: MonmouthPosition, hq: int) -> None:
        self.p = p
        self.hq = hq
        self.rect = start_of_ride(p, hq)
        self.others = standing(p, SIDE_OF[hq])
        self.ridden = 0.0
        self.road = 0.0
        self.slowed = False
        """Is it known that terrain slows the ride? Ground is looked at only if the price hangs on it."""
        self.unscanned: list[Rect] = []
        """Start and end of each stretch across country whose ground has not been looked at."""
        self.rate = riding_rate(p, hq)
        self.deduction = held_up(p, hq)
        self.objections: list[Objection] = []

    @property
    def cost(self) -> float:
        """Yards ridden, roads at half, once M/3 for terrain, and what those who enter with it lose."""
        return self.price(self.slowed or self.over_slow_ground())

    def price(self, slowed: bool) -> float:
        """What the ride so far costs if terrain slows it, or if it does not."""
        return self.ridden + self.road / 2.0 + (self.rate / 3.0 if slowed else 0.0) + self.deduction

    def too_dear(self) -> bool:
        """Does the ride so far cost more than the rate?"""
        most = self.rate + SLACK
        if self.price(self.slowed) > most:
            return True
        return not self.slowed and self.price(True) > most and self.over_slow_ground()

    @enforces("MON-3.9")
    def over_slow_ground(self) -> bool:
        """Has the ride been through woods or marsh?"""
        while not self.slowed and self.unscanned:
            end, start = self.unscanned.pop(), self.unscanned.pop()
            self.slowed = not FIELD.plain_between(start, end) and any(
                FIELD.ground(pose) in (WOODS, MARSH) for pose in between(start, end)
            )
        return self.slowed

    @enforces("MON-3.9")
    def take(self, legs: list[int]) -> None:
        """Ride the legs, no farther than the rate allows, to a free place on the map."""
        self.walk(legs)
        if not self.objections and self.too_dear():
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
        box = Box(start.x, start.y)
        box.take(x, y)
        near = self.others.near(box, start.reach)
        end = Rect(x, y, 0, HQ_SIDE, HQ_SIDE)
        for pose in between(start, end) if near else []:
            self.look(pose, near)
        if FIELD.crosses_slope(start.x, start.y, x, y) or FIELD.crosses_stream(start.x, start.y, x, y):
            self.slowed = True
        else:
            self.unscanned += [start, end]
        self.rect = end

    def by_road(self, road: int, arc: float) -> None:
        """Ride to the nearest road point, then along the roads at half cost."""
        if arc > ROADS.end(road) + SLACK:
            self.objections.append(forbid("MON-3.9", "off_the_road", unit=IDS[self.hq]))
            return
        near = ROADS.nearest_road(self.rect.x, self.rect.y)
        start = ROADS.nearest_arc(near, self.rect.x, self.rect.y)
        sx, sy = ROADS.point(near, start)
        if length(sx - self.rect.x, sy - self.rect.y) > SLACK:
            self.straight(sx, sy)
        way = ROADS.path(near, start, road, arc)
        far = total(way)
        self.road += far
        near_enemies = self.others.near(ROADS.box(way), self.rect.reach)
        done = 0.0 if near_enemies else far
        while done < far and not self.objections:
            done = min(far, done + STEP)
            at = along(way, done)
            x, y = ROADS.point(at.road, at.end)
            self.look(Rect(x, y, 0, HQ_SIDE, HQ_SIDE), near_enemies)
        x, y = ROADS.point(road, arc)
        self.rect = Rect(tenths(x) / 10.0, tenths(y) / 10.0, 0, HQ_SIDE, HQ_SIDE)

    @enforces("MON-3.9")
    def look(self, pose: Rect, near: list[int]) -> None:
        """No HQ crosses an enemy footprint; friends are passed."""
        for k in near:
            if not self.objections and overlap(pose, self.others.rects[k]):
                enemy = self.p.name(self.others.enemies[k])
                self.objections.append(forbid("MON-3.9", "enemy_in_the_way", unit=IDS[self.hq], enemy=enemy))

    @enforces("MON-3.9", "MON-3.7")
    def finish(self) -> None:
        """It ends on the map and on no piece."""
        if not FIELD.mostly_on_map(self.rect):
            self.objections.append(forbid("MON-3.7", unit=IDS[self.hq]))
        elif not clear_of_all(self.p, self.hq, self.rect):
            self.objections.append(forbid("MON-3.9", "on_a_piece", unit=IDS[self.hq]))


def between(start: Rect, end: Rect) -> list[Rect]:
    """A pose every 22 yards from one to another, and the last of them at its end."""
    dx, dy = end.x - start.x, end.y - start.y
    far = length(dx, dy)
    shares = [min(1.0, i * STEP / far) if far > 0.0 else 1.0 for i in range(1, int(far / STEP) + 2)]
    return [start.moved(dx * share, dy * share) for share in shares]


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


@enforces("MON-3.8")
def displace_hqs(p: MonmouthPosition, piece: int, hqs: list[int]) -> None:
    """An HQ on which a piece ends goes the shortest way clear, not away from its own side's edge."""
    rect = p.rect(piece)
    for hq in hqs:
        if p.here(hq) and overlap(rect, p.rect(hq)):
            _displace(p, hq)


def _displace(p: MonmouthPosition, hq: int) -> None:
    """Rings of 22 yards, bearings of 15 degrees, first towards the own edge, and at last anywhere."""
    homeward = 1.0 if SIDE_OF[hq] == 0 else -1.0
    x, y = p.x[hq] / 10.0, p.y[hq] / 10.0
    for anywhere in (False, True):
        far = STEP
        while far <= (4000.0 if anywhere else FOOT_THIRD):
            for way in range(0, FULL, 150):
                if not anywhere and SIN[way] * homeward < 0.0:
                    continue
                nx, ny = tenths(x + SIN[way] * far), tenths(y + COS[way] * far)
                rect = footprint(hq, nx, ny, 0, False)
                if FIELD.mostly_on_map(rect) and clear_of_all(p, hq, rect):
                    p.set_pose(hq, nx, ny, 0)
                    if p.events is not None:
                        p.tell("hq_displaced", "MON-3.8", {"unit": p.name(hq)})
                    return
            far += STEP
