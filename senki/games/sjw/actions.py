"""The action cycle (chapter 4): who is eligible, what actions there are, who acts next."""

from __future__ import annotations

from senki.boards.hexes.ground import NOWHERE
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sjw.activation import activation_objections, begin_activation
from senki.games.sjw.assault import assault_objections, begin_assault
from senki.games.sjw.counters import CORPS, CSA, LEADERS, SIDE_OF, SIDES, SIZE, TROOPS, UNITS, USA
from senki.games.sjw.events import cycle_ends, may_end_cycle
from senki.games.sjw.limits import given_initiative, solo_side
from senki.games.sjw.marching import begin_march, march_objections
from senki.games.sjw.options import ACTIVATE, ASSAULT, MARCH, PASS, RAID, RAIL
from senki.games.sjw.position import FIRST, SECOND, SOLO, SjwPosition
from senki.games.sjw.raids import raid, raid_objections
from senki.games.sjw.rail import rail_objections
from senki.games.sjw.steps import ACTION, CYCLE, CYCLE_END_DIE, END_CYCLE, INITIATIVE
from senki.games.sjw.undertaking import NOBODY


@enforces("SJW-4.1", "SJW-4.2", "SJW-4.5")
def begin_phase(p: SjwPosition) -> None:
    """A side that acts alone goes on; otherwise the initiative is diced for, unless it is given or nobody can act."""
    solo = solo_side(p)
    if solo != NOBODY:
        p.side, p.to_act = solo, SOLO
        p.push(ACTION if has_eligible(p, solo) else END_CYCLE)
        return
    if not has_eligible(p, CSA) and not has_eligible(p, USA):
        p.push(END_CYCLE)
        return
    given = given_initiative(p)
    if given == NOBODY:
        p.push(INITIATIVE)
        return
    if p.events is not None:
        p.tell("initiative_given", "SJW-13.2.1", {"side": SIDES[given]})
    give_initiative(p, given)


@enforces("SJW-4.1", "SJW-4.5", "SJW-15.1")
def take_initiative(p: SjwPosition, confederate: int, union: int) -> None:
    """The higher die wins, a tie is Confederate; in the advanced game a double 1 may end the cycle."""
    winner = CSA if confederate >= union else USA
    if p.events is not None:
        facts: dict[str, str | int] = {"side": SIDES[winner], "csa": confederate, "usa": union}
        p.tell("initiative", "SJW-4.1", facts)
    if confederate == union == 1 and may_end_cycle(p):
        p.push(CYCLE_END_DIE)
    else:
        give_initiative(p, winner)


@enforces("SJW-15.1")
def take_end_die(p: SjwPosition, die: int) -> None:
    """The cycle is over at once, or the Confederate has the initiative."""
    ends = cycle_ends(p, die)
    if p.events is not None:
        p.tell("cycle_cut" if ends else "cycle_goes_on", "SJW-15.1", {"die": die})
    if ends:
        p.push(END_CYCLE)
    else:
        give_initiative(p, CSA)


@enforces("SJW-4.5", "SJW-4.6")
def give_initiative(p: SjwPosition, side: int) -> None:
    """The winner acts first; without an eligible unit he passes."""
    p.side, p.to_act = side, FIRST
    if has_eligible(p, side):
        p.push(ACTION)
    else:
        tell_pass(p)
        give_second(p)


@enforces("SJW-4.1", "SJW-4.2", "SJW-4.5")
def give_second(p: SjwPosition) -> None:
    """After a pass it is the other's turn to act or pass; if he cannot act the cycle is over."""
    p.side, p.to_act = 1 - p.side, SECOND
    if has_eligible(p, p.side):
        p.push(ACTION)
    else:
        tell_pass(p)
        p.push(END_CYCLE)


def tell_pass(p: SjwPosition) -> None:
    """Log that a side does not act."""
    if p.events is not None:
        p.tell("passed", "SJW-4.1", {"side": SIDES[p.side]})


@enforces("SJW-4.1", "SJW-4.2", "SJW-4.5")
def pass_phase(p: SjwPosition) -> None:
    """A pass of the first hands the phase over; any other ends the cycle."""
    tell_pass(p)
    if p.to_act == FIRST:
        give_second(p)
    else:
        p.push(END_CYCLE)


