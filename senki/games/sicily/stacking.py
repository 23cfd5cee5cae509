"""Stacking (16.9, 16.10): three units to a hex at the end of a movement phase."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.duties import Duty
from senki.engine.option import Option
from senki.games.sicily.counters import IS_DEPOT, SIDE_OF, UNITS, UNITS_OF
from senki.games.sicily.losses import eliminate
from senki.games.sicily.options import DONE, PASS, REMOVE
from senki.games.sicily.position import SicilyPosition, units_in
from senki.games.sicily.tables import STACKING


@enforces("SIC-16.9", "SIC-16.10")
def has_room(p: SicilyPosition, unit: int, hex: int) -> bool:
    """May one more unit stay in a hex? Depots do not count, nations do not matter."""
    return len([other for other in units_in(p, SIDE_OF[unit], hex) if other != unit]) < STACKING


@enforces("SIC-16.9", "SIC-16.10")
def overfull(p: SicilyPosition, side: int) -> list[int]:
    """The hexes in which a side has too many units."""
    counts: dict[int, int] = {}
    found: list[int] = []
    for unit in UNITS_OF[side]:
        hex = p.hex[unit]
        if hex >= 0:
            counts[hex] = counts.get(hex, 0) + 1
            if counts[hex] == STACKING + 1:
                found.append(hex)
    return sorted(found)


class ThreeToAHex(Duty[SicilyPosition]):
    """Excess units go before the phase is over."""

    @enforces("SIC-16.9")
    def missing(self, p: SicilyPosition, all_of_it: bool) -> list[Objection]:
        """The hexes with too many units."""
        hexes = overfull(p, p.side)
        return [forbid("SIC-16.9", "hex_overfull", hex=p.ground.names[hex]) for hex in hexes]


@enforces("SIC-16.9")
def excess_options(p: SicilyPosition) -> list[Option]:
    """Any unit of an overfull hex."""
    hexes = overfull(p, p.side)
    return [p.ground.words.one(REMOVE, unit) for unit in UNITS_OF[p.side] if p.hex[unit] in hexes]


def excess_candidates(p: SicilyPosition) -> list[Option]:
    """Every unit of the side, and closing the phase."""
    return [*[p.ground.words.one(REMOVE, unit) for unit in range(len(UNITS)) if not IS_DEPOT[unit]], DONE, PASS]


@enforces("SIC-16.9")
def excess_objections(p: SicilyPosition, option: Option) -> list[Objection]:
    """Only units of an overfull hex are removed, by their owner, and some of them must be."""
    if option.verb != "remove":
        return ThreeToAHex().missing(p, True)
    unit = option.subject
    if SIDE_OF[unit] != p.side:
        return [forbid("SIC-16.9", "remove_own", unit=UNITS[unit])]
    if p.hex[unit] not in overfull(p, p.side) or IS_DEPOT[unit]:
        return [forbid("SIC-16.9", "no_excess", unit=UNITS[unit])]
    return []


@enforces("SIC-16.9")
def remove_excess(p: SicilyPosition, unit: int) -> None:
    """The owner eliminates it."""
    if p.events is not None:
        p.tell("removed_excess", "SIC-16.9", {"unit": UNITS[unit], "hex": p.ground.names[p.hex[unit]]})
    eliminate(p, unit)
