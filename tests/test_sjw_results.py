"""Stonewall Jackson's Way, combat: what the dice bring, panic and death, retreats, cavalry that gives way."""

import pytest

from senki.engine.option import dice_outcome
from senki.games.sjw.cavalry import delay, lone_cavalry, may_decline
from senki.games.sjw.combat import current
from senki.games.sjw.counters import CSA, JACKSON, UNIT, USA
from senki.games.sjw.crossings import set_reach
from senki.games.sjw.game import GAME as SJW
from senki.games.sjw.ground import RAIN
from senki.games.sjw.modifiers import (
    modifiers,
    total,
)
from senki.games.sjw.outlook import proposal_of
from senki.games.sjw.position import (
    COMBAT,
    DEAD,
    DISORGANIZED,
    EVADING,
    REPLACED,
    RETREATING,
    SjwPosition,
)
from senki.games.sjw.results import (
    ATTACKER_RESULTS,
    DEFENDER_RESULTS,
    GREATEST,
    LEAST,
    apply_results,
    demoralize,
    difference,
    take_losses,
)
from senki.games.sjw.retreat import WayBack, ways_back
from senki.games.sjw.steps import (
    ACTION,
    ARTILLERY_DIE,
    CAVALRY_DIE,
    CAVALRY_RETREAT,
    COMBAT_DICE,
    DEATH_DIE,
    FALL_BACK,
    GO,
    RETREAT,
)
from senki.games.sjw.tables import HALF
from tests.sjwfield import (
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    TARGET,
    ask,
    assault,
    at,
    beside,
    choose,
    corps,
    current_row,
    disorganized,
    field,
    go_back,
    lost,
    march_attack,
    planned,
    roll,
    texts,
    throw,
    told,
)

# Results


ATTACKER = """
3D 4D 5D 5D 6D 8D 10D 12D 14D 16D
2D 3D 4D 4D 5D 7D 9D 11D 13D 15D
2D 2D 3D 3D 5D 6D 8D 10D 12D 13D
1D 2D 2D 3D 4D 6D 7D 9D 11D 12D
1D 2D 2D 2D 3D 5D 6D 8D 9D 10D
1D 2D 2D 2D 3D 4D 5D 7D 8D 9D
D 1D 2D 2D 3D 3D 5D 7D 8D 9D
D 1D 1D 1D 2D 3D 5D 6D 7D 8D
D 1D 1D 1D 2D 3D 4D 5D 6D 8D
D 1D 1D 1D 2D 3D 3D 4D 5D 7D
Da Da 1Da 1Da 2Da 2Da 3Da 4Da 5Da 6Da
Fa Fa Fa 1Fa 2Fa 2Fa 3Fa 4Fa 5Fa 6Fa
fa fa fa 1fa 1fa 2fa 3fa 3fa 4fa 5fa
Ea Ea Ea Ea 1Ea 1Ea 2Ea 2Ea 3Ea 3Ea
a a a a 1a 1a 1a 2a 2a 3a
a a a a a 1a 1a 1a 2a 2a
a a a a a a 1a 1a 1a 2a
a a a a a a a 1a 1a 1a
a a a a a a a a 1a 1a
"""
DEFENDER = """
- - - - - - - -
- - - - - - - -
- - - - - - - -
- - - - - - - 1
- - - - - - 1 1
- - - - - 1 1 1
f f f f f 1f 1f 1f
F F F F 1F 1F 1F 2F
D D D D 1D 1D 2D 2D
D D D 1D 1D 2D 2D 2D
Dr Dr 1Dr 1Dr 2Dr 2Dr 2Dr 3Dr
Dr Dr 1Dr 1Dr 2Dr 2Dr 3Dr 4Dr
DR 1DR 1DR 2DR 3DR 3DR 4DR 5DR
1DR 2DR 2DR 3DR 3DR 3DR 4DR 5DR
1DR 2DR 2DR 3DR 3DR 4DR 5DR 6DR
1DR 2DR 2DR 3DR 4DR 6DR 7DR 8DR
2DR 2DR 3DR 4DR 5DR 7DR 7DR 9DR
2DR 3DR 4DR 4DR 5DR 7DR 8DR 10DR
3DR 4DR 5DR 5DR 6DR 8DR 9DR 11DR
"""


