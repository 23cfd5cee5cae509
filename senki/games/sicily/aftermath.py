"""What follows a combat die: losses, retreats and advances, side by side (17.15 to 17.21)."""

from __future__ import annotations

from typing import Final

NOBODY: Final = -1

DEFENCE: Final = 0
"""The defender has still to meet his number."""
DEFENDER: Final = 1
"""The defender meets it."""
ATTACK: Final = 2
ATTACKER: Final = 3
ADVANCES: Final = 4
"""Both have met theirs: the winner advances."""


class Aftermath:
    """The result of one attack, as far as it has been carried out."""

    def __init__(self, side: int, attack: int, defence: int, breakthrough: bool) -> None:
        self.side = side
        """The side that attacked."""
        self.numbers: list[int] = [attack, defence]
        """What the attacker and the defender have to meet (17.15)."""
        self.breakthrough = breakthrough
        self.targets: list[int] = []
        self.attackers: list[int] = []
        self.defenders: list[int] = []
        self.stage: int = DEFENCE
        """How far it has come: DEFENCE, DEFENDER, ATTACK, ATTACKER, ADVANCES."""
        self.losing: int = NOBODY
        """The side that meets its number now."""
        self.posts: list[int] = []
        """Hexes in which that side's participants stood in the combat."""
        self.hexes: int = NOBODY
        """Hexes its stacks go back; NOBODY before that is settled."""
        self.steps: int = 0
        """Steps it has still to lose."""
        self.hit: int = NOBODY
        """The unit that loses a step as soon as it has drawn its chit."""
        self.stacks: list[int] = []
        """Hexes whose stacks have still to go back, the next one first."""
        self.going: list[int] = []
        """The units that go back now and are still together."""
        self.been: list[int] = []
        """Hexes they have been in, the hex of the combat first."""
        self.togo: int = 0
        """Hexes they have still to go."""
        self.toll: int = 0
        """Steps those who go back have to lose: to enemy zones, or because no hex is open to them (17.17)."""
        self.parted: list[int] = []
        """Units of a stack that had to part, each of which has still to go on by itself, the next one first."""
        self.parted_been: list[int] = []
        """Where that stack had been when it parted."""
        self.parted_togo: int = 0
        self.path_starts: list[int] = []
        """Where each recorded path of retreat begins in `paths`."""
        self.paths: list[int] = []
        """Paths of retreat one after another, the hex that was left first."""
        self.vacated: list[int] = []
        """Hexes the loser has left or in which nobody of his is left."""
        self.reaches: list[int] = []
        """By vacated hex: hexes the winner may advance."""
        self.free: list[int] = []
        """By vacated hex: 1 if the loser was eliminated, so that after it the winner advances in any direction."""
        self.retired: int = 0
        """Bit 1: attackers went back, bit 2: defenders did."""
        self.winner: int = NOBODY
        self.advancing: list[int] = []
        """Units that may still advance, the one on its way first."""
        self.way: list[int] = []
        """Hexes the first of them has advanced through; empty while nobody is on the way."""

    def copy(self) -> Aftermath:
        """An independent copy."""
        twin = Aftermath(self.side, self.numbers[0], self.numbers[1], self.breakthrough)
        twin.targets, twin.attackers, twin.defenders = self.targets[:], self.attackers[:], self.defenders[:]
        twin.stage, twin.losing, twin.posts = self.stage, self.losing, self.posts[:]
        twin.hexes, twin.steps, twin.hit = self.hexes, self.steps, self.hit
        twin.stacks, twin.going, twin.been, twin.togo = self.stacks[:], self.going[:], self.been[:], self.togo
        twin.toll, twin.parted = self.toll, self.parted[:]
        twin.parted_been, twin.parted_togo = self.parted_been[:], self.parted_togo
        twin.path_starts, twin.paths = self.path_starts[:], self.paths[:]
        twin.vacated, twin.reaches, twin.free = self.vacated[:], self.reaches[:], self.free[:]
        twin.retired, twin.winner = self.retired, self.winner
        twin.advancing, twin.way = self.advancing[:], self.way[:]
        return twin

    def key(self) -> tuple[int, ...]:
        """All of it as numbers."""
        return (
            self.side, *self.numbers, int(self.breakthrough), len(self.targets), *self.targets, len(self.attackers),
            *self.attackers, len(self.defenders), *self.defenders, self.stage, self.losing, len(self.posts),
            *self.posts, self.hexes, self.steps, self.hit, len(self.stacks), *self.stacks, len(self.going),
            *self.going, len(self.been), *self.been, self.togo, self.toll, len(self.parted), *self.parted,
            len(self.parted_been), *self.parted_been, self.parted_togo, len(self.path_starts), *self.path_starts,
            len(self.paths), *self.paths, len(self.vacated), *self.vacated, *self.reaches, *self.free, self.retired,
            self.winner, len(self.advancing), *self.advancing, len(self.way), *self.way,
        )  # fmt: skip
