"""The ground (1.1, 1.11, 1.13, 10.2, 15, 16): the map turned into flat tables the rules look things up in."""

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
from senki.games.sicily.counters import ALLIES, AXIS, UK_ARMY, US_ARMY
from senki.games.sicily.options import COLUMN_LINES, LINES, lexicon_of
from senki.games.sicily.tables import PACKAGE, TABLES

LEVELS: Final[int] = len(TABLES["movement"]["foot"])
FOOT: Final = 0
WHEELS: Final = 1
"""Non-mechanized and mechanized units."""
NO_PORT: Final = 0
SMALL_PORT: Final = 1
LARGE_PORT: Final = 2
MESSINA: Final = "6002"
ENNA: Final = "3715"
PALERMO: Final = "2003"
CATANIA: Final = "5116"
SIRACUSA: Final = "5525"
AUGUSTA: Final = "5421"
UNTOUCHED: Final = 99
"""A distance beyond every other."""


class Ground(HexGround):
    """Everything the rules ask of a map, by hex or by place (6 * hex + direction)."""

    def __init__(self, board: HexMap, sheet: str = "", text: str = "") -> None:
        super().__init__(board)
        self.sheet = sheet
        self.text = text
        """The file of a map of the players' own; empty for the map of the game."""
        self.words: Lexicon = lexicon_of(board)
        """The options of the game on this map."""
        terrain = [board.words.terrain[kind] for kind in board.terrain]
        self.sea: list[bool] = [kind == "sea" for kind in terrain]
        """All-sea hexes (1.13)."""
        self.land: list[bool] = [not sea for sea in self.sea]
        self.city: list[bool] = [kind == "city" for kind in terrain]
        self.marsh: list[bool] = [kind == "marsh" for kind in terrain]
        self.level: list[int] = [level_of(board.level[hex], terrain[hex]) for hex in range(self.size)]
        for hex, level in enumerate(self.level):
            if not 1 <= level <= LEVELS:
                raise Malformed(f"map: hex {board.names[hex]} is on level {level}; this game has levels 1 to {LEVELS}")
        self.coast: list[bool] = self._feature("coast")
        self.town: list[bool] = self._feature("town")
        self.airfield: list[bool] = self._feature("airfield")
        self.beach: list[bool] = [
            beach and is_beach(self.coast[hex], self.level[hex], terrain[hex])
            for hex, beach in enumerate(self._feature("beach"))
        ]
        self.beaches: list[int] = [hex for hex in range(self.size) if self.beach[hex]]
        small, large = self._feature("small_port"), self._feature("large_port")
        self.port: list[int] = [
            LARGE_PORT if large[hex] else SMALL_PORT if small[hex] else NO_PORT for hex in range(self.size)
        ]
        self.column: list[int] = [int(name[:2]) for name in self.names]
        self.row: list[int] = [int(name[2:]) for name in self.names]
        road, river = board.words.link_bit("road"), board.words.side_bit("river")
        bridge = board.words.side_bit("bridge")
        self.road: list[bool] = [bool(bits & road) for bits in board.link]
        """By place: a road crosses the side."""
        self.river: list[bool] = [bool(bits & river) for bits in board.side]
        self.bridged: list[bool] = [bool(bits & bridge) for bits in board.side]
        self.on_road: list[bool] = [any(self.road[6 * hex : 6 * hex + 6]) for hex in range(self.size)]
        self.towns: list[int] = [hex for hex in range(self.size) if self.city[hex] or self.town[hex]]
        self.airfields: list[int] = [hex for hex in range(self.size) if self.airfield[hex]]
        self.ports: list[int] = [hex for hex in range(self.size) if self.port[hex]]
        self.places: list[int] = [
            hex for hex in range(self.size)
            if self.city[hex] or self.town[hex] or self.airfield[hex] or self.port[hex]
        ]  # fmt: skip
        """What can be captured (1.12)."""
        self.place_at: list[int] = [NOWHERE] * self.size
        """By hex: the number of its place among `places`, NOWHERE without one."""
        for number, hex in enumerate(self.places):
            self.place_at[hex] = number
        self.points: list[int] = [0] * self.size
        """Tactical points (26.1)."""
        for name, points in TABLES["tactical_points"].items():
            if self.number(name) != NOWHERE:
                self.points[self.number(name)] = int(points)
        self.messina = self.number(MESSINA)
        self.enna = self.number(ENNA)
        self.palermo = self.number(PALERMO)
        self.catania = self.number(CATANIA)
        self.siracusa = self.number(SIRACUSA)
        self.augusta = self.number(AUGUSTA)
        self.sources: list[int] = [hex for hex in (self.messina, self.enna, self.palermo) if hex != NOWHERE]
        """Axis supply sources (10.1)."""
        self.exits: list[int] = [self.number(str(name)) for name in TABLES["evacuation"]["hexes"]]
        """The evacuation hexes in the order of the table, NOWHERE off this sheet (22.1)."""
        self.east_coast: list[bool] = self._named(TABLES["limits"]["east_coast"])
        self.price: list[vec[i16]] = [
            vec[i16](self._prices(kind, side, rain))
            for kind in (FOOT, WHEELS)
            for side in (ALLIES, AXIS)
            for rain in (0, 1)
        ]
        """price[4 * kind + 2 * side + rain]: points for the step over a side, SHUT where it may not be made; who stands
        there and a crossing by Allied vehicles under enemy eyes come on top (16.2, 16.4)."""
        self.reached: list[list[int]] = [self._reached(hex) for hex in range(self.size)]
        """The neighbours into which a unit in a hex exerts its zone of control."""
        self.to_sea: list[int] = self._distances([hex for hex in range(self.size) if self.sea[hex]])
        """Hexes to the nearest all-sea hex (21.2)."""
        self.limit_row: list[int] = self._limit_rows()
        """By column: the row of the US limit (15.1)."""
        self.line_hexes: list[list[int]] = [self._line(name) for name in LINES]
        self.area: list[vec[i16]] = [self._area(line) for line in self.line_hexes]
        """area[line][hex]: US_ARMY or UK_ARMY; of a line that may not be drawn all is US (15.9)."""
        self.legal_line: list[bool] = [
            self._is_legal(self.line_hexes[number], self.area[number]) for number in range(len(LINES))
        ]
        self.within_reach: dict[tuple[int, int, int], bool] = {}
        """By line, army and hex: is its area near, as far as it was asked (15.8)?"""

    def _feature(self, word: str) -> list[bool]:
        bit = self.board.words.feature_bit(word)
        return [bool(bits & bit) for bits in self.board.features]

    def _named(self, names: list[str]) -> list[bool]:
        return [name in names for name in self.names]

    def _prices(self, kind: int, side: int, rain: int) -> list[int]:
        found = [SHUT] * (6 * self.size)
        for place in range(6 * self.size):
            to = self.board.neighbour[place]
            if to >= 0:
                found[place] = step_price(self, place, to, kind, side, bool(rain))
        return found

    def _reached(self, hex: int) -> list[int]:
        return [to for to in self.around[hex] if zone_reaches(self, hex, to)]

    def _distances(self, sources: list[int]) -> list[int]:
        found = [UNTOUCHED] * self.size
        for source in sources:
            found[source] = 0
        waiting = sources[:]
        at = 0
        while at < len(waiting):
            hex = waiting[at]
            at += 1
            for to in self.around[hex]:
                if found[to] == UNTOUCHED:
                    found[to] = found[hex] + 1
                    waiting.append(to)
        return found

    @enforces("SIC-15.1")
    def _limit_rows(self) -> list[int]:
        rows = [int(TABLES["limits"]["us_limit_row"])] * (max(self.column) + 1)
        for name in TABLES["limits"]["us_limit"]:
            column = int(name[:2])
            if column < len(rows):
                rows[column] = int(name[2:])
        return rows

    def _line(self, name: str) -> list[int]:
        if name in COLUMN_LINES:
            return [hex for hex in range(self.size) if self.land[hex] and self.column[hex] == int(name[-2:])]
        hexes = [self.number(hex) for hex in TABLES["limits"][f"boundary_{name}"]]
        return [] if NOWHERE in hexes else hexes

    @enforces("SIC-15.2", "SIC-15.9")
    def _area(self, line: list[int]) -> vec[i16]:
        """US: what can be reached over land from the western corner without entering the line."""
        corner = self.number(str(TABLES["limits"]["us_corner"]))
        if corner == NOWHERE or not line:
            return vec[i16]([US_ARMY] * self.size)
        found = [UK_ARMY] * self.size
        if corner not in line:
            found[corner] = US_ARMY
            waiting = [corner]
            while waiting:
                for to in self.around[waiting.pop()]:
                    if self.land[to] and found[to] == UK_ARMY and to not in line:
                        found[to] = US_ARMY
                        waiting.append(to)
        return vec[i16](found)

    @enforces("SIC-15.9")
    def _is_legal(self, line: list[int], area: vec[i16]) -> bool:
        """A chain of land hexes from coast to coast that leaves land to both armies."""
        if not line or not self.coast[line[0]] or not self.coast[line[-1]]:
            return False
        for at in range(1, len(line)):
            if self.direction(line[at - 1], line[at]) < 0:
                return False
        armies = {int(area[hex]) for hex in range(self.size) if self.land[hex] and hex not in line}
        return len(armies) == 2

    def number(self, name: str) -> int:
        """The hex of a number, NOWHERE if it is not on this sheet."""
        found = self.board.by_name.get(name, NOWHERE)
        return found if found >= 0 else self.board.by_print.get(name, NOWHERE)


