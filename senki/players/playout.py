"""The quickest ways through a game: random play to the end, as a benchmark takes it, and rolls answered at once."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from senki.engine.option import Option
from senki.engine.position import CHANCE, DECISION, Position
from senki.engine.trail import Trail


def random_game(p: Position, chance: Random, listed: bool = False) -> tuple[int, int]:
    """Play any legal options until the game is over; returns how many decisions and rolls it took.

    With `listed` every list of options is computed, as for a person.
    """
    draw = chance.random
    decisions = 0
    rolls = 0
    p.settle()
    while p.stack:
        step = p.steps[p.stack[-1]]
        if step.kind == DECISION:
            if listed:
                options = step.options(p)
                p.play(options[int(draw() * len(options))])
            else:
                p.play(step.draw(p, chance))
            decisions += 1
        else:
            roll = step.roll(p)
            p.play(roll.pick(int(draw() * roll.total)))
            rolls += 1
    return decisions, rolls


def positions_of_a_game(p: Position, chance: Random) -> list[Position]:
    """Copies of some positions, spread over the way of a random game."""
    p.settle()
    trail = Trail(p)
    steps = 0
    while p.stack:
        trail.keep(steps, p)
        steps += 1
        options = p.options()
        p.play(options[int(chance.random() * len(options))])
    return list(trail.spread.values())


def copy_all(positions: list[Position], rounds: int) -> None:
    """Copy every position so many times."""
    for _ in range(rounds):
        for p in positions:
            p.copy()


def roll_on(p: Position, draw: Callable[[], float]) -> None:
    """Let the dice answer until somebody must choose or the game is over."""
    while p.stack:
        step = p.steps[p.stack[-1]]
        if step.kind != CHANCE:
            return
        roll = step.roll(p)
        p.play(roll.pick(int(draw() * roll.total)))


def answer_and_roll(p: Position, option: Option, draw: Callable[[], float]) -> None:
    """Play a legal option and let the dice answer what follows."""
    p.play(option)
    roll_on(p, draw)


def number_of(option: Option, numbers: dict[str, int]) -> int:
    """The number of an option in a vocabulary; one that its lexicon has not numbered is found by its notation."""
    return option.number if option.number >= 0 else numbers[option.text]


def numbers_of(options: list[Option], numbers: dict[str, int]) -> list[int]:
    """The numbers of options in a vocabulary."""
    return [number_of(option, numbers) for option in options]
