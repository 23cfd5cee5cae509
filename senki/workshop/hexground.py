"""The ground of a hex map: growth, hills, roads, hexsides and the grid, layer by layer."""

from __future__ import annotations

import math
from itertools import pairwise

from senki.boards.hexes.grid import FLAT
from senki.boards.hexes.hexmap import HexLine
from senki.workshop.hexshapes import Corner, Loop, Pen, along, between, inset, rounded, softened
from senki.workshop.hexsheet import HexDrawing
from senki.workshop.svg import Point, element, escape, inked, number, polyline, smooth

SOFT = 9.0
"""How far the corners of a region are rounded."""

PATTERNS = {
    "woods": (
        34,
        30,
        "",
        "M6 10a3.4 3.4 0 1 1 5.4 0M8.7 10v3.4M23 24a3.4 3.4 0 1 1 5.4 0M25.7 24v3.4"
        "M24 8a2.4 2.4 0 1 1 3.8 0M25.9 8v2.4M8 25a2.4 2.4 0 1 1 3.8 0M9.9 25v2.4",
    ),
    "deep_woods": (
        22,
        20,
        "",
        "M2 8a3.6 3.6 0 1 1 5.8 0M4.9 8v3.4M13 8a3.6 3.6 0 1 1 5.8 0M15.9 8v3.4M7.5 18a3.6 3.6 0 1 1 5.8 0"
        "M10.4 18v2M18.5 18a3.6 3.6 0 1 1 5.8 0M-3.5 18a3.6 3.6 0 1 1 5.8 0",
    ),
    "marsh": (
        26,
        16,
        "",
        "M2 6h9M5 4.4V1M6.5 4.6 8 1.6M5 4.4 3.6 1.6M15 14h9M18 12.4V9M19.5 12.6l1.5-3M18 12.4l-1.4-2.8",
    ),
    "rough": (18, 14, "", "M2 9l3-5 3 5M11 12l2.5-4 2.5 4"),
    "field": (7, 7, "rotate(18)", "M0 3.5h3.4M4.9 3.5h2.1"),
    "city": (11, 9, "", "M1.2 1.2h3.6v2.6h-3.6zM6.4 1.2h3v2.6h-3zM1.2 5.6h2.4v2.4h-2.4zM5.2 5.6h4.2v2.4h-4.2z"),
    "orchard": (13, 13, "", "M3.8 6.5a2.7 2.7 0 1 1 5.4 0a2.7 2.7 0 1 1-5.4 0"),
}
"""The strokes of each kind of growth: width and height of the tile, its turn, its path."""


def patterns(prefix: str) -> str:
    """The tiles, to be used as fills; the prefix keeps the ids of two drawings on a page apart."""
    tiles = []
    for name, (width, height, turn, data) in PATTERNS.items():
        stroke = element("path", class_=f"tile-{name}", d=data)
        tiles.append(
            element(
                "pattern",
                stroke,
                id=f"{prefix}{name}",
                width=width,
                height=height,
                patternUnits="userSpaceOnUse",
                patternTransform=turn or None,
            )
        )
    return element("defs", *tiles)


def region(drawing: HexDrawing, hexes: list[int], soft: float = SOFT) -> str:
    """Path data of hexes as one region: an organic edge, still true to the hexes."""
    return "".join(rounded(loop, soft) for loop in drawing.plan.loops(drawing.cells(hexes)))


def growth(drawing: HexDrawing, prefix: str) -> list[str]:
    """Woods, marsh, rough, cities, fields and orchards: a flat tint, and over it its strokes."""
    woods, deep = drawing.with_terrain("woods", "deep_woods"), drawing.with_terrain("deep_woods")
    light = drawing.with_terrain("woods")
    fields, orchards = drawing.with_feature("field"), drawing.with_feature("orchard")
    parts = [
        _tinted(drawing, woods, "ground-woods", light, f"{prefix}woods"),
        _tinted(drawing, deep, "ground-deep_woods", deep, f"{prefix}deep_woods"),
    ]
    for look in ("marsh", "rough"):
        hexes = drawing.with_terrain(look)
        parts.append(_tinted(drawing, hexes, f"ground-{look}", hexes, f"{prefix}{look}"))
    fields = sorted(set(fields) | set(drawing.with_terrain("field")))
    parts.append(_tinted(drawing, fields, "ground-field", fields, f"{prefix}field"))
    parts.append(_tinted(drawing, orchards, "ground-field", orchards, f"{prefix}orchard"))
    built = sorted({*drawing.with_feature("city"), *drawing.with_terrain("city")})
    parts.append(_tinted(drawing, built, "ground-city", built, f"{prefix}city"))
    return [part for part in parts if part]


