"""The map, the units and the numbers of the game, read once from board.toml (chapter 1)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from senki.boards.graph import Graph, read_graph
from senki.engine.clauses import enforces
from senki.engine.data import read_toml, rows

SOUTH: Final = 0
NORTH: Final = 1
SIDES: Final = ["south", "north"]
OFF: Final = -1
"""The place of a unit that is not on the map."""

_BOARD: Final = read_toml("senki.games.nano", "board.toml")


def _table(name: str) -> dict[str, object]:
    found = _BOARD[name]
    assert isinstance(found, dict)
    return found


@enforces("NANO-1.1", "NANO-1.6")
def read_map() -> Graph:
    """Towns joined by at most one road each, solid or mountain; one road is one-way."""
    return read_graph(rows(_BOARD, "town"), rows(_BOARD, "road"))


MAP: Final = read_map()
TOWNS: Final[list[str]] = [town.id for town in MAP.places]
BLUE_CIRCLE: Final = "blue_circle"
RED_CIRCLE: Final = "red_circle"
TRIANGLE: Final = "blue_triangle"
MOUNTAIN_ROAD: Final = "mountain_road"


@enforces("NANO-1.2")
def towns_of_kind(kind: str) -> list[int]:
    """The towns with one of the four symbols: white, blue circle, red circle, blue triangle."""
    return [town.number for town in MAP.places if town.kind == kind]


BLUE_CIRCLES: Final = towns_of_kind(BLUE_CIRCLE)
RED_CIRCLES: Final = towns_of_kind(RED_CIRCLE)
TRIANGLES: Final = towns_of_kind(TRIANGLE)
VALUE: Final[list[int]] = [int(str(row["vp"])) for row in rows(_BOARD, "town")]


@enforces("NANO-1.3")
def read_blue_towns() -> list[int]:
    """Blue towns: the blue circles and the blue triangles."""
    return sorted(BLUE_CIRCLES + TRIANGLES)


BLUE_TOWNS: Final = read_blue_towns()


@enforces("NANO-1.4")
def unit_names() -> list[str]:
    """Four South units and seven North units; ids only tell like counters apart."""
    return [f"S{n}" for n in range(1, 5)] + [f"N{n}" for n in range(1, 8)]


UNITS: Final = unit_names()
UNIT: Final[dict[str, int]] = {name: number for number, name in enumerate(UNITS)}
UNITS_OF: Final[vec[vec[i64]]] = vec[vec[i64]]([vec[i64]([0, 1, 2, 3]), vec[i64]([4, 5, 6, 7, 8, 9, 10])])
SIDE_OF: Final[vec[i64]] = vec[i64]([SOUTH] * 4 + [NORTH] * 7)

TURN_DATES: Final[list[str]] = [str(date) for date in _table("turns")["starts"]]  # type: ignore[attr-defined]
LAST_TURN: Final = len(TURN_DATES)
_VP: Final = {name: int(str(value)) for name, value in _table("vp").items()}
VP_START: Final = _VP["start"]
VP_MIN: Final = _VP["min"]
VP_MAX: Final = _VP["max"]
VP_TO_WIN: Final = _VP["south_wins_at"]
DEPARTURE_VP: Final = _VP["departure"]
TRIANGLE_VP: Final = _VP["triangles"]
FREDERICKSBURG: Final = MAP.number(str(_table("special")["departure_town"]))
MANASSAS_GAP: Final = MAP.number(str(_table("special")["departure_ends_at"]))

_SETUP: Final = _table("setup")
NORTH_SETUP: Final[list[int]] = [
    MAP.number(str(town))
    for town, count in _SETUP["north"].items()  # type: ignore[attr-defined]
    for _ in range(count)
]
SOUTH_SETUP_TOWNS: Final[list[int]] = [
    MAP.number(str(town))
    for town in _SETUP["south"]["towns"]  # type: ignore[index]
]

ROAD: Final[vec[vec[i64]]] = vec[vec[i64]]([vec[i64](row) for row in MAP.between])
"""ROAD[a][b]: the number of the road between two towns, -1 if there is none."""
OPEN: Final[vec[vec[bool]]] = vec[vec[bool]](
    [
        vec[bool]([link is not None and link.open_from(a) for link in [MAP.link(a, b) for b in range(len(TOWNS))]])
        for a in range(len(TOWNS))
    ]
)
"""OPEN[a][b]: there is a road and it may be used from a to b."""
MOUNTAIN: Final[vec[bool]] = vec[bool]([link.kind == MOUNTAIN_ROAD for link in MAP.links])
ROAD_BIT: Final[vec[i64]] = vec[i64]([1 << link.number for link in MAP.links])
NEIGHBOURS: Final[list[list[int]]] = [MAP.neighbours(town) for town in range(len(TOWNS))]
