"""The maps a terminal can draw, one kind for each kind of board, behind one interface."""

from __future__ import annotations

from typing import Protocol

from senki.engine.game import Game
from senki.terminal.hexchart import HexChart, map_of
from senki.terminal.mapboard import read_board
from senki.terminal.maplayout import Layout, Layouts
from senki.terminal.mapview import Picture, Scene, draw
from senki.terminal.planechart import PlaneChart


class Chart(Protocol):
    """A map in characters."""

    places: list[str]
    """What the cursor can rest on when a target is chosen."""

    def draw(self, width: int, height: int, lang: str, scene: Scene) -> Picture:
        """The map at a size, with everything on it."""

    def pan(self, right: int, down: int) -> None:
        """Look at another part of a map that is larger than its window."""

    def where(self, place: str) -> tuple[float, float]:
        """Where a place is, in units of equal length: a row is twice as high as a column is wide."""


class GraphChart:
    """A point-to-point map: always whole, fitted to the size."""

    def __init__(self, game: Game) -> None:
        self.board = read_board(game)
        self.places = [spot.id for spot in self.board.spots]
        self._layouts = Layouts(self.board)
        self._shown = (1, 1, "en")

    @property
    def arrangement(self) -> Layout:
        """Where everything stood when it was drawn last."""
        return self._layouts.at(*self._shown)

    def draw(self, width: int, height: int, lang: str, scene: Scene) -> Picture:
        """Arrange the places for this size and language, and draw."""
        self._shown = (max(1, width), max(1, height), lang)
        return draw(self.arrangement, scene)

    def pan(self, right: int, down: int) -> None:
        """Nothing: it is whole."""

    def where(self, place: str) -> tuple[float, float]:
        """Where a town stands in the arrangement that was drawn last."""
        seat = self.arrangement.seats[self.board.number(place)]
        return float(seat.x), 2.0 * seat.y


def chart_of(game: Game, scenario: str, options: dict[str, str]) -> Chart:
    """The map a scenario is played on; `options` may bring a map of the players' own."""
    if game.board == "hexes":
        return HexChart(game, map_of(game, scenario, options))
    if game.board == "plane":
        return PlaneChart(game)
    return GraphChart(game)
