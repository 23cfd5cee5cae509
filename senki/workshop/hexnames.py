"""The lettering of a hex map: signs and names that keep clear of roads, numbers and each other."""

from __future__ import annotations

import math

from senki.boards.hexes.hexmap import HexPlace
from senki.workshop.hexground import courses, creek_lines, number_at, road_lines
from senki.workshop.hexshapes import Loop, along, between, curve_points, length_of, stretch
from senki.workshop.hexsheet import HexDrawing
from senki.workshop.svg import Point, element, escape, smooth, text

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

SIGNS = {
    "church": "M-5.5 8v-8l5.5-5 5.5 5v8zM0-5v-8M-3.2-10h6.4",
    "landing": "M-9 3h18l-3 5h-12zM-1 3v-11l7 8z",
    "camp": "M-9 6.5l6-12 6 12zM-1 1.6l3.6-7.1 6 12h-5.6",
    "flag": "M-5 9v-18h11l-3 3.5 3 3.5h-11",
}
"""Signs about a middle, drawn in ink on paper."""

SIGN_SPOTS = (
    (0.0, 0.02), (-0.3, -0.02), (0.3, -0.02), (-0.26, 0.22), (0.26, 0.22), (0.0, 0.24), (-0.36, -0.14), (0.36, -0.14),
)  # fmt: skip
SIZES = {"camp": 13.5, "name": 13.5, "church": 16.0, "landing": 17.0, "flag": 14.5}
WATER_SIZE = 14.0
BIG_WATER_SIZE = 21.0
ROAD_SIZE = 11.5
LEADING = 1.08
TILE = 96.0
SPOTS = (
    (0.0, 0.3), (0.0, 0.06), (0.0, 0.46), (0.0, -0.14), (0.34, 0.3), (-0.34, 0.3), (0.5, 0.06), (-0.5, 0.06),
    (0.62, 0.3), (-0.62, 0.3), (0.5, -0.2), (-0.5, -0.2), (0.0, 0.62), (0.4, 0.62), (-0.4, 0.62), (0.8, 0.0),
    (-0.8, 0.0), (0.95, 0.25), (-0.95, 0.25), (0.75, -0.35), (-0.75, -0.35), (0.0, 0.82), (0.0, -0.62),
)  # fmt: skip
"""Where a name may stand, seen from the middle of its hex in hexes, the best first."""


