"""A hex map in characters: a window that follows what is pointed at, six cells wide and two high for each hex."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

from rich.cells import cell_len, set_cell_size

from senki.boards.hexes.format import load_map
from senki.boards.hexes.grid import FLAT
from senki.boards.hexes.hexmap import HexLine, HexMap
from senki.boards.hexes.shipped import shipped_map, shipped_words
from senki.engine.data import read_toml, rows
from senki.engine.forms import Overlay, Piece
from senki.engine.game import Game
from senki.terminal.maplayout import Cell, Text, dots
from senki.terminal.mapview import BRAILLE, CHOSEN, DOT_BITS, Hit, Picture, Scene, gather

WIDE, HIGH = 6, 2
"""Cells of a hex."""
FACE = WIDE - 1
"""Cells of a counter."""
MARGIN = (3 * WIDE, 3 * HIGH)
"""How near to the edge of the window what is pointed at may come before the window moves."""
ROADS = ("road", "trail", "pike", "rail")
"""Looks of lines that are drawn."""
MARKS = {"leader": "★", "hq": "⚑", "headquarters": "⚑", "artillery": "‡", "gunboat": "≋"}
"""Signs of pieces that are not plain troops."""


@cache
def strokes(right: int, down: int, dashed: bool) -> list[tuple[int, int, int]]:
    """The dots of a road to a hex so many cells away: column, row and dots of each cell it touches."""
    bits: dict[Cell, int] = {}
    for i, (x, y) in enumerate(dots((0, 0), (right, down))):
        if not dashed or i % 4 < 2:
            bits[x // 2, y // 4] = bits.get((x // 2, y // 4), 0) | DOT_BITS[x % 2][y % 4]
    return [(column, row, bit) for (column, row), bit in bits.items()]


class HexLayout:
    """A whole map in characters, laid out once: the ground with its roads, the numbers of its hexes, its names."""

    def __init__(self, board: HexMap, looks: list[str], roads: list[HexLine], trails: set[str]) -> None:
        self.board = board
        self.looks = [_look(board, hex, looks) for hex in range(board.size)]
        self.cells = _cells(board)
        """The upper left cell of each hex."""
        self.width = max(x for x, _ in self.cells) + WIDE
        self.height = max(y for _, y in self.cells) + HIGH
        self.letters = [[" "] * self.width for _ in range(self.height)]
        self.styles = [[""] * self.width for _ in range(self.height)]
        self.hits: list[list[Hit | None]] = [[None] * self.width for _ in range(self.height)]
        self._lay_ground()
        self._lay_roads(roads, trails)
        self.numbered = [row[:] for row in self.letters]
        self.number_styles = [row[:] for row in self.styles]
        own = any(sheet.shift != (0, 0) for sheet in board.sheets)
        self.numbers = [(board.printed(hex) if own else board.names[hex])[:FACE] for hex in range(board.size)]
        """The numbers as they are printed on the sheet in play; with its letter only where sheets count differently."""
        for hex, name in enumerate(self.numbers):
            x, y = self.cells[hex]
            self.numbered[y][x : x + len(name)] = name
            self.number_styles[y][x : x + len(name)] = [f"number.{self.looks[hex]}"] * len(name)
        self.named: dict[int, dict[str, str]] = {}
        """The names of the first place in each hex that has one."""
        for place in board.places:
            self.named.setdefault(place.hex, place.names)

    def _lay_ground(self) -> None:
        for hex, (x, y) in enumerate(self.cells):
            hit = Hit(self.board.names[hex])
            for row in range(y, y + HIGH):
                self.styles[row][x : x + WIDE] = [f"ground.{self.looks[hex]}"] * WIDE
                self.hits[row][x : x + WIDE] = [hit] * WIDE

    def _lay_roads(self, roads: list[HexLine], trails: set[str]) -> None:
        bits: dict[Cell, int] = {}
        for line in roads:
            for a, b in pairwise(line.hexes):
                (x0, y0), (x1, y1) = self.cells[a], self.cells[b]
                for column, row, bit in strokes(x1 - x0, y1 - y0, line.kind in trails):
                    cell = (x0 + WIDE // 2 - 1 + column, y0 + 1 + row)
                    bits[cell] = bits.get(cell, 0) | bit
        for (column, row), bit in bits.items():
            if 0 <= row < self.height and 0 <= column < self.width:
                self.letters[row][column] = chr(BRAILLE + bit)
                self.styles[row][column] = "hexroad." + self.styles[row][column].partition(".")[2]

    def window(self, left: int, top: int, width: int, height: int) -> Picture:
        """A part of the map, with nothing on it yet."""
        picture = Picture(width, height)
        for row in range(top, min(top + height, self.height)):
            shown = min(width, self.width - left)
            picture.letters[row - top][:shown] = self.numbered[row][left : left + shown]
            picture.styles[row - top][:shown] = self.number_styles[row][left : left + shown]
            for column, hit in enumerate(self.hits[row][left : left + shown]):
                if hit is not None:
                    picture.hits[column, row - top] = hit
        return picture

    def clear(self, picture: Picture, hex: int, left: int, top: int) -> None:
        """Take the number of a hex out of a window, to make room for something else."""
        x, y = self.cells[hex]
        for column in range(x, x + WIDE):
            if 0 <= y - top < picture.height and 0 <= column - left < picture.width:
                picture.letters[y - top][column - left] = self.letters[y][column]
                picture.styles[y - top][column - left] = self.styles[y][column]


def _look(board: HexMap, hex: int, looks: list[str]) -> str:
    """What a hex looks like: by its terrain, open ground by its level if it has one."""
    look = looks[board.terrain[hex]]
    return f"level{board.level[hex]}" if look == "clear" and board.level[hex] else look


def _cells(board: HexMap) -> list[Cell]:
    """The upper left cell of each hex on the whole map."""
    first_column, first_row = min(c for c, _ in board.cells), min(r for _, r in board.cells)
    flat = board.grid.shape == FLAT
    found: list[Cell] = []
    for column, row in board.cells:
        half = (column if flat else row) & 1 == board.grid.shifted
        x, y = (column - first_column) * WIDE, (row - first_row) * HIGH
        found.append((x, y + (HIGH // 2 if half else 0)) if flat else (x + (WIDE // 2 if half else 0), y))
    return found


def map_of(game: Game, scenario: str, options: dict[str, str]) -> HexMap:
    """The map a scenario is played on: the players' own or one of the game's, all of it or one sheet."""
    text = game.map_text(scenario, game.settings(options, scenario))
    board = load_map(text, shipped_words(game.package), "map") if text else shipped_map(game.package)
    sheet = game.scenario(scenario).sheet
    # A map of the players' own need not be cut into the same sheets: then all of it is played on.
    return board.cut(sheet) if sheet in [one.id for one in board.sheets] else board


class HexChart:
    """The window on a hex map."""

    def __init__(self, game: Game, board: HexMap) -> None:
        self.game = game
        self.map = board
        self.places = list(self.map.names)
        table = read_toml(game.package, "terrain.toml")
        looks = {str(row["id"]): str(row["look"]) for row in rows(table, "line")}
        roads = [line for line in self.map.lines if looks[line.kind] in ROADS]
        trails = {kind for kind, look in looks.items() if look == "trail"}
        self.layout = HexLayout(self.map, [str(row["look"]) for row in rows(table, "terrain")], roads, trails)
        self.left = self.top = 0
        self.size = (0, 0)
        self.followed: str | None = None
        """What the window was set on last."""

    def where(self, place: str) -> tuple[float, float]:
        """The middle of a hex on the whole map."""
        x, y = self.layout.cells[self.map.by_name[place]]
        return x + FACE / 2, 2.0 * y + HIGH

    def draw(self, width: int, height: int, lang: str, scene: Scene) -> Picture:
        """What the window shows, ground first, counters last."""
        self._follow(scene, width, height)
        picture = self.layout.window(self.left, self.top, width, height)
        self._draw_overlay(picture, scene.overlay)
        for place, price in scene.lit.items():
            self._draw_lit(picture, place, price)
        if scene.cursor is not None:
            self._draw_cursor(picture, scene.cursor)
        standing = {piece.place for piece in scene.pieces}
        for hex, names in self.layout.named.items():
            if self.places[hex] not in standing:
                self._draw_name(picture, hex, names.get(lang, names.get("en", "")))
        self._draw_counters(picture, scene, lang)
        return picture

    def pan(self, right: int, down: int) -> None:
        """Move the window by half its size; it stays there until something else is pointed at."""
        self.left = _kept_in(self.left + right * self.size[0] // 2, self.layout.width, self.size[0])
        self.top = _kept_in(self.top + down * self.size[1] // 2, self.layout.height, self.size[1])

    def _follow(self, scene: Scene, width: int, height: int) -> None:
        """Move the window as little as needed to show what is newly pointed at; a map that fits is shown whole."""
        place = scene.cursor or next((p.place for p in scene.pieces if p.id == scene.chosen), None)
        if place is None and scene.lit and not scene.aiming:
            place = next(iter(scene.lit))
        if place is None:
            place = next((p.place for p in scene.pieces if p.id in scene.ready and p.place is not None), None)
        if place is None and self.followed is None:
            place = self._middle(scene)
        if place in self.map.by_name and (place, width, height) != (self.followed, *self.size):
            self.followed = place
            x, y = self.layout.cells[self.map.by_name[place]]
            self.left = _into_view(self.left, x, width, MARGIN[0])
            self.top = _into_view(self.top, y, height, MARGIN[1])
        self.size = (width, height)
        self.left = _kept_in(self.left, self.layout.width, width)
        self.top = _kept_in(self.top, self.layout.height, height)

    def _middle(self, scene: Scene) -> str | None:
        """Where the pieces stand, about."""
        places = sorted(piece.place for piece in scene.pieces if piece.place in self.map.by_name)
        return places[len(places) // 2] if places else None

    def _at(self, hex: int) -> Cell:
        x, y = self.layout.cells[hex]
        return x - self.left, y - self.top

    def _in_view(self, picture: Picture, hex: int) -> bool:
        x, y = self._at(hex)
        return -WIDE < x < picture.width and -HIGH < y < picture.height

    def _draw_overlay(self, picture: Picture, overlay: Overlay) -> None:
        """Lines from hex to hex, and places by the tone of their number or a caption in its place."""
        for line in overlay.lines:
            hexes = [self.map.by_name[place] for place in line.places if place in self.map.by_name]
            for a, b in pairwise(hexes):
                (x0, y0), (x1, y1) = self._at(a), self._at(b)
                for column, row, bit in strokes(x1 - x0, y1 - y0, False):
                    self._draw_dots(picture, x0 + WIDE // 2 - 1 + column, y0 + 1 + row, bit, line.tone)
        for marked in overlay.places:
            hex = self.map.by_name.get(marked.place, -1)
            if hex >= 0 and self._in_view(picture, hex):
                text = set_cell_size(marked.caption or self.layout.numbers[hex], FACE)
                picture.put(Text(*self._at(hex), text), f"overlay.{marked.tone}", Hit(marked.place))

    def _draw_dots(self, picture: Picture, column: int, row: int, bit: int, tone: str) -> None:
        """Dots of a line; like roads they leave the numbers of hexes free."""
        inside = 0 <= row < picture.height and 0 <= column < picture.width
        if inside and not picture.styles[row][column].startswith("number."):
            letter = picture.letters[row][column]
            known = ord(letter) - BRAILLE if len(letter) == 1 and letter > chr(BRAILLE) else 0
            picture.letters[row][column] = chr(BRAILLE + (bit | known))
            picture.styles[row][column] = f"overline.{tone}.{picture.styles[row][column].rpartition('.')[2]}"

    def _draw_lit(self, picture: Picture, place: str, price: str) -> None:
        """The price of going to a hex, in place of its number."""
        hex = self.map.by_name.get(place, -1)
        if hex >= 0 and self._in_view(picture, hex):
            x, y = self._at(hex)
            self.layout.clear(picture, hex, self.left, self.top)
            price = price or CHOSEN
            picture.put(Text(x, y, set_cell_size(price, min(FACE, cell_len(price)))), "chip", Hit(place))

    def _draw_cursor(self, picture: Picture, place: str) -> None:
        hex = self.map.by_name.get(place, -1)
        if hex >= 0 and self._in_view(picture, hex):
            x, y = self._at(hex)
            number = set_cell_size(self.layout.numbers[hex], FACE)
            picture.put(Text(x, y, number), "name.cursor", Hit(place))

    def _draw_name(self, picture: Picture, hex: int, name: str) -> None:
        """The name of a place, under the number of its hex."""
        if name and self._in_view(picture, hex):
            x, y = self._at(hex)
            style = f"hexname.{self.layout.looks[hex]}"
            picture.put(Text(x, y + 1, set_cell_size(name, FACE)), style, Hit(self.places[hex]))

    def _draw_counters(self, picture: Picture, scene: Scene, lang: str) -> None:
        pieces = {piece.id: piece for piece in scene.pieces}
        crowded: dict[str, int] = {}
        for stack in gather(scene.pieces):
            hex = self.map.by_name.get(stack.place, -1)
            if hex < 0 or not self._in_view(picture, hex):
                continue
            row = 1 - crowded.get(stack.place, 0)
            crowded[stack.place] = min(1, crowded.get(stack.place, 0) + 1)
            x, y = self._at(hex)
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


def _kept_in(start: int, whole: int, size: int) -> int:
    """The first cell of a window that lies on the map."""
    return max(0, min(start, whole - size))
