"""What a player is pointing at: first a piece that may act, then a place for it, then, if need be, how."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from senki.engine.forms import Choice, View

PIECE = "piece"
PLACE = "place"
WAY = "way"
LIST = "list"
NO_LINE = -1

Whereabouts = Callable[[str], tuple[float, float]]
"""Place → where it is on the screen, in units of equal length."""


@dataclass(frozen=True)
class Stop:
    """Something the cursor can rest on: a piece, or a place that is chosen without a piece."""

    piece: str | None
    place: str | None


class Aim:
    """The cursor and the selection within the choices of one decision."""

    def __init__(self, view: View, where: Whereabouts, places: list[str]) -> None:
        self.choices = view.choices
        self.where = where
        self.places = places
        self.place_of = {piece.id: piece.place for piece in view.pieces}
        self.piece: str | None = None
        """The selected piece."""
        self.way: str | None = None
        """The place chosen, while it is open how to get there."""
        self.cursor: Stop | None = None
        self.line = 0
        """The line of the list that the cursor is on."""
        self.typed = ""
        """The digits of a number that may still go on."""
        self._select_the_only_piece()

    def _select_the_only_piece(self) -> None:
        stops = self.stops()
        if len(stops) == 1 and stops[0].piece is not None:
            self.piece = stops[0].piece

    @property
    def stage(self) -> str:
        """What is to be pointed at next."""
        if self.way is not None:
            return WAY
        if not self.stops():
            return LIST
        return PIECE if self.piece is None else PLACE

    def stops(self) -> list[Stop]:
        """What may be pointed at now, in order: pieces that may act, then places; or the places of the piece."""
        if self.piece is not None:
            places = dict.fromkeys(c.place for c in self.choices if c.piece == self.piece and c.place is not None)
            return [Stop(self.piece, place) for place in places]
        pieces = dict.fromkeys(c.piece for c in self.choices if c.piece is not None)
        bare = dict.fromkeys(c.place for c in self.choices if c.piece is None and c.place is not None)
        return [Stop(piece, self.place_of.get(piece)) for piece in pieces] + [Stop(None, place) for place in bare]

    def shown(self) -> list[Choice]:
        """The choices that fit what is selected; those about nothing in particular always do."""
        if self.way is not None:
            return [c for c in self.choices if c.piece == self.piece and c.place == self.way]
        if self.piece is None:
            return self.choices
        # What the piece may do comes first: Enter after Enter is meant for it, not for the end of the phase.
        its_own = [c for c in self.choices if c.piece == self.piece]
        return its_own + [c for c in self.choices if c.piece is None]

    def lit(self) -> dict[str, str]:
        """The places that may be chosen now, with their price; the cheapest wins."""
        prices: dict[str, str] = {}
        for choice in self.choices:
            if choice.place is not None and choice.piece == self.piece:
                known = prices.get(choice.place)
                prices[choice.place] = choice.cost if known is None else min(known, choice.cost)
        return prices

    @property
    def marked(self) -> int:
        """The line of the list to show: that of the number typed so far, else that of the cursor."""
        return int(self.typed) - 1 if self.typed else self.line

    def number(self, digit: int) -> Choice | None:
        """Type a digit of the number of a line: the choice when no longer number can be meant.

        Raises IndexError with the number if there is no such line.
        """
        typed, self.typed = self.typed + str(digit), ""
        shown = self.shown()
        if not 1 <= int(typed) <= len(shown):
            raise IndexError(typed)
        if 10 * int(typed) <= len(shown):
            self.typed = typed
            return None
        return shown[int(typed) - 1]

    def walk(self, step: int) -> None:
        """Go to the next or the previous stop; in the list, to the next or the previous line."""
        self.typed = ""
        if self.stage in (WAY, LIST):
            self.mark(step)
            return
        stops = self.stops()
        if stops:
            at = stops.index(self.cursor) + step if self.cursor in stops else 0 if step > 0 else -1
            self.cursor = stops[at % len(stops)]
            self._mark_cursor()

    def mark(self, step: int) -> None:
        """Mark the next or the previous line of the list."""
        if self.shown():
            self.line = (self.line + step) % len(self.shown())

    def steer(self, right: int, down: int) -> None:
        """Go to what lies nearest in a direction: of the stops, or of all places when a target is chosen."""
        self.typed = ""
        if self.stage in (WAY, LIST):
            self.mark(right + down)
            return
        aiming = self.stage == PLACE
        # A plane has no places to aim at but those that may be chosen.
        stops = [Stop(self.piece, place) for place in self.places] if aiming and self.places else self.stops()
        home = self.cursor.place if self.cursor is not None else self.place_of.get(self.piece or "")
        if home is None or (self.cursor is None and not aiming):
            self.walk(1)
            return
        best = min(
            (stop for stop in stops if stop.place not in (home, None)),
            key=lambda stop: self._effort(home, stop.place or home, right, down),
            default=None,
        )
        if best is not None and self._effort(home, best.place or home, right, down) < math.inf:
            self.cursor = best
            self._mark_cursor()

    def _effort(self, home: str, goal: str, right: int, down: int) -> float:
        (x0, y0), (x1, y1) = self.where(home), self.where(goal)
        along = (x1 - x0) * right + (y1 - y0) * down
        across = abs((x1 - x0) * down) + abs((y1 - y0) * right)
        return along + 2 * across if along > 0 and across <= 2 * along else math.inf

    def _mark_cursor(self) -> None:
        """Mark the line of the list that fits the cursor; none if it is on a closed place."""
        self.line = next((i for i, choice in enumerate(self.shown()) if self._under_cursor(choice)), NO_LINE)

    def _under_cursor(self, choice: Choice) -> bool:
        if self.cursor is None or choice.piece != self.cursor.piece:
            return False
        picking_a_piece = self.piece is None and choice.piece is not None
        return picking_a_piece or choice.place == self.cursor.place

    def enter(self) -> Choice | None:
        """Take the number that was typed or what the cursor is on; a choice if that settles it."""
        if self.typed:
            line, self.typed = self.marked, ""
            return self.shown()[line]
        if self.stage in (WAY, LIST):
            shown = self.shown()
            return shown[self.line] if self.line < len(shown) else None
        if self.cursor is None:
            self.walk(1)
            return None
        if self.stage == PIECE and self.cursor.piece is not None:
            self.take(self.cursor.piece)
            return None
        return self.go(self.cursor.place)

    def take(self, piece: str) -> bool:
        """Select a piece, if it may act."""
        if not any(choice.piece == piece for choice in self.choices):
            return False
        self.piece, self.way, self.cursor, self.line, self.typed = piece, None, None, 0, ""
        return True

    def go(self, place: str | None) -> Choice | None:
        """Choose a place: the choice if there is one way to go there, else the way is to be chosen."""
        fitting = [c for c in self.choices if c.piece == self.piece and c.place == place and place is not None]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            self.way, self.line, self.typed = place, 0, ""
        return None

    def back(self) -> bool:
        """One stage back, first from a number half typed; false if there is none."""
        if self.typed:
            self.typed = ""
            return True
        if self.way is not None:
            self.way, self.line = None, 0
            return True
        if self.piece is None:
            return False
        was, self.piece, self.cursor, self.line = self.piece, None, None, 0
        stops = self.stops()
        if len(stops) == 1:
            self.piece = was
            return False
        self.cursor = next((stop for stop in stops if stop.piece == was), None)
        self._mark_cursor()
        return True

    def bare_choice(self) -> Choice | None:
        """The one choice that is about no piece and no place, such as to pass."""
        bare = [choice for choice in self.choices if choice.piece is None and choice.place is None]
        return bare[0] if len(bare) == 1 else None
