"""The numbers of actions: of a fixed vocabulary where a game has a small one, else of the list of options."""

from __future__ import annotations

from typing import Final

from senki.engine.errors import Illegal
from senki.engine.game import Game
from senki.engine.option import Option
from senki.engine.position import Position
from senki.players.playout import number_of, numbers_of

LARGEST: Final = 10_000
"""A vocabulary beyond this is no action space: the options of such a game are numbered as they are listed."""
MOST_LISTED: Final = 512
"""So many options of a list have numbers; games aim at 200 and have been seen to list 293."""
PLANE: Final = "plane"


class Vocabulary:
    """Which number stands for which option.

    With a fixed vocabulary `notations` holds what each number means, always. Without one it is empty, and action n is
    the option n of the list that the side is offered (`View.choices`), up to the limit.
    """

    def __init__(self, notations: list[str]) -> None:
        self.notations = notations
        self.numbers: dict[str, int] = {text: number for number, text in enumerate(notations)}
        self.size: int = len(notations) or MOST_LISTED

    @property
    def fixed(self) -> bool:
        """Does a number always mean the same option?"""
        return bool(self.notations)

    def legal(self, options: list[Option]) -> list[int]:
        """The actions that stand for these options, in their order."""
        if self.notations:
            return numbers_of(options, self.numbers)
        return list(range(min(len(options), MOST_LISTED)))

    def option(self, options: list[Option], action: int) -> Option:
        """The option among these that an action stands for; raises Illegal."""
        if not self.notations:
            if 0 <= action < min(len(options), MOST_LISTED):
                return options[action]
            raise Illegal(f"action {action}: only {len(options)} options are offered, numbered from 0")
        if not 0 <= action < self.size:
            raise Illegal(f"action {action}: there are {self.size}, numbered from 0")
        for option in options:
            if number_of(option, self.numbers) == action:
                return option
        raise Illegal(f"action {action}, '{self.notations[action]}': it is not offered here")


def vocabulary_of(game: Game, start: Position) -> Vocabulary:
    """The vocabulary of a game on the map of a position; one without words is that of free values, on a plane."""
    if game.board == PLANE:
        return Vocabulary([])
    lexicon = game.lexicon(start)
    return Vocabulary([option.text for option in lexicon.every()] if lexicon.extent <= LARGEST else [])
