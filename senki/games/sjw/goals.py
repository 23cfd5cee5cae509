"""What there is to win: the victory lines of a scenario as places to get to, with their points (13, 22).

Both sides read the same lines: the South wants to score by them, the North to cover what it would score by.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

from senki.boards.hexes.fields import within
from senki.engine.data import read_toml
from senki.games.sjw.campaign import Line
from senki.games.sjw.counters import COUNT, CSA, INF, KIND, SIDE_OF, SIZE, SIZES, USA
from senki.games.sjw.tables import PACKAGE
from senki.games.sjw.theatre import Theatre

PLANNER: Final[dict[str, Any]] = read_toml(PACKAGE, "advice.toml")
"""The numbers the machine players go by."""

WIDTH: Final[float] = float(PLANNER["cover"]["width"])

STATIONS: Final = 0
"""So much for each station in some state."""
STATION_COUNT: Final = 1
CONTROL_EACH: Final = 2
CONTROL_ANY: Final = 3
IN_HEX: Final = 4
"""Infantry, or certain units, in one of some hexes at the end."""
BANDS: Final = 5
"""The nearer the nearest infantry the better."""
END_EACH: Final = 6
"""Each unit that ends in or near some hexes, or in some counties."""
END_BEST: Final = 7
DEPOTS: Final = 8
AS_IT_STANDS: Final = 9
"""What no place decides: losses and the like, as they stand now."""
KINDS: Final[dict[str, int]] = {
    "station_each": STATIONS,
    "station_count": STATION_COUNT,
    "controlled_each": CONTROL_EACH,
    "any_controlled": CONTROL_ANY,
    "infantry_in_hex": IN_HEX,
    "unit_in_hex": IN_HEX,
    "nearest_infantry_distance": BANDS,
    "infantry_on_or_adjacent": END_EACH,
    "infantry_in_county": END_EACH,
    "infantry_on_or_adjacent_best": END_BEST,
    "depot_removed_each": DEPOTS,
}


class Place:
    """Somewhere to get to: any of some hexes."""

    def __init__(self, number: int, hexes: list[int], centre: int) -> None:
        self.number = number
        self.hexes = hexes
        self.centre = centre
        """The hex that stands for it."""
        self.closes: float = 1.0 / (1.0 + (sqrt(len(hexes)) - 1.0) / WIDTH)
        """How well those who are there keep others out: the wider it is the less."""
        self.wanted = False
        """Is anything to be won there?"""


class Aim:
    """A victory line and the places where it is decided."""

    def __init__(self, line: Line, kind: int) -> None:
        self.line = line
        self.kind = kind
        self.places: list[int] = []
        """Numbers of places: one for each hex, band or group of the line, as its kind has it."""
        self.points: list[float] = []
        """What each of them is worth."""
        self.states: list[bool] = [state in line.states for state in ("whole", "damaged", "destroyed")]
        self.counts: list[bool] = [False] * COUNT
        """By counter: does it count for this line?"""


class Share:
    """What some units score for themselves in a place, each."""

    def __init__(self, counts: list[bool], points: float) -> None:
        self.counts = counts
        self.points = points


class Aims:
    """All a scenario is about."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre
        self.places: list[Place] = []
        self.by_hexes: dict[tuple[int, ...], int] = {}
        self.aims: list[Aim] = [self.aim(line) for line in theatre.plan.lines]
        for aim in self.aims:
            for n, place in enumerate(aim.places):
                if aim.points[n] > 0.0 or aim.line.by_count:
                    self.places[place].wanted = True
        self.over: list[list[int]] = [[] for _ in range(theatre.ground.size)]
        """By hex: the places it belongs to."""
        for where in self.places:
            for hex in where.hexes:
                self.over[hex].append(where.number)
        self.shares: list[list[Share]] = [[] for _ in self.places]
        """By place: what units score for themselves at the end there."""
        for aim in self.aims:
            if aim.kind in (END_EACH, END_BEST):
                for n, place in enumerate(aim.places):
                    self.shares[place].append(Share(aim.counts, aim.points[n]))
        least = [grade.least for grade in theatre.plan.grades[:-1]]
        winners = [grade.winner for grade in theatre.plan.grades]
        self.half_grade: float = max(0.5, (least[0] - least[-1]) / (len(least) - 1) / 2)
        """Points that are worth half a grade."""
        self.middle: float = least[winners.index(USA) - 1] - 0.5
        """The total between defeat and victory."""
        self.judged = False
        """Has the beginning of the scenario been judged (see prospects.py)?"""
        self.short: float = 0.0
        """What its expected total is short of the middle."""
        self.loss: float = 1.0
        """What a point of losses scores."""
        self.rout: float = 0.0
        """What a rout of infantry scores, against a point of losses."""
        for line in theatre.plan.lines:
            if line.kind == "combat_loss_point":
                self.loss = float(abs(line.vp))
        for line in theatre.plan.lines:
            if line.kind == "R_result_on_infantry":
                self.rout = abs(line.vp) / self.loss

    def place(self, hexes: list[int], centre: int) -> int:
        """The number of the place of these hexes."""
        key = tuple(sorted(hexes))
        if key not in self.by_hexes:
            self.by_hexes[key] = len(self.places)
            self.places.append(Place(len(self.places), hexes, centre))
        return self.by_hexes[key]

    def aim(self, line: Line) -> Aim:
        """A line with its places."""
        found = Aim(line, KINDS.get(line.kind, AS_IT_STANDS))
        for unit in range(COUNT):
            if SIDE_OF[unit] == CSA and KIND[unit] == INF:
                found.counts[unit] = not line.sizes or SIZES[SIZE[unit]] in line.sizes
        hexes, ground = self.theatre.line_hexes[line.number], self.theatre.ground
        if found.kind in (STATIONS, STATION_COUNT, CONTROL_EACH, CONTROL_ANY):
            self.add(found, [[hex] for hex in hexes], float(line.vp))
        elif found.kind == DEPOTS:
            self.add(found, [[hex] for hex in self.theatre.depots if not hexes or hex in hexes], float(line.vp))
        elif found.kind == IN_HEX:
            self.add(found, [hexes], float(line.vp))
            if line.units:
                found.counts = [unit in line.units for unit in range(COUNT)]
        elif line.kind == "infantry_on_or_adjacent":
            self.add(found, [within(ground, hexes, 1)], float(line.vp))
        elif line.kind == "infantry_in_county":
            self.add(found, [self.counties(line.counties)], float(line.vp))
        elif found.kind == END_BEST:
            for n, group in enumerate(self.theatre.best_hexes[line.number]):
                self.add(found, [within(ground, group, 1)], float(line.best[n][1]))
        elif found.kind == BANDS:
            self.add_bands(found, hexes)
        return found

    def add(self, aim: Aim, groups: list[list[int]], points: float) -> None:
        """Places that are worth the same."""
        for hexes in groups:
            if hexes:
                aim.places.append(self.place(hexes, hexes[0]))
                aim.points.append(points)

    def add_bands(self, aim: Aim, hexes: list[int]) -> None:
        """One place for each distance, worth what it brings more than the next one out."""
        bands = aim.line.bands
        for n, band in enumerate(bands):
            beyond = bands[n + 1][2] if n + 1 < len(bands) else 0
            if band[2] > beyond:
                aim.places.append(self.place(within(self.theatre.ground, hexes, band[1]), hexes[0]))
                aim.points.append(float(band[2] - beyond))

    def counties(self, names: list[str]) -> list[int]:
        """The hexes of some counties."""
        ground = self.theatre.ground
        wanted = [number for number, name in enumerate(ground.counties) if name in names]
        return [hex for hex in range(ground.size) if ground.county[hex] in wanted]


KNOWN: Final[dict[tuple[str, str], Aims]] = {}
MOST_KNOWN: Final = 24


def aims_of(theatre: Theatre) -> Aims:
    """The aims of a scenario on its map, made once."""
    key = (theatre.plan.name, theatre.ground.text)
    found = KNOWN.get(key)
    if found is None or found.theatre is not theatre:
        if len(KNOWN) >= MOST_KNOWN:
            KNOWN.clear()
        found = Aims(theatre)
        KNOWN[key] = found
    return found
