"""Combat (chapter 3): one die for an attack on an adjacent hex, and the return of what was lost."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.forms import Note, Odds, OddsLine, OddsResult
from senki.engine.option import Option
from senki.games.big.board import FIELD, HEXES, SET_UP, SIDE_OF, SIDES, STRENGTH, UNITS, UNITS_OF
from senki.games.big.options import ATTACK, HOLD, WORDS
from senki.games.big.position import OFF, BigPosition, enemies_in, has_room, put

NEEDED: Final = 5
"""What die and difference must come to for the defender to be lost."""
REPELLED: Final = 1
AWAY: Final = 3
"""Turns for which a lost unit is away."""


@enforces("BIG-3.1")
def attacks(p: BigPosition) -> list[Option]:
    """The adjacent hexes with enemies in them, not across a river without a bridge; or holding still."""
    near = FIELD.reached[p.hex[p.acting]]
    return [WORDS.two(ATTACK, p.acting, hex) for hex in near if enemies_in(p, p.side, hex)] + [HOLD]


@enforces("BIG-3.1")
def attack_objections(p: BigPosition, option: Option) -> list[Objection]:
    """Why an attack may not be made."""
    if option is HOLD:
        return []
    unit, to = UNITS[p.acting], HEXES[option.target] if option.target >= 0 else ""
    if option.verb != "attack" or option.subject != p.acting:
        return [forbid("BIG-1.2", "another_acts", unit=unit)]
    if option.target not in FIELD.reached[p.hex[p.acting]]:
        return [forbid("BIG-3.1", "not_in_reach", unit=unit, to=to)]
    return [] if enemies_in(p, p.side, option.target) else [forbid("BIG-3.1", "nobody_there", to=to)]


def defender(p: BigPosition) -> int:
    """The strongest unit in the hex that is attacked."""
    here = [unit for unit in UNITS_OF[1 - p.side] if p.hex[unit] == p.target]
    return max(here, key=lambda unit: STRENGTH[unit])


@enforces("BIG-3.2")
def difference(p: BigPosition) -> int:
    """The attacker's strength less the defender's, at most two either way."""
    return max(-2, min(2, STRENGTH[p.acting] - STRENGTH[defender(p)]))


@enforces("BIG-3.2", "BIG-3.3")
def fight(p: BigPosition, die: int) -> None:
    """The defender is lost on a high total; on a natural 1 the attacker is."""
    enemy = defender(p)
    facts: dict[str, str | int] = {"unit": UNITS[p.acting], "enemy": UNITS[enemy], "to": HEXES[p.target], "die": die}
    if die == REPELLED:
        p.tell("repelled", "BIG-3.3", facts)
        lose(p, p.acting)
    elif die + difference(p) >= NEEDED:
        p.tell("broken", "BIG-3.2", facts)
        lose(p, enemy)
    else:
        p.tell("held", "BIG-3.2", facts)


@enforces("BIG-3.4")
def lose(p: BigPosition, unit: int) -> None:
    """A lost unit leaves the map for some turns."""
    put(p, unit, OFF)
    p.due[unit] = p.turn + AWAY


@enforces("BIG-3.4")
def come_back(p: BigPosition, side: int) -> None:
    """Units that are due come back where they were set up, if there is room."""
    for unit in UNITS_OF[side]:
        if p.hex[unit] == OFF and p.due[unit] <= p.turn and has_room(p, side, SET_UP[unit]):
            p.due[unit] = 0
            put(p, unit, SET_UP[unit])
            p.tell("returned", "BIG-3.4", {"unit": UNITS[unit], "to": HEXES[SET_UP[unit]]})


def odds_of(p: BigPosition, option: Option) -> Odds | None:
    """What an attack would bring."""
    if option.verb != "attack" or option.target < 0:
        return None
    planned = p.copy()
    planned.target = option.target
    enemy, lead = defender(planned), difference(planned)
    broken = sum(die + lead >= NEEDED and die != REPELLED for die in range(1, 7))
    own, other = SIDES[p.side], SIDES[SIDE_OF[enemy]]
    return Odds(
        Note("attack", {"unit": UNITS[p.acting], "to": HEXES[option.target]}),
        [OddsLine("difference", f"{lead:+d}", "BIG-3.2", facts={"enemy": UNITS[enemy]})],
        [
            OddsResult("broken", broken / 6, own, {"enemy": UNITS[enemy]}, "BIG-3.2"),
            OddsResult("held", (5 - broken) / 6, clause="BIG-3.2"),
            OddsResult("repelled", 1 / 6, other, {"unit": UNITS[p.acting]}, "BIG-3.3"),
        ],
    )
