"""The odds of an attack before it is made: every factor and halving with its clause, and the chance of each result."""

from __future__ import annotations

from senki.engine.forms import Note, Odds, OddsFace, OddsLine, OddsResult
from senki.engine.option import Option
from senki.games.shiloh.artillery import ammunition_choices, fire_quarters
from senki.games.shiloh.battle import BOMBARDMENT, Battle
from senki.games.shiloh.combat import change_plan, commit, declare, defences, stand
from senki.games.shiloh.counters import FORMATION, RATING, SIDES, UNITS, USA
from senki.games.shiloh.morale import morale_of
from senki.games.shiloh.position import DEPLETED, DISRUPTED, DIVISION_INTEGRITY, MARCHED, TURNED, ShilohPosition
from senki.games.shiloh.results import cell_of, counter_attack, counter_targets
from senki.games.shiloh.steps import ANSWER, COMBAT, DECLARE, DEFENCE, DIE_AGAIN
from senki.games.shiloh.strength import (
    attack_total,
    column_for,
    defence_total,
    differential,
    factor,
    integrity,
)
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
    GUNBOAT_CF,
    LEADER_FLAG,
    RESULTS,
    cell,
)

HALF = "×½"
FACES = range(1, 7)
SUMS = ("attack_total", "differential", "defence_total")


def odds_of(p: ShilohPosition, option: Option) -> Odds | None:
    """What the fight would bring after this option: the attacker's plan, the defender's stand, the answer to a die."""
    if not p.stack:
        return None
    step = p.stack[-1]
    if step == DEFENCE:
        return of_defence(p, option)
    if step == ANSWER:
        return of_answer(p, option)
    if step == DIE_AGAIN:
        return of_die_again(p, option)
    return of_plan(p, option) if step in (COMBAT, DECLARE) else None


def of_plan(p: ShilohPosition, option: Option) -> Odds | None:
    """What the attack would bring if it were made as planned after this option; the defender stands as best he can."""
    twin = p.copy()
    if p.stack[-1] == COMBAT:
        if option.verb not in ("attack", "bombard"):
            return None
        declare(twin, option)
    elif option.verb == "cancel":
        return None
    elif option.verb != "fight":
        change_plan(twin, option)
    return of_attack(twin)


def of_attack(twin: ShilohPosition) -> Odds:
    """What an attack would bring that is made as planned in this copy of the position."""
    commit(twin)
    battle = twin.battle
    assert battle is not None
    stand_best(twin, battle)
    return reckoned(twin, battle, "title")


def of_defence(p: ShilohPosition, option: Option) -> Odds | None:
    """What the attack brings the defender who stands so."""
    twin = p.copy()
    stand(twin, option)
    battle = twin.battle
    assert battle is not None
    return reckoned(twin, battle, "title_stand")


def of_answer(p: ShilohPosition, option: Option) -> Odds | None:
    """What it brings to take the result in brackets, or to strike back."""
    twin = p.copy()
    battle = twin.battle
    assert battle is not None
    if option.verb == "accept":
        return settled(twin, battle, cell_of(battle).alternative, "title_accept")
    counter_attack(twin, option.target)
    return of_attack(twin)


def of_die_again(p: ShilohPosition, option: Option) -> Odds | None:
    """What it brings to let the die stand, or to have it thrown again for a token."""
    twin = p.copy()
    battle = twin.battle
    assert battle is not None
    if option.verb == "keep":
        return settled(twin, battle, cell_of(battle).result, "title_keep")
    return reckoned(twin, battle, "title_again")


def reckoned(p: ShilohPosition, battle: Battle, title: str) -> Odds:
    """The whole reckoning of a fight whose die is still to be thrown."""
    battle.column = column_for(p, battle)
    key = "title_bombardment" if battle.kind == BOMBARDMENT and title == "title" else title
    totals = total_lines(p, battle)
    lines = attack_lines(p, battle) + defence_lines(p, battle) + totals
    sums = [line for key in SUMS for line in totals if line.key == key]
    told = Note(key, {"to": p.ground.names[battle.target]})
    return Odds(told, lines, results(battle), also(p, battle), sums=sums, faces=faces(battle))


