"""Combat results (chapter 9): what the table says and what becomes of it."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.engine.tasks import encode, first_of
from senki.games.shiloh.battle import BOMBARDMENT, COUNTER, Battle
from senki.games.shiloh.combat import best_leader, gunboat_may_add
from senki.games.shiloh.counters import ART, KIND, SIDES, UNITS
from senki.games.shiloh.fatigue import counter_token, fatigue_token
from senki.games.shiloh.fortunes import gain
from senki.games.shiloh.losses import lose_step, loss_choices
from senki.games.shiloh.morale import disrupt
from senki.games.shiloh.options import ACCEPT, COUNTER_ATTACK
from senki.games.shiloh.position import DEPLETED, DISRUPTED, TURNED, ShilohPosition, enemies_in
from senki.games.shiloh.retreat import begin_retreats
from senki.games.shiloh.steps import ANSWER, CHOOSE_LOSS, DECLARE
from senki.games.shiloh.strength import attack_total, column_for, defence_total, differential
from senki.games.shiloh.tables import (
    AC,
    AMMO,
    AR,
    AX,
    COLUMNS,
    DC,
    DF,
    DM,
    DR,
    DX,
    EX,
    FLAGS,
    LEADER_FLAG,
    RESULTS,
    Cell,
    cell,
)
from senki.games.shiloh.tasks import (
    ADVANCES,
    AFTER_DM,
    AFTERMATH,
    AMMUNITION,
    APPLY,
    CHARGE_CHECK,
    DM_CHECK,
    LEADER_CHECK,
    LOSS,
    SHELLED,
    add,
)
from senki.games.shiloh.tasks import FLAGS as FLAGS_TASK


@enforces("SHI-8.3", "SHI-8.10")
def reckon(p: ShilohPosition) -> None:
    """Totals and column, before the die is thrown."""
    battle = p.battle
    assert battle is not None
    battle.column = column_for(p, battle)
    if p.events is not None:
        facts: dict[str, str | int] = {
            "attack": attack_total(p, battle),
            "defence": defence_total(p, battle),
            "differential": differential(p, battle),
            "column": COLUMNS[battle.column],
        }
        p.tell("differential", "SHI-8.3", facts)


def cell_of(battle: Battle) -> Cell:
    """The cell the die has found."""
    return cell(battle.column, battle.die)


def battle_of(p: ShilohPosition, number: int) -> Battle:
    """0: the combat declared; 1: the counter-attack."""
    battle = p.battle if number or p.first is None else p.first
    assert battle is not None
    return battle


@enforces("SHI-8.10", "SHI-9.6.7", "SHI-14.2")
def resolve(p: ShilohPosition) -> None:
    """The die stands: the defender's token, then the result, and what follows it in the order of a combat."""
    battle = p.battle
    assert battle is not None
    found = cell_of(battle)
    p.spent = 0
    if p.events is not None:
        facts: dict[str, str | int] = {"die": battle.die, "result": found.text}
        p.tell("result", "SHI-8.3", facts)
    if found.flag == DF:
        gain(p, 1 - battle.side, "SHI-14.2")
    battle.letters = 1 << found.result
    second = battle.kind == COUNTER
    if not second:
        add(p, AFTERMATH)
        if battle.kind != BOMBARDMENT:
            add(p, ADVANCES)
    add(p, FLAGS_TASK, 1 if second else 0)
    if battle.kind == BOMBARDMENT:
        shell(p, battle, found.result)
    else:
        add(p, APPLY)


@enforces("SHI-9.6", "SHI-9.6.3", "SHI-9.6.4", "SHI-9.6.5")
def apply_cell(p: ShilohPosition) -> None:
    """Ac and Dc offer a counter-attack, once; everything else is carried out."""
    battle = p.battle
    assert battle is not None
    found = cell_of(battle)
    if found.result not in (AC, DC):
        apply(p, battle, found.result)
    elif battle.kind != COUNTER and counter_targets(p, battle):
        p.push(ANSWER)
    else:
        accept(p)


