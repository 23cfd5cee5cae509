"""Reports: one page that holds everything, in both languages and themes, and says what the games say."""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import polars as pl
import pytest

import senki
from senki.engine.errors import Malformed
from senki.lab.chronicle import Telling
from senki.lab.report import wilson
from senki.lab.rows import About
from senki.lab.simulate import FORFEIT
from senki.reports import figures, heat
from senki.reports.page import page
from senki.reports.reading import Run, read_runs
from senki.terminal.main import main

NANO = senki.find_game("nano")
SECTIONS = [
    "runs", "wins", "levels", "points", "turns", "lead", "losses", "luck", "length", "decisions", "paces", "fights",
]  # fmt: skip
GREEDY = ["simulate", "nano", "--south", "greedy", "--workers", "1"]
VOID = {"meta", "input", "br", "link", "img"}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three series of Nano: with everything, in parts and of other players, and without what happened."""
    folder = tmp_path_factory.mktemp("results")
    assert main([*GREEDY, "--north", "greedy", "--games", "30", "--luck", "--out", str(folder / "usual.parquet")]) == 0
    assert main([*GREEDY, "--north", "random", "--swap", "--games", "12", "--out", str(folder / "other")]) == 0
    plain = ["--north", "random", "--games", "4", "--no-chronicle", "--out", str(folder / "plain & simple.csv")]
    assert main([*GREEDY, *plain]) == 0
    return folder


@pytest.fixture(scope="module")
def usual(results: Path) -> str:
    """The page of the first series, Japanese first."""
    return report(results / "usual.parquet", lang="ja")


class Page(HTMLParser):
    """What is in a page: it reads every tag and minds that each is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.labels: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in ("src", "href", "xlink:href"):
                self.links.append(value or "")
            elif name == "aria-label" and tag == "svg":
                self.labels.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def report(*paths: Path, lang: str = "en") -> str:
    """The page about these results."""
    game, runs = read_runs(list(paths))
    return page(game, runs, lang)


def test_a_page_needs_nothing_beside_itself(usual: str) -> None:
    read = Page(usual)
    assert all(link.startswith("#") for link in read.links)
    assert {link[1:] for link in read.links} <= set(read.ids)
    assert len(read.ids) == len(set(read.ids))
    assert "@import" not in usual and "url(" not in re.sub(r"url\(#[\w-]+\)", "", usual)
    assert not {"script", "link", "img", "iframe"} & set(read.tags)
    assert len(usual.encode()) < 600_000


def test_every_section_has_a_chart_in_both_languages_and_a_table(usual: str) -> None:
    parts = dict(re.findall(r'<section id="(\w+)"[^>]*>(.*?)</section>', usual, re.DOTALL))
    assert list(parts) == SECTIONS
    for key in SECTIONS[1:-1]:
        assert parts[key].count('<div class="chart" lang="') == 2, key
        assert parts[key].count("<details>") == parts[key].count("<table>") == 1, key
    assert "ターン別の損害" in Page(usual).labels[SECTIONS.index("losses") * 2 - 1]
    assert 'id="language-ja" checked' in usual and 'id="language-en" checked' not in usual
    assert "南軍" in parts["wins"] and "South" in parts["wins"]
    for ink in ("--red:", "--attack:", "--paper:", "--font-map:"):
        assert usual.count(ink) >= 3, ink


def test_the_page_says_what_the_games_say(results: Path, usual: str) -> None:
    game, runs = read_runs([results / "usual.parquet"])
    won = int((runs[0].games["winner"] == "south").sum())
    found = figures.wins(game, runs).row(0, named=True)
    assert (found["won"], found["games"]) == (won, 30)
    assert (found["low"], found["high"]) == pytest.approx(wilson(won, 30))
    assert f">{won / 30:.1%}<" in usual
    fought = figures.fights(runs)
    assert fought["fights"].sum() == runs[0].games["fights"].list.len().sum()
    assert fought["share"].sum() == pytest.approx(1)
    lost = runs[0].games.explode("losses")["losses"].drop_nulls()
    assert figures.losses(game, runs)["lost"].sum() * 30 == pytest.approx(len(lost))
    last = figures.lead(runs).filter(turn=7).row(0, named=True)
    assert last["median"] == runs[0].games["points"].median()
    assert figures.counts(runs, "level")["games"].sum() == 30


