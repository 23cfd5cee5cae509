"""Draws the covers of games, cut from their own maps: python tools/covers.py DATA [--out FOLDER].

DATA holds a folder per game with its map tables (hexes, hexsides, roads, plane features). The drawings are small SVG
files whose inks are the client's tokens, so that they follow its theme; counters are put on them by the client.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

OUT = Path(__file__).parent.parent / "web" / "src" / "covers"
ROOT3 = math.sqrt(3)
Point = tuple[float, float]


@dataclass(frozen=True)
class Cut:
    """The part of a hex map that makes a cover: its middle as column and row, and the height of a hex on it."""

    key: str
    col: int
    row: int
    size: float
    width: float = 400
    height: float = 500

    def centre(self, col: int, row: int) -> Point:
        """Where a hex lies on the cover; even columns stand half a hex lower."""
        x = (col - self.col) * self.size / ROOT3 * 1.5
        y = (row - self.row + (0.5 if col % 2 == 0 else 0.0) - (0.5 if self.col % 2 == 0 else 0.0)) * self.size
        return x + self.width / 2, y + self.height / 2

    def shows(self, at: Point) -> bool:
        """Is a hex at least partly on the cover?"""
        return -self.size < at[0] < self.width + self.size and -self.size < at[1] < self.height + self.size


def corners(at: Point, size: float) -> list[Point]:
    """The corners of a flat-topped hex."""
    r = size / ROOT3
    return [(at[0] + r * math.cos(math.radians(60 * i)), at[1] + r * math.sin(math.radians(60 * i))) for i in range(6)]


def path(points: list[Point], closed: bool = False) -> str:
    """Points as path data."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("z" if closed else "")


def smooth(points: list[Point]) -> str:
    """A curve through points: quadratic arcs between the middles of their links."""
    if len(points) < 3:
        return path(points)
    data = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (x, y), (nx, ny) in pairwise(points[1:]):
        data += f"Q{x:.1f} {y:.1f} {(x + nx) / 2:.1f} {(y + ny) / 2:.1f}"
    return data + f"L{points[-1][0]:.1f} {points[-1][1]:.1f}"


def side(a: Point, b: Point, size: float) -> tuple[Point, Point]:
    """The side two neighbouring hexes share."""
    mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy)
    half = size / ROOT3 / 2
    return (mx - dy / length * half, my + dx / length * half), (mx + dy / length * half, my - dx / length * half)


def chains(links: list[tuple[str, str]]) -> list[list[str]]:
    """Links between hexes as long lines, so that roads can be drawn as curves."""
    near: dict[str, list[str]] = defaultdict(list)
    for a, b in links:
        near[a].append(b)
        near[b].append(a)
    left = {frozenset(link) for link in links}
    lines: list[list[str]] = []
    # Ends and crossings first: a line runs from one to the next.
    for start in sorted(near, key=lambda h: (len(near[h]) == 2, h)):
        for following in near[start]:
            if frozenset((start, following)) not in left:
                continue
            line = [start, following]
            left.discard(frozenset((start, following)))
            while len(near[line[-1]]) == 2:
                onward = [h for h in near[line[-1]] if frozenset((line[-1], h)) in left]
                if not onward:
                    break
                left.discard(frozenset((line[-1], onward[0])))
                line.append(onward[0])
            lines.append(line)
    return lines


