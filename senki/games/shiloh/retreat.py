"""Retreat and rout (9.8, 9.9)."""

from __future__ import annotations

from senki.boards.hexes.retreats import Retreat, next_hexes
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.engine.tasks import encode, first_of, pair, second_of
from senki.games.shiloh.battle import BOMBARDMENT, Battle
from senki.games.shiloh.counters import FOLLOWERS, HQ, KIND, LEADER, SIDE_OF, UNITS
from senki.games.shiloh.fortunes import gain
from senki.games.shiloh.ground import can_stand
from senki.games.shiloh.losses import capture, capture_followers, leave_followers, take_off
from senki.games.shiloh.morale import disrupt
from senki.games.shiloh.options import RETREAT
from senki.games.shiloh.position import (
    ROUTED,
    TURNED,
    ShilohPosition,
    enemies_in,
    put,
)
from senki.games.shiloh.steps import CHOOSE_RETREAT
from senki.games.shiloh.tables import BEYOND, ROUT_DELAY, STACKING
from senki.games.shiloh.tasks import FOLLOW_UNIT, RETREAT_ON, RETREATS, ROUT, STEADY_CHECK, STRAGGLERS, add
from senki.games.shiloh.zones import held_against


@enforces("SHI-9.8.1")
def hexes_of_enemy(p: ShilohPosition, battle: Battle, side: int) -> list[int]:
    """Where the enemy units of this combat stand: those that stood against this side."""
    foes = battle.defenders if side == battle.side else battle.attackers
    return [p.hex[unit] for unit in foes if p.hex[unit] >= 0]


@enforces("SHI-9.8.2", "SHI-9.8.5", "SHI-9.8.7", "SHI-6.4")
def open_to_retreat(p: ShilohPosition, battle: Battle, unit: int, place: int, to: int) -> bool:
    """No enemy, no prohibited ground but along a road, no creek, no enemy zone without a friend, not the target hex."""
    side = SIDE_OF[unit]
    if to < 0 or not p.ground.passable[KIND[unit]][place] or enemies_in(p, side, to) or to == battle.target:
        return False
    return not held_against(p, side, to)