def _tinted(drawing: HexDrawing, tint: list[int], ink: str, strokes: list[int], pattern: str) -> str:
    if not tint:
        return ""
    data = region(drawing, tint)
    fill = f"url(#{pattern})"
    if strokes == tint:
        key = f"{pattern}-region"
        uses = element("use", href=f"#{key}", class_=ink) + element("use", href=f"#{key}", fill=fill)
        return element("defs", element("path", id=key, d=data, fill_rule="evenodd")) + uses
    over = element("path", d=region(drawing, strokes), fill=fill, fill_rule="evenodd") if strokes else ""
    return element("path", class_=ink, d=data) + over


def hills(drawing: HexDrawing) -> list[str]:
    """Rings of strokes down from the crest; the side away from the light is heavier. Slopes have their own strokes."""
    hexes = drawing.with_feature("hill")
    if not hexes:
        return []
    tint = element("path", class_="hill-tint", d=region(drawing, hexes))
    steep = _slope_middles(drawing)
    light, shade = "", ""
    for loop in drawing.plan.loops(drawing.cells(hexes)):
        for depth, length, spacing in ((7.0, 8.0, 4.4), (15.0, 5.5, 5.4)):
            for (x, y), (nx, ny) in along(softened(inset(loop, depth), 12), spacing, closed=True):
                if any(math.dist((x, y), middle) < drawing.plan.side * 0.55 for middle in steep):
                    continue
                reach = length * (1.2 if nx + ny < -0.2 else 0.85)
                stroke = f"M{number(x)} {number(y)}l{number(-nx * reach)} {number(-ny * reach)}"
                if nx + ny < -0.2:
                    shade += stroke
                else:
                    light += stroke
    return [
        tint,
        element("path", class_="hach-level", d=light) if light else "",
        element("path", class_="hach-steep", d=shade) if shade else "",
    ]


def _slope_middles(drawing: HexDrawing) -> list[Point]:
    found = []
    for hex, d, _ in drawing.sides_like("slope"):
        start, end = drawing.plan.edge(drawing.map.cells[hex], d)
        found.append(between(start, end, 0.5))
    return found


def slopes(drawing: HexDrawing) -> str:
    """Strokes across the side, downhill, long and short in turn."""
    data = ""
    for hex, d, _ in drawing.sides_like("slope"):
        start, end = drawing.plan.edge(drawing.map.cells[hex], d)
        nx, ny = drawing.plan.outward(d)
        for i in range(1, 11):
            x, y = between(start, end, i / 11)
            reach = 9.0 if i % 2 else 6.0
            data += f"M{number(x - nx * 3)} {number(y - ny * 3)}l{number(nx * reach)} {number(ny * reach)}"
    return element("path", class_="slope", d=data) if data else ""


def protected(drawing: HexDrawing) -> str:
    """An ink line just inside the sheltered hex, with teeth outward."""
    data = ""
    for hex, d, _ in drawing.sides_like("protected"):
        start, end = drawing.plan.edge(drawing.map.cells[hex], d)
        nx, ny = drawing.plan.outward(d)
        line = [(x - nx * 2, y - ny * 2) for x, y in (start, end)]
        data += polyline(line)
        for i in range(1, 9):
            x, y = between(line[0], line[1], i / 9)
            data += f"M{number(x)} {number(y)}l{number(nx * 6)} {number(ny * 6)}"
    return element("path", class_="protected", d=data) if data else ""


# Roads

ROADS = ("trail", "road", "pike", "rail")
"""The looks of links, from the least to the greatest: the greater lie above."""


ASIDE = 5.5
"""How far a railroad lies beside a road."""


def road_lines(drawing: HexDrawing) -> list[tuple[str, dict[str, str], Loop]]:
    """The roads as curves through the centres of their hexes, led off the map where they end at its edge."""
    found = []
    shared = _road_steps(drawing)
    for line in drawing.map.lines:
        look = drawing.look("line", line.kind)
        if look in ROADS:
            points = [drawing.site(hex) for hex in line.hexes]
            if look == "rail":
                points = _beside(line.hexes, points, shared)
            head, tail = _ways_out(drawing, line)
            found.append((look, line.names, [*([head] if head else []), *points, *([tail] if tail else [])]))
    return found


def _road_steps(drawing: HexDrawing) -> set[tuple[int, int]]:
    """The steps from hex to hex that a road takes, both ways."""
    found: set[tuple[int, int]] = set()
    for line in drawing.map.lines:
        if drawing.look("line", line.kind) in ("trail", "road", "pike"):
            found.update(pairwise(line.hexes))
            found.update(pairwise(line.hexes[::-1]))
    return found


def _beside(hexes: list[int], points: Loop, shared: set[tuple[int, int]]) -> Loop:
    """A railroad moved a little aside where a road takes the same way, so that both are seen."""
    found = []
    last = len(points) - 1
    for n, (x, y) in enumerate(points):
        steps = [(hexes[k], hexes[k + 1]) for k in (n - 1, n) if 0 <= k < last]
        if any(step in shared for step in steps):
            (ax, ay), (bx, by) = points[max(0, n - 1)], points[min(last, n + 1)]
            # always to the same side of the sheet, whichever way the line is listed
            length = math.dist((ax, ay), (bx, by)) * (1 if (bx, by) > (ax, ay) else -1) or 1.0
            x, y = x + (by - ay) * ASIDE / length, y - (bx - ax) * ASIDE / length
        found.append((x, y))
    return found