@enforces("SHI-9.1", "SHI-9.2", "SHI-9.3", "SHI-9.4", "SHI-9.5")
def apply(p: ShilohPosition, battle: Battle, result: int) -> None:
    """Carry out a result: exchange, loss and retreat, retreat, or a test of morale."""
    if result == EX:
        add(p, LOSS, 1 - battle.side)
        add(p, LOSS, battle.side)
    elif result in (AX, AR):
        begin_retreats(p, battle, battle.attackers, 2 if result == AX else 1)
        if result == AX:
            add(p, LOSS, battle.side)
    elif result in (DX, DR):
        begin_retreats(p, battle, battle.defenders, 2 if result == DX else 1)
        if result == DX:
            add(p, LOSS, 1 - battle.side)
    elif result == DM:
        add(p, AFTER_DM)
        for unit in reversed(battle.defenders):
            add(p, DM_CHECK, unit)


@enforces("SHI-9.5")
def after_morale(p: ShilohPosition) -> None:
    """Those who stood suffer the result in brackets together; if nobody did it finds nobody."""
    battle = p.battle
    assert battle is not None
    apply(p, battle, cell_of(battle).alternative)


@enforces("SHI-9.6.1", "SHI-9.6.2", "SHI-9.6.3", "SHI-9.6.6")
def counter_units(p: ShilohPosition, battle: Battle, target: int) -> list[int]:
    """Who may counter-attack a hex: sound infantry of this combat, and the guns with it."""
    attacker = cell_of(battle).result == AC
    if not attacker and p.ground.no_defender_advance[battle.target]:
        return []
    found: list[int] = []
    foot = False
    for unit in battle.attackers if attacker else battle.defenders:
        hex = p.hex[unit]
        if hex < 0 or p.flags[unit] & (DISRUPTED | DEPLETED) or p.ground.distance(hex, target) != 1:
            continue
        if p.ground.assault[KIND[unit]][6 * hex + p.ground.direction(hex, target)]:
            found.append(unit)
            foot = foot or KIND[unit] != ART
    return found if foot else []


@enforces("SHI-9.6.1", "SHI-9.6.2")
def counter_targets(p: ShilohPosition, battle: Battle) -> list[int]:
    """The attacker goes for the same hex again, the defender for one of those he was assaulted from."""
    if cell_of(battle).result == AC:
        return [battle.target] if counter_units(p, battle, battle.target) else []
    side = 1 - battle.side
    return [hex for hex in battle.froms if enemies_in(p, side, hex) and counter_units(p, battle, hex)]


def answering_side(p: ShilohPosition) -> int:
    """The side the result names."""
    battle = p.battle
    assert battle is not None
    return battle.side if cell_of(battle).result == AC else 1 - battle.side


def answers(p: ShilohPosition) -> list[Option]:
    """Take the result in brackets, or counter-attack."""
    battle = p.battle
    assert battle is not None
    return [ACCEPT, *(p.ground.words.one(COUNTER_ATTACK, hex) for hex in counter_targets(p, battle))]


def answer_candidates(p: ShilohPosition) -> list[Option]:
    """Every hex of the combat."""
    battle = p.battle
    assert battle is not None
    hexes = sorted({battle.target, *battle.froms})
    return [ACCEPT, *(p.ground.words.one(COUNTER_ATTACK, hex) for hex in hexes)]


@enforces("SHI-9.6.1", "SHI-9.6.2")
def answer_objections(p: ShilohPosition, option: Option) -> list[Objection]:
    """Why this is no answer to the result."""
    battle = p.battle
    assert battle is not None
    if option.verb == "accept":
        return []
    if option.verb != "counter":
        return [forbid("SHI-9.6", "answer_now")]
    if option.target in counter_targets(p, battle):
        return []
    if cell_of(battle).result == AC:
        return [forbid("SHI-9.6.1", to=p.ground.names[option.target])]
    return [forbid("SHI-9.6.2", to=p.ground.names[option.target])]


@enforces("SHI-9.6", "SHI-19.3.5")
def accept(p: ShilohPosition) -> None:
    """The result in brackets is taken; under fatigue the combat counts as both."""
    battle = p.battle
    assert battle is not None
    result = cell_of(battle).alternative
    battle.letters |= 1 << result
    if p.events is not None:
        p.tell("accepted", "SHI-9.6", {"result": RESULTS[result]})
    apply(p, battle, result)


