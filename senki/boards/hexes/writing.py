"""Writing a hex map in its one canonical form: what `format.read_map` reads back to an equal map."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.grid import PARITIES, SHAPES, printed
from senki.boards.hexes.hexmap import HexMap, HexSides

PER_LINE: Final = 12


def write_map(map: HexMap) -> str:
    """The text of a map. Only the comments above the title are kept."""
    parts = [*map.preamble, "hexmap 1", ""]
    parts.extend(_grid(map))
    if map.sheets:
        parts.extend(_sheets(map))
    if map.anchors:
        parts.extend(["[anchors]", *_anchors(map), ""])
    parts.extend(_hexes(map))
    if map.runs:
        source = _usual([run.source for run in map.runs])
        parts.append(_head("[sides]", source))
        for run in map.runs:
            parts.append(_title(run.kind, run.names, run.source, source))
            parts.extend(_wrapped(_pairs(map, run)))
        parts.append("")
    if map.lines:
        source = _usual([line.source for line in map.lines])
        parts.append(_head("[lines]", source))
        for line in map.lines:
            parts.append(_title(line.kind, line.names, line.source, source))
            parts.extend(_wrapped([map.names[hex] for hex in line.hexes]))
        parts.append("")
    if map.areas:
        source = _usual([area.source for area in map.areas])
        parts.append(_head("[areas]", source))
        for area in map.areas:
            parts.append(_title(area.id, area.names, area.source, source))
            parts.extend(_wrapped(_runs([map.cells[hex] for hex in area.hexes])))
        parts.append("")
    if map.places:
        source = _usual([place.source for place in map.places])
        parts.append(_head("[places]", source))
        for place in map.places:
            parts.append(_title(f"{map.names[place.hex]} {place.kind}", place.names, place.source, source))
        parts.append("")
    while parts[-1] == "":
        parts.pop()
    return "\n".join(parts) + "\n"


def _usual(sources: list[str]) -> str:
    """The provenance most rows have: it stands once, at the section."""
    if "" in sources:
        return ""
    count: dict[str, int] = {}
    for source in sources:
        count[source] = count.get(source, 0) + 1
    best = ""
    for source in count:
        if count[source] > count.get(best, 0):
            best = source
    return best


def _head(section: str, source: str) -> str:
    return f"{section} {{{source}}}" if source else section


def _title(first: str, names: dict[str, str], source: str, usual: str) -> str:
    parts = [first]
    if "ja" in names:
        parts.append(f"{names['en']} | {names['ja']}" if "en" in names else f"| {names['ja']}")
    elif "en" in names:
        parts.append(names["en"])
    if source != usual:
        parts.append(f"{{{source}}}")
    return " ".join(parts)


def _wrapped(words: list[str]) -> list[str]:
    return ["  " + " ".join(words[i : i + PER_LINE]) for i in range(0, len(words), PER_LINE)]


def _grid(map: HexMap) -> list[str]:
    parts = ["[grid]", f"shape {SHAPES[map.grid.shape]}", f"shifted {PARITIES[map.grid.shifted]}"]
    parts.append(f"columns {map.columns[0]:02d}-{map.columns[1]:02d}")
    parts.append(f"rows {map.rows[0]:02d}-{map.rows[1]:02d}")
    if map.odd_ones is not None:
        parts.append(_odd_ones(map, map.odd_ones))
    if map.out:
        words = _runs(map.out)
        parts.extend(["out " + " ".join(words[i : i + PER_LINE]) for i in range(0, len(words), PER_LINE)])
    return [*parts, ""]


def _sheets(map: HexMap) -> list[str]:
    source = _usual([sheet.source for sheet in map.sheets])
    parts = [_head("[sheets]", source)]
    for sheet in map.sheets:
        parts.append(_title(sheet.id, sheet.names, sheet.source, source))
        parts.append(f"  prefix {sheet.prefix}")
        if sheet.columns != map.columns:
            parts.append(f"  columns {sheet.columns[0]:02d}-{sheet.columns[1]:02d}")
        if sheet.rows != map.rows:
            parts.append(f"  rows {sheet.rows[0]:02d}-{sheet.rows[1]:02d}")
        if sheet.odd_ones is not None:
            parts.append("  " + _odd_ones(map, sheet.odd_ones))
        if sheet.shift != (0, 0):
            first = map.cells[sheet.hexes[0]]
            column, row = sheet.cell_printed(first)
            parts.append(f"  number {printed(first[0], first[1])} {printed(column, row)}")
    return [*parts, ""]


def _odd_ones(map: HexMap, odd_ones: tuple[int, int, int]) -> str:
    parity, first, last = odd_ones
    return f"{'rows' if map.grid.shape == 0 else 'columns'} {PARITIES[parity]} {first:02d}-{last:02d}"


def _runs(cells: list[tuple[int, int]]) -> list[str]:
    """Cells in order, three or more down a column as `0103-0109`."""
    found: list[str] = []
    i = 0
    while i < len(cells):
        end = i
        while end + 1 < len(cells) and cells[end + 1] == (cells[end][0], cells[end][1] + 1):
            end += 1
        if end - i >= 2:
            found.append(f"{printed(cells[i][0], cells[i][1])}-{printed(cells[end][0], cells[end][1])}")
        else:
            found.extend([printed(column, row) for column, row in cells[i : end + 1]])
        i = end + 1
    return found


def _anchors(map: HexMap) -> list[str]:
    found: list[str] = []
    for anchor in map.anchors:
        text = f"{map.names[anchor.hex]} {_decimal(anchor.lat)} {_decimal(anchor.lon)}"
        found.append(f"{text} {anchor.note}" if anchor.note else text)
    return found


def _decimal(degrees: float) -> str:
    text = f"{degrees:.6f}".rstrip("0")
    return text + "0" if text.endswith(".") else text


def _hexes(map: HexMap) -> list[str]:
    source = _usual(map.source)
    found = [_head("[hexes]", source)]
    implied = _implied(map)
    words = map.words
    for i in range(map.size):
        parts = [map.names[i], words.terrain[map.terrain[i]]]
        explicit = map.features[i] & ~implied[i]
        parts.extend([words.features[k] for k in range(len(words.features)) if explicit & (1 << k)])
        if map.level[i]:
            parts.append(f"level={map.level[i]}")
        if map.source[i] != source:
            parts.append(f"{{{map.source[i]}}}")
        found.append(" ".join(parts))
    return [*found, ""]


def _implied(map: HexMap) -> list[int]:
    """The features that hexes have because a line marks them."""
    found = [0] * map.size
    for line in map.lines:
        mark = map.words.marks.get(line.kind)
        if mark is not None:
            for hex in line.hexes:
                found[hex] |= map.words.feature_bit(mark)
    return found


def _pairs(map: HexMap, run: HexSides) -> list[str]:
    mark = ">" if run.kind in map.words.directed else "/"
    return [f"{map.names[first]}{mark}{map.names[second]}" for first, second in run.pairs]
