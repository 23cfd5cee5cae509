"""Stonewall Jackson's Way, combat: assaults, and advances after combat."""

from senki.engine.option import dice_outcome
from senki.games.sjw.advance import leader_objections, unit_objections
from senki.games.sjw.assault import assault_objections, units_for
from senki.games.sjw.combat import current
from senki.games.sjw.counters import CSA, JACKSON, LEE, POPE, UNIT
from senki.games.sjw.position import (
    OUT,
    REPLACED,
    put,
    set_demoralized,
)
from senki.games.sjw.steps import (
    COMBAT_DICE,
    COMMIT,
    GRAND,
    GRAND_DIE,
)
from senki.games.sjw.undertaking import ASSAULT_ATTACK, NOBODY
from tests.sjwfield import (
    SOUTH,
    TARGET,
    amounts,
    assault,
    at,
    beside,
    choose,
    corps,
    field,
    go_back,
    grand,
    planned,
    refusals,
    roll,
    texts,
)

# Assaults


def test_how_many_units_obey() -> None:
    p = field()
    longstreet, sigel = UNIT["csa_longstreet"], UNIT["usa_sigel"]
    assert [units_for(p, JACKSON, die) for die in range(1, 7)] == [4, 4, 3, 3, 2, 2]
    assert [units_for(p, longstreet, die) for die in range(1, 7)] == [4, 3, 3, 2, 2, 1]
    assert [units_for(p, sigel, die) for die in range(1, 7)] == [3, 2, 2, 1, 0, 0]
    p.flags[JACKSON] |= REPLACED
    assert units_for(p, JACKSON, 6) == 1


def test_who_may_order_an_assault_and_who_may_join() -> None:
    p = field("rapidan_to_manassas", 3)
    hill, ewell, taliaferro = corps(p, beside(p, SOUTH))
    at(p, "csa_lee", beside(p, SOUTH))
    target = p.theatre.hex(TARGET)

    def keys(leader: int) -> list[str]:
        return [one.key for one in assault_objections(p, leader, target)]

    assert keys(JACKSON) == ["no_enemy"] and keys(LEE) == ["army_leader_assaults"]
    at(p, "usa_king", TARGET, 18)
    assert keys(JACKSON) == [] and keys(POPE) == ["army_leader_assaults"]
    p.paralysed = CSA
    assert keys(JACKSON) == ["paralysed"]
    p.paralysed = NOBODY
    at(p, "csa_hood", beside(p, SOUTH), 8)
    p.fatigue[ewell] = 4
    set_demoralized(p, taliaferro, 1)
    assault(p, JACKSON)
    roll(p, 1)
    # only Hill is left, so he goes unasked; Lee may send Hood, who stands with them
    assert current(p).attackers == [hill] and p.stack[-1] == GRAND
    choose(p, "grand csa_lee")
    twin = p.copy()
    roll(p, 6)
    assert current(p).grand == NOBODY and p.stack[-1] == COMBAT_DICE
    twin.play(dice_outcome([1]))
    assert current(twin).attackers == sorted([hill, UNIT["csa_hood"]])


def test_objections_to_joining() -> None:
    p = field()
    hill, ewell, taliaferro = corps(p, beside(p, SOUTH))
    at(p, "csa_hood", beside(p, SOUTH), 8)
    at(p, "usa_king", TARGET, 18)
    p.fatigue[ewell] = 4
    set_demoralized(p, taliaferro, 1)
    at(p, "csa_winder", beside(p, SOUTH), 9)
    assault(p, JACKSON)
    roll(p, 4)
    words = p.ground.words
    for text, key in (
        ("commit csa_ewell_b", "too_tired"), ("commit csa_taliaferro", "demoralized_attack"),
        ("commit csa_hood", "not_with_leader"), ("commit usa_king", "not_yours"), ("done", "at_least_one"),
        ("pass", "not_now"),
    ):  # fmt: skip
        assert [one.key for one in p.objections(words.parse(text))] == [key]
    choose(p, "commit csa_a_p_hill")
    assert [one.key for one in p.objections(words.parse("commit csa_a_p_hill"))] == ["committed_already"]
    assert hill in current(p).attackers


