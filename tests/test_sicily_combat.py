"""Sicily's combat up to the die: the table cell by cell, and lists of attacks that can always be completed."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from senki.games.sicily.allocation import allocate, allocation_candidates, allocation_objections, allocation_options
from senki.games.sicily.battle import Attack
from senki.games.sicily.combat import preview, result_at
from senki.games.sicily.contact import Contact, contact_of, free_units
from senki.games.sicily.counters import ALLIES, ARMY, AXIS, COUNT, IS_DEPOT, SIDE_OF, STEPS, UNIT, UNITS_OF
from senki.games.sicily.flow import STEPS as FLOW
from senki.games.sicily.position import SicilyPosition, empty_map, put, set_left
from senki.games.sicily.scenario import theatre
from senki.games.sicily.shifts import column_of, shift_lines
from senki.games.sicily.strengths import attack_strength, column_for, column_label, defence_strength, shifted

TABLE = """
-7    3/0 3/0 2/0 2/0 1/0 1/0
-6    3/0 2/0 2/0 1/0 1/0 1/1
-3    2/0 2/0 1/0 1/0 1/1 0/1
0     2/0 1/0 1/0 1/1 1/1 0/1
3     1/0 1/0 1/1 1/1 0/1 1/2
6     1/0 1/1 1/1 1/1 0/1 0/2
9     1/1 1/1 1/1 0/1 0/2 0/2
13    1/1 1/1 0/1 1/2 0/2 0/2B
18    1/1 0/1 1/2 0/2 0/2B 0/3B
24    0/1 1/2 0/2 0/2B 0/3B 0/3B
31    1/2 0/2 0/2B 0/3B 0/3B 0/4B
"""


@pytest.mark.parametrize("row", [line.split() for line in TABLE.split("\n") if line])
def test_every_cell_of_the_table(row: list[str]) -> None:
    column = column_for(int(row[0]))
    for die in range(1, 7):
        attack, defence, breakthrough = result_at(column, die)
        assert f"{attack}/{defence}{'B' if breakthrough else ''}" == row[die]


def test_columns_begin_where_the_table_says() -> None:
    least = [-6, -3, 0, 3, 6, 9, 13, 18, 24, 31]
    for number, value in enumerate(least):
        assert column_for(value) == number + 1
        assert column_for(value - 1) == number
    assert column_for(-200) == 0
    assert column_for(200) == 10
    assert shifted(9, 4) == 10
    assert shifted(1, -4) == 0
    assert shifted(3, 4) == 7


def test_columns_are_named_by_their_differentials() -> None:
    assert [column_label(column) for column in (0, 2, 3, 7, 10)] == ["…−7", "−3…−1", "0…+2", "+13…+17", "+31…"]


def test_an_attack_can_be_reckoned_before_it_is_fought() -> None:
    p = empty_map(FLOW, [], theatre("campaign"))
    for unit, hex in (("us_753_tk", "0610"), ("us_1_rgr", "0610"), ("it_33_liv", "0710"), ("it_5_aosta", "0710")):
        put(p, UNIT[unit], p.ground.number(hex))
    attack = Attack()
    attack.targets = [p.ground.number("0710")]
    assert column_of(p, preview(p, attack)) == column_for(0)
    attack.units = [UNIT["us_753_tk"], UNIT["us_1_rgr"]]
    p.side = AXIS
    battle = preview(p, attack)
    assert battle.side == ALLIES
    assert battle.defenders == [UNIT["it_33_liv"]], "the better of two regiments"
    p.chit[UNIT["it_33_liv"]] = 3
    assert (attack_strength(p, battle), defence_strength(p, battle)) == (5, 7)
    assert shift_lines(p, battle) == [("SIC-17.12", "combined_arms", 1)]
    assert column_of(p, battle) == column_for(-2) + 1


def field(chance: Random, crowded: bool) -> SicilyPosition:
    """A few units of all armies at random in a small part of the map, cadres and depots among them."""
    p = empty_map(FLOW, [], theatre("campaign"))
    middle = chance.choice([hex for hex in range(p.ground.size) if p.ground.land[hex]])
    reach = chance.choice([1, 2, 2, 3])
    hexes = [hex for hex in range(p.ground.size) if p.ground.distance(hex, middle) <= reach and p.ground.land[hex]]
    for unit in chance.sample(range(COUNT), chance.randint(6, 60 if crowded else 30)):
        hex = chance.choice(hexes)
        side = SIDE_OF[unit]
        others = [other for other in range(COUNT) if p.hex[other] == hex]
        if any(SIDE_OF[other] != side or (side == ALLIES and ARMY[other] != ARMY[unit]) for other in others):
            continue
        if len(others) >= 3 or (IS_DEPOT[unit] and any(IS_DEPOT[other] for other in others)):
            continue
        put(p, unit, hex)
        if STEPS[unit] == 3 and chance.random() < 0.2:
            set_left(p, unit, 1)
    if chance.random() < 0.4:
        put_to_sea(p, chance)
    p.side = chance.choice([ALLIES, ALLIES, AXIS])
    return p


def put_to_sea(p: SicilyPosition, chance: Random) -> None:
    """Some Allied units wait at sea before beaches that are held."""
    for unit in chance.sample(UNITS_OF[ALLIES], 12):
        for hex in chance.sample(range(p.ground.size), 200):
            if not p.ground.sea[hex] or p.hex[unit] >= 0:
                continue
            aims = [to for to in p.ground.around[hex] if p.presence.units(AXIS, to) and p.ground.land[to]]
            others = [other for other in range(COUNT) if p.hex[other] == hex]
            if aims and len(others) < 3 and all(ARMY[other] == ARMY[unit] for other in others):
                put(p, unit, hex)
                p.aim[unit] = chance.choice(aims)


def must_attack(p: SicilyPosition, hex: int, aim: int, target: int) -> bool:
    if aim >= 0:
        return aim == target
    high = p.ground.level[hex] >= 4 and p.ground.level[target] < p.ground.level[hex]
    return not (p.ground.town[hex] or p.ground.city[hex] or high)


def is_legal_list(p: SicilyPosition) -> bool:
    """The rules of 17.1 to 17.5 in their own words, judged on a list that is closed."""
    ground, seen, hit = p.ground, set[int](), set[int]()
    regiments: list[tuple[int, int]] = []
    for attack in p.attacks:
        if not attack.units or not attack.targets or (p.side == ALLIES and len({ARMY[u] for u in attack.units}) > 1):
            return False
        for unit, target in product(attack.units, attack.targets):
            if ground.direction(p.hex[unit], target) < 0 or p.aim[unit] not in (-1, target):
                return False
        for unit in attack.units:
            if unit in seen or IS_DEPOT[unit]:
                return False
            seen.add(unit)
            if STEPS[unit] == 3 and p.left[unit] > 1:
                regiments.append((p.hex[unit], p.aim[unit]))
        for target in attack.targets:
            if target in hit:
                return False
            hit.add(target)
    if len(regiments) != len(set(regiments)):
        return False
    army = {target: ARMY[attack.units[0]] for attack in p.attacks for target in attack.targets}
    for unit in UNITS_OF[p.side]:
        if p.hex[unit] < 0:
            continue
        near = [to for to in ground.around[p.hex[unit]] if p.presence.units(1 - p.side, to)]
        near = [to for to in near if p.aim[unit] in (-1, to) and ground.land[to]]
        duties = [to for to in near if must_attack(p, p.hex[unit], p.aim[unit], to)]
        if any(to not in hit for to in duties):
            return False
        left_out = STEPS[unit] == 3 and p.left[unit] > 1 and (p.hex[unit], p.aim[unit]) in regiments
        excused = p.side == ALLIES and all(army.get(to, ARMY[unit]) != ARMY[unit] for to in near)
        if duties and unit not in seen and not left_out and not excused:
            return False
    return True


def fill(p: SicilyPosition, chance: Random) -> None:
    """Choose at random until the list is closed; a choice must be there at every moment."""
    for _ in range(400):
        options = allocation_options(p)
        assert options, "a dead end"
        if allocate(p, chance.choice(options)):
            return
    raise AssertionError("the list does not end")


@pytest.mark.parametrize("seed", range(300))
def test_random_lists_never_end_in_a_dead_end(seed: int) -> None:
    chance = Random(seed)
    p = field(chance, seed % 3 == 0)
    for _ in range(2):
        twin = p.copy()
        fill(twin, chance)
        assert is_legal_list(twin)


@pytest.mark.parametrize("seed", range(60))
def test_options_are_the_candidates_without_objections(seed: int) -> None:
    chance = Random(1000 + seed)
    p = field(chance, False)
    for _ in range(6):
        options = allocation_options(p)
        assert options == [one for one in allocation_candidates(p) if not allocation_objections(p, one)]
        assert len(options) <= 200
        if allocate(p, chance.choice(options)):
            return


def every_list(p: SicilyPosition, contact: Contact) -> list[list[Attack]]:
    """All lists of attacks on a small field, legal or not, by trying every way to part the units over the hexes."""
    units = [unit for party in contact.parties for unit in free_units(party, set())]
    found: list[list[Attack]] = []
    hexes = contact.targets
    for labels in product(range(len(hexes) + 1), repeat=len(hexes)):
        # a hex with label 0 is left alone; a label may not be used before a smaller one
        used = sorted(set(labels) - {0})
        if used != list(range(1, len(used) + 1)):
            continue
        for chosen in product(range(len(used) + 1), repeat=len(units)):
            attacks: list[Attack] = []
            for label in used:
                attack = Attack()
                attack.targets = [hexes[at] for at in range(len(hexes)) if labels[at] == label]
                attack.units = [units[at] for at in range(len(units)) if chosen[at] == label]
                attacks.append(attack)
            if all(attack.units for attack in attacks):
                found.append(attacks)
    return found


def can_be_completed(p: SicilyPosition, lists: list[list[Attack]], contact: Contact) -> bool:
    """Does a legal list hold everything chosen so far? Of a hex's regiments any may stand for the one that attacks."""
    for attacks in lists:
        if holds(p, attacks, contact):
            return True
    return False


