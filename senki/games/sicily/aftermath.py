"""What follows a combat die: losses, retreats and advances, side by side (17.15 to 17.21)."""

from __future__ import annotations

from typing import Final

NOBODY: Final = -1


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
        self.losing: int = NOBODY
        """The side that meets its number now."""
        self.hexes: int = 0
        """Hexes its stacks go back."""
        self.steps: int = 0
        """Steps it has still to lose."""
        self.stacks: list[int] = []
        """Hexes whose stacks have still to go back, the one that goes now first."""
        self.going: list[int] = []
        """The units of that stack that are still together."""
        self.been: list[int] = []
        """Hexes they have been in, the hex of the combat first."""
        self.togo: int = 0
        """Hexes they have still to go."""
        self.path_starts: list[int] = []
        """Where each recorded path of retreat begins in `paths`."""
        self.paths: list[int] = []
        """Paths of retreat one after another, the hex that was left first."""
        self.vacated: list[int] = []
        """Hexes the loser has left or in which nobody is left."""
        self.open_advance: int = 0
        """1 if the loser was eliminated: after the first hex the winner advances in any direction."""
        self.advance: int = 0
        """Hexes the winner may advance."""
        self.advancing: list[int] = []
        """Units that may still advance, the one on its way first."""
        self.advanced: int = 0
        """Hexes the first of them has advanced."""

    def copy(self) -> Aftermath:
        """An independent copy."""
        twin = Aftermath(self.side, self.numbers[0], self.numbers[1], self.breakthrough)
        twin.targets, twin.attackers, twin.defenders = self.targets[:], self.attackers[:], self.defenders[:]
        twin.losing, twin.hexes, twin.steps = self.losing, self.hexes, self.steps
        twin.stacks, twin.going, twin.been, twin.togo = self.stacks[:], self.going[:], self.been[:], self.togo
        twin.path_starts, twin.paths, twin.vacated = self.path_starts[:], self.paths[:], self.vacated[:]
        twin.open_advance, twin.advance = self.open_advance, self.advance
        twin.advancing, twin.advanced = self.advancing[:], self.advanced
        return twin

    def key(self) -> tuple[int, ...]:
        """All of it as numbers."""
        return (
            self.side, *self.numbers, int(self.breakthrough), len(self.targets), *self.targets, len(self.attackers),
            *self.attackers, len(self.defenders), *self.defenders, self.losing, self.hexes, self.steps,
            len(self.stacks), *self.stacks, len(self.going), *self.going, len(self.been), *self.been, self.togo,
            len(self.path_starts), *self.path_starts, len(self.paths), *self.paths, len(self.vacated), *self.vacated,
            self.open_advance, self.advance, len(self.advancing), *self.advancing, self.advanced,
        )  # fmt: skip
