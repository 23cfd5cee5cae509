"""The text format of hex maps: it comes back as it was written, and every mistake is named with its place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from senki.boards.hexes.format import MAX_BYTES, load_map, read_map, read_map_text
from senki.boards.hexes.hexmap import HexMap, read_vocabulary
from senki.boards.hexes.problems import Problem
from senki.boards.hexes.rows import MAX_PROBLEMS
from senki.boards.hexes.shipped import shipped_map, shipped_words
from senki.boards.hexes.writing import write_map
from senki.engine.errors import Malformed, UnknownName
from tests.hexboards import furnished, words

GOOD = """\
# A corner of the field.
hexmap 1

[grid]
shape flat
shifted even
columns 01-03
rows 01-03
rows even 01-02
out 0303

[anchors]
0101 35.1 -88.3 the mill

[hexes] {R}
0101 clear
0102 woods hill
0103 swamp level=2 {S 17}
0201 clear
0202 clear
0301 clear orchard
0302 woods

[sides] {R}
creek Owl Creek | アウル・クリーク
  0101/0102 0102/0201
slope
  0102>0103

[lines] {R}
road Main Road | 本街道
  0101 0201 0301
brook | 小川 {S 4}
  0102 0202

[areas] {S 17}
camp Camp | 野営地
  0101-0103 0201

