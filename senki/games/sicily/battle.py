"""An attack of the list, and the one that is being resolved, up to its die (17.1 to 17.14)."""

from __future__ import annotations


class Attack:
    """Who attacks which hexes."""

    def __init__(self) -> None:
        self.targets: list[int] = []
        """Defending hexes, the first one named first."""
        self.units: list[int] = []
        """Attacking units."""
        self.places: list[int] = []
        """The hex each of them was in when the list was made: whoever has left it drops out (17.1a)."""

    def copy(self) -> Attack:
        """An independent copy."""
        twin = Attack()
        twin.targets, twin.units, twin.places = self.targets[:], self.units[:], self.places[:]
        return twin

    def key(self) -> tuple[int, ...]:
        """All of it as numbers."""
        return (len(self.targets), *self.targets, len(self.units), *self.units, *self.places)


class Battle:
    """One attack while it is resolved."""

    def __init__(self, side: int) -> None:
        self.side = side
        """The attacking side."""
        self.targets: list[int] = []
        self.attackers: list[int] = []
        self.defenders: list[int] = []
        """Who defends: by hex one regiment named, and everybody that is no regiment."""
        self.to_name: list[int] = []
        """Hexes whose owner has still to name the regiment that defends, the next one first."""
        self.asked: int = 0
        """How far the declarations of support have come (see support.py)."""
        self.attack_guns: list[int] = []
        """Artillery that supports the attack."""
        self.defence_guns: list[int] = []
        self.air: int = 0
        """0 no air point (or one that has failed), 1 one that has to roll, 2 one of emergency bombing, 3 a success."""
        self.naval: int = 0
        """Points of naval gunfire committed."""
        self.naval_rolls: int = 0
        """British points that have still to roll."""
        self.naval_hits: int = 0

    def copy(self) -> Battle:
        """An independent copy."""
        twin = Battle(self.side)
        twin.targets, twin.attackers, twin.defenders = self.targets[:], self.attackers[:], self.defenders[:]
        twin.to_name, twin.asked = self.to_name[:], self.asked
        twin.attack_guns, twin.defence_guns = self.attack_guns[:], self.defence_guns[:]
        twin.air, twin.naval = self.air, self.naval
        twin.naval_rolls, twin.naval_hits = self.naval_rolls, self.naval_hits
        return twin

    def key(self) -> tuple[int, ...]:
        """All of it as numbers."""
        return (
            self.side, len(self.targets), *self.targets, len(self.attackers), *self.attackers, len(self.defenders),
            *self.defenders, len(self.to_name), *self.to_name, self.asked,
            len(self.attack_guns), *self.attack_guns, len(self.defence_guns), *self.defence_guns, self.air, self.naval,
            self.naval_rolls, self.naval_hits,
        )  # fmt: skip
