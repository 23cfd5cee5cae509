"""The lettering of a hex map: signs and names that keep clear of roads, numbers, counters and each other."""

from __future__ import annotations

import math

from senki.boards.hexes.hexmap import HexPlace
from senki.workshop.hexareas import areas_like
from senki.workshop.hexcrowd import TAKEN, Box, Crowd, width_of
from senki.workshop.hexground import road_lines
from senki.workshop.hexshapes import Loop, along, curve_points, length_of, stretch
from senki.workshop.hexsheet import HexDrawing
from senki.workshop.hexsigns import CENTRED, SIGNS, sign
from senki.workshop.hexwater import CROSSINGS, courses, side_waters
from senki.workshop.svg import Point, element, escape, smooth, text

SIGN_SPOTS = (
    (0.0, 0.02), (-0.3, -0.02), (0.3, -0.02), (-0.26, 0.22), (0.26, 0.22), (0.0, 0.24), (-0.36, -0.14), (0.36, -0.14),
)  # fmt: skip
AFLOAT = ("port", "large_port", "ferry", "beachhead")
"""The signs that stand on the water off a measured shore, all others ashore."""
ASTRAY = 6.0
"""What it costs that they do not."""
SIZES = {
    "camp": 13.5, "name": 13.5, "church": 16.0, "landing": 17.0, "flag": 14.5, "town": 15.0, "city": 17.5,
    "station": 15.0, "port": 15.0, "airfield": 13.0, "fort": 13.5, "bay": 19.0, "village": 13.5, "sea": 34.0,
    "beachhead": 11.5, "ferry": 13.0, "summit": 12.5, "large_port": 15.0,
}  # fmt: skip
ORDER = {"city": 0, "church": 0, "landing": 0, "station": 1, "town": 1, "port": 1, "flag": 1, "camp": 2, "fort": 2}
"""Who chooses its place first."""
SEA_SPACED = 0.3
"""The space between the letters of a sea, in letters."""
WATER_SIZE = 14.0
BIG_WATER_SIZE = 21.0
REPEATED = 1500.0
"""After how many units along it the name of a water stands again."""
CROSSING_SIZE = 11.5
ROAD_SIZE = 11.5
NAMED = 4.0
"""A road is named if it is so many times as long as its name."""
RANGE_SIZE = 15.0
AREA_SIZE = 23.0
SPACED = {"en": 0.34, "ja": 0.5}
"""The space between the letters of an area, in letters."""
LEADING = 1.08
PASSES = 3
"""How often every name looks for a better place once all have one."""
SPOTS = (
    (0.0, 0.42), (0.0, 0.38), (0.0, 0.3), (0.0, 0.06), (0.0, -0.14), (0.34, 0.3), (-0.34, 0.3), (0.5, 0.06),
    (-0.5, 0.06), (0.62, 0.3), (-0.62, 0.3), (0.5, -0.2), (-0.5, -0.2), (0.0, 0.62), (0.4, 0.62), (-0.4, 0.62),
    (0.8, 0.0), (-0.8, 0.0), (0.95, 0.25), (-0.95, 0.25), (0.75, -0.35), (-0.75, -0.35), (0.0, 0.82), (0.0, -0.62),
    (0.5, -0.62), (-0.5, -0.62), (0.6, 0.82), (-0.6, 0.82), (1.2, 0.0), (-1.2, 0.0),
)  # fmt: skip
"""Where a name may stand, seen from the middle of its hex in hexes, the best first."""


def lettering(drawing: HexDrawing, lang: str) -> list[str]:
    """Signs, then names of places from the greatest to the least, of areas, and along water, ranges and roads."""
    crowd = Crowd(drawing)
    places = sorted(drawing.map.places, key=lambda place: ORDER.get(drawing.look("place", place.kind), 3))
    drawn = [_sign(drawing, place, crowd) for place in places]
    drawn.extend(_feature_signs(drawing, crowd))
    drawn.extend(name.drawn(drawing) for name in settled(drawing, places, lang, crowd))
    drawn.extend(_crossing_names(drawing, lang, crowd))
    drawn.append(_big_water_name(drawing, lang))
    drawn.extend(_area_names(drawing, lang, crowd))
    drawn.extend(_range_names(drawing, lang, crowd))
    drawn.extend(_water_names(drawing, lang, crowd))
    drawn.extend(_road_names(drawing, lang, crowd))
    return [part for part in drawn if part]


