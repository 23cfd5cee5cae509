"""Random small hex boards for the property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from senki.boards.hexes.grid import Grid, printed
from senki.boards.hexes.hexmap import Anchor, HexArea, HexLine, HexMap, HexPlace, HexSheet, HexSides, Vocabulary

GRIDS = [Grid(shape, shifted) for shape in (0, 1) for shifted in (0, 1)]
grids = st.sampled_from(GRIDS)


def words() -> Vocabulary:
    found = Vocabulary(
        ["clear", "woods", "swamp"],
        ["hill", "stream", "orchard"],
        ["creek", "bridge", "slope"],
        ["road", "trail", "brook"],
        ["town", "field"],
    )
    found.directed = ["slope"]
    found.marks = {"brook": "stream"}
    return found


def blank(grid: Grid, columns: int, rows: int, out: frozenset[tuple[int, int]] = frozenset()) -> HexMap:
    """A map of columns 1.. and rows 1.., less the cells that are out."""
    cells = [(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1) if (c, r) not in out]
    found = HexMap(grid, words(), cells, [printed(c, r) for c, r in cells])
    found.columns, found.rows, found.out = (1, columns), (1, rows), sorted(out)
    return found


@st.composite
def boards(draw: st.DrawFn, most: int = 7) -> HexMap:
    """A blank map of either shape and parity, with holes."""
    grid = draw(grids)
    columns, rows = draw(st.integers(2, most)), draw(st.integers(2, most))
    cells = [(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)]
    out = draw(st.frozensets(st.sampled_from(cells), max_size=len(cells) // 4))
    return blank(grid, columns, rows, out)


NAMES = st.one_of(
    st.just({}),
    st.fixed_dictionaries({"en": st.sampled_from(["Owl Creek", "St. John's", "A-B"])}),
    st.fixed_dictionaries({"en": st.just("Shiloh"), "ja": st.sampled_from(["シャイロー", "桃園 の 丘"])}),
    st.fixed_dictionaries({"ja": st.just("川")}),
)
SOURCES = st.sampled_from(["", "R", "S 17", "terrain R; name P"])


def _sheet(map: HexMap, id: str, prefix: str, last: int) -> HexSheet:
    found = HexSheet(id, {}, map.columns, (1, last), "")
    found.prefix = prefix
    return found


@st.composite
def furnished(draw: st.DrawFn) -> HexMap:
    """A map with something of everything the format can say."""
    found = draw(boards(6))
    choose = st.integers(0, found.size - 1)
    for i in range(found.size):
        found.terrain[i] = draw(st.integers(0, 2))
        found.level[i] = draw(st.sampled_from([0, 0, 0, 3]))
        found.source[i] = draw(SOURCES)
        if draw(st.booleans()):
            found.add_feature(i, draw(st.sampled_from(found.words.features)))
    sides = [(i, found.neighbour[6 * i + d]) for i in range(found.size) for d in range(6)]
    for kind in found.words.sides:
        pairs = draw(st.lists(st.sampled_from(sides), max_size=5)) if sides else []
        seen: set[frozenset[int]] = set()
        pairs = [p for p in pairs if p[1] >= 0 and not (frozenset(p) in seen or seen.add(frozenset(p)))]
        if pairs:
            found.add_sides(HexSides(kind, draw(NAMES), pairs, draw(SOURCES)))
    for _ in range(draw(st.integers(0, 3))):
        chain = [draw(choose)]
        for d in draw(st.lists(st.integers(0, 5), min_size=1, max_size=20)):
            there = found.neighbour[6 * chain[-1] + d]
            if there >= 0:
                chain.append(there)
        if len(chain) > 1:
            found.add_line(HexLine(draw(st.sampled_from(found.words.links)), draw(NAMES), chain, draw(SOURCES)))
    for n in range(draw(st.integers(0, 2))):
        hexes = draw(st.sets(choose, min_size=1))
        found.areas.append(HexArea(f"area_{n}", draw(NAMES), sorted(hexes), draw(SOURCES)))
    for n in range(draw(st.integers(0, 3))):
        place = HexPlace(draw(choose), draw(st.sampled_from(found.words.places)), {"en": f"Place {n}"}, draw(SOURCES))
        found.places.append(place)
    for _ in range(draw(st.integers(0, 2))):
        lat, lon = draw(st.integers(-90_000_000, 90_000_000)), draw(st.integers(-180_000_000, 180_000_000))
        found.anchors.append(Anchor(draw(choose), lat / 1e6, lon / 1e6, draw(st.sampled_from(["", "a mill"]))))
    if draw(st.booleans()):
        found.add_sheet(_sheet(found, "low", "L", found.rows[1]))
        high = _sheet(found, "high", "H", draw(st.integers(1, found.rows[1])))
        high.names, high.source = draw(NAMES), draw(SOURCES)
        high.shift = draw(st.tuples(st.integers(-9, 1), st.integers(-9, 1)))
        if any(high.holds(cell, found.grid.shape) for cell in found.cells):
            found.add_sheet(high)
    found.preamble = draw(st.sampled_from([[], ["# A map", "# of ours"]]))
    return found
