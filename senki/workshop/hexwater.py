"""The water of a hex map: sea and large water with their shores, rivers, creeks, streams, and what crosses them."""

from __future__ import annotations

import math

from senki.workshop.hexshapes import Cell, Corner, Loop, Outline, along, between, curve_points, rounded_line, softened
from senki.workshop.hexsheet import LARGE, HexDrawing
from senki.workshop.svg import Point, element, inked, polyline

FLOWING = ("creek", "river", "broad_river")
"""The looks of water that is crossed: on hexsides, or as a line through hexes; from the least to the greatest."""
GRAIN = 5.0
"""How far apart the points of a measured beach are."""
LININGS = {"sea": 6, "water": 3}
"""How many lines run along the shore."""

# Sea and large water


def water_cells(drawing: HexDrawing, *looks: str) -> set[Cell]:
    """The hexes that are all water, and those beyond the edge of the sheet that carry it on."""
    found = set(drawing.cells(drawing.with_terrain(*looks)))
    for cell in sorted(found):
        found.update(there for there in drawing.plan.around(cell) if drawing.beyond(there))
    return found


def shores(drawing: HexDrawing, *looks: str) -> list[tuple[Outline, Loop]]:
    """The outlines of large water, with their corners pulled into the hexes that are part water and a little into what
    is out of play."""
    plan = drawing.plan
    cells = water_cells(drawing, *looks)
    part = set(drawing.cells(drawing.with_feature("shore", "beach")))
    owners: dict[Corner, set[Cell]] = {}
    outlines = plan.outlines(cells)
    for outline in outlines:
        for n, there in enumerate(outline.beyond):
            for corner in (outline.corners[n], outline.corners[(n + 1) % len(outline.corners)]):
                owners.setdefault(corner, set()).add(there)
    found = []
    for outline in outlines:
        shore: Loop = []
        for n, corner in enumerate(outline.corners):
            at = plan.at(corner)
            pulled = sorted(cell for cell in owners[corner] if cell in part)
            out = sorted(cell for cell in owners[corner] if cell not in drawing.map.by_cell)
            if pulled:
                at = between(at, _middle([plan.centre(cell) for cell in pulled]), 0.42 if n % 2 else 0.3)
            elif out:
                at = between(at, _middle([plan.centre(cell) for cell in out]), 0.16 if n % 2 else 0.05)
            shore.append(at)
        found.append((outline, shore))
    return found


def shore_lines(drawing: HexDrawing, *looks: str) -> list[Loop]:
    """The shores as the drawing has them, rounded; of the sea as it was measured, where it was."""
    if drawing.measured is not None and drawing.measured.coast and "sea" in looks:
        others = [look for look in looks if look != "sea"]
        return [*drawing.measured.coast, *(shore_lines(drawing, *others) if others else [])]
    return [softened(shore, drawing.plan.side * 0.5) for _, shore in shores(drawing, *looks)]


