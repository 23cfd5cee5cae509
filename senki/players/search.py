"""Monte-Carlo tree search with chance nodes, for any game of the contract.

Priors and the value of a leaf come from the game's advice. A chance node visits its outcomes in proportion to their
odds, always the one that is most behind, so the dice of the tree are as fair as its size allows. Where a game hides
something, several trees grow from positions the side cannot tell apart and vote with their visits.
"""

from __future__ import annotations

from math import exp, sqrt
from random import Random
from time import perf_counter
from typing import Final

from senki.engine.game import Advice, Game
from senki.engine.option import Option
from senki.engine.position import CHANCE, Position
from senki.players.base import Considered, Player, Progress, Report, offered

TERMINAL: Final = -2
DRAWN: Final = -1
"""Node sides besides the players' numbers: the game is over; dice decide."""

PRIOR_SHARPNESS: Final = 14.0
"""How strongly a better first look raises an option's prior."""
FIRST_URGENCY: Final = 0.06
"""An option not yet tried is expected to be this much worse than its node so far."""
LOOK_EVERY: Final = 200
"""Nodes between two looks at the clock …"""
LOOK_AFTER: Final = 0.2
"""… or seconds, in a game whose nodes take long."""


class Node:
    """A position of the tree and what became of it. Values are the chance of side 0 to win.

    It learns its options only when it is visited again: most nodes never are.
    """

    def __init__(self, position: Position, side: int, value: float) -> None:
        self.position = position
        self.side = side
        self.first_value = value
        self.visits = 0
        self.total = 0.0
        self.options: list[Option] = []
        """What may be chosen; at a chance node one outcome of each effect."""
        self.shares: list[float] = []
        """The prior of each option, or the odds of each outcome."""
        self.looks: list[float] = []
        """What one look ahead says of each option, if it was needed for the priors."""
        self.children: list[Node | None] = []

    def open(self, options: list[Option], shares: list[float], looks: list[float]) -> None:
        """Give the node its options."""
        self.options = options
        self.shares = shares
        self.looks = looks
        self.children = [None] * len(options)

    def look(self, number: int) -> float:
        """The chance of side 0 after an option, as one look ahead saw it; -1 if nobody looked."""
        if not self.looks:
            return -1.0
        return self.looks[number] if self.side == 0 else 1.0 - self.looks[number]


class Tree:
    """One tree from one root."""

    def __init__(self, root: Position, advice: Advice, chance: Random) -> None:
        self.advice = advice
        self.chance = chance
        self.size = 0
        self.root = self.make_node(root)
        self.open_node(self.root)

    def make_node(self, p: Position, look: float = -1.0) -> Node:
        """A node for a position, with its first value: the look ahead that led here, if there was one."""
        self.size += 1
        result = p.result
        if result is not None:
            return Node(p, TERMINAL, 0.5 if result.winner < 0 else 1.0 if result.winner == 0 else 0.0)
        value = look if look >= 0.0 else self.advice.outlook(p, 0, self.chance)
        return Node(p, DRAWN if p.waits_for == CHANCE else p.side_to_act, value)

    def open_node(self, node: Node) -> None:
        """Find out what may happen at a node and how likely or promising each is."""
        p = node.position
        if node.side == DRAWN:
            open_chance_node(node)
        else:
            options = self.advice.distinct(p, p.options())
            looks = self.advice.weigh(p, options) if len(options) > 1 else []
            node.open(options, soften(looks) if looks else [1.0], looks if self.advice.weighs_by_value else [])

    def grow(self) -> None:
        """One iteration: walk down to a new node, look at it, and carry its value back up."""
        node = self.root
        path: list[Node] = [node]
        while node.side != TERMINAL:
            if not node.options:
                self.open_node(node)
            if node.side == DRAWN:
                number = most_behind(node)
            elif len(node.options) == 1:
                number = 0
            else:
                number = most_urgent(node, self.advice.curiosity)
            child = node.children[number]
            if child is None:
                after = node.position.copy()
                after.play(node.options[number])
                child = self.make_node(after, node.look(number))
                node.children[number] = child
                path.append(child)
                node = child
                break
            path.append(child)
            node = child
        value = node.first_value
        for passed in path:
            passed.visits += 1
            passed.total += value


def open_chance_node(node: Node) -> None:
    """Take the outcomes of a roll together by what they do."""
    roll = node.position.roll()
    outcomes: list[Option] = []
    shares: list[float] = []
    place: dict[int, int] = {}
    for i in range(len(roll.outcomes)):
        effect = roll.effects[i]
        if effect not in place:
            place[effect] = len(outcomes)
            outcomes.append(roll.outcomes[i])
            shares.append(0.0)
        shares[place[effect]] += roll.weights[i] / roll.total
    node.open(outcomes, shares, [])