[places] {R}
0101 town Shiloh Church | シャイロー教会
0202 field | 桃園 {P}
"""


def facts(found: HexMap) -> dict[str, object]:
    """Everything a map says, to compare two."""
    return {
        "cells": found.cells,
        "terrain": found.terrain,
        "features": found.features,
        "level": found.level,
        "source": found.source,
        "side": found.side,
        "up": found.up,
        "link": found.link,
        "places": [(p.hex, p.kind, p.names, p.source) for p in found.places],
        "lines": [(x.kind, x.names, x.hexes, x.source) for x in found.lines],
        "runs": [(x.kind, x.names, x.pairs, x.source) for x in found.runs],
        "areas": [(x.id, x.names, x.hexes, x.source) for x in found.areas],
        "anchors": [(x.hex, x.lat, x.lon, x.note) for x in found.anchors],
        "out": found.out,
        "sheets": [
            (x.id, x.names, x.prefix, x.columns, x.rows, x.odd_ones, x.shift, x.hexes, x.source) for x in found.sheets
        ],
        "preamble": found.preamble,
    }


@given(furnished())
@settings(max_examples=150)
def test_every_map_comes_back_from_its_text(board: HexMap) -> None:
    text = write_map(board)
    found, problems = read_map(text.encode(), words())
    assert problems == []
    assert found is not None
    assert facts(found) == facts(board)
    assert write_map(found) == text


def test_a_map_is_read_as_it_says() -> None:
    found = load_map(GOOD, words(), "good")
    assert write_map(found) == GOOD
    names = found.words
    assert found.size == 7
    mill, ridge, peak = found.number("0101"), found.number("0102"), found.number("0103")
    assert found.terrain[ridge] == names.terrain_number("woods")
    assert found.features[ridge] == names.feature_bit("hill") | names.feature_bit("stream"), "the brook marks its hexes"
    assert found.level[peak] == 2
    assert [found.source[mill], found.source[peak]] == ["R", "S 17"]
    d = found.direction(ridge, peak)
    assert found.up[6 * ridge + d] == names.side_bit("slope")
    assert found.up[6 * peak + (d + 3) % 6] == 0
    assert found.area("camp") == sorted(found.number(n) for n in ("0101", "0102", "0103", "0201"))
    assert found.name_of(mill, "ja") == "シャイロー教会"
    assert found.lines[1].source == "S 4"


def test_comments_spaces_and_line_ends_do_not_matter() -> None:
    loose = GOOD.replace("0101 clear\n", "  0101\tclear   # by the mill\n\n# the next\n").replace("\n", "\r\n")
    found, problems = read_map(("\ufeff" + loose).encode(), words())
    assert problems == []
    assert found is not None
    assert facts(found)["terrain"] == facts(load_map(GOOD, words(), "good"))["terrain"]


MISTAKES = [
    ("missing hex", ("0201 clear\n", ""), "hex_missing", 18, 1),
    ("hexside between hexes that do not touch", ("0102/0201", "0102/0302"), "not_neighbours", 26, 13),
    ("broken road", ("0101 0201 0301", "0101 0301"), "broken_line", 32, 8),
    ("road over a hex that is not there", ("0101 0201 0301", "0101 0201 0909"), "hex_unknown", 32, 13),
    ("road of one hex", ("0101 0201 0301", "0101"), "short_line", 31, 1),
    ("unknown terrain", ("0201 clear", "0201 jungle"), "terrain", 19, 6),
    ("terrain left out", ("0201 clear", "0201"), "no_terrain", 19, 1),
    ("unknown feature", ("woods hill", "woods volcano"), "feature", 17, 12),
    ("feature twice", ("woods hill", "woods hill hill"), "repeated_word", 17, 17),
    ("bad level", ("level=2", "level=high"), "level", 18, 12),
    ("unknown hexside", ("creek Owl", "hedge Owl"), "side_kind", 25, 1),
    ("unknown line", ("road Main", "canal Main"), "line_kind", 31, 1),
    ("unknown place", ("0202 field", "0202 castle"), "place_kind", 42, 6),
    ("hex twice", ("0201 clear", "0102 clear"), "hex_repeated", 19, 1),
    ("side twice", ("0101/0102 0102/0201", "0101/0102 0102/0101"), "side_repeated", 26, 13),
    ("area twice in one", ("0101-0103 0201", "0101-0103 0102"), "hex_repeated", 38, 13),
    ("place twice", ("0202 field | 桃園 {P}", "0101 field Shiloh Church"), "place_repeated", 42, 12),
    ("place without a name", ("0202 field | 桃園 {P}", "0202 field"), "no_name", 42, 6),
    ("place with an empty name", ("0202 field | 桃園 {P}", "0202 field |"), "no_name", 42, 12),
    ("three names", ("Owl Creek | アウル・クリーク", "Owl | アウル | Eule"), "too_many_names", 25, 1),
    ("slope without a direction", ("0102>0103", "0102/0103"), "side_form", 28, 3),
    ("not a hex number", ("0301 clear orchard", "301 clear orchard"), "hex_number", 21, 1),
    ("hex outside the grid", ("0302 woods", "0302 woods\n0303 woods"), "hex_outside", 23, 1),
    ("bad run", ("0101-0103 0201", "0103-0101"), "range", 38, 3),
    ("run over two columns", ("0101-0103 0201", "0101-0203"), "range", 38, 3),
    ("unclosed brace", ("{S 17}\n0201", "{S 17\n0201"), "open_brace", 18, 20),
    ("unknown section", ("[places]", "[towns]"), "unknown_section", 40, 1),
    ("section twice", ("[areas]", "[lines]"), "repeated_section", 36, 1),
    ("row before any section", ("hexmap 1\n", "hexmap 1\n0101 clear\n"), "before_section", 3, 1),
    ("no title", ("hexmap 1\n", ""), "no_title", 3, 1),
    ("a later version", ("hexmap 1", "hexmap 2"), "version", 2, 1),
    ("no grid", ("[grid]", "[sides]"), "no_section", 1, 1),
    ("no hexes", ("[hexes]", "[areas]"), "no_section", 1, 1),
    ("grid word", ("shape flat", "shape flat\nscale 400"), "grid_word", 6, 1),
    ("grid value", ("shape flat", "shape round"), "grid_value", 5, 7),
    ("grid extent", ("columns 01-03", "columns 03-01"), "grid_value", 7, 9),
    ("grid lacks", ("shifted even\n", ""), "grid_lacks", 4, 1),
    ("grid twice", ("shape flat", "shape flat\nshape flat"), "grid_repeated", 6, 1),
    ("too many hexes", ("columns 01-03\nrows 01-03", "columns 01-99\nrows 01-99"), "grid_size", 4, 1),
    ("too many places", ("0202 field | 桃園 {P}", "0202 field Orchard\n" * 2001), "crowded", 40, 1),
    ("indented line of nothing", ("creek Owl Creek | アウル・クリーク\n", ""), "no_header", 25, 3),
    ("empty group", ("  0102>0103\n", ""), "empty_group", 27, 1),
    ("anchor off the globe", ("35.1 -88.3", "135.1 -88.3"), "anchor", 13, 6),
    ("anchor without numbers", ("35.1 -88.3 the mill", "mill"), "anchor", 13, 6),
    ("a NUL byte", ("0201 clear", "0201 cl\0ear"), "control", 19, 8),
    ("a very long line", ("0201 clear", "0201 clear" + " " * 3000), "long_line", 19, 2001),
]


@pytest.mark.parametrize(("change", "key", "line", "column"), [m[1:] for m in MISTAKES], ids=[m[0] for m in MISTAKES])
def test_each_mistake_is_named_with_its_place(change: tuple[str, str], key: str, line: int, column: int) -> None:
    assert change[0] in GOOD
    found, problems = read_map(GOOD.replace(change[0], change[1], 1).encode(), words())
    assert found is None
    said = [(problem.key, problem.line, problem.column) for problem in problems]
    assert (key, line, column) in said
    for problem in problems:
        assert problem.say("en").endswith((".", "?"))
        assert problem.say("ja").endswith(("。", "）"))


def test_an_area_is_named_once_and_one_the_game_needs_is_there() -> None:
    needs = words()
    needs.areas = ["camp", "entry"]
    _, problems = read_map(GOOD.encode(), needs)
    assert [(p.key, p.facts["word"]) for p in problems] == [("area_missing", "entry")]
    needs.areas = ["entry"]
    _, problems = read_map(GOOD.encode(), needs)
    assert [p.key for p in problems] == ["area_missing", "area_kind"]
    _, problems = read_map(GOOD.replace("[places]", "camp\n  0101\n\n[places]").encode(), words())
    assert [(p.key, p.line) for p in problems] == [("area_repeated", 40)]


def test_wrong_encodings_are_named_at_the_first_wrong_byte() -> None:
    for encoding in ("shift_jis", "euc_jp", "utf-16"):
        found, problems = read_map(GOOD.replace("・", "").encode(encoding), words())
        assert found is None
        assert problems[0].key == "encoding"
    _, problems = read_map(GOOD.encode().replace("アウル".encode(), b"\xff\xfe", 1), words())
    assert (problems[0].key, problems[0].line, problems[0].column) == ("encoding", 25, 19)


def test_a_huge_file_is_refused_unread() -> None:
    found, problems = read_map(b"#" * (MAX_BYTES + 1), words())
    assert found is None
    assert [p.key for p in problems] == ["too_big"]
    assert read_map_text("#" * (MAX_BYTES + 1), words())[0] is None


def test_a_hopeless_file_is_not_read_to_its_end() -> None:
    text = "hexmap 1\n" + "nonsense\n" * 5000
    _, problems = read_map(text.encode(), words())
    assert len(problems) == MAX_PROBLEMS + 1
    assert problems[-1].key == "too_many"


@given(st.binary(max_size=300))
@settings(max_examples=200)
def test_any_bytes_give_problems_and_never_a_crash(data: bytes) -> None:
    found, problems = read_map(data, words())
    assert found is None
    assert problems


@given(st.data())
@settings(max_examples=300)
def test_a_map_with_a_scratch_is_read_or_explained(data: st.DataObject) -> None:
    """Any small change to a good file gives either a map or problems inside the file."""
    at = data.draw(st.integers(0, len(GOOD)))
    cut = data.draw(st.integers(0, 12))
    put = data.draw(st.text("0129 -/>|{}[]#=.\nacdehlorstw\t\0地", max_size=6))
    text = GOOD[:at] + put + GOOD[at + cut :]
    found, problems = read_map_text(text, words())
    assert (found is None) == bool(problems)
    lines = text.split("\n")
    for problem in problems:
        assert 1 <= problem.line <= len(lines)
        assert problem.column >= 1
        assert problem.say("en")
    if found is not None:
        again, wrong = read_map_text(write_map(found), words())
        assert wrong == []
        assert again is not None
        assert facts(again) == facts(found)


def test_a_shipped_map_with_a_mistake_is_told_in_one_line() -> None:
    with pytest.raises(Malformed, match=r"here: line 19, column 6: This game has no terrain ‘jungle’"):
        load_map(GOOD.replace("0201 clear", "0201 jungle"), words(), "here")
    assert repr(Problem("short_line", 3, 1, {})) == "line 3, column 1: A line needs at least two hexes."


def test_the_words_of_a_game() -> None:
    table: dict[str, object] = {
        "terrain": [{"id": "clear"}],
        "feature": [{"id": "stream"}],
        "side": [{"id": "slope", "directed": True}],
        "line": [{"id": "brook", "marks": "stream"}],
    }
    found = read_vocabulary(table)
    assert (found.directed, found.marks, found.places) == (["slope"], {"brook": "stream"}, [])
    with pytest.raises(Malformed, match="terrain twice"):
        read_vocabulary({"terrain": [{"id": "clear"}, {"id": "clear"}]})
    with pytest.raises(UnknownName, match="no feature 'stream'"):
        read_vocabulary({"line": [{"id": "brook", "marks": "stream"}]})


# Sheets: one map, several printed numberings

SHEETS = """\
rows even 01-02
out 0303

