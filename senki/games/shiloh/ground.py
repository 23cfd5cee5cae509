"""The ground (chapters 1, 4 and 6): the map turned into flat tables the rules look things up in.

Movement is counted in half movement points.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i16, u8

from senki.boards.hexes.grid import printed
from senki.boards.hexes.ground import NOWHERE, HexGround
from senki.boards.hexes.hexmap import HexMap
from senki.boards.hexes.presence import nothing
from senki.boards.hexes.search import SHUT
from senki.engine.clauses import enforces
from senki.engine.errors import Malformed
from senki.engine.lexicon import Lexicon
from senki.games.shiloh.counters import ART, CAV, GUNBOAT, KIND, KINDS, SETUP, SIDES, TRAIN, UNITS
from senki.games.shiloh.options import lexicon_of
from senki.games.shiloh.tables import CAMPS, ENTRIES, TABLES

COLUMNS: Final = 20
ROWS: Final = 25
LAND_KINDS: Final = TRAIN + 1
HALF: Final = 2
"""Half movement points in a movement point."""


class Gait:
    """How counters of some kinds go together, by 6 * hex + direction."""

    def __init__(self, prices: list[int], terrain: list[int], halts: list[bool]) -> None:
        self.prices: vec[i16] = vec[i16](prices)
        """The cost of a step, along a road or trail where there is one."""
        self.terrain: vec[i16] = vec[i16](terrain)
        """Its cost off the roads."""
        self.halts: vec[bool] = vec[bool](halts)
        """The terrain that it enters off the roads ends the move."""


class Ground(HexGround):
    """Everything the rules ask of a map, by hex or by 6 * hex + direction."""

    def __init__(self, board: HexMap, text: str = "") -> None:
        super().__init__(board)
        self.words: Lexicon = lexicon_of(board.names, missing(board))
        """The options of the game on this map."""
        self.text = text
        """The file of a map of the players' own; empty for the map of the game."""
        self.terrain: list[str] = [""] * self.size
        self.hill: list[bool] = [False] * self.size
        self.stream: list[bool] = [False] * self.size
        self.full_river: list[bool] = [False] * self.size
        self.river: list[int] = []
        """The hexes the gunboat may be in."""
        self.step: list[list[int]] = [[SHUT] * (6 * self.size) for _ in range(LAND_KINDS)]
        """step[kind]: the cost of a step at terrain cost, SHUT if it is prohibited."""
        self.path: list[int] = [SHUT] * (6 * self.size)
        """The cost of a step along a road or trail."""
        self.march: list[int] = [SHUT] * (6 * self.size)
        """The same on the march."""
        self.road: list[bool] = [False] * (6 * self.size)
        self.stops: list[list[bool]] = [[False] * self.size for _ in range(LAND_KINDS)]
        """stops[kind]: entered at terrain cost, this hex ends the move of that kind."""
        self.no_march: list[bool] = [False] * self.size
        self.zoc: list[bool] = [False] * (6 * self.size)
        """A zone of control reaches from the hex in this direction."""
        self.reached: list[list[int]] = [[] for _ in range(self.size)]
        """The neighbours into which a unit in the hex exerts its zone."""
        self.no_zones: vec[u8] = nothing(len(SIDES) * self.size)
        """The counts of zones of a map on which nobody exerts one."""
        self.creek: list[bool] = [False] * (6 * self.size)
        self.crossing: list[bool] = [False] * (6 * self.size)
        self.protected: list[bool] = [False] * (6 * self.size)
        self.rises: list[bool] = [False] * (6 * self.size)
        self.treeline: list[bool] = [False] * (6 * self.size)
        self.assault: list[list[bool]] = [[False] * (6 * self.size) for _ in range(LAND_KINDS)]
        """assault[kind]: may attack over that side."""
        self.assault_halvings: list[list[str]] = [[] for _ in range(6 * self.size)]
        self.fire_from: list[int] = [0] * self.size
        self.fire_into: list[int] = [0] * self.size
        """Halvings of the hex a battery fires from, and of the hex it fires at (SHI-10.2)."""
        self.no_bombardment: list[bool] = [False] * self.size
        self.no_charge: list[bool] = [False] * self.size
        self.no_defender_advance: list[bool] = [False] * self.size
        self.quarters: list[list[int]] = [[4] * (6 * self.size) for _ in range(LAND_KINDS)]
        """quarters[kind]: what is left of a factor attacking over that side, 4, 2 or 1; 0 means it becomes 1."""
        self.passable: list[list[bool]] = [[False] * (6 * self.size) for _ in range(LAND_KINDS)]
        """passable[kind]: retreats and advances may go that way, terrain or road."""
        self.gaits: dict[int, Gait] = {}
        """Gaits looked up so far."""
        self.sight: dict[int, bool] = {}
        """size * observer + target: lines of sight looked up so far."""
        self._read_hexes()
        self._read_sides()
        self._derive()
        self.camps: list[int] = [board.area(f"camp_{name}")[0] for name in CAMPS]
        self.entries: list[int] = [board.area(f"entry_{name.lower()}")[0] for name in ENTRIES]
        self.loc: list[list[int]] = [board.area(f"loc_{side}") for side in SIDES]
        self.objectives: list[list[int]] = [board.area(f"objective_{side}") for side in SIDES]
        self.camp_hexes: list[list[int]] = [[camp, *self.around[camp]] for camp in self.camps]

    @enforces("SHI-1.2", "SHI-1.3", "SHI-1.4", "SHI-1.6")
    def _read_hexes(self) -> None:
        """The grid CCRR with its neighbours and distances (`HexGround`), and only the hexes the map has."""
        board = self.board
        for column, row in board.cells:
            if not (1 <= column <= COLUMNS and 1 <= row <= ROWS):
                raise Malformed(f"hex {column:02d}{row:02d} lies outside the columns 01-20 and rows 01-25 of this game")
        words = board.words
        hill, stream = words.feature_bit("hill"), words.feature_bit("stream")
        for hex in range(self.size):
            self.terrain[hex] = words.terrain[board.terrain[hex]]
            self.hill[hex] = bool(board.features[hex] & hill)
            self.stream[hex] = bool(board.features[hex] & stream)
            self.full_river[hex] = self.terrain[hex] == "river"
            if self.full_river[hex] or board.features[hex] & words.feature_bit("part_river"):
                self.river.append(hex)

    def _read_sides(self) -> None:
        board = self.board
        words = board.words
        for here in range(6 * self.size):
            side = board.side[here]
            self.crossing[here] = bool(side & (words.side_bit("bridge") | words.side_bit("ford")))
            self.creek[here] = bool(side & words.side_bit("creek")) or self.crossing[here]
            self.protected[here] = bool(side & words.side_bit("protected"))
            self.treeline[here] = "treeline" in words.sides and bool(side & words.side_bit("treeline"))
            self.rises[here] = bool(board.up[here] & words.side_bit("slope"))
            link = board.link[here]
            if link & words.link_bit("road"):
                self.road[here] = True
                self.path[here] = HALF * int(TABLES["path"]["road"])
                self.march[here] = int(HALF * TABLES["path"]["march_road"])
            elif link & words.link_bit("trail"):
                self.path[here] = HALF * int(TABLES["path"]["trail"])
                self.march[here] = HALF * int(TABLES["path"]["march_trail"])

    def _derive(self) -> None:
        for hex in range(self.size):
            chart = self.chart(hex)
            self.no_march[hex] = bool(chart.get("no_march"))
            self.no_bombardment[hex] = bool(chart.get("no_bombardment"))
            self.no_charge[hex] = bool(chart.get("no_charge"))
            self.no_defender_advance[hex] = bool(chart.get("no_defender_advance"))
            stream = self.stream[hex] and not self.in_swamp(hex)
            self.fire_from[hex] = bool(chart.get("attack_from")) + stream
            self.fire_into[hex] = bool(chart.get("attack_into")) + stream
            for kind in range(LAND_KINDS):
                halts = KINDS[kind] in chart.get("stops", [])
                self.stops[kind][hex] = halts or (self.stream[hex] and KINDS[kind] in TABLES["stream"]["stops"])
            for d in range(6):
                to = self.next[6 * hex + d]
                if to >= 0:
                    self._derive_side(hex, d, to)

    def _derive_side(self, hex: int, d: int, to: int) -> None:
        here = 6 * hex + d
        self.zoc[here] = zone_reaches(self, hex, d, to)
        if self.zoc[here]:
            self.reached[hex].append(to)
        self.assault_halvings[here] = assault_halvings(self, hex, d, to)
        for kind in range(LAND_KINDS):
            self.step[kind][here] = step_cost(self, kind, hex, d, to)
            self.passable[kind][here] = self.step[kind][here] != SHUT or self.path[here] != SHUT
            self.assault[kind][here] = not assault_bar(self, kind, hex, d, to)
            halvings = len(self.assault_halvings[here])
            self.quarters[kind][here] = 4 if halvings == 0 else 2 if halvings == 1 else 1
            if kind == CAV and (self.protected[here] or self.chart(to).get("cavalry_one")):
                self.quarters[kind][here] = 0

    def gait(self, kinds: list[int], marching: bool) -> Gait:
        """How counters of these kinds go together; remembered."""
        key = int(marching)
        for kind in kinds:
            key |= 2 << kind
        found = self.gaits.get(key)
        if found is None:
            path = self.march if marching else self.path
            terrain = [terrain_cost(self, kinds, place) for place in range(6 * self.size)]
            prices = [terrain[place] if path[place] == SHUT else path[place] for place in range(6 * self.size)]
            halts: list[bool] = []
            for place in range(6 * self.size):
                to = self.next[place]
                halts.append(to >= 0 and path[place] == SHUT and must_stop(self, kinds, to))
            found = Gait(prices, terrain, halts)
            self.gaits[key] = found
        return found

    def chart(self, hex: int) -> dict[str, Any]:
        """The line of the terrain chart for a hex's primary terrain."""
        line: dict[str, Any] = TABLES["terrain"][self.terrain[hex]]
        return line

    def in_swamp(self, hex: int) -> bool:
        """Swamp and stream is one line of the chart: the stream adds nothing more."""
        return self.terrain[hex] in ("swamp", "swamp_creek")