class Sheet:
    """A cover that is being drawn."""

    def __init__(self, cut: Cut) -> None:
        self.cut = cut
        self.parts: list[str] = []

    def fill(self, data: str, ink: str) -> None:
        self.parts.append(f'<path d="{data}" fill="var(--{ink})" stroke="var(--{ink})" stroke-width=".8"/>')

    def line(self, data: str, ink: str, wide: float, more: str = "") -> None:
        self.parts.append(
            f'<path d="{data}" fill="none" stroke="var(--{ink})" stroke-width="{wide}" stroke-linejoin="round"'
            f' stroke-linecap="round"{more}/>'
        )

    def road(self, data: str, ink: str, wide: float, more: str = "") -> None:
        """A road with its light casing."""
        if data:
            self.line(data, "road-case", wide + 3.4)
            self.line(data, ink, wide, more)

    def water(self, data: str, band: float, wide: float) -> None:
        if data:
            self.line(data, "water", band)
            self.line(data, "water-line", wide)

    def terrain(self, cells: dict[str, tuple[Point, str]], inks: dict[str, str], grid: bool = True) -> None:
        """The ground: cells of one kind together, then the grid."""
        fills: dict[str, str] = defaultdict(str)
        for at, kind in cells.values():
            fills[inks.get(kind, "paper")] += path(corners(at, self.cut.size), True)
        for ink, data in fills.items():
            self.fill(data, ink)
        if grid:
            data = "".join(path(corners(at, self.cut.size), True) for at, kind in cells.values() if kind != "sea")
            self.line(data, "grid", 0.8, ' stroke-opacity="var(--grid-o)"')

    def trees(self, cells: list[Point], count: int) -> None:
        """Small round-headed trees, the same on every run."""
        data = ""
        for x, y in cells:
            chance = Random(f"{x:.0f} {y:.0f}")
            for i in range(count):
                a, r = i * 2.4 + chance.random(), self.cut.size * 0.44 * math.sqrt((i + 0.5) / count)
                data += f"M{x + r * math.cos(a):.0f} {y + r * math.sin(a):.0f}v3m-2.4-3a2.4 2.4 0 1 1 4.8 0"
        self.line(data, "woods-ink", 0.9, ' stroke-opacity=".55"')

    def hachures(self, edges: list[tuple[Point, Point, Point]], reach: float, each: int = 5) -> None:
        """Strokes down a slope from each of its edges, away from the crest."""
        data = ""
        for (ax, ay), (bx, by), (cx, cy) in edges:
            for i in range(1, each + 1):
                x, y = ax + (bx - ax) * i / (each + 1), ay + (by - ay) * i / (each + 1)
                away = math.hypot(x - cx, y - cy) or 1.0
                data += f"M{x:.0f} {y:.0f}l{(x - cx) / away * reach:.0f} {(y - cy) / away * reach:.0f}"
        self.line(data, "hach-shade", 0.9)

    def written(self) -> str:
        """The whole drawing."""
        c = self.cut
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {c.width:.0f} {c.height:.0f}">'
            f'<rect width="{c.width:.0f}" height="{c.height:.0f}" fill="var(--paper)"/>{"".join(self.parts)}</svg>\n'
        )


def rows(file: Path) -> list[dict[str, str]]:
    """The rows of a table."""
    with file.open(encoding="utf-8", newline="") as open_file:
        return list(csv.DictReader(open_file))


def cells_of(cut: Cut, table: list[dict[str, str]], number: str, kind: str) -> dict[str, tuple[Point, str]]:
    """The hexes on a cover, with their terrain."""
    found = {}
    for row in table:
        at = cut.centre(int(row[number][:2]), int(row[number][2:]))
        if cut.shows(at):
            found[row[number]] = (at, row[kind])
    return found


def lines_of(cells: dict[str, tuple[Point, str]], links: list[tuple[str, str]]) -> str:
    """Roads that run through the middles of hexes, as curves."""
    here = [(a, b) for a, b in links if a in cells and b in cells]
    return "".join(smooth([cells[h][0] for h in line]) for line in chains(here))


def sides_of(cut: Cut, cells: dict[str, tuple[Point, str]], pairs: list[tuple[str, str]]) -> str:
    """Streams that run along the sides of hexes."""
    return "".join(path([*side(cells[a][0], cells[b][0], cut.size)]) for a, b in pairs if a in cells and b in cells)


