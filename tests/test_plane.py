"""The plane board against Shapely: areas, distances, contacts, outlines; and its trigonometry."""

import itertools
import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon, STRtree
from shapely import box as make_boxes
from shapely.geometry import box

from senki.boards.plane.field import MIXED, Field
from senki.boards.plane.rects import Rect, distance, front_touch, longest_touch, shared_area
from senki.boards.plane.shapes import Shape, stretches_inside
from senki.boards.plane.trig import COS, FULL, SIN, bearing
from senki.games.monmouth.board import FIELD, GROUNDS, ROADS

TENTHS = st.integers(-12_000, 12_000)
TURNS = st.integers(0, FULL - 1)
SHAPES = st.sampled_from([(880.0, 176.0), (176.0, 880.0), (176.0, 176.0)])
RECTS = st.builds(
    lambda x, y, turn, shape: Rect(x / 10, y / 10, turn, shape[0], shape[1]), TENTHS, TENTHS, TURNS, SHAPES
)
ON_SHEET = st.tuples(st.integers(0, 75_100), st.integers(0, 39_900)).map(lambda at: (at[0] / 10, at[1] / 10))
RECTS_ON_SHEET = st.builds(
    lambda at, turn, shape: Rect(at[0], at[1], turn, shape[0], shape[1]), ON_SHEET, TURNS, SHAPES
)


def polygon(rect: Rect) -> Polygon:
    corners = rect.corners()
    return Polygon([(corners[i], corners[i + 1]) for i in range(0, 8, 2)])


def test_sines_are_exact_to_the_last_bit_or_nearly() -> None:
    for turn in range(FULL):
        assert abs(SIN[turn] - math.sin(math.radians(turn / 10))) < 1e-15
        assert abs(COS[turn] - math.cos(math.radians(turn / 10))) < 1e-15
    assert SIN[300] == 0.5 and SIN[900] == 1.0 and COS[900] == 0.0 and SIN[1800] == 0.0


@given(TURNS, st.integers(1, 50_000))
def test_a_bearing_comes_back(turn: int, far: int) -> None:
    assert bearing(SIN[turn] * far, COS[turn] * far) == turn


@given(st.floats(-5000, 5000), st.floats(-5000, 5000))
def test_a_bearing_is_the_nearest_tenth(dx: float, dy: float) -> None:
    if abs(dx) + abs(dy) < 1e-3:
        return
    found = bearing(dx, dy) / 10
    true = math.degrees(math.atan2(dx, dy)) % 360
    assert min(abs(found - true), 360 - abs(found - true)) <= 0.0501


@settings(max_examples=300)
@given(RECTS, RECTS)
def test_shared_area(a: Rect, b: Rect) -> None:
    assert abs(shared_area(a, b) - polygon(a).intersection(polygon(b)).area) < 1e-3


@settings(max_examples=300)
@given(RECTS, RECTS)
def test_distance(a: Rect, b: Rect) -> None:
    assert abs(distance(a, b) - polygon(a).distance(polygon(b))) < 1e-6


@settings(max_examples=200)
@given(RECTS, RECTS, st.sampled_from([11.0, 44.0]))
def test_front_and_edges_near_another(a: Rect, b: Rect, gap: float) -> None:
    near = polygon(b).buffer(gap, quad_segs=256)
    corners = a.corners()
    front = LineString([(corners[6], corners[7]), (corners[0], corners[1])])
    assert abs(front_touch(a, b, gap) - front.intersection(near).length) < 0.3
    best = 0.0
    for one, other in ((a, b), (b, a)):
        points, area = one.corners(), polygon(other).buffer(gap, quad_segs=256)
        for i in range(4):
            j = (i + 1) % 4
            edge = LineString([(points[2 * i], points[2 * i + 1]), (points[2 * j], points[2 * j + 1])])
            best = max(best, edge.intersection(area).length)
    assert abs(longest_touch(a, b, gap) - best) < 0.3


@given(RECTS, ON_SHEET)
def test_distance_to_a_point(a: Rect, at: tuple[float, float]) -> None:
    assert abs(a.distance_to_point(*at) - polygon(a).distance(Point(at))) < 1e-6


def outline(points: list[float]) -> Polygon:
    return Polygon([(points[i], points[i + 1]) for i in range(0, len(points), 2)])


AREAS = [[outline(area.points) for area in group] for group in FIELD.areas]
HILLS = [outline(hill.outline.points) for hill in FIELD.hills]


