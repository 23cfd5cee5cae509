"""What a sensible player of Monmouth thinks of: a first look at every option, and a few of them considered."""

from __future__ import annotations

from typing import Final

from senki.engine.game import Advice
from senki.engine.network import Network, packaged_network
from senki.engine.option import Option
from senki.games.monmouth.board import BRITISH
from senki.games.monmouth.estimate import british_chance, eagerness
from senki.games.monmouth.features import BY_HAND, FEATURES, features_of
from senki.games.monmouth.hiding import sighted
from senki.games.monmouth.options import PASS, STAND
from senki.games.monmouth.position import GENERIC, RESERVES, WAITING, MonmouthPosition
from senki.games.monmouth.purposes import order_sense
from senki.games.monmouth.quick import few, next_piece
from senki.games.monmouth.steps import ACT, ALTER_ORDER, PIECE, RIDE, WRITE_ORDERS

FEW: Final = 6
"""So many options of a piece are thought through; the others are left after the first look."""
FEW_RIDES: Final = 3
EFFORT: Final = (0, 60, 600, 4000)
"""Nodes a decision, by level; the first is a beginner's."""


class MonmouthAdvice(Advice[MonmouthPosition]):
    """The chance to win from farms, troops and fights."""

    curiosity = 0.15
    narrows = True

    def __init__(self, network: Network | None = None) -> None:
        super().__init__(network or packaged_network("senki.games.monmouth", "monmouth", FEATURES))

    def feature_names(self) -> list[str]:
        """What each side has and where, the fights at hand, and the time."""
        return FEATURES

    def features(self, p: MonmouthPosition) -> list[float]:
        """A position as the network sees it."""
        return features_of(p)

    def start_weights(self) -> list[float]:
        """The value written by hand is one of the features."""
        return BY_HAND

    def effort(self, level: int) -> int:
        """A game has some hundred decisions a side, and a node is dear: where a piece can go takes long to find out."""
        return EFFORT[level - 1]

    def worlds(self) -> int:
        """Two guesses at who stands behind the enemy's blocks."""
        return 2

    def value(self, p: MonmouthPosition, side: int) -> float:
        """The estimated chance of a side to win, half of a draw counted.

        By hand where the network has learned nothing, with generic victory, and little, with hidden reserves.
        """
        if p.result is not None:
            return 0.5 if p.result.winner < 0 else 1.0 if p.result.winner == side else 0.0
        network = self.network
        by_hand = p.on(GENERIC) or p.on(RESERVES)
        british = british_chance(p) if by_hand or network is None else network.chance(features_of(p))
        return british if side == BRITISH else 1.0 - british

    def weigh(self, p: MonmouthPosition, options: list[Option]) -> list[float]:
        """One look ahead; which piece to pick, trains, and orders, by a rule of thumb. An HQ still to come comes."""
        if p.stack[-1] == ACT:
            return [eagerness(p, option) for option in options]
        if p.stack[-1] == WRITE_ORDERS:
            return [order_sense(p, option) for option in options]
        weights = super().weigh(p, options)
        if p.stack[-1] == RIDE and p.place[p.selected] == WAITING:
            # What an HQ that is there may do, alter the order or relieve Lee, no value of a position says.
            return [0.0 if o.verb == "stand" else weight for o, weight in zip(options, weights, strict=True)]
        return weights

    def distinct(self, p: MonmouthPosition, options: list[Option]) -> list[Option]:
        """The order of pieces and written orders are not thought over; of moves and rides the few best are."""
        step = p.stack[-1]
        if step not in (ACT, PIECE, RIDE, WRITE_ORDERS):
            return options
        most = FEW if step == PIECE else FEW_RIDES if step == RIDE else 1
        weights = self.weigh(p, options)
        ranked = sorted(range(len(options)), key=lambda number: (-weights[number], number))
        return [options[number] for number in ranked[:most]]

    def choices(self, p: MonmouthPosition, ahead: bool) -> list[Option]:
        """Ahead a piece does what comes to mind, HQs on the field stay, and nobody alters the order."""
        step = p.stack[-1]
        if ahead:
            if step == PIECE:
                return few(sighted(p), p.selected)
            if step == ACT:
                return [next_piece(p)]
            if step == ALTER_ORDER:
                return [PASS]
            if step == RIDE and p.place[p.selected] != WAITING:
                return [STAND[p.selected]]
        return self.distinct(p, p.options())
