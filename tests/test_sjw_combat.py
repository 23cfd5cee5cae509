"""Stonewall Jackson's Way, combat: the worked examples, the odds, and combats at random."""

from collections import Counter
from random import Random

import pytest

from senki.boards.hexes.retreats import next_steps
from senki.engine.option import dice_outcome
from senki.engine.position import CHANCE, DECISION
from senki.games.sjw.assault import assault_objections
from senki.games.sjw.combat import attack_objections, current
from senki.games.sjw.counters import CSA, JACKSON, LEE, POPE, TROOPS, UNIT, UNITS, USA
from senki.games.sjw.crossings import set_reach
from senki.games.sjw.flanks import BY_ENEMY, BY_GROUND, OPEN, covers, flank_bonus
from senki.games.sjw.ground import DRY, RAIN
from senki.games.sjw.manpower import combat_value
from senki.games.sjw.modifiers import (
    artillery_difference,
    attack_value,
    defence_value,
)
from senki.games.sjw.odds import odds_of
from senki.games.sjw.position import (
    COMBAT,
    DISORGANIZED,
    EVADING,
    FAILED,
    REFUSING,
    RETREATING,
    SjwPosition,
    put,
)
from senki.games.sjw.retreat import WayBack, ways_back
from senki.games.sjw.steps import (
    ACTION,
    ADVANCE,
    ARTILLERY_DIE,
    CAVALRY_RETREAT,
    COMBAT_DICE,
    COMMIT,
    DEATH_DIE,
    END_MARCH,
    FALL_BACK,
    GO,
    GRAND,
    REFUSE,
    RETREAT,
)
from senki.games.sjw.tables import HALF
from tests.sjwfield import (
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_WEST,
    TARGET,
    amounts,
    ask,
    assault,
    at,
    beside,
    choose,
    corps,
    current_row,
    field,
    go_back,
    grand,
    is_open_ground,
    lost,
    march_attack,
    planned,
    roll,
    rolling,
    texts,
    told,
)

# The worked examples


def test_ex_9_a_march_attack() -> None:
    p = field()
    hill = at(p, "csa_a_p_hill", beside(p, SOUTH), 18, fatigue=1)
    at(p, "csa_jackson", beside(p, SOUTH))
    augur, banks = at(p, "usa_augur", TARGET, 8), at(p, "usa_banks", TARGET)
    battle = march_attack(p, hill, 2, (JACKSON,))
    assert amounts(p, battle) == {"ratio": 1, "tactics": 1, "artillery": -1}
    roll(p, 5, 3)
    assert told(p, "combat_result")[0].facts == {
        "difference": 3, "attacker": "1Fa", "defender": "1Dr", "to": TARGET,
    }  # fmt: skip
    assert (p.manpower[hill], p.fatigue[hill]) == (17, 3)
    while p.stack[-1] == RETREAT:
        p.play(p.options()[0])
        p.check()
    assert (p.manpower[augur], p.fatigue[augur], combat_value(p, augur)) == (7, 3, 5 * HALF)
    assert p.ground.distance(p.hex[augur], p.theatre.hex(TARGET)) == 4 and p.hex[banks] == p.hex[augur]
    assert (lost(p, USA, COMBAT), lost(p, CSA, COMBAT)) == (1, 1) and p.routs == [0, 0]
    assert texts(p) == ["advance csa_a_p_hill", "done"]
    choose(p, "advance csa_a_p_hill")
    assert p.ground.names[p.hex[hill]] == TARGET == p.ground.names[p.hex[JACKSON]]
    assert p.battle is None and p.march is None and p.stack == [ACTION]


def test_ex_10_a_corps_assault_on_abatis() -> None:
    p = field()
    hill, ewell, taliaferro = corps(p, beside(p, SOUTH))
    king = at(p, "usa_king", TARGET, 18, works=1)
    assault(p, JACKSON)
    roll(p, 4)
    assert texts(p) == ["commit csa_a_p_hill", "commit csa_ewell_b", "commit csa_taliaferro"]
    choose(p, "commit csa_a_p_hill")
    assert "done" in texts(p)
    choose(p, "commit csa_ewell_b")
    choose(p, "commit csa_taliaferro")
    assert [p.fatigue[unit] for unit in (hill, ewell, taliaferro)] == [2, 2, 2]
    battle = current(p)
    assert attack_value(p, battle) == 46 * HALF and defence_value(p, battle) == 27 * 4
    assert artillery_difference(p, battle) == 5
    assert amounts(p, battle) == {"artillery": 1, "tactics": 2, "assault": 1, "led": 1}
    roll(p, 2, 4)
    facts = told(p, "combat_result")[0].facts
    assert (facts["difference"], facts["attacker"], facts["defender"]) == (3, "3Fa", "1Dr")
    assert [p.manpower[unit] for unit in (hill, ewell, taliaferro, king)] == [15, 14, 14, 17]
    assert [p.fatigue[unit] for unit in (hill, ewell, taliaferro, king)] == [4, 4, 4, 3]


