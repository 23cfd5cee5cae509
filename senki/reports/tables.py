"""The tables behind the charts, as HTML in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import Any

import polars as pl

from senki.engine.data import LANGUAGES
from senki.engine.game import Game
from senki.reports.figures import DRAWN
from senki.reports.words import both, level_name, say, side_name

Row = dict[str, Any]
Cell = Callable[[Row], str]
"""What a row says in a column, as HTML."""


def table(columns: Iterable[tuple[str, Cell, bool]], rows: Iterable[Row]) -> str:
    """A table; each column has a heading, its cells, and whether they are numbers."""
    columns = list(columns)
    head = "".join(f'<th scope="col"{_right(right)}>{heading}</th>' for heading, _, right in columns)
    body = "".join(
        "<tr>" + "".join(f"<td{_right(right)}>{cell(row)}</td>" for _, cell, right in columns) + "</tr>" for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _right(right: bool) -> str:
    return ' class="n"' if right else ""


def heading(key: str) -> str:
    """The heading of a column."""
    return both({lang: say(f"column.{key}", lang) for lang in LANGUAGES})


def figure(column: str, form: str = ",", key: str = "") -> tuple[str, Cell, bool]:
    """A column of numbers in a form; an empty cell where there is none."""

    def cell(row: Row) -> str:
        return "" if row[column] is None else format(row[column], form).replace("-", "−")

    return heading(key or column), cell, True


def words(column: str, key: str = "") -> tuple[str, Cell, bool]:
    """A column of words that need no translation."""
    return heading(key or column), lambda row: escape(str(row[column])), False


def interval(form: str) -> tuple[str, Cell, bool]:
    """The ends of an interval in one column."""

    def cell(row: Row) -> str:
        return f"{row['low']:{form}} – {row['high']:{form}}".replace("-", "−")

    return heading("interval"), cell, True


class Tables:
    """Makes the tables of one report; the column of the series is left out where there is but one."""

    def __init__(self, game: Game, many: bool) -> None:
        self.game = game
        self.series = [words("run")] if many else []

    def side(self, column: str = "side", key: str = "") -> tuple[str, Cell, bool]:
        """A column of sides, a draw among them."""

        def cell(row: Row) -> str:
            return both({lang: side_name(self.game, row[column], lang) for lang in LANGUAGES})

        return heading(key or column), cell, False

    def level(self) -> tuple[str, Cell, bool]:
        """A column of levels of victory."""

        def cell(row: Row) -> str:
            return both({lang: level_name(self.game, row["winner"], row["level"], lang) for lang in LANGUAGES})

        return heading("level"), cell, False

    def place(self) -> tuple[str, Cell, bool]:
        """A column of places."""

        def cell(row: Row) -> str:
            return both({lang: self.game.place_name(row["place"], lang) for lang in LANGUAGES})

        return heading("place"), cell, False

    def measure(self) -> tuple[str, Cell, bool]:
        """A column of what is compared."""

        def cell(row: Row) -> str:
            sides = {lang: side_name(self.game, row["side"] or DRAWN, lang) for lang in LANGUAGES}
            return both({lang: say(f"measure.{row['measure']}", lang, side=sides[lang]) for lang in LANGUAGES})

        return heading("measure"), cell, False

    def of(self, found: pl.DataFrame, *columns: tuple[str, Cell, bool]) -> str:
        """A table of figures."""
        return table([*self.series, *columns], found.iter_rows(named=True))
