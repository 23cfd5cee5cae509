"""The drawing of hex maps: whole, true to the map, legible, the same every time; and the fit to the ground."""

from __future__ import annotations

import json
import math
import re
from functools import cache
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from senki.boards.hexes.grid import Grid
from senki.boards.hexes.hexmap import Anchor, HexMap
from senki.boards.hexes.writing import write_map
from senki.engine.errors import Malformed, UnknownName
from senki.terminal.main import main
from senki.workshop import draw_map
from senki.workshop.checking import check_map, drawing_of, hex_maps, map_text, proof
from senki.workshop.fit import compare, fit_anchors, overlay, read_geojson, rms
from senki.workshop.hexboard import hex_board
from senki.workshop.hexcrowd import width_of
from senki.workshop.hexmap import draw_hex_map
from senki.workshop.hexnames import split
from senki.workshop.hexshapes import Plan, inset
from senki.workshop.hexsheet import HexDrawing, read_looks, read_sheet_facts
from senki.workshop.hexwater import courses, shore_lines, side_waters
from senki.workshop.theme import style
from tests.hexboards import GRIDS, furnished, grids

SVG = "{http://www.w3.org/2000/svg}"
LANGUAGES = ("en", "ja")
SHILOH = files("senki.games").joinpath("shiloh")


@cache
def drawn(lang: str, theme: str = "light") -> ET.Element:
    return ET.fromstring(draw_map("shiloh", lang, theme))


@cache
def shiloh() -> HexDrawing:
    return drawing_of("shiloh")


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [e for e in root.iter() if name in (e.get("class") or "").split()]


# The document


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_map_is_a_whole_document(lang: str, theme: str) -> None:
    root = drawn(lang, theme)
    assert (root.tag, root.get("lang")) == (f"{SVG}svg", lang)
    text = draw_map("shiloh", lang, theme)
    assert "var(--" not in text
    assert text == draw_map("shiloh", lang, theme), "the same every time"
    used = set(re.findall(r"url\(#([\w-]+)\)|href=\"#([\w-]+)\"", text))
    ids = {e.get("id") for e in root.iter()}
    assert {a or b for a, b in used} <= ids
    named = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(named) == len(set(named))


def test_every_class_has_an_ink() -> None:
    css = style("page")
    known = set(re.findall(r"\.([A-Za-z][\w-]*)", css))
    plain = {
        "layer",
        "legend",
        "notes",
        "scale",
        "compass",
        "cartouche",
        "towns",
        "names",
        "over",
        "growth",
        "sides",
        "tints",
        "borders",
    }
    bare = {"swatch", "margin", "paper", "hex-grid", "tints", "borders"}
    for lang in LANGUAGES:
        for e in drawn(lang).iter():
            for name in (e.get("class") or "").split():
                assert name in known | plain | bare or name.startswith(("place-", "lang-", "sign-")), name


def test_the_inks_of_a_page_stay_variables() -> None:
    assert "var(--woods)" in draw_map("shiloh", "en", "page")


def test_every_hex_has_its_number_and_every_place_its_name() -> None:
    for lang in LANGUAGES:
        root = drawn(lang)
        numbers = [t.text for group in of_class(root, "hex-number") for t in group]
        assert numbers == shiloh().map.names
        shown = {"".join("".join(g.itertext()).split()) for g in of_class(root, "place-name")}
        for place in shiloh().map.places:
            if place.kind != "entry":
                assert "".join(place.names[lang].split()) in shown


