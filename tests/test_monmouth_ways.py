"""What is found out once for many, checked against looking each time: ways, sight past nothing, supply."""

from random import Random

import pytest

from senki import find_game
from senki.boards.plane.rects import Rect
from senki.boards.plane.sight import Arc
from senki.games.monmouth.board import (
    DEPTH,
    FIELD,
    FIGHTERS,
    FIGHTERS_OF,
    FOOT_THIRD,
    HALF_OF_SAMPLES,
    LENGTH,
    MARSH,
    SIGHT,
    STEP,
    WOODS,
)
from senki.games.monmouth.position import MonmouthPosition
from senki.games.monmouth.supply import CELL, COLUMNS, ROWS, Supply, edge_cells
from senki.games.monmouth.ways import Way

GAME = find_game("monmouth")


def some_rect(chance: Random) -> Rect:
    return Rect(chance.uniform(500, FIELD.width - 500), chance.uniform(500, FIELD.height - 500), chance.randrange(3600),
                LENGTH, DEPTH)  # fmt: skip


@pytest.mark.parametrize("far", [5.0, STEP, 21.9, 3 * STEP, 733.3, 2200.0])
def test_a_way_has_a_pose_every_step_and_its_end(far: float) -> None:
    start = Rect(3000.0, 2000.0, 0, LENGTH, DEPTH)
    way = Way(start, start.moved(0.0, far), far)
    ends = [way.pose(number).y - start.y for number in range(way.count)]
    assert ends[-1] == pytest.approx(far)
    assert ends[:-1] == pytest.approx([STEP * (n + 1) for n in range(len(ends) - 1)])
    assert far - STEP <= (ends[-2] if len(ends) > 1 else 0.0) < far


def test_a_way_remembers_what_a_walk_along_it_meets() -> None:
    chance = Random(4)
    met = {"slow": 0, "marsh": 0, "arc": 0}
    for _ in range(300):
        start = some_rect(chance)
        far = chance.uniform(300.0, 2200.0)
        way = Way(start, start.moved(start.fx * far, start.fy * far), far)
        arc = Arc(some_rect(chance) if chance.random() < 0.5 else start.moved(start.fx * 900, start.fy * 900),
                  FOOT_THIRD, SIGHT)  # fmt: skip
        kinds = [FIELD.ground(way.pose(n)) for n in range(way.count)]
        slow = next((n for n, kind in enumerate(kinds) if kind in (WOODS, MARSH)), way.count)
        marsh = next((n for n, kind in enumerate(kinds) if kind == MARSH), way.count)
        entered = next((n for n in range(way.count) if stands_in(arc, way.pose(n))), way.count)
        for _again in range(2):
            assert (way.first_slow(), way.first_in_marsh(), way.first_in(arc)) == (slow, marsh, entered)
        met["slow"] += slow < way.count
        met["marsh"] += marsh < way.count
        met["arc"] += entered < way.count
    assert min(met.values()) > 10, met


def stands_in(arc: Arc, rect: Rect) -> bool:
    """Half of the samples in the arc and seen, every one of them looked at."""
    level = FIELD.level(rect)
    crests = arc.crests | FIELD.touched_crests(rect)
    points = rect.samples()
    pairs = list(zip(points[0::2], points[1::2], strict=True))
    return sum(arc.covers(x, y) and arc.sees(x, y, level, crests) for x, y in pairs) >= HALF_OF_SAMPLES


def test_supply_found_from_the_edge_is_supply_found_from_each_piece() -> None:
    chance = Random(6)
    found = {True: 0, False: 0}
    for _ in range(6):
        p = GAME.start("monmouth", GAME.settings({}))
        assert isinstance(p, MonmouthPosition)
        for piece in FIGHTERS:
            p.appear(piece)
            rect = some_rect(chance)
            p.set_pose(piece, int(10 * rect.x), int(10 * rect.y), rect.turn)
        for side in (0, 1):
            supply = Supply(p, side)
            danger = gaps([p.rect(enemy) for enemy in FIGHTERS_OF[1 - side]])
            for piece in FIGHTERS_OF[side]:
                supplied = reached(side, p.rect(piece), danger)
                assert supply.reaches(p.rect(piece)) == supplied
                found[supplied] += 1
    assert min(found.values()) > 5, found


def gaps(rects: list[Rect]) -> list[float]:
    """How far each cell is from the nearest of some pieces."""
    centres = [((c + 0.5) * CELL, (r + 0.5) * CELL) for r in range(ROWS) for c in range(COLUMNS)]
    return [min(rect.distance_to_point(x, y) for rect in rects) for x, y in centres]


def reached(side: int, rect: Rect, danger: list[float]) -> bool:
    """MON-16.1 as it is written: from the cells nearer to the piece than to an enemy, outward to the edge."""
    own = gaps([rect])
    free = {at for at in range(len(own)) if danger[at] > FOOT_THIRD}
    seen = {at for at in range(len(own)) if own[at] <= FOOT_THIRD and (at in free or own[at] < danger[at])}
    queue = list(seen)
    for at in queue:
        column, row = at % COLUMNS, at // COLUMNS
        for r in (row - 1, row, row + 1):
            for c in (column - 1, column, column + 1):
                other = r * COLUMNS + c
                if 0 <= r < ROWS and 0 <= c < COLUMNS and other in free and other not in seen:
                    seen.add(other)
                    queue.append(other)
    return not seen.isdisjoint(edge_cells(side))
