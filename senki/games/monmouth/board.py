"""The field, the pieces and the numbers of the game, read once from field.json and forces.toml (chapters 0 and 1)."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, Final

from senki.boards.plane.field import Field, Hill
from senki.boards.plane.roads import Roads
from senki.boards.plane.shapes import Shape
from senki.boards.plane.sight import Sight
from senki.engine.clauses import enforces
from senki.engine.data import read_toml, rows

BRITISH: Final = 0
COLONIAL: Final = 1
SIDES: Final = ["british", "colonial"]
LETTERS: Final = ["B", "C"]
"""How blocks are called by those who may not know more: B1, C3."""

_FORCES: Final = read_toml("senki.games.monmouth", "forces.toml")
_TEXT: Final = resources.files("senki.games.monmouth").joinpath("field.json").read_text(encoding="utf-8")
_FIELD: Final[dict[str, Any]] = json.loads(_TEXT)


def _table(name: str) -> dict[str, Any]:
    found = _FORCES[name]
    assert isinstance(found, dict)
    return found


_NUMBERS: Final = _table("numbers")


def _number(name: str) -> float:
    return float(str(_NUMBERS[name]))


@enforces("MON-0.3")
def read_rates() -> list[float]:
    """Foot 5.25 in, mounted 7.5 in, in yards."""
    return [_number("foot_move"), _number("mounted_move")]


@enforces("MON-0.2", "MON-0.5")
def read_sizes() -> list[float]:
    """Length and depth of a block, side of an HQ cube."""
    return [_number("piece_length"), _number("piece_depth"), _number("hq_side")]


@enforces("MON-0.7")
def read_tolerances() -> list[float]:
    """Contact gap, overlap area, tolerance of lengths."""
    return [_number("contact_gap"), _number("overlap_area"), _number("length_tolerance")]


_RATES: Final = read_rates()
FOOT: Final[float] = _RATES[0]
MOUNTED: Final[float] = _RATES[1]
FOOT_THIRD: Final[float] = FOOT / 3.0
MOUNTED_THIRD: Final[float] = MOUNTED / 3.0
_SIZES: Final = read_sizes()
LENGTH: Final[float] = _SIZES[0]
DEPTH: Final[float] = _SIZES[1]
HQ_SIDE: Final[float] = _SIZES[2]
_TOLERANCES: Final = read_tolerances()
GAP: Final[float] = _TOLERANCES[0]
OVERLAP: Final[float] = _TOLERANCES[1]
SLACK: Final[float] = _TOLERANCES[2]
ANGLE_SLACK: Final = 5
"""Half a degree."""
TOUCH: Final[float] = _number("touch")
STEP: Final[float] = _number("step")
COLUMN_ARC: Final[float] = _number("column_arc")
CROSSING: Final[float] = _number("crossing")
CONFORM_SLIDE: Final[float] = _number("conform_slide")
CONFORM_TURN: Final = int(_number("conform_turn"))
SUPPORT_TOUCH: Final[float] = _number("support_touch")
TURN_SHIFT: Final[float] = _number("turn_shift")
SAMPLES: Final = 80
HALF_OF_SAMPLES: Final = 40

_TURNS: Final = _table("turns")
TURN_TIMES: Final[list[str]] = [str(time) for time in _TURNS["times"]]
LAST_TURN: Final = int(_TURNS["last"])
FULL_DAY: Final = int(_TURNS["full_day"])
SECOND_DAY: Final = int(_TURNS["second_day"])
FROZEN_TURNS: Final[list[int]] = [int(turn) for turn in _TURNS["british_frozen"]]

# Pieces and HQs: one numbering, pieces first.

INFANTRY: Final = 0
CAVALRY: Final = 1
ARTILLERY: Final = 2
BAGGAGE: Final = 3
HQ: Final = 4
TYPES: Final = ["infantry", "cavalry", "artillery", "baggage", "hq"]
REGULAR: Final = 0
ELITE: Final = 1
MILITIA: Final = 2
DETACHMENT: Final = 3
NO_QUALITY: Final = 4
QUALITIES: Final = ["regular", "elite", "militia", "detachment", "none"]

_PIECES: Final = rows(_FORCES, "piece")
_HQS: Final = rows(_FORCES, "hq")
_ALL: Final = _PIECES + _HQS
IDS: Final[list[str]] = [str(row["id"]) for row in _ALL]
NUMBER: Final[dict[str, int]] = {name: number for number, name in enumerate(IDS)}
PIECE_COUNT: Final = len(_PIECES)
ALL_COUNT: Final = len(_ALL)
PIECES: Final[list[int]] = list(range(PIECE_COUNT))
HQS: Final[list[int]] = list(range(PIECE_COUNT, ALL_COUNT))
NAMES: Final[list[dict[str, str]]] = [{k: str(v) for k, v in row["name"].items()} for row in _ALL]  # type: ignore[attr-defined]
LABELS: Final[list[str]] = [str(row.get("label", "")) for row in _ALL]


@enforces("MON-1.1")
def read_types() -> list[int]:
    """Infantry, cavalry, artillery, baggage train, HQ."""
    return [TYPES.index(str(row.get("type", "hq"))) for row in _ALL]


@enforces("MON-1.2")
def read_qualities() -> list[int]:
    """Regular, elite, militia, detachment; trains and HQs have none."""
    return [QUALITIES.index(str(row.get("quality", "none"))) for row in _ALL]


@enforces("MON-1.5")
def read_dragoons() -> list[bool]:
    """Which cavalry are dragoons: in Monmouth all of it."""
    return [str(row.get("class", "")) == "dragoon" for row in _ALL]


TYPE: Final = read_types()
QUALITY: Final = read_qualities()
DRAGOON: Final = read_dragoons()
GUARD: Final[list[bool]] = [bool(row.get("guard", False)) for row in _ALL]
DICE: Final[list[int]] = [int(str(row.get("dice", 0))) for row in _ALL]
SIDE_OF: Final[list[int]] = [SIDES.index(str(row["side"])) for row in _ALL]
PIECES_OF: Final[list[list[int]]] = [[n for n in PIECES if SIDE_OF[n] == side] for side in range(2)]
HQS_OF: Final[list[list[int]]] = [[n for n in HQS if SIDE_OF[n] == side] for side in range(2)]
FIGHTERS_OF: Final[list[list[int]]] = [[n for n in PIECES_OF[side] if TYPE[n] != BAGGAGE] for side in range(2)]
"""The combat pieces of a side."""
FIGHTERS: Final[list[int]] = [n for n in PIECES if TYPE[n] != BAGGAGE]
ENTRY_TURN: Final[list[int]] = [int(str(row.get("entry", 0))) for row in _ALL]
"""The first turn in which it may enter; 0: it is set up on the map."""
SET_UP: Final[list[list[float]]] = [[float(v) for v in row.get("setup", [])] for row in _ALL]  # type: ignore[attr-defined]
RATING: Final[list[int]] = [int(str(row.get("rating", 0))) for row in _ALL]
CHITS: Final[list[int]] = [n for n in HQS if bool(_ALL[n].get("chit", False))]
"""The HQs whose commands have a chit."""
ARMY: Final[list[bool]] = [bool(row.get("army", False)) for row in _ALL]
COMMAND: Final[list[int]] = [NUMBER.get(str(row.get("command", "")), -1) for row in _ALL]
"""The HQ of a piece's command; -1 for a detachment, which any command may move."""
CORNWALLIS: Final = NUMBER["cornwallis"]
LEE: Final = NUMBER["lee"]
WASHINGTON: Final = NUMBER["washington"]