def _ways_out(drawing: HexDrawing, line: HexLine) -> tuple[Point | None, Point | None]:
    """Where a line leaves the map, before its first and behind its last hex: if it goes on beyond the sheet, or ends at
    the edge and meets no other there."""
    map = drawing.map
    looks = ("rail",) if drawing.look("line", line.kind) == "rail" else ("trail", "road", "pike")
    same = sum(map.words.link_bit(word) for word in map.words.links if drawing.look("line", word) in looks)
    found = []
    part = drawing.part_water
    for hex, before in (line.hexes[:2], line.hexes[-2:][::-1]):
        onward = (line.kind, line.names.get("en", ""), map.names[hex]) in drawing.leaving
        met = any(map.link[6 * hex + d] & same for d in range(6) if map.neighbour[6 * hex + d] != before)
        found.append(_way_out(drawing, [hex, before]) if onward or not (met or hex in part) else None)
    return found[0], found[1]


def _way_out(drawing: HexDrawing, end: list[int]) -> Point | None:
    map, plan = drawing.map, drawing.plan
    ahead = (map.direction(end[0], end[1]) + 3) % 6
    for turn in (0, 1, 5):
        d = (ahead + turn) % 6
        if map.neighbour[6 * end[0] + d] < 0 and drawing.beyond(map.grid.neighbour(*map.cells[end[0]], d)):
            x, y = drawing.centre(end[0])
            nx, ny = plan.outward(d)
            return x + nx * plan.size * 0.9, y + ny * plan.size * 0.9
    return None


def roads(drawing: HexDrawing) -> list[str]:
    """Each kind with its casing, so that it cuts through the woods; railroads with ties."""
    parts = []
    ways = _once(drawing)
    for look in ROADS:
        data = "".join(smooth(points, skip) for kind, points, skip in ways if kind == look)
        if not data:
            continue
        inner = [f"inner-{look}"] if look in ("pike", "rail") else []
        parts.append(inked(f"way-{look}", data, f"case-{look}", f"line-{look}", *inner))
    return parts


def _once(drawing: HexDrawing) -> list[tuple[str, Loop, set[int]]]:
    """The roads as curves, each with the numbers of the stretches to leave out, because a greater road or one before it
    takes them: two curves through the same hexes would not lie exactly upon each other."""
    lines = [line for line in drawing.map.lines if drawing.look("line", line.kind) in ROADS]
    ways: list[tuple[str, Loop, set[int]]] = [(look, points, set()) for look, _, points in road_lines(drawing)]
    taken: set[tuple[int, int, bool]] = set()
    for n in sorted(range(len(lines)), key=lambda n: -ROADS.index(ways[n][0])):
        look, _, skip = ways[n]
        hexes = lines[n].hexes
        led_in = _ways_out(drawing, lines[n])[0] is not None
        for k, (a, b) in enumerate(pairwise(hexes)):
            step = (min(a, b), max(a, b), look == "rail")
            if step in taken:
                skip.add(k + led_in)
            taken.add(step)
    return ways


# Grid and numbers


def grid(drawing: HexDrawing) -> str:
    """Every side once, joined into long lines."""
    map, plan = drawing.map, drawing.plan
    sides: list[tuple[Corner, Corner]] = []
    for hex, cell in enumerate(map.cells):
        for d in range(6):
            if d < 3 or map.neighbour[6 * hex + d] < 0:
                sides.append(plan.side_of(cell, d))
    # zigzags run on and on; the bars between them stand alone
    across = 1 if map.grid.shape == FLAT else 0
    bars = [side for side in sides if side[0][across] == side[1][across]]
    zigzags = [side for side in sides if side[0][across] != side[1][across]]
    data = ""
    for chain in [*plan.chains(zigzags), *bars]:
        pen = Pen()
        for corner in chain:
            pen.line(plan.at(corner))
        data += "".join(pen.data)
    return element("path", class_="hex-grid-line", d=data)


def number_at(drawing: HexDrawing, hex: int) -> Point:
    """Where the printed number of a hex stands."""
    x, y = drawing.centre(hex)
    return x, y - drawing.plan.size * 0.36


def numbers(drawing: HexDrawing) -> str:
    """The printed numbers, at the top of each hex; on a map with levels the level beside it, but the lowest."""
    map = drawing.map
    lowest = min((map.level[hex] for hex in drawing.land), default=0)
    looks = drawing.terrain_looks
    shown = []
    for hex in range(map.size):
        x, y = number_at(drawing, hex)
        level = element("tspan", f" {map.level[hex]}") if map.level[hex] > lowest else ""
        quiet = ' class="at-sea"' if looks[hex] == "sea" else ""
        shown.append(f'<text{quiet} x="{number(x)}" y="{number(y)}">{escape(drawing.number(hex))}{level}</text>')
    return element("g", *shown, class_="hex-number")
