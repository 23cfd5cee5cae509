"""One combat under way: who attacks what, and what the die has said (chapter 8)."""

from __future__ import annotations

from typing import Final

ASSAULT: Final = 0
BOMBARDMENT: Final = 1
COUNTER: Final = 2
BATTLE_KINDS: Final = ["assault", "bombardment", "counter"]


class Battle:
    """An assault, a bombardment or a counter-attack."""

    def __init__(self, kind: int, side: int, target: int) -> None:
        self.kind = kind
        self.side = side
        """The attacking side."""
        self.target = target
        self.attackers: list[int] = []
        """Units adjacent to the target that assault it."""
        self.support: list[int] = []
        """Batteries that fire from a distance, the gunboat left out."""
        self.eligible: list[int] = []
        """Of a counter-attack: the units that may take part."""
        self.defenders: list[int] = []
        self.froms: list[int] = []
        """The hexes the attackers stood in, set when the die is thrown."""
        self.exposed: list[int] = []
        """The leaders of both sides with units that take part."""
        self.leader = -1
        self.defending_leader = -1
        self.gunboat = False
        self.defending_gunboat = False
        self.charge = False
        self.column = 0
        self.die = 0
        self.letters = 0
        """What the result counts as under fatigue, as bits of results (SHI-19.3.5)."""
        self.retreating: list[int] = []
        """Units that still have to retreat."""
        self.retreated: list[int] = []
        self.back = 0
        """How many hexes they go."""
        self.advancing: list[int] = []
        """Units that may advance."""
        self.open: list[int] = []
        """The hexes they may advance into."""
        self.gone: list[int] = []
        """The hexes units of this combat have advanced from, that leaders may follow."""

    def copy(self) -> Battle:
        """An independent copy."""
        twin = Battle(self.kind, self.side, self.target)
        twin.attackers = self.attackers[:]
        twin.support = self.support[:]
        twin.eligible = self.eligible[:]
        twin.defenders = self.defenders[:]
        twin.froms = self.froms[:]
        twin.exposed = self.exposed[:]
        twin.leader = self.leader
        twin.defending_leader = self.defending_leader
        twin.gunboat = self.gunboat
        twin.defending_gunboat = self.defending_gunboat
        twin.charge = self.charge
        twin.column = self.column
        twin.die = self.die
        twin.letters = self.letters
        twin.retreating = self.retreating[:]
        twin.retreated = self.retreated[:]
        twin.back = self.back
        twin.advancing = self.advancing[:]
        twin.open = self.open[:]
        twin.gone = self.gone[:]
        return twin

    def key(self) -> tuple[int, ...]:
        """The combat as numbers."""
        return (
            self.kind, self.side, self.target, self.leader, self.defending_leader, int(self.gunboat),
            int(self.defending_gunboat), int(self.charge), self.column, self.die, self.letters, self.back,
            len(self.attackers), *self.attackers, len(self.support), *self.support, len(self.eligible), *self.eligible,
            len(self.defenders), *self.defenders, len(self.froms), *self.froms, len(self.exposed), *self.exposed,
            len(self.retreating), *self.retreating, len(self.retreated), *self.retreated,
            len(self.advancing), *self.advancing, len(self.open), *self.open, len(self.gone), *self.gone,
        )  # fmt: skip