def _sign(drawing: HexDrawing, place: HexPlace, crowd: Crowd) -> str:
    look = drawing.look("place", place.kind)
    if look == "entry":
        x, y = drawing.centre(place.hex)
        crowd.add((x - 12, y - 12, x + 12, y + 12))
        letter = place.names.get("en", "")
        disc = element("circle", class_="entry-disc", cx=x, cy=y, r=11.5)
        return disc + text(letter, x, y + 5.4, class_="entry-letter")
    return _placed_sign(drawing, place.hex, look, crowd) if look in SIGNS else ""


def _feature_signs(drawing: HexDrawing, crowd: Crowd) -> list[str]:
    """The signs of features that have one, where no place with the same sign stands."""
    looks = [look for look in SIGNS if look != "city"]
    named = {(place.hex, drawing.look("place", place.kind)) for place in drawing.map.places}
    return [
        _placed_sign(drawing, hex, look, crowd)
        for look in looks
        for hex in drawing.with_feature(look)
        if (hex, look) not in named
    ]


def _placed_sign(drawing: HexDrawing, hex: int, look: str, crowd: Crowd) -> str:
    x, y = drawing.site(hex)
    size = drawing.plan.size
    spots = ((0.0, 0.0), *SIGN_SPOTS[1:]) if look in CENTRED else (*_to_sea(drawing, hex, look), *SIGN_SPOTS)
    low = 9 if look not in CENTRED else 7
    boxes = [(x + dx * size - 11, y + dy * size - 4 - low, x + dx * size + 11, y + dy * size + low) for dx, dy in spots]
    # a town stands on its roads; other signs make room for them
    costs = [(crowd.taken(box) if look in CENTRED else crowd.cost(box)) + 0.25 * n for n, box in enumerate(boxes)]
    if drawing.measured is not None and hex in drawing.part_water:
        for n, (dx, dy) in enumerate(spots):
            if drawing.measured.in_sea((x + dx * size, y + dy * size)) != (look in AFLOAT):
                costs[n] += ASTRAY
    best = costs.index(min(costs))
    crowd.add(boxes[best])
    at = x + spots[best][0] * size, y + spots[best][1] * size
    if drawing.measured is not None and look in AFLOAT:
        crowd.afloat[hex, look] = at
    return sign(look, *at)


def _to_sea(drawing: HexDrawing, hex: int, look: str) -> list[Point]:
    """Spots for a sign that belongs on the water, in hexes from the middle: towards the sea beside a measured shore."""
    if drawing.measured is None or look not in AFLOAT:
        return []
    wet = [d for d in range(6) if drawing.terrain_looks[drawing.map.neighbour[6 * hex + d]] == "sea"]
    found = []
    for away in (0.34, 0.44, 0.56):
        for d in wet:
            x, y = drawing.plan.outward(d)
            found.append((x * away, y * away))
    return found


def split(words: str, most: float, size: float) -> list[str]:
    """One line, or two about equally long when it would be too wide."""
    if width_of(words, size) <= most:
        return [words]
    breaks = [i for i, letter in enumerate(words) if letter == " " or letter in "の・、"]
    if not breaks:
        return [words]
    at = min(breaks, key=lambda i: abs(width_of(words[: i + 1], size) - width_of(words[i + 1 :], size)))
    return [words[: at + 1].rstrip(" "), words[at + 1 :]]


class Name:
    """The name of a place: where it may stand, and where it does."""

    def __init__(self, drawing: HexDrawing, place: HexPlace, lang: str, afloat: Point | None = None) -> None:
        words = place.names.get(lang) or place.names.get("en") or place.names.get("ja", "")
        self.hex = place.hex
        self.look = drawing.look("place", place.kind)
        self.size = SIZES.get(self.look, 13.0) * (0.86 if lang == "ja" else 1.0)
        self.lines: list[str] = []
        self.box: Box = (0, 0, 0, 0)
        x, y = afloat or drawing.site(place.hex)
        unit = drawing.plan.size
        if self.look == "sea":
            words = words.upper()
        self.choices: list[tuple[float, list[str], Box]] = []
        for most in (math.inf,) if self.look == "sea" else (unit * 1.6, unit * 0.9):
            lines = split(words, most, self.size)
            spaced = SEA_SPACED * self.size * len(words) if self.look == "sea" else 0.0
            wide = max(width_of(line, self.size) for line in lines) + 4 + spaced
            high = self.size * LEADING * len(lines)
            beside = (wide / 2 + 10) / unit if self.look in CENTRED or afloat else 0.0
            spots = (((beside, 0.0), (-beside, 0.0)) if beside else ()) + SPOTS
            for n, (dx, dy) in enumerate(spots):
                left, top = x + dx * unit - wide / 2, y + dy * unit - high / 2
                rank = 0.22 * n + (0.6 if len(lines) > 1 else 0)
                self.choices.append((rank, lines, (left, top, left + wide, top + high)))
            if len(lines) == 1 and most > unit and width_of(words, self.size) <= unit * 0.9:
                break

    def settle(self, crowd: Crowd) -> bool:
        """Take the place that covers least; true if it is another than before."""
        best: tuple[float, list[str], Box] | None = None
        for rank, lines, box in self.choices:
            if best is not None and rank >= best[0]:
                continue
            cost = rank + crowd.cost(box) + crowd.under(self.hex, box)
            if best is None or cost < best[0]:
                best = (cost, lines, box)
        assert best is not None
        moved = best[2] != self.box
        _, self.lines, self.box = best
        crowd.add(self.box)
        return moved

    def drawn(self, drawing: HexDrawing) -> str:
        """The name in one or two lines, as an element of its own: a client lets it fade under a counter."""
        return _rows(self.lines, self.box, self.size, f"place-name place-{self.look}", drawing.map.names[self.hex])


