"""Movement search: the hexes a unit can reach under its game's costs, stops and prohibitions, and why not the others.

Costs are whole numbers in the game's smallest unit (half a movement point, say). The search keeps, for each hex, the
cheapest arrival of all and the cheapest from which the unit may go on: an arrival that must stop (a battery in a
stream, an enemy zone) may be cheaper than one that need not.
"""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.hexmap import HexMap

PROHIBITED: Final = -1
"""A step that may not be made at any price."""

NO_WAY: Final = 0
CLOSED: Final = 1
STOPPED: Final = 2
TOO_FAR: Final = 3


class Mover:
    """What a game says of the unit that moves. A game overrides what it needs; directions lead from `frm` to `to`."""

    def cost(self, frm: int, to: int, direction: int) -> int:
        """The cost of a step, or PROHIBITED."""
        return 1

    def stops(self, frm: int, to: int, direction: int) -> bool:
        """Must the unit stop after this step?"""
        return False

    def may_force(self, frm: int, to: int, direction: int) -> bool:
        """May the unit make this step as its only one although it costs more than it has (a minimum move)?"""
        return False

    def closed_by(self, frm: int, to: int, direction: int) -> str:
        """The clause that prohibits a step."""
        return ""

    def stopped_by(self, frm: int, to: int, direction: int) -> str:
        """The clause that makes the unit stop after a step."""
        return ""

    def spent_by(self) -> str:
        """The clause that limits how far the unit goes."""
        return ""


class TableMover(Mover):
    """A mover whose costs and stops lie in lists by 6 * hex + direction, and whose clauses are fixed."""

    def __init__(self, costs: list[int], stops: list[bool], force: bool, clauses: tuple[str, str, str]) -> None:
        self.costs = costs
        self.halts = stops
        self.force = force
        self.clauses = clauses
        """What closes a step, what stops the unit, what limits it."""

    def cost(self, frm: int, to: int, direction: int) -> int:
        """The cost from the list."""
        return self.costs[6 * frm + direction]

    def stops(self, frm: int, to: int, direction: int) -> bool:
        """The stop from the list."""
        return self.halts[6 * frm + direction]

    def may_force(self, frm: int, to: int, direction: int) -> bool:
        """The same for every step."""
        return self.force

    def closed_by(self, frm: int, to: int, direction: int) -> str:
        """The clause that closes steps."""
        return self.clauses[0]

    def stopped_by(self, frm: int, to: int, direction: int) -> str:
        """The clause that stops the unit."""
        return self.clauses[1]

    def spent_by(self) -> str:
        """The clause that limits the unit."""
        return self.clauses[2]


class Cause:
    """Why a hex is not reached: NO_WAY, CLOSED, STOPPED or TOO_FAR, at which step, and under which clause."""

    def __init__(self, kind: int, frm: int, to: int, clause: str, needs: int) -> None:
        self.kind = kind
        self.frm = frm
        self.to = to
        self.clause = clause
        self.needs = needs
        """For TOO_FAR: the allowance that would reach `to`, -1 for the others."""