def test_the_table_cell_by_cell() -> None:
    for printed, cells in ((ATTACKER, ATTACKER_RESULTS), (DEFENDER, DEFENDER_RESULTS)):
        assert [[cell.text for cell in row] for row in cells] == [line.split() for line in printed.split("\n")[1:-1]]
    assert (LEAST, GREATEST) == (-8, 10)
    assert [difference(attack, defence) for attack, defence in ((9, 20), (20, 3), (5, 3))] == [-8, 10, 2]


@pytest.mark.parametrize(
    ("text", "losses", "fatigue", "disorganizes", "retreats", "routs", "advances"),
    [("10DR", 10, 3, True, True, True, False), ("1Fa", 1, 2, False, False, False, True),
     ("fa", 0, 1, False, False, False, True), ("Ea", 0, 0, False, False, False, True),
     ("-", 0, 0, False, False, False, False), ("2Dr", 2, 3, True, True, False, False)],
)  # fmt: skip
def test_the_letters_of_a_result(
    text: str, losses: int, fatigue: int, disorganizes: bool, retreats: bool, routs: bool, advances: bool
) -> None:
    cell = next(cell for row in [*ATTACKER_RESULTS, *DEFENDER_RESULTS] for cell in row if cell.text == text)
    assert (cell.losses, cell.fatigue, cell.disorganizes) == (losses, fatigue, disorganizes)
    assert (cell.retreats, cell.routs, cell.advances) == (retreats, routs, advances)


def test_losses_fall_on_the_strongest_one_by_one() -> None:
    p = field()
    ewell, hill, taliaferro = [
        at(p, name, TARGET, manpower)
        for name, manpower in (("csa_ewell_b", 6), ("csa_a_p_hill", 6), ("csa_taliaferro", 3))
    ]
    units = sorted([ewell, hill, taliaferro])
    take_losses(p, units, 1)
    assert p.manpower[hill] == 5  # the first of two equals in the list of units
    take_losses(p, units, 5)
    assert [p.manpower[unit] for unit in (hill, ewell, taliaferro)] == [3, 3, 3]
    take_losses(p, units, 99)
    assert [p.hex[unit] for unit in units] == [DEAD] * 3 and lost(p, CSA, COMBAT) == 15


def test_a_disorganized_unit_takes_only_the_fatigue_of_d() -> None:
    p = field()
    hill = disorganized(p, at(p, "csa_a_p_hill", beside(p, SOUTH), 18, fatigue=2))
    king = at(p, "usa_king", TARGET, 18)
    battle = planned(p, [hill])
    battle.difference = 0
    assert not apply_results(p, battle)
    assert (p.manpower[hill], p.fatigue[hill]) == (17, 4) and p.has(hill, DISORGANIZED)
    assert (p.manpower[king], p.fatigue[king]) == (18, 3) and p.has(king, DISORGANIZED)


def resolved(row: int, defender: str = "usa_king", scenario: str = "lee_vs_pope") -> SjwPosition:
    """A march attack by Hill that ends in this row of the table; the retreat is still to come."""
    p = field(scenario, 3)
    hill = at(p, "csa_a_p_hill", beside(p, SOUTH), 18)
    at(p, defender, TARGET, 12)
    march_attack(p, hill)
    throw(p, row)
    return p


def test_r_demoralizes_and_counts_once_for_infantry() -> None:
    p = resolved(4)
    king = UNIT["usa_king"]
    assert p.routs == [0, 1]
    go_back(p)
    assert p.demoralized[king] == 1 and told(p, "demoralized")[0].facts["level"] == 1
    battle = planned(p, [UNIT["csa_a_p_hill"]])
    battle.defenders, battle.rout = [king], 1
    demoralize(p, battle)
    assert p.demoralized[king] == 2


def test_a_starred_rout_demoralizes_twice_over() -> None:
    p = field()
    king = at(p, "usa_king", TARGET, 18)
    battle = planned(p, [at(p, "csa_a_p_hill", beside(p, SOUTH), 18)])
    battle.difference = 8
    assert apply_results(p, battle) and battle.rout == 2
    demoralize(p, battle)
    assert p.demoralized[king] == 2
    battle.difference = 7
    assert apply_results(p, battle) and battle.rout == 1


def test_cavalry_that_routs_does_not_score() -> None:
    p = field()
    at(p, "usa_buford", TARGET, 3)
    battle = planned(p, [at(p, "csa_robertson", beside(p, SOUTH), 3)])
    battle.difference = 5
    apply_results(p, battle)
    assert p.routs == [0, 0]


