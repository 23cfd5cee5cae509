"""The map of a free plane: a pure function from the features of a field to SVG, and the board as a client needs it."""

import itertools
import json
import math
import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from senki.workshop.document import map_document
from senki.workshop.svg import Point, element, escape, layer, number, polyline, smooth, text
from senki.workshop.theme import IN_A_PAGE, style, tokens, write_out

LANGUAGES = ("en", "ja")
TREE_GAP = 9.0
TUFT_GAP = 13.0
ROUNDING = 14.0
"""Units that a corner of an outline is rounded by: the drawing stays true to what the rules read."""
STROKE_GAP = 4.2
"""Between two hachures along an outline."""
RINGS = (1.0, 0.74, 0.5)
"""Where hachures start: at the outline, and on the way in to the crest."""


class PlaneSheet:
    """Everything one plane map is drawn from: the features of the field and the facts of the drawing."""

    def __init__(self, folder: Traversable) -> None:
        self.field: dict[str, Any] = json.loads(folder.joinpath("field.json").read_text(encoding="utf-8"))
        self.facts: dict[str, Any] = tomllib.loads(folder.joinpath("scenery.toml").read_text(encoding="utf-8"))
        self.scale = float(self.facts["sheet"]["scale"])
        self.left, self.top, self.right, self.bottom = (float(v) for v in self.facts["sheet"]["frame"])

    def of_kind(self, *kinds: str) -> list[dict[str, Any]]:
        """The features of these kinds, in the order of the field."""
        return [feature for feature in self.field["features"] if feature["kind"] in kinds]

    def at(self, point: list[float]) -> Point:
        """A point of the field on the sheet: north is up."""
        x, y = point
        return self.left + x * self.scale, self.top + (float(self.field["height"]) - y) * self.scale

    def points(self, feature: dict[str, Any], key: str = "points") -> list[Point]:
        """The points of a feature on the sheet."""
        return [self.at(point) for point in feature[key]]


def draw_plane_map(folder: Traversable, lang: str, theme: str) -> str:
    """The whole map as an SVG document with its style sheet inside."""
    if lang not in LANGUAGES:
        raise ValueError(f"unknown language {lang!r}: choose one of {', '.join(LANGUAGES)}")
    sheet = PlaneSheet(folder)
    x, y, width, height = sheet.facts["sheet"]["box"]
    about = sheet.facts["about"]
    box = (x, y, width, height)
    return map_document(about, lang, box, sheet.field["provenance"], _style(theme), _layers(sheet, lang))


def _style(theme: str) -> str:
    own = files(__package__).joinpath("plane.css").read_text(encoding="utf-8")
    own = own.partition("*/")[2].strip()
    if theme != IN_A_PAGE:
        own = write_out(own, tokens(files(__package__).joinpath("tokens.css").read_text(encoding="utf-8"), theme))
    return style(theme) + "\n" + own


def _layers(sheet: PlaneSheet, lang: str) -> list[str]:
    """The layers of the sheet from bottom to top."""
    hills = sheet.of_kind("hill")
    return [
        layer("paper", *_paper(sheet)),
        layer("tints", *(element("path", class_="tint-1", d=_closed(sheet.points(hill))) for hill in hills)),
        layer("hachures", *(_hachures(sheet, hill) for hill in hills)),
        layer("growth", *_growth(sheet)),
        layer("water", *_water(sheet)),
        layer("roads", *_roads(sheet)),
        layer("places", *_places(sheet, lang)),
        layer("names", *_names(sheet, lang)),
        layer("frame", *_frame(sheet)),
        layer("margin", *_margin(sheet, lang)),
    ]


def _closed(points: list[Point]) -> str:
    """Path data of a closed curve through the points, its corners rounded a little."""
    data = ""
    count = len(points)
    for i, here in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % count]
        start = _towards(here, before, min(ROUNDING, math.dist(here, before) / 3))
        end = _towards(here, after, min(ROUNDING, math.dist(here, after) / 3))
        data += ("M" if not data else "L") + f"{number(start[0])} {number(start[1])}"
        data += f"Q{number(here[0])} {number(here[1])} {number(end[0])} {number(end[1])}"
    return data + "Z"


