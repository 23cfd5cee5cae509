"""A hex map in flat lists: hexes are 0..n-1, hexsides and links are 6 * hex + direction.

Terrain is one number per hex. Features, hexsides and links are bit masks, because a hex can be both hill and orchard, a
side both creek and bridge, a step both pike and railroad. Bit and number of a word come from the game's `Vocabulary`.
"""

from __future__ import annotations

from senki.boards.hexes.grid import FLAT, Grid, printed
from senki.engine.data import rows
from senki.engine.errors import Malformed, UnknownName


class Vocabulary:
    """The words a game's map may use. The position of a word in its list is its number; its bit is 1 << number."""

    def __init__(
        self, terrain: list[str], features: list[str], sides: list[str], links: list[str], places: list[str]
    ) -> None:
        self.terrain = terrain
        self.features = features
        self.sides = sides
        self.links = links
        self.places = places
        self.directed: list[str] = []
        """The hexside words that have an upper hex, such as a slope."""
        self.marks: dict[str, str] = {}
        """Link word to the feature that every hex on its course gets, such as a stream."""
        self.areas: list[str] = []
        """The areas the game needs; when empty, a map may name any."""

    def terrain_number(self, word: str) -> int:
        """The number of a terrain."""
        return _number(self.terrain, word, "terrain")

    def feature_bit(self, word: str) -> int:
        """The bit of a feature of a hex."""
        return 1 << _number(self.features, word, "feature")

    def side_bit(self, word: str) -> int:
        """The bit of a kind of hexside."""
        return 1 << _number(self.sides, word, "hexside")

    def link_bit(self, word: str) -> int:
        """The bit of a kind of link."""
        return 1 << _number(self.links, word, "link")


def read_vocabulary(table: dict[str, object]) -> Vocabulary:
    """The words of a game's map from its terrain.toml: `[[terrain]]`, `[[feature]]`, `[[side]]`, `[[line]]`,
    `[[place]]`, `[[area]]`, each row with an `id`; a side may be `directed`, a line may `mark` a feature."""
    found = Vocabulary(
        _ids(table, "terrain"), _ids(table, "feature"), _ids(table, "side"), _ids(table, "line"), _ids(table, "place")
    )
    found.directed = [str(row["id"]) for row in rows(table, "side") if row.get("directed")]
    found.marks = {str(row["id"]): str(row["marks"]) for row in rows(table, "line") if "marks" in row}
    found.areas = _ids(table, "area")
    for mark in found.marks.values():
        found.feature_bit(mark)
    return found


def _ids(table: dict[str, object], name: str) -> list[str]:
    found = [str(row["id"]) for row in rows(table, name)]
    if len(set(found)) != len(found):
        raise Malformed(f"the terrain file lists a {name} twice")
    return found


def _number(words: list[str], word: str, what: str) -> int:
    if word not in words:
        raise UnknownName(f"there is no {what} '{word}' in this game; there are: {', '.join(words)}")
    return words.index(word)


class HexPlace:
    """A named place in a hex: its kind (a word of the vocabulary) and its names by language."""

    def __init__(self, hex: int, kind: str, names: dict[str, str], source: str) -> None:
        self.hex = hex
        self.kind = kind
        self.names = names
        self.source = source


class HexLine:
    """A named chain of hexes along a link kind: a road, a trail, the course of a stream."""

    def __init__(self, kind: str, names: dict[str, str], hexes: list[int], source: str) -> None:
        self.kind = kind
        self.names = names
        self.hexes = hexes
        self.source = source


class HexSides:
    """A named run of hexsides of one kind; each side is a pair of hexes, for a directed kind the low one first."""

    def __init__(self, kind: str, names: dict[str, str], pairs: list[tuple[int, int]], source: str) -> None:
        self.kind = kind
        self.names = names
        self.pairs = pairs
        self.source = source


class HexArea:
    """A named set of hexes: a camp, a county, an entry, a zone."""

    def __init__(self, id: str, names: dict[str, str], hexes: list[int], source: str) -> None:
        self.id = id
        self.names = names
        self.hexes = hexes
        self.source = source


class HexSheet:
    """A printed sheet of the map: the part it covers, in numbers of the file, and its own numbers for that part."""

    def __init__(
        self, id: str, names: dict[str, str], columns: tuple[int, int], rows: tuple[int, int], source: str
    ) -> None:
        self.id = id
        self.names = names
        self.columns = columns
        self.rows = rows
        self.odd_ones: tuple[int, int, int] | None = None
        """Parity, first and last: the other extent of the even or odd columns (flat) or rows (pointy)."""
        self.prefix = ""
        self.shift: tuple[int, int] = (0, 0)
        """What is added to column and row as printed to get those of the file."""
        self.source = source
        self.line = 0
        """Where it stands in its file."""
        self.hexes: list[int] = []

    def holds(self, cell: tuple[int, int], shape: int) -> bool:
        """Does the sheet cover this cell?"""
        return within(self.columns, self.rows, self.odd_ones, shape, cell[0], cell[1])

    def cell_printed(self, cell: tuple[int, int]) -> tuple[int, int]:
        """The column and row that the sheet prints in a cell."""
        return cell[0] - self.shift[0], cell[1] - self.shift[1]


