"""Positions and the steps they wait in: the flow of any game, kept inside the position."""

from __future__ import annotations

from random import Random
from typing import Any, Final, Generic, Self

from mypy_extensions import mypyc_attr
from typing_extensions import TypeVar

from senki.engine.clauses import Objection
from senki.engine.errors import Illegal
from senki.engine.events import Event, Fact
from senki.engine.option import Option, Roll
from senki.engine.subclassing import class_says

AUTO: Final = 0
"""A step that needs nobody: it runs as soon as it is reached."""
DECISION: Final = 1
"""A step in which one side chooses."""
CHANCE: Final = 2
"""A step in which dice or a draw decide."""

P = TypeVar("P", bound="Position", default=Any)
"""The positions of a game; whoever knows no game writes `Game` without it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[P]):
    """A named point of the sequence of play. It holds no state: all state is the position's.

    A step leaves the stack when it is reached (automatic) or answered (decision, chance); what comes next it pushes.
    """

    name: str = ""
    kind: int = AUTO

    def __init__(self) -> None:
        self.name = class_says(self, "name", self.name)
        self.kind = class_says(self, "kind", self.kind)

    def run(self, p: P) -> None:
        """Do what this automatic step does."""
        raise AssertionError(f"step {self.name} does not run by itself")

    def side(self, p: P) -> int:
        """Whose decision this is."""
        raise AssertionError(f"step {self.name} is nobody's decision")

    def options(self, p: P) -> list[Option]:
        """The legal options, quickly."""
        raise AssertionError(f"step {self.name} offers no options")

    def draw(self, p: P, chance: Random) -> Option:
        """Any of the legal options, each equally likely; a step whose list is dear need not compute all of it."""
        options = self.options(p)
        return options[int(chance.random() * len(options))]

    def candidates(self, p: P) -> list[Option]:
        """Everything a player might reasonably try here; the legal options are those without an objection."""
        raise AssertionError(f"step {self.name} offers no options")

    def objections(self, p: P, option: Option) -> list[Objection]:
        """Every reason why this option is not allowed now; none if it is legal."""
        raise AssertionError(f"step {self.name} judges no options")

    def accepts(self, p: P, option: Option) -> bool:
        """May a free value like this option be played here though it is not listed, if there is no objection to it?"""
        return False

    def roll(self, p: P) -> Roll:
        """The roll this step waits for."""
        raise AssertionError(f"step {self.name} rolls nothing")

    def play(self, p: P, option: Option) -> None:
        """Carry out a legal option, or take up the outcome of the roll."""
        raise AssertionError(f"step {self.name} takes no answer")


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Result:
    """How a game ended: the winning side (or -1), the level of victory, the points and the clause that decides."""

    def __init__(self, winner: int, level: str, points: int, clause: str) -> None:
        self.winner = winner
        self.level = level
        self.points = points
        self.clause = clause

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Result)
            and self.winner == other.winner
            and self.level == other.level
            and self.points == other.points
            and self.clause == other.clause
        )

    def __hash__(self) -> int:
        return hash((self.winner, self.level, self.points, self.clause))


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """A game in progress: flat state and the stack of steps still to come.

    `events` is a list while somebody listens and None in headless play; it is no part of the position.
    """

    def __init__(self, steps: list[Step[Position]], stack: list[int]) -> None:
        self.steps = steps
        self.stack = stack
        self.result: Result | None = None
        self.events: list[Event] | None = None

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by its documented form; the events somebody listens to stay behind."""
        from senki.engine.keeping import put_together, taken_apart

        return put_together, taken_apart(self)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def copy(self) -> Self:
        """An independent copy that nobody listens to."""
        raise AssertionError("a game's position says how it is copied")

    def key(self) -> tuple[int, ...]:
        """The whole state as numbers: equal keys, equal positions."""
        raise AssertionError("a game's position says what tells it from others")

    def check(self) -> None:
        """Raise BrokenInvariant if the state could not have come about."""
        raise AssertionError("a game's position says what always holds")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def push(self, step: int) -> None:
        """Put a step on top: it comes before everything that was to come."""
        self.stack.append(step)

    def settle(self) -> None:
        """Run automatic steps until somebody must choose, something must be rolled, or the game is over."""
        while self.stack:
            step = self.steps[self.stack[-1]]
            if step.kind != AUTO:
                return
            self.stack.pop()
            step.run(self)

    @property
    def over(self) -> bool:
        """Nothing more is awaited."""
        return not self.stack

    @property
    def step(self) -> Step[Position]:
        """The step that waits for an answer."""
        return self.steps[self.stack[-1]]

    @property
    def waits_for(self) -> int:
        """DECISION or CHANCE; AUTO when the game is over."""
        return self.steps[self.stack[-1]].kind if self.stack else AUTO

    @property
    def side_to_act(self) -> int:
        """The side whose decision is awaited, or -1."""
        if not self.stack:
            return -1
        step = self.steps[self.stack[-1]]
        return step.side(self) if step.kind == DECISION else -1

    def options(self) -> list[Option]:
        """The legal options of the awaited decision, or the outcomes of the awaited roll; empty when over."""
        if not self.stack:
            return []
        step = self.steps[self.stack[-1]]
        return step.options(self) if step.kind == DECISION else step.roll(self).outcomes

    def draw(self, chance: Random) -> Option:
        """Any legal option of the awaited decision, each equally likely, without listing more than it takes."""
        return self.steps[self.stack[-1]].draw(self, chance)

    def roll(self) -> Roll:
        """The awaited roll."""
        return self.steps[self.stack[-1]].roll(self)

    def play(self, option: Option) -> None:
        """Carry out a legal option or take up an outcome, and go on to the next thing awaited. Trusts the caller."""
        step = self.steps[self.stack.pop()]
        step.play(self, option)
        self.settle()

    def throws_dice(self, option: Option) -> bool:
        """Are dice awaited as soon as this legal option is played?"""
        after = self.copy()
        after.play(option)
        return after.waits_for == CHANCE

    def objections(self, option: Option) -> list[Objection]:
        """Why this option may not be played now; empty if it may."""
        if not self.stack:
            raise Illegal("the game is over")
        step = self.steps[self.stack[-1]]
        if step.kind == CHANCE:
            raise Illegal(f"'{option.text}' cannot be chosen: the dice are awaited ({step.name})")
        return step.objections(self, option)

    def tell(self, kind: str, clause: str, facts: dict[str, Fact], only: list[int] | None = None) -> None:
        """Report an event to whoever listens; `only` some sides may hear it if it tells what others may not know."""
        if self.events is not None:
            self.events.append(Event(kind, clause, facts, only))
