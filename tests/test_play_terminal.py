"""The game at the terminal: drawn and driven by keys and mouse, and in plain lines."""

from __future__ import annotations

import asyncio
import json
import sys
import tomllib
from collections.abc import Awaitable, Callable
from importlib import resources
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, RichLog, Static

from senki.engine.data import LANGUAGES
from senki.engine.errors import SenkiError
from senki.engine.forms import Choice, Note, Piece, Record, View, read_json
from senki.engine.match import new, verify
from senki.engine.registry import find_game, game_keys
from senki.players.simple import RandomPlayer
from senki.terminal.app.aim import Aim
from senki.terminal.app.game_app import GameApp
from senki.terminal.app.result_screen import ResultScreen
from senki.terminal.charts import GraphChart
from senki.terminal.lines import OVER
from senki.terminal.mapboard import read_board
from senki.terminal.maplayout import Layouts
from senki.terminal.mapview import Picture, Scene, draw
from senki.terminal.play import run_play
from senki.terminal.saves import Shelf
from senki.terminal.session import HUMAN, Session
from senki.terminal.thinker import QuickThinker, ThinkerApart
from senki.terminal.words import WORDS
from tests.sessions import GAME, a_session, attack_of

SET_UP = ("1", "6", "4", "5")
BIG, SMALL = (120, 40), (80, 24)
Driven = Callable[[GameApp, Pilot[int]], Awaitable[None]]


def drive(session: Session, steps: Driven, lang: str = "en", size: tuple[int, int] = BIG) -> GameApp:
    app = GameApp(session, lang, pace=0, thinkers={"north": QuickThinker(RandomPlayer(GAME, 1))})

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            await steps(app, pilot)

    asyncio.run(run())
    return app


async def settled(app: GameApp, pilot: Pilot[int]) -> None:
    await pilot.pause()
    if app.workers:
        await app.workers.wait_for_complete()
        await pilot.pause()


