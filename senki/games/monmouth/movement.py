"""Movement (chapter 3): a move is tried leg by leg; what it costs, what it touches and why it may not be."""

from __future__ import annotations

from typing import Final

from senki.boards.plane.rects import Rect, distance, front_touch, shared_area
from senki.boards.plane.roads import Leg, total
from senki.boards.plane.sight import Arc
from senki.boards.plane.trig import COS, SIN, difference
from senki.engine.clauses import Objection, enforces, forbid
from senki.games.monmouth.board import (
    ANGLE_SLACK,
    COLUMN_ARC,
    FIELD,
    FIGHTERS_OF,
    FOOT_THIRD,
    GAP,
    IDS,
    MARSH,
    OVERLAP,
    RATE,
    ROADS,
    SIDE_OF,
    SLACK,
    STEP,
)
from senki.games.monmouth.columns import (
    Column,
    apart_on_road,
    column_after,
    column_of,
    column_rect,
    columns_on,
    form_column,
    march,
    too_near,
)
from senki.games.monmouth.command import in_command
from senki.games.monmouth.contact import (
    attack_contact,
    attacks,
    conformed,
    conformed_behind,
    stands_behind,
    supported_by,
    supporter_of,
    touched_enemies,
    touching,
)
from senki.games.monmouth.foe import foes_over, heeds_foe, in_arc
from senki.games.monmouth.options import ADVANCE, COLUMN_OFF, COLUMN_ON, FACE, MARCH, MoveOption, show
from senki.games.monmouth.orders import order_objections
from senki.games.monmouth.position import NOBODY, ORDERS, MonmouthPosition, overlap, tenths
from senki.games.monmouth.standing import standing
from senki.games.monmouth.terrain import keeps_off_marsh, river_barred, sinks, slow_ground, slows
from senki.games.monmouth.ways import Way, way_of

OBLIQUE: Final = 450
"""A piece advances within 45 degrees of its facing (tenths)."""


@enforces("MON-3.2", "MON-3.3", "MON-4.3")
def dear_things(rotations: int, changes: int, slowed: bool) -> int:
    """What costs a third of the rate each: every rotation but the first, every column change, terrain once."""
    return max(0, rotations - 1) + changes + int(slowed)