def test_the_outlines_of_the_map_are_sound() -> None:
    sheet = box(0, 0, FIELD.width, FIELD.height)
    for shape in [area for group in AREAS for area in group] + HILLS:
        assert shape.is_valid and sheet.contains(shape)
    for hill, shape in zip(FIELD.hills, HILLS, strict=True):
        points = hill.crest.points
        assert shape.contains(LineString([(points[i], points[i + 1]) for i in range(0, len(points), 2)]))


@settings(max_examples=1500)
@given(ON_SHEET)
def test_the_raster_agrees_with_the_outlines(at: tuple[float, float]) -> None:
    point = Point(at)
    if any(shape.exterior.distance(point) < 1e-6 for group in [*AREAS, HILLS] for shape in group):
        return
    wanted = next((kind for kind, group in enumerate(AREAS) if any(a.contains(point) for a in group)), len(GROUNDS) - 1)
    hills = FIELD.heights.at(*at)
    assert FIELD.grounds.at(*at) == FIELD.grounds.exact(*at) == wanted
    assert hills == FIELD.heights.exact(*at)
    assert [bool(hills >> n & 1) for n in range(len(HILLS))] == [hill.contains(point) for hill in HILLS]


@settings(max_examples=200)
@given(RECTS_ON_SHEET)
def test_ground_and_hill_are_what_most_samples_lie_on(rect: Rect) -> None:
    points = rect.samples()
    on_map = [(points[i], points[i + 1]) for i in range(0, len(points), 2) if FIELD.on_map(points[i], points[i + 1])]
    kinds = [FIELD.grounds.exact(*at) for at in on_map] + [FIELD.plain] * (len(points) // 2 - len(on_map))
    assert FIELD.ground(rect) == max(range(len(GROUNDS)), key=lambda kind: (kinds.count(kind), -kind))
    counts = [sum(FIELD.heights.exact(*at) >> n & 1 for at in on_map) for n in range(len(HILLS))]
    assert FIELD.hill(rect) == next((n for n, count in enumerate(counts) if 4 * count > len(points)), -1)


def test_uniform_cells_touch_no_outline() -> None:
    for raster, shapes in ((FIELD.grounds, [area for group in AREAS for area in group]), (FIELD.heights, HILLS)):
        uniform = [n for n, code in enumerate(raster.cells) if code != MIXED]
        rows, columns = np.divmod(np.array(uniform), raster.columns)
        cells = STRtree(make_boxes(columns * 11.0, rows * 11.0, columns * 11.0 + 11, rows * 11.0 + 11))
        assert len(uniform) > 0.9 * len(raster.cells)
        assert not any(len(cells.query(shape.exterior, predicate="intersects")) for shape in shapes)


def test_a_river_is_crossed_only_near_a_bridge_or_ford() -> None:
    """No river is on the sheet of any game yet, so no case can show it."""
    river = Shape("river", [0.0, 500.0, 1000.0, 500.0], False)
    field = Field(1000.0, 1000.0, ["woods", "open"], [[]], [], [], [river], [200.0, 500.0, 700.0, 480.0])
    assert field.river_crossings(250.0, 400.0, 250.0, 600.0) == [250.0, 500.0]
    for x, barred in ((112.5, False), (200.0, False), (288.0, False), (289.0, True), (400.0, True), (785.0, False)):
        assert field.barred_by_river(x, 400.0, x, 600.0, 88.0) == barred
    assert not field.barred_by_river(400.0, 100.0, 400.0, 499.0, 88.0)


@settings(max_examples=300)
@given(ON_SHEET, ON_SHEET)
def test_stretches_inside_woods(a: tuple[float, float], b: tuple[float, float]) -> None:
    line = LineString([a, b])
    for area, shape in zip(FIELD.areas[2], AREAS[2], strict=True):
        parts = stretches_inside(*a, *b, area)
        inside = sum(parts[i + 1] - parts[i] for i in range(0, len(parts), 2)) * line.length
        assert abs(inside - line.intersection(shape).length) < 1e-3


@given(st.integers(0, len(ROADS.lines) - 1), st.floats(0, 1), st.integers(0, len(ROADS.lines) - 1), st.floats(0, 1))
def test_the_way_between_two_road_points_holds_together(a: int, share_a: float, b: int, share_b: float) -> None:
    start, end = share_a * ROADS.end(a), share_b * ROADS.end(b)
    way = ROADS.path(a, start, b, end)
    assert way[0].road == a and way[0].start == start and way[-1].road == b and way[-1].end == end
    for one, other in itertools.pairwise(way):
        gap = math.dist(
            (ROADS.x(one.road, one.end), ROADS.y(one.road, one.end)),
            (ROADS.x(other.road, other.start), ROADS.y(other.road, other.start)),
        )
        assert gap < 1.0