@enforces("MON-3.1", "MON-1.1")
def read_marches() -> list[float]:
    """Rate of march: cavalry and HQs mounted, everybody else on foot."""
    return [MOUNTED if TYPE[n] in (CAVALRY, HQ) else FOOT for n in range(ALL_COUNT)]


RATE: Final = read_marches()

# The field

VILLAGE: Final = 0
MARSH: Final = 1
WOODS: Final = 2
OPEN: Final = 3
GROUNDS: Final[list[str]] = [str(kind) for kind in _FIELD["ground"]]


def features(kind: str) -> list[dict[str, Any]]:
    """The features of a kind, in the order of the file."""
    return [feature for feature in _FIELD["features"] if feature["kind"] == kind]


def _flat(points: list[list[float]]) -> list[float]:
    return [float(value) for point in points for value in point]


def _shapes(kind: str, closed: bool) -> list[Shape]:
    return [Shape(str(f["id"]), _flat(f["points"]), closed) for f in features(kind)]


@enforces("MON-0.1", "MON-4.1", "MON-4.5")
def read_field() -> Field:
    """The sheet in yards from its south-west corner: ground types in their order, hills, streams, rivers, bridges."""
    hills = [
        Hill(
            Shape(str(f["id"]), _flat(f["points"]), True),
            int(f["level"]),
            Shape(str(f["id"]) + "_crest", _flat(f["crest"]), False),
        )
        for f in features("hill")
    ]
    return Field(
        float(_FIELD["width"]),
        float(_FIELD["height"]),
        GROUNDS,
        [_shapes(kind, True) for kind in GROUNDS[:-1]],
        hills,
        _shapes("stream", False),
        _shapes("river", False),
        _flat([f["points"][0] for f in features("bridge")]),
    )