class WayBack(Retreat):
    """The retreat of a unit from a combat."""

    def __init__(self, p: ShilohPosition, battle: Battle, unit: int, start: int) -> None:
        self.p = p
        self.battle = battle
        self.unit = unit
        self.start = start
        self.foes: list[int] = hexes_of_enemy(p, battle, SIDE_OF[unit])

    @enforces("SHI-9.8.1")
    def is_open(self, place: int, to: int) -> bool:
        """Open to it, and one hex further from where it began."""
        if not open_to_retreat(self.p, self.battle, self.unit, place, to):
            return False
        ground = self.p.ground
        return ground.distance(self.start, to) == ground.distance(self.start, place // 6) + 1

    @enforces("SHI-9.8.2")
    def burden(self, to: int) -> int:
        """Away from the enemy of this combat if possible."""
        for foe in self.foes:
            if self.p.ground.distance(foe, to) == 1:
                return 1
        return 0


@enforces("SHI-9.8.1", "SHI-9.8.2")
def retreat_hexes(p: ShilohPosition, battle: Battle, unit: int, start: int) -> list[int]:
    """The next hexes of a retreat: one further from where it began, away from the enemy of this combat if possible."""
    return next_hexes(p.ground, p.hex[unit], WayBack(p, battle, unit, start))


@enforces("SHI-9.8.1", "SHI-9.8.7")
def begin_retreats(p: ShilohPosition, battle: Battle, units: list[int], back: int) -> None:
    """These units go back so many hexes, one after another in their owner's order."""
    battle.retreating = units[:]
    battle.back = back
    add(p, RETREATS, back)


@enforces("SHI-9.8.4", "SHI-9.8.7")
def next_retreat(p: ShilohPosition, battle: Battle) -> None:
    """Ask which unit goes where; units that cannot take a first step are captured when nobody else is left."""
    # Whoever has been destroyed or has routed since the result was read does not retreat.
    battle.retreating = [unit for unit in battle.retreating if p.hex[unit] >= 0]
    if not battle.retreating:
        after_retreats(p, battle)
        return
    able = [u for u in battle.retreating if retreat_hexes(p, battle, u, p.hex[u])]
    if not able:
        add(p, RETREATS, battle.back)
        unit = battle.retreating.pop(0)
        capture(p, unit, "SHI-9.8.4")
        return
    only = retreat_hexes(p, battle, able[0], p.hex[able[0]])
    if len(able) == 1 and len(only) == 1 and len(battle.retreating) == 1:
        first_step(p, battle, able[0], only[0])
    else:
        p.task = encode(RETREATS, battle.back)
        p.push(CHOOSE_RETREAT)


def first_step(p: ShilohPosition, battle: Battle, unit: int, to: int) -> None:
    """A unit leaves its hex."""
    start = p.hex[unit]
    battle.retreating.remove(unit)
    battle.retreated.append(pair(unit, start))
    add(p, RETREATS, battle.back)
    step_back(p, unit, to)
    add(p, RETREAT_ON, unit, start)


@enforces("SHI-4.8")
def step_back(p: ShilohPosition, unit: int, to: int) -> None:
    """One hex of a retreat; enemy leaders or headquarters alone there are captured, as by any entry."""
    origin = p.hex[unit]
    put(p, unit, to)
    capture_followers(p, SIDE_OF[unit], to)
    if p.events is not None:
        p.tell(
            "retreated", "SHI-9.8.1", {"unit": UNITS[unit], "origin": p.ground.names[origin], "to": p.ground.names[to]}
        )


@enforces("SHI-9.8.3", "SHI-9.8.4", "SHI-9.8.6")
def go_back_further(p: ShilohPosition, battle: Battle, unit: int, start: int) -> None:
    """Another hex if the result says so or the hex is over-stacked; without a way it stops disrupted, or routs."""
    hex = p.hex[unit]
    gone = p.ground.distance(start, hex)
    crowded = p.presence.units(SIDE_OF[unit], hex) > STACKING
    if gone >= battle.back and not crowded:
        return
    ways = retreat_hexes(p, battle, unit, start) if gone < battle.back + BEYOND else []
    if not ways:
        if crowded:
            add(p, ROUT, unit)
        else:
            disrupt(p, unit, "SHI-9.8.4")
        return
    if len(ways) == 1:
        step_back(p, unit, ways[0])
        add(p, RETREAT_ON, unit, start)
    else:
        p.task = encode(RETREAT_ON, unit, start)
        p.push(CHOOSE_RETREAT)


def retreat_options(p: ShilohPosition, battle: Battle, unit: int, start: int) -> list[Option]:
    """The steps the retreating side may choose from: of one unit under way, or of any that has still to go."""
    if unit >= 0:
        return [p.ground.words.two(RETREAT, unit, hex) for hex in retreat_hexes(p, battle, unit, start)]
    found: list[Option] = []
    for each in battle.retreating:
        found += [p.ground.words.two(RETREAT, each, hex) for hex in retreat_hexes(p, battle, each, p.hex[each])]
    return found


def retreat_candidates(p: ShilohPosition, battle: Battle, unit: int) -> list[Option]:
    """Every step to a neighbour."""
    found: list[Option] = []
    for each in [unit] if unit >= 0 else battle.retreating:
        found += [p.ground.words.two(RETREAT, each, hex) for hex in p.ground.around[p.hex[each]]]
    return found


@enforces("SHI-9.8.1", "SHI-9.8.2", "SHI-9.8.7")
def retreat_objections(p: ShilohPosition, battle: Battle, option: Option, unit: int, start: int) -> list[Objection]:
    """Why a unit may not retreat this way."""
    if option.verb != "retreat":
        return [forbid("SHI-9.8.1", "retreat_now")]
    who, to = option.subject, option.target
    name, where = UNITS[who], p.ground.names[to]
    if who != unit and (unit >= 0 or who not in battle.retreating):
        return [forbid("SHI-9.8.7", unit=name)]
    begun = start if unit >= 0 else p.hex[who]
    if to in retreat_hexes(p, battle, who, begun):
        return []
    d = p.ground.direction(p.hex[who], to)
    if to == battle.target:
        return [forbid("SHI-9.8.7", "target_hex", to=where)]
    if d < 0 or p.ground.distance(begun, to) != p.ground.distance(begun, p.hex[who]) + 1:
        return [forbid("SHI-9.8.1", "not_further", unit=name, to=where)]
    if not open_to_retreat(p, battle, who, 6 * p.hex[who] + d, to):
        return [forbid("SHI-9.8.2", unit=name, to=where)]
    return [forbid("SHI-9.8.1", unit=name, to=where)]


@enforces("SHI-9.3", "SHI-9.4", "SHI-9.8.5")
def after_retreats(p: ShilohPosition, battle: Battle) -> None:
    """Leaders and headquarters go along; then every unit that retreated checks its morale."""
    if battle.kind != BOMBARDMENT:
        for entry in reversed(battle.retreated):
            add(p, STEADY_CHECK, first_of(entry))
    hexes: list[int] = []
    for entry in battle.retreated:
        if second_of(entry) not in hexes:
            hexes.append(second_of(entry))
    for hex in hexes:
        add(p, STRAGGLERS, b=hex)


@enforces("SHI-9.8.5", "SHI-13.4")
def stragglers(p: ShilohPosition, battle: Battle, hex: int) -> None:
    """Whoever is left in a hex that its units have left goes with one of them."""
    side = -1
    for entry in battle.retreated:
        if second_of(entry) == hex:
            side = SIDE_OF[first_of(entry)]
    if side < 0 or p.presence.units(side, hex):
        return
    for unit in FOLLOWERS[side]:
        if p.hex[unit] == hex:
            add(p, FOLLOW_UNIT, unit, hex)


@enforces("SHI-9.8.5")
def refuge_ends(p: ShilohPosition, battle: Battle, follower: int) -> list[int]:
    """Where the units of its stack have retreated to, as far as it can stand there."""
    found: list[int] = []
    for entry in battle.retreated:
        end = p.hex[first_of(entry)]
        if (
            second_of(entry) != p.hex[follower]
            or SIDE_OF[first_of(entry)] != SIDE_OF[follower]
            or end < 0
            or end in found
        ):
            continue
        if KIND[follower] == LEADER or can_stand(p.ground, KIND[follower], end):
            found.append(end)
    return sorted(found)


@enforces("SHI-9.8.5", "SHI-9.9.5", "SHI-13.4")
def follow(p: ShilohPosition, unit: int, to: int) -> None:
    """A leader or headquarters goes to a friendly unit; a headquarters that must go becomes inactive."""
    origin = p.hex[unit]
    put(p, unit, to)
    if KIND[unit] == HQ:
        p.flags[unit] |= TURNED
    if p.events is not None:
        p.tell(
            "followed", "SHI-9.9.5", {"unit": UNITS[unit], "origin": p.ground.names[origin], "to": p.ground.names[to]}
        )


@enforces("SHI-9.9.3")
def is_surrounded(p: ShilohPosition, unit: int) -> bool:
    """All six neighbours hold the enemy, lie in his zone without a friend, or are shut to it."""
    hex, side = p.hex[unit], SIDE_OF[unit]
    for place in range(6 * hex, 6 * hex + 6):
        to = p.ground.next[place]
        if to < 0 or not p.ground.passable[KIND[unit]][place] or enemies_in(p, side, to):
            continue
        if not held_against(p, side, to):
            return False
    return True


@enforces("SHI-9.9.1", "SHI-9.9.2")
def rout(p: ShilohPosition, unit: int, die: int) -> None:
    """The unit goes to the turn track without its markers, steps as they are; the enemy gains a token."""
    hex = p.hex[unit]
    p.due[unit] = p.turn + ROUT_DELAY[die - 1]
    if p.events is not None:
        facts: dict[str, str | int] = {"unit": UNITS[unit], "hex": p.ground.names[hex], "die": die, "turn": p.due[unit]}
        p.tell("routed", "SHI-9.9.1", facts)
    take_off(p, unit, ROUTED)
    gain(p, 1 - SIDE_OF[unit], "SHI-9.9.2")
    leave_followers(p, SIDE_OF[unit], hex, False)