def test_without_r_the_defender_may_go_back_of_his_own_will() -> None:
    p = resolved(0)
    king = UNIT["usa_king"]
    assert p.stack[-1] == FALL_BACK and p.side_to_act == USA and texts(p) == ["hold", "fall back"]
    stays = p.copy()
    stays.play(stays.options()[0])
    assert stays.battle is None and stays.ground.names[stays.hex[king]] == TARGET
    before = (p.manpower[king], p.fatigue[king])
    choose(p, "fall back")
    go_back(p)
    assert p.ground.distance(p.hex[king], p.theatre.hex(TARGET)) == 4
    assert (p.manpower[king], p.fatigue[king]) == before and not p.demoralized[king]
    assert p.battle is None and p.stack == [ACTION]  # nobody advances


# Panic and death


def test_a_starred_result_on_the_union_starts_panic() -> None:
    p = field("rapidan_to_manassas", 3)
    hill = at(p, "csa_a_p_hill", beside(p, SOUTH), 18)
    at(p, "usa_milroy", TARGET, 1)
    march_attack(p, hill, 4)
    roll(p, 6, 1)
    assert current_row(p) >= 8
    go_back(p)
    assert p.panic_turn == 3
    p = field("rapidan_to_manassas", 3)
    milroy = at(p, "usa_milroy", beside(p, SOUTH), 1)
    at(p, "csa_a_p_hill", TARGET, 18)
    march_attack(p, milroy, 0)
    roll(p, 1, 6)
    assert current_row(p) == -8 and p.panic_turn == 3


def test_a_starred_result_on_the_confederates_or_in_a_basic_scenario_starts_none() -> None:
    p = field("rapidan_to_manassas", 3)
    at(p, "csa_evans", TARGET, 1)
    march_attack(p, at(p, "usa_king", beside(p, SOUTH), 18), 4)
    roll(p, 6, 1)
    go_back(p)
    assert current_row(p) >= 8 and not p.panic_turn
    p = field()
    at(p, "usa_milroy", TARGET, 1)
    march_attack(p, at(p, "csa_a_p_hill", beside(p, SOUTH), 18), 4)
    roll(p, 6, 1)
    go_back(p)
    assert current_row(p) >= 8 and not p.panic_turn


def test_two_ones_put_a_confederate_leader_in_danger_who_still_counts_in_this_combat() -> None:
    p = field("rapidan_to_manassas", 3)
    hill = at(p, "csa_a_p_hill", beside(p, SOUTH), 18)
    at(p, "csa_jackson", beside(p, SOUTH))
    at(p, "usa_king", TARGET, 18)
    march_attack(p, hill, 2, (JACKSON,))
    net = total(modifiers(p, current(p)), True)
    twin = p.copy()
    roll(p, 1, 1)
    assert p.stack[-1] == DEATH_DIE
    roll(p, 2)
    assert p.has(JACKSON, REPLACED) and current_row(p) == net
    twin.play(dice_outcome([2, 2]))
    assert twin.stack[-1] != DEATH_DIE


# Retreats


def cornered(behind: bool) -> SjwPosition:
    """In rain three hexes by the Potomac are cut off: a unit beaten in the first has the enemy in the second, and
    perhaps in the third."""
    p = field("rapidan_to_manassas", 3)
    p.weather = RAIN
    set_reach(p)
    at(p, "usa_king", "5827", 12)
    hill = at(p, "csa_a_p_hill", "5828", 18)
    if behind:
        at(p, "csa_hood", "5829", 8)
    march_attack(p, hill, 2, to="5827")
    if p.stack[-1] == ARTILLERY_DIE:
        roll(p, 2)
    throw(p, 2)
    return p


def test_a_unit_that_cannot_get_away_is_eliminated() -> None:
    p = cornered(True)
    assert p.hex[UNIT["usa_king"]] == DEAD and told(p, "cut_off")
    assert lost(p, USA, COMBAT) + lost(p, USA, RETREATING) == 12


def test_where_four_steps_cannot_be_made_the_longest_way_is_taken() -> None:
    p = cornered(False)
    king = UNIT["usa_king"]
    # through the enemy, into a hex in his zone
    assert p.ground.names[p.hex[king]] == "5829" and lost(p, USA, RETREATING) == 3 + 1


