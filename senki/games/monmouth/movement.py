"""Movement (chapter 3): a move is tried leg by leg; what it costs, what it touches and why it may not be."""

from __future__ import annotations

from typing import Final

from senki.boards.plane.rects import Rect, distance, front_touch, shared_area
from senki.boards.plane.roads import total
from senki.boards.plane.sight import Arc
from senki.boards.plane.trig import COS, FULL, SIN, difference
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
    PIECES_OF,
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
    form_column,
    march,
    too_near,
)
from senki.games.monmouth.command import in_command
from senki.games.monmouth.contact import (
    attack_contact,
    attacks,
    clear_of_all,
    conformed,
    conformed_behind,
    stands_behind,
    supported_by,
    supporter_of,
    touched_enemies,
    touching,
)
from senki.games.monmouth.foe import feared, foe_arc, foes_over, heeds_foe, in_arc
from senki.games.monmouth.options import ADVANCE, COLUMN_OFF, COLUMN_ON, FACE, MARCH, MoveOption, show
from senki.games.monmouth.orders import order_objections
from senki.games.monmouth.position import NOBODY, ORDERS, MonmouthPosition, footprint, overlap, tenths
from senki.games.monmouth.terrain import keeps_off_marsh, river_barred, sinks, slow_ground, slows
from senki.games.monmouth.ways import Way, way_of

OBLIQUE: Final = 450
"""A piece advances within 45 degrees of its facing (tenths)."""


@enforces("MON-3.2", "MON-3.3", "MON-4.3")
def dear_things(rotations: int, changes: int, slowed: bool) -> int:
    """What costs a third of the rate each: every rotation but the first, every column change, terrain once."""
    return max(0, rotations - 1) + changes + int(slowed)


class Enemies:
    """The enemies of a side on the map by number, their footprints and the arcs of their FoEs: found once."""

    def __init__(self, p: MonmouthPosition, side: int) -> None:
        self.blocks: list[int] = p.by_number([enemy for enemy in PIECES_OF[1 - side] if p.here(enemy)])
        self.rects: list[Rect] = [p.rect(enemy) for enemy in self.blocks]
        self.arcs: list[Arc | None] = [foe_arc(p, enemy) if feared(p, side, enemy) else None for enemy in self.blocks]
        self.everywhere: list[int] = list(range(len(self.blocks)))


