"""Stonewall Jackson's Way, the advanced game: supply, forage, substitutes and attachments."""

import pytest
from sjwstage import REST, agrees, at, field, keys, marching, play, run, told

from senki.engine.option import dice_outcome
from senki.engine.position import DECISION
from senki.games.sjw.commands import army_of, command_of
from senki.games.sjw.counters import AP, CAV, COUNT, CSA, INF, SIDES, SUBSTITUTES, UNIT, USA
from senki.games.sjw.forage import VALUES, begin_forage, forage_modifier, forage_value
from senki.games.sjw.position import (
    ACTED,
    ATTACHED,
    CAUSES,
    DAMAGED,
    DEAD,
    DESTROYED,
    DISORGANIZED,
    DISPERSAL,
    FORAGED,
    SPARE,
    SUPPLY,
    UNSUPPLIED,
    WHOLE,
    WORKED,
    SjwPosition,
    put,
    set_demoralized,
)
from senki.games.sjw.steps import (
    ATTACHMENT,
    FIND_UNITS,
    REPAIR,
    SUPPLY_EFFECTS,
    SUPPLY_STATUS,
)
from senki.games.sjw.substitutes import (
    attach_objections,
    attachments,
    detach,
    detach_objections,
    detachable,
    free_substitute,
)
from senki.games.sjw.supply import depot_entered, station_marked, supplied_counties

# 20: supply


def test_depots_go_with_a_marker_or_at_winchester_with_a_visit() -> None:
    p = field()
    winchester, junction = p.theatre.hex("0301"), p.theatre.hex("4124")
    assert p.depots == [1, 1, 1, 1, 1]
    depot_entered(p, UNIT["usa_white"], winchester)
    depot_entered(p, UNIT["csa_jackson"], winchester)
    depot_entered(p, UNIT["csa_f_lee"], junction)
    assert p.depots == [1, 1, 1, 1, 1]
    depot_entered(p, UNIT["csa_f_lee"], winchester)
    assert p.depots == [1, 1, 0, 1, 1]
    station_marked(p, junction)
    station_marked(p, p.theatre.hex("3726"))
    assert p.depots == [1, 1, 0, 0, 1]
    assert len(told(p, "depot_lost")) == 2


def mark(p: SjwPosition, hex: str, state: int = DAMAGED) -> None:
    p.stations[p.theatre.station_at[p.theatre.hex(hex)]] = state


def state_of(p: SjwPosition, hex: str) -> int:
    return p.stations[p.theatre.station_at[p.theatre.hex(hex)]]


def test_damaged_stations_are_repaired_destroyed_ones_never() -> None:
    p = field()
    mark(p, "3330")
    mark(p, "3726")
    mark(p, "4124", DESTROYED)
    run(p, REPAIR, 4, 5)
    assert [state_of(p, hex) for hex in ("3330", "3726", "4124")] == [WHOLE, DAMAGED, DESTROYED]
    assert p.stack == [REST] and p.task == 0
    p.turn = 11
    run(p, REPAIR, 1)
    assert state_of(p, "3726") == WHOLE


def test_confederates_at_a_station_or_near_it_prevent_repair() -> None:
    p = field()
    mark(p, "3330")
    mark(p, "3726")
    at(p, "csa_f_lee", "3330", 2)
    cavalry = at(p, "csa_robertson", p.ground.names[p.ground.around[p.theatre.hex("3726")][0]], 2)
    assert p.presence.zones(CSA, p.theatre.hex("3726"))
    run(p, REPAIR)
    assert p.stack == [REST]
    set_demoralized(p, cavalry, 1)
    run(p, REPAIR, 2)
    assert [state_of(p, hex) for hex in ("3330", "3726")] == [DAMAGED, WHOLE]


def counties(p: SjwPosition, side: int) -> set[str]:
    return {name for name, supplied in zip(p.ground.counties, supplied_counties(p, side), strict=True) if supplied}


