"""Small changes of the tables of a game: the numbers and results in the data files its rules read."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

NO_TABLES = ("advice.toml",)
"""What a machine player thinks is no rule."""
NO_RULES = ("x", "y", "lat", "lon", "width", "height", "men", "guns")
"""Columns for drawing and for readers."""
TOKEN = re.compile(
    r"""(?P<text>"[^"]*")|(?P<comment>\#.*)|(?P<key>[A-Za-z_]\w*)\s*=|(?P<truth>\btrue\b|\bfalse\b)"""
    r"""|(?P<number>(?<![\w.])-?\d+(?:\.\d+)?(?![\w.:-]))"""
)
ROW = re.compile(r'\s*\[\s*"')
CSV_CELL = re.compile(r'"(?:[^"]|"")*"|[^,\r\n]+|(?<=,)')


@dataclass(frozen=True)
class Cell:
    """A cell of a table and what it becomes."""

    file: str
    table: str
    line: int
    start: int
    end: int
    was: str
    becomes: str


def cell_changes(folder: Path) -> Iterator[Cell]:
    """The changes of every table that the code of a game names."""
    for name in tables(folder):
        text = (folder / name).read_text(encoding="utf-8")
        yield from csv_cells(name, text) if name.endswith(".csv") else toml_cells(name, text)


def tables(folder: Path) -> list[str]:
    """The data files that the code of a package names."""
    named = {
        node.value
        for file in folder.glob("*.py")
        for node in ast.walk(ast.parse(file.read_bytes()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.endswith((".toml", ".csv"))
    }
    return sorted(name for name in named if name not in NO_TABLES and (folder / name).exists())


def toml_cells(file: str, text: str) -> Iterator[Cell]:
    """Numbers and truths, and in rows of results a cell that becomes the next one of its row."""
    table, key, offset = file, "", 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if heading := re.match(r"\[+([\w.]+)\]+", line):
            table = f"{file} [{heading[1]}]"
        else:
            results = list(re.finditer(r'"[^"]*"', line)) if ROW.match(line) else []
            for result, beside in pairwise(results):
                if result[0] != beside[0]:
                    yield _cell(file, table, number, line, offset, result, beside[0])
            for token in TOKEN.finditer(line):
                key = token["key"] or key
                if (token["number"] or token["truth"]) and key not in NO_RULES:
                    for becomes in beside_it(token[0]):
                        yield _cell(file, table, number, line, offset, token, becomes)
        offset += len(line.encode())


def csv_cells(file: str, text: str) -> Iterator[Cell]:
    """Numbers, column by column."""
    lines = text.splitlines(keepends=True)
    columns = lines[0].strip().split(",")
    offset = len(lines[0].encode())
    for number, line in enumerate(lines[1:], 2):
        for column, cell in zip(columns, CSV_CELL.finditer(line), strict=False):
            if cell[0].isdigit() and column not in NO_RULES:
                for becomes in beside_it(cell[0]):
                    yield _cell(file, f"{file} [{column}]", number, line, offset, cell, becomes)
        offset += len(line.encode())


def beside_it(cell: str) -> list[str]:
    """What may stand in a cell instead: a whole number ± 1, a fraction ± a tenth, the other truth.

    A -1 says that there is none of it, so -2 would say the same; a hex number keeps its four digits.
    """
    if cell in ("true", "false"):
        return ["false" if cell == "true" else "true"]
    if "." in cell:
        value = float(cell)
        return [str(round(value * 1.1, 6)), str(round(value * 0.9, 6))] if value else ["1.0"]
    steps = (1,) if cell == "-1" else (1, -1)
    return [str(int(cell) + step).zfill(len(cell) if cell.startswith("0") else 0) for step in steps]


def _cell(file: str, table: str, number: int, line: str, offset: int, found: re.Match[str], becomes: str) -> Cell:
    start = offset + len(line[: found.start()].encode())
    return Cell(file, table, number, start, start + len(found[0].encode()), found[0], becomes)
