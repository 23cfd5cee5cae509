"""Airborne operations (6.1 to 6.4, 6.15 to 6.18): who must or may drop, when, and the naming of targets."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sicily.capture import is_allied
from senki.games.sicily.counters import (
    AIRBORNE_FROM,
    ALLIES,
    ASSAULT,
    COUNT,
    HEX,
    REINFORCE,
    TURN_OF,
    UNITS,
    UNITS_OF,
    WHEN,
)
from senki.games.sicily.drops import (
    assault_targets,
    enemy_hexes,
    friends_before,
    reinforcement_targets,
    target_objections,
)
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.options import ASSAULT_TO, CALL_FOR_DROPS, CANCEL_DROPS, DONE, DROP_IN_RAIN, PASS, REINFORCE_TO
from senki.games.sicily.position import ASSAULTED, RELEASED, WAITING, SicilyPosition
from senki.games.sicily.steps import CALL_DROPS, DROP, DROP_DICE, DROPS_DIE, RAIN_DROPS
from senki.games.sicily.tables import RAIN, TABLES

WITHIN: Final[int] = int(TABLES["airborne"]["put_off_within"])
LAST_TRY: Final[int] = int(TABLES["airborne"]["last_try"])
CATANIA_TURN: Final[int] = int(TABLES["airborne"]["catania_turn"])
ASSAULTS_LISTED: Final = 110
REINFORCEMENTS_LISTED: Final = 80
"""Targets listed; any other legal one is accepted too."""


# who


@enforces("SIC-6.2", "SIC-6.15")
def is_mandatory(unit: int, flags: int) -> bool:
    """Must a unit drop, by assault or as a reinforcement, and has not been let off?"""
    return WHEN[unit] in (ASSAULT, REINFORCE) and not flags & RELEASED


def pending(p: SicilyPosition) -> list[int]:
    """Mandatory operations that have not been made, whenever they are due."""
    return [unit for unit in range(COUNT) if p.hex[unit] == WAITING and is_mandatory(unit, p.flags[unit])]


@enforces("SIC-6.2", "SIC-6.4")
def due(p: SicilyPosition) -> list[int]:
    """Those whose turn has come, or that were put off."""
    return [unit for unit in pending(p) if TURN_OF[unit] <= p.turn]


@enforces("SIC-6.2", "SIC-6.3", "SIC-6.15")
def optional_from(p: SicilyPosition, unit: int) -> int:
    """The turn from which a unit may drop, or come by sea, if it likes; 0: it is not one of these."""
    if WHEN[unit] == AIRBORNE_FROM:
        return TURN_OF[unit]
    if WHEN[unit] in (ASSAULT, REINFORCE) and p.flags[unit] & RELEASED:
        return p.since[unit] + 1
    return 0


@enforces("SIC-6.3")
def volunteers(p: SicilyPosition) -> list[int]:
    """Units that may drop this turn if the Allied player likes."""
    found: list[int] = []
    for unit in UNITS_OF[ALLIES]:
        if p.hex[unit] == WAITING and 0 < optional_from(p, unit) <= p.turn:
            found.append(unit)
    return found


@enforces("SIC-6.2")
def release_for_catania(p: SicilyPosition) -> None:
    """Catania was taken before turn 3: the drop that was to take it is optional from the next turn on."""
    if p.turn != CATANIA_TURN or p.ground.catania < 0 or not is_allied(p, p.ground.catania):
        return
    for unit in pending(p):
        if WHEN[unit] == ASSAULT and TURN_OF[unit] == CATANIA_TURN:
            release(p, unit, "SIC-6.2")
    note_done(p, p.turn)


@enforces("SIC-6.2", "SIC-6.15")
def release(p: SicilyPosition, unit: int, clause: str) -> None:
    """A mandatory operation lapses: from the next turn on the unit may drop, or come by sea."""
    p.flags[unit] |= RELEASED
    p.since[unit] = p.turn
    p.aim[unit] = NOBODY
    if p.events is not None:
        p.tell("drop_optional", clause, {"unit": UNITS[unit], "turn": p.turn + 1})


# the segment


@enforces("SIC-6.2", "SIC-6.3", "SIC-6.4", "SIC-8.1")
def begin_airborne(p: SicilyPosition) -> None:
    """What is due must be done unless it rains, on turn 1 even then if the Allied player likes; on a later turn than
    the last of it units may drop that need not."""
    if p.special:
        return
    note_done(p, p.turn - 1)
    release_for_catania(p)
    must = due(p)
    if p.weather == RAIN and (p.turn > 1 or not must):
        if must and p.events is not None:
            p.tell("drops_put_off", "SIC-6.4", {"units": " ".join(UNITS[unit] for unit in must)})
    elif p.weather == RAIN:
        p.push(RAIN_DROPS)
    elif must:
        begin_naming(p, must)
    elif may_call(p):
        p.push(CALL_DROPS)


@enforces("SIC-6.3")
def note_done(p: SicilyPosition, turn: int) -> None:
    """No mandatory operation is left: those who need not drop may do so from the turn after."""
    if not p.dropped_last and not pending(p):
        p.dropped_last = turn


@enforces("SIC-6.3", "SIC-6.4")
def may_call(p: SicilyPosition) -> bool:
    """Is the last mandatory operation past, and does somebody have a target?"""
    if pending(p) or p.turn <= p.dropped_last or p.weather == RAIN:
        return False
    return any(assault_targets(p, unit, []) or reinforcement_targets(p, unit, []) for unit in volunteers(p))


@enforces("SIC-6.4")
def decide_in_rain(p: SicilyPosition, option: Option) -> None:
    """All of the first turn's drops in the rain, or none of them now."""
    if option.verb == "drop_in_rain":
        begin_naming(p, due(p))
    elif p.events is not None:
        p.tell("drops_put_off", "SIC-6.4", {"units": " ".join(UNITS[unit] for unit in due(p))})