def test_counties_of_the_union_hold_a_depot_or_an_open_line() -> None:
    p = field()
    by_depot = {"montgomery", "fairfax", "frederick", "prince_william", "stafford"}
    assert counties(p, USA) >= by_depot | {"fauquier", "culpeper"}
    mark(p, "3330")
    assert "culpeper" not in counties(p, USA)
    p.depots = [1, 1, 0, 1, 0]
    assert counties(p, USA) & {"frederick", "stafford"} == set()
    assert counties(p, USA) >= {"montgomery", "fairfax", "prince_william"}


def test_a_marker_cuts_the_line_behind_it_and_its_own_station() -> None:
    p = field()
    p.depots = [1, 1, 0, 0, 0]
    mark(p, "1939")
    assert "culpeper" not in counties(p, USA), "its other stations lie behind the marker"
    assert "fauquier" in counties(p, USA)
    mark(p, "5819")
    mark(p, "4422")
    assert counties(p, USA).isdisjoint({"prince_william", "fauquier", "culpeper"})
    assert counties(p, USA) >= {"montgomery", "fairfax"}


def test_counties_of_the_south() -> None:
    assert counties(field(), CSA) == {"caroline", "culpeper", "madison", "orange", "spotsylvania"}


def test_supply_status() -> None:
    """EX-21."""
    p = field()
    mark(p, "3330")
    king, stevens = at(p, "usa_king", "1441", 18), at(p, "usa_stevens", "3726", 8)
    hill, cavalry = at(p, "csa_a_p_hill", "2018", 18), at(p, "csa_2_va", "1153", 1)
    run(p, REPAIR, 5)
    run(p, SUPPLY_STATUS)
    assert [p.has(unit, UNSUPPLIED) for unit in (king, stevens, hill, cavalry)] == [True, False, True, False]
    assert (p.manpower[king], p.has(king, DISORGANIZED)) == (18, False)
    p.turn = 11
    run(p, SUPPLY_STATUS)
    assert (p.manpower[king], p.manpower[hill]) == (17, 17)
    assert p.has(king, DISORGANIZED) and p.has(king, UNSUPPLIED) and not p.has(stevens, UNSUPPLIED)
    assert p.losses[len(CAUSES) * USA + SUPPLY] == p.losses[len(CAUSES) * CSA + SUPPLY] == 1


def test_the_status_phase_takes_the_last_point_and_gives_supply_back() -> None:
    p = field(11)
    lost, back = at(p, "csa_2_va", "2018", 1, flags=UNSUPPLIED), at(p, "csa_hood", "1552", 8, flags=UNSUPPLIED)
    run(p, SUPPLY_STATUS)
    assert p.hex[lost] == DEAD
    assert not p.has(back, UNSUPPLIED)


def test_a_leader_whose_last_unit_starves_finds_another() -> None:
    p = field(11)
    at(p, "csa_2_va", "2018", 1, flags=UNSUPPLIED)
    at(p, "csa_stuart", "2018")
    run(p, SUPPLY_STATUS)
    assert p.stack == [REST, FIND_UNITS]


def test_a_depot_feeds_two_confederate_units_of_the_owners_choice() -> None:
    p = field()
    hill, ewell = at(p, "csa_a_p_hill", "4124", 18), at(p, "csa_ewell_b", "4124", 14)
    cavalry = at(p, "csa_2_va", "4124", 1)
    run(p, SUPPLY_STATUS)
    assert (p.waits_for, p.side_to_act) == (DECISION, CSA)
    agrees(p)
    assert keys(p.objections(p.ground.words.parse("supply csa_hood"))) == ["not_at_depot"]
    assert keys(p.objections(p.ground.words.parse("done"))) == ["not_now"]
    play(p, "supply csa_2_va")
    agrees(p)
    play(p, "supply csa_a_p_hill")
    assert [p.has(unit, UNSUPPLIED) for unit in (hill, ewell, cavalry)] == [False, True, False]
    assert (p.stack, p.waiting, p.task) == ([REST], [], 0)


def test_two_units_at_a_depot_need_no_choice_and_a_lost_depot_feeds_nobody() -> None:
    p = field()
    hill, ewell = at(p, "csa_a_p_hill", "4124", 18), at(p, "csa_ewell_b", "4124", 14)
    hood = at(p, "csa_hood", "5044", 8)
    station_marked(p, p.theatre.hex("5044"))
    run(p, SUPPLY_STATUS)
    assert p.stack == [REST]
    assert [p.has(unit, UNSUPPLIED) for unit in (hill, ewell, hood)] == [False, False, True]


