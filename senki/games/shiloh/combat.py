"""Combat (chapter 8): who may attack whom, and how an attack is declared."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid, shortest
from senki.engine.option import Option
from senki.games.shiloh.artillery import (
    batteries_for,
    fire_objections,
    gunboat_may_fire,
    gunboat_objections,
    may_fire,
)
from senki.games.shiloh.battle import ASSAULT, BOMBARDMENT, COUNTER, Battle
from senki.games.shiloh.counters import (
    ART,
    COMBAT,
    FOLLOWERS,
    GUNBOATS,
    KIND,
    LEADER,
    LEADERS,
    RATING,
    SIDES,
    TROOPS,
    UNITS,
    UNITS_OF,
    USA,
)
from senki.games.shiloh.morale import affects
from senki.games.shiloh.options import (
    ADD,
    ATTACK,
    BOMBARD,
    CANCEL,
    CHARGE,
    END,
    FIGHT,
    LEAD,
    NO_LEADER,
    REMOVE,
    defend,
)
from senki.games.shiloh.position import (
    ADDED,
    ATTACKED,
    DEPLETED,
    DISRUPTED,
    FORCED_BATTLE,
    MARCHED,
    MUST,
    ShilohPosition,
    enemies_in,
    in_enemy_zone,
    troops_in,
)
from senki.games.shiloh.taking_back import count_anew, may_take_back, take_back, taking_back_objections

NO_ATTACK = ATTACKED | DISRUPTED | MARCHED


@enforces("SHI-8.1", "SHI-8.4")
def may_assault(p: ShilohPosition, unit: int, target: int) -> bool:
    """`assault_objections` without the reasons, quickly."""
    hex = p.hex[unit]
    if hex < 0 or p.flags[unit] & NO_ATTACK or p.ground.distance(hex, target) != 1:
        return False
    return p.ground.assault[KIND[unit]][6 * hex + p.ground.direction(hex, target)]


@enforces("SHI-8.1", "SHI-8.4", "SHI-7.4", "SHI-4.6.6", "SHI-10.1")
def assault_objections(p: ShilohPosition, unit: int, target: int) -> list[Objection]:
    """Why a unit may not assault a hex."""
    name, where = UNITS[unit], p.ground.names[target]
    hex = p.hex[unit]
    if not COMBAT[unit] or hex < 0:
        return [forbid("SHI-8.4", "no_unit", unit=name)]
    found: list[Objection] = []
    flags = p.flags[unit]
    if flags & ATTACKED:
        found.append(forbid("SHI-8.1", unit=name))
    if flags & DISRUPTED:
        found.append(forbid("SHI-7.4", unit=name))
    if flags & MARCHED:
        found.append(forbid("SHI-4.6.6", "marched", unit=name))
    if p.ground.distance(hex, target) != 1:
        found.append(forbid("SHI-8.4", "not_adjacent", unit=name, to=where))
    elif not p.ground.assault[KIND[unit]][6 * hex + p.ground.direction(hex, target)]:
        found.append(forbid("SHI-8.4", unit=name, to=where))
    return found


def assault_targets(p: ShilohPosition) -> list[int]:
    """The hexes some unit of the phasing side may assault now."""
    found: list[int] = []
    side = p.side
    for unit in TROOPS[side]:
        hex = p.hex[unit]
        if hex < 0 or p.flags[unit] & NO_ATTACK:
            continue
        for to in p.ground.around[hex]:
            if enemies_in(p, side, to) and to not in found and to not in p.assaulted and may_assault(p, unit, to):
                found.append(to)
    found.sort()
    return found


def bombardment_targets(p: ShilohPosition) -> list[int]:
    """The hexes some battery of the phasing side may fire at now."""
    found: list[int] = []
    guns = [u for u in TROOPS[p.side] if KIND[u] == ART and p.hex[u] >= 0 and not p.flags[u] & NO_ATTACK]
    if p.side == USA and p.hex[GUNBOATS] >= 0 and not p.flags[GUNBOATS] & (ATTACKED | ADDED):
        guns.append(GUNBOATS)
    if not guns:
        return found
    for enemy in TROOPS[1 - p.side]:
        hex = p.hex[enemy]
        if hex < 0 or hex in found:
            continue
        for gun in guns:
            if gunboat_may_fire(p, hex) if gun == GUNBOATS else may_fire(p, gun, hex):
                found.append(hex)
                break
    found.sort()
    return found


@enforces("SHI-3.5", "SHI-8.1")
def attacks(p: ShilohPosition) -> list[Option]:
    """Assaults and bombardments the phasing side may declare, or the end of its phase."""
    found = [p.ground.words.one(ATTACK, hex) for hex in assault_targets(p)]
    found += [p.ground.words.one(BOMBARD, hex) for hex in bombardment_targets(p)]
    if not forced_objections(p):
        found.append(END)
    return found


def attack_candidates(p: ShilohPosition) -> list[Option]:
    """Every enemy hex, by assault and by bombardment, and the end of the phase."""
    found: list[Option] = [END]
    seen: list[int] = []
    for unit in UNITS_OF[1 - p.side]:
        hex = p.hex[unit]
        if hex >= 0 and hex not in seen:
            seen.append(hex)
            found += [p.ground.words.one(ATTACK, hex), p.ground.words.one(BOMBARD, hex)]
    return found


@enforces("SHI-8.1", "SHI-8.2", "SHI-10.2")
def attack_objections(p: ShilohPosition, option: Option) -> list[Objection]:
    """Why this attack may not be declared."""
    if option.verb == "end":
        return forced_objections(p)
    if option.verb not in ("attack", "bombard"):
        return [forbid("SHI-3.5", "combat_now")]
    target = option.target
    if not enemies_in(p, p.side, target):
        return [forbid("SHI-8.2", to=p.ground.names[target])]
    if option.verb == "bombard":
        if batteries_for(p, p.side, target) or (p.side == USA and gunboat_may_fire(p, target)):
            return []
        reasons = [fire_objections(p, u, target) for u in TROOPS[p.side] if KIND[u] == ART and p.hex[u] >= 0]
        if p.side == USA and p.hex[GUNBOATS] >= 0:
            reasons.append(gunboat_objections(p, target))
        return shortest(reasons) or [forbid("SHI-10.2", "no_guns", to=p.ground.names[target])]
    if target in p.assaulted:
        return [forbid("SHI-8.1", "assaulted", to=p.ground.names[target])]
    if any(may_assault(p, unit, target) for unit in TROOPS[p.side]):
        return []
    near = [u for u in TROOPS[p.side] if p.hex[u] >= 0 and p.ground.distance(p.hex[u], target) == 1]
    return shortest([assault_objections(p, u, target) for u in near]) or [
        forbid("SHI-8.4", "nobody_adjacent", to=p.ground.names[target])
    ]


@enforces("SHI-15.2")
def note_forced(p: ShilohPosition) -> None:
    """Under the optional rule: who must attack in this phase, and what must be attacked."""
    p.must_hit = []
    if not p.on(FORCED_BATTLE):
        return
    side = p.side
    for unit in TROOPS[side]:
        hex = p.hex[unit]
        if hex >= 0 and not p.flags[unit] & DISRUPTED and in_enemy_zone(p, side, hex):
            p.flags[unit] |= MUST
            for to in p.ground.reached[hex]:
                if enemies_in(p, side, to) and to not in p.must_hit:
                    p.must_hit.append(to)
    p.must_hit.sort()


@enforces("SHI-15.2")
def forced_objections(p: ShilohPosition) -> list[Objection]:
    """The phase may not end while somebody who must attack still can, or something that must be attacked can be."""
    if not p.on(FORCED_BATTLE):
        return []
    side = p.side
    for unit in TROOPS[side]:
        if p.flags[unit] & MUST and not p.flags[unit] & NO_ATTACK:
            for to in p.ground.around[p.hex[unit]]:
                if enemies_in(p, side, to) and to not in p.assaulted and may_assault(p, unit, to):
                    return [forbid("SHI-15.2", unit=UNITS[unit], to=p.ground.names[to])]
    for to in p.must_hit:
        if to not in p.assaulted and enemies_in(p, side, to):
            for unit in TROOPS[side]:
                if may_assault(p, unit, to):
                    return [forbid("SHI-15.2", unit=UNITS[unit], to=p.ground.names[to])]
    return []


def declare(p: ShilohPosition, option: Option) -> None:
    """Take up a target; everybody who may take part does, batteries at a distance only when they are added."""
    target = option.target
    kind = ASSAULT if option.verb == "attack" else BOMBARDMENT
    battle = Battle(kind, p.side, target)
    if kind == ASSAULT:
        battle.attackers = [u for u in TROOPS[p.side] if may_assault(p, u, target)]
        battle.gunboat = p.side == USA and gunboat_may_add(p, battle)
    else:
        battle.support = batteries_for(p, p.side, target)
        battle.gunboat = p.side == USA and not battle.support
    battle.leader = best_leader(p, battle)
    p.battle = battle


@enforces("SHI-8.7.2", "SHI-19.1.2", "SHI-19.1.3")
def gunboat_may_add(p: ShilohPosition, battle: Battle) -> bool:
    """Its factor counts where a Union unit of the combat is in its hex or next to it; in no attack once it fired."""
    hex = p.hex[GUNBOATS]
    if hex < 0:
        return False
    if battle.side != USA:
        return p.ground.distance(hex, battle.target) <= 1
    if p.flags[GUNBOATS] & ATTACKED:
        return False
    return any(p.ground.distance(hex, p.hex[unit]) <= 1 for unit in battle.attackers)


@enforces("SHI-8.7.1", "SHI-12.4")
def leaders_for(p: ShilohPosition, battle: Battle) -> list[int]:
    """The attacker's effective leaders stacked with a unit of theirs that takes part, best first."""
    found: list[int] = []
    for leader in FOLLOWERS[battle.side]:
        if KIND[leader] == LEADER and any(affects(p, leader, unit) for unit in battle.attackers):
            found.append(leader)
    return sorted(found, key=lambda leader: -RATING[leader])


