"""A hex map in characters: a window that follows what is pointed at, six cells wide and two high for each hex."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size

from senki.boards.hexes.format import load_map
from senki.boards.hexes.grid import FLAT
from senki.boards.hexes.hexmap import HexMap
from senki.boards.hexes.shipped import shipped_map, shipped_words
from senki.engine.data import read_toml, rows
from senki.engine.forms import Piece
from senki.engine.game import Game
from senki.terminal.maplayout import Cell, Text, dots
from senki.terminal.mapview import BRAILLE, CHOSEN, DOT_BITS, Hit, Picture, Scene, gather

WIDE, HIGH = 6, 2
"""Cells of a hex."""
FACE = WIDE - 1
"""Cells of a counter."""
MARGIN = (3 * WIDE, 3 * HIGH)
"""How near to the edge of the window what is pointed at may come before the window moves."""
MARKS = {"leader": "★", "hq": "⚑", "headquarters": "⚑", "artillery": "‡", "gunboat": "≋"}
"""Signs of pieces that are not plain troops."""


class HexChart:
    """The window on a hex map."""

    def __init__(self, game: Game, own_map: str) -> None:
        self.game = game
        words = shipped_words(game.package)
        self.map: HexMap = load_map(own_map, words, "map") if own_map else shipped_map(game.package)
        self.places = list(self.map.names)
        table = read_toml(game.package, "terrain.toml")
        self.looks = [str(row["look"]) for row in rows(table, "terrain")]
        line_looks = {str(row["id"]): str(row["look"]) for row in rows(table, "line")}
        self.roads = [line for line in self.map.lines if line_looks[line.kind] in ("road", "trail", "pike", "rail")]
        self.trails = {kind for kind, look in line_looks.items() if look == "trail"}
        self._cells = [self._cell(hex) for hex in range(self.map.size)]
        self.width = max(x for x, _ in self._cells) + WIDE
        self.height = max(y for _, y in self._cells) + HIGH
        self.left = self.top = 0
        self.shown = False
        """The window has been set on something."""

    def _cell(self, hex: int) -> Cell:
        """The upper left cell of a hex on the whole map."""
        grid = self.map.grid
        column, row = self.map.cells[hex]
        column -= min(c for c, _ in self.map.cells)
        first_row = min(r for _, r in self.map.cells)
        half = (self.map.cells[hex][0] if grid.shape == FLAT else row) & 1 == grid.shifted
        if grid.shape == FLAT:
            return column * WIDE, (row - first_row) * HIGH + (HIGH // 2 if half else 0)
        return column * WIDE + (WIDE // 2 if half else 0), (row - first_row) * HIGH

    def where(self, place: str) -> tuple[float, float]:
        """The middle of a hex on the whole map."""
        x, y = self._cells[self.map.by_name[place]]
        return x + FACE / 2, 2.0 * y + HIGH

    def draw(self, width: int, height: int, lang: str, scene: Scene) -> Picture:
        """What the window shows, ground first, counters last."""
        self._follow(scene, width, height)
        picture = Picture(width, height)
        for hex in range(self.map.size):
            self._draw_ground(picture, hex, scene)
        self._draw_roads(picture)
        standing = {piece.place for piece in scene.pieces if piece.place is not None}
        for hex in range(self.map.size):
            self._draw_number(picture, hex, scene, lang, self.places[hex] in standing)
        self._draw_counters(picture, scene, lang)
        return picture

    def _follow(self, scene: Scene, width: int, height: int) -> None:
        """Move the window as little as needed to show what is pointed at; a map that fits is shown whole."""
        place = scene.cursor or next((p.place for p in scene.pieces if p.id == scene.chosen), None)
        if place is None and scene.lit and not scene.aiming:
            place = next(iter(scene.lit))
        if place is None:
            place = next((p.place for p in scene.pieces if p.id in scene.ready and p.place is not None), None)
        if place is None and not self.shown:
            place = self._middle(scene)
        if place in self.map.by_name:
            self.shown = True
            x, y = self._cells[self.map.by_name[place]]
            self.left = _into_view(self.left, x, width, MARGIN[0])
            self.top = _into_view(self.top, y, height, MARGIN[1])
        self.left = max(0, min(self.left, self.width - width))
        self.top = max(0, min(self.top, self.height - height))

    def _middle(self, scene: Scene) -> str | None:
        """Where the pieces stand, about."""
        places = sorted(piece.place for piece in scene.pieces if piece.place in self.map.by_name)
        return places[len(places) // 2] if places else None

    def _at(self, hex: int) -> Cell:
        x, y = self._cells[hex]
        return x - self.left, y - self.top

    def _draw_ground(self, picture: Picture, hex: int, scene: Scene) -> None:
        x, y = self._at(hex)
        style = f"ground.{self.looks[self.map.terrain[hex]]}"
        hit = Hit(self.places[hex])
        for row in range(y, y + HIGH):
            for column in range(x, x + WIDE):
                if 0 <= row < picture.height and 0 <= column < picture.width:
                    picture.styles[row][column] = style
                    picture.hits[column, row] = hit

    def _draw_roads(self, picture: Picture) -> None:
        bits: dict[Cell, int] = {}
        for line in self.roads:
            for a, b in zip(line.hexes, line.hexes[1:], strict=False):
                (x0, y0), (x1, y1) = self._at(a), self._at(b)
                ends = dots((x0 + WIDE // 2 - 1, y0 + 1), (x1 + WIDE // 2 - 1, y1 + 1))
                for i, (x, y) in enumerate(ends):
                    if line.kind not in self.trails or i % 4 < 2:
                        bits[x // 2, y // 4] = bits.get((x // 2, y // 4), 0) | DOT_BITS[x % 2][y % 4]
        for (column, row), bit in bits.items():
            if 0 <= row < picture.height and 0 <= column < picture.width:
                picture.letters[row][column] = chr(BRAILLE + bit)
                picture.styles[row][column] = "hexroad." + picture.styles[row][column].partition(".")[2]

    def _draw_number(self, picture: Picture, hex: int, scene: Scene, lang: str, occupied: bool) -> None:
        """The number of a hex, or the price of going there; in empty hexes also the name of the place."""
        x, y = self._at(hex)
        place, ground = self.places[hex], self.looks[self.map.terrain[hex]]
        hit = Hit(place)
        if place in scene.lit:
            price = scene.lit[place] or CHOSEN
            picture.put(Text(x, y, set_cell_size(price, min(FACE, cell_len(price)))), "chip", hit)
        elif place != scene.cursor:
            picture.put(Text(x, y, place), f"number.{ground}", hit)
        if place == scene.cursor:
            picture.put(Text(x, y, set_cell_size(place, FACE)), "name.cursor", hit)
        name = self.map.name_of(hex, lang)
        if name and not occupied:
            picture.put(Text(x, y + 1, set_cell_size(name, FACE)), f"hexname.{ground}", hit)

    def _draw_counters(self, picture: Picture, scene: Scene, lang: str) -> None:
        pieces = {piece.id: piece for piece in scene.pieces}
        crowded: dict[str, int] = {}
        for stack in gather(scene.pieces):
            if stack.place not in self.map.by_name:
                continue
            row = 1 - crowded.get(stack.place, 0)
            crowded[stack.place] = min(1, crowded.get(stack.place, 0) + 1)
            x, y = self._at(self.map.by_name[stack.place])
            chosen = scene.chosen in stack.pieces
            first = scene.chosen if chosen and scene.chosen is not None else self._top(stack.pieces, scene, pieces)
            colour = scene.colours.get(stack.side, "white")
            ready = any(piece in scene.ready for piece in stack.pieces)
            style = "chosen" if chosen else f"counter.{colour}" + (".ready" if ready else "")
            face = self._face(pieces[first], len(stack.pieces), lang)
            picture.put(Text(x, y + row, set_cell_size(face, FACE)), style, Hit(stack.place, tuple(stack.pieces)))

    def _top(self, stack: Iterable[str], scene: Scene, pieces: dict[str, Piece]) -> str:
        """The piece of a stack that is shown: one that may act, else one that fights."""
        ranked = sorted(stack, key=lambda piece: (piece not in scene.ready, pieces[piece].symbol in MARKS))
        return ranked[0]

    def _face(self, piece: Piece, count: int, lang: str) -> str:
        """A short name with the number of pieces, or alone with its first value and the sign on it."""
        signs = [one.sign for one in self.game.looks.markers if one.id in piece.markers]
        tail = f"·{count}" if count > 1 else "".join(piece.values[:1] + signs[:1])
        mark = MARKS.get(piece.symbol, "")
        room = FACE - cell_len(tail) - cell_len(mark)
        name = self.game.piece_name(piece.id, lang)
        short = set_cell_size(name, min(room, cell_len(name))).rstrip()
        gap = " " if short[-1:].isdigit() and tail[:1].isdigit() else ""
        return mark + short[: room - len(gap)] + gap + tail


def _into_view(start: int, at: int, size: int, margin: int) -> int:
    """The first cell of a window that shows a cell with a margin, moved as little as can be."""
    margin = min(margin, max(0, (size - 1) // 2))
    if at - start < margin:
        return at - margin
    return at - size + margin if start + size - at < margin else start