@pytest.mark.parametrize("name", ["usa_fairchild", "usa_harland", "usa_3_in", "usa_6_ny"])
def test_some_are_kept_in_supply_until_they_have_acted(name: str) -> None:
    p = field()
    p.depots = [1, 1, 1, 1, 0]
    unit = at(p, name, "4351", 1)
    run(p, SUPPLY_STATUS)
    assert not p.has(unit, UNSUPPLIED)
    p.flags[unit] |= ACTED
    run(p, SUPPLY_STATUS)
    assert p.has(unit, UNSUPPLIED)


def test_supply_effects() -> None:
    """EX-22."""
    p = field()
    king = at(p, "usa_king", "1441", 18, 0, UNSUPPLIED)
    rested = at(p, "usa_ricketts", "1441", 18, 0, UNSUPPLIED | DISORGANIZED)
    last = at(p, "usa_steinwehr", "1441", 1, 2, UNSUPPLIED | DISORGANIZED)
    fed = at(p, "usa_schurz", "1441", 7, 2, DISORGANIZED)
    organized = at(p, "usa_schenck", "1441", 9, 2, UNSUPPLIED)
    run(p, SUPPLY_EFFECTS)
    assert p.has(king, DISORGANIZED) and p.has(organized, DISORGANIZED)
    assert [p.manpower[unit] for unit in (king, rested, last, fed, organized)] == [18, 18, 1, 7, 9]
    p.turn, p.fatigue[king] = 7, 1
    run(p, SUPPLY_EFFECTS)
    assert [p.manpower[unit] for unit in (king, rested, last, fed, organized)] == [17, 18, 1, 7, 8]
    assert p.losses[len(CAUSES) * USA + SUPPLY] == 2


# 20.4: foraging


def test_every_county_has_its_values() -> None:
    p = field()
    for side in (CSA, USA):
        assert sorted(VALUES[side]) == sorted(p.ground.counties)
        assert all(3 <= forage_value(p, side, county) <= 6 for county in range(len(p.ground.counties)))


def hungry(p: SjwPosition, name: str, hex: str, fatigue: int) -> int:
    return at(p, name, hex, 14, fatigue, UNSUPPLIED)


def test_forage() -> None:
    """EX-23."""
    p = field(7)
    hill, taliaferro = hungry(p, "csa_a_p_hill", "3502", 1), hungry(p, "csa_taliaferro", "2018", 2)
    begin_forage(p)
    agrees(p)
    play(p, "forage csa_a_p_hill")
    p.play(dice_outcome([4]))
    assert not p.has(hill, UNSUPPLIED)
    agrees(p)
    play(p, "forage csa_taliaferro")
    p.play(dice_outcome([3]))
    assert p.has(taliaferro, UNSUPPLIED)
    assert p.stack == [REST], "nobody is left who may forage"
    assert not any(p.has(unit, FORAGED) for unit in range(COUNT))


def test_dispersal_counts_infantry_that_tried_before() -> None:
    """EX-23, with the option."""
    p = field(7)
    p.switches |= DISPERSAL
    taliaferro = hungry(p, "csa_taliaferro", "2018", 2)
    beside = p.ground.names[p.ground.around[p.hex[taliaferro]][0]]
    hill, cavalry = hungry(p, "csa_a_p_hill", beside, 0), hungry(p, "csa_f_lee", beside, 0)
    far = hungry(p, "csa_hood", "3502", 0)
    for unit in (hill, cavalry, far):
        p.flags[unit] |= FORAGED
    assert forage_modifier(p, taliaferro) == 3
    assert forage_modifier(p, cavalry) == 0
    p.switches = 0
    assert forage_modifier(p, taliaferro) == 2