def _middle(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def big_water(drawing: HexDrawing) -> list[str]:
    """Sea and large water with fading lines parallel to the shore: broad strokes of the shore, the next
    one narrower and in turn of line and of water, cut off at the shore itself."""
    parts = []
    for look in LARGE:
        loops = shore_lines(drawing, look)
        if not loops:
            continue
        shore = f"shore-{look}"
        drawn = element("path", id=shore, d="".join(polyline(loop, closed=True) for loop in loops))
        clip = element("clipPath", element("use", href=f"#{shore}"), id=f"{shore}-clip")
        lines = []
        for n in range(LININGS[look], 0, -1):
            lines.append(element("use", href=f"#{shore}", class_=f"lining-line line-{n}"))
            lines.append(element("use", href=f"#{shore}", class_=f"lining-{look} gap-{n}"))
        parts.append(element("defs", drawn, clip))
        parts.append(element("use", href=f"#{shore}", class_=f"fill-{look}"))
        parts.append(element("g", *lines, clip_path=f"url(#{shore}-clip)"))
        parts.append(element("use", href=f"#{shore}", class_="shore"))
    return parts


def beaches(drawing: HexDrawing) -> list[str]:
    """A strip of sand along the shore of beach hexes, under the water's edge, and its grains."""
    sandy = set(drawing.cells(drawing.with_feature("beach")))
    if not sandy:
        return []
    if drawing.measured is not None and drawing.measured.coast:
        return [inked("sand", _sand(drawing, drawing.measured.coast, sandy), "sand", "grains")]
    data = ""
    for outline, shore in shores(drawing, *LARGE):
        count = len(shore)
        turn = next((n for n in range(count) if outline.beyond[n] not in sandy), 0)
        stretch: Loop = []
        for k in range(turn, turn + count + 1):
            n = k % count
            here, there = shore[n], shore[(n + 1) % count]
            if outline.beyond[n] in sandy and k < turn + count:
                stretch.extend([here, there] if not stretch else [there])
            elif stretch:
                stretch[0], stretch[-1] = between(stretch[0], stretch[1], 0.2), between(stretch[-1], stretch[-2], 0.2)
                data += polyline(softened(stretch, drawing.plan.side * 0.5, closed=False))
                stretch = []
    return [inked("sand", data, "sand", "grains")] if data else []


def _sand(drawing: HexDrawing, coast: list[Loop], sandy: set[Cell]) -> str:
    """Path data of the measured shore where it runs through beach hexes."""
    data = ""
    for loop in coast:
        points = [at for at, _ in along(loop, GRAIN, closed=True)]
        strip: Loop = []
        for point in [*points, *points[:1]]:
            if drawing.plan.nearest(point) in sandy:
                strip.append(point)
            else:
                data += polyline(strip) if len(strip) > 1 else ""
                strip = []
        data += polyline(strip) if len(strip) > 1 else ""
    return data


# Rivers, creeks and streams


def courses(drawing: HexDrawing) -> list[tuple[str, dict[str, str], Loop]]:
    """The waters that run through hexes: look, names and the points of each, led on to what they run into."""
    found = []
    mouths = Mouths(drawing)
    for line in drawing.map.lines:
        look = drawing.look("line", line.kind)
        if look != "stream" and look not in FLOWING:
            continue
        points = [_wobbled(drawing.centre(hex), n) for n, hex in enumerate(line.hexes)]
        head, tail = mouths.at(line.hexes[:2]), mouths.at(line.hexes[-2:][::-1])
        joined = [*([head] if head and look != "stream" else []), *points, *([tail] if tail else [])]
        found.append((look, line.names, curve_points(joined)))
    return found


def _wobbled(point: Point, n: int) -> Point:
    """A little off the centre, so that water does not run as straight as a road."""
    return point[0] + 6 * math.sin(n * 2.1), point[1] + 6 * math.cos(n * 1.7)


class Mouths:
    """Where courses go on from their last hex."""

    def __init__(self, drawing: HexDrawing) -> None:
        self.drawing = drawing
        sides = drawing.sides_like(*FLOWING)
        self.sides = {(hex, d) for hex, d, _ in sides} | {(other, (d + 3) % 6) for _, d, other in sides}
        self.wet = set(drawing.with_terrain(*LARGE))
        lines = [line for line in drawing.map.lines if drawing.look("line", line.kind) in FLOWING]
        self.flowing = {hex for line in lines for hex in line.hexes}
        self.tips = {tip for _, _, line in side_waters(drawing) for tip in (line[0], line[-1])}

    def at(self, end: list[int]) -> Point | None:
        """The point to lead a course to from its last hex, given with the one before it: a creek on a side or at a
        corner of the hex, large water or another course next to it, or the edge of the map."""
        drawing, map, plan = self.drawing, self.drawing.map, self.drawing.plan
        hex, before = end[0], end[1]
        back = map.direction(hex, before)
        cell = map.cells[hex]
        for d in range(6):
            corner = plan.side_of(cell, d)[0]
            if corner in self.tips:
                return plan.at(corner)
        for turn in (3, 2, 4, 1, 5):
            d = (back + turn) % 6
            there = map.neighbour[6 * hex + d]
            middle = between(*plan.edge(cell, d), 0.5)
            if (hex, d) in self.sides:
                return middle
            if there in self.wet:
                return between(middle, drawing.centre(hex), 0.15)
            if there >= 0 and there in self.flowing and hex not in self.flowing:
                return drawing.centre(there)
            if there < 0 and drawing.beyond(map.grid.neighbour(*cell, d)):
                x, y = middle
                nx, ny = plan.outward(d)
                return x + nx * plan.size * 0.4, y + ny * plan.size * 0.4
        return None


def side_waters(drawing: HexDrawing) -> list[tuple[str, dict[str, str], list[Corner]]]:
    """The waters on hexsides: look, names, and their sides joined end to end; along large water its shore is enough."""
    found: list[tuple[str, dict[str, str], list[Corner]]] = []
    wet = set(drawing.with_terrain(*LARGE))
    for run in drawing.map.runs:
        look = drawing.look("side", run.kind)
        if look in FLOWING:
            cells, direction = drawing.map.cells, drawing.map.direction
            pairs = [(a, b) for a, b in run.pairs if a not in wet and b not in wet]
            sides = [drawing.plan.side_of(cells[a], direction(a, b)) for a, b in pairs]
            found.extend((look, run.names, chain) for chain in drawing.plan.chains(sides))
    return found


def small_water(drawing: HexDrawing) -> list[str]:
    """Streams as a line, creeks as a line on a lighter band, rivers of two widths between their banks; the lesser run
    into the greater."""
    plan = drawing.plan
    drawn = dict.fromkeys(("stream", *FLOWING), "")
    sources = _ends(drawing)
    for look, _, chain in side_waters(drawing):
        line = [plan.at(corner) for corner in chain]
        for end in (-1, 0):
            if chain[end] in sources and look != "creek":
                led_on = _led_on(drawing, chain[end], line[end], line[end - 1 if end else 1])
                line = [*line, *led_on] if end else [*led_on, *line]
        # a river swings from the middle of one side to the middle of the next, where it is crossed
        drawn[look] += rounded_line(line, 12 if look == "creek" else plan.side * 0.5)
    for look, _, line in courses(drawing):
        drawn[look] += polyline(line)
    keys = {look: f"water-{look}" for look in drawn if drawn[look]}
    data = [element("path", id=key, d=drawn[look]) for look, key in keys.items()]
    uses = [element("use", href=f"#{keys[look]}", class_=ink) for ink, look in INKS if look in keys]
    return [element("defs", *data), *uses] if data else []


def _ends(drawing: HexDrawing) -> set[Corner]:
    """The corners where a water on hexsides begins or ends, and meets no other."""
    ends = [end for _, _, chain in side_waters(drawing) for end in (chain[0], chain[-1])]
    passed = {corner for _, _, chain in side_waters(drawing) for corner in chain[1:-1]}
    return {end for end in ends if ends.count(end) == 1 and end not in passed}


def _led_on(drawing: HexDrawing, end: Corner, at: Point, before: Point) -> list[Point]:
    """How a river goes on from its end: off the map, or through a hex that is part water to its shore."""
    map, plan = drawing.map, drawing.plan
    hexes = drawing.at_corner[end]
    if len(hexes) < 3:
        ahead = plan.size / (math.dist(at, before) or 1.0)
        return [(at[0] + (at[0] - before[0]) * ahead, at[1] + (at[1] - before[1]) * ahead)]
    wet = set(drawing.with_terrain(*LARGE))
    if wet.intersection(hexes):
        return []
    shore = set(drawing.with_feature("shore", "beach"))
    mouths = [
        between(*plan.edge(map.cells[hex], d), 0.5)
        for hex in hexes
        if hex in shore
        for d in range(6)
        if map.neighbour[6 * hex + d] in wet
    ]
    return [min(mouths, key=lambda mouth: math.dist(mouth, at))] if mouths else []


INKS = (
    ("creek-band", "creek"),
    ("bank", "river"),
    ("broad-bank", "broad_river"),
    ("stream", "stream"),
    ("hex-creek", "creek"),
    ("bed", "river"),
    ("broad-bed", "broad_river"),
    ("flow", "broad_river"),
)
"""Banks first, then what lies between them, so that waters run into each other."""

# Crossings

CROSSINGS = {
    "bridge": "M-7-8q2.8 3 2.8 8t-2.8 8M7-8q-2.8 3-2.8 8t2.8 8",
    "ford": "M-7-8q2.8 3 2.8 8t-2.8 8M7-8q-2.8 3-2.8 8t2.8 8",
    "pontoon": "M-8-6.4q8-3.6 16 0q-8 3.6-16 0zM-8 0q8-3.6 16 0q-8 3.6-16 0zM-8 6.4q8-3.6 16 0q-8 3.6-16 0z"
    "M-3-10.5h6v21h-6z",
}
"""A bridge as two opposed brackets, a ford the same, dotted, a pontoon as a row of boats; water runs to the right."""
REACH = {"river": 1.15, "broad_river": 1.35}
"""How much longer the crossing of a river is than that of a creek."""


def crossings(drawing: HexDrawing) -> list[str]:
    """The bridges, fords and pontoons on hexsides."""
    over = {}
    for look in ("river", "broad_river"):
        for hex, d, other in drawing.sides_like(look):
            over[hex, d] = over[other, (d + 3) % 6] = REACH[look]
    found = []
    for look in CROSSINGS:
        for hex, d, _ in drawing.sides_like(look):
            start, end = drawing.plan.edge(drawing.map.cells[hex], d)
            x, y = between(start, end, 0.5)
            turn = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
            found.append(crossing(look, x, y, turn, over.get((hex, d), 1.0)))
    return found


def crossing(look: str, x: float, y: float, turn: float, reach: float = 1.0) -> str:
    """One bridge, ford or pontoon; the water runs along the turn."""
    place = f"translate({x:.1f} {y:.1f}) rotate({turn:.1f})" + (f" scale({reach:g})" if reach != 1 else "")
    return element("path", class_=look, d=CROSSINGS[look], transform=place)