def soften(weights: list[float]) -> list[float]:
    """Priors from weights: a softmax, so that every option keeps a chance to be looked at."""
    best = max(weights)
    shares = [exp((weight - best) * PRIOR_SHARPNESS) for weight in weights]
    total = sum(shares)
    return [share / total for share in shares]


def most_behind(node: Node) -> int:
    """The outcome that has come up least for its odds."""
    best = 0
    largest = -1.0
    for number in range(len(node.options)):
        child = node.children[number]
        seen = child.visits if child is not None else 0
        behind = node.shares[number] * (node.visits + 1) - seen
        if behind > largest:
            largest = behind
            best = number
    return best


def most_urgent(node: Node, explore: float) -> int:
    """The option with the best sum of result and curiosity for the side that chooses (PUCT)."""
    curiosity = explore * sqrt(float(node.visits + 1))
    mean = node.total / node.visits if node.visits else node.first_value
    untried = (mean if node.side == 0 else 1.0 - mean) - FIRST_URGENCY
    best = 0
    largest = -1.0
    for number in range(len(node.options)):
        child = node.children[number]
        if child is None:
            urgency = untried + curiosity * node.shares[number]
        else:
            won = child.total / child.visits
            if node.side != 0:
                won = 1.0 - won
            urgency = won + curiosity * node.shares[number] / (1 + child.visits)
        if urgency > largest:
            largest = urgency
            best = number
    return best


class SearchPlayer(Player):
    """Searches until its budget of nodes or seconds is used. Runs by nodes repeat exactly with the same seed."""

    def __init__(self, game: Game, seed: int, nodes: int, seconds: float = 0.0) -> None:
        super().__init__(game, seed)
        self.nodes = game.advice().budget(nodes) if nodes else 0
        self.seconds = seconds

    def choose(self, p: Position, progress: Progress | None = None) -> Option:
        """The option visited most."""
        side = p.side_to_act
        options = p.options()
        count = self.game.advice().worlds() if len(options) > 1 and self.game.hides(p, side) else 1
        trees = [Tree(self.game.imagine(p, side, self.chance), self.game.advice(), self.chance) for _ in range(count)]
        # Whether there is anything to think about is asked of the imagined positions: the true one is not its to know.
        if any(len(tree.root.options) > 1 for tree in trees):
            self.think(trees, side, progress)
        self.last = report(trees, side)
        liked = [considered.option for considered in self.last.considered]
        return (offered(liked, options) or options)[0]

    def think(self, trees: list[Tree], side: int, progress: Progress | None) -> None:
        """Grow the trees in turn until the budget is used or the watcher wants an answer."""
        start = perf_counter()
        looked = start
        grown = 0
        while True:
            for tree in trees:
                tree.grow()
            grown += len(trees)
            if self.nodes and grown >= self.nodes:
                return
            now = perf_counter()
            if grown % LOOK_EVERY < len(trees) or now - looked >= LOOK_AFTER:
                looked = now
                used = now - start
                if self.seconds and used >= self.seconds:
                    return
                share = used / self.seconds if self.seconds else grown / self.nodes
                if progress is not None and not progress(share, report(trees, side)):
                    return


def report(trees: list[Tree], side: int) -> Report:
    """What the trees have found so far, the most visited option first."""
    visits: dict[str, int] = {}
    won: dict[str, float] = {}
    named: dict[str, Option] = {}
    for tree in trees:
        for option, child in zip(tree.root.options, tree.root.children, strict=True):
            named[option.text] = option
            visits[option.text] = visits.get(option.text, 0) + (child.visits if child is not None else 0)
            won[option.text] = won.get(option.text, 0.0) + (child.total if child is not None else 0.0)
    considered: list[Considered] = []
    for text, option in named.items():
        chance = won[text] / visits[text] if visits[text] else trees[0].root.first_value
        considered.append(Considered(option, visits[text], chance if side == 0 else 1.0 - chance))
    considered.sort(key=lambda c: (-c.visits, -c.chance, c.option.text))
    nodes = sum(tree.size for tree in trees)
    return Report(considered, principal_line(trees[0].root), considered[0].chance, nodes)


def principal_line(node: Node, limit: int = 8) -> list[Option]:
    """The choices both sides are expected to make, through the likeliest dice."""
    line: list[Option] = []
    here: Node | None = node
    while here is not None and here.options and len(line) < limit:
        best = 0
        for number, child in enumerate(here.children):
            chosen = here.children[best]
            if child is not None and (chosen is None or child.visits > chosen.visits):
                best = number
        after = here.children[best]
        if here.side != DRAWN and after is not None:
            line.append(here.options[best])
        here = after
    return line
