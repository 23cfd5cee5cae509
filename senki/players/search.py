"""Monte-Carlo tree search with chance nodes, for any game of the contract.

Priors and the value of a leaf come from the game's advice. A chance node visits its outcomes in proportion to their
odds, always the one that is most behind, so the dice of the tree are as fair as its size allows. Equal positions are
one node, whatever way leads there, and what was found out about the position that comes about is kept for the next
choice. Where a game hides something, several trees grow from positions the side cannot tell apart and vote with their
visits.
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
DEEPEST: Final = 400
"""No way down is longer: where choices can be undone the same positions come again."""


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
        self.tried: list[int] = []
        """How often each option was gone down from here; its child may have been reached from elsewhere too."""

    def open(self, options: list[Option], shares: list[float], looks: list[float]) -> None:
        """Give the node its options."""
        self.options = options
        self.shares = shares
        self.looks = looks
        self.children = [None] * len(options)
        self.tried = [0] * len(options)

    def look(self, number: int) -> float:
        """The chance of side 0 after an option, as one look ahead saw it; -1 if nobody looked."""
        if not self.looks:
            return -1.0
        return self.looks[number] if self.side == 0 else 1.0 - self.looks[number]


class Tree:
    """What grows from one root. Every position has one node, however it is reached."""

    def __init__(self, root: Position, advice: Advice, chance: Random) -> None:
        self.advice = advice
        self.chance = chance
        self.known: dict[tuple[int, ...], Node] = {}
        self.root = self.node_of(root, -1.0)
        self.open_node(self.root)

    def node_of(self, p: Position, look: float) -> Node:
        """The node of a position; a new one gets its first value: the look ahead that led here, if there was one."""
        key = p.key()
        node = self.known.get(key)
        if node is None:
            node = self.first_seen(p, look)
            self.known[key] = node
        return node

    def first_seen(self, p: Position, look: float) -> Node:
        """A node for a position that is seen for the first time."""
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
            advice = self.advice
            options = advice.distinct(p, p.options())
            if len(options) < 2:
                node.open(options, [1.0], [])
                return
            shares = advice.priors(p, options)
            looks = advice.weigh(p, options) if advice.weighs_by_value or not shares else []
            node.open(options, shares or soften(looks), looks if advice.weighs_by_value else [])

    def grow(self) -> None:
        """One iteration: walk down to a new node, look at it, and carry its value back up."""
        node = self.root
        path: list[Node] = [node]
        while node.side != TERMINAL and len(path) < DEEPEST:
            if not node.options:
                self.open_node(node)
            if node.side == DRAWN:
                number = most_behind(node)
            elif len(node.options) == 1:
                number = 0
            else:
                number = most_urgent(node, self.advice.curiosity)
            child = node.children[number]
            node.tried[number] += 1
            if child is None:
                after = node.position.copy()
                after.play(node.options[number])
                child = self.node_of(after, node.look(number))
                node.children[number] = child
            path.append(child)
            node = child
            if child.visits == 0:
                break
        value = node.first_value
        for passed in path:
            passed.visits += 1
            passed.total += value

    def moved_to(self, p: Position) -> bool:
        """Go on from a position that has come about, if it was looked at; what can no longer come is forgotten."""
        node = self.known.get(p.key())
        if node is None or not node.options:
            return False
        self.root = node
        kept: dict[tuple[int, ...], Node] = {}
        ahead = [node]
        while ahead:
            here = ahead.pop()
            key = here.position.key()
            if key in kept:
                continue
            kept[key] = here
            for child in here.children:
                if child is not None:
                    ahead.append(child)
        self.known = kept
        return True


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
        behind = node.shares[number] * (node.visits + 1) - node.tried[number]
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
            urgency = won + curiosity * node.shares[number] / (1 + node.tried[number])
        if urgency > largest:
            largest = urgency
            best = number
    return best


class SearchPlayer(Player):
    """Searches until its budget of nodes or seconds is used. Runs by nodes repeat exactly with the same seed."""

    def __init__(self, game: Game, seed: int, nodes: int, seconds: float = 0.0, advice: Advice | None = None) -> None:
        super().__init__(game, seed)
        self.advice: Advice = advice or game.advice()
        self.nodes = nodes
        self.seconds = seconds
        self.tree: Tree | None = None
        """What was found out at the last choice, in a game that hides nothing."""

    def choose(self, p: Position, progress: Progress | None = None) -> Option:
        """The option visited most."""
        side = p.side_to_act
        options = p.options()
        trees = self.trees(p, side, len(options) > 1 and self.game.hides(p, side))
        # Whether there is anything to think about is asked of the imagined positions: the true one is not its to know.
        if any(len(tree.root.options) > 1 for tree in trees):
            self.think(trees, side, progress)
        self.last = report(trees, side)
        liked = [considered.option for considered in self.last.considered]
        return (offered(liked, options) or options)[0]

    def trees(self, p: Position, side: int, hidden: bool) -> list[Tree]:
        """Where to search: what is known already, or anew; where something is hidden, in several imagined positions."""
        if hidden:
            self.tree = None
            worlds = range(self.advice.worlds())
            return [Tree(self.game.imagine(p, side, self.chance), self.advice, self.chance) for _ in worlds]
        if self.tree is None or not self.tree.moved_to(p):
            self.tree = Tree(p.copy(), self.advice, self.chance)
        return [self.tree]

    def think(self, trees: list[Tree], side: int, progress: Progress | None) -> None:
        """Grow the trees in turn until the budget is used or the watcher wants an answer."""
        start = perf_counter()
        looked = start
        grown = sum(tree.root.visits for tree in trees)
        while not self.nodes or grown < self.nodes:
            for tree in trees:
                tree.grow()
            grown += len(trees)
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
        for number, option in enumerate(tree.root.options):
            tried, child = tree.root.tried[number], tree.root.children[number]
            named[option.text] = option
            visits[option.text] = visits.get(option.text, 0) + tried
            if child is not None:
                won[option.text] = won.get(option.text, 0.0) + tried * child.total / child.visits
    considered: list[Considered] = []
    for text, option in named.items():
        chance = won[text] / visits[text] if visits[text] else trees[0].root.first_value
        considered.append(Considered(option, visits[text], chance if side == 0 else 1.0 - chance))
    considered.sort(key=lambda c: (-c.visits, -c.chance, c.option.text))
    nodes = sum(len(tree.known) for tree in trees)
    return Report(considered, principal_line(trees[0].root), considered[0].chance, nodes)


def principal_line(node: Node, limit: int = 8) -> list[Option]:
    """The choices both sides are expected to make, through the likeliest dice."""
    line: list[Option] = []
    here: Node | None = node
    while here is not None and here.options and len(line) < limit:
        best = here.tried.index(max(here.tried))
        after = here.children[best]
        if here.side != DRAWN and after is not None:
            line.append(here.options[best])
        here = after
    return line
