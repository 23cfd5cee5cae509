"""The relief of a hex map, from what its hexes say alone: levels as tints, strokes downhill, lit from the north."""

from __future__ import annotations

import math

from senki.workshop.hexground import region
from senki.workshop.hexsheet import LARGE, HexDrawing
from senki.workshop.svg import Point, element, number

TINTS = 6
"""How many tints there are for levels."""
HEIGHT = {"rolling": 0.5, "upland": 1.5, "mountain": 3.0}
"""How high the looks of terrain seem to lie, in levels, on a map that has none."""
UNREST = {"rolling": 0.7, "upland": 1.4, "mountain": 2.4}
"""By how much the heights of neighbours of one kind seem to differ: a range has its ridges and valleys."""
GENTLE = 0.22
"""Ground less steep than this has no strokes; a level from hex to hex is 1."""
SPOTS = (
    (0.36, 0.0), (0.42, -0.22), (0.4, 0.24), (0.22, 0.1), (0.47, 0.11), (0.3, -0.13), (0.49, -0.1), (0.15, -0.06),
)  # fmt: skip
"""Where strokes begin between the middle of a hex and one of its sides: how far out, how far to the side, in hexes."""


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
    """How high each hex seems to lie, in levels: by its level, else by its look; with some unrest on high ground."""
    tint = level_tints(drawing)
    found = []
    for hex, look in enumerate(drawing.terrain_looks):
        level = tint[drawing.map.level[hex]] if tint and look not in LARGE else 0
        unrest = UNREST.get(look, 0.0) + 0.14 * min(level, 3)
        found.append(level + HEIGHT.get(look, 0.0) + unrest * _chance(drawing.map.cells[hex]))
    return found


def _chance(cell: tuple[int, int]) -> float:
    """A number from -0.5 to 0.5 that is always the same for a cell."""
    mixed = (cell[0] * 73856093) ^ (cell[1] * 19349663)
    return (mixed * 2654435761 >> 7) % 1000 / 1000 - 0.5


def relief(drawing: HexDrawing) -> list[str]:
    """Strokes downhill wherever the ground is not level, closer and longer where it is steeper; light where it faces
    the north-west, dark where it turns away."""
    height = heights(drawing)
    if not any(height):
        return []
    wet = [look in LARGE for look in drawing.terrain_looks]
    slope = _slopes(drawing, height, wet)
    # teeth between levels show most of the relief already
    dense, most, gentle = (2.4, 5, 0.3) if level_tints(drawing) else (5.0, len(SPOTS), GENTLE)
    inks: dict[str, list[str]] = {"relief-light": [], "relief-shade": [], "relief-deep": []}
    outward = [drawing.plan.outward(d) for d in range(6)]
    size = drawing.plan.size
    neighbour = drawing.map.neighbour
    for hex in range(drawing.map.size):
        if wet[hex]:
            continue
        gx, gy = slope[hex]
        x, y = drawing.centre(hex)
        for d in range(6):
            there = neighbour[6 * hex + d]
            if there >= 0 and wet[there]:
                continue
            hx, hy = slope[there] if there >= 0 else (gx, gy)
            # the slope a third of the way to the neighbour, downhill
            dx, dy = -(2 * gx + hx) / 3, -(2 * gy + hy) / 3
            steep = math.hypot(dx, dy)
            if steep < gentle:
                continue
            (nx, ny), (sx, sy) = outward[d], (-outward[d][1], outward[d][0])
            reach = min(12.0, 3.5 + 4.5 * steep) / steep
            facing = (dx + dy) / steep
            ink = "relief-light" if facing < -0.35 else "relief-shade" if facing < 0.8 or steep < 0.7 else "relief-deep"
            strokes = inks[ink]
            for out, aside in SPOTS[: min(most, int(steep * dense) + 1)]:
                bend = 0.24 * _chance((hex + d, int(aside * 100)))
                at_x, at_y = x + (nx * out + sx * aside) * size, y + (ny * out + sy * aside) * size
                strokes.append(f"M{at_x:.0f} {at_y:.0f}l{(dx - dy * bend) * reach:.0f} {(dy + dx * bend) * reach:.0f}")
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