def test_ex_11_a_failed_assault() -> None:
    p = field()
    sigel = at(p, "usa_sigel", beside(p, NORTH))
    schurz = at(p, "usa_schurz", beside(p, NORTH), 12)
    at(p, "csa_hood", TARGET, 8)
    assault(p, sigel)
    roll(p, 5)
    assert p.fatigue[schurz] == 0 and p.battle is None and p.stack == [ACTION]
    assert p.has(sigel, FAILED)
    found = assault_objections(p, sigel, p.theatre.hex(TARGET))
    assert [(one.clause, one.key) for one in found] == [("SJW-5.3.6", "assault_failed_today")]


def test_ex_12_a_grand_assault() -> None:
    p = field()
    jones, kemper, hill, hood, _ = grand(p)
    roll(p, 5)
    choose(p, "commit csa_d_r_jones")
    choose(p, "commit csa_kemper")
    assert p.stack[-1] == GRAND and texts(p) == ["grand csa_lee", "decline"]
    choose(p, "grand csa_lee")
    roll(p, 3)
    assert texts(p) == ["commit csa_a_p_hill", "commit csa_hood"]
    choose(p, "commit csa_hood")
    choose(p, "commit csa_a_p_hill")
    battle = current(p)
    assert attack_value(p, battle) == 50 * HALF
    assert amounts(p, battle) == {"ratio": 1, "artillery": 1, "tactics": 2, "assault": 1, "led": 1}
    assert [p.fatigue[unit] for unit in (jones, kemper, hill, hood)] == [1, 1, 1, 1]
    roll(p, 1, 5)
    facts = told(p, "combat_result")[0].facts
    assert (facts["difference"], facts["attacker"], facts["defender"]) == (2, "4Da", "2Dr")
    assert [p.fatigue[unit] for unit in (jones, kemper, hill, hood)] == [4, 4, 4, 4]
    assert all(p.has(unit, DISORGANIZED) for unit in (jones, kemper, hill, hood))


def test_ex_13_the_flank_bonus() -> None:
    p = field()
    edge = next(
        hex
        for hex in range(p.ground.size)
        if [p.ground.next[6 * hex + d] for d in range(6)].count(-1) == 1 and is_open_ground(p, hex)
    )
    off = next(d for d in range(6) if p.ground.next[6 * edge + d] < 0)
    name = p.ground.names[edge]
    at(p, "usa_king", name, 18)
    # two divisions beside each other cover their hexes and one on either side of them; one hex stays free
    for unit, turn in (("csa_hood", 2), ("csa_kemper", 3)):
        at(p, unit, beside(p, (off + turn) % 6, name), 8)
    assert sorted(covers(p, CSA, edge)) == [OPEN, BY_GROUND, *[BY_ENEMY] * 4]
    assert flank_bonus(p, CSA, edge) == 2


def test_ex_14_retreat_losses() -> None:
    p = field()
    hill = at(p, "csa_a_p_hill", beside(p, SOUTH), 18)
    augur = at(p, "usa_augur", TARGET, 8)
    ring_off(p)
    battle = march_attack(p, hill, 2)
    assert sum(amounts(p, battle).values()) == 1 + 4  # five or six neighbours covered
    roll(p, 2, 5)
    assert told(p, "combat_result")[0].facts["defender"] == "1Dr"
    go_back(p)
    assert p.manpower[augur] == 6
    assert (lost(p, USA, COMBAT), lost(p, USA, RETREATING)) == (1, 1)


def ring_off(p: SjwPosition) -> None:
    """Confederates beyond two pairs of neighbours of the target; with one to the south, all are in their zones."""
    at(p, "csa_hood", beside(p, NORTH_EAST, beside(p, NORTH)), 5)
    at(p, "csa_kemper", beside(p, SOUTH_WEST, beside(p, NORTH_WEST)), 5)
    centre = p.theatre.hex(TARGET)
    assert all(p.presence.zones(CSA, to) for to in p.ground.around[centre] if not p.presence.units(CSA, to))