def settled(p: ShilohPosition, battle: Battle, result: int, title: str) -> Odds:
    """What a result brings that no die can change any more; who must prove his morale may still rout."""
    there, side = cell_of(battle), SIDES[1 - battle.side]
    facts: dict[str, str | int] = {"die": battle.die, "result": there.text}
    lines = [OddsLine("cell", "", "SHI-8.3", facts=facts)]
    found = [OddsResult(f"result_{RESULTS[result]}", 1.0, good_for(battle, result))]
    beside: list[OddsResult] = []
    if battle.kind != BOMBARDMENT:
        who = battle.defenders if result in (DR, DX, DM) else battle.attackers if result in (AR, AX) else []
        for unit in who:
            told: dict[str, str | int] = {"unit": UNITS[unit]}
            if result == DM:
                beside.append(OddsResult("rout_of", 1.0 - morale_of(p, unit) / 6, SIDES[battle.side], told))
            elif not p.flags[unit] & DISRUPTED:
                beside.append(OddsResult("disrupted_of", 1.0 - morale_of(p, unit) / 6, None, told))
        if result == DM:
            lines.append(OddsLine("in_brackets", RESULTS[there.alternative], "SHI-9.5", side))
    told_of = Note(title, {"to": p.ground.names[battle.target], "result": RESULTS[result]})
    return Odds(told_of, lines, found, beside)


def stand_best(p: ShilohPosition, battle: Battle) -> None:
    """The defence that adds most."""
    best = -1
    for option in defences(p):
        worth = (RATING[option.subject] if option.subject >= 0 else 0) + (GUNBOAT_CF if option.extra else 0)
        if worth > best:
            best = worth
            battle.defending_leader = option.subject
            battle.defending_gunboat = bool(option.extra)


def attack_lines(p: ShilohPosition, battle: Battle) -> list[OddsLine]:
    """Every attacker with what halves him, support, leader, gunboats."""
    side = SIDES[battle.side]
    found: list[OddsLine] = []
    for unit in battle.attackers:
        hex = p.hex[unit]
        told: dict[str, str | int] = {"unit": UNITS[unit]}
        found.append(OddsLine("unit", f"+{factor(p, unit)}", "SHI-2.4", side, told))
        reasons = p.ground.assault_halvings[6 * hex + p.ground.direction(hex, battle.target)]
        found += [OddsLine(reason, HALF, "SHI-8.5", side, told) for reason in reasons]
        found += harmless(p, battle, unit, told)
        if p.flags[unit] & DEPLETED:
            found.append(OddsLine("depleted", HALF, "SHI-10.5", side, told))
        if len(reasons) + bool(p.flags[unit] & DEPLETED) > 2:
            found.append(OddsLine("least", "×¼", "SHI-2.9", side, told))
    for unit in battle.support:
        told = {"unit": UNITS[unit]}
        found.append(OddsLine("support", f"+{factor(p, unit)}", "SHI-8.7.3", side, told))
        for _ in range({4: 0, 2: 1, 1: 2}[fire_quarters(p, unit, battle.target)]):
            found.append(OddsLine("fire_halved", HALF, "SHI-10.2", side, told))
    return found + help_lines(battle.side, battle.leader if not battle.charge else -1, battle.gunboat)


def harmless(p: ShilohPosition, battle: Battle, unit: int, told: dict[str, str | int]) -> list[OddsLine]:
    """Lines a player might expect and that change nothing: woods entered from woods, a slope downwards."""
    hex, ground, side = p.hex[unit], p.ground, SIDES[battle.side]
    found: list[OddsLine] = []
    if ground.chart(battle.target).get("attack_into_from_clear") and ground.terrain[hex] != "clear":
        found.append(OddsLine("woods_from_woods", "×1", "SHI-2.10", side, told))
    if ground.rises[6 * battle.target + ground.direction(battle.target, hex)]:
        found.append(OddsLine("downhill", "×1", "SHI-8.5", side, told))
    return found


def help_lines(side: int, leader: int, gunboat: bool) -> list[OddsLine]:
    """Leader and gunboats of a side; that nobody leads is said too."""
    found: list[OddsLine] = []
    name = SIDES[side]
    if leader >= 0:
        found.append(OddsLine("leader", f"+{RATING[leader]}", "SHI-8.7.1", name, {"unit": UNITS[leader]}))
    else:
        found.append(OddsLine("no_leader", "±0", "SHI-8.7.1", name))
    if gunboat:
        found.append(OddsLine("gunboats", f"+{GUNBOAT_CF}", "SHI-8.7.2", SIDES[USA]))
    return found