@enforces("SIC-6.18")
def call_drops(p: SicilyPosition, option: Option) -> None:
    """Who wants optional operations rolls for how many."""
    if option.verb == "call_drops":
        p.push(DROPS_DIE)


@enforces("SIC-6.3", "SIC-6.18")
def take_drops_die(p: SicilyPosition, die: int) -> None:
    """So many units may drop this turn, or fewer."""
    p.drops = die
    if p.events is not None:
        p.tell("drops_called", "SIC-6.18", {"most": die})
    begin_naming(p, volunteers(p))


# targets


@enforces("SIC-6.1")
def begin_naming(p: SicilyPosition, units: list[int]) -> None:
    """Targets and types of all are named before the first die is thrown."""
    p.waiting = units
    p.task = 0
    name_next(p)


def named(p: SicilyPosition) -> list[int]:
    """Who has a target already: `task` of those that wait."""
    return p.waiting[: p.task]


@enforces("SIC-6.1", "SIC-6.15", "SIC-6.18")
def name_next(p: SicilyPosition) -> None:
    """The next unit with a choice; one without is named by itself, one without a target is put off."""
    while p.task < len(p.waiting):
        unit = p.waiting[p.task]
        must = is_mandatory(unit, p.flags[unit])
        if not must and p.drops == 0:
            p.waiting = named(p)
            continue
        assaults, reinforcements = targets_of(p, unit)
        if must and len(assaults) + len(reinforcements) == 1:
            name(p, unit, (assaults + reinforcements)[0], bool(assaults))
        elif assaults or reinforcements:
            p.push(DROP)
            return
        else:
            p.waiting = named(p) + p.waiting[p.task + 1 :]
            if must:
                put_off(p, unit)
    p.task = 0
    if p.waiting:
        left = [unit for unit in pending(p) if unit not in p.waiting]
        if not left and not p.dropped_last:
            p.dropped_last = p.turn
        p.push(DROP_DICE)
    else:
        note_done(p, p.turn)


@enforces("SIC-6.15")
def put_off(p: SicilyPosition, unit: int) -> None:
    """No legal target: another turn, and after turn 6 no longer."""
    if p.turn >= LAST_TRY:
        release(p, unit, "SIC-6.15")
    elif p.events is not None:
        p.tell("drop_no_target", "SIC-6.15", {"unit": UNITS[unit]})


def targets_of(p: SicilyPosition, unit: int) -> tuple[list[int], list[int]]:
    """Where a unit may assault, and where it may reinforce."""
    before = named(p)
    if not is_mandatory(unit, p.flags[unit]):
        return assault_targets(p, unit, before), reinforcement_targets(p, unit, before)
    if WHEN[unit] == REINFORCE:
        return [], reinforcement_targets(p, unit, before)
    found = [hex for hex in assault_targets(p, unit, before) if is_where_bidden(p, unit, hex)]
    if not is_for_catania(p, unit) or not found:
        return found, []
    least = min([p.ground.distance(hex, p.ground.catania) for hex in found])
    return [hex for hex in found if p.ground.distance(hex, p.ground.catania) == least], []


@enforces("SIC-6.2")
def is_for_catania(p: SicilyPosition, unit: int) -> bool:
    """Is a unit to drop as near to Catania as it can?"""
    return WHEN[unit] == ASSAULT and TURN_OF[unit] == CATANIA_TURN and p.ground.catania >= 0


@enforces("SIC-6.2", "SIC-6.4")
def is_where_bidden(p: SicilyPosition, unit: int, hex: int) -> bool:
    """An assault of turn 1: in its printed hex on that turn, within three hexes of it when it was put off."""
    if TURN_OF[unit] != 1 or not HEX[unit]:
        return True
    own = p.ground.number(HEX[unit])
    return p.ground.distance(own, hex) <= (0 if p.turn == 1 else WITHIN) if own >= 0 else True


@enforces("SIC-6.1")
def name(p: SicilyPosition, unit: int, hex: int, assault: bool) -> None:
    """A unit has its target and its type."""
    p.aim[unit] = hex
    if assault:
        p.flags[unit] |= ASSAULTED
    p.task += 1
    if p.events is not None:
        kind = "assault_named" if assault else "reinforcement_named"
        p.tell(kind, "SIC-6.1", {"unit": UNITS[unit], "hex": p.ground.names[hex]})


