"""The sequence of play (chapter 1), step by step."""

from __future__ import annotations

from typing import Final, cast

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Position, Result, Step
from senki.games.big.board import BLUE, COUNT, FIELD, HEXES, RED, SIDE_OF, SIDES, UNITS, UNITS_OF
from senki.games.big.combat import attack_objections, attacks, come_back, fight
from senki.games.big.movement import move, move_objections, moves
from senki.games.big.options import ACTIVATE, ATTACK, END, FIGHT, HOLD, MOVE, STAY, WORDS
from senki.games.big.position import NOBODY, OFF, BigPosition

BEGIN_TURN: Final = 0
PLAYER_TURN: Final = 1
PICK: Final = 2
GO: Final = 3
STRIKE: Final = 4
DIE: Final = 5
END_TURN: Final = 6


class BeginTurn(Step[BigPosition]):
    """Red plays, then Blue, then the turn ends (BIG-1.1)."""

    name = "begin_turn"

    def run(self, p: BigPosition) -> None:
        p.tell("turn_began", "BIG-1.1", {"turn": p.turn})
        p.side = RED
        p.push(END_TURN)
        p.push(PLAYER_TURN)


class PlayerTurn(Step[BigPosition]):
    """Units come back, then the side activates its units one by one."""

    name = "player_turn"

    @enforces("BIG-1.1")
    def run(self, p: BigPosition) -> None:
        p.done = [0] * COUNT
        come_back(p, p.side)
        p.push(PICK)


class Pick(Step[BigPosition]):
    """The side activates one of its units, or ends its turn."""

    name = "pick"
    kind = DECISION

    def side(self, p: BigPosition) -> int:
        return p.side

    def options(self, p: BigPosition) -> list[Option]:
        ready = [unit for unit in UNITS_OF[p.side] if p.hex[unit] != OFF and not p.done[unit]]
        return [WORDS.one(ACTIVATE, unit) for unit in ready] + [END]

    def candidates(self, p: BigPosition) -> list[Option]:
        return [WORDS.one(ACTIVATE, unit) for unit in range(COUNT)] + [END]

    @enforces("BIG-1.2", "BIG-3.4")
    def objections(self, p: BigPosition, option: Option) -> list[Objection]:
        if option is END:
            return []
        if option.verb != "activate":
            return [forbid("BIG-1.2", "pick_first")]
        unit = option.subject
        if SIDE_OF[unit] != p.side:
            return [forbid("BIG-1.1", unit=UNITS[unit], side=SIDES[p.side])]
        if p.hex[unit] == OFF:
            return [forbid("BIG-3.4", unit=UNITS[unit], turn=str(p.due[unit]))]
        return [forbid("BIG-1.2", unit=UNITS[unit])] if p.done[unit] else []

    def play(self, p: BigPosition, option: Option) -> None:
        if option is not END:
            p.acting = option.subject
            p.reach = None
            p.push(GO)
        elif p.side == RED:
            p.side = BLUE
            p.push(PLAYER_TURN)


class Go(Step[BigPosition]):
    """The active unit moves or stays."""

    name = "go"
    kind = DECISION

    def side(self, p: BigPosition) -> int:
        return p.side

    def options(self, p: BigPosition) -> list[Option]:
        return moves(p)

    def candidates(self, p: BigPosition) -> list[Option]:
        return [WORDS.two(MOVE, p.acting, hex) for hex in range(FIELD.size)] + [STAY]

    def objections(self, p: BigPosition, option: Option) -> list[Objection]:
        return move_objections(p, option)

    def play(self, p: BigPosition, option: Option) -> None:
        if option is not STAY:
            move(p, option.target)
        if len(attacks(p)) > 1:
            p.push(STRIKE)
        else:
            rest(p)


class Strike(Step[BigPosition]):
    """The active unit attacks a hex beside it, or holds."""

    name = "strike"
    kind = DECISION

    def side(self, p: BigPosition) -> int:
        return p.side

    def options(self, p: BigPosition) -> list[Option]:
        return attacks(p)

    def candidates(self, p: BigPosition) -> list[Option]:
        return [WORDS.two(ATTACK, p.acting, hex) for hex in FIELD.around[p.hex[p.acting]]] + [HOLD]

    def objections(self, p: BigPosition, option: Option) -> list[Objection]:
        return attack_objections(p, option)

    def play(self, p: BigPosition, option: Option) -> None:
        if option is HOLD:
            rest(p)
        else:
            p.target = option.target
            p.tell("attacked", "BIG-3.1", {"unit": UNITS[p.acting], "to": HEXES[p.target]})
            p.push(DIE)


class Die(Step[BigPosition]):
    """The die of an attack."""

    name = "fight"
    kind = CHANCE

    def roll(self, p: BigPosition) -> Roll:
        return FIGHT

    def play(self, p: BigPosition, option: Option) -> None:
        fight(p, option.subject)
        p.target = OFF
        rest(p)


class EndTurn(Step[BigPosition]):
    """The next turn begins, or the towns decide (BIG-4.1)."""

    name = "end_turn"

    def run(self, p: BigPosition) -> None:
        if p.turn < p.last:
            p.turn += 1
            p.push(BEGIN_TURN)
            return
        p.result = decide(p)
        p.tell("ended", "BIG-4.1", {"red": towns_of(p, RED), "blue": towns_of(p, BLUE)})


@enforces("BIG-4.1")
def decide(p: BigPosition) -> Result:
    """Whoever stands in more towns has won."""
    lead = towns_of(p, RED) - towns_of(p, BLUE)
    if lead == 0:
        return Result(NOBODY, "draw", 0, "BIG-4.1")
    return Result(RED if lead > 0 else BLUE, "victory", abs(lead), "BIG-4.1")


@enforces("BIG-1.2")
def rest(p: BigPosition) -> None:
    """The active unit has done what it may in this turn."""
    p.done[p.acting] = 1
    p.acting = NOBODY
    p.reach = None
    p.push(PICK)


def towns_of(p: BigPosition, side: int) -> int:
    """The towns in which a side has units."""
    return sum(p.presence.units(side, town) > 0 for town in FIELD.towns)


def _steps() -> list[Step[Position]]:
    steps: list[Step[BigPosition]] = [BeginTurn(), PlayerTurn(), Pick(), Go(), Strike(), Die(), EndTurn()]
    return cast(list[Step[Position]], steps)


STEPS: Final = _steps()
STEP_NAMES: Final = [step.name for step in STEPS]