def best_leader(p: ShilohPosition, battle: Battle) -> int:
    """The leader with the highest rating, or nobody."""
    leaders = leaders_for(p, battle)
    return leaders[0] if leaders else -1


def may_join(p: ShilohPosition, battle: Battle, unit: int) -> bool:
    """May this unit be added to the attack?"""
    if unit == GUNBOATS:
        if battle.gunboat or battle.side != USA:
            return False
        return gunboat_may_fire(p, battle.target) if battle.kind == BOMBARDMENT else gunboat_may_add(p, battle)
    if not COMBAT[unit] or unit in battle.attackers or unit in battle.support:
        return False
    if battle.kind == COUNTER:
        return unit in battle.eligible
    if battle.kind == ASSAULT and may_assault(p, unit, battle.target):
        return not (battle.charge and (KIND[unit] == ART or charge_bar(p, battle, unit)))
    return KIND[unit] == ART and may_fire(p, unit, battle.target)


def plan_options(p: ShilohPosition) -> list[Option]:
    """Changes of the attack being declared, and the word to begin it."""
    battle = p.battle
    assert battle is not None
    found: list[Option] = []
    if not fight_objections(p, battle):
        found.append(FIGHT)
    back = may_take_back(p)
    if battle.kind != COUNTER and back:
        found.append(CANCEL)
    for unit in [*battle.attackers, *battle.support]:
        if not remove_objections(p, battle, unit):
            found.append(p.ground.words.one(REMOVE, unit))
    if battle.gunboat and not remove_objections(p, battle, GUNBOATS):
        found.append(p.ground.words.one(REMOVE, GUNBOATS))
    for unit in joiners(p, battle):
        found.append(p.ground.words.one(ADD, unit))
    for leader in leaders_for(p, battle) if back or battle.leader < 0 else []:
        if leader != battle.leader:
            found.append(p.ground.words.one(LEAD, leader))
    if battle.leader >= 0 and back:
        found.append(NO_LEADER)
    if not charge_objections(p, battle):
        found.append(CHARGE)
    return found


