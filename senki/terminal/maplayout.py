"""Where everything of a map goes in a grid of characters: places, names, and room for counters, none over another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len

from senki.terminal.mapboard import Board, Spot

Cell = tuple[int, int]
"""A column and a row."""

CHIP, SMALL_CHIP = 3, 2
"""Cells kept free beside a place for the price of going there: beside a name, and beside a code."""
COUNTERS = 5
"""Cells kept free near a place for the counters in it: two by name, more as a name and a number."""
COUNTERS_ON_A_BIG_MAP = 11
BIG = (100, 36)
"""From this size a map has room for more counters by name."""
ROUNDS = 12
OVERLAP_PRICE = 1000
TOUCH_PRICE = 100
NAME_OVER_ROAD = 4
COUNTER_OVER_ROAD = 1


@dataclass(frozen=True)
class Text:
    """A piece of text at a cell."""

    x: int
    y: int
    text: str

    def cells(self) -> list[Cell]:
        """The cells it covers; a Japanese letter covers two."""
        return [(self.x + i, self.y) for i in range(cell_len(self.text))]


@dataclass(frozen=True)
class Seat:
    """Where one place stands on the grid, with its name and the room kept for its price and its counters."""

    x: int
    y: int
    label: tuple[Text, ...]
    worth: Text
    chip: Text
    counters: Text
    shift: int
    """How unusual this arrangement is: lower is better."""

    def margins(self) -> list[Cell]:
        """The cells before and after each line of the name, where nothing of another place may stand."""
        ends = [(text.x - 1, text.y) for text in self.label]
        return ends + [(text.x + cell_len(text.text), text.y) for text in self.label]

    def cells(self) -> list[Cell]:
        """Every cell this place needs."""
        covered = [(self.x, self.y)]
        for text in (*self.label, self.worth, self.chip, self.counters):
            covered += text.cells()
        return covered


@dataclass(frozen=True)
class Layout:
    """The arrangement of a whole map at one size in one language."""

    board: Board
    width: int
    height: int
    lang: str
    named: bool
    """Names are written out; where they do not fit, codes stand for them."""
    seats: list[Seat]
    lines: list[list[tuple[int, int]]]
    """The dots of each road, two to a column and four to a row."""

    def overlaps(self) -> int:
        """How many cells are claimed twice."""
        cells = [cell for seat in self.seats for cell in seat.cells()]
        return len(cells) - len(set(cells))

    def crowded(self) -> bool:
        """Does any name touch something of another place?"""
        owner = {cell: seat for seat in self.seats for cell in seat.cells()}
        return any(owner.get(cell, seat) is not seat for seat in self.seats for cell in seat.margins())

    def fits(self) -> bool:
        """Does nothing lie over anything else or outside the grid?"""
        inside = all(0 <= x < self.width and 0 <= y < self.height for seat in self.seats for x, y in seat.cells())
        return inside and not self.overlaps()


class Layouts:
    """The arrangements of one board, each made once."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.at = lru_cache(maxsize=16)(self._arrange)

    def _arrange(self, width: int, height: int, lang: str) -> Layout:
        named = arrange(self.board, width, height, lang, True)
        return named if named.fits() and not named.crowded() else arrange(self.board, width, height, lang, False)