def test_ex_15_cavalry_gives_way_before_a_march() -> None:
    p = field()
    place = rolling(p)
    robertson = at(p, "csa_robertson", place, 2, fatigue=1)
    king = at(p, "usa_king", beside(p, NORTH, place), 18)
    march = ask(p, king, place, 3)
    assert p.side_to_act == CSA and texts(p) == ["evade", "stand"]
    choose(p, "evade")
    twin = p.copy()
    roll(p, 4)
    assert march.points == 1 * HALF
    go_back(p)
    assert (p.fatigue[robertson], p.manpower[robertson]) == (2, 2) and p.has(robertson, DISORGANIZED)
    assert p.ground.distance(p.hex[robertson], p.theatre.hex(place)) == 4
    assert p.battle is None
    twin.play(dice_outcome([1]))
    assert twin.march is not None and twin.march.points == 2 * HALF
    assert twin.manpower[robertson] == 1 and lost(twin, CSA, EVADING) == 1


def test_ex_16_cavalry_may_not_evade_cavalry() -> None:
    p = field()
    buford = at(p, "usa_buford", beside(p, NORTH), 3)
    at(p, "csa_robertson", TARGET, 2)
    march_attack(p, buford)
    assert p.stack[-1] == COMBAT_DICE


# Odds


def chances(p: SjwPosition, text: str) -> dict[str, float]:
    found = odds_of(p, p.ground.words.parse(text))
    assert found is not None
    assert sum(one.chance for one in found.results) == pytest.approx(1.0)
    return {one.key: one.chance for one in [*found.results, *found.also]}


def test_the_odds_are_those_of_every_throw() -> None:
    p = field("rapidan_to_manassas", 3)
    place = rolling(p)
    hill = at(p, "csa_a_p_hill", beside(p, NORTH, place), 18)
    at(p, "csa_jackson", beside(p, NORTH, place))
    at(p, "usa_augur", place, 9)
    at(p, "usa_schenck", place, 9)
    march_attack(p, hill, 2, (JACKSON,), to=place)
    before = p.copy()
    before.battle, before.stack = None, [ACTION, END_MARCH, GO]
    counts: Counter[str] = Counter()
    every = [p.copy()]
    if p.stack[-1] == ARTILLERY_DIE:
        every = [p.copy() for _ in range(6)]
        for die, twin in enumerate(every):
            twin.play(dice_outcome([die + 1]))
    for twin in every:
        for a in range(1, 7):
            for d in range(1, 7):
                one = twin.copy()
                one.events = []
                one.stack = [COMBAT_DICE]
                one.play(dice_outcome([a, d]))
                while one.waits_for == CHANCE and one.stack[-1] == DEATH_DIE:
                    one.play(dice_outcome([1]))
                text = str(told(one, "combat_result")[0].facts["defender"]).lstrip("0123456789")
                row = current_row(one)
                counts["rout_starred" if "R" in text and row >= 8 else text] += 1
                counts["panic"] += one.panic_turn > 0 or ("R" in text and row >= 8)
    whole = 36 * len(every)
    found = chances(before, f"attack {place}")
    assert len(every) == 6  # a half is at stake here
    assert found.get("rout", 0.0) == pytest.approx(counts["DR"] / whole)
    assert found.get("retreat", 0.0) == pytest.approx(counts["Dr"] / whole)
    assert found.get("disorganized", 0.0) == pytest.approx(counts["D"] / whole)
    assert found.get("tired", 0.0) == pytest.approx((counts["f"] + counts["F"]) / whole)
    assert found.get("rout_starred", 0.0) == pytest.approx(counts["rout_starred"] / whole)
    assert found["leader_falls"] == pytest.approx(1 / 72)
    assert found.get("panic", 0.0) == pytest.approx(counts["panic"] / whole)


def test_the_odds_of_ex_9_by_hand() -> None:
    p = field()
    hill = at(p, "csa_a_p_hill", beside(p, SOUTH), 18, fatigue=1)
    at(p, "csa_jackson", beside(p, SOUTH))
    at(p, "usa_augur", TARGET, 8)
    at(p, "usa_banks", TARGET)
    march_attack(p, hill, 2, (JACKSON,))
    p.battle, p.stack = None, [ACTION, END_MARCH, GO]
    found = chances(p, f"attack {TARGET}")
    # +1: retreat on a difference of 2 or 3, rout from 4 on
    assert found["rout"] == pytest.approx((3 + 2 + 1) / 36) and found["retreat"] == pytest.approx((5 + 4) / 36)
    assert found["may_advance"] == pytest.approx(15 / 36)
    odds = odds_of(p, p.ground.words.parse(f"attack {TARGET}"))
    assert odds is not None
    assert [(line.key, line.amount) for line in odds.sums] == [
        ("attack_total", "+1"), ("net", "+1"), ("defence_total", "+0"),
    ]  # fmt: skip
    by_key = {line.key: line for line in odds.lines}
    assert by_key["ratio"].amount == "+1" and by_key["ratio"].clause == "SJW-7.2.4"
    assert by_key["artillery"].amount == "-1"