def defence_lines(p: ShilohPosition, battle: Battle) -> list[OddsLine]:
    """Every defender with what halves him, leader, gunboats."""
    side = SIDES[1 - battle.side]
    found: list[OddsLine] = []
    stream = p.ground.stream[battle.target] and not p.ground.in_swamp(battle.target)
    for unit in battle.defenders:
        told: dict[str, str | int] = {"unit": UNITS[unit]}
        found.append(OddsLine("unit", f"+{factor(p, unit)}", "SHI-2.4", side, told))
        if p.flags[unit] & DISRUPTED:
            found.append(OddsLine("disrupted", HALF, "SHI-7.4", side, told))
        if p.flags[unit] & MARCHED:
            found.append(OddsLine("marched", HALF, "SHI-4.6.6", side, told))
        if stream:
            found.append(OddsLine("stream", HALF, "SHI-8.6", side, told))
    return found + help_lines(1 - battle.side, battle.defending_leader, battle.defending_gunboat)


def total_lines(p: ShilohPosition, battle: Battle) -> list[OddsLine]:
    """Totals, differential, shifts and the column."""
    found = [
        OddsLine("attack_total", str(attack_total(p, battle)), "SHI-2.9", SIDES[battle.side]),
        OddsLine("defence_total", str(defence_total(p, battle)), "SHI-2.9", SIDES[1 - battle.side]),
    ]
    if p.on(DIVISION_INTEGRITY):
        facts: dict[str, str | int] = {"formation": FORMATION[battle.attackers[0]]} if battle.attackers else {}
        found.append(OddsLine("integrity", f"+{integrity(p, battle)}", "SHI-15.3", facts=facts))
    found.append(OddsLine("differential", f"{differential(p, battle):+d}", "SHI-8.3"))
    if battle.charge:
        found.append(OddsLine("charge", f"+{RATING[battle.leader]}", "SHI-8.8.2"))
    found.append(OddsLine("column", COLUMNS[battle.column], "SHI-8.3", facts={"column": COLUMNS[battle.column]}))
    return found


def faces(battle: Battle) -> list[OddsFace]:
    """The cell of each face of the die."""
    found: list[OddsFace] = []
    for die in FACES:
        there = cell(battle.column, die)
        found.append(OddsFace(die, "cell", good_for(battle, there.result), {"die": die, "result": there.text}))
    return found


def good_for(battle: Battle, result: int) -> str | None:
    """The side that gains by a result."""
    if result in (AX, AR):
        return SIDES[1 - battle.side]
    return SIDES[battle.side] if result in (DR, DX, DM) else None


def results(battle: Battle) -> list[OddsResult]:
    """The chance of each code of the table."""
    found: list[OddsResult] = []
    for result, code in enumerate(RESULTS):
        count = sum(cell(battle.column, die).result == result for die in FACES)
        if count:
            found.append(OddsResult(f"result_{code}", count / 6, good_for(battle, result)))
    return found


def also(p: ShilohPosition, battle: Battle) -> list[OddsResult]:
    """Chances beside the result: rout, counter-attack, leaders, ammunition, tokens."""
    attacker, defender = SIDES[battle.side], SIDES[1 - battle.side]
    stands = 1.0
    for unit in battle.defenders:
        stands *= morale_of(p, unit) / 6
    rout = answer_a = answer_d = leaders = ammo = token = 0.0
    for die in FACES:
        there = cell(battle.column, die)
        battle.die = die
        rout += (1.0 - stands) / 6 if there.result == DM and battle.kind != BOMBARDMENT else 0.0
        if there.result in (AC, DC) and battle.kind != BOMBARDMENT and counter_targets(p, battle):
            answer_a += 1 / 6 if there.result == AC else 0.0
            answer_d += 1 / 6 if there.result == DC else 0.0
        leaders += 1 / 6 if there.flag == LEADER_FLAG else 0.0
        ammo += 1 / 6 if there.flag == AMMO and ammunition_choices(p, battle) else 0.0
        token += 1 / 6 if there.flag == DF else 0.0
    found: list[OddsResult] = []
    if rout:
        found.append(OddsResult("rout", rout, attacker))
    if answer_a:
        found.append(OddsResult("counter", answer_a, attacker, {"side": attacker}))
    if answer_d:
        found.append(OddsResult("counter", answer_d, defender, {"side": defender}))
    for leader in battle.exposed if leaders else []:
        falls = (2 if p.flags[leader] & TURNED else 1) / 6
        found.append(OddsResult("leader_loss", leaders * falls, None, {"unit": UNITS[leader]}))
    if ammo:
        found.append(OddsResult("ammunition", ammo, defender))
    if token:
        found.append(OddsResult("token", token, defender))
    return found