def boxes(lang: str) -> list[tuple[str, tuple[float, float, float, float]]]:
    found = []
    for group in of_class(drawn(lang), "place-name"):
        rows = list(group)
        size = float(rows[0].get("font-size", "0"))
        wide = max(width_of(row.text or "", size) for row in rows)
        x, top = float(rows[0].get("x", "0")), float(rows[0].get("y", "0")) - 0.8 * size
        found.append(("".join(group.itertext()), (x - wide / 2, top, x + wide / 2, float(rows[-1].get("y", "0")))))
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_keep_clear_of_each_other_and_inside_the_frame(lang: str) -> None:
    left, top, right, bottom = shiloh().frame
    for (name, a), (other, b) in combinations(boxes(lang), 2):
        wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
        assert wide <= 0 or high <= 2, f"{name} runs into {other}"
    for name, box in boxes(lang):
        assert left < box[0] and top < box[1] and box[2] < right and box[3] < bottom, name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_margin_stays_on_the_sheet(lang: str) -> None:
    x, _, width, _ = shiloh().box
    for kind, size in (("hex-legend", 15.0 if lang == "en" else 13.5), ("words", 17.5 if lang == "en" else 15.5)):
        for e in of_class(drawn(lang), kind):
            end = float(e.get("x", "0")) + width_of(e.text or "", size)
            assert end <= x + width, e.text


# Geometry


@given(grids, st.sets(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=1))
@settings(max_examples=60)
def test_outlines_enclose_their_hexes(grid: Grid, cells: set[tuple[int, int]]) -> None:
    plan = Plan(grid, 64, (0, 0))
    area = sum(_area(loop) for loop in plan.loops(cells))
    assert area == pytest.approx(len(cells) * 64 * 64 * math.sqrt(3) / 2, rel=1e-6)


def _area(loop: list[tuple[float, float]]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(loop, loop[1:] + loop[:1], strict=True)) / 2


@pytest.mark.parametrize("grid", GRIDS, ids=lambda g: f"{g.shape}{g.shifted}")
def test_sides_lie_between_their_hexes(grid: Grid) -> None:
    plan = Plan(grid, 64, (0, 0))
    for d in range(6):
        here, there = plan.centre((4, 5)), plan.centre(grid.neighbour(4, 5, d))
        (ax, ay), (bx, by) = plan.edge((4, 5), d)
        assert ((ax + bx) / 2, (ay + by) / 2) == pytest.approx(((here[0] + there[0]) / 2, (here[1] + there[1]) / 2))
        nx, ny = plan.outward(d)
        assert (here[0] + nx * 64, here[1] + ny * 64) == pytest.approx(there)
    assert _area(inset(plan.corners((4, 5)), 5)) < _area(plan.corners((4, 5)))


def test_shilohs_water_is_where_the_map_has_it() -> None:
    drawing = shiloh()
    shores = shore_lines(drawing, "water")
    inside = 0
    for hex in drawing.with_terrain("water"):
        x, y = drawing.centre(hex)
        inside += any(_inside(loop, (x, y)) for loop in shores)
    assert inside == 10
    for look in ("woods", "clear"):
        for hex in drawing.with_terrain(look):
            assert not any(_inside(loop, drawing.centre(hex)) for loop in shores), drawing.map.names[hex]
    assert {names["en"] for _, names, _ in side_waters(drawing)} == {"Snake Creek", "Lick Creek"}
    assert {names["en"] for _, names, _ in courses(drawing)} >= {"Owl Creek", "Shiloh Branch", "Dill Branch"}


