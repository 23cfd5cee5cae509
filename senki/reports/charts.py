"""The charts of a report: Altair's, as SVG whose inks are the page's tokens, so that one drawing suits both themes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

import altair as alt
import polars as pl
import vl_convert

from senki.engine.data import LANGUAGES
from senki.engine.game import Game
from senki.reports.figures import DRAWN
from senki.reports.words import level_name, say, side_ink, side_name

Picture: TypeAlias = Any
"""A chart of Altair's, whether simple, layered or in facets."""
WIDTH = 440
"""Of the plot of a chart, in units that a page makes as wide as it likes."""
ROW, LOW = 26, 200
RUN_INKS = ("action", "select", "threat", "attack", "line-2", "good")
"""Tokens that tell runs from each other, in this order."""
LOOK: dict[str, Any] = {
    "background": "transparent",
    "padding": {"left": 14, "right": 10, "top": 4, "bottom": 4},
    "font": "sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelColor": "var(--ink-2)", "titleColor": "var(--ink-2)", "gridColor": "var(--line)",
        "domainColor": "var(--line-2)", "tickColor": "var(--line-2)",
        "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal", "labelLimit": 220,
    },
    "axisY": {"domain": False, "ticks": False, "labelPadding": 8},
    "legend": {
        "labelColor": "var(--ink)", "labelFontSize": 12, "title": None, "orient": "top",
        "symbolType": "square", "symbolOpacity": 1,
    },
    "header": {"labelColor": "var(--ink)", "title": None, "labelFontSize": 12, "labelFontWeight": "bold"},
}  # fmt: skip
FAMILY = re.compile(r' font-family="[^"]*"')
SIZE = re.compile(r' width="(\d+)" height="\d+"')


def in_both(make: Callable[[str], Picture], title: dict[str, str]) -> dict[str, str]:
    """A chart as SVG in each language."""
    return {lang: svg(make(lang), title[lang]) for lang in LANGUAGES}


def svg(chart: Any, title: str) -> str:
    """A chart as SVG that takes its inks and type from the page around it, and as much room as it gets."""
    drawn: str = vl_convert.vegalite_to_svg(chart.configure(**LOOK).to_dict())
    drawn = FAMILY.sub("", drawn)
    named = title.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return SIZE.sub(rf' style="max-width:\1px" role="img" aria-label="{named}"', drawn, count=1)


