"""Drawing a point-to-point map in characters: roads in braille dots, symbols, names, counters and what is lit."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby

from rich.cells import cell_len

from senki.engine.forms import Overlay, Piece
from senki.terminal.maplayout import COUNTERS, Cell, Layout, Seat, Text

BRAILLE = 0x2800
DOT_BITS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bit of each dot of a braille character, by column and row."""
ARROWS = "→↘↓↙←↖↑↗"
CONTESTED = "✗"
CHOSEN = "▸"
NEAR_THE_TOWN = 0.7
"""How far along its road an attacker stands."""


@dataclass
class Scene:
    """What the map has to show now."""

    pieces: list[Piece]
    colours: dict[str, str]
    """Side → colour family."""
    ready: set[str] = field(default_factory=set)
    """The pieces that may act."""
    chosen: str | None = None
    """The piece that is selected, or that the cursor is on."""
    lit: dict[str, str] = field(default_factory=dict)
    """The places that may be chosen, with their price."""
    cursor: str | None = None
    """The place the cursor is on."""
    aiming: bool = False
    """A target is being chosen: what is not lit is dimmed."""
    overlay: Overlay = field(default_factory=Overlay)
    """What the game shows on its map because it was asked for."""
    room: int = COUNTERS
    """How many cells the counters of one place may take."""


@dataclass(frozen=True)
class Hit:
    """What lies under a cell: a place, and the pieces of a counter if there is one."""

    place: str
    pieces: tuple[str, ...] = ()


@dataclass
class Stack:
    """Pieces of one side that stand together: in a place, or as attackers on the road that leads `toward`."""

    place: str
    side: str
    toward: str | None
    pieces: list[str]


