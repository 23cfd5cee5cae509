"""The tables a player looks things up in: words from the game's `reference.toml`, figures from its own data files."""

from __future__ import annotations

import re
from typing import Final

from senki.engine.data import has_file, read_toml, rows, texts, words
from senki.engine.errors import Malformed
from senki.engine.forms import Figures, Reference, ReferenceNote, ReferenceRow, ReferenceTable

FILE: Final = "reference.toml"
GROUPS: Final = ("results", "terrain", "units", "other")
LOOKED_UP: Final = re.compile(r"\{([^{}]+)\}")
NUMBERS: Final = re.compile(r"[<>=+-]*[0-9.+-]+")
HALVES: Final = {"0.5": "½", "1.5": "1½", "2.5": "2½"}
YES: Final = "●"


class Shelf:
    """The data files of a game, each read when something is looked up in it."""

    def __init__(self, package: str, usual: str) -> None:
        self.package = package
        self.usual = usual
        self.files: dict[str, dict[str, object]] = {}

    def find(self, path: str) -> object:
        """The value at `table.field.2` or `other.toml:table.field`; behind `?` an empty text if it is not there."""
        wanted = path.removesuffix("?")
        file, _, inside = wanted.rpartition(":")
        found: object = self._file(file or self.usual)
        for part in inside.split("."):
            if isinstance(found, dict) and part in found:
                found = found[part]
            elif isinstance(found, list) and part.isdigit() and int(part) < len(found):
                found = found[int(part)]
            elif path.endswith("?"):
                return ""
            else:
                raise Malformed(f"{self.package}/{FILE}: there is no '{wanted}' to look up")
        return found

    def listed(self, path: str) -> list[object]:
        """The list at a path."""
        found = self.find(path)
        if not isinstance(found, list):
            raise Malformed(f"{self.package}/{FILE}: '{path}' is no list")
        return found

    def word(self, key: str, lang: str) -> str:
        """The name of a word of the map, by `kind:id`."""
        kind, _, name_id = key.partition(":")
        for row in rows(self._file("terrain.toml"), kind):
            if row["id"] == name_id:
                return words(row["name"])[lang]
        raise Malformed(f"{self.package}/{FILE}: the map has no {kind} '{name_id}'")

    def _file(self, name: str) -> dict[str, object]:
        if name not in self.files:
            self.files[name] = read_toml(self.package, name)
        return self.files[name]


class Scribe:
    """Writes one table in one language."""

    def __init__(self, shelf: Shelf, lang: str, said: dict[str, str]) -> None:
        self.shelf = shelf
        self.lang = lang
        self.said = said
        """What stands for a figure: `—` for -1, say."""

    def cell(self, value: object) -> str:
        """A figure as it is written."""
        if isinstance(value, bool):
            return YES if value else ""
        text = str(value).removesuffix(".0")
        return self.said.get(text, HALVES.get(text, _figure(text) if NUMBERS.fullmatch(text) else text))

    def cells(self, template: object) -> list[str]:
        """A text with figures looked up in it; a figure that is a list and stands alone becomes several cells."""
        if isinstance(template, dict):
            template = words(template)[self.lang]
        text = str(template)
        alone = LOOKED_UP.fullmatch(text)
        if alone is None:
            return [LOOKED_UP.sub(lambda found: self.cell(self.shelf.find(found[1])), text)]
        value = self.shelf.find(alone[1])
        return [self.cell(one) for one in value] if isinstance(value, list) else [self.cell(value)]

    def line(self, templates: object) -> list[str]:
        """Several templates, one after another."""
        found: list[str] = []
        for template in templates if isinstance(templates, list) else [templates]:
            found += self.cells(template)
        return found


def read_reference(package: str, lang: str) -> Reference:
    """A game's reference in a language, empty if it has none; raises Malformed where it names what is not there."""
    if not has_file(package, FILE):
        return Reference()
    table = read_toml(package, FILE)
    shelf = Shelf(package, str(table.get("figures", "tables.toml")))
    return Reference(
        tables=[_table(shelf, row, lang) for row in rows(table, "table")],
        figures=[_figures(Scribe(shelf, lang, {}), row) for row in rows(table, "figures_of")],
        markers={
            str(row["id"]): ReferenceNote("", words(row)[lang], str(row.get("clause", "")))
            for row in rows(table, "marker")
        },
    )


