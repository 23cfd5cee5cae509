"""Reading the text format of hex maps (docs/hexmap-format.md), with every mistake named by line and column."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.grid import MOST, PARITIES, SHAPES, Grid, printed
from senki.boards.hexes.hexmap import (
    Anchor,
    HexArea,
    HexLine,
    HexMap,
    HexPlace,
    HexSheet,
    HexSides,
    Vocabulary,
    within,
)
from senki.boards.hexes.problems import Problem
from senki.boards.hexes.rows import SECTIONS, Block, Enough, Row, Scanner, Word
from senki.engine.errors import Malformed

MAX_BYTES: Final = 1_000_000
MAX_HEXES: Final = 6_000
MAX_NAMED: Final = 2_000
"""Places, or groups of a section."""
GRID_EXAMPLES: Final[dict[str, str]] = {
    "shape": "shape flat",
    "shifted": "shifted even",
    "columns": "columns 01-20",
    "rows": "rows 01-25",
}


class Group:
    """A line at the margin and the words of the indented lines beneath it, each with its line."""

    def __init__(self, head: Row) -> None:
        self.head = head
        self.words: list[tuple[int, Word]] = []


def read_map(data: bytes, words: Vocabulary) -> tuple[HexMap | None, list[Problem]]:
    """A map from the bytes of a file: the map, or the list of what is wrong with it. Any bytes may be given."""
    if len(data) > MAX_BYTES:
        return None, [Problem("too_big", 1, 1, {"bytes": len(data), "most": MAX_BYTES})]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as wrong:
        before = data[: wrong.start]
        start = before.rfind(b"\n") + 1
        column = len(before[start:].decode("utf-8", "replace")) + 1
        return None, [Problem("encoding", before.count(b"\n") + 1, column, {})]
    return read_map_text(text, words)


def read_map_text(text: str, words: Vocabulary) -> tuple[HexMap | None, list[Problem]]:
    """A map from text, or what is wrong with it."""
    if len(text) > MAX_BYTES:
        return None, [Problem("too_big", 1, 1, {"bytes": len(text), "most": MAX_BYTES})]
    reader = Reader(words)
    try:
        found = reader.read(text)
    except Enough:
        found = None
    problems = sorted(reader.problems, key=_position)
    return (None if problems else found), problems


def _position(problem: Problem) -> tuple[int, int]:
    return problem.line, problem.column


def load_map(text: str, words: Vocabulary, where: str) -> HexMap:
    """A map that ships with a game; a mistake in it is told in one line."""
    found, problems = read_map_text(text, words)
    if found is None:
        raise Malformed(f"{where}: {problems[0]!r}")
    return found


class Reader(Scanner):
    """Reads one map file and gathers what is wrong with it."""

    def __init__(self, words: Vocabulary) -> None:
        super().__init__()
        self.words = words
        self.columns: tuple[int, int] = (0, -1)
        self.rows: tuple[int, int] = (0, -1)
        self.odd_ones: tuple[int, int, int] | None = None
        """Parity, first and last: the other extent of the even or odd columns (flat) or rows (pointy)."""
        self.shape = -1
        self.shifted = -1
        self.out: set[tuple[int, int]] = set()
        self.sheets: list[HexSheet] = []

    def read(self, text: str) -> HexMap | None:
        """The map, as far as it can be read; `problems` says whether it may be used."""
        self.scan(text)
        for name in ("grid", "hexes"):
            if name not in self.blocks:
                self.wrong("no_section", 1, 1, {"section": name})
        if "grid" not in self.blocks or not self._grid(self.blocks["grid"]):
            return None
        if "sheets" in self.blocks and not self._sheets(self.blocks["sheets"]):
            return None
        if not self._out(self.blocks["grid"]) or "hexes" not in self.blocks:
            return None
        found = self._hexes(self.blocks["hexes"])
        found.preamble = self.preamble
        self._lay_sheets(found)
        for name in SECTIONS:
            block = self.blocks.get(name)
            if block is None:
                continue
            if name == "anchors":
                self._anchors(found, block)
            elif name == "sides":
                self._sides(found, block)
            elif name == "lines":
                self._lines(found, block)
            elif name == "areas":
                self._areas(found, block)
            elif name == "places":
                self._places(found, block)
        self._needed_areas(found)
        return found

    # [grid]

    def _grid(self, block: Block) -> bool:
        before = len(self.problems)
        said: set[str] = set()
        for row in block.rows:
            word = row.words[0].text
            key = word if len(row.words) < 3 or word == "out" else f"{word} other"
            if key in said and word != "out":
                self.wrong("grid_repeated", row.number, row.words[0].column, {"word": word})
            said.add(key)
            if word in ("shape", "shifted"):
                self._grid_choice(row, SHAPES if word == "shape" else PARITIES)
            elif word in ("columns", "rows"):
                self._grid_extent(row)
            elif word != "out":
                self.wrong("grid_word", row.number, row.words[0].column, {"word": word})
        for word, example in GRID_EXAMPLES.items():
            if word not in said:
                self.wrong("grid_lacks", block.line, 1, {"word": word, "example": example})
        if len(self.problems) > before:
            return False
        count = (self.columns[1] - self.columns[0] + 1) * (self.rows[1] - self.rows[0] + 1)
        if count > MAX_HEXES:
            self.wrong("grid_size", block.line, 1, {"count": count, "most": MAX_HEXES})
            return False
        return True

    def _grid_choice(self, row: Row, known: list[str]) -> None:
        word = row.words[0].text
        if row.rest not in known:
            self._grid_value(row, " | ".join(known))
        elif word == "shape":
            self.shape = known.index(row.rest)
        else:
            self.shifted = known.index(row.rest)

    def _grid_extent(self, row: Row) -> None:
        extent = self._extent(row)
        if extent is None:
            return
        parity, first, last = extent
        if parity >= 0:
            self.odd_ones = extent
        elif row.words[0].text == "columns":
            self.columns = (first, last)
        else:
            self.rows = (first, last)

    def _extent(self, row: Row) -> tuple[int, int, int] | None:
        """`rows 01-25`; `rows even 01-24` for the even columns of a flat grid, `columns even 01-24` of a pointy one."""
        values = [word.text for word in row.words[1:]]
        parity = PARITIES.index(values[0]) if len(values) == 2 and values[0] in PARITIES else -1
        ends = values[-1].split("-") if values else []
        right = len(values) == (1 if parity < 0 else 2) and len(ends) == 2 and all(_two_digits(end) for end in ends)
        if not right or int(ends[0]) > int(ends[1]):
            self._grid_value(row, f"{row.words[0].text} 01-20")
            return None
        return parity, int(ends[0]), int(ends[1])

    def _grid_value(self, row: Row, wanted: str) -> None:
        column = row.words[1].column if len(row.words) > 1 else row.words[0].column
        self.wrong("grid_value", row.number, column, {"word": row.words[0].text, "value": row.rest, "wanted": wanted})

    def _on_grid(self, column: int, row: int) -> bool:
        inside = within(self.columns, self.rows, self.odd_ones, self.shape, column, row)
        return inside and (column, row) not in self.out

    def _out(self, block: Block) -> bool:
        before = len(self.problems)
        for row in block.rows:
            if row.words[0].text == "out":
                for item in row.words[1:]:
                    self.out.update(self._run(item, row.number))
        return len(self.problems) == before

    # [sheets]

    def _sheets(self, block: Block) -> bool:
        before = len(self.problems)
        for row in block.rows:
            first = row.words[0]
            if not row.indented:
                if any(sheet.id == first.text for sheet in self.sheets):
                    self.wrong("sheet_repeated", row.number, first.column, {"word": first.text})
                names = self._names(row, row.rest, first.column)
                sheet = HexSheet(first.text, names, self.columns, self.rows, row.source or block.source)
                sheet.line = row.number
                self.sheets.append(sheet)
            elif not self.sheets:
                self.wrong("no_header", row.number, first.column)
            else:
                self._sheet_row(self.sheets[-1], row)
        self._few(block, len(self.sheets))
        for sheet in self.sheets:
            if not sheet.prefix:
                self.wrong("sheet_lacks", sheet.line, 1, {"word": sheet.id})
        return len(self.problems) == before

    def _sheet_row(self, sheet: HexSheet, row: Row) -> None:
        word = row.words[0]
        if word.text == "prefix":
            self._sheet_prefix(sheet, row)
        elif word.text in ("columns", "rows"):
            extent = self._extent(row)
            if extent is None:
                return
            if extent[0] >= 0:
                sheet.odd_ones = extent
            elif word.text == "columns":
                sheet.columns = extent[1], extent[2]
            else:
                sheet.rows = extent[1], extent[2]
        elif word.text == "number":
            cells = [self._cell(item, row.number) for item in row.words[1:]]
            if len(cells) != 2:
                self._grid_value(row, "number 0124 0101")
                return
            here, there = cells[0], cells[1]
            if here is not None and there is not None:
                sheet.shift = here[0] - there[0], here[1] - there[1]
        else:
            self.wrong("sheet_word", row.number, word.column, {"word": word.text})

    def _sheet_prefix(self, sheet: HexSheet, row: Row) -> None:
        text = row.rest
        if not text.isascii() or not text.isalpha() or len(text) > 3 or not text.isupper():
            self._grid_value(row, "prefix N")
        elif any(other.prefix == text for other in self.sheets):
            self.wrong("sheet_prefix", row.number, row.words[1].column, {"word": text})
        else:
            sheet.prefix = text

    def _lay_sheets(self, found: HexMap) -> None:
        """Lay the sheets over the hexes: each holds some, all numbers can be printed, no hex is on none."""
        if not self.sheets:
            return
        covered: set[int] = set()
        for sheet in self.sheets:
            found.add_sheet(sheet)
            covered.update(sheet.hexes)
            if not sheet.hexes:
                self.wrong("sheet_empty", sheet.line, 1, {"word": sheet.id})
            for hex in sheet.hexes:
                column, row = sheet.cell_printed(found.cells[hex])
                if not (0 <= column <= MOST and 0 <= row <= MOST):
                    self.wrong("sheet_number", sheet.line, 1, {"word": sheet.id, "hex": found.names[hex]})
                    break
        for hex in range(found.size):
            if hex not in covered:
                self.wrong("sheet_gap", self.blocks["sheets"].line, 1, {"hex": found.names[hex]})
                break

    # Hexes

    def _cell(self, word: Word, line: int) -> tuple[int, int] | None:
        """The cell of a number of the file, `4124`, or of one printed on a sheet, `S4101`."""
        if self.sheets and word.text[:1].isalpha():
            return self._printed_cell(word, line)
        if len(word.text) != 4 or not _two_digits(word.text[:2]) or not _two_digits(word.text[2:]):
            self.wrong("hex_number", line, word.column, {"word": word.text})
            return None
        return int(word.text[:2]), int(word.text[2:])

    def _printed_cell(self, word: Word, line: int) -> tuple[int, int] | None:
        digits = word.text[-4:]
        prefix = word.text[:-4]
        for sheet in self.sheets:
            if sheet.prefix != prefix or not _two_digits(digits[:2]) or not _two_digits(digits[2:]):
                continue
            cell = int(digits[:2]) + sheet.shift[0], int(digits[2:]) + sheet.shift[1]
            if sheet.holds(cell, self.shape):
                return cell
            self.wrong("sheet_outside", line, word.column, {"word": word.text, "sheet": sheet.id})
            return None
        known = ", ".join([sheet.prefix for sheet in self.sheets])
        self.wrong("hex_prefix", line, word.column, {"word": word.text, "known": known})
        return None

    def _run(self, word: Word, line: int) -> list[tuple[int, int]]:
        """One cell, or the cells of `0103-0109`."""
        if "-" not in word.text:
            cell = self._cell(word, line)
            return [cell] if cell is not None else []
        ends = word.text.split("-")
        first = self._cell(Word(ends[0], word.column), line)
        last = self._cell(Word(ends[1], word.column + len(ends[0]) + 1), line) if len(ends) == 2 else None
        if first is None or last is None or first[0] != last[0] or first[1] > last[1]:
            if first is not None and (last is not None or len(ends) != 2):
                self.wrong("range", line, word.column, {"word": word.text})
            return []
        return [(first[0], row) for row in range(first[1], last[1] + 1)]

    def _hexes(self, block: Block) -> HexMap:
        listed: dict[tuple[int, int], Row] = {}
        for row in block.rows:
            cell = self._cell(row.words[0], row.number)
            if cell is None:
                continue
            if cell in listed:
                self.wrong("hex_repeated", row.number, row.words[0].column, {"hex": printed(cell[0], cell[1])})
            elif not self._on_grid(cell[0], cell[1]):
                self.wrong("hex_outside", row.number, row.words[0].column, {"hex": printed(cell[0], cell[1])})
            else:
                listed[cell] = row
        self._missing(listed, block)
        cells = sorted(listed)
        found = HexMap(Grid(self.shape, self.shifted), self.words, cells, [printed(c, r) for c, r in cells])
        found.columns, found.rows, found.odd_ones = self.columns, self.rows, self.odd_ones
        found.out = sorted(self.out)
        for i in range(found.size):
            self._hex(found, i, listed[cells[i]], block)
        return found

    def _missing(self, listed: dict[tuple[int, int], Row], block: Block) -> None:
        line = block.line
        for column in range(self.columns[0], self.columns[1] + 1):
            for row in range(self.rows[0], self.rows[1] + 1):
                here = listed.get((column, row))
                if here is not None:
                    line = here.number
                elif self._on_grid(column, row):
                    self.wrong("hex_missing", line, 1, {"hex": printed(column, row)})

    def _hex(self, found: HexMap, hex: int, row: Row, block: Block) -> None:
        found.source[hex] = row.source or block.source
        if len(row.words) < 2:
            facts: dict[str, object] = {"hex": found.names[hex], "known": ", ".join(self.words.terrain)}
            self.wrong("no_terrain", row.number, row.words[0].column, facts)
            return
        terrain = row.words[1]
        if self._known(terrain, self.words.terrain, "terrain", row.number):
            found.set_terrain(hex, terrain.text)
        said: set[str] = set()
        for word in row.words[2:]:
            if word.text in said:
                self.wrong("repeated_word", row.number, word.column, {"word": word.text})
            said.add(word.text)
            if word.text.startswith("level="):
                level = word.text[6:]
                if not level.isascii() or not level.isdigit() or len(level) > 2:
                    self.wrong("level", row.number, word.column, {"word": word.text})
                else:
                    found.level[hex] = int(level)
            elif self._known(word, self.words.features, "feature", row.number):
                found.add_feature(hex, word.text)

    def _known(self, word: Word, known: list[str], key: str, line: int) -> bool:
        if word.text in known:
            return True
        self.wrong(key, line, word.column, {"word": word.text, "known": ", ".join(known) or "–"})
        return False

    # Groups: sides, lines, areas

    def _groups(self, block: Block) -> list[Group]:
        found: list[Group] = []
        for row in block.rows:
            if not row.indented:
                found.append(Group(row))
            elif not found:
                self.wrong("no_header", row.number, row.words[0].column)
            else:
                found[-1].words.extend([(row.number, word) for word in row.words])
        self._few(block, len(found))
        for group in found:
            if not group.words:
                head = group.head
                self.wrong("empty_group", head.number, head.words[0].column, {"word": head.words[0].text})
        return found

    def _few(self, block: Block, count: int) -> None:
        if count > MAX_NAMED:
            self.wrong("crowded", block.line, 1, {"section": block.name, "count": count, "most": MAX_NAMED})
            raise Enough()

    def _names(self, row: Row, text: str, column: int) -> dict[str, str]:
        """`English | 日本語`; either may be left out."""
        parts = [part.strip() for part in text.split("|")]
        if len(parts) > 2:
            self.wrong("too_many_names", row.number, column)
        names: dict[str, str] = {}
        if parts[0]:
            names["en"] = parts[0]
        if len(parts) > 1 and parts[1]:
            names["ja"] = parts[1]
        return names

    def _on_map(self, found: HexMap, word: Word, line: int) -> int:
        cell = self._cell(word, line)
        if cell is None:
            return -1
        hex = found.by_cell.get(cell, -1)
        if hex < 0:
            self.wrong("hex_unknown", line, word.column, {"hex": word.text})
        return hex

    def _sides(self, found: HexMap, block: Block) -> None:
        seen: set[tuple[str, int, int]] = set()
        for group in self._groups(block):
            kind = group.head.words[0]
            if not self._known(kind, self.words.sides, "side_kind", group.head.number):
                continue
            pairs: list[tuple[int, int]] = []
            for line, word in group.words:
                pair = self._pair(found, word, line, kind.text in self.words.directed)
                if pair is None:
                    continue
                key = (kind.text, min(pair), max(pair))
                if key in seen:
                    self.wrong("side_repeated", line, word.column, {"word": word.text})
                    continue
                seen.add(key)
                pairs.append(pair)
            names = self._names(group.head, group.head.rest, kind.column)
            found.add_sides(HexSides(kind.text, names, pairs, group.head.source or block.source))

    def _pair(self, found: HexMap, word: Word, line: int, directed: bool) -> tuple[int, int] | None:
        mark = ">" if directed else "/"
        ends = word.text.split(mark)
        if len(ends) != 2:
            facts: dict[str, object] = {"word": word.text, "mark": f"‘{mark}’", "example": f"0916{mark}0915"}
            self.wrong("side_form", line, word.column, facts)
            return None
        first = self._on_map(found, Word(ends[0], word.column), line)
        second = self._on_map(found, Word(ends[1], word.column + len(ends[0]) + 1), line)
        if first < 0 or second < 0:
            return None
        if not found.adjacent(first, second):
            self.wrong("not_neighbours", line, word.column, {"first": ends[0], "second": ends[1]})
            return None
        return first, second

    def _lines(self, found: HexMap, block: Block) -> None:
        for group in self._groups(block):
            kind = group.head.words[0]
            if not self._known(kind, self.words.links, "line_kind", group.head.number):
                continue
            chain: list[int] = []
            whole = True
            for line, word in group.words:
                hex = self._on_map(found, word, line)
                if hex < 0:
                    whole = False
                elif chain and not found.adjacent(chain[-1], hex):
                    facts: dict[str, object] = {"first": found.names[chain[-1]], "second": word.text}
                    self.wrong("broken_line", line, word.column, facts)
                    whole = False
                if hex >= 0:
                    chain.append(hex)
            if len(chain) == 1:
                self.wrong("short_line", group.head.number, kind.column)
            elif whole and chain:
                names = self._names(group.head, group.head.rest, kind.column)
                found.add_line(HexLine(kind.text, names, chain, group.head.source or block.source))

    def _areas(self, found: HexMap, block: Block) -> None:
        seen: set[str] = set()
        for group in self._groups(block):
            id = group.head.words[0]
            if id.text in seen:
                self.wrong("area_repeated", group.head.number, id.column, {"word": id.text})
                continue
            seen.add(id.text)
            if self.words.areas:
                self._known(id, self.words.areas, "area_kind", group.head.number)
            hexes: set[int] = set()
            for line, word in group.words:
                for cell in self._run(word, line):
                    hex = found.by_cell.get(cell, -1)
                    if hex < 0:
                        self.wrong("hex_unknown", line, word.column, {"hex": printed(cell[0], cell[1])})
                    elif hex in hexes:
                        self.wrong("hex_repeated", line, word.column, {"hex": found.names[hex]})
                    hexes.add(hex)
            names = self._names(group.head, group.head.rest, id.column)
            found.areas.append(HexArea(id.text, names, sorted(hexes), group.head.source or block.source))

    def _needed_areas(self, found: HexMap) -> None:
        has = {area.id for area in found.areas}
        block = self.blocks.get("areas")
        for id in self.words.areas:
            if id not in has:
                self.wrong("area_missing", block.line if block is not None else 1, 1, {"word": id})

    # Places and anchors

    def _places(self, found: HexMap, block: Block) -> None:
        self._few(block, len(block.rows))
        seen: set[tuple[int, str]] = set()
        for row in block.rows:
            hex = self._on_map(found, row.words[0], row.number)
            if len(row.words) < 3:
                self.wrong("no_name", row.number, row.words[-1].column)
                continue
            kind = row.words[1]
            if not self._known(kind, self.words.places, "place_kind", row.number) or hex < 0:
                continue
            names = self._names(row, row.rest[len(kind.text) :], row.words[2].column)
            if not names:
                self.wrong("no_name", row.number, row.words[2].column)
                continue
            key = (hex, names.get("en", names.get("ja", "")))
            if key in seen:
                self.wrong("place_repeated", row.number, row.words[2].column, {"hex": found.names[hex], "word": key[1]})
                continue
            seen.add(key)
            found.places.append(HexPlace(hex, kind.text, names, row.source or block.source))

    def _anchors(self, found: HexMap, block: Block) -> None:
        for row in block.rows:
            hex = self._on_map(found, row.words[0], row.number)
            if len(row.words) < 3:
                self.wrong("anchor", row.number, row.words[-1].column)
                continue
            lat, lon = _degrees(row.words[1].text, 90.0), _degrees(row.words[2].text, 180.0)
            for word, value in ((row.words[1], lat), (row.words[2], lon)):
                if value is None:
                    self.wrong("anchor", row.number, word.column)
            if hex >= 0 and lat is not None and lon is not None:
                note = " ".join([word.text for word in row.words[3:]])
                found.anchors.append(Anchor(hex, lat, lon, note))


def _two_digits(text: str) -> bool:
    return len(text) == 2 and text.isascii() and text.isdigit()


def _degrees(text: str, most: float) -> float | None:
    digits = text.removeprefix("-").replace(".", "", 1)
    if not digits.isascii() or not digits.isdigit() or len(text) > 12:
        return None
    value = float(text)
    return value if -most <= value <= most else None