def _towards(start: Point, end: Point, far: float) -> Point:
    whole = math.dist(start, end) or 1.0
    return start[0] + (end[0] - start[0]) * far / whole, start[1] + (end[1] - start[1]) * far / whole


def _inside(points: list[Point], x: float, y: float) -> bool:
    inside = False
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def _paper(sheet: PlaneSheet) -> list[str]:
    x, y, width, height = sheet.facts["sheet"]["box"]
    return [element("rect", class_="sheet", x=x, y=y, width=width, height=height), _box(sheet, 8, "land")]


def _box(sheet: PlaneSheet, wider: float, ink: str) -> str:
    width, height = sheet.right - sheet.left + 2 * wider, sheet.bottom - sheet.top + 2 * wider
    return element("rect", class_=ink, x=sheet.left - wider, y=sheet.top - wider, width=width, height=height)


def _frame(sheet: PlaneSheet) -> list[str]:
    return [_box(sheet, 8, "rule"), _box(sheet, 0, "hairline")]


def _hachures(sheet: PlaneSheet, hill: dict[str, Any]) -> str:
    """Rings of strokes from the outline inwards, heavier on the slopes away from the light in the north-west."""
    outline, crest = sheet.points(hill), sheet.points(hill, "crest")
    strokes: dict[str, list[str]] = {"light": [], "shade": []}
    for ring in RINGS if hill["level"] > 1 else RINGS[:2]:
        for here in _along(outline, STROKE_GAP):
            top = _nearest(crest, here)
            start = (top[0] + (here[0] - top[0]) * ring, top[1] + (here[1] - top[1]) * ring)
            whole = math.dist(start, top)
            if whole < 8:
                continue
            inner = _towards(start, top, min(9.0, whole * 0.3))
            ink = "shade" if (start[0] - inner[0]) + (start[1] - inner[1]) > 0 else "light"
            strokes[ink].append(polyline([inner, start]))
    return "".join(
        element("path", class_="hach-shade" if ink == "shade" else "hach-level", d="".join(data))
        for ink, data in strokes.items()
        if data
    )


def _along(points: list[Point], gap: float) -> list[Point]:
    """Points at equal gaps round an outline."""
    found: list[Point] = []
    for a, b in zip(points, [*points[1:], points[0]], strict=True):
        count = max(1, round(math.dist(a, b) / gap))
        found += [(a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count) for i in range(count)]
    return found


def _nearest(line: list[Point], to: Point) -> Point:
    best, found = 1e18, line[0]
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        ex, ey = bx - ax, by - ay
        share = max(0.0, min(1.0, ((to[0] - ax) * ex + (to[1] - ay) * ey) / (ex * ex + ey * ey)))
        point = (ax + share * ex, ay + share * ey)
        if math.dist(point, to) < best:
            best, found = math.dist(point, to), point
    return found


def _growth(sheet: PlaneSheet) -> list[str]:
    """Woods with small round trees, morasses with tufts, the village."""
    drawn = []
    for feature in sheet.of_kind("village"):
        outline = sheet.points(feature)
        drawn.append(element("path", class_="village", d=_closed(outline), data_area=feature["id"]))
        drawn += [element("rect", class_="house", x=x, y=y, width=5, height=3.6) for x, y in _scatter(outline, 19.0)]
    for feature in sheet.of_kind("woods"):
        outline = sheet.points(feature)
        drawn.append(element("path", class_="woods", d=_closed(outline), data_area=feature["id"]))
        drawn += [element("circle", class_="tree", cx=x, cy=y, r=1.9) for x, y in _scatter(outline, TREE_GAP)]
    for feature in sheet.of_kind("marsh"):
        outline = sheet.points(feature)
        drawn.append(element("path", class_="marsh", d=_closed(outline), data_area=feature["id"]))
        tufts = "".join(
            f"M{number(x - 4)} {number(y)}h8m-6 -1l-1 -3m3 3v-4m2 4l1 -3" for x, y in _scatter(outline, TUFT_GAP)
        )
        drawn.append(element("path", class_="tuft", d=tufts))
    return drawn