def end_cycle(p: SjwPosition) -> None:
    """Nobody acts any more in this turn."""
    p.to_act, p.rail_used, p.side = FIRST, 0, CSA
    p.march = None
    p.reach = None
    if p.events is not None:
        p.tell("cycle_ended", "SJW-4.2", {"turn": p.turn})


@enforces("SJW-4.6")
def has_eligible(p: SjwPosition, side: int) -> bool:
    """Is any action legal for a unit or leader of a side? Going by rail or under a leader is a march, too."""
    for unit in TROOPS[side]:
        if p.hex[unit] >= 0 and (not march_objections(p, unit) or may_raid(p, unit)):
            return True
    return bool(assaults(p, side))


def may_raid(p: SjwPosition, unit: int) -> bool:
    """May a unit on the map raid a station? Few are in one, and nobody wants to hear why the others may not."""
    in_station = SIDE_OF[unit] == CSA and p.theatre.station_at[p.hex[unit]] != NOWHERE
    return in_station and not raid_objections(p, unit)


def assaults(p: SjwPosition, side: int) -> list[Option]:
    """The assaults a side can declare."""
    found: list[Option] = []
    for leader in LEADERS[side]:
        hex = p.hex[leader]
        if hex < 0 or SIZE[leader] != CORPS:
            continue
        for to in p.ground.around[hex]:
            if p.presence.units(1 - side, to) and not assault_objections(p, leader, to):
                found.append(p.ground.words.two(ASSAULT, leader, to))
    return found


@enforces("SJW-4.3", "SJW-4.4")
def action_options(p: SjwPosition) -> list[Option]:
    """March, rail march, station raid, leader activation, assault, or pass."""
    side, words = p.side, p.ground.words
    found: list[Option] = []
    for unit in TROOPS[side]:
        if p.hex[unit] < 0:
            continue
        if not march_objections(p, unit):
            found.append(words.one(MARCH, unit))
            if side == USA and not rail_objections(p, unit):
                found.append(words.one(RAIL, unit))
        if may_raid(p, unit):
            found.append(words.one(RAID, unit))
    for leader in LEADERS[side]:
        if not activation_objections(p, leader):
            found.append(words.one(ACTIVATE, leader))
    return [*found, *assaults(p, side), PASS]


def action_candidates(p: SjwPosition) -> list[Option]:
    """Every action with every counter of either side."""
    words = p.ground.words
    found: list[Option] = [PASS]
    for side in (CSA, USA):
        for unit in TROOPS[side]:
            found += [words.one(MARCH, unit), words.one(RAIL, unit), words.one(RAID, unit)]
        for leader in LEADERS[side]:
            found.append(words.one(ACTIVATE, leader))
            hex = p.hex[leader]
            for to in p.ground.around[hex] if hex >= 0 else []:
                found.append(words.two(ASSAULT, leader, to))
    return found


@enforces("SJW-4.1", "SJW-4.3")
def action_objections(p: SjwPosition, option: Option) -> list[Objection]:
    """Why this action may not be taken now."""
    verb, one = option.verb, option.subject
    if verb == "pass":
        return []
    if verb not in ("march", "rail", "raid", "activate", "assault"):
        return [forbid("SJW-4.3", "not_now")]
    if SIDE_OF[one] != p.side:
        return [forbid("SJW-4.1", "not_yours", unit=UNITS[one])]
    if p.hex[one] < 0:
        return [forbid("SJW-4.6", "not_on_map", unit=UNITS[one])]
    if verb == "raid":
        return raid_objections(p, one)
    if verb == "activate":
        return activation_objections(p, one)
    if verb == "assault":
        return assault_objections(p, one, option.target)
    found = march_objections(p, one)
    return found + rail_objections(p, one) if verb == "rail" else found


@enforces("SJW-4.3", "SJW-4.5", "SJW-4.7")
def act(p: SjwPosition, option: Option) -> None:
    """Carry out an action; when it is over the next phase begins."""
    if option.verb == "pass":
        pass_phase(p)
        return
    p.push(CYCLE)
    if option.verb == "raid":
        raid(p, option.subject)
    elif option.verb == "activate":
        begin_activation(p, option.subject)
    elif option.verb == "assault":
        begin_assault(p, option.subject, option.target)
    else:
        begin_march(p, option.subject, option.verb == "rail")