def test_who_may_forage() -> None:
    p = field(7)
    hungry(p, "csa_taliaferro", "2018", 2)
    p.flags[hungry(p, "csa_hood", "2018", 0)] |= WORKED
    hungry(p, "csa_kemper", "2018", 3)
    at(p, "csa_wilcox", "2018", 9)
    demoralized = hungry(p, "csa_evans", "2018", 0)
    set_demoralized(p, demoralized, 1)
    hungry(p, "usa_king", "1441", 0)
    begin_forage(p)
    words = p.ground.words
    agrees(p)
    assert {option.text for option in p.options()} == {"forage csa_taliaferro", "forage csa_evans", "done"}
    for name, key in (
        ("csa_hood", "forage_worked"), ("csa_kemper", "forage_tired"), ("csa_wilcox", "forage_supplied"),
        ("usa_king", "not_your_unit"), ("csa_anderson", "not_your_unit"),
    ):  # fmt: skip
        assert keys(p.objections(words.parse(f"forage {name}"))) == [key]
    assert keys(p.objections(words.parse("pass"))) == ["not_now"]
    play(p, "forage csa_evans")
    p.play(dice_outcome([6]))
    assert keys(p.objections(words.parse("forage csa_evans"))) == ["forage_once"]
    play(p, "done")
    assert p.side_to_act == USA
    play(p, "done")
    assert p.stack == [REST]


# 21: substitutes


def test_detach() -> None:
    """EX-25."""
    p = field()
    division = at(p, "csa_taliaferro", "1552", 14, 2, DISORGANIZED)
    p.works[division] = 2
    march = marching(p, division, before=1)
    first = detach(p, division, 5)
    assert (p.manpower[first], p.fatigue[first], p.works[first]) == (5, 1, 2)
    assert p.has(first, DISORGANIZED) and not p.has(first, UNSUPPLIED)
    assert (p.manpower[division], p.fatigue[division]) == (9, 2)
    march.moved = True
    p.works[division] = 0
    put(p, division, p.theatre.hex("1652"))
    p.flags[division] |= UNSUPPLIED
    second = detach(p, division, 4)
    assert (p.manpower[second], p.fatigue[second], p.works[second]) == (4, 2, 0)
    assert p.has(second, UNSUPPLIED)
    assert (p.manpower[division], p.hex[second], p.hex[first]) == (5, p.hex[division], p.theatre.hex("1552"))
    p.check()


def test_what_may_be_detached() -> None:
    p = field()
    hill = at(p, "csa_a_p_hill", "1552", 18)
    marching(p, hill)
    assert detach_objections(p, 9) == [] and detachable(p, hill) == 9
    p.manpower[hill] = 4
    assert detach_objections(p, 3) == [] and detachable(p, hill) == 3
    assert keys(detach_objections(p, 4)) == ["keeps_one"]
    p.manpower[hill] = 1
    assert keys(detach_objections(p, 1)) == ["keeps_one"] and detachable(p, hill) == 0
    buford = at(p, "usa_buford", "1847", 4)
    marching(p, buford)
    assert detach_objections(p, 2) == [] and detachable(p, buford) == 2
    assert keys(detach_objections(p, 3)) == ["substitute_size"]
    basic = field(3, "rappahannock_to_bull_run")
    assert keys(detach_objections(basic, 1)) == ["no_detaching"] and detachable(basic, hill) == 0


def test_there_are_three_of_each_type() -> None:
    p = field()
    hill = at(p, "csa_a_p_hill", "1552", 18)
    marching(p, hill)
    for _ in range(3):
        detach(p, hill, 2)
    assert keys(detach_objections(p, 2)) == ["no_substitute"] and detachable(p, hill) == 0
    assert free_substitute(p, CSA, INF) < 0
    assert free_substitute(p, CSA, CAV) == SUBSTITUTES[CSA][CAV][0]
    assert free_substitute(p, USA, INF) == SUBSTITUTES[USA][INF][0]


def test_a_substitute_serves_with_the_corps_and_army_of_its_parent() -> None:
    p = field()
    hooker = at(p, "usa_hooker", "4124", 14)
    marching(p, hooker)
    first = detach(p, hooker, 5)
    marching(p, first)
    second = detach(p, first, 2)
    for unit in (first, second):
        assert (command_of(p, unit), army_of(p, unit)) == (command_of(p, hooker), AP)
    assert p.parent[second] == hooker


