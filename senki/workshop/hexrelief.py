"""The relief of a hex map, from what its hexes say alone: levels as tints, strokes downhill, lit from the north."""

from __future__ import annotations

import math

from senki.workshop.hexground import region
from senki.workshop.hexsheet import LARGE, HexDrawing
from senki.workshop.svg import Point, element, number

TINTS = 6
"""How many tints there are for levels."""
HEIGHT = {"rolling": 0.4, "upland": 1.2, "mountain": 2.6}
"""How high the looks of terrain seem to lie, in levels, on a map that has none."""
UNREST = {"rolling": 0.9, "upland": 2.0, "mountain": 3.0}
"""How much the ground of a look seems to rise and fall within itself: a range has its spurs and valleys."""
GENTLE = 0.3
"""Ground less steep than this has no strokes; a level from hex to hex is 1."""
FOLDS = ((1.9, 1.0), (0.9, 0.3))
"""How far apart spurs and valleys lie, in hexes, and how high they are, in their unrest."""
STROKES = 7
"""Strokes begin on so many rows and columns of a hex, where the ground is steep enough for all of them."""


def tints(drawing: HexDrawing) -> list[str]:
    """The levels one upon the other, or on a map without them lowland, uplands and mountains."""
    found = []
    steps = level_tints(drawing)
    for n, level in enumerate(steps):
        hexes = [hex for hex in drawing.land if drawing.map.level[hex] >= level]
        found.append(element("path", class_=f"level-{steps[level]}", d=region(drawing, hexes, 9.0 if n else 2.0)))
    if steps:
        return found
    for look, above in (("low", ("low",)), ("upland", ("upland", "mountain")), ("mountain", ("mountain",))):
        hexes = drawing.with_terrain(*above)
        if hexes:
            found.append(element("path", class_=f"ground-{look}", d=region(drawing, hexes)))
    return found


