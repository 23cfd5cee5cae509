"""Every look of a hex map, drawn from the maps in tests/data/looks; and the sheets of a map, each with its numbers."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from senki.boards.hexes.format import load_map
from senki.boards.hexes.hexmap import HexLine, HexSides
from senki.boards.hexes.writing import write_map
from senki.workshop.checking import drawing_of
from senki.workshop.hexboard import hex_board
from senki.workshop.hexcrowd import COUNTER, Crowd
from senki.workshop.hexground import road_lines
from senki.workshop.hexmap import draw_hex_map
from senki.workshop.hexnames import settled
from senki.workshop.hexrelief import heights, level_tints
from senki.workshop.hexsheet import HexDrawing, read_hex_drawing
from senki.workshop.hexwater import shore_lines, side_waters
from senki.workshop.theme import style

LOOKS = Path(__file__).parent / "data" / "looks"
MAPS = ("map", "inland")
LANGUAGES = ("en", "ja")
INKS = {
    "map": """fill-sea fill-water shore sand grains bank bed broad-bank broad-bed flow creek-band hex-creek stream
        bridge ford pontoon level-0 level-1 level-2 level-3 level-4 level-5 step high-step step-shade
        relief-light relief-shade relief-deep ground-woods ground-deep_woods ground-marsh ground-rough
        ground-field ground-city border zone sheet-join case-road line-trail inner-pike inner-rail
        sign-town sign-city sign-station sign-port sign-airfield sign-fort sign-church sign-landing
        sign-camp sign-flag sign-large_port sign-ferry sign-beachhead sign-summit sign-paper
        entry-disc place-bay place-sea at-sea area-name water-name road-name""",
    "inland": """ground-low ground-upland ground-mountain relief-light hill-tint slope protected range-name zone bed
        sign-village place-village crossing-name fill-water""",
}


@cache
def drawing(name: str, sheet: str = "") -> HexDrawing:
    whole = read_hex_drawing(LOOKS)
    text = (LOOKS / f"{name}.hexes").read_text(encoding="utf-8")
    return read_hex_drawing(LOOKS, load_map(text, whole.map.words, name), sheet)


@cache
def drawn(name: str, lang: str = "en", sheet: str = "") -> ET.Element:
    return ET.fromstring(draw_hex_map(drawing(name, sheet), lang, style("light")))


def classes(root: ET.Element) -> set[str]:
    """The classes of what lies on the map itself, not in its legend."""
    margin = {id(e) for g in root if g.get("id") == "layer-margin" for e in g.iter()}
    return {name for e in root.iter() if id(e) not in margin for name in (e.get("class") or "").split()}


@pytest.mark.parametrize("name", MAPS)
def test_every_look_is_drawn_and_every_ink_is_in_both_themes(name: str) -> None:
    found = classes(drawn(name))
    assert set(INKS[name].split()) <= found
    known = set(re.findall(r"\.([A-Za-z][\w-]*)", style("page")))
    bare = {"layer", "paper", "tints", "growth", "borders", "sides", "towns", "names", "hex-grid", "margin", "legend"}
    for ink in classes(drawn(name)) - bare:
        assert ink in known or ink.startswith(("place-", "lang-", "sign-")), ink
    assert "var(--" not in draw_hex_map(drawing(name), "en", style("dark"))


@pytest.mark.parametrize("name", MAPS)
def test_the_maps_of_looks_are_in_canonical_form(name: str) -> None:
    assert write_map(drawing(name).map) == (LOOKS / f"{name}.hexes").read_text(encoding="utf-8")


def test_large_water_needs_no_river_along_it_and_shared_roads_are_drawn_once() -> None:
    """A feature that is water covers its terrain; a stretch of road that two lines take is inked once."""
    inland = drawing("inland")
    assert [inland.map.names[hex] for hex in inland.with_terrain("water")] == ["0108", "0208"]
    whole = load_map(write_map(inland.map), inland.map.words, "copy")
    shared = whole.lines[0].hexes
    whole.add_line(HexLine("road", {"en": "Other Road"}, [*shared[2:5], whole.number("0403")], ""))
    flooded = whole.number("0107")
    whole.add_sides(HexSides("river", {"en": "Shore River"}, [(flooded, whole.number("0108"))], ""))
    again = read_hex_drawing(LOOKS, whole)
    assert "Shore River" not in {names.get("en") for _, names, _ in side_waters(again)}
    other = next(d for e in drawn_parts(again) for d in [e.get("d", "")] if e.get("id") == "way-road")
    assert other.count("C") == 1, "only the step that the pike does not take"


def drawn_parts(one: HexDrawing) -> list[ET.Element]:
    return list(ET.fromstring(draw_hex_map(one, "en", style("light"))).iter())


def test_a_road_leaves_the_map_where_it_ends_alone_at_the_edge_or_goes_on_beyond_the_sheet() -> None:
    inland = drawing("inland")
    whole = load_map(write_map(inland.map), inland.map.words, "copy")
    pike = whole.lines[0]
    assert pike.names["en"] == "Long Pike" and whole.names[pike.hexes[0]] == "0101"

    def points() -> int:
        return len(next(line for _, names, line in road_lines(read_hex_drawing(LOOKS, whole)) if names == pike.names))

    assert points() == len(pike.hexes) + 1, "led off the map at 0101"
    whole.add_line(HexLine("road", {"en": "Meeting Road"}, [whole.number("0201"), pike.hexes[0]], ""))
    assert points() == len(pike.hexes), "it meets another road there"
    assert not drawing("map").leaving
    cut = {(name, hex) for _, name, hex in drawing("map", "east").leaving}
    assert cut and all(hex in drawing("map", "east").map.by_name for _, hex in cut)


def test_the_land_rises_with_its_levels() -> None:
    coast = drawing("map")
    assert list(level_tints(coast).values()) == [0, 1, 2, 3, 4, 5]
    height = heights(coast)
    assert height[coast.map.number("1003")] > height[coast.map.number("0403")] > height[coast.map.number("0109")] == 0
    assert level_tints(drawing("inland")) == {} and any(heights(drawing("inland")))
    assert not any(heights(drawing_of("shiloh"))), "Shiloh has neither levels nor mountains"


def test_the_sea_lies_where_the_map_has_it() -> None:
    coast = drawing("map")
    for hex in range(coast.map.size):
        x, y = coast.centre(hex)
        odd = False
        for loop in shore_lines(coast, "sea"):
            for (ax, ay), (bx, by) in zip(loop, loop[1:] + loop[:1], strict=True):
                odd ^= (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax
        assert odd == (coast.terrain_looks[hex] == "sea"), coast.map.names[hex]


# Names


def apart(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("of", ["shiloh", "map", "inland"])
def test_no_two_names_overlap(of: str, lang: str) -> None:
    here = drawing_of("shiloh") if of == "shiloh" else drawing(of)
    names = settled(here, here.map.places, lang, Crowd(here))
    for one, other in combinations(names, 2):
        assert apart(one.box, other.box), f"{one.lines} runs into {other.lines}"
    left, top, right, bottom = here.frame
    for one in names:
        assert left < one.box[0] and top < one.box[1] and one.box[2] < right and one.box[3] < bottom, one.lines


def test_most_names_leave_the_middle_of_their_hex_to_counters() -> None:
    here = drawing_of("shiloh")
    clear = 0
    names = settled(here, here.map.places, "en", Crowd(here))
    for name in names:
        x, y = here.centre(name.hex)
        half = COUNTER * here.plan.size - 3
        clear += apart(name.box, (x - half, y - half, x + half, y + half))
    assert clear > len(names) / 2
    groups = [g for g in ET.fromstring(draw_hex_map(here, "en", style("light"))).iter() if g.get("data-name")]
    assert len(groups) == len([place for place in here.map.places if place.kind != "entry"]), "each can be faded alone"


# Sheets


def numbers(root: ET.Element) -> list[str]:
    return [t.text or "" for g in root.iter() if g.get("class") == "hex-number" for t in g]


def test_a_sheet_is_drawn_alone_with_its_own_numbers() -> None:
    west, east, whole = (numbers(drawn("map", "en", sheet)) for sheet in ("west", "east", ""))
    assert (len(west), len(east), len(whole)) == (63, 63, 108)
    assert west[0] == "W0101" and all(number.startswith("W") for number in west)
    assert east[0] == "E0101" and all(number.startswith("E") for number in east)
    assert whole[:63] == west, "on the whole map a hex has the number of the first sheet that it is on"
    assert whole[63] == "E0301"
    assert "sheet-join" in classes(drawn("map")) and "sheet-join" not in classes(drawn("map", "en", "east"))
    assert "Porto" not in "".join(drawn("map", "en", "east").itertext())


def test_the_board_of_a_sheet_has_ids_of_the_file_and_numbers_of_the_sheet() -> None:
    hexes = hex_board(drawing("map", "east"))["hexes"]
    assert isinstance(hexes, list)
    assert {hex["id"]: hex["number"] for hex in hexes}["0704"] == "E0204"
    hexes = hex_board(drawing_of("shiloh"))["hexes"]
    assert isinstance(hexes, list) and "number" not in hexes[0]


def test_the_board_tells_of_the_sheets_in_play() -> None:
    both = hex_board(drawing("map"))["sheets"]
    assert isinstance(both, list) and [sheet["prefix"] for sheet in both] == ["W", "E"]
    one = hex_board(drawing("map", "east"))["sheets"]
    assert isinstance(one, list) and [sheet["id"] for sheet in one] == ["east"]
    assert one[0]["shift"] == [5, 0], "0704 of the file is E0204 of the sheet"
    assert "sheets" not in hex_board(drawing_of("shiloh"))
