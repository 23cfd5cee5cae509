"""Retreat and push-back (chapter 11)."""

from __future__ import annotations

from typing import Final

from senki.boards.plane.rects import Rect, distance
from senki.boards.plane.trig import COS, FULL, HALF, SIN, length
from senki.engine.clauses import enforces
from senki.games.monmouth.board import (
    ARTILLERY,
    BAGGAGE,
    CAVALRY,
    COMMAND,
    DEPTH,
    FIELD,
    FIGHTERS_OF,
    FOOT_THIRD,
    HQS,
    INFANTRY,
    LENGTH,
    PIECES_OF,
    SIDE_OF,
    SLACK,
    STEP,
    TYPE,
)
from senki.games.monmouth.contact import drop_all, drop_broken, engaged_with, supporter_of, touching
from senki.games.monmouth.position import LOST, NOBODY, MonmouthPosition, overlap, tenths
from senki.games.monmouth.riding import displace_hqs
from senki.games.monmouth.spots import whereabouts
from senki.games.monmouth.terrain import river_barred, sinks

FORCED: Final = 0
VOLUNTARY: Final = 1
BOMBARDED: Final = 2
OUT_OF_FOE: Final = 3
WITHDRAWAL: Final = 4
SUPPORT_LEAVES: Final = 5
WORN_OUT: Final = 6
CAUSES: Final = ["forced", "voluntary", "bombarded", "out_of_foe", "withdrawal", "support_leaves", "worn_out"]
CAUSE_CLAUSES: Final = ["MON-12.12", "MON-11.8", "MON-10.10", "MON-11.9", "MON-11.11", "MON-8.7", "MON-12.16"]
OBLIQUES: Final = [0, 150, -150, 300, -300, 450, -450]
"""Bearings of a retreat, seen from straight back, in the order in which they are offered."""
PUSH_STEP: Final = 1.0