@enforces("SHI-9.6", "SHI-9.6.7", "SHI-9.6.8")
def counter_attack(p: ShilohPosition, target: int) -> None:
    """A new combat in the other direction; the result in brackets falls away."""
    battle = p.battle
    assert battle is not None
    counter = Battle(COUNTER, answering_side(p), target)
    counter.eligible = counter_units(p, battle, target)
    counter.attackers = counter.eligible[:]
    counter.leader = best_leader(p, counter)
    counter.gunboat = counter.side == 1 and gunboat_may_add(p, counter)
    p.first = battle
    p.battle = counter
    p.push(DECLARE)


@enforces("SHI-10.3")
def shell(p: ShilohPosition, battle: Battle, result: int) -> None:
    """Guns alone shake: only Dr, Dx and Dm do anything."""
    if result not in (DR, DX, DM):
        return
    begin_retreats(p, battle, [], 1)
    for unit in reversed(battle.defenders):
        add(p, SHELLED, unit, result)


@enforces("SHI-10.3")
def shelled(p: ShilohPosition, unit: int, result: int) -> None:
    """A unit that failed is disrupted; under Dm it loses a step, under Dx and Dm it goes back one hex."""
    battle = p.battle
    assert battle is not None
    disrupt(p, unit, "SHI-10.3")
    if result == DM:
        lose_step(p, unit)
    if result in (DX, DM) and p.hex[unit] >= 0:
        battle.retreating.append(unit)


@enforces("SHI-11.1", "SHI-9.2", "SHI-9.3")
def take_loss(p: ShilohPosition, side: int) -> None:
    """One step from a unit that took part, by its owner's choice; an attacker's from those adjacent."""
    units = loss_units(p, side)
    if len(units) == 1:
        lose_step(p, units[0])
    elif units:
        p.task = encode(LOSS, side)
        p.push(CHOOSE_LOSS)


def loss_units(p: ShilohPosition, side: int) -> list[int]:
    """Who may take the step loss of a side in this combat."""
    battle = p.battle
    assert battle is not None
    return loss_choices(p, battle.attackers if side == battle.side else battle.defenders)


@enforces("SHI-9.6.7", "SHI-12.6", "SHI-10.5")
def flags(p: ShilohPosition, number: int) -> None:
    """The flag of a roll: leaders in danger, or the attacker short of ammunition."""
    battle = battle_of(p, number)
    flag = cell_of(battle).flag
    if p.events is not None and flag in (LEADER_FLAG, AMMO):
        p.tell("flag", "SHI-8.10", {"flag": FLAGS[flag], "side": SIDES[battle.side]})
    if flag == LEADER_FLAG:
        for leader in reversed(battle.exposed):
            add(p, LEADER_CHECK, leader)
    elif flag == AMMO:
        add(p, AMMUNITION, number)


@enforces("SHI-8.8.3", "SHI-8.10", "SHI-14.2")
def aftermath(p: ShilohPosition, stage: int) -> None:
    """After a charge its units check and its leader is spent; then the token of fatigue; then the combat is over."""
    first = battle_of(p, 0)
    battle = p.battle
    assert battle is not None
    if stage == 0:
        add(p, AFTERMATH, 1)
        if first.charge:
            after_charge(p, first, battle)
        return
    if first.kind != BOMBARDMENT:
        if battle.kind == COUNTER:
            counter_token(p, first.side, first.letters, battle.side, battle.letters)
        else:
            fatigue_token(p, first.side, first.letters)
    p.battle = None
    p.first = None


@enforces("SHI-8.8.3")
def after_charge(p: ShilohPosition, first: Battle, last: Battle) -> None:
    """Every charging unit still there that did not retreat checks its morale; the leader becomes ineffective."""
    if p.hex[first.leader] >= 0:
        p.flags[first.leader] |= TURNED
        if p.events is not None:
            p.tell("leader_spent", "SHI-8.8.3", {"unit": UNITS[first.leader]})
    gone = [first_of(entry) for entry in [*first.retreated, *last.retreated]]
    for unit in reversed(first.attackers):
        if unit not in gone:
            add(p, CHARGE_CHECK, unit)
