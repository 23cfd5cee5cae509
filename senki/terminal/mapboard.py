"""The point-to-point board of a game as a map has to draw it: places with their symbols, roads with their lines."""

from __future__ import annotations

from dataclasses import dataclass

from senki.engine.data import read_toml, rows
from senki.engine.game import Game

PLAIN_ROAD = "road"
"""The kind of link that is drawn solid; every other kind is dashed."""


@dataclass(frozen=True)
class Spot:
    """A place of the map. Its kind is read as a colour and a shape: `blue_triangle`; `white` alone is a circle."""

    id: str
    code: str
    names: dict[str, str]
    x: float
    y: float
    colour: str
    shape: str
    points: int

    @property
    def symbol(self) -> str:
        """The sign of the place: a triangle, a filled disc for a coloured place, an empty one for a white place."""
        if self.shape == "triangle":
            return "▲"
        return "○" if self.colour == "white" else "●"

    @property
    def worth(self) -> str:
        """Its points, signed; nothing if it is worth none."""
        return f"+{self.points}" if self.points > 0 else f"−{-self.points}" if self.points < 0 else ""


@dataclass(frozen=True)
class Road:
    """A link between two places, by their numbers."""

    first: int
    second: int
    dashed: bool
    one_way: bool


@dataclass(frozen=True)
class Board:
    """Every place and road of a map."""

    spots: list[Spot]
    roads: list[Road]

    def number(self, place: str) -> int:
        """The number of a place by its id."""
        return next(i for i, spot in enumerate(self.spots) if spot.id == place)

    def road_between(self, a: int, b: int) -> int:
        """The number of the road that joins two places, or -1."""
        return next((i for i, road in enumerate(self.roads) if {road.first, road.second} == {a, b}), -1)


def read_board(game: Game) -> Board:
    """The board of a game package: the rows of board.toml that lie on the drawing, and those that link them."""
    table = read_toml(game.package, "board.toml")
    places = _rows_with(table, "id", "x", "y")
    spots = [_spot(row) for row in places]
    number = {spot.id: i for i, spot in enumerate(spots)}
    roads = [
        Road(
            number[str(row["from"])],
            number[str(row["to"])],
            str(row.get("kind", PLAIN_ROAD)) != PLAIN_ROAD,
            bool(row.get("one_way", False)),
        )
        for row in _rows_with(table, "from", "to")
    ]
    return Board(spots, roads)


def _rows_with(table: dict[str, object], *columns: str) -> list[dict[str, object]]:
    """The first array of tables whose rows have these columns."""
    for name, value in table.items():
        if isinstance(value, list) and value and isinstance(value[0], dict) and all(c in value[0] for c in columns):
            return rows(table, name)
    return []


def _spot(row: dict[str, object]) -> Spot:
    name_id = str(row["id"])
    names = row.get("name")
    colour, _, shape = str(row.get("kind", "white")).partition("_")
    return Spot(
        id=name_id,
        code=str(row.get("code", name_id[:2].upper())),
        names={str(k): str(v) for k, v in names.items()} if isinstance(names, dict) else {},
        x=float(str(row["x"])),
        y=float(str(row["y"])),
        colour=colour,
        shape=shape or "circle",
        points=int(str(row.get("vp", 0))),
    )
