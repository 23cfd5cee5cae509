"""What a point-to-point map is drawn from: the board, its hand-made facts and its prepared scenery, with types."""

import json
import math
import tomllib
from importlib.resources.abc import Traversable
from typing import Literal

import msgspec

from senki.workshop.svg import Point

LANGUAGES = ("en", "ja")
EARTH_RADIUS_KM = 6371.0

Words = dict[str, str]
Lines = dict[str, list[str]]
Sizes = dict[str, float]


class Town(msgspec.Struct, frozen=True):
    """A place of the board."""

    id: str
    name: Words
    kind: str
    x: float
    y: float
    lat: float
    lon: float
    vp: int = 0


class Road(msgspec.Struct, frozen=True):
    """A link of the board."""

    start: str = msgspec.field(name="from")
    end: str = msgspec.field(name="to")
    kind: str
    one_way: bool = False

    @property
    def id(self) -> str:
        """The name by which a client finds the road."""
        return f"{self.start}-{self.end}"


class Board(msgspec.Struct, frozen=True):
    """Places and links as the rules have them."""

    towns: list[Town] = msgspec.field(name="town")
    roads: list[Road] = msgspec.field(name="road")
    vp: dict[str, int] = {}


class Sheet(msgspec.Struct, frozen=True):
    """The paper: the whole sheet (x, y, width, height), the map's frame (left, top, right, bottom), the margin."""

    box: tuple[float, float, float, float]
    frame: tuple[float, float, float, float]
    margin: tuple[float, float]


class TownLook(msgspec.Struct, frozen=True):
    """How a kind of town looks: its outline, its ink and what stands inside."""

    shape: Literal["circle", "triangle"]
    ink: str
    radius: float
    inside: Literal["dot", "worth", "nothing"]


class RoadLook(msgspec.Struct, frozen=True):
    """How a kind of road looks."""

    line: Literal["solid", "dashed"]


class Label(msgspec.Struct, frozen=True):
    """Where a town's name stands, seen from the town."""

    dx: float
    dy: float
    anchor: Literal["start", "middle", "end"]


class CurvedName(msgspec.Struct, frozen=True):
    """A name written along a curve, in the languages that it is given in."""

    name: Words
    size: Sizes
    curve: list[Point]


class RegionName(msgspec.Struct, frozen=True):
    """A name written across a region."""

    name: Words
    size: Sizes
    at: Point


class LegendEntry(msgspec.Struct, frozen=True):
    """A line of the legend with the town or the road that it explains."""

    words: Lines
    town: str | None = None
    road: str | None = None
    worth: int = 0
    one_way: bool = False


class Note(msgspec.Struct, frozen=True):
    """A reminder beneath the legend; figures in braces are the board's."""

    heading: Words
    words: Lines


class Tray(msgspec.Struct, frozen=True):
    """An empty place on the margin for pieces that are off the map."""

    id: str
    heading: Words
    height: float


class ScaleBar(msgspec.Struct, frozen=True):
    """A bar of a length on the ground."""

    km: float
    words: Words


class Facts(msgspec.Struct, frozen=True):
    """All that is drawn by hand: names, looks, margin."""

    sheet: Sheet
    about: dict[str, Words]
    title: dict[str, Words]
    town_kind: dict[str, TownLook]
    road_kind: dict[str, RoadLook]
    label: dict[str, dict[str, Label]]
    bow: dict[str, float]
    legend: list[LegendEntry]
    scale: list[ScaleBar]
    north: Words
    ridge: list[CurvedName] = []
    course: list[CurvedName] = []
    region: list[RegionName] = []
    note: list[Note] = []
    tray: list[Tray] = []


class Water(msgspec.Struct, frozen=True):
    """Path data of everything wet."""

    rivers: str
    creeks: str
    tide: str
    lining: list[str]


class Scenery(msgspec.Struct, frozen=True):
    """Path data prepared from geodata, and where they come from."""

    sources: list[dict[str, str]]
    tints: list[str]
    hachures: dict[str, str]
    water: Water


class Drawing(msgspec.Struct, frozen=True):
    """Everything one map is drawn from."""

    board: Board
    facts: Facts
    scenery: Scenery


def read_drawing(folder: Traversable) -> Drawing:
    """Read the three files of a game's map."""
    board, facts = (tomllib.loads(_text(folder, name)) for name in ("board.toml", "scenery.toml"))
    scenery = json.loads(_text(folder, "scenery.json"))
    return Drawing(msgspec.convert(board, Board), msgspec.convert(facts, Facts), msgspec.convert(scenery, Scenery))


def _text(folder: Traversable, name: str) -> str:
    return folder.joinpath(name).read_text(encoding="utf-8")


def units_per_km(towns: list[Town]) -> float:
    """The true scale of a map whose towns were nudged: drawn over real distance, summed over all pairs."""
    pairs = [(a, b) for n, a in enumerate(towns) for b in towns[:n]]
    drawn = sum(math.dist((a.x, a.y), (b.x, b.y)) for a, b in pairs)
    return drawn / sum(_km_between(a, b) for a, b in pairs)


def _km_between(a: Town, b: Town) -> float:
    """Distance on the globe (haversine)."""
    lat_a, lat_b = math.radians(a.lat), math.radians(b.lat)
    across = math.radians(b.lon - a.lon)
    bulge = math.sin((lat_b - lat_a) / 2) ** 2 + math.cos(lat_a) * math.cos(lat_b) * math.sin(across / 2) ** 2
    return 2 * EARTH_RADIUS_KM * math.asin(math.sqrt(bulge))