def joiners(p: ShilohPosition, battle: Battle) -> list[int]:
    """Everybody who may still be added."""
    if battle.kind == COUNTER:
        found = [u for u in battle.eligible if u not in battle.attackers]
    else:
        found = [u for u in TROOPS[battle.side] if p.hex[u] >= 0 and may_join(p, battle, u)]
    if may_join(p, battle, GUNBOATS):
        found.append(GUNBOATS)
    return found


def plan_candidates(p: ShilohPosition) -> list[Option]:
    """Everything a player might try while declaring."""
    battle = p.battle
    assert battle is not None
    found: list[Option] = [FIGHT, CANCEL, CHARGE, NO_LEADER]
    for unit in UNITS_OF[battle.side]:
        if p.hex[unit] >= 0:
            found += [p.ground.words.one(ADD, unit), p.ground.words.one(REMOVE, unit)]
            if KIND[unit] == LEADER:
                found.append(p.ground.words.one(LEAD, unit))
    return found


@enforces("SHI-8.10")
def plan_objections(p: ShilohPosition, option: Option) -> list[Objection]:
    """Why the attack may not be changed or begun so."""
    battle = p.battle
    assert battle is not None
    verb, unit = option.verb, option.subject
    if verb == "fight":
        return fight_objections(p, battle)
    if verb == "cancel":
        return taking_back_objections(p) if battle.kind != COUNTER else [forbid("SHI-9.6", "counter_declared")]
    if verb == "remove":
        return remove_objections(p, battle, unit)
    if verb == "add":
        return join_objections(p, battle, unit)
    if verb == "lead":
        if unit in leaders_for(p, battle) and unit != battle.leader:
            return taking_back_objections(p) if battle.leader >= 0 else []
        return [forbid("SHI-8.7.1", unit=UNITS[unit])]
    if verb == "lead_none":
        return taking_back_objections(p) if battle.leader >= 0 else [forbid("SHI-8.7.1", "no_leader")]
    if verb == "charge":
        return charge_objections(p, battle)
    return [forbid("SHI-8.10", "declare_now")]