class Search:
    """A search over one map. Its lists are made once and used again by each run."""

    def __init__(self, map: HexMap) -> None:
        size = map.size
        self.map = map
        self.best: list[int] = [-1] * size
        """The cheapest cost to each hex, -1 where the unit does not get; 0 at its start."""
        self.going: list[int] = [-1] * size
        """The cheapest cost to arrive and still be allowed to go on, -1 if there is none."""
        self.reached: list[int] = []
        """The hexes the unit gets to, cheapest first, its start left out."""
        self.start = -1
        self.allowance = 0
        self._mover: Mover = Mover()
        self._back: list[int] = [-1] * size
        self._back_going: list[int] = [-1] * size
        # a bucket queue: for each cost a chain of entries, kept in lists that are never made anew
        self._head: list[int] = []
        self._entry_hex: list[int] = [0] * (6 * size + 1)
        self._entry_next: list[int] = [-1] * (6 * size + 1)
        self._touched: list[int] = []

    def run(self, start: int, allowance: int, mover: Mover) -> None:
        """Find every hex that can be reached from here for at most this much."""
        self._clear(start, allowance, mover)
        best, going = self.best, self.going
        back, back_going = self._back, self._back_going
        head, entry_hex, entry_next = self._head, self._entry_hex, self._entry_next
        neighbour = self.map.neighbour
        touched = self._touched
        best[start] = 0
        going[start] = 0
        touched.append(start)
        entry_hex[0] = start
        entry_next[0] = -1
        head[0] = 0
        used = 1
        for spent in range(allowance + 1):
            # a step may cost nothing, so the chain of this cost can grow while it is read
            while head[spent] >= 0:
                entry = head[spent]
                head[spent] = entry_next[entry]
                here = entry_hex[entry]
                if going[here] != spent:
                    continue
                row = 6 * here
                for d in range(6):
                    there = neighbour[row + d]
                    if there < 0 or there == start:
                        continue
                    price = mover.cost(here, there, d)
                    if price < 0:
                        continue
                    total = spent + price
                    if total > allowance:
                        if here != start or best[there] >= 0 or not mover.may_force(here, there, d):
                            continue
                        best[there] = total
                        back[there] = here
                        touched.append(there)
                        continue
                    known = best[there]
                    if known < 0:
                        touched.append(there)
                    if known < 0 or total < known:
                        best[there] = total
                        back[there] = here
                    known = going[there]
                    if (known < 0 or total < known) and not mover.stops(here, there, d):
                        going[there] = total
                        back_going[there] = here
                        entry_hex[used] = there
                        entry_next[used] = head[total]
                        head[total] = used
                        used += 1
        self._order()

    def _clear(self, start: int, allowance: int, mover: Mover) -> None:
        best, going = self.best, self.going
        for hex in self._touched:
            best[hex] = -1
            going[hex] = -1
            self._back[hex] = -1
            self._back_going[hex] = -1
        self._touched.clear()
        self.reached.clear()
        head = self._head
        for i in range(len(head)):
            head[i] = -1
        while len(head) <= allowance:
            head.append(-1)
        self.start = start
        self.allowance = allowance
        self._mover = mover

    def _order(self) -> None:
        """`reached` by cost, then by number."""
        reached = self.reached
        for hex in self._touched:
            if hex != self.start:
                reached.append(hex)
        reached.sort(key=self._rank)

    def _rank(self, hex: int) -> int:
        return self.best[hex] * self.map.size + hex

    def path(self, hex: int) -> list[int]:
        """The hexes of the cheapest way to a reached hex, the start first; empty if it is not reached."""
        if self.best[hex] < 0:
            return []
        way = [hex]
        if hex != self.start:
            way.append(self._back[hex])
        while way[-1] != self.start:
            way.append(self._back_going[way[-1]])
        way.reverse()
        return way

    def why_not(self, goal: int) -> Cause | None:
        """The nearest cause that keeps the unit from a hex, None if it gets there: from the goal outward, the first
        reached hexes are looked at, and of the obstacles there the one the unit meets soonest is named."""
        if self.best[goal] >= 0:
            return None
        neighbour, best = self.map.neighbour, self.best
        seen = [False] * self.map.size
        seen[goal] = True
        layer = [goal]
        while layer:
            found: Cause | None = None
            soonest = -1
            outer: list[int] = []
            for to in layer:
                for d in range(6):
                    frm = neighbour[6 * to + d]
                    if frm < 0 or seen[frm]:
                        continue
                    if best[frm] < 0:
                        seen[frm] = True
                        outer.append(frm)
                    elif found is None or best[frm] < soonest:
                        found = self._cause(frm, to, (d + 3) % 6)
                        soonest = best[frm]
            if found is not None:
                return found
            layer = outer
        return Cause(NO_WAY, -1, goal, "", -1)

    def _cause(self, frm: int, to: int, direction: int) -> Cause:
        mover = self._mover
        price = mover.cost(frm, to, direction)
        if price < 0:
            return Cause(CLOSED, frm, to, mover.closed_by(frm, to, direction), -1)
        if self.going[frm] < 0:
            came = self._back[frm]
            clause = mover.stopped_by(came, frm, self.map.direction(came, frm))
            return Cause(STOPPED, frm, to, clause, -1)
        return Cause(TOO_FAR, frm, to, mover.spent_by(), self.going[frm] + price)
