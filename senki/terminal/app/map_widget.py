"""The map as a widget: draws itself at any size and says what the mouse points at."""

from __future__ import annotations

from rich.segment import Segment
from textual.events import Click, Leave, MouseMove, Resize
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from senki.terminal.app.colours import map_style
from senki.terminal.charts import Chart
from senki.terminal.mapview import Hit, Picture, Scene


class MapWidget(Widget):
    """The map of a game."""

    class Pointed(Message):
        """The mouse rests on a place or piece, or has clicked it; on nothing when `hit` is None."""

        def __init__(self, hit: Hit | None, clicked: bool) -> None:
            super().__init__()
            self.hit = hit
            self.clicked = clicked

    def __init__(self, chart: Chart, lang: str) -> None:
        super().__init__(id="map")
        self.chart = chart
        self.lang = lang
        self.scene = Scene([], {})
        self.picture = Picture(0, 0)
        self._over: Hit | None = None

    def show(self, scene: Scene, lang: str) -> None:
        """Draw a scene."""
        self.scene, self.lang = scene, lang
        before, self.picture = self.picture, self.chart.draw(self.size.width, self.size.height, lang, scene)
        changed = self.picture.rows_unlike(before)
        if changed is None:
            self.refresh()
        elif changed:
            self.refresh(*(Region(0, row, self.picture.width, 1) for row in changed))

    def where(self, place: str) -> tuple[float, float]:
        """Where a place is, in units of equal length: a row is twice as high as a column is wide."""
        return self.chart.where(place)

    def on_resize(self, event: Resize) -> None:
        """Draw again at the new size."""
        self.show(self.scene, self.lang)

    def render_line(self, y: int) -> Strip:
        """One row of the picture."""
        if y >= self.picture.height:
            return Strip.blank(self.size.width, map_style(""))
        return Strip([Segment(text, map_style(style)) for text, style in self.picture.row(y)], self.picture.width)

    def on_click(self, event: Click) -> None:
        """Tell what was clicked."""
        self.post_message(self.Pointed(self.picture.hits.get((event.x, event.y)), True))

    def on_mouse_move(self, event: MouseMove) -> None:
        """Tell what the mouse is on, once for each thing."""
        self._point(self.picture.hits.get((event.x, event.y)))

    def on_leave(self, event: Leave) -> None:
        """The mouse is on nothing any more."""
        self._point(None)

    def _point(self, hit: Hit | None) -> None:
        if hit != self._over:
            self._over = hit
            self.post_message(self.Pointed(hit, False))
