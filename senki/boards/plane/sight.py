"""Lines of sight over a field: woods and villages, crests, and seeing over what lies below."""

from __future__ import annotations

from senki.boards.plane.field import Field
from senki.boards.plane.rects import CELL, Rect
from senki.boards.plane.shapes import stretches_inside
from senki.boards.plane.trig import length


class Sight:
    """What blocks the view on a field: areas of some ground types, and the crests of the hills."""

    def __init__(self, field: Field, blocking: list[int], depth_in: float, depth_through: float, reach: float) -> None:
        self.field = field
        self.blockers = [area for kind in blocking for area in field.areas[kind]]
        self.depth_in = depth_in
        """How deep one sees into or out of an area one end lies in."""
        self.depth_through = depth_through
        """How much of an area between the ends does not yet hide."""
        self.reach = reach
        self.crests = list(range(len(field.hills)))
        """The hills whose crests are looked at."""

    def within(self, left: float, bottom: float, right: float, top: float) -> Sight:
        """The same sight, of lines that do not leave a box: only what could hide something there."""
        part = Sight(self.field, [], self.depth_in, self.depth_through, self.reach)
        part.blockers = [area for area in self.blockers if area.near_box(left, bottom, right, top)]
        part.crests = [n for n in self.crests if self.field.hills[n].crest.near_box(left, bottom, right, top)]
        return part

    def may_hide(self, left: float, bottom: float, right: float, top: float, crests: int) -> bool:
        """Could anything hide something in a box, from pieces that touch these crests? If not, nobody need look."""
        for area in self.blockers:
            if area.near_box(left, bottom, right, top):
                return True
        hills = self.field.hills
        for number in self.crests:
            if not crests >> number & 1 and hills[number].crest.near_box(left, bottom, right, top):
                return True
        return False

    def clear(self, ax: float, ay: float, bx: float, by: float, level_a: int, level_b: int, crests: int) -> bool:
        """Is there a line of sight between two points?

        `level_a` and `level_b` are the hill levels of the pieces at the ends; `crests` are the hills, as bits, whose
        crest one of the two pieces touches.
        """
        far = length(bx - ax, by - ay)
        if far > self.reach:
            return False
        for area in self.blockers:
            if not area.near_box(ax, ay, bx, by):
                continue
            parts = stretches_inside(ax, ay, bx, by, area)
            if not parts:
                continue
            first, last = parts[0], parts[len(parts) - 1]
            end_inside = first == 0.0 or last == 1.0
            # Nobody sees over the area he or his goal is in.
            if not end_inside and ((level_a > 0 and last <= 0.5) or (level_b > 0 and first >= 0.5)):
                continue
            inside = 0.0
            for i in range(0, len(parts), 2):
                inside += parts[i + 1] - parts[i]
            if inside * far > (self.depth_in if end_inside else self.depth_through):
                return False
        hills = self.field.hills
        for number in self.crests:
            if crests >> number & 1:
                continue
            hill = hills[number]
            found = hill.crest.crossings(ax, ay, bx, by)
            if not found:
                continue
            if (level_a > hill.level and found[len(found) - 1] <= 0.5) or (level_b > hill.level and found[0] >= 0.5):
                continue
            return False
        return True

    def samples_seen_from(self, x: float, y: float, viewer: Rect, target: Rect, enough: int) -> int:
        """How many samples of a target can be seen from a point of the viewer; counting stops at `enough`."""
        field = self.field
        level_a = field.level(viewer)
        level_b = field.level(target)
        crests = field.touched_crests(viewer) | field.touched_crests(target)
        points = target.samples()
        seen = 0
        for i in range(0, len(points), 2):
            if self.clear(x, y, points[i], points[i + 1], level_a, level_b, crests):
                seen += 1
                if seen >= enough:
                    break
        return seen