def _scatter(outline: list[Point], gap: float) -> list[Point]:
    """Points inside an outline on a shifted lattice, each nudged by a fixed pattern: the same every time."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    found: list[Point] = []
    for row in range(int((max(ys) - min(ys)) / gap) + 1):
        for column in range(int((max(xs) - min(xs)) / gap) + 1):
            nudge = (row * 37 + column * 71) % 11 / 11 - 0.5
            x = min(xs) + (column + 0.5 * (row % 2) + 0.35 * nudge) * gap
            y = min(ys) + (row + 0.3 * nudge) * gap
            if _inside(outline, x, y):
                found.append((x, y))
    return found


def _water(sheet: PlaneSheet) -> list[str]:
    data = "".join(smooth(sheet.points(stream)) for stream in sheet.of_kind("stream", "river"))
    return [element("path", class_="band", d=data), element("path", class_="river", d=data)]


def _roads(sheet: PlaneSheet) -> list[str]:
    """All casings first, so that none cuts the line of another road; the hedgerow and the bridges."""
    roads = sheet.of_kind("road")
    drawn = [element("path", class_="plane-case", d="".join(smooth(sheet.points(road)) for road in roads))]
    drawn += [element("path", class_="plane-road", d=smooth(sheet.points(r)), data_road=r["id"]) for r in roads]
    drawn += [element("path", class_="hedge", d=smooth(sheet.points(h))) for h in sheet.of_kind("hedgerow")]
    for bridge in sheet.of_kind("bridge"):
        x, y = sheet.points(bridge)[0]
        bracket = f"M{number(x - 5)} {number(y - 6)}l2 2.5h6l2 -2.5M{number(x - 5)} {number(y + 6)}l2 -2.5h6l2 2.5"
        drawn.append(element("path", class_="bridge", d=bracket))
    return drawn


def _places(sheet: PlaneSheet, lang: str) -> list[str]:
    """Houses, the farms that decide with a ring, and arrows where troops enter."""
    drawn = []
    for feature in sheet.of_kind("landmark", "objective"):
        x, y = sheet.points(feature)[0]
        house = element("rect", class_="house", x=x - 3, y=y - 2.4, width=6, height=4.8)
        ring = ""
        if feature["kind"] == "objective":
            ring = element("circle", class_="objective", cx=x, cy=y, r=feature["radius_yd"] * sheet.scale)
        label = feature["name"][lang]
        drawn.append(element("g", ring, house, data_place=feature["id"], aria_label=label))
    for feature in sheet.of_kind("entry"):
        if feature["mode"] == "column":
            x, y = sheet.points(feature)[0]
            way = 1 if x < (sheet.left + sheet.right) / 2 else -1
            tip = polyline([(x + 12 * way, y), (x - 6 * way, y - 6), (x - 6 * way, y + 6)], closed=True)
            drawn.append(element("path", class_="entry", d=tip))
    return drawn


def _names(sheet: PlaneSheet, lang: str) -> list[str]:
    """Names of ground and farms at their places, of brooks and roads along their courses."""
    inks = {"landmark": "farm-name", "objective": "farm-name"}
    drawn = []
    for feature in sheet.field["features"]:
        if feature["id"] in sheet.facts["label"]:
            points = sheet.points(feature)
            dx, dy = sheet.facts["label"][feature["id"]]
            x, y = sum(p[0] for p in points) / len(points) + dx, sum(p[1] for p in points) / len(points) + dy
            ink = inks.get(feature["kind"], "ground-name")
            drawn.append(text(_short(feature["name"][lang]), x, y, class_=f"{ink} halo"))
        elif feature["id"] in sheet.facts["course"]:
            drawn.append(_course_name(sheet, feature, lang))
    return drawn


def _short(name: str) -> str:
    """A name without what stands in brackets."""
    return name.partition(" (")[0].partition("（")[0]


def _course_name(sheet: PlaneSheet, feature: dict[str, Any], lang: str) -> str:
    """A name written along a part of a line, left to right."""
    start, end = sheet.facts["course"][feature["id"]]
    line = _part(sheet.points(feature), start, end)
    if line[0][0] > line[-1][0]:
        line.reverse()
    curve = f"course-{feature['id']}"
    ink = "course-name" if feature["kind"] == "stream" else "road-name"
    words = element("textPath", escape(_short(feature["name"][lang])), href=f"#{curve}", startOffset="50%")
    path = element("path", id=curve, d=smooth([(x, y - 6) for x, y in line]), fill="none")
    return path + element("text", words, class_=f"{ink} halo")


def _part(points: list[Point], start: float, end: float) -> list[Point]:
    """The part of a line between two shares of its way."""
    whole = sum(math.dist(a, b) for a, b in itertools.pairwise(points))
    found: list[Point] = []
    gone = 0.0
    for a, b in itertools.pairwise(points):
        far = math.dist(a, b)
        for share in (start, end):
            if gone <= share * whole <= gone + far:
                found.append(_towards(a, b, share * whole - gone))
        gone += far
        if start * whole < gone < end * whole:
            found.append(b)
    return found


def _margin(sheet: PlaneSheet, lang: str) -> list[str]:
    """Title, legend, north arrow and scale beside the map."""
    left, right = sheet.facts["sheet"]["margin"]
    middle = (left + right) / 2
    title = sheet.facts["title"]
    drawn = [
        text(title["main"][lang], middle, sheet.top + 30, class_="title"),
        text(title["sub"][lang], middle, sheet.top + 60, class_="dates"),
        element("path", class_="ornament-line", d=f"M{left:g} {sheet.top + 78:g}H{right:g}"),
    ]
    y = sheet.top + 112
    for entry in sheet.facts["legend"]:
        drawn.append(_sign(entry["sign"], left, y))
        drawn.append(text(entry["words"][lang], left + 44, y + 5, class_="legend-words"))
        y += 38
    needle = [
        (right - 14, sheet.bottom - 130),
        (right - 6, sheet.bottom - 92),
        (right - 14, sheet.bottom - 99),
        (right - 22, sheet.bottom - 92),
    ]
    drawn.append(element("path", class_="ornament", d=polyline(needle, closed=True)))
    drawn.append(text(sheet.facts["north"][lang], right - 14, sheet.bottom - 70, class_="north"))
    for n, bar in enumerate(sheet.facts["scale_bar"]):
        at, far = sheet.bottom - 36 + 27 * n, bar["yards"] * sheet.scale
        drawn.append(
            element(
                "path",
                class_="scale-line",
                d=f"M{left:g} {at:g}h{far:.1f}M{left:g} {at - 5:g}v10M{left + far:.1f} {at - 5:g}v10",
            )
        )
        drawn.append(element("path", class_="scale-bar", d=f"M{left:g} {at:g}h{far / 2:.1f}"))
        drawn.append(text(bar["words"][lang], left, at - 9, class_="scale-words"))
    return drawn


def _sign(kind: str, x: float, y: float) -> str:
    """The sample of a kind of ground for the legend."""
    box = [(x, y - 10), (x + 34, y - 10), (x + 34, y + 10), (x, y + 10)]
    if kind in ("woods", "marsh", "village"):
        drawn = element("path", class_=kind, d=_closed(box))
        if kind == "woods":
            drawn += "".join(
                element("circle", class_="tree", cx=cx, cy=cy, r=1.9) for cx, cy in _scatter(box, TREE_GAP)
            )
        return drawn
    if kind == "hill":
        strokes = "".join(f"M{number(x + 3 * n)} {number(y - 6)}l0 12" for n in range(12))
        return element("path", class_="tint-1", d=_closed(box)) + element("path", class_="hach-shade", d=strokes)
    if kind == "objective":
        house = element("rect", class_="house", x=x + 14, y=y - 2.4, width=6, height=4.8)
        return element("circle", class_="objective", cx=x + 17, cy=y, r=14) + house
    line = f"M{number(x)} {number(y)}h34"
    inks = ("plane-case", "plane-road") if kind == "road" else ("band", "river")
    return element(
        "g", *(element("path", class_=ink, d=line) for ink in inks), class_="roads" if kind == "road" else "water"
    )
