"""A combat result is carried out (17.15 to 17.21): the defender, then the attacker, then the advances."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.games.sicily.advance import advance_or_ask, choose_winner, note_vacated
from senki.games.sicily.aftermath import ADVANCES, ATTACK, ATTACKER, DEFENCE, DEFENDER, Aftermath
from senki.games.sicily.counters import UNITS, UNITS_OF
from senki.games.sicily.losing import ask_to_split, fall, is_afloat, lose_or_ask, number
from senki.games.sicily.losses import eliminate
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.position import SicilyPosition, counters_in, has_units, shake, units_in
from senki.games.sicily.retreat import go_back, next_group
from senki.games.sicily.steps import RESULTS, SURVIVORS


def current(p: SicilyPosition) -> Aftermath:
    """The result that is being carried out."""
    assert p.aftermath is not None
    return p.aftermath


@enforces("SIC-17.15")
def begin_results(p: SicilyPosition, attack: int, defence: int, breakthrough: bool) -> None:
    """The die has been thrown: these numbers are to be met by the two sides of the battle."""
    battle = p.battle
    assert battle is not None
    a = Aftermath(battle.side, attack, defence, breakthrough)
    a.targets, a.attackers, a.defenders = battle.targets[:], battle.attackers[:], battle.defenders[:]
    p.aftermath = a
    p.push(RESULTS)


@enforces("SIC-17.15")
def go_on(p: SicilyPosition) -> None:
    """The next thing a result brings; this step comes again after it until nothing is left to do."""
    a = current(p)
    p.push(RESULTS)
    if a.hit != NOBODY:
        fall(p, a)
    elif a.toll or a.steps:
        lose_or_ask(p, a)
    elif a.going or a.been:
        go_back(p, a)
    elif a.parted or a.stacks:
        next_group(p, a)
    elif a.stage == ADVANCES:
        if advance_or_ask(p, a):
            p.stack.pop()
            p.push(SURVIVORS)
    elif a.stage == DEFENCE or a.stage == ATTACK:
        begin_side(p, a)
    else:
        end_side(p, a)


@enforces("SIC-17.15", "SIC-17.20")
def begin_side(p: SicilyPosition, a: Aftermath) -> None:
    """The defender's turn, or the attacker's, to meet a number; whoever is broken through loses his zones."""
    if a.stage == DEFENCE:
        a.losing, a.posts = 1 - a.side, a.targets[:]
        if a.breakthrough:
            break_through(p, a)
    else:
        a.losing, a.posts = a.side, attacking_hexes(p, a)
    a.stage += 1
    ask_to_split(p, a)


@enforces("SIC-17.20")
def break_through(p: SicilyPosition, a: Aftermath) -> None:
    """The defending units have no zone of control for the rest of the combat phase."""
    for post in a.posts:
        for unit in units_in(p, a.losing, post):
            shake(p, unit, True)
        if p.events is not None:
            p.tell("broken_through", "SIC-17.20", {"hex": p.ground.names[post]})


def attacking_hexes(p: SicilyPosition, a: Aftermath) -> list[int]:
    """Where the attackers stand, in the order they were named."""
    found: list[int] = []
    for unit in a.attackers:
        if p.hex[unit] >= 0 and p.hex[unit] not in found:
            found.append(p.hex[unit])
    return found


@enforces("SIC-11.3", "SIC-17.21")
def lose_lone_depots(p: SicilyPosition, a: Aftermath) -> None:
    """A depot that stood alone, or whose units have gone or are lost, may not retreat and has no second step."""
    for post in a.posts:
        if not has_units(p, a.losing, post):
            for depot in counters_in(p, a.losing, post):
                eliminate(p, depot)


@enforces("SIC-17.15", "SIC-11.3", "SIC-17.19")
def end_side(p: SicilyPosition, a: Aftermath) -> None:
    """A side has met its number: its depots without units go; then the other side, or the advances."""
    if number(a):
        lose_lone_depots(p, a)
    a.hexes = NOBODY
    if a.stage == DEFENDER:
        note_vacated(p, a, number(a))
        a.stage = ATTACK
    else:
        assert a.stage == ATTACKER
        choose_winner(p, a, a.posts)
        a.stage = ADVANCES


@enforces("SIC-4.5", "SIC-17.18")
def end_results(p: SicilyPosition) -> None:
    """Whoever is still in the sea hexes from which the beach was attacked is eliminated; all has been carried out."""
    a = current(p)
    for unit in UNITS_OF[a.side]:
        if is_afloat(p, unit) and p.aim[unit] in a.targets and p.hex[unit] in a.posts:
            if p.events is not None:
                p.tell("left_at_sea", "SIC-17.18", {"unit": UNITS[unit], "hex": p.ground.names[p.hex[unit]]})
            eliminate(p, unit)
    p.aftermath = None