def shiloh(data: Path) -> Sheet:
    """The Sunken Road and the fields west of it."""
    sheet = Sheet(Cut("shiloh", 13, 13, 62))
    hexes, sides = rows(data / "map.csv"), rows(data / "hexsides.csv")
    cells = cells_of(sheet.cut, hexes, "hex", "terrain")
    fields = {row["hex"] for row in hexes if "Field" in row["name"]}
    inks = {
        "light_woods": "woods", "deep_woods": "woods-deep", "swamp": "marsh", "swamp_creek": "marsh", "river": "sea-1",
        "rough": "rough", "field": "field", "clear": "paper",
    }  # fmt: skip
    cells = {name: (at, "field" if name in fields else kind) for name, (at, kind) in cells.items()}
    sheet.terrain(cells, inks)
    sheet.trees([at for at, kind in cells.values() if kind == "light_woods"], 11)
    sheet.trees([at for at, kind in cells.values() if kind == "deep_woods"], 24)
    furrows = "".join(
        f"M{x - 16:.0f} {y + i * 8:.0f}h9m5 0h9m5 0h6"
        for (x, y), kind in cells.values()
        if kind == "field"
        for i in range(-2, 3)
    )
    sheet.line(furrows, "woods-ink", 0.9, ' stroke-opacity=".4"')
    slopes = [s for s in sides if s["type"] == "slope" and s["hex_a"] in cells and s["hex_b"] in cells]
    sheet.hachures(
        [(*side(cells[s["hex_a"]][0], cells[s["hex_b"]][0], sheet.cut.size), cells[s["high_hex"]][0]) for s in slopes],
        8,
    )

    def of(kind: str) -> list[tuple[str, str]]:
        return [(s["hex_a"], s["hex_b"]) for s in sides if s["type"] == kind]

    sheet.water(sides_of(sheet.cut, cells, of("creek")), 6, 1.6)
    roads = rows(data / "roads.csv")

    def link(kind: str) -> list[tuple[str, str]]:
        return [(r["hex_from"], r["hex_to"]) for r in roads if r["type"] == kind]

    sheet.road(lines_of(cells, link("trail")), "trail", 2, ' stroke-dasharray="6 5"')
    sheet.road(lines_of(cells, link("road")), "road", 3.4)
    sheet.line(sides_of(sheet.cut, cells, of("protected")), "map-ink", 3.2)
    return sheet


def sjw(data: Path) -> Sheet:
    """Warrenton and the country between the Rappahannock and the railway."""
    sheet = Sheet(Cut("sjw", 24, 27, 34))
    cells = cells_of(sheet.cut, rows(data / "hexes.csv"), "unified_ccrr", "terrain")
    sheet.terrain(
        cells, {"rolling": "paper-high", "rough": "paper-high-2", "mountain": "paper-high-2", "clear": "paper"}
    )
    strokes = ""
    for (x, y), kind in cells.values():
        for i in range(9 if kind == "mountain" else 5 if kind == "rough" else 0):
            a = i * 2.4 + x
            strokes += f"M{x + 10 * math.cos(a):.0f} {y + 9 * math.sin(a):.0f}l4 5"
    sheet.line(strokes, "hach-shade", 0.9)
    sides = rows(data / "hexsides.csv")

    def pick(column: str, *values: str) -> list[tuple[str, str]]:
        return [(s["hex_a"], s["hex_b"]) for s in sides if s[column] in values]

    sheet.water(sides_of(sheet.cut, cells, pick("water", "creek")), 2.4, 0.9)
    sheet.water(sides_of(sheet.cut, cells, pick("water", "minor_river", "major_river")), 6, 1.5)
    sheet.road(lines_of(cells, pick("road", "road")), "road", 1.6)
    sheet.road(lines_of(cells, pick("road", "pike")), "road", 2.6)
    rails = lines_of(cells, pick("railroad", "yes"))
    sheet.line(rails, "map-ink", 1.6)
    sheet.line(rails, "map-ink", 5, ' stroke-dasharray="0.1 6"')
    return sheet