def settled(drawing: HexDrawing, places: list[HexPlace], lang: str, crowd: Crowd) -> list[Name]:
    """The names of places, each where it covers least: once in order, then again until none wants another place."""
    looks = [drawing.look("place", place.kind) for place in places]
    names = [
        Name(drawing, place, lang, crowd.afloat.get((place.hex, look)))
        for place, look in zip(places, looks, strict=True)
        if look != "entry"
    ]
    for name in names:
        name.settle(crowd)
    for _ in range(PASSES):
        moved = False
        for name in names:
            crowd.remove(name.box)
            moved |= name.settle(crowd)
        if not moved:
            break
    return names


def _big_water_name(drawing: HexDrawing, lang: str) -> str:
    """The name of the large water down the middle of its hexes, row by row."""
    name = drawing.facts.big_water.get(lang, "")
    rows: dict[int, Loop] = {}
    for hex in drawing.with_terrain("water"):
        x, y = drawing.centre(hex)
        rows.setdefault(int(y // drawing.plan.size), []).append((x, y))
    if not name or len(rows) < 3:
        return ""
    spine = [_mean(rows[row]) for row in sorted(rows)]
    smoothed = [_mean(spine[max(0, i - 1) : i + 2]) for i in range(len(spine))]
    wide = width_of(name, BIG_WATER_SIZE) * 1.5
    spare = length_of(smoothed) - wide
    line = stretch(curve_points(smoothed), max(0.0, spare / 2 - 20), max(0.0, spare / 2) + wide + 20)
    shifted = [(x - BIG_WATER_SIZE * 0.34, y) for x, y in line]
    return _on_curve(name, shifted, "big-water-name", BIG_WATER_SIZE)


CROSSING_SPOTS = ((1, 0), (-1, 0), (0.8, 0.8), (-0.8, 0.8), (0.8, -0.8), (-0.8, -0.8), (0, 1.2), (0, -1.2))
"""Where the name of a crossing may stand: how far to the right and down, in its own half width and height."""


def _crossing_names(drawing: HexDrawing, lang: str, crowd: Crowd) -> list[str]:
    """The names of bridges, fords and pontoons, close to the first of their sides, where there is room."""
    found = []
    size = CROSSING_SIZE * (0.92 if lang == "ja" else 1.0)
    for run in drawing.map.runs:
        name = run.names.get(lang) or run.names.get("en", "")
        if not name or drawing.look("side", run.kind) not in CROSSINGS:
            continue
        first, second = run.pairs[0]
        x, y = _mean([drawing.centre(first), drawing.centre(second)])
        best: tuple[float, list[str], Box] | None = None
        for most in (1000.0, drawing.plan.size):
            lines = split(name, most, size)
            half, high = max(width_of(line, size) for line in lines) / 2 + 2, size * LEADING * len(lines) / 2
            for n, (right, down) in enumerate(CROSSING_SPOTS):
                middle, row = x + right * (half + 13), y + down * (high + 10)
                box = (middle - half, row - high, middle + half, row + high)
                cost = crowd.cost(box) + 0.3 * n + 0.8 * len(lines)
                if best is None or cost < best[0]:
                    best = (cost, lines, box)
        if best is not None and best[0] < TAKEN:
            _, lines, box = best
            crowd.add(box)
            found.append(_rows(lines, box, size, "crossing-name"))
    return found


def _rows(lines: list[str], box: Box, size: float, ink: str, name: str | None = None) -> str:
    """Lines of text beneath each other, centred in a box; with the hex that it names."""
    left, top, right, _ = box
    first = top + size * 0.86
    rows = [text(line, (left + right) / 2, first + n * size * LEADING, font_size=size) for n, line in enumerate(lines)]
    return element("g", "\n".join(rows), class_=f"{ink} halo", data_name=name)


OUTSIDE = 6.0
"""What it costs that a letter of an area's name stands outside it."""


def _area_names(drawing: HexDrawing, lang: str, crowd: Crowd) -> list[str]:
    """The names of areas with borders, in capitals spaced wide, inside them, in two lines if that fits better."""
    found = []
    size = AREA_SIZE * (0.86 if lang == "ja" else 1.0)
    dry = set(drawing.land)
    for area in areas_like(drawing, "border"):
        name = (area.names.get(lang) or area.names.get("en", "")).upper()
        hexes = [hex for hex in area.hexes if hex in dry]
        if not name or not hexes:
            continue
        middle = _mean([drawing.centre(hex) for hex in hexes])
        inside = _squares(drawing, hexes)
        best: tuple[float, list[str], Box] | None = None
        for lines in ([name], split(name, 0, size)):
            wide = max(width_of(line, size) + SPACED[lang] * size * len(line) for line in lines)
            high = size * 1.2 * (len(lines) - 1) + size * 0.76
            for hex in hexes:
                # between the numbers of its own and of the neighbouring columns
                x, y = drawing.centre(hex)
                y -= drawing.plan.size * 0.16
                cost = math.dist((x, y), middle) / 90 + 2 * (len(lines) - 1)
                if best is not None and cost >= best[0]:
                    continue
                box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
                cost += crowd.cost(box) + OUTSIDE * _outside(box, inside)
                if best is None or cost < best[0]:
                    best = (cost, lines, box)
        if best is None or math.isinf(best[0]):
            continue
        _, lines, (left, top, right, bottom) = best
        crowd.add((left, top, right, bottom))
        # the space after the last letter would push the name off its middle
        off = SPACED[lang] * size / 2
        rows = [
            text(line, (left + right) / 2 + off, top + size * (1.2 * n + 0.73), font_size=size)
            for n, line in enumerate(lines)
        ]
        found.append(element("g", *rows, class_="area-name halo", data_area=area.id))
    return found


def _squares(drawing: HexDrawing, hexes: list[int]) -> set[tuple[int, int]]:
    """The squares of 16 units that hexes cover, about."""
    found = set()
    for hex in hexes:
        x, y = drawing.centre(hex)
        for dx in (-24, -8, 8, 24):
            for dy in (-24, -8, 8, 24):
                found.add((int((x + dx) // 16), int((y + dy) // 16)))
    return found


def _outside(box: Box, inside: set[tuple[int, int]]) -> int:
    """How many of the points along the middle of a box, one to a letter or so, lie outside squares."""
    left, top, right, bottom = box
    row = int((top + bottom) / 32)
    return sum((int((left + step) // 16), row) not in inside for step in range(8, int(right - left), 24))


def _range_names(drawing: HexDrawing, lang: str, crowd: Crowd) -> list[str]:
    found = []
    for line in drawing.map.lines:
        name = (line.names.get(lang) or line.names.get("en", "")).upper()
        if name and drawing.look("line", line.kind) == "ridge":
            points = curve_points([drawing.centre(hex) for hex in line.hexes])
            found.append(_along(name, points, "range-name", RANGE_SIZE, lang, crowd, (-4,), 0.34))
    return found


def _water_names(drawing: HexDrawing, lang: str, crowd: Crowd) -> list[str]:
    """The names of waters along them, again and again on long ones, never twice close together."""
    plan = drawing.plan
    waters = [(look, names, [plan.at(corner) for corner in chain]) for look, names, chain in side_waters(drawing)]
    pieces: list[tuple[float, str, str, Loop]] = []
    for look, names, line in courses(drawing) + waters:
        name = names.get(lang) or names.get("en", "")
        long = length_of(line)
        count = max(1, round(long / REPEATED))
        for n in range(count if name else 0):
            pieces.append((long / count, name, look, stretch(line, long * n / count, long * (n + 1) / count)))
    off = {"river": 10, "broad_river": 13}
    found: list[str] = []
    there: list[tuple[str, Point]] = []
    for _, name, look, line in sorted(pieces, key=lambda piece: -piece[0]):
        middle = line[len(line) // 2]
        if any(name == other and math.dist(middle, at) < REPEATED * 0.7 for other, at in there):
            continue
        drawn = _along(name, line, "water-name", WATER_SIZE, lang, crowd, (off.get(look, 7),), 0.06)
        if drawn:
            found.append(drawn)
            there.append((name, middle))
    return found


def _road_names(drawing: HexDrawing, lang: str, crowd: Crowd) -> list[str]:
    """The names of railroads, pikes and roads above or below them; a road that is not much longer than its name has
    none."""
    found = []
    lines: dict[str, tuple[str, Loop]] = {}
    for look, names, points in road_lines(drawing):
        name = names.get(lang) or names.get("en", "")
        if look != "trail" and name and (name not in lines or length_of(points) > length_of(lines[name][1])):
            lines[name] = (look, points)
    for name, (look, points) in lines.items():
        if look == "road" and length_of(points) < NAMED * width_of(name, ROAD_SIZE):
            continue
        off = 8 if look == "rail" else 5
        offs = (off, -off - 0.72 * ROAD_SIZE)
        found.append(_along(name, curve_points(points, 4), "road-name", ROAD_SIZE, lang, crowd, offs, 0.06))
    return found


BELOW = 3.0
"""What it costs that a name stands below its line."""
PACE = 10.0
"""How far apart the points are at which a name along a line is weighed."""


def _along(
    name: str, line: Loop, ink: str, size: float, lang: str, crowd: Crowd, offs: tuple[float, ...], spaced: float
) -> str:
    """A name along the stretch of its line where it covers least, at one of these distances above it, the first if it
    can be; none if there is no room at all."""
    size *= 0.92 if lang == "ja" else 1.0
    wide = (width_of(name, size) + spaced * size * len(name)) * 1.04
    points = [at for at, _ in along(line, PACE)]
    count = int(wide / PACE) + 1
    if len(points) < count + 1:
        return ""
    smoothed = [_mean(points[max(0, i - 2) : i + 3]) for i in range(len(points))]
    best: tuple[float, Loop] | None = None
    bends = [12 * _bend(smoothed[begin : begin + count + 1]) for begin in range(len(points) - count)]
    for off in offs:
        rank = BELOW if off != offs[0] else 0.0
        weights: dict[bool, list[float]] = {}
        raised = {back: _raised(smoothed[::-1] if back else smoothed, off) for back in (False, True)}
        for begin, bend in enumerate(bends):
            back = smoothed[begin][0] > smoothed[begin + count][0]
            if best is not None and rank + bend >= best[0]:
                continue
            if back not in weights:
                weights[back] = [0.0]
                for point in raised[back]:
                    weights[back].append(weights[back][-1] + min(crowd.at(point, size), 1000.0))
            first = len(points) - 1 - begin - count if back else begin
            cost = rank + bend + weights[back][first + count + 1] - weights[back][first]
            if cost < (best[0] if best else math.inf):
                # inside a bend the letters would crowd
                cost += 60 * max(0.0, 1 - length_of(raised[back][first : first + count + 1]) / wide)
            if best is None or cost < best[0]:
                best = (cost, raised[back][first : first + count + 1])
    if best is None or best[0] > TAKEN:
        return ""
    for x, y in best[1]:
        crowd.add((x - 6, y - size * 0.8, x + 6, y + 2))
    return _on_curve(name, best[1], ink, size)


def _on_curve(name: str, line: Loop, ink: str, size: float) -> str:
    """A name centred on a line, which is led on at both ends so that no letter falls off it."""
    # a mark too close to the end would turn the last letter round
    marks = [at for at, _ in along(line, 24) if math.dist(at, line[-1]) >= 12]
    points = [line[0], *marks, line[-1]]
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
    """The points of a line moved up beside it."""
    found = []
    last = len(line) - 1
    for n, (x, y) in enumerate(line):
        (ax, ay), (bx, by_) = line[max(0, n - 1)], line[min(last, n + 1)]
        length = math.dist((ax, ay), (bx, by_)) or 1.0
        found.append((x + (by_ - ay) * by / length, y - (bx - ax) * by / length))
    return found


def _mean(points: Loop) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _bend(line: Loop) -> float:
    """How far a stretch is from straight: its length over the distance of its ends, less one; steepness counts too."""
    straight = math.dist(line[0], line[-1])
    if straight == 0:
        return 9.0
    return PACE * (len(line) - 1) / straight - 1 + 0.25 * abs(line[-1][1] - line[0][1]) / straight