@enforces("SIC-10.4", "SIC-17.9")
def level_of(level: int, terrain: str) -> int:
    """City, marsh and sea count as level 1."""
    return 1 if terrain in ("city", "marsh", "sea") else level


@enforces("SIC-1.13")
def is_beach(coast: bool, level: int, terrain: str) -> bool:
    """Coastal, level 1, no city and no marsh."""
    return coast and level == 1 and terrain == "open"


@enforces("SIC-16.7")
def zone_reaches(ground: Ground, hex: int, to: int) -> bool:
    """Neither terrain nor rivers limit a zone of control; it goes neither into nor out of all-sea hexes."""
    return ground.land[hex] and ground.land[to]


@enforces("SIC-16.1", "SIC-16.2", "SIC-16.3")
def terrain_price(ground: Ground, to: int, kind: int) -> int:
    """What a hex costs off the roads; 0 in the table closes it to vehicles."""
    movement = TABLES["movement"]
    if ground.sea[to]:
        return SHUT
    if ground.marsh[to]:
        price = int(movement["marsh"][kind])
    elif ground.city[to]:
        price = int(movement["city"][kind])
    else:
        price = int(movement["foot" if kind == FOOT else "mechanized"][ground.level[to] - 1])
    return price or SHUT


@enforces("SIC-1.11", "SIC-16.2", "SIC-16.3", "SIC-16.4", "SIC-8.1")
def step_price(ground: Ground, place: int, to: int, kind: int, side: int, rain: bool) -> int:
    """The road rate along a road, else the terrain entered and the river crossed; vehicles pay more for a town."""
    movement = TABLES["movement"]
    if ground.sea[to]:
        return SHUT
    extra = int(movement["town"]) if kind == WHEELS and ground.town[to] else 0
    if ground.road[place]:
        return int(movement["road"]) + extra
    price = terrain_price(ground, to, kind)
    if price == SHUT:
        return SHUT
    if ground.river[place] and not ground.bridged[place]:
        if rain or (kind == WHEELS and side == AXIS):
            return SHUT
        price += int(movement["river_foot"] if kind == FOOT else movement["river_allied_mechanized"])
    return price + extra


MAPS_KEPT: Final = 6


@lru_cache(maxsize=MAPS_KEPT)
def ground_of(sheet: str, text: str = "") -> Ground:
    """The ground of a sheet (empty: all of it) of the game's map or of a map of the players' own; raises Malformed."""
    if not text:
        return Ground(shipped_map(PACKAGE).cut(sheet), sheet)
    board, problems = read_map_text(text, shipped_words(PACKAGE))
    if board is None:
        raise Malformed(f"map: {problems[0]!r}")
    if sheet and sheet not in [one.id for one in board.sheets]:
        raise Malformed(f"map: it has no sheet '{sheet}', on which this scenario is played")
    return Ground(board.cut(sheet), sheet, text)