def fight_objections(p: ShilohPosition, battle: Battle) -> list[Objection]:
    """An attack needs somebody who makes it."""
    if battle.kind == BOMBARDMENT:
        return (
            []
            if battle.support or battle.gunboat
            else [forbid("SHI-10.2", "no_guns", to=p.ground.names[battle.target])]
        )
    if battle.kind == COUNTER and all(KIND[unit] == ART for unit in battle.attackers):
        return [forbid("SHI-9.6.1", "guns_alone")]
    return [] if battle.attackers else [forbid("SHI-8.2", "nobody_attacks")]


def remove_objections(p: ShilohPosition, battle: Battle, unit: int) -> list[Objection]:
    """Who is not in cannot leave; the last one stays, or the attack is cancelled."""
    name = UNITS[unit]
    inside = battle.gunboat if unit == GUNBOATS else unit in battle.attackers or unit in battle.support
    if not inside:
        return [forbid("SHI-8.2", "not_in_attack", unit=name)]
    if unit in battle.attackers and len(battle.attackers) == 1:
        return [forbid("SHI-8.2", "last_attacker", unit=name)]
    firing = len(battle.support) + (1 if battle.gunboat else 0)
    if battle.kind == BOMBARDMENT and firing == 1:
        return [forbid("SHI-8.2", "last_attacker", unit=name)]
    if battle.kind == COUNTER and KIND[unit] != ART and unit in battle.attackers:
        rest = [u for u in battle.attackers if u != unit and KIND[u] != ART]
        if not rest:
            return [forbid("SHI-9.6.1", "guns_alone")]
    return taking_back_objections(p)