def within(
    columns: tuple[int, int],
    rows: tuple[int, int],
    odd_ones: tuple[int, int, int] | None,
    shape: int,
    column: int,
    row: int,
) -> bool:
    """Does a cell lie in an extent? Either parity of columns (flat) or rows (pointy) may have an extent of its own."""
    if not (columns[0] <= column <= columns[1] and rows[0] <= row <= rows[1]):
        return False
    if odd_ones is None:
        return True
    parity, first, last = odd_ones
    across, along = (column, row) if shape == FLAT else (row, column)
    return across % 2 != parity or first <= along <= last


class Anchor:
    """A hex whose real position is known."""

    def __init__(self, hex: int, lat: float, lon: float, note: str) -> None:
        self.hex = hex
        self.lat = lat
        self.lon = lon
        self.note = note


class HexMap:
    """The hexes of a board with everything printed in and between them."""

    def __init__(self, grid: Grid, words: Vocabulary, cells: list[tuple[int, int]], names: list[str]) -> None:
        self.grid = grid
        self.words = words
        self.cells = cells
        """The printed column and row of each hex, on the grid of the whole map."""
        self.names = names
        """The printed number of each hex."""
        self.size: int = len(cells)
        self.by_name: dict[str, int] = {}
        self.by_cell: dict[tuple[int, int], int] = {}
        for i in range(self.size):
            self.by_name[names[i]] = i
            self.by_cell[cells[i]] = i
        self.cubes: list[tuple[int, int]] = [grid.cube(c, r) for c, r in cells]
        self.neighbour: list[int] = self._neighbours()
        """6 * hex + direction: the hex there, -1 off the map."""
        self.terrain: list[int] = [0] * self.size
        self.features: list[int] = [0] * self.size
        self.level: list[int] = [0] * self.size
        self.side: list[int] = [0] * (6 * self.size)
        """6 * hex + direction: the bits of what lies on that side, the same seen from both hexes."""
        self.up: list[int] = [0] * (6 * self.size)
        """6 * hex + direction: the bits of directed sides that rise that way (the neighbour is the upper hex)."""
        self.link: list[int] = [0] * (6 * self.size)
        """6 * hex + direction: the bits of the links that leave the hex there."""
        self.places: list[HexPlace] = []
        self.lines: list[HexLine] = []
        self.runs: list[HexSides] = []
        self.areas: list[HexArea] = []
        self.anchors: list[Anchor] = []
        self.sheets: list[HexSheet] = []
        """The printed sheets that the map joins; none if its own numbers are the printed ones."""
        self.by_print: dict[str, int] = {}
        """Hex by its number on a sheet, such as S4101."""
        self.source: list[str] = [""] * self.size
        """The provenance of each hex."""
        # what the text format says of the sheet as a whole, kept for writing it again
        self.preamble: list[str] = []
        self.columns: tuple[int, int] = (0, -1)
        self.rows: tuple[int, int] = (0, -1)
        self.odd_ones: tuple[int, int, int] | None = None
        self.out: list[tuple[int, int]] = []

    def _neighbours(self) -> list[int]:
        found = [-1] * (6 * self.size)
        for i in range(self.size):
            column, row = self.cells[i]
            for d in range(6):
                found[6 * i + d] = self.by_cell.get(self.grid.neighbour(column, row, d), -1)
        return found

    def number(self, name: str) -> int:
        """The hex with this number, of the file or printed on a sheet."""
        found = self.by_name.get(name, self.by_print.get(name, -1))
        if found < 0:
            raise UnknownName(f"there is no hex '{name}' on this map")
        return found

    def add_sheet(self, sheet: HexSheet) -> None:
        """Lay a sheet over the map."""
        sheet.hexes = [hex for hex in range(self.size) if sheet.holds(self.cells[hex], self.grid.shape)]
        self.sheets.append(sheet)
        for hex in sheet.hexes:
            self.by_print[self.printed(hex, sheet.id)] = hex

    def sheet(self, id: str) -> list[int]:
        """The hexes of a sheet, of all of them for an empty id."""
        return self._sheet(id).hexes if id else list(range(self.size))

    def printed(self, hex: int, sheet: str = "") -> str:
        """The number of a hex as a sheet prints it, for an empty id the first sheet that it is on; on a map without
        sheets its number in the file."""
        if not self.sheets:
            return self.names[hex]
        cell = self.cells[hex]
        if sheet:
            return _printed_on(self._sheet(sheet), cell)
        for one in self.sheets:
            if one.holds(cell, self.grid.shape):
                return _printed_on(one, cell)
        return self.names[hex]

    def _sheet(self, id: str) -> HexSheet:
        for sheet in self.sheets:
            if sheet.id == id:
                return sheet
        known = ", ".join([sheet.id for sheet in self.sheets]) or "–"
        raise UnknownName(f"there is no sheet '{id}' on this map; there are: {known}")

    def cut(self, sheet: str) -> HexMap:
        """The part of the map that a sheet covers, as a map of its own; lines end at its edge."""
        if not sheet:
            return self
        one = self._sheet(sheet)
        found = HexMap(self.grid, self.words, [self.cells[h] for h in one.hexes], [self.names[h] for h in one.hexes])
        new = {one.hexes[i]: i for i in range(found.size)}
        for old, hex in new.items():
            found.terrain[hex], found.features[hex] = self.terrain[old], self.features[old]
            found.level[hex], found.source[hex] = self.level[old], self.source[old]
        for run in self.runs:
            pairs = [(new[a], new[b]) for a, b in run.pairs if a in new and b in new]
            if pairs:
                found.add_sides(HexSides(run.kind, run.names, pairs, run.source))
        for line in self.lines:
            for chain in _stretches(line.hexes, new):
                found.add_line(HexLine(line.kind, line.names, chain, line.source))
        for area in self.areas:
            hexes = [new[hex] for hex in area.hexes if hex in new]
            found.areas.append(HexArea(area.id, area.names, hexes, area.source))
        for place in self.places:
            if place.hex in new:
                found.places.append(HexPlace(new[place.hex], place.kind, place.names, place.source))
        for anchor in self.anchors:
            if anchor.hex in new:
                found.anchors.append(Anchor(new[anchor.hex], anchor.lat, anchor.lon, anchor.note))
        found.preamble, found.out = self.preamble, self.out
        found.columns, found.rows, found.odd_ones = one.columns, one.rows, one.odd_ones
        own = HexSheet(one.id, one.names, one.columns, one.rows, one.source)
        own.prefix, own.shift, own.odd_ones = one.prefix, one.shift, one.odd_ones
        found.add_sheet(own)
        return found

    def direction(self, hex: int, to: int) -> int:
        """The direction of an adjacent hex, -1 if it is not adjacent."""
        for d in range(6):
            if self.neighbour[6 * hex + d] == to:
                return d
        return -1

    def adjacent(self, a: int, b: int) -> bool:
        """Do two hexes share a side?"""
        return self.direction(a, b) >= 0

    def area(self, id: str) -> list[int]:
        """The hexes of a named area."""
        for area in self.areas:
            if area.id == id:
                return area.hexes
        raise UnknownName(f"there is no area '{id}' on this map; there are: {', '.join(a.id for a in self.areas)}")

    def name_of(self, hex: int, lang: str) -> str:
        """The name of the first place in a hex in a language, empty if it has none."""
        for place in self.places:
            if place.hex == hex:
                return place.names.get(lang, place.names.get("en", ""))
        return ""

    def set_terrain(self, hex: int, word: str) -> None:
        """Give a hex its terrain."""
        self.terrain[hex] = self.words.terrain_number(word)

    def add_feature(self, hex: int, word: str) -> None:
        """Put a feature in a hex."""
        self.features[hex] |= self.words.feature_bit(word)

    def add_sides(self, run: HexSides) -> None:
        """Lay a run of hexsides; on a directed kind the first hex of each pair is the lower one."""
        bit = self.words.side_bit(run.kind)
        directed = run.kind in self.words.directed
        for low, high in run.pairs:
            d = self.direction(low, high)
            if d < 0:
                raise UnknownName(f"hexes {self.names[low]} and {self.names[high]} share no side")
            self.side[6 * low + d] |= bit
            self.side[6 * high + (d + 3) % 6] |= bit
            if directed:
                self.up[6 * low + d] |= bit
        self.runs.append(run)

    def add_line(self, line: HexLine) -> None:
        """Lay a chain of links; its hexes also get the feature that the kind marks."""
        bit = self.words.link_bit(line.kind)
        for i in range(len(line.hexes) - 1):
            a, b = line.hexes[i], line.hexes[i + 1]
            d = self.direction(a, b)
            if d < 0:
                raise UnknownName(f"'{line.names.get('en', line.kind)}' jumps from {self.names[a]} to {self.names[b]}")
            self.link[6 * a + d] |= bit
            self.link[6 * b + (d + 3) % 6] |= bit
        mark = self.words.marks.get(line.kind)
        if mark is not None:
            for hex in line.hexes:
                self.add_feature(hex, mark)
        self.lines.append(line)


def _printed_on(sheet: HexSheet, cell: tuple[int, int]) -> str:
    column, row = sheet.cell_printed(cell)
    return sheet.prefix + printed(column, row)


def _stretches(hexes: list[int], new: dict[int, int]) -> list[list[int]]:
    """The parts of a chain of hexes that are still there, of two hexes or more, in their new numbers."""
    found: list[list[int]] = [[]]
    for hex in hexes:
        if hex in new:
            found[-1].append(new[hex])
        elif found[-1]:
            found.append([])
    return [chain for chain in found if len(chain) > 1]
