"""A hex map in characters: laid out once, shown through a window that follows what is pointed at."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from senki.boards.hexes.hexmap import HexMap
from senki.engine.forms import Choice, Note, Overlay, OverlayLine, OverlayPlace, Piece, View
from senki.engine.registry import find_game
from senki.terminal.app.aim import LIST, PIECE, Aim
from senki.terminal.app.colours import MAP_STYLES
from senki.terminal.hexchart import FACE, HIGH, WIDE, HexChart, HexLayout, map_of
from senki.terminal.mapview import BRAILLE, CHOSEN, Picture, Scene
from tests.hexboards import furnished
from tools import bigmap

SHILOH = find_game("shiloh")
COLOURS = {"csa": "red", "usa": "blue"}


def chart() -> HexChart:
    return HexChart(SHILOH, map_of(SHILOH, "battle", {}))


def piece(id: str, place: str, strength: int = 4) -> Piece:
    return Piece(id, "usa", "infantry", place, values=[str(strength)])


def text_at(picture: Picture, shown: HexChart, place: str, row: int = 0) -> str:
    """What stands in a row of a hex."""
    x, y = shown.layout.cells[shown.map.by_name[place]]
    line = picture.letters[y - shown.top + row]
    return "".join(line[x - shown.left : x - shown.left + WIDE])


@given(furnished(), st.data())
def test_a_window_shows_its_part_of_the_map(board: HexMap, data: st.DataObject) -> None:
    layout = HexLayout(board, ["clear", "woods", "marsh"], board.lines, {"trail"})
    whole = layout.window(0, 0, layout.width, layout.height)
    for hex, (x, y) in enumerate(layout.cells):
        number = layout.numbers[hex]
        assert number in (board.printed(hex)[:FACE], board.names[hex])
        assert "".join(whole.letters[y][x : x + len(number)]) == number
        assert {whole.hits[x + i, y + j].place for i in range(WIDE) for j in range(HIGH)} == {board.names[hex]}
    left, top = data.draw(st.integers(0, layout.width - 1)), data.draw(st.integers(0, layout.height - 1))
    width, height = data.draw(st.integers(1, 30)), data.draw(st.integers(1, 20))
    part = layout.window(left, top, width, height)
    for y in range(height):
        for x in range(width):
            inside = left + x < layout.width and top + y < layout.height
            assert part.letters[y][x] == (whole.letters[top + y][left + x] if inside else " ")
            assert part.hits.get((x, y)) == whole.hits.get((left + x, top + y))


def test_a_sheet_shows_its_own_part_and_its_own_numbers() -> None:
    board = bigmap.make_map(20, 15)
    looks = ["clear", "woods", "marsh", "rough", "water"]
    whole, south = (HexLayout(one, looks, one.lines, {"trail"}) for one in (board, board.cut("south")))
    assert whole.numbers[board.number("S0103")] == "N0108"
    assert south.board.size < board.size and all(number.startswith("S") for number in south.numbers)
    picture = south.window(0, 0, south.width, south.height)
    x, y = south.cells[south.board.number("S0103")]
    assert "".join(picture.letters[y][x : x + 5]) == "S0103" and picture.hits[x, y].place == "0108"


def test_roads_join_the_hexes_they_run_through() -> None:
    shown = chart()
    layout = shown.layout
    for line in shown.map.lines:
        if line.kind == "road":
            for hex in line.hexes:
                x, y = layout.cells[hex]
                assert ord(layout.letters[y + 1][x + WIDE // 2 - 1]) > BRAILLE
                assert layout.styles[y + 1][x + WIDE // 2 - 1].startswith("hexroad.")


def test_counters_names_prices_and_the_cursor() -> None:
    shown = chart()
    pieces = [piece("hurlbut", "0915"), piece("prentiss", "0915"), piece("stuart", "1014", 3)]
    lit = {"1015": "3", "1115": ""}
    scene = Scene(pieces, COLOURS, ready={"stuart"}, lit=lit, cursor="1016", aiming=True)
    picture = shown.draw(130, 50, "en", scene)
    assert "·2" in text_at(picture, shown, "0915", 1) and text_at(picture, shown, "1014", 1).rstrip()[-1] == "3"
    assert text_at(picture, shown, "0915").startswith("0915")
    assert "1015" not in text_at(picture, shown, "1015") and text_at(picture, shown, "1015").startswith("3")
    assert text_at(picture, shown, "1115").startswith(CHOSEN)
    x, y = shown.layout.cells[shown.map.by_name["1016"]]
    assert picture.styles[y - shown.top][x - shown.left] == "name.cursor"
    empty = shown.draw(130, 50, "en", Scene([], COLOURS, cursor="1016"))
    name = shown.map.name_of(shown.map.by_name["0915"], "en")
    assert text_at(empty, shown, "0915", 1).startswith(name[:5])


def test_an_overlay_colours_places_and_draws_lines() -> None:
    shown = chart()
    places = [OverlayPlace("1014", tone="threat"), OverlayPlace("1116", "3/5", "good"), OverlayPlace("9999")]
    overlay = Overlay(places, [OverlayLine(["1014", "1015", "1016"], tone="bad")])
    scene = Scene([], COLOURS, lit={"1116": "2"}, cursor="1018", overlay=overlay)
    picture = shown.draw(130, 50, "en", scene)
    for place, style in (("1014", "overlay.threat"), ("1116", "chip"), ("1018", "name.cursor")):
        x, y = shown.layout.cells[shown.map.by_name[place]]
        assert picture.styles[y - shown.top][x - shown.left] == style
    x, y = shown.layout.cells[shown.map.by_name["1015"]]
    middle = (y + 1 - shown.top, x + WIDE // 2 - 1 - shown.left)
    assert picture.styles[middle[0]][middle[1]].startswith("overline.bad.")
    assert ord(picture.letters[middle[0]][middle[1]]) > BRAILLE
    assert text_at(picture, shown, "1015").startswith("1015")
    assert all(style in MAP_STYLES for row in picture.styles for style in row if style.startswith("over"))
    unlit = shown.draw(130, 50, "en", Scene([], COLOURS, cursor="1018", overlay=overlay))
    assert text_at(unlit, shown, "1116").startswith("3/5")


def test_the_window_follows_the_cursor_and_stays_on_the_map() -> None:
    shown = chart()
    for place in ("0103", "1925", "0125", "1803", "1014"):
        picture = shown.draw(40, 12, "ja", Scene([], COLOURS, cursor=place))
        assert place in picture.text()
        assert 0 <= shown.left <= shown.layout.width - 40 and 0 <= shown.top <= shown.layout.height - 12
    left, top = shown.left, shown.top
    shown.draw(40, 12, "ja", Scene([], COLOURS, cursor="1015"))
    assert abs(shown.left - left) <= WIDE and abs(shown.top - top) <= HIGH


def test_the_window_can_be_moved_and_comes_back_to_what_is_pointed_at_next() -> None:
    shown = chart()
    scene = Scene([], COLOURS, cursor="0103")
    shown.draw(40, 12, "en", scene)
    shown.pan(1, 1)
    assert "0103" not in shown.draw(40, 12, "en", scene).text() and (shown.left, shown.top) == (20, 6)
    for _ in range(20):
        shown.pan(1, 1)
    shown.draw(40, 12, "en", scene)
    assert (shown.left, shown.top) == (shown.layout.width - 40, shown.layout.height - 12)
    assert "0104" in shown.draw(40, 12, "en", Scene([], COLOURS, cursor="0104")).text()


def test_only_rows_that_changed_are_drawn_again() -> None:
    shown = chart()
    before = shown.draw(130, 50, "en", Scene([piece("stuart", "1014")], COLOURS))
    again = shown.draw(130, 50, "en", Scene([piece("stuart", "1014")], COLOURS))
    assert again.rows_unlike(before) == []
    moved = shown.draw(130, 50, "en", Scene([piece("stuart", "1015")], COLOURS))
    changed = moved.rows_unlike(before)
    assert changed is not None and 0 < len(changed) <= 2 * HIGH
    assert shown.draw(100, 50, "en", Scene([], COLOURS)).rows_unlike(before) is None


def test_a_piece_that_is_sent_nowhere_is_settled_from_the_list() -> None:
    choices = [
        Choice("group a", "group", "a"), Choice("group a march", "column", "a"), Choice("group b", "group", "b"),
        Choice("end", "end"),
    ]  # fmt: skip
    pieces = [piece("a", "1014"), piece("b", "1015")]
    view = View("shiloh", "usa", 1, pieces, [], [], "activate", False, "usa", Note("activate"), choices)
    shown = chart()
    aim = Aim(view, shown.where, shown.places)
    assert aim.stage == PIECE and aim.enter() is None and aim.enter() is None
    assert (aim.piece, aim.stage) == ("a", LIST)
    assert [choice.text for choice in aim.shown()] == ["group a", "group a march", "end"]
    aim.steer(0, 1)
    assert aim.enter() == choices[1]
    assert aim.back() and aim.stage == PIECE and aim.cursor is not None and aim.cursor.piece == "a"


def test_one_count_of_hexes_needs_no_letter_and_the_sea_is_not_land() -> None:
    sicily = find_game("sicily")
    for scenario in ("landing", "campaign"):
        layout = HexChart(sicily, map_of(sicily, scenario, {})).layout
        names = layout.board.by_name
        assert layout.numbers[names["3825"]] == "3825"
        seen = [MAP_STYLES[f"ground.{layout.looks[names[hex]]}"].bgcolor for hex in ("2701", "3724", "3309")]
        assert len(set(seen)) == 3, "sea, plain and mountain differ"
    sjw = find_game("sjw")
    joined = HexChart(sjw, map_of(sjw, "rapidan_to_manassas", {})).layout
    assert {number[0] for number in joined.numbers} == {"N", "S"}
