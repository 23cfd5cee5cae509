"""Movement (chapter 2): where a unit can go, and why not elsewhere."""

from __future__ import annotations

from senki.boards.hexes.marching import Judge, why_not
from senki.boards.hexes.search import Mover, Reach, explore
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.big.board import FIELD, HEXES, POINTS, SIDE_OF, UNITS
from senki.games.big.options import MOVE, STAY, WORDS
from senki.games.big.position import BigPosition, enemies_in, has_room, in_enemy_zone, put


class UnitMover(Mover):
    """A unit that moves by itself; a `bold` one is not stopped by zones."""

    def __init__(self, p: BigPosition, unit: int, bold: bool = False) -> None:
        super().__init__(p.hex[unit])
        self.p = p
        self.own: int = SIDE_OF[unit]
        self.bold = bold

    def cost(self, place: int, to: int) -> int:
        """What the ground says."""
        return FIELD.step[place]

    @enforces("BIG-2.3")
    def may_enter(self, place: int, to: int) -> bool:
        """No unit enters a hex with enemies in it."""
        return self.bold or not enemies_in(self.p, self.own, to)

    @enforces("BIG-2.4")
    def stops(self, place: int, to: int) -> bool:
        """A unit that enters an enemy zone of control stops there."""
        return not self.bold and in_enemy_zone(self.p, self.own, to)


@enforces("BIG-2.1", "BIG-2.5")
def reach_of(p: BigPosition) -> Reach:
    """Where the active unit may go: as far as its points carry it, to hexes with room for it."""
    reach = p.reach
    if reach is None:
        reach = explore(FIELD, UnitMover(p, p.acting), POINTS)
        for hex in reach.order:
            reach.is_end[hex] = has_room(p, p.side, hex)
        reach.gather()
        p.reach = reach
    return reach


class UnitJudge(Judge):
    """What the rules object to a move of the active unit."""

    def __init__(self, p: BigPosition) -> None:
        self.p = p
        self.unit = UNITS[p.acting]

    def at(self, to: int) -> list[Objection]:
        """Where it already is, enemies, and a full hex."""
        if to == self.p.hex[self.p.acting]:
            return [forbid("BIG-2.1", "already_there", unit=self.unit, to=HEXES[to])]
        if enemies_in(self.p, self.p.side, to):
            return [forbid("BIG-2.3", unit=self.unit, to=HEXES[to])]
        return [] if has_room(self.p, self.p.side, to) else [forbid("BIG-2.5", unit=self.unit, to=HEXES[to])]

    def unhindered(self) -> Reach:
        """Where it could go but for the enemy."""
        free = explore(FIELD, UnitMover(self.p, self.p.acting, bold=True), POINTS)
        for hex in free.order:
            free.is_end[hex] = True
        return free

    def between(self, hex: int, to: int, first: bool) -> list[Objection]:
        """An enemy in the way, or a zone in which it would have to stop."""
        if enemies_in(self.p, self.p.side, hex):
            return [forbid("BIG-2.3", unit=self.unit, to=HEXES[hex])]
        if hex != to and in_enemy_zone(self.p, self.p.side, hex):
            return [forbid("BIG-2.4", unit=self.unit, to=HEXES[hex])]
        return []

    def too_far(self, to: int) -> list[Objection]:
        """Its points do not carry it there."""
        return [forbid("BIG-2.1", unit=self.unit, to=HEXES[to])]


def moves(p: BigPosition) -> list[Option]:
    """Every hex the active unit may move to, and staying."""
    return [WORDS.two(MOVE, p.acting, hex) for hex in reach_of(p).ends] + [STAY]


def move_objections(p: BigPosition, option: Option) -> list[Objection]:
    """Why a move may not be made."""
    if option is STAY:
        return []
    if option.verb != "move" or option.subject != p.acting:
        return [forbid("BIG-1.2", "another_acts", unit=UNITS[p.acting])]
    return why_not(FIELD, reach_of(p), UnitJudge(p), option.target)


def move(p: BigPosition, to: int) -> None:
    """Move the active unit."""
    p.tell("moved", "BIG-2.1", {"unit": UNITS[p.acting], "origin": HEXES[p.hex[p.acting]], "to": HEXES[to]})
    put(p, p.acting, to)
    p.reach = None