def test_series_stand_side_by_side(results: Path) -> None:
    paths = [results / "usual.parquet", results / "other", results / "plain & simple.csv"]
    text = report(*paths)
    Page(text)
    assert "3 series compared" in text and "plain &amp; simple" in text
    assert re.search(r'<section id="differences"', text)
    assert text.count('class="senki-map heat"') == 2, "the third noted no fights"
    assert text.count('id="map-of-the-game"') == 1
    game, runs = read_runs([paths[0], paths[0]])
    assert [run.label for run in runs] == ["usual", "usual (2)"]
    same = figures.differences(game, runs)
    assert set(same["difference"]) == {0.0}
    assert (same["low"] <= 0).all() and (same["high"] >= 0).all()


def test_what_was_not_noted_is_said_and_not_drawn(results: Path) -> None:
    text = report(results / "plain & simple.csv")
    parts = dict(re.findall(r'<section id="(\w+)"[^>]*>(.*?)</section>', text, re.DOTALL))
    for key in ("lead", "losses", "fights", "luck"):
        assert "without noting it" in parts[key] and "<svg" not in parts[key]
    assert "--luck" in parts["luck"]


def test_games_of_which_nothing_was_noted_do_not_thin_out_those_of_which_it_was(tmp_path: Path) -> None:
    series = [*GREEDY, "--north", "greedy", "--out", str(tmp_path / "mixed")]
    assert main([*series, "--games", "8"]) == 0
    game, alone = read_runs([tmp_path / "mixed"])
    assert main([*series, "--games", "24", "--no-chronicle"]) == 0
    _, mixed = read_runs([tmp_path / "mixed"])
    assert (len(mixed[0].games), mixed[0].noted, alone[0].noted) == (24, 8, 8)
    assert figures.fights(mixed).equals(figures.fights(alone))
    assert figures.losses(game, mixed).equals(figures.losses(game, alone))


def run_of(games: dict[str, list[object]], label: str = "run") -> Run:
    """A series with these columns."""
    about = About(
        format=1, game="nano", rules=1, senki="", scenario="campaign", sides=["south", "north"], players=[], seed=1
    )
    return Run(label, about, pl.DataFrame(games))


def test_the_interval_of_a_difference_is_newcombes() -> None:
    """His example: 56 of 70 against 48 of 80 (Statistics in Medicine 17, 1998, method 10)."""
    one = run_of({"winner": ["south"] * 56 + ["north"] * 14})
    other = run_of({"winner": ["south"] * 48 + ["north"] * 32})
    assert figures.share_difference(one, other, "south") == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)


def test_luck_that_decides_everything_is_taken_out_and_luck_that_decides_nothing_is_left() -> None:
    winners = ["south", "north"] * 20
    decides = run_of({"winner": list(winners), "south_luck": [0.5, -0.5] * 20}, "decides")
    idle = run_of({"winner": list(winners), "south_luck": [0.1, 0.1, -0.1, -0.1] * 10}, "idle")
    found = figures.luck(NANO, [decides, idle])
    assert found is not None
    spread = {(row["run"], row["key"]): row["high"] - row["low"] for row in found.adjusted.iter_rows(named=True)}
    assert spread["decides", "adjusted"] == pytest.approx(0) and spread["decides", "raw"] > 0.3
    assert spread["idle", "adjusted"] > spread["idle", "raw"]
    assert found.groups.filter(run="decides")["share"].to_list() == [0.0] * 4 + [1.0] * 4
    assert figures.luck(NANO, [run_of({"winner": list(winners), "south_luck": [None] * 40})]) is None


def test_drawn_games_are_nobodys() -> None:
    run = run_of({"winner": ["south", None, None, "north"], "level": ["victory", "", "", "victory"]})
    found = figures.wins(NANO, [run])
    assert dict(zip(found["side"], found["won"], strict=True)) == {"south": 1, "north": 1, figures.DRAWN: 2}
    assert figures.counts([run], "level").filter(winner=figures.DRAWN)["share"].to_list() == [0.5]


def test_many_values_are_put_together() -> None:
    run = run_of({"winner": ["south"] * 100, "decisions": list(range(-10, 90))})
    found = figures.binned([run], "decisions", most=20)
    assert found["start"].to_list() == list(range(-10, 90, 5)) and set(found["games"]) == {5}


def test_fights_on_a_plane_stand_together_where_they_are_on_average() -> None:
    ground = heat.ground_of(senki.find_game("monmouth"), "monmouth", {})
    assert ground is not None
    width, height = ground.field
    places = ["100 100", "120 100", f"{width:.0f} {height:.0f}"]
    fights = pl.DataFrame({"place": places, "fights": [1, 3, 2], "share": [1 / 6, 3 / 6, 2 / 6]})
    near, far = heat.spots(ground, fights)
    left, top, across, down = ground.box
    assert (near.fights, far.fights) == (4, 2)
    assert near.x == pytest.approx(left + 115 / width * across) and near.y > top + down / 2
    assert (far.x, far.y) == pytest.approx((left + across, top))