def join_objections(p: ShilohPosition, battle: Battle, unit: int) -> list[Objection]:
    """Why this unit may not be added."""
    if may_join(p, battle, unit):
        return []
    name = UNITS[unit]
    if unit == GUNBOATS:
        return gunboat_join_objections(p, battle)
    if unit in battle.attackers or unit in battle.support:
        return [forbid("SHI-8.2", "already_in", unit=name)]
    if battle.kind == COUNTER:
        return [forbid("SHI-9.6", "not_eligible", unit=name)]
    if battle.charge and may_assault(p, unit, battle.target):
        return [forbid("SHI-8.8.1", unit=name)]
    assault = assault_objections(p, unit, battle.target) if battle.kind == ASSAULT else []
    return (fire_objections(p, unit, battle.target) if KIND[unit] == ART else assault) or [
        forbid("SHI-8.4", "no_unit", unit=name)
    ]


@enforces("SHI-19.1.2", "SHI-19.1.3")
def gunboat_join_objections(p: ShilohPosition, battle: Battle) -> list[Objection]:
    """Why the gunboats may not be added."""
    name = UNITS[GUNBOATS]
    if battle.gunboat:
        return [forbid("SHI-8.2", "already_in", unit=name)]
    if battle.kind == BOMBARDMENT and battle.side == USA:
        return gunboat_objections(p, battle.target)
    found = [forbid("SHI-19.1.2", unit=name)]
    if p.flags[GUNBOATS] & ATTACKED:
        found.insert(0, forbid("SHI-19.1.3", "gunboats_fired", unit=name))
    return found


def charge_bar(p: ShilohPosition, battle: Battle, unit: int) -> bool:
    """Would this unit spoil a charge: artillery, short of ammunition, or out of deep woods or swamp?"""
    return KIND[unit] == ART or bool(p.flags[unit] & DEPLETED) or p.ground.no_charge[p.hex[unit]]


@enforces("SHI-8.8.1")
def charge_objections(p: ShilohPosition, battle: Battle) -> list[Objection]:
    """Why this assault may not be a charge."""
    if battle.kind == COUNTER:
        return [forbid("SHI-9.6.3", "counter_no_charge")]
    if battle.kind != ASSAULT or battle.charge:
        return [forbid("SHI-8.8.1", "no_charge")]
    if battle.leader < 0:
        return [forbid("SHI-8.8.1", "charge_needs_leader")]
    if p.ground.no_charge[battle.target]:
        return [forbid("SHI-8.8.1", "charge_terrain", to=p.ground.names[battle.target])]
    for unit in battle.attackers:
        if charge_bar(p, battle, unit):
            return [forbid("SHI-8.8.1", unit=UNITS[unit])]
    return []


@enforces("SHI-3.8", "SHI-8.10")
def change_plan(p: ShilohPosition, option: Option) -> None:
    """Carry out a change of the attack being declared."""
    battle = p.battle
    assert battle is not None
    unit = option.subject
    if option.verb in ("remove", "lead_none") or (option.verb == "lead" and battle.leader >= 0):
        take_back(p)
    if option.verb == "lead":
        battle.leader = unit
    elif option.verb == "lead_none":
        battle.leader = -1
        battle.charge = False
    elif option.verb == "charge":
        battle.charge = True
    elif unit == GUNBOATS:
        battle.gunboat = option.verb == "add"
    elif option.verb == "add":
        adjacent = p.ground.distance(p.hex[unit], battle.target) == 1 and battle.kind != BOMBARDMENT
        (battle.attackers if adjacent else battle.support).append(unit)
    else:
        (battle.attackers if unit in battle.attackers else battle.support).remove(unit)
        if battle.leader not in leaders_for(p, battle):
            battle.leader = best_leader(p, battle) if not battle.charge else -1
            battle.charge = battle.charge and battle.leader >= 0
        if battle.gunboat and battle.kind != BOMBARDMENT and not gunboat_may_add(p, battle):
            battle.gunboat = False