class Charts:
    """Draws the charts of a report. A single run is coloured by side, several are told apart by colour."""

    def __init__(self, game: Game, runs: list[str]) -> None:
        self.game = game
        self.runs = runs
        self.many = len(runs) > 1

    def wins(self, table: pl.DataFrame, lang: str) -> Picture:
        """Shares with their intervals."""
        return self.ranges(self.named(table, lang), lang, "share", self.order(table, lang), "share", percent=True)

    def levels(self, table: pl.DataFrame, lang: str) -> Picture:
        """How often each level of victory was reached, by winner."""
        rows = self.named(table, lang, "winner").with_columns(
            what=pl.Series([level_name(self.game, r["winner"], r["level"], lang) for r in table.iter_rows(named=True)])
        )
        rows = rows.with_columns(
            rank=pl.col("winner").replace_strict(self.ranks()),
            worth=pl.Series([-self.game.grades.get(level, 1) for level in rows["level"]]),
        )
        order = rows.sort("rank", "worth", "level")["what"].unique(maintain_order=True).to_list()
        found = (
            alt.Chart(rows)
            .mark_bar()
            .encode(
                x=alt.X("share:Q", title=say("axis.share", lang), axis=alt.Axis(format="%", tickCount=5)),
                y=alt.Y("what:N", sort=order, title=None),
                color=self.hue(table, lang, "winner", named=True),
                **self.beside("yOffset"),
            )
        )
        return found.properties(width=WIDTH, height=alt.Step(self.step()))

    def histogram(self, table: pl.DataFrame, lang: str, axis: str, by_turn: bool = False) -> Picture:
        """How many games ended with each value, by winner; with several runs, what share of each."""
        first, last = (pl.col(end).cast(pl.String).str.replace("-", "−") for end in ("start", "end"))
        single = pl.col("start") == pl.col("end")
        label = pl.when(single).then(first).otherwise(pl.format("{} – {}", first, last))
        rows = self.named(table, lang, "winner").with_columns(value=label)
        every = rows.select("start", "value").unique().sort("start")["value"].to_list()
        if by_turn and table.select(single.all()).item():
            every = [str(turn) for turn in range(1, int(every[-1]) + 1)]
        if self.many:
            rows = rows.group_by("run", "value").agg(pl.col("share").sum()).sort("run")
        height = alt.Y("share:Q", title=say("axis.share", lang), axis=alt.Axis(format="%", tickCount=5))
        found = (
            alt.Chart(rows)
            .mark_bar()
            .encode(
                x=alt.X(
                    "value:O", title=axis, scale=alt.Scale(domain=every), axis=alt.Axis(labelAngle=0, labelOverlap=True)
                ),
                y=height,
                color=self.hue(table, lang, "winner"),
                **self.beside("xOffset"),
            )
        )
        return found.properties(width=WIDTH, height=LOW)

    def lead(self, table: pl.DataFrame, lang: str, axis: str) -> Picture:
        """The middle of the games and the range of four out of five, turn by turn."""
        base = alt.Chart(table).encode(x=alt.X("turn:O", title=say("axis.turn", lang), axis=alt.Axis(labelAngle=0)))
        hue = self.by_run()
        band = base.mark_area(opacity=0.2).encode(y=alt.Y("low:Q", title=axis), y2="high:Q", color=hue)
        line = base.mark_line(point={"filled": True, "size": 36}).encode(y="median:Q", color=hue)
        return (band + line).properties(width=WIDTH, height=LOW)

    def losses(self, table: pl.DataFrame, lang: str, axis: str) -> Picture:
        """What a game costs each side, turn by turn."""
        rows = self.named(table, lang)
        order = self.order(table, lang)
        turns = list(range(1, int(table["turn"].max()) + 1))  # type: ignore[arg-type]
        found = (
            alt.Chart(rows)
            .mark_bar()
            .encode(
                x=alt.X(
                    "turn:O", title=say("axis.turn", lang), scale=alt.Scale(domain=turns), axis=alt.Axis(labelAngle=0)
                ),
                y=alt.Y("lost:Q", title=axis, axis=alt.Axis(tickCount=5)),
                color=self.hue(table, lang, "side"),
            )
        )
        if not self.many:
            found = found.encode(xOffset=alt.XOffset("name:N", sort=order))
            return found.properties(width=WIDTH, height=LOW)
        found = found.encode(xOffset=alt.XOffset("run:N", sort=self.runs)).properties(width=WIDTH / 2 - 20, height=LOW)
        return found.facet(column=alt.Column("name:N", sort=order, title=None))

    def luck(self, table: pl.DataFrame, lang: str, axis: str) -> Picture:
        """The share the first side won, by how lucky its dice were."""
        base = alt.Chart(table).encode(
            x=alt.X("luck:Q", title=say("axis.luck", lang), axis=alt.Axis(format="+.2f", tickCount=6)),
            color=self.by_run(),
        )
        share = alt.Y("low:Q", title=axis, axis=alt.Axis(format="%", tickCount=5), scale=alt.Scale(domain=[0, 1]))
        rule = base.mark_rule(strokeWidth=2, opacity=0.55).encode(y=share, y2="high:Q")
        return (rule + base.mark_line(point={"filled": True, "size": 50}).encode(y="share:Q")).properties(
            width=WIDTH, height=LOW
        )

    def decisions(self, table: pl.DataFrame, lang: str) -> Picture:
        """How much each side decides in a turn."""
        return self.ranges(self.named(table, lang), lang, "median", self.order(table, lang), "per_turn")

    def paces(self, table: pl.DataFrame, lang: str) -> Picture:
        """How long each player takes to decide, in milliseconds."""
        thousandth = table.with_columns(pl.col("low", "median", "high", "mean") * 1000, name=pl.col("player"))
        return self.ranges(
            thousandth, lang, "median", table["player"].unique().sort().to_list(), "milliseconds", log=True
        )

    def ranges(
        self,
        rows: pl.DataFrame,
        lang: str,
        middle: str,
        order: list[str],
        axis: str,
        percent: bool = False,
        log: bool = False,
    ) -> Picture:
        """A point and a range for each name, and for each run beside each other."""
        marks = alt.Axis(format="%", tickCount=5) if percent else alt.Axis(tickCount=6)
        scale = (
            alt.Scale(type="log", nice=False, padding=20)
            if log
            else alt.Scale(domain=[0, 1])
            if percent
            else alt.Scale(zero=True)
        )
        hue = self.hue(rows, lang, "side", named=True) if "side" in rows.columns else self.by_run()
        base = alt.Chart(rows).encode(y=alt.Y("name:N", sort=order, title=None), color=hue, **self.beside("yOffset"))
        x = alt.X("low:Q", title=say(f"axis.{axis}", lang), axis=marks, scale=scale)
        rule = base.mark_rule(strokeWidth=3, opacity=0.55).encode(x=x, x2="high:Q")
        found = rule + base.mark_point(filled=True, size=90, opacity=1).encode(x=f"{middle}:Q")
        return found.properties(width=WIDTH, height=alt.Step(self.step()))

    # What they have in common

    def step(self) -> int:
        """The room of one name."""
        return max(ROW, 18 * len(self.runs))

    def beside(self, channel: str) -> dict[str, Any]:
        """Several runs stand beside each other."""
        made = {"xOffset": alt.XOffset, "yOffset": alt.YOffset}[channel]
        return {channel: made("run:N", sort=self.runs)} if self.many else {}

    def named(self, table: pl.DataFrame, lang: str, column: str = "side") -> pl.DataFrame:
        """The table with the names of its sides."""
        return table.with_columns(
            name=pl.Series([side_name(self.game, side, lang) for side in table[column]], dtype=pl.String)
        )

    def ranks(self) -> dict[str, int]:
        """The order of sides, draws last."""
        return {side: number for number, side in enumerate([*(side.id for side in self.game.sides), DRAWN])}

    def sides_in(self, table: pl.DataFrame, column: str) -> list[str]:
        """The sides of a table in the order of the game."""
        return sorted(set(table[column]), key=lambda side: self.ranks()[side])

    def order(self, table: pl.DataFrame, lang: str) -> list[str]:
        """Their names."""
        return [side_name(self.game, side, lang) for side in self.sides_in(table, "side")]

    def hue(self, table: pl.DataFrame, lang: str, column: str, named: bool = False) -> alt.Color:
        """The colour of the side, or of the run where there are several; no legend where the rows are `named`."""
        if self.many:
            return self.by_run()
        sides = self.sides_in(table, column)
        names = [side_name(self.game, side, lang) for side in sides]
        inks = [side_ink(self.game, side) for side in sides]
        return alt.Color("name:N", scale=alt.Scale(domain=names, range=inks), legend=None if named else alt.Legend())

    def by_run(self) -> alt.Color:
        """The colour of the run."""
        inks = [f"var(--{RUN_INKS[number % len(RUN_INKS)]})" for number in range(len(self.runs))]
        legend = alt.Legend() if self.many else None
        return alt.Color("run:N", scale=alt.Scale(domain=self.runs, range=inks), legend=legend)