def enemies_of(p: MonmouthPosition, side: int) -> Enemies:
    """The enemies of a side on the map."""
    known = p.tried.enemies[side]
    if isinstance(known, Enemies):
        return known
    found = Enemies(p, side)
    p.tried.enemies[side] = found
    return found


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
        self.deduction = 0.0
        self.heeds_foe = heeds_foe(piece) and not p.night
        self.leaves_contact: list[int] = []
        self.foes_before = 0
        if p.here(piece):
            self.remember_start()
        self.ways: list[Way] = []
        self.walked: list[int] = []
        """The ways gone, and how many poses of each."""
        self.stood: list[Rect] = []
        """Poses besides those on the ways: turned to, deployed, on the march."""
        self.target = NOBODY
        self.objections: list[Objection] = []
        self.path: list[Rect] = [start]
        """The pose at the start and after each leg."""
        found = enemies_of(p, self.side)
        self.enemies = found.blocks
        self.rects = found.rects
        self.arcs = found.arcs
        self.everywhere = found.everywhere

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
        thirds = dear_things(self.rotations, self.changes, self.slowed)
        return self.advanced + self.marched / 2.0 + self.rate / 3.0 * thirds + self.deduction

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
        if self.cost > self.rate + SLACK:
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
        if not self.slowed and way.first_slow() < stop:
            self.slowed = True
        if keeps_off_marsh(self.piece) and way.first_in_marsh() < stop:
            stop = way.first_in_marsh()
            self.forbid(forbid("MON-4.4", unit=IDS[self.piece]))
        elif stop < way.count:
            self.blocked(way.pose(stop))
        self.ways.append(way)
        self.walked.append(stop)

    @enforces("MON-3.5")
    def first_blocked(self, way: Way) -> int:
        """The first pose of a way that an enemy stands in."""
        near = [k for k in self.everywhere if way.passes_near(self.rects[k], way.start.reach + self.rects[k].reach)]
        if near:
            for number in range(way.count):
                core = way.pose(number).core()
                for k in near:
                    if shared_area(core, self.rects[k]) > OVERLAP:
                        return number
        return way.count

    @enforces("MON-3.5", "MON-4.2", "MON-4.4")
    def look(self, pose: Rect) -> None:
        """Look at a single pose."""
        if self.glance or self.blocked(pose):
            return
        if not self.in_column and (not self.slowed or keeps_off_marsh(self.piece)):
            kind = FIELD.ground(pose)
            if slow_ground(kind):
                self.slowed = True
            if kind == MARSH and keeps_off_marsh(self.piece):
                self.forbid(forbid("MON-4.4", unit=IDS[self.piece]))
                return
        self.stood.append(pose)

    @enforces("MON-3.5")
    def blocked(self, pose: Rect) -> bool:
        """Is an enemy in the way?"""
        core = pose.core()
        for k in self.everywhere:
            if shared_area(core, self.rects[k]) > OVERLAP:
                self.forbid(forbid("MON-3.5", unit=IDS[self.piece], enemy=self.p.name(self.enemies[k])))
                return True
        return False

    @property
    def foes_entered(self) -> int:
        """The enemies, as bits, whose FoE the move has entered. Few ask, so it is found out when somebody does."""
        found = 0
        if self.heeds_foe:
            for k in self.everywhere:
                arc = self.arcs[k]
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
        self.keep_away(self.rect, None)

    @enforces("MON-5.2", "MON-5.3", "MON-5.4", "MON-5.5")
    def march(self, far: float, turns: list[int]) -> None:
        """March along the road: half cost, no terrain, no turning; not past friends in column, not near the enemy."""
        column = self.column
        if column is None:
            self.forbid(forbid("MON-5.2", "not_in_column", unit=IDS[self.piece]))
            return
        self.marched += far
        if self.cost > self.rate + SLACK:
            self.too_far()
            return
        way = march(column, far, turns)
        if not way or total(way) < COLUMN_ARC + far - 1.0:
            self.forbid(forbid("MON-5.2", "no_such_way", unit=IDS[self.piece]))
            return
        before = self.rect
        done = 0.0
        while done < far and not self.objections and not self.glance:
            done = min(far, done + STEP)
            here = column_after(way, done)
            pose = column_rect(here)
            self.look(pose)
            self.keep_away(pose, before)
            self.keep_behind(here, pose)
        self.column = column_after(way, -1.0)
        self.rect = column_rect(self.column)

    def keep_away(self, pose: Rect, before: Rect | None) -> None:
        """No column within F/3 of an enemy piece."""
        enemy = too_near(self.p, self.side, pose, before)
        if enemy >= 0:
            self.forbid(forbid("MON-5.5", unit=IDS[self.piece], enemy=self.p.name(enemy)))

    @enforces("MON-5.3")
    def keep_behind(self, here: Column, pose: Rect) -> None:
        """No passing of friends in column on the road: two columns share no stretch of it."""
        for friend in PIECES_OF[self.side]:
            if friend == self.piece or not self.p.here(friend) or not self.p.column[friend]:
                continue
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

    def finish(self, target: int) -> None:
        """Everything that is judged at the end: cost, room, ground, attack, FoE, disengaging, night, orders."""
        if self.objections:
            return
        if self.cost > self.rate + SLACK:
            self.too_far()
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
        p = self.p
        if not FIELD.mostly_on_map(self.rect):
            self.forbid(forbid("MON-3.7", unit=IDS[self.piece]))
        for other in [*PIECES_OF[self.side], *self.enemies]:
            if other != self.piece and p.here(other) and overlap(self.rect, p.rect(other)) and not self.files(other):
                called = IDS[other] if SIDE_OF[other] == SIDE_OF[self.piece] else p.name(other)
                self.forbid(forbid("MON-3.6", unit=IDS[self.piece], other=called))
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
        touched = touched_enemies(p, self.rect, self.side)
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
        for i in range(0, len(p.engaged), 3):
            for friend in (p.engaged[i], p.engaged[i + 1]):
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


def try_move(p: MonmouthPosition, option: MoveOption, glance: bool) -> Trial:
    """Try the move of a piece that is on the map."""
    piece = option.subject
    trial = Trial(p, piece, p.rect(piece), column_of(p, piece), p.column[piece] == 1, glance)
    trial.take(option.legs)
    trial.finish(target_of(p, option.target))
    return trial


def target_of(p: MonmouthPosition, code: int) -> int:
    """The piece behind a declared target; nobody if none was declared."""
    return p.by_token(code // 100, code % 100) if code >= 0 else NOBODY


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