class Trial:
    """A move being tried: where the piece stands after its legs, what they cost, and every objection so far.

    A glance does not look at the poses on the way, only at the price and at the end: it may miss an objection, but
    what it objects to is forbidden.
    """

    def __init__(
        self, p: MonmouthPosition, piece: int, start: Rect, column: Column | None, in_column: bool, glance: bool = False
    ) -> None:
        self.p = p
        self.glance = glance
        self.piece = piece
        self.side = SIDE_OF[piece]
        self.start = start
        self.rect = start
        self.column = column
        self.in_column = in_column
        self.rate = RATE[piece]
        self.marched = 0.0
        self.advanced = 0.0
        self.rotations = 0
        self.turned_last = False
        self.changes = 0
        self.slowed = False
        """Is it known that terrain slows the move? Ground is looked at only if the price hangs on it."""
        self.shuns_marsh = keeps_off_marsh(piece)
        self.deduction = 0.0
        self.heeds_foe = heeds_foe(piece) and not p.night
        self.leaves_contact: list[int] = []
        self.foes_before = 0
        if p.here(piece):
            self.remember_start()
        self.ways: list[Way] = []
        self.walked: list[int] = []
        """The ways gone, and how many poses of each."""
        self.scanned = 0
        """So many of the ways have been looked at for slow ground."""
        self.unscanned: list[Rect] = []
        """Poses turned to whose ground has not been looked at."""
        self.stood: list[Rect] = []
        """Poses besides those on the ways: turned to, deployed, on the march."""
        self.target = NOBODY
        self.objections: list[Objection] = []
        self.path: list[Rect] = [start]
        """The pose at the start and after each leg."""
        self.others = standing(p, self.side)
        self.enemies = self.others.enemies
        self.rects = self.others.rects

    def remember_start(self) -> None:
        """Contacts and FoEs at the start: the same for every move tried from one position, so found once."""
        p = self.p
        known = p.tried.starts.get(self.piece)
        if known is None:
            touched = touched_enemies(p, self.start, self.side)
            known = [foes_over(p, self.start, self.side) if heeds_foe(self.piece) else 0, *touched]
            p.tried.starts[self.piece] = known
        self.foes_before = known[0]
        self.leaves_contact = known[1:]

    @property
    def cost(self) -> float:
        """What the legs so far cost."""
        return self.price(self.slowed or self.over_slow_ground())

    def price(self, slowed: bool) -> float:
        """What the legs so far cost if terrain slows the move, or if it does not."""
        thirds = dear_things(self.rotations, self.changes, slowed)
        return self.advanced + self.marched / 2.0 + self.rate / 3.0 * thirds + self.deduction

    @enforces("MON-3.2")
    def too_dear(self) -> bool:
        """Do the legs so far cost more than the rate of march?"""
        most = self.rate + SLACK
        if self.price(self.slowed) > most:
            return True
        return not self.slowed and self.price(True) > most and self.over_slow_ground()

    @enforces("MON-4.2")
    def over_slow_ground(self) -> bool:
        """Has the move been over ground that slows, on a way or turning?"""
        while not self.slowed and self.scanned < len(self.ways):
            self.slowed = self.ways[self.scanned].first_slow() < self.walked[self.scanned]
            self.scanned += 1
        while not self.slowed and self.unscanned:
            self.slowed = slow_ground(FIELD.ground(self.unscanned.pop()))
        return self.slowed

    def forbid(self, objection: Objection) -> None:
        """Note an objection, each kind once."""
        for known in self.objections:
            if known.key == objection.key:
                return
        self.objections.append(objection)

    @enforces("MON-3.2")
    def take(self, legs: list[int]) -> None:
        """Walk the legs one after another; the first one that cannot be walked ends the trial."""
        i = 0
        while i < len(legs) and not self.objections:
            kind = legs[i]
            if kind == FACE:
                self.rotate(legs[i + 1])
                i += 2
            elif kind == ADVANCE:
                self.advance(legs[i + 1], legs[i + 2] / 10.0)
                i += 3
            elif kind == COLUMN_ON:
                self.form(legs[i + 1] // 2, legs[i + 1] % 2 == 1)
                i += 2
            elif kind == MARCH:
                count = legs[i + 2]
                self.march(legs[i + 1] / 10.0, legs[i + 3 : i + 3 + count])
                i += 3 + count
            elif kind == COLUMN_OFF:
                self.deploy(legs[i + 1])
                i += 2
            else:
                self.forbid(forbid("MON-3.2", "not_a_leg", unit=IDS[self.piece]))
            self.path.append(self.rect)

    @enforces("MON-3.3")
    def rotate(self, facing: int) -> None:
        """Turn about the centre; rotations without an advance between them are one."""
        if self.in_column:
            self.forbid(forbid("MON-5.2", "column_turns", unit=IDS[self.piece]))
            return
        if facing == self.rect.turn:
            return
        if not self.turned_last:
            self.rotations += 1
            self.turned_last = True
        self.rect = Rect(self.rect.x, self.rect.y, facing, self.rect.width, self.rect.depth)
        self.look(self.rect)

    @enforces("MON-3.4", "MON-0.4")
    def advance(self, way: int, far: float) -> None:
        """Go straight with the facing kept; the bearing lies within 45 degrees of it."""
        if self.in_column:
            self.forbid(forbid("MON-5.2", "column_advances", unit=IDS[self.piece]))
            return
        if far <= 0.0:
            return
        if difference(way, self.rect.turn) > OBLIQUE + ANGLE_SLACK:
            facts = {"unit": IDS[self.piece], "bearing": show(way), "facing": show(self.rect.turn)}
            self.objections.append(Objection("MON-3.4", facts))
            return
        self.advanced += far
        self.turned_last = False
        if self.too_dear():
            self.too_far()
            return
        start = self.rect
        end = Rect(
            tenths(start.x + SIN[way] * far) / 10.0, tenths(start.y + COS[way] * far) / 10.0, start.turn,
            start.width, start.depth,
        )  # fmt: skip
        self.sweep(start, end, far)
        self.rect = end
        if slows(start.x, start.y, end.x, end.y):
            self.slowed = True
        if river_barred(start.x, start.y, end.x, end.y):
            self.forbid(forbid("MON-4.5", unit=IDS[self.piece]))

    @enforces("MON-3.5", "MON-4.2", "MON-4.4")
    def sweep(self, start: Rect, end: Rect, far: float) -> None:
        """Look at a pose every 22 yards on the way and at its end: an enemy in it, slow or forbidden ground."""
        if self.glance:
            return
        way = way_of(start, end, far)
        stop = self.first_blocked(way)
        if self.shuns_marsh and way.first_in_marsh() < stop:
            stop = way.first_in_marsh()
            self.slowed = True
            self.forbid(forbid("MON-4.4", unit=IDS[self.piece]))
        elif stop < way.count:
            self.blocked(way.pose(stop))
        self.ways.append(way)
        self.walked.append(stop)

    @enforces("MON-3.5")
    def first_blocked(self, way: Way) -> int:
        """The first pose of a way that an enemy stands in."""
        found = way.count
        for rect in self.rects:
            if way.box.near(rect.x, rect.y, way.core_reach + rect.reach):
                found = way.first_met(rect, found)
        return found

    @enforces("MON-3.5", "MON-4.2", "MON-4.4")
    def look(self, pose: Rect) -> None:
        """Look at a single pose."""
        if self.glance or self.blocked(pose):
            return
        if not self.in_column:
            if self.shuns_marsh and FIELD.ground(pose) == MARSH:
                self.slowed = True
                self.forbid(forbid("MON-4.4", unit=IDS[self.piece]))
                return
            self.unscanned.append(pose)
        self.stood.append(pose)

    @enforces("MON-3.5")
    def blocked(self, pose: Rect) -> bool:
        """Is an enemy in the way?"""
        core = pose.core()
        for k in range(len(self.rects)):
            if shared_area(core, self.rects[k]) > OVERLAP:
                self.forbid(forbid("MON-3.5", unit=IDS[self.piece], enemy=self.p.name(self.enemies[k])))
                return True
        return False

    @property
    def foes_entered(self) -> int:
        """The enemies, as bits, whose FoE the move has entered. Few ask, so it is found out when somebody does."""
        found = 0
        if self.heeds_foe:
            for k in self.others.everywhere:
                arc = self.others.arcs[k]
                if arc is not None and not self.foes_before >> self.enemies[k] & 1 and self.enters(arc):
                    found |= 1 << self.enemies[k]
        return found

    @enforces("MON-7.4")
    def enters(self, arc: Arc) -> bool:
        """Does a pose of the move stand in an arc?"""
        for i in range(len(self.ways)):
            if self.ways[i].first_in(arc) < self.walked[i]:
                return True
        for pose in self.stood:
            if in_arc(arc, pose):
                return True
        return False

    @enforces("MON-5.1", "MON-5.5")
    def form(self, road: int, up: bool) -> None:
        """Change from line into column on the road beneath."""
        if self.in_column:
            self.forbid(forbid("MON-5.1", "in_column", unit=IDS[self.piece]))
            return
        nearest = ROADS.lines[ROADS.nearest_road(self.rect.x, self.rect.y)].distance(self.rect.x, self.rect.y)
        if not ROADS.touched(self.rect) or ROADS.lines[road].distance(self.rect.x, self.rect.y) > nearest + SLACK:
            self.forbid(forbid("MON-5.1", unit=IDS[self.piece]))
            return
        self.column = form_column(road, up, self.rect.x, self.rect.y)
        self.in_column = True
        self.changes += 1
        self.turned_last = False
        self.rect = column_rect(self.column)
        self.look(self.rect)
        self.keep_away(self.rect, None, self.others.everywhere)

    @enforces("MON-5.2", "MON-5.3", "MON-5.4", "MON-5.5")
    def march(self, far: float, turns: list[int]) -> None:
        """March along the road: half cost, no terrain, no turning; not past friends in column, not near the enemy."""
        column = self.column
        if column is None:
            self.forbid(forbid("MON-5.2", "not_in_column", unit=IDS[self.piece]))
            return
        self.marched += far
        if self.too_dear():
            self.too_far()
            return
        way = march(column, far, turns)
        if not way or total(way) < COLUMN_ARC + far - 1.0:
            self.forbid(forbid("MON-5.2", "no_such_way", unit=IDS[self.piece]))
            return
        if not self.glance:
            self.follow(way, far)
        self.column = column_after(way, -1.0)
        self.rect = column_rect(self.column)

    @enforces("MON-5.3", "MON-5.5")
    def follow(self, way: list[Leg], far: float) -> None:
        """Look at a pose every 22 yards of a march, if anybody is so near that he could be in its way."""
        before = self.rect
        box = ROADS.box(way)
        near = self.others.near(box, FOOT_THIRD + before.reach + 1.0)
        friends = columns_on(self.p, self.side, self.piece, way, box)
        done = 0.0 if near or friends else far
        while done < far and not self.objections:
            done = min(far, done + STEP)
            here = column_after(way, done)
            pose = column_rect(here)
            self.look(pose)
            self.keep_away(pose, before, near)
            self.keep_behind(here, pose, friends)

    def keep_away(self, pose: Rect, before: Rect | None, near: list[int]) -> None:
        """No column within F/3 of an enemy piece; the one with the lowest number says so."""
        for k in near:
            if too_near(self.rects[k], pose, before):
                self.forbid(forbid("MON-5.5", unit=IDS[self.piece], enemy=self.p.name(self.enemies[k])))
                return

    @enforces("MON-5.3")
    def keep_behind(self, here: Column, pose: Rect, friends: list[int]) -> None:
        """No passing of friends in column on the road: two columns share no stretch of it."""
        for friend in friends:
            other = column_of(self.p, friend)
            blocked = not apart_on_road(here, other) if other is not None else overlap(pose.core(), self.p.rect(friend))
            if blocked:
                self.forbid(forbid("MON-5.3", unit=IDS[self.piece], friend=IDS[friend]))

    @enforces("MON-5.6")
    def deploy(self, facing: int) -> None:
        """Change from column into line: same centre, any facing, no rotation."""
        if not self.in_column:
            self.forbid(forbid("MON-5.6", "not_in_column", unit=IDS[self.piece]))
            return
        self.in_column = False
        self.column = None
        self.changes += 1
        self.rect = Rect(self.rect.x, self.rect.y, facing, self.rect.depth, self.rect.width)
        self.look(self.rect)

    def too_far(self) -> None:
        """Say that the rate of march does not allow it."""
        self.forbid(forbid("MON-3.2", unit=IDS[self.piece], cost=str(round(self.cost)), rate=str(round(self.rate))))

    # The end of the move

    def finish(self, target: int, glance: Trial | None) -> None:
        """Everything that is judged at the end: cost, room, ground, attack, FoE, disengaging, night, orders.

        What a glance has judged already and found well, all but the price and the FoE, is not judged again.
        """
        if self.objections:
            return
        if self.too_dear():
            self.too_far()
        if glance is not None:
            self.rect = glance.rect
            if not self.objections:
                self.target = glance.target
                self.judge_foe()
            return
        self.settle(target)
        if not self.objections:
            self.judge_place()
        if not self.objections:
            self.judge_attack(target)
        if not self.objections:
            self.judge_foe()
            self.judge_leaving()
            self.judge_night()
        if not self.objections and self.p.on(ORDERS):
            self.objections += order_objections(self.p, self.piece, self.start, self.rect, self.target)

    @enforces("MON-8.3", "MON-8.6")
    def settle(self, target: int) -> None:
        """An attacker conforms to its target, a supporter to the piece before it."""
        if self.in_column:
            return
        p = self.p
        if target != NOBODY and p.here(target):
            self.rect = conformed(p, self.piece, self.rect, p.rect(target))
            return
        for friend in FIGHTERS_OF[self.side]:
            if friend == self.piece or not p.here(friend) or p.column[friend]:
                continue
            front = p.rect(friend)
            if abs(front.x - self.rect.x) < 500.0 and abs(front.y - self.rect.y) < 500.0:
                behind = conformed_behind(p, self.piece, self.rect, front)
                if behind is not self.rect and stands_behind(behind, front):
                    self.rect = behind
                    return

    @enforces("MON-3.6", "MON-3.7", "MON-4.4")
    def judge_place(self) -> None:
        """Mostly on the map, on no other piece, not on forbidden ground."""
        others = self.others
        if not FIELD.mostly_on_map(self.rect):
            self.forbid(forbid("MON-3.7", unit=IDS[self.piece]))
        for k in range(len(others.friends)):
            friend = others.friends[k]
            meets = friend != self.piece and shared_area(self.rect, others.friend_rects[k]) > OVERLAP
            if meets and not self.files(friend):
                self.forbid(forbid("MON-3.6", unit=IDS[self.piece], other=IDS[friend]))
        for k in others.everywhere:
            if shared_area(self.rect, self.rects[k]) > OVERLAP:
                self.forbid(forbid("MON-3.6", unit=IDS[self.piece], other=self.p.name(self.enemies[k])))
        if not self.in_column and sinks(self.piece, self.rect):
            self.forbid(forbid("MON-4.4", unit=IDS[self.piece]))

    def files(self, other: int) -> bool:
        """Does the piece end as a column close to a friend's column on the road?"""
        column = column_of(self.p, other) if SIDE_OF[other] == self.side else None
        return self.column is not None and column is not None and apart_on_road(self.column, column)

    @enforces("MON-6.1", "MON-8.2", "MON-8.4", "MON-8.5")
    def judge_attack(self, target: int) -> None:
        """An attack needs front contact, a piece that may attack and command; nobody else ends in contact."""
        p = self.p
        touched = [self.enemies[k] for k in self.others.everywhere if touching(self.rect, self.rects[k])]
        if target == NOBODY:
            target = self.met(touched)
        if target == NOBODY:
            if touched and not self.may_keep(touched):
                facts = {"unit": IDS[self.piece], "enemy": p.name(touched[0])}
                self.forbid(Objection("MON-8.4", facts, "contact_without_attack"))
            return
        unit, enemy = IDS[self.piece], p.name(target)
        if not attacks(self.piece):
            self.forbid(forbid("MON-8.4", unit=unit))
        elif self.in_column:
            self.forbid(forbid("MON-5.7", unit=unit))
        elif not p.here(target) or SIDE_OF[target] == self.side or not attack_contact(self.rect, p.rect(target)):
            self.forbid(forbid("MON-8.2", unit=unit, enemy=enemy))
        elif not in_command(p, self.piece, self.start):
            self.forbid(forbid("MON-6.1", unit=unit))
        elif p.night:
            self.forbid(forbid("MON-15.1", "night_attack", unit=unit))
        self.target = target

    def may_keep(self, touched: list[int]) -> bool:
        """A piece that only turned where it stood keeps its old contacts."""
        return self.advanced == 0.0 and self.marched == 0.0 and all(e in self.leaves_contact for e in touched)

    def met(self, touched: list[int]) -> int:
        """The enemy a piece attacks without having said so: the one most of its front meets."""
        if self.in_column:
            return NOBODY
        best = NOBODY
        most = 0.0
        for enemy in touched:
            if enemy in self.leaves_contact:
                continue
            rect = self.p.rect(enemy)
            if attack_contact(self.rect, rect) and front_touch(self.rect, rect, GAP) > most:
                most = front_touch(self.rect, rect, GAP)
                best = enemy
        return best

    @enforces("MON-7.4")
    def judge_foe(self) -> None:
        """Who enters a FoE attacks an enemy or stands in support of a friend that is engaged."""
        if self.target != NOBODY or not self.heeds_foe or self.supports():
            return
        entered = self.foes_entered
        for enemy in self.enemies:
            if entered >> enemy & 1:
                self.forbid(forbid("MON-7.4", unit=IDS[self.piece], enemy=self.p.name(enemy)))

    @enforces("MON-7.4", "MON-8.6")
    def supports(self) -> bool:
        """Would the piece stand behind an engaged friend that has no other supporter?"""
        p = self.p
        if self.in_column or not attacks(self.piece):
            return False
        for pair in p.engaged:
            for friend in (pair.attacker, pair.target):
                if SIDE_OF[friend] != self.side or friend == self.piece:
                    continue
                if not stands_behind(self.rect, p.rect(friend)) or supported_by(p, friend) != NOBODY:
                    continue
                if supporter_of(p, friend) in (NOBODY, self.piece):
                    return True
        return False

    @enforces("MON-8.9", "MON-8.10")
    def judge_leaving(self) -> None:
        """Who leaves contact attacks a different enemy, or ends in no enemy FoE; it touches none that it left."""
        p = self.p
        before = [enemy for enemy in self.leaves_contact if enemy in FIGHTERS_OF[1 - self.side]]
        if not before or not heeds_foe(self.piece):
            return
        if self.target in before:
            self.forbid(forbid("MON-8.9", "same_enemy", unit=IDS[self.piece], enemy=p.name(self.target)))
            return
        if self.advanced == 0.0 and self.marched == 0.0 and self.changes == 0:
            if not any(touching(self.rect, p.rect(enemy)) for enemy in before):
                self.forbid(forbid("MON-8.11", "contact_lost", unit=IDS[self.piece]))
            return
        for enemy in before:
            if touching(self.rect, p.rect(enemy)):
                self.forbid(forbid("MON-8.9", "same_enemy", unit=IDS[self.piece], enemy=p.name(enemy)))
                return
        if self.target == NOBODY and foes_over(p, self.rect, self.side):
            self.forbid(forbid("MON-8.9", unit=IDS[self.piece]))

    @enforces("MON-15.1")
    def judge_night(self) -> None:
        """At night nobody comes within F/3 of an enemy."""
        p = self.p
        if not p.night:
            return
        for enemy in self.enemies:
            other = p.rect(enemy)
            far = distance(self.rect, other)
            if far < FOOT_THIRD - SLACK and far < distance(self.start, other) - SLACK:
                self.forbid(forbid("MON-15.1", unit=IDS[self.piece], enemy=p.name(enemy)))


def try_move(p: MonmouthPosition, option: MoveOption, glance: bool, glanced: Trial | None = None) -> Trial:
    """Try the move of a piece that is on the map; a glance at it that found nothing may have come before."""
    piece = option.subject
    trial = Trial(p, piece, p.rect(piece), column_of(p, piece), p.column[piece] == 1, glance)
    trial.take(option.legs)
    trial.finish(target_of(p, option.target), glanced)
    return trial


def target_of(p: MonmouthPosition, code: int) -> int:
    """The piece behind a declared target; nobody if none was declared."""
    return p.by_token(code // 100, code % 100) if code >= 0 else NOBODY
