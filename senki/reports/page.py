"""A report as one HTML page: everything it shows is in it, in both languages and both themes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Any

import polars as pl

from senki.engine.data import LANGUAGES
from senki.engine.game import Game
from senki.lab.chronicle import telling_of
from senki.reports import figures, heat
from senki.reports.charts import Charts, in_both
from senki.reports.reading import Run
from senki.reports.tables import Tables, figure, heading, interval, table, words
from senki.reports.words import both, said, say, side_name
from senki.workshop.theme import THEMES, tokens

TOP_PLACES = 15
"""Rows of the table of places."""
LONGEST_VALUE = 24
"""Characters of the value of a switch; what is longer is the text of a file."""
USED = re.compile(r"var\((--[\w-]+)")


@dataclass
class Section:
    """A heading, a picture in each language, a sentence about it and the table behind it; all but the heading HTML."""

    key: str
    picture: str
    note: str
    figures: str
    wide: bool = False


def page(game: Game, runs: list[Run], lang: str) -> str:
    """The report of one series, or of several of the same game side by side; `lang` is shown first."""
    sections = Sections(game, runs).all()
    title = {one: title_of(game, runs, one) for one in LANGUAGES}
    contents = "".join(f'<li><a href="#{one.key}">{said(f"section.{one.key}")}</a></li>' for one in sections)
    body = "".join(section(one) for one in sections)
    games = sum(len(run.games) for run in runs)
    text = (
        f'<header>{switches(lang)}<p class="game">{both(game.title)}</p><h1>{both(title)}</h1>'
        f"{said('lead', 'p', games=f'{games:,}')}</header>"
        f"<nav><h2>{said('contents')}</h2><ol>{contents}</ol></nav><main>{body}</main>"
        f"<footer>{said('made_by', 'p')}{both(game.credits, 'p')}</footer>"
    )
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title[lang])}</title><style>{style(text)}</style>"
    )
    return f'<!doctype html>\n<html lang="{lang}"><head>{head}</head><body>{text}</body></html>\n'


def title_of(game: Game, runs: list[Run], lang: str) -> str:
    """What the page is called."""
    if len(runs) > 1:
        return say("title_runs", lang, game=game.title[lang], runs=len(runs))
    return say("title", lang, game=game.title[lang], games=f"{len(runs[0].games):,}")


def switches(lang: str) -> str:
    """Which language and which theme is shown: buttons that need no script."""
    languages = "".join(
        f'<label><input type="radio" name="language" id="language-{one}"{" checked" if one == lang else ""}>'
        f"<span>{name}</span></label>"
        for one, name in (("en", "English"), ("ja", "日本語"))
    )
    themes = "".join(
        f'<label><input type="radio" name="theme" id="theme-{one}"{" checked" if one == "auto" else ""}>'
        f"{said(f'theme_{one}')}</label>"
        for one in ("auto", *THEMES)
    )
    return (
        f'<div class="switches"><fieldset><legend>{said("language")}</legend>{languages}</fieldset>'
        f"<fieldset><legend>{said('theme')}</legend>{themes}</fieldset></div>"
    )


def section(one: Section) -> str:
    """A section of the page; its figures stand behind a click, and in print below it."""
    told = f"<details><summary>{said('figures')}</summary>{one.figures}</details>" if one.picture else one.figures
    kind = ' class="whole"' if one.wide else ""
    return f'<section id="{one.key}"{kind}><h2>{said(f"section.{one.key}")}</h2>{one.note}{one.picture}{told}</section>'


def style(text: str) -> str:
    """The style of the page with the tokens that it and its pictures use, in both themes."""
    sheet = files("senki.reports").joinpath("page.css").read_text(encoding="utf-8")
    css = files("senki.workshop").joinpath("tokens.css").read_text(encoding="utf-8")
    made = {theme: tokens(css, theme) for theme in THEMES}
    used = set(USED.findall(sheet + text))
    while more := {name for one in used for name in USED.findall(made["light"].get(one, ""))} - used:
        used |= more
    inks = {
        theme: "".join(f"{name}:{value};" for name, value in made[theme].items() if name in used) for theme in THEMES
    }
    return sheet.replace("/* light */", inks["light"]).replace("/* dark */", inks["dark"])


class Sections:
    """Makes the sections of one report."""

    def __init__(self, game: Game, runs: list[Run]) -> None:
        self.game = game
        self.runs = runs
        self.many = len(runs) > 1
        self.charts = Charts(game, [run.label for run in runs])
        self.tables = Tables(game, self.many)
        self.telling = telling_of(game.package)

    def all(self) -> list[Section]:
        """Every section, in the order of the page."""
        told = not self.telling.silent
        return [
            self.series(),
            *([self.differences()] if self.many else []),
            self.wins(),
            self.levels(),
            self.points(),
            self.turns(),
            *([self.lead(), self.losses()] if told else []),
            self.luck(),
            self.length(),
            self.decisions(),
            self.paces(),
            self.fights() if told else self.untold(),
        ]

    def drawn(self, key: str, make: Any) -> str:
        """A chart in both languages."""
        pictures = in_both(make, {lang: say(f"section.{key}", lang) for lang in LANGUAGES})
        return "".join(f'<div class="chart" lang="{lang}">{pictures[lang]}</div>' for lang in LANGUAGES)

    def unnoted(self, key: str, flag: str = "") -> Section:
        """A section about what these games did not note."""
        return Section(key, "", said("not_noted", "p", flag=flag), "")

    def untold(self) -> Section:
        """Stands for the sections about what happened, where the card of the game does not say what is a fight."""
        return Section("fights", "", said("not_told", "p", game=self.game.package), "")

    def series(self) -> Section:
        """What is reported."""
        rows = [
            {
                "run": run.label,
                "scenario": self.game.scenario(run.about.scenario).title,
                "switches": " ".join(shown(*switch) for switch in run.about.switches.items()),
                "players": " – ".join(
                    " / ".join(sorted({str(player) for player in run.games[side.id]})) for side in self.game.sides
                ),
                "games": len(run.games),
                "failed": run.failures,
                "forfeits": run.forfeits,
                "seed": run.about.seed,
                "command": run.about.command,
            }
            for run in self.runs
        ]
        scenario = (heading("scenario"), lambda row: both(row["scenario"]), False)
        failed = [figure(one) for one in ("failed", "forfeits") if any(row[one] for row in rows)]
        command = (heading("command"), lambda row: f"<code>{escape(row['command'])}</code>", False)
        switches = [words("switches")] if any(row["switches"] for row in rows) else []
        told = [words("run"), scenario, *switches, words("players")]
        columns = [*told, figure("games"), *failed, words("seed"), command]
        return Section("runs", "", "", table(columns, rows), wide=True)

    def differences(self) -> Section:
        """Each series against the first."""
        found = figures.differences(self.game, self.runs)

        def cell(column: str) -> Any:
            def told(row: dict[str, Any]) -> str:
                return f"{row[column]:{'+.1%' if row['measure'] == 'share' else '+.2f'}}".replace("-", "−")

            return told

        difference = (heading("difference"), cell("difference"), True)
        ends = (heading("interval"), lambda row: f"{cell('low')(row)} – {cell('high')(row)}", True)
        rows = self.tables.of(found, self.tables.measure(), difference, ends)
        return Section("differences", "", said("note.differences", "p", first=self.runs[0].label), rows, wide=True)

    def wins(self) -> Section:
        """Who wins; where the players changed sides also with whom."""
        found = figures.wins(self.game, self.runs)
        columns = (figure("won"), figure("games"), figure("share", ".1%"), interval(".1%"))
        told = self.tables.of(found, self.tables.side(), *columns)
        seats = figures.seats(self.game, self.runs)
        if len(seats) > len(self.runs) * len(self.game.sides):
            told += self.tables.of(seats, self.tables.side(), words("player"), *columns)
        picture = self.drawn("wins", lambda lang: self.charts.wins(found, lang))
        return Section("wins", picture, said("note.wins", "p"), told)

    def levels(self) -> Section:
        """How often each level was reached."""
        found = figures.counts(self.runs, "level")
        picture = self.drawn("levels", lambda lang: self.charts.levels(found, lang))
        told = self.tables.of(found, self.tables.level(), figure("games"), figure("share", ".1%"))
        return Section("levels", picture, said("note.levels", "p"), told)

    def points(self) -> Section:
        """The points at the end."""
        return self.spread("points", "points")

    def turns(self) -> Section:
        """In which turn the games ended."""
        return self.spread("turns", "last_turn")

    def spread(self, column: str, axis: str) -> Section:
        """The games by the values of a column and who won them."""
        found = figures.binned(self.runs, column)
        picture = self.drawn(
            column, lambda lang: self.charts.histogram(found, lang, say(f"axis.{axis}", lang), column == "turns")
        )
        value = (heading("turn" if column == "turns" else "points"), span_of, True)
        winner = self.tables.side("winner")
        told = self.tables.of(found, value, winner, figure("games"), figure("share", ".1%"))
        return Section(column, picture, said(f"note.{column}", "p"), told)

    def lead(self) -> Section:
        """The points turn by turn."""
        found = figures.lead(self.runs)
        if found.is_empty():
            return self.unnoted("lead")
        name = self.telling.lead_name
        picture = self.drawn("lead", lambda lang: self.charts.lead(found, lang, say("axis.points", lang)))
        columns = [figure(one, ".1f") for one in ("low", "median", "high")]
        told = self.tables.of(found, figure("turn"), figure("games"), *columns)
        return Section("lead", picture, self.named_note("lead", name), told)

    def losses(self) -> Section:
        """What the games cost."""
        found = figures.losses(self.game, self.runs)
        if found.is_empty():
            return self.unnoted("losses")
        name = self.telling.loss_name
        picture = self.drawn("losses", lambda lang: self.charts.losses(found, lang, say("axis.a_game", lang)))
        told = self.tables.of(found, self.tables.side(), figure("turn"), figure("lost", ".2f"))
        return Section("losses", picture, self.named_note("losses", name), told)

    def named_note(self, key: str, name: dict[str, str]) -> str:
        """A sentence with what a game counts."""
        return both({lang: say(f"note.{key}", lang, name=name[lang]) for lang in LANGUAGES}, "p")

    def luck(self) -> Section:
        """Dice against results."""
        found = figures.luck(self.game, self.runs)
        if found is None:
            return self.unnoted("luck", " --luck")
        side = {lang: side_name(self.game, self.game.sides[0].id, lang) for lang in LANGUAGES}
        picture = self.drawn(
            "luck", lambda lang: self.charts.luck(found.groups, lang, say("axis.won_by", lang, side=side[lang]))
        )
        columns = (figure("games"), figure("luck", "+.3f"), figure("share", ".1%"), interval(".1%"))
        return Section("luck", picture, self.luck_note(found, side), self.tables.of(found.groups, *columns))

    def luck_note(self, found: figures.Luck, side: dict[str, str]) -> str:
        """What the share is once the luck is taken out, series by series."""
        notes = [both({lang: say("note.luck", lang, side=side[lang]) for lang in LANGUAGES}, "p")]
        for (run,), rows in found.adjusted.group_by("run", maintain_order=True):
            raw, adjusted = rows.iter_rows(named=True)
            shown = {f"raw_{end}": possible(raw[end]) for end in ("low", "high")} | {"raw": possible(raw["share"])}
            shown |= {end: possible(adjusted[end]) for end in ("share", "low", "high")}
            told = {lang: say("note.luck_out", lang, side=side[lang], **shown) for lang in LANGUAGES}
            notes.append(self.of_run(str(run), told))
        return "".join(notes)

    def length(self) -> Section:
        """How many decisions a game takes; turns and rolls stand behind it."""
        found = figures.spreads(self.runs, ["turns", "decisions", "rolls"])
        games = figures.binned(self.runs, "decisions")
        picture = self.drawn("length", lambda lang: self.charts.histogram(games, lang, say("axis.decisions", lang)))
        notes = [said("note.length", "p")]
        for (run,), rows in found.group_by("run", maintain_order=True):
            means = {row["column"]: f"{row['mean']:,.1f}" for row in rows.iter_rows(named=True)}
            notes.append(self.of_run(str(run), {lang: say("note.length_of", lang, **means) for lang in LANGUAGES}))
        columns = [figure(one, ",.4g") for one in ("least", "mean")]
        more = [figure(one, ",.4g") for one in ("median", "most")]
        measured = found.rename({"column": "measure"}).with_columns(side=pl.lit(""))
        told = self.tables.of(measured, self.tables.measure(), *columns, interval(",.1f"), *more)
        return Section("length", picture, "".join(notes), told)

    def of_run(self, run: str, told: dict[str, str]) -> str:
        """A sentence about one series, with its name where there are several."""
        before = f"<strong>{escape(run)}</strong> " if self.many else ""
        return f"<p>{before}{both(told)}</p>"

    def decisions(self) -> Section:
        """How much there is to decide."""
        found = figures.decisions(self.game, self.runs)
        picture = self.drawn("decisions", lambda lang: self.charts.decisions(found, lang))
        columns = [figure(one, ".1f") for one in ("low", "median", "high", "mean")]
        told = self.tables.of(found, self.tables.side(), *columns)
        return Section("decisions", picture, said("note.decisions", "p"), told)

    def paces(self) -> Section:
        """How long the players think."""
        found = figures.paces(self.game, self.runs)
        picture = self.drawn("paces", lambda lang: self.charts.paces(found, lang))
        columns = [
            (heading(one), lambda row, one=one: milliseconds(row[one]), True)
            for one in ("low", "median", "high", "mean")
        ]
        told = self.tables.of(found, words("player"), figure("decisions"), *columns)
        return Section("paces", picture, said("note.paces", "p"), told)

    def fights(self) -> Section:
        """The map of the fights."""
        found = figures.fights(self.runs)
        about = self.runs[0].about
        ground = heat.ground_of(self.game, about.scenario, about.switches) if not found.is_empty() else None
        if ground is None:
            return self.unnoted("fights")
        by_run = {run.label: heat.spots(ground, found.filter(run=run.label)) for run in self.runs}
        every = [spot for spots in by_run.values() for spot in spots]
        most, box = max(spot.share for spot in every), heat.shown(ground, every)
        pictures, notes, tables = [], [said("note.fights", "p")], []
        for label, spots in by_run.items():
            if not spots:
                continue
            name = f"<figcaption>{escape(label)}</figcaption>" if self.many else ""
            title = f"{say('section.fights', 'en')} / {say('section.fights', 'ja')}"
            pictures.append(f"<figure>{name}{heat.drawing(self.game, ground, box, spots, most, title)}</figure>")
            notes.append(self.fights_note(label, spots))
            tables.append(self.places(label, spots))
        picture = f'{heat.base(ground)}<div class="maps">{"".join(pictures)}</div>'
        return Section("fights", picture, "".join(notes), "".join(tables), wide=True)

    def fights_note(self, label: str, spots: list[heat.Spot]) -> str:
        """How often and where most."""
        games = next(run.noted for run in self.runs if run.label == label)
        facts = {"fights": f"{sum(spot.fights for spot in spots) / games:.1f}", "share": f"{spots[0].share:.0%}"}
        told = {
            lang: say("note.fights_of", lang, place=self.game.place_name(spots[0].place, lang), **facts)
            for lang in LANGUAGES
        }
        return self.of_run(label, told)

    def places(self, label: str, spots: list[heat.Spot]) -> str:
        """The places with most fights."""
        games = next(run.noted for run in self.runs if run.label == label)
        rows = pl.DataFrame(
            [
                {
                    "run": label,
                    "place": one.place,
                    "fights": one.fights,
                    "per_game": one.fights / games,
                    "share": one.share,
                }
                for one in spots[:TOP_PLACES]
            ]
        )
        columns = (figure("fights"), figure("per_game", ".2f"), figure("share", ".1%"))
        return self.tables.of(rows, self.tables.place(), *columns)


def span_of(row: dict[str, Any]) -> str:
    """A value, or the values put together."""
    start, end = (str(row[one]).replace("-", "−") for one in ("start", "end"))
    return start if start == end else f"{start} – {end}"


def shown(switch: str, value: str) -> str:
    """A switch and its value; of the text of a file only that there is one."""
    return f"{switch}={value}" if len(value) <= LONGEST_VALUE else f"{switch}=…"


def possible(share: float) -> str:
    """A share that an estimate may put a little below nothing or above all."""
    return f"{min(1.0, max(0.0, share)):.1%}"


def milliseconds(seconds: float) -> str:
    """A time in milliseconds, as exactly as it is worth."""
    return f"{seconds * 1000:,.3g} ms"