async def press(app: GameApp, pilot: Pilot[int], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settled(app, pilot)


def shown(app: GameApp, name: str) -> str:
    return str(app.query_one(f"#{name}", Static).content)


def cell_of(app: GameApp, place: str, piece: str | None = None) -> tuple[int, int]:
    """A cell of the map that shows a place, or a piece in it."""
    for cell, hit in app.table.map.picture.hits.items():
        if hit.place == place and (piece is None or piece in hit.pieces):
            return cell
    raise AssertionError(f"{place} is not on the map")


# The drawn game


def chart_shown(app: GameApp) -> GraphChart:
    chart = app.table.map.chart
    assert isinstance(chart, GraphChart)
    return chart


def test_a_whole_game_by_keys(tmp_path: Path) -> None:
    async def play(app: GameApp, pilot: Pilot[int]) -> None:
        turn = 0
        while not app.session.match.over:
            turn += 1
            assert turn < 400
            if turn % 4 == 0:
                await press(app, pilot, "tab", "enter", "tab", "enter")
            elif turn % 4 == 1 and app.table.aim is not None and app.table.aim.bare_choice() is not None:
                await press(app, pilot, "p")
            else:
                await press(app, pilot, str(turn % 2 + 1))
        assert isinstance(app.screen, ResultScreen)
        said = str(app.screen.query_one("#result", Static).content)
        assert "Verified" in said and "NANO-3.1" in said and str(app.session.file) in said
        await press(app, pilot, "left", "left")
        assert app.table.at == len(app.session.match.played) - 2
        assert app.table.view.choices == []
        await press(app, pilot, "home")
        assert app.table.at == 0 and len(app.table.log_lines()) == 1
        await press(app, pilot, "end", "e")
        assert isinstance(app.screen, ResultScreen)
        await press(app, pilot, "n")
        assert not app.session.match.over and app.session.match.played == []

    drive(a_session(tmp_path), play, size=SMALL)
    (kept,) = [path for path in tmp_path.glob("nano-*.json") if json.loads(path.read_text()).get("result")]
    record = read_json(kept.read_bytes(), Record, "kept")
    assert verify(record).over


def test_a_whole_game_with_all_seats_taken_by_machines(tmp_path: Path) -> None:
    session = a_session(tmp_path, {"south": "greedy", "north": "random"})
    app = GameApp(session, "ja", pace=0)
    app.thinkers = {side: QuickThinker(RandomPlayer(GAME, 3)) for side in ("south", "north")}

    async def run() -> None:
        async with app.run_test(size=SMALL) as pilot:
            await settled(app, pilot)
            assert session.match.over and isinstance(app.screen, ResultScreen)

    asyncio.run(run())


def test_what_the_game_shows_on_its_map_when_asked(tmp_path: Path) -> None:
    async def play(app: GameApp, pilot: Pilot[int]) -> None:
        await press(app, pilot, *SET_UP)
        (card,) = GAME.looks.overlays
        await press(app, pilot, "m")
        assert app.table.overlay is card and card.name["en"] in shown(app, "say")
        marked = {one.place: one.tone for one in app.table.scene().overlay.places}
        assert marked
        picture = app.table.map.picture
        toned = {picture.hits[x, y].place for x, y in picture.hits if picture.styles[y][x].startswith("overlay.")}
        assert toned and toned <= set(marked)
        await press(app, pilot, "m")
        assert app.table.overlay is None and not app.table.scene().overlay.places

    drive(a_session(tmp_path), play)


def test_choosing_by_mouse(tmp_path: Path) -> None:
    async def play(app: GameApp, pilot: Pilot[int]) -> None:
        await pilot.click("#map", offset=cell_of(app, "luray"))
        await settled(app, pilot)
        assert [played.option.text for played in app.session.match.played] == ["place S1 luray"]
        await pilot.click("#options", offset=(4, 0))
        await settled(app, pilot)
        assert app.session.match.played[-1].option.text == "place S2 staunton"
        await press(app, pilot, "3", "3")
        assert app.table.view.awaits == "act" and app.session.human_to_act
        await pilot.click("#map", offset=cell_of(app, "luray", "S1"))
        assert app.table.aim is not None and app.table.aim.piece == "S1"
        await pilot.click("#map", offset=cell_of(app, "front_royal"))
        await settled(app, pilot)
        assert "move S1 front_royal" in [played.option.text for played in app.session.match.played]

    drive(a_session(tmp_path), play)


def test_why_not_names_the_clause_and_its_text(tmp_path: Path) -> None:
    async def play(app: GameApp, pilot: Pilot[int]) -> None:
        await press(app, pilot, *SET_UP)
        await pilot.click("#map", offset=cell_of(app, "luray", "S2"))
        await pilot.hover("#map", offset=cell_of(app, "romney"))
        await settled(app, pilot)
        said = shown(app, "say")
        assert "Romney is not next to Luray" in said and "[NANO-7.1]" in said
        assert GAME.rulebook.text("NANO-7.1", "en") in said
        played = len(app.session.match.played)
        await pilot.click("#map", offset=cell_of(app, "romney"))
        assert len(app.session.match.played) == played
        await press(app, pilot, "r")
        assert app.query_one("#search", Input).value == "NANO-7.1"
        await press(app, pilot, "escape", "escape", "escape")
        await pilot.click("#map", offset=cell_of(app, "front_royal", "N3"))
        assert "NANO-5.8" in shown(app, "say")

    drive(a_session(tmp_path), play)


def test_arrows_reach_closed_places_and_enter_refuses_them(tmp_path: Path) -> None:
    async def play(app: GameApp, pilot: Pilot[int]) -> None:
        await press(app, pilot, *SET_UP, "tab", "enter", "up", "up")
        assert app.table.aim is not None and app.table.aim.cursor is not None
        assert app.table.clause.startswith("NANO-")
        played = len(app.session.match.played)
        await press(app, pilot, "enter")
        assert len(app.session.match.played) == played

    drive(a_session(tmp_path), play)


def test_the_language_changes_and_everything_stays(tmp_path: Path) -> None:
    async def play(app: GameApp, pilot: Pilot[int]) -> None:
        await press(app, pilot, *SET_UP, "tab", "tab", "enter", "tab")
        before = app.session.match.position.copy()
        assert app.table.aim is not None
        aimed = (app.table.aim.piece, app.table.aim.cursor)
        lines = len(app.table.log_lines())
        await press(app, pilot, "g")
        assert app.lang == "ja" and "南軍" in shown(app, "ask") and "リュレー" in app.table.map.picture.text()
        assert app.session.match.position == before and len(app.table.log_lines()) == lines
        assert (app.table.aim.piece, app.table.aim.cursor) == aimed
        await press(app, pilot, "G")
        assert app.lang == "en" and "South" in shown(app, "ask")

    drive(a_session(tmp_path), play)


def test_undo_is_free_before_the_dice_and_by_consent_after(tmp_path: Path) -> None:
    async def play(app: GameApp, pilot: Pilot[int]) -> None:
        await press(app, pilot, "u")
        assert "nothing" in shown(app, "say")
        await press(app, pilot, "1", "u")
        assert app.session.match.played == [] and "Taken back" in shown(app, "say")
        await press(app, pilot, *SET_UP, "u")
        assert len(app.session.match.played) == 5 and "press U again" in shown(app, "say")
        await press(app, pilot, "u")
        assert len(app.session.match.played) == 3 and app.table.view.awaits == "set_up"

    drive(a_session(tmp_path), play)


def test_save_and_load(tmp_path: Path) -> None:
    saved = tmp_path / "mine" / "game.json"

    async def play(app: GameApp, pilot: Pilot[int]) -> None:
        await press(app, pilot, *SET_UP)
        there = app.session.match.position.copy()
        await press(app, pilot, "s")
        app.query_one("#entry", Input).value = str(saved)
        await press(app, pilot, "enter")
        assert saved.exists() and str(saved) in shown(app, "say")
        await press(app, pilot, "p")
        assert app.session.match.position != there
        await press(app, pilot, "l")
        app.query_one("#entry", Input).value = str(saved)
        await press(app, pilot, "enter")
        assert app.session.match.position == there and "Loaded" in shown(app, "say")
        played = len(app.session.match.played)
        await press(app, pilot, "l")
        app.query_one("#entry", Input).value = str(tmp_path / "nothing.json")
        await press(app, pilot, "enter")
        assert "cannot be read" in shown(app, "say") and len(app.session.match.played) == played
        await press(app, pilot, "l", "escape", "1", "enter")
        assert len(app.session.match.played) > played

    drive(a_session(tmp_path / "shelf"), play)


def test_a_save_never_replaces_something_else(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    with pytest.raises(SenkiError, match="left as it is"):
        a_session(tmp_path).save(notes)
    assert notes.read_text() == "mine"


def test_panes_rules_and_help(tmp_path: Path) -> None:
    async def play(app: GameApp, pilot: Pilot[int]) -> None:
        assert not app.query_one("#log").display and app.query_one("#options").display
        await press(app, pilot, "v")
        assert app.query_one("#log").display and not app.query_one("#options").display
        await press(app, pilot, "r", *"mountain")
        found = str(app.query_one("#rules_text", Static).content)
        assert "NANO-7.2" in found and "NANO-2.1" not in found and "reconstruction" in found
        await press(app, pilot, "escape", "question_mark")
        assert app.query_one("#help").display
        await press(app, pilot, "escape")
        assert app.query_one("#options", OptionList).display

    drive(a_session(tmp_path), play, size=SMALL)


def test_leaving_keeps_the_game_and_it_goes_on(tmp_path: Path) -> None:
    async def play(app: GameApp, pilot: Pilot[int]) -> None:
        await press(app, pilot, *SET_UP)
        await pilot.press("q")

    session = a_session(tmp_path)
    drive(session, play)
    assert session.file is not None and str(session.file) in session.farewell("en")
    again = a_session(tmp_path)
    again.load(session.file)
    assert again.match.position == session.match.position
    assert again.match.dice.commitment == session.match.dice.commitment
    again.match.play("pass")
    session.match.play("pass")
    again.match.roll_all()
    session.match.roll_all()
    assert again.match.position == session.match.position


def test_a_hint_comes_with_a_chance(tmp_path: Path) -> None:
    async def play(app: GameApp, pilot: Pilot[int]) -> None:
        await press(app, pilot, *SET_UP, "h")
        assert "Hint" in shown(app, "say") and "%" in shown(app, "say")

    drive(a_session(tmp_path), play)


def test_a_player_thinks_in_a_process_of_its_own() -> None:
    match = new("nano", seed=3)
    shares: list[float] = []

    async def ask() -> str:
        thinker = ThinkerApart("search:2", GAME, 1)
        try:
            first = await thinker.choose(match.position, lambda share, chance: shares.append(share))
            second = asyncio.create_task(thinker.choose(match.position, lambda share, chance: None))
            await asyncio.sleep(0)
            second.cancel()
            with pytest.raises(asyncio.CancelledError):
                await second
            return first.text
        finally:
            await thinker.close()

    assert asyncio.run(ask()) in [option.text for option in match.position.options()]


# The map


def check_picture(picture: Picture, pieces: list[str]) -> None:
    assert picture.clashes == 0
    for row in picture.letters:
        assert cell_len("".join(row)) == picture.width
    for spot in read_board(GAME).spots:
        assert any(hit.place == spot.id and not hit.pieces for hit in picture.hits.values())
    drawn = {piece for hit in picture.hits.values() for piece in hit.pieces}
    assert drawn == set(pieces)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("width", "height", "named"), [(78, 31, True), (41, 16, False), (140, 52, True)])
def test_the_map_shows_everything_and_nothing_overlaps(width: int, height: int, named: bool, lang: str) -> None:
    layout = Layouts(read_board(GAME)).at(width, height, lang)
    assert layout.fits() and layout.named == named
    text = draw(layout, Scene([], {})).text()
    for spot in layout.board.spots:
        name = spot.names[lang] if named else spot.code
        assert all(part in text for part in name.replace("・", "・ ").split()), name
    colours = {side.id: side.colour for side in GAME.sides}
    for seed in range(3):
        match = new("nano", seed=seed)
        player = RandomPlayer(GAME, seed)
        while not match.over:
            match.roll_all()
            if not match.over:
                view = match.view(match.position.side_to_act)
                here = [piece.id for piece in view.pieces if piece.place is not None]
                first = next((choice.piece for choice in view.choices if choice.piece), None)
                lit = {c.place: c.cost for c in view.choices if c.piece == first and c.place}
                check_picture(draw(layout, Scene(view.pieces, colours)), here)
                check_picture(draw(layout, Scene(view.pieces, colours, set(here), first, lit, None, True)), here)
                match.play(player.choose(match.position))


@pytest.mark.parametrize("size", [BIG, SMALL, (200, 60), (100, 30)])
def test_the_table_fits_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    async def play(app: GameApp, pilot: Pilot[int]) -> None:
        await press(app, pilot, *SET_UP, "tab", "enter")
        layout = chart_shown(app).arrangement
        assert layout.fits() and layout.named == (size != SMALL and size != (100, 30))
        assert app.query_one("#keys").region.bottom == size[1]

    drive(a_session(tmp_path), play, "ja", size)


def test_a_window_far_too_small_breaks_nothing(tmp_path: Path) -> None:
    async def play(app: GameApp, pilot: Pilot[int]) -> None:
        await press(app, pilot, *SET_UP, "tab", "enter", "tab")
        await pilot.resize_terminal(*BIG)
        await settled(app, pilot)
        assert chart_shown(app).arrangement.named

    drive(a_session(tmp_path), play, "ja", (30, 8))


# Seats, words


def test_seats_that_nobody_named() -> None:
    shelf = Shelf(Path("unused"))
    assert Session(GAME, None, {}, 1, shelf).seats == {"south": HUMAN, "north": "search:2"}
    assert Session(GAME, None, {"south": "greedy"}, 1, shelf).seats == {"south": "greedy", "north": HUMAN}
    assert Session(GAME, None, {"north": HUMAN}, 1, shelf).seats == {"south": "search:2", "north": HUMAN}
    with pytest.raises(SenkiError, match="no side 'west'"):
        Session(GAME, None, {"west": HUMAN}, 1, shelf)


@pytest.mark.parametrize(
    ("game", "scenario", "south", "lang", "complaint"),
    [
        ("nano", None, "genius", "en", "no player 'genius'"),
        ("nano", None, HUMAN, "fr", "no language 'fr'"),
        ("ludo", None, HUMAN, "en", "no game 'ludo'"),
        ("nano", "winter", HUMAN, "en", "no scenario 'winter'"),
    ],
)
def test_unknown_names_are_told_before_the_game(
    game: str, scenario: str | None, south: str, lang: str, complaint: str
) -> None:
    with pytest.raises(SenkiError, match=complaint):
        run_play(game, scenario, {"south": south}, {}, lang, 1, None, True)


@pytest.mark.parametrize("game", game_keys())
def test_every_game_is_drawn_at_a_terminal(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def run(app: GameApp, mouse: bool) -> int:
        drawn.append(app.session.game.key)
        return OVER

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(GameApp, "run", run)
    for stream in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(getattr(sys, stream), "isatty", lambda: True, raising=False)
    assert run_play(game, None, {}, {}, "en", 1, None, False) == OVER
    assert drawn == [game]


def test_two_people_share_the_screen(tmp_path: Path) -> None:
    async def play(app: GameApp, pilot: Pilot[int]) -> None:
        await press(app, pilot, *SET_UP)
        actors = set()
        for _ in range(12):
            assert app.session.human_to_act and app.table.view.side == app.table.view.actor
            actors.add(app.table.view.actor)
            await press(app, pilot, "p")
        assert actors == {"south", "north"}

    drive(a_session(tmp_path, {"south": HUMAN, "north": HUMAN}), play, size=SMALL)


def test_every_word_is_there_in_both_languages_and_used() -> None:
    table = tomllib.loads(resources.files("senki.terminal").joinpath("words.toml").read_text(encoding="utf-8"))
    assert table
    sources = resources.files("senki.terminal")
    code = "\n".join(path.read_text(encoding="utf-8") for path in Path(str(sources)).rglob("*.py"))
    for key, texts in WORDS.templates.items():
        assert set(texts) == set(LANGUAGES) and all(text.strip() for text in texts.values()), key
        stem, _, last = key.rpartition(".")
        assert f'"{key}"' in code or f"{stem}.{{" in code or f'}}.{last}"' in code, f"{key} is never said"
        assert texts["en"] != texts["ja"], key


def test_odds_of_the_place_under_the_cursor_are_shown(tmp_path: Path) -> None:
    session = a_session(tmp_path)
    fight = attack_of(session)
    option = next(o for o in session.match.position.options() if o.text == fight)

    async def steps(app: GameApp, pilot: Pilot[int]) -> None:
        if option.verb == "battle":
            app.table.speak_of(None, option.facts["town"])
        else:
            app.table.speak_of(option.facts["unit"], option.facts["to"])
        await pilot.pause()
        assert "attack" in shown(app, "say") and "%" in shown(app, "say")

    drive(session, steps)


# Aiming and numbers


def aim_at(choices: list[Choice], places: list[str]) -> Aim:
    pieces = [Piece(id="a", side="south", symbol="", place="p")]
    view = View("nano", "south", 1, pieces, [], [], "act", False, "south", Note(""), choices)
    return Aim(view, lambda place: ({"p": 0.0, "q": 1.0, "r": 2.0}[place], 0.0), places)


def test_enter_after_enter_is_meant_for_the_unit_not_for_the_end_of_the_phase() -> None:
    end, move, march = Choice("end", "end"), Choice("move a", "move", piece="a"), Choice("march a", "march", piece="a")
    other = Choice("move b", "move", piece="b")
    aim = aim_at([end, move, march, other], ["p"])
    aim.walk(1)
    assert aim.enter() is None and aim.stage == "list"
    assert aim.shown() == [move, march, end]
    assert aim.enter() == move


def test_arrows_go_from_pose_to_pose_where_a_map_has_no_places() -> None:
    aim = aim_at([Choice("to q", "go", piece="a", place="q"), Choice("to r", "go", piece="a", place="r")], [])
    aim.steer(1, 0)
    aim.steer(1, 0)
    assert aim.cursor is not None and aim.cursor.place == "r"
    aim.steer(-1, 0)
    assert aim.cursor.place == "q"


def test_a_number_is_chosen_as_soon_as_no_longer_one_can_be_meant() -> None:
    choices = [Choice(f"c{number}", "go") for number in range(1, 26)]
    aim = aim_at(choices, ["p"])
    assert aim.number(3) == choices[2]
    assert aim.number(1) is None and aim.typed == "1" and aim.marked == 0
    assert aim.number(7) == choices[16] and not aim.typed
    assert aim.number(2) is None and aim.enter() == choices[1] and not aim.typed
    assert aim.number(2) is None and aim.back() and not aim.typed
    assert aim.number(2) is None
    with pytest.raises(IndexError, match="29"):
        aim.number(9)
    with pytest.raises(IndexError, match="0"):
        aim.number(0)


def test_a_choice_beyond_the_ninth_is_typed(tmp_path: Path) -> None:
    shiloh = find_game("shiloh")
    session = Session(shiloh, None, {side.id: HUMAN for side in shiloh.sides}, 2, Shelf(tmp_path))

    async def play(app: GameApp, pilot: Pilot[int]) -> None:
        await press(app, pilot, "2")
        assert app.table.aim is not None and len(app.table.aim.shown()) > 12
        eleventh = app.table.aim.shown()[10].text
        await press(app, pilot, "1")
        assert len(app.session.match.played) == 1 and "1: Enter" in shown(app, "say")
        await press(app, pilot, "1")
        assert app.session.match.played[1].option.text == eleventh

    drive(session, play)


def test_the_log_is_broken_anew_when_the_terminal_changes(tmp_path: Path) -> None:
    async def play(app: GameApp, pilot: Pilot[int]) -> None:
        log = app.query_one("#log", RichLog)
        narrow = max(cell_len(line.text.rstrip()) for line in log.lines)
        await pilot.resize_terminal(170, 40)
        await settled(app, pilot)
        assert max(cell_len(line.text.rstrip()) for line in log.lines) > narrow

    drive(a_session(tmp_path), play, size=(90, 40))
