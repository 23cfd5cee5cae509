"""The graph board against brute force."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from senki.boards.graph import Graph, Link, Place, read_graph
from senki.engine.errors import Malformed, UnknownName

Row = dict[str, object]


def towns(*names: str) -> list[Row]:
    return [{"id": name, "kind": "town", "name": {"en": name.title(), "ja": "町"}} for name in names]


def road(first: str, second: str, one_way: bool = False) -> Row:
    return {"from": first, "to": second, "kind": "road", "one_way": one_way}


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    size = draw(st.integers(1, 7))
    pairs = [(a, b) for a in range(size) for b in range(size) if a < b]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    links = []
    for number, (a, b) in enumerate(chosen):
        first, second = (a, b) if draw(st.booleans()) else (b, a)
        links.append(Link(number, first, second, draw(st.sampled_from(["road", "track"])), draw(st.booleans())))
    return Graph([Place(n, f"p{n}", "town", {}) for n in range(size)], links)


def steps_from(graph: Graph, place: int) -> list[tuple[int, int]]:
    """(link, far end) of every link that may be entered here, read off the plain list of links."""
    found = []
    for link in graph.links:
        if link.first == place:
            found.append((link.number, link.second))
        elif link.second == place and not link.one_way:
            found.append((link.number, link.first))
    return found


def simple_ways(graph: Graph, start: int, goal: int, closed: frozenset[int] = frozenset()) -> list[list[int]]:
    """Every way that visits no place twice."""
    ways = []
    unfinished = [[start]]
    while unfinished:
        way = unfinished.pop()
        if way[-1] == goal:
            ways.append(way)
            continue
        for link, there in steps_from(graph, way[-1]):
            if link not in closed and there not in way:
                unfinished.append([*way, there])
    return ways


def cost_of(graph: Graph, way: list[int], price: dict[str, int]) -> int:
    total = 0
    for a, b in pairwise(way):
        link = graph.link(a, b)
        assert link is not None
        total += price[link.kind]
    return total


@given(graphs())
def test_neighbours_and_links(graph: Graph) -> None:
    for place in range(len(graph.places)):
        assert graph.neighbours(place) == sorted(there for _, there in steps_from(graph, place))
        assert {link.number for link in graph.exits(place)} == {number for number, _ in steps_from(graph, place)}
        for other in range(len(graph.places)):
            joined = [link for link in graph.links if {link.first, link.second} == {place, other}]
            assert graph.link(place, other) is (joined[0] if joined else None)


@given(graphs(), st.dictionaries(st.sampled_from(["road", "track"]), st.integers(0, 5)))
def test_distances(graph: Graph, prices: dict[str, int]) -> None:
    price = {"road": 1, "track": 1} | prices
    for start in range(len(graph.places)):
        found = graph.distances(start, lambda link: price[link.kind])
        for goal in range(len(graph.places)):
            costs = [cost_of(graph, way, price) for way in simple_ways(graph, start, goal)]
            assert found[goal] == min(costs, default=-1)


@given(graphs(), st.sets(st.integers(0, 20)))
def test_paths(graph: Graph, closed: set[int]) -> None:
    for start in range(len(graph.places)):
        for goal in range(len(graph.places)):
            ways = simple_ways(graph, start, goal, frozenset(closed))
            found = graph.path(start, goal, closed)
            if not ways:
                assert found == []
            else:
                assert found in ways
                assert len(found) == min(map(len, ways))


@given(graphs())
def test_distances_count_the_links_of_paths(graph: Graph) -> None:
    for start in range(len(graph.places)):
        distances = graph.distances(start)
        assert [len(graph.path(start, goal)) - 1 for goal in range(len(graph.places))] == distances


def test_a_one_way_road() -> None:
    graph = read_graph(towns("a", "b", "c"), [road("a", "b", one_way=True), road("b", "c")])
    assert (graph.neighbours(0), graph.neighbours(1), graph.neighbours(2)) == ([1], [2], [1])
    assert graph.link(0, 1) is graph.link(1, 0)
    assert graph.distances(2) == [-1, 1, 0]
    assert graph.path(0, 2) == [0, 1, 2] and graph.path(2, 0) == []
    assert graph.path(1, 1) == [1]


@pytest.mark.parametrize(
    ("places", "roads", "error", "message"),
    [
        (towns("a", "a"), [], Malformed, "place 'a' is listed twice"),
        (towns("a"), [road("a", "a")], Malformed, "joins 'a' to itself"),
        (towns("a", "b"), [road("a", "b"), road("b", "a")], Malformed, "'b' and 'a' are linked twice"),
        (towns("a", "b"), [road("a", "b"), road("b", "z")], UnknownName, "link 2 of the board leads to 'z'"),
    ],
)
def test_mistakes_in_a_board_file_are_named(
    places: list[Row], roads: list[Row], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        read_graph(places, roads)


def test_an_unknown_place_is_named_with_those_there_are() -> None:
    graph = read_graph(towns("luray", "staunton"), [road("luray", "staunton")])
    assert graph.number("staunton") == 1
    with pytest.raises(UnknownName, match="no place 'lurray'; places are: luray, staunton"):
        graph.number("lurray")
