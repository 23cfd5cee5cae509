"""Every look of a hex map, drawn from the maps in tests/data/looks; and the sheets of a map, each with its numbers."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from senki.boards.hexes.format import load_map
from senki.boards.hexes.writing import write_map
from senki.workshop.checking import drawing_of
from senki.workshop.hexboard import hex_board
from senki.workshop.hexcrowd import COUNTER, Crowd
from senki.workshop.hexmap import draw_hex_map
from senki.workshop.hexnames import settled
from senki.workshop.hexrelief import heights, level_tints
from senki.workshop.hexsheet import HexDrawing, read_hex_drawing
from senki.workshop.hexwater import shore_lines
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
        sign-camp sign-flag entry-disc place-bay area-name water-name road-name""",
    "inland": "ground-low ground-upland ground-mountain relief-light hill-tint slope protected range-name zone bed",
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
