"""One game played by the numbers of its options, dice answered at once: what environments step."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from librt.strings import BytesWriter

from senki.engine.game import Game
from senki.engine.glance import Glance
from senki.engine.option import Option
from senki.engine.position import Position, Result
from senki.players.base import Player
from senki.players.playout import answer_and_roll, number_of, numbers_of, roll_on


class Bout:
    """A game in progress that waits for a decision of `side`, or is over.

    It is over when it is decided, when it has been broken off as too long, or when a side has lost it by an action that
    is not legal. `numbers` are those of the options by their notation; without any, options are numbered as they are
    listed, up to `most`. A player, if there is one, plays the side `theirs`.
    """

    def __init__(self, first: Position, numbers: dict[str, int], most: int, longest: int) -> None:
        self.first = first
        self.numbers = numbers
        self.most = most
        self.unmarked = bytes(most)
        self.longest = longest
        self.chance = Random()
        self.draw: Callable[[], float] = self.chance.random
        self.p = first
        self.side = -1
        self.options: list[Option] = []
        self.decisions = 0
        self.forfeited = -1
        """The side that lost by an action that is not legal."""
        self.player: Player | None = None
        self.theirs = -1

    def begin(self) -> None:
        """Set up anew; dice and player go on from where they are."""
        self.p = self.first.copy()
        self.decisions = 0
        self.forfeited = -1
        roll_on(self.p, self.draw)
        self._go_on()

    def against(self, player: Player, side: int) -> None:
        """From now on a player plays a side."""
        self.player = player
        self.theirs = side

    def act(self, action: int) -> None:
        """Take an action for the side that chooses; if it is not legal that side has lost."""
        option = self._meant(action)
        if option is None:
            self.forfeited = self.side
            return
        self._play(option)
        self._go_on()

    def _meant(self, action: int) -> Option | None:
        """The option that an action stands for; none if it is not offered."""
        if not self.numbers:
            return self.options[action] if 0 <= action < min(len(self.options), self.most) else None
        for option in self.options:
            if number_of(option, self.numbers) == action:
                return option
        return None

    def _play(self, option: Option) -> None:
        answer_and_roll(self.p, option, self.draw)
        self.decisions += 1

    def _go_on(self) -> None:
        """Let the player answer if it is its turn; then see who chooses, and among what."""
        p = self.p
        player = self.player
        if player is not None:
            while p.stack and self.decisions < self.longest and p.side_to_act == self.theirs:
                self._play(player.choose(p))
        self.side = p.side_to_act
        self.options = p.options()

    @property
    def legal(self) -> list[int]:
        """The actions that stand for the options, in their order."""
        if self.numbers:
            return numbers_of(self.options, self.numbers)
        return list(range(min(len(self.options), self.most)))

    def mask(self) -> bytes:
        """A byte for each action, 1 if it is legal."""
        written = BytesWriter()
        self.mark(written)
        return written.getvalue()

    def mark(self, masks: BytesWriter) -> None:
        """Write its mask after others."""
        first = len(masks)
        masks.write(self.unmarked)
        if self.numbers:
            for option in self.options:
                masks[first + number_of(option, self.numbers)] = 1
            return
        stop = first + min(len(self.options), self.most)
        while first < stop:
            masks[first] = 1
            first += 1

    @property
    def terminated(self) -> bool:
        """Is the game decided, or forfeited?"""
        return not self.p.stack or self.forfeited >= 0

    @property
    def truncated(self) -> bool:
        """Has it been broken off as too long?"""
        return self.decisions >= self.longest and not self.terminated

    @property
    def over(self) -> bool:
        """Has it come to its end, in whichever way?"""
        return not self.p.stack or self.forfeited >= 0 or self.decisions >= self.longest

    @property
    def returns(self) -> tuple[float, float]:
        """What each side gets."""
        return returns_of(self.p.result, self.forfeited)


def returns_of(result: Result | None, forfeited: int) -> tuple[float, float]:
    """1 for the winner, -1 for the loser, who may have forfeited; 0 for a draw and as long as the game goes on."""
    loser = forfeited
    if loser < 0:
        if result is None or result.winner < 0:
            return 0.0, 0.0
        loser = 1 - result.winner
    return (-1.0, 1.0) if loser == 0 else (1.0, -1.0)


def glimpse(game: Game, p: Position, side: int, rows: Glance, written: BytesWriter) -> bool:
    """Write an observation of rows made before; nothing if some are missing, or the game does not say."""
    rows.begin(written)
    return game.glance(p, side, rows) and rows.whole()