def missing(board: HexMap) -> list[str]:
    """The printed numbers of this game's sheet that a map lacks."""
    cells = [printed(column, row) for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)]
    return [name for name in cells if name not in board.by_name]


@enforces(
    "SHI-4.3", "SHI-4.3.1", "SHI-4.3.2", "SHI-4.3.3", "SHI-4.3.4", "SHI-4.3.5", "SHI-4.3.6", "SHI-4.9", "SHI-13.2"
)
def step_cost(ground: Ground, kind: int, hex: int, d: int, to: int) -> int:
    """The hex entered, the stream in it and the hexside crossed, in half points; SHUT if prohibited to the kind."""
    here = 6 * hex + d
    cost = int(ground.chart(to)["cost"][kind])
    if cost < 0 or (ground.creek[here] and not ground.crossing[here]) or ground.chart(hex).get("road_only"):
        return SHUT
    sides: dict[str, int] = TABLES["hexside"]
    if ground.stream[to] and not ground.in_swamp(to):
        cost += int(TABLES["stream"]["cost"][kind])
    if ground.rises[here]:
        cost += sides["slope_up"]
    if ground.protected[here]:
        cost += sides["protected"]
    if ground.treeline[here] and kind == ART:
        cost += sides["treeline_artillery"]
    if ground.crossing[here]:
        bridge = ground.board.side[here] & ground.board.words.side_bit("bridge")
        cost += sides["bridge"] if bridge else sides["ford"]
    return HALF * cost