class Arc:
    """The field in front of a piece: 45 degrees outward from either front corner, out to a distance, as far as seen."""

    def __init__(self, owner: Rect, reach: float, sight: Sight) -> None:
        self.owner = owner
        self.reach = reach
        field = sight.field
        self.level = field.level(owner)
        self.crests = field.touched_crests(owner)
        self.eyes: list[float] = []
        for u in (-owner.half_width / 2.0, 0.0, owner.half_width / 2.0):
            self.eyes.append(owner.point_x(u, owner.half_depth))
            self.eyes.append(owner.point_y(u, owner.half_depth))
        far = owner.reach + reach
        self.sight = sight.within(owner.x - far, owner.y - far, owner.x + far, owner.y + far)
        self.hidden_parts = len(self.sight.blockers) > 0 or len(self.sight.crests) > 0

    def covers(self, x: float, y: float) -> bool:
        """Is a point inside the arc, seen or not?"""
        owner = self.owner
        v = owner.ahead(x, y) - owner.half_depth
        if v < 0.0 or v > self.reach:
            return False
        u = abs(owner.across(x, y)) - owner.half_width
        if u <= 0.0:
            return True
        return u <= v and u * u + v * v <= self.reach * self.reach

    def sees(self, x: float, y: float, level: int, crests: int) -> bool:
        """Has one of the three observer points a line of sight to a point?"""
        eyes = self.eyes
        for i in range(0, 6, 2):
            if self.sight.clear(eyes[i], eyes[i + 1], x, y, self.level, level, crests):
                return True
        return False

    def samples_of(self, target: Rect, enough: int) -> int:
        """How many samples of a target lie in the arc and are seen; counting stops at `enough`, 0 if out of reach."""
        if length(target.x - self.owner.x, target.y - self.owner.y) > self.owner.reach + target.reach + self.reach:
            return 0
        count = self.covered(target)
        if not self.hidden_parts or not count or count < enough <= 80:
            return min(count, enough)
        field = self.sight.field
        crests = self.crests | field.touched_crests(target)
        eyes, far = self.eyes, target.reach
        west, east = min(eyes[0], eyes[4], target.x - far), max(eyes[0], eyes[4], target.x + far)
        south, north = min(eyes[1], eyes[5], target.y - far), max(eyes[1], eyes[5], target.y + far)
        if not self.sight.may_hide(west, south, east, north, crests):
            return min(count, enough)
        level = field.level(target)
        points = target.samples()
        seen = 0
        left = count
        for i in range(0, len(points), 2):
            if not self.covers(points[i], points[i + 1]):
                continue
            left -= 1
            if self.sees(points[i], points[i + 1], level, crests):
                seen += 1
                if seen >= enough:
                    break
            elif seen + left < enough <= 80:
                break
        return seen

    def may_meet(self, start: Rect, end: Rect) -> bool:
        """Could a rectangle that goes straight from pose to pose, its facing kept, come into the arc on its way?"""
        owner = self.owner
        along = abs(start.fx * owner.fx + start.fy * owner.fy)
        athwart = abs(start.fx * owner.fy - start.fy * owner.fx)
        deep = along * start.half_depth + athwart * start.half_width
        first, last = owner.ahead(start.x, start.y) - owner.half_depth, owner.ahead(end.x, end.y) - owner.half_depth
        if max(first, last) + deep < 0.0 or min(first, last) - deep > self.reach:
            return False
        aside = along * start.half_width + athwart * start.half_depth + owner.half_width + self.reach
        first, last = owner.across(start.x, start.y), owner.across(end.x, end.y)
        return min(first, last) <= aside and max(first, last) >= -aside

    def covered(self, target: Rect) -> int:
        """How many samples of a target lie inside the arc, seen or not."""
        owner = self.owner
        reach = self.reach
        columns = round(target.half_width * 2.0 / CELL)
        rows = round(target.half_depth * 2.0 / CELL)
        # The owner's coordinates of the first sample, and how they change from column to column and row to row.
        along = target.fx * owner.fx + target.fy * owner.fy
        athwart = target.fx * owner.fy - target.fy * owner.fx
        centre_u = owner.across(target.x, target.y)
        centre_v = owner.ahead(target.x, target.y) - owner.half_depth
        deep = abs(along) * target.half_depth + abs(athwart) * target.half_width
        wide = abs(along) * target.half_width + abs(athwart) * target.half_depth
        if centre_v + deep < 0.0 or centre_v - deep > reach or abs(centre_u) - wide - owner.half_width > reach:
            return 0
        count = 0
        for row in range(rows):
            back = target.half_depth - CELL * (row + 0.5)
            for column in range(columns):
                right = CELL * (column + 0.5) - target.half_width
                v = centre_v + back * along - right * athwart
                if v < 0.0 or v > reach:
                    continue
                u = abs(centre_u + right * along + back * athwart) - owner.half_width
                if u <= 0.0 or (u <= v and u * u + v * v <= reach * reach):
                    count += 1
        return count