class Flight:
    """A retreat on one bearing being tried: where it ends, who is pushed where, and what bars it."""

    def __init__(self, p: MonmouthPosition, piece: int, bearing: int) -> None:
        self.p = p
        self.piece = piece
        self.side = SIDE_OF[piece]
        self.bearing = bearing
        self.facing = (p.facing[piece] + HALF) % FULL
        now = p.rect(piece)
        self.start = Rect(now.x, now.y, self.facing, now.width, now.depth)
        self.end = self.start
        self.far = FOOT_THIRD
        """How far it goes: F/3, and on past trains."""
        self.supporter = supporter_of(p, piece)
        self.pushed: list[int] = []
        self.push_rects: list[Rect] = []
        self.barred = ""
        self.fly()

    @enforces("MON-11.1", "MON-11.3")
    def fly(self) -> None:
        """Turn about, go back F/3, pass trains, push friends."""
        self.end = self.in_line(FOOT_THIRD)
        self.pass_clear()
        swept = self.sweep()
        self.judge_end(self.piece, self.end, self.start)
        if not self.barred:
            self.push(swept)

    def at(self, far: float) -> Rect:
        """The pose so far back, on the way."""
        return Rect(
            tenths(self.start.x + SIN[self.bearing] * far) / 10.0,
            tenths(self.start.y + COS[self.bearing] * far) / 10.0,
            self.facing,
            self.start.width,
            self.start.depth,
        )

    @enforces("MON-5.7")
    def in_line(self, far: float) -> Rect:
        """The pose so far back in line: a beaten column falls into line where it stops."""
        pose = self.at(far)
        return Rect(pose.x, pose.y, self.facing, LENGTH, DEPTH)

    @enforces("MON-11.3", "MON-11.4", "MON-11.7")
    def sweep(self) -> list[int]:
        """The friends the footprint sweeps over, nearest first; an enemy in the core's way bars.

        The supporter is passed: it stands so close that nobody ends on it.
        """
        p = self.p
        enemies = self.rects_near(PIECES_OF[1 - self.side])
        friends = [f for f in FIGHTERS_OF[self.side] if p.here(f) and f not in (self.piece, self.supporter)]
        stand = [p.rect(friend) for friend in friends]
        swept: list[int] = []
        far = STEP
        while True:
            pose = self.end if far >= self.far else self.at(far)
            core = pose.core()
            for enemy in enemies:
                if overlap(core, enemy):
                    self.barred = "enemy"
                    return swept
            for i in range(len(friends)):
                if overlap(pose, stand[i]) and friends[i] not in swept:
                    swept.append(friends[i])
            if far >= self.far:
                break
            far += STEP
        swept.sort(key=lambda f: length(p.x[f] / 10.0 - self.start.x, p.y[f] / 10.0 - self.start.y))
        return swept

    def rects_near(self, pieces: list[int]) -> list[Rect]:
        """The footprints of those pieces that a retreat could meet: so far from where it starts at most."""
        most = self.far + 2.0 * LENGTH
        rects = [self.p.rect(piece) for piece in pieces if self.p.here(piece)]
        return [r for r in rects if abs(r.x - self.start.x) <= most and abs(r.y - self.start.y) <= most]

    @enforces("MON-11.6")
    def pass_clear(self) -> None:
        """Trains are passed; who would end on one goes on until clear of it."""
        p = self.p
        trains = [p.rect(train) for train in PIECES_OF[self.side] if TYPE[train] == BAGGAGE and p.here(train)]
        while any(overlap(self.end, train) for train in trains):
            self.far += PUSH_STEP
            self.end = self.in_line(self.far)

    @enforces("MON-11.3", "MON-11.5")
    def judge_end(self, piece: int, end: Rect, before: Rect) -> None:
        """An end pose on or against an enemy, off the map, on forbidden ground or across a river bars the bearing."""
        p = self.p
        for enemy in PIECES_OF[1 - self.side]:
            if not p.here(enemy):
                continue
            other = p.rect(enemy)
            if overlap(end, other):
                self.barred = "enemy"
            elif touching(end, other) and (piece == self.piece or not touching(before, other)):
                self.barred = "contact"
        if not FIELD.mostly_on_map(end):
            self.barred = "map"
        elif sinks(piece, end):
            self.barred = "marsh"
        elif river_barred(before.x, before.y, end.x, end.y):
            self.barred = "river"

    @enforces("MON-11.4", "MON-11.5")
    def push(self, swept: list[int]) -> None:
        """Push each swept friend along the bearing until clear beyond the front edge; it pushes others likewise."""
        p = self.p
        queue = swept[:]
        limits = [self.end.furthest(self.end.fx, self.end.fy)] * len(queue)
        done = 0
        while done < len(queue) and not self.barred:
            friend = queue[done]
            before = p.rect(friend)
            after = self.pushed_clear(before, limits[done], friend)
            self.judge_end(friend, after, before)
            self.pushed.append(friend)
            self.push_rects.append(after)
            done += 1
            reach = after.furthest(self.end.fx, self.end.fy)
            for other in FIGHTERS_OF[self.side]:
                if other in queue or other in (self.piece, self.supporter) or not p.here(other):
                    continue
                if overlap(after, p.rect(other)):
                    queue.append(other)
                    limits.append(reach)

    def pushed_clear(self, rect: Rect, limit: float, friend: int) -> Rect:
        """Where a friend comes to stand: beyond the limit, and clear of those pushed before and of trains."""
        ax, ay = self.end.fx, self.end.fy
        forward = SIN[self.bearing] * ax + COS[self.bearing] * ay
        for _ in range(20):
            far = max(0.0, (limit - rect.nearest(ax, ay)) / forward)
            x, y = rect.x + SIN[self.bearing] * far, rect.y + COS[self.bearing] * far
            pose = Rect(tenths(x) / 10.0, tenths(y) / 10.0, rect.turn, rect.width, rect.depth)
            blocked = self.in_the_way(pose, friend)
            if blocked is None:
                return pose
            limit = blocked.furthest(ax, ay)
        self.barred = "room"
        return rect

    def in_the_way(self, pose: Rect, friend: int) -> Rect | None:
        """What a pushed piece may not come to lie on: those already pushed, the supporter, a train."""
        for other in self.push_rects:
            if overlap(pose, other):
                return other
        for other_piece in PIECES_OF[self.side]:
            fixed = other_piece == self.supporter or TYPE[other_piece] == BAGGAGE
            stands = fixed and other_piece != friend and self.p.here(other_piece)
            if stands and overlap(pose, self.p.rect(other_piece)):
                return self.p.rect(other_piece)
        return None


