"""What a hex map is drawn from: the map, the looks of its words, and the facts of its sheet."""

from __future__ import annotations

import math
import tomllib
from functools import cached_property
from importlib.resources.abc import Traversable
from itertools import pairwise

import msgspec

from senki.boards.hexes.format import load_map
from senki.boards.hexes.grid import FLAT
from senki.boards.hexes.hexmap import HexMap, read_vocabulary
from senki.workshop.hexshapes import Cell, Corner, Plan
from senki.workshop.hexsurvey import Measured, Survey, read_survey
from senki.workshop.margin import CARTOUCHE_HEIGHT, HEADLINE_HEIGHT, LINE
from senki.workshop.sheet import Lines, ScaleBar, Words
from senki.workshop.svg import Point

HEX = 64.0
"""Map units between opposite sides of a hex."""
LARGE = ("sea", "water")
"""The looks of terrain that is all water."""
MARGIN = 336.0
LEGEND_ROW = 35.0
LEVELS_HEIGHT = 62.0
BORDER = 34.0


class WordLook(msgspec.Struct, frozen=True):
    """A word of the map: its names, how it is drawn, whether the legend explains it."""

    id: str
    name: Words = {}
    look: str = ""
    legend: bool = True
    directed: bool = False
    marks: str = ""


class Looks(msgspec.Struct, frozen=True):
    """The words of a game's terrain.toml with their looks."""

    terrain: list[WordLook] = []
    feature: list[WordLook] = []
    side: list[WordLook] = []
    line: list[WordLook] = []
    place: list[WordLook] = []
    area: list[WordLook] = []


class Reminder(msgspec.Struct, frozen=True):
    """A heading and a few lines beneath the legend."""

    heading: Words
    words: Lines


class SheetFacts(msgspec.Struct, frozen=True):
    """The scenery.toml of a hex map: what stands on the margin."""

    about: dict[str, Words]
    title: dict[str, Words]
    legend: Words
    north: Words
    scale: list[ScaleBar] = []
    kilometres_per_hex: float = 1.0
    note: list[Reminder] = []
    source: list[dict[str, str]] = []
    big_water: Words = {}
    levels: Words = {}


