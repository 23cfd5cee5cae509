"""Stonewall Jackson's Way, combat: who may attack what, and what is added to the dice."""

import pytest

from senki.engine.option import dice_outcome
from senki.games.sjw.combat import attack_objections, current, may_attack_over
from senki.games.sjw.counters import CSA, JACKSON, LEE, UNIT, USA
from senki.games.sjw.crossings import BUILT_CSA, add_span, set_reach
from senki.games.sjw.flanks import BY_ENEMY, BY_GROUND, OPEN, covers, flank_bonus, refused_bonus
from senki.games.sjw.ground import BRIDGE, CREEK, DRY, FORD, MINOR, MOUNTAIN, NO_CROSSING, RAIN, ROUGH
from senki.games.sjw.modifiers import (
    artillery_difference,
    artillery_halves,
    attack_value,
    defence_value,
    demoralized_modifier,
    hexside_modifier,
    march_band,
    modifiers,
    mountain_modifier,
    ratio,
    settled,
)
from senki.games.sjw.position import (
    OUT,
    REFUSING,
    REPLACED,
    SjwPosition,
    put,
    set_demoralized,
)
from senki.games.sjw.results import (
    ATTACKER_COLUMNS,
    DEFENDER_COLUMNS,
    attacker_outcome,
    column,
)
from senki.games.sjw.steps import (
    ARTILLERY_DIE,
    REFUSE,
)
from senki.games.sjw.tables import HALF
from senki.games.sjw.undertaking import ASSAULT_ATTACK, NOBODY, March
from tests.sjwfield import (
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    TARGET,
    amounts,
    at,
    beside,
    choose,
    corps,
    disorganized,
    field,
    is_open_ground,
    march_attack,
    planned,
    refusals,
    roll,
    rolling,
    water_side,
)

# Who may attack what


def test_attacks_go_where_the_unit_could() -> None:
    p = field()
    frm, to = water_side(p, MINOR, NO_CROSSING, False)
    hill = at(p, "csa_a_p_hill", frm, 18)
    at(p, "usa_king", to, 18)
    assert refusals(p, hill, to) == ["SJW-7.1.1"] and not may_attack_over(p, hill, p.hex[hill], p.theatre.hex(to))
    add_span(p, p.hex[hill], p.theatre.hex(to), BUILT_CSA)
    assert refusals(p, hill, to) == []
    assert hexside_modifier(p, planned(p, [hill], to=to)) == 2


@pytest.mark.parametrize(
    ("water", "crossing", "line", "dry", "rain"),
    [(MINOR, FORD, False, 2, None), (MINOR, BRIDGE, True, 2, 2), (CREEK, 0, False, 1, None), (CREEK, 0, True, 1, 2)],
)
def test_water_helps_the_defender_and_rain_closes_it(
    water: int, crossing: int, line: bool, dry: int, rain: int | None
) -> None:
    p = field("rapidan_to_manassas", 3)
    frm, to = water_side(p, water, crossing, line)
    hill = at(p, "csa_a_p_hill", frm, 18)
    at(p, "usa_king", to, 18)
    assert refusals(p, hill, to) == [] and amounts(p, planned(p, [hill], to=to))["-hexside"] == dry
    p.weather = RAIN
    set_reach(p)
    if rain is None:
        assert refusals(p, hill, to) == ["SJW-7.1.2"] and not may_attack_over(p, hill, p.hex[hill], p.theatre.hex(to))
    else:
        assert refusals(p, hill, to) == []
        found = amounts(p, planned(p, [hill], to=to))
        assert (found["-hexside"], found["rain"]) == (rain, -1)


def test_nobody_attacks_an_empty_or_distant_hex_or_while_demoralized() -> None:
    p = field()
    hill = at(p, "csa_a_p_hill", beside(p, SOUTH), 18)
    assert refusals(p, hill, TARGET) == ["SJW-7.1.1"]
    at(p, "usa_king", TARGET, 18)
    assert refusals(p, hill, TARGET) == []
    set_demoralized(p, hill, 1)
    assert refusals(p, hill, TARGET) == ["SJW-7.1.4"] and not may_attack_over(
        p, hill, p.hex[hill], p.theatre.hex(TARGET)
    )
    far = beside(p, NORTH)
    at(p, "usa_ricketts", far, 18)
    assert [one.key for one in attack_objections(p, hill, p.theatre.hex(far))] == ["demoralized_attack", "not_adjacent"]


