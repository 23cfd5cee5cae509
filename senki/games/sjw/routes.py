"""How far it is: fields of prices to places, for whoever has the same ways open, made once and kept (chapter 6)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16

from senki.boards.hexes.fields import prices_to
from senki.boards.hexes.search import SHUT
from senki.games.sjw.counters import SIDE_OF
from senki.games.sjw.crossings import prices
from senki.games.sjw.goals import PLANNER
from senki.games.sjw.ground import Ground
from senki.games.sjw.limits import areas, closed
from senki.games.sjw.position import SjwPosition

FAR: Final = 400
"""Half points beyond which everything is equally far."""
NEAR: Final = 90
"""The same for places that are goals only today."""
AT_HAND: Final = 30
"""The same for enemies to attack."""
MOST_FIELDS: Final = 1500
MOST_ROUTES: Final = 48
MOST_ABOUT: Final = 64
ZONE_TOLL: Final[int] = int(PLANNER["going"]["zone_toll"])
HELD_TOLL: Final[int] = int(PLANNER["going"]["held_toll"])


class Routes:
    """The ways open to some units of a side, in some weather, with some bridges."""

    def __init__(self, ground: Ground, open_prices: vec[i16]) -> None:
        self.ground = ground
        self.prices = open_prices
        self.known: dict[int, vec[i16]] = {}
        self.at_hand: dict[int, vec[i16]] = {}
        self.lasting: dict[int, vec[i16]] = {}
        self.nearest: dict[tuple[int, ...], vec[i16]] = {}
        self.about: dict[tuple[int, ...], Routes] = {}
        """The same ways with the enemy on them, by where he is."""

    def to(self, hex: int, frm: int) -> vec[i16]:
        """Half points from each hex to one of them; as far as another one, where somebody is, if there is a way."""
        found = self.known.get(hex)
        if found is None:
            if len(self.known) >= MOST_FIELDS:
                self.known = {}
            found = prices_to(self.ground, self.prices, [hex], NEAR)
            self.known[hex] = found
        if found[frm] < NEAR:
            return found
        return self.to_place(-1 - hex, [hex])

    def up_to(self, hex: int) -> vec[i16]:
        """The same for an enemy one might come up with in a march or so: AT_HAND where it is farther."""
        found = self.at_hand.get(hex)
        if found is None:
            if len(self.at_hand) >= MOST_FIELDS:
                self.at_hand = {}
            found = prices_to(self.ground, self.prices, [hex], AT_HAND)
            self.at_hand[hex] = found
        return found

    def to_place(self, number: int, hexes: list[int]) -> vec[i16]:
        """Half points from each hex to the nearest of those of a numbered place of the scenario."""
        found = self.lasting.get(number)
        if found is None:
            found = prices_to(self.ground, self.prices, hexes, FAR)
            self.lasting[number] = found
        return found

    def to_any(self, hexes: list[int]) -> vec[i16]:
        """Half points from each hex to the nearest of many."""
        key = tuple(hexes)
        found = self.nearest.get(key)
        if found is None:
            if len(self.nearest) >= MOST_ABOUT:
                self.nearest = {}
            found = prices_to(self.ground, self.prices, hexes, FAR)
            self.nearest[key] = found
        return found

    def past(self, enemies: list[int], zones: list[list[int]]) -> Routes:
        """The same ways past enemies in these hexes, whose zones reach so far: a toll for every hex they hold up."""
        key = tuple(enemies)
        found = self.about.get(key)
        if found is None:
            if len(self.about) >= MOST_ABOUT:
                self.about = {}
            dear = self.prices[:]
            for enemy in enemies:
                self.charge(dear, enemy, HELD_TOLL)
                for hex in zones[enemy]:
                    self.charge(dear, hex, ZONE_TOLL)
            found = Routes(self.ground, dear)
            self.about[key] = found
        return found

    def charge(self, dear: vec[i16], hex: int, toll: int) -> None:
        """More for entering a hex, once."""
        for d in range(6):
            frm = self.ground.next[6 * hex + d]
            if frm >= 0:
                place = 6 * frm + (d + 3) % 6
                if dear[place] >= 0:
                    dear[place] = max(dear[place], self.prices[place] + toll)


KNOWN: Final[dict[tuple[str, str, int, int, int, tuple[int, ...]], Routes]] = {}


def routes_of(p: SjwPosition, unit: int) -> Routes:
    """The routes of a unit today: zones and enemies are left out, what the scenario closes to it is not."""
    side, bits = SIDE_OF[unit], areas(p, unit)
    key = (p.theatre.plan.name, p.ground.text, p.weather, side, bits, tuple(p.spans))
    found = KNOWN.get(key)
    if found is None:
        if len(KNOWN) >= MOST_ROUTES:
            KNOWN.clear()
        open_prices = prices(p, side)[:]
        shut = closed(p, unit)
        for place in range(6 * p.ground.size):
            to = p.ground.next[place]
            if to >= 0 and shut[to]:
                open_prices[place] = SHUT
        found = Routes(p.ground, open_prices)
        KNOWN[key] = found
    return found
