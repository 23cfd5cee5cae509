"""What a machine player is: it sees a position as its side may know it and chooses."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from mypy_extensions import mypyc_attr

from senki.engine.game import Game
from senki.engine.option import Option
from senki.engine.position import Position


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Considered:
    """One option a player looked at: how often, and how likely it thinks to win with it (0 … 1)."""

    def __init__(self, option: Option, visits: int, chance: float) -> None:
        self.option = option
        self.visits = visits
        self.chance = chance


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Report:
    """What a player considered before it chose."""

    def __init__(self, considered: list[Considered], line: list[Option], chance: float, nodes: int) -> None:
        self.considered = considered
        """Best first."""
        self.line = line
        """The principal line: what it expects, dice left out."""
        self.chance = chance
        """Its estimate of its own chance to win, 0 … 1."""
        self.nodes = nodes


def offered(liked: list[Option], options: list[Option]) -> list[Option]:
    """What is liked in an imagined position and really offered: what is legal there need not be so in the true one."""
    known = {option.text: option for option in options}
    return [known[option.text] for option in liked if option.text in known]


Progress = Callable[[float, Report], bool]
"""Called now and then with the share of the budget used and what is known so far; return False to answer at once."""


class Story:
    """How a game began and what was answered since: what a position does not hold.

    Whoever runs a game keeps it and gives it to players; they read no answer in it that is not shown to them.
    """

    def __init__(self, scenario: str, switches: dict[str, str]) -> None:
        self.scenario = scenario
        self.switches = switches
        self.moves: list[tuple[int, str]] = []
        """Who answered (a side, or -1: the dice) and the notation."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Chooses for a side. `last` reports what it considered, if it thinks at all."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.chance = Random(seed)
        self.last: Report | None = None
        self.story: Story | None = None
        """The game it plays in, if whoever runs it tells."""

    def choose(self, p: Position, progress: Progress | None = None) -> Option:
        """An option for the side that is to choose."""
        raise AssertionError("a player chooses")

    def leave(self, p: Position | None = None) -> None:
        """Let go of everything: the game has ended with this position, or nobody plays it on."""