def test_in_the_first_turn_nobody_tires_himself_in_an_assault() -> None:
    p = field("cedar_mountain", 1)
    hill, ewell, _ = corps(p, beside(p, SOUTH))
    at(p, "usa_king", TARGET, 18)
    p.fatigue[hill] = 2
    assault(p, JACKSON)
    roll(p, 1)
    assert [one.clause for one in p.objections(p.ground.words.parse("commit csa_a_p_hill"))] == ["SJW-13.1.1"]
    assert "commit csa_ewell_b" in texts(p) and p.fatigue[ewell] == 1


def test_a_grand_assault_that_fails_leaves_the_first_as_it_was() -> None:
    p = field()
    jones, kemper, *_ = grand(p)
    roll(p, 5)
    choose(p, "commit csa_d_r_jones")
    choose(p, "done")
    assert texts(p) == ["grand csa_lee", "decline"]
    twin = p.copy()
    choose(p, "grand csa_lee")
    assert p.stack[-1] == GRAND_DIE
    roll(p, 6)
    assert current(p).attackers == [jones] and current(p).grand == NOBODY
    assert (p.fatigue[jones], p.fatigue[kemper]) == (1, 0) and "led" not in amounts(p, current(p))
    twin.play(next(option for option in twin.options() if option.text == "grand csa_lee"))
    twin.play(dice_outcome([5]))
    # one more, and a unit of the first stack may be it
    assert "commit csa_kemper" in texts(twin) and "done" not in texts(twin) and twin.stack[-1] == COMMIT


def test_lee_is_too_far_or_has_nobody_to_send() -> None:
    p = field()
    hill, _, _ = corps(p, beside(p, SOUTH))
    at(p, "usa_king", TARGET, 18)
    far = TARGET
    for _ in range(5):
        far = beside(p, SOUTH, far)
    at(p, "csa_lee", far)
    at(p, "csa_anderson", far, 12)
    assault(p, JACKSON)
    roll(p, 5)
    choose(p, "commit csa_a_p_hill")
    choose(p, "done")
    assert p.stack[-1] == COMBAT_DICE and current(p).attackers == [hill]


# Advances


def test_who_may_advance() -> None:
    p = field()
    hill, ewell, _ = corps(p, beside(p, SOUTH))
    king = at(p, "usa_king", TARGET, 18)
    battle = planned(p, [hill, ewell])
    battle.kind = ASSAULT_ATTACK
    assert [one.key for one in unit_objections(p, battle, hill)] == ["not_vacated"]
    put(p, king, OUT)
    assert unit_objections(p, battle, hill) == []
    assert [one.key for one in unit_objections(p, battle, UNIT["csa_taliaferro"])] == ["no_attacker"]
    assert [one.key for one in leader_objections(p, battle, JACKSON)] == ["cannot_follow"]
    put(p, hill, p.theatre.hex(TARGET))
    assert leader_objections(p, battle, JACKSON) == []
    assert [one.key for one in unit_objections(p, battle, hill)] == ["no_attacker"]


def test_a_leader_left_alone_goes_along_unasked() -> None:
    p = field()
    at(p, "csa_jackson", beside(p, SOUTH))
    hill = at(p, "csa_a_p_hill", beside(p, SOUTH), 18)
    at(p, "usa_milroy", TARGET, 1)
    assault(p, JACKSON)
    roll(p, 1)
    roll(p, 6, 1)
    go_back(p)
    assert texts(p) == ["advance csa_a_p_hill", "done"]
    choose(p, "advance csa_a_p_hill")
    assert p.hex[hill] == p.hex[JACKSON] == p.theatre.hex(TARGET) and p.battle is None


def test_a_scenario_keeps_a_unit_from_advancing_but_not_from_attacking() -> None:
    p = field("cedar_mountain", 2)
    place = next(
        place
        for place in range(6 * p.ground.size)
        if p.ground.next[place] >= 0
        and p.ground.names[place // 6][:2] == "08"
        and p.ground.names[p.ground.next[place]][:2] == "09"
        and int(p.ground.names[place // 6][2:]) > 50
        and not p.ground.water[place]
    )
    frm, to = p.ground.names[place // 6], p.ground.names[p.ground.next[place]]
    gregg = at(p, "csa_gregg", frm, 5)
    at(p, "usa_1_ri", to, 1)
    assert refusals(p, gregg, to) == []
    battle = planned(p, [gregg], to=to)
    put(p, UNIT["usa_1_ri"], OUT)
    assert [one.clause for one in unit_objections(p, battle, gregg)] == ["SJW-13.1.4"]