@enforces("SHI-4.3.0")
def terrain_cost(ground: Ground, kinds: list[int], place: int) -> int:
    """The highest cost among the members of a group; the step must be open to all of them."""
    costs = [ground.step[kind][place] for kind in kinds]
    return SHUT if SHUT in costs else max(costs)


def must_stop(ground: Ground, kinds: list[int], hex: int) -> bool:
    """Does entering a hex at terrain cost end the move of a member?"""
    for kind in kinds:
        if ground.stops[kind][hex]:
            return True
    return False


@enforces("SHI-6.2")
def zone_reaches(ground: Ground, hex: int, d: int, to: int) -> bool:
    """No zone into or out of deep woods, rough, river; into a town; over a creek; into creek swamp off the road."""
    here = 6 * hex + d
    if ground.creek[here] or ground.chart(hex).get("no_zoc") or ground.chart(to).get("no_zoc"):
        return False
    if ground.chart(to).get("no_zoc_into"):
        return False
    return not ground.chart(to).get("road_only") or ground.path[here] != SHUT


def assault_bar(ground: Ground, kind: int, hex: int, d: int, to: int) -> bool:
    """What terrain forbids an assault by this kind over this side (SHI-8.4)."""
    here = 6 * hex + d
    if ground.creek[here] and not ground.crossing[here]:
        return True
    if ground.full_river[to] or (ground.chart(to).get("road_only") and ground.path[here] == SHUT):
        return True
    return kind == ART and bool(ground.chart(to).get("no_artillery_attack"))