def test_a_demoralized_unit_detaches_demoralized_ones() -> None:
    p = field()
    king = at(p, "usa_king", "1441", 18)
    set_demoralized(p, king, 2)
    marching(p, king)
    assert p.demoralized[detach(p, king, 3)] == 2
    p.check()


def substitute(
    p: SjwPosition, name: str, parent: str, hex: str, manpower: int, fatigue: int = 0, flags: int = 0
) -> int:
    unit = at(p, name, hex, manpower, fatigue, flags)
    p.parent[unit] = UNIT[parent]
    return unit


@pytest.mark.parametrize(("manpower", "disorganized"), [(4, True), (5, False)])
def test_attach(manpower: int, disorganized: bool) -> None:
    """EX-26."""
    p = field()
    sub = substitute(p, "csa_sub_inf_1", "csa_kemper", "1552", 5, 1, DISORGANIZED | UNSUPPLIED)
    p.works[sub] = 1
    hood = at(p, "csa_hood", "1552", manpower)
    run(p, ATTACHMENT)
    agrees(p)
    play(p, "attach csa_sub_inf_1 csa_hood")
    assert (p.manpower[hood], p.fatigue[hood], p.works[hood]) == (manpower + 5, 1, 0)
    assert p.has(hood, DISORGANIZED) == disorganized and not p.has(hood, UNSUPPLIED)
    assert (p.hex[sub], p.manpower[sub], p.flags[sub], p.parent[sub]) == (SPARE, 0, 0, -1)
    assert p.stack == [REST]
    p.check()


def test_a_larger_organized_part_reorganizes_its_host() -> None:
    p = field()
    substitute(p, "csa_sub_inf_1", "csa_kemper", "1552", 5)
    hood = at(p, "csa_hood", "1552", 4, 2, DISORGANIZED | UNSUPPLIED)
    p.works[hood] = 2
    run(p, ATTACHMENT)
    play(p, "attach csa_sub_inf_1 csa_hood")
    assert not p.has(hood, DISORGANIZED) and p.has(hood, UNSUPPLIED)
    assert (p.fatigue[hood], p.works[hood]) == (2, 2)


def why_not(p: SjwPosition, unit: str, host: str) -> list[str]:
    return keys(attach_objections(p, UNIT[unit], UNIT[host]))


def test_limits_of_attachment() -> None:
    p = field()
    substitute(p, "csa_sub_inf_1", "csa_a_p_hill", "1552", 5)
    substitute(p, "csa_sub_cav_1", "csa_f_lee", "1552", 1)
    at(p, "csa_hood", "1552", 13)
    assert why_not(p, "csa_sub_inf_1", "csa_hood") == []
    at(p, "csa_hood", "1552", 14)
    assert why_not(p, "csa_sub_inf_1", "csa_hood") == ["attach_limit"]
    at(p, "csa_gregg", "1552", 4)
    assert why_not(p, "csa_sub_inf_1", "csa_gregg") == []
    at(p, "csa_gregg", "1552", 5)
    assert why_not(p, "csa_sub_inf_1", "csa_gregg") == ["attach_limit"]
    at(p, "csa_robertson", "1552", 3)
    assert why_not(p, "csa_sub_cav_1", "csa_robertson") == []
    at(p, "csa_robertson", "1552", 4)
    assert why_not(p, "csa_sub_cav_1", "csa_robertson") == ["attach_limit"]
    at(p, "csa_2_va", "1552", 1)
    assert why_not(p, "csa_sub_cav_1", "csa_2_va") == []
    assert why_not(p, "csa_sub_cav_1", "csa_gregg") == ["attach_type"]
    assert why_not(p, "csa_hood", "csa_gregg") == ["attach_who", "attach_limit"]
    at(p, "csa_wilcox", "1652", 9)
    assert why_not(p, "csa_sub_inf_1", "csa_wilcox") == ["attach_stacked"]
    assert why_not(p, "csa_sub_inf_1", "csa_sub_inf_1") == ["attach_itself"]
    at(p, "csa_jackson", "1552")
    for host in ("csa_jackson", "usa_king"):
        assert why_not(p, "csa_sub_inf_1", host) == ["not_your_unit"]


