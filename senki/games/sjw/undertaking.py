"""What is under way in an action: a march, alone or under a leader (chapters 5 and 6), and a combat (chapter 7)."""

from __future__ import annotations

from typing import Final

NOBODY: Final = -1

MARCH_ATTACK: Final = 0
ASSAULT_ATTACK: Final = 1
BATTLE_KINDS: Final = ["march", "assault"]


class March:
    """The march of one unit, and of those a leader has named to march after it."""

    def __init__(self) -> None:
        self.unit: int = NOBODY
        """Who marches now; NOBODY between two marches of an activation."""
        self.leader: int = NOBODY
        """The corps leader who has activated them."""
        self.companion: int = NOBODY
        """The activated unit the leader goes with (5.2.3)."""
        self.named: list[int] = []
        """Named units that have still to march."""
        self.rolled: list[int] = [0, 0]
        """The allowance of infantry and cavalry under a leader, in points; 0: not rolled."""
        self.start: int = NOBODY
        self.before: int = 0
        """Its fatigue before the march (21.1.2)."""
        self.points: int = 0
        """Half points left."""
        self.by_rail: bool = False
        self.moved: bool = False
        """It has left its hex."""
        self.halted: bool = False
        """It may not go on; it may still attack."""
        self.forced: bool = False
        """It has force marched, or was asked and did not before its first hex."""
        self.riders: list[int] = []
        """Leaders who go along."""
        self.to_ask: list[int] = []
        """Hexes of cavalry still to be asked whether it gives way, the next one first (7.7.3)."""

    def copy(self) -> March:
        """An independent copy."""
        twin = March()
        twin.unit, twin.leader, twin.companion = self.unit, self.leader, self.companion
        twin.named = self.named[:]
        twin.rolled = self.rolled[:]
        twin.start, twin.before, twin.points = self.start, self.before, self.points
        twin.by_rail, twin.moved, twin.halted, twin.forced = self.by_rail, self.moved, self.halted, self.forced
        twin.riders = self.riders[:]
        twin.to_ask = self.to_ask[:]
        return twin

    def key(self) -> tuple[int, ...]:
        """All of it as numbers."""
        return (
            self.unit, self.leader, self.companion, len(self.named), *self.named, *self.rolled, self.start, self.before,
            self.points, int(self.by_rail), int(self.moved), int(self.halted), int(self.forced),
            len(self.riders), *self.riders, len(self.to_ask), *self.to_ask,
        )  # fmt: skip


class Battle:
    """One attack: who attacks what, and what the dice have said."""

    def __init__(self, kind: int, side: int, target: int) -> None:
        self.kind = kind
        self.side = side
        """The attacking side."""
        self.target = target
        self.attackers: list[int] = []
        self.points: int = 0
        """Of a march attack: half points left, which decide its type."""
        self.leader: int = NOBODY
        """Of an assault: the corps leader."""
        self.grand: int = NOBODY
        """The army leader who has ordered a grand assault."""
        self.most: int = 0
        """How many more units may be committed."""
        self.defenders: list[int] = []
        """Who defends, set when the dice are thrown."""
        self.refused: bool = False
        self.artillery_die: int = 0
        """The die that settles half a point of artillery; 0: none was needed or thrown."""
        self.attacker_die: int = 0
        self.defender_die: int = 0
        self.difference: int = 0
        self.retreating: list[int] = []
        """Units that have still to go back, the one going now first."""
        self.steps: int = 0
        """Hexes the first of them has still to go."""
        self.been: list[int] = []
        """Hexes it has been in, the hex of the combat first."""
        self.hexes: list[int] = []
        """Hexes from which the attackers came, in order (7.8)."""
        self.evading: bool = False
        """Cavalry retreats before combat (7.7); losses are booked so."""
        self.voluntary: bool = False
        self.may_advance: bool = False
        self.rout: int = 0
        """1 for R, 2 for a starred one: what survivors are demoralized by once they have gone back."""

    def copy(self) -> Battle:
        """An independent copy."""
        twin = Battle(self.kind, self.side, self.target)
        twin.attackers = self.attackers[:]
        twin.points, twin.leader, twin.grand, twin.most = self.points, self.leader, self.grand, self.most
        twin.defenders = self.defenders[:]
        twin.refused, twin.artillery_die = self.refused, self.artillery_die
        twin.attacker_die, twin.defender_die, twin.difference = self.attacker_die, self.defender_die, self.difference
        twin.retreating, twin.steps = self.retreating[:], self.steps
        twin.been, twin.hexes = self.been[:], self.hexes[:]
        twin.evading, twin.voluntary, twin.may_advance = self.evading, self.voluntary, self.may_advance
        twin.rout = self.rout
        return twin

    def key(self) -> tuple[int, ...]:
        """All of it as numbers."""
        return (
            self.kind, self.side, self.target, len(self.attackers), *self.attackers, self.points, self.leader,
            self.grand, self.most, len(self.defenders), *self.defenders, int(self.refused), self.artillery_die,
            self.attacker_die, self.defender_die, self.difference, len(self.retreating), *self.retreating, self.steps,
            len(self.been), *self.been, len(self.hexes), *self.hexes, int(self.evading), int(self.voluntary),
            int(self.may_advance), self.rout,
        )  # fmt: skip
