"""The ground of a hex map: growth, hills, water, roads, hexsides and the grid, layer by layer."""

from __future__ import annotations

import math

from senki.workshop.hexshapes import (
    Cell,
    Loop,
    along,
    between,
    curve_points,
    inset,
    rounded,
    rounded_line,
    softened,
)
from senki.workshop.hexsheet import HexDrawing
from senki.workshop.svg import Point, element, number, polyline, smooth, text

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
    """Woods, marsh, rough, fields and orchards: a flat tint, and over it its strokes."""
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
    return [part for part in parts if part]


def _tinted(drawing: HexDrawing, tint: list[int], ink: str, strokes: list[int], pattern: str) -> str:
    if not tint:
        return ""
    data = region(drawing, tint)
    drawn = element("path", class_=ink, d=data)
    if strokes:
        over = data if strokes == tint else region(drawing, strokes)
        drawn += element("path", d=over, fill=f"url(#{pattern})", fill_rule="evenodd")
    return drawn


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


# Water


def water_cells(drawing: HexDrawing) -> set[Cell]:
    """The hexes that are all water, and those beyond the edge of the sheet that carry it on."""
    found = set(drawing.cells(drawing.with_terrain("water")))
    grid = drawing.map.grid
    for cell in sorted(found):
        for d in range(6):
            there = grid.neighbour(*cell, d)
            if drawing.beyond(there):
                found.add(there)
    return found


def shores(drawing: HexDrawing) -> list[Loop]:
    """The outlines of large water: pulled into the hexes that are part water, a little into what is out of play."""
    plan, grid = drawing.plan, drawing.map.grid
    cells = water_cells(drawing)
    part = set(drawing.cells(drawing.with_feature("shore")))
    around: dict[tuple[int, int], list[Cell]] = {}
    for cell in sorted(cells):
        for there in [cell, *(grid.neighbour(*cell, d) for d in range(6))]:
            for x, y in plan.corners(there):
                owners = around.setdefault((round(x * 10), round(y * 10)), [])
                if there not in owners:
                    owners.append(there)
    found = []
    for loop in plan.loops(cells):
        shore: Loop = []
        for n, corner in enumerate(loop):
            owners = around[(round(corner[0] * 10), round(corner[1] * 10))]
            pulled = [cell for cell in owners if cell in part]
            out = [cell for cell in owners if cell not in cells and cell not in drawing.map.by_cell]
            if pulled:
                corner = between(corner, _middle([plan.centre(cell) for cell in pulled]), 0.42 if n % 2 else 0.3)
            elif out:
                corner = between(corner, _middle([plan.centre(cell) for cell in out]), 0.16 if n % 2 else 0.05)
            shore.append(corner)
        found.append(softened(shore, plan.side * 0.5))
    return found