@enforces("SHI-8.1", "SHI-8.2", "SHI-9.6.5", "SHI-19.1.3", "SHI-12.6")
def commit(p: ShilohPosition) -> None:
    """The attack is declared: who takes part has attacked, the hex is assaulted, all units in it defend."""
    battle = p.battle
    assert battle is not None
    count_anew(p)
    battle.attackers.sort()
    battle.support.sort()
    battle.defenders = troops_in(p, 1 - battle.side, battle.target)
    for unit in battle.attackers:
        if p.hex[unit] not in battle.froms:
            battle.froms.append(p.hex[unit])
    if battle.kind != COUNTER:
        for unit in [*battle.attackers, *battle.support]:
            p.flags[unit] |= ATTACKED
        if battle.kind == BOMBARDMENT and battle.gunboat:
            p.flags[GUNBOATS] |= ATTACKED
        if battle.kind == ASSAULT:
            p.assaulted.append(battle.target)
    if battle.kind != BOMBARDMENT and battle.gunboat and p.side == USA:
        p.flags[GUNBOATS] |= ADDED
    battle.exposed = exposed_leaders(p, battle)
    if p.events is not None:
        kind = ("assaulted", "bombarded", "counter_attacked")[battle.kind]
        names = " ".join(UNITS[u] for u in [*battle.attackers, *battle.support])
        names += f" {UNITS[GUNBOATS]}" if battle.gunboat else ""
        clause = ("SHI-8.2", "SHI-10.2", "SHI-9.6")[battle.kind]
        facts: dict[str, str | int] = {
            "side": SIDES[battle.side],
            "units": names.strip(),
            "to": p.ground.names[battle.target],
        }
        p.tell(kind, clause, facts)
        if battle.charge:
            p.tell("charged", "SHI-8.8.1", {"unit": UNITS[battle.leader]})


@enforces("SHI-12.6", "SHI-10.3")
def exposed_leaders(p: ShilohPosition, battle: Battle) -> list[int]:
    """Every leader with a unit that takes part; under a bombardment the defender's only."""
    hexes = [battle.target]
    if battle.kind != BOMBARDMENT:
        hexes += battle.froms + [p.hex[unit] for unit in battle.support]
    found: list[int] = []
    for side in (battle.side, 1 - battle.side):
        for leader in FOLLOWERS[side]:
            if KIND[leader] == LEADER and p.hex[leader] in hexes:
                found.append(leader)
    return found


@enforces("SHI-8.7.1", "SHI-8.7.2", "SHI-19.1.2", "SHI-8.10")
def defences(p: ShilohPosition) -> list[Option]:
    """How the defender may stand: with which leader, with or without the gunboat."""
    battle = p.battle
    assert battle is not None
    leaders = [-1]
    for leader in FOLLOWERS[1 - battle.side]:
        if KIND[leader] == LEADER and any(affects(p, leader, unit) for unit in battle.defenders):
            leaders.append(leader)
    gunboats = [False, True] if battle.side != USA and gunboat_may_add(p, battle) else [False]
    return [defend(p.ground.words, leader, gunboat) for leader in leaders for gunboat in gunboats]


@enforces("SHI-8.7.1", "SHI-19.1.2")
def defence_objections(p: ShilohPosition, option: Option) -> list[Objection]:
    """Why the defender may not stand so."""
    if not option.verb.startswith("defend"):
        return [forbid("SHI-8.10", "defend_now")]
    if option in defences(p):
        return []
    if option.extra and defend(p.ground.words, option.subject, False) in defences(p):
        return [forbid("SHI-19.1.2", unit=UNITS[GUNBOATS])]
    return [forbid("SHI-8.7.1", unit=UNITS[option.subject])]


def defence_candidates(p: ShilohPosition) -> list[Option]:
    """Every way to stand there is."""
    leaders = [-1, *LEADERS[0], *LEADERS[1]]
    return [*(defend(p.ground.words, leader, gunboat) for leader in leaders for gunboat in (False, True)), FIGHT]


def stand(p: ShilohPosition, option: Option) -> None:
    """The defender's choice."""
    battle = p.battle
    assert battle is not None
    battle.defending_leader = option.subject
    battle.defending_gunboat = bool(option.extra)