def arrange(board: Board, width: int, height: int, lang: str, named: bool) -> Layout:
    """Place every town, then move names and counters about until nothing overlaps or nothing more can be gained."""
    centres = scale(board, width, height)
    lines = [dots(centres[road.first], centres[road.second]) for road in board.roads]
    room = COUNTERS_ON_A_BIG_MAP if width >= BIG[0] and height >= BIG[1] else COUNTERS
    on_roads = {(x // 2, y // 4) for line in lines for x, y in line}
    choices = [
        [seat for seat in arrangements(spot, centre, lang, named, room) if _inside(seat, width, height)]
        or [_bare(spot, centre)]
        for spot, centre in zip(board.spots, centres, strict=True)
    ]
    seats = settle(choices, on_roads)
    return Layout(board, width, height, lang, named, seats, lines)


def scale(board: Board, width: int, height: int) -> list[Cell]:
    """The cell of each place: the map fills the grid, with a margin for names."""
    left, right = min(s.x for s in board.spots), max(s.x for s in board.spots)
    top, bottom = min(s.y for s in board.spots), max(s.y for s in board.spots)
    side, edge = max(3, width // 16), 1 if height < 28 else 2
    across, down = max(1, width - 1 - 2 * side), max(1, height - 1 - 2 * edge)
    return [
        (
            side + round((s.x - left) / max(1.0, right - left) * across),
            edge + round((s.y - top) / max(1.0, bottom - top) * down),
        )
        for s in board.spots
    ]


def dots(a: Cell, b: Cell) -> list[tuple[int, int]]:
    """The dots of a straight line between the middles of two cells."""
    x0, y0, x1, y1 = a[0] * 2 + 1, a[1] * 4 + 2, b[0] * 2 + 1, b[1] * 4 + 2
    steps = max(abs(x1 - x0), abs(y1 - y0), 1)
    return [(round(x0 + (x1 - x0) * i / steps), round(y0 + (y1 - y0) * i / steps)) for i in range(steps + 1)]


def arrangements(spot: Spot, centre: Cell, lang: str, named: bool, room: int) -> Iterator[Seat]:
    """Every way to set the name, the price and the counters round a place, the usual ones first."""
    x, y = centre
    name = spot.names.get(lang, spot.id) if named else spot.code
    worth = Text(x + 1, y, spot.worth)
    after = x + 1 + cell_len(spot.worth)
    chip_width = CHIP if named else SMALL_CHIP
    for label, chip, label_shift in _labels(name, x, y, after, chip_width):
        for counters, counter_shift in _counter_rooms(x, y, after, label, room, chip_width):
            yield Seat(x, y, label, worth, chip, counters, label_shift + counter_shift)


def _labels(name: str, x: int, y: int, after: int, chip: int) -> Iterator[tuple[tuple[Text, ...], Text, int]]:
    """The name beside, over or under its place; the price stands on a free side of the symbol."""
    before, behind = Text(x - chip, y, " " * chip), Text(after, y, " " * chip)
    wide = cell_len(name)
    yield (Text(after + (wide > 2), y, name),), before, 0
    yield (Text(x - wide - 1, y, name),), behind, 1
    for row, price in ((y + 1, 2), (y - 1, 2)):
        for slide in range(0, wide, 2):
            yield (Text(x - slide, row, name),), before, price + abs(slide - wide // 2) // 3
    first, second = _halves(name)
    if second:
        for slide in range(0, max(cell_len(first), cell_len(second)), 2):
            yield (Text(x - slide, y + 1, first), Text(x - slide, y + 2, second)), before, 6
            yield (Text(x - slide, y - 2, first), Text(x - slide, y - 1, second)), before, 6


def _halves(name: str) -> tuple[str, str]:
    """A name broken where a reader expects it: after a middle dot or at a space."""
    for mark, keep in (("・", "・"), (" ", "")):
        first, found, second = name.partition(mark)
        if found:
            return first + keep, second
    return name, ""


def _counter_rooms(
    x: int, y: int, after: int, label: tuple[Text, ...], width: int, chip: int
) -> Iterator[tuple[Text, int]]:
    """Room under or over the symbol, else beside the name or the symbol."""
    room = " " * width
    middle = width // 2
    for row in (y + 1, y - 1):
        for slide in range(width):
            yield Text(x - slide, row, room), abs(slide - middle)
    last = label[-1]
    yield Text(last.x + cell_len(last.text) + 1, last.y, room), 8
    yield Text(label[0].x - width - 1, label[0].y, room), 8
    yield Text(after + chip, y, room), 6
    yield Text(x - chip - width, y, room), 6


def _inside(seat: Seat, width: int, height: int) -> bool:
    cells = seat.cells()
    if len(set(cells)) < len(cells):
        return False
    return all(0 <= x < width and 0 <= y < height for x, y in cells)


def _bare(spot: Spot, centre: Cell) -> Seat:
    """A place for which the grid is too small: its code over its symbol, come what may."""
    x, y = centre
    nothing = Text(x, y, "")
    return Seat(x, y, (Text(x + 1, y, spot.code),), nothing, nothing, Text(x, y + 1, ""), 99)


def settle(choices: list[list[Seat]], on_roads: set[Cell]) -> list[Seat]:
    """Take the cheapest arrangement of each place in turn, again and again, until none changes."""
    picked = [options[0] for options in choices]
    use: dict[Cell, int] = {}
    for seat in picked:
        _claim(use, seat, 1)
    own = [[seat.shift + _over_roads(seat, on_roads) for seat in options] for options in choices]
    for _ in range(ROUNDS):
        changed = False
        for i, options in enumerate(choices):
            _claim(use, picked[i], -1)
            price = [
                own[i][n]
                + OVERLAP_PRICE * sum(use.get(cell, 0) > 0 for cell in seat.cells())
                + TOUCH_PRICE * sum(use.get(cell, 0) > 0 for cell in seat.margins())
                for n, seat in enumerate(options)
            ]
            best = options[price.index(min(price))]
            changed = changed or best is not picked[i]
            picked[i] = best
            _claim(use, best, 1)
        if not changed:
            break
    return picked


def _over_roads(seat: Seat, on_roads: set[Cell]) -> int:
    names = sum(len(on_roads.intersection(text.cells())) for text in seat.label)
    return NAME_OVER_ROAD * names + COUNTER_OVER_ROAD * len(on_roads.intersection(seat.counters.cells()))


def _claim(use: dict[Cell, int], seat: Seat, by: int) -> None:
    for cell in seat.cells():
        use[cell] = use.get(cell, 0) + by
