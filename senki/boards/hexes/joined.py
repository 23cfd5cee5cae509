"""Two sheets joined into one map under two numberings: N4124 and S4101 can be the same hex."""

from __future__ import annotations

from senki.boards.hexes.grid import FLAT
from senki.boards.hexes.hexmap import Anchor, HexArea, HexLine, HexMap, HexPlace, HexSides
from senki.engine.errors import Malformed


class Sheet:
    """A map as printed: the letter before its numbers, and where its 0000 lies on the joined grid."""

    def __init__(self, map: HexMap, prefix: str, columns: int, rows: int) -> None:
        self.map = map
        self.prefix = prefix
        self.columns = columns
        self.rows = rows


def join(first: Sheet, second: Sheet) -> HexMap:
    """One map of both sheets. A hex has the name of the first sheet it lies on; `number` knows it by either name.

    Where the sheets overlap they must agree: a hex with two terrains, or a side or a link on one sheet only, is told.
    """
    _same_grid(first, second)
    _same_grid(second, first)
    names: dict[tuple[int, int], str] = {}
    for sheet in (second, first):
        for i in range(sheet.map.size):
            names[_cell(sheet, i)] = sheet.prefix + sheet.map.names[i]
    cells = sorted(names)
    joined = HexMap(first.map.grid, first.map.words, cells, [names[cell] for cell in cells])
    to_first, to_second = _numbers(joined, first), _numbers(joined, second)
    _agree(joined, first, to_first, second, to_second)
    for sheet, to in ((second, to_second), (first, to_first)):
        _lay(joined, sheet, to)
    return joined


def _cell(sheet: Sheet, hex: int) -> tuple[int, int]:
    column, row = sheet.map.cells[hex]
    return column + sheet.columns, row + sheet.rows


def _same_grid(sheet: Sheet, other: Sheet) -> None:
    grid, wanted = sheet.map.grid, other.map.grid
    if grid.shape != wanted.shape or grid.shifted != wanted.shifted:
        raise Malformed("the two sheets have different grids; joined sheets need the same shape and the same shift")
    across = sheet.columns if grid.shape == FLAT else sheet.rows
    if across % 2:
        what = "columns" if grid.shape == FLAT else "rows"
        raise Malformed(f"sheet {sheet.prefix} is moved by {across} {what}; an odd number would bend the grid")


def _numbers(joined: HexMap, sheet: Sheet) -> list[int]:
    """The joined hex of each hex of a sheet, which from now on is also known by its number there."""
    to = [joined.by_cell[_cell(sheet, i)] for i in range(sheet.map.size)]
    for i in range(sheet.map.size):
        joined.by_name[sheet.prefix + sheet.map.names[i]] = to[i]
    return to


def _agree(joined: HexMap, first: Sheet, to_first: list[int], second: Sheet, to_second: list[int]) -> None:
    from_joined = {to_first[i]: i for i in range(first.map.size)}
    for j in range(second.map.size):
        i = from_joined.get(to_second[j], -1)
        if i < 0:
            continue
        a, b = first.map, second.map
        both = f"{first.prefix}{a.names[i]} and {second.prefix}{b.names[j]} are one hex"
        if a.terrain[i] != b.terrain[j] or a.level[i] != b.level[j] or a.features[i] != b.features[j]:
            raise Malformed(f"{both}, but the sheets give it different terrain")
        for d in range(6):
            here, there = 6 * i + d, 6 * j + d
            if a.neighbour[here] < 0 or b.neighbour[there] < 0:
                continue
            if a.side[here] != b.side[there] or a.up[here] != b.up[there]:
                raise Malformed(f"{both}, but its {a.grid.directions[d]} side differs")
            if a.link[here] != b.link[there]:
                raise Malformed(f"{both}, but the links to its {a.grid.directions[d]} differ")


def _lay(joined: HexMap, sheet: Sheet, to: list[int]) -> None:
    """Put everything of a sheet on the joined map."""
    map = sheet.map
    for i in range(map.size):
        hex = to[i]
        joined.terrain[hex] = map.terrain[i]
        joined.features[hex] |= map.features[i]
        joined.level[hex] = map.level[i]
        joined.source[hex] = map.source[i]
    for run in map.runs:
        pairs = [(to[a], to[b]) for a, b in run.pairs]
        joined.add_sides(HexSides(run.kind, run.names, pairs, run.source))
    for line in map.lines:
        joined.add_line(HexLine(line.kind, line.names, [to[hex] for hex in line.hexes], line.source))
    for place in map.places:
        _add_place(joined, HexPlace(to[place.hex], place.kind, place.names, place.source))
    for area in map.areas:
        _add_area(joined, HexArea(area.id, area.names, [to[hex] for hex in area.hexes], area.source))
    known = {anchor.hex for anchor in joined.anchors}
    for anchor in map.anchors:
        if to[anchor.hex] not in known:
            joined.anchors.append(Anchor(to[anchor.hex], anchor.lat, anchor.lon, anchor.note))


def _add_place(joined: HexMap, place: HexPlace) -> None:
    for known in joined.places:
        if known.hex == place.hex and known.names == place.names:
            return
    joined.places.append(place)


def _add_area(joined: HexMap, area: HexArea) -> None:
    """An area that lies on both sheets is one area."""
    for known in joined.areas:
        if known.id == area.id:
            known.hexes = sorted(set(known.hexes) | set(area.hexes))
            return
    joined.areas.append(area)