FIELD: Final = read_field()
ROADS: Final = Roads(_shapes("road", False))
ROAD_IDS: Final[list[str]] = [str(f["id"]) for f in features("road")]
ROAD: Final[dict[str, int]] = {name: number for number, name in enumerate(ROAD_IDS)}
HEDGEROW: Final[list[Shape]] = _shapes("hedgerow", False)
SIGHT: Final = Sight(FIELD, [WOODS, VILLAGE], _number("woods_depth"), _number("woods_through"), FOOT)
HILL_IDS: Final[list[str]] = [hill.outline.id for hill in FIELD.hills]

PLACE_NAMES: Final[dict[str, dict[str, str]]] = {
    str(f["id"]): {lang: str(name) for lang, name in f["name"].items()} for f in _FIELD["features"]
}
OBJECTIVES: Final[list[str]] = [str(f["id"]) for f in features("objective")]
OBJECTIVE_X: Final[list[float]] = [float(f["points"][0][0]) for f in features("objective")]
OBJECTIVE_Y: Final[list[float]] = [float(f["points"][0][1]) for f in features("objective")]
OBJECTIVE_RADIUS: Final[float] = float(features("objective")[0]["radius_yd"])
KER: Final = OBJECTIVES.index("obj_ker")
LANDMARKS: Final[list[str]] = [str(f["id"]) for f in features("landmark") + features("objective")]
"""The places that written orders may name."""
LANDMARK_X: Final[list[float]] = [float(f["points"][0][0]) for f in features("landmark") + features("objective")]
LANDMARK_Y: Final[list[float]] = [float(f["points"][0][1]) for f in features("landmark") + features("objective")]

_ENTRIES: Final = [f for f in features("entry") if f["mode"] == "column"]
GATES: Final[list[str]] = [str(f["id"]) for f in _ENTRIES]
"""The road entries: Colonial north-west, British north-east and east."""
GATE_SIDE: Final[list[int]] = [SIDES.index(str(f["side"])) for f in _ENTRIES]
GATE_ROAD: Final[list[int]] = [ROAD[str(f["road"])] for f in _ENTRIES]
GATE_X: Final[list[float]] = [float(f["points"][0][0]) for f in _ENTRIES]
GATE_Y: Final[list[float]] = [float(f["points"][0][1]) for f in _ENTRIES]
GATE_ARC: Final[list[float]] = [ROADS.nearest_arc(GATE_ROAD[g], GATE_X[g], GATE_Y[g]) for g in range(len(GATES))]
GATE_UP: Final[list[bool]] = [arc < 1.0 for arc in GATE_ARC]
"""Does one march up the arc of the road when entering?"""
_LINE_ENTRY: Final = next(f for f in features("entry") if f["mode"] == "line")
LINE_EDGE_X: Final[float] = float(_LINE_ENTRY["points"][0][0])
LINE_EDGE_FROM: Final[float] = float(_LINE_ENTRY["points"][0][1])
LINE_EDGE_TO: Final[float] = float(_LINE_ENTRY["points"][1][1])
_LOC: Final = {SIDES.index(str(f["side"])): f["points"] for f in features("loc")}
LOC_X: Final[list[float]] = [float(_LOC[side][0][0]) for side in range(2)]
LOC_FROM: Final[list[float]] = [float(_LOC[side][0][1]) for side in range(2)]
LOC_TO: Final[list[float]] = [float(_LOC[side][1][1]) for side in range(2)]

_POINTS: Final = _table("points")
MONMOUTH_POINTS: Final[dict[str, int]] = {str(k): int(v) for k, v in _POINTS["monmouth"].items()}
KER_POINTS: Final[int] = MONMOUTH_POINTS["ker"]
"""What holding Ker alone counts for the British."""
GENERIC_POINTS: Final[dict[str, int]] = {str(k): int(v) for k, v in _POINTS["generic"].items()}


def token(side: int, number: int) -> str:
    """How a block is called by its number: B3."""
    return f"{LETTERS[side]}{number}"
