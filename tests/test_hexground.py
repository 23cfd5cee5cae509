"""The ground of hex games against brute force: distances, counts, searches, tracing, retreats, sight, fields."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i16

from senki.boards.hexes.fields import Goer, downhill, field, front, nearest, pressure, prices_to, upper_hand, within
from senki.boards.hexes.grid import Grid
from senki.boards.hexes.ground import HexGround
from senki.boards.hexes.hexmap import HexMap
from senki.boards.hexes.marching import Judge, Walker, walk, why_not
from senki.boards.hexes.presence import nobody
from senki.boards.hexes.retreats import Retreat, next_hexes, next_steps
from senki.boards.hexes.search import SHUT, Mover, Reach, explore
from senki.boards.hexes.sight import Viewer, is_line_free
from senki.boards.hexes.trace import Passer, lines, shortest_line, trace
from senki.engine.clauses import Objection, forbid
from senki.engine.errors import BrokenInvariant
from tests.hexboards import blank, boards

pytestmark = pytest.mark.interpreted

# Ground


@given(boards())
@settings(max_examples=40)
def test_the_ground_is_the_map(board: HexMap) -> None:
    ground = HexGround(board)
    assert ground.size == board.size and ground.names == board.names
    for hex in range(board.size):
        assert ground.around[hex] == [to for to in board.neighbour[6 * hex : 6 * hex + 6] if to >= 0]
        assert all(ground.distance(hex, to) == 1 for to in ground.around[hex])
        assert ground.distance(hex, hex) == 0 and ground.line(hex, hex) == [(hex, hex)]


# Presence


@given(boards(), st.data())
@settings(max_examples=40)
def test_counts_follow_the_units(board: HexMap, data: st.DataObject) -> None:
    around = HexGround(board).around
    presence = nobody([around, around])
    sides, hexes, exerts = [0, 1, 0, 1], [-1] * 4, [True, True, False, True]
    for unit, to in data.draw(st.lists(st.tuples(st.integers(0, 3), st.integers(-1, board.size - 1)), max_size=12)):
        presence.move(sides[unit], hexes[unit], to, exerts[unit])
        hexes[unit] = to
        presence.check(sides, hexes, exerts)
    twin = presence.copy()
    twin.move(0, -1, 0, True)
    presence.check(sides, hexes, exerts)
    with pytest.raises(BrokenInvariant):
        twin.check(sides, hexes, exerts)


# Movement


class TableMover(Mover):
    def __init__(self, start: int, costs: list[int], halts: list[bool], force: bool) -> None:
        super().__init__(start)
        self.costs, self.halts, self.force = costs, halts, force

    def cost(self, place: int, to: int) -> int:
        return self.costs[place]

    def stops(self, place: int, to: int) -> bool:
        return self.halts[place]

    def may_force(self, place: int, to: int) -> bool:
        return self.force and self.costs[place] != SHUT


def bellman_ford(ground: HexGround, mover: TableMover, points: int) -> tuple[list[int], list[int]]:
    """Prices at which a move may go on and at which it ends, by trying every step until nothing changes."""
    going: list[float] = [math.inf] * ground.size
    halting: list[float] = [math.inf] * ground.size
    going[mover.start] = 0
    changed = True
    while changed:
        changed = False
        for place in range(6 * ground.size):
            frm, to = place // 6, ground.next[place]
            if to < 0 or to == mover.start or mover.costs[place] < 0:
                continue
            total = going[frm] + mover.costs[place]
            into = halting if mover.halts[place] else going
            if total <= points and total < into[to]:
                into[to], changed = total, True
    for place in range(6 * mover.start, 6 * mover.start + 6):
        to = ground.next[place]
        if to >= 0 and mover.may_force(place, to) and math.isinf(min(going[to], halting[to])):
            halting[to] = points
    going[mover.start] = math.inf
    return [-1 if math.isinf(x) else int(x) for x in going], [-1 if math.isinf(x) else int(x) for x in halting]


@given(boards(), st.data())
@settings(max_examples=120)
def test_searches_find_what_bellman_ford_finds(board: HexMap, data: st.DataObject) -> None:
    ground, sides = HexGround(board), 6 * board.size
    costs = data.draw(st.lists(st.sampled_from([SHUT, 0, 1, 1, 2, 3, 5]), min_size=sides, max_size=sides))
    halts = data.draw(st.lists(st.sampled_from([False, False, True]), min_size=sides, max_size=sides))
    start, points = data.draw(st.integers(0, board.size - 1)), data.draw(st.integers(0, 12))
    mover = TableMover(start, costs, halts, data.draw(st.booleans()))
    reach = explore(ground, mover, points)
    going, halting = bellman_ford(ground, mover, points)
    assert list(reach.open_cost) == going
    for hex in range(board.size):
        # a stop that costs more than going on is of no use and need not be found
        useful = halting[hex] >= 0 and not 0 <= going[hex] <= halting[hex]
        assert reach.halt_cost[hex] == halting[hex] if useful else reach.halts(hex) == (going[hex] < 0)
    assert set(reach.order) == {h for h in range(board.size) if going[h] >= 0 or halting[h] >= 0}
    for hex in reach.order:
        check_way(ground, mover, reach, hex)


def check_way(ground: HexGround, mover: TableMover, reach: Reach, hex: int) -> None:
    way = [mover.start, *reach.way(hex)]
    places = [6 * a + ground.direction(a, b) for a, b in pairwise(way)]
    price = sum(mover.costs[place] for place in places)
    assert way[-1] == hex and all(mover.costs[place] >= 0 for place in places)
    assert not any(mover.halts[place] for place in places[:-1])
    assert price == reach.cost(hex) or (len(places) == 1 and mover.force and reach.cost(hex) == reach.points)


class Column(Judge):
    """Objections of a march down one column: an enemy zone in hex 3, a wall before hex 1."""

    def __init__(self, free: Reach) -> None:
        self.free = free

    def step(self, place: int, to: int) -> list[Objection]:
        return [forbid("T-1")]

    def unhindered(self) -> Reach:
        return self.free

    def between(self, hex: int, to: int, first: bool) -> list[Objection]:
        return [forbid("T-2", first=str(first))] if hex == 3 else []

    def too_far(self, to: int) -> list[Objection]:
        return [forbid("T-3")]


class Diary(Walker):
    def __init__(self) -> None:
        self.entries: list[tuple[int, int]] = []
        self.halted: list[int] = []

    def enter(self, hex: int, left: int, halts: bool) -> bool:
        self.entries.append((hex, left))
        if halts:
            self.halted.append(hex)
        return hex == 4


def test_why_not_and_the_walk() -> None:
    ground = HexGround(blank(Grid(0, 0), 1, 8))
    free = explore(ground, Mover(2), 4)
    free.is_end = vec[bool]([True] * 8)
    free.gather()
    none = Reach(ground, 2, 4)
    judge = Column(free)
    assert [o.clause for o in why_not(ground, none, judge, 1)] == ["T-1"]
    assert [(o.clause, o.facts) for o in why_not(ground, none, judge, 5)] == [("T-2", {"first": "True"})]
    assert [o.clause for o in why_not(ground, none, judge, 0)] == ["T-3"]
    assert why_not(ground, free, judge, 5) == [] and sorted(free.ends) == [0, 1, 3, 4, 5, 6]
    diary = Diary()
    assert walk(free, 6, diary) and diary.entries == [(3, 3), (4, 2)]
    assert not walk(free, 0, diary) and diary.entries[2:] == [(1, 3), (0, 2)] and not diary.halted


class Stopping(Mover):
    def stops(self, place: int, to: int) -> bool:
        return to == 1


def test_who_must_stop_hears_what_is_left() -> None:
    ground = HexGround(blank(Grid(0, 0), 1, 8))
    diary = Diary()
    assert not walk(explore(ground, Stopping(3), 4), 1, diary)
    assert diary.entries == [(2, 3), (1, 2)] and diary.halted == [1]


# Tracing


class TablePasser(Passer):
    def __init__(self, sides: list[bool]) -> None:
        self.sides = sides

    def passes(self, place: int, to: int) -> bool:
        return self.sides[place]


@given(boards(), st.data())
@settings(max_examples=80)
def test_tracing_floods(board: HexMap, data: st.DataObject) -> None:
    ground, sides = HexGround(board), 6 * board.size
    passer = TablePasser(data.draw(st.lists(st.booleans(), min_size=sides, max_size=sides)))
    sources = data.draw(st.lists(st.integers(0, board.size - 1), min_size=1, max_size=3))
    joined, wave = set(sources), set(sources)
    while wave:
        places = [6 * h + d for h in wave for d in range(6)]
        wave = {ground.next[place] for place in places if ground.next[place] >= 0 and passer.sides[place]} - joined
        joined |= wave
    assert trace(ground, sources, passer) == [hex in joined for hex in range(board.size)]


class FussyPasser(TablePasser):
    def __init__(self, sides: list[bool], dead_ends: list[bool]) -> None:
        super().__init__(sides)
        self.dead_ends = dead_ends

    def goes_on(self, hex: int) -> bool:
        return not self.dead_ends[hex]


@given(boards(), st.data())
@settings(max_examples=80)
def test_shortest_lines(board: HexMap, data: st.DataObject) -> None:
    ground, size = HexGround(board), board.size
    sides = data.draw(st.lists(st.booleans(), min_size=6 * size, max_size=6 * size))
    dead_ends, ends = (data.draw(st.lists(st.booleans(), min_size=size, max_size=size)) for _ in range(2))
    start, within = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, 5))
    far = {start: 0}
    wave = [start]
    for step in range(1, within + 1):
        places = [6 * h + d for h in wave if h == start or not dead_ends[h] for d in range(6)]
        wave = sorted({ground.next[place] for place in places if ground.next[place] >= 0 and sides[place]} - set(far))
        far |= dict.fromkeys(wave, step)
    nearest = min((far[hex] for hex in far if ends[hex]), default=None)
    passer = FussyPasser(sides, dead_ends)
    found = shortest_line(ground, start, within, ends, passer)
    if nearest is None:
        assert found == []
        return
    assert found[0] == start and ends[found[-1]] and len(found) == nearest + 1
    for hex, to in pairwise(found):
        assert sides[6 * hex + ground.direction(hex, to)]
    assert not any(dead_ends[hex] for hex in found[1:-1])
    back = lines(ground, [start], passer)
    assert all(back[hex] >= 0 for hex in far)


# Retreats


class TableRetreat(Retreat):
    def __init__(self, sides: list[bool], burdens: list[int], ends: list[bool] | None = None) -> None:
        self.sides, self.burdens, self.ends = sides, burdens, ends

    def is_open(self, place: int, to: int) -> bool:
        return self.sides[place]

    def burden(self, to: int) -> int:
        return self.burdens[to]

    def may_end(self, hex: int) -> bool:
        return self.ends is None or self.ends[hex]


@given(boards(5), st.data())
@settings(max_examples=60)
def test_retreats_take_the_least_burdened_way(board: HexMap, data: st.DataObject) -> None:
    ground, size = HexGround(board), board.size
    retreat = TableRetreat(
        data.draw(st.lists(st.sampled_from([True, True, False]), min_size=6 * size, max_size=6 * size)),
        data.draw(st.lists(st.integers(0, 3), min_size=size, max_size=size)),
    )
    start = data.draw(st.integers(0, size - 1))
    ways = [ground.next[place] for place in range(6 * start, 6 * start + 6) if retreat.sides[place]]
    least = min((retreat.burdens[to] for to in ways if to >= 0), default=0)
    assert next_hexes(ground, start, retreat) == [to for to in ways if to >= 0 and retreat.burdens[to] == least]


def every_way(ground: HexGround, been: list[int], steps: int, retreat: TableRetreat) -> list[list[int]]:
    """Every way on of one step or more, by brute force."""
    found: list[list[int]] = []
    for place in range(6 * been[-1], 6 * been[-1] + 6) if steps else []:
        to = ground.next[place]
        if to >= 0 and to not in been and retreat.is_open(place, to):
            found += [[to]] if retreat.may_end(to) else []
            found += [[to, *rest] for rest in every_way(ground, [*been, to], steps - 1, retreat)]
    return found


@given(boards(5), st.data())
@settings(max_examples=60)
def test_retreats_of_several_steps_take_the_longest_then_the_easiest_then_the_farthest_way(
    board: HexMap, data: st.DataObject
) -> None:
    ground, size = HexGround(board), board.size
    retreat = TableRetreat(
        data.draw(st.lists(st.sampled_from([True, True, False]), min_size=6 * size, max_size=6 * size)),
        data.draw(st.lists(st.integers(0, 2), min_size=size, max_size=size)),
        data.draw(st.lists(st.sampled_from([True, True, False]), min_size=size, max_size=size)),
    )
    start, steps = data.draw(st.integers(0, size - 1)), data.draw(st.integers(1, 4))
    been = [start]
    while steps:
        ranked = [
            (len(way), -sum(retreat.burdens[hex] for hex in way), ground.distance(start, way[-1]), way[0])
            for way in every_way(ground, been, steps, retreat)
        ]
        best = max((rank[:3] for rank in ranked), default=None)
        firsts = {rank[3] for rank in ranked if rank[:3] == best}
        found = next_steps(ground, been, steps, retreat, start)
        assert found == [to for to in ground.around[been[-1]] if to in firsts]
        if not found:
            return
        been.append(found[-1])
        steps -= 1


def test_a_retreat_goes_through_what_it_may_not_end_in() -> None:
    ground = HexGround(blank(Grid(0, 0), 1, 4))
    open_, light = [True] * (6 * 4), [0] * 4
    assert next_steps(ground, [0], 2, TableRetreat(open_, light, [True, False, True, True]), 0) == [1]
    assert next_steps(ground, [0], 1, TableRetreat(open_, light, [True, False, True, True]), 0) == []
    assert next_steps(ground, [0], 4, TableRetreat(open_, light), 0) == [1]
    assert next_steps(ground, [0, 1, 2, 3], 4, TableRetreat(open_, light), 0) == []


# Sight


class TableViewer(Viewer):
    def __init__(self, hexes: list[int], sides: list[int]) -> None:
        self.hexes, self.sides = hexes, sides

    def blocks(self, hex: int) -> bool:
        return hex in self.hexes

    def bars(self, place: int) -> bool:
        return place in self.sides


def test_lines_of_sight() -> None:
    board = blank(Grid(0, 0), 5, 5)
    ground = HexGround(board)
    top, middle, bottom, left, right, below = (
        board.number(n) for n in ("0301", "0302", "0304", "0202", "0402", "0303")
    )
    assert not is_line_free(ground, top, bottom, TableViewer([middle], []))
    assert is_line_free(ground, top, middle, TableViewer([top, middle], []))
    assert set(ground.line(left, right)[1]) == {middle, below}, "the line runs on the side between the two"
    assert is_line_free(ground, left, right, TableViewer([middle], []))
    assert not is_line_free(ground, left, right, TableViewer([middle, below], []))
    entry = 6 * below + ground.direction(below, bottom)
    assert not is_line_free(ground, top, bottom, TableViewer([], [entry]))
    sides = [6 * hex + ground.direction(hex, right) for hex in (middle, below)]
    assert is_line_free(ground, left, right, TableViewer([], sides[:1]))
    assert not is_line_free(ground, left, right, TableViewer([], sides))


# Fields


class Marcher(Goer):
    def __init__(self, costs: list[int], camp: int) -> None:
        self.costs, self.camp = costs, camp

    def cost(self, place: int, to: int) -> int:
        return self.costs[place]

    def sets_out(self, hex: int) -> bool:
        return hex == self.camp


@given(boards(), st.data())
@settings(max_examples=80)
def test_fields_are_ways_to_the_goals(board: HexMap, data: st.DataObject) -> None:
    """The price from a hex to the goals is the price of its own cheapest move into one."""
    ground, sides = HexGround(board), 6 * board.size
    costs = data.draw(st.lists(st.sampled_from([SHUT, 0, 1, 2, 3]), min_size=sides, max_size=sides))
    goals = data.draw(st.lists(st.integers(0, board.size - 1), min_size=1, max_size=3, unique=True))
    found = field(ground, goals, Marcher(costs, -1), 12)
    assert found.nearest == -1
    for hex in range(board.size):
        reach = explore(ground, TableMover(hex, costs, [False] * sides, False), 11)
        prices = [0 if goal == hex else reach.open_cost[goal] for goal in goals]
        assert found.cost[hex] == min([price for price in prices if price >= 0], default=12)
        assert field(ground, goals, Marcher(costs, hex), 12).nearest == (
            found.cost[hex] if found.cost[hex] < 12 else -1
        )
    assert nearest(ground, 0, [-1, *goals], list(range(len(goals) + 1)), 9) == min(
        9, *(ground.distance(0, goal) for goal in goals)
    )


@given(boards(), st.data())
@settings(max_examples=60)
def test_fields_of_many_goals_by_a_table_of_prices(board: HexMap, data: st.DataObject) -> None:
    """The same prices as by asking, and a cheapest way down them."""
    ground, sides = HexGround(board), 6 * board.size
    costs = data.draw(st.lists(st.sampled_from([SHUT, 1, 2, 3]), min_size=sides, max_size=sides))
    goals = data.draw(st.lists(st.integers(0, board.size - 1), min_size=1, max_size=3, unique=True))
    prices = vec[i16](costs)
    found = prices_to(ground, prices, goals, 12)
    assert list(found) == field(ground, goals, Marcher(costs, -1), 12).cost
    for hex in range(board.size):
        way = downhill(ground, prices, found, hex)
        if found[hex] == 12:
            continue
        steps = [hex, *way]
        paid = [costs[6 * a + ground.direction(a, b)] for a, b in pairwise(steps)]
        assert sum(paid) == found[hex] and steps[-1] in goals
        part = downhill(ground, prices, found, hex, 2)
        assert part == way[: len(part)] and (part == way or sum(paid[: len(part)]) >= 2)


def test_a_hex_from_which_no_way_leads_to_a_goal_has_no_way_down() -> None:
    ground = HexGround(blank(Grid(0, 0), 3, 3))
    shut = vec[i16]([SHUT] * (6 * ground.size))
    found = prices_to(ground, shut, [0], 9)
    assert found[0] == 0 and found[1] == 9
    assert downhill(ground, shut, found, 0) == downhill(ground, shut, found, 1) == []


@given(boards(), st.data())
@settings(max_examples=40)
def test_who_is_near_whom(board: HexMap, data: st.DataObject) -> None:
    """Areas, what is felt of forces, how they compare, and where they face each other, by counting hexes."""
    ground = HexGround(board)
    hexes = st.lists(st.integers(0, board.size - 1), min_size=1, max_size=4, unique=True)
    ours, theirs = data.draw(hexes), data.draw(hexes)
    radius = data.draw(st.integers(0, 3))
    everywhere = range(board.size)
    near = [hex for hex in everywhere if min(ground.distance(hex, other) for other in ours) <= radius]
    assert sorted(within(ground, ours, radius)) == near
    values = list(range(1, len(theirs) + 1))
    shares = [1.0, 0.5][: radius + 1]
    felt = sum(
        shares[ground.distance(0, other)] * value
        for other, value in zip(theirs, values, strict=True)
        if ground.distance(0, other) < len(shares)
    )
    assert pressure(ground, 0, theirs, values, shares) == pytest.approx(felt)
    facing = [hex for hex in ours if min(ground.distance(hex, other) for other in theirs) <= radius]
    assert front(ground, ours, theirs, radius) == facing


def test_how_forces_compare() -> None:
    assert upper_hand(3.0, 1.0) == 0.75
    assert upper_hand(0.0, 0.0) == 0.5
    assert upper_hand(0.0, 2.0) == 0.0