def level_tints(drawing: HexDrawing) -> dict[int, int]:
    """The tint of each level of the land, the lowest first; nothing on a map without levels."""
    levels = sorted({drawing.map.level[hex] for hex in drawing.land})
    if len(levels) < 2:
        return {}
    steps = len(levels) - 1
    return {level: n if steps < TINTS else n * (TINTS - 1) // steps for n, level in enumerate(levels)}


def heights(drawing: HexDrawing) -> list[float]:
    """How high each hex seems to lie, in levels: by its level, else by its look."""
    tint = level_tints(drawing)
    found = []
    for hex, look in enumerate(drawing.terrain_looks):
        level = tint[drawing.map.level[hex]] if tint and look not in LARGE else 0
        found.append(level + HEIGHT.get(look, 0.0))
    return found


def _unrest(drawing: HexDrawing) -> list[float]:
    """How much the ground of each hex rises and falls within itself."""
    tint = level_tints(drawing)
    found = []
    for hex, look in enumerate(drawing.terrain_looks):
        level = tint[drawing.map.level[hex]] if tint and look not in LARGE else 0
        found.append(UNREST.get(look, 0.0) + 0.5 * min(level, 3))
    return found


def _chance(cell: tuple[int, int]) -> float:
    """A number from -0.5 to 0.5 that is always the same for a cell."""
    mixed = (cell[0] * 73856093) ^ (cell[1] * 19349663)
    return (mixed * 2654435761 >> 7) % 1000 / 1000 - 0.5


class Folds:
    """Spurs and valleys: a surface that rises and falls by chance, always the same, without a break."""

    def __init__(self, apart: float, high: float) -> None:
        self.apart = apart
        self.high = high
        self.knots: dict[tuple[int, int], float] = {}

    def _knot(self, x: int, y: int) -> float:
        if (x, y) not in self.knots:
            self.knots[x, y] = _chance((x, y)) * self.high
        return self.knots[x, y]

    def slope(self, x: float, y: float) -> Point:
        """Which way and how steeply it rises at a point, both in hexes."""
        x, y = x / self.apart, y / self.apart
        column, row = math.floor(x), math.floor(y)
        s, t = x - column, y - row
        a, b = self._knot(column, row), self._knot(column + 1, row)
        c, d = self._knot(column, row + 1), self._knot(column + 1, row + 1)
        across, down = s * s * (3 - 2 * s), t * t * (3 - 2 * t)
        dx = 6 * s * (1 - s) * ((b - a) * (1 - down) + (d - c) * down)
        dy = 6 * t * (1 - t) * ((c - a) * (1 - across) + (d - b) * across)
        return dx / self.apart, dy / self.apart


def relief(drawing: HexDrawing) -> list[str]:
    """Strokes downhill wherever the ground is not level, closer and longer where it is steeper; light where it faces
    the north-west, dark where it turns away. Towns stay clear."""
    if drawing.measured is not None:
        return drawing.measured.relief()
    unrest = _unrest(drawing)
    if not any(unrest):
        return []
    wet = [look in LARGE for look in drawing.terrain_looks]
    slope = _slopes(drawing, heights(drawing), wet)
    folds = [Folds(*fold) for fold in FOLDS]
    # teeth between levels show most of the relief already
    dense, gentle = (0.25, 0.5) if level_tints(drawing) else (0.9, GENTLE)
    inks: dict[str, list[str]] = {"relief-light": [], "relief-shade": [], "relief-deep": []}
    size = drawing.plan.size
    towns = {place.hex for place in drawing.map.places}
    spots = [((n % STROKES + 0.5) / STROKES - 0.5, (n // STROKES + 0.5) / STROKES - 0.5) for n in range(STROKES**2)]
    for hex in range(drawing.map.size):
        if wet[hex] or not unrest[hex]:
            continue
        gx, gy = slope[hex]
        x, y = drawing.centre(hex)
        for n, (right, down) in enumerate(spots):
            chance = _chance((hex, n + 7))
            at_x = x + (right * 1.1 + 0.13 * _chance((n, hex))) * size
            at_y = y + (down + 0.13 * chance) * size
            if hex in towns and math.dist((x, y), (at_x, at_y)) < 14:
                continue
            dx, dy = -gx, -gy
            for fold in folds:
                rise, along = fold.slope(at_x / size, at_y / size)
                dx, dy = dx - rise * unrest[hex], dy - along * unrest[hex]
            steep = math.hypot(dx, dy)
            if steep < gentle or steep * dense < chance + 0.5:
                continue
            reach = min(12.0, 4 + 4 * steep) / steep
            facing = (dx + dy) / steep
            ink = "relief-light" if facing < -0.35 else "relief-shade" if facing < 0.8 or steep < 0.9 else "relief-deep"
            inks[ink].append(f"M{at_x:.0f} {at_y:.0f}l{dx * reach:.0f} {dy * reach:.0f}")
    return [element("path", class_=ink, d="".join(strokes)) for ink, strokes in inks.items() if strokes]


def _slopes(drawing: HexDrawing, height: list[float], wet: list[bool]) -> list[Point]:
    """Which way and how steeply the ground rises at each hex, in levels a hex; a shore is level."""
    outward = [drawing.plan.outward(d) for d in range(6)]
    neighbour = drawing.map.neighbour
    found = []
    for hex in range(drawing.map.size):
        x = y = 0.0
        for d in range(6):
            there = neighbour[6 * hex + d]
            if there >= 0 and not wet[there]:
                rise = height[there] - height[hex]
                if rise:
                    x += rise * outward[d][0]
                    y += rise * outward[d][1]
        found.append((x / 3, y / 3))
    return found


def steps(drawing: HexDrawing) -> list[str]:
    """Teeth downhill on the sides between two levels, longer for two levels or more, and a shadow beneath those that
    face away from the light."""
    tint = level_tints(drawing)
    if not tint:
        return []
    map, plan = drawing.map, drawing.plan
    wet = [look in LARGE for look in drawing.terrain_looks]
    inks: dict[str, list[str]] = {"step-shade": [], "step": [], "high-step": []}
    for hex in range(map.size):
        if wet[hex]:
            continue
        for d in range(6):
            there = map.neighbour[6 * hex + d]
            if there < 0 or wet[there] or map.level[hex] <= map.level[there]:
                continue
            high = tint[map.level[hex]] - tint[map.level[there]] > 1
            start, end = plan.edge(map.cells[hex], d)
            nx, ny = plan.outward(d)
            # a broken line as broad as the teeth are long: each dash is a tooth
            inks["high-step" if high else "step"].append(_moved(start, end, nx, ny, 4.0 if high else 2.5))
            if nx + ny > 0.3:
                inks["step-shade"].append(_moved(start, end, nx, ny, 3.0))
    return [element("path", class_=ink, d="".join(data)) for ink, data in inks.items() if data]


def _moved(start: Point, end: Point, nx: float, ny: float, by: float) -> str:
    """Path data of a side, moved across itself."""
    x, y = start[0] + nx * by, start[1] + ny * by
    return f"M{number(x)} {number(y)}l{number(end[0] - start[0])} {number(end[1] - start[1])}"
