"""Recovery and entrenchment (chapter 9): build, forage, reorganize, take heart, rest."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sjw.bridges import bridge_objections, bridge_sides, try_bridge
from senki.games.sjw.counters import COUNT, CSA, INF, IS_TROOP, KIND, SIDE_OF, TROOPS, UNITS, USA
from senki.games.sjw.demoralization import demoralized_objection, regain_morale
from senki.games.sjw.forage import begin_forage
from senki.games.sjw.limits import entrench_barred, frozen
from senki.games.sjw.options import BRIDGE_OVER, DONE, ENTRENCH, ENTRENCH_ALL
from senki.games.sjw.position import DISORGANIZED, UNSUPPLIED, WORKED, SjwPosition
from senki.games.sjw.steps import BUILD, REST
from senki.games.sjw.tables import AFTER_RECOVERY, ENTRENCHES_UP_TO, MOST_BUILT, WORKS


@enforces("SJW-9.1", "SJW-3.4")
def begin_recovery(p: SjwPosition) -> None:
    """Step 1 for one side, then for the other; forage; then steps 3 to 5 for both."""
    for unit in range(COUNT):
        p.flags[unit] &= ~WORKED
    p.tried = []
    p.push(REST)
    offer_building(p, CSA)


def offer_building(p: SjwPosition, side: int) -> None:
    """Ask a side while it may entrench or bridge anywhere, then the other; then they forage."""
    for other in range(side, USA + 1):
        p.side = other
        if any(may_build(p, unit) for unit in TROOPS[other]):
            p.push(BUILD)
            return
    begin_forage(p)


def may_build(p: SjwPosition, unit: int) -> bool:
    """Can a unit entrench or try a bridge?"""
    if p.hex[unit] < 0 or KIND[unit] != INF:
        return False
    return may_entrench(p, unit) or any(not bridge_objections(p, unit, to) for to in bridge_sides(p, unit))


# step 1: entrenching


@enforces("SJW-9.1.1", "SJW-9.3", "SJW-9.4", "SJW-11.2", "SJW-5.5")
def entrench_objections(p: SjwPosition, unit: int) -> list[Objection]:
    """Undemoralized infantry, not too tired, not yet at breastworks, not at other work in this phase, not barred."""
    name = UNITS[unit]
    if SIDE_OF[unit] != p.side or p.hex[unit] < 0:
        return [forbid("SJW-9.3", "not_your_unit", unit=name)]
    if KIND[unit] != INF:
        return [forbid("SJW-9.3", "entrench_infantry", unit=name)]
    found: list[Objection] = []
    if p.flags[unit] & WORKED:
        found.append(forbid("SJW-9.3", "worked", unit=name))
    elif p.works[unit] >= MOST_BUILT:
        found.append(forbid("SJW-9.3", "entrenched_fully", unit=name, works=WORKS[p.works[unit]]))
    if p.fatigue[unit] > ENTRENCHES_UP_TO:
        found.append(forbid("SJW-9.3", "entrench_tired", unit=name))
    for one in (demoralized_objection(p, unit), entrench_barred(p, unit)):
        if one is not None:
            found.append(one)
    return found


def may_entrench(p: SjwPosition, unit: int) -> bool:
    """Does nothing speak against it?"""
    if p.hex[unit] < 0 or KIND[unit] != INF or p.flags[unit] & WORKED or p.works[unit] >= MOST_BUILT:
        return False
    return p.fatigue[unit] <= ENTRENCHES_UP_TO and not p.demoralized[unit] and entrench_barred(p, unit) is None


@enforces("SJW-9.3")
def entrench(p: SjwPosition, unit: int) -> None:
    """One level more, without a die."""
    p.works[unit] += 1
    p.flags[unit] |= WORKED
    p.reach = None
    if p.events is not None:
        p.tell("entrenched", "SJW-9.3", {"unit": UNITS[unit], "works": WORKS[p.works[unit]]})


def build_options(p: SjwPosition) -> list[Option]:
    """Who may entrench, who may bridge what, or no more of either."""
    words = p.ground.words
    troops = [unit for unit in TROOPS[p.side] if may_entrench(p, unit)]
    found = [words.one(ENTRENCH, unit) for unit in troops]
    if troops:
        found.append(ENTRENCH_ALL)
    for unit in TROOPS[p.side]:
        for to in bridge_sides(p, unit):
            if not bridge_objections(p, unit, to):
                found.append(words.two(BRIDGE_OVER, unit, to))
    return [*found, DONE]


def build_candidates(p: SjwPosition) -> list[Option]:
    """Every unit of the side on the map, and every river beside it."""
    words = p.ground.words
    found: list[Option] = [ENTRENCH_ALL, DONE]
    for unit in TROOPS[p.side]:
        if p.hex[unit] >= 0:
            found.append(words.one(ENTRENCH, unit))
            found += [words.two(BRIDGE_OVER, unit, to) for to in bridge_sides(p, unit)]
    return found


def build_objections(p: SjwPosition, option: Option) -> list[Objection]:
    """Why not."""
    if option.verb == "done":
        return []
    if option.verb == "entrench_all":
        anybody = any(may_entrench(p, unit) for unit in TROOPS[p.side])
        return [] if anybody else [forbid("SJW-9.3", "nobody_entrenches")]
    if option.verb == "entrench":
        return entrench_objections(p, option.subject)
    if option.verb == "bridge":
        return bridge_objections(p, option.subject, option.target)
    return [forbid("SJW-9.1", "not_now")]


def build(p: SjwPosition, option: Option) -> None:
    """One unit works, or all, or the side has done."""
    if option.verb == "done":
        offer_building(p, p.side + 1)
    elif option.verb == "bridge":
        try_bridge(p, option.subject, option.target)
    else:
        units = TROOPS[p.side] if option.verb == "entrench_all" else [option.subject]
        for unit in units:
            if may_entrench(p, unit):
                entrench(p, unit)
        offer_building(p, p.side)


# steps 3 to 5


@enforces("SJW-9.1", "SJW-9.1.1")
def rest(p: SjwPosition) -> None:
    """Steps 3 to 5: reorganize, take heart, rest, each by the fatigue of the end of the cycle."""
    p.tried = []
    for unit in range(COUNT):
        p.flags[unit] &= ~WORKED
        if IS_TROOP[unit] and p.hex[unit] >= 0:
            reorganize(p, unit)
            regain_morale(p, unit)
            recover_fatigue(p, unit)


@enforces("SJW-9.1", "SJW-9.1.1", "SJW-20.5.1")
def reorganize(p: SjwPosition, unit: int) -> None:
    """A disorganized unit that has rested all day is organized again, but not out of supply."""
    if p.flags[unit] & (DISORGANIZED | UNSUPPLIED) != DISORGANIZED or p.fatigue[unit]:
        return
    p.flags[unit] &= ~DISORGANIZED
    p.reach = None
    if p.events is not None:
        p.tell("reorganized", "SJW-9.1", {"unit": UNITS[unit]})


@enforces("SJW-9.2", "SJW-9.5", "SJW-13.0.7")
def recover_fatigue(p: SjwPosition, unit: int) -> None:
    """Fatigue drops, unless the scenario freezes it."""
    if not frozen(p, unit):
        p.fatigue[unit] = AFTER_RECOVERY[p.fatigue[unit]]