@enforces("MON-11.2", "MON-11.3")
def open_bearings(p: MonmouthPosition, piece: int) -> list[int]:
    """The bearings a retreat may take: straight back, or if that is barred or leads no farther away, within 45°."""
    back = (p.facing[piece] + HALF) % FULL
    straight = Flight(p, piece, back)
    if not straight.barred and leads_away(p, straight):
        return [back]
    found = [back] if not straight.barred else []
    for oblique in OBLIQUES[1:]:
        bearing = (back + oblique) % FULL
        if not Flight(p, piece, bearing).barred:
            found.append(bearing)
    return found


@enforces("MON-11.2")
def leads_away(p: MonmouthPosition, flight: Flight) -> bool:
    """Does it end farther from each enemy the piece is engaged with?"""
    for enemy in engaged_with(p, flight.piece):
        if p.here(enemy):
            other = p.rect(enemy)
            if distance(flight.end, other) <= distance(p.rect(flight.piece), other) + SLACK:
                return False
    return True


@enforces("MON-11.1", "MON-11.4", "MON-11.6", "MON-11.8")
def flee(p: MonmouthPosition, piece: int, bearing: int, cause: int) -> None:
    """Carry out a retreat: the piece in its new place, Spent; those it ran over Spent and pushed; HQs displaced.

    Everybody is Spent already, so that a village at the end does nothing more (MON-4.6).
    """
    flight = Flight(p, piece, bearing)
    p.column[piece] = 0
    p.set_pose(piece, tenths(flight.end.x), tenths(flight.end.y), flight.facing)
    spend(p, piece)
    if p.events is not None:
        facts: dict[str, str | int] = {"unit": p.name(piece), "cause": CAUSES[cause]}
        facts |= whereabouts(p.x[piece], p.y[piece])
        p.tell("retreated", CAUSE_CLAUSES[cause], facts)
    for i in range(len(flight.pushed)):
        push_back(p, flight.pushed[i], flight.push_rects[i])
    for moved in [piece, *flight.pushed]:
        displace_hqs(p, moved, HQS)


@enforces("MON-11.4")
def push_back(p: MonmouthPosition, friend: int, rect: Rect) -> None:
    """A pushed piece keeps its facing, becomes Spent and loses the engagements whose contact is broken."""
    p.set_pose(friend, tenths(rect.x), tenths(rect.y), p.facing[friend])
    spend(p, friend)
    drop_broken(p, friend)
    if p.events is not None:
        p.tell("pushed", "MON-11.4", {"unit": p.name(friend)})


@enforces("MON-1.3", "MON-1.4")
def spend(p: MonmouthPosition, piece: int) -> None:
    """A Fresh piece becomes Spent; a detachment has no second side."""
    if COMMAND[piece] >= 0:
        p.spent[piece] = 1


@enforces("MON-12.12", "MON-11.3")
def destroy(p: MonmouthPosition, piece: int, clause: str) -> None:
    """Take a piece off the map for good."""
    drop_all(p, piece)
    p.place[piece] = LOST
    p.column[piece] = 0
    p.set_pose(piece, 0, 0, 0)
    p.revealed[piece] = 1
    if p.events is not None:
        p.tell("destroyed", clause, {"unit": p.name(piece)})


@enforces("MON-11.10")
def dies_instead(p: MonmouthPosition, piece: int, cause: int) -> bool:
    """Unsupported artillery that must retreat in combat is destroyed; not by bombardment, nor leaving a FoE."""
    if TYPE[piece] != ARTILLERY or cause in (BOMBARDED, OUT_OF_FOE):
        return False
    return supporter_of(p, piece) == NOBODY


@enforces("MON-11.10", "MON-12.19")
def may_leave(p: MonmouthPosition, piece: int) -> bool:
    """May a piece retreat of its own will? It needs an open bearing, and artillery a supporter."""
    if dies_instead(p, piece, VOLUNTARY):
        return False
    return len(open_bearings(p, piece)) > 0


@enforces("MON-11.11")
def may_withdraw(p: MonmouthPosition, piece: int) -> bool:
    """Cavalry in line that infantry attacks may withdraw before the fight; Spent dragoons may not."""
    if TYPE[piece] != CAVALRY or p.column[piece] or p.spent[piece]:
        return False
    attacked = False
    for pair in p.engaged:
        if pair.target == piece and TYPE[pair.attacker] == INFANTRY:
            attacked = True
    return attacked and len(open_bearings(p, piece)) > 0