# the question


def nearest(p: SicilyPosition, hexes: list[int], sources: list[int], most: int) -> list[int]:
    """So many of these hexes, those nearest to the sources first."""
    if len(hexes) <= most or not sources:
        return hexes[:most]
    wanted = [False] * p.ground.size
    for hex in hexes:
        wanted[hex] = True
    seen = [False] * p.ground.size
    for hex in sources:
        seen[hex] = True
    waiting, found = sources[:], [hex for hex in sources if wanted[hex]]
    at = 0
    while at < len(waiting) and len(found) < most:
        for to in p.ground.around[waiting[at]]:
            if not seen[to]:
                seen[to] = True
                waiting.append(to)
                if wanted[to]:
                    found.append(to)
        at += 1
    return found[:most]


def drop_options(p: SicilyPosition) -> list[Option]:
    """The targets of the next unit; one that need not drop may stay, and with it all the rest."""
    unit = p.waiting[p.task]
    words = p.ground.words
    assaults, reinforcements = targets_of(p, unit)
    own = p.ground.number(HEX[unit]) if HEX[unit] else NOBODY
    near = [own] if own >= 0 else []
    assaults = nearest(p, assaults, near or friends_before(p), ASSAULTS_LISTED)
    reinforcements = nearest(p, reinforcements, near or enemy_hexes(p), REINFORCEMENTS_LISTED)
    found = [words.two(ASSAULT_TO, unit, hex) for hex in assaults]
    found += [words.two(REINFORCE_TO, unit, hex) for hex in reinforcements]
    return found if is_mandatory(unit, p.flags[unit]) else [*found, PASS, DONE]


def drop_candidates(p: SicilyPosition) -> list[Option]:
    """What is offered, and hexes with or beside somebody that are no targets."""
    unit = p.waiting[p.task]
    words = p.ground.words
    found = drop_options(p)
    hexes: list[int] = []
    for hex in [*enemy_hexes(p), *friends_before(p)]:
        hexes += [to for to in [hex, *p.ground.around[hex]] if to not in hexes]
    for hex in hexes:
        for option in (words.two(ASSAULT_TO, unit, hex), words.two(REINFORCE_TO, unit, hex)):
            if drop_objections(p, option):
                found.append(option)
    return [*found, PASS, DONE] if is_mandatory(unit, p.flags[unit]) else found


@enforces("SIC-6.1", "SIC-6.2", "SIC-6.4")
def drop_objections(p: SicilyPosition, option: Option) -> list[Objection]:
    """Why the next unit may not drop there, or not in this way."""
    unit = p.waiting[p.task]
    must = is_mandatory(unit, p.flags[unit])
    if option.verb in ("pass", "done"):
        return [forbid("SIC-6.2", "must_drop", unit=UNITS[unit])] if must else []
    if option.verb not in ("drop", "reinforce"):
        return [forbid("SIC-6.1", "not_now")]
    if option.subject != unit:
        return [forbid("SIC-6.1", "drops_first", unit=UNITS[unit])]
    hex, assault = option.target, option.verb == "drop"
    found = target_objections(p, unit, hex, assault, named(p))
    if not must:
        return found
    if assault != (WHEN[unit] == ASSAULT):
        found.append(forbid("SIC-6.2", "must_assault" if WHEN[unit] == ASSAULT else "must_reinforce", unit=UNITS[unit]))
    elif assault and not is_where_bidden(p, unit, hex):
        found.append(forbid("SIC-6.4", "drop_near_own", unit=UNITS[unit], hex=HEX[unit], most=str(WITHIN)))
    elif assault and not found and hex not in targets_of(p, unit)[0]:
        found.append(forbid("SIC-6.2", "drop_near_catania", unit=UNITS[unit], hex=p.ground.names[hex]))
    return found


@enforces("SIC-6.1", "SIC-6.3")
def choose_drop(p: SicilyPosition, option: Option) -> None:
    """The Allied player has named a target, or left a unit where it is."""
    unit = p.waiting[p.task]
    if option.verb == "done":
        p.waiting = named(p)
    elif option.verb == "pass":
        p.waiting = named(p) + p.waiting[p.task + 1 :]
    else:
        if not is_mandatory(unit, p.flags[unit]):
            p.drops -= 1
        name(p, unit, option.target, option.verb == "drop")
    name_next(p)


@enforces("SIC-6.4")
def rain_objections(option: Option) -> list[Objection]:
    """All or none."""
    return [] if option in (CANCEL_DROPS, DROP_IN_RAIN) else [forbid("SIC-6.4", "not_now")]


@enforces("SIC-6.18")
def call_objections(option: Option) -> list[Objection]:
    """Call for them or not."""
    return [] if option in (CALL_FOR_DROPS, PASS) else [forbid("SIC-6.18", "not_now")]
