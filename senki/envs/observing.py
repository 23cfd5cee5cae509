"""Observations: what a side's view shows, as numbers in the places that a layout names (docs/environments.md)."""

from __future__ import annotations

from array import array
from functools import cache
from math import cos, radians, sin
from typing import Final

from librt.strings import BytesWriter

from senki.engine.forms import Choice, Piece, View, to_json
from senki.engine.game import Game
from senki.engine.glance import Glance
from senki.engine.position import Position
from senki.envs.layout import Block, Layout, keys_under
from senki.players.bout import glimpse

LIMIT: Final = 9999.0
"""No number of an observation is larger, none smaller than its opposite."""
REMEMBERED: Final = 200_000
"""So many rows of pieces are remembered for a side."""
HALF: Final = "½"
NUMBER: Final = 4
"""Bytes of a number."""


class Observer:
    """Writes observations of one scenario: float32 numbers as bytes, all made from views.

    A row that has been made before is not made again: pieces are known by their JSON, and where a game says what rows
    depend on (`Game.glance`) a position whose rows are all known needs no view at all.
    """

    def __init__(self, game: Game, layout: Layout) -> None:
        self.game = game
        self.layout = layout
        self.words: dict[str, dict[str, int]] = {
            group: {word: n + 1 for n, word in enumerate(keys_under(game, f"word.{group}"))}
            for group in ["state", "symbol", "box", *layout.facts]
        }
        self.colours = {colour.id: n + 1 for n, colour in enumerate(game.looks.colours)}
        self.verbs = {verb: n + 1 for n, verb in enumerate(keys_under(game, "option"))}
        self.sides = {side.id: n + 1 for n, side in enumerate(game.sides)}
        rows = sum(len(block.rows) for block in layout.blocks)
        self.known: list[Glance] = [Glance(rows) for _ in game.sides]
        """Rows by the numbers of `Game.glance`, for each side."""
        self.rows: list[dict[bytes, bytes]] = [{} for _ in game.sides]
        """Rows of pieces by their JSON, for each side."""
        self.pieces = layout.block("pieces")
        self.unshown = bytes(len(self.pieces.columns) * NUMBER)
        makers = {
            "asked": self._asked, "question": self._question, "tracks": self._tracks, "pieces": self._pieces,
            "places": self._places, "choices": self._choices,
        }  # fmt: skip
        self.makers = [(block, makers.get(block.name, self._note)) for block in layout.blocks]
        """What makes the rows of each block."""

    def observe(self, p: Position, side: int) -> bytes:
        """What a side observes of a position."""
        known = self.known[side]
        written = BytesWriter()
        if glimpse(self.game, p, side, known, written):
            return written.getvalue()
        view = self.game.view(p, side)
        if not known.missing:
            return b"".join(row for block, make in self.makers for row in make(block, view, side))
        self._learn(known, view, side)
        glimpse(self.game, p, side, known, written)
        return written.getvalue()

    def _learn(self, known: Glance, view: View, side: int) -> None:
        """Make the blocks in which rows are missing of the view, and keep those rows."""
        first = 0
        made = [b""] * len(known.known)
        for block, make in self.makers:
            last = first + len(block.rows)
            if any(row < last and row + many > first for row, _, many in known.missing):
                made[first:last] = make(block, view, side)
            first = last
        for row, number, many in known.missing:
            known.learn(row, number, b"".join(made[row : row + many]))

    def _asked(self, block: Block, view: View, side: int) -> list[bytes]:
        row = Row(block)
        row.put(f"me:{self.game.sides[side].id}", 1.0)
        row.put(f"actor:{view.actor}", 1.0)
        row.put("chance", float(view.chance))
        row.put("over", float(view.result is not None))
        row.put(f"step:{view.awaits}", 1.0)
        row.put(f"prompt:{view.prompt.key}", 1.0)
        return [row.written()]

    def _question(self, block: Block, view: View, side: int) -> list[bytes]:
        row = Row(block)
        for name, fact in view.prompt.facts.items():
            row.put(f"fact:{name}", self.number(fact))
        return [row.written()]

    def _tracks(self, block: Block, view: View, side: int) -> list[bytes]:
        row = Row(block)
        row.put("turn", float(view.turn))
        for track in view.tracks:
            row.put(f"track:{track.id}", float(track.value))
        return [row.written()]

    def _note(self, block: Block, view: View, side: int) -> list[bytes]:
        row = Row(block)
        for note in view.notes:
            if note.key == block.rows[0]:
                row.add("shown", 1.0)
                for name, fact in note.facts.items():
                    row.put(f"fact:{name}", self.number(fact))
        return [row.written()]

    def _pieces(self, block: Block, view: View, side: int) -> list[bytes]:
        rows = [self.unshown] * len(block.rows)
        known = self.rows[side]
        if len(known) > REMEMBERED:
            known.clear()
        for piece in view.pieces:
            at = block.row.get(piece.id)
            if at is None:
                continue
            key = to_json(piece)
            row = known.get(key)
            if row is None:
                row = known[key] = self._piece(piece, side)
            rows[at] = row
        return rows

    def _piece(self, piece: Piece, side: int) -> bytes:
        row = Row(self.pieces)
        row.put("shown", 1.0)
        row.put("mine" if piece.side == self.game.sides[side].id else "theirs", 1.0)
        self._stand(row, piece)
        row.put("box", self.word("box", piece.box))
        row.put("state", self.word("state", piece.state))
        row.put("symbol", self.word("symbol", piece.symbol))
        row.put("colour", float(self.colours.get(piece.colour, 0)))
        for n, value in enumerate(piece.values):
            row.put(f"value:{n}", self.number(value))
        for marker in piece.markers:
            row.add(f"marker:{marker}", 1.0)
        for name, fact in piece.facts.items():
            row.put(f"fact:{name}", self.word(name, fact) if name in self.words else self.number(fact))
        return row.written()

    def _stand(self, row: Row, piece: Piece) -> None:
        """Where a piece stands, and toward which place."""
        ground = self.layout.ground
        if piece.pose:
            x, y = piece.pose[0] / ground.width, piece.pose[1] / ground.height
            row.put("x", x)
            row.put("y", y)
            row.put("facing_sin", sin(radians(piece.pose[2])))
            row.put("facing_cos", cos(radians(piece.pose[2])))
        if piece.size:
            row.put("width", piece.size[0] / ground.width)
            row.put("depth", piece.size[1] / ground.width)
        here = ground.number.get(piece.place or "")
        if here is None:
            return
        x, y = ground.at[here]
        row.put("place", here + 1.0)
        row.put("x", x)
        row.put("y", y)
        there = ground.number.get(piece.toward or "")
        if there is not None:
            row.put("toward_x", ground.at[there][0] - x)
            row.put("toward_y", ground.at[there][1] - y)

    def _places(self, block: Block, view: View, side: int) -> list[bytes]:
        number = self.layout.ground.number
        width = len(block.columns)
        whole = array("f", bytes(len(block.rows) * width * NUMBER))
        me = self.game.sides[side].id
        for piece in view.pieces:
            here = number.get(piece.place or "")
            if here is not None:
                whole[here * width + (0 if piece.side == me else 1)] += 1.0
        for mark in view.marks:
            here = number.get(mark.place)
            column = block.at.get(f"mark:{mark.kind}")
            if here is not None and column is not None:
                whole[here * width + column] += 1.0
        raw, size = whole.tobytes(), width * NUMBER
        return [raw[start : start + size] for start in range(0, len(raw), size)]

    def _choices(self, block: Block, view: View, side: int) -> list[bytes]:
        whole: list[float] = []
        for choice in view.choices[: len(block.rows)]:
            whole += self._choice(choice)
        return [array("f", whole).tobytes().ljust((block.stop - block.start) * NUMBER, b"\0")]

    def _choice(self, choice: Choice) -> list[float]:
        """Verb, piece, place, where that is, the price, whether dice are thrown at once."""
        ground = self.layout.ground
        place, x, y = 0.0, 0.0, 0.0
        if choice.place is not None:
            here = ground.number.get(choice.place)
            if here is not None:
                place, (x, y) = here + 1.0, ground.at[here]
            elif ground.width:
                pose = numbers_in(choice.place)
                if len(pose) >= 2:
                    x, y = pose[0] / ground.width, pose[1] / ground.height
        piece = self.pieces.row.get(choice.piece or "", -1) + 1.0
        return [
            float(self.verbs.get(choice.verb, 0)), piece, place, x, y, amount(choice.cost) or 0.0, float(choice.rolls)
        ]  # fmt: skip

    def word(self, group: str, word: object) -> float:
        """The number of a word in its list, 0 for none; of what is a number itself that number."""
        if word is None or word == "":
            return 0.0
        listed = self.words[group]
        found = listed.get(str(word))
        if found is not None:
            return float(found)
        return self.number(word) if not isinstance(word, str) or amount(word) is not None else len(listed) + 1.0

    def number(self, fact: object) -> float:
        """A fact as a number: itself, that of a side, piece or place from 1 on, or how many words it holds."""
        if isinstance(fact, (int, float)):
            return float(fact)
        text = str(fact)
        for numbers in (self.sides, self.pieces.row, self.layout.ground.number):
            if text in numbers:
                return numbers[text] + (0.0 if numbers is self.sides else 1.0)
        value = amount(text)
        return value if value is not None else float(len(text.split()))


class Row:
    """A row of a block being filled in; columns it has not are left out."""

    def __init__(self, block: Block) -> None:
        self.at = block.at
        self.numbers = array("f", bytes(len(block.columns) * NUMBER))

    def put(self, column: str, number: float) -> None:
        """Write a number in a column."""
        at = self.at.get(column)
        if at is not None:
            self.numbers[at] = max(-LIMIT, min(LIMIT, number))

    def add(self, column: str, number: float) -> None:
        """Add to what stands in a column."""
        at = self.at.get(column)
        if at is not None:
            self.numbers[at] += number

    def written(self) -> bytes:
        """The row as bytes."""
        return self.numbers.tobytes()


@cache
def amount(text: str) -> float | None:
    """The number that a printed value begins with, in brackets or not, halves as ½; none if it is a word."""
    bare = text.strip("[]()+")
    whole, half, _ = bare.partition(HALF)
    try:
        return (float(whole) if whole else 0.0) + (0.5 if half else 0.0) if bare else None
    except ValueError:
        return None


def numbers_in(pose: str) -> list[float]:
    """The numbers of a pose as options tell it: x, y and facing between commas."""
    try:
        return [float(part) for part in pose.split(",")]
    except ValueError:
        return []