class Crowd:
    """What is already on the sheet: boxes that must stay clear and points that should, by tile."""

    def __init__(self, drawing: HexDrawing) -> None:
        left, top, right, bottom = drawing.frame
        self.frame: Box = (left + 4, top + 4, right - 4, bottom - 4)
        self.boxes: dict[tuple[int, int], list[tuple[Box, float]]] = {}
        self.points: dict[tuple[int, int], list[tuple[Point, float]]] = {}
        for hex in range(drawing.map.size):
            x, y = number_at(drawing, hex)
            self.add((x - 13, y - 9, x + 13, y + 2), 1.6)
        for look, _, points in road_lines(drawing):
            self.spread(along(curve_points(points), 7), 0.3 if look == "trail" else 0.55)
        for _, _, line in courses(drawing):
            self.spread(along(line, 8), 0.22)
        for look in ("bridge", "ford"):
            for hex, d, _ in drawing.sides_like(look):
                x, y = between(*drawing.plan.edge(drawing.map.cells[hex], d), 0.5)
                self.add((x - 16, y - 16, x + 16, y + 16))
        for look, weight in (("protected", 0.8), ("slope", 0.4)):
            for hex, d, _ in drawing.sides_like(look):
                self.spread(along(list(drawing.plan.edge(drawing.map.cells[hex], d)), 6), weight)

    def spread(self, marks: list[tuple[Point, Point]], weight: float) -> None:
        """Points that a name should not cover."""
        for (x, y), _ in marks:
            self.points.setdefault((int(x // TILE), int(y // TILE)), []).append(((x, y), weight))

    def add(self, box: Box, weight: float = 12.0) -> None:
        """Keep others off a box."""
        for tile in _tiles(box):
            self.boxes.setdefault(tile, []).append((box, weight))

    def cost(self, box: Box) -> float:
        """How much a box would cover."""
        left, top, right, bottom = box
        if left < self.frame[0] or top < self.frame[1] or right > self.frame[2] or bottom > self.frame[3]:
            return math.inf
        total = 0.0
        for tile in _tiles(box):
            # a box in several tiles is counted in each: it only makes a crowded spot look more so
            for other, weight in self.boxes.get(tile, []):
                total += weight * _overlap(box, other) / 100
            for (x, y), weight in self.points.get(tile, []):
                if left <= x <= right and top <= y <= bottom:
                    total += weight
        return total


def _tiles(box: Box) -> list[tuple[int, int]]:
    left, top, right, bottom = (int(edge // TILE) for edge in box)
    return [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]


def _overlap(a: Box, b: Box) -> float:
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0.0


def width_of(words: str, size: float) -> float:
    """About how wide a text is."""
    return sum(size if ord(letter) > 0x2E80 else size * 0.47 for letter in words)


def lettering(drawing: HexDrawing, lang: str) -> list[str]:
    """Signs, then names of places from the greatest to the least, then names along water and roads."""
    crowd = Crowd(drawing)
    drawn = []
    order = {"church": 0, "landing": 0, "flag": 1, "camp": 2}
    places = sorted(drawing.map.places, key=lambda place: order.get(drawing.look("place", place.kind), 3))
    for place in places:
        drawn.append(_sign(drawing, place, crowd))
    for place in places:
        if drawing.look("place", place.kind) != "entry":
            drawn.append(_name(drawing, place, lang, crowd))
    drawn.append(_big_water_name(drawing, lang))
    drawn.extend(_water_names(drawing, lang, crowd))
    drawn.extend(_road_names(drawing, lang, crowd))
    return [part for part in drawn if part]


def _sign(drawing: HexDrawing, place: HexPlace, crowd: Crowd) -> str:
    look = drawing.look("place", place.kind)
    x, y = drawing.centre(place.hex)
    if look == "entry":
        crowd.add((x - 12, y - 12, x + 12, y + 12))
        letter = place.names.get("en", "")
        disc = element("circle", class_="entry-disc", cx=x, cy=y, r=11.5)
        return disc + text(letter, x, y + 5.4, class_="entry-letter")
    if look not in SIGNS:
        return ""
    size = drawing.plan.size
    boxes = [(x + dx * size - 11, y + dy * size - 13, x + dx * size + 11, y + dy * size + 9) for dx, dy in SIGN_SPOTS]
    costs = [crowd.cost(box) + 0.25 * n for n, box in enumerate(boxes)]
    best = costs.index(min(costs))
    crowd.add(boxes[best])
    at = f"translate({x + SIGN_SPOTS[best][0] * size:.1f} {y + SIGN_SPOTS[best][1] * size:.1f})"
    return element("path", class_="sign-case", d=SIGNS[look], transform=at) + element(
        "path", class_=f"sign sign-{look}", d=SIGNS[look], transform=at
    )


def split(words: str, most: float, size: float) -> list[str]:
    """One line, or two about equally long when it would be too wide."""
    if width_of(words, size) <= most:
        return [words]
    breaks = [i for i, letter in enumerate(words) if letter == " " or letter in "の・、"]
    if not breaks:
        return [words]
    at = min(breaks, key=lambda i: abs(width_of(words[: i + 1], size) - width_of(words[i + 1 :], size)))
    return [words[: at + 1].rstrip(" "), words[at + 1 :]]


def _name(drawing: HexDrawing, place: HexPlace, lang: str, crowd: Crowd) -> str:
    words = place.names.get(lang) or place.names.get("en") or place.names.get("ja", "")
    look = drawing.look("place", place.kind)
    size = SIZES.get(look, 13.0) * (0.86 if lang == "ja" else 1.0)
    x, y = drawing.centre(place.hex)
    unit = drawing.plan.size
    best: tuple[float, list[str], Point] | None = None
    for most in (unit * 1.6, unit * 0.9):
        lines = split(words, most, size)
        wide, high = max(width_of(line, size) for line in lines), size * LEADING * len(lines)
        for n, (dx, dy) in enumerate(SPOTS):
            at = (x + dx * unit, y + dy * unit)
            box = (at[0] - wide / 2 - 2, at[1] - high / 2, at[0] + wide / 2 + 2, at[1] + high / 2)
            cost = crowd.cost(box) + 0.22 * n + (0.6 if len(lines) > 1 else 0)
            if best is None or cost < best[0]:
                best = (cost, lines, at)
    assert best is not None
    _, lines, at = best
    wide, high = max(width_of(line, size) for line in lines), size * LEADING * len(lines)
    crowd.add((at[0] - wide / 2 - 2, at[1] - high / 2, at[0] + wide / 2 + 2, at[1] + high / 2))
    first = at[1] - high / 2 + size * 0.86
    rows = (text(line, at[0], first + n * size * LEADING, font_size=size) for n, line in enumerate(lines))
    return element("g", *rows, class_=f"place-name place-{look} halo", data_name=drawing.map.names[place.hex])


def _big_water_name(drawing: HexDrawing, lang: str) -> str:
    """The name of the large water down the middle of its hexes."""
    name = drawing.facts.big_water.get(lang, "")
    cells = sorted(drawing.cells(drawing.with_terrain("water")), key=lambda cell: drawing.plan.centre(cell)[1])
    if not name or len(cells) < 3:
        return ""
    spine = [drawing.plan.centre(cell) for cell in cells]
    smoothed = [_mean(spine[max(0, i - 1) : i + 2]) for i in range(len(spine))]
    wide = width_of(name, BIG_WATER_SIZE) * 1.5
    line = stretch(curve_points(smoothed), 0, min(wide + 40, length_of(smoothed) * 0.95))
    shifted = [(x - BIG_WATER_SIZE * 0.34, y) for x, y in line]
    return _on_curve(name, shifted, "big-water-name", BIG_WATER_SIZE)


def _water_names(drawing: HexDrawing, lang: str, crowd: Crowd) -> list[str]:
    lines: dict[str, Loop] = {}
    for names, line in [(names, line) for _, names, line in courses(drawing)] + creek_lines(drawing):
        name = names.get(lang) or names.get("en", "")
        if name and (name not in lines or length_of(line) > length_of(lines[name])):
            lines[name] = line
    return [_along(name, line, "water-name", WATER_SIZE, lang, crowd, 7) for name, line in lines.items()]


def _road_names(drawing: HexDrawing, lang: str, crowd: Crowd) -> list[str]:
    found = []
    for look, names, points in road_lines(drawing):
        name = names.get(lang) or names.get("en", "")
        if look != "trail" and name:
            found.append(_along(name, curve_points(points), "road-name", ROAD_SIZE, lang, crowd, 5))
    return found


def _along(name: str, line: Loop, ink: str, size: float, lang: str, crowd: Crowd, off: float) -> str:
    """A name along the stretch of its line where it covers least; none if there is no room at all."""
    size *= 0.92 if lang == "ja" else 1.0
    wide = width_of(name, size) * (1.12 if lang == "ja" else 1.16)
    whole = length_of(line)
    best: tuple[float, Loop] | None = None
    start = 6.0
    while start + wide + 6 <= whole:
        part = stretch(line, start, start + wide)
        if part[0][0] > part[-1][0]:
            part = part[::-1]
        raised = _raised(part, off)
        cost = sum(crowd.cost((x - 6, y - size * 0.8, x + 6, y + 1)) for (x, y), _ in along(raised, 11))
        cost = 4 * cost + 12 * _bend(part)
        if best is None or cost < best[0]:
            best = (cost, raised)
        start += 12
    if best is None or math.isinf(best[0]) or best[0] > 110:
        return ""
    raised = best[1]
    for (x, y), _ in along(raised, 11):
        crowd.add((x - 7, y - size * 0.8, x + 7, y + 2), 6.0)
    return _on_curve(name, raised, ink, size)


def _on_curve(name: str, line: Loop, ink: str, size: float) -> str:
    """A name centred on a line, which is led on at both ends so that no letter falls off it."""
    marks = along(line, 24)
    points = [line[0], *[at for at, _ in marks], line[-1]]
    first, last = _onward(points[1], points[0]), _onward(points[-2], points[-1])
    key = f"{ink}-{round(line[0][0])}-{round(line[0][1])}"
    curve = element("path", id=key, d=smooth([first, *points, last]), fill="none")
    words = element("textPath", escape(name), href=f"#{key}", startOffset="50%")
    return curve + element("text", words, class_=f"{ink} halo", font_size=size)


def _onward(before: Point, end: Point) -> Point:
    """A point 40 units beyond the end of a line."""
    length = math.dist(before, end) or 1.0
    return end[0] + (end[0] - before[0]) * 40 / length, end[1] + (end[1] - before[1]) * 40 / length


def _raised(line: Loop, by: float) -> Loop:
    """A line moved up beside itself, smoothed: letters do not follow every bend."""
    marks = along(line, 10) or [(line[0], (0.0, 1.0))]
    points = [at for at, _ in marks]
    smoothed = [_mean(points[max(0, i - 2) : i + 3]) for i in range(len(points))]
    ends = [line[0], *smoothed, line[-1]]
    return [(x - nx * by, y - ny * by) for (x, y), (nx, ny) in along(ends, 8)] or ends


def _mean(points: Loop) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _bend(line: Loop) -> float:
    """How far a stretch is from straight: its length over the distance of its ends, less one; steepness counts too."""
    straight = math.dist(line[0], line[-1])
    if straight == 0:
        return 9.0
    return length_of(line) / straight - 1 + 0.25 * abs(line[-1][1] - line[0][1]) / straight
