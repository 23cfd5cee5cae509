"""Movement (chapter 4): where a group can go, its steps and what they set off."""

from __future__ import annotations

from senki.boards.hexes.marching import Judge, Walker, walk, why_not
from senki.boards.hexes.search import SHUT, Reach
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.shiloh.camps import alarm
from senki.games.shiloh.counters import (
    COMBAT,
    CSA,
    SIDE_OF,
    UNITS,
    UNITS_OF,
)
from senki.games.shiloh.fatigue import fatigue_checks
from senki.games.shiloh.ground import terrain_cost
from senki.games.shiloh.losses import capture_followers
from senki.games.shiloh.options import (
    DROP,
    END,
    MOVE,
    STOP,
)
from senki.games.shiloh.position import (
    MOVED,
    PLACED,
    USED,
    ShilohPosition,
    enemies_in,
    followers_in,
    in_enemy_zone,
    put,
    set_marched,
)
from senki.games.shiloh.search import GroupMover, entry_hex, fits, reach_with
from senki.games.shiloh.steps import AFTER_STEP, GO
from senki.games.shiloh.surprise import surprise_checks
from senki.games.shiloh.tables import LEAVE_ZOC, STACKING, is_night
from senki.games.shiloh.tasks import carry_out


def reach_of(p: ShilohPosition) -> list[int]:
    """Where the group may be led now."""
    reach = p.reach
    if reach is None:
        reach = reach_with(p, GroupMover(p), p.mp)
        p.reach = reach
    return reach.ends


def next_step(p: ShilohPosition) -> None:
    """Ask where the group goes, if it can go anywhere or does not fit here whole; otherwise its move is over."""
    if reach_of(p) or (p.under_way and p.presence.units(p.side, p.hex[p.group[0]]) > STACKING):
        p.push(GO)
    else:
        tell_held_up(p)
        finish_group(p)


def tell_held_up(p: ShilohPosition) -> None:
    """Log that a group has rolled and can go nowhere: its roll is spent."""
    if p.events is None or p.under_way:
        return
    units = " ".join(UNITS[unit] for unit in p.group)
    if p.hex[p.group[0]] < 0:
        p.tell("kept_waiting", "SHI-4.7", {"units": units})
    else:
        p.tell("hemmed_in", "SHI-4.2.3", {"units": units})


def steps(p: ShilohPosition) -> list[Option]:
    """Every hex the group may be led to, who may be dropped, and stopping."""
    found = [p.ground.words.one(MOVE, hex) for hex in reach_of(p)]
    hex = p.hex[p.group[0]]
    if not p.under_way or p.presence.units(p.side, hex) <= STACKING:
        found.append(STOP)
    if p.under_way and len(p.group) > 1:
        for unit in p.group:
            if not drop_objections(p, unit):
                found.append(p.ground.words.one(DROP, unit))
    return found


def step_candidates(p: ShilohPosition) -> list[Option]:
    """Every hex of the map, the members of the group, and stopping: a player may ask about any hex why not."""
    found = [p.ground.words.one(MOVE, hex) for hex in range(p.ground.size)]
    return [*found, STOP, END, *(p.ground.words.one(DROP, unit) for unit in p.group)]


@enforces("SHI-4.2.3", "SHI-5.1")
def drop_objections(p: ShilohPosition, unit: int) -> list[Objection]:
    """Why this counter may not be dropped here."""
    if unit not in p.group or len(p.group) < 2:
        return [forbid("SHI-4.2.3", "not_in_group", unit=UNITS[unit])]
    hex = p.hex[unit]
    if not p.under_way:
        return [forbid("SHI-4.2.3", "not_under_way", unit=UNITS[unit])]
    if not COMBAT[unit]:
        return []
    moving = sum(COMBAT[other] for other in p.group)
    staying = p.presence.units(p.side, hex) - moving + 1
    if staying > STACKING:
        return [forbid("SHI-5.1", to=p.ground.names[hex])]
    if staying + moving - 1 > STACKING and not goes_on_without(p, unit):
        return [forbid("SHI-5.1", to=p.ground.names[hex])]
    return []


def goes_on_without(p: ShilohPosition, unit: int) -> bool:
    """Could the rest of the group, which would not fit here, be led elsewhere?"""
    twin = p.copy()
    twin.group.remove(unit)
    twin.reach = None
    return bool(reach_with(twin, GroupMover(twin), twin.mp).ends)


def go_objections(p: ShilohPosition, option: Option) -> list[Objection]:
    """Why the group may not do this now."""
    if option.verb == "stop":
        hex = p.hex[p.group[0]]
        if p.under_way and p.presence.units(p.side, hex) > STACKING:
            return [forbid("SHI-5.1", to=p.ground.names[hex])]
        return []
    if option.verb == "drop":
        return drop_objections(p, option.subject)
    if option.verb == "move":
        return way_objections(p, option.target)
    return [forbid("SHI-4.2.3", "moving_now")]