def _inside(loop: list[tuple[float, float]], at: tuple[float, float]) -> bool:
    x, y = at
    odd = False
    for (ax, ay), (bx, by) in zip(loop, loop[1:] + loop[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def test_long_names_are_broken_in_two() -> None:
    assert split("Davis Wheat Field", 60, 13) == ["Davis", "Wheat Field"]
    assert split("ピッツバーグ・ランディング", 60, 13) == ["ピッツバーグ・", "ランディング"]
    assert split("Mill", 60, 13) == ["Mill"]
    assert split("Supercalifragilistic", 20, 13) == ["Supercalifragilistic"]


@given(furnished())
@settings(max_examples=25, deadline=None)
def test_any_map_is_drawn(board: HexMap) -> None:
    """Every shape, parity and hole; words without a look are simply left plain."""
    drawing = HexDrawing(board, read_looks(SHILOH), read_sheet_facts(SHILOH))
    root = ET.fromstring(draw_hex_map(drawing, "en", style("light")))
    assert len(of_class(root, "hex-number")[0]) == board.size


def test_an_unknown_language_is_told() -> None:
    with pytest.raises(ValueError, match="unknown language 'de'"):
        draw_hex_map(shiloh(), "de", "")


# The board for the client, and validation


def test_the_board_tells_where_each_hex_is() -> None:
    board = hex_board(shiloh())
    hexes = board["hexes"]
    assert isinstance(hexes, list)
    assert (len(hexes), board["size"], board["shape"], board["shifted"]) == (439, 64.0, "flat", "even")
    at = {hex["id"]: (hex["x"], hex["y"]) for hex in hexes}
    assert math.dist(at["0915"], at["1014"]) == pytest.approx(64, abs=0.05)
    assert next(hex["terrain"] for hex in hexes if hex["id"] == "1414") == "deep_woods"


def test_maps_are_validated_in_the_words_of_their_game() -> None:
    assert hex_maps() == ["shiloh", "sicily", "sjw"]
    found, problems = check_map("shiloh", map_text("shiloh").encode())
    assert problems == []
    assert found is not None
    assert write_map(found) == map_text("shiloh")
    svg, board, problems = proof("shiloh", b"hexmap 1", "en")
    assert (svg, board) == ("", {})
    assert {p.facts["section"] for p in problems} == {"grid", "hexes"}
    for game in ("nano", "nowhere", "../shiloh", ""):
        with pytest.raises(UnknownName, match="no hex map"):
            check_map(game, b"")


# The ground


def test_the_grid_fits_its_anchors() -> None:
    fit, residuals = fit_anchors(shiloh().map)
    assert fit.metres_per_hex == pytest.approx(403, abs=1)
    assert fit.rotation == pytest.approx(-1.2, abs=0.15)
    assert rms(residuals) == pytest.approx(0.55, abs=0.02)
    assert shiloh().facts.kilometres_per_hex == pytest.approx(fit.metres_per_hex / 1000, abs=0.001)


@given(st.integers(0, 3), st.floats(-3, 3), st.floats(0.2, 5), st.floats(-60, 60))
@settings(max_examples=40)
def test_an_exact_grid_fits_exactly(which: int, turn: float, km: float, lat: float) -> None:
    """Anchors laid out by a known similarity give that similarity back."""
    from senki.workshop.sheet import EARTH_RADIUS_KM

    grid = GRIDS[which]
    cells = [(c, r) for c in range(1, 5) for r in range(1, 5)]
    board = HexMap(grid, shiloh().map.words, cells, [f"{c:02d}{r:02d}" for c, r in cells])
    degree = math.radians(1) * EARTH_RADIUS_KM
    for hex, cell in enumerate(cells):
        z = complex(*grid.centre(*cell)) * km * complex(math.cos(turn), math.sin(turn))
        board.anchors.append(Anchor(hex, lat - z.imag / degree, z.real / (degree * math.cos(math.radians(lat))), ""))
    fit, residuals = fit_anchors(board)
    # the cosine is taken at the middle of the anchors, a little off the latitude they were laid out at
    assert fit.metres_per_hex == pytest.approx(km * 1000, rel=0.02)
    assert rms(residuals) < 0.05


def test_anchors_that_cannot_be_fitted_are_told() -> None:
    board = HexMap(GRIDS[0], shiloh().map.words, [(1, 1), (1, 2)], ["0101", "0102"])
    with pytest.raises(Malformed, match="at least two anchors"):
        fit_anchors(board)
    board.anchors = [Anchor(0, 35.0, -88.0, ""), Anchor(0, 35.1, -88.0, "")]
    with pytest.raises(Malformed, match="all lie in one hex"):
        fit_anchors(board)


def test_the_ground_is_drawn_over_the_map() -> None:
    features = read_geojson(SHILOH.joinpath("ground.geojson").read_bytes(), "ground")
    drawing = shiloh()
    fit, residuals = fit_anchors(drawing.map)
    over = overlay(drawing, fit, residuals, features)
    root = ET.fromstring(draw_hex_map(drawing, "en", style("light"), over))
    assert len(of_class(root, "residual")) == len(drawing.map.anchors)
    assert of_class(root, "geo")
    strays = {stray.name: stray for stray in compare(drawing, fit, features)}
    assert strays["Shiloh Church"].most < 0.5, "the marker lies in the hex of the church"
    assert strays["Owl Creek"].most < 1
    assert strays["Hamburg-Savannah (River) Road"].most > strays["Owl Creek"].most


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "not JSON"),
        ("[]", "not GeoJSON"),
        ('{"features": [{"geometry": {"type": "Circle", "coordinates": [1, 2]}}]}', "feature 1"),
        ('{"features": [{"geometry": {"type": "Point", "coordinates": [181, 2]}}]}', "feature 1"),
        ('{"features": [{"geometry": null}]}', "feature 1"),
        ('{"features": [4]}', "feature 1"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_geojson_that_is_none_is_told(text: str, why: str) -> None:
    with pytest.raises(Malformed, match=f"ground: .*{why}"):
        read_geojson(text.encode(), "ground")


def test_every_shape_of_geojson_is_read() -> None:
    shapes = {
        "Point": [1, 2],
        "MultiPoint": [[1, 2], [3, 4]],
        "LineString": [[1, 2], [3, 4]],
        "MultiLineString": [[[1, 2], [3, 4]]],
        "Polygon": [[[1, 2], [3, 4], [5, 6], [1, 2]]],
        "MultiPolygon": [[[[1, 2], [3, 4], [5, 6], [1, 2]]]],
    }
    rows = [{"geometry": {"type": kind, "coordinates": at}} for kind, at in shapes.items()]
    found = read_geojson(json.dumps({"features": rows}).encode(), "shapes")
    assert [(len(f.points), [len(line) for line in f.lines]) for f in found] == [
        (1, []),
        (2, []),
        (0, [2]),
        (0, [2]),
        (0, [4]),
        (0, [4]),
    ]
    assert found[0].points == [(2.0, 1.0)]


# The command


def test_senki_map_draws_checks_and_validates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "shiloh.svg"
    assert main(["map", "shiloh", "--out", str(out), "--lang", "ja"]) == 0
    assert ET.parse(out).getroot().get("lang") == "ja"
    assert main(["map", "shiloh", "--check", "--out", str(out), "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "403 m per hex" in told
    assert "Owl Creek" in told
    assert of_class(ET.parse(out).getroot(), "residual")
    good, bad = tmp_path / "good.hexes", tmp_path / "bad.hexes"
    good.write_text(map_text("shiloh"), encoding="utf-8")
    assert main(["map", "--validate", str(good), "--game", "shiloh", "--out", str(out), "--lang", "en"]) == 0
    assert "439 hexes, nothing wrong" in capsys.readouterr().out
    bad.write_text(map_text("shiloh").replace("0103 light_woods", "0103 jungle"), encoding="utf-8")
    assert main(["map", "--validate", str(bad), "--game", "shiloh", "--lang", "ja"]) == 1
    line = map_text("shiloh").split("\n").index("0103 light_woods") + 1
    assert f"bad.hexes:{line}:6: このゲームに「jungle」という地形はありません" in capsys.readouterr().out


@pytest.mark.parametrize(
    "args",
    [
        ["map"],
        ["map", "shiloh"],
        ["map", "nano", "--check"],
        ["map", "shiloh", "--out", "map.png"],
        ["map", "nowhere", "--out", "map.svg"],
        ["map", "shiloh", "--out", "map.svg", "--sheet", "north"],
        ["map", "nano", "--out", "map.svg", "--sheet", "north"],
        ["map", "shiloh", "--check", "--geo", "nowhere.geojson"],
        ["map", "--validate", "nowhere.hexes", "--game", "shiloh"],
    ],
)
def test_what_senki_map_cannot_do_is_told_in_a_line(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(args) != 0
    told = capsys.readouterr().err
    assert told.strip()
    assert "Traceback" not in told
