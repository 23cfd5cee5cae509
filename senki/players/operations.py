"""Search over operations, for games too large to search choice by choice.

A run plays on from the position, dice and hidden facts drawn anew: each side sets out for an operation, follows it with
small choices, and then the other has its say, until so many operations are over; there the game's advice says what it
is worth. The tree holds what came of sequences of operations, no positions. What has been chosen is followed without
new search until it is done or something unforeseen happens. Where a side has few operations to choose from they are
tried against each other instead (`trials`).
"""

from __future__ import annotations

from math import sqrt
from random import Random
from time import perf_counter
from typing import Final

from senki.engine.game import Advice, Game, Operation
from senki.engine.option import Option
from senki.engine.position import DECISION, Position
from senki.players.base import Considered, Player, Progress, Report
from senki.players.trials import Trials

CURIOSITY: Final = 0.6
"""How much a run trusts weights and curiosity against what came of an operation so far."""
LONGEST: Final = 4000
"""Choices and rolls after which a run is valued wherever it is."""


class Branch:
    """What came of an operation after those before it. Values are the chance of side 0 to win."""

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.children: dict[tuple[str, int, int, int], Branch] = {}


class Run:
    """One look ahead: it plays a copy of its own."""

    def __init__(self, p: Position, advice: Advice, chance: Random) -> None:
        self.p = p
        self.advice = advice
        self.chance = chance
        self.horizon: int = advice.horizon(p)
        self.played = 0
        self.passed: list[Branch] = []
        self.dice = -1
        """Number of the dice of a try; each kind of roll has its own."""
        self.rolls: dict[int, Random] = {}

    def play(self, root: Branch, first: list[Operation]) -> None:
        """Look ahead once, the first operation being one of these, and note in the tree what came of it."""
        here: Branch | None = root
        self.passed.append(root)
        operation: Operation | None = self.select(root, first, self.p.side_to_act)
        depth = 0
        while operation is not None:
            if here is not None:
                here = self.enter(here, operation)
            depth += 1
            self.carry_out(operation)
            operation = self.next_operation(here, depth)
        self.note()

    def try_out(self, root: Branch, operation: Operation, dice: int) -> float:
        """Keep to an operation up to the horizon, the other side not thinking; what came of it is noted, and returned
        for side 0. With the same dice each kind of roll falls the same, whatever was fought before it: no operation
        looks better because of the weather."""
        self.dice = dice
        side = self.p.side_to_act
        self.passed.append(root)
        self.enter(root, operation)
        pauses = 0
        while self.played < LONGEST and self.settle_dice():
            if self.played and self.advice.pause(self.p):
                pauses += 1
                if pauses > self.horizon:
                    break
            option = self.advice.follow(self.p, operation) if self.p.side_to_act == side else None
            self.step(option if option is not None else self.advice.reply(self.p))
        return self.note()

    def note(self) -> float:
        """Note in every branch the run has come through what it is worth where it has ended."""
        value = self.worth()
        for branch in self.passed:
            branch.visits += 1
            branch.total += value
        return value

    def enter(self, here: Branch, operation: Operation) -> Branch | None:
        """The branch of an operation; nothing once the run has left the tree."""
        known = here.children.get(operation.key)
        if known is None:
            known = Branch()
            here.children[operation.key] = known
            self.passed.append(known)
            return None
        self.passed.append(known)
        return known

    def carry_out(self, operation: Operation) -> None:
        """Follow an operation to its end, at the latest to where somebody may set out for something new."""
        side = self.p.side_to_act
        began = self.played
        while not self.p.over and self.played < LONGEST:
            if not self.settle_dice() or (self.played > began and self.advice.pause(self.p)):
                return
            if self.p.side_to_act == side:
                option = self.advice.follow(self.p, operation)
                if option is None:
                    return
                self.step(option)
            else:
                self.step(self.advice.reply(self.p))

    def next_operation(self, here: Branch | None, depth: int) -> Operation | None:
        """Play on to where somebody sets out for something new; nothing if the run is to be valued there."""
        while not self.p.over and self.played < LONGEST:
            if not self.settle_dice():
                return None
            if depth >= self.horizon and self.advice.pause(self.p):
                return None
            side = self.p.side_to_act
            found = self.advice.operations(self.p, side)
            if found:
                return self.select(here, found, side)
            self.step(self.advice.reply(self.p))
        return None

    def select(self, here: Branch | None, found: list[Operation], side: int) -> Operation:
        """In the tree the operation with the best sum of result and curiosity; beyond it one by weight and luck."""
        total = sum(one.weight for one in found)
        if here is None:
            ticket = self.chance.random() * total
            for one in found:
                ticket -= one.weight
                if ticket < 0.0:
                    return one
            return found[-1]
        best = found[0]
        largest = -1.0
        mean = here.total / here.visits if here.visits else 0.5
        untried = mean if side == 0 else 1.0 - mean
        curiosity = CURIOSITY * sqrt(float(here.visits + 1))
        for one in found:
            known = here.children.get(one.key)
            share = one.weight / total
            if known is None or not known.visits:
                urgency = untried + curiosity * share
            else:
                won = known.total / known.visits
                urgency = (won if side == 0 else 1.0 - won) + curiosity * share / (1 + known.visits)
            if urgency > largest:
                largest = urgency
                best = one
        return best

    def settle_dice(self) -> bool:
        """Throw whatever dice are awaited; is a decision awaited now?"""
        p = self.p
        while not p.over and p.waits_for != DECISION:
            roll = p.roll()
            chance = self.chance if self.dice < 0 else self.dice_of(p.stack[-1])
            p.play(roll.pick(int(chance.random() * roll.total)))
            self.played += 1
        return not p.over

    def dice_of(self, step: int) -> Random:
        """The dice of a kind of roll."""
        found = self.rolls.get(step)
        if found is None:
            found = Random(1000 * self.dice + step)
            self.rolls[step] = found
        return found

    def step(self, option: Option) -> None:
        """Play a choice."""
        self.p.play(option)
        self.played += 1

    def worth(self) -> float:
        """What the game's advice makes of where the run has ended, for side 0: also of how clearly a game was won."""
        return self.advice.value(self.p, 0)