def way_objections(p: ShilohPosition, to: int) -> list[Objection]:
    """Why the group cannot be led to a hex: what bars the step if it is adjacent, otherwise its points."""
    reach_of(p)
    reach = p.reach
    assert reach is not None
    return why_not(p.ground, reach, GroupJudge(p, reach), to)


class GroupJudge(Judge):
    """What speaks against a move of the group."""

    def __init__(self, p: ShilohPosition, reach: Reach) -> None:
        self.p = p
        self.reach = reach
        self.mover: GroupMover = GroupMover(p)

    @enforces("SHI-4.1", "SHI-5.1", "SHI-4.7", "SHI-4.5.4")
    def at(self, to: int) -> list[Objection]:
        """The enemy, no room; for reinforcements also what keeps them from coming in at all."""
        p, mover = self.p, self.mover
        if to == mover.start:
            return [forbid("SHI-4.1", "already_there", to=p.ground.names[to])]
        if mover.start < 0:
            shut = gate_objections(p, p.group, p.marching)
            if shut:
                return shut
        elif enemies_in(p, mover.side, to):
            return [forbid("SHI-4.1", to=p.ground.names[to])]
        if not fits(p, mover.side, to, mover.fighters):
            return [forbid("SHI-5.1", to=p.ground.names[to])]
        return []

    def step(self, place: int, to: int) -> list[Objection]:
        """Everything that bars the step."""
        return step_objections(self.p, self.mover, place, to)

    def unhindered(self) -> Reach:
        """Where the group could go if there were no enemy zones but for the price of leaving one."""
        found = self.reach.unhindered
        if found is None:
            points = max(0, self.p.mp - (LEAVE_ZOC if self.mover.leaving else 0))
            found = reach_with(self.p, GroupMover(self.p, True), points)
            self.reach.unhindered = found
        return found

    @enforces("SHI-4.5.1", "SHI-4.5.2", "SHI-4.5.3", "SHI-4.6.4", "SHI-3.6")
    def between(self, hex: int, to: int, first: bool) -> list[Objection]:
        """What an enemy zone on the way does to the group: it may not enter it, or must stop there."""
        mover = self.mover
        if not mover.zone(hex):
            return []
        mover.leaving = mover.leaving and first
        names = self.p.ground.names
        stop = [forbid("SHI-4.5.1", to=names[to], zone=names[hex])] if hex != to else []
        return zone_objections(self.p, mover, hex) or stop

    @enforces("SHI-4.3")
    def too_far(self, to: int) -> list[Objection]:
        """Its points do not last."""
        return [forbid("SHI-4.3", to=self.p.ground.names[to], points=show_points(self.p.mp))]


@enforces("SHI-4.7", "SHI-4.5.4", "SHI-5.1")
def gate_objections(p: ShilohPosition, group: list[int], march: bool) -> list[Objection]:
    """Why a group that waits at an entry cannot come in by it, whatever it throws."""
    side, hex = SIDE_OF[group[0]], entry_hex(p, group[0])
    fighters = sum(COMBAT[unit] for unit in group)
    if fighters > STACKING:
        return [forbid("SHI-5.1", "group_too_large")]
    if enemies_in(p, side, hex):
        return [forbid("SHI-4.7", "entry_held", to=p.ground.names[hex])]
    if not fighters and followers_in(p, 1 - side, hex):
        return [forbid("SHI-4.8", "enemy_there", to=p.ground.names[hex])]
    if in_enemy_zone(p, side, hex):
        if is_night(p.turn):
            return [forbid("SHI-4.5.4", to=p.ground.names[hex])]
        if march:
            return [forbid("SHI-4.6.4", "march_into_zone", to=p.ground.names[hex])]
    return []