def sicily(data: Path) -> Sheet:
    """The plain of Catania, Etna and the road to Messina."""
    sheet = Sheet(Cut("sicily", 49, 13, 22))
    hexes = rows(data / "hexes.csv")
    for row in hexes:
        level = int(row["level"] or 0)
        row["ground"] = "sea" if row["type"] in ("sea", "out") else f"level{min(4, level)}"
    cells = cells_of(sheet.cut, hexes, "hex", "ground")
    inks = {"sea": "sea-1", "level3": "paper-high", "level4": "paper-high-2", "level2": "paper-high"}
    sheet.terrain(cells, inks, grid=False)
    at = {name: found[0] for name, found in cells.items()}
    place = {(round(x), round(y)): name for name, (x, y) in at.items()}
    heights = {row["hex"]: int(row["level"] or 0) for row in hexes}
    coast, slopes = "", []
    for name, (x, y) in at.items():
        for dx, dy in ((1, 0.5), (1, -0.5), (0, 1)):
            nx, ny = x + dx * sheet.cut.size / ROOT3 * 1.5, y + dy * sheet.cut.size
            other = next(
                (
                    place[k]
                    for k in ((round(nx), round(ny)), (round(nx), round(ny) + 1), (round(nx), round(ny) - 1))
                    if k in place
                ),
                None,
            )
            if other is None:
                continue
            wet, also = cells[name][1] == "sea", cells[other][1] == "sea"
            edge = side((x, y), at[other], sheet.cut.size)
            if wet != also:
                coast += path([*edge])
            elif not wet and abs(heights[name] - heights[other]) >= 1:
                crest = at[name] if heights[name] > heights[other] else at[other]
                slopes.append((edge[0], edge[1], crest))
    sheet.hachures(slopes, 6, 2)
    for band, wide in ((9, 0.5), (5, 0.7)):
        sheet.line(coast, "water", band)
        sheet.line(coast, "water-line", wide)
    sheet.line(coast, "water-line", 1.6)
    sides = rows(data / "hexsides.csv")

    def pick(column: str) -> list[tuple[str, str]]:
        return [(s["hex_a"], s["hex_b"]) for s in sides if s[column] == "y"]

    sheet.water(sides_of(sheet.cut, cells, pick("river")), 2.6, 1)
    sheet.road(lines_of(cells, pick("road")), "road", 1.6)
    return sheet


def monmouth(data: Path) -> Sheet:
    """Between the West Morass and Monmouth Court House, in yards on the plane."""
    sheet = Sheet(Cut("monmouth", 0, 0, 60))
    document = json.loads((data / "map.json").read_text(encoding="utf-8"))
    scale, left, top = 0.135, 2000.0, 3750.0

    def place(p: list[float]) -> Point:
        return (p[0] - left) * scale, (top - p[1]) * scale

    shapes: dict[str, list[list[Point]]] = defaultdict(list)
    for feature in document["features"]:
        geometry, kind = feature["geometry"], feature["properties"]["kind"]
        if geometry["type"] == "Polygon":
            shapes[kind].append([place(p) for p in geometry["coordinates"][0]])
        elif geometry["type"] == "LineString":
            shapes[kind].append([place(p) for p in geometry["coordinates"]])

    def round_off(ring: list[Point]) -> str:
        return smooth([*ring[:-1], ring[0], ring[1]]) + "z"

    for ring in shapes["hill"]:
        sheet.fill(round_off(ring), "paper-high")
        cx, cy = sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)
        sheet.hachures([(a, b, (cx, cy)) for a, b in pairwise(ring)], 8)
    for kind, ink in (("marsh", "marsh"), ("woods", "woods"), ("village", "paper-high-2")):
        for ring in shapes[kind]:
            sheet.fill(round_off(ring), ink)
            if kind == "woods":
                xs, ys = [x for x, _ in ring], [y for _, y in ring]
                spots = [
                    (x, y) for x in range(int(min(xs)), int(max(xs)), 16) for y in range(int(min(ys)), int(max(ys)), 14)
                ]
                sheet.trees([(float(x), float(y)) for x, y in spots if inside((x, y), ring)], 1)
    for stream in shapes["stream"]:
        sheet.water(smooth(stream), 5, 1.5)
    for road in shapes["road"]:
        sheet.line(smooth(road), "road", 4.6)
        sheet.line(smooth(road), "paper", 2.6)
    return sheet


def inside(at: tuple[float, float], ring: list[Point]) -> bool:
    """Does a ring go round a point?"""
    x, y = at
    hit = False
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            hit = not hit
    return hit


def main() -> None:
    """Draw all covers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=OUT)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for draw in (shiloh, sjw, sicily, monmouth):
        sheet = draw(args.data / draw.__name__)
        file = args.out / f"{sheet.cut.key}.svg"
        file.write_text(sheet.written(), encoding="utf-8")
        print(file.name, file.stat().st_size)


if __name__ == "__main__":
    main()