class Picture:
    """A grid of characters with the name of a style for each, and what a click on a cell would mean."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.letters = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]
        self.hits: dict[Cell, Hit] = {}
        self.written: set[Cell] = set()
        """Cells that hold a symbol, a name, a price or a counter."""
        self.clashes = 0
        """How often something was written over something else."""

    def put(self, text: Text, style: str, hit: Hit | None = None) -> None:
        """Write a text; the second cell of a wide letter stays empty."""
        x = text.x
        for letter in text.text:
            wide = cell_len(letter)
            if 0 <= text.y < self.height and x >= 0 and x + wide <= self.width:
                self.letters[text.y][x] = letter
                for i in range(wide):
                    self.clashes += (x + i, text.y) in self.written
                    self.written.add((x + i, text.y))
                    self.styles[text.y][x + i] = style
                    if i:
                        self.letters[text.y][x + i] = ""
                    if hit is not None:
                        self.hits[x + i, text.y] = hit
            x += wide

    def row(self, y: int) -> list[tuple[str, str]]:
        """A row as runs of text with one style."""
        runs: list[tuple[str, str]] = []
        letters, end = self.letters[y], 0
        for style, run in groupby(self.styles[y]):
            start, end = end, end + sum(1 for _ in run)
            runs.append(("".join(letters[start:end]), style))
        return runs

    def rows_unlike(self, other: Picture) -> list[int] | None:
        """The rows that look other than those of a picture; none if that has another size."""
        if (self.width, self.height) != (other.width, other.height):
            return None
        return [
            y for y in range(self.height) if self.letters[y] != other.letters[y] or self.styles[y] != other.styles[y]
        ]

    def text(self) -> str:
        """The whole picture without its styles."""
        return "\n".join("".join(row) for row in self.letters)


def draw(layout: Layout, scene: Scene) -> Picture:
    """The map with everything on it, bottom to top."""
    picture = Picture(layout.width, layout.height)
    scene.room = cell_len(layout.seats[0].counters.text) if layout.seats else COUNTERS
    stacks = gather(scene.pieces)
    _draw_roads(picture, layout, scene, stacks)
    tones = {one.place: one.tone for one in scene.overlay.places}
    for number, spot in enumerate(layout.board.spots):
        _draw_place(picture, layout, scene, number, stacks, tones.get(spot.id, ""))
    _draw_one_way(picture, layout)
    roomy = {cell for seat in layout.seats for cell in seat.counters.cells()}
    taken: set[str] = set()
    for stack in sorted(stacks, key=lambda stack: stack.toward is not None):
        if stack.toward is None and stack.place not in taken:
            taken.add(stack.place)
            seat = layout.seats[layout.board.number(stack.place)]
            _draw_stack(picture, scene, stack, _nearest(seat, _width(stack, scene, "")), seat.counters.y, "")
        else:
            _draw_beside(picture, layout, scene, stack, roomy)
    return picture


def gather(pieces: Iterable[Piece]) -> list[Stack]:
    """The pieces on the map in stacks."""
    stacks: dict[tuple[str, str, str | None], Stack] = {}
    for piece in pieces:
        if piece.place is not None:
            key = (piece.place, piece.side, piece.toward)
            stacks.setdefault(key, Stack(piece.place, piece.side, piece.toward, [])).pieces.append(piece.id)
    return list(stacks.values())


def _draw_roads(picture: Picture, layout: Layout, scene: Scene, stacks: list[Stack]) -> None:
    board = layout.board
    attacked = {
        board.road_between(board.number(stack.place), board.number(stack.toward)) for stack in stacks if stack.toward
    }
    home = next((piece.place for piece in scene.pieces if piece.id == scene.chosen), None)
    bits: dict[Cell, int] = {}
    rank: dict[Cell, str] = {}
    order = ("road.dim", "road", "road.lit", "road.attack")
    for number, road in enumerate(board.roads):
        ends = {board.spots[road.first].id, board.spots[road.second].id}
        lit = scene.aiming and home in ends and bool((ends - {home}) & set(scene.lit))
        style = "road.attack" if number in attacked else "road.lit" if lit else "road.dim" if scene.aiming else "road"
        for i, (x, y) in enumerate(layout.lines[number]):
            cell = (x // 2, y // 4)
            if not road.dashed or i % 8 < 4:
                bits[cell] = bits.get(cell, 0) | DOT_BITS[x % 2][y % 4]
            rank[cell] = max(rank.get(cell, style), style, key=order.index)
    for (column, line), bit in bits.items():
        if 0 <= column < picture.width and 0 <= line < picture.height:
            picture.letters[line][column] = chr(BRAILLE + bit)
            picture.styles[line][column] = rank[column, line]


def _draw_place(picture: Picture, layout: Layout, scene: Scene, number: int, stacks: list[Stack], overlay: str) -> None:
    spot, seat = layout.board.spots[number], layout.seats[number]
    lit, here = spot.id in scene.lit, scene.cursor == spot.id
    dim = scene.aiming and not lit and not here
    tone = ".dim" if dim else ""
    hit = Hit(spot.id)
    sides = {stack.side for stack in stacks if stack.place == spot.id}
    contested = len(sides) > 1
    enemy = bool(sides - {next((piece.side for piece in scene.pieces if piece.id == scene.chosen), None)})
    name_style = "name.cursor" if here else "name.lit" if lit else f"overlay.{overlay}" if overlay else f"name{tone}"
    symbol = CONTESTED if contested else spot.symbol
    symbol_style = "contested" if contested else f"spot.{spot.colour}{tone}"
    picture.put(Text(seat.x, seat.y, symbol), symbol_style, hit)
    picture.put(seat.worth, f"spot.{spot.colour}{tone}", hit)
    for text in seat.label:
        picture.put(text, name_style, hit)
    if lit and seat.chip.text:
        before = seat.chip.x < seat.x
        attack = enemy and scene.aiming
        price = scene.lit[spot.id] or ("▸" if before else "◂")
        room = cell_len(seat.chip.text)
        price = (CONTESTED + price if attack and cell_len(price) < room else price)[:room]
        chip = Text(seat.x - cell_len(price) if before else seat.chip.x, seat.y, price)
        picture.put(chip, "chip.cursor" if here else "chip.attack" if attack else "chip", hit)


def _draw_one_way(picture: Picture, layout: Layout) -> None:
    """An arrow on each one-way road, as near its middle as it can be read."""
    for road, line in zip(layout.board.roads, layout.lines, strict=True):
        if road.one_way:
            a, b = layout.seats[road.first], layout.seats[road.second]
            cells = [(x // 2, y // 4) for x, y in line]
            free = [cell for cell in cells if cell not in picture.written] or cells
            middle = cells[len(cells) // 2]
            x, y = min(free, key=lambda cell: _far(cell, middle))
            picture.put(Text(x, y, _arrow((a.x, a.y), (b.x, b.y))), "road.arrow")


def _far(a: Cell, b: Cell) -> int:
    """The distance of two cells, squared; a row is twice as high as a column is wide."""
    return int((a[0] - b[0]) ** 2 + 4 * (a[1] - b[1]) ** 2)


def _arrow(start: Cell, end: Cell) -> str:
    angle = math.atan2(2 * (end[1] - start[1]), end[0] - start[0])
    return ARROWS[round(angle / (math.pi / 4)) % 8]


def _face(stack: Stack, scene: Scene) -> list[tuple[str, tuple[str, ...]]]:
    """The counters of a stack: one or two by name, more as the first name and their number."""
    pieces = stack.pieces
    if scene.chosen in pieces:
        top = CHOSEN + scene.chosen
        return [(top if len(pieces) == 1 else f"{top}·{len(pieces)}", tuple(pieces))]
    if len(pieces) == 1 or cell_len(" ".join(pieces)) <= scene.room:
        return [(piece, (piece,)) for piece in pieces]
    first = next((piece for piece in pieces if piece in scene.ready), pieces[0])
    return [(f"{first}·{len(pieces)}", tuple(pieces))]


def _width(stack: Stack, scene: Scene, arrow: str) -> int:
    faces = _face(stack, scene)
    return sum(cell_len(text) for text, _ in faces) + len(faces) - 1 + len(arrow)


def _nearest(seat: Seat, width: int) -> int:
    """The column in the room of a place at which counters stand nearest to its symbol."""
    room = seat.counters
    return max(room.x, min(seat.x - width // 2, room.x + cell_len(room.text) - width))


def _draw_stack(picture: Picture, scene: Scene, stack: Stack, x: int, y: int, arrow: str) -> None:
    colour = scene.colours.get(stack.side, "white")
    for text, pieces in _face(stack, scene):
        ready = any(piece in scene.ready for piece in pieces)
        style = "chosen" if scene.chosen in pieces else f"counter.{colour}" + (".ready" if ready else "")
        picture.put(Text(x, y, text), style, Hit(stack.place, pieces))
        x += cell_len(text) + 1
    if arrow:
        picture.put(Text(x - 1, y, arrow), "attack", Hit(stack.place, tuple(stack.pieces)))


def _draw_beside(picture: Picture, layout: Layout, scene: Scene, stack: Stack, roomy: set[Cell]) -> None:
    """Draw a stack that has no room of its own in the free cells nearest to where it belongs."""
    board = layout.board
    town = layout.seats[board.number(stack.place)]
    back = layout.seats[board.number(stack.toward)] if stack.toward is not None else town
    arrow = _arrow((back.x, back.y), (town.x, town.y)) if stack.toward is not None else ""
    width = _width(stack, scene, arrow)
    wish = (
        round(back.x + (town.x - back.x) * NEAR_THE_TOWN - width / 2),
        round(back.y + (town.y - back.y) * NEAR_THE_TOWN),
    )
    x, y = _free_spot(picture, wish, width, roomy)
    _draw_stack(picture, scene, stack, x, y, arrow)


def _free_spot(picture: Picture, wish: Cell, width: int, roomy: set[Cell]) -> Cell:
    """The free cells nearest to a wish, with a gap before and after; room kept for others only if all else is far."""
    for reach in (6, max(picture.width, picture.height)):
        best, price = wish, math.inf
        for y in range(max(0, wish[1] - reach), min(picture.height, wish[1] + reach + 1)):
            for x in range(max(0, wish[0] - 2 * reach), min(picture.width - width, wish[0] + 2 * reach) + 1):
                here = _far((x, y), wish)
                if here < price:
                    cells = [(x + i, y) for i in range(-1, width + 1)]
                    if picture.written.isdisjoint(cells):
                        here += 0 if roomy.isdisjoint(cells) else 12
                        if here < price:
                            best, price = (x, y), here
        if price < math.inf:
            break
    return best