def show_points(half: int) -> str:
    """Half movement points as a player reads them."""
    return f"{half // 2}½" if half % 2 else str(half // 2)


@enforces(
    "SHI-4.3", "SHI-4.3.4", "SHI-4.3.6", "SHI-4.5.2", "SHI-4.5.3", "SHI-4.5.4", "SHI-3.6", "SHI-4.6.2", "SHI-4.6.5"
)
def step_objections(p: ShilohPosition, mover: GroupMover, place: int, to: int) -> list[Objection]:
    """Everything that bars one step to an adjacent hex."""
    ground = p.ground
    found: list[Objection] = []
    zone = in_enemy_zone(p, mover.side, to)
    road = ground.path[place] != SHUT
    shut = terrain_cost(ground, mover.kinds, place) == SHUT
    if not mover.fighters and followers_in(p, 1 - mover.side, to):
        found.append(forbid("SHI-4.8", "enemy_there", to=p.ground.names[to]))
    if shut and not road:
        if ground.creek[place] and not ground.crossing[place]:
            found.append(forbid("SHI-4.3.4", to=p.ground.names[to]))
        elif ground.chart(to).get("road_only") or ground.chart(place // 6).get("road_only"):
            found.append(forbid("SHI-4.3.6", to=p.ground.names[to]))
        else:
            found.append(forbid("SHI-4.3", "prohibited", to=p.ground.names[to], terrain=ground.terrain[to]))
    if zone:
        found += zone_objections(p, mover, to)
        if mover.foot and road and shut:
            found.append(forbid("SHI-4.6.2", to=p.ground.names[to]))
    if mover.marching and not ground.road[place] and (ground.no_march[to] or ground.no_march[place // 6]):
        found.append(forbid("SHI-4.6.5", to=p.ground.names[to]))
    return found


@enforces("SHI-3.6", "SHI-4.5.2", "SHI-4.5.3", "SHI-4.5.4")
def zone_objections(p: ShilohPosition, mover: GroupMover, to: int) -> list[Objection]:
    """Why this group may not enter an enemy zone of control."""
    found: list[Objection] = []
    if mover.night:
        found.append(forbid("SHI-3.6", to=p.ground.names[to]))
    if mover.leaving:
        found.append(forbid("SHI-4.5.2", to=p.ground.names[to]))
    if mover.marching:
        found.append(forbid("SHI-4.6.4", "march_into_zone", to=p.ground.names[to]))
    if mover.baggage or (not mover.fighters and not p.presence.units(mover.side, to)):
        found.append(forbid("SHI-4.5.3", to=p.ground.names[to]))
    return found


def lead(p: ShilohPosition, to: int) -> None:
    """Lead the group hex by hex; whatever a step sets off interrupts it."""
    reach_of(p)
    reach = p.reach
    assert reach is not None
    p.reach = None
    p.push(AFTER_STEP)
    if walk(reach, to, GroupWalker(p)):
        carry_out(p)


class GroupWalker(Walker):
    """The group on its way."""

    def __init__(self, p: ShilohPosition) -> None:
        self.p = p

    def enter(self, hex: int, left: int, halts: bool) -> bool:
        """The next hex; whatever it sets off interrupts the move. Who must stop has no points left."""
        cost = self.p.mp - left
        self.p.mp = 0 if halts else left
        return step_into(self.p, hex, cost)


def step_into(p: ShilohPosition, to: int, cost: int) -> bool:
    """One hex for so many half points: move the group, capture what is alone there, and set off what it sets off. Did
    it set off anything?"""
    origin = p.hex[p.group[0]]
    p.under_way = True
    fighters: list[int] = []
    for unit in p.group:
        put(p, unit, to)
        if COMBAT[unit]:
            fighters.append(unit)
            if p.marching:
                set_marched(p, unit, True)
    if p.events is not None:
        name = p.ground.names[origin] if origin >= 0 else ""
        for unit in p.group:
            facts: dict[str, str | int] = {"unit": UNITS[unit], "origin": name, "to": p.ground.names[to]}
            facts["cost"] = cost
            p.tell("moved" if origin >= 0 else "entered", "SHI-4.1" if origin >= 0 else "SHI-4.7", facts)
    return entered(p, fighters, to) if fighters else False


@enforces("SHI-4.8", "SHI-4.10", "SHI-17.3.5d")
def entered(p: ShilohPosition, fighters: list[int], to: int) -> bool:
    """Combat units have entered a hex: captures, then surprise, then alarms, then fatigue. Is anything to be rolled?"""
    side = SIDE_OF[fighters[0]]
    capture_followers(p, side, to)
    if side != CSA:
        return bool(p.tasks)
    fatigue_checks(p, fighters, to)
    alarm(p, to)
    surprise_checks(p, fighters, to)
    return bool(p.tasks)


@enforces("SHI-4.5.1", "SHI-17.3.5a")
def after_step(p: ShilohPosition) -> None:
    """In an enemy zone or without points the move is over; otherwise the group may go on."""
    p.reach = None
    if not p.group:
        return
    hex = p.hex[p.group[0]]
    if p.mp <= 0 or in_enemy_zone(p, p.side, hex):
        finish_group(p)
    else:
        next_step(p)


@enforces("SHI-4.2.3")
def drop(p: ShilohPosition, unit: int) -> None:
    """A dropped counter has finished its move."""
    p.reach = None
    p.group.remove(unit)
    p.flags[unit] |= MOVED
    if p.events is not None:
        p.tell("dropped", "SHI-4.2.3", {"unit": UNITS[unit], "hex": p.ground.names[p.hex[unit]]})
    next_step(p)


@enforces("SHI-4.2.3")
def finish_group(p: ShilohPosition) -> None:
    """The group has rolled and moved, or decided not to."""
    for unit in p.group:
        p.flags[unit] |= MOVED
    p.group = []
    p.marching = False
    p.mp = 0
    p.under_way = False
    p.reach = None


def clear_for_movement(p: ShilohPosition, side: int) -> None:
    """At the start of a Movement Phase the marks of the last one are taken off, march columns end."""
    for unit in UNITS_OF[side]:
        set_marched(p, unit, False)
        p.flags[unit] &= ~(MOVED | PLACED | USED)