class HexDrawing:
    """Everything one hex map is drawn from, with where things lie on the sheet."""

    def __init__(
        self, map: HexMap, looks: Looks, facts: SheetFacts, sheet: str = "", survey: Survey | None = None
    ) -> None:
        whole = map
        self.map = map = map.cut(sheet)
        self.leaving = _leaving(whole, map)
        self.sheet = sheet
        # Sheets that all print the numbers of the file are parts of one map: no number needs the letters of its sheet.
        self.numbered = any(one.shift != (0, 0) for one in whole.sheets)
        self.looks = looks
        self.facts = facts
        plan = Plan(map.grid, HEX, (0.0, 0.0))
        middles = [plan.centre(cell) for cell in map.cells]
        half = HEX / 2, plan.side
        wide, high = (half[1], half[0]) if map.grid.shape == FLAT else half
        left, top = min(x for x, _ in middles) - wide, min(y for _, y in middles) - high
        self.plan = Plan(map.grid, HEX, (-left, -top))
        self.width = max(x for x, _ in middles) + wide - left
        self.height = max(y for _, y in middles) + high - top
        self.centres = [self.plan.centre(cell) for cell in map.cells]
        fits = survey is not None and (survey.columns, survey.rows) == (whole.columns, whole.rows)
        self.measured = Measured(self, whole, survey) if survey is not None and fits else None

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the map inside its neatline."""
        return -6.0, -6.0, self.width + 6, max(self.height, 900.0, self._beside) + 6

    @cached_property
    def _beside(self) -> float:
        """The height of what stands on the margin."""
        rows = math.ceil(len(self.explained) / 2) * LEGEND_ROW + (LEVELS_HEIGHT if self.facts.levels else 0)
        notes = sum(HEADLINE_HEIGHT + LINE * max(map(len, note.words.values())) + 24 for note in self.facts.note)
        scale = 27 * len(self.facts.scale) + 60
        return CARTOUCHE_HEIGHT + HEADLINE_HEIGHT + 22 + rows + notes + scale

    @cached_property
    def explained(self) -> list[tuple[str, WordLook]]:
        """The words of the legend, each with its kind."""
        looks = self.looks
        kinds = [("terrain", looks.terrain), ("feature", looks.feature), ("side", looks.side), ("line", looks.line)]
        kinds.append(("place", looks.place))
        return [(kind, word) for kind, words in kinds for word in words if word.legend and word.name]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The whole sheet: x, y, width, height."""
        left, top, right, bottom = self.frame
        return left - BORDER, top - BORDER, right - left + 2 * BORDER + MARGIN, bottom - top + 2 * BORDER

    @property
    def margin(self) -> tuple[float, float]:
        """Left and right of the column beside the frame."""
        right = self.frame[2]
        return right + BORDER, right + MARGIN

    def look(self, kind: str, word: str) -> str:
        """How a word is drawn."""
        return self._look_of.get((kind, word), "")

    @cached_property
    def _look_of(self) -> dict[tuple[str, str], str]:
        kinds = ("terrain", "feature", "side", "line", "place", "area")
        return {(kind, word.id): word.look for kind in kinds for word in getattr(self.looks, kind)}

    @cached_property
    def terrain_looks(self) -> list[str]:
        """The look of each hex's terrain; a feature that is large water covers it."""
        of = [self.look("terrain", word) for word in self.map.words.terrain]
        found = [of[number] for number in self.map.terrain]
        for look in LARGE:
            for hex in self.with_feature(look):
                found[hex] = look
        return found

    @cached_property
    def land(self) -> list[int]:
        """The hexes that are not all water."""
        return [hex for hex, look in enumerate(self.terrain_looks) if look not in LARGE]

    @cached_property
    def part_water(self) -> set[int]:
        """The hexes with a shore in them."""
        return set(self.with_feature("shore", "beach"))

    def with_feature(self, *looks: str) -> list[int]:
        """The hexes that have a feature drawn in one of these ways."""
        bits = 0
        for n, word in enumerate(self.map.words.features):
            if self.look("feature", word) in looks:
                bits |= 1 << n
        return [i for i in range(self.map.size) if self.map.features[i] & bits]

    def with_terrain(self, *looks: str) -> list[int]:
        """The hexes whose terrain is drawn in one of these ways."""
        return [i for i, look in enumerate(self.terrain_looks) if look in looks]

    def sides_like(self, *looks: str) -> list[tuple[int, int, int]]:
        """The sides drawn in one of these ways, each once: hex, direction, the hex beyond; of a directed kind seen from
        its upper hex."""
        found, seen = [], set()
        for run in self.map.runs:
            if self.look("side", run.kind) not in looks:
                continue
            directed = run.kind in self.map.words.directed
            for first, second in run.pairs:
                key = (run.kind, min(first, second), max(first, second))
                if key in seen:
                    continue
                seen.add(key)
                frm, to = (second, first) if directed else (first, second)
                found.append((frm, self.map.direction(frm, to), to))
        return found

    def cells(self, hexes: list[int]) -> list[Cell]:
        """The cells of hexes."""
        return [self.map.cells[hex] for hex in hexes]

    def number(self, hex: int) -> str:
        """The number of a hex as it is printed."""
        return self.map.printed(hex, self.sheet) if self.numbered else self.map.names[hex]

    def centre(self, hex: int) -> Point:
        """The middle of a hex on the sheet."""
        return self.centres[hex]

    def site(self, hex: int) -> Point:
        """Where the roads of a hex meet and its town stands: its middle, or a point ashore if that is in the sea."""
        ashore = self.measured.ashore if self.measured is not None else {}
        return ashore.get(hex, self.centres[hex])

    def beyond(self, cell: Cell) -> bool:
        """Does a cell lie outside the printed grid (not just out of play within it)?"""
        return cell not in self.map.by_cell and cell not in self.out

    @cached_property
    def at_corner(self) -> dict[Corner, list[int]]:
        """The hexes that meet at each corner."""
        found: dict[Corner, list[int]] = {}
        for hex, cell in enumerate(self.map.cells):
            x, y = self.plan.middle(cell)
            for dx, dy in self.plan.round:
                found.setdefault((x + dx, y + dy), []).append(hex)
        return found

    @cached_property
    def out(self) -> set[Cell]:
        """The cells within the grid that are out of play."""
        return set(self.map.out)


def _leaving(whole: HexMap, part: HexMap) -> set[tuple[str, str, str]]:
    """Where lines go on beyond a sheet: kind and English name of the line, and the last hex on the sheet."""
    found = set()
    for line in whole.lines if part is not whole else []:
        names = [whole.names[hex] for hex in line.hexes]
        for a, b in pairwise(names):
            if (a in part.by_name) != (b in part.by_name):
                found.add((line.kind, line.names.get("en", ""), a if a in part.by_name else b))
    return found


def read_looks(folder: Traversable) -> Looks:
    """The words of a game's map with their looks."""
    return msgspec.convert(tomllib.loads(_text(folder, "terrain.toml")), Looks)


def read_sheet_facts(folder: Traversable) -> SheetFacts:
    """What stands on the margin of a game's map."""
    return msgspec.convert(tomllib.loads(_text(folder, "scenery.toml")), SheetFacts)


def read_hex_drawing(folder: Traversable, map: HexMap | None = None, sheet: str = "") -> HexDrawing:
    """What the map of a game package is drawn from, whole or one sheet of it; another map of the same words may take
    the place of its own."""
    if map is None:
        words = read_vocabulary(tomllib.loads(_text(folder, "terrain.toml")))
        map = load_map(_text(folder, "map.hexes"), words, f"{folder.name}/map.hexes")
    return HexDrawing(map, read_looks(folder), read_sheet_facts(folder), sheet, read_survey(folder))


def _text(folder: Traversable, name: str) -> str:
    return folder.joinpath(name).read_text(encoding="utf-8")


def units_per_kilometre(drawing: HexDrawing) -> float:
    """The scale of the sheet."""
    return HEX / drawing.facts.kilometres_per_hex
