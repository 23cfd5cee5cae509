"""The drawn plane map and the board a client is given."""

import re
from xml.etree import ElementTree as ET

import pytest

from senki import find_game
from senki.games.monmouth.board import FIELD, OBJECTIVES, ROAD_IDS
from senki.workshop import draw_map
from senki.workshop.boards import board_of, lay_out

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_map_is_whole_in_both_languages(lang: str, theme: str) -> None:
    text = draw_map("monmouth", lang, theme)
    assert "var(" not in text and draw_map("monmouth", lang, theme) == text
    root = ET.fromstring(text)
    assert root.get("lang") == lang
    assert {node.get("data-road") for node in root.iter() if node.get("data-road")} == set(ROAD_IDS)
    assert set(OBJECTIVES) <= {node.get("data-place") for node in root.iter()}
    words = " ".join("".join(node.itertext()) for node in root.iter(f"{SVG}text"))
    for name in {"en": ["Ker farm", "Perrine Hill", "West Morass"], "ja": ["カー農場", "ペリン丘", "西湿地"]}[lang]:
        assert name in words


def test_nothing_is_drawn_outside_the_sheet() -> None:
    root = ET.fromstring(draw_map("monmouth", "en", "light"))
    _, _, width, height = (float(v) for v in (root.get("viewBox") or "").split())
    for node in root.iter(f"{SVG}path"):
        for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", node.get("d", "")):
            assert -1 <= float(x) <= width + 1 and -1 <= float(y) <= height + 1


def test_the_board_of_the_client_is_the_field() -> None:
    found = lay_out(board_of(find_game("monmouth")), "en")
    assert found["kind"] == "plane" and found["printed"]
    assert found["field"] == {"width": FIELD.width, "height": FIELD.height}
    assert {line["id"] for line in found["lines"] if line["kind"] == "road"} == set(ROAD_IDS)
    ker = next(place for place in found["places"] if place["id"] == "obj_ker")
    frame = found["frame"]
    scale = frame["width"] / FIELD.width
    assert abs(frame["height"] / FIELD.height - scale) < 1e-9, "the same scale both ways"
    assert abs(ker["x"] - (frame["x"] + 4560 * scale)) < 0.1
    assert abs(ker["y"] - (frame["y"] + frame["height"] - 1330 * scale)) < 0.1
    sheet = found["sheet"]
    assert sheet["x"] <= frame["x"] and frame["x"] + frame["width"] <= sheet["x"] + sheet["width"]
    assert {area["terrain"] for area in found["areas"]} == {"woods", "marsh", "hill", "village"}
