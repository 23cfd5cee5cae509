"""The ground (2.3, 2.4, 6.1, 6.2.1, 14.2): the map turned into flat tables the rules look things up in.

Movement is counted in half points. What changes in play, rain and bridges, crossings.py lays over these tables.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i16

from senki.boards.hexes.format import read_map_text
from senki.boards.hexes.ground import NOWHERE, HexGround
from senki.boards.hexes.hexmap import HexMap
from senki.boards.hexes.search import SHUT
from senki.boards.hexes.shipped import shipped_map, shipped_words
from senki.engine.clauses import enforces
from senki.engine.errors import Malformed
from senki.engine.lexicon import Lexicon
from senki.games.sjw.options import lexicon_of
from senki.games.sjw.tables import HALF, PACKAGE, TABLES

CLEAR: Final = 0
ROLLING: Final = 1
ROUGH: Final = 2
MOUNTAIN: Final = 3
TERRAIN: Final = ["clear", "rolling", "rough", "mountain"]

NO_WATER: Final = 0
CREEK: Final = 1
MINOR: Final = 2
MAJOR: Final = 3

NO_CROSSING: Final = 0
FORD: Final = 1
BRIDGE: Final = 2
PONTOON: Final = 3

DRY: Final = 0
RAIN: Final = 1


class Ground(HexGround):
    """Everything the rules ask of a map, by hex or by place (6 * hex + direction)."""

    def __init__(self, board: HexMap, sheet: str = "", text: str = "") -> None:
        super().__init__(board)
        self.sheet = sheet
        self.text = text
        """The file of a map of the players' own; empty for the map of the game."""
        self.words: Lexicon = lexicon_of(board)
        """The options of the game on this map."""
        self.terrain: list[int] = [TERRAIN.index(board.words.terrain[kind]) for kind in board.terrain]
        self.county: list[int] = [NOWHERE] * self.size
        """The number of the hex's county among the areas of the map."""
        self.counties: list[str] = [area.id for area in board.areas]
        for number, area in enumerate(board.areas):
            for hex in area.hexes:
                self.county[hex] = number
        station, defences = board.words.feature_bit("station"), board.words.feature_bit("defences")
        self.station: list[bool] = [bool(bits & station) for bits in board.features]
        self.stations: list[int] = [hex for hex in range(self.size) if self.station[hex]]
        self.defences: list[bool] = [bool(bits & defences) for bits in board.features]
        """The defended area of the District of Columbia, closed to Confederates (6.2.2)."""
        self.water: list[int] = [NO_WATER] * (6 * self.size)
        self.crossing: list[int] = [NO_CROSSING] * (6 * self.size)
        self.has_line: list[bool] = [line_price(board, place, DRY) != SHUT for place in range(6 * self.size)]
        """A road, pike or railroad crosses the side."""
        rail = board.words.link_bit("rail")
        self.rail: list[bool] = [bool(bits & rail) for bits in board.link]
        self.on_line: list[bool] = [any(self.has_line[6 * hex : 6 * hex + 6]) for hex in range(self.size)]
        self.on_rail: list[bool] = [any(self.rail[6 * hex : 6 * hex + 6]) for hex in range(self.size)]
        for place in range(6 * self.size):
            self.water[place] = water_of(board, place)
            self.crossing[place] = crossing_of(board, place)
        self.price: list[vec[i16]] = [vec[i16](self._prices(weather)) for weather in (DRY, RAIN)]
        """price[weather]: half points for the step over a side, SHUT where it may not be crossed."""
        self.off_line: list[int] = [terrain_price(self.terrain[hex], DRY) for hex in range(self.size)]
        """Half points to enter a hex off the roads, SHUT in mountains: what a built bridge leads to."""
        self.off_line_rain: list[int] = [terrain_price(self.terrain[hex], RAIN) for hex in range(self.size)]
        self.reached: list[list[list[int]]] = [self._reached(weather) for weather in (DRY, RAIN)]
        """reached[weather][hex]: the neighbours into which a unit there exerts its zone of control."""

    def _prices(self, weather: int) -> list[int]:
        found = [SHUT] * (6 * self.size)
        for place in range(6 * self.size):
            to = self.board.neighbour[place]
            if to >= 0:
                found[place] = step_price(self, place, to, weather)
        return found

    def _reached(self, weather: int) -> list[list[int]]:
        found: list[list[int]] = []
        for hex in range(self.size):
            there: list[int] = []
            for place in range(6 * hex, 6 * hex + 6):
                to = self.board.neighbour[place]
                if to >= 0 and zone_reaches(self, place, to, weather):
                    there.append(to)
            found.append(there)
        return found

    def number(self, name: str) -> int:
        """The hex of a number, NOWHERE if it is not on this sheet."""
        found = self.board.by_name.get(name, NOWHERE)
        return found if found >= 0 else self.board.by_print.get(name, NOWHERE)