@enforces("SHI-2.10", "SHI-8.5", "SHI-4.9")
def assault_halvings(ground: Ground, hex: int, d: int, to: int) -> list[str]:
    """The reasons that halve an attack over this side, each once: the hex left, the hex entered, the side crossed."""
    here = 6 * hex + d
    own, other = ground.chart(hex), ground.chart(to)
    found: list[str] = []
    if other.get("attack_into_from_clear") and ground.terrain[hex] == "clear":
        found.append("woods")
    if other.get("attack_into"):
        found.append("into_" + combat_terrain(ground.terrain[to]))
    if own.get("attack_from"):
        found.append("out_of_" + combat_terrain(ground.terrain[hex]))
    if ground.stream[to] and not ground.in_swamp(to):
        found.append("into_stream")
    if ground.stream[hex] and not ground.in_swamp(hex):
        found.append("out_of_stream")
    if ground.rises[here]:
        found.append("slope")
    if ground.crossing[here]:
        found.append("crossing")
    if ground.protected[here]:
        found.append("protected")
    return found


def combat_terrain(terrain: str) -> str:
    """Creek swamp fights as swamp."""
    return "swamp" if terrain == "swamp_creek" else terrain


def validate(ground: Ground) -> None:
    """Raise Malformed unless the game can be played on this map: every hex it names is there and can be used."""
    for unit, name in enumerate(SETUP):
        hex = ground.board.by_name.get(name, NOWHERE)
        if name and (hex == NOWHERE or not can_stand(ground, KIND[unit], hex)):
            raise Malformed(f"{UNITS[unit]} sets up in {name}, which this map does not offer to it")
    named = [
        *ground.camps,
        *ground.entries,
        *ground.loc[0],
        *ground.loc[1],
        *ground.objectives[0],
        *ground.objectives[1],
    ]
    for hex in named:
        if ground.full_river[hex]:
            raise Malformed(
                f"hex {ground.names[hex]} (a camp, entry, objective or line of communication) must be on land"
            )
    for hex in ground.entries:
        if all(ground.path[6 * hex + d] == SHUT for d in range(6)):
            raise Malformed(f"entry hex {ground.names[hex]} must lie on a road")
    if not ground.river:
        raise Malformed("the map needs a river hex for the gunboats")


def can_stand(ground: Ground, kind: int, hex: int) -> bool:
    """May this kind be put in a hex: its terrain, or a road, admits it?"""
    if kind == GUNBOAT:
        return hex in ground.river
    if int(ground.chart(hex)["cost"][kind]) >= 0:
        return True
    return any(ground.path[6 * hex + d] != SHUT for d in range(6))
