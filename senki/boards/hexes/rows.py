"""A map file as sections of rows of words, before anything in it is understood."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.problems import Problem

MAX_LINE: Final = 2_000
MAX_PROBLEMS: Final = 100
SECTIONS: Final[list[str]] = ["grid", "sheets", "anchors", "hexes", "sides", "lines", "areas", "places"]


class Enough(Exception):
    """So many problems that reading on helps nobody."""


class Word:
    """A word of a line and the column where it begins."""

    def __init__(self, text: str, column: int) -> None:
        self.text = text
        self.column = column


class Row:
    """A line of the file that says something: its words, the provenance in braces at its end, its indent."""

    def __init__(self, number: int, words: list[Word], rest: str, source: str, indented: bool) -> None:
        self.number = number
        self.words = words
        self.rest = rest
        """The line without its first word and its provenance: the names of a group."""
        self.source = source
        self.indented = indented


class Block:
    """A section: its header line, the provenance of all its rows, and the rows."""

    def __init__(self, name: str, line: int, source: str) -> None:
        self.name = name
        self.line = line
        self.source = source
        self.rows: list[Row] = []


class Scanner:
    """Cuts one map file into its sections and gathers what is wrong with it."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.blocks: dict[str, Block] = {}
        self.preamble: list[str] = []

    def wrong(self, key: str, line: int, column: int, facts: dict[str, object] | None = None) -> None:
        """Note a mistake."""
        if len(self.problems) >= MAX_PROBLEMS:
            self.problems.append(Problem("too_many", line, column, {}))
            raise Enough()
        self.problems.append(Problem(key, line, column, facts if facts is not None else {}))

    def scan(self, text: str) -> None:
        """Fill `blocks` and `preamble` from the text of a file."""
        block: Block | None = None
        titled = False
        number = 0
        for raw in text.removeprefix("\ufeff").split("\n"):
            number += 1
            line = raw.removesuffix("\r")
            if not self._plain(line, number):
                continue
            if not titled and line.startswith("#"):
                self.preamble.append(line.rstrip())
                continue
            row = self._row(line, number)
            if row is None:
                continue
            first = row.words[0]
            if not titled:
                titled = True
                self._title(row)
            elif first.text.startswith("[") and first.text.endswith("]"):
                block = self._section(first.text[1:-1], row, first.column)
            elif block is None:
                self.wrong("before_section", number, first.column)
            else:
                block.rows.append(row)
        if not titled:
            self.wrong("no_title", 1, 1)

    def _plain(self, line: str, number: int) -> bool:
        if len(line) > MAX_LINE:
            self.wrong("long_line", number, MAX_LINE + 1, {"most": MAX_LINE})
            return False
        for i in range(len(line)):
            code = ord(line[i])
            if (code < 32 and code != 9) or code == 127:
                self.wrong("control", number, i + 1, {"code": code})
                return False
        return True

    def _row(self, line: str, number: int) -> Row | None:
        body = _without_comment(line)
        source = ""
        brace = body.find("{")
        if brace >= 0:
            end = body.rstrip()
            if not end.endswith("}") or end.count("{") > 1 or end.count("}") > 1:
                self.wrong("open_brace", number, brace + 1)
                end += "}"
            source = end[brace + 1 : -1].strip()
            body = body[:brace]
        words = _words(body)
        if not words:
            if brace >= 0:
                self.wrong("before_section", number, brace + 1)
            return None
        first = words[0]
        rest = body[first.column - 1 + len(first.text) :].strip()
        return Row(number, words, rest, source, first.column > 1)

    def _title(self, row: Row) -> None:
        first = row.words[0]
        if first.text != "hexmap":
            self.wrong("no_title", row.number, first.column)
        elif row.rest != "1":
            self.wrong("version", row.number, first.column, {"version": row.rest or "?"})

    def _section(self, name: str, row: Row, column: int) -> Block:
        block = Block(name, row.number, row.source)
        if name not in SECTIONS:
            known = ", ".join(f"[{section}]" for section in SECTIONS)
            self.wrong("unknown_section", row.number, column, {"section": name, "known": known})
        elif name in self.blocks:
            self.wrong("repeated_section", row.number, column, {"section": name})
        else:
            self.blocks[name] = block
        return block


def _without_comment(line: str) -> str:
    """The line up to a `#` at its beginning or after a space."""
    at = line.find("#")
    while at > 0 and line[at - 1] not in " \t":
        at = line.find("#", at + 1)
    return line if at < 0 else line[:at]


def _words(text: str) -> list[Word]:
    found: list[Word] = []
    start = -1
    for i in range(len(text) + 1):
        space = i == len(text) or text[i] in " \t"
        if not space and start < 0:
            start = i
        elif space and start >= 0:
            found.append(Word(text[start:i], start + 1))
            start = -1
    return found