[sheets] {S 22}
north North map | 北マップ
  prefix N
  rows 01-02
south South map | 南マップ {R}
  prefix S
  rows 02-03
  rows even 02-02
  number 0102 0101

"""
JOINED = GOOD.replace("rows even 01-02\nout 0303\n\n", SHEETS)


def test_a_map_has_the_numbers_of_its_sheets() -> None:
    found = load_map(JOINED, words(), "joined")
    assert write_map(found) == JOINED
    same = found.number("0102")
    assert (found.number("N0102"), found.number("S0101")) == (same, same), "one hex, two printed numbers"
    assert (found.printed(same), found.printed(same, "south"), found.printed(same, "north")) == (
        "N0102",
        "S0101",
        "N0102",
    )
    assert found.printed(found.number("0103")) == "S0102", "the first sheet that it is on"
    assert [found.names[h] for h in found.sheet("south")] == ["0102", "0103", "0202", "0302"]
    assert found.sheet("") == list(range(found.size))
    plain = load_map(GOOD, words(), "good")
    assert (plain.printed(0), plain.sheets, plain.sheet("")) == ("0101", [], list(range(7)))
    for wrong in ("S0104", "X0101", "N0103"):
        with pytest.raises(UnknownName, match="no hex"):
            found.number(wrong)
    with pytest.raises(UnknownName, match=r"no sheet 'east' on this map; there are: north, south"):
        found.sheet("east")


def test_either_printed_number_is_read_in_a_file() -> None:
    said = JOINED.replace("out 0303", "out S0302").replace("0102 woods hill", "S0101 woods hill")
    said = said.replace("0101/0102 0102/0201", "0101/N0102 S0101/0201").replace("0102>0103", "N0102>S0102")
    said = said.replace("0101-0103 0201", "0101 S0101-S0102 N0201").replace("0202 field", "S0201 field")
    found, problems = read_map(said.encode(), words())
    assert problems == []
    assert found is not None
    assert write_map(found) == JOINED, "it is written with the numbers of the file"


def test_a_sheet_is_cut_out_of_its_map() -> None:
    whole = load_map(JOINED, words(), "joined")
    south = whole.cut("south")
    assert south.names == ["0102", "0103", "0202", "0302"]
    assert [south.printed(hex, "south") for hex in range(4)] == ["S0101", "S0102", "S0201", "S0301"]
    assert [(run.kind, run.pairs) for run in south.runs] == [("slope", [(0, 1)])], "the creek is on the north sheet"
    assert [(line.kind, line.hexes) for line in south.lines] == [("brook", [0, 2])]
    assert (south.level[1], south.terrain[3], south.area("camp")) == (2, whole.terrain[whole.number("0302")], [0, 1])
    assert [place.names["ja"] for place in south.places] == ["桃園"]
    assert whole.cut("") is whole


SHEET_MISTAKES = [
    ("unknown word", ("  prefix N\n", "  prefix N\n  scale 2\n"), "sheet_word", 15, 3),
    ("no prefix", ("  prefix N\n", ""), "sheet_lacks", 13, 1),
    ("prefix twice", ("prefix S", "prefix N"), "sheet_prefix", 17, 10),
    ("prefix that is a figure", ("prefix S", "prefix 1"), "grid_value", 17, 10),
    ("sheet twice", ("south South", "north South"), "sheet_repeated", 16, 1),
    ("rows backwards", ("rows 02-03", "rows 03-02"), "grid_value", 18, 8),
    ("one number", ("number 0102 0101", "number 0102"), "grid_value", 20, 10),
    ("a number that is none", ("number 0102 0101", "number 0102 011"), "hex_number", 20, 15),
    ("rows of nothing", ("rows 02-03", "rows 08-09"), "sheet_empty", 16, 1),
    ("numbers of three digits", ("number 0102 0101", "number 0102 0199"), "sheet_number", 16, 1),
    ("a hex on no sheet", ("rows 02-03", "rows 02-02"), "sheet_gap", 12, 1),
    ("a hex that is not on the sheet", ("0101/0102", "S0101/S0104"), "sheet_outside", 36, 9),
    ("letters that no sheet has", ("0101/0102", "0101/E0102"), "hex_prefix", 36, 8),
    ("letters without figures", ("0101/0102", "0101/S"), "hex_prefix", 36, 8),
    ("a row of no sheet", ("north North map | 北マップ\n", ""), "no_header", 13, 3),
]


@pytest.mark.parametrize(
    ("change", "key", "line", "column"), [m[1:] for m in SHEET_MISTAKES], ids=[m[0] for m in SHEET_MISTAKES]
)
def test_each_mistake_in_sheets_is_named(change: tuple[str, str], key: str, line: int, column: int) -> None:
    assert change[0] in JOINED
    found, problems = read_map(JOINED.replace(change[0], change[1], 1).encode(), words())
    assert found is None
    assert (key, line, column) in [(problem.key, problem.line, problem.column) for problem in problems]
    for problem in problems:
        assert problem.say("en").endswith(".")
        assert problem.say("ja").endswith(("。", "）"))


# Shiloh's map


def test_shilohs_map_is_what_its_notes_say() -> None:
    found = shipped_map("senki.games.shiloh")
    terrain = [found.words.terrain[number] for number in found.terrain]
    counts = {word: terrain.count(word) for word in found.words.terrain}
    assert found.size == 439
    assert counts == {
        "light_woods": 267,
        "clear": 59,
        "swamp": 44,
        "deep_woods": 37,
        "swamp_creek": 14,
        "river": 10,
        "rough": 8,
    }
    sides = {run.kind: 0 for run in found.runs}
    for run in found.runs:
        sides[run.kind] += len(run.pairs)
    assert sides == {"creek": 28 + 2, "bridge": 1, "ford": 1, "protected": 10, "slope": 29}
    assert sum(len(line.hexes) - 1 for line in found.lines if line.kind in ("road", "trail")) == 116
    camps = ("camp_mcclernand", "camp_raith", "camp_wallace", "camp_hurlbut", "camp_stuart")
    assert [found.names[h] for id in camps for h in found.area(id)] == ["0810", "1014", "1408", "1612", "1818"]
    assert all(place.names.get("en") and place.names.get("ja") for place in found.places)
    assert all(line.names.get("en") and line.names.get("ja") for line in found.lines)
    assert all(found.source)


def test_shilohs_creeks_are_closed_off_the_roads() -> None:
    found = shipped_map("senki.games.shiloh")
    roads = found.words.link_bit("road") | found.words.link_bit("trail")
    creek, crossing = found.words.side_bit("creek"), found.words.side_bit("bridge") | found.words.side_bit("ford")
    for i in range(6 * found.size):
        if found.link[i] & roads and found.side[i] & creek:
            assert found.side[i] & crossing, f"a road runs over a creek at {found.names[i // 6]}"


def test_shilohs_map_file_is_in_canonical_form() -> None:
    from importlib.resources import files

    text = files("senki.games").joinpath("shiloh", "map.hexes").read_text(encoding="utf-8")
    assert write_map(load_map(text, shipped_words("senki.games.shiloh"), "map")) == text