def test_the_way_back_avoids_enemies_first_and_zones_next() -> None:
    p = field()
    king = at(p, "usa_king", TARGET, 12)
    battle = planned(p, [at(p, "csa_a_p_hill", beside(p, SOUTH), 18)])
    battle.retreating = [king]
    centre = p.theatre.hex(TARGET)
    assert ways_back(p, battle, king) == [p.ground.next[6 * centre + d] for d in (NORTH, NORTH_EAST, NORTH_WEST)]
    # a lone brigade to the north leaves the ways past its zone
    at(p, "csa_evans", beside(p, NORTH, beside(p, NORTH)), 5)
    assert p.ground.next[6 * centre + NORTH] not in ways_back(p, battle, king)


def test_a_friend_in_a_zone_spares_the_loss() -> None:
    p = field()
    king = at(p, "usa_king", TARGET, 12)
    hill = at(p, "csa_a_p_hill", beside(p, SOUTH), 18)
    way = WayBack(p, king)
    north = p.ground.next[6 * p.theatre.hex(TARGET) + SOUTH_EAST]
    assert way.burden(north) == 1
    at(p, "usa_ricketts", p.ground.names[north], 3)
    assert WayBack(p, king).burden(north) == 0
    assert WayBack(p, king).burden(p.hex[hill]) == 100 and not way.may_end(p.hex[hill])


def test_passing_enemies_costs_three_and_nobody_stops_there() -> None:
    p = field()
    king = at(p, "usa_king", TARGET, 12)
    hill = at(p, "csa_a_p_hill", beside(p, SOUTH), 18)
    for name, d in (("csa_hood", NORTH), ("csa_kemper", NORTH_EAST), ("csa_d_r_jones", SOUTH_EAST),
                    ("csa_wilcox", SOUTH_WEST), ("csa_anderson", NORTH_WEST)):  # fmt: skip
        at(p, name, beside(p, d), 8)
    march_attack(p, hill, 0)
    throw(p, 2)
    before = p.manpower[king]
    assert p.stack[-1] == RETREAT
    go_back(p)
    assert before - p.manpower[king] == lost(p, USA, RETREATING) >= 3
    assert p.ground.distance(p.hex[king], p.theatre.hex(TARGET)) >= 3


def test_a_stack_splits_and_its_leader_goes_with_the_last_of_his() -> None:
    p = field()
    hill = at(p, "csa_a_p_hill", beside(p, SOUTH), 18)
    king, ricketts = at(p, "usa_king", TARGET, 6), at(p, "usa_ricketts", TARGET, 6)
    mcdowell, pope = at(p, "usa_mcdowell", TARGET), at(p, "usa_pope", TARGET)
    march_attack(p, hill, 4)
    roll(p, 6, 3)
    firsts = texts(p)
    assert {text.split()[1] for text in firsts} == {"usa_king", "usa_ricketts"}
    step = next(text for text in firsts if text.startswith("retreat usa_ricketts"))
    choose(p, step)
    while p.stack[-1] == RETREAT and "usa_king" not in texts(p)[0]:
        choose(p, texts(p)[0])
    assert p.ground.distance(p.hex[ricketts], p.theatre.hex(TARGET)) == 4
    assert p.ground.names[p.hex[mcdowell]] == TARGET
    while p.stack[-1] == RETREAT:
        choose(p, texts(p)[-1])
    assert p.hex[king] == p.hex[mcdowell] == p.hex[pope] != p.hex[ricketts]


def test_a_whole_retreat_is_proposed_to_whoever_must_go_back() -> None:
    p = field()
    hill = at(p, "csa_a_p_hill", beside(p, SOUTH), 18)
    king, ricketts = at(p, "usa_king", TARGET, 6), at(p, "usa_ricketts", TARGET, 6)
    march_attack(p, hill, 4)
    roll(p, 6, 3)
    ways = proposal_of(p)
    assert [one.text for one in SJW.view(p, USA).proposal] == [option.text for option in ways]
    assert SJW.view(p, CSA).proposal == []
    for option in ways:
        choose(p, option.text)
    assert p.stack[-1] != RETREAT and p.hex[king] == p.hex[ricketts], "they stay together"
    assert p.ground.distance(p.hex[king], p.hex[hill]) == 5