def stand_in(contact: Contact, unit: int) -> int:
    party = contact.parties[contact.party_of[unit]]
    return party.regiments[0] if unit in party.regiments else unit


def holds(p: SicilyPosition, attacks: list[Attack], contact: Contact) -> bool:
    parts = [(set(attack.targets), set(attack.units)) for attack in attacks]
    for attack in p.attacks:
        if (set(attack.targets), {stand_in(contact, unit) for unit in attack.units}) not in parts:
            return False
    draft = p.draft
    if draft is None:
        return True
    units = {stand_in(contact, unit) for unit in draft.units}
    return any(set(draft.targets) <= targets and units <= theirs for targets, theirs in parts)


def excuses(p: SicilyPosition, attacks: list[Attack], contact: Contact) -> frozenset[int]:
    attacking = {unit for attack in attacks for unit in attack.units}
    return frozenset(
        at for at, party in enumerate(contact.parties)
        if party.obliged and not any(unit in attacking for unit in party.regiments + party.others)
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(60))
def test_a_choice_is_offered_exactly_if_a_legal_list_holds_it(seed: int) -> None:
    chance = Random(5000 + seed)
    p = field(chance, False)
    contact = contact_of(p, p.side)
    while not contact.targets or len(contact.targets) > 3 or len(contact.party_of) > 6:
        p = field(chance, False)
        contact = contact_of(p, p.side)
    lists: list[list[Attack]] = []
    for attacks in every_list(p, contact):
        twin = p.copy()
        twin.attacks = attacks
        if is_legal_list(twin):
            lists.append(attacks)
    least = {excuses(p, attacks, contact) for attacks in lists}
    least = {one for one in least if not any(other < one for other in least)}
    lists = [attacks for attacks in lists if excuses(p, attacks, contact) in least]
    for _ in range(12):
        options = allocation_options(p)
        for option in allocation_candidates(p):
            if option.verb in ("done", "next") or breaks_a_plain_rule(p, contact, option.subject, option.target):
                continue
            twin = p.copy()
            allocate(twin, option)
            assert (option in options) == can_be_completed(twin, lists, contact), option.text
        if allocate(p, chance.choice(options)):
            return


def breaks_a_plain_rule(p: SicilyPosition, contact: Contact, unit: int, target: int) -> bool:
    """A unit or a hex twice, or a second regiment of a hex."""
    taken = [*p.attacks, p.draft] if p.draft is not None else p.attacks
    for attack in taken:
        if target in attack.targets or unit in attack.units:
            return True
        if unit >= 0 and any(stand_in(contact, other) == stand_in(contact, unit) for other in attack.units):
            return True
    return False


def test_a_lone_regiment_before_three_hexes_attacks_them_all() -> None:
    p = empty_map(FLOW, [], theatre("campaign"))
    hex = p.ground.number("3922")
    put(p, UNIT["us_16_1"], hex)
    for unit, to in zip(("it_33_liv", "it_34_liv", "de_1_hg"), p.ground.around[hex][:3], strict=True):
        put(p, UNIT[unit], to)
    p.side = ALLIES
    fill(p, Random(1))
    assert [sorted(attack.targets) for attack in p.attacks] == [sorted(p.ground.around[hex][:3])]
