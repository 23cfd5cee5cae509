"""What a move meets that its side did not see (MON-10.8, option): it goes as far as the rules let it."""

from __future__ import annotations

from senki.boards.plane.roads import along, total
from senki.boards.plane.trig import length
from senki.engine.clauses import Objection, enforces
from senki.engine.option import Option
from senki.games.monmouth.acts import act_objections
from senki.games.monmouth.board import BAGGAGE, IDS, PIECE_COUNT, ROADS, SIDE_OF, STEP, TYPE
from senki.games.monmouth.movement import target_of
from senki.games.monmouth.options import ADVANCE, BY_ROAD, MARCH, TO, MoveOption, enter, legs_of, move, ride
from senki.games.monmouth.position import BLIND, MonmouthPosition, tenths
from senki.games.monmouth.riding import Ride, try_ride
from senki.games.monmouth.spotting import is_shown

PACE = tenths(STEP)
"""How far apart the poses are at which a move may be stopped, in tenths of a yard."""


@enforces("MON-10.8", "MON-10.9")
def what_becomes_of(p: MonmouthPosition, option: Option) -> Option | None:
    """An act as it turns out: itself, or on a blind map what is left of it; nothing if it cannot be done at all."""
    if option.verb == "bombard" and TYPE[target_of(p, option.target)] == BAGGAGE:
        tell_met(p, option.subject, "held_fire", {"enemy": p.name(target_of(p, option.target))})
        return None
    if not p.on(BLIND) or option.verb == "sit":
        return option
    against = hindrances(p, option)
    if not against:
        return option
    tell_met(p, option.subject, *met(against))
    return shortened(p, option) if isinstance(option, MoveOption) else None


@enforces("MON-10.8")
def hindrances(p: MonmouthPosition, option: Option) -> list[Objection]:
    """What stands in the way of an act in truth; its duties (MON-2.6) were judged by what the side sees."""
    return [objection for objection in act_objections(p, option) if objection.clause != "MON-2.6"]


@enforces("MON-10.8", "MON-3.9")
def what_becomes_of_ride(p: MonmouthPosition, option: MoveOption) -> MoveOption | None:
    """A ride as it turns out: an HQ stops before an enemy it did not see."""
    against = try_ride(p, option).objections
    if not against:
        return option
    tell_met(p, option.subject, *met(against))
    for legs in shorter_rides(p, option):
        stopped = ride(option.subject, legs)
        if not try_ride(p, stopped).objections:
            return stopped
    return None


def met(against: list[Objection]) -> tuple[str, dict[str, str | int]]:
    """The event that tells what stood in the way, by number if the rule names one."""
    facts = against[0].facts
    enemy = facts.get("enemy", facts.get("other", ""))
    return ("met", {"enemy": enemy}) if enemy else ("stopped", {})


def tell_met(p: MonmouthPosition, block: int, kind: str, facts: dict[str, str | int]) -> None:
    """Say what a block met: to its own side, and to the enemy if he is shown the block."""
    if p.events is not None:
        side = SIDE_OF[block]
        unit = p.name(block) if block >= PIECE_COUNT or p.number[block] else IDS[block]
        only = [0, 1] if is_shown(p, 1 - side, block) else [side]
        p.tell(kind, "MON-10.9" if kind == "held_fire" else "MON-10.8", {"unit": unit, **facts}, only)


@enforces("MON-10.8")
def shortened(p: MonmouthPosition, option: MoveOption) -> MoveOption | None:
    """The longest part of a move that the rules allow, looked for every 22 yards; nothing if there is none."""
    for legs in shorter(option.legs):
        if option.gate >= 0:
            stopped = enter(option.subject, option.gate, option.gate_y, legs)
        elif legs:
            stopped = move(option.subject, legs)
        else:
            return None
        if not hindrances(p, stopped):
            return stopped
    return None


def shorter(legs: list[int]) -> list[list[int]]:
    """The same legs without the attack, then cut shorter and shorter from the end."""
    parts = legs_of(legs)
    found: list[list[int]] = [legs]
    while parts:
        last = parts.pop()
        before = [number for part in parts for number in part]
        if last[0] in (ADVANCE, MARCH):
            at = 2 if last[0] == ADVANCE else 1
            for far in range(last[at] - PACE, 0, -PACE):
                found.append([*before, *last[:at], far, *last[at + 1 :]])
        found.append(before)
    return found


def shorter_rides(p: MonmouthPosition, option: MoveOption) -> list[list[int]]:
    """The legs of a ride cut shorter and shorter from the end."""
    legs = option.legs
    found: list[list[int]] = []
    for i in range(len(legs) - 3, -1, -3):
        before = legs[:i]
        so_far = Ride(p, option.subject)
        so_far.walk(before)
        x, y = so_far.rect.x, so_far.rect.y
        if legs[i] == TO:
            far = length(legs[i + 1] / 10.0 - x, legs[i + 2] / 10.0 - y)
            for step in range(int(far / STEP), 0, -1):
                share = step * STEP / far
                to_x, to_y = x + (legs[i + 1] / 10.0 - x) * share, y + (legs[i + 2] / 10.0 - y) * share
                found.append([*before, TO, tenths(to_x), tenths(to_y)])
        else:
            near = ROADS.nearest_road(x, y)
            way = ROADS.path(near, ROADS.nearest_arc(near, x, y), legs[i + 1], legs[i + 2] / 10.0)
            for step in range(int(total(way) / STEP), 0, -1):
                at = along(way, step * STEP)
                found.append([*before, BY_ROAD, at.road, tenths(at.end)])
        if before:
            found.append(before)
    return found
