"""The sequence of play: Blue marches, Red marches, the crossroads pay, the next turn."""

from __future__ import annotations

from typing import Final

from crossroads.position import (
    BLUE,
    CROSSROADS,
    ENOUGH,
    LAST_TURN,
    LOST,
    MAP,
    NOBODY,
    RED,
    SIDE_OF,
    SIDES,
    UNITS,
    VILLAGES,
    CrossroadsPosition,
)
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.lexicon import SUBJECT, TARGET, Grammar, Lexicon, Names, Slot
from senki.engine.option import Option, Roll, one_die
from senki.engine.position import CHANCE, DECISION, Position, Result, Step

SAY: Final = Grammar()
HOLD: Final = SAY.option("hold")
MARCH: Final = SAY.phrase("march {unit} {to}")
FIGHT: Final[Roll] = SAY.roll(one_die("fight", [0, 0, 1, 2, 2, 2]))
UNIT_NAMES: Final = Names("battalion", "battalions", UNITS)
VILLAGE_NAMES: Final = Names("village", "villages", VILLAGES)
WORDS: Final = Lexicon(SAY, {"unit": Slot(UNIT_NAMES, SUBJECT, "unit"), "to": Slot(VILLAGE_NAMES, TARGET, "to")})


class BeginTurn(Step[CrossroadsPosition]):
    """A turn begins: Blue marches first."""

    name = "begin_turn"

    def run(self, p: CrossroadsPosition) -> None:
        p.tell("turn_began", "CROSS-2.1", {"turn": p.turn})
        p.push(MARCHING)


class March(Step[CrossroadsPosition]):
    """A side marches with one battalion, or holds."""

    name = "march"
    kind = DECISION

    def side(self, p: CrossroadsPosition) -> int:
        return p.acting

    def options(self, p: CrossroadsPosition) -> list[Option]:
        return [option for option in self.candidates(p) if not self.objections(p, option)]

    def candidates(self, p: CrossroadsPosition) -> list[Option]:
        everywhere = range(len(VILLAGES))
        return [HOLD, *(WORDS.two(MARCH, unit, to) for unit in range(len(UNITS)) for to in everywhere)]

    def objections(self, p: CrossroadsPosition, option: Option) -> list[Objection]:
        return [] if option == HOLD else march_objections(p, option.subject, option.target)

    def play(self, p: CrossroadsPosition, option: Option) -> None:
        if option == HOLD:
            p.tell("held", "CROSS-2.1", {"side": SIDES[p.acting]})
            p.push(NEXT)
        elif p.here(1 - p.acting, option.target):
            p.attacker, p.target = option.subject, option.target
            p.tell("attacked", "CROSS-3.1", {"unit": UNITS[p.attacker], "to": VILLAGES[p.target]})
            p.push(DIE)
        else:
            march(p, option.subject, option.target)
            p.push(NEXT)


@enforces("CROSS-2.1", "CROSS-2.2")
def march_objections(p: CrossroadsPosition, unit: int, to: int) -> list[Objection]:
    """Only own battalions march, along one road."""
    names = {"unit": UNITS[unit], "to": VILLAGES[to]}
    if SIDE_OF[unit] != p.acting:
        return [forbid("CROSS-2.1", **names)]
    if p.place[unit] == LOST:
        return [forbid("CROSS-3.2", **names)]
    if MAP.between[p.place[unit]][to] < 0:
        return [forbid("CROSS-2.2", **names)]
    return []


def march(p: CrossroadsPosition, unit: int, to: int) -> None:
    """Put a battalion into a village beside its own."""
    p.tell("marched", "CROSS-2.2", {"unit": UNITS[unit], "origin": VILLAGES[p.place[unit]], "to": VILLAGES[to]})
    p.place[unit] = to


class Die(Step[CrossroadsPosition]):
    """The die of a fight for a village."""

    name = "fight"
    kind = CHANCE

    def roll(self, p: CrossroadsPosition) -> Roll:
        return FIGHT

    def play(self, p: CrossroadsPosition, option: Option) -> None:
        fight(p, option.subject)
        p.attacker, p.target = NOBODY, LOST
        p.push(NEXT)


@enforces("CROSS-3.1", "CROSS-3.2")
def fight(p: CrossroadsPosition, die: int) -> None:
    """1 or 2: the attacker is lost; 3: it is thrown back; else a defender is lost, and the village taken if empty."""
    names = {"die": die, "unit": UNITS[p.attacker], "to": VILLAGES[p.target]}
    if die <= 2:
        p.tell("repelled", "CROSS-3.2", names)
        lose(p, p.attacker)
        return
    if die == 3:
        p.tell("thrown_back", "CROSS-3.1", names)
        return
    defender = p.here(1 - p.acting, p.target)[0]
    p.tell("broken", "CROSS-3.2", names)
    lose(p, defender)
    if not p.here(1 - p.acting, p.target):
        march(p, p.attacker, p.target)


def lose(p: CrossroadsPosition, unit: int) -> None:
    """Take a battalion off the map for good."""
    p.tell("lost", "CROSS-3.2", {"unit": UNITS[unit], "at": VILLAGES[p.place[unit]]})
    p.place[unit] = LOST


class Next(Step[CrossroadsPosition]):
    """The other side marches; after both, the crossroads pay."""

    name = "next"

    def run(self, p: CrossroadsPosition) -> None:
        if not p.left(1 - p.acting) or not p.left(p.acting):
            p.result = decide(p)
        elif p.acting == BLUE:
            p.acting = RED
            p.push(MARCHING)
        else:
            pay(p)
            if max(p.points) >= ENOUGH or p.turn == LAST_TURN:
                p.result = decide(p)
            else:
                p.turn, p.acting = p.turn + 1, BLUE
                p.push(BEGIN_TURN)
        if p.result is not None:
            p.tell("ended", p.result.clause, {"blue": p.points[BLUE], "red": p.points[RED]})


@enforces("CROSS-4.1")
def pay(p: CrossroadsPosition) -> None:
    """A point for whoever stands on the crossroads."""
    for side in (BLUE, RED):
        if p.here(side, CROSSROADS):
            p.points[side] += 1
            p.tell("paid", "CROSS-4.1", {"side": SIDES[side]})


@enforces("CROSS-4.2")
def decide(p: CrossroadsPosition) -> Result:
    """Whoever has troops alone has won, otherwise whoever has more points."""
    lead = p.points[BLUE] - p.points[RED]
    if p.left(BLUE) and p.left(RED) and lead == 0:
        return Result(NOBODY, "draw", 0, "CROSS-4.2")
    winner = (BLUE if lead > 0 else RED) if p.left(BLUE) and p.left(RED) else (BLUE if p.left(BLUE) else RED)
    return Result(winner, "victory", abs(lead), "CROSS-4.2")


BEGIN_TURN, MARCHING, DIE, NEXT = 0, 1, 2, 3
STEPS: Final[list[Step[Position]]] = [BeginTurn(), March(), Die(), Next()]
STEP_NAMES: Final = [step.name for step in STEPS]