class OperationsPlayer(Player):
    """Sets out for the operation that most runs tried, and follows it. Runs by number repeat exactly."""

    def __init__(self, game: Game, seed: int, runs: int, seconds: float = 0.0) -> None:
        super().__init__(game, seed)
        self.runs = runs
        self.seconds = seconds
        self.following: Operation | None = None
        self.openings: dict[tuple[str, int, int, int], Option | None] = {}

    def choose(self, p: Position, progress: Progress | None = None) -> Option:
        """The next choice of the operation under way, or the first of a new one."""
        advice = self.game.advice()
        side = p.side_to_act
        options = p.options()
        if len(options) == 1:
            return options[0]
        seen = self.game.seen(p, side)
        found = advice.operations(seen, side)
        if not found:
            return legal(self.next_choice(seen), p, options)
        self.following = found[0] if len(found) == 1 else self.search(p, seen, found, progress)
        return legal(self.next_choice(seen), p, options)

    def next_choice(self, p: Position) -> Option:
        """What the operation under way asks for; without one, a sensible reply."""
        advice = self.game.advice()
        if self.following is not None:
            option = advice.follow(p, self.following)
            if option is not None:
                return option
        return advice.reply(p)

    def search(self, p: Position, seen: Position, found: list[Operation], progress: Progress | None) -> Operation:
        """Look ahead as often as the budget allows; the best of the trials, else the operation that was tried most.
        What is told of it comes from the position as its side sees it."""
        root, side = Branch(), p.side_to_act
        self.openings = {}
        began = perf_counter()
        advice = self.game.advice()
        made, runs = 0, advice.runs(p, self.runs)
        trials = Trials(found) if advice.tries else None
        dice = self.chance.getrandbits(32) if trials is not None else 0
        share = 0.0
        while share < 1.0:
            if trials is not None:
                operation, number = trials.next(share)
                chance = Random(dice + number)
                run = Run(self.game.imagine(p, side, chance), advice, chance)
                value = run.try_out(root, operation, dice + number)
                trials.note(operation, value if side == 0 else 1.0 - value)
            else:
                Run(self.game.imagine(p, side, self.chance), advice, self.chance).play(root, found)
            made += 1
            share = (perf_counter() - began) / self.seconds if self.seconds else made / runs
            if progress is not None:
                report = self.report(seen, side, root, ranked(root, side, found, trials))
                if not progress(min(share, 1.0), report):
                    break
        best = ranked(root, side, found, trials)
        self.last = self.report(seen, side, root, best)
        return best[0]

    def report(self, p: Position, side: int, root: Branch, ranked: list[Operation]) -> Report:
        """What the runs have found so far, each operation by the choice it begins with."""
        considered: list[Considered] = []
        for one in ranked:
            option = self.opening(p, one)
            visits, won, _ = standing(root, one, side)
            if option is not None and all(option != known.option for known in considered):
                considered.append(Considered(option, int(visits), won))
        chance = considered[0].chance if considered else 0.5
        return Report(considered, [considered[0].option] if considered else [], chance, root.visits)

    def opening(self, p: Position, operation: Operation) -> Option | None:
        """The choice an operation begins with, asked once a search: in some games a plan has to be made for it."""
        if operation.key not in self.openings:
            self.openings[operation.key] = self.game.advice().follow(p, operation)
        return self.openings[operation.key]


def ranked(root: Branch, side: int, found: list[Operation], trials: Trials | None) -> list[Operation]:
    """The operations, the best first: by their trials, else by how often they were tried."""
    if trials is not None:
        return trials.ranked()
    return sorted(found, key=lambda one: standing(root, one, side), reverse=True)


def standing(root: Branch, operation: Operation, side: int) -> tuple[float, float, float]:
    """How often an operation was tried, what came of it for a side, and how promising it looked."""
    known = root.children.get(operation.key)
    if known is None or not known.visits:
        return 0.0, 0.5, operation.weight
    won = known.total / known.visits
    return float(known.visits), won if side == 0 else 1.0 - won, operation.weight


def legal(wished: Option, p: Position, options: list[Option]) -> Option:
    """A choice as it is offered in the true position, or accepted there; otherwise the first one offered."""
    for option in options:
        if option == wished:
            return option
    if not p.objections(wished) and p.step.accepts(p, wished):
        return wished
    return options[0]
