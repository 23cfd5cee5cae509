"""Search over operations, for games too large to search choice by choice.

A run plays on from the position, dice and hidden facts drawn anew: each side sets out for an operation, follows it with
small choices, and then the other has its say, until so many operations are over; there the game's advice says what it
is worth. The tree holds what came of sequences of operations, no positions. What has been chosen is followed without
new search until it is done or something unforeseen happens. Where a side has few operations to choose from they are
tried against each other instead (`trials`).

How long it may look is counted in plays: the choices and rolls of the runs, and what the advice says its own thinking
costs (`Advice.labour`). So a decision takes as long as another of its level, and the same seed chooses the same.
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
UNBOUNDED: Final = 1 << 30
"""The plays a run may spend where the budget is a time."""


class Branch:
    """What came of an operation after those before it. Values are the chance of side 0 to win."""

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.children: dict[tuple[str, int, int, int], Branch] = {}


class Run:
    """One look ahead: it plays a copy of its own, as long as the budget lasts."""

    def __init__(self, p: Position, advice: Advice, chance: Random, most: int) -> None:
        self.p = p
        self.advice = advice
        self.chance = chance
        self.horizon: int = advice.horizon(p)
        self.most = most
        """Plays it may spend."""
        self.spent = 0
        """Choices and rolls so far, and the labour of thinking."""
        self.played = 0
        """Choices and rolls alone."""
        self.passed: list[Branch] = []
        self.dice = -1
        """Number of the dice of a try; each kind of roll has its own."""
        self.rolls: dict[int, Random] = {}

    @property
    def is_cut(self) -> bool:
        """Was the budget used up before the run came to its end? Then it says nothing."""
        return self.spent >= self.most

    def play(self, root: Branch, first: list[Operation]) -> bool:
        """Look ahead once, the first operation being one of these, and note in the tree what came of it; False if the
        budget did not last."""
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
        return self.note() >= 0.0

    def try_out(self, root: Branch, operation: Operation, dice: int) -> float:
        """Keep to an operation for a while, everybody else doing what he usually does, up to the horizon; what came of
        it is noted, and returned for side 0, below nought if the budget did not last. With the same dice each kind of
        roll falls the same, whatever was fought before it: no operation looks better because of the weather."""
        self.dice = dice
        side = self.p.side_to_act
        self.passed.append(root)
        self.enter(root, operation)
        kept: int = self.advice.kept(self.p)
        following: list[Operation | None] = [None, None]
        following[side] = operation
        pauses = 0
        while self.settle_dice():
            acting = self.p.side_to_act
            if self.advice.pause(self.p):
                pauses += 1 if self.played else 0
                if pauses > self.horizon:
                    break
                self.spent += self.advice.labour(self.p)
                if acting != side or pauses >= kept:
                    following[acting] = self.usual(acting)
            now = following[acting]
            option = self.advice.follow(self.p, now) if now is not None else None
            self.step(option if option is not None else self.advice.reply(self.p))
        return self.note()

    def usual(self, side: int) -> Operation | None:
        """The first of what a side may set out to do: what it does without thinking."""
        found = self.advice.operations(self.p, side)
        return found[0] if found else None

    def note(self) -> float:
        """Note in every branch the run has come through what it is worth where it has ended; -1 and nothing noted if
        the budget did not last."""
        if self.is_cut:
            return -1.0
        self.spent += self.advice.labour(self.p)
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
        while self.settle_dice():
            if self.played > began and self.advice.pause(self.p):
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
        while self.settle_dice():
            if depth >= self.horizon and self.advice.pause(self.p):
                return None
            side = self.p.side_to_act
            found = self.advice.operations(self.p, side)
            if found:
                self.spent += self.advice.labour(self.p)
                return self.select(here, found, side)
            self.step(self.advice.reply(self.p))
        return None

    def select(self, here: Branch | None, found: list[Operation], side: int) -> Operation:
        """In the tree the operation with the best sum of result and curiosity; beyond it one by weight and luck."""
        if here is None:
            return drawn(found, self.chance)
        total = sum(one.weight for one in found)
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
        """Throw whatever dice are awaited; is a decision awaited now that the run may still make?"""
        p = self.p
        while not p.over and p.waits_for != DECISION and self.goes_on():
            roll = p.roll()
            chance = self.chance if self.dice < 0 else self.dice_of(p.stack[-1])
            p.play(roll.pick(int(chance.random() * roll.total)))
            self.count()
        return not p.over and self.goes_on()

    def goes_on(self) -> bool:
        """Is there something left of the budget, and is the run not too long?"""
        return self.spent < self.most and self.played < LONGEST

    def count(self) -> None:
        """A choice or a roll has been played."""
        self.played += 1
        self.spent += 1

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
        self.count()

    def worth(self) -> float:
        """What the game's advice makes of where the run has ended, for side 0: also of how clearly a game was won."""
        return self.advice.value(self.p, 0)


class OperationsPlayer(Player):
    """Sets out for the operation that most runs tried, and follows it. A budget in plays repeats exactly; without one,
    and without seconds, it is a beginner who does what comes to his mind first, the promising more often."""

    def __init__(self, game: Game, seed: int, plays: int, seconds: float = 0.0) -> None:
        super().__init__(game, seed)
        self.plays = plays
        self.seconds = seconds
        self.spent = 0
        """Plays the latest search has spent."""
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
        if not self.plays and not self.seconds:
            return drawn(found, self.chance)
        root, side = Branch(), p.side_to_act
        self.openings = {}
        began = perf_counter()
        advice = self.game.advice()
        budget = max(1, int(self.plays * advice.share(p)))
        trials = Trials(found) if advice.tries else None
        dice = self.chance.getrandbits(32) if trials is not None else 0
        made, share = 0, 0.0
        self.spent = 0
        while share < 1.0:
            most = UNBOUNDED if self.seconds else budget - self.spent
            if trials is not None:
                operation, number = trials.next(share)
                chance = Random(dice + number)
                run = Run(self.game.imagine(p, side, chance), advice, chance, most)
                value = run.try_out(root, operation, dice + number)
                if value >= 0.0:
                    trials.note(operation, value if side == 0 else 1.0 - value)
            else:
                run = Run(self.game.imagine(p, side, self.chance), advice, self.chance, most)
                run.play(root, found)
            made += 1
            self.spent += run.spent
            if self.seconds:
                share = (perf_counter() - began) / self.seconds
            else:  # a run that the budget will not last for is not begun
                share = (self.spent + self.spent / made) / budget
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


def drawn(found: list[Operation], chance: Random) -> Operation:
    """One of the operations, the more likely the more promising it looks."""
    ticket = chance.random() * sum(one.weight for one in found)
    for one in found:
        ticket -= one.weight
        if ticket < 0.0:
            return one
    return found[-1]


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
