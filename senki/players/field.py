"""Many games side by side, played by the numbers of their options: what environments of many games step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from librt.strings import BytesWriter

from senki.engine.game import Game
from senki.engine.glance import Glance
from senki.engine.position import Position
from senki.players.bout import Bout, glimpse

PORTION: Final = 32
"""So many rows are copied into the buffers at a time."""
Observe: TypeAlias = Callable[[Position, int], bytes]
"""Makes an observation of what a side is shown."""
Seed: TypeAlias = Callable[[int, Bout], None]
"""Seeds the dice and the player of a row that begins a game."""


class Ending:
    """How the game of a row ended, and what the side that acted last observes of it."""

    def __init__(self, row: int, terminated: bool, returns: tuple[float, float], last: bytes) -> None:
        self.row = row
        self.terminated = terminated
        """Decided or forfeited; if not it was broken off."""
        self.returns = returns
        self.last = last


class Shown:
    """What a field shows, a row for each game: buffers that may lie in shared memory, written in order."""

    def __init__(self, seen: memoryview, masks: memoryview, actors: memoryview) -> None:
        self.seen = seen
        """What the side that chooses observes."""
        self.masks = masks
        """Which of its actions are legal."""
        self.actors = actors
        """Who chooses."""


class Field:
    """A bout in each row. A step acts in all of them; where that ends the game another one begins.

    After a step all is written to `shown`. Where a glance does not know all its rows, `observe` makes the observation.
    """

    def __init__(
        self, game: Game, bouts: list[Bout], known: list[Glance], observe: Observe, seed: Seed, shown: Shown
    ) -> None:
        self.game = game
        self.bouts = bouts
        self.known = known
        """Rows of observations by the numbers of `Game.glance`, for each side."""
        self.observe = observe
        self.seed = seed
        self.shown = shown
        self.written = 0
        """So many rows of it have been written."""
        self.seen = BytesWriter()
        self.masks = BytesWriter()
        self.actors = BytesWriter()
        """The next rows, not yet written."""
        self.endings: list[Ending] = []
        """The games that ended with the last step."""

    def begin(self) -> None:
        """Begin all games anew."""
        self.written = 0
        self.endings = []
        for row in range(len(self.bouts)):
            bout = self.bouts[row]
            self._begin(row, bout)
            self._show(row, bout)

    def step(self, actions: list[int]) -> None:
        """Act in every game."""
        self.written = 0
        self.endings = []
        for row in range(len(self.bouts)):
            bout = self.bouts[row]
            side = bout.side
            bout.act(actions[row])
            if bout.over:
                last = BytesWriter()
                self._observe(bout, side, last)
                self.endings.append(Ending(row, bout.terminated, bout.returns, last.getvalue()))
                self._begin(row, bout)
            self._show(row, bout)

    def _begin(self, row: int, bout: Bout) -> None:
        self.seed(row, bout)
        bout.begin()

    def _show(self, row: int, bout: Bout) -> None:
        """Tell what the side that chooses sees and may do. Rows are written some at a time, while they are at hand."""
        self._observe(bout, bout.side, self.seen)
        bout.mark(self.masks)
        self.actors.append(bout.side & 255)
        after = row + 1
        if after % PORTION == 0 or after == len(self.bouts):
            put(self.shown.seen, self.seen, self.written, after)
            put(self.shown.masks, self.masks, self.written, after)
            put(self.shown.actors, self.actors, self.written, after)
            self.written = after

    def _observe(self, bout: Bout, side: int, written: BytesWriter) -> None:
        if not glimpse(self.game, bout.p, side, self.known[side], written):
            written.write(self.observe(bout.p, side))


def put(buffer: memoryview, written: BytesWriter, first: int, stop: int) -> None:
    """Copy rows into their place in a buffer and forget them."""
    width = len(written) // (stop - first)
    buffer[first * width : stop * width] = written.getvalue()
    written.truncate(0)