def test_mountains_need_a_line_and_help_whoever_defends_them() -> None:
    p = field("rapidan_to_manassas", 3)
    ground = p.ground
    places = [
        place
        for place in range(6 * ground.size)
        if ground.next[place] >= 0 and ground.terrain[ground.next[place]] == MOUNTAIN and not ground.water[place]
    ]
    bare = next(place for place in places if not ground.has_line[place])
    hill = at(p, "csa_a_p_hill", ground.names[bare // 6], 18)
    at(p, "usa_king", ground.names[ground.next[bare]], 18)
    assert refusals(p, hill, ground.names[ground.next[bare]]) == ["SJW-7.1.1"]
    for both, worth in ((False, 2), (True, 1)):
        road = next(
            place for place in places if ground.has_line[place] and (ground.terrain[place // 6] == MOUNTAIN) == both
        )
        put(p, hill, road // 6)
        put(p, UNIT["usa_king"], ground.next[road])
        battle = planned(p, [hill], to=ground.names[ground.next[road]])
        assert refusals(p, hill, ground.names[ground.next[road]]) == []
        assert mountain_modifier(p, battle) == worth and artillery_halves(p, battle) == 0


# Values


def test_the_ratio() -> None:
    for attack, defence, found in (
        (7, 2, 2),
        (6, 1, 5),
        (8, 10, -1),
        (10, 10, 0),
        (20, 10, 1),
        (5, 10, -1),
        (5, 11, -2),
    ):
        assert ratio(attack, defence) == found
    assert (ratio(1, 36), ratio(36, 1), ratio(19, 10), ratio(10, 19)) == (-35, 35, 0, -1)


def test_halves_count_in_the_ratio_and_not_in_the_column() -> None:
    p = field()
    hill = disorganized(p, at(p, "csa_2_va", beside(p, SOUTH), 1))
    at(p, "usa_1_ri", TARGET, 2)
    battle = planned(p, [hill])
    assert attack_value(p, battle) == 1 and ratio(HALF * attack_value(p, battle), defence_value(p, battle)) == -3
    assert [column(ATTACKER_COLUMNS, halves) for halves in (1, 7, 8, 9, 139, 140, 300)] == [0, 0, 1, 1, 8, 9, 9]
    assert [column(DEFENDER_COLUMNS, halves) for halves in (1, 7, 8, 99, 100)] == [0, 0, 1, 6, 7]


def test_no_side_counts_more_than_the_table_knows() -> None:
    p = field()
    names = ["csa_a_p_hill", "csa_anderson", "csa_ewell_b", "csa_taliaferro", "csa_mclaws"]
    there = [at(p, name, beside(p, SOUTH), 18) for name in names]
    other = at(p, "csa_hood", beside(p, SOUTH_EAST), 18)
    at(p, "usa_king", TARGET, 18)
    assert attack_value(p, planned(p, there)) == 70 * HALF
    assert attack_value(p, planned(p, [*there, other])) == 88 * HALF
    battle = planned(p, [UNIT["usa_king"]], to=beside(p, SOUTH))
    assert defence_value(p, battle) == 60 * 4
    for unit in there[:3]:
        p.works[unit] = 2
    assert defence_value(p, battle) == 100 * 4
    for unit in there:
        p.works[unit] = 2
    assert defence_value(p, battle) == 130 * 4
    p.works[there[0]] = 0
    p.works[there[1]] = 0
    for unit in there[2:]:
        p.works[unit] = 0
    assert defence_value(p, battle) == 60 * 4


def test_works_count_unit_by_unit_and_only_for_the_ratio() -> None:
    p = field()
    hill = at(p, "csa_a_p_hill", beside(p, SOUTH), 18)
    for level, quarters in ((0, 72), (1, 108), (2, 144), (3, 216)):
        at(p, "usa_king", TARGET, 18, works=level)
        battle = planned(p, [hill])
        assert defence_value(p, battle) == quarters
        assert attacker_outcome(p, battle, 0).text == "1D" and column(DEFENDER_COLUMNS, 18 * HALF) == 3
    at(p, "usa_milroy", TARGET, 3)
    assert defence_value(p, planned(p, [hill])) == 216 + 12


def test_artillery_by_bands_and_terrain() -> None:
    p = field()
    place = rolling(p)
    hill = at(p, "csa_a_p_hill", beside(p, NORTH, place), 18)
    at(p, "usa_piatt", place, 3)
    battle = planned(p, [hill], to=place)
    assert (artillery_difference(p, battle), artillery_halves(p, battle)) == (4, 0)
    others = [at(p, name, beside(p, NORTH, place), 5) for name in ("csa_wilcox", "csa_mclaws")]
    assert artillery_halves(p, planned(p, [hill, others[0]], to=place)) == 1
    assert artillery_halves(p, planned(p, [hill, *others], to=place)) == 2
    at(p, "usa_king", place, 5, works=3)
    battle = planned(p, [hill], to=place)
    assert (artillery_difference(p, battle), artillery_halves(p, battle)) == (4 - 12, -4)
    p.works[UNIT["usa_king"]] = 1
    assert artillery_difference(p, planned(p, [hill], to=place)) == 4 - 6


def test_half_a_point_of_artillery_is_settled_by_a_die() -> None:
    assert [settled(-3, die) for die in range(1, 7)] == [-1, -2, -1, -2, -1, -2]
    assert [settled(1, die) for die in (1, 2)] == [0, 1] and [settled(-1, die) for die in (1, 2)] == [0, -1]
    assert [settled(halves, die) for halves in (-4, 0, 4) for die in (1, 2)] == [-2, -2, 0, 0, 2, 2]
    p = field()
    place = next(
        p.ground.names[hex]
        for hex in range(p.ground.size)
        if p.ground.terrain[hex] == ROUGH and len(p.ground.around[hex]) == 6 and is_open_ground(p, hex)
    )
    hill = at(p, "csa_a_p_hill", beside(p, NORTH, place), 18)
    at(p, "usa_king", place, 18)
    march_attack(p, hill, 2, to=place)
    assert p.stack[-1] == ARTILLERY_DIE
    odd = p.copy()
    roll(p, 6)
    assert amounts(p, current(p))["artillery"] == -1
    odd.play(dice_outcome([5]))
    assert "artillery" not in amounts(odd, current(odd))


# Tactics, flanks, type, leaders


def test_leaders_count_who_lead_somebody_in_the_fight() -> None:
    p = field()
    hill = at(p, "csa_a_p_hill", beside(p, SOUTH), 18)
    at(p, "csa_jackson", beside(p, SOUTH))
    at(p, "usa_king", TARGET, 18)
    battle = planned(p, [hill])
    p.march = March()
    assert amounts(p, battle)["tactics"] == 1  # he does not ride along
    p.march.riders = [JACKSON]
    assert amounts(p, battle)["tactics"] == 2
    p.flags[JACKSON] |= REPLACED
    assert amounts(p, battle)["tactics"] == 1
    sigel = at(p, "usa_sigel", TARGET)
    at(p, "usa_pope", TARGET)
    assert amounts(p, battle)["tactics"] == 1  # none of his corps is there, and Pope has no tactical value
    put(p, sigel, OUT)
    at(p, "usa_mcdowell", TARGET)
    assert "tactics" not in amounts(p, battle)


@pytest.mark.parametrize(
    ("points", "key", "amount"),
    [(0, "column_of_route", -3), (0.5, "column_of_route", -3), (1, "hasty", -1), (1.5, "hasty", -1), (2, "", 0),
     (3.5, "", 0), (4, "prepared", 1), (12, "prepared", 1)],
)  # fmt: skip
def test_points_left_make_the_type_of_a_march_attack(points: float, key: str, amount: int) -> None:
    p = field()
    hill = at(p, "csa_a_p_hill", beside(p, SOUTH), 18)
    at(p, "usa_king", TARGET, 18)
    found = amounts(p, planned(p, [hill], points))
    types = {"column_of_route", "hasty", "normal", "prepared"} & set(found)
    assert types == ({key} if key else set()) and (not key or found[key] == amount)
    assert march_band(int(points * HALF)) == {-3: 0, -1: 1, 0: 2, 1: 3}[amount]


def surround(p: SjwPosition, names: list[str], directions: list[int]) -> list[int]:
    return [at(p, name, beside(p, d), 8) for name, d in zip(names, directions, strict=True)]


def test_six_covered_neighbours() -> None:
    p = field()
    at(p, "usa_king", TARGET, 18)
    hexes = surround(p, ["csa_hood", "csa_kemper"], [NORTH, SOUTH])
    target = p.theatre.hex(TARGET)
    assert covers(p, CSA, target) == [BY_ENEMY] * 6 and flank_bonus(p, CSA, target) == 4
    # his friends beside him weaken it, if they are not demoralized
    helper = at(p, "usa_ricketts", beside(p, NORTH_EAST), 18)
    assert flank_bonus(p, CSA, target) == 3
    set_demoralized(p, helper, 1)
    assert flank_bonus(p, CSA, target) == 4
    for name, d in (("usa_milroy", SOUTH_EAST), ("usa_schurz", SOUTH_WEST), ("usa_schenck", NORTH_WEST)):
        at(p, name, beside(p, d), 9)
    assert flank_bonus(p, CSA, target) == 1
    set_demoralized(p, helper, 0)
    assert flank_bonus(p, CSA, target) == 1
    # demoralized attackers cover nothing
    set_demoralized(p, hexes[0], 1)
    assert covers(p, CSA, target).count(OPEN) == 3 and flank_bonus(p, CSA, target) == 0


def test_a_zone_too_weak_counts_less_for_a_union_attacker_only() -> None:
    for attackers, defender, held, bonus in (
        (["usa_1_ri", "usa_1_me"], "csa_a_p_hill", "csa_hood", 3),
        (["csa_2_va", "csa_evans"], "usa_king", "usa_ricketts", 4),
    ):
        p = field()
        side = USA if defender.startswith("csa") else CSA
        at(p, defender, TARGET, 18)
        for name, d in zip(attackers, (NORTH, SOUTH), strict=True):
            at(p, name, beside(p, d), 1)
        set_demoralized(p, at(p, held, beside(p, NORTH_EAST), 18), 1)
        assert flank_bonus(p, side, p.theatre.hex(TARGET)) == bonus


def test_water_covers_a_flank_and_counts_less() -> None:
    p = field()
    frm, to = water_side(p, MINOR, NO_CROSSING, False)
    at(p, "usa_king", frm, 18)
    here = p.theatre.hex(frm)
    place = 6 * here + p.ground.direction(here, p.theatre.hex(to))
    assert covers(p, CSA, here)[place % 6] == BY_GROUND
    add_span(p, here, p.theatre.hex(to), BUILT_CSA)
    assert covers(p, CSA, here)[place % 6] == OPEN
    p = field("rapidan_to_manassas", 3)
    for crossing, water, line in ((FORD, MINOR, False), (0, CREEK, False)):
        frm, to = water_side(p, water, crossing, line)
        here = p.theatre.hex(frm)
        d = p.ground.direction(here, p.theatre.hex(to))
        p.weather = DRY
        assert covers(p, CSA, here)[d] == OPEN
        p.weather = RAIN
        assert covers(p, CSA, here)[d] == BY_GROUND


def test_flanks_are_refused_only_by_the_optional_rule() -> None:
    p = field()
    king = at(p, "usa_king", TARGET, 18)
    units = surround(p, ["csa_hood", "csa_kemper"], [NORTH, SOUTH])
    target = p.theatre.hex(TARGET)
    assert refused_bonus(p, CSA, target) == 0
    p.switches |= REFUSING
    assert refused_bonus(p, CSA, target) == 2
    set_demoralized(p, king, 1)
    assert refused_bonus(p, CSA, target) == 0
    set_demoralized(p, king, 0)
    put(p, units[1], p.theatre.hex(beside(p, SOUTH_EAST)))
    assert covers(p, CSA, target).count(OPEN) == 1 and refused_bonus(p, CSA, target) == 1
    march_attack(p, units[0])
    assert p.stack[-1] == REFUSE and p.side_to_act == USA
    choose(p, "refuse")
    assert amounts(p, current(p))["-refused"] == 1 and amounts(p, current(p))["flanks"] == 3


def test_panic_rain_and_demoralization_weigh_on_the_dice() -> None:
    p = field("rapidan_to_manassas", 3)
    hill = at(p, "csa_a_p_hill", beside(p, SOUTH), 18)
    king, ricketts = at(p, "usa_king", TARGET, 10), at(p, "usa_ricketts", TARGET, 8)
    p.panic_turn = 3
    assert amounts(p, planned(p, [hill]))["-panic"] == -1
    assert amounts(p, planned(p, [king], to=beside(p, SOUTH)))["panic"] == -1
    set_demoralized(p, ricketts, 2)
    assert demoralized_modifier(p, [king, ricketts]) == 0
    set_demoralized(p, king, 2)
    set_demoralized(p, ricketts, 1)
    assert amounts(p, planned(p, [hill]))["-demoralized"] == -1


def test_several_hexes_keep_the_water_only_if_all_cross_it() -> None:
    p = field()
    frm, to = water_side(p, CREEK, 0, True)
    hill = at(p, "csa_a_p_hill", frm, 18)
    at(p, "usa_king", to, 18)
    other = next(
        hex
        for hex in p.ground.around[p.theatre.hex(to)]
        if not p.ground.water[6 * hex + p.ground.direction(hex, p.theatre.hex(to))]
    )
    hood = at(p, "csa_hood", p.ground.names[other], 8)
    assert hexside_modifier(p, planned(p, [hill], to=to)) == 1
    assert hexside_modifier(p, planned(p, [hill, hood], to=to)) == 0


def test_jackson_and_lee_add_to_assaults_they_order() -> None:
    p = field()
    hill, _, _ = corps(p, beside(p, SOUTH))
    at(p, "csa_lee", beside(p, SOUTH))
    at(p, "usa_king", TARGET, 18)
    battle = planned(p, [hill])
    battle.kind = ASSAULT_ATTACK
    battle.leader, battle.grand = JACKSON, LEE
    assert [one.amount for one in modifiers(p, battle) if one.key == "led"] == [1, 1]
    battle.leader, battle.grand = UNIT["csa_longstreet"], NOBODY
    assert [one for one in modifiers(p, battle) if one.key == "led"] == []
