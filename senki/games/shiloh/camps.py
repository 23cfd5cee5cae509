"""The Union camps (17.3): the cup, placement and alarms."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option, Roll
from senki.games.shiloh.counters import CAMP, CSA, KIND, TROOPS, UNITS, USA
from senki.games.shiloh.ground import can_stand
from senki.games.shiloh.options import DRAW, PLACE
from senki.games.shiloh.position import (
    CUP,
    DRAWN,
    HIDDEN_CUP,
    PLACED,
    ShilohPosition,
    followers_in,
    put,
)
from senki.games.shiloh.steps import CAMP_DRAW, CAMP_NUMBER
from senki.games.shiloh.tables import CAMPS, CUP_DRAWS
from senki.games.shiloh.tasks import ALARM, ALARM_CHECK, ALARM_PLACE, CAMP_PLACE, add


@enforces("SHI-17.3.2")
def cup(p: ShilohPosition) -> list[int]:
    """The counters still in the cup."""
    return [unit for unit in TROOPS[USA] if p.hex[unit] == CUP]


@enforces("SHI-17.3.3")
def begin_draw(p: ShilohPosition) -> None:
    """Turn 1 one die of counters, turn 2 two dice, turn 3 all the rest."""
    if p.turn > len(CUP_DRAWS) or not cup(p):
        return
    if CUP_DRAWS[p.turn - 1]:
        p.push(CAMP_NUMBER)
    else:
        p.to_draw = len(cup(p))
        p.push(CAMP_DRAW)


@enforces("SHI-17.3.3")
def set_number(p: ShilohPosition, number: int, faces: str) -> None:
    """So many counters are drawn, or all that are left."""
    p.to_draw = min(number, len(cup(p)))
    if p.events is not None:
        p.tell("camp_number", "SHI-17.3.3", {"number": p.to_draw, "faces": faces})
    p.push(CAMP_DRAW)


def draw_roll(p: ShilohPosition) -> Roll:
    """Every counter in the cup is equally likely."""
    left = cup(p)
    return Roll("camp_draw", [p.ground.words.one(DRAW, unit) for unit in left], [1] * len(left), list(range(len(left))))


@enforces("SHI-17.3.3", "SHI-15.5")
def draw(p: ShilohPosition, unit: int) -> None:
    """A counter comes out of the cup; under the optional rule only the North sees which until it is placed."""
    p.to_draw -= 1
    put(p, unit, DRAWN)
    if p.events is not None and not p.on(HIDDEN_CUP):
        p.tell("drawn", "SHI-17.3.3", {"unit": UNITS[unit]})
    add(p, CAMP_PLACE, unit)


def camp_hex(p: ShilohPosition, unit: int) -> int:
    """The camp of a unit."""
    return p.ground.camps[CAMPS.index(CAMP[unit])]


@enforces("SHI-17.3.4", "SHI-5.4")
def open_camp_hex(p: ShilohPosition, unit: int, hex: int) -> bool:
    """No combat unit of either side there, no enemy counter, and terrain that admits the unit."""
    if p.presence.units(CSA, hex) or p.presence.units(USA, hex):
        return False
    return can_stand(p.ground, KIND[unit], hex) and not followers_in(p, CSA, hex)


@enforces("SHI-17.3.4")
def camp_places(p: ShilohPosition, unit: int) -> list[int]:
    """Its camp or next to it; without a legal hex there the nearest legal ones."""
    camp = camp_hex(p, unit)
    near = [hex for hex in [camp, *p.ground.around[camp]] if open_camp_hex(p, unit, hex)]
    if near:
        return sorted(near)
    for away in range(2, p.ground.size):
        ring = [h for h in range(p.ground.size) if p.ground.distance(camp, h) == away and open_camp_hex(p, unit, h)]
        if ring:
            return ring
    return []


@enforces("SHI-17.3.4", "SHI-5.4")
def camp_objections(p: ShilohPosition, unit: int, hex: int) -> list[Objection]:
    """Why a camp unit may not be placed in a hex."""
    if hex in camp_places(p, unit):
        return []
    name, where = UNITS[unit], p.ground.names[hex]
    if p.presence.units(USA, hex):
        return [forbid("SHI-5.4", unit=name, to=where)]
    return [forbid("SHI-17.3.4", unit=name, to=where)]


@enforces("SHI-17.3.6", "SHI-7.6")
def place(p: ShilohPosition, unit: int, hex: int, clause: str) -> None:
    """Put the counter down; it may move and fight at once, but makes no recovery roll."""
    put(p, unit, hex)
    p.flags[unit] |= PLACED
    if p.events is not None:
        p.tell("placed", clause, {"unit": UNITS[unit], "hex": p.ground.names[hex]})


@enforces("SHI-17.3.5", "SHI-17.3.5b")
def alarm(p: ShilohPosition, hex: int) -> None:
    """A Confederate unit in or next to a camp brings out its units still in the cup; the lower hex number first."""
    alarmed: list[int] = []
    for number in range(len(CAMPS)):
        if hex in p.ground.camp_hexes[number] and camp_counters(p, number):
            alarmed.append(number)
    alarmed.sort(key=p.ground.camps.__getitem__)
    for number in reversed(alarmed):
        add(p, ALARM, number)


@enforces("SHI-17.3.5e")
def camp_counters(p: ShilohPosition, number: int) -> list[int]:
    """Only counters in the cup are meant; whoever has left it is not brought back."""
    return [unit for unit in TROOPS[USA] if p.hex[unit] == CUP and CAMP[unit] == CAMPS[number]]


@enforces("SHI-17.3.5")
def sound_alarm(p: ShilohPosition, number: int) -> None:
    """Every unit of the camp still in the cup is placed at once, and checks its morale."""
    if p.events is not None:
        p.tell("alarm", "SHI-17.3.5", {"hex": p.ground.names[p.ground.camps[number]]})
    for unit in reversed(camp_counters(p, number)):
        put(p, unit, DRAWN)
        add(p, ALARM_CHECK, unit)
        add(p, ALARM_PLACE, unit)


def place_options(p: ShilohPosition, unit: int) -> list[Option]:
    """The hexes in which a camp unit may be placed."""
    return [p.ground.words.two(PLACE, unit, hex) for hex in camp_places(p, unit)]
