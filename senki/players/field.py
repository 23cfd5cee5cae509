"""Many games side by side, played by the numbers of their options: what environments of many games step."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64, u8

from senki.engine.game import Game
from senki.engine.glance import Glance
from senki.engine.option import Option
from senki.engine.position import Position
from senki.players.bout import Bout, glimpse
from senki.players.playout import number_of

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


class Field:
    """A bout in each row. A step acts in all of them; where that ends the game another one begins.

    After a step `seen` holds what the sides that choose observe, row by row, `masks` which actions are legal, `actors` who
    chooses. Where the rows of a glance are not all known, `observe` makes the observation.
    """

    def __init__(self, game: Game, bouts: list[Bout], known: list[Glance], observe: Observe, seed: Seed) -> None:
        self.game = game
        self.bouts = bouts
        self.known = known
        """Rows of observations by the numbers of `Game.glance`, for each side."""
        self.observe = observe
        self.seed = seed
        self.numbers: dict[str, int] = bouts[0].numbers
        self.width: i64 = bouts[0].most
        self.seen = BytesWriter()
        self.masks: vec[u8] = vec[u8]([0 for _ in range(len(bouts) * bouts[0].most)])
        self.actors: vec[u8] = vec[u8]([0 for _ in bouts])
        self.shown: list[list[Option]] = [[] for _ in bouts]
        """The options that the masks show."""
        self.endings: list[Ending] = []
        """The games that ended with the last step."""

    def begin(self) -> None:
        """Begin all games anew."""
        self.seen.truncate(0)
        self.endings = []
        for row in range(len(self.bouts)):
            bout = self.bouts[row]
            self._begin(row, bout)
            self._show(row, bout)

    def step(self, actions: list[int]) -> None:
        """Act in every game."""
        self.seen.truncate(0)
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
        """Write what the side that chooses sees and may do."""
        self._observe(bout, bout.side, self.seen)
        self.actors[row] = bout.side & 255
        self._mark(row, self.shown[row], 0)
        self._mark(row, bout.options, 1)
        self.shown[row] = bout.options

    def _observe(self, bout: Bout, side: int, written: BytesWriter) -> None:
        if not glimpse(self.game, bout.p, side, self.known[side], written):
            written.write(self.observe(bout.p, side))

    def _mark(self, row: i64, options: list[Option], legal: u8) -> None:
        """Write in the mask of a row what these options are."""
        masks, first = self.masks, row * self.width
        if self.numbers:
            for option in options:
                masks[first + number_of(option, self.numbers)] = legal
            return
        stop = first + min(self.width, len(options))
        while first < stop:
            masks[first] = legal
            first += 1