def test_a_large_map_makes_no_large_page() -> None:
    ground = heat.ground_of(senki.find_game("sicily"), "landing", {})
    assert ground is not None and len(ground.svg) < 400_000
    fights = pl.DataFrame({"place": ["3124", "nowhere"], "fights": [3, 1], "share": [0.75, 0.25]})
    found = heat.spots(ground, fights)
    assert [spot.place for spot in found] == ["3124"]
    drawn = heat.drawing(senki.find_game("sicily"), ground, heat.shown(ground, found), found, 0.75, "Fights")
    assert drawn.count('class="hex"') == 1 and "3 (75.0%)" in drawn


def test_the_command_writes_the_page_beside_the_results(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(results / "other"), "--lang", "en"]) == 0
    assert capsys.readouterr().out == f"Written: {results / 'other.html'} (12 games)\n"
    assert (results / "other.html").read_text(encoding="utf-8").startswith('<!doctype html>\n<html lang="en">')


def test_what_is_no_result_is_told_in_one_line(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.csv").write_text("index,winner\n", encoding="utf-8")
    (tmp_path / "text.txt").write_text("", encoding="utf-8")
    for name, told in (
        ("nothing.parquet", "cannot be read"),
        ("empty.csv", "not results of senki simulate"),
        ("text.txt", "results are a file that ends in .parquet, .csv, .json, or a folder of parts"),
        (".", "a folder without parts of results"),
    ):
        assert main(["report", str(tmp_path / name)]) == 2
        said = capsys.readouterr().err
        assert told in said and said.count("\n") == 1, said
    assert main(["report", str(results / "usual.parquet"), "--out", str(tmp_path)]) == 2
    assert "is a folder" in capsys.readouterr().err


def test_one_report_is_about_one_game(results: Path, tmp_path: Path) -> None:
    series = ["simulate", "sjw", "--csa", "random", "--usa", "random", "--scenario", "stuarts_raid", "--games", "1"]
    assert main([*series, "--workers", "1", "--out", str(tmp_path / "raid.json")]) == 0
    with pytest.raises(Malformed, match=r"these are results of several: .*usual.parquet of nano, .*raid.json of sjw"):
        read_runs([results / "usual.parquet", tmp_path / "raid.json"])


def test_games_that_failed_are_counted_and_left_out(tmp_path: Path) -> None:
    assert (
        main([*GREEDY, "--north", "greedy", "--games", "6", "--cap", "95", "--out", str(tmp_path / "a.parquet")]) == 1
    )
    _, (run,) = read_runs([tmp_path / "a.parquet"])
    assert run.failures > 0 and run.failures + len(run.games) == 6
    assert main([*GREEDY, "--north", "greedy", "--games", "2", "--cap", "5", "--out", str(tmp_path / "b.parquet")]) == 1
    with pytest.raises(Malformed, match="there is no finished game in it"):
        read_runs([tmp_path / "b.parquet"])


def test_a_game_whose_card_tells_of_no_fights_is_reported_without_them(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("senki.reports.page.telling_of", lambda package: Telling({}, {}, [], {}, {}))
    text = report(results / "usual.parquet")
    left = [key for key in SECTIONS if key not in ("lead", "losses")]
    assert [one for one in Page(text).ids if one in SECTIONS] == left
    assert text.count("The card of this game does not say") == 1


def test_games_lost_by_rule_have_a_name_and_a_column(results: Path) -> None:
    _, [run] = read_runs([results / "usual.parquet"])
    lost = pl.when(pl.col("index") < 3).then(pl.lit(FORFEIT)).otherwise(pl.col("level")).alias("level")
    text = page(NANO, [Run("with an engine", run.about, run.games.with_columns(lost))], "en")
    assert "the other side lost by rule" in text and "相手の規定負け" in text
    assert "Lost by rule</span>" in text and "Lost by rule</span>" not in report(results / "usual.parquet")


def test_without_the_extra_it_says_what_to_install(
    results: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("senki.reports.page", "senki.reports.charts"):
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "altair", None)
    assert main(["report", str(results / "usual.parquet")]) == 2
    assert "altair is not installed: pip install 'senki[lab]'" in capsys.readouterr().err
