"""The map of Sicily: every hex, side and place as specified, and how it is drawn on the measured ground."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from functools import cache
from importlib.resources import files
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from senki.boards.hexes.format import load_map
from senki.boards.hexes.shipped import shipped_map, shipped_words
from senki.boards.hexes.writing import write_map
from senki.engine.errors import Malformed
from senki.games.sicily.ground import ground_of
from senki.workshop.checking import check_map, drawing_of, map_text
from senki.workshop.fit import compare, fit_anchors, read_geojson, rms
from senki.workshop.hexboard import hex_board
from senki.workshop.hexcrowd import Crowd
from senki.workshop.hexground import road_lines
from senki.workshop.hexmap import draw_hex_map
from senki.workshop.hexnames import lettering, settled
from senki.workshop.hexsheet import HexDrawing
from senki.workshop.hexsurvey import Measured
from senki.workshop.theme import style

PACKAGE = "senki.games.sicily"
FOLDER = files(PACKAGE)
DATA = Path(__file__).parent / "data" / "sicily"
MAP = shipped_map(PACKAGE)
WORDS = MAP.words
SEA = "sea"
INKS = """relief-image measured fill-sea shore sand grains bank bed bridge line-road ground-city ground-marsh at-sea
    sign-large_port sign-port sign-airfield sign-ferry sign-beachhead sign-summit place-sea place-bay
    level-0 level-5 step high-step"""


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


HEXES = {row["hex"]: row for row in rows("hexes.csv")}
"""All hexes but those that are all sea."""
SIDES = {frozenset((row["hex_a"], row["hex_b"])): row for row in rows("hexsides.csv")}
PLACES = rows("hexplaces.csv")


def features(hex: int) -> set[str]:
    return {word for word in WORDS.features if MAP.features[hex] & WORDS.feature_bit(word)}


def with_feature(word: str) -> set[str]:
    return {MAP.names[hex] for hex in range(MAP.size) if word in features(hex)}


@cache
def drawing(sheet: str = "") -> HexDrawing:
    return drawing_of("sicily", sheet=sheet)


def measured(of: HexDrawing) -> Measured:
    assert of.measured is not None
    return of.measured


@cache
def drawn(lang: str, theme: str = "light", sheet: str = "") -> str:
    return draw_hex_map(drawing(sheet), lang, style(theme))


# What is on it


def test_the_file_reads_without_a_problem_and_is_canonical() -> None:
    text = map_text("sicily")
    found, problems = check_map("sicily", text.encode())
    assert found is not None and not problems
    assert write_map(found) == text


def test_the_words_are_those_the_rules_read() -> None:
    words = shipped_words(PACKAGE)
    assert words.terrain == ["open", "city", "marsh", "sea"]
    assert words.features == ["coast", "beach", "town", "airfield", "large_port", "small_port", "evacuation"]
    assert words.sides == ["river", "bridge"] and words.links == ["road"]


def test_every_hex_is_as_specified() -> None:
    """All 61 columns of 34 rows but the far side of the strait; what the table leaves out is sea."""
    out = {name for name, row in HEXES.items() if row["type"] == "out"}
    assert out == {f"61{row:02d}" for row in range(2, 35)}
    everywhere = {f"{column:02d}{row:02d}" for column in range(1, 62) for row in range(1, 35)}
    assert set(MAP.names) == everywhere - out and MAP.size == 2041
    for hex, name in enumerate(MAP.names):
        row = HEXES.get(name, {"type": SEA, "level": "0", "terrain": SEA, "beach": "", "road": "", "names": ""})
        have = features(hex)
        assert WORDS.terrain[MAP.terrain[hex]] == {"town": "open"}.get(row["terrain"], row["terrain"]), name
        assert MAP.level[hex] == int(row["level"]), name
        assert ("coast" in have) == (row["type"] == "coast"), name
        assert ("beach" in have) == (row["beach"] == "y"), name
        assert ("town" in have) == (row["terrain"] == "town"), name
        assert any(MAP.link[6 * hex : 6 * hex + 6]) == (row["road"] == "y"), name


def test_terrain_and_levels_are_counted() -> None:
    assert Counter(WORDS.terrain[number] for number in MAP.terrain) == {
        "sea": 1060,
        "open": 968,
        "city": 11,
        "marsh": 2,
    }
    assert sorted(Counter(MAP.level).items()) == [(0, 1060), (1, 235), (2, 252), (3, 264), (4, 161), (5, 58), (6, 11)]
    assert (len(with_feature("coast")), len(with_feature("beach")), len(with_feature("town"))) == (167, 122, 48)


def test_every_hexside_is_as_specified() -> None:
    river, bridge, road = WORDS.side_bit("river"), WORDS.side_bit("bridge"), WORDS.link_bit("road")
    met = Counter[str]()
    for hex in range(MAP.size):
        for d in range(6):
            place, there = 6 * hex + d, MAP.neighbour[6 * hex + d]
            row = SIDES.get(frozenset((MAP.names[hex], MAP.names[there])), {}) if there >= 0 else {}
            have = {
                "river": MAP.side[place] & river,
                "bridge": MAP.side[place] & bridge,
                "road": MAP.link[place] & road,
            }
            for kind, bits in have.items():
                assert bool(bits) == (row.get(kind) == "y"), (MAP.names[hex], d, kind)
                met[kind] += bool(bits)
    assert met == {"road": 2 * 528, "river": 2 * 317, "bridge": 2 * 57}


def test_a_bridge_is_where_a_road_crosses_a_river() -> None:
    for row in SIDES.values():
        assert (row["bridge"] == "y") == (row["road"] == row["river"] == "y")


def test_roads_run_as_they_are_named() -> None:
    """A numbered road takes the steps that the table gives it, and no others."""
    named: dict[str, set[frozenset[str]]] = {}
    for line in MAP.lines:
        steps = {frozenset((MAP.names[a], MAP.names[b])) for a, b in pairwise(line.hexes)}
        named.setdefault(line.names["en"].split()[0], set()).update(steps)
    for number in ("SS113", "SS114", "SS115", "SS117", "SS120", "SS121", "SS123", "SS124", "SS192"):
        listed = {side for side, row in SIDES.items() if re.search(rf"\b{number}(?!\w)", row["road_names"])}
        assert listed <= named[number], number
    assert named["SS117"] == {side for side, row in SIDES.items() if "SS117" in row["road_names"].split(";")}


def test_every_place_stands_in_its_hex() -> None:
    kinds = {"landing_beach": "beach"}
    have = {(MAP.names[place.hex], place.kind, place.names["en"]) for place in MAP.places}
    for row in PLACES:
        kind = kinds.get(row["kind"], row["kind"])
        name = row["name"].removeprefix("Evacuation ").replace("dell Ambra", "dell'Ambra")
        name = "Messina harbour" if row["name"] == "Evacuation Messina" else name
        assert (row["hex"], kind, name) in have
    extra = Counter(kind for _, kind, _ in have)
    assert extra == {
        "city": 11,
        "town": 48,
        "airfield": 19,
        "beach": 18,
        "evacuation": 4,
        "sea": 3,
        "gulf": 3,
        "summit": 6,
    }
    assert MAP.name_of(MAP.number("6002"), "ja") == "メッシーナ" and MAP.name_of(MAP.number("3124"), "en") == "Licata"


def test_ports_airfields_and_evacuation_hexes_are_marked() -> None:
    for word, wanted in (
        ("large_port", {row["hex"] for row in PLACES if row["port"] == "large"}),
        ("small_port", {row["hex"] for row in PLACES if row["port"] == "small"}),
        ("airfield", {row["hex"] for row in PLACES if row["kind"] == "airfield"}),
        ("evacuation", {row["hex"] for row in PLACES if row["kind"] == "evacuation"}),
        ("town", {row["hex"] for row in PLACES if row["kind"] == "town"}),
    ):
        assert with_feature(word) == wanted, word
    assert with_feature("large_port") == {"2003", "5116", "5421", "5525", "6002"}
    cities = {MAP.names[hex] for hex in range(MAP.size) if WORDS.terrain[MAP.terrain[hex]] == "city"}
    assert cities == {row["hex"] for row in PLACES if row["kind"] == "city"}


def test_everything_has_a_japanese_name_and_a_provenance() -> None:
    for place in MAP.places:
        assert place.names["en"] and re.search("[ァ-ヶ一-龠]", place.names["ja"]), place.names
        assert place.source
    for line in MAP.lines:
        assert line.names["ja"] and line.source
    for run in MAP.runs:
        assert run.source and (run.kind == "bridge" or run.names["ja"].endswith(("川", "川）", "川（北）")))
    assert all(MAP.source)


# On the ground


def test_the_grid_fits_its_anchors() -> None:
    fit, residuals = fit_anchors(MAP)
    assert abs(fit.metres_per_hex - 5650) < 60 and abs(fit.rotation) < 1
    assert rms(residuals) < 0.4 and max(one.hexes for one in residuals) < 0.6


def test_the_rivers_run_where_they_run() -> None:
    fit, _ = fit_anchors(MAP)
    ground = read_geojson(FOLDER.joinpath("ground.geojson").read_bytes(), "ground.geojson")
    strayed = compare(drawing(), fit, ground)
    assert {one.name for one in strayed} == {run.names["en"] for run in MAP.runs if run.kind == "river"}
    for one in strayed:
        assert one.mean < 0.5 and one.most < 0.8, one.name


# How it is drawn


def test_the_relief_is_a_small_file_with_its_sources() -> None:
    data = FOLDER.joinpath("relief.json").read_bytes()
    assert len(data) < 300_000
    relief = json.loads(data)
    assert {one["what"] for one in relief["sources"]} >= {"coast line", "heights"}
    assert all(one["licence"] for one in relief["sources"])
    for ink in ("light", "shade", "deep"):
        assert relief["strokes"][ink]
        assert all(f'class="relief-{ink}" d="{square}"' in drawn("en") for square in relief["strokes"][ink])
    assert f"data:image/png;base64,{relief['shade']['png']}" in drawn("en")


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_map_is_drawn_the_same_every_time(lang: str, theme: str) -> None:
    text = drawn(lang, theme)
    assert text == draw_hex_map(drawing_of("sicily"), lang, style(theme))
    assert len(text) < 2_500_000 and "var(--" not in text
    root = ET.fromstring(text)
    inks = {ink for part in root.iter() for ink in (part.get("class") or "").split()}
    assert inks >= set(INKS.split())
    known = set(re.findall(r"\.([A-Za-z][\w-]*)", style("page")))
    for ink in ("relief-image", "measured", "at-sea", "sign-paper", "sign-large_port", "place-sea", "place-beachhead"):
        assert ink in known


def test_a_sea_hex_is_all_sea_a_land_hex_all_land_and_a_coast_hex_both() -> None:
    here = drawing()
    ground = measured(here)
    for hex, name in enumerate(MAP.names):
        x, y = here.centre(hex)
        spots = [(x, y)]
        for cx, cy in here.plan.corners(MAP.cells[hex]):
            spots.extend((x + (cx - x) * share, y + (cy - y) * share) for share in (0.3, 0.6, 0.9, 0.97))
        middles = [
            ((ax + bx) / 2, (ay + by) / 2)
            for (ax, ay), (bx, by) in (here.plan.edge(MAP.cells[hex], d) for d in range(6))
        ]
        spots.extend((x + (mx - x) * share, y + (my - y) * share) for mx, my in middles for share in (0.5, 0.97))
        wet = [ground.in_sea(spot) for spot in spots]
        kind = HEXES[name]["type"] if name in HEXES else SEA
        if kind == SEA:
            assert all(wet), name
        elif kind == "land":
            assert not any(wet), name
        else:
            assert any(wet), name
            assert not ground.in_sea(here.site(hex)), name


def test_roads_and_towns_stand_ashore() -> None:
    here = drawing()
    ground = measured(here)
    for _, names, points in road_lines(here):
        assert not any(ground.in_sea(point) for point in points), names
    for place in MAP.places:
        if place.kind in ("city", "town"):
            x, y = here.site(place.hex)
            assert not ground.in_sea((x, y)) and here.plan.nearest((x, y)) == MAP.cells[place.hex]


def test_every_point_lies_in_its_hex() -> None:
    here = drawing()
    for hex, cell in enumerate(MAP.cells):
        x, y = here.centre(hex)
        for cx, cy in [(x, y), *here.plan.corners(cell)]:
            assert here.plan.nearest((x + (cx - x) * 0.98, y + (cy - y) * 0.98)) == cell


def test_levels_are_told_apart_without_colour() -> None:
    """Every hex above the lowest level prints it, and every side between two levels has teeth."""
    root = ET.fromstring(drawn("en"))
    figures = {
        (text.text or ""): (text[0].text or "").strip() if len(text) else ""
        for text in root.iterfind(".//{*}g[@class='hex-number']/{*}text")
    }
    assert len(figures) == MAP.size
    for hex, name in enumerate(MAP.names):
        assert figures[name] == (str(MAP.level[hex]) if MAP.level[hex] > 1 else ""), name
    teeth = "".join(part.get("d", "") for part in root.iter() if part.get("class") in ("step", "high-step")).count("M")
    sides = [(hex, MAP.neighbour[6 * hex + d]) for hex in range(MAP.size) for d in range(3)]
    assert teeth == sum(there >= 0 and MAP.level[hex] and MAP.level[there] and MAP.level[hex] != MAP.level[there]
                        for hex, there in sides)  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_two_names_of_places_touch(lang: str) -> None:
    here = drawing()
    placed = settled(here, here.map.places, lang, Crowd(here))
    left, top, right, bottom = here.frame
    for one in placed:
        assert left < one.box[0] and top < one.box[1] and one.box[2] < right and one.box[3] < bottom, one.lines
    for one, other in combinations(placed, 2):
        a, b = one.box, other.box
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], f"{one.lines} runs into {other.lines}"


def test_seas_rivers_roads_and_bridges_are_named() -> None:
    for word in ("MEDITERRANEAN SEA", "Simeto", "SS120", "Primosole", "Mount Etna"):
        assert f">{word}<" in drawn("en")
    for word in ("ティレニア海", "イオニア海", "地中海", "シメート川", "国道120号線", "カターニア"):
        assert f">{word}<" in drawn("ja")
    assert lettering(drawing(), "ja") == lettering(drawing(), "ja")


def test_the_beaches_of_july_are_a_part_of_the_map_with_the_same_numbers() -> None:
    part = drawing("landing")
    assert set(part.map.names) == {name for name in MAP.names if 27 <= int(name[:2]) <= 45}
    text = drawn("en", "light", "landing")
    assert ">3624<" in text and ">S3624<" not in text and "sheet-join" not in text.partition("</style>")[2]
    board = hex_board(part)
    assert "sheets" not in board and isinstance(board["hexes"], list) and "number" not in board["hexes"][0]
    ground = measured(part)
    for hex, name in enumerate(part.map.names):
        kind = HEXES[name]["type"] if name in HEXES else SEA
        assert kind == "coast" or ground.in_sea(part.centre(hex)) == (kind == SEA), name


@pytest.mark.parametrize("level", [0, 7, 99])
def test_a_level_that_the_game_does_not_know_is_refused_with_its_hex(level: int) -> None:
    text = map_text("sicily").replace("\n3921 open level=3 ", f"\n3921 open level={level} ")
    with pytest.raises(Malformed, match=f"hex 3921 is on level {level}"):
        ground_of("", text)


def test_the_shore_of_a_changed_map_follows_its_hexes() -> None:
    """One flooded hex: the measured relief stays, the shore is drawn from the hexes."""
    flooded = load_map(map_text("sicily").replace("\n3921 open level=3 ", "\n3921 sea "), WORDS, "copy")
    assert WORDS.terrain[flooded.terrain[flooded.number("3921")]] == SEA
    ground = measured(drawing_of("sicily", flooded))
    assert not ground.coast and not ground.ashore
    text = draw_hex_map(drawing_of("sicily", flooded), "en", style("light"))
    assert "relief-image" in text.partition("</style>")[2]
