"""Options: what a side may choose, and what a roll may show."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

NO_FACTS: Final[dict[str, str]] = {}


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Option:
    """One choice of a decision or one outcome of a roll.

    `text` is its notation and its identity. `subject`, `target` and `extra` are the game's own numbers for it, so that
    rules need not parse names; `facts` are the names a message about it speaks of. `number` is its place among all
    that its lexicon can write, once they have been listed (`Lexicon.every`).
    """

    def __init__(
        self,
        verb: str,
        text: str,
        facts: dict[str, str] = NO_FACTS,
        subject: int = -1,
        target: int = -1,
        extra: int = 0,
    ) -> None:
        self.verb = verb
        self.text = text
        self.facts = facts
        self.subject = subject
        self.target = target
        self.extra = extra
        self.number = -1

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def is_about(self, piece: str | None, place: str | None) -> bool:
        """Does it speak of this piece (and this place), or of this place alone?"""
        named = list(self.facts.values())
        if piece is None or named == [place]:
            return named == [place]
        return piece in named and (place is None or place in named)


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Roll:
    """Dice or a draw the position waits for: its outcomes and how often each comes.

    Outcomes with the same number in `effects` lead to interchangeable positions; a search may treat them as one.
    """

    def __init__(self, name: str, outcomes: list[Option], weights: list[int], effects: list[int]) -> None:
        assert len(outcomes) == len(weights) == len(effects) and outcomes
        self.name = name
        self.outcomes = outcomes
        self.weights = weights
        self.effects = effects
        self.total = sum(weights)

    def pick(self, ticket: int) -> Option:
        """The outcome that holds ticket number 0 … total-1."""
        if self.total == len(self.outcomes):
            return self.outcomes[ticket]
        for i in range(len(self.outcomes)):
            ticket -= self.weights[i]
            if ticket < 0:
                return self.outcomes[i]
        raise IndexError("ticket beyond the last outcome")


def dice_outcome(faces: list[int]) -> Option:
    """The outcome `roll 5 3` for these faces."""
    words = [str(face) for face in faces]
    code = 0
    for face in faces:
        code = code * 6 + face - 1
    return Option("roll", "roll " + " ".join(words), {"faces": " ".join(words)}, faces[0], faces[-1], code)


def faces_of(text: str) -> list[int] | None:
    """The faces of a notation like `roll 5 3`; none if it is no roll of dice."""
    words = text.split()
    if len(words) < 2 or words[0] != "roll" or not all(word.isdecimal() for word in words[1:]):
        return None
    return [int(word) for word in words[1:]]


def one_die(name: str, effects: list[int]) -> Roll:
    """One six-sided die; `effects[face - 1]` says which faces do the same."""
    return Roll(name, [dice_outcome([face]) for face in range(1, 7)], [1] * 6, effects)


def two_dice(name: str, effects: list[int]) -> Roll:
    """Two six-sided dice told apart; `effects[(first - 1) * 6 + second - 1]` says which pairs do the same."""
    outcomes = [dice_outcome([a, b]) for a in range(1, 7) for b in range(1, 7)]
    return Roll(name, outcomes, [1] * 36, effects)