def test_the_odds_of_an_assault_hold_the_chance_that_nobody_obeys() -> None:
    p = field()
    sigel = at(p, "usa_sigel", beside(p, NORTH))
    at(p, "usa_schurz", beside(p, NORTH), 12)
    at(p, "usa_schenck", beside(p, NORTH), 9)
    at(p, "csa_hood", TARGET, 8)
    p.side = USA
    found = chances(p, f"assault usa_sigel {TARGET}")
    assert found["assault_fails"] == pytest.approx(2 / 6)
    assault(p, sigel)
    roll(p, 3)
    assert set(chances(p, "commit usa_schurz")) & {"assault_fails"} == set()
    assert odds_of(p, p.ground.words.parse("pass")) is None


# Everything, at random


def scattered(chance: Random) -> SjwPosition:
    """Both armies thrown together around the target, with leaders, works, fatigue and demoralization."""
    p = field("rapidan_to_manassas", 3)
    p.events = None
    p.switches = REFUSING
    p.weather = chance.choice([DRY, RAIN])
    set_reach(p)
    centre = chance.randrange(p.ground.size)
    hexes = [hex for hex in range(p.ground.size) if p.ground.distance(centre, hex) <= 3]
    for side in (CSA, USA):
        for unit in chance.sample(TROOPS[side], 9):
            free = [hex for hex in hexes if not p.presence.units(1 - side, hex)]
            if free and not (side == CSA and all(p.ground.defences[hex] for hex in free)):
                p.manpower[unit], p.fatigue[unit] = chance.randint(1, 9), chance.randint(0, 3)
                p.demoralized[unit] = chance.choice([0, 0, 0, 1, 2])
                p.flags[unit] = chance.choice([0, DISORGANIZED])
                put(p, unit, chance.choice(free))
    for leader in (JACKSON, UNIT["csa_longstreet"], LEE, POPE, UNIT["usa_sigel"]):
        own = [unit for unit in TROOPS[0 if UNITS[leader].startswith("csa") else 1] if p.hex[unit] >= 0]
        if own:
            put(p, leader, p.hex[chance.choice(own)])
    return p


@pytest.mark.parametrize("seed", range(40))
def test_combats_at_random_offer_what_nothing_speaks_against(seed: int) -> None:
    chance = Random(seed)
    p = scattered(chance)
    fights = 0
    for side in (CSA, USA):
        for unit in TROOPS[side]:
            targets = [hex for hex in p.ground.around[p.hex[unit]] if p.hex[unit] >= 0] if p.hex[unit] >= 0 else []
            for to in targets:
                if p.hex[unit] >= 0 and not attack_objections(p, unit, to):
                    march_attack(p, unit, chance.randint(0, 6), to=p.ground.names[to])
                    settle(p, chance)
                    fights += 1
        for leader in (JACKSON, UNIT["csa_longstreet"], UNIT["usa_sigel"]):
            for to in p.ground.around[p.hex[leader]] if p.hex[leader] >= 0 else []:
                if p.hex[leader] >= 0 and not assault_objections(p, leader, to):
                    assault(p, leader, p.ground.names[to])
                    settle(p, chance)
                    fights += 1
    assert fights or p.weather == RAIN


def settle(p: SjwPosition, chance: Random) -> None:
    """Play on at random until the combat is over, holding the list of options against the objections."""
    mine = {COMMIT, GRAND, CAVALRY_RETREAT, REFUSE, FALL_BACK, RETREAT, ADVANCE}
    for _ in range(300):
        p.check()
        if p.stack[-1] == ACTION:
            return
        if p.waits_for == DECISION:
            if p.stack[-1] in mine:
                step = p.step
                allowed = [option.text for option in step.candidates(p) if not step.objections(p, option)]
                assert sorted(texts(p)) == sorted(allowed) and 1 <= len(allowed) <= 200
                assert step.objections(p, p.ground.words.parse("pass"))
            elif p.stack[-1] == GO:
                p.play(p.ground.words.parse("stop"))
                continue
        options = p.options()
        p.play(options[int(chance.random() * len(options))])
    raise AssertionError("a combat does not end")


def test_ways_back_are_those_of_the_board() -> None:
    p = field()
    king = at(p, "usa_king", TARGET, 12)
    battle = planned(p, [at(p, "csa_a_p_hill", beside(p, SOUTH), 18)])
    battle.retreating = [king]
    target = battle.target
    assert ways_back(p, battle, king) == next_steps(p.ground, [target], 4, WayBack(p, king), target)
