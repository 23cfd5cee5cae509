"""The field of Monmouth in characters, at several sizes and in both languages."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from textual.widgets import Input, Static

from senki.engine.forms import View
from senki.engine.game import Game
from senki.engine.registry import find_game
from senki.players.simple import RandomPlayer
from senki.terminal.app.colours import MAP_STYLES
from senki.terminal.app.game_app import GameApp
from senki.terminal.charts import chart_of
from senki.terminal.mapview import Picture, Scene
from senki.terminal.planechart import PlaneChart, inside, read_pose
from senki.terminal.saves import Shelf
from senki.terminal.session import HUMAN, Session
from senki.terminal.thinker import QuickThinker

GAME: Game = find_game("monmouth")
COLOURS = {side.id: side.colour for side in GAME.sides}


@pytest.fixture(scope="module")
def view() -> View:
    """A position in the middle of a game, in which a block on the map is to move."""
    p = GAME.start("monmouth", GAME.settings({}))
    p.settle()
    chance = random.Random(4)
    for _ in range(60):
        p.play(chance.choice(p.options()))
    while p.step.name != "piece" or not p.options() or GAME.view(p, p.side_to_act).free is None:
        p.play(chance.choice(p.options()))
    return GAME.view(p, p.side_to_act)


def drawn(view: View, width: int, height: int, lang: str = "en", **more: object) -> Picture:
    chart = chart_of(GAME, GAME.scenarios[0].id, {})
    assert isinstance(chart, PlaneChart)
    return chart.draw(width, height, lang, Scene(view.pieces, COLOURS, **more))  # type: ignore[arg-type]


def cells_of(picture: Picture, piece: str) -> list[tuple[int, int]]:
    return [cell for cell, hit in picture.hits.items() if piece in hit.pieces]


@pytest.mark.parametrize("size", [(140, 44), (110, 32), (80, 24), (40, 12), (7, 3), (1, 1)])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_field_is_drawn_whole_at_any_size(view: View, size: tuple[int, int], lang: str) -> None:
    picture = drawn(view, *size, lang)
    assert len(picture.letters) == size[1] and all(len(row) == size[0] for row in picture.letters)
    used = {style for row in picture.styles for style in row}
    assert used <= set(MAP_STYLES), used - set(MAP_STYLES)
    if size[0] >= 80:
        grounds = {style for row in picture.styles for style in row if style.startswith("ground.")}
        assert {"ground.clear", "ground.woods", "ground.marsh", "ground.field"} <= grounds
        assert any(style.startswith("hexroad.") for style in used)
        farms = [one["name"][lang] for one in PlaneChart(GAME).features if one["kind"] == "objective"]
        assert any(f"★{farm}" in picture.text() for farm in farms)


def test_blocks_are_filled_cells_of_their_side_where_they_stand(view: View) -> None:
    picture = drawn(view, 110, 32)
    standing = [piece for piece in view.pieces if piece.pose]
    assert standing
    for piece in standing:
        cells = cells_of(picture, piece.id)
        assert cells, piece.id
        column = sum(x for x, _ in cells) / len(cells)
        assert abs(column - piece.pose[0] / 7510 * 110) < 8, piece.id
        colour = COLOURS[piece.side]
        assert {picture.styles[y][x] for x, y in cells} <= {f"counter.{colour}"}
    for piece in view.pieces:
        if not piece.pose:
            assert not cells_of(picture, piece.id), "what is off the map is not drawn"


def test_an_unknown_block_shows_only_its_number(view: View) -> None:
    unknown = [piece for piece in view.pieces if piece.symbol == "unknown" and piece.pose]
    assert unknown
    picture = drawn(view, 140, 44)
    for piece in unknown:
        written = "".join(picture.letters[y][x] for x, y in sorted(cells_of(picture, piece.id), key=lambda c: c[::-1]))
        assert piece.id in written
        assert set(written) <= set(piece.id) | set(" ○↑↗→↘↓↙←↖"), written


def test_sampled_poses_are_lit_and_can_be_pointed_at(view: View) -> None:
    lit = {choice.place: choice.cost for choice in view.choices if choice.place is not None}
    chosen = view.free.pieces[0].piece if view.free else None
    picture = drawn(view, 110, 32, lit=lit, chosen=chosen)
    pointed = {hit.place for hit in picture.hits.values() if not hit.pieces}
    assert pointed & set(lit)
    assert "chosen" in {style for row in picture.styles for style in row}


def test_the_drawn_game_plays_sampled_moves_by_number(tmp_path: Path) -> None:
    session = Session(GAME, None, {"colonial": HUMAN, "british": "random"}, 7, Shelf(tmp_path))
    app = GameApp(session, "en", pace=0, thinkers={"british": QuickThinker(RandomPlayer(GAME, 1))})

    async def play() -> None:
        async with app.run_test(size=(140, 44)) as pilot:
            await pilot.pause(0.5)
            for key in ("1", "1", "2"):
                await pilot.press(key)
                await pilot.pause(0.3)

    asyncio.run(play())
    moves = session.match.record().moves
    assert moves[:2] == ["stand lee", "pick maxwell"] and moves[2].startswith("enter maxwell")


def test_any_move_may_be_written_and_a_refusal_names_its_clause(tmp_path: Path) -> None:
    session = Session(GAME, None, {"colonial": HUMAN, "british": "random"}, 7, Shelf(tmp_path))
    app = GameApp(session, "ja", pace=0, thinkers={"british": QuickThinker(RandomPlayer(GAME, 1))})
    told: list[str] = []

    async def play() -> None:
        async with app.run_test(size=(140, 44)) as pilot:
            await pilot.pause(0.5)
            for line in ("", "ride lee", "ride lee road rd_english 7400", "ride lee road rd_english 2345.6"):
                await pilot.press("w")
                entry = app.query_one("#entry", Input)
                assert entry.has_focus and entry.value == "stand lee"
                entry.value = line
                await pilot.press("enter")
                await pilot.pause(0.3)
                assert not entry.display
                told.append(str(app.query_one("#say", Static).content))

    asyncio.run(play())
    assert "書き方の例：stand lee" in told[1] and "MON-3.9" in told[2]
    assert session.match.record().moves[0] == "ride lee road rd_english 2345.6"


def test_poses_and_outlines() -> None:
    assert read_pose("10,20.5,365") == (10.0, 20.5, 5.0)
    assert [read_pose(text) for text in ("luray", "1,2", "1,2,nan", "1,inf,3")] == [None] * 4
    square = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]
    assert inside(5, 5, square) and not inside(15, 5, square) and not inside(5, -1, square)