def _table(shelf: Shelf, row: dict[str, object], lang: str) -> ReferenceTable:
    said = row.get("words", {})
    scribe = Scribe(shelf, lang, {str(key): str(value) for key, value in _dict(said).items()})
    group = str(row["group"])
    if group not in GROUPS:
        raise Malformed(f"{shelf.package}/{FILE}: '{group}' is no group; there are: {', '.join(GROUPS)}")
    made = [_row(scribe, one) for one in rows(row, "row")]
    if "cells" in row:
        made += _matrix(scribe, row)
    head = bands(shelf.listed(str(row["bands"]))) if "bands" in row else scribe.line(row.get("head", []))
    title = scribe.cells(row["title"])[0]
    corner = words(row["corner"])[lang] if "corner" in row else ""
    for one in made:
        if len(one.cells) != len(head):
            raise Malformed(
                f"{shelf.package}/{FILE}: {title}: '{one.name}' has {len(one.cells)} cells, not {len(head)}"
            )
    return ReferenceTable(
        id=str(row["id"]),
        group=group,
        title=title,
        head=[corner, *head],
        rows=made,
        clause=str(row.get("clause", "")),
        notes=[
            ReferenceNote(str(one.get("sign", "")), scribe.cells(words(one))[0], str(one.get("clause", "")))
            for one in rows(row, "note")
        ],
    )


def _matrix(scribe: Scribe, row: dict[str, object]) -> list[ReferenceRow]:
    """The rows of a table that lies whole in the data, turned if its rows are columns there."""
    lines: list[list[object]] = []
    for one in scribe.shelf.listed(str(row["cells"])):
        lines.append(one if isinstance(one, list) else [one])
    if row.get("turned"):
        lines = [[line[at] for line in lines] for at in range(len(lines[0]))]
    if "names_bands" in row:
        names = bands(scribe.shelf.listed(str(row["names_bands"])))
    else:
        names = counted(str(row["count"])) if "count" in row else texts(row, "names")
    if len(names) != len(lines):
        raise Malformed(f"{scribe.shelf.package}/{FILE}: '{row['id']}' names {len(names)} rows of {len(lines)}")
    return [ReferenceRow(name, [scribe.cell(one) for one in line]) for name, line in zip(names, lines, strict=True)]


def _row(scribe: Scribe, row: dict[str, object]) -> ReferenceRow:
    key = str(row.get("key", ""))
    name = scribe.cells(row["name"])[0] if "name" in row else scribe.shelf.word(key, scribe.lang)
    return ReferenceRow(name, scribe.line(row["cells"]), key, str(row.get("clause", "")))


def _figures(scribe: Scribe, row: dict[str, object]) -> Figures:
    text = scribe.cells(words(row["text"]))[0] if "text" in row else ""
    return Figures(texts(row, "symbols"), scribe.line(row.get("values", [])), text, str(row.get("clause", "")))


def bands(least: list[object]) -> list[str]:
    """Columns by the least value of each; the first takes everything below the second."""
    found: list[str] = []
    numbers = [int(str(one)) for one in least]
    for at, low in enumerate(numbers):
        if at + 1 == len(numbers):
            found.append(f"{low}..")
        elif at == 0:
            found.append(f"..{numbers[1] - 1}")
        else:
            high = numbers[at + 1] - 1
            found.append(str(low) if low == high else f"{low}..{high}")
    return [_figure(one) for one in found]


def counted(span: str) -> list[str]:
    """The numbers of `1..6`, or of `-8..10`."""
    low, _, high = span.partition("..")
    return [_figure(str(n)) for n in range(int(low), int(high) + 1)]


def _figure(text: str) -> str:
    """A number or a span of numbers as it is printed."""
    if text.startswith("<="):
        text = f"..{text[2:]}"
    elif text.startswith(">="):
        text = f"{text[2:]}.."
    return text.replace("-", "−").replace("..", " … ").strip()


def _dict(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise Malformed(f"a table was expected, not {value!r}")
    return value