def test_works_are_left_behind_and_objections_say_why() -> None:
    p = field()
    hill = at(p, "csa_a_p_hill", beside(p, SOUTH), 18)
    king = at(p, "usa_king", TARGET, 12, works=1)
    march_attack(p, hill, 4)
    roll(p, 6, 1)
    assert p.stack[-1] == RETREAT
    words = p.ground.words
    for text, clause, key in (
        (f"retreat usa_king {beside(p, SOUTH)}", "SJW-7.6.2", "worse_way_back"),
        (f"retreat usa_king {TARGET}", "SJW-7.6.2", "been_there"),
        (f"retreat usa_king {beside(p, NORTH, beside(p, NORTH))}", "SJW-7.6.1", "no_way_back"),
        (f"retreat usa_ricketts {beside(p, NORTH)}", "SJW-7.6.1", "other_retreats"),
        ("hold", "SJW-7.6.1", "not_now"),
    ):
        assert [(one.clause, one.key) for one in p.objections(words.parse(text))] == [(clause, key)]
    go_back(p)
    assert p.works[king] == 0 and p.hex[king] >= 0


# Cavalry


def test_who_may_give_way() -> None:
    p = field()
    robertson = at(p, "csa_robertson", TARGET, 2)
    king, buford = at(p, "usa_king", beside(p, NORTH), 9), at(p, "usa_buford", beside(p, NORTH), 3)
    target = p.theatre.hex(TARGET)
    assert lone_cavalry(p, CSA, target)
    assert may_decline(p, planned(p, [king]))
    assert not may_decline(p, planned(p, [king, buford])) and not may_decline(p, planned(p, [buford]))
    p.fatigue[robertson] = 4
    assert not lone_cavalry(p, CSA, target)
    p.fatigue[robertson] = 3
    at(p, "csa_2_va", TARGET, 1, fatigue=4)
    assert not lone_cavalry(p, CSA, target)
    p.fatigue[UNIT["csa_2_va"]] = 0
    at(p, "csa_evans", TARGET, 4)
    assert not lone_cavalry(p, CSA, target)


def test_how_long_cavalry_holds_infantry_up() -> None:
    p = field()
    king = at(p, "usa_king", beside(p, NORTH), 9)
    robertson = at(p, "csa_robertson", TARGET, 1)
    battle = planned(p, [king])
    for manpower, delays in ((1, [0, 0, 1, 1, 2, 2]), (3, [0, 1, 1, 2, 2, 3]), (5, [1, 1, 2, 2, 3, 3]),
                             (6, [1, 2, 2, 3, 3, 4])):  # fmt: skip
        p.manpower[robertson] = manpower
        assert [delay(p, battle, die) for die in range(1, 7)] == delays


def test_cavalry_may_give_way_when_an_attack_is_declared_and_the_march_goes_on() -> None:
    p = field()
    king = at(p, "usa_king", beside(p, NORTH), 9)
    robertson = at(p, "csa_robertson", TARGET, 2)
    march_attack(p, king, 6)
    assert p.stack[-1] == CAVALRY_RETREAT
    stands = p.copy()
    stands.play(next(option for option in stands.options() if option.text == "stand"))
    assert stands.stack[-1] == COMBAT_DICE
    choose(p, "evade")
    assert p.stack[-1] == CAVALRY_DIE
    roll(p, 4)
    go_back(p)
    assert p.battle is None and p.march is not None and p.march.points == 4 * HALF
    assert p.stack[-1] == GO and not told(p, "combat_result")
    assert p.fatigue[robertson] == 1 and p.has(robertson, DISORGANIZED)
    assert any(text.startswith("move") for text in texts(p))


def test_cavalry_that_stays_is_not_asked_again_from_the_same_hex() -> None:
    p = field()
    king = at(p, "usa_king", beside(p, NORTH), 9)
    at(p, "csa_robertson", TARGET, 2)
    march = ask(p, king, TARGET, 4)
    choose(p, "stand")
    assert march.to_ask == [] and march.halted and p.stack[-1] == GO
    assert told(p, "stayed")


def test_an_assault_on_cavalry_that_gives_way_ends_with_an_advance() -> None:
    p = field()
    hill, _, _ = corps(p, beside(p, SOUTH))
    buford = at(p, "usa_buford", TARGET, 1)
    assault(p, JACKSON)
    roll(p, 5)
    choose(p, "commit csa_a_p_hill")
    choose(p, "done")
    assert p.stack[-1] == CAVALRY_RETREAT
    choose(p, "evade")
    roll(p, 1)
    assert p.hex[buford] == DEAD and lost(p, USA, EVADING) == 1
    assert texts(p) == ["advance csa_a_p_hill", "done"] and p.fatigue[hill] == 2
    choose(p, "advance csa_a_p_hill")
    assert texts(p) == ["take csa_jackson", "done"]
    choose(p, "take csa_jackson")
    assert p.hex[hill] == p.hex[JACKSON] == p.theatre.hex(TARGET) and p.battle is None
