"""Circles: ways on which a side comes back to the position it left by its own choices alone, and so might for ever."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from senki.engine.game import Game
from senki.engine.option import Option
from senki.engine.position import DECISION, Position

BRANCHES = 12
"""So many options of a position are followed, any of them if it has more."""
DEEPEST = 7
"""No way away from a position is longer."""
ROUNDS = 100
"""Who has gone round so often is not stopped by any rule."""


def moments(game: Game, scenario: str, options: dict[str, str], seed: int, steps: int, of_each: int) -> list[Position]:
    """Positions of the first steps of a random game in which somebody chooses: some of each step of its flow."""
    chance = Random(seed)
    p = game.start(scenario, game.settings(options, scenario))
    p.settle()
    found: dict[str, list[Position]] = {}
    for number in range(steps):
        if p.over:
            break
        if p.waits_for == DECISION:
            kept = found.setdefault(p.step.name, [])
            if len(kept) < of_each:
                kept.append(p.copy())
            elif chance.random() * (number + 1) < of_each:
                kept[chance.randrange(of_each)] = p.copy()
            p.play(p.draw(chance))
        else:
            p.play(chance.choice(p.options()))
    return [p for kept in found.values() for p in kept]


class Search:
    """Follows the choices of one side from a position, each position once, until so many were looked at."""

    def __init__(self, most: int, chance: Random) -> None:
        self.left = most
        self.chance = chance
        self.seen: set[tuple[int, ...]] = set()

    def circle(self, start: Position) -> list[str]:
        """What is chosen on a circle that no rule breaks; nothing if none is found."""
        return self._follow(start, [start.key()], [])

    def _follow(self, p: Position, path: list[tuple[int, ...]], chosen: list[Option]) -> list[str]:
        self.seen.add(path[-1])
        side = p.side_to_act
        for option in self._some(p.options()):
            if not self.left:
                break
            self.left -= 1
            after = p.copy()
            after.play(option)
            if after.waits_for != DECISION or after.side_to_act != side:
                continue
            key = after.key()
            if key in path:
                round_about = [*chosen[path.index(key) :], option]
                if goes_on(after, round_about):
                    return [choice.text for choice in round_about]
            elif key not in self.seen and len(path) < DEEPEST:
                found = self._follow(after, [*path, key], [*chosen, option])
                if found:
                    return found
        return []

    def _some(self, options: list[Option]) -> list[Option]:
        return self.chance.sample(options, min(BRANCHES, len(options)))


def goes_on(p: Position, choices: list[Option]) -> bool:
    """May these choices be made again and again?"""
    return all(_once_more(p, choices) for _ in range(ROUNDS))


def _once_more(p: Position, choices: list[Option]) -> bool:
    for option in choices:
        if option not in p.options():
            return False
        p.play(option)
    return True


def circles(
    game: Game, scenario: str, options: dict[str, str], seed: int, steps: int, of_each: int, most: int
) -> Iterator[tuple[str, list[str]]]:
    """The circles found from some moments of a random game, each with the step at which its search began."""
    for p in moments(game, scenario, options, seed, steps, of_each):
        found = Search(most, Random(seed)).circle(p)
        if found:
            yield p.step.name, found
