"""The map of Stonewall Jackson's Way: what is on it, what holds on any sound map of that country, how it is drawn."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache
from importlib.resources import files
from itertools import combinations

import pytest

from senki.boards.hexes.search import SHUT
from senki.boards.hexes.shipped import shipped_map, shipped_words
from senki.boards.hexes.writing import write_map
from senki.games.sjw.ground import CREEK, DRY, FORD, MINOR, NO_CROSSING, Ground, ground_of
from senki.workshop.checking import check_map, drawing_of, map_text
from senki.workshop.hexcrowd import Crowd
from senki.workshop.hexmap import draw_hex_map
from senki.workshop.hexnames import settled
from senki.workshop.theme import style

PACKAGE = "senki.games.sjw"
MAP = shipped_map(PACKAGE)
SCENARIOS = sorted(file.name for file in files(PACKAGE).joinpath("scenarios").iterdir() if file.name.endswith(".toml"))
PLACES = [(hex, d, MAP.neighbour[6 * hex + d]) for hex in range(MAP.size) for d in range(3)]
SIDES = [(hex, d, there) for hex, d, there in PLACES if there >= 0]
"""Every hexside once."""


@cache
def ground() -> Ground:
    return ground_of("")


def names(hexes: list[int]) -> list[str]:
    return [MAP.names[hex] for hex in hexes]


# What is on it


def test_the_file_reads_without_a_problem_and_is_canonical() -> None:
    text = map_text("sjw")
    found, problems = check_map("sjw", text.encode())
    assert found is not None and not problems
    assert write_map(found) == text


def test_two_sheets_overlap_by_ten_or_eleven_rows() -> None:
    north, south = MAP.sheet("north"), MAP.sheet("south")
    assert (MAP.size, len(north), len(south)) == (3277, 1943, 1943)
    assert len(set(north) & set(south)) == 29 * 11 + 29 * 10
    assert MAP.number("S4101") == MAP.number("N4124") == MAP.number("4124")
    assert MAP.printed(MAP.number("4124"), "south") == "S4101"
    for named in ("S0134", "S0233", "S3534", "S3033", "N2734", "N3633", "N5833", "S5833"):
        assert MAP.number(named) >= 0
    for beyond in ("N0234", "S0135", "S0234", "N5901"):
        assert beyond not in MAP.by_print


def test_terrain_waters_and_crossings_are_counted() -> None:
    assert Counter(MAP.words.terrain[number] for number in MAP.terrain) == {
        "clear": 1776,
        "rolling": 1215,
        "rough": 158,
        "mountain": 128,
    }
    sides: Counter[str] = Counter()
    for hex, d, _ in SIDES:
        sides.update(word for word in MAP.words.sides if MAP.side[6 * hex + d] & MAP.words.side_bit(word))
    assert sides == {"creek": 905, "minor_river": 272, "major_river": 207, "ford": 29, "bridge": 11, "pontoon": 1}
    ways = [MAP.link[6 * hex + d] for hex, d, _ in SIDES]
    pike, rail = MAP.words.link_bit("pike"), MAP.words.link_bit("rail")
    assert sum(bool(bits & pike) for bits in ways) == 289
    assert sum(bool(bits & rail) for bits in ways) == 165
    assert sum(bool(bits & MAP.words.link_bit("road")) and not bits & pike for bits in ways) == 876


def test_stations_counties_and_the_defences_of_washington() -> None:
    board = ground()
    assert len(board.stations) == 29
    assert {place.hex for place in MAP.places if place.kind == "station"} == set(board.stations)
    assert len(MAP.areas) == 16
    assert sorted(hex for area in MAP.areas for hex in area.hexes) == list(range(MAP.size)), "one county to a hex"
    defended = [hex for hex in range(MAP.size) if board.defences[hex]]
    assert {"5809", "5810"} <= set(names(defended))
    assert all(MAP.cells[hex][0] >= 57 and 8 <= MAP.cells[hex][1] <= 11 for hex in defended)


def test_everything_has_a_japanese_name_and_a_provenance() -> None:
    named = [(run.names, run.source) for run in MAP.runs] + [(line.names, line.source) for line in MAP.lines]
    named += [(area.names, area.source) for area in MAP.areas] + [(place.names, place.source) for place in MAP.places]
    named += [(sheet.names, sheet.source) for sheet in MAP.sheets]
    for words, source in named:
        assert words.get("en") and re.search("[぀-ヿ一-鿿]", words.get("ja", "")), words
        assert source[0] in "SPR", words
    assert {place.source[0] for place in MAP.places} == {"S", "P", "R"}
    pairs = {(words["en"], words["ja"]) for words, _ in named[: len(MAP.runs) + len(MAP.lines)]}
    assert len(pairs) == len({english for english, _ in pairs}), "one name, one translation"
    table = tomllib.loads(files(PACKAGE).joinpath("terrain.toml").read_text(encoding="utf-8"))
    by_id = {row["id"]: row["name"] for row in table["area"]}
    assert {area.id: area.names for area in MAP.areas} == by_id


def test_waters_the_rules_ask_for_by_name_are_there() -> None:
    tables = tomllib.loads(files(PACKAGE).joinpath("tables.toml").read_text(encoding="utf-8"))
    known = {run.names["en"] for run in MAP.runs}
    assert tables["pontoon"]["river"] in known
    for file in SCENARIOS:
        text = files(PACKAGE).joinpath("scenarios", file).read_text(encoding="utf-8")
        assert set(re.findall(r'water_name = "(.*)"', text)) <= known


# What holds on a sound map


def test_no_line_crosses_a_river_but_at_a_crossing() -> None:
    board = ground()
    for hex, d, there in SIDES:
        place = 6 * hex + d
        if board.water[place] >= MINOR and board.has_line[place]:
            assert board.crossing[place] != NO_CROSSING, names([hex, there])
        if board.crossing[place] != NO_CROSSING:
            assert board.water[place] >= MINOR, names([hex, there])
    bare = [
        names([hex, there])
        for hex, d, there in SIDES
        if board.crossing[6 * hex + d] != NO_CROSSING and not board.has_line[6 * hex + d]
    ]
    assert bare == [["0950", "0949"]], "no road leads to Fry's Ford"


def test_a_hexside_has_one_water_and_one_crossing() -> None:
    kinds = [
        [MAP.words.side_bit(word) for word in ("creek", "minor_river", "major_river")],
        [MAP.words.side_bit(word) for word in ("ford", "bridge", "pontoon")],
    ]
    for hex, d, _ in SIDES:
        assert all(sum(bool(MAP.side[6 * hex + d] & bit) for bit in kind) <= 1 for kind in kinds)


def test_ranges_are_names_and_no_roads() -> None:
    ways = [MAP.words.link_bit(word) for word in ("road", "pike", "rail")]
    ridge = MAP.words.link_bit("ridge")
    only = [6 * hex + d for hex, d, _ in SIDES if MAP.link[6 * hex + d] == ridge]
    assert len(only) > 50 and not any(ground().has_line[place] for place in only)
    for hex, d, _ in SIDES:
        assert ground().has_line[6 * hex + d] == any(MAP.link[6 * hex + d] & bit for bit in ways)


def test_the_rapidan_bounds_orange_and_spotsylvania() -> None:
    south = set(MAP.area("orange")) | set(MAP.area("spotsylvania"))
    pairs = [pair for run in MAP.runs if run.names["en"] == "Rapidan River" for pair in run.pairs]
    assert len(pairs) == 73
    assert all((a in south) != (b in south) for a, b in pairs)


def test_the_rappahannock_and_bull_run_part_counties() -> None:
    county = ground().county
    rivers = [run for run in MAP.runs if run.kind != "creek" and run.names["en"] in ("Rappahannock River", "Bull Run")]
    pairs = [pair for run in rivers for pair in run.pairs]
    assert len(pairs) == 131 + 25
    assert all(county[a] != county[b] for a, b in pairs)


@pytest.mark.parametrize("id", [area.id for area in MAP.areas])
def test_a_county_is_one_piece(id: str) -> None:
    hexes = set(MAP.area(id))
    seen = {min(hexes)}
    todo = list(seen)
    while todo:
        hex = todo.pop()
        new = hexes.intersection(MAP.neighbour[6 * hex : 6 * hex + 6]) - seen
        seen |= new
        todo.extend(new)
    assert seen == hexes


def by_rail(start: str) -> dict[str, int]:
    """How many hexes of railroad lie between a hex and every other that its railroad reaches."""
    found = {MAP.number(start): 0}
    todo = [MAP.number(start)]
    for hex in todo:
        for d in range(6):
            there = MAP.neighbour[6 * hex + d]
            if ground().rail[6 * hex + d] and there not in found:
                found[there] = found[hex] + 1
                todo.append(there)
    return {MAP.names[hex]: far for hex, far in found.items()}


def test_rail_distances_from_six_mile_post() -> None:
    far = by_rail("5819")
    line = {"4422": 14, "4124": 17, "3726": 21, "3330": 27, "3131": 29, "2635": 36, "2437": 39, "1939": 44, "1441": 49}
    assert {hex: far[hex] for hex in line} == line
    stations = set(names(ground().stations))
    assert len(stations & set(far)) == 24
    assert stations & set(by_rail("5814")) == {"3502", "5214", "5715"}, "Upton's Hill, by way of Leesburg"
    assert stations & set(by_rail("5044")) == {"5044", "4351"}, "the Aquia line joins no other"


def enterable(board: Ground) -> set[int]:
    """The hexes that some unit can march into."""
    price = board.price[DRY]
    return {board.board.neighbour[place] for place in range(6 * board.size) if price[place] != SHUT}


def reached(board: Ground, start: str) -> set[int]:
    found = {board.number(start)}
    todo = list(found)
    for hex in todo:
        for place in range(6 * hex, 6 * hex + 6):
            there = board.board.neighbour[place]
            if there >= 0 and board.price[DRY][place] != SHUT and there not in found:
                found.add(there)
                todo.append(there)
    return found


def test_only_mountains_and_the_far_shore_of_the_potomac_are_out_of_reach() -> None:
    out = set(range(MAP.size)) - reached(ground(), "4124")
    wet = MAP.words.feature_bit("tidewater")
    mountains = [hex for hex in out if MAP.words.terrain[MAP.terrain[hex]] == "mountain"]
    beyond = [hex for hex in out if MAP.features[hex] & wet]
    assert (len(mountains), len(beyond), len(out)) == (106, 80, 186)
    assert sum(bool(bits & wet) for bits in MAP.features) == 80


def test_lines_end_only_at_the_edge_and_all_hang_together() -> None:
    board = ground()
    on = [hex for hex in range(MAP.size) if board.on_line[hex]]
    ends = [hex for hex in on if sum(board.has_line[6 * hex : 6 * hex + 6]) == 1]
    assert names(ends) == ["0105", "0157", "0357", "0856", "3056", "3557", "4101", "4757", "5853"]
    assert all(-1 in MAP.neighbour[6 * hex : 6 * hex + 6] for hex in ends)
    assert len(on) == 1126 and set(on) <= reached(board, "4124")
    assert {place.hex for place in MAP.places} <= set(on)


def hexes_in(value: object) -> set[str]:
    """Every hex that a table names, however deep."""
    if isinstance(value, dict):
        return set().union(*(hexes_in(one) for one in [*value, *value.values()]))
    if isinstance(value, list):
        return set().union(*(hexes_in(one) for one in value))
    return {value} if isinstance(value, str) and re.fullmatch(r"\d{4}", value) else set()


@pytest.mark.parametrize("file", SCENARIOS)
def test_every_hex_of_a_scenario_is_on_its_sheet_and_can_be_entered(file: str) -> None:
    table = tomllib.loads(files(PACKAGE).joinpath("scenarios", file).read_text(encoding="utf-8"))
    board = ground_of(table["sheet"])
    open_to_units = enterable(board)
    for name in sorted(hexes_in(table)):
        assert board.number(name) in open_to_units, name
    start = {row["hex"] for row in table["setup"].values() if "hex" in row}
    assert start
    for name in sorted(start):
        assert board.board.words.terrain[board.board.terrain[board.number(name)]] != "mountain", name


def test_every_hex_of_the_tables_is_on_the_map_and_can_be_entered() -> None:
    table = tomllib.loads(files(PACKAGE).joinpath("tables.toml").read_text(encoding="utf-8"))
    named = {ground().number(name) for name in hexes_in(table)}
    assert named <= enterable(ground())


def test_a_march_costs_what_lies_on_the_way() -> None:
    """Raccoon Ford by road, a creek off it, the Rappahannock where nobody crosses, a mountain without a road."""
    board = ground()

    def step(frm: str, to: str) -> int:
        a, b = MAP.number(frm), MAP.number(to)
        return board.price[DRY][6 * a + MAP.direction(a, b)]

    place = 6 * MAP.number("1647") + MAP.direction(MAP.number("1647"), MAP.number("1648"))
    assert board.crossing[place] == FORD
    assert step("1647", "1648") == step("1646", "1647") + 2
    assert step("2136", "2235") == SHUT
    creek = 6 * MAP.number("3027") + MAP.direction(MAP.number("3027"), MAP.number("3028"))
    assert board.water[creek] == CREEK and not board.has_line[creek]
    assert step("0121", "0122") == SHUT


# How it is drawn


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_two_names_of_places_touch(lang: str) -> None:
    here = drawing_of("sjw")
    placed = settled(here, here.map.places, lang, Crowd(here))
    assert len(placed) == 136
    for one, other in combinations(placed, 2):
        a, b = one.box, other.box
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], f"{one.lines} runs into {other.lines}"


def test_a_sheet_is_drawn_with_its_counties_rivers_and_stations() -> None:
    drawn = draw_hex_map(drawing_of("sjw", sheet="south"), "ja", style("light"))
    for word in ("カルペパー郡", "ラピダン川", "ブランディ駅", "ケリーズ・フォード", "オレンジ＆アレクサンドリア鉄道"):
        assert f">{word}<" in drawn
    for ink in ("relief-deep", "ground-mountain", "broad-bed", "pontoon", "sign-station", "border", "fill-water"):
        assert f'class="{ink}"' in drawn or f" {ink}" in drawn
    assert "N1441" not in drawn and "S1418" in drawn


def test_the_words_of_the_map_are_those_of_the_game() -> None:
    words = shipped_words(PACKAGE)
    assert words.terrain == ["clear", "rolling", "rough", "mountain"]
    assert words.links[:3] == ["road", "pike", "rail"]
    assert words.areas == [area.id for area in MAP.areas]