@enforces("SJW-2.3")
def water_of(board: HexMap, place: int) -> int:
    """What water runs along a side, the greatest if several do."""
    for number, word in ((MAJOR, "major_river"), (MINOR, "minor_river"), (CREEK, "creek")):
        if board.side[place] & board.words.side_bit(word):
            return number
    return NO_WATER


@enforces("SJW-2.3")
def crossing_of(board: HexMap, place: int) -> int:
    """How a river can be crossed there."""
    for number, word in ((BRIDGE, "bridge"), (PONTOON, "pontoon"), (FORD, "ford")):
        if board.side[place] & board.words.side_bit(word):
            return number
    return NO_CROSSING


def _points(value: object) -> int:
    return int(float(str(value)) * HALF)


@enforces("SJW-6.1", "SJW-14.2")
def line_price(board: HexMap, place: int, weather: int) -> int:
    """The cheapest line over a side: 1 each, in rain road and railroad 2, pike 1½; SHUT if there is none."""
    bits = board.link[place]
    kinds = [word for word in ("road", "pike", "rail") if bits & board.words.link_bit(word)]
    if not kinds:
        return SHUT
    if weather == DRY:
        return _points(TABLES["movement"]["line"])
    rain = TABLES["movement"]["rain"]
    return min([_points(rain[word]) for word in kinds])


@enforces("SJW-6.1", "SJW-14.2")
def terrain_price(terrain: int, weather: int) -> int:
    """What a hex costs that is entered off the roads; mountains cannot be."""
    if terrain == MOUNTAIN:
        return SHUT
    table = TABLES["movement"] if weather == DRY else TABLES["movement"]["rain"]
    return _points(table[TERRAIN[terrain]])


@enforces("SJW-6.1", "SJW-6.1.1", "SJW-6.2.1", "SJW-14.2")
def step_price(ground: Ground, place: int, to: int, weather: int) -> int:
    """A line that crosses the side, else the terrain entered; creeks and fords cost more, rivers need a crossing."""
    water, crossing = ground.water[place], ground.crossing[place]
    line = line_price(ground.board, place, weather)
    price = line if line != SHUT else terrain_price(ground.terrain[to], weather)
    if price == SHUT:
        return SHUT
    if water >= MINOR:
        if crossing == NO_CROSSING or (crossing == FORD and weather == RAIN):
            return SHUT
        return price + (_points(TABLES["movement"]["ford"]) if crossing == FORD else 0)
    if water == CREEK and line == SHUT:
        return SHUT if weather == RAIN else price + _points(TABLES["movement"]["creek"])
    return price


@enforces("SJW-2.4.1", "SJW-2.4.2", "SJW-14.2")
def zone_reaches(ground: Ground, place: int, to: int, weather: int) -> bool:
    """Not over a river without bridge or ford; not into or out of a mountain hex without a line; in rain not over a
    ford, nor over a creek without a line."""
    line, water, crossing = ground.has_line[place], ground.water[place], ground.crossing[place]
    if MOUNTAIN in (ground.terrain[place // 6], ground.terrain[to]) and not line:
        return False
    if water >= MINOR:
        return crossing != NO_CROSSING and not (weather == RAIN and crossing == FORD)
    return not (water == CREEK and weather == RAIN and not line)


MAPS_KEPT: Final = 12


@lru_cache(maxsize=MAPS_KEPT)
def ground_of(sheet: str, text: str = "") -> Ground:
    """The ground of a sheet (empty: both) of the game's map or of a map of the players' own; raises Malformed."""
    if not text:
        return Ground(shipped_map(PACKAGE).cut(sheet), sheet)
    board, problems = read_map_text(text, shipped_words(PACKAGE))
    if board is None:
        raise Malformed(f"map: {problems[0]!r}")
    if sheet and sheet not in [one.id for one in board.sheets]:
        raise Malformed(f"map: it has no sheet '{sheet}', on which this scenario is played")
    return Ground(board.cut(sheet), sheet, text)
