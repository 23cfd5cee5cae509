"""Makes a game on a large hex map for tests and measurements: the rules of tests/big with a map and units of any size.

    python tools/bigmap.py FOLDER [--columns 66 --rows 50 --units 220]

writes the package FOLDER/big, which is a game wherever FOLDER lies on the path of `senki.games`. The same numbers give
the same map: roads and trails between towns, rivers with bridges, woods, marshes, lakes and six levels,
on two printed sheets that overlap.
"""

from __future__ import annotations

import argparse
import math
import shutil
import sys
import tomllib
from itertools import pairwise
from pathlib import Path
from random import Random

from senki.boards.hexes.grid import EVEN, FLAT, Grid, printed
from senki.boards.hexes.ground import HexGround
from senki.boards.hexes.hexmap import HexArea, HexLine, HexMap, HexPlace, HexSheet, HexSides, read_vocabulary
from senki.boards.hexes.writing import write_map

RULES = Path(__file__).parent.parent / "tests" / "big"
COLUMNS, ROWS, UNITS = 66, 50, 220
LEVELS = 6
SEED = 1862
HEXES_PER_TOWN = 60
SIDES = ("red", "blue")
KINDS = (
    ("infantry", "Infantry", "歩兵連隊", 7),
    ("cavalry", "Cavalry", "騎兵連隊", 2),
    ("artillery", "Battery", "砲兵中隊", 1),
)
"""Id, name in both languages, how many of ten."""
FIRST = [
    ("Ash", "アッシュ"), ("Oak", "オーク"), ("Mill", "ミル"), ("Stone", "ストーン"), ("Fair", "フェア"),
    ("West", "ウェスト"), ("Black", "ブラック"), ("Spring", "スプリング"), ("Wood", "ウッド"), ("Long", "ロング"),
]  # fmt: skip
SECOND = [
    ("field", "フィールド"), ("ton", "トン"), ("ville", "ヴィル"), ("burg", "バーグ"), ("ford", "フォード"),
    ("dale", "デール"), ("port", "ポート"), ("wick", "ウィック"), ("ham", "ハム"), ("land", "ランド"),
]  # fmt: skip


