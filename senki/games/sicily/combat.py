"""The combat phase (17.1a, 17.3, 17.6, 17.8): the list, one attack after another up to its die, and the end."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sicily.allocation import ask_for_list, hexes_told
from senki.games.sicily.battle import Attack, Battle
from senki.games.sicily.chits import ask_for_chits
from senki.games.sicily.contact import attack_on, bound_for
from senki.games.sicily.counters import CLASS, COUNT, IS_DEPOT, MORALE, SIDE_OF, UNITS, UNITS_OF
from senki.games.sicily.landing import walk_in
from senki.games.sicily.losses import eliminate
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.options import DONE, FIGHT, NAME_REGIMENT, STRIKE
from senki.games.sicily.position import (
    ATTACKED,
    OF_COMBAT,
    SHAKEN,
    SicilyPosition,
    counters_in,
    is_regiment,
    shake,
    units_in,
)
from senki.games.sicily.results import begin_results
from senki.games.sicily.shifts import column_of, differential, shift_lines, total
from senki.games.sicily.steps import COMBAT, END_BATTLE, END_COMBAT, NAME, RESOLVE
from senki.games.sicily.strengths import attack_strength, column_label, defence_strength
from senki.games.sicily.supply_points import pay_attack
from senki.games.sicily.support import declare, ready_guns, strike_objections, strike_targets
from senki.games.sicily.tables import TABLES
from senki.games.sicily.victory import check_end

RESULTS: Final[list[list[str]]] = list(TABLES["combat"]["results"])
BREAKTHROUGH: Final = "B"


def current(p: SicilyPosition) -> Battle:
    """The attack that is being resolved."""
    assert p.battle is not None
    return p.battle


@enforces("SIC-17.1a", "SIC-4.5", "SIC-17.13")
def begin_combat(p: SicilyPosition) -> None:
    """Whoever finds his landing hex empty walks in; then the artillery that may support, and the list of attacks."""
    landers = empty_beaches(p)
    if landers:
        p.push(COMBAT)
        for unit in landers:
            walk_in(p, unit)
        return
    p.push(END_COMBAT)
    p.attacks, p.draft = [], None
    ready_guns(p)
    if ask_for_list(p):
        go_on(p)


@enforces("SIC-4.5")
def empty_beaches(p: SicilyPosition) -> list[int]:
    """Units at sea whose landing hex no enemy holds."""
    found: list[int] = []
    for unit in UNITS_OF[p.side]:
        if p.hex[unit] >= 0 and bound_for(p, unit) != NOBODY and not p.presence.units(1 - p.side, p.aim[unit]):
            found.append(unit)
    return found


# one attack after another


@enforces("SIC-17.1a")
def go_on(p: SicilyPosition) -> None:
    """Attacks that have lost their defenders or attackers are dropped; the active side picks the next, or strikes at
    artillery off the map; nothing is asked without a choice."""
    for attack in p.attacks[:]:
        if not attackers_left(p, attack) or not targets_left(p, attack):
            p.attacks.remove(attack)
            if p.events is not None:
                p.tell("attack_dropped", "SIC-17.1a", {"targets": hexes_told(p, attack.targets)})
    if strike_targets(p) or len(p.attacks) > 1:
        p.push(RESOLVE)
    elif p.attacks:
        fight(p, p.attacks[0])


@enforces("SIC-17.1a")
def attackers_left(p: SicilyPosition, attack: Attack) -> list[int]:
    """Attackers that are still where they were."""
    return [unit for at, unit in enumerate(attack.units) if p.hex[unit] == attack.places[at]]


@enforces("SIC-17.1a", "SIC-17.17")
def targets_left(p: SicilyPosition, attack: Attack) -> list[int]:
    """Hexes in which somebody is left who has not been attacked in this phase."""
    return [target for target in attack.targets if fresh(p, 1 - side_of(p, attack), target)]


def side_of(p: SicilyPosition, attack: Attack) -> int:
    """The side that attacks: the active one as long as nobody has been named."""
    return SIDE_OF[attack.units[0]] if attack.units else p.side


def fresh(p: SicilyPosition, side: int, hex: int) -> list[int]:
    """Counters of a hex that have not been attacked in this phase."""
    return [unit for unit in counters_in(p, side, hex) if not p.flags[unit] & ATTACKED]


def resolve_options(p: SicilyPosition) -> list[Option]:
    """Any attack of the list, an air strike, and when no attack is left the end."""
    words = p.ground.words
    found = [words.one(FIGHT, attack.targets[0]) for attack in p.attacks]
    found += [words.one(STRIKE, unit) for unit in strike_targets(p)]
    return found if p.attacks else [*found, DONE]


def resolve_candidates(p: SicilyPosition) -> list[Option]:
    """Every attack, every strike, the end."""
    words = p.ground.words
    found = [words.one(FIGHT, attack.targets[0]) for attack in p.attacks]
    return [*found, *[words.one(STRIKE, unit) for unit in strike_targets(p)], DONE]


@enforces("SIC-17.1a", "SIC-13.7")
def resolve_objections(p: SicilyPosition, option: Option) -> list[Objection]:
    """Why an attack may not be resolved, a strike not be flown, the phase not be ended."""
    if option.verb == "fight":
        for attack in p.attacks:
            if attack.targets[0] == option.target:
                return []
        return [forbid("SIC-17.1a", "no_such_attack", to=p.ground.names[option.target])]
    if option.verb == "strike":
        return strike_objections(p, option.subject)
    if option.verb == "done":
        return [forbid("SIC-17.1a", "attack_waits", to=p.ground.names[attack.targets[0]]) for attack in p.attacks]
    return [forbid("SIC-17.1a", "resolve_now")]


def fight_at(p: SicilyPosition, target: int) -> None:
    """Resolve the attack on a hex."""
    attack = attack_on(p.attacks, target)
    assert attack is not None
    fight(p, attack)


@enforces("SIC-17.1a", "SIC-17.3")
def fight(p: SicilyPosition, attack: Attack) -> None:
    """The attack is taken off the list; the defender names his regiments where there are several in a hex."""
    p.attacks.remove(attack)
    battle = muster(p, attack)
    p.battle = battle
    if p.events is not None:
        p.tell(
            "attacked",
            "SIC-17.1a",
            {"targets": hexes_told(p, battle.targets), "units": " ".join(UNITS[unit] for unit in battle.attackers)},
        )
    p.push(END_BATTLE)
    if battle.to_name:
        p.push(NAME)
    else:
        make_ready(p, battle)


@enforces("SIC-17.3", "SIC-17.4", "SIC-11.3")
def muster(p: SicilyPosition, attack: Attack) -> Battle:
    """Who fights: attackers that are left, and by hex everybody who is no regiment, and its regiment; a depot only if
    no unit that counts is with it."""
    battle = Battle(side_of(p, attack))
    battle.targets = targets_left(p, attack)
    battle.attackers = attackers_left(p, attack)
    for target in battle.targets:
        here = fresh(p, 1 - battle.side, target)
        units = [unit for unit in here if not IS_DEPOT[unit]]
        regiments = [unit for unit in units if is_regiment(p, unit)]
        battle.defenders += [unit for unit in units if unit not in regiments] if units else here
        if len(regiments) == 1:
            battle.defenders += regiments
        elif regiments:
            battle.to_name.append(target)
    return battle


def preview(p: SicilyPosition, attack: Attack) -> Battle:
    """An attack as it would be fought now without support, for whoever asks for its odds: of several regiments in a hex
    the defender names the one of the largest class and the best morale."""
    battle = muster(p, _placed(p, attack))
    for target in battle.to_name:
        choices = nameable(p, 1 - battle.side, target)
        battle.defenders.append(min(choices, key=lambda unit: (CLASS[unit], -MORALE[unit])))
    battle.to_name = []
    return battle


def _placed(p: SicilyPosition, attack: Attack) -> Attack:
    twin = attack.copy()
    if len(twin.places) != len(twin.units):
        twin.places = [p.hex[unit] for unit in twin.units]
    return twin


# the defender names his regiment


def nameable(p: SicilyPosition, side: int, hex: int) -> list[int]:
    """Regiments of a hex that may be named."""
    return [unit for unit in units_in(p, side, hex) if is_regiment(p, unit) and not p.flags[unit] & ATTACKED]


def name_options(p: SicilyPosition, battle: Battle) -> list[Option]:
    """Each regiment of the hex."""
    return [p.ground.words.one(NAME_REGIMENT, unit) for unit in nameable(p, 1 - battle.side, battle.to_name[0])]


def name_candidates(p: SicilyPosition, battle: Battle) -> list[Option]:
    """Every unit of the hex."""
    return [p.ground.words.one(NAME_REGIMENT, unit) for unit in units_in(p, 1 - battle.side, battle.to_name[0])]


@enforces("SIC-17.3")
def name_objections(p: SicilyPosition, battle: Battle, option: Option) -> list[Objection]:
    """Only a regiment of the hex may be named."""
    to = p.ground.names[battle.to_name[0]]
    if option.verb != "name":
        return [forbid("SIC-17.3", "name_now", to=to)]
    if option.subject in nameable(p, 1 - battle.side, battle.to_name[0]):
        return []
    return [forbid("SIC-17.3", "no_regiment_there", unit=UNITS[option.subject], to=to)]


@enforces("SIC-17.3")
def name_regiment(p: SicilyPosition, battle: Battle, unit: int) -> None:
    """The regiment defends its hex; the others of the hex stand by."""
    battle.to_name.pop(0)
    battle.defenders.append(unit)
    if p.events is not None:
        p.tell("regiment_named", "SIC-17.3", {"unit": UNITS[unit], "to": p.ground.names[p.hex[unit]]})
    if battle.to_name:
        p.push(NAME)
    else:
        make_ready(p, battle)


@enforces("SIC-17.6", "SIC-1.9")
def make_ready(p: SicilyPosition, battle: Battle) -> None:
    """Whoever has no chit draws one, the defender first; then support is declared."""
    declare(p, battle)
    ask_for_chits(p, battle.defenders + battle.attackers)


# the die


@enforces("SIC-17.8")
def result_at(column: int, die: int) -> tuple[int, int, bool]:
    """What a die says in a column: the attacker's number, the defender's, and whether it is a breakthrough."""
    text = RESULTS[column][die - 1]
    attack, defence = text.rstrip(BREAKTHROUGH).split("/")
    return int(attack), int(defence), text.endswith(BREAKTHROUGH)


@enforces("SIC-17.8", "SIC-12.3", "SIC-17.4")
def throw_die(p: SicilyPosition, die: int) -> None:
    """Differential, shifts, die; then the attack is paid for, and its result carried out."""
    battle = current(p)
    column = column_of(p, battle)
    attack, defence, breakthrough = result_at(column, die)
    if p.events is not None:
        _tell_die(p, battle, column, die)
    for unit in battle.attackers:
        p.flags[unit] |= ATTACKED
    for target in battle.targets:
        for unit in counters_in(p, 1 - battle.side, target):
            p.flags[unit] |= ATTACKED
    pay_attack(p, battle.attackers, breakthrough)
    begin_results(p, attack, defence, breakthrough)


def _tell_die(p: SicilyPosition, battle: Battle, column: int, die: int) -> None:
    lines = shift_lines(p, battle)
    for clause, key, columns in lines:
        p.tell("combat_shift", clause, {"shift": key, "columns": columns})
    facts: dict[str, int | str] = {
        "targets": hexes_told(p, battle.targets),
        "attack": attack_strength(p, battle),
        "defence": defence_strength(p, battle),
        "differential": differential(p, battle),
        "shifts": total(lines),
        "column": column_label(column),
        "die": die,
        "result": RESULTS[column][die - 1],
    }
    p.tell("combat_die", "SIC-17.8", facts)


def end_battle(p: SicilyPosition) -> None:
    """The next attack."""
    p.battle, p.aftermath = None, None
    go_on(p)


@enforces("SIC-17.20", "SIC-4.5", "SIC-17.1b")
def end_combat(p: SicilyPosition) -> None:
    """What holds for a combat phase is over; whoever was excused at sea goes ashore if the beach is free, else is
    lost."""
    landers = empty_beaches(p)
    if landers:
        p.push(END_COMBAT)
        for unit in landers:
            walk_in(p, unit)
        return
    for unit in UNITS_OF[p.side]:
        if p.hex[unit] >= 0 and bound_for(p, unit) != NOBODY:
            eliminate(p, unit)
    for unit in range(COUNT):
        if p.flags[unit] & OF_COMBAT:
            if p.flags[unit] & SHAKEN:
                shake(p, unit, False)
            p.flags[unit] &= ~OF_COMBAT
    p.ready, p.stood = [], []
    check_end(p)