@pytest.mark.parametrize(
    ("unit", "host", "allowed"),
    [
        ("usa_griffin", "usa_morell", True), ("usa_griffin", "usa_sykes", True), ("usa_griffin", "usa_reynolds", True),
        ("usa_griffin", "usa_king", False), ("usa_taylor", "usa_slocum", True), ("usa_taylor", "usa_smith", True),
        ("usa_taylor", "usa_couch", False), ("usa_kimball", "usa_sedgwick", True),
        ("usa_kimball", "usa_richardson", True), ("usa_kimball", "usa_morell", False),
        ("usa_3_in", "usa_buford", True), ("usa_6_ny", "usa_bayard", True), ("usa_3_in", "usa_1_me", False),
        ("usa_waagner", "usa_king", True), ("usa_purnell_legion", "usa_milroy", True), ("usa_9_vt", "usa_white", True),
        ("usa_60_ny", "usa_greene", True), ("usa_60_ny", "usa_9_vt", False), ("usa_1_me", "usa_buford", False),
        ("csa_evans", "csa_hood", True), ("csa_evans", "csa_ripley", True), ("csa_evans", "csa_a_p_hill", False),
        ("csa_2_va", "csa_f_lee", True), ("csa_2_va", "csa_hood", False),
    ],
)  # fmt: skip
def test_special_attachments(unit: str, host: str, allowed: bool) -> None:
    p = field()
    p.side = SIDES.index(unit[:3])
    at(p, unit, "4124", 1)
    at(p, host, "4124", 1)
    assert (why_not(p, unit, host) == []) == allowed
    assert (f"attach {unit} {host}" in [option.text for option in attachments(p, p.side)]) == allowed


def test_special_attachments_are_for_good_and_keep_to_the_limits() -> None:
    p = field()
    griffin, morell = at(p, "usa_griffin", "5044", 4, 1), at(p, "usa_morell", "5044", 7)
    at(p, "usa_sykes", "5044", 15)
    run(p, ATTACHMENT)
    assert p.side_to_act == USA
    agrees(p)
    assert [option.text for option in p.options()] == ["attach usa_griffin usa_morell", "done"]
    play(p, "attach usa_griffin usa_morell")
    assert (p.hex[griffin], p.manpower[morell], p.fatigue[morell]) == (ATTACHED, 11, 1)
    assert p.stack == [REST]
    p.check()


def test_the_confederates_attach_first_then_the_union() -> None:
    p = field()
    at(p, "csa_2_va", "1552", 1)
    at(p, "csa_f_lee", "1552", 2)
    at(p, "usa_griffin", "5044", 4)
    at(p, "usa_morell", "5044", 7)
    run(p, ATTACHMENT)
    assert p.side_to_act == CSA
    assert keys(p.objections(p.ground.words.parse("attach usa_griffin usa_morell"))) == ["not_your_unit"]
    assert keys(p.objections(p.ground.words.parse("pass"))) == ["not_now"]
    play(p, "done")
    assert p.side_to_act == USA
    play(p, "done")
    assert p.stack == [REST]


def test_the_worse_state_of_mind_spreads() -> None:
    p = field()
    sub = substitute(p, "usa_sub_inf_1", "usa_king", "1441", 2)
    set_demoralized(p, sub, 2)
    king = at(p, "usa_king", "1441", 9)
    run(p, ATTACHMENT)
    play(p, "attach usa_sub_inf_1 usa_king")
    assert (p.demoralized[king], p.demoralized[sub]) == (2, 0)
    p.check()


def test_a_leader_left_alone_by_an_attachment_finds_a_unit() -> None:
    p = field()
    substitute(p, "csa_sub_inf_1", "csa_a_p_hill", "1552", 2)
    at(p, "csa_hood", "1552", 4)
    at(p, "csa_jackson", "1552")
    run(p, ATTACHMENT)
    play(p, "attach csa_sub_inf_1 csa_hood")
    assert p.stack == [REST, FIND_UNITS]