def make_map(columns: int, rows: int) -> HexMap:
    """A plain between two home areas."""
    words = read_vocabulary(tomllib.loads((RULES / "terrain.toml").read_text(encoding="utf-8")))
    cells = [(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)]
    found = HexMap(Grid(FLAT, EVEN), words, cells, [printed(c, r) for c, r in cells])
    found.columns, found.rows = (1, columns), (1, rows)
    found.preamble = ["# The Great Plain, made by tools/bigmap.py."]
    found.source = ["R"] * found.size
    chance = Random(SEED)
    lay_ground(found, chance)
    ground = HexGround(found)
    towns = lay_towns(found, ground, chance)
    lay_roads(found, ground, towns)
    lay_rivers(found, columns, rows)
    for side, middle in zip(SIDES, (columns // 6, columns - columns // 6), strict=True):
        home = [hex for hex in range(found.size) if abs(cells[hex][0] - middle) <= columns // 6]
        found.areas.append(HexArea(f"home_{side}", {}, home, "R"))
    lay_sheets(found, columns, rows)
    return found


def lay_ground(found: HexMap, chance: Random) -> None:
    """Hills that rise to the highest level, and patches of woods, marsh, rough and lake."""
    lake = found.words.terrain_number("lake")
    hills = [(*chance.choice(found.cells), chance.uniform(3, 9)) for _ in range(2 + found.size // 200)]
    for hex, (column, row) in enumerate(found.cells):
        height = sum(math.exp(-((column - c) ** 2 + (row - r) ** 2) / size**2) for c, r, size in hills)
        found.level[hex] = min(LEVELS - 1, int(height * LEVELS * 0.8))
        if found.level[hex] >= LEVELS - 2:
            found.set_terrain(hex, "rough")
    for word, share, size in (("woods", 60, 3.0), ("marsh", 160, 1.5), ("lake", 250, 1.6)):
        for _ in range(1 + found.size // share):
            c, r = chance.choice(found.cells)
            for hex, (column, row) in enumerate(found.cells):
                if math.dist((c, r), (column, row)) < size and found.terrain[hex] != lake:
                    found.set_terrain(hex, word)


def lay_towns(found: HexMap, ground: HexGround, chance: Random) -> list[int]:
    """Towns on land, some way from each other, with names in both languages."""
    lake = found.words.terrain_number("lake")
    names = [(a + c, b + d) for a, b in FIRST for c, d in SECOND]
    chance.shuffle(names)
    towns: list[int] = []
    for hex in chance.sample(range(found.size), found.size):
        apart = all(ground.distance(hex, town) >= 5 for town in towns)
        if apart and found.terrain[hex] != lake and len(towns) < min(len(names), 2 + found.size // HEXES_PER_TOWN):
            en, ja = names[len(towns)]
            found.places.append(HexPlace(hex, "town", {"en": en, "ja": ja}, "R"))
            towns.append(hex)
    found.places.sort(key=lambda place: place.hex)
    return towns


def lay_roads(found: HexMap, ground: HexGround, towns: list[int]) -> None:
    """From each town a road to the nearest of the towns before it, and a trail to the next but one; lakes give way."""
    lake = found.words.terrain_number("lake")
    for number, town in enumerate(towns[1:], 1):
        near = sorted(towns[:number], key=lambda other: ground.distance(town, other))
        for kind, goal in zip(("road", "trail"), near, strict=False):
            way = [left if left >= 0 else right for left, right in ground.line(town, goal)]
            found.add_line(HexLine(kind, {}, way, "R"))
            for hex in way:
                if found.terrain[hex] == lake:
                    found.set_terrain(hex, "clear")


def lay_rivers(found: HexMap, columns: int, rows: int) -> None:
    """Rivers from edge to edge, with a bridge wherever a road crosses."""
    for number, (en, ja) in enumerate(
        (("Grey River", "グレー川"), ("Silver River", "シルバー川"), ("Red River", "レッド川"))
    ):
        sides: list[tuple[int, int]] = []
        for hex in range(found.size):
            for d in range(6):
                there = found.neighbour[6 * hex + d]
                if there >= 0 and beyond(found.cells[hex], number, columns) < 0 <= beyond(
                    found.cells[there], number, columns
                ):
                    sides.append((hex, there))
        found.add_sides(HexSides("river", {"en": en, "ja": ja}, sides, "R"))
    river, road = found.words.side_bit("river"), found.words.link_bit("road")
    crossed = {
        (min(a, b), max(a, b))
        for line in found.lines
        for a, b in pairwise(line.hexes)
        if found.side[6 * a + found.direction(a, b)] & river and found.link[6 * a + found.direction(a, b)] & road
    }
    if crossed:
        found.add_sides(HexSides("bridge", {}, sorted(crossed), "R"))


def lay_sheets(found: HexMap, columns: int, rows: int) -> None:
    """Two printed sheets, north and south, that overlap by four rows; each numbers its rows from 01."""
    half = rows // 2
    for id, prefix, first, last, names in (
        ("north", "N", 1, half + 2, {"en": "North map", "ja": "北マップ"}),
        ("south", "S", half - 1, rows, {"en": "South map", "ja": "南マップ"}),
    ):
        sheet = HexSheet(id, names, (1, columns), (first, last), "R")
        sheet.prefix, sheet.shift = prefix, (0, first - 1)
        found.add_sheet(sheet)


def beyond(cell: tuple[int, int], river: int, columns: int) -> float:
    """How far a hex lies to the right of a river that winds from north to south."""
    column, row = cell
    return column - columns * (river + 1) / 4 - 3 * math.sin(row / 5 + river) - 0.25


def make_units(found: HexMap, count: int) -> str:
    """The counters as units.csv, half on each side, in their home areas."""
    chance = Random(SEED + 1)
    lake = found.words.terrain_number("lake")
    lines = ["id,side,kind,hex,strength,en,ja"]
    for side in SIDES:
        land = [hex for hex in found.area(f"home_{side}") if found.terrain[hex] != lake]
        numbers = dict.fromkeys((kind for kind, *_ in KINDS), 0)
        for number, hex in enumerate(chance.sample(land, count // 2), 1):
            kind, en, ja, _ = chance.choices(KINDS, [share for *_, share in KINDS])[0]
            numbers[kind] += 1
            name = f"{numbers[kind]}. {en},第{numbers[kind]}{ja}"
            unit = f"{side[0].upper()}{number:03d}"
            lines.append(f"{unit},{side},{kind},{found.names[hex]},{chance.randint(1, 5)},{name}")
    return "\n".join(lines) + "\n"


def make_game(folder: Path, columns: int = COLUMNS, rows: int = ROWS, units: int = UNITS) -> Path:
    """The package of the game in a folder, made anew."""
    package = folder / "big"
    shutil.copytree(RULES, package, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    found = make_map(columns, rows)
    (package / "map.hexes").write_text(write_map(found), encoding="utf-8")
    (package / "units.csv").write_text(make_units(found, units), encoding="utf-8")
    return package


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--columns", type=int, default=COLUMNS)
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--units", type=int, default=UNITS)
    args = parser.parse_args()
    print(make_game(args.folder, args.columns, args.rows, args.units))
    return 0


if __name__ == "__main__":
    sys.exit(main())