def _middle(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def big_water(drawing: HexDrawing) -> list[str]:
    """Large water with three fading lines parallel to its shore."""
    loops = shores(drawing)
    if not loops:
        return []
    parts = [element("path", class_="big-water", d="".join(polyline(loop, closed=True) for loop in loops))]
    for n, depth in enumerate((4.0, 9.0, 15.0), 1):
        lines = [inset(inset(loop, depth / 2), depth / 2) for loop in loops]
        data = "".join(polyline(line, closed=True) for line in lines)
        parts.append(element("path", class_=f"shore-line shore-line-{n}", d=data))
    return parts


def courses(drawing: HexDrawing) -> list[tuple[str, dict[str, str], Loop]]:
    """The streams and channels in hexes: look, names and the points of each, led on to what they run into."""
    found = []
    for line in drawing.map.lines:
        look = drawing.look("line", line.kind)
        if look not in ("stream", "creek"):
            continue
        points = [_wobbled(drawing.centre(hex), n) for n, hex in enumerate(line.hexes)]
        head, tail = _mouth(drawing, line.hexes[:2]), _mouth(drawing, line.hexes[-2:][::-1])
        joined = [*([head] if head and look == "creek" else []), *points, *([tail] if tail else [])]
        found.append((look, line.names, curve_points(joined)))
    return found


def _wobbled(point: Point, n: int) -> Point:
    """A little off the centre, so that water does not run as straight as a road."""
    return point[0] + 6 * math.sin(n * 2.1), point[1] + 6 * math.cos(n * 1.7)


def _mouth(drawing: HexDrawing, end: list[int]) -> Point | None:
    """Where a course goes on from its last hex (given with the one before it): a creek on a side or at a corner of the
    hex, large water or another course next to it, or the edge of the map."""
    map, plan = drawing.map, drawing.plan
    hex, before = end[0], end[1]
    back = map.direction(hex, before)
    creeks = {(h, d) for h, d, _ in drawing.sides_like("creek")}
    creeks |= {(other, (d + 3) % 6) for h, d, other in drawing.sides_like("creek")}
    wet = set(drawing.with_terrain("water"))
    flowing = {h for line in map.lines if drawing.look("line", line.kind) == "creek" for h in line.hexes}
    tips = [tip for _, line in creek_lines(drawing) for tip in (line[0], line[-1])]
    for corner in plan.corners(map.cells[hex]):
        if any(math.dist(corner, tip) < 1 for tip in tips):
            return corner
    for turn in (3, 2, 4, 1, 5):
        d = (back + turn) % 6
        there = map.neighbour[6 * hex + d]
        middle = between(*plan.edge(map.cells[hex], d), 0.5)
        if (hex, d) in creeks:
            return middle
        if there in wet:
            return between(middle, drawing.centre(hex), 0.15)
        if there >= 0 and there in flowing and hex not in flowing:
            return drawing.centre(there)
        if there < 0 and drawing.beyond(map.grid.neighbour(*map.cells[hex], d)):
            x, y = middle
            nx, ny = plan.outward(d)
            return x + nx * plan.size * 0.4, y + ny * plan.size * 0.4
    return None


def creek_lines(drawing: HexDrawing) -> list[tuple[dict[str, str], Loop]]:
    """The creeks on hexsides, each with its names, as lines of sides joined end to end."""
    found: list[tuple[dict[str, str], Loop]] = []
    for run in drawing.map.runs:
        if drawing.look("side", run.kind) != "creek":
            continue
        edges = [drawing.plan.edge(drawing.map.cells[a], drawing.map.direction(a, b)) for a, b in run.pairs]
        found.extend((run.names, chain) for chain in drawing.plan.chains(edges))
    return found


def small_water(drawing: HexDrawing) -> list[str]:
    """Creeks as a line on a lighter band, streams as a line."""
    creeks = "".join(rounded_line(line, 12) for _, line in creek_lines(drawing))
    channels = "".join(polyline(line) for look, _, line in courses(drawing) if look == "creek")
    streams = "".join(polyline(line) for look, _, line in courses(drawing) if look == "stream")
    parts = []
    if creeks or channels:
        parts.append(element("path", class_="creek-band", d=creeks + channels))
    if streams:
        parts.append(element("path", class_="stream", d=streams))
    if creeks or channels:
        parts.append(element("path", class_="hex-creek", d=creeks + channels))
    return parts


def crossings(drawing: HexDrawing) -> list[str]:
    """Bridges as two opposed brackets, fords the same, dotted."""
    found = []
    for look in ("bridge", "ford"):
        for hex, d, _ in drawing.sides_like(look):
            start, end = drawing.plan.edge(drawing.map.cells[hex], d)
            x, y = between(start, end, 0.5)
            turn = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
            found.append(crossing(look, x, y, turn))
    return found


def crossing(look: str, x: float, y: float, turn: float) -> str:
    """One bridge or ford; the water runs along the turn."""
    bracket = "M-7-8q2.8 3 2.8 8t-2.8 8M7-8q-2.8 3-2.8 8t2.8 8"
    return element("path", class_=look, d=bracket, transform=f"translate({x:.1f} {y:.1f}) rotate({turn:.1f})")


# Roads

ROADS = ("trail", "road", "pike", "rail")
"""The looks of links, from the least to the greatest: the greater lie above."""


def road_lines(drawing: HexDrawing) -> list[tuple[str, dict[str, str], Loop]]:
    """The roads as curves through the centres of their hexes, led off the map where they end at its edge."""
    found = []
    for line in drawing.map.lines:
        look = drawing.look("line", line.kind)
        if look in ROADS:
            points = [drawing.centre(hex) for hex in line.hexes]
            head, tail = _way_out(drawing, line.hexes[:2]), _way_out(drawing, line.hexes[-2:][::-1])
            found.append((look, line.names, [*([head] if head else []), *points, *([tail] if tail else [])]))
    return found


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
    for look in ROADS:
        data = "".join(smooth(points) for kind, _, points in road_lines(drawing) if kind == look)
        if not data:
            continue
        parts.append(element("path", class_=f"case-{look}", d=data))
        parts.append(element("path", class_=f"line-{look}", d=data))
        if look in ("pike", "rail"):
            parts.append(element("path", class_=f"inner-{look}", d=data))
    return parts


# Grid and numbers


def grid(drawing: HexDrawing) -> str:
    """Every side once."""
    data = ""
    seen: set[tuple[int, int]] = set()
    for cell in drawing.map.cells:
        for d in range(6):
            (x0, y0), (x1, y1) = drawing.plan.edge(cell, d)
            key = (round(x0 + x1), round(y0 + y1))
            if key not in seen:
                seen.add(key)
                data += f"M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}"
    return element("path", class_="hex-grid-line", d=data)


def number_at(drawing: HexDrawing, hex: int) -> Point:
    """Where the printed number of a hex stands."""
    x, y = drawing.centre(hex)
    return x, y - drawing.plan.size * 0.36


def numbers(drawing: HexDrawing) -> str:
    """The printed numbers, at the top of each hex."""
    map = drawing.map
    shown = (text(map.printed(hex, drawing.sheet), *number_at(drawing, hex)) for hex in range(map.size))
    return element("g", *shown, class_="hex-number")
